"""What tests of commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.cli.main import run


@pytest.fixture
def assert_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[list[str], str], None]:
    """Checks that a command is refused in these words and leaves no file behind."""

    def check(arguments: list[str], words: str) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(arguments) == 2
        assert words in capsys.readouterr().err
        assert not list(tmp_path.iterdir())

    return check
