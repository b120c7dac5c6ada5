"""The oracle agent reaches its goal, on the shortest way the actions allow."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from meadow.agents import AGENTS
from meadow.errors import PrivilegedAccessError
from meadow.protocols import PrivilegedAgent
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished, generated
from meadow.types import (
    NAVIGATION,
    NAVIGATION_AND_LOOK,
    NO_NOISE,
    Action,
    Brief,
    Embodiment,
    Pose,
)


def goal(point=None, objects=(), viewpoints=()):
    return SimpleNamespace(point=point, objects=objects, viewpoints=viewpoints)


def drive(simulator, agent, actions=NAVIGATION, steps=400):
    """Run until Stop; returns the metres driven and whether Stop came."""
    observation, length = simulator.step(Action.ROTATE_LEFT), 0.0
    for _ in range(steps):
        action = agent.act(observation)
        assert action in actions
        if action is Action.STOP:
            return length, True
        before = simulator.pose
        observation = simulator.step(action)
        length += before.distance(simulator.pose.x, simulator.pose.y)
    return length, False


def start(simulator, house, seed, target, actions=NAVIGATION, **options):
    simulator.reset(house, simulator.free_pose(house, seed=seed), seed=seed)
    agent = AGENTS.make("oracle", **options)
    agent.reset(Brief(task="t", goal="g", actions=actions, embodiment=simulator.embodiment))
    agent.attach(simulator.oracle, [target])
    return agent


@pytest.mark.parametrize("noise", [False, True])
def test_it_reaches_points(noise):
    body = Embodiment() if noise else Embodiment(noise=NO_NOISE)
    simulator = MeadowSimulator(body)
    house = generated(4, 5)
    total, shortest = 0.0, 0.0
    for seed in range(12):
        simulator.reset(house, simulator.free_pose(house, seed=seed))
        point = simulator.world.navgrid.sample(stream(seed, "goal"))
        agent = start(simulator, house, seed, goal(point))
        exact = simulator.oracle.geodesic((simulator.pose.x, simulator.pose.y), np.array([point]))
        length, stopped = drive(simulator, agent)
        assert stopped
        assert simulator.pose.distance(*point) <= 0.2
        if exact > 3.0:
            total, shortest = total + length, shortest + exact
    assert shortest > 10.0
    assert total <= (1.08 if noise else 1.05) * shortest


@pytest.mark.parametrize("noise", [False, True])
def test_it_finds_objects(noise):
    body = Embodiment() if noise else Embodiment(noise=NO_NOISE)
    simulator = MeadowSimulator(body)
    house = furnished()
    for seed, id in enumerate(["apple-0", "fridge-0", "sofa-0", "chair-0"]):
        agent = start(simulator, house, seed, goal(objects=(id,)), NAVIGATION_AND_LOOK)
        _, stopped = drive(simulator, agent, NAVIGATION_AND_LOOK)
        assert stopped
        assert simulator.oracle.visible(id), id


def test_it_uses_given_viewpoints():
    simulator = MeadowSimulator(Embodiment(noise=NO_NOISE))
    simulator.reset(furnished(), Pose(3.2, 2.0))
    views = tuple(map(tuple, simulator.oracle.viewpoints("fridge-0")))
    agent = start(simulator, furnished(), 3, goal(objects=("fridge-0",), viewpoints=views))
    assert drive(simulator, agent)[1]
    assert simulator.oracle.visible("fridge-0")


def test_it_gives_up_where_there_is_no_way():
    simulator = MeadowSimulator(Embodiment(noise=NO_NOISE))
    agent = start(simulator, furnished(closed=True), 0, goal(objects=("fridge-0",)))
    if simulator.pose.x > 4.0:
        agent = start(simulator, furnished(closed=True), 1, goal(objects=("sofa-0",)))
    _length, stopped = drive(simulator, agent)
    assert stopped


def test_it_is_tagged_and_needs_the_oracle():
    assert "oracle" in AGENTS.names(tag="privileged")
    agent = AGENTS.make("oracle")
    assert isinstance(agent, PrivilegedAgent)
    agent.reset(Brief(task="t", goal="g"))
    simulator = MeadowSimulator()
    observation = simulator.reset(furnished(), Pose(3.2, 2.0))
    with pytest.raises(PrivilegedAccessError):
        agent.act(observation)
