"""Where the robot believes it is: from GPS and compass when it has them, else dead reckoning."""

from __future__ import annotations

import math

from meadow.types import Action, Embodiment, Observation, Pose, wrap_angle


class Odometry:
    """Pose relative to the start."""

    def __init__(self) -> None:
        self.pose = Pose(0.0, 0.0)

    def reset(self) -> None:
        """Back to the origin."""
        self.pose = Pose(0.0, 0.0)

    def update(self, last: Action | None, observation: Observation, body: Embodiment) -> Pose:
        """Take the sensed pose, or add the last action's nominal motion unless it was refused."""
        if observation.pose is not None:
            self.pose = observation.pose
        elif last is not None and observation.moved:
            self.pose = advance(self.pose, last, body)
        return self.pose


def advance(pose: Pose, action: Action, body: Embodiment) -> Pose:
    """The pose after an action without noise or obstacles."""
    x, y, yaw, pitch = pose.x, pose.y, pose.yaw, pose.pitch
    if action == Action.MOVE_AHEAD:
        x, y = x + body.step * math.cos(yaw), y + body.step * math.sin(yaw)
    elif action == Action.ROTATE_LEFT:
        yaw = wrap_angle(yaw + body.turn)
    elif action == Action.ROTATE_RIGHT:
        yaw = wrap_angle(yaw - body.turn)
    elif action == Action.LOOK_UP:
        pitch = min(pitch + body.tilt, body.max_pitch)
    elif action == Action.LOOK_DOWN:
        pitch = max(pitch - body.tilt, -body.max_pitch)
    return Pose(x, y, yaw, pitch)
