"""One agent for all modular baselines: mapper, localizer, explorer and planner in a mode machine.

    spin -> explore -> approach -> stop

Variants are parameters, never subclasses: another localizer or explorer makes another agent.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meadow.exploration.frontier import FrontierExplorer
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap, project_mask
from meadow.mapping.odometry import Odometry
from meadow.planning.follow import steer, turn_towards
from meadow.planning.grid import Reach
from meadow.types import Action, Array, Brief, Observation, Pose

#: A cell from which the goal could not be seen rules out its neighbours up to this far, metres.
TRIED_RADIUS = 0.2
#: Things that hang lower than this above the robot count as obstacles, metres.
HEADROOM = 0.05
#: Steps for which a goal is ignored to which no way is known.
SET_ASIDE = 20
#: Steps without getting nearer after which a drive is given up.
PATIENCE = 16
#: A way that grew by more than this is another way, metres.
DETOUR = 1.0
#: How much closer the robot looks each time it has explored everything in vain, and to what end.
CLOSER, CLOSEST = 0.5, 1.5


class Localizer(Protocol):
    """Says how surely each pixel shows the goal."""

    def reset(self, brief: Brief) -> None:
        """A new episode."""

    def locate(self, observation: Observation) -> Array:
        """(H, W) float32 confidence in 0..1 that a pixel shows the goal; 0 where nothing does."""


class ModularAgent:
    """Explores until the localizer sees the goal, drives near it, faces it and stops."""

    def __init__(
        self,
        localizer: Localizer,
        *,
        threshold: float = 0.5,
        explorer: FrontierExplorer | None = None,
        stop_distance: float = 0.95,
        stop_share: float = 0.001,
        min_share: float = 0.0001,
        map: OccupancyConfig | None = None,
    ) -> None:
        self.localizer = localizer
        self.threshold = threshold
        """Pixels at least this confident are taken for the goal."""
        self.stop_distance = stop_distance
        """Stop when the goal is seen this near, metres on the floor..."""
        self.stop_share = stop_share
        """...and fills at least this share of the frame."""
        self.min_share = min_share
        """Smaller detections are ignored, as a share of the frame."""
        self._config = map or OccupancyConfig()
        self._odometry = Odometry()
        self._explorer = explorer or FrontierExplorer()

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._brief = brief
        self._body = brief.embodiment
        self.localizer.reset(brief)
        self._odometry.reset()
        self._start_over(self._config.max_depth)
        self._last: Action | None = None
        self._mode = "spin"
        self._target = np.zeros((0, 3))
        self._tried = np.zeros((0, 2))
        self._blind = 0
        self._course = _Course()

    def _start_over(self, max_depth: float) -> None:
        """An empty map and a spin: at the start, and to look closer when no frontier is left."""
        body = {"radius": self._body.radius, "ceiling": self._body.height + HEADROOM}
        self._map = OccupancyMap(dataclasses.replace(self._config, max_depth=max_depth, **body))
        self._explorer.reset()
        self._spin_left = math.ceil(2 * math.pi / self._body.turn) - 1

    def act(self, observation: Observation) -> Action:
        """Sense, choose a mode, move."""
        before = self._odometry.pose
        pose = self._odometry.update(self._last, observation, self._body)
        if self._last == Action.MOVE_AHEAD and not observation.moved:
            self._bump(before)
        assert observation.depth is not None, "modular agents need depth"
        self._map.update(observation.depth, self._body.camera, pose)
        if self._see(observation, pose):
            return self._do("stop", Action.STOP)
        cost = self._map.cost(pose)
        for choose in (self._approach, self._spin, self._explore):
            action = choose(pose, cost)
            if action is not None:
                return action
        self._start_over(max(CLOSEST, CLOSER * self._map.config.max_depth))
        return self._do("spin", Action.ROTATE_LEFT)

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about."""
        return {"mode": self._mode}

    def _do(self, mode: str, action: Action) -> Action:
        self._mode, self._last = mode, action
        return action

    def _bump(self, pose: Pose) -> None:
        """Where the robot was refused to go it does not fit."""
        step = self._body.step
        self._map.forbid(pose.x + step * math.cos(pose.yaw), pose.y + step * math.sin(pose.yaw))

    def _see(self, observation: Observation, pose: Pose) -> bool:
        """Remember where the goal is when it is in view; True when it is time to stop."""
        self._blind = max(0, self._blind - 1)
        confidence = self.localizer.locate(observation)
        mask = confidence >= self.threshold
        share = float(mask.mean())
        if share < self.min_share:
            return False
        points, rows, columns = project_mask(mask, observation.depth, self._body.camera, pose)
        if not len(points):
            return False
        self._map.fuse(points, confidence[rows, columns])
        distance = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
        if not self._blind:
            self._target = points[np.argsort(distance)[: max(1, len(points) // 10)]]
        return share >= self.stop_share and float(distance.min()) <= self.stop_distance

    def _approach(self, pose: Pose, cost: NDArray[np.float32]) -> Action | None:
        """Drive to where the goal should be near enough, face it; if it is not there, elsewhere."""
        if not len(self._target):
            return None
        for _ in range(3):
            places = self._places_near_target(cost)
            action = self._drive("approach", pose, cost, places)
            away = np.hypot(*(self._target[:, :2] - (pose.x, pose.y)).T).min()
            if action is None and away <= self.stop_distance:
                action = self._face(pose)
            elif action is None:
                break
            if action is not None:
                return action
            self._tried = np.concatenate([self._tried, [(pose.x, pose.y)]])
        self._set_aside()
        return None

    def _set_aside(self) -> None:
        """Forget the goal for a while: the way to it is not known yet."""
        self._target = np.zeros((0, 3))
        self._blind = SET_ASIDE

    def _face(self, pose: Pose) -> Action | None:
        """Turn and tilt the camera to the goal; None when it looks there already."""
        x, y, z = np.median(self._target, axis=0)
        turn = turn_towards(pose, float(x), float(y), self._body)
        if turn is not None:
            return self._do("approach", turn)
        rise = math.atan2(z - self._body.camera.elevation, math.hypot(x - pose.x, y - pose.y))
        off = rise - pose.pitch - self._body.camera.pitch
        tilt = Action.LOOK_UP if off > 0 else Action.LOOK_DOWN
        if abs(off) <= 0.6 * self._body.tilt or tilt not in self._brief.actions:
            return None
        return self._do("approach", tilt)

    def _places_near_target(self, cost: NDArray[np.float32]) -> NDArray[np.int64]:
        """Untried cells from which the goal would be near enough."""
        cell = self._map.config.cell
        spread = self.stop_distance - 2 * cell
        goal = np.unique(self._map.cells_of(self._target[:, :2]), axis=0)
        low = np.maximum(goal.min(axis=0) - round(spread / cell), 0)
        high = np.minimum(goal.max(axis=0) + round(spread / cell) + 1, cost.shape)
        window = np.isfinite(cost[low[0] : high[0], low[1] : high[1]])
        cells = np.argwhere(window) + low
        centres = self._map.centres_of(cells)
        near = _nearest(centres, self._map.centres_of(goal)) <= spread
        fresh = _nearest(centres, self._tried) > TRIED_RADIUS
        return cells[near & fresh]

    def _spin(self, pose: Pose, cost: NDArray[np.float32]) -> Action | None:
        if not self._spin_left:
            return None
        self._spin_left -= 1
        return self._do("spin", Action.ROTATE_LEFT)

    def _explore(self, pose: Pose, cost: NDArray[np.float32]) -> Action | None:
        for _ in range(20):
            point = self._explorer.target(self._map, cost, pose)
            if point is None:
                return None
            action = self._drive("explore", pose, cost, np.array([self._map.cell_of(*point)]))
            if action is not None:
                return action
            self._explorer.strike()
        return None

    def _drive(
        self, mode: str, pose: Pose, cost: NDArray[np.float32], places: NDArray[np.int64]
    ) -> Action | None:
        """One step towards the nearest of some cells; None when it cannot get nearer."""
        if not len(places):
            return None
        cell = self._map.config.cell
        here = self._map.cell_of(pose.x, pose.y)
        # Two steps ahead are weighed, so the wave must pass the robot by as much.
        reach = Reach(cost, places, until=here, beyond=3 * self._body.step / cell)
        at = self._map.position_of(pose.x, pose.y)
        action = steer(reach.distance, cost, at, pose.yaw, self._body, cell)
        if action is None or not self._course.advancing(mode, reach.at(here) * cell):
            return None
        if abs(pose.pitch) > self._body.tilt / 2:
            action = Action.LOOK_UP if pose.pitch < 0 else Action.LOOK_DOWN
        return self._do(mode, action)


class _Course:
    """Notices when a drive goes on without getting anywhere."""

    def __init__(self) -> None:
        self._mode, self._left, self._wasted = "", math.inf, 0

    def advancing(self, mode: str, left: float) -> bool:
        """Whether the way that is left has become shorter within the last ``PATIENCE`` steps."""
        new = mode != self._mode or left > self._left + DETOUR
        if new or left < self._left - 0.05:
            self._mode, self._left, self._wasted = mode, left, 0
        else:
            self._wasted += 1
        if self._wasted <= PATIENCE:
            return True
        self._mode = ""
        return False


def _nearest(points: Array, others: Array) -> NDArray[np.float64]:
    """Distance from each of (N, 2) points to the nearest of the others; inf without others."""
    if not len(others):
        return np.full(len(points), np.inf)
    offset = points[:, None] - others[None]
    return np.hypot(offset[..., 0], offset[..., 1]).min(axis=1)
