"""How the robot moves: exact, without physics. A blocked move fails and changes nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from meadow.seeding import Stream
from meadow.sim.obstacles import Obstacles
from meadow.types import Action, Embodiment, Pose, StepResult, wrap_angle

DONE = StepResult(True)


@dataclass(frozen=True, slots=True)
class Motion:
    """What the wheels do for one action, in the robot's frame: turn, drive, turn once more."""

    ahead: float = 0.0
    """Metres."""
    left: float = 0.0
    """Metres sideways."""
    turn: float = 0.0
    """Radians before the drive, counter-clockwise."""
    twist: float = 0.0
    """Radians after it."""


#: What an action makes the wheels do; noise is drawn from the stream.
Drive = Callable[[Action, Embodiment, Stream], Motion]


def locobot(action: Action, body: Embodiment, noise: Stream) -> Motion:
    """The step or turn of the body with its Gaussian noise; nothing for other actions."""
    if action is Action.MOVE_AHEAD:
        return Motion(ahead=max(0.0, body.step + noise.normal(0.0, body.noise.move)))
    if action is Action.MOVE_BACK:
        return Motion(ahead=-max(0.0, body.step + noise.normal(0.0, body.noise.move)))
    if action is Action.ROTATE_LEFT or action is Action.ROTATE_RIGHT:
        angle = body.turn + noise.normal(0.0, body.noise.turn)
        return Motion(turn=angle if action is Action.ROTATE_LEFT else -angle)
    return Motion()


def move(
    pose: Pose,
    action: Action,
    body: Embodiment,
    obstacles: Obstacles,
    noise: Stream,
    drive: Drive = locobot,
) -> tuple[Pose, StepResult]:
    """Do a driving, turning or looking action and say what became of it.

    Every drive and turn draws once from ``noise``, blocked or not, so that the stream depends on the
    actions alone.
    """
    if action is Action.LOOK_UP or action is Action.LOOK_DOWN:
        return _look(pose, body.tilt if action is Action.LOOK_UP else -body.tilt, body)
    return _roll(pose, drive(action, body, noise), action, body, obstacles)


def _roll(
    pose: Pose, motion: Motion, action: Action, body: Embodiment, obstacles: Obstacles
) -> tuple[Pose, StepResult]:
    """Turn, drive, turn; a blocked drive leaves the robot where it was and only fails a step."""
    yaw = wrap_angle(pose.yaw + motion.turn) if motion.turn else pose.yaw
    here = Pose(pose.x, pose.y, yaw, pose.pitch)
    if motion.ahead or motion.left:
        cos, sin = math.cos(yaw), math.sin(yaw)
        x = pose.x + (motion.ahead * cos - motion.left * sin)
        y = pose.y + (motion.ahead * sin + motion.left * cos)
        blocker = obstacles.blocker(pose.x, pose.y, x, y, body.radius)
        if not blocker:
            here = Pose(x, y, yaw, pose.pitch)
        elif action is Action.MOVE_AHEAD or action is Action.MOVE_BACK:
            return here, StepResult(False, f"blocked by {blocker}")
    if motion.twist:
        here = Pose(here.x, here.y, wrap_angle(here.yaw + motion.twist), here.pitch)
    return here, DONE


def _look(pose: Pose, tilt: float, body: Embodiment) -> tuple[Pose, StepResult]:
    pitch = min(body.max_pitch, max(-body.max_pitch, pose.pitch + tilt))
    if abs(pitch - pose.pitch) < 1e-9:
        return pose, StepResult(False, "the camera is at the end of its tilt")
    return Pose(pose.x, pose.y, pose.yaw, pitch), DONE
