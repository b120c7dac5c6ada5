"""One agent for all modular baselines: mapper, localizer, explorer and planner in a mode machine.

    spin -> explore -> approach -> stop

Variants are parameters, never subclasses: another localizer or explorer makes another agent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from meadow.exploration.frontier import FrontierExplorer
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap, project_mask
from meadow.mapping.odometry import Odometry
from meadow.planning.follow import turn_towards, way_point
from meadow.planning.grid import Reach
from meadow.types import Action, Array, Brief, Observation, Pose

#: Metres ahead on the path at which the robot aims.
LOOKAHEAD = 0.45


class Localizer(Protocol):
    """Says which pixels show the goal."""

    def reset(self, brief: Brief) -> None:
        """A new episode."""

    def locate(self, observation: Observation) -> Array:
        """(H, W) bool mask of the goal in this frame."""


class ModularAgent:
    """Explores until the localizer sees the goal, drives near it, faces it and stops."""

    def __init__(
        self,
        localizer: Localizer,
        *,
        stop_distance: float = 0.9,
        min_share: float = 0.001,
        map: OccupancyConfig | None = None,
    ) -> None:
        self.localizer = localizer
        self.stop_distance = stop_distance
        """Stop when the goal is seen this near, metres on the floor."""
        self.min_share = min_share
        """Smaller detections are ignored, as a share of the frame."""
        self._map = OccupancyMap(map or OccupancyConfig())
        self._odometry = Odometry()
        self._explorer = FrontierExplorer()

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._brief = brief
        self._body = brief.embodiment
        self.localizer.reset(brief)
        self._odometry.reset()
        self._start_over()
        self._last: Action | None = None
        self._mode = "spin"
        self._target = np.zeros((0, 2))
        self._tried: set[tuple[int, int]] = set()
        self._look_around = 0

    def _start_over(self) -> None:
        """An empty map and a spin, as at the start and when no frontier is left."""
        self._map.reset()
        self._explorer.reset()
        turns = math.ceil(2 * math.pi / self._body.turn) - 1
        self._spin_left = turns

    def act(self, observation: Observation) -> Action:
        """Sense, choose a mode, move."""
        before = self._odometry.pose
        pose = self._odometry.update(self._last, observation, self._body)
        if self._last == Action.MOVE_AHEAD and not observation.moved:
            self._bump(before)
        assert observation.depth is not None, "modular agents need depth"
        self._map.update(observation.depth, self._body.camera, pose)
        seen, distance = self._see(observation, pose)
        if seen and distance <= self.stop_distance:
            return self._do("stop", Action.STOP)
        reach = Reach(self._map.cost(), self._map.cell_of(pose.x, pose.y))
        for choose in (self._approach, self._spin, self._explore):
            action = choose(pose, reach)
            if action is not None:
                return action
        self._start_over()
        return self._do("spin", Action.ROTATE_LEFT)

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about."""
        return {"mode": self._mode}

    def _do(self, mode: str, action: Action) -> Action:
        self._mode, self._last = mode, action
        return action

    def _bump(self, pose: Pose) -> None:
        """What refused the robot stands just before it."""
        ahead = self._map.config.radius + self._map.config.cell
        self._map.block(pose.x + ahead * math.cos(pose.yaw), pose.y + ahead * math.sin(pose.yaw))

    def _see(self, observation: Observation, pose: Pose) -> tuple[bool, float]:
        """Whether the goal is in this frame, and how far on the floor; remembers where."""
        mask = self.localizer.locate(observation)
        if mask.mean() < self.min_share:
            return False, math.inf
        points = project_mask(mask, observation.depth, self._body.camera, pose)[:, :2]
        if not len(points):
            return False, math.inf
        distance = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
        nearest = points[np.argsort(distance)[: max(1, len(points) // 10)]]
        self._target = nearest
        return True, float(distance.min())

    def _approach(self, pose: Pose, reach: Reach) -> Action | None:
        """Drive to a cell near the goal, face it; if it is not there, try the next cell."""
        if not len(self._target):
            return None
        x, y = np.median(self._target, axis=0)
        cell = self._cell_near_target(reach)
        if cell is None:
            self._target = np.zeros((0, 2))
            self._tried.clear()
            return None
        path = [self._map.centre_of(*c) for c in reach.path(cell)]
        if pose.distance(*path[-1]) > self._body.step * 0.75:
            return self._drive("approach", pose, path)
        turn = turn_towards(pose, float(x), float(y), self._body)
        if turn is not None:
            return self._do("approach", turn)
        tilt = self._tilt()
        if tilt is not None:
            return self._do("approach", tilt)
        self._tried.add(cell)
        self._look_around = 0
        return self._approach(pose, reach)

    def _tilt(self) -> Action | None:
        """Look down, then back up, where the task has these actions."""
        plan = (Action.LOOK_DOWN, Action.LOOK_UP)
        if not set(plan) <= set(self._brief.actions) or self._look_around >= len(plan):
            return None
        self._look_around += 1
        return plan[self._look_around - 1]

    def _cell_near_target(self, reach: Reach) -> tuple[int, int] | None:
        """The cheapest untried cell from which the goal would be near enough."""
        spread = self.stop_distance - self._map.config.cell
        i0, j0 = self._map.cell_of(*(self._target.min(axis=0) - spread))
        i1, j1 = self._map.cell_of(*(self._target.max(axis=0) + spread))
        best, best_cost = None, math.inf
        for i in range(i0, i1 + 1):
            for j in range(j0, j1 + 1):
                cost = float(reach.distance[i, j])
                if cost >= best_cost or (i, j) in self._tried:
                    continue
                offset = self._target - self._map.centre_of(i, j)
                if float(np.hypot(offset[:, 0], offset[:, 1]).min()) <= spread:
                    best, best_cost = (i, j), cost
        return best

    def _spin(self, pose: Pose, reach: Reach) -> Action | None:
        if not self._spin_left:
            return None
        self._spin_left -= 1
        return self._do("spin", Action.ROTATE_LEFT)

    def _explore(self, pose: Pose, reach: Reach) -> Action | None:
        for _ in range(20):
            cell = self._explorer.target(self._map, reach)
            if cell is None:
                return None
            path = [self._map.centre_of(*c) for c in reach.path(cell)]
            if pose.distance(*path[-1]) > self._body.step * 0.75:
                return self._drive("explore", pose, path)
            self._explorer.strike()
        return None

    def _drive(self, mode: str, pose: Pose, path: list[tuple[float, float]]) -> Action:
        """One step along a path, with the camera level."""
        if abs(pose.pitch) > self._body.tilt / 2:
            return self._do(mode, Action.LOOK_UP if pose.pitch < 0 else Action.LOOK_DOWN)
        x, y = way_point(pose, path, LOOKAHEAD)
        turn = turn_towards(pose, x, y, self._body)
        return self._do(mode, turn or Action.MOVE_AHEAD)
