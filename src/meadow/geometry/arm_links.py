"""The arm of a robot as rods, in the robot's frame: how actions move them, and when they meet its own body.

The simulator and the planners of agents share it, so a planner knows exactly what an action will do.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.geometry.kinematics import about_x, about_y, about_z, forward, frames, nearest
from meadow.types import Action, Arm, Joints

F64 = NDArray[np.float64]

#: Radii of upper arm, forearm, hand and fingers, metres.
RADII = (0.045, 0.04, 0.035, 0.01)
#: How far behind the point between the fingers the palm is, metres; the fingers are from there on.
PALM = 0.05
#: The column of the lift: its place behind the centre, its radius, and its top below the camera, metres.
COLUMN, COLUMN_RADIUS, COLUMN_TOP = -0.14, 0.03, 1.35
#: The robot's base, as a cylinder.
BASE_RADIUS, BASE_TOP = 0.18, 0.22
#: A ball around the camera that the arm keeps out of, metres.
HEAD = 0.09

#: Moves of the hand along the robot's axes.
TOWARDS = {
    Action.ARM_AHEAD: (1.0, 0.0, 0.0),
    Action.ARM_BACK: (-1.0, 0.0, 0.0),
    Action.ARM_LEFT: (0.0, 1.0, 0.0),
    Action.ARM_RIGHT: (0.0, -1.0, 0.0),
    Action.ARM_UP: (0.0, 0.0, 1.0),
    Action.ARM_DOWN: (0.0, 0.0, -1.0),
}
_JOINT = {
    Action(f"Joint{number}{sign}"): (number - 1, 1.0 if sign == "Plus" else -1.0)
    for number in range(1, 7)
    for sign in ("Plus", "Minus")
}
_LIFT = {Action.LIFT_UP: 1.0, Action.LIFT_DOWN: -1.0}


def arm_after(arm: Arm, lift: float, joints: Joints, action: Action) -> tuple[float, Joints] | str:
    """Lift and joints after a move of the arm, or why it cannot be done."""
    if action in _LIFT:
        lift = round(lift + _LIFT[action] * arm.step, 9)
        if not arm.lift[0] - 1e-9 <= lift <= arm.lift[1] + 1e-9:
            return "the lift is at its end"
        return lift, joints
    if action in _JOINT:
        number, sign = _JOINT[action]
        angles = list(joints)
        angles[number] += sign * arm.turn
        turned: Joints = tuple(angles)  # type: ignore[assignment]
        if not arm.allows(turned):
            return f"joint {number + 1} is at its limit"
        return lift, turned
    pose = forward(arm, joints)
    grip, rotation = pose.grip, pose.rotation
    if action in TOWARDS:
        grip = grip + arm.step * np.array(TOWARDS[action])
    else:
        rotation = _turned(rotation, action, arm.turn)
    found = nearest(arm, grip, rotation, joints)
    return "that is out of the arm's reach" if found is None else (lift, found)


def _turned(rotation: F64, action: Action, angle: float) -> F64:
    """The hand's axes after a turn of the wrist about the point between the fingers."""
    if action is Action.WRIST_LEFT or action is Action.WRIST_RIGHT:
        return about_z(angle if action is Action.WRIST_LEFT else -angle) @ rotation
    if action is Action.WRIST_UP or action is Action.WRIST_DOWN:
        return rotation @ about_y(-angle if action is Action.WRIST_UP else angle)
    if action is Action.WRIST_ROLL_LEFT or action is Action.WRIST_ROLL_RIGHT:
        return rotation @ about_x(-angle if action is Action.WRIST_ROLL_LEFT else angle)
    raise InvalidValueError(f"action {action!r}: not one of an arm")


def rods(arm: Arm, way: F64) -> F64:
    """(4, N, 6) ends of upper arms, forearms, hands and fingers in the robot's frame.

    ``way`` is (N, 7): the lift and the six joints at each moment.
    """
    out = np.empty((4, len(way), 6))
    write_rods(arm.upper, arm.forearm, arm.hand, way, out)
    return out


@njit(cache=True, nogil=True)
def write_rods(upper, forearm, hand, way, out):  # type: ignore[no-untyped-def]
    """What :func:`rods` returns, into ``out``, for callers that are compiled themselves."""
    points, axes = np.zeros((4, 3)), np.empty((3, 3, 3))
    for n in range(len(way)):
        frames(upper, forearm, hand, way[n, 1:], points, axes)
        for k in range(3):
            up = way[n, 0] if k == 2 else 0.0
            palm = points[3, k] - PALM * axes[2, k, 0] + up
            out[0, n, k], out[0, n, 3 + k] = points[0, k] + up, points[1, k] + up
            out[1, n, k], out[1, n, 3 + k] = points[1, k] + up, points[2, k] + up
            out[2, n, k], out[2, n, 3 + k] = points[2, k] + up, palm
            out[3, n, k], out[3, n, 3 + k] = palm, points[3, k] + up


@njit(cache=True, nogil=True)
def meets_itself(rods, eye):  # type: ignore[no-untyped-def]
    """Whether forearm or hand, of :func:`rods`, touch the robot's base, its column or its camera."""
    for link in range(1, 3):
        radius = RADII[link]
        for n in range(rods.shape[1]):
            end = rods[link, n]
            for part in range(5):
                t = 0.25 * part
                x = end[0] + t * (end[3] - end[0])
                y = end[1] + t * (end[4] - end[1])
                z = end[2] + t * (end[5] - end[2])
                across = math.hypot(x, y)
                if z < BASE_TOP + radius and across < BASE_RADIUS + radius:
                    return True
                if z < COLUMN_TOP and math.hypot(x - COLUMN, y) < COLUMN_RADIUS + radius:
                    return True
                if math.hypot(across, z - eye) < HEAD + radius:
                    return True
    return False
