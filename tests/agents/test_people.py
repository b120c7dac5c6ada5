"""How agents take people is an option with two values."""

from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.agents.people import WAYS, people_options
from meadow.errors import UnknownIdError


def test_static_tracks_nobody_and_dynamic_gives_way() -> None:
    static, dynamic = (AGENTS.make("doze-oracle", people=way) for way in WAYS)
    assert static.people is static.give_way is None
    assert dynamic.people is not None
    assert dynamic.give_way is not None
    assert dynamic.expected_ways() == []


def test_another_way_is_refused() -> None:
    with pytest.raises(UnknownIdError, match="dynamic"):
        people_options("ghosts", "eyes-s")
