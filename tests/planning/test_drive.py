"""Drives over a cost grid in the robot's own actions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.planning.drive import plan_drive
from meadow.planning.grid import CostToGo
from meadow.types import Action, Embodiment

BODY = Embodiment()


def drive(cost, start, goal, yaw=0.0, cell=0.05, **options):
    """Follow a plan without noise; the metres driven, the number of turns and where it ends, in cells."""
    way = CostToGo(cost, np.array([goal])).distance
    (x, y), length, turns = start, 0.0, 0
    for action in plan_drive(way, cost, start, yaw, BODY, cell, **options):
        if action is Action.MOVE_AHEAD:
            x, y = x + BODY.step / cell * math.cos(yaw), y + BODY.step / cell * math.sin(yaw)
            assert np.isfinite(cost[int(x), int(y)])
            length += BODY.step
        else:
            yaw += BODY.turn if action is Action.ROTATE_LEFT else -BODY.turn
            turns += 1
    return length, turns, (x, y)


@pytest.mark.parametrize("goal", [(180, 100), (170, 150), (100, 20), (30, 60)])
def test_in_the_open_the_drive_is_nearly_straight(goal):
    cost = np.ones((200, 200), np.float32)
    length, turns, (x, y) = drive(cost, (100.5, 100.5), goal)
    straight = math.hypot(goal[0] - 100, goal[1] - 100) * 0.05
    assert math.hypot(x - goal[0], y - goal[1]) * 0.05 < 0.25
    assert length < 1.1 * straight
    assert turns <= 6 + 2  # half way round, and two to correct the course


def test_it_passes_a_narrow_gap():
    cost = np.ones((120, 120), np.float32)
    cost[60] = np.inf
    cost[60, 40:44] = 6.0
    _, _, (x, y) = drive(cost, (20.5, 90.5), (100, 90))
    assert math.hypot(x - 100, y - 90) * 0.05 < 0.25


def test_coarse_cells_do():
    cost = np.ones((48, 48), np.float32)
    cost[24, :40] = np.inf
    _, _, (x, y) = drive(cost, (8.5, 8.5), (40, 8), cell=0.125)
    assert math.hypot(x - 40, y - 8) * 0.125 < 0.3


def test_dear_turns_are_saved():
    cost = np.ones((200, 200), np.float32)
    _, cheap, _ = drive(cost, (20.5, 20.5), (180, 150), turn_price=0.0)
    _, dear, _ = drive(cost, (20.5, 20.5), (180, 150), turn_price=1.0)
    assert dear <= cheap
    assert dear <= 3


def test_there_is_no_action_without_a_way():
    cost = np.ones((60, 60), np.float32)
    cost[30] = np.inf
    assert drive(cost, (10.5, 10.5), (50, 10)) == (0.0, 0, (10.5, 10.5))


def test_nor_when_the_robot_is_there():
    assert drive(np.ones((60, 60), np.float32), (10.5, 10.5), (10, 10))[0] == 0.0
