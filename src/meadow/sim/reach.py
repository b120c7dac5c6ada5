"""What an arm could do at all: where the robot would have to stand to grip a thing or to pull a handle.

This is ground truth about the home. Generators choose goals by it, and skills are measured against it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from meadow.geometry.arm_links import meets_itself, rods
from meadow.geometry.kinematics import about_y, about_z, nearest
from meadow.scenes.schema import Doorway, Object, Point3
from meadow.sim.arm import RobotArm, handles
from meadow.sim.contact import touched
from meadow.types import Arm, Array, Joints, Pose

if TYPE_CHECKING:
    from meadow.sim.world import World

#: How the fingers may point, degrees above level, the most usual first.
PITCHES = (-90.0, -60.0, -30.0, 0.0)
#: How much higher or lower than the hand the shoulder may be, metres, the most usual first.
SHOULDERS = (0.3, 0.1, 0.5, -0.1, -0.4, -0.6)
#: How far a base may be from what is reached, metres, and how many bases are tried.
NEAREST, TRIED = 0.25, 60
#: How far above the top of a thing the fingers close, metres.
ABOVE = 0.02
#: How many of a thing's handles are tried.
HANDLES = 6
#: How far before a handle the hand stops, metres.
BEFORE = 0.06


@dataclass(frozen=True, slots=True)
class ReachPose:
    """A pose of the robot and of its arm that brings the hand somewhere."""

    base: Pose
    lift: float
    joints: Joints
    grip: Point3


def grip_points(item: Object) -> list[Point3]:
    """Points between the fingers at which a thing can be gripped, the most usual first."""
    x, y, z = item.position
    top, c, s = z + item.size[2], math.cos(item.yaw), math.sin(item.yaw)
    depth, width = item.size[0] / 2, item.size[1] / 2
    points = [(x, y, top + ABOVE), (x, y, z + 0.5 * item.size[2])]
    for u, v in ((depth, 0.0), (-depth, 0.0), (0.0, width), (0.0, -width)):
        points.append((x + c * u - s * v, y + s * u + c * v, top))
    return points


def handle_points(world: World, item: Object | Doorway) -> list[Point3]:
    """Points at which the hand can pull a door or thing, the most usual first."""
    points = []
    for handle in handles(world, item)[:HANDLES]:
        x, y, z = handle.middle
        for k in range(0, 8, 2):
            angle = handle.yaw + math.pi / 4 * k
            points.append((x + BEFORE * math.cos(angle), y + BEFORE * math.sin(angle), z))
        points.append((x, y, z + BEFORE))
    return [p for p in points if p[2] > 0.0]


def find_grip(world: World, arm: Arm, id: str, start: Pose) -> ReachPose | None:
    """A pose from which the hand could grip a thing; None where there is none, or the thing is shut in."""
    if world.shut_in(id):
        return None
    for point in grip_points(world.object(id)):
        for found in reach_poses(world, arm, point, start):
            hand = RobotArm(arm, world)
            hand.bring(found.lift, found.joints)
            if hand.within_grasp(found.base) == id:
                return found
    return None


def find_pull(world: World, arm: Arm, id: str, openness: float, start: Pose) -> ReachPose | None:
    """A pose from which the hand could open or close a door or thing; None where there is none."""
    item = world.openable(id)
    free: dict[tuple[float, float], bool] = {}

    def suits(base: Pose) -> bool:
        """Whether the robot is out of the way of what opens."""
        at = base.x, base.y
        if at not in free:
            free[at] = not world.swing_blocker(id, openness, base)
        return free[at]

    for point in handle_points(world, item):
        for found in reach_poses(world, arm, point, start, suits):
            hand = RobotArm(arm, world)
            hand.bring(found.lift, found.joints)
            chosen, _ = hand.at_handle(found.base, openness)
            if chosen is not None and chosen.id == id:
                return found
    return None


def reach_poses(
    world: World,
    arm: Arm,
    point: Point3,
    start: Pose,
    suits: Callable[[Pose], bool] | None = None,
) -> Iterator[ReachPose]:
    """Poses that bring the hand to a point, from bases that suit and can be reached from a start."""
    for x, y in _bases(world, arm, point, start).tolist():
        yaw = math.atan2(point[1] - y, point[0] - x)
        base = Pose(x, y, yaw)
        if suits is not None and not suits(base):
            continue
        found = arm_pose(world, arm, base, point)
        if found is not None:
            yield ReachPose(base, *found, point)


def arm_pose(
    world: World, arm: Arm, base: Pose, point: Point3, pitches: Sequence[float] = PITCHES
) -> tuple[float, Joints] | None:
    """Lift and joints that bring the hand of a robot at a pose to a point and touch nothing."""
    c, s = math.cos(base.yaw), math.sin(base.yaw)
    dx, dy = point[0] - base.x, point[1] - base.y
    ahead, left = c * dx + s * dy, c * dy - s * dx
    heading = about_z(math.atan2(left, ahead))
    hand = RobotArm(arm, world)
    for pitch, up in itertools.product(pitches, SHOULDERS):
        lift = _stepped(arm, point[2] + up)
        rotation = heading @ about_y(math.radians(-pitch))
        goal = np.array([ahead, left, point[2] - lift])
        joints = nearest(arm, goal, rotation, arm.rest)
        if joints is None:
            continue
        if meets_itself(rods(arm, np.array([(lift, *joints)])), world.body.camera.elevation):
            continue
        hand.bring(lift, joints)
        if not touched(world, hand.capsules(base), light=1):
            return lift, joints
    return None


def _stepped(arm: Arm, lift: float) -> float:
    """The height nearest to one that the lift can have."""
    low, high = arm.lift
    count = round((min(max(lift, low), high) - arm.rest_lift) / arm.step)
    stepped = arm.rest_lift + count * arm.step
    if stepped > high + 1e-9:
        stepped -= arm.step
    return stepped + arm.step if stepped < low - 1e-9 else stepped


def _bases(world: World, arm: Arm, point: Point3, start: Pose) -> Array:
    """(N, 2) free floor around a point, the most comfortable first."""
    grid = world.navgrid
    points = grid.points(grid.part_at(start.x, start.y) or 1)
    away = np.hypot(points[:, 0] - point[0], points[:, 1] - point[1])
    near = np.flatnonzero((away >= NEAREST) & (away <= arm.reach))
    order = near[np.argsort(np.abs(away[near] - 0.6 * arm.reach), kind="stable")]
    return points[order[:: max(1, len(order) // TRIED)]]
