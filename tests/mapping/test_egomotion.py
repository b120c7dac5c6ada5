"""Motion from successive depth images."""

from __future__ import annotations

import math

import pytest

from meadow.mapping.egomotion import Scan, Search
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room, thing
from meadow.types import NO_NOISE, Embodiment, Pose

BODY = Embodiment(noise=NO_NOISE)
ANY = Search((-0.1, 0.5), (-0.15, 0.15), (-0.9, 0.9))


@pytest.fixture(scope="module")
def scan_at():
    """Scans in a room with enough in it to tell places apart."""
    house = one_room(
        [
            thing("sofa", "sofa", (3.2, 1.2, 0.0), room="room-0", yaw=1.6),
            thing("table", "dining table", (3.0, 3.0, 0.0), room="room-0"),
        ],
        side=5.0,
    )
    simulator = MeadowSimulator(BODY)

    def scan(pose):
        seen = simulator.reset(house, pose)
        assert seen.depth is not None
        return Scan(seen.depth, BODY.camera, pose.pitch)

    yield scan
    simulator.close()


@pytest.mark.parametrize(
    ("ahead", "left", "degrees"),
    [(0.25, 0.0, 0.0), (0.25, 0.0, 10.0), (0.24, 0.06, 0.0), (0.0, 0.0, 30.0), (0.0, 0.0, -45.0)],
)
def test_a_motion_is_found(scan_at, ahead, left, degrees):
    start = Pose(1.0, 2.0, 0.2)
    cos, sin = math.cos(start.yaw), math.sin(start.yaw)
    end = Pose(
        start.x + cos * ahead - sin * left,
        start.y + sin * ahead + cos * left,
        start.yaw + math.radians(degrees),
    )
    found = scan_at(start).motion_to(scan_at(end), ANY)
    assert found is not None
    assert (found.ahead, found.left) == pytest.approx((ahead, left), abs=0.04)
    assert math.degrees(found.turn) == pytest.approx(degrees, abs=2.0)


def test_standing_still_is_no_motion(scan_at):
    here = scan_at(Pose(1.0, 2.0, 0.2))
    found = here.motion_to(scan_at(Pose(1.0, 2.0, 0.2)), ANY)
    assert found is not None
    assert abs(found.turn) < math.radians(1.0)
    assert math.hypot(found.ahead, found.left) < 0.03


def test_views_with_nothing_in_common_say_nothing(scan_at):
    there = Pose(1.0, 2.0, 0.2 + math.pi)
    assert (
        scan_at(Pose(1.0, 2.0, 0.2)).motion_to(scan_at(there), Search((0, 0), (0, 0), (3.1, 3.2)))
        is None
    )
