"""A robot among people: it waits, walks around them and steps aside, and is never surer than it can be."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap
from meadow.mapping.people import TrackedPerson
from meadow.mapping.state import AgentState
from meadow.planning.drive import Driver
from meadow.planning.give_way import Courtesy, GiveWay, forecast, liveliness
from meadow.types import Action, Embodiment, Observation, Pose

BODY = Embodiment()
NEAR = BODY.radius + 0.25 + 0.2


def floor(x0: float, y0: float, x1: float, y1: float) -> OccupancyMap:
    """A map with free floor in a box, and walls around it."""
    map = OccupancyMap(OccupancyConfig())
    map.cover((x0 - 1.0, y0 - 1.0, x1 + 1.0, y1 + 1.0))
    low, high = map.cell_of(x0, y0), map.cell_of(x1, y1)
    map.grid[:] = 2
    map.grid[low[0] : high[0], low[1] : high[1]] = FREE
    return map


def state(map: OccupancyMap, pose: Pose) -> AgentState:
    observation = Observation(np.zeros((2, 2, 3), np.uint8), None, None, True, 0)
    return AgentState(observation, pose, BODY, map, map.cost(pose))


def walker(x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> TrackedPerson:
    """Somebody who has been watched for a while."""
    still = 0 if (vx, vy) != (0.0, 0.0) else 30
    return TrackedPerson(1, x, y, vx, vy, detections=5, still=still, way=(vx, vy), seen=(x, y))


def moved(pose: Pose, action: Action) -> Pose:
    step = {
        Action.MOVE_AHEAD: Pose(BODY.step, 0.0),
        Action.ROTATE_LEFT: Pose(0.0, 0.0, BODY.turn),
        Action.ROTATE_RIGHT: Pose(0.0, 0.0, -BODY.turn),
    }[action]
    return pose.after(step)


def drive(
    map: OccupancyMap, pose: Pose, goal: tuple[float, float], person: TrackedPerson, steps: int
) -> tuple[list[Pose], list[float]]:
    """Where the robot goes and how far it is from somebody who walks straight on, after each step."""
    agent, driver, poses, away = GiveWay(), Driver(BODY), [pose], []
    for _ in range(steps):
        if pose.distance(*goal) < 0.35:
            break
        now = state(map, pose)
        now = replace(now, cost=agent.cost(now, [person]))
        places = np.array([map.cell_of(*goal)])
        wanted = driver.towards("go", now, places) or Action.ROTATE_LEFT
        chosen = agent.choose(now, [person], wanted, places)
        if chosen is not wanted:
            driver.forget()
        pose = moved(pose, chosen)
        person = replace(person, x=person.x + person.vx, y=person.y + person.vy)
        poses.append(pose)
        away.append(pose.distance(person.x, person.y))
    return poses, away


def test_somebody_who_crosses_a_corridor_is_let_by() -> None:
    map = floor(0.0, -4.0, 6.0, 4.0)
    crossing = walker(2.5, -2.2, 0.0, 0.35)
    poses, away = drive(map, Pose(0.5, 0.0), (5.0, 0.0), crossing, 40)
    assert min(away) > NEAR
    assert poses[-1].distance(5.0, 0.0) < 0.35


def test_the_robot_leaves_the_way_of_somebody_who_comes_towards_it() -> None:
    map = floor(0.0, -2.0, 8.0, 2.0)
    poses, away = drive(map, Pose(1.0, 0.0), (7.0, 0.0), walker(6.5, 0.0, -0.4, 0.0), 40)
    assert min(away) > NEAR
    assert poses[-1].distance(7.0, 0.0) < 0.35


def test_the_robot_keeps_out_of_the_way_also_when_it_has_nowhere_to_go() -> None:
    map = floor(0.0, -2.0, 6.0, 2.0)
    agent, pose, person = GiveWay(), Pose(1.0, 0.0, math.pi / 2), walker(5.5, 0.0, -0.3, 0.0)
    gaps = []
    for _ in range(14):
        pose = moved(pose, agent.choose(state(map, pose), [person], Action.ROTATE_LEFT))
        person = replace(person, x=person.x + person.vx)
        gaps.append(pose.distance(person.x, person.y))
    assert min(gaps) > NEAR


def test_who_stands_in_a_room_is_walked_around() -> None:
    map = floor(0.0, -2.0, 6.0, 2.0)
    poses, away = drive(map, Pose(0.5, 0.0), (5.5, 0.0), walker(3.0, 0.0), 40)
    assert min(away) > NEAR
    assert poses[-1].distance(5.5, 0.0) < 0.35


def test_a_door_in_which_somebody_stands_is_not_driven_through() -> None:
    map = floor(0.0, -2.0, 6.0, 2.0)
    wall = slice(map.cell_of(3.0, 0.0)[0], map.cell_of(3.0, 0.0)[0] + 1)
    door = map.grid[wall, map.cell_of(0, -0.45)[1] : map.cell_of(0, 0.45)[1]].copy()
    map.grid[wall] = 2
    map.grid[wall, map.cell_of(0, -0.45)[1] : map.cell_of(0, 0.45)[1]] = door
    poses, away = drive(map, Pose(0.5, 0.0), (5.5, 0.0), walker(3.0, 0.0), 20)
    assert max(pose.x for pose in poses) < 3.0
    assert min(away) > NEAR - 0.2 + 0.02  # it touches nobody, however long it waits


def test_who_stands_for_long_where_there_is_little_room_is_squeezed_past() -> None:
    """There are 20 cm: the robot waits, but not for as long as the whole way takes."""
    map = floor(0.0, -0.375, 6.0, 0.375)
    poses, away = drive(map, Pose(0.5, -0.2), (5.5, -0.2), walker(3.0, 0.3), 50)
    assert poses[-1].distance(5.5, -0.2) < 0.35
    assert min(away) > NEAR - 0.2 + 0.02


def test_far_people_change_nothing() -> None:
    map = floor(0.0, -2.0, 12.0, 2.0)
    agent = GiveWay()
    here = state(map, Pose(1.0, 0.0))
    for action in (Action.MOVE_AHEAD, Action.ROTATE_LEFT):
        assert agent.choose(here, [walker(10.0, 0.0)], action) is action
    assert agent.choose(here, [], Action.MOVE_AHEAD) is Action.MOVE_AHEAD
    assert not len(agent.path)


def test_who_has_stood_for_long_is_hardly_expected_to_walk_off() -> None:
    never, once = walker(3.0, 0.0), replace(walker(3.0, 0.0, 0.4, 0.0), vx=0.0)
    assert liveliness(once) == 1.0
    assert 0.2 > liveliness(never) > liveliness(replace(never, still=60))
    map, robot = floor(0.0, -2.0, 6.0, 2.0), Pose(1.0, 0.0)
    assert not forecast([replace(never, still=60)], map, 12, robot).paces.any()


def test_the_same_people_give_the_same_action() -> None:
    map = floor(0.0, -2.0, 6.0, 2.0)
    here, person = state(map, Pose(1.0, 0.0)), walker(3.0, 0.3, -0.4, 0.0)
    places = np.array([map.cell_of(5.0, 0.0)])
    chosen = {GiveWay().choose(here, [person], Action.MOVE_AHEAD, places) for _ in range(3)}
    assert len(chosen) == 1


def test_a_forecast_ends_at_walls_and_counts_less_out_of_sight() -> None:
    map, robot = floor(0.0, -2.0, 4.0, 2.0), Pose(1.0, 0.0)
    seen = forecast([walker(3.0, 0.0, 0.4, 0.0)], map, 12, robot)
    assert seen.paths(12)[..., 0].max() < 4.2
    lost = forecast([replace(walker(3.0, 0.0, 0.4, 0.0), unseen=10)], map, 12, robot)
    assert lost.weights.max() < 0.7 * seen.weights.max()
    assert forecast([], map, 12, robot).paths(12).shape == (0, 13, 2)


def test_whoever_is_out_of_sight_may_still_be_where_the_last_detection_was() -> None:
    map, robot = floor(0.0, -2.0, 4.0, 2.0), Pose(1.0, 0.0)
    gone = replace(walker(3.0, 1.0, 0.4, 0.0), unseen=2, seen=(2.2, 1.0))
    starts = forecast([gone], map, 12, robot).starts
    assert any((start == (2.2, 1.0)).all() for start in starts)
    assert not any(
        (start == (2.2, 1.0)).all()
        for start in forecast([replace(gone, unseen=0)], map, 12, robot).starts
    )


def test_passing_people_who_stand_costs_more_the_nearer_one_comes() -> None:
    map = floor(0.0, -2.0, 6.0, 2.0)
    here = state(map, Pose(0.5, 0.0))
    cost = GiveWay(Courtesy()).cost(here, [walker(3.0, 0.0)])
    extra = [
        float(cost[map.cell_of(3.0, y)] - here.cost[map.cell_of(3.0, y)]) for y in (0.5, 0.7, 1.9)
    ]
    assert extra[0] > extra[1] > extra[2] == pytest.approx(0.0, abs=0.1)


def test_where_people_stand_is_not_known_to_the_centimetre() -> None:
    """A gap that was 2 cm too narrow by their estimated place used to be no way at all."""
    map = floor(0.0, -2.0, 6.0, 2.0)
    here = state(map, Pose(0.5, 0.0))
    cost = GiveWay(Courtesy()).cost(here, [replace(walker(3.0, 0.0), still=30)])
    assert np.isfinite(cost[map.cell_of(3.0, 0.42)])
    assert np.isinf(cost[map.cell_of(3.0, 0.2)])
