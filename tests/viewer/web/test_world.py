"""The packet of a world holds what the renderer draws, from which all that it draws can be placed again."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from meadow.sim.render import RenderScene
from meadow.sim.render.place import PART
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import thing, two_rooms
from meadow.types import Action, Pose
from meadow.viewer.web.world import WorldLog, pack_home, unpack


def corners(header, arrays, number: int) -> np.ndarray:
    """(F, 4, 3) world corners of a placement, as the page computes them."""
    form, _, _, _, x, y, z, yaw = arrays["placements"][number]
    v, nv, _, f, nf = arrays["forms"][int(form)].tolist()
    own = arrays["vertices"][v : v + nv].astype(np.float64)
    cos, sin = math.cos(yaw), math.sin(yaw)
    turned = np.stack(
        [cos * own[:, 0] - sin * own[:, 1], sin * own[:, 0] + cos * own[:, 1], own[:, 2]], 1
    )
    return (turned + np.array([x, y, z]))[arrays["quads"][f : f + nf]]


def test_a_home_is_placed_again_as_the_renderer_has_it() -> None:
    house = two_rooms()
    header, arrays = unpack(pack_home(house))
    scene = RenderScene(house)
    quads, ids = scene.quads()
    shown = [n for n in arrays["first"].tolist() if n >= 0]
    again = np.concatenate([corners(header, arrays, n) for n in shown])
    assert np.allclose(again, quads, atol=1e-5)
    assert {slot.name for slot in header.slots} >= {item.id for item in house.objects}
    assert {slot.id for slot in header.slots} >= set(ids.tolist())
    assert arrays["looks"].shape[1] == PART
    assert np.array_equal(arrays["palettes"], scene.palettes)
    assert np.array_equal(arrays["texels"], scene.texels)


def test_nobody_learns_names_from_a_packet_without_them() -> None:
    house = two_rooms()
    log = WorldLog(house, names=False)
    log.see(RenderScene(house))
    header, _ = unpack(log.packet())
    assert not header.home
    assert not header.rooms
    assert {(slot.id, slot.name, slot.what, slot.room) for slot in header.slots} == {
        (0, "", "", "")
    }


def test_only_what_changes_is_said_again() -> None:
    house = two_rooms([thing("mug-1", "mug", (1.0, 1.0, 0.0), room="room-0")])
    simulator = MeadowSimulator()
    simulator.place(house, simulator.free_pose(house))
    log = WorldLog(house)
    log.see(simulator.scene)
    simulator.advance(Action.ROTATE_LEFT)
    log.see(simulator.scene)
    _, arrays = unpack(log.packet())
    assert len(arrays["changes"]) == 0
    moved = house.objects[0]
    scene = simulator.scene
    scene.update_object(0, None)
    log.see(scene)
    header, arrays = unpack(log.packet())
    slot = [s.name for s in header.slots].index(moved.id)
    assert arrays["changes"].tolist() == [[2, slot, -1]]
    assert header.steps == 2


def test_packets_are_equal_to_the_byte() -> None:
    assert pack_home(two_rooms()) == pack_home(two_rooms())


def test_typescript_is_in_step(tmp_path: Path) -> None:
    """``web/src/messages.ts`` is what the Python types give."""
    root = Path(__file__).resolve().parents[3]
    import importlib.util

    spec = importlib.util.spec_from_file_location("types", root / "scripts/build_web_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (root / "web/src/messages.ts").read_text() == module.typescript()


def test_the_robot_is_where_it_was_put() -> None:
    """A robot with an arm is a slot of its own, which moves with every step."""
    from meadow.types import ARM_BODY, Arm

    house = two_rooms()
    simulator = MeadowSimulator(ARM_BODY, arm=Arm())
    simulator.place(house, simulator.free_pose(house))
    log = WorldLog(house)
    log.see(simulator.scene)
    for action in (Action.ROTATE_LEFT, Action.LIFT_UP, Action.STOP):
        simulator.advance(action)
        log.see(simulator.scene)
    header, arrays = unpack(log.packet())
    robot = [slot.what for slot in header.slots].index("robot")
    changed = [row[0] for row in arrays["changes"].tolist() if row[1] == robot]
    assert changed
    last = corners(header, arrays, arrays["changes"][-1][2])
    middle = last.reshape(-1, 3)[:, :2].mean(axis=0)
    assert math.dist(middle, (simulator.pose.x, simulator.pose.y)) < 0.5
    assert isinstance(simulator.pose, Pose)
