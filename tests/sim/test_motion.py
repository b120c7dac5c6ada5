"""Driving, turning and looking: exact, never overlapping, reproducible."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from meadow.seeding import stream
from meadow.sim.motion import move
from meadow.sim.obstacles import Obstacles
from meadow.testing.furnished import furnished, generated, union
from meadow.testing.homes import one_room, thing
from meadow.types import NO_NOISE, Action, Embodiment, Noise, Pose

STILL = Embodiment(noise=NO_NOISE)
WALK = (Action.MOVE_AHEAD, Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)


def walk(house, pose, body, steps, seed=0):
    obstacles = Obstacles(house, body.height)
    rng, noise = stream(seed, "walk"), stream(seed, "noise")
    poses, blocked = [], 0
    for _ in range(steps):
        pose, result = move(pose, rng.choice(WALK), body, obstacles, noise)
        blocked += not result.moved
        poses.append(pose)
    return obstacles, poses, blocked


@pytest.mark.parametrize("home", ["furnished", "generated"])
def test_long_walks_never_overlap(home):
    """2 x 50 000 noisy steps; the check is shapely's, not ours."""
    from meadow.sim.navgrid import NavGrid

    house = furnished() if home == "furnished" else generated(2)
    body = Embodiment(noise=Noise(move=0.05, turn=0.3))
    grid = NavGrid(house, Obstacles(house, body.height).fixed, body.radius)
    start = Pose(*grid.sample(stream(0, "start")))
    obstacles, poses, blocked = walk(house, start, body, 50_000)
    xy = np.array([(p.x, p.y) for p in poses])
    shape = union(obstacles)
    shapely.prepare(shape)
    gaps = shapely.distance(shape, shapely.points(xy))
    assert gaps.min() >= body.radius - 2e-6
    assert blocked > 1000
    assert np.ptp(xy, axis=0).min() > 2.0, "the walk should get around"


@pytest.mark.parametrize("length", [0.25, 1.0, 4.9])
def test_no_step_is_long_enough_to_tunnel(length):
    house = one_room([thing("chair-0", "chair", (2.0, 2.0, 0.0), room="room-0")])
    body = Embodiment(step=length, noise=NO_NOISE)
    _, poses, blocked = walk(house, Pose(0.5, 0.5, 0.3), body, 3000)
    assert blocked
    xy = np.array([(p.x, p.y) for p in poses])
    assert xy.min() > 0.05 + 0.18 - 1e-5
    assert xy.max() < 3.95 - 0.18 + 1e-5


def test_a_blocked_move_changes_nothing_and_says_why():
    house = one_room([thing("sofa-2", "sofa", (2.0, 2.0, 0.0), room="room-0")])
    obstacles = Obstacles(house, 0.9)
    pose = Pose(2.0, 0.5, math.pi / 2, 0.1)
    for _ in range(8):
        after, result = move(pose, Action.MOVE_AHEAD, STILL, obstacles, stream(0))
        if not result.moved:
            break
        pose = after
    assert after == pose
    assert result.reason == "blocked by sofa-2"


def test_moves_are_exact_without_noise():
    obstacles = Obstacles(one_room(), 0.9)
    pose, result = move(Pose(1.0, 1.0, math.pi / 6), Action.MOVE_AHEAD, STILL, obstacles, stream(0))
    assert result.moved
    assert (pose.x, pose.y) == pytest.approx((1 + 0.25 * math.cos(math.pi / 6), 1.125))
    for action in [Action.ROTATE_LEFT] * 12 + [Action.ROTATE_RIGHT] * 5:
        pose, result = move(pose, action, STILL, obstacles, stream(0))
        assert result.moved
    assert pose.yaw == pytest.approx(math.pi / 6 - 5 * math.pi / 6)


def test_looking_stops_at_the_ends():
    obstacles = Obstacles(one_room(), 0.9)
    pose, pitches = Pose(1.0, 1.0), []
    for action in [Action.LOOK_UP] * 3 + [Action.LOOK_DOWN] * 5:
        pose, result = move(pose, action, STILL, obstacles, stream(0))
        pitches.append((round(math.degrees(pose.pitch)), result.moved))
    assert pitches == [
        (30, True), (60, True), (60, False), (30, True), (0, True), (-30, True), (-60, True),
        (-60, False),
    ]  # fmt: skip


def test_noise_has_the_stated_spread_and_is_reproducible():
    obstacles = Obstacles(one_room(), 0.9)
    body, noise = Embodiment(), stream(3, "episode", "actuation")
    lengths, turns = [], []
    for _ in range(4000):
        lengths.append(move(Pose(2.0, 2.0), Action.MOVE_AHEAD, body, obstacles, noise)[0].x - 2.0)
        turns.append(move(Pose(2.0, 2.0), Action.ROTATE_LEFT, body, obstacles, noise)[0].yaw)
    assert np.mean(lengths) == pytest.approx(0.25, abs=0.0005)
    assert np.std(lengths) == pytest.approx(0.005, rel=0.1)
    assert np.mean(turns) == pytest.approx(math.radians(30), abs=0.001)
    assert np.std(turns) == pytest.approx(math.radians(0.5), rel=0.1)
    twin = walk(one_room(), Pose(2.0, 2.0), body, 500)[1]
    assert twin == walk(one_room(), Pose(2.0, 2.0), body, 500)[1]
    assert twin != walk(one_room(), Pose(2.0, 2.0), body, 500, seed=1)[1]


def test_the_stream_depends_on_the_actions_alone():
    free, blocked = stream(1), stream(1)
    obstacles = Obstacles(one_room(), 0.9)
    body = Embodiment()
    move(Pose(2.0, 2.0), Action.MOVE_AHEAD, body, obstacles, free)
    assert not move(Pose(3.75, 2.0), Action.MOVE_AHEAD, body, obstacles, blocked)[1].moved
    assert free.state() == blocked.state()
