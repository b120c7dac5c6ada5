"""The oracle agent: what a robot with these actions can do at best."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from meadow.errors import PrivilegedAccessError
from meadow.planning.shortest_path import LatticePlanner, Leg, turning
from meadow.protocols import Oracle
from meadow.seeding import stream
from meadow.types import Action, Array, Brief, Observation, Pose, wrap_angle

Accept = Callable[[float, float], bool]

#: A drive is planned anew when the robot is further than this from where it should be.
OFF_COURSE = 0.04
OFF_HEADING = math.radians(4.0)
#: Paths keep this much more distance than the radius: coarse steps do not pass the narrowest gaps.
MARGIN = 0.04
#: Noise may leave the robot where no whole steps lead on; it then shifts its lattice so many times.
ASIDES = 20
#: Around viewpoints, which lie on a grid, a place that shows the object is looked for this far.
NEAR_VIEWPOINT = 0.3
#: Without a step towards places that are further than this the robot is stuck, not there, metres.
STUCK = 0.5
#: How close to a viewpoint the robot drives when none was found, before it looks around, metres.
AT_VIEWPOINT = 0.1


class OracleAgent:
    """Drives the shortest way to the goal of each search and stops there.

    A goal has a ``point``, or ``objects`` (ids) with optional ``viewpoints``: then it stops as soon as
    one of them is visible within ``distance``.
    """

    def __init__(self, distance: float = 1.0, within: float = 0.19) -> None:
        """Make it.

        Args:
            distance: From how far a goal object counts as visible, metres.
            within: How close to drive to a goal that is a point, metres; 0.2 is usual.
        """
        self._distance = distance
        self._within = within
        self._brief = Brief(task="", goal="")
        self._oracle: Oracle | None = None
        self._objects: tuple[str, ...] = ()
        self._places: Array = np.zeros((0, 3))
        self._legs: list[Leg] = []
        self._expected: Pose | None = None
        self._asides = 0

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._brief = brief
        self._oracle, self._expected = None, None
        self._legs = []
        self._asides = 0

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn the truth about the world and about the last of the goals revealed so far."""
        self._oracle = oracle
        self._objects = ()
        if not goals or self._brief.kind != "search":
            self._places = np.zeros((0, 3))
            return
        goal = goals[-1]
        if getattr(goal, "point", None) is not None:
            self._places = np.array([[*goal.point, math.nan]])
            return
        self._objects = tuple(goal.objects)
        if goal.viewpoints:
            self._places = np.array(goal.viewpoints, np.float64)
            return
        found = [oracle.viewpoints(id, self._distance, self._tilts()) for id in self._objects]
        self._places = np.concatenate(found) if found else np.zeros((0, 3))

    def act(self, observation: Observation) -> Action:
        """The next action of the plan, or of a new one when the world did not follow it."""
        if self._oracle is None:
            raise PrivilegedAccessError(
                "the oracle agent was started without attach(); its registry tag is 'privileged'"
            )
        if self._arrived(self._oracle):
            return Action.STOP
        pose = self._oracle.pose()
        if not self._legs or self._off_course(pose):
            self._legs = self._plan(self._oracle, pose) or self._step_aside(self._oracle, pose)
        if not self._legs:
            return Action.STOP
        leg = self._legs.pop(0)
        self._expected = leg.pose
        return leg.action

    def _arrived(self, oracle: Oracle) -> bool:
        if self._objects:
            return any(oracle.visible(id, self._distance) for id in self._objects)
        pose = oracle.pose()
        return any(pose.distance(x, y) <= self._within for x, y, _ in self._places)

    def _off_course(self, pose: Pose) -> bool:
        expected = self._expected
        if expected is None:
            return False
        turned = abs(wrap_angle(pose.yaw - expected.yaw))
        return pose.distance(expected.x, expected.y) > OFF_COURSE or turned > OFF_HEADING

    def _plan(self, oracle: Oracle, pose: Pose) -> list[Leg]:
        """Drive to the point, or to the first place from where an object shows."""
        if not self._objects:
            return self._drive(oracle, pose, self._within)
        legs = self._drive(oracle, pose, NEAR_VIEWPOINT, self._shows(oracle, pose))
        if legs:
            return legs + self._look_around(oracle, legs[-1].pose)
        while len(self._places):
            legs = self._drive(oracle, pose, AT_VIEWPOINT)
            if legs:
                return legs
            away = np.hypot(self._places[:, 0] - pose.x, self._places[:, 1] - pose.y)
            if away.min() > STUCK:
                return []  # between things that coarse steps do not get around: not there yet
            # Here already, or as close as it gets: use up this place, first by looking around.
            self._places = self._places[away > max(AT_VIEWPOINT, float(away.min()))]
            legs = self._look_around(oracle, pose)
            if legs:
                return legs
        return []

    def _step_aside(self, oracle: Oracle, pose: Pose) -> list[Leg]:
        """One free step in a drawn direction: from another place another lattice of steps opens up."""
        goals = np.ascontiguousarray(self._places[:, :2])
        reachable = len(goals) and np.isfinite(oracle.geodesic((pose.x, pose.y), goals))
        if not reachable or self._asides >= ASIDES:
            return []
        self._asides += 1
        body = self._brief.embodiment
        options = []
        for k in range(round(2 * math.pi / body.turn)):
            yaw = wrap_angle(pose.yaw + k * body.turn)
            x, y = pose.x + body.step * math.cos(yaw), pose.y + body.step * math.sin(yaw)
            if oracle.clear(pose.x, pose.y, x, y):
                options.append((yaw, Leg(Action.MOVE_AHEAD, Pose(x, y, yaw, pose.pitch))))
        if not options:
            return []
        yaw, step = stream(self._brief.seed, "step aside", self._asides).choice(options)
        return [*turning(pose, yaw, body), step]

    def _drive(
        self, oracle: Oracle, pose: Pose, within: float, accept: Accept | None = None
    ) -> list[Leg]:
        """The shorter of a plan with some room to spare and one through the narrowest gaps."""
        goals = np.ascontiguousarray(self._places[:, :2])
        plans: list[tuple[float, float, list[Leg]]] = []
        for margin in (MARGIN, 0.0):

            def distances(points: Array, margin: float = margin) -> Array:
                return oracle.distances(points, goals, margin)

            planner = LatticePlanner(oracle.embodiment, distances, oracle.clear)
            legs = planner.plan(pose, within, accept)
            if legs:
                end = legs[-1].pose
                left = float(oracle.distances(np.array([[end.x, end.y]]), goals)[0])
                moves = sum(leg.action is Action.MOVE_AHEAD for leg in legs)
                plans.append((max(0.0, left - within), moves, legs))
        return min(plans, key=lambda plan: plan[:2])[2] if plans else []

    def _shows(self, oracle: Oracle, pose: Pose) -> Accept:
        """Whether some object can be seen from a point, in a heading that the robot can take."""
        known: dict[tuple[float, float], bool] = {}

        def shows(x: float, y: float) -> bool:
            key = round(x, 3), round(y, 3)
            if key not in known:
                looks = self._looks(oracle, Pose(x, y, pose.yaw, pose.pitch))
                known[key] = any(
                    oracle.sees(id, poses, self._distance).any() for id, poses in looks
                )
            return known[key]

        return shows

    def _looks(self, oracle: Oracle, pose: Pose) -> list[tuple[str, Array]]:
        """For each object the poses (x, y, yaw, pitch) that face it best, at every tilt."""
        body = self._brief.embodiment
        looks = []
        for item in oracle.house.objects:
            if item.id in self._objects:
                legs = turning(pose, _bearing(pose, item), body)
                yaw = legs[-1].pose.yaw if legs else pose.yaw
                poses = np.array([[pose.x, pose.y, yaw, tilt] for tilt in self._tilts()])
                looks.append((item.id, poses))
        return looks

    def _look_around(self, oracle: Oracle, pose: Pose) -> list[Leg]:
        """Turn to each object that is near and, where the task allows it, tilt the camera."""
        legs: list[Leg] = []
        for item in oracle.house.objects:
            if item.id in self._objects and pose.distance(*item.position[:2]) <= 2 * self._distance:
                at = legs[-1].pose if legs else pose
                legs += turning(at, _bearing(at, item), self._brief.embodiment)
                legs += self._tilting(legs[-1].pose if legs else pose)
        return legs

    def _tilting(self, at: Pose) -> list[Leg]:
        """Look ahead, down and up."""
        body = self._brief.embodiment
        legs: list[Leg] = []
        for tilt in self._tilts():
            pitch = min(body.max_pitch, max(-body.max_pitch, tilt))
            count = round((pitch - at.pitch) / body.tilt)
            action = Action.LOOK_UP if count > 0 else Action.LOOK_DOWN
            for _ in range(abs(count) if action in self._brief.actions else 0):
                at = Pose(at.x, at.y, at.yaw, at.pitch + math.copysign(body.tilt, count))
                legs.append(Leg(action, at))
        return legs

    def _tilts(self) -> tuple[float, ...]:
        if Action.LOOK_DOWN not in self._brief.actions:
            return (0.0,)
        tilt = self._brief.embodiment.tilt
        return (0.0, -tilt, tilt)


def _bearing(pose: Pose, item: Any) -> float:
    return math.atan2(item.position[1] - pose.y, item.position[0] - pose.x)
