"""Ways of the arm by turns of its joints: to a pose that has the hand in its place, or to fold it.

Moves of the hand alone leave the elbow where it is. Where that leads nowhere, the joints are turned one by
one towards a pose of the whole arm that touches nothing known, and moves of the hand do the rest.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from meadow.geometry.arm_links import TOWARDS, arm_after
from meadow.geometry.kinematics import about_y, about_z, inverse
from meadow.planning.arm_way import PITCHES, SHOULDERS, ArmPlanner, state_key
from meadow.types import ARM_MOVES, Action, ArmSense, Joints

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]
#: A state of the arm as it is remembered: :func:`state_key`.
State = tuple[float, ...]
#: Actions that the world did not allow, each with the state in which it was tried.
Refused = Collection[tuple[State, Action]]

#: How many poses of the arm are tried, and how many states a search for the way to one may look at.
POSES, PATIENCE = 4, 250
#: How many states a search for a way to fold the arm may look at.
FOLDING = 3000
#: How far from the target the hand may be in a pose, as a fraction of the tolerance.
OFF = 0.75
#: Moves of the hand are tried when not more turns than this are left to a pose of the arm.
CLOSE = 2.0
#: How much further the arm is taken to be from its pose than it is: less search for ways a little longer.
GREED = 2.0
_LIFTS = (Action.LIFT_UP, Action.LIFT_DOWN)
_TURNS = (*(action for action in ARM_MOVES if action.startswith("Joint")), *_LIFTS)
_CLOSE_MOVES = (*_TURNS, *TOWARDS)


@dataclass(frozen=True, slots=True)
class _Aim:
    """A pose of the arm that has the hand in its place."""

    lift: float
    joints: Joints


def way_by_turns(
    planner: ArmPlanner,
    start: ArmSense,
    target: Point3,
    tolerance: float,
    points: F64,
    refused: Refused = (),
    tried: Collection[Point3] = (),
) -> list[Action] | None:
    """The actions that bring the hand within a tolerance of a target; None where no way is found.

    ``points`` and ``refused`` are those of :meth:`ArmPlanner.plan`; ``tried`` are places of the hand that
    are not wanted again.
    """
    points = planner.beyond(start, points)

    def arrived(lift: float, joints: Joints) -> bool:
        """Whether the hand is where it should be, and not where it was before."""
        grip = planner.grip(lift, joints)
        near = math.dist(grip, target) <= tolerance
        return near and all(math.dist(grip, other) > 0.02 for other in tried)

    def left(aim: _Aim, lift: float, joints: Joints) -> float:
        """Turns that are left to a pose of the arm, and moves that the hand is off its place."""
        off = math.dist(planner.grip(lift, joints), target) / planner.arm.step
        return _turns(planner, lift, joints, aim) + off / 2.0

    def moves(aim: _Aim, lift: float, joints: Joints) -> Sequence[Action]:
        """Turns alone while the arm is far from its pose."""
        return _CLOSE_MOVES if _turns(planner, lift, joints, aim) < CLOSE else _TURNS

    for aim in itertools.islice(_aims(planner, start, target, tolerance, points), POSES):
        lead = _Lead(partial(moves, aim), partial(left, aim), arrived)
        way = _search(planner, start, lead, points, refused, PATIENCE)
        if way is not None:
            return way
    return None


def way_to_fold(
    planner: ArmPlanner, start: ArmSense, radius: float, points: F64, refused: Refused = ()
) -> list[Action] | None:
    """The actions that bring the arm into a disc around the robot; None where no way is found.

    The arm may begin anywhere. ``points`` and ``refused`` are those of :meth:`ArmPlanner.plan`.
    """
    arm = planner.arm

    def left(lift: float, joints: Joints) -> float:
        """About how many turns of joints and steps of the lift are left."""
        turns = sum(abs(a - b) for a, b in zip(joints, arm.rest)) / arm.turn
        return turns + max(0.0, lift - arm.rest_lift) / arm.step

    lead = _Lead(
        lambda lift, joints: ARM_MOVES,
        left,
        lambda lift, joints: planner.folded(lift, joints, radius),
    )
    return _search(planner, start, lead, planner.beyond(start, points), refused, FOLDING)


def _aims(
    planner: ArmPlanner, start: ArmSense, target: Point3, tolerance: float, points: F64
) -> Iterator[_Aim]:
    """Poses of the arm with the hand near the target that touch nothing known, the nearest of each kind."""
    arm, found = planner.arm, []
    low, high = arm.lift
    for x, y, z in _around(target, OFF * tolerance):
        heading = about_z(math.atan2(y, x))
        for pitch, up in itertools.product(PITCHES, SHOULDERS):
            steps = round((min(max(z + up, low), high) - start.lift) / arm.step)
            lift = round(start.lift + steps * arm.step, 9)
            if not low - 1e-9 <= lift <= high + 1e-9:
                continue
            goal = np.array([x, y, z - lift])
            for joints in inverse(arm, goal, heading @ about_y(math.radians(-pitch))):
                far = _turns(planner, start.lift, start.joints, _Aim(lift, joints))
                found.append((far, (pitch, joints[2] > 0.0), _Aim(lift, joints)))
    kinds = set()
    for _, kind, pose in sorted(found, key=lambda item: item[0]):
        if kind not in kinds and planner.free(pose.lift, pose.joints, points):
            kinds.add(kind)
            yield pose


def _around(target: Point3, off: float) -> list[Point3]:
    """A target, and places so far above, before, beside and below it."""
    x, y, z = target
    away = math.hypot(x, y)
    u, v = off * x / away, off * y / away
    sides = ((0.0, 0.0, 0.0), (0.0, 0.0, off), (-u, -v, 0.0), (-v, u, 0.0), (v, -u, 0.0))
    return [(x + a, y + b, z + c) for a, b, c in (*sides, (u, v, 0.0), (0.0, 0.0, -off))]


def _turns(planner: ArmPlanner, lift: float, joints: Joints, aim: _Aim) -> float:
    """About how many turns and lifts are left to a pose, which may be missed by half of a step."""
    arm = planner.arm
    turns = sum(max(0.0, abs(a - b) / arm.turn - 0.5) for a, b in zip(joints, aim.joints))
    return turns + max(0.0, abs(lift - aim.lift) / arm.step - 0.5)


@dataclass(frozen=True, slots=True)
class _Lead:
    """What leads a search, each by the lift and the joints of a state."""

    moves: Callable[[float, Joints], Sequence[Action]]
    left: Callable[[float, Joints], float]
    """About how many actions are left."""
    arrived: Callable[[float, Joints], bool]


def _search(
    planner: ArmPlanner,
    start: ArmSense,
    lead: _Lead,
    points: F64,
    refused: Refused,
    patience: int,
) -> list[Action] | None:
    """A* over states of the arm."""
    first = state_key(start.lift, start.joints)
    queue: list[tuple[float, int, int, float, Joints]] = [(0.0, 0, 0, start.lift, start.joints)]
    came: dict[State, tuple[State, Action] | None] = {first: None}
    costs, closed, tie = {first: 0}, set[State](), itertools.count(1)
    while queue and len(closed) < patience:
        _, _, cost, lift, joints = heapq.heappop(queue)
        key = state_key(lift, joints)
        if key in closed:
            continue
        closed.add(key)
        if lead.arrived(lift, joints):
            return _unwound(came, key)
        for action in lead.moves(lift, joints):
            after = arm_after(planner.arm, lift, joints, action)
            if isinstance(after, str) or (key, action) in refused:
                continue
            other = state_key(*after)
            if cost + 1 >= costs.get(other, cost + 2):
                continue
            if not _passes(planner, lift, joints, after, points):
                continue
            costs[other], came[other] = cost + 1, (key, action)
            guess = cost + 1 + GREED * lead.left(*after)
            heapq.heappush(queue, (guess, next(tie), cost + 1, *after))
    return None


def _unwound(came: Mapping[State, tuple[State, Action] | None], key: State) -> list[Action]:
    """The actions that led to a state."""
    actions = []
    while (step := came[key]) is not None:
        key, action = step
        actions.append(action)
    return actions[::-1]


def _passes(
    planner: ArmPlanner, lift: float, joints: Joints, after: tuple[float, Joints], points: F64
) -> bool:
    """Whether the arm touches nothing known at the end of a move, nor half way."""
    half: Joints = tuple((a + b) / 2 for a, b in zip(joints, after[1]))  # type: ignore[assignment]
    return planner.free(*after, points) and planner.free((lift + after[0]) / 2, half, points)
