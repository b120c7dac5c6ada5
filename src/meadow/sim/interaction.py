"""Opening and closing: which door or thing is meant, and whether it can be done from here."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from meadow.geometry.polygons import pack
from meadow.scenes.doors import leaf_outline
from meadow.scenes.schema import Doorway, Object
from meadow.sim.motion import DONE
from meadow.sim.obstacles import object_outlines
from meadow.sim.world import World
from meadow.types import SHELL_IDS, Frames, Pose, StepResult, wrap_angle

#: How far the robot can reach, from its centre to the outline, metres.
REACH = 1.5


def interact(
    world: World,
    pose: Pose,
    frames: Frames,
    ids: Mapping[str, int],
    openness: float,
    target: str = "",
) -> StepResult:
    """Open (1) or close (0) the target, or the nearest thing in view that can be."""
    if target:
        item = next((o for o in world.openables() if o.id == target), None)
        if item is None:
            return StepResult(False, f"{target} is nothing that opens")
        near, reason = _reachable(world, item, pose, frames, ids)
        if not near < math.inf:
            return StepResult(False, reason)
    else:
        item = _nearest(world, pose, frames, ids, openness)
        if item is None:
            word = "open" if openness else "close"
            return StepResult(False, f"nothing to {word} in view within {REACH:g} m")
    if item.openness == openness:
        return StepResult(False, f"{item.id} is already {'open' if openness else 'closed'}")
    hit = world.swing_blocker(item.id, openness, pose)
    if hit:
        return StepResult(False, f"{item.id} would hit {hit}")
    world.set_openness(item.id, openness)
    return DONE


def _nearest(
    world: World, pose: Pose, frames: Frames, ids: Mapping[str, int], openness: float
) -> Object | Doorway | None:
    """The nearest openable in view and reach that is not yet as wanted."""
    best, chosen = math.inf, None
    for item in world.openables():
        if item.openness != openness:
            distance, _ = _reachable(world, item, pose, frames, ids)
            if distance < best:
                best, chosen = distance, item
    return chosen


def _reachable(
    world: World, item: Object | Doorway, pose: Pose, frames: Frames, ids: Mapping[str, int]
) -> tuple[float, str]:
    """Distance to an openable, or infinity and the reason why it cannot be reached."""
    if isinstance(item, Doorway):
        wall = next(w for w in world.original.walls if w.id == item.wall)
        outline = pack([(0, [leaf_outline(wall, item)])])
    else:
        span = math.hypot(item.size[0], item.size[1])  # an open door may stick out by its width
        if math.dist(item.position[:2], (pose.x, pose.y)) > REACH + 1.5 * span:
            return math.inf, f"{item.id} is further than {REACH:g} m away"
        outline = pack([(0, object_outlines(item))])
    distance = outline.clearance(pose.x, pose.y)[0]
    if distance > REACH:
        return math.inf, f"{item.id} is {distance:.2f} m away, further than {REACH:g} m"
    if isinstance(item, Doorway):
        shown = bool(np.any(frames.ids == SHELL_IDS["door"])) and _ahead(outline.points, pose)
    else:
        shown = bool(np.any(frames.ids == ids[item.id]))
    return (distance, "") if shown else (math.inf, f"{item.id} is not in view")


def _ahead(corners: np.ndarray, pose: Pose) -> bool:
    """Whether the middle of an outline lies in front of the robot (doors share one instance id)."""
    x, y = corners.mean(axis=0)
    return abs(wrap_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)) < math.pi / 4
