"""Kernels compile on machines where nothing but the temporary directory can be written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from meadow.compiled import VARIABLE, keep_compiled_code


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_nothing_changes_where_the_package_can_be_written(home: Path) -> None:
    keep_compiled_code(home)
    assert VARIABLE not in os.environ


def test_a_temporary_place_is_taken_where_nothing_else_can_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    keep_compiled_code(home)
    assert "meadow-compiled" in os.environ[VARIABLE]
    monkeypatch.delenv(VARIABLE)


def test_the_users_own_choice_stands(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/chosen")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    keep_compiled_code(home)
    assert os.environ[VARIABLE] == "/chosen"
