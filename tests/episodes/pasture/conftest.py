"""PASTURE in one home, generated once for all tests of it."""

from __future__ import annotations

import pytest

from meadow.episodes.pasture.homes import build_family
from meadow.episodes.suites import SUITES, load_suite


@pytest.fixture(scope="session")
def mini(cache):
    """The episodes of the small suite."""
    return load_suite("pasture-mini")


@pytest.fixture(scope="session")
def family(mini):
    """The full home that the small suite comes from."""
    seed = int(mini[0].house.uri.split("seed=")[1].split(",")[0])
    return build_family(seed, SUITES.get("pasture-mini").rooms)
