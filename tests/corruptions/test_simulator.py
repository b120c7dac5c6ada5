"""A corrupted robot from reset to observation."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from meadow.corruptions import CorruptionOptions, corrupted, corrupted_camera, parse
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import MeadowError
from meadow.protocols import Simulator
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.pointnav import PointNav
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=80, height=60))
HOUSE = one_room([thing("sofa", "sofa", (2.8, 2.0, 0.0), room="room-0")])


def drive(corrupt, *, episode="e", scene=None, actions=(Action.ROTATE_LEFT,) * 3, **options):
    simulator = corrupted(BODY, parse(corrupt), CorruptionOptions(**options))
    house = HOUSE if scene is None else msgspec.structs.replace(HOUSE, id=scene)
    seen = [simulator.reset(house, Pose(1.0, 2.0), seed=2, episode=episode)]
    seen += [simulator.step(a) for a in actions]
    simulator.close()
    return seen


def test_no_corruption_changes_nothing():
    clean = drive("")
    simulator = MeadowSimulator(BODY)
    assert np.array_equal(clean[0].rgb, simulator.reset(HOUSE, Pose(1.0, 2.0), seed=2).rgb)
    simulator.close()


def test_only_the_colour_image_is_corrupted():
    clean, broken = drive(""), drive("spatter@5,speckle_noise@5,camera_crack")
    for a, b in zip(clean, broken):
        assert not np.array_equal(a.rgb, b.rgb)
        assert np.array_equal(a.depth, b.depth)
        assert a.pose == b.pose


def test_a_lower_field_of_view_narrows_depth_too():
    clean, narrow = drive("")[0], drive("lower_fov")[0]
    assert not np.array_equal(clean.depth, narrow.depth)
    camera = corrupted_camera(parse("lower_fov"), Camera())
    assert math.degrees(camera.hfov) == pytest.approx(39.5)


def pattern(observations):
    """What spatter left of a white frame would do; here, which pixels it changed."""
    clean = drive("", actions=())[0].rgb
    return [np.abs(o.rgb.astype(int) - clean).max(axis=2) > 8 for o in observations]


def test_redraw_decides_how_long_a_pattern_lasts():
    still = (Action.STOP,) * 2
    flicker = pattern(drive("spatter@5", actions=still))
    steady = pattern(drive("spatter@5", actions=still, redraw="episode"))
    assert not np.array_equal(flicker[0], flicker[1])
    assert np.array_equal(steady[0], steady[1])
    other = pattern(drive("spatter@5", actions=(), redraw="episode", episode="f"))
    assert not np.array_equal(steady[0], other[0])


def test_a_crack_belongs_to_the_home():
    cracks = {
        (episode, scene): drive("camera_crack", actions=(), episode=episode, scene=scene)[0].rgb
        for episode in "ef"
        for scene in "ab"
    }
    assert np.array_equal(cracks["e", "a"], cracks["f", "a"])
    assert not np.array_equal(cracks["e", "a"], cracks["e", "b"])


def test_frames_can_be_rendered_at_the_size_of_the_paper():
    scaled, rendered = (drive("defocus_blur@5", frame=f)[0] for f in ("scaled", "rendered"))
    assert rendered.rgb.shape == scaled.rgb.shape == (60, 80, 3)
    assert not rendered.extras
    apart = np.abs(rendered.rgb.astype(float) - scaled.rgb).mean()
    clean = np.abs(drive("")[0].rgb.astype(float) - scaled.rgb).mean()
    assert apart < 0.5 * clean  # both are the same blur


def test_late_frames_are_those_of_before():
    actions = (Action.ROTATE_LEFT,) * 4
    clean, late = drive("", actions=actions), drive("delayed_frames@2", actions=actions)
    assert np.array_equal(late[4].rgb, clean[2].rgb)
    assert np.array_equal(late[1].depth, clean[0].depth)
    assert late[4].pose == clean[4].pose


def test_the_goal_is_told_from_where_a_drifting_pose_says_the_robot_is():
    start, goal = Pose(1.0, 2.0, 0.5), (2.2, 3.1)
    episode = Episode("e", "pointnav", HouseRef(""), (1.0, 2.0, 0.5), (Goal("go", point=goal),))
    simulator, task = corrupted(BODY, parse("pose_drift@5")), PointNav()
    simulator.reset(one_room(), start, seed=1, episode="e")
    for action in (Action.ROTATE_LEFT, Action.MOVE_AHEAD) * 12:
        observation = simulator.step(action)
    felt = task.observe(observation, episode, simulator.oracle)
    true = simulator.oracle.pose().relative_to(start)
    assert felt.pose.distance(true.x, true.y) > 0.05
    x = felt.pose.x + felt.goal[0] * math.cos(felt.pose.yaw + felt.goal[1])
    y = felt.pose.y + felt.goal[0] * math.sin(felt.pose.yaw + felt.goal[1])
    there = Pose(*goal).relative_to(start)
    assert (x, y) == pytest.approx((there.x, there.y))
    simulator.close()


def test_a_snapshot_restores_the_corruptions_of_its_episode():
    simulator = corrupted(BODY, parse("speckle_noise@3,motion_bias_constant"))
    simulator.reset(HOUSE, Pose(1.0, 2.0), seed=2, episode="e")
    before, state = simulator.step(Action.ROTATE_LEFT), simulator.snapshot()
    after = simulator.step(Action.MOVE_AHEAD)
    simulator.reset(HOUSE, Pose(1.0, 2.0), seed=9, episode="another")
    assert np.array_equal(simulator.restore(state).rgb, before.rgb)
    again = simulator.step(Action.MOVE_AHEAD)
    assert np.array_equal(again.rgb, after.rgb)
    assert again.pose == after.pose
    simulator.close()


def test_a_robot_that_remembers_the_past_cannot_be_saved():
    simulator = corrupted(BODY, parse("delayed_frames@2"))
    simulator.reset(HOUSE, Pose(1.0, 2.0))
    with pytest.raises(MeadowError, match="cannot be saved"):
        simulator.snapshot()
    simulator.close()


def test_a_corrupted_robot_is_a_simulator_that_tells_the_truth_to_its_oracle():
    simulator = corrupted(BODY, parse("pose_drift@5"))
    assert isinstance(simulator, Simulator)
    with pytest.raises(MeadowError, match="reset"):
        simulator.observe()
    simulator.reset(HOUSE, Pose(1.0, 2.0))
    assert simulator.oracle.pose() == Pose(1.0, 2.0)
    simulator.close()


def test_low_lighting_is_that_of_hsv():
    import colorsys

    from meadow.corruptions import CORRUPTIONS
    from meadow.seeding import stream

    rgb = (stream(0, "colours").array(300) * 256).astype(np.uint8).reshape(10, 10, 3)
    one = CORRUPTIONS.get("low_lighting")
    dark = one.make(one.level(3), stream(0), (10, 10), 1.0)(rgb)
    for before, after in zip(rgb.reshape(-1, 3), dark.reshape(-1, 3)):
        hue, saturation, value = colorsys.rgb_to_hsv(*(before / 255.0))
        wanted = colorsys.hsv_to_rgb(hue, saturation, max(0.0, value - 0.3))
        assert np.abs(after - 255.0 * np.array(wanted)).max() <= 1.0
