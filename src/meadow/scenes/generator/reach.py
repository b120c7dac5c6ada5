"""The floor that the robot can reach, on a 5 cm grid, and clearing what cuts some of it off."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.errors import GenerationError
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.openings import Area, strip
from meadow.scenes.generator.programmes import ESSENTIALS
from meadow.scenes.generator.space import FLAT, Box
from meadow.scenes.schema import Point

CELL = 0.05
RADIUS, HEIGHT = 0.18, 0.9
"""Of the robot."""
RADII = (0.24, RADIUS, RADIUS - CELL / 2)
"""The ways must connect for a wider robot too, so that they do on any grid; a narrower one finds pockets
that this grid would hide."""
MOST_REMOVED = 40
SHARE = 0.98
"""Of the free floor that must be reachable; what others measure on other grids may differ a little."""
ROOM_SHARE = 0.06
"""Of each room's floor that the robot's centre must be able to reach."""
NEAR = 0.3
"""An object within this distance of two parts of the floor may be what separates them."""

Mask = NDArray[np.bool_]


class Floor:
    """A home's floor as a grid of cells."""

    def __init__(self, home: Home) -> None:
        tiling = home.building.tiling
        self._home = home
        self._x, self._y = tiling.xs[0] / 10, tiling.ys[0] / 10
        shape = (
            round((tiling.xs[-1] / 10 - self._x) / CELL),
            round((tiling.ys[-1] / 10 - self._y) / CELL),
        )
        self._walkable = np.zeros(shape, bool)
        self.rooms: dict[str, Mask] = {}
        for id, site in home.sites.items():
            inside = np.zeros(shape, bool)
            inside[self.slices(site.bounds)] = True
            for gap in site.gaps:
                inside[self.slices((*gap.low, *gap.high))] = False
            self.rooms[id] = inside
            self._walkable |= inside
        for doorway in home.building.openings.doorways:
            if doorway.leaf is None or doorway.openness > 0.0:
                wall = home.building.wall(doorway.wall)
                hole = strip(wall, doorway.offset, doorway.offset + doorway.width, -0.05, 0.05)
                self._walkable[self.slices(hole)] = True

    def slices(self, area: Area, grow: float = 0.0) -> tuple[slice, slice]:
        """The cells whose centres lie in an upright rectangle."""
        x0, y0, x1, y1 = area
        return (
            slice(self._index(x0 - grow - self._x), self._index(x1 + grow - self._x)),
            slice(self._index(y0 - grow - self._y), self._index(y1 + grow - self._y)),
        )

    @staticmethod
    def _index(distance: float) -> int:
        return max(0, int(np.ceil(distance / CELL - 0.5 - 1e-9)))

    def cell_centre(self, i: Any, j: Any) -> tuple[Any, Any]:
        """World coordinates of a cell, or of arrays of them."""
        return self._x + (i + 0.5) * CELL, self._y + (j + 0.5) * CELL

    def clearance(self) -> NDArray[np.float64]:
        """Distance from each cell's centre to the nearest obstacle, metres."""
        open_floor = self._walkable.copy()
        for site in self._home.sites.values():
            for box in site.solids.values():
                if box.z0 < HEIGHT and box.z1 > FLAT:
                    self._block(open_floor, box)
        padded = np.pad(open_floor, 1)
        distance = ndimage.distance_transform_edt(padded)[1:-1, 1:-1]
        result: NDArray[np.float64] = distance * CELL
        return result

    def _block(self, open_floor: Mask, box: Box) -> None:
        # Something thinner than a cell, such as a door leaf, must not slip between the centres.
        grow = max(0.0, CELL / 2 - min(box.half))
        rows, columns = self.slices((*box.low, *box.high), grow)
        if box.cos == 0.0 or box.sin == 0.0:
            open_floor[rows, columns] = False
            return
        part = open_floor[rows, columns]
        x, y = (self._x - box.centre[0], self._y - box.centre[1])
        x = x + (np.arange(part.shape[0])[:, None] + rows.start + 0.5) * CELL
        y = y + (np.arange(part.shape[1])[None, :] + columns.start + 0.5) * CELL
        inside = np.abs(box.cos * x + box.sin * y) <= box.half[0] + grow
        inside &= np.abs(box.cos * y - box.sin * x) <= box.half[1] + grow
        part[inside] = False

    def parts(
        self, clearance: NDArray[np.float64], radius: float = RADII[0]
    ) -> tuple[NDArray[np.int32], int]:
        """Connected parts of where the robot's centre can be, and the number of the largest."""
        labels, count = ndimage.label(clearance > radius)
        if count == 0:
            raise GenerationError("no free floor is left")
        sizes = np.bincount(labels.ravel())[1:]
        return labels, 1 + int(np.argmax(sizes))


def clear_ways(home: Home) -> None:
    """Remove pieces until every room and nearly all free floor can be reached."""
    floor = Floor(home)
    for _ in range(MOST_REMOVED):
        split = _split(floor)
        if split is None:
            return
        culprit = _culprit(home, floor, *split)
        if culprit is None:
            break
        home.remove(culprit)
    raise GenerationError("some floor stays out of reach")


def unreached_floor(home: Home) -> tuple[str, Point] | None:
    """A room with floor that cannot be reached, and a point in the middle of it; None where all can."""
    floor = Floor(home)
    split = _split(floor)
    if split is None:
        return None
    labels, main, cut_off = split
    left = (labels > 0) & (labels != main)
    if cut_off is not None:
        left &= floor.rooms[cut_off]
        if not left.any():
            left = floor.rooms[cut_off]
    parts, _ = ndimage.label(left)
    rows, columns = np.nonzero(parts == 1 + int(np.argmax(np.bincount(parts.ravel())[1:])))
    middle = len(rows) // 2
    i, j = int(rows[middle]), int(columns[middle])
    room = next((id for id, inside in floor.rooms.items() if inside[i, j]), cut_off or "")
    return room, floor.cell_centre(i, j)


def ways_are_clear(home: Home) -> bool:
    """Whether every room and nearly all free floor can be reached."""
    return _split(Floor(home)) is None


def _split(floor: Floor) -> tuple[NDArray[np.int32], int, str | None] | None:
    """The parts of a floor that is not in one piece, the largest, and a room that it misses."""
    clearance = floor.clearance()
    for radius in RADII:
        labels, main = floor.parts(clearance, radius)
        reached = labels == main
        cut_off = _cut_off_room(floor, reached)
        if cut_off is not None or reached.sum() < SHARE * (labels > 0).sum():
            return labels, main, cut_off
    return None


def _cut_off_room(floor: Floor, reached: Mask) -> str | None:
    for id, inside in floor.rooms.items():
        if (reached & inside).sum() < ROOM_SHARE * inside.sum():
            return id
    return None


def _culprit(
    home: Home, floor: Floor, labels: NDArray[np.int32], main: int, cut_off: str | None
) -> str | None:
    """The smallest piece on the floor between the reachable part and the largest other one."""
    sizes = np.bincount(labels.ravel())
    sizes[[0, main]] = 0
    other = int(np.argmax(sizes))
    found: list[tuple[bool, bool, float, str]] = []
    for site in home.sites.values():
        for id, box in site.solids.items():
            if id not in home.objects or box.z0 >= HEIGHT or box.z1 <= FLAT:
                continue
            near = labels[floor.slices((*box.low, *box.high), NEAR)]
            between = bool(sizes[other]) and bool((near == other).any())
            if between or site.id == cut_off:
                beside_main = bool((near == main).any())
                needed = any(home.objects[id].category in names for names in ESSENTIALS[site.kind])
                found.append((needed, not beside_main, box.half[0] * box.half[1], id))
    return min(found)[3] if found else None
