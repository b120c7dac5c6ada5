"""What blocks the robot: walls, door leaves, things and people as convex outlines in the plan."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.geometry.polygons import Outlines, bounds, convex_hull, disc, pack, rectangle
from meadow.scenes.doors import along, leaf_outline
from meadow.scenes.meshes import object_mesh
from meadow.scenes.schema import Doorway, House, Object, Person, Wall

F64 = NDArray[np.float64]

#: Things lower than this are driven over (rugs, mats, thresholds), metres.
DRIVEN_OVER = 0.03
#: Radius of the disc that stands for a person, metres.
PERSON_RADIUS = 0.25
#: How many things that stand on each other are looked at when the lowest changes.
LEVELS = 8
#: What may carry a thing besides another thing.
BUILDING = ("floor", "wall", "ceiling")

_UNIT = disc(0.0, 0.0, 1.0)


def ball_radius(ball: Object) -> float:
    """Radius of the disc that stands for a ball that rolls, metres."""
    return max(ball.size[:2]) / 2


def object_outlines(item: Object, low: float = -math.inf, high: float = math.inf) -> list[F64]:
    """Convex outlines of an object's solid primitives between two heights above the floor.

    Without heights: the plan of the whole object, also when nothing of it is solid.
    """
    mesh = object_mesh(item)
    solid = mesh.solid if math.isfinite(high) else np.ones_like(mesh.solid)
    x, y, z = item.position
    faces = (mesh.vertices, mesh.quads, mesh.primitive, solid)
    points, start = _hulls(*faces, x, y, z, item.yaw, low, high)
    return [points[a:b] for a, b in itertools.pairwise(start)]


@njit(cache=True, nogil=True)
def _hulls(vertices, quads, primitive, solid, x, y, z, yaw, low, high):  # type: ignore[no-untyped-def]
    """Packed hulls of the primitives, each cut to low < z <= high; those within another are left out."""
    c, s = math.cos(yaw), math.sin(yaw)
    points = np.empty((8 * len(quads), 2))
    start = np.zeros(len(quads) + 1, np.int64)
    cut = np.empty((8 * len(quads), 2))
    size = face = 0
    while face < len(quads):
        end = face
        while end < len(quads) and primitive[end] == primitive[face]:
            end += 1
        count = 0
        for f in range(face, end if solid[face] else face):
            for k in range(4):
                a, b = quads[f, k], quads[f, (k + 1) % 4]
                za, zb = vertices[a, 2] + z, vertices[b, 2] + z
                if max(za, zb) <= low or min(za, zb) > high:
                    continue
                t0, t1 = 0.0, 1.0
                if za != zb:
                    ta, tb = (low - za) / (zb - za), (high - za) / (zb - za)
                    t0, t1 = max(0.0, min(ta, tb)), min(1.0, max(ta, tb))
                for t in (t0, t1):
                    u = vertices[a, 0] + t * (vertices[b, 0] - vertices[a, 0])
                    v = vertices[a, 1] + t * (vertices[b, 1] - vertices[a, 1])
                    cut[count, 0], cut[count, 1] = x + c * u - s * v, y + s * u + c * v
                    count += 1
        hull = convex_hull(cut[:count])
        if len(hull) > 1:
            points[start[size] : start[size] + len(hull)] = hull
            start[size + 1] = start[size] + len(hull)
            size += 1
        face = end
    return _outermost(points, start[: size + 1])


@njit(cache=True, nogil=True)
def _outermost(points, start):  # type: ignore[no-untyped-def]
    """Packed outlines without those that lie within another."""
    size = len(start) - 1
    keep = np.ones(size, np.bool_)
    for i in range(size):
        for j in range(size):
            if i == j or not keep[j]:
                continue
            if _within(points, start[j], start[j + 1], points, start[i], start[i + 1]):
                keep[i] = False
                break
    kept_points = np.empty((start[size], 2))
    kept_start = np.zeros(size + 1, np.int64)
    count = 0
    for i in range(size):
        if keep[i]:
            low = kept_start[count]
            high = low + start[i + 1] - start[i]
            kept_points[low:high] = points[start[i] : start[i + 1]]
            count += 1
            kept_start[count] = high
    return kept_points[: kept_start[count]], kept_start[: count + 1]


@njit(cache=True, nogil=True)
def _contains(outer: F64, inner: F64) -> bool:
    """Whether a convex outline holds all corners of another."""
    inside: bool = _within(outer, 0, len(outer), inner, 0, len(inner))
    return inside


@njit(cache=True, nogil=True)
def _within(outer, first, last, inner, begin, end):  # type: ignore[no-untyped-def]
    """The same for stretches of packed outlines; plain numbers, because views cost more than the test."""
    ax, ay = outer[last - 1, 0], outer[last - 1, 1]
    for i in range(first, last):
        bx, by = outer[i, 0], outer[i, 1]
        for k in range(begin, end):
            if (bx - ax) * (inner[k, 1] - ay) - (by - ay) * (inner[k, 0] - ax) < -1e-9:
                return False
        ax, ay = bx, by
    return last - first > 2


def wall_outlines(house: House, wall: Wall, height: float) -> list[F64]:
    """A wall's rectangles between its doorways, lengthened at corners so that these are closed."""
    length = math.dist(wall.a, wall.b)
    half = wall.thickness / 2
    low = -half if _meets_across(house, wall, wall.a) else 0.0
    high = length + (half if _meets_across(house, wall, wall.b) else 0.0)
    cuts = sorted(
        (d.offset, d.offset + d.width)
        for d in house.doorways
        if d.wall == wall.id and d.height > height
    )
    pieces, at = [], low
    for begin, end in [*cuts, (high, high)]:
        if begin - at > 1e-6:
            pieces.append((at, begin))
        at = max(at, end)
    yaw = math.atan2(wall.b[1] - wall.a[1], wall.b[0] - wall.a[0])
    return [rectangle(along(wall, (p + q) / 2), (q - p, wall.thickness), yaw) for p, q in pieces]


def _meets_across(house: House, wall: Wall, node: tuple[float, float]) -> bool:
    """Whether another wall that is not in line with this one passes through one of its ends."""
    dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    for other in house.walls:
        ex, ey = other.b[0] - other.a[0], other.b[1] - other.a[1]
        length = math.hypot(ex, ey)
        if abs(dx * ey - dy * ex) < 1e-6 * length * math.hypot(dx, dy):
            continue
        px, py = node[0] - other.a[0], node[1] - other.a[1]
        at = (px * ex + py * ey) / length
        if abs(px * ey - py * ex) / length < 1e-3 and -1e-3 <= at <= length + 1e-3:
            return True
    return False


def _threshold(wall: Wall, doorway: Doorway) -> F64:
    """The outer half of a front door's opening: the world ends there, so nobody drives out."""
    aside = wall.thickness / 4 * (1.0 if wall.right else -1.0)
    centre = along(wall, doorway.offset + doorway.width / 2, aside)
    yaw = math.atan2(wall.b[1] - wall.a[1], wall.b[0] - wall.a[0])
    return rectangle(centre, (doorway.width, wall.thickness / 2), yaw)


def _rests(item: Object | Doorway | None) -> bool:
    """Whether a thing stands on or in another."""
    return isinstance(item, Object) and item.support not in BUILDING


class Obstacles:
    """The outlines of one home for a body of one height; what moves can be replaced piece by piece.

    What was replaced is looked at when somebody asks: moving a thing costs nothing while nobody drives.
    """

    def __init__(self, house: House, height: float) -> None:
        self.height = height
        self._walls = {w.id: w for w in house.walls}
        self._groups: dict[str, list[F64]] = {}
        for wall in house.walls:
            self._groups[wall.id] = wall_outlines(house, wall, height)
        for doorway in house.doorways:
            self._groups[doorway.id] = self._leaf(doorway)
        # Furniture first: whatever stands within its outline needs no look of its own.
        for item in sorted(house.objects, key=_rests):
            self._groups[item.id] = self._outlines(item)
        self._items = {item.id: item for item in house.objects}
        self._names = list(self._groups)
        self._fixed: Outlines | None = None
        self._waiting: dict[str, Object | Doorway | None] = {}
        self._version = 0
        self.set_people(house.people, [item for item in house.objects if item.walk is not None])

    def copy(self) -> Obstacles:
        """The same outlines, of which any can be replaced without a change of these."""
        twin = object.__new__(Obstacles)
        twin.__dict__.update(self.__dict__)
        twin._groups, twin._waiting = dict(self._groups), dict(self._waiting)
        twin._items = dict(self._items)
        return twin

    @property
    def version(self) -> int:
        """Grows whenever an outline of something other than a person changes."""
        self._settle()
        return self._version

    @property
    def fixed(self) -> Outlines:
        """The outlines of walls, doors and objects: all but people and balls that roll."""
        if self._waiting:
            self._settle()
        if self._fixed is None:
            self._fixed = pack(enumerate(self._groups.values()))
        return self._fixed

    @property
    def people(self) -> Outlines:
        """The people, and the balls that roll."""
        return self._people

    def set_object(self, item: Object) -> None:
        """Replace the outlines of one object, e.g. after it was opened or moved."""
        self._waiting[item.id] = item

    def take_away(self, id: str) -> None:
        """Let one object block nobody, e.g. while the robot carries it."""
        self._waiting[id] = None

    def set_doorway(self, doorway: Doorway) -> None:
        """Replace the leaf of one door."""
        self._waiting[doorway.id] = doorway

    def set_people(self, people: Iterable[Person], balls: Iterable[Object] = ()) -> None:
        """Replace all people, and the balls that roll."""
        people = [p for p in people if p.position[2] < self.height]
        balls = [ball for ball in balls if ball.position[2] < self.height]
        self._people_ids = [*(p.id for p in people), *(ball.id for ball in balls)]
        movers: list[Person | Object] = [*people, *balls]
        places = np.array([mover.position[:2] for mover in movers], np.float64)
        radii = np.array([PERSON_RADIUS] * len(people) + [ball_radius(ball) for ball in balls])
        points = (places.reshape(-1, 1, 2) + radii[:, None, None] * _UNIT).reshape(-1, 2)
        start = len(_UNIT) * np.arange(len(radii) + 1)
        self._people = Outlines(points, start, bounds(points, start), np.arange(len(radii)))

    def of(self, id: str) -> list[F64]:
        """The outlines of one wall, door or object."""
        self._settle()
        return self._groups[id]

    def blocker(self, x0: float, y0: float, x1: float, y1: float, radius: float) -> str:
        """Id of what a disc on its way meets first, or an empty string."""
        fixed = self.fixed
        hit = fixed.first_hit(x0, y0, x1, y1, radius)
        if hit >= 0:
            return self._names[int(fixed.owner[hit])]
        if self._people_ids:
            hit = self._people.first_hit(x0, y0, x1, y1, radius)
            if hit >= 0:
                return self._people_ids[int(self._people.owner[hit])]
        return ""

    def fixed_overlapped(self, x: float, y: float, radius: float) -> str:
        """Id of something other than a person that a disc there would overlap, or an empty string."""
        hit = self.fixed.first_hit(x, y, x, y, radius)
        return self._names[int(self.fixed.owner[hit])] if hit >= 0 else ""

    def overlapped(self, x: float, y: float, radius: float) -> str:
        """Id of something that a disc there would overlap, or an empty string."""
        return self.blocker(x, y, x, y, radius)

    def _settle(self) -> None:
        """Look at everything that was replaced since somebody last asked."""
        waiting, self._waiting = self._waiting, {}
        for _ in range(LEVELS if waiting else 0):
            # Carriers first: what stands on them may be within their outlines.
            order = sorted(waiting, key=lambda id: _rests(waiting[id]))
            changed = {id for id in order if self._replace(id, waiting[id])}
            if not changed:
                break
            waiting = {
                item.id: item
                for item in self._items.values()
                if item.support in changed or item.container in changed
            }

    def _replace(self, id: str, item: Object | Doorway | None) -> bool:
        """Replace the outlines of one door or object; returns whether they differ from before."""
        if isinstance(item, Doorway):
            outlines = self._leaf(item)
        elif item is None:
            outlines = []
            self._items.pop(id, None)
        else:
            outlines = self._outlines(item)
            self._items[id] = item
        before = self._groups[id]
        if len(before) == len(outlines) and all(map(np.array_equal, before, outlines)):
            return False
        self._groups[id] = outlines
        self._fixed = None
        self._version += 1
        return True

    def _leaf(self, doorway: Doorway) -> list[F64]:
        wall = self._walls[doorway.wall]
        outlines = [] if doorway.leaf is None else [leaf_outline(wall, doorway)]
        if not (wall.left and wall.right):
            outlines.append(_threshold(wall, doorway))
        return outlines

    def _outlines(self, item: Object) -> list[F64]:
        if item.position[2] > self.height or item.walk is not None:
            return []  # too high, or a ball, which blocks as people do
        if item.openness == 0.0 and item.position[2] + item.size[2] <= DRIVEN_OVER:
            return []  # one that is open reaches higher than it does closed
        if self._covered(item):
            return []
        return object_outlines(item, DRIVEN_OVER, self.height)

    def _covered(self, item: Object) -> bool:
        """Whether an object's box stands within the outline of what carries or holds it."""
        carriers = [*self._groups.get(item.support, ()), *self._groups.get(item.container, ())]
        if not carriers:
            return False
        box = rectangle(item.position, item.size, item.yaw)
        if item.openness > 0.0:  # an open part may stick out
            box = np.concatenate([box, *object_outlines(item)])
        return any(_contains(outline, box) for outline in carriers)
