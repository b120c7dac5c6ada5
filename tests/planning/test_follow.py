"""Driving down a field of distances."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.planning.follow import steer, turn_towards
from meadow.planning.grid import Reach
from meadow.types import Action, Embodiment, Pose

BODY = Embodiment()
CELL = 0.05


def drive(cost: np.ndarray, start: tuple[float, float], goal: tuple[int, int], yaw: float = 0.0):
    """Follow ``steer`` without noise; returns the metres driven and the last position in cells."""
    way = Reach(cost, np.array([goal])).distance
    (x, y), length = start, 0.0
    for _ in range(300):
        action = steer(way, cost, (x, y), yaw, BODY, CELL)
        if action is None:
            return length, (x, y)
        if action is Action.MOVE_AHEAD:
            x, y = x + BODY.step / CELL * math.cos(yaw), y + BODY.step / CELL * math.sin(yaw)
            assert np.isfinite(cost[int(x), int(y)])
            length += BODY.step
        else:
            yaw += BODY.turn if action is Action.ROTATE_LEFT else -BODY.turn
    raise AssertionError("never arrived")


@pytest.mark.parametrize("goal", [(180, 100), (170, 150), (100, 20), (30, 60)])
def test_in_the_open_the_drive_is_nearly_straight(goal: tuple[int, int]) -> None:
    cost = np.ones((200, 200), np.float32)
    length, (x, y) = drive(cost, (100.5, 100.5), goal)
    straight = math.hypot(goal[0] - 100, goal[1] - 100) * CELL
    assert math.hypot(x - goal[0], y - goal[1]) * CELL < 0.25
    assert length < 1.1 * straight


def test_it_passes_a_narrow_gap() -> None:
    cost = np.ones((120, 120), np.float32)
    cost[60] = np.inf
    cost[60, 40:44] = 6.0
    _, (x, y) = drive(cost, (20.5, 90.5), (100, 90))
    assert math.hypot(x - 100, y - 90) * CELL < 0.25


def test_there_is_no_action_without_a_way() -> None:
    cost = np.ones((60, 60), np.float32)
    cost[30] = np.inf
    way = Reach(cost, np.array([(50, 10)])).distance
    assert steer(way, cost, (10.5, 10.5), 0.0, BODY, CELL) is None


def test_turning_ends_when_it_cannot_be_bettered() -> None:
    assert turn_towards(Pose(0.0, 0.0), 1.0, 1.0, BODY) is Action.ROTATE_LEFT
    assert turn_towards(Pose(0.0, 0.0), 1.0, -1.0, BODY) is Action.ROTATE_RIGHT
    assert turn_towards(Pose(0.0, 0.0), 1.0, 0.2, BODY) is None
