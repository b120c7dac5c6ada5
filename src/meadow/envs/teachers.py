"""Teachers for imitation learning: they name the next action at any pose, also where a learner strayed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from meadow.envs.expert import MARGIN, ShortestPathDriver, face
from meadow.sim.geodesic import Field
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Pose

#: Distance to a viewpoint at which the teacher turns to the object, metres.
AT_VIEWPOINT = 0.2
#: Distance to the object beyond which the teacher drives on if it can, metres. A learner that judges
#: distances less exactly then still stops where Stop counts.
SURE = 0.8
#: Extra cost of a path through a gap that leaves no margin, metres.
GAP = 2.0
#: Fraction of the picture that must show an object before it counts as found: fewer pixels teach nothing.
FOUND_FRACTION = 0.001
#: Number of pictures without a found object after which it is forgotten and has to be found again.
REMEMBERED = 12
#: A roaming robot turns when an obstacle is nearer than NEAR, until CLEAR metres ahead are free.
NEAR, CLEAR = 0.3, 0.8
#: Number of turns after which one free step ahead is enough: there is no better way out.
MOST_TURNS = 11
#: Depths are clipped here when two sides are compared for openness, metres.
OPEN = 4.0


class Teacher(Protocol):
    """A teacher knows what to do in one episode."""

    def look(self) -> None:
        """Note what the simulator's last picture shows."""

    def action(self) -> Action:
        """Return what the robot should do now."""

    def state(self) -> dict[str, Any]:
        """Return what the teacher remembers, as JSON values."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""


@dataclass(frozen=True)
class Ways:
    """Path lengths to goals; paths keep a margin to obstacles where they can."""

    wide: Field
    narrow: Field

    @classmethod
    def to(cls, simulator: MeadowSimulator, goals: Array) -> Ways:
        """Compute the paths to the nearest of (N, 2) points."""
        grid = simulator.world.navgrid
        return cls(grid.geodesics(MARGIN).field(goals), grid.geodesics().field(goals))

    def distances(self, points: Array) -> Array:
        """Path lengths from (N, 2) points; inf where there is no path."""
        lengths = self.wide.distances(points)
        stuck = ~np.isfinite(lengths)
        if stuck.any():
            lengths[stuck] = self.narrow.distances(points[stuck]) + GAP
        return lengths

    def driver(self, simulator: MeadowSimulator) -> ShortestPathDriver:
        """A driver that follows these paths."""
        return ShortestPathDriver(simulator.embodiment, self.distances, simulator.oracle.clear)


class PointTeacher:
    """A teacher that drives to a point and stops within a radius of it. It needs no memory."""

    def __init__(
        self, simulator: MeadowSimulator, point: tuple[float, float], radius: float
    ) -> None:
        self._simulator, self._point, self._radius = simulator, point, radius
        self._driver = Ways.to(simulator, np.array([point])).driver(simulator)

    def look(self) -> None:
        """Do nothing: the pose alone decides."""

    def action(self) -> Action:
        """Drive, or stop near the point."""
        near = self._simulator.pose.distance(*self._point) <= self._radius
        return Action.STOP if near else self._driver.action(self._simulator.pose)

    def state(self) -> dict[str, Any]:
        """Return nothing: there is nothing to remember."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Do nothing: there was nothing to remember."""


class Roaming:
    """Exploration by a plain rule: drive straight on, and turn to the more open side at an obstacle.

    The picture and the last action decide. Teachers that search better, such as one that drives to unseen
    floor first, taught less: their actions depend on everything seen before, and a learner that cannot tell
    left from right turns on the spot.
    """

    def __init__(self, simulator: MeadowSimulator) -> None:
        self._simulator = simulator
        self.turning, self.turns = 0, 0
        """Direction of the present turn (1 left, -1 right, 0 none), and its number of actions so far."""
        self._before = [0, 0]

    def mark(self) -> None:
        """Remember the state before an action, so that a restored teacher gives the same action again."""
        self._before = [self.turning, self.turns]

    def at(self, pose: Pose) -> Action:
        """Return the next action at a pose."""
        if self.turning:
            enough = CLEAR if self.turns < MOST_TURNS else self._simulator.embodiment.step
            self.turning = 0 if self._clear(pose, enough) else self.turning
        elif not self._clear(pose, NEAR):
            self.turning, self.turns = self._open_side(), 0
        if not self.turning:
            return Action.MOVE_AHEAD
        self.turns += 1
        return Action.ROTATE_LEFT if self.turning > 0 else Action.ROTATE_RIGHT

    def _clear(self, pose: Pose, metres: float) -> bool:
        x, y = pose.x + metres * math.cos(pose.yaw), pose.y + metres * math.sin(pose.yaw)
        return self._simulator.oracle.clear(pose.x, pose.y, x, y)

    def _open_side(self) -> int:
        depth = self._simulator.frames.depth
        height, width = depth.shape
        band = np.minimum(depth[height // 3 : height // 2 + 1], OPEN)
        return 1 if band[:, : width // 2].mean() >= band[:, width // 2 :].mean() else -1

    def state(self) -> dict[str, Any]:
        """Return the turn that was under way before the last action."""
        return {"turning": self._before}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.turning, self.turns = state["turning"]


class RoamTeacher(Roaming):
    """A teacher that roams until the episode ends."""

    def look(self) -> None:
        """Do nothing: the depth image is read when a turn begins."""

    def action(self) -> Action:
        """Return the next action; the camera stays level."""
        self.mark()
        return self.at(self._simulator.pose)


class ObjectTeacher:
    """A teacher that roams until it has seen a goal object, then drives to that one.

    It uses an object's position only once a picture has shown the object, so that a learner with the same
    pictures can do the same.
    """

    def __init__(
        self,
        simulator: MeadowSimulator,
        views: Mapping[str, Array],
        reached: Callable[[], bool],
    ) -> None:
        """Begin an episode.

        Args:
            simulator: A simulator that was placed for the episode.
            views: For each object (N, 5): x, y and pitch of a viewpoint, and x and y of the object.
            reached: Returns whether Stop would succeed now.
        """
        self._simulator, self._views, self._reached = simulator, views, reached
        self._roaming = Roaming(simulator)
        self._found: dict[str, int] = {}
        self._found_before: dict[str, int] = {}
        self._drivers: dict[tuple[str, ...], ShortestPathDriver] = {}

    def look(self) -> None:
        """Note which objects the last picture shows, and forget those that were not seen for long."""
        oracle = self._simulator.oracle
        self._found_before = self._found
        shown = {id: 0 for id in self._views if oracle.share(id) >= FOUND_FRACTION}
        aged = {id: age + 1 for id, age in self._found.items() if age < REMEMBERED}
        self._found = aged | shown

    def action(self) -> Action:
        """Return the next action: roam, approach, or stop."""
        self._roaming.mark()
        pose = self._simulator.pose
        if self._reached() and self._sure(pose):
            return Action.STOP
        if not self._found:
            return self._tilt(pose, 0.0) or self._roaming.at(pose)
        views = np.concatenate([self._views[id] for id in self._found])
        return self._look_at(pose, views) or self._driver(views).action(pose)

    def _sure(self, pose: Pose) -> bool:
        """Whether the robot is near enough to stop."""
        oracle = self._simulator.oracle
        if min(oracle.distance_to(id) for id in self._views) <= SURE:
            return True
        views = np.concatenate(list(self._views.values()))
        away = np.hypot(views[:, 0] - pose.x, views[:, 1] - pose.y)
        return float(away.min()) <= AT_VIEWPOINT

    def _driver(self, views: Array) -> ShortestPathDriver:
        """The driver to the nearest object that was found; paths to the same objects are computed once."""
        ids = tuple(self._found)
        if ids not in self._drivers:
            self._drivers[ids] = Ways.to(self._simulator, views[:, :2]).driver(self._simulator)
        return self._drivers[ids]

    def _look_at(self, pose: Pose, views: Array) -> Action | None:
        """Turn and tilt to the object at a viewpoint, and level the camera elsewhere."""
        body = self._simulator.embodiment
        away = np.hypot(views[:, 0] - pose.x, views[:, 1] - pose.y)
        _, _, pitch, x, y = views[int(np.argmin(away))]
        if float(away.min()) > AT_VIEWPOINT:
            return self._tilt(pose, 0.0)
        turn = face(pose, math.atan2(y - pose.y, x - pose.x), body) or self._tilt(pose, pitch)
        if turn is not None:
            return turn
        ahead = pose.x + body.step * math.cos(pose.yaw), pose.y + body.step * math.sin(pose.yaw)
        # The robot faces the object and still does not see it: from nearer it is larger.
        clear = self._simulator.oracle.clear(pose.x, pose.y, *ahead)
        return Action.MOVE_AHEAD if clear else None

    def _tilt(self, pose: Pose, pitch: float) -> Action | None:
        missing = pitch - pose.pitch
        if abs(missing) <= 0.5 * self._simulator.embodiment.tilt:
            return None
        return Action.LOOK_UP if missing > 0.0 else Action.LOOK_DOWN

    def state(self) -> dict[str, Any]:
        """Return the objects found before the last picture, and the turn before the last action.

        Whoever restores it looks at that picture once more.
        """
        return self._roaming.state() | {"found": dict(self._found_before)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self._roaming.restore(state)
        self._found = dict(state["found"])
