from __future__ import annotations

import pytest

from meadow.benchmarks.doze.episodes import CHOSEN
from meadow.benchmarks.doze.homes import DozeHome, build_home
from meadow.episodes.schema import Episode
from meadow.episodes.seeds import suite_homes
from meadow.episodes.suites import load_suite


@pytest.fixture(scope="session")
def mini() -> list[Episode]:
    """The episodes of doze-mini."""
    return load_suite("doze-mini")


@pytest.fixture(scope="session")
def made() -> DozeHome:
    """The home of doze-mini while it is made."""
    return build_home(suite_homes("val", 40)[CHOSEN[0]])
