"""What all tests share."""

from __future__ import annotations

import os

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


@pytest.fixture(autouse=True)
def forgotten_secrets(monkeypatch):
    """The keys that a test uses are not hidden from what the next one writes."""
    monkeypatch.setattr(secrets, "_kept", set())
