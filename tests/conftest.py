"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from meadow import secrets


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    """Homes and suites are cached away from the user's own cache."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("MEADOW_CACHE")
    os.environ["MEADOW_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["MEADOW_CACHE"]
    else:
        os.environ["MEADOW_CACHE"] = before


@pytest.fixture(scope="session")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An episode file of 12 ObjectNav episodes in two homes that lie beside it."""
    from meadow.testing.tiny_suite import write_tiny_suite  # imports the simulator

    return write_tiny_suite(tmp_path_factory.mktemp("suite"), 12)


@pytest.fixture(autouse=True)
def forgotten_secrets(monkeypatch):
    """The keys that a test uses are not hidden from what the next one writes."""
    monkeypatch.setattr(secrets, "_kept", set())
