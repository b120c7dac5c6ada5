"""PointNav with a map: the robot maps what it sees, takes the unseen for free and drives to the point."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meadow.errors import MeadowError
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap
from meadow.mapping.odometry import Odometry
from meadow.planning.drive import plan_drive
from meadow.planning.follow import turn_towards
from meadow.planning.grid import Reach
from meadow.types import Action, Brief, Embodiment, Observation, Pose

#: Crossing a cell that was never seen costs so many times as much as one known to be free.
UNSEEN_COST = 2.0
#: The map reaches this much beyond the goal and the robot, metres: detours must fit into it.
MARGIN = 3.0
#: Things that hang lower than this above the robot count as obstacles, metres.
HEADROOM = 0.05
#: The wave from the goal passes the robot by so many steps: the plan looks aside of the way.
BEYOND = 6


class PointNavMap:
    """Maps, plans and drives with nothing but depth, GPS and the goal's direction."""

    def __init__(
        self, stop_distance: float = 0.19, aim: float = 0.15, map: OccupancyConfig | None = None
    ) -> None:
        """It plans to come within ``aim`` of the goal and stops within ``stop_distance``, metres."""
        self.stop_distance = stop_distance
        self.aim = aim
        self._config = map or OccupancyConfig()
        self._odometry = Odometry()

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._body = brief.embodiment
        sizes = {"radius": self._body.radius, "ceiling": self._body.height + HEADROOM}
        self._map = OccupancyMap(dataclasses.replace(self._config, **sizes))
        self._odometry.reset()
        self._last: Action | None = None
        self._mode = "drive"

    def recalibrate(self, body: Embodiment) -> None:
        """Plan with other steps and turns from now on."""
        self._body = body

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
        plan = self._plan(pose, x, y)
        if plan:
            return self._do("drive", plan[0])
        # No way is known, or no whole step leads nearer: look at the goal, then go on from elsewhere.
        return self._do("grope", turn_towards(pose, x, y, self._body) or Action.MOVE_AHEAD)

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about."""
        return {"mode": self._mode}

    def _do(self, mode: str, action: Action) -> Action:
        if mode == "grope" and self._mode == "grope" and self._last == Action.MOVE_AHEAD:
            action = Action.ROTATE_RIGHT  # that was in vain
        self._mode, self._last = mode, action
        return action

    def _bump(self, pose: Pose) -> None:
        """Where the robot was refused to go it does not fit."""
        step = self._body.step
        self._map.forbid(pose.x + step * math.cos(pose.yaw), pose.y + step * math.sin(pose.yaw))

    def _plan(self, pose: Pose, x: float, y: float) -> list[Action]:
        """The actions to the goal as far as the map tells, made anew for each step."""
        low = min(pose.x, x) - MARGIN, min(pose.y, y) - MARGIN
        self._map.cover((*low, max(pose.x, x) + MARGIN, max(pose.y, y) + MARGIN))
        cell = self._config.cell
        cost, goals = self._map.cost(pose, UNSEEN_COST), self._around(x, y)
        here = self._map.cell_of(pose.x, pose.y)
        reach = Reach(cost, goals, until=here, beyond=BEYOND * self._body.step / cell)
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
