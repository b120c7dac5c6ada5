"""Teachers for imitation: the next action at any pose, also where a learner strayed."""

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

#: This near to a viewpoint the teacher turns to the object, metres.
AT_VIEWPOINT = 0.2
#: From further away than this the teacher does not stop if it can come nearer, metres: a learner that
#: judges distances less exactly still stops where it counts.
SURE = 0.8
#: Ways through gaps that leave no margin cost so much more, metres.
GAP = 2.0
#: An object is found when this share of the picture shows it: from fewer pixels nobody can learn.
FOUND_SHARE = 0.001
#: Pictures without an object after which it has to be found again: who passed it by roams on.
REMEMBERED = 12
#: A roaming robot turns away from what is this near ahead, until the way is clear for so far, metres.
NEAR, CLEAR = 0.3, 0.8
#: Turns after which it is content with one free step: there is no better way out.
MOST_TURNS = 11
#: Depths beyond this do not make a side more open, metres.
OPEN = 4.0


class Teacher(Protocol):
    """Knows what to do in one episode."""

    def look(self) -> None:
        """Take in the simulator's last picture."""

    def action(self) -> Action:
        """What the robot should do now."""

    def state(self) -> dict[str, Any]:
        """What it remembers, as JSON values."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""


@dataclass(frozen=True)
class Ways:
    """Distances that keep off things where possible and lead through narrow gaps where not."""

    wide: Field
    narrow: Field

    @classmethod
    def to(cls, simulator: MeadowSimulator, goals: Array) -> Ways:
        """The nearest of (N, 2) points."""
        grid = simulator.world.navgrid
        return cls(grid.geodesics(MARGIN).field(goals), grid.geodesics().field(goals))

    def distances(self, points: Array) -> Array:
        """From (N, 2) points; inf where there is no way."""
        lengths = self.wide.distances(points)
        stuck = ~np.isfinite(lengths)
        if stuck.any():
            lengths[stuck] = self.narrow.distances(points[stuck]) + GAP
        return lengths

    def driver(self, simulator: MeadowSimulator) -> ShortestPathDriver:
        """Drives them."""
        return ShortestPathDriver(simulator.embodiment, self.distances, simulator.oracle.clear)


class PointTeacher:
    """Drives to a point and stops within a radius. It needs no memory."""

    def __init__(
        self, simulator: MeadowSimulator, point: tuple[float, float], radius: float
    ) -> None:
        self._simulator, self._point, self._radius = simulator, point, radius
        self._driver = Ways.to(simulator, np.array([point])).driver(simulator)

    def look(self) -> None:
        """Nothing to see."""

    def action(self) -> Action:
        """Drive, or stop near the point."""
        near = self._simulator.pose.distance(*self._point) <= self._radius
        return Action.STOP if near else self._driver.action(self._simulator.pose)

    def state(self) -> dict[str, Any]:
        """Nothing to remember."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing was remembered."""


class Roaming:
    """Drives straight on, and turns to the more open side where something is in the way.

    A plain rule that the picture and the last action decide. Teachers who search better, floor that was
    not yet seen first, were no use: what they do depends on all that was seen before, and a learner that
    cannot tell left from right turns on the spot.
    """

    def __init__(self, simulator: MeadowSimulator) -> None:
        self._simulator = simulator
        self.turning, self.turns = 0, 0
        """Side that it turns to, 1 left, -1 right, 0 none, and how often it did."""
        self._before = [0, 0]

    def mark(self) -> None:
        """A new moment: asked again after :meth:`restore`, it shall say the same about it."""
        self._before = [self.turning, self.turns]

    def at(self, pose: Pose) -> Action:
        """The next action at a pose."""
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
        """Which way it turned before it was last asked."""
        return {"turning": self._before}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.turning, self.turns = state["turning"]


class RoamTeacher(Roaming):
    """Roams for as long as the episode goes."""

    def look(self) -> None:
        """It looks when it has to turn."""

    def action(self) -> Action:
        """The next one; the camera stays level."""
        self.mark()
        return self.at(self._simulator.pose)


class ObjectTeacher:
    """Roams until it has seen an object that counts, then drives to that one.

    It uses an object's place only once a picture has shown the object: a learner that saw the same
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
            simulator: Placed for the episode.
            views: For each object (N, 5) x, y and pitch from which it shows, and where it is.
            reached: Whether Stop would count now.
        """
        self._simulator, self._views, self._reached = simulator, views, reached
        self._roaming = Roaming(simulator)
        self._found: dict[str, int] = {}
        self._drivers: dict[tuple[str, ...], ShortestPathDriver] = {}

    def look(self) -> None:
        """Note which objects the last picture shows, and forget those not seen for long."""
        oracle = self._simulator.oracle
        shown = {id: 0 for id in self._views if oracle.share(id) >= FOUND_SHARE}
        aged = {id: age + 1 for id, age in self._found.items() if age < REMEMBERED}
        self._found = aged | shown

    def action(self) -> Action:
        """Search, approach, stop."""
        self._roaming.mark()
        pose = self._simulator.pose
        if self._reached() and self._sure(pose):
            return Action.STOP
        if not self._found:
            return self._tilt(pose, 0.0) or self._roaming.at(pose)
        views = np.concatenate([self._views[id] for id in self._found])
        return self._look_at(pose, views) or self._driver(views).action(pose)

    def _sure(self, pose: Pose) -> bool:
        """Whether it is as near as it should be."""
        oracle = self._simulator.oracle
        if min(oracle.distance_to(id) for id in self._views) <= SURE:
            return True
        views = np.concatenate(list(self._views.values()))
        away = np.hypot(views[:, 0] - pose.x, views[:, 1] - pose.y)
        return float(away.min()) <= AT_VIEWPOINT

    def _driver(self, views: Array) -> ShortestPathDriver:
        """To the nearest of the objects that were found; ways to the same ones are worked out once."""
        ids = tuple(self._found)
        if ids not in self._drivers:
            self._drivers[ids] = Ways.to(self._simulator, views[:, :2]).driver(self._simulator)
        return self._drivers[ids]

    def _look_at(self, pose: Pose, views: Array) -> Action | None:
        """Turn and tilt to the object beside a viewpoint, and level the camera elsewhere."""
        body = self._simulator.embodiment
        away = np.hypot(views[:, 0] - pose.x, views[:, 1] - pose.y)
        _, _, pitch, x, y = views[int(np.argmin(away))]
        if float(away.min()) > AT_VIEWPOINT:
            return self._tilt(pose, 0.0)
        turn = face(pose, math.atan2(y - pose.y, x - pose.x), body) or self._tilt(pose, pitch)
        if turn is not None:
            return turn
        ahead = pose.x + body.step * math.cos(pose.yaw), pose.y + body.step * math.sin(pose.yaw)
        # Facing it and still not seeing it: from nearer, it is larger.
        clear = self._simulator.oracle.clear(pose.x, pose.y, *ahead)
        return Action.MOVE_AHEAD if clear else None

    def _tilt(self, pose: Pose, pitch: float) -> Action | None:
        missing = pitch - pose.pitch
        if abs(missing) <= 0.5 * self._simulator.embodiment.tilt:
            return None
        return Action.LOOK_UP if missing > 0.0 else Action.LOOK_DOWN

    def state(self) -> dict[str, Any]:
        """What it has found, and which way it turns."""
        return self._roaming.state() | {"found": dict(self._found)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self._roaming.restore(state)
        self._found = dict(state["found"])
