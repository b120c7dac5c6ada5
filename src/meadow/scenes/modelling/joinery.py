"""What furniture is made of: legs, cushions, hollow carcasses, doors that swing, drawers that slide.

All functions add to a shape in the object's frame (front +X, left +Y) and keep to the corners they
are given, so that a builder can put pieces together and still fill its box exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3

HANDLE = 0.022
"""How far knobs and bars stand proud of a front, metres."""
FRONT = 0.018
"""Thickness of doors and drawer fronts."""
GAP = 0.006
"""Between neighbouring fronts."""
BOARD = 0.02
"""Thickness of the boards of a carcass."""
WIDEST = 0.65
"""Of a door; a cupboard that is wider for its doors gets an open bay instead."""
REACH = 0.8
"""Share of its depth that a drawer comes out."""


@dataclass(frozen=True, slots=True)
class JoineryStyle:
    """How fronts are built, and the names of the parts they belong to."""

    body: str = "body"
    front: str = "doors"
    knob: str = "handles"
    glass: str = "glass"
    style: str = "flat"
    """"flat", "framed" (a raised field), "glass" (a pane in a frame) or "plain" (no bevel)."""
    handle: str = "knob"
    """"knob", "bar" or "none"."""
    openness: float = 0.0

    @property
    def depth(self) -> float:
        """Of a front with its handle."""
        return FRONT + (0.0 if self.handle == "none" else HANDLE)


def strut(
    s: Shape, part: str, foot: Point3, head: Point3, wide: float, deep: float | None = None
) -> None:
    """A leaning bar cut off level at both ends; ``wide`` along X, ``deep`` along Y."""
    x, y = wide / 2, (wide if deep is None else deep) / 2
    around = ((-x, -y), (x, -y), (x, y), (-x, y))
    s.hexahedron(part, [(p[0] + u, p[1] + v, p[2]) for p in (foot, head) for u, v in around])


def four_legs(
    s: Shape,
    part: str,
    low: Point3,
    high: Point3,
    thick: float,
    *,
    style: str = "square",
    splay: float = 0.0,
) -> None:
    """Legs in the corners of a box: "square", "tapered" or "round", their heads drawn in by ``splay``."""
    r = thick / 2
    for x, u in ((low[0] + r, 1), (high[0] - r, -1)):
        for y, v in ((low[1] + r, 1), (high[1] - r, -1)):
            if style == "round":
                s.cylinder(part, (x, y, low[2]), r, high[2] - low[2], sides=8)
            elif style == "tapered":
                corner, top = (x - r / 2, y - r / 2, low[2]), (x + r / 2, y + r / 2, high[2])
                s.box(part, corner, top, taper=(2.0, 2.0))
            elif splay:
                strut(s, part, (x, y, low[2]), (x + u * splay, y + v * splay, high[2]), thick)
            else:
                s.box(part, (x - r, y - r, low[2]), (x + r, y + r, high[2]))


def cushion(s: Shape, part: str, low: Point3, high: Point3, *, facing: str = "z") -> None:
    """A padded block, rounded towards the side it faces ("x", "y" or "z")."""
    axis = "xyz".index(facing)
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    size = [b - a for a, b in zip(low, high)]
    middle[axis] = low[axis]
    # A lathe along X turns its own x to Z, one along Y its own y to Z; stretch acts on its y.
    across, up = {"x": (2, 1), "y": (0, 2), "z": (0, 1)}[facing]
    r, h = size[across] / 2, size[axis]
    profile = ((0.97 * r, 0.0), (r, 0.3 * h), (r, 0.65 * h), (0.9 * r, h))
    stretch = size[up] / size[across]
    base = (middle[0], middle[1], middle[2])
    s.lathe(part, base, profile, sides=4, axis=facing, stretch=stretch)


def carcass(
    s: Shape, part: str, low: Point3, high: Point3, *, board: float = BOARD, back: bool = True
) -> tuple[Point3, Point3]:
    """A hollow box open to the front; returns the corners of its inside."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    s.box(part, low, (x1, y0 + board, z1))
    s.box(part, (x0, y1 - board, z0), high)
    s.box(part, (x0, y0 + board, z0), (x1, y1 - board, z0 + board))
    s.box(part, (x0, y0 + board, z1 - board), (x1, y1 - board, z1))
    inner = x0
    if back:
        inner = x0 + board / 2
        s.box(part, (x0, y0 + board, z0 + board), (inner, y1 - board, z1 - board))
    return (inner, y0 + board, z0 + board), (x1, y1 - board, z1 - board)


def shelves(
    s: Shape,
    part: str,
    low: Point3,
    high: Point3,
    boards: int,
    *,
    board: float = BOARD,
    enclosed: bool = False,
    name: str = "shelf",
) -> None:
    """Divide an inside by level boards and declare the surfaces, counted from the bottom."""
    step = (high[2] - low[2] + board) / (boards + 1)
    for i in range(boards + 1):
        z = low[2] + i * step
        if i:
            s.box(part, (low[0], low[1], z - board), (high[0], high[1], z))
        s.surface(
            f"{name} {i + 1}", low[:2], high[:2], z, clearance=step - board, enclosed=enclosed
        )


def slab(s: Shape, part: str, low: Point3, high: Point3, *, bevel: float = 0.006) -> None:
    """An upright board whose front face (+X) is bevelled all round."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    back = ((y0, z0), (y1, z0), (y1, z1), (y0, z1))
    inset = ((bevel, bevel), (-bevel, bevel), (-bevel, -bevel), (bevel, -bevel))
    front = [(x1, y + u, z + v) for (y, z), (u, v) in zip(back, inset)]
    s.hexahedron(part, [*((x0, y, z) for y, z in back), *front])


def front(s: Shape, look: JoineryStyle, low: Point, high: Point, x: float) -> None:
    """A door or drawer front over the (y, z) rectangle; ``x`` is its outer face without handle."""
    (y0, z0), (y1, z1) = low, high
    if look.style == "glass":
        rail = min(0.05, (y1 - y0) / 5, (z1 - z0) / 5)
        picture_frame(s, look.front, (x - FRONT, y0, z0), (x, y1, z1), rail)
        pane = x - FRONT / 2
        ys, zs = (y0 + rail, y1 - rail), (z0 + rail, z1 - rail)
        corners = [(pane, y, z) for y, z in zip((*ys, *ys[::-1]), (zs[0], zs[0], zs[1], zs[1]))]
        s.panel(look.glass, *corners, two_sided=True, solid=True)
        return
    raised = look.style == "framed"
    face = x - (0.006 if raised else 0.0)
    bevel = 0.0 if look.style == "plain" else 0.006
    slab(s, look.front, (x - FRONT, y0, z0), (face, y1, z1), bevel=bevel)
    if raised:
        rail = min(0.055, (y1 - y0) / 5, (z1 - z0) / 5)
        corner, end = (face, y0 + rail, z0 + rail), (x, y1 - rail, z1 - rail)
        slab(s, look.front, corner, end, bevel=min(0.016, rail / 2))


def picture_frame(s: Shape, part: str, low: Point3, high: Point3, rail: float) -> None:
    """Four bars around an upright rectangle that faces X."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    s.box(part, low, (x1, y0 + rail, z1))
    s.box(part, (x0, y1 - rail, z0), high)
    s.box(part, (x0, y0 + rail, z0), (x1, y1 - rail, z0 + rail))
    s.box(part, (x0, y0 + rail, z1 - rail), (x1, y1 - rail, z1))


def handle(
    s: Shape, look: JoineryStyle, at: Point3, low: float, high: float, *, level: bool
) -> None:
    """A knob or bar on a front, level or upright, kept between two ends of the front."""
    if look.handle == "none":
        return
    x, y, z = at
    long, short = (
        (0.016, 0.016) if look.handle == "knob" else (min(0.09, 0.3 * (high - low)), 0.008)
    )
    half_y, half_z = (long, short) if level else (short, long)
    if not level:
        z = min(max(z, low + long + 0.02), high - long - 0.02)
    s.box(look.knob, (x, y - half_y, z - half_z), (x + HANDLE, y + half_y, z + half_z))


def doors(
    s: Shape, look: JoineryStyle, low: Point3, high: Point3, count: int, *, grip: float = 0.5
) -> None:
    """A row of swing doors over the front of a box; neighbours open away from each other.

    ``high[0]`` is where the handles end; ``grip`` is the height of the handles as a share.
    """
    width = (high[1] - low[1]) / count
    face = high[0] - look.depth + FRONT
    for i in range(count):
        left = high[1] - i * width - GAP / 2
        right = left - width + GAP
        hinged_left = i % 2 == 0
        hinge, sign = (left, 1.0) if hinged_left else (right, -1.0)
        rim = min(0.045, width / 4)
        y = right + rim if hinged_left else left - rim
        z = low[2] + grip * (high[2] - low[2])
        with s.turned("z", sign * look.openness * math.pi / 2, (face, hinge, 0.0)):
            front(s, look, (right, low[2] + GAP / 2), (left, high[2] - GAP / 2), face)
            handle(s, look, (face, y, z), low[2], high[2], level=False)


def drawer(s: Shape, look: JoineryStyle, low: Point3, high: Point3, name: str) -> None:
    """A drawer that fills a box, handle included, and declares its inside."""
    travel = REACH * (high[0] - low[0]) * look.openness
    (x0, y0, z0), (x1, y1, z1) = low, high
    face = x1 - look.depth + FRONT
    front(s, look, (y0 + GAP / 2, z0 + GAP / 2), (y1 - GAP / 2, z1 - GAP / 2), face + travel)
    handle(s, look, (face + travel, (y0 + y1) / 2, (z0 + z1) / 2), y0, y1, level=True)
    a, b = x0 + 0.01 + travel, face - FRONT + travel
    c, d = y0 + 0.025, y1 - 0.025
    floor, rim = z0 + 0.025, z0 + 0.8 * (z1 - z0)
    walls = (
        ((a, c, floor), (b, c, floor), (b, d, floor), (a, d, floor)),
        ((a, c, floor), (b, c, floor), (b, c, rim), (a, c, rim)),
        ((b, d, floor), (a, d, floor), (a, d, rim), (b, d, rim)),
        ((a, d, floor), (a, c, floor), (a, c, rim), (a, d, rim)),
    )
    for corners in walls:
        s.panel(look.body, *corners, two_sided=True, solid=True)
    s.surface(
        name,
        (x0 + 0.01, c),
        (face - FRONT, d),
        floor,
        clearance=z1 - GAP - floor,
        enclosed=True,
        slides=(REACH * (x1 - x0), 0.0, 0.0),
    )


def bay_edge(low: float, high: float, count: int) -> float:
    """Where along Y the doors end and an open bay begins; ``low`` when they cover everything."""
    split = high - count * WIDEST
    # A bay that little fits into is not worth its boards.
    return split if split - low >= 0.15 else low


def cupboard(
    s: Shape,
    look: JoineryStyle,
    low: Point3,
    high: Point3,
    count: int,
    *,
    boards: int = 1,
    name: str = "shelf",
    grip: float = 0.5,
) -> None:
    """A carcass with shelves behind ``count`` doors; what the doors cannot cover is an open bay."""
    split = bay_edge(low[1], high[1], count) if count else high[1]
    x1 = high[0] - (look.depth if count else 0.0)
    if split > low[1]:
        bay = carcass(s, look.body, low, (x1, split, high[2]))
        shelves(s, look.body, *bay, boards, name=f"open {name}")
    if count:
        inside = carcass(s, look.body, (low[0], split, low[2]), (x1, high[1], high[2]))
        shelves(s, look.body, *inside, boards, enclosed=True, name=name)
        doors(s, look, (x1, split, low[2]), high, count, grip=grip)


def drawers(
    s: Shape,
    look: JoineryStyle,
    low: Point3,
    high: Point3,
    count: int,
    *,
    columns: int = 1,
    name: str = "drawer",
) -> None:
    """A carcass full of drawers, counted from the top; the top row is wide when they do not pair up."""
    (_, y0, z0), (x1, y1, z1) = low, high
    inner, _ = carcass(s, look.body, low, (x1 - look.depth, y1, z1))
    rows = [columns] * (count // columns)
    rows = [count % columns, *rows] if count % columns else rows
    height = (z1 - z0) / len(rows)
    number = 0
    for i, in_row in enumerate(rows):
        # The outermost fronts reach over the edges of the carcass.
        top, width = z1 - i * height, (y1 - y0) / in_row
        for k in range(in_row):
            number += 1
            left = y1 - k * width
            corner = (inner[0], left - width, top - height)
            drawer(s, look, corner, (x1, left, top), f"{name} {number}")


def on_legs(
    s: Shape, f: Form, part: str, height: float, *, style: str = "tapered"
) -> tuple[Point3, Point3]:
    """Put an object's box on legs; returns the corners of what is left of it above them."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    # Handles stand out at the front, so the legs end a little before the box does.
    four_legs(s, part, (-x, -y, 0.0), (x - 0.04, y, height), 0.045, style=style)
    if height >= 0.12:
        s.surface("under", (-0.9 * x, -0.85 * y), (0.8 * x, 0.85 * y), 0.0, clearance=height)
    return (-x, -y, height), (x, y, z)


def on_plinth(s: Shape, f: Form, part: str, height: float) -> tuple[Point3, Point3]:
    """Put an object's box on a recessed plinth; returns the corners of what is left above."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    s.box(part, (-x, -y, 0.0), (x - 0.08, y, height))
    return (-x, -y, height), (x, y, z)


def top_surface(s: Shape, f: Form) -> None:
    """Declare the whole top of an object, clear of the handles before it."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    s.surface("top", (-0.95 * x, -0.95 * y), (0.85 * x, 0.95 * y), z)


def column_grid(low: float, high: float, count: int) -> list[float]:
    """Centres of ``count`` equal columns between two edges."""
    step = (high - low) / count
    return [low + (i + 0.5) * step for i in range(count)]


def look_of(f: Form, **choice: str) -> JoineryStyle:
    """The look of an object's fronts, open as far as the object is."""
    return JoineryStyle(openness=f.openness, **choice)
