"""ObjectNav: an instance must be seen, from near, when Stop is said."""

from __future__ import annotations

import math

import pytest

from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.homes import one_room, thing
from meadow.types import NAVIGATION_AND_LOOK, Action, Pose

EPISODE = Episode(
    id="o",
    task="objectnav",
    house=HouseRef("file:one-room.json"),
    start=(1.0, 1.0, 0.0),
    goals=(Goal(text="garbage can", category="garbage can", objects=("can-0", "can-1")),),
    max_steps=50,
)
HOUSE = one_room(
    (
        thing("can-0", "garbage can", (3.0, 3.0, 0.0), room="room-0"),
        thing("can-1", "garbage can", (3.0, 1.0, 0.0), room="room-0"),
        thing("fridge-0", "fridge", (0.5, 3.5, 0.0), room="room-0"),
    )
)


@pytest.fixture(scope="module")
def simulator():
    return MeadowSimulator()


def judged(simulator, pose, action=Action.STOP, step=1, **options):
    simulator.reset(HOUSE, pose)
    return TASKS.make("objectnav", **options).judge(EPISODE, action, step, simulator.oracle)


def facing(x, y, target=(3.0, 3.0)):
    return Pose(x, y, math.atan2(target[1] - y, target[0] - x))


def test_any_instance_counts(simulator):
    assert judged(simulator, facing(2.0, 3.0)).success
    assert judged(simulator, facing(2.0, 1.0, (3.0, 1.0))).success


def test_it_must_be_near_and_in_view(simulator):
    assert not judged(simulator, facing(1.2, 3.0)).success  # seen from too far
    behind = Pose(2.0, 3.0, math.pi)
    assert not judged(simulator, behind).success  # near, but not seen
    assert judged(simulator, facing(1.2, 3.0), distance=2.0).success


def test_other_things_do_not_count(simulator):
    verdict = judged(simulator, Pose(1.0, 2.6, math.radians(120)))
    assert simulator.oracle.visible("fridge-0")
    assert not verdict.success


def test_being_there_is_not_enough(simulator):
    verdict = judged(simulator, facing(2.0, 3.0), Action.LOOK_DOWN)
    assert verdict.parts == {"reached": True}
    assert not verdict.success
    assert not verdict.done


def test_the_budget_ends_it(simulator):
    assert judged(simulator, facing(2.0, 3.0), Action.LOOK_DOWN, 50).done
    assert not judged(simulator, facing(2.0, 3.0), Action.LOOK_DOWN, 50).success


def test_the_brief_names_the_category_and_nothing_more(simulator):
    simulator.reset(HOUSE, EPISODE.pose())
    brief = TASKS.make("objectnav").begin(EPISODE, simulator.oracle)
    assert brief.goal == "garbage can"
    assert brief.categories == ROBOTHOR
    assert brief.actions == NAVIGATION_AND_LOOK
    assert "can-0" not in str(brief)


def test_gps_can_be_withheld(simulator):
    observation = simulator.reset(HOUSE, EPISODE.pose())
    oracle = simulator.oracle
    assert TASKS.make("objectnav").observe(observation, EPISODE, oracle).pose is not None
    assert TASKS.make("objectnav", gps=False).observe(observation, EPISODE, oracle).pose is None


def test_the_definition_has_its_numbers():
    assert "1 m" in TASKS.make("objectnav").definition()
    assert "0.1 %" in TASKS.make("objectnav").definition()
    assert "2.5 m" in TASKS.make("objectnav", distance=2.5).definition()


def test_there_are_twelve_categories_that_exist():
    from meadow.scenes.catalogue import find_category

    assert len(ROBOTHOR) == 12
    assert all(find_category(name).name == name for name in ROBOTHOR)
