"""Every registered agent keeps the promises of its kind."""

from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.testing.check_agent import check_agent


@pytest.mark.parametrize("name", AGENTS.names())
def test_agent(name):
    check_agent(name)
