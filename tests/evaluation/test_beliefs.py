"""Failures are blamed on what the agent believed: a detection, its map, or time."""

from __future__ import annotations

import pytest

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.failures.beliefs import FAILURES, Blame, blame, tally
from meadow.types import Pose

GOAL = Goal("Find the lamp.", category="lamp", objects=("lamp-1",), viewpoints=((5.0, 0.0, 0.0),))


def record(*, stopped=True, success=False, error="", poses=None, steps=12, **trace):
    episode = Episode(
        "e", "langnav", HouseRef("generator:seed=1,rooms=2"), (0.0, 0.0, 0.0), (GOAL,)
    )
    poses = poses or [(0.25 * k, 0.0, 0.0, 0.0) for k in range(steps + 1)]
    return EpisodeRecord(
        episode=episode,
        agent="a",
        actions=("MoveAhead",) * (steps - 1) + ("Stop" if stopped else "MoveAhead",),
        moved=(True,) * steps,
        poses=tuple(poses),
        distances=(5.0,) * (steps + 1),
        reached=(False,) * (steps + 1),
        success=success,
        stopped=stopped,
        error=error,
        trace={name: (None,) * (steps - 1) + (value,) for name, value in trace.items()},
    )


STILL = [(1.0, 0.0, 0.1 * k, 0.0) for k in range(13)]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"error": "fault"}, Blame.ERROR),
        ({"success": True}, Blame.SUCCESS),
        ({}, Blame.WRONG_DETECTION),
        ({"phase": "explore"}, Blame.WRONG_DETECTION),
        ({"phase": "exploit"}, Blame.WRONG_ON_MAP),
        ({"phase": "exploit", "goal_x": 5.5, "goal_y": 0.5}, Blame.NOT_REACHED),
        ({"phase": "exploit", "goal_x": 9.0, "goal_y": 0.5}, Blame.WRONG_ON_MAP),
        ({"stopped": False, "goal_x": 5.5, "goal_y": 0.5}, Blame.NOT_REACHED),
        ({"stopped": False}, Blame.OUT_OF_TIME),
        ({"mode": "give up"}, Blame.OUT_OF_TIME),
        ({"stopped": False, "poses": STILL}, Blame.STUCK),
    ],
)
def test_the_first_rule_that_applies_decides(told, expected):
    assert blame(record(**told)) is expected


def test_believed_places_are_in_the_frame_of_the_start():
    turned = Pose(5.0, -3.0, 1.5707963)
    one = record(goal_x=3.0, goal_y=0.0)
    assert blame(one, turned) is Blame.NOT_REACHED
    assert blame(one) is Blame.WRONG_DETECTION


def test_a_tally_has_every_failure():
    assert tally(["stuck", "success", "error", "stuck"])["stuck"] == 2
    assert list(tally([])) == [str(b) for b in FAILURES]
