"""PointNav: drive to a point."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

from meadow.episodes.schema import Episode
from meadow.protocols import Oracle
from meadow.tasks.probes import DISTANCE
from meadow.types import NAVIGATION, Action, Brief, Observation, Pose, Verdict, wrap_angle


@dataclass(frozen=True)
class PointNav:
    """Drive to a point given in polar coordinates.

    Goal:
        A point on the floor, told at every step as distance and bearing from the current pose.
    Observation:
        RGB-D, GPS + compass relative to the start, the goal in polar coordinates.
    Actions:
        MoveAhead, RotateLeft, RotateRight, Stop.
    Success:
        Stop within ``radius`` of the point.
    Source:
        Anderson et al. 2018, "On Evaluation of Embodied Navigation Agents".
    """

    radius: float = 0.2
    """Metres from the robot's centre to the point."""
    name: str = "pointnav"
    probes: Sequence[str] = (DISTANCE,)

    def definition(self) -> str:
        """Success in one sentence."""
        return (
            f"Stop with the robot's centre within {self.radius:g} m (Euclidean) of the goal point."
        )

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """The goal comes with each observation; the brief only names the body and budget."""
        if leg:
            return None
        return Brief(
            task=self.name,
            goal="go to the given point",
            actions=NAVIGATION,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            seed=episode.seed,
        )

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """Add the goal's distance and bearing, from where GPS and compass say that the robot is."""
        pose, (x, y) = oracle.pose(), _point(episode)
        goal = pose.distance(x, y), wrap_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)
        true, felt = pose.relative_to(episode.pose()), observation.pose
        if felt is not None and felt != true:
            goal = _felt_goal(goal, true, felt)
        return dataclasses.replace(observation, goal=goal)

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Reached is near enough; success is saying so."""
        distance = oracle.pose().distance(*_point(episode))
        reached = distance <= self.radius
        return Verdict(
            done=action == Action.STOP or step >= episode.max_steps,
            success=reached and action == Action.STOP,
            parts={"reached": reached, "euclidean": distance},
        )


def _felt_goal(goal: tuple[float, float], pose: Pose, felt: Pose) -> tuple[float, float]:
    """Distance and bearing of the goal for a robot that believes to be elsewhere."""
    distance, bearing = goal
    ahead = Pose(distance * math.cos(bearing), distance * math.sin(bearing))
    there = pose.after(ahead).relative_to(felt)
    return math.hypot(there.x, there.y), math.atan2(there.y, there.x)


def _point(episode: Episode) -> tuple[float, float]:
    point = episode.goal.point
    assert point is not None, "PointNav episodes are checked to have a point when they are loaded"
    return point
