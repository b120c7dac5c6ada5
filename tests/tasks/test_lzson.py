"""The task of PASTURE: four actions, no GPS, and success at what conceals a hidden thing."""

from __future__ import annotations

import dataclasses

import msgspec
import numpy as np
import pytest

from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.furnished import furnished
from meadow.types import NAVIGATION, Action, Pose


@pytest.fixture(scope="module")
def simulator():
    sim = MeadowSimulator()
    yield sim
    sim.close()


def _episode(house, **goal):
    return Episode("e", "lzson", HouseRef("h"), (0.0, 0.0, 0.0), (Goal("it", **goal),))


def _stop(task, simulator, house, episode, pose):
    simulator.reset(house, pose)
    return task.judge(episode, Action.STOP, 1, simulator.oracle)


def test_the_brief_has_four_actions_and_no_closed_set(simulator):
    house = furnished()
    episode = _episode(house, objects=(house.objects[0].id,))
    observation = simulator.reset(house, simulator.free_pose(house))
    task = TASKS.make("lzson")
    brief = task.begin(episode, simulator.oracle)
    assert brief.actions == NAVIGATION
    assert brief.categories == ()
    assert task.observe(observation, episode, simulator.oracle).pose is None


def test_a_hidden_thing_is_reached_at_what_conceals_it(simulator):
    house = furnished()
    big = max(house.objects, key=lambda o: o.size[1])
    simulator.reset(house, simulator.free_pose(house))
    views = simulator.oracle.viewpoints(big.id)
    other = next(o for o in house.objects if o.id != big.id and o.room != big.room)
    episode = _episode(house, objects=(big.id,), hidden=other.id)
    verdict = _stop(TASKS.make("lzson"), simulator, house, episode, Pose(*views[0]))
    assert verdict.success
    assert verdict.parts["at_hidden"] is False
    near = _episode(house, objects=(big.id,), hidden=big.id)
    verdict = _stop(TASKS.make("lzson"), simulator, house, near, Pose(*views[0]))
    assert verdict.parts["at_hidden"] is True


def test_without_visibility_the_distance_alone_counts(simulator):
    house = furnished()
    big = max(house.objects, key=lambda o: o.size[1])
    simulator.reset(house, simulator.free_pose(house))
    x, y, yaw = simulator.oracle.viewpoints(big.id)[0]
    episode = _episode(house, objects=(big.id,))
    away = Pose(x, y, yaw + np.pi)
    assert not _stop(TASKS.make("lzson"), simulator, house, episode, away).success
    blind = TASKS.make("lzson", visible=False)
    assert _stop(blind, simulator, house, episode, away).success
    assert "pixels" not in blind.definition()
    assert "pixels" in TASKS.make("lzson").definition()


def test_goals_in_the_open_say_nothing_of_hidden_things(simulator):
    house = furnished()
    episode = _episode(house, objects=(house.objects[0].id,))
    simulator.reset(house, simulator.free_pose(house))
    verdict = TASKS.make("lzson").judge(episode, None, 0, simulator.oracle)
    assert set(verdict.parts) == {"reached"}
    assert b"hidden" not in msgspec.json.encode(episode)
    assert dataclasses.is_dataclass(TASKS.get("lzson"))
