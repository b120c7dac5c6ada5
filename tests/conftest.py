"""What all tests share."""

from __future__ import annotations

import os

import pytest


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
