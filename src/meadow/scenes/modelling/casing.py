"""Hollow bodies, hinged fronts and printed faces, shared by the builders of machines and vessels.

Fronts look along +X. "left" and "right" are the object's own: left is +Y.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3

#: Hinge side -> the axis about which a front turns outwards, and the sign of its angle.
_HINGES = {"left": ("z", 1), "right": ("z", -1), "bottom": ("y", 1), "top": ("y", -1)}


def halves(f: Form) -> Point3:
    """Half depth, half width and full height."""
    return f.size[0] / 2, f.size[1] / 2, f.size[2]


def hollow(
    s: Shape,
    part: str,
    low: Point3,
    high: Point3,
    wall: float,
    *,
    axis: str = "x",
    lining: str = "",
) -> tuple[Point3, Point3]:
    """A box whose side towards +axis ("x" or "z") is missing; returns the corners of its inside.

    Walls are at most ``wall`` thick, thinner along the shorter side of the opening.
    """
    half = [(b - a) / 2 for a, b in zip(low, high)]
    cx, cy, cz = (a + h for a, h in zip(low, half))
    if axis == "x":
        radius, depth, base = half[2], 2 * half[0], (low[0], cy, cz)
    else:
        radius, depth, base = half[0], 2 * half[2], (cx, cy, low[2])
    stretch = half[1] / radius
    inner = radius - wall / max(1.0, stretch)
    rim = [(radius, 0.0), (radius, depth), (inner, depth)]
    s.lathe(part, base, rim, sides=4, axis=axis, top=False, stretch=stretch)
    well = [(inner, depth), (inner, wall)]
    s.lathe(lining or part, base, well, sides=4, axis=axis, bottom=False, stretch=stretch)
    y0, y1 = cy - inner * stretch, cy + inner * stretch
    if axis == "x":
        return (low[0] + wall, y0, cz - inner), (high[0], y1, cz + inner)
    return (cx - inner, y0, low[2] + wall), (cx + inner, y1, high[2])


def interior(s: Shape, name: str, inside: tuple[Point3, Point3], *, margin: float = 0.02) -> None:
    """Declare the floor of a hollow body behind a door or under a lid as a surface."""
    (x0, y0, z0), (x1, y1, z1) = inside
    low, high = (x0 + margin, y0 + margin), (x1 - margin, y1 - margin)
    s.surface(name, low, high, z0, clearance=z1 - z0, enclosed=True)


@contextmanager
def hinged(s: Shape, low: Point3, high: Point3, hinge: str, openness: float) -> Iterator[None]:
    """Swing what is added inside the block, a front that fills low..high, out by up to 90 degrees."""
    axis, sign = _HINGES[hinge]
    y = high[1] if hinge == "left" else low[1]
    z = high[2] if hinge == "top" else low[2]
    with s.turned(axis, sign * openness * math.pi / 2, (low[0], y, z)):
        yield


@contextmanager
def lidded(s: Shape, hinge: Point3, openness: float, *, degrees: float = 90.0) -> Iterator[None]:
    """Swing what is added inside the block up about an axis along Y at its back."""
    with s.turned("y", -openness * math.radians(degrees), hinge):
        yield


def bar(s: Shape, part: str, a: Point3, b: Point3, depth: float, radius: float = 0.01) -> None:
    """A bar handle from a to b, held off the face behind it by ``depth``."""
    s.rod(part, a, b, radius, sides=4)
    for x, y, z in (a, b):
        s.rod(part, (x - depth, y, z), (x, y, z), radius, sides=4, caps=False)


def facing(
    s: Shape, part: str, x: float, low: Point, high: Point, *, printed: bool = False
) -> None:
    """A flat face at ``x`` that looks to the front, between (y, z) corners."""
    (y0, z0), (y1, z1) = low, high
    corners = ((x, y0, z0), (x, y1, z0), (x, y1, z1), (x, y0, z1))
    s.panel(part, *corners, printed=printed)


def lying(s: Shape, part: str, z: float, low: Point, high: Point, *, printed: bool = False) -> None:
    """A flat face at height ``z`` that looks up and reads from the front, between (x, y) corners."""
    (x0, y0), (x1, y1) = low, high
    corners = ((x1, y0, z), (x1, y1, z), (x0, y1, z), (x0, y0, z))
    s.panel(part, *corners, printed=printed)


def disc(
    s: Shape, part: str, base: Point3, radius: float, height: float, *, sides: int = 8
) -> None:
    """A knob, burner ring or porthole on the front: a short cylinder along X."""
    s.cylinder(part, base, radius, height, axis="x", sides=sides, bottom=False)


def spread(count: int, half: float) -> list[float]:
    """``count`` evenly spaced places within +-half, each in the middle of its share."""
    return [half * (2 * k + 1 - count) / count for k in range(count)]
