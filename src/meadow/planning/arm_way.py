"""Ways of the hand: sequences of the arm's own actions that bring it to a point and touch nothing known.

Places of the hand are those that its actions lead to, a lattice of the arm's step. The search is A* over
places of the hand, heights of the lift and bends of the wrist.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.geometry.arm_links import RADII, TOWARDS, rods
from meadow.geometry.kinematics import forward
from meadow.mapping.cloud import point_rod
from meadow.planning import arm_kernels
from meadow.planning.arm_kernels import MARGIN
from meadow.types import Action, Arm, ArmSense, Joints

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]

#: What the search may do.
MOVES = (
    *TOWARDS,
    Action.LIFT_UP,
    Action.LIFT_DOWN,
    Action.WRIST_UP,
    Action.WRIST_DOWN,
)
#: Each of them undone.
BACK = {
    Action.ARM_AHEAD: Action.ARM_BACK,
    Action.ARM_LEFT: Action.ARM_RIGHT,
    Action.ARM_UP: Action.ARM_DOWN,
    Action.LIFT_UP: Action.LIFT_DOWN,
    Action.WRIST_UP: Action.WRIST_DOWN,
}
BACK |= {Action(f"Joint{n}Plus"): Action(f"Joint{n}Minus") for n in range(1, 7)}
BACK |= {after: before for before, after in BACK.items()}
#: How many states a search may look at.
PATIENCE = 3000
#: How much further the hand is taken to be than it is: less search for ways a little longer.
GREED = 1.3
#: How the fingers may point when a base is judged, degrees above level; shoulders above the hand, metres.
PITCHES = (-90.0, -60.0, -30.0, 0.0, 30.0, 60.0)
SHOULDERS = (0.3, 0.15, 0.45, 0.0, 0.6, -0.15, -0.3, -0.5, -0.7)
_PITCHES, _SHOULDERS = np.radians(PITCHES), np.array(SHOULDERS)
#: Places of the hand that are tried when a base is judged.
MOST_PLACES = 10


#: Steps of the hand ahead, left and up, of the lift up and of the wrist up.
_STEPS = {
    Action.ARM_AHEAD: (1, 0, 0, 0, 0),
    Action.ARM_BACK: (-1, 0, 0, 0, 0),
    Action.ARM_LEFT: (0, 1, 0, 0, 0),
    Action.ARM_RIGHT: (0, -1, 0, 0, 0),
    Action.ARM_UP: (0, 0, 1, 0, 0),
    Action.ARM_DOWN: (0, 0, -1, 0, 0),
    Action.LIFT_UP: (0, 0, 1, 1, 0),
    Action.LIFT_DOWN: (0, 0, -1, -1, 0),
    Action.WRIST_UP: (0, 0, 0, 0, 1),
    Action.WRIST_DOWN: (0, 0, 0, 0, -1),
}
_LATTICE = np.array([_STEPS[move] for move in MOVES])


class ArmPlanner:
    """Plans for one arm on a body with a camera at some height."""

    def __init__(self, arm: Arm, eye: float) -> None:
        self.arm, self._eye = arm, eye
        self._lengths, self._limits = (arm.upper, arm.forearm, arm.hand), np.array(arm.limits)

    def places(self, start: ArmSense, target: Point3, tolerance: float) -> list[Point3]:
        """Places of the hand on its lattice within a tolerance of a target, the nearest first."""
        step = self.arm.step
        around = math.ceil(tolerance / step)
        at = [round((t - g) / step) for t, g in zip(target, start.grip)]
        offsets = np.array(list(itertools.product(range(-around, around + 1), repeat=3)))
        places = np.array(start.grip) + step * (np.array(at) + offsets)
        away = np.linalg.norm(places - target, axis=1)
        within = (away <= tolerance) & (places[:, 2] > 0.0)
        order = np.argsort(away[within], kind="stable")
        return [(x, y, z) for x, y, z in places[within][order].tolist()]

    def can_reach(self, places: Collection[Point3], points: F64) -> bool:
        """Whether some pose of the arm brings the hand to one of the places and touches no point."""
        tried = np.array(list(itertools.islice(places, MOST_PLACES)), np.float64).reshape(-1, 3)
        reached: bool = arm_kernels.can_reach(
            *(self._lengths, self._limits, np.array(self.arm.rest), self.arm.lift, self._eye),
            *(tried, _PITCHES, _SHOULDERS, points),
        )
        return reached

    def free(self, lift: float, joints: Joints, points: F64) -> bool:
        """Whether the arm touches neither the robot nor one of (N, 3) points in its frame, by x."""
        state, links = np.array([(lift, *joints)]), np.empty((4, 1, 6))
        touches_nothing: bool = arm_kernels.free(self._lengths, self._eye, state, points, links)
        return touches_nothing

    def plan(
        self,
        start: ArmSense,
        places: Collection[Point3],
        points: F64,
        refused: Collection[tuple[tuple[float, ...], Action]] = (),
    ) -> list[Action] | None:
        """The actions that bring the hand to one of the places; None where there is no way.

        ``points`` are (N, 3) in the robot's frame, as ``PointCloud.near`` orders them. ``refused`` are
        actions that the world did not allow, each with where it was tried: :func:`state_key`.
        """
        step = self.arm.step
        goals = {
            tuple(round((p - g) / step) for p, g in zip(place, start.grip)) for place in places
        }
        if not goals:
            return None
        points = self.beyond(start, points)
        known = [(key, MOVES.index(action)) for key, action in refused if action in _STEPS]
        states = np.array([key for key, _ in known]).reshape(-1, 7)
        arm, here = self.arm, np.array((start.lift, *start.joints))
        there, moves = arm_kernels.search(
            *(self._lengths, self._limits, self._eye, arm.lift, step, arm.turn, _LATTICE, here),
            *(np.array(sorted(goals)), points, states, np.array([m for _, m in known], np.int64)),
            *(GREED, PATIENCE),
        )
        return [MOVES[n] for n in moves.tolist()] if there else None

    def folded(self, lift: float, joints: Joints, radius: float) -> bool:
        """Whether no part of the arm sticks out of a disc around the robot."""
        ends = rods(self.arm, np.array([(lift, *joints)])).reshape(-1, 2, 3)
        reach = np.hypot(ends[..., 0], ends[..., 1]).max(axis=1) + np.array(RADII)
        return bool(reach.max() <= radius)

    def beyond(self, felt: ArmSense, points: F64) -> F64:
        """The points but those that are at the arm already, or nearly: they are no reason to stay."""
        links = rods(self.arm, np.array([(felt.lift, *felt.joints)]))
        reach = np.array(RADII[:3]) + 2.0 * MARGIN
        away: F64 = points[~_touching(links[:3, 0], reach, points)]
        return away

    def grip(self, lift: float, joints: Joints) -> Point3:
        """The place of the hand in the robot's frame."""
        x, y, z = forward(self.arm, joints).grip.tolist()
        return x, y, z + lift


def state_key(lift: float, joints: Joints) -> tuple[float, ...]:
    """A state of the arm, rounded, to remember things by."""
    return round(lift, 3), *(round(angle, 3) for angle in joints)


@njit(cache=True, nogil=True)
def _touching(rods, radii, points):  # type: ignore[no-untyped-def]
    found = np.zeros(len(points), np.bool_)
    for i in range(len(points)):
        for k in range(len(rods)):
            if point_rod(points[i, 0], points[i, 1], points[i, 2], rods[k]) < radii[k] ** 2:
                found[i] = True
    return found
