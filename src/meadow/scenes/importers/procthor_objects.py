"""Objects of a ProcTHOR house: catalogue shapes fitted into the boxes of its assets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from meadow.geometry.frames import yaw_from_thor
from meadow.scenes.appearance import object_form, sample_object
from meadow.scenes.catalogue import CATEGORIES, Category
from meadow.scenes.importers import procthor_format as thor
from meadow.scenes.importers.material_words import looks
from meadow.scenes.importers.naming import category_named
from meadow.scenes.importers.procthor_building import THICKNESS
from meadow.scenes.importers.procthor_types import (
    BUILT_IN,
    COUNTER_DEPTH,
    COUNTER_LEGS,
    OBJECT_TYPES,
)
from meadow.scenes.importers.summary import ImportSummary
from meadow.scenes.importers.thor_frame import is_tilted, levelled, to_point, to_size
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Object, Part, Point, Point3, Room, mm, mrad, replace
from meadow.seeding import stream

UNKNOWN = "unknown thing"
#: Thinner sides are thickened to this, metres.
THINNEST = 0.002
#: Bases higher than this without a carrier hang on a wall, metres.
ON_FLOOR = 0.05
#: Objects centred further than this from every room are left out, metres.
STRAY = 0.5
#: Longer than any room, metres.
FAR = 1000.0
#: Side of an unknown thing without a box, metres.
UNKNOWN_SIDE = 0.12


@dataclass
class _Box:
    """A level box: where its base is centred, its yaw and its size."""

    base: Point3
    yaw: float
    size: Point3


@dataclass
class ObjectImporter:
    """Turns THOR's objects into ours, one house at a time; the results gather in ``objects``."""

    assets: Mapping[str, thor.Asset]
    rooms: Sequence[Room]
    summary: ImportSummary
    objects: list[Object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._floors = {room.id: shapely.Polygon(room.polygon) for room in self.rooms}
        self._surfaces: dict[str, list[Surface]] = {}

    def add(self, thing: thor.ThorThing, carriers: Sequence[Object] = ()) -> None:
        """Import an object and all that is on or in it; ``carriers`` are what it may stand on."""
        asset = self.assets.get(thing.assetId)
        kind = asset.objectType if asset else thing.objectType or thing.id.split("|")[0]
        if carriers and carriers[0].category == BUILT_IN.get(kind):
            self.summary.dropped[f"{kind} that the {carriers[0].category} has already"] += 1
            return
        category = CATEGORIES[category_of(kind)]
        box = self._box(thing, asset, category, carriers)
        if asset is None:
            self.summary.guessed_sizes[kind] += 1
        elif is_tilted(thing.rotation):
            self.summary.levelled[kind] += 1
        made = []
        for suffix, piece in _pieces(box, thing.assetId, kind):
            item = self._object(thing, asset, category, piece)
            placed = self._placed(replace(item, id=thing.id + suffix), carriers, kind)
            if placed is None:
                self.summary.dropped[f"{kind} outside every room, with what it carries"] += 1
                continue
            made.append(placed)
            if category.name == UNKNOWN:
                self.summary.boxes[kind] += 1
            else:
                self.summary.shapes[f"{kind} -> {category.name}"] += 1
        self.objects += made
        for child in thing.children if made else ():
            self.add(child, made)

    def _box(
        self,
        thing: thor.ThorThing,
        asset: thor.Asset | None,
        category: Category,
        carriers: Sequence[Object],
    ) -> _Box:
        x, y, z = to_point(thing.position)
        yaw = yaw_from_thor(thing.rotation.y)
        if asset is None:
            size = _guess_size(category, z - _top(carriers), bool(carriers))
            size = size if carriers else self._between_walls(size, (x, y), yaw)
        elif is_tilted(thing.rotation):
            size, yaw = levelled(asset.boundingBox, thing.rotation)
        else:
            size = to_size(asset.boundingBox)
        size, yaw = _turned(category, size, yaw)
        depth, width, height = (max(THINNEST, mm(side)) for side in size)
        return _Box((x, y, z - height / 2), yaw, (depth, width, height))

    def _object(
        self, thing: thor.ThorThing, asset: thor.Asset | None, category: Category, box: _Box
    ) -> Object:
        """The look is drawn from the asset's name, so that an asset looks the same in every home."""
        rng = stream(0, "procthor", thing.assetId)
        item = sample_object(rng, category, id=thing.id, size=box.size)
        if asset:
            item = replace(item, parts=_tinted(item.parts, category, asset))
        told = {"on": thing.isOn, "lit": thing.isOn, "dirty": thing.isDirty}
        openness = min(1.0, max(0.0, thing.openness)) if category.openable else 0.0
        made: Object = replace(
            item,
            position=box.base,
            yaw=mrad(box.yaw),
            states={name: told.get(name, False) for name in category.states},
            openness=round(openness, 3),
        )
        return made

    def _placed(self, item: Object, carriers: Sequence[Object], kind: str) -> Object | None:
        """The object in its room and on its carrier, or None if it is far from any room."""
        x, y, z = item.position
        room, (x, y) = self._room((x, y), carriers[0].room if carriers else "")
        if not room:
            return None
        support, container = "floor", ""
        if carriers:
            carrier, surface = self._surface_below((x, y, z), carriers)
            support = carrier.id
            if surface:
                level = carrier.position[2] + surface.z
                if abs(level - z) > 0.01:
                    self.summary.settled[kind] += 1
                z, container = level, carrier.id if surface.enclosed else ""
        elif z > ON_FLOOR:
            support = "wall"
            x += math.cos(item.yaw) * THICKNESS / 2
            y += math.sin(item.yaw) * THICKNESS / 2
        placed: Object = replace(
            item,
            position=(mm(x), mm(y), mm(max(0.0, z))),
            room=room,
            support=support,
            container=container,
        )
        return placed

    def _room(self, point: Point, preferred: str) -> tuple[str, Point]:
        """The room that a point is in, with the point; strays are pulled to the nearest floor."""
        spot = shapely.Point(point)
        distance = {name: floor.distance(spot) for name, floor in self._floors.items()}
        name = min(distance, key=lambda n: (distance[n], n != preferred))
        if distance[name] > STRAY:
            return "", point
        if distance[name] == 0.0:
            return name, point
        x, y = shapely.shortest_line(self._floors[name], spot).coords[0]
        return name, (x, y)

    def _between_walls(self, size: Point3, centre: Point, yaw: float) -> Point3:
        """A guessed size, cut back to what fits between the walls around the centre."""
        room, (x, y) = self._room(centre, "")
        if not room:
            return size
        free = [math.inf, math.inf]
        for quarter in range(4):
            angle = yaw + quarter * math.pi / 2
            end = (x + FAR * math.cos(angle), y + FAR * math.sin(angle))
            ray = shapely.LineString([(x, y), end]).intersection(self._floors[room].exterior)
            if not ray.is_empty:
                free[quarter % 2] = min(free[quarter % 2], ray.distance(shapely.Point(x, y)))
        return min(size[0], 2 * free[0]), min(size[1], 2 * free[1]), size[2]

    def _surface_below(
        self, point: Point3, carriers: Sequence[Object]
    ) -> tuple[Object, Surface | None]:
        """The carrier's surface that the point is nearest to, weighing height most."""
        best: tuple[float, Object, Surface | None] = (math.inf, carriers[0], None)
        for carrier in carriers:
            if carrier.id not in self._surfaces:
                shape = CATEGORIES[carrier.category].shape(object_form(carrier))
                self._surfaces[carrier.id] = shape.surfaces
            u, v = _local(point, carrier)
            for surface in self._surfaces[carrier.id]:
                aside = max(
                    surface.low[0] - u, u - surface.high[0], surface.low[1] - v, v - surface.high[1]
                )
                off = abs(carrier.position[2] + surface.z - point[2]) + max(0.0, aside)
                if off < best[0]:
                    best = (off, carrier, surface)
        return best[1:]


def category_of(kind: str) -> str:
    """The category of a type of the asset database or of an "Obja..." name."""
    return OBJECT_TYPES.get(kind) or category_named(kind) or UNKNOWN


def _top(carriers: Sequence[Object]) -> float:
    return max((c.position[2] + c.size[2] for c in carriers), default=0.0)


def _guess_size(category: Category, half_height: float, carried: bool) -> Point3:
    """A size for an asset that the database lacks.

    It stands with its centre ``half_height`` above its carrier's top or the floor, which tells its height
    unless it hangs on a wall or is inside.
    """
    if category.name == UNKNOWN:
        usual = [UNKNOWN_SIDE] * 3
    else:
        usual = [(low + high) / 2 for low, high in category.size]
    hangs = not carried and "wall" in category.on
    scale = 1.0 if hangs else 2 * half_height / usual[2]
    # Beyond these it lies where ours stands, or is far inside: better the usual size.
    scale = scale if 1 / 3 < scale < 3 else 1.0
    return usual[0] * scale, usual[1] * scale, usual[2] * scale


def _turned(category: Category, size: Point3, yaw: float) -> tuple[Point3, float]:
    """Small things without a front lie lengthwise as their category does."""
    if "pickupable" not in category.tags:
        return size, yaw
    ours = math.log(sum(category.size[0]) / sum(category.size[1]))
    theirs = math.log(max(THINNEST, size[0]) / max(THINNEST, size[1]))
    if ours * theirs < 0 and min(abs(ours), abs(theirs)) > 0.2:
        return (size[1], size[0], size[2]), yaw + math.pi / 2
    return size, yaw


def _tinted(parts: Sequence[Part], category: Category, asset: thor.Asset) -> tuple[Part, ...]:
    """Parts with the main one, and those like it, in the asset's colour and material."""
    colour, material = looks(asset.materials)
    main = next(iter(category.parts))
    tinted = []
    for part in parts:
        if main in (part.name, category.parts[part.name].like):
            part = replace(
                part,
                colour=colour or part.colour,
                material=material if material in category.parts[main].materials else part.material,
            )
        tinted.append(part)
    return tuple(tinted)


def _pieces(box: _Box, asset_id: str, kind: str) -> list[tuple[str, _Box]]:
    """The box, or straight runs of counter in place of one that is shaped like an L or a C."""
    letter = asset_id.split("_")[1] if kind == "CounterTop" and "_" in asset_id else ""
    depth, width, height = box.size
    length = depth - COUNTER_DEPTH
    if letter not in COUNTER_LEGS or length < 0.1:
        return [("", box)]
    runs = [("", -length / 2, 0.0, 0.0, (COUNTER_DEPTH, width, height))]
    for leg in COUNTER_LEGS[letter]:
        side = -1.0 if leg == "right" else 1.0  # Y is left
        aside = side * (width - COUNTER_DEPTH) / 2
        size = (COUNTER_DEPTH, length, height)
        runs.append((f"|{leg}", COUNTER_DEPTH / 2, aside, -side * math.pi / 2, size))
    c, s = math.cos(box.yaw), math.sin(box.yaw)
    x, y, z = box.base
    return [
        (name, _Box((x + c * u - s * v, y + s * u + c * v, z), box.yaw + turn, _millimetres(size)))
        for name, u, v, turn, size in runs
    ]


def _millimetres(size: Point3) -> Point3:
    return mm(size[0]), mm(size[1]), mm(size[2])


def _local(point: Point3, item: Object) -> Point:
    """A point in an object's own plan."""
    dx, dy = point[0] - item.position[0], point[1] - item.position[1]
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    return c * dx + s * dy, c * dy - s * dx
