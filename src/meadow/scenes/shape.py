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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.schema import Point, Point3

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]


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

    def stretched(self, scale: Sequence[float], origin: Sequence[float] = (0, 0, 0)) -> Surface:
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


@dataclass(frozen=True, slots=True)
class _Template:
    vertices: NDArray[np.float64]
    quads: I32


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
_UNIT, _ORIGIN = np.eye(3), np.zeros(3)


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


@lru_cache(maxsize=4096)
def _lathe(
    profile: tuple[Point, ...], sides: int, bottom: bool, top: bool, flat: bool = False
) -> _Template:
    """A profile of (radius, z) turned around Z; closed ends where asked."""
    # Four sides stand with their flats to the axes; others put a corner on X so that the box is exact.
    flat = flat or sides == 4
    shift, reach = (0.5, 1.0 / math.cos(math.pi / sides)) if flat else (0.0, 1.0)
    angle = [2.0 * math.pi * (k + shift) / sides for k in range(sides)]
    vertices: list[Point3] = []
    rings: list[list[int]] = []
    for radius, z in profile:
        if radius <= 1e-9:
            rings.append([len(vertices)] * sides)
            vertices.append((0.0, 0.0, z))
        else:
            rings.append(list(range(len(vertices), len(vertices) + sides)))
            vertices += [
                (radius * reach * math.cos(a), radius * reach * math.sin(a), z) for a in angle
            ]
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
    if bottom and profile[0][0] > 1e-9:
        quads += _fan(rings[0][::-1])
    if top and profile[-1][0] > 1e-9:
        quads += _fan(rings[-1])
    return _template(vertices, quads)


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
    n = len(outline)
    vertices = [(x, y, 0.0) for x, y in outline] + [(x, y, 1.0) for x, y in outline]
    quads: list[tuple[int, int, int, int]] = []
    for i in range(n):
        j = (i + 1) % n
        quads.append((i, j, n + j, n + i))
    if _is_convex(outline):
        quads += _fan(list(range(n))[::-1]) + _fan(list(range(n, 2 * n)))
    else:
        for a, b, c in triangulate(outline):
            quads += [(c, b, a, a), (n + a, n + b, n + c, n + c)]
    return _template(vertices, quads)


def _is_convex(outline: Sequence[Point]) -> bool:
    n = len(outline)
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = outline[i], outline[(i + 1) % n], outline[(i + 2) % n]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < -1e-12:
            return False
    return True


def rotation(axis: str, angle: float) -> NDArray[np.float64]:
    """3x3 rotation about "x", "y" or "z" by radians."""
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    if axis == "y":
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _scaling(x: float, y: float, z: float) -> NDArray[np.float64]:
    """A diagonal 3x3 (several times faster than np.diag, and every primitive wants one)."""
    matrix = np.zeros((3, 3))
    matrix[0, 0], matrix[1, 1], matrix[2, 2] = x, y, z
    return matrix


def _cross(a: Sequence[float], b: Sequence[float]) -> Point3:
    """Cross product of two single vectors, which np.cross is slow at."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _along(direction: Point3, radius: float) -> NDArray[np.float64]:
    """A 3x3 that takes the unit cylinder along +Z to one along the direction, as long as that."""
    length = math.hypot(*direction)
    z = (direction[0] / length, direction[1] / length, direction[2] / length)
    x = _cross((1.0, 0.0, 0.0) if abs(z[2]) > 0.9 else (0.0, 0.0, 1.0), z)
    scale = radius / math.hypot(*x)
    x = (x[0] * scale, x[1] * scale, x[2] * scale)
    y = _cross(z, x)
    return np.array(tuple(zip(x, y, direction)))


#: Rotations that turn a Z-axis primitive to lie along X or Y.
_AXES = {"x": rotation("y", math.pi / 2), "y": rotation("x", -math.pi / 2)}


def _lying(axis: str, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix of a Z-axis primitive, turned along an axis."""
    return matrix if axis == "z" else _AXES[axis] @ matrix


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
        self._items: list[tuple[_Template, NDArray[np.float64], NDArray[np.float64], str]] = []
        self._flags: list[tuple[bool, bool, bool]] = []
        self._copied: tuple[Shape, Point3] | None = None
        self._mesh: Mesh | None = None
        self.surfaces: list[Surface] = []

    def _add(
        self,
        template: _Template,
        matrix: NDArray[np.float64],
        offset: Sequence[float] | NDArray[np.float64],
        part: str,
        *,
        printed: bool = False,
        two_sided: bool = False,
        solid: bool = True,
    ) -> None:
        self._unfold()
        self._items.append((template, matrix, np.asarray(offset, np.float64), part))
        self._flags.append((printed, two_sided, solid))

    def box(
        self,
        part: str,
        low: Point3,
        high: Point3,
        *,
        taper: Point = (1.0, 1.0),
        turn: NDArray[np.float64] | None = None,
        solid: bool = True,
    ) -> None:
        """An axis-aligned box from corner to corner; its top may taper in X and Y.

        ``turn`` (a 3x3 from :func:`rotation`) turns it about the centre of its base.
        """
        size = _scaling(high[0] - low[0], high[1] - low[1], high[2] - low[2])
        base = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2])
        matrix = size if turn is None else turn @ size
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
        matrix = _lying(axis, _scaling(radius, radius * stretch, height))
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
        matrix = _lying(axis, _scaling(1.0, stretch, 1.0))
        self._add(template, matrix, base, part, solid=solid)

    def ellipsoid(
        self,
        part: str,
        centre: Point3,
        radii: Point3,
        *,
        sides: int = 12,
        rows: int = 8,
        turn: NDArray[np.float64] | None = None,
        solid: bool = True,
    ) -> None:
        """A sphere or ellipsoid around a centre."""
        matrix = _scaling(*radii)
        matrix = matrix if turn is None else turn @ matrix
        self._add(_sphere(sides, rows), matrix, centre, part, solid=solid)

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
        if axis == "z":
            matrix = np.array([[1, 0, 0], [0, 1, 0], [0, 0, high - low]], np.float64)
            base = (0.0, 0.0, low)
        elif axis == "x":
            matrix = np.array([[0, 0, high - low], [1, 0, 0], [0, 1, 0]], np.float64)
            base = (low, 0.0, 0.0)
        else:
            matrix = np.array([[1, 0, 0], [0, 0, low - high], [0, 1, 0]], np.float64)
            base = (0.0, high, 0.0)
        self._add(_prism(points), matrix, np.add(base, offset), part, solid=solid)

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
        flat = [_is_flat(*(corners[i] for i in quad)) for quad in _BOX_QUADS]
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
        turn, centre = rotation(axis, angle), np.asarray(about, np.float64)
        for i, (template, matrix, offset, part) in enumerate(self._items[start:], start):
            self._items[i] = (template, turn @ matrix, turn @ (offset - centre) + centre, part)

    def place(
        self, other: Shape, matrix: NDArray[np.float64], offset: NDArray[np.float64] | Point3
    ) -> None:
        """Add a moved copy of another shape's primitives: limbs, wheels, repeated figures."""
        self._unfold()
        other._unfold()
        at = np.asarray(offset, np.float64)
        self._items += [(t, matrix @ m, matrix @ o + at, part) for t, m, o, part in other._items]
        self._flags += other._flags

    def fit(self, size: Point3) -> None:
        """Stretch and move all that was added so far into exactly the box of ``size``.

        Lets a builder draw in whatever unit is handy, with templates that every size shares.
        """
        self._unfold()
        corners = [item[0].vertices @ item[1].T + item[2] for item in self._items]
        low = np.min([c.min(axis=0) for c in corners], axis=0)
        high = np.max([c.max(axis=0) for c in corners], axis=0)
        scale = np.asarray(size, np.float64) / (high - low)
        origin = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
        self._items = [
            (template, scale[:, None] * matrix, (offset - origin) * scale, part)
            for template, matrix, offset, part in self._items
        ]
        self.surfaces = [surface.stretched(scale, origin) for surface in self.surfaces]

    def stretch(self, drawing: Shape, size: Point3) -> None:
        """Become a copy of a finished drawing in a unit box, stretched to ``size``.

        The drawing's mesh is made once for all its copies, which is most of what a home costs to load.
        """
        if self._items or self._copied:
            raise ValueError("only an empty shape can become a copy")
        self._copied = (drawing, size)
        self.surfaces += [surface.stretched(size) for surface in drawing.surfaces]

    def _unfold(self) -> None:
        """Turn a copy into primitives of its own, because something is to be added or moved."""
        if self._copied:
            drawing, size = self._copied
            self._copied = None
            self.place(drawing, np.diag(size), (0.0, 0.0, 0.0))

    def mesh(self) -> Mesh:
        """All primitives as one mesh."""
        if self._copied:
            drawing, size = self._copied
            drawing._mesh = base = drawing._mesh or drawing.mesh()
            vertices = base.vertices * np.asarray(size, np.float32)
            # Several times as fast as dataclasses.replace, and most things of a home come by here.
            return Mesh(
                vertices, base.quads, base.part, base.printed, base.two_sided, base.primitive,
                base.solid, base.parts,
            )  # fmt: skip
        if not self._items:
            raise ValueError("a shape needs at least one primitive")
        names = tuple(dict.fromkeys(item[3] for item in self._items))
        templates, matrices, offsets, owners = zip(*self._items)
        # All primitives at once: most shapes have a dozen small ones.
        matrix = np.concatenate(matrices).reshape(-1, 3, 3)
        offset = np.concatenate(offsets).reshape(-1, 3)
        sizes = [len(t.vertices) for t in templates]
        counts = [len(t.quads) for t in templates]
        points = np.concatenate([t.vertices for t in templates])
        owner = np.arange(len(sizes)).repeat(sizes)
        vertices = np.einsum("vij,vj->vi", matrix.take(owner, 0), points) + offset.take(owner, 0)
        primitive = np.arange(len(counts), dtype=np.int32).repeat(counts)
        starts = np.array([0, *itertools.accumulate(sizes[:-1])], np.int32)
        quads = np.concatenate([t.quads for t in templates]) + starts[primitive, None]
        flips = _mirrors(matrix)
        if flips.any():  # left and right swap; prints stay upright, triangles keep their form
            mirrored = flips[primitive]
            quads[mirrored] = quads[mirrored][:, [1, 0, 3, 2]]
        number = {name: i for i, name in enumerate(names)}
        parts = np.array([number[name] for name in owners], np.int32)
        printed, two_sided, solid = np.array(self._flags).T[:, primitive]
        return Mesh(
            vertices=vertices.astype(np.float32),
            quads=quads,
            part=parts[primitive],
            printed=printed,
            two_sided=two_sided,
            primitive=primitive,
            solid=solid,
            parts=names,
        )


def _mirrors(m: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of (N, 3, 3) matrices flip the winding."""
    ax, ay, az, bx, by, bz, cx, cy, cz = m.reshape(-1, 9).T
    determinant = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    flips: NDArray[np.bool_] = determinant < 0.0
    return flips
