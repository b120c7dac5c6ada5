"""The building itself: rooms with finishes, walls, doorways, windows and ceiling lights."""

from __future__ import annotations

from dataclasses import dataclass, field

from meadow.scenes.generator.access import Link, shared_runs
from meadow.scenes.generator.decor import finishes, light_tint
from meadow.scenes.generator.openings import (
    Area,
    Openings,
    add_windows,
    cut_front_door,
    cut_way,
    open_up,
)
from meadow.scenes.generator.tiling import OUTSIDE, Border, Tiling
from meadow.scenes.schema import Light, Point, Room, Wall, mm
from meadow.seeding import Stream

THICKNESS = 0.1
"""Of every wall, metres."""
LIGHT_DROP = 0.3
"""Lights hang this far below the ceiling."""
TWO_LIGHTS = 16.0
"""Rooms of at least this many square metres have two lights."""


@dataclass(slots=True)
class Building:
    """A home before anything stands in it."""

    tiling: Tiling
    height: float
    rooms: list[Room] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    openings: Openings = field(default_factory=Openings)

    def wall(self, id: str) -> Wall:
        """The wall of that id."""
        return next(w for w in self.walls if w.id == id)

    def gaps(self, index: int) -> list[Area]:
        """The parts of a room's bounding box that lie outside of it."""
        return [(x0 / 10, y0 / 10, x1 / 10, y1 / 10) for x0, y0, x1, y1 in self.tiling.gaps(index)]


def draw_building(
    rng: Stream,
    types: tuple[str, ...],
    tiling: Tiling,
    links: list[Link],
    height: float,
    *,
    open_plan: bool = False,
) -> Building:
    """Turn a plan into walls, doorways, windows and lights; see ``HouseSpec.open_plan``."""
    building = Building(tiling, height)
    looks = finishes(rng, types)
    ids = numbered(types)
    for index, kind in enumerate(types):
        polygon = tuple(metres(point) for point in tiling.outline(index))
        building.rooms.append(Room(ids[index], kind, polygon, *looks[index]))
    walls = make_walls(tiling, ids, height)
    building.walls = list(walls.values())
    kinds = {"": "", **dict(zip(ids, types))}
    cut_front_door(rng, building.openings, building.walls, kinds)
    for run in shared_runs(tiling) if open_plan else ():
        open_up(building.openings, walls[run], kinds)
    for link in () if open_plan else links:
        cut_way(rng, building.openings, walls[link.run], kinds, inner=ids[link.rooms[1]])
    for index, kind in enumerate(types):
        outer = [walls[run] for run in tiling.runs if run.rooms == {index, OUTSIDE}]
        add_windows(rng, building.openings, kind, outer)
    for index in range(len(types)):
        add_lights(rng, building, index)
    return building


def numbered(names: tuple[str, ...]) -> list[str]:
    """Ids such as "bedroom-2", counted for each name."""
    return [f"{n.replace(' ', '-')}-{names[: i + 1].count(n)}" for i, n in enumerate(names)]


def metres(point: tuple[int, int]) -> Point:
    """A corner of a tiling."""
    return mm(point[0] / 10), mm(point[1] / 10)


def make_walls(tiling: Tiling, ids: list[str], height: float) -> dict[Border, Wall]:
    """A wall for each border."""
    names = {OUTSIDE: "", **dict(enumerate(ids))}
    return {
        run: Wall(
            f"wall-{k}",
            metres(run.a),
            metres(run.b),
            names[run.left],
            names[run.right],
            height,
            THICKNESS,
        )
        for k, run in enumerate(tiling.runs, start=1)
    }


def add_lights(rng: Stream, building: Building, index: int) -> None:
    """One ceiling light, two in a large room, of one tint."""
    room = building.rooms[index]
    xs, ys = [p[0] for p in room.polygon], [p[1] for p in room.polygon]
    x0, y0, wide, long = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    shares = (0.28, 0.72) if wide * long >= TWO_LIGHTS else (0.5,)
    points = [(x0 + s * wide, y0 + 0.5 * long) for s in shares]
    if long > wide:
        points = [(x0 + 0.5 * wide, y0 + s * long) for s in shares]
    gaps = building.gaps(index)
    points = [p for p in points if not any(_inside(p, gap) for gap in gaps)]
    points = points or [building.tiling.middle(index)]
    tint = light_tint(rng, room.type)
    for x, y in points:
        building.lights.append(
            Light(
                id=f"light-{len(building.lights) + 1}",
                room=room.id,
                position=(mm(x), mm(y), mm(building.height - LIGHT_DROP)),
                intensity=round(rng.uniform(0.85, 1.1) / len(points) ** 0.5, 3),
                colour=tint,
            )
        )


def _inside(point: Point, area: Area) -> bool:
    return area[0] <= point[0] <= area[2] and area[1] <= point[1] <= area[3]
