"""Every registered agent keeps the promises of its kind."""

from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.errors import MissingWeightsError
from meadow.testing.check_agent import check_agent


@pytest.mark.parametrize("name", AGENTS.names())
def test_agent(name):
    try:
        AGENTS.make(name)
    except MissingWeightsError as missing:
        pytest.skip(str(missing))
    check_agent(name)
