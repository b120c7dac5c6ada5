"""Every registered corruption keeps the promises of its kind."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from meadow.corruptions import CORRUPTIONS, Chosen, CorruptionOptions, corrupted
from meadow.corruptions.kinds import SEVERITIES, WIDTH
from meadow.seeding import stream
from meadow.sim.motion import Motion, locobot
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Camera, Embodiment, Observation, Pose

ALL = [entry.load() for entry in CORRUPTIONS]
BODY = Embodiment(camera=Camera(width=96, height=96))
MOVES = (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)


def of(*parts):
    return pytest.mark.parametrize("one", [c for c in ALL if c.part in parts], ids=lambda c: c.name)


@pytest.fixture(scope="module")
def frame():
    """A frame of a furnished room, rgb and depth."""
    table = thing("table", "dining table", (2.6, 2.0, 0.0), room="room-0")
    simulator = corrupted(BODY)
    seen = simulator.reset(one_room([table]), Pose(0.7, 2.0))
    simulator.close()
    return {"rgb": seen.rgb, "depth": seen.depth}


def drawn(one, severity, image, *names):
    scale = image.shape[1] / WIDTH
    return one.make(one.level(severity), stream(3, *names), image.shape[:2], scale)


def severities(one):
    return SEVERITIES if one.graded else (1,)


@pytest.mark.parametrize("one", ALL, ids=lambda c: c.name)
def test_it_says_what_it_is(one):
    entry = CORRUPTIONS.entry(one.name)
    assert len(one.levels) in (1, len(SEVERITIES))
    assert entry.summary.endswith((".", ")"))
    assert entry.tags == (one.part, one.source)


@of("rgb", "depth")
def test_filters_are_pure_and_keep_the_shape(one, frame):
    image = frame[one.part]
    before = image.copy()
    for severity in severities(one):
        apply = drawn(one, severity, image, one.name)
        out = apply(image)
        assert out.shape == image.shape
        assert out.dtype == image.dtype
        assert np.array_equal(image, before)
        assert np.array_equal(out, apply(image))
        assert np.array_equal(out, drawn(one, severity, image, one.name)(image))
        assert not np.array_equal(out, image)


@of("rgb", "depth")
def test_worse_severities_lie_farther_from_the_clean_frame(one, frame):
    image = frame[one.part].astype(np.float64)
    away = []
    for severity in severities(one):
        outs = [drawn(one, severity, frame[one.part], k)(frame[one.part]) for k in range(8)]
        away.append(np.mean([np.abs(out - image).mean() for out in outs]))
    assert away[0] > 0.0
    if one.name == "spatter":  # water and mud are different things: each grows on its own
        assert away[0] < away[1] < away[2]
        assert away[3] < away[4]
    else:
        assert away == sorted(away)


@of("camera")
def test_cameras_move_farther_away_with_severity(one):
    camera = Camera()
    seen = [one.make(one.level(s), camera) for s in severities(one)]
    assert len(set(seen)) == len(seen)
    assert camera not in seen
    away = [
        abs(c.hfov - camera.hfov)
        + abs(c.elevation - camera.elevation)
        + abs(c.pitch - camera.pitch)
        for c in seen
    ]
    assert away == sorted(away)


@of("drive")
def test_drives_are_reproducible_and_leave_other_actions_alone(one):
    def motions():
        alter = one.make(one.level(1), stream(1, "episode"), BODY)
        rng = stream(1, "actuation")
        return [alter(a, locobot(a, BODY, rng), rng) for a in MOVES * 5]

    assert motions() == motions()
    assert all(math.isfinite(v) for m in motions() for v in dataclasses.astuple(m))
    alter = one.make(one.level(1), stream(1, "episode"), BODY)
    assert alter(Action.STOP, Motion(), stream(0)) == Motion()


@of("senses")
def test_senses_keep_what_an_observation_is(one, frame):
    rgb, depth = frame["rgb"], frame["depth"]

    def sensed():
        sense = one.make(one.level(5), stream(1, "episode"))
        out = []
        for step in range(12):
            pose = Pose(0.25 * step, 0.1 * step, 0.2 * step)
            out.append(
                sense(Observation(rgb + np.uint8(step), depth, pose, True, step, (2.0, 0.3)))
            )
        return out

    for step, (a, b) in enumerate(zip(sensed(), sensed())):
        assert a.pose == b.pose
        assert np.array_equal(a.rgb, b.rgb)
        assert (a.step, a.moved) == (step, True)
        assert a.rgb.shape == rgb.shape


@pytest.mark.parametrize("one", ALL, ids=lambda c: c.name)
def test_every_one_runs_in_a_simulator(one):
    house = one_room()
    seen = []
    for _ in range(2):
        chosen = [Chosen(one, 5 if one.graded else 1)]
        simulator = corrupted(BODY, chosen, CorruptionOptions(frame="rendered"))
        frames = [simulator.reset(house, Pose(1.0, 2.0), seed=4, episode="e")]
        frames += [simulator.step(a) for a in MOVES]
        simulator.close()
        seen.append(frames)
    for a, b in zip(*seen):
        assert a.pose == b.pose
        assert np.array_equal(a.rgb, b.rgb)
        assert np.array_equal(a.depth, b.depth)
        assert a.rgb.shape == (96, 96, 3)
        assert a.rgb.dtype == np.uint8
        assert not a.extras
