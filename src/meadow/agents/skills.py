"""Skills of the hand, from depth and what the robot feels: given a point, go there and lift, weigh or open.

    skill = weigh(brief, point)          # or lift(...), pull(...)
    action = skill.begin(observation)    # None when the skill is over
    action = skill.act(observation)
    skill.outcome                        # how it went
    skill = fold(brief)                  # after a skill that was broken off: fold the arm for driving

Points are in the frame of the poses that the robot senses: x, y from where the episode began, z above the
floor. A skill needs depth and pose. It knows nothing of the home but what it sees while it works.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.errors import MeadowError
from meadow.geometry.arm_links import RADII, rods
from meadow.mapping.cloud import PointCloud
from meadow.planning.arm_turns import Refused, way_by_turns, way_to_fold
from meadow.planning.arm_way import BACK, ArmPlanner, state_key
from meadow.planning.base_way import BaseSearch
from meadow.planning.grip import set_force
from meadow.types import Action, ArmSense, Brief, Observation, Pose, wrap_angle

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]
Steps = Generator[Action, Observation, "SkillOutcome"]

#: How far from the point the hand may be to grip there, and to pull a handle there, metres.
GRIP, PULL = 0.055, 0.085
#: How far above a point on a thing the fingers close, metres.
ABOVE = 0.015
#: How far from the point the base may be, metres, and how far off its heading, radians.
NEAREST, FACING = 0.28, math.radians(38.0)
#: How often another base, another way of the hand and another place of the hand are tried.
BASES, WAYS, PLACES = 7, 10, 6
#: Where something did not open, the next base is this much further away, metres, or elsewhere, radians.
FURTHER, SIDE = 0.06, math.radians(40.0)
#: How far the base keeps off what was seen, beyond its radius, metres; less where there is no way else.
MARGINS = (0.02, -0.02, -0.05)
#: How often the base may be blocked on its way, and how far down it looks then, radians.
BUMPS, DOWN = 15, math.radians(-50.0)
#: Bases nearer than this to one that did not do are not tried, metres.
APART = 0.12
#: By how many steps of the lift or the hand a thing is raised.
RAISE = 2
#: How often the hand draws back a thing that cannot be raised where it is.
OUT = 12
#: How a weight is found: down by coarse steps and then by fine ones, and up again by one.
_FINER = (
    (Action.FORCE_DOWN_COARSE, Action.FORCE_UP_COARSE),
    (Action.FORCE_DOWN, Action.FORCE_UP),
)


@dataclass(frozen=True, slots=True)
class SkillOutcome:
    """How a skill ended."""

    done: bool
    why: str = ""
    """What kept it from being done, or went otherwise than usual."""
    weight: tuple[float, float] | None = None
    """More than the first, at most the second, in kilograms; what was weighed."""
    hand_steps: int = 0
    """Actions since the base stood where it worked."""


class Skill:
    """A skill on its way: give it each observation, do the action that it returns until there is none."""

    def __init__(self, steps: Callable[[Observation], Steps]) -> None:
        self._make = steps
        self._steps: Steps | None = None
        self.outcome: SkillOutcome | None = None
        """Set when it is over."""

    def begin(self, observation: Observation) -> Action | None:
        """Begin where the robot is now."""
        self._steps, self.outcome = self._make(observation), None
        try:
            return next(self._steps)
        except StopIteration as end:
            self.outcome = end.value
            return None

    def act(self, observation: Observation) -> Action | None:
        """The next action; None when the skill is over."""
        if self._steps is None:
            return self.begin(observation)
        if self.outcome is not None:  # it stays over
            return None
        try:
            return self._steps.send(observation)
        except StopIteration as end:
            self.outcome = end.value
            return None


def lift(brief: Brief, point: Point3) -> Skill:
    """Go to a point on a thing, grip with rising force and raise the thing; the hand keeps it."""
    return Skill(lambda seen: _Hand(brief, point, seen).lift())


def weigh(brief: Brief, point: Point3) -> Skill:
    """Go to a point on a thing, find the least force that lifts it, raise it, put it back, fold the arm."""
    return Skill(lambda seen: _Hand(brief, point, seen).weigh())


def pull(brief: Brief, point: Point3, action: Action = Action.OPEN) -> Skill:
    """Go to a point on a handle, open or close what it belongs to and fold the arm."""
    return Skill(lambda seen: _Hand(brief, point, seen).pull(action))


def fold(brief: Brief) -> Skill:
    """Fold the arm for driving, wherever it is: after the skill no part of it sticks out of the base."""
    return Skill(lambda seen: _Hand(brief, _here(seen), seen).fold())


def _here(seen: Observation) -> Point3:
    """The floor below the robot."""
    return (0.0, 0.0, 0.0) if seen.pose is None else (seen.pose.x, seen.pose.y, 0.0)


class _Hand:
    """The work on one point."""

    def __init__(self, brief: Brief, point: Point3, seen: Observation) -> None:
        if brief.arm is None or seen.arm is None:
            raise MeadowError("a skill of the hand needs a robot with an arm")
        if seen.depth is None or seen.pose is None:
            raise MeadowError(
                "a skill of the hand needs depth and pose: run with --senses depth,pose"
            )
        self._body, self._arm, self._point = brief.embodiment, brief.arm, point
        self._planner = ArmPlanner(brief.arm, brief.embodiment.camera.elevation)
        self._cloud = PointCloud(brief.embodiment.camera, point[:2])
        self._seen = seen
        self._path: list[Action] = []
        """What the arm did since it was folded."""
        self._poor: list[tuple[float, float, float]] = []
        """Bases that did not do: x, y, and how near to them others will not do either."""
        self._swept: list[tuple[float, float]] = []
        """Bases that were in the way of what should have opened."""
        self._bumps: list[tuple[float, float]] = []
        self._grips = 0
        self._hand_steps = 0
        self._look()

    # --- senses ----------------------------------------------------------------------------------

    @property
    def _pose(self) -> Pose:
        assert self._seen.pose is not None
        return self._seen.pose

    @property
    def _felt(self) -> ArmSense:
        assert self._seen.arm is not None
        return self._seen.arm

    def _look(self) -> None:
        assert self._seen.depth is not None
        felt = self._felt
        links = rods(self._arm, np.array([(felt.lift, *felt.joints)]))
        if felt.touch != "holding":  # what is held would be taken for a part of the world
            self._cloud.add(self._pose, self._seen.depth, links, RADII)

    def _do(self, action: Action) -> Generator[Action, Observation, bool]:
        """Do an action; whether it had an effect."""
        self._seen = yield action
        self._hand_steps += 1
        self._look()
        return self._seen.moved

    def _local(self, point: Point3, pose: Pose) -> Point3:
        """A point in the robot's frame."""
        c, s = math.cos(pose.yaw), math.sin(pose.yaw)
        dx, dy = point[0] - pose.x, point[1] - pose.y
        return c * dx + s * dy, c * dy - s * dx, point[2]

    def _points(self, pose: Pose) -> F64:
        """What was seen within the arm's reach, in the robot's frame, by x."""
        return self._cloud.near(pose, self._arm.reach + 0.15)

    # --- skills ----------------------------------------------------------------------------------

    def lift(self) -> Steps:
        """The actions of :func:`lift` are yielded one by one; its outcome is returned."""
        held = yield from self._take()
        if not held.done:
            return held
        raised = yield from self._raise()
        for _ in range(OUT):
            if raised or self._felt.touch != "holding":
                break
            for action in (Action.ARM_BACK, Action.MOVE_BACK):  # from below what is above it
                if (yield from self._do(action)):
                    break
            raised = yield from self._raise()
        if self._felt.touch != "holding":
            return self._ended("it fell out of the hand")
        return self._ended("" if raised else "something is above it")

    def weigh(self) -> Steps:
        """The actions of :func:`weigh` are yielded one by one; its outcome is returned."""
        held = yield from self._take()
        if not held.done:
            return held
        low, top = 0.0, self._felt.force
        for down, up in _FINER[self._grips > 1 :]:
            while self._felt.touch == "holding":
                top = self._felt.force
                if not (yield from self._do(down)):
                    break  # nothing weighs less than the step
            low = self._felt.force if self._felt.touch == "slipped" else 0.0
            if self._felt.touch == "slipped":
                yield from self._do(up)
                yield from self._do(Action.GRASP)
        taken, fell = self._felt.touch == "holding", ""
        if taken:
            back = yield from self._raise()
            for action in back:
                yield from self._do(action)
            yield from self._do(Action.RELEASE)
        else:  # it hung, and nothing was below it
            fell = "it fell while it was weighed"
        steps = self._hand_steps
        yield from self._fold()
        return SkillOutcome(True, fell, (low, top), steps)

    def pull(self, action: Action) -> Steps:
        """The actions of :func:`pull` are yielded one by one; its outcome is returned."""
        why = "no base from which the hand can reach the handle"
        for _ in range(BASES):
            stands = yield from self._stand(PULL)
            if not stands:
                break
            tried: set[Point3] = set()
            there = yield from self._reach(self._local(self._point, self._pose), PULL, tried)
            if there:
                moved = yield from self._do(action)
                steps = self._hand_steps
                yield from self._fold()
                if moved:
                    return SkillOutcome(True, hand_steps=steps)
                why = "what the handle belongs to does not move"
            yield from self._fold()
            if there:  # the base is in the way of what opens
                self._swept.append((self._pose.x, self._pose.y))
            self._poor.append((self._pose.x, self._pose.y, APART))
        return self._ended(why)

    def fold(self) -> Steps:
        """The actions of :func:`fold` are yielded one by one; its outcome is returned."""
        folded = yield from self._fold()
        return self._ended("" if folded else "something is in the way of folding the arm")

    def _take(self) -> Steps:
        """Bring the hand to the thing and raise the force until it holds."""
        why = "no base from which the hand can reach the thing"
        for _ in range(BASES):
            stands = yield from self._stand(GRIP)
            if not stands:
                break
            tried: set[Point3] = set()
            for _ in range(PLACES):
                x, y, z = self._local(self._point, self._pose)
                there = yield from self._reach((x, y, z + ABOVE), GRIP, tried)
                if not there:
                    why = why if not tried else "no place of the hand grips the thing"
                    break
                yield from self._grip()
                if self._felt.touch == "holding":
                    return SkillOutcome(True)
                slipped = self._felt.touch == "slipped"
                why = "it is too heavy, or fixed" if slipped else "nothing is where the hand closes"
            yield from self._fold()
            self._poor.append((self._pose.x, self._pose.y, APART))
        return self._ended(why)

    def _grip(self) -> Generator[Action, Observation, None]:
        """Grasp with rising force until something is held, or nothing is felt, or it is too heavy."""
        arm = self._arm
        self._grips += 1
        while True:
            if self._felt.force > 0.0:
                yield from self._do(Action.GRASP)
                if self._felt.touch != "slipped" or self._felt.force >= arm.payload - 1e-9:
                    return
            force = min(self._felt.force + arm.coarse, arm.payload)
            for action in set_force(force, self._felt.force, arm):
                yield from self._do(action)

    def _raise(self) -> Generator[Action, Observation, list[Action]]:
        """Raise what is held; what would bring it down again."""
        back: list[Action] = []
        for _ in range(RAISE):
            for action in (Action.LIFT_UP, Action.ARM_UP):
                if (yield from self._do(action)):
                    back.insert(0, BACK[action])
                    break
            else:
                break
        return back

    def _ended(self, why: str) -> SkillOutcome:
        return SkillOutcome(not why, why, hand_steps=self._hand_steps)

    # --- the base --------------------------------------------------------------------------------

    def _stand(self, tolerance: float) -> Generator[Action, Observation, bool]:
        """Drive to where the arm can work, and look at the point from there."""
        yield from self._face()
        bumped = 0
        while bumped < BUMPS:
            known = self._cloud.points
            actions = self._base_way(tolerance)
            if actions is None:
                return False
            for action in actions:
                before = self._pose
                if not (yield from self._do(action)):
                    step = self._body.step * (-1.0 if action is Action.MOVE_BACK else 1.0)
                    far = step + math.copysign(0.1, step)
                    x = before.x + far * math.cos(before.yaw)
                    self._bumps.append((x, before.y + far * math.sin(before.yaw)))
                    bumped += 1
                    yield from self._look_down()
                    break
                if len(self._cloud.points) > 1.2 * len(known):  # more is known: plan anew
                    break
            else:
                yield from self._face()
                if self._suits(tolerance, self._pose):
                    self._hand_steps = 0
                    return True
                bumped += 1
                self._poor.append((self._pose.x, self._pose.y, 0.05))
        return False

    def _base_way(self, tolerance: float) -> list[Action] | None:
        """Actions to where the arm can work: with room to spare, or else along what is near."""
        reach = NEAREST, self._arm.reach - 0.05
        known: dict[tuple[float, float, float], bool | None] = {}

        def suits(pose: Pose) -> bool | None:
            place = round(pose.x, 6), round(pose.y, 6), round(pose.yaw, 6)
            if place not in known:
                known[place] = self._suits(tolerance, pose)
            return known[place]

        for margin in MARGINS:
            around = (self._point[:2], reach, margin, self._bumps)
            search = BaseSearch(self._body, self._cloud.points, *around)
            within = self._arm.reach, FACING + 1e-9
            actions = search.way(self._pose, suits, within)
            if actions is not None:
                return actions
        return None

    def _suits(self, tolerance: float, pose: Pose) -> bool | None:
        """Whether the hand can come to the point from a pose; None where that needs no look."""
        x, y, z = self._local(self._point, pose)
        away = math.hypot(x, y)
        if not NEAREST <= away <= self._arm.reach or abs(math.atan2(y, x)) > FACING:
            return None
        if any(math.dist((pose.x, pose.y), (u, v)) < near for u, v, near in self._poor):
            return None
        if any(self._in_the_way(pose, base) for base in self._swept):
            return None
        above = ABOVE if tolerance == GRIP else 0.0
        places = self._planner.places(self._rest(), (x, y, z + above), tolerance)
        if not self._planner.can_reach(places, self._points(pose)):
            return False
        return self._hand_way(self._rest(), pose, (x, y, z + above), tolerance) is not None

    def _in_the_way(self, pose: Pose, base: tuple[float, float]) -> bool:
        """Whether a pose is in the way of what opens if a base was: as near, and to the same side."""
        x, y = self._point[:2]
        side = math.atan2(pose.y - y, pose.x - x) - math.atan2(base[1] - y, base[0] - x)
        nearer = pose.distance(x, y) < math.dist(base, (x, y)) + FURTHER
        return nearer and abs(wrap_angle(side)) < SIDE

    def _rest(self) -> ArmSense:
        """The arm folded, from where its plans begin."""
        arm = self._arm
        grip = self._planner.grip(arm.rest_lift, arm.rest)
        return ArmSense("nothing", 0.0, grip, (0.0, 0.0, -1.0), arm.rest_lift, arm.rest)

    def _face(self) -> Generator[Action, Observation, None]:
        """Turn and tilt until the point is well in view."""
        for _ in range(24):
            x, y, z = self._local(self._point, self._pose)
            off = wrap_angle(math.atan2(y, x))
            if abs(off) <= FACING:
                break
            if not (yield from self._do(Action.ROTATE_LEFT if off > 0.0 else Action.ROTATE_RIGHT)):
                break
        for _ in range(8):
            x, y, z = self._local(self._point, self._pose)
            up = math.atan2(z - self._body.camera.elevation, math.hypot(x, y)) - self._pose.pitch
            if abs(up) <= 0.75 * self._body.tilt:
                break
            if not (yield from self._do(Action.LOOK_UP if up > 0.0 else Action.LOOK_DOWN)):
                break

    def _look_down(self) -> Generator[Action, Observation, None]:
        """See what stands at the robot's feet."""
        while self._pose.pitch > DOWN:
            if not (yield from self._do(Action.LOOK_DOWN)):
                break

    # --- the arm ---------------------------------------------------------------------------------

    def _reach(
        self, target: Point3, tolerance: float, tried: set[Point3]
    ) -> Generator[Action, Observation, bool]:
        """Bring the hand to a place near the target, other than those tried, which it joins."""
        refused: set[tuple[tuple[float, ...], Action]] = set()
        for _ in range(WAYS):
            actions = self._hand_way(self._felt, self._pose, target, tolerance, tried, refused)
            if actions is None:
                return False
            for action in actions:
                here = state_key(self._felt.lift, self._felt.joints)
                if not (yield from self._do(action)):
                    refused.add((here, action))
                    break
                self._path.append(action)
            else:
                tried.add(self._felt.grip)
                return True
        return False

    def _hand_way(
        self,
        felt: ArmSense,
        pose: Pose,
        target: Point3,
        tolerance: float,
        tried: Collection[Point3] = (),
        refused: Refused = (),
    ) -> list[Action] | None:
        """Actions that bring the hand near the target: by moves of the hand, or else by turns of joints."""
        points, near = self._points(pose), (felt, target, tolerance)
        places = self._planner.places(*near)
        places = [p for p in places if all(math.dist(p, other) > 0.02 for other in tried)]
        actions = self._planner.plan(felt, places, points, refused)
        if actions is not None:
            return actions
        return way_by_turns(self._planner, *near, points, refused, tried)

    def _fold(self) -> Generator[Action, Observation, bool]:
        """Bring the arm back the way that it came, or else by another way; whether it is folded."""
        path, self._path = self._path, []
        if math.dist(self._felt.joints, self._arm.rest) < 1e-6:  # an opened part has folded it
            path = [a for a in path if a in (Action.LIFT_UP, Action.LIFT_DOWN)]
        for action in reversed(path):
            if not (yield from self._do(BACK[action])):
                break
        refused: set[tuple[tuple[float, ...], Action]] = set()
        for _ in range(WAYS):
            within = self._body.radius, self._points(self._pose), refused
            actions = way_to_fold(self._planner, self._felt, *within)
            if not actions:
                return actions is not None
            for action in actions:
                here = state_key(self._felt.lift, self._felt.joints)
                if not (yield from self._do(action)):
                    refused.add((here, action))
                    break
        return self._planner.folded(self._felt.lift, self._felt.joints, self._body.radius)
