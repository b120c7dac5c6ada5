"""Facing a point."""

from __future__ import annotations

from meadow.planning.follow import turn_towards
from meadow.types import Action, Embodiment, Pose

BODY = Embodiment()


def test_turning_ends_when_it_cannot_be_bettered() -> None:
    assert turn_towards(Pose(0.0, 0.0), 1.0, 1.0, BODY) is Action.ROTATE_LEFT
    assert turn_towards(Pose(0.0, 0.0), 1.0, -1.0, BODY) is Action.ROTATE_RIGHT
    assert turn_towards(Pose(0.0, 0.0), 1.0, 0.2, BODY) is None
