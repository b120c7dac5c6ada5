"""How the robot moves: exact, without physics. A blocked move fails and changes nothing."""

from __future__ import annotations

import math

from meadow.seeding import Stream
from meadow.sim.obstacles import Obstacles
from meadow.types import Action, Embodiment, Pose, StepResult, wrap_angle

DONE = StepResult(True)


def move(
    pose: Pose, action: Action, body: Embodiment, obstacles: Obstacles, noise: Stream
) -> tuple[Pose, StepResult]:
    """Do a driving, turning or looking action and say what became of it.

    Every drive and turn draws once from ``noise``, blocked or not, so that the stream depends on the
    actions alone.
    """
    if action is Action.MOVE_AHEAD:
        return _ahead(pose, body, obstacles, noise)
    if action is Action.ROTATE_LEFT or action is Action.ROTATE_RIGHT:
        angle = body.turn + noise.normal(0.0, body.noise.turn)
        angle = angle if action is Action.ROTATE_LEFT else -angle
        return Pose(pose.x, pose.y, wrap_angle(pose.yaw + angle), pose.pitch), DONE
    return _look(pose, body.tilt if action is Action.LOOK_UP else -body.tilt, body)


def _ahead(
    pose: Pose, body: Embodiment, obstacles: Obstacles, noise: Stream
) -> tuple[Pose, StepResult]:
    length = max(0.0, body.step + noise.normal(0.0, body.noise.move))
    x = pose.x + length * math.cos(pose.yaw)
    y = pose.y + length * math.sin(pose.yaw)
    blocker = obstacles.blocker(pose.x, pose.y, x, y, body.radius)
    if blocker:
        return pose, StepResult(False, f"blocked by {blocker}")
    return Pose(x, y, pose.yaw, pose.pitch), DONE


def _look(pose: Pose, tilt: float, body: Embodiment) -> tuple[Pose, StepResult]:
    pitch = min(body.max_pitch, max(-body.max_pitch, pose.pitch + tilt))
    if abs(pitch - pose.pitch) < 1e-9:
        return pose, StepResult(False, "the camera is at the end of its tilt")
    return Pose(pose.x, pose.y, pose.yaw, pitch), DONE
