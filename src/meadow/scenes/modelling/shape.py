"""The construction kit for shapes: solids from a handful of primitives, as convex planar quads.

A builder receives an empty :class:`Shape` and adds primitives in the object's own frame (origin at the
centre of the base, X front, Y left, Z up, metres), each to a named part whose look is chosen elsewhere:

    def stool(s: Shape, f: Form) -> None:
        x, y, z = f.size
        s.cylinder("seat", (0, 0, z - 0.04), x / 2, 0.04)
        for angle in (45, 135, 225, 315): ...

Primitives are affine copies of cached unit templates, so building a home is cheap. All faces turn
counter-clockwise seen from outside; triangles repeat their last corner.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.schema import Point, Point3

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]
F64 = NDArray[np.float64]
#: The rows of a 3x3 matrix. Plain numbers, because small arrays cost more than what is done with them.
Rows = tuple[float, float, float, float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Form:
    """The parameters of one object's shape."""

    size: Point3
    """Box along X (depth), Y (width), Z (height) when closed."""
    variant: str
    counts: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, bool] = field(default_factory=dict)
    openness: float = 0.0

    def count(self, name: str, default: int = 1) -> int:
        """How many of a repeated part."""
        return self.counts.get(name, default)

    def has(self, state: str) -> bool:
        """Whether a state holds."""
        return bool(self.states.get(state, False))


@dataclass(frozen=True, slots=True)
class Surface:
    """A rectangle in the object's frame where things can stand."""

    name: str
    low: Point
    high: Point
    z: float
    clearance: float = math.inf
    """Free height above, metres."""
    enclosed: bool = False
    """Behind a door or in a drawer: what stands here is inside, hidden until the object opens."""
    slides: Point3 = (0.0, 0.0, 0.0)
    """How far it moves when the object opens fully (a drawer's travel)."""

    def stretched(self, scale: Iterable[float], origin: Iterable[float] = (0, 0, 0)) -> Surface:
        """The surface after its object moved ``origin`` to zero and stretched along the axes."""
        (u, v, w), (a, b, c) = map(float, scale), map(float, origin)
        return replace(
            self,
            low=((self.low[0] - a) * u, (self.low[1] - b) * v),
            high=((self.high[0] - a) * u, (self.high[1] - b) * v),
            z=(self.z - c) * w,
            clearance=self.clearance * w,
            slides=(self.slides[0] * u, self.slides[1] * v, self.slides[2] * w),
        )


@dataclass(frozen=True, slots=True)
class Mesh:
    """Quads with a part index each, in the object's frame."""

    vertices: F32
    """(V, 3)."""
    quads: I32
    """(F, 4) corners, counter-clockwise from outside; a triangle repeats its last."""
    part: I32
    """(F,) index into ``parts``."""
    printed: NDArray[np.bool_]
    """(F,) the face shows its part's print once, corner 0 bottom left, corner 2 top right."""
    two_sided: NDArray[np.bool_]
    """(F,) drawn from behind too."""
    primitive: I32
    """(F,) running number of the primitive that a face belongs to."""
    solid: NDArray[np.bool_]
    """(F,) the face's primitive blocks the robot."""
    parts: tuple[str, ...]


#: What a mesh has but for the names of its parts.
_Columns = tuple[F32, I32, I32, NDArray[np.bool_], NDArray[np.bool_], I32, NDArray[np.bool_]]


class _Template(NamedTuple):
    vertices: F64
    quads: I32


class _Item(NamedTuple):
    """A primitive: a template, how it is moved, and what it belongs to."""

    template: _Template
    move: tuple[float, ...]
    """:data:`Rows` and an offset."""
    part: str


class _Packed(NamedTuple):
    """Primitives as ``assemble`` wants them."""

    points: F64
    faces: I32
    numbers: NDArray[np.int64]
    moves: F64
    parts: tuple[str, ...]


class _Copy(NamedTuple):
    """A finished drawing and what its copy did to it."""

    drawing: Shape
    scale: F64
    origin: F64 | None
    """What went to zero; None when the drawing's mesh is stretched and not its primitives."""


def _template(vertices: Sequence[Sequence[float]], quads: Sequence[Sequence[int]]) -> _Template:
    return _Template(np.array(vertices, np.float64), np.array(quads, np.int32).reshape(-1, 4))


_BOX_QUADS = [
    (0, 3, 2, 1),
    (4, 5, 6, 7),
    (0, 1, 5, 4),
    (1, 2, 6, 5),
    (2, 3, 7, 6),
    (3, 0, 4, 7),
]


_BOX_FACES = np.array(_BOX_QUADS, np.int32)
_ONE_FACE = np.array([[0, 1, 2, 3]], np.int32)
#: Where primitives that are given by their corners already are.
_UNIT: Rows = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
_ORIGIN: Point3 = (0.0, 0.0, 0.0)


@cache
def _box(taper_x: float, taper_y: float) -> _Template:
    """Unit box, base [-.5, .5]^2 at z 0, top scaled by the tapers at z 1."""
    low = [(-0.5, -0.5, 0.0), (0.5, -0.5, 0.0), (0.5, 0.5, 0.0), (-0.5, 0.5, 0.0)]
    top = [(x * taper_x, y * taper_y, 1.0) for x, y, _ in low]
    return _template(low + top, _BOX_QUADS)


def _fan(ring: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """A convex polygon as quads (the last may be a triangle)."""
    quads = []
    for i in range(1, len(ring) - 1, 2):
        last = ring[i + 2] if i + 2 < len(ring) else ring[i + 1]
        quads.append((ring[0], ring[i], ring[i + 1], last))
    return quads


#: A lathe's rings with a smaller radius are points, metres.
_TIP = 1e-9


@lru_cache(maxsize=4096)
def _lathe(
    profile: tuple[Point, ...], sides: int, bottom: bool, top: bool, flat: bool = False
) -> _Template:
    """A profile of (radius, z) turned around Z; closed ends where asked."""
    # Four sides stand with their flats to the axes; others put a corner on X so that the box is exact.
    flat = flat or sides == 4
    shift, reach = (0.5, 1.0 / math.cos(math.pi / sides)) if flat else (0.0, 1.0)
    angles = [2.0 * math.pi * (k + shift) / sides for k in range(sides)]
    around = [(math.cos(a), math.sin(a)) for a in angles]
    vertices: list[Point3] = []
    for radius, z in profile:
        if radius <= _TIP:
            vertices.append((0.0, 0.0, z))
        else:
            wide = radius * reach
            vertices += [(wide * c, wide * s, z) for c, s in around]
    tips = tuple(radius <= _TIP for radius, _ in profile)
    return _Template(np.array(vertices, np.float64), _lathe_faces(tips, sides, bottom, top))


@cache
def _lathe_faces(tips: tuple[bool, ...], sides: int, bottom: bool, top: bool) -> I32:
    """The faces of all lathes whose profiles touch the axis at the same places."""
    rings: list[list[int]] = []
    count = 0
    for tip in tips:
        rings.append([count] * sides if tip else list(range(count, count + sides)))
        count += 1 if tip else sides
    quads: list[tuple[int, int, int, int]] = []
    for low, high in itertools.pairwise(rings):
        for k in range(sides):
            n = (k + 1) % sides
            a, b, c, d = low[k], low[n], high[n], high[k]
            if a == b and c == d:
                continue
            if a == b:
                quads.append((a, c, d, d))
            elif c == d:
                quads.append((a, b, c, c))
            else:
                quads.append((a, b, c, d))
    if bottom and not tips[0]:
        quads += _fan(rings[0][::-1])
    if top and not tips[-1]:
        quads += _fan(rings[-1])
    return np.array(quads, np.int32).reshape(-1, 4)


@cache
def _sphere(sides: int, rows: int) -> _Template:
    """Unit sphere around the origin."""
    profile = []
    for k in range(rows + 1):
        t = math.pi * k / rows
        profile.append((0.0 if k in (0, rows) else math.sin(t), -math.cos(t)))
    return _lathe(tuple(profile), sides, False, False)


def triangulate(outline: Sequence[Point]) -> list[tuple[int, int, int]]:
    """Ear clipping of a simple counter-clockwise polygon."""

    def cross(o: Point, a: Point, b: Point) -> float:
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    left = list(range(len(outline)))
    triangles = []
    while len(left) > 3:
        for i, b in enumerate(left):
            a, c = left[i - 1], left[(i + 1) % len(left)]
            pa, pb, pc = outline[a], outline[b], outline[c]
            if cross(pa, pb, pc) <= 1e-12:
                continue
            if any(
                cross(pa, pb, outline[p]) >= 0
                and cross(pb, pc, outline[p]) >= 0
                and cross(pc, pa, outline[p]) >= 0
                for p in left
                if p not in (a, b, c)
            ):
                continue
            triangles.append((a, b, c))
            del left[i]
            break
        else:  # collinear remains
            del left[0]
    if len(left) == 3:
        triangles.append((left[0], left[1], left[2]))
    return triangles


@lru_cache(maxsize=4096)
def _prism(outline: tuple[Point, ...]) -> _Template:
    """A simple counter-clockwise outline in XY, extruded from z 0 to 1."""
    vertices = [(x, y, 0.0) for x, y in outline] + [(x, y, 1.0) for x, y in outline]
    convex = _is_convex(outline)
    faces = _convex_prism(len(outline)) if convex else _bent_prism(outline)
    return _Template(np.array(vertices, np.float64), faces)


def _walls(n: int) -> list[tuple[int, int, int, int]]:
    """The upright faces of a prism over ``n`` corners."""
    return [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]


@cache
def _convex_prism(n: int) -> I32:
    """The faces of all prisms over convex outlines of ``n`` corners."""
    return np.array(
        [*_walls(n), *_fan(list(range(n))[::-1]), *_fan(list(range(n, 2 * n)))], np.int32
    )


def _bent_prism(outline: Sequence[Point]) -> I32:
    """The faces of a prism over an outline that is not convex."""
    n = len(outline)
    quads = _walls(n)
    for a, b, c in triangulate(outline):
        quads += [(c, b, a, a), (n + a, n + b, n + c, n + c)]
    return np.array(quads, np.int32)


def _is_convex(outline: Sequence[Point]) -> bool:
    n = len(outline)
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = outline[i], outline[(i + 1) % n], outline[(i + 2) % n]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < -1e-12:
            return False
    return True


def rotation(axis: str, angle: float) -> F64:
    """3x3 rotation about "x", "y" or "z" by radians."""
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    if axis == "y":
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _scaled(turn: F64 | None, x: float, y: float, z: float) -> Rows:
    """A rotation (none: as it lies) of what was stretched along the axes before."""
    if turn is None:
        return (x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z)
    (a, b, c), (d, e, f), (g, h, i) = turn.tolist()
    return (a * x, b * y, c * z, d * x, e * y, f * z, g * x, h * y, i * z)


def _cross(a: Sequence[float], b: Sequence[float]) -> Point3:
    """Cross product of two single vectors, which np.cross is slow at."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _along(direction: Point3, radius: float) -> Rows:
    """A matrix that takes the unit cylinder along +Z to one along the direction, as long as that."""
    length = math.hypot(*direction)
    z = (direction[0] / length, direction[1] / length, direction[2] / length)
    x = _cross((1.0, 0.0, 0.0) if abs(z[2]) > 0.9 else (0.0, 0.0, 1.0), z)
    scale = radius / math.hypot(*x)
    x = (x[0] * scale, x[1] * scale, x[2] * scale)
    y = _cross(z, x)
    u, v, w = direction
    return (x[0], y[0], u, x[1], y[1], v, x[2], y[2], w)


#: Rotations that turn a Z-axis primitive to lie along X or Y.
_AXES = {"x": rotation("y", math.pi / 2), "y": rotation("x", -math.pi / 2), "z": None}


def _is_flat(a: Point3, b: Point3, c: Point3, d: Point3) -> bool:
    """Whether four corners lie in a plane."""
    ab = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    ac = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    x, y, z = _cross(ab, ac)
    off = x * (d[0] - a[0]) + y * (d[1] - a[1]) + z * (d[2] - a[2])
    return abs(off) < 1e-4 * (math.hypot(x, y, z) + 1e-12)


class Shape:
    """A growing set of primitives; see the module's docstring."""

    def __init__(self) -> None:
        self._items: list[_Item] = []
        self._flags: list[tuple[bool, bool, bool]] = []
        self._copied: _Copy | None = None
        # Of a drawing that was copied, for the next copies:
        self._mesh: Mesh | None = None
        self._packed: _Packed | None = None
        self._bounds: tuple[F64, F64] | None = None
        self.surfaces: list[Surface] = []

    def _add(
        self,
        template: _Template,
        matrix: Rows,
        offset: Point3,
        part: str,
        *,
        printed: bool = False,
        two_sided: bool = False,
        solid: bool = True,
    ) -> None:
        if self._copied:
            self._unfold()
        self._items.append(_Item(template, (*matrix, *offset), part))
        self._flags.append((printed, two_sided, solid))

    def box(
        self,
        part: str,
        low: Point3,
        high: Point3,
        *,
        taper: Point = (1.0, 1.0),
        turn: F64 | None = None,
        solid: bool = True,
    ) -> None:
        """An axis-aligned box from corner to corner; its top may taper in X and Y.

        ``turn`` (a 3x3 from :func:`rotation`) turns it about the centre of its base.
        """
        (x0, y0, z0), (x1, y1, z1) = low, high
        base = ((x0 + x1) / 2, (y0 + y1) / 2, z0)
        matrix = _scaled(turn, x1 - x0, y1 - y0, z1 - z0)
        self._add(_box(*taper), matrix, base, part, solid=solid)

    def cylinder(
        self,
        part: str,
        base: Point3,
        radius: float,
        height: float,
        *,
        top_radius: float | None = None,
        axis: str = "z",
        sides: int = 12,
        bottom: bool = True,
        top: bool = True,
        stretch: float = 1.0,
        solid: bool = True,
    ) -> None:
        """A cylinder, cone or frustum from ``base`` along +axis; ``stretch`` makes it oval in Y."""
        ratio = 1.0 if top_radius is None else round(top_radius / radius, 4)
        template = _lathe(((1.0, 0.0), (ratio, 1.0)), sides, bottom, top)
        matrix = _scaled(_AXES[axis], radius, radius * stretch, height)
        self._add(template, matrix, base, part, solid=solid)

    def rod(
        self,
        part: str,
        a: Point3,
        b: Point3,
        radius: float,
        *,
        end_radius: float | None = None,
        sides: int = 6,
        caps: bool = True,
        solid: bool = True,
    ) -> None:
        """A cylinder or cone between two points."""
        direction = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        if math.hypot(*direction) < 1e-6:
            return
        ratio = 1.0 if end_radius is None else round(end_radius / radius, 4)
        template = _lathe(((1.0, 0.0), (ratio, 1.0)), sides, caps, caps)
        self._add(template, _along(direction, radius), a, part, solid=solid)

    def tube(
        self,
        part: str,
        path: Sequence[Point3],
        radius: float,
        *,
        sides: int = 6,
        solid: bool = True,
    ) -> None:
        """Rods along a path: handles, bows, wires."""
        for a, b in itertools.pairwise(path):
            self.rod(part, a, b, radius, sides=sides, solid=solid)

    def lathe(
        self,
        part: str,
        base: Point3,
        profile: Sequence[Point],
        *,
        sides: int = 12,
        axis: str = "z",
        bottom: bool = True,
        top: bool = True,
        stretch: float = 1.0,
        flat: bool = False,
        solid: bool = True,
    ) -> None:
        """A profile of (radius, z) turned around an axis through ``base``.

        Going up makes outsides; going back down inside a vessel makes its inner wall. ``flat`` turns a
        side instead of a corner to X, where a print can lie on it.
        """
        rounded = tuple((round(r, 5), round(z, 5)) for r, z in profile)
        template = _lathe(rounded, sides, bottom, top, flat)
        matrix = _scaled(_AXES[axis], 1.0, stretch, 1.0)
        self._add(template, matrix, base, part, solid=solid)

    def ellipsoid(
        self,
        part: str,
        centre: Point3,
        radii: Point3,
        *,
        sides: int = 12,
        rows: int = 8,
        turn: F64 | None = None,
        solid: bool = True,
    ) -> None:
        """A sphere or ellipsoid around a centre."""
        self._add(_sphere(sides, rows), _scaled(turn, *radii), centre, part, solid=solid)

    def prism(
        self,
        part: str,
        outline: Sequence[Point],
        low: float,
        high: float,
        *,
        axis: str = "z",
        offset: Point3 = (0.0, 0.0, 0.0),
        solid: bool = True,
    ) -> None:
        """A flat outline extruded from ``low`` to ``high`` along an axis.

        Outline points are (x, y) for axis z, (y, z) for axis x and (x, z) for axis y; any simple
        polygon, either winding.
        """
        area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(outline, [*outline[1:], outline[0]]))
        points = tuple((round(u, 5), round(v, 5)) for u, v in outline)
        points = points if area > 0 else points[::-1]
        thick = high - low
        matrix: Rows
        if axis == "z":
            matrix, base = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, thick), (0.0, 0.0, low)
        elif axis == "x":
            matrix, base = (0.0, 0.0, thick, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0), (low, 0.0, 0.0)
        else:
            matrix, base = (1.0, 0.0, 0.0, 0.0, 0.0, -thick, 0.0, 1.0, 0.0), (0.0, high, 0.0)
        at = (base[0] + offset[0], base[1] + offset[1], base[2] + offset[2])
        self._add(_prism(points), matrix, at, part, solid=solid)

    def panel(
        self,
        part: str,
        bottom_left: Point3,
        bottom_right: Point3,
        top_right: Point3,
        top_left: Point3,
        *,
        printed: bool = False,
        two_sided: bool = False,
        solid: bool = False,
    ) -> None:
        """One flat quad, seen from the side where the corners turn counter-clockwise.

        ``printed`` shows the part's text or picture on it, upright.
        """
        corners = np.array([bottom_left, bottom_right, top_right, top_left], np.float64)
        flags = {"printed": printed, "two_sided": two_sided, "solid": solid}
        self._add(_Template(corners, _ONE_FACE), _UNIT, _ORIGIN, part, **flags)

    def hexahedron(self, part: str, corners: Sequence[Point3], *, solid: bool = True) -> None:
        """Eight corners: four of the base counter-clockwise from above, then the four over them."""
        flat = [
            _is_flat(corners[a], corners[b], corners[c], corners[d]) for a, b, c, d in _BOX_QUADS
        ]
        faces = _BOX_FACES
        if not all(flat):
            split = [((a, b, c, c), (a, c, d, d)) for a, b, c, d in _BOX_QUADS]
            quads = [(q,) if whole else two for q, two, whole in zip(_BOX_QUADS, split, flat)]
            faces = np.array(list(itertools.chain(*quads)), np.int32)
        template = _Template(np.array(corners, np.float64), faces)
        self._add(template, _UNIT, _ORIGIN, part, solid=solid)

    def surface(
        self,
        name: str,
        low: Point,
        high: Point,
        z: float,
        *,
        clearance: float = math.inf,
        enclosed: bool = False,
        slides: Point3 = (0.0, 0.0, 0.0),
    ) -> None:
        """Declare a rectangle on which things can stand."""
        self.surfaces.append(Surface(name, low, high, z, clearance, enclosed, slides))

    @contextmanager
    def turned(self, axis: str, angle: float, about: Point3) -> Iterator[None]:
        """Turn all primitives added inside the ``with`` block about a point: doors, lids, arms."""
        self._unfold()
        start = len(self._items)
        yield
        inside = self._items[start:]
        if angle == 0.0:  # shut doors are most doors
            self._items[start:] = [_about(item, about) for item in inside]
        elif inside:
            self._items[start:] = _moved(inside, rotation(axis, angle), about, about)

    def place(self, other: Shape, matrix: F64, offset: F64 | Point3) -> None:
        """Add a moved copy of another shape's primitives: limbs, wheels, repeated figures."""
        self._unfold()
        other._unfold()
        if other._items:
            self._items += _moved(other._items, matrix, _ORIGIN, offset)
            self._flags += other._flags

    def fit(self, size: Point3) -> None:
        """Stretch and move all that was added so far into exactly the box of ``size``.

        Lets a builder draw in whatever unit is handy, with templates that every size shares.
        """
        self._unfold()
        scale, origin = _fitting(*self._box(), size)
        self._items = _moved(self._items, np.diag(scale), origin, _ORIGIN)
        self.surfaces = [surface.stretched(scale, origin) for surface in self.surfaces]

    def _box(self) -> tuple[F64, F64]:
        """The lowest and the highest corner."""
        moves = np.array([item.move for item in self._items], np.float64)
        matrices, offsets = moves[:, :9].reshape(-1, 3, 3), moves[:, 9:]
        corners = np.concatenate(
            [i.template.vertices @ m.T + o for i, m, o in zip(self._items, matrices, offsets)]
        )
        return corners.min(axis=0), corners.max(axis=0)

    def fit_copy(self, drawing: Shape, size: Point3) -> None:
        """Become a copy of a finished drawing, exactly as if it had been drawn here and :meth:`fit`."""
        drawing._unfold()
        drawing._bounds = drawing._bounds or drawing._box()
        scale, origin = _fitting(*drawing._bounds, size)
        self._copy(_Copy(drawing, scale, origin))
        self.surfaces += [surface.stretched(scale, origin) for surface in drawing.surfaces]

    def stretch(self, drawing: Shape, size: Point3) -> None:
        """Become a copy of a finished drawing in a unit box, stretched to ``size``.

        The drawing's mesh is made once for all its copies, which is most of what a home costs to load.
        """
        self._copy(_Copy(drawing, np.array(size, np.float64), None))
        self.surfaces += [surface.stretched(size) for surface in drawing.surfaces]

    def _copy(self, copy: _Copy) -> None:
        if self._items or self._copied:
            raise ValueError("only an empty shape can become a copy")
        self._copied = copy

    def _unfold(self) -> None:
        """Turn a copy into primitives of its own, because something is to be added or moved."""
        if self._copied:
            drawing, scale, origin = self._copied
            self._copied = None
            drawing._unfold()
            at = _ORIGIN if origin is None else origin
            self._items = _moved(drawing._items, np.diag(scale), at, _ORIGIN)
            self._flags = list(drawing._flags)

    def mesh(self) -> Mesh:
        """All primitives as one mesh."""
        # Only those who want meshes wait for the compiler's libraries.
        from meadow.geometry.assembly import assemble

        if not self._copied:
            packed = self._pack()
            columns: _Columns = assemble(*packed[:4])
            return Mesh(*columns, packed.parts)
        drawing, scale, origin = self._copied
        if origin is None:
            drawing._mesh = base = drawing._mesh or drawing.mesh()
            vertices = base.vertices * scale.astype(np.float32)
            # Several times as fast as dataclasses.replace, and most things of a home come by here.
            return Mesh(
                vertices, base.quads, base.part, base.printed, base.two_sided, base.primitive,
                base.solid, base.parts,
            )  # fmt: skip
        drawing._packed = packed = drawing._packed or drawing._pack()
        moves = _moved_rows(packed.moves, np.diag(scale), origin, _ORIGIN)
        columns = assemble(packed.points, packed.faces, packed.numbers, moves)
        return Mesh(*columns, packed.parts)

    def _pack(self) -> _Packed:
        if not self._items:
            raise ValueError("a shape needs at least one primitive")
        number: dict[str, int] = {}
        parts = [number.setdefault(item.part, len(number)) for item in self._items]
        numbers = [
            (len(item.template.vertices), len(item.template.quads), part, *flags)
            for item, part, flags in zip(self._items, parts, self._flags)
        ]
        return _Packed(
            np.concatenate([item.template.vertices for item in self._items]),
            np.concatenate([item.template.quads for item in self._items]),
            np.array(numbers, np.int64),
            np.array([item.move for item in self._items], np.float64),
            tuple(number),
        )


def _fitting(low: F64, high: F64, size: Point3) -> tuple[F64, F64]:
    """How a box is stretched to a size, and which of its points then goes to zero."""
    scale = np.asarray(size, np.float64) / (high - low)
    return scale, np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])


def _moved_rows(moves: F64, matrix: F64, origin: F64 | Point3, offset: F64 | Point3) -> F64:
    """Moves of primitives whose points p went to matrix (p - origin) + offset."""
    turned = matrix @ moves[:, :9].reshape(-1, 3, 3)
    # One column at a time, as a matrix times a vector: a product of many would round differently.
    at = (matrix @ (moves[:, 9:] - origin)[:, :, None])[:, :, 0] + offset
    return np.concatenate([turned.reshape(-1, 9), at], axis=1)


def _moved(
    items: Sequence[_Item], matrix: F64, origin: F64 | Point3, offset: F64 | Point3
) -> list[_Item]:
    """The primitives themselves, likewise."""
    moves = np.array([item.move for item in items], np.float64)
    rows = _moved_rows(moves, matrix, origin, offset).tolist()
    return [_Item(item.template, tuple(row), item.part) for item, row in zip(items, rows)]


def _about(item: _Item, point: Point3) -> _Item:
    """A primitive turned by nothing about a point: rounded like all others that are turned about it."""
    *matrix, x, y, z = item.move
    a, b, c = point
    return _Item(item.template, (*matrix, (x - a) + a, (y - b) + b, (z - c) + c), item.part)
