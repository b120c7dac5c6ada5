"""A jointed arm with six joints: where its hand is, and which joints put it there.

The arm is a shoulder that turns and lifts, an elbow, and a wrist that rolls, bends and rolls again.
The last three axes meet in one point, so the joints follow from the hand's pose in closed form. All is in
the frame of the shoulder: x forward, y left, z up, metres and radians. At rest (all joints zero) the arm
is stretched forward along x and the hand's own axes are those of the shoulder.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Arm, Joints

Matrix = NDArray[np.float64]

_STRAIGHT = 1e-9
"""Sine of a wrist's bend below which its two rolls turn about one axis."""
_LIMIT = 1e-9
"""By which a joint may be beyond its limit, radians: rounding."""


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
    """(4, 3) shoulder, elbow, wrist and grip; (3, 3, 3) axes of upper arm, forearm and hand as columns."""
    points, axes = np.zeros((4, 3)), np.empty((3, 3, 3))
    frames(arm.upper, arm.forearm, arm.hand, joints, points, axes)
    return points, axes


def forward(arm: Arm, joints: Joints) -> ArmPose:
    """Where the parts are when the joints have these angles."""
    points, axes = joint_frames(arm, joints)
    return ArmPose(points, axes[2])


def inverse(arm: Arm, grip: Matrix, rotation: Matrix) -> list[Joints]:
    """Every set of joints within the limits that puts the hand there, at most eight.

    A hand that is out of reach has none. Where the wrist is straight its two rolls are one, and the
    forearm is not rolled; where the wrist is above the shoulder, the shoulder is not turned.
    """
    count, found = _solve(arm, grip, rotation)
    return sorted(tuple(row) for row in found[:count].tolist())


def nearest(arm: Arm, grip: Matrix, rotation: Matrix, now: Joints) -> Joints | None:
    """The set of joints that puts the hand there with the least turning; None out of reach."""
    count, found = _solve(arm, grip, rotation)
    if not count:
        return None
    turning = np.abs(found[:count] - np.array(now)).max(axis=1)
    best: Joints = tuple(found[int(turning.argmin())].tolist())
    return best


def _solve(arm: Arm, grip: Matrix, rotation: Matrix) -> tuple[int, Matrix]:
    found = np.empty((8, 6))
    lengths = (arm.upper, arm.forearm, arm.hand)
    axes = np.ascontiguousarray(rotation, np.float64)
    count = solutions(*lengths, _limits(arm), np.asarray(grip, np.float64), axes, found)
    return count, found


@lru_cache(maxsize=64)
def _limits(arm: Arm) -> Matrix:
    return np.array(arm.limits, np.float64)


@njit(cache=True, nogil=True)
def _multiply(a, b, out):  # type: ignore[no-untyped-def]
    """The product of two small matrices, without the cost of a library call."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + a[i, 2] * b[2, j]


@njit(cache=True, nogil=True)
def _about(axis, angle, out):  # type: ignore[no-untyped-def]
    """The rotation about x (0), y (1) or z (2)."""
    c, s = math.cos(angle), math.sin(angle)
    out[:] = 0.0
    j, k = (axis + 1) % 3, (axis + 2) % 3
    out[axis, axis], out[j, j], out[k, k] = 1.0, c, c
    out[j, k], out[k, j] = -s, s


@njit(cache=True, nogil=True)
def frames(upper, forearm, hand, joints, points, axes):  # type: ignore[no-untyped-def]
    """Write the four points of an arm and the axes of its three links."""
    one, two, three = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    _about(2, joints[0], one)
    _about(1, -joints[1], two)
    _multiply(one, two, axes[0])
    _about(1, -joints[2], two)
    _multiply(axes[0], two, axes[1])
    _about(0, joints[3], one)
    _about(1, -joints[4], two)
    _multiply(one, two, three)
    _about(0, joints[5], two)
    _multiply(three, two, one)
    _multiply(axes[1], one, axes[2])
    for k in range(3):
        points[0, k] = 0.0
        points[1, k] = upper * axes[0, k, 0]
        points[2, k] = points[1, k] + forearm * axes[1, k, 0]
        points[3, k] = points[2, k] + hand * axes[2, k, 0]


@njit(cache=True, nogil=True)
def solutions(upper, forearm, hand, limits, grip, rotation, found):  # type: ignore[no-untyped-def]
    """Write every set of joints within the limits that puts a hand there; returns how many there are."""
    wx, wy = grip[0] - hand * rotation[0, 0], grip[1] - hand * rotation[1, 0]
    wz = grip[2] - hand * rotation[2, 0]
    across = math.hypot(wx, wy)
    away = math.hypot(across, wz)
    cosine = (away * away - upper * upper - forearm * forearm) / (2.0 * upper * forearm)
    if abs(cosine) > 1.0 + 1e-12 or away < _STRAIGHT:
        return 0
    angle = math.acos(max(-1.0, min(1.0, cosine)))
    facing = math.atan2(wy, wx) if across > _STRAIGHT else 0.0
    fore, one, two, local = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    count = 0
    for back in range(2):
        turn = _wrapped(facing + math.pi) if back else facing
        level = -across if back else across
        for bent in range(2 if angle > 0.0 else 1):
            elbow = -angle if bent else angle
            ahead = math.atan2(forearm * math.sin(elbow), upper + forearm * math.cos(elbow))
            lift = _wrapped(math.atan2(wz, level) - ahead)
            _about(2, turn, one)
            _about(1, -(lift + elbow), two)
            _multiply(one, two, fore)
            _multiply(fore.T.copy(), rotation, local)
            count = _wrists(turn, lift, elbow, local, limits, found, count)
    return count


@njit(cache=True, nogil=True)
def _wrists(turn, lift, elbow, local, limits, found, count):  # type: ignore[no-untyped-def]
    """Add the sets with each roll, bend and roll that turn the forearm's axes into the hand's."""
    sine = math.hypot(local[1, 0], local[2, 0])
    for flip in range(2):
        if sine < _STRAIGHT:
            if flip:
                break
            roll = 0.0
            bend = (
                math.pi if local[0, 0] < 0.0 else 0.0
            )  # all the way back is beyond any wrist's limits
            sign = -1.0 if local[0, 0] < 0.0 else 1.0
            last = math.atan2(sign * local[2, 1], local[1, 1])
        else:
            bend = math.atan2(sine, local[0, 0])
            roll = math.atan2(-local[1, 0], local[2, 0])
            if flip:
                bend, roll = -bend, _wrapped(roll + math.pi)
            c, s = math.cos(roll), math.sin(roll)
            cb, sb = math.cos(bend), math.sin(bend)
            # Rows y and z of (about_x(roll) @ about_y(-bend)).T @ local, of which column y is needed.
            across = c * local[1, 1] + s * local[2, 1]
            upward = sb * -local[0, 1] + cb * (c * local[2, 1] - s * local[1, 1])
            last = math.atan2(upward, across)
        joints = (turn, lift, elbow, roll, bend, last)
        within = True
        for k in range(6):
            if not limits[k, 0] - _LIMIT <= joints[k] <= limits[k, 1] + _LIMIT:
                within = False
        if within:
            for k in range(6):
                found[count, k] = joints[k]
            count += 1
    return count


@njit(cache=True, nogil=True)
def _wrapped(angle):  # type: ignore[no-untyped-def]
    """The same angle from -pi to pi."""
    return angle - 2.0 * math.pi * round(angle / (2.0 * math.pi))


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
