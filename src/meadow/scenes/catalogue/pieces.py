"""Pieces that small things share, and the decorator that registers a thing a hand can lift.

Small things are drawn in any handy unit and then fitted into their box, so one drawing serves every
size.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue.spec import Builder, Details, PartSpec, Range, category
from meadow.scenes.modelling.shape import Form, Shape, rotation
from meadow.scenes.schema import Point, Point3

LEAF = PartSpec(("organic",), ("green", "lime", "olive"))
STEM = PartSpec(("organic",), ("brown", "green", "olive"))
STEEL = PartSpec(("metal",), ("silver", "grey", "black"))
GRIP = PartSpec(("plastic", "wood", "rubber"), ("black", "brown", "red", "blue", "grey", "white"))
EYES = PartSpec(("plastic",), ("black",))
BRIGHT = ("red", "blue", "green", "yellow", "purple", "orange", "turquoise", "pink")
PAINTS = ("red", "blue", "yellow", "green", "orange", "pink", "purple", "turquoise", "white")
PLASTICS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple", "pink", "grey")

KITCHEN_TOPS = {"counter": 1.0, "kitchen island": 0.7, "dining table": 0.6, "sideboard": 0.2}
TABLE_TOPS = {"dining table": 0.8, "coffee table": 0.7, "side table": 0.5, "desk": 0.5}
SHELVES = {**TABLE_TOPS, "shelf": 0.6, "dresser": 0.4}
DESK_TOPS = {"desk": 1.0, "shelf": 0.3, "bookshelf": 0.2, "coffee table": 0.2, "side table": 0.2}
ON_FLOOR = {"floor": 1.0}
KITCHEN_STORAGE = {"counter": 0.6, "wall cabinet": 0.8, "cabinet": 0.5, "sideboard": 0.3}

#: Right and left, as factors of Y.
SIDES = (-1.0, 1.0)


def _drawings(build: Builder) -> Callable[[Form], Shape]:
    """Drawings in a unit box, each made once for its variant, counts and states."""

    @functools.cache
    def draw(variant: str, counts: frozenset[tuple[str, int]], states: frozenset[str]) -> Shape:
        shape = Shape()
        build(shape, Form((1.0, 1.0, 1.0), variant, dict(counts), dict.fromkeys(states, True)))
        return shape

    def drawing(f: Form) -> Shape:
        states = frozenset(name for name, holds in f.states.items() if holds)
        return draw(f.variant, frozenset(f.counts.items()), states)

    return drawing


def fitted(build: Builder) -> Builder:
    """A builder that looks at no size and does not open: drawn once, then fitted into every box.

    Things that a hand can lift use ``small``, whose copies are quicker still.
    """
    drawing = _drawings(build)

    @functools.wraps(build)
    def fit(s: Shape, f: Form) -> None:
        s.fit_copy(drawing(f), f.size)

    return fit


def small(
    name: str,
    *,
    size: tuple[Range, Range, Range],
    mass: Range,
    variants: tuple[str, ...],
    parts: Mapping[str, PartSpec],
    tags: tuple[str, ...] = (),
    **details: Unpack[Details],
) -> Callable[[Builder], Builder]:
    """Register a thing that a hand can lift; its drawing is fitted into its box.

    The builder must not look at ``f.size``: it draws once for each variant and state, and every size
    is a stretched copy. Things that open have parts that leave the box; they use ``category``.
    """

    def add(build: Builder) -> Builder:
        def draw(s: Shape, f: Form) -> None:
            build(s, f)
            s.fit(f.size)

        drawing = _drawings(draw)

        @functools.wraps(build)
        def stretched(s: Shape, f: Form) -> None:
            s.stretch(drawing(f), f.size)

        category(
            name,
            size=size,
            mass=mass,
            variants=variants,
            parts=parts,
            tags=("pickupable", *tags),
            **details,
        )(stretched)
        return build

    return add


def cube(low: float, high: float) -> tuple[Range, Range, Range]:
    """The size ranges of something as deep and wide as it is high."""
    return (low, high), (low, high), (low, high)


def arc(
    centre: Point, radii: Point, start: float, end: float, steps: int, *, close: bool = False
) -> list[Point]:
    """Points on an ellipse from one angle to another, degrees; ``close`` leaves out the last."""
    angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + (not close))]
    return [
        (centre[0] + radii[0] * math.cos(a), centre[1] + radii[1] * math.sin(a)) for a in angles
    ]


def oval(rx: float, ry: float, steps: int = 12, centre: Point = (0.0, 0.0)) -> list[Point]:
    """A closed elliptic outline."""
    return arc(centre, (rx, ry), 0, 360, steps, close=True)


def rounded(x: float, y: float, cut: float) -> list[Point]:
    """A rectangle of half sizes x, y around the origin with its corners cut off."""
    corners = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    points = []
    for i, (u, v) in enumerate(corners):
        pair = [(u * x, v * (y - cut)), (u * (x - cut), v * y)]
        points += pair if i % 2 == 0 else pair[::-1]
    return points


def star(outer: float, inner: float, points: int) -> list[Point]:
    """The outline of a star around the origin: tips ``outer`` from it, notches ``inner``."""
    return [
        p
        for a, b in zip(
            oval(outer, outer, points),
            arc((0, 0), (inner, inner), 180 / points, 360 + 180 / points, points, close=True),
        )
        for p in (a, b)
    ]


def horn(
    s: Shape, part: str, path: Sequence[Point3], radii: Sequence[float], *, sides: int = 6
) -> None:
    """A bent body whose thickness changes along its path: bananas, tails, arms."""
    for a, b, r0, r1 in zip(path, path[1:], radii, radii[1:]):
        s.rod(part, a, b, max(r0, 1e-3), end_radius=r1, sides=sides, caps=True)


def bead(s: Shape, part: str, centre: Point3, radius: float) -> None:
    """A tiny round thing: an eye, a button, a gem."""
    s.ellipsoid(part, centre, (radius, radius, radius), sides=4, rows=2)


def ball(s: Shape, part: str, centre: Point3, radii: Point3, *, fine: bool = False) -> None:
    """A round body part in few faces."""
    s.ellipsoid(part, centre, radii, sides=8 if fine else 6, rows=5 if fine else 4)


def vessel(
    s: Shape,
    part: str,
    outside: Sequence[Point],
    wall: float,
    *,
    sides: int = 12,
    stretch: float = 1.0,
    base: Point3 = (0.0, 0.0, 0.0),
    fill: float = 0.0,
    flat: bool = False,
) -> None:
    """An open pot turned around Z: outer profile of (radius, z) from the bottom up to the rim.

    ``fill`` > 0 closes it with contents up to that share of its height.
    """
    floor = outside[0][1] + wall
    inside = [(max(r - wall, 1e-3), max(z, floor)) for r, z in outside[::-1]]
    top = outside[-1][1]
    if fill > 0.0:
        level = floor + fill * (top - floor)
        radius = _radius_at(outside, level) - wall
        s.lathe(
            "contents",
            (base[0], base[1], base[2] + level - 0.02 * top),
            ((radius, 0.0), (radius, 0.02 * top)),
            sides=sides,
            stretch=stretch,
            bottom=False,
            flat=flat,
        )
    s.lathe(part, base, [*outside, *inside], sides=sides, stretch=stretch, flat=flat)


def _radius_at(profile: Sequence[Point], z: float) -> float:
    for (r0, z0), (r1, z1) in itertools.pairwise(profile):
        if z0 <= z <= z1 and z1 > z0:
            return r0 + (r1 - r0) * (z - z0) / (z1 - z0)
    return profile[-1][0]


def handle(
    s: Shape,
    part: str,
    centre: Point3,
    radii: Point,
    thickness: float,
    *,
    angles: Point = (-90.0, 90.0),
    steps: int = 4,
    axis: str = "y",
) -> None:
    """A bow of rods: an elliptic arc in the plane across ``axis``; angle 0 points to +X (or +Y)."""
    points = arc((0.0, 0.0), radii, *angles, steps)
    cx, cy, cz = centre
    path: list[Point3] = [
        (cx + u, cy, cz + v)
        if axis == "y"
        else (cx, cy + u, cz + v)
        if axis == "x"
        else (cx + u, cy + v, cz)
        for u, v in points
    ]
    s.tube(part, path, thickness, sides=4)


def ring(
    s: Shape,
    part: str,
    centre: Point3,
    radius: float,
    thickness: float,
    *,
    axis: str = "z",
    sides: int = 12,
    rows: int = 4,
    stretch: float = 1.0,
) -> None:
    """A torus around an axis; ``radius`` reaches to the middle of the tube."""
    shift = 45.0 if rows == 4 else 0.0
    profile = arc((radius, 0.0), (thickness, thickness), -90 + shift, 270 + shift, rows)
    s.lathe(part, centre, profile, axis=axis, sides=sides, bottom=False, top=False, stretch=stretch)


def print_front(s: Shape, part: str, x: float, y: Point, z: Point) -> None:
    """A printed face that looks along +X."""
    s.panel(part, (x, y[0], z[0]), (x, y[1], z[0]), (x, y[1], z[1]), (x, y[0], z[1]), printed=True)


def print_top(s: Shape, part: str, z: float, x: Point, y: Point) -> None:
    """A printed face that looks up, to be read from the front (+X)."""
    s.panel(part, (x[1], y[0], z), (x[1], y[1], z), (x[0], y[1], z), (x[0], y[0], z), printed=True)


def packet(s: Shape, part: str, x: float, y: float, z: float, *, base: float = 0.0) -> None:
    """A closed box with its print on the front."""
    s.box(part, (-x / 2, -y / 2, base), (x / 2 - 0.01 * x, y / 2, base + z))
    print_front(s, part, x / 2, (-0.47 * y, 0.47 * y), (base + 0.03 * z, base + 0.97 * z))


def frame(s: Shape, part: str, low: Point3, high: Point3, wall: float) -> None:
    """Four walls around a rectangle, without floor or lid."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    s.box(part, (x0, y0, z0), (x0 + wall, y1, z1))
    s.box(part, (x1 - wall, y0, z0), (x1, y1, z1))
    s.box(part, (x0 + wall, y0, z0), (x1 - wall, y0 + wall, z1))
    s.box(part, (x0 + wall, y1 - wall, z0), (x1 - wall, y1, z1))


def tray(s: Shape, part: str, low: Point3, high: Point3, wall: float) -> None:
    """A box without a lid: floor and four walls."""
    s.box(part, low, (high[0], high[1], low[2] + wall))
    frame(s, part, low, high, wall)


def hinged(
    hinge: Point3, opened: float, direction: float = 0.0
) -> Callable[[float, float, float], Point3]:
    """Where a point of a leaf is when the leaf is raised by ``opened`` degrees.

    The leaf's own frame starts at the hinge and reaches along ``direction`` (degrees about Z).
    """
    turn = _leaf_turn(opened, direction)

    def place(x: float, y: float, z: float) -> Point3:
        u, v, w = (turn @ (x, y, z) + hinge).tolist()
        return u, v, w

    return place


def lid(
    s: Shape,
    part: str,
    hinge: Point3,
    size: Point3,
    opened: float,
    *,
    direction: float = 0.0,
    rise: float = 0.0,
    taper: Point = (1.0, 1.0),
) -> None:
    """A box hinged on its lower back edge, raised by ``opened`` degrees.

    It reaches ``size[0]`` from the hinge along ``direction`` and lies ``rise`` above it when closed.
    """
    depth, width, height = size
    x, y, z = hinged(hinge, opened, direction)(depth / 2, 0.0, rise)
    low, high = (x - depth / 2, y - width / 2, z), (x + depth / 2, y + width / 2, z + height)
    s.box(part, low, high, turn=_leaf_turn(opened, direction), taper=taper)


def _leaf_turn(opened: float, direction: float) -> NDArray[np.float64]:
    return rotation("z", math.radians(direction)) @ rotation("y", -math.radians(opened))
