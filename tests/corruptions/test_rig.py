"""A corrupted robot from reset to observation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.corruptions import Options, Rig, parse
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Camera, Embodiment, Observation, Pose

BODY = Embodiment(camera=Camera(width=80, height=60))
HOUSE = one_room([thing("sofa", "sofa", (2.8, 2.0, 0.0), room="room-0")])


def drive(corrupt, *, episode="e", scene=None, actions=(Action.ROTATE_LEFT,) * 3, **options):
    rig = Rig(parse(corrupt), Options(**options))
    simulator = rig.simulator(BODY)
    first = simulator.reset(HOUSE, Pose(1.0, 2.0), seed=2, episode=episode)
    rig.begin(simulator, seed=2, episode=episode, scene=scene or HOUSE.id)
    seen = [rig.observe(first), *(rig.observe(simulator.step(a)) for a in actions)]
    simulator.close()
    return seen


def test_no_corruption_changes_nothing():
    clean = drive("")
    simulator = Rig().simulator(BODY)
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
    camera = Rig(parse("lower_fov")).camera(Camera())
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


def test_drifting_pose_and_goal_agree():
    rig = Rig(parse("pose_drift@5"))
    simulator = rig.simulator(BODY)
    rig.begin(simulator, seed=1, episode="e", scene="s")
    goal, blank = (3.0, 1.0), np.zeros((4, 4, 3), np.uint8)
    pose = Pose(0.0, 0.0)
    for step in range(30):
        pose = Pose(0.1 * step, 0.02 * step, 0.05 * step)
        there = Pose(*goal).relative_to(pose)
        polar = math.hypot(there.x, there.y), math.atan2(there.y, there.x)
        felt = rig.observe(Observation(blank, None, pose, True, step, polar))
    assert felt.pose.distance(pose.x, pose.y) > 0.05
    x = felt.pose.x + felt.goal[0] * math.cos(felt.pose.yaw + felt.goal[1])
    y = felt.pose.y + felt.goal[0] * math.sin(felt.pose.yaw + felt.goal[1])
    assert (x, y) == pytest.approx(goal)
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
