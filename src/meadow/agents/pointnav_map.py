"""PointNav with a map: the robot maps what it sees, takes the unseen for free and drives to the point."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meadow.errors import MeadowError
from meadow.mapping.goal_map import GoalBelief, floor_layer
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap
from meadow.mapping.odometry import Odometry
from meadow.planning.drive import crossing, plan_drive
from meadow.planning.follow import turn_towards
from meadow.planning.grid import CostToGo
from meadow.provenance import note
from meadow.types import Action, Brief, Embodiment, Observation, Pose, wrap_angle

#: Raised with every change of what the agent does; run specs record it.
REVISION = 2
#: Crossing a cell that was never seen costs so many times as much as one known to be free.
UNSEEN_COST = 2.0
#: The map reaches this much beyond the goal and the robot, metres: detours must fit into it.
MARGIN = 3.0
#: The wave from the goal passes the robot by so many steps: the plan looks aside of the way.
BEYOND = 6
#: A point nearer to the border of a cell than this, in metres, lies in the cells on both sides.
BORDER = 0.001

#: An action that takes back the one before it.
_UNDOING = (
    (Action.ROTATE_LEFT, Action.ROTATE_RIGHT),
    (Action.ROTATE_RIGHT, Action.ROTATE_LEFT),
)


@dataclasses.dataclass(frozen=True)
class _Course:
    """The next step of a plan: the point that it leads to, and the turn that comes before it."""

    x: float
    y: float
    turn: Action

    @classmethod
    def of(cls, plan: list[Action], pose: Pose, body: Embodiment) -> _Course:
        turns = plan.index(Action.MOVE_AHEAD)
        left = plan[0] is Action.ROTATE_LEFT
        yaw = pose.yaw + (turns if left else -turns) * body.turn
        x, y = pose.x + body.step * math.cos(yaw), pose.y + body.step * math.sin(yaw)
        return cls(x, y, Action.ROTATE_LEFT if left else Action.ROTATE_RIGHT)

    def action(self, pose: Pose, body: Embodiment) -> Action:
        """The turn while the point is still on its side, then the step."""
        error = wrap_angle(math.atan2(self.y - pose.y, self.x - pose.x) - pose.yaw)
        if self.turn is Action.ROTATE_RIGHT:
            error = -error
        # Half a turn behind the robot lies on both sides.
        if 0.5 * body.turn < error or error < 0.5 * body.turn - math.pi:
            return self.turn
        return Action.MOVE_AHEAD


class PointNavMap:
    """Maps, plans and drives with nothing but depth, GPS and the goal's direction."""

    def __init__(
        self, stop_distance: float = 0.19, aim: float = 0.15, map: OccupancyConfig | None = None
    ) -> None:
        """Make it.

        Args:
            stop_distance: From how near to the goal it stops, metres.
            aim: How near to the goal it plans to come, metres.
            map: Parameters of the map; the body's size is filled in.
        """
        self.stop_distance = stop_distance
        self.aim = aim
        self._config = map or OccupancyConfig()
        self._odometry = Odometry()
        note("pointnav-map", f"revision {REVISION}")

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._body = brief.embodiment
        self._map = OccupancyMap(self._config.fitted(self._body))
        self._odometry.reset()
        self._last: Action | None = None
        self._mode = "drive"
        self._course: _Course | None = None

    def recalibrate(self, body: Embodiment) -> None:
        """Plan with other steps and turns from now on."""
        self._body = body
        self._course = None

    def act(self, observation: Observation) -> Action:
        """Map, stop near the goal, else drive towards it."""
        if observation.goal is None or observation.depth is None:
            raise MeadowError("pointnav-map needs depth and PointNav's goal: run it on pointnav")
        before = self._odometry.pose
        pose = self._odometry.update(self._last, observation, self._body)
        if self._last == Action.MOVE_AHEAD and not observation.moved:
            self._bump(before)
        distance, bearing = observation.goal
        if distance <= self.stop_distance:
            return self._do("stop", Action.STOP)
        self._map.update(observation.depth, self._body.camera, pose)
        x = pose.x + distance * math.cos(pose.yaw + bearing)
        y = pose.y + distance * math.sin(pose.yaw + bearing)
        action = self._drive(pose, x, y)
        if action is not None:
            return self._do("drive", action)
        # No way is known, or no whole step leads nearer: look at the goal, then go on from elsewhere.
        return self._do("grope", turn_towards(pose, x, y, self._body) or Action.MOVE_AHEAD)

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about."""
        return {"mode": self._mode}

    def belief(self) -> GoalBelief:
        """For those who look on: the floor that it knows."""
        return GoalBelief([], None, self._odometry.pose, "", floor_layer(self._map))

    def _do(self, mode: str, action: Action) -> Action:
        if mode == "grope" and self._mode == "grope" and self._last == Action.MOVE_AHEAD:
            action = Action.ROTATE_RIGHT  # that was in vain
        self._mode, self._last = mode, action
        return action

    def _bump(self, pose: Pose) -> None:
        """Where the robot was refused to go it does not fit."""
        x = pose.x + self._body.step * math.cos(pose.yaw)
        y = pose.y + self._body.step * math.sin(pose.yaw)
        # With exact motion points come to lie on the border of cells, and belong to all that meet there.
        for dx, dy in itertools.product((-BORDER, BORDER), repeat=2):
            self._map.forbid(x + dx, y + dy)

    def _drive(self, pose: Pose, x: float, y: float) -> Action | None:
        """The next action towards the goal; None when the map shows no way.

        A plan is made anew for every action, for the sake of what was seen since. Plans that cost about
        the same may begin with opposite turns, and a robot that takes back its last turn may do so for
        ever: then the plan before is kept until its step has been taken, unless something blocks it.
        """
        low = min(pose.x, x) - MARGIN, min(pose.y, y) - MARGIN
        self._map.cover((*low, max(pose.x, x) + MARGIN, max(pose.y, y) + MARGIN))
        cost = self._map.cost(pose, UNSEEN_COST)
        plan = self._plan(cost, pose, x, y)
        if not plan:
            self._course = None
            return None
        course, undoing = self._course, (self._last, plan[0]) in _UNDOING
        if course is None or not undoing or self._blocked(cost, pose, course):
            course = self._course = _Course.of(plan, pose, self._body)
        return course.action(pose, self._body)

    def _blocked(self, cost: NDArray[np.float32], pose: Pose, course: _Course) -> bool:
        here = self._map.position_of(pose.x, pose.y)
        there = self._map.position_of(course.x, course.y)
        return not math.isfinite(crossing(cost, *here, *there))

    def _plan(self, cost: NDArray[np.float32], pose: Pose, x: float, y: float) -> list[Action]:
        """The actions to the goal as far as the map tells."""
        cell, goals = self._config.cell, self._around(x, y)
        here = self._map.cell_of(pose.x, pose.y)
        reach = CostToGo(cost, goals, until=here, beyond=BEYOND * self._body.step / cell)
        at = self._map.position_of(pose.x, pose.y)
        return plan_drive(reach.distance, cost, at, pose.yaw, self._body, cell, end=0.3)

    def _around(self, x: float, y: float) -> NDArray[np.int64]:
        """Cells that are near enough to the goal to plan for."""
        cell = self._config.cell
        reach = max(1, math.floor(self.aim / cell))
        i, j = self._map.cell_of(x, y)
        offsets = np.argwhere(np.ones((2 * reach + 1, 2 * reach + 1), bool)) - reach
        cells = (offsets + np.array([i, j])).clip(0, np.array(self._map.grid.shape) - 1)
        centres = self._map.centres_of(cells)
        near = np.hypot(centres[:, 0] - x, centres[:, 1] - y) <= self.aim - 0.5 * cell
        return cells[near] if near.any() else np.array([(i, j)])
