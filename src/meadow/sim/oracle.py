"""Ground truth about a running simulator, for tasks, metrics, recorders and privileged agents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from meadow.geometry.polygons import Outlines
from meadow.scenes.schema import House
from meadow.sim.obstacles import PERSON_RADIUS
from meadow.sim.visibility import DISTANCE, SHARE, within
from meadow.types import Array, Embodiment, Frames, Pose

if TYPE_CHECKING:
    from meadow.sim.simulator import MeadowSimulator


class SimOracle:
    """Implements ``protocols.Oracle`` over a :class:`MeadowSimulator`."""

    def __init__(self, simulator: MeadowSimulator) -> None:
        self._simulator = simulator

    @property
    def house(self) -> House:
        """The home as it is now."""
        return self._simulator.world.house

    @property
    def embodiment(self) -> Embodiment:
        """The robot's body: its size, its camera, and how far one action moves it."""
        return self._simulator.embodiment

    def pose(self) -> Pose:
        """The robot's true pose."""
        return self._simulator.pose

    def frames(self) -> Frames:
        """What the main camera sees, with instance ids."""
        return self._simulator.frames

    def categories(self) -> list[str]:
        """Every category in the home, sorted."""
        return sorted({o.category for o in self.house.objects})

    def instances(self, category: str) -> list[str]:
        """Ids of the objects of a category."""
        return [o.id for o in self.house.objects if o.category == category]

    def share(self, object_id: str) -> float:
        """Which part of the frame's pixels shows the object."""
        ids = self.frames().ids
        shown = np.count_nonzero(ids == self._simulator.instance(object_id))
        return float(shown) / float(ids.size)

    def visible(self, object_id: str, distance: float = DISTANCE) -> bool:
        """At least 0.1 % of the frame's pixels show it and its outline is within ``distance``."""
        near = self.distance_to(object_id) <= distance
        return near and self.share(object_id) >= SHARE

    def sees(self, object_id: str, poses: Array, distance: float = DISTANCE) -> Array:
        """From which of (N, 4) poses x, y, yaw, pitch the object would be visible."""
        outline = self.outline(object_id)
        seen = np.array([outline.clearance(x, y)[0] <= distance for x, y in poses[:, :2]], np.bool_)
        near = np.flatnonzero(seen)
        seen[near] = self._simulator.shares(object_id, poses[near]) >= SHARE
        return seen

    def outline(self, object_id: str) -> Outlines:
        """The object's plan, at all heights."""
        return self._simulator.outline(object_id)

    def distance_to(self, object_id: str) -> float:
        """Horizontal distance from the robot's centre to the object's outline."""
        pose = self.pose()
        return self.outline(object_id).clearance(pose.x, pose.y)[0]

    def geodesic(self, start: tuple[float, float], goals: Array) -> float:
        """Length of the shortest path to the nearest of (N, 2) goals; inf when none is reachable."""
        return float(self.distances(np.array([start], np.float64), goals)[0])

    def distances(self, starts: Array, goals: Array, margin: float = 0.0) -> Array:
        """Shortest path lengths from each of (M, 2) starts to the nearest of (N, 2) goals.

        With a ``margin`` of paths that keep that much more off things where they can.
        """
        if not len(goals):
            return np.full(len(starts), math.inf)
        return self._simulator.world.navgrid.geodesics(margin).field(goals).distances(starts)

    def path(self, start: tuple[float, float], goals: Array) -> Array:
        """(K, 2) way points of that path, empty when there is none."""
        if not len(goals):
            return np.zeros((0, 2))
        return self._simulator.world.navgrid.geodesics().field(goals).path(*start)

    def viewpoints(
        self, object_id: str, distance: float = DISTANCE, tilts: Sequence[float] = (0.0,)
    ) -> Array:
        """(N, 3) x, y, yaw of free poses from which the object is visible, at one of the tilts."""
        return self._simulator.viewpoints(object_id, distance, tilts)

    def gap_to_people(self) -> float:
        """Metres between the robot's disc and the nearest person's; negative where they overlap.

        Infinite in a home without people.
        """
        pose, reach = self.pose(), self.embodiment.radius + PERSON_RADIUS
        people = self._simulator.world.people
        return min((pose.distance(*p.position[:2]) - reach for p in people), default=math.inf)

    def held(self) -> str:
        """Id of what the robot holds, empty for nothing."""
        held = self._simulator.world.held
        return "" if held is None else held.id

    def raised(self, object_id: str) -> float:
        """How much higher an object is than the home was built with it, metres."""
        world = self._simulator.world
        return world.object(object_id).position[2] - world.built.objects[object_id].position[2]

    def hand(self) -> tuple[float, float, float] | None:
        """The point between the robot's fingers in the world; None for a robot without an arm."""
        return self._simulator.hand()

    def free_floor(self, object_id: str, distance: float = DISTANCE) -> Array:
        """(N, 2) points of the robot's part of the home within a distance of an object's outline.

        They are centres of free cells; whether the object is visible from them does not matter.
        """
        grid, pose = self._simulator.world.navgrid, self.pose()
        points = grid.points(grid.part_at(pose.x, pose.y) or 1)
        near: Array = within(*self.outline(object_id).packed, points, distance)
        return points[near]

    def navigable(self, x: float, y: float) -> bool:
        """Whether the robot's disc fits there."""
        return self._simulator.world.navigable(x, y)

    def clear(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether the robot can drive straight from one point to another."""
        world = self._simulator.world
        return not world.obstacles.blocker(x0, y0, x1, y1, world.body.radius)
