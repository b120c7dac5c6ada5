"""A jointed arm with six joints: where its hand is, and which joints put it there.

The arm is a shoulder that turns and lifts, an elbow, and a wrist that rolls, bends and rolls again.
The last three axes meet in one point, so the joints follow from the hand's pose in closed form. All is in
the frame of the shoulder: x forward, y left, z up, metres and radians. At rest (all joints zero) the arm
is stretched forward along x and the hand's own axes are those of the shoulder.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.types import Arm, Joints

Matrix = NDArray[np.float64]

_STRAIGHT = 1e-9
"""Sine of a wrist's bend below which its two rolls turn about one axis."""


@dataclass(frozen=True, slots=True)
class ArmPose:
    """Where the parts of an arm are."""

    points: Matrix
    """(4, 3) shoulder, elbow, wrist and the point between the fingers."""
    rotation: Matrix
    """(3, 3) the hand's axes as columns: x along the fingers, z up at rest."""

    @property
    def grip(self) -> Matrix:
        """The point between the fingers."""
        point: Matrix = self.points[3]
        return point


def joint_frames(arm: Arm, joints: Joints) -> tuple[Matrix, Matrix]:
    """(3, 3) where upper arm, forearm and hand begin, and (3, 3, 3) their axes as columns, x along each."""
    turn, lift, elbow, roll, bend, hand = joints
    shoulder = about_z(turn) @ about_y(-lift)
    fore = shoulder @ about_y(-elbow)
    rotation = fore @ about_x(roll) @ about_y(-bend) @ about_x(hand)
    points = np.zeros((3, 3))
    points[1] = arm.upper * shoulder[:, 0]
    points[2] = points[1] + arm.forearm * fore[:, 0]
    return points, np.stack([shoulder, fore, rotation])


def forward(arm: Arm, joints: Joints) -> ArmPose:
    """Where the parts are when the joints have these angles."""
    points, axes = joint_frames(arm, joints)
    grip = points[2] + arm.hand * axes[2][:, 0]
    return ArmPose(np.vstack([points, grip]), axes[2])


def inverse(arm: Arm, grip: Matrix, rotation: Matrix) -> list[Joints]:
    """Every set of joints within the limits that puts the hand there, at most eight.

    A hand that is out of reach has none. Where the wrist is straight its two rolls are one, and the
    forearm is not rolled; where the wrist is above the shoulder, the shoulder is not turned.
    """
    wrist = np.asarray(grip, np.float64) - arm.hand * rotation[:, 0]
    found = []
    for turn, lift, elbow in _shoulder_and_elbow(arm, wrist):
        fore = about_z(turn) @ about_y(-(lift + elbow))
        for roll, bend, hand in _wrist(fore.T @ rotation):
            joints = (turn, lift, elbow, roll, bend, hand)
            if arm.allows(joints):
                found.append(joints)
    return found


def nearest(arm: Arm, grip: Matrix, rotation: Matrix, now: Joints) -> Joints | None:
    """The set of joints that puts the hand there with the least turning; None out of reach."""
    found = inverse(arm, grip, rotation)
    return min(found, key=lambda joints: _turning(joints, now), default=None)


def _turning(joints: Joints, now: Joints) -> float:
    return max(abs(a - b) for a, b in zip(joints, now))


def _shoulder_and_elbow(arm: Arm, wrist: Matrix) -> list[tuple[float, float, float]]:
    """Turn, lift and elbow that put the wrist there: forwards or over the back, elbow up or down."""
    x, y, z = (float(v) for v in wrist)
    away, across = math.hypot(x, y, z), math.hypot(x, y)
    bend = (away**2 - arm.upper**2 - arm.forearm**2) / (2.0 * arm.upper * arm.forearm)
    if abs(bend) > 1.0 + 1e-12 or away < _STRAIGHT:
        return []
    angle = math.acos(max(-1.0, min(1.0, bend)))
    turn = math.atan2(y, x) if across > _STRAIGHT else 0.0
    found = []
    for facing, level in ((turn, across), (_wrapped(turn + math.pi), -across)):
        for elbow in {angle, -angle}:
            ahead = math.atan2(
                arm.forearm * math.sin(elbow), arm.upper + arm.forearm * math.cos(elbow)
            )
            found.append((facing, _wrapped(math.atan2(z, level) - ahead), elbow))
    return sorted(found)


def _wrist(rotation: Matrix) -> list[tuple[float, float, float]]:
    """Roll, bend and roll that turn the forearm's axes into the hand's."""
    sine = math.hypot(rotation[1, 0], rotation[2, 0])
    if sine < _STRAIGHT:
        if rotation[0, 0] < 0.0:  # bent all the way back, beyond any wrist's limits
            return [(0.0, math.pi, math.atan2(-rotation[2, 1], rotation[1, 1]))]
        return [(0.0, 0.0, math.atan2(rotation[2, 1], rotation[1, 1]))]
    bend = math.atan2(sine, rotation[0, 0])
    roll = math.atan2(-rotation[1, 0], rotation[2, 0])
    other = _wrapped(roll + math.pi)
    return [(r, b, _hand_roll(rotation, r, b)) for r, b in ((roll, bend), (other, -bend))]


def _hand_roll(rotation: Matrix, roll: float, bend: float) -> float:
    """The last roll, once the other two angles are known."""
    rest = (about_x(roll) @ about_y(-bend)).T @ rotation
    return math.atan2(rest[2, 1], rest[1, 1])


def _wrapped(angle: float) -> float:
    """The same angle from -pi to pi."""
    return math.remainder(angle, 2.0 * math.pi)


def about_x(angle: float) -> Matrix:
    """The rotation about x by an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def about_y(angle: float) -> Matrix:
    """The rotation about y by an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def about_z(angle: float) -> Matrix:
    """The rotation about z by an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
