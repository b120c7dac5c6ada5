"""A home as it was built: what all robots of one body in it share, because nothing of it changes."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meadow.geometry.polygons import Outlines, pack
from meadow.scenes.schema import Doorway, House, Object, Person, Point
from meadow.scenes.shell import HEIGHT
from meadow.scenes.validate import bounded
from meadow.sim.contact import Solid, shell_solid
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import PERSON_RADIUS, Obstacles
from meadow.sim.render import RenderScene
from meadow.types import Embodiment

F64 = NDArray[np.float64]

#: Height of the space that a walking person needs, metres.
PERSON_HEIGHT = 1.9


class BuiltHome:
    """An immutable house with everything that was derived from it; worlds copy what they change.

    Each part is made on first use. Nothing here may be changed by a world.
    """

    def __init__(self, house: House, body: Embodiment) -> None:
        self.house = bounded(house)
        self.body = body
        self.objects: dict[str, Object] = {o.id: o for o in house.objects}
        self.doorways: dict[str, Doorway] = {d.id: d for d in house.doorways}
        self.walls = {w.id: w for w in house.walls}
        self.rooms = {r.id: np.array(r.polygon, np.float64) for r in house.rooms}
        named: list[Object | Person] = [*house.objects, *house.people]
        self.ids = {item.id: 1 + i for i, item in enumerate(named)}
        """Numbers of objects and people in frames of instance ids."""
        self.doorway_numbers = {d.id: i for i, d in enumerate(house.doorways)}
        self.walkers = tuple(i for i, p in enumerate(house.people) if p.walk is not None)
        """Positions in ``house.people`` of those who do something while the robot acts."""
        self.passing = tuple(i for i in self.walkers if house.people[i].walk.behaviour != "idle")  # type: ignore[union-attr]
        """Positions in ``house.people`` of those who do not stay where they are."""
        self.rolling = tuple(item.id for item in house.objects if item.walk is not None)
        """Ids of the balls that roll."""
        self.outlines: dict[str, Outlines] = {}
        """Plans of objects that somebody asked for."""
        self.viewpoints: dict[tuple[object, ...], F64] = {}
        """Viewpoints that somebody asked for while nothing had changed."""
        self.ways: dict[tuple[Point, Point], tuple[Point, ...]] = {}
        """Ways of people who walk, while nothing had changed."""

    @cached_property
    def digest(self) -> str:
        """The hash of the house's content, which is the same on every machine."""
        return self.house.digest()

    @cached_property
    def obstacles(self) -> Obstacles:
        """What blocks the robot."""
        return Obstacles(self.house, self.body.height)

    @cached_property
    def navgrid(self) -> NavGrid:
        """Where the robot can be."""
        return NavGrid(self.house, self.obstacles.fixed, self.body.radius)

    @cached_property
    def person_obstacles(self) -> Obstacles:
        """What blocks people who walk; only homes with walkers need it."""
        return Obstacles(self.house, PERSON_HEIGHT)

    @cached_property
    def person_grid(self) -> NavGrid:
        """Where people who walk can be."""
        return NavGrid(self.house, self.person_obstacles.fixed, PERSON_RADIUS)

    @cached_property
    def scene(self) -> RenderScene:
        """The home as the renderer holds it."""
        return RenderScene(self.house)

    @cached_property
    def lowest_ceiling(self) -> float:
        """Height of the lowest wall, metres."""
        return min((wall.height for wall in self.house.walls), default=HEIGHT)

    @cached_property
    def shell_solid(self) -> Solid:
        """The faces of the building, which arms meet."""
        return shell_solid(self.house)

    @cached_property
    def wall_outlines(self) -> Outlines:
        """The outlines of the walls alone, without doors, objects and people."""
        walls = (self.obstacles.of(wall.id) for wall in self.house.walls)
        return pack(enumerate(walls))
