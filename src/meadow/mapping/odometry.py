"""Where the robot believes it is: from GPS and compass when it has them, else dead reckoning."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from meadow.mapping.heading import HeadingLock
from meadow.types import Action, Array, Embodiment, Observation, Pose, wrap_angle


@dataclass(frozen=True, kw_only=True)
class StillTest:
    """Tells from two depth images that a step did not take place: they hardly differ."""

    mean: float = 0.09
    """The mean difference of a still camera stays below this, metres..."""
    std: float = 0.09
    """...and so does its standard deviation."""

    def still(self, before: Array, after: Array) -> bool:
        """Whether the camera did not move between two depth images."""
        change = np.abs(after - before)
        return bool(change.mean() < self.mean and change.std() < self.std)


class Odometry:
    """Pose relative to the start.

    With ``lock_heading`` dead reckoning is corrected by what stands around, see :class:`HeadingLock`.
    Refused steps are told by the bump sensor, or without one by a :class:`StillTest` (turns are never
    refused: nothing is in a round robot's way).
    """

    def __init__(self, still: StillTest | None = None, *, lock_heading: bool = True) -> None:
        self._still = still
        self._lock = HeadingLock() if lock_heading else None
        self.reset()

    def reset(self) -> None:
        """Back to the origin."""
        self.pose = Pose(0.0, 0.0)
        self.refused = False
        """Whether the last action had no effect."""
        self._depth: Array | None = None
        if self._lock is not None:
            self._lock.reset()

    def update(self, last: Action | None, observation: Observation, body: Embodiment) -> Pose:
        """Take the sensed pose, or add the last action's nominal motion unless it was refused."""
        self.refused = last is not None and self._was_refused(last, observation)
        self._depth = observation.depth
        if observation.pose is not None:
            self.pose = observation.pose
            return self.pose
        if last is not None and not self.refused:
            self.pose = advance(self.pose, last, body)
        if self._lock is not None and observation.depth is not None:
            self.pose = self._lock.correct(self.pose, observation.depth, body.camera)
        return self.pose

    def expected(self, last: Action | None, observation: Observation, body: Embodiment) -> Pose:
        """The pose that an observation will be taken for, but for what walls put right; nothing changes."""
        if observation.pose is not None:
            return observation.pose
        if last is None or self._was_refused(last, observation):
            return self.pose
        return advance(self.pose, last, body)

    def _was_refused(self, last: Action, observation: Observation) -> bool:
        if self._still is None:
            return not observation.moved
        if last is not Action.MOVE_AHEAD or self._depth is None or observation.depth is None:
            return False
        return self._still.still(self._depth, observation.depth)


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
