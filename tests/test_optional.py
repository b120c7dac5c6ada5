"""Optional packages: each is asked for in one place, which says what to install."""

from __future__ import annotations

import sys

import pytest

from meadow import optional
from meadow.errors import MissingDependencyError


class NoTorch:
    """A finder that denies torch."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "torch":
            raise ImportError("No module named 'torch'")


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoTorch(), *sys.meta_path])


@pytest.mark.usefixtures("without_torch")
def test_a_missing_package_is_named_with_its_purpose_and_its_extra() -> None:
    with pytest.raises(MissingDependencyError, match=r'Hugging Face.*install "meadow\[models\]"'):
        optional.require("torch")


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    "command", ["train eyes", "train policy explore", "train adapt x --corrupt spatter@5"]
)
def test_training_without_torch_names_the_extra_that_trains(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from meadow.cli.main import main

    with pytest.raises(SystemExit):
        main(command.split())
    assert "needed for training" in (told := capsys.readouterr().err)
    assert 'pip install "meadow[train]"' in told


def test_every_purpose_belongs_to_an_extra() -> None:
    from importlib.metadata import metadata

    extras = set(metadata("meadow").get_all("Provides-Extra"))
    assert set(optional.PURPOSES) | {extra for extra, _ in optional.OPTIONAL.values()} <= extras
