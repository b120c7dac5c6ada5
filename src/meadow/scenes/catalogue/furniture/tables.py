"""Tables of every height, desks and work benches."""

from __future__ import annotations

import math
from collections.abc import Sequence

from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import (
    JoineryStyle,
    column_grid,
    drawer,
    drawers,
    four_legs,
    look_of,
    strut,
)
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3

TOP = PartSpec(
    ("wood", "glass", "stone", "metal", "plastic"),
    (*WOODS, "grey", "navy", "green", "turquoise", "red", "yellow"),
)
WORN = PartSpec(("wood", "metal"), (*WOODS, "grey", "green", "red", "navy"))
LEGS = PartSpec(("wood", "metal"), (*WOODS, "silver", "grey", "gold", "bronze"))
KNOBS = PartSpec(("metal", "wood", "plastic"), METALS)


def _top(s: Shape, outline: str, size: Point3, thick: float) -> None:
    """A table top: "square", "round" or "soft" (corners cut off)."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    if outline == "round":
        s.cylinder("top", (0, 0, z - thick), x, thick, stretch=y / x, sides=16)
    elif outline == "soft":
        c = 0.3 * min(x, y)
        corners = ((x - c, -y), (x, c - y), (x, y - c), (x - c, y))
        s.prism("top", (*corners, *((-u, -v) for u, v in corners)), z - thick, z)
    else:
        s.box("top", (-x, -y, z - thick), (x, y, z))
    inset = 0.66 if outline == "round" else 0.92
    s.surface("top", (-inset * x, -inset * y), (inset * x, inset * y), z)


def _under(s: Shape, size: Point3, height: float, share: float = 0.8) -> None:
    x, y = share * size[0] / 2, share * size[1] / 2
    s.surface("under", (-x, -y), (x, y), 0.0, clearance=height)


def _apron(s: Shape, part: str, x: float, y: float, low: float, high: float, inset: float) -> None:
    """Boards under the rim of a top."""
    a, b, t = x - inset, y - inset, 0.02
    for side in (-b, b - t):
        s.box(part, (-a, side, low), (a, side + t, high))
    for end in (-a, a - t):
        s.box(part, (end, -b + t, low), (end + t, b - t, high))


def _pedestal(s: Shape, height: float, x: float, y: float, radius: float) -> None:
    """A turned column on a spreading foot."""
    foot = ((1.0, 0.0), (0.85, 0.025), (0.3, 0.06))
    s.lathe("legs", (0, 0, 0), [(r * x, h) for r, h in foot], stretch=y / x)
    s.lathe(
        "legs",
        (0, 0, 0.05),
        (
            (radius, 0.0),
            (1.5 * radius, 0.25 * height),
            (radius, 0.7 * height),
            (2 * radius, height),
        ),
        sides=8,
    )


def _crossed(s: Shape, x: float, sides: Sequence[float], height: float, thick: float) -> None:
    """An X of two bars in the XZ plane at each side."""
    for side in sides:
        for sign in (-1, 1):
            foot = (sign * (x - thick / 2), side, 0.0)
            strut(s, "legs", foot, (-foot[0], side, height), thick)


@category(
    "dining table",
    size=((0.78, 1.05), (1.15, 2.2), (0.72, 0.78)),
    mass=(20.0, 60.0),
    variants=("four-legged", "pedestal", "trestle", "splayed"),
    parts={"top": TOP, "legs": LEGS},
    rooms={"dining room": 1.0, "kitchen": 0.6, "living room": 0.2},
    on={"floor": 1.0},
    front=0.6,
    synonyms=("dinner table", "kitchen table", "table"),
    tags=("furniture",),
)
def dining_table(s: Shape, f: Form) -> None:
    """A table to eat at."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    thick = 0.035
    if f.variant == "pedestal":
        _top(s, "round", f.size, thick)
        _pedestal(s, z - thick - 0.05, 0.65 * x, 0.5 * y, 0.075)
    elif f.variant == "trestle":
        _top(s, "square", f.size, 0.05)
        for side in (-0.7 * y, 0.7 * y):
            s.box("legs", (-0.85 * x, side - 0.05, 0.0), (0.85 * x, side + 0.05, 0.07))
            s.box("legs", (-0.12, side - 0.035, 0.07), (0.12, side + 0.035, z - 0.1))
            s.box("legs", (-0.75 * x, side - 0.045, z - 0.1), (0.75 * x, side + 0.045, z - 0.05))
        s.box("legs", (-0.025, -0.7 * y, 0.3 * z), (0.025, 0.7 * y, 0.3 * z + 0.1))
    elif f.variant == "splayed":
        _top(s, "soft", f.size, thick)
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.05, splay=0.2)
    else:
        _top(s, "square", f.size, thick)
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.075)
        _apron(s, "legs", x, y, z - thick - 0.09, z - thick, 0.02)
    _under(s, f.size, z - 0.15, 0.75)


@category(
    "coffee table",
    size=((0.5, 0.8), (0.8, 1.3), (0.34, 0.48)),
    mass=(8.0, 30.0),
    variants=("four-legged", "shelf", "waterfall", "oval"),
    parts={"top": TOP, "legs": LEGS},
    rooms={"living room": 1.0, "office": 0.1},
    on={"floor": 1.0},
    synonyms=("cocktail table", "low table"),
    tags=("furniture",),
)
def coffee_table(s: Shape, f: Form) -> None:
    """A low table before the sofa."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    thick = 0.03
    if f.variant == "waterfall":
        _top(s, "square", f.size, 0.05)
        for side in (-y, y - 0.05):
            s.box("top", (-x, side, 0.0), (x, side + 0.05, z - 0.05))
        s.box("legs", (-0.9 * x, -y + 0.05, 0.35 * z), (-0.9 * x + 0.02, y - 0.05, z - 0.05))
        _under(s, f.size, z - 0.05)
    elif f.variant == "oval":
        _top(s, "round", f.size, thick)
        four_legs(
            s, "legs", (-0.62 * x, -0.62 * y, 0), (0.62 * x, 0.62 * y, z - thick), 0.04, splay=0.04
        )
        _under(s, f.size, z - thick, 0.6)
    else:
        _top(s, "square", f.size, thick)
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.05)
        if f.variant == "shelf":
            low = 0.3 * z
            a, b = x - 0.01, y - 0.01
            s.box("top", (-a, -b, low - 0.02), (a, b, low))
            reach = (0.88 * x, 0.88 * y)
            s.surface("shelf", (-reach[0], -reach[1]), reach, low, clearance=z - thick - low)
        else:
            _apron(s, "legs", x, y, z - thick - 0.06, z - thick, 0.015)
            _under(s, f.size, z - thick - 0.06)


@category(
    "side table",
    size=((0.36, 0.55), (0.36, 0.55), (0.45, 0.65)),
    mass=(3.0, 12.0),
    variants=("square", "round", "tripod", "c-shaped"),
    parts={"top": TOP, "legs": LEGS},
    rooms={"living room": 0.8, "bedroom": 0.4, "office": 0.3, "hallway": 0.2},
    on={"floor": 1.0},
    place="wall",
    synonyms=("end table", "occasional table", "accent table"),
    tags=("furniture",),
)
def side_table(s: Shape, f: Form) -> None:
    """A small table beside a seat."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    thick = 0.025
    if f.variant == "square":
        _top(s, "square", f.size, thick)
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.04)
        _apron(s, "legs", x, y, z - thick - 0.07, z - thick, 0.01)
        _under(s, f.size, z - thick - 0.07)
    elif f.variant == "round":
        _top(s, "round", f.size, thick)
        _pedestal(s, z - thick - 0.05, 0.7 * x, 0.7 * y, 0.022)
    elif f.variant == "tripod":
        _top(s, "round", f.size, thick)
        for k in range(3):
            a = 2 * math.pi * k / 3
            u, v = math.cos(a), math.sin(a)
            head = (-0.3 * u * x, -0.3 * v * y, z - thick)
            strut(s, "legs", (0.85 * u * x, 0.85 * v * y, 0.0), head, 0.03)
    else:
        _top(s, "square", f.size, thick)
        for side in (-y, y - 0.04):
            s.box("legs", (-x, side, 0.0), (x, side + 0.04, 0.025))
            s.box("legs", (-x, side, 0.025), (-x + 0.04, side + 0.04, z - thick))
        s.box("legs", (-x, -y + 0.04, z - thick - 0.04), (-x + 0.04, y - 0.04, z - thick))
        _under(s, f.size, z - thick - 0.05)


@category(
    "console table",
    size=((0.28, 0.42), (0.8, 1.4), (0.72, 0.88)),
    mass=(8.0, 25.0),
    variants=("four-legged", "shelf", "crossed", "half-moon"),
    parts={"top": TOP, "legs": LEGS},
    rooms={"hallway": 1.0, "living room": 0.4, "dining room": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.4,
    synonyms=("hall table", "entry table", "sofa table"),
    tags=("furniture",),
)
def console_table(s: Shape, f: Form) -> None:
    """A narrow table against a wall."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    thick = 0.03
    if f.variant == "half-moon":
        arc = [math.radians(a) for a in range(-90, 91, 18)]
        rim = [(-x + 2 * x * math.cos(a), y * math.sin(a)) for a in arc]
        s.prism("top", rim, z - thick, z)
        for px, py in ((-x + 0.02, 0.85 * y), (-x + 0.02, -0.85 * y), (x - 0.07, 0.0)):
            corner, end = (px - 0.012, py - 0.012, 0.0), (px + 0.012, py + 0.012, z - thick)
            s.box("legs", corner, end, taper=(1.7, 1.7))
        s.surface("top", (-0.95 * x, -0.75 * y), (0.1 * x, 0.75 * y), z)
    else:
        _top(s, "square", f.size, thick)
        if f.variant == "crossed":
            _crossed(s, x, (-0.82 * y, 0.82 * y), z - thick, 0.035)
            s.box("legs", (-0.02, -0.82 * y, 0.48 * z), (0.02, 0.82 * y, 0.48 * z + 0.03))
        elif f.variant == "shelf":
            four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.035)
            low = 0.25 * z
            s.box("top", (-x + 0.005, -y + 0.005, low - 0.02), (x - 0.005, y - 0.005, low))
            reach = (0.7 * x, 0.92 * y)
            s.surface("shelf", (-reach[0], -reach[1]), reach, low, clearance=z - thick - low)
        else:
            four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - thick), 0.045, style="tapered")
            _apron(s, "legs", x, y, z - thick - 0.1, z - thick, 0.005)
    if f.variant != "shelf":
        _under(s, f.size, z - 0.2, 0.6)


@category(
    "desk",
    size=((0.55, 0.8), (1.05, 1.7), (0.71, 0.78)),
    mass=(18.0, 45.0),
    variants=("writing", "pedestal", "panel", "crossed"),
    parts={"top": TOP, "legs": LEGS, "drawers": like("top"), "handles": KNOBS},
    rooms={"office": 1.0, "bedroom": 0.5, "living room": 0.1},
    on={"floor": 1.0},
    place="wall",
    front=0.8,
    counts={"drawer": (0, 4)},
    openable=True,
    synonyms=("writing desk", "computer desk", "study table", "office desk"),
    tags=("furniture",),
)
def desk(s: Shape, f: Form) -> None:
    """A table to work at, with drawers on request."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    thick, count = 0.03, f.count("drawer", 0)
    _top(s, "square", f.size, thick)
    below = z - thick
    look = look_of(f, body="drawers", front="drawers")
    if f.variant == "writing":
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, below), 0.05)
        s.box("legs", (-x, -y + 0.05, below - 0.12), (-x + 0.02, y - 0.05, below))
        _hanging_row(s, look, (-x + 0.05, -y + 0.05), (x, y - 0.05), below, count)
        _under(s, f.size, below - 0.14)
        return
    left, right = -y, y
    if f.variant == "pedestal":
        four_legs(s, "legs", (-x, -y, 0.0), (x, -y + 0.12, below), 0.045, style="tapered")
        s.box("legs", (-x, y - 0.03, 0.0), (x - 0.05, y, below))
        right, left = y - 0.03, -y + 0.05
    elif f.variant == "panel":
        for side in (-y, y - 0.035):
            s.box("legs", (-x, side, 0.0), (x, side + 0.035, below))
        s.box("legs", (-x + 0.05, -y + 0.035, 0.4 * z), (-x + 0.07, y - 0.035, below))
        right, left = y - 0.035, -y + 0.035
    else:
        _crossed(s, x, (-0.85 * y, 0.85 * y), below, 0.045)
        right, left = 0.85 * y - 0.03, -0.85 * y + 0.03
    if count:
        each = min(0.26, (below - 0.03) / count) if f.variant == "pedestal" else 0.13
        low, high = (-0.85 * x, right - 0.4, below - each * count), (x - 0.02, right, below)
        drawers(s, look, low, high, count)
        right -= 0.4
    s.surface("under", (-0.8 * x, left), (0.8 * x, right - 0.02), 0.0, clearance=0.6 * z)


def _hanging_row(
    s: Shape, look: JoineryStyle, low: Point, high: Point, top: float, count: int
) -> None:
    """Shallow drawers side by side under a top, or just a board when there are none."""
    if not count:
        s.box("legs", (high[0] - 0.04, low[1], top - 0.06), (high[0] - 0.02, high[1], top))
        return
    width = (high[1] - low[1]) / count
    for i, centre in enumerate(column_grid(low[1], high[1], count)[::-1]):
        corner = (low[0], centre - width / 2, top - 0.12)
        drawer(s, look, corner, (high[0], centre + width / 2, top), f"drawer {i + 1}")


@category(
    "workbench",
    size=((0.55, 0.75), (1.1, 1.8), (0.82, 0.95)),
    mass=(30.0, 90.0),
    variants=("vise", "shelf", "cross-braced"),
    parts={
        "top": WORN,
        "legs": LEGS,
        "vise": PartSpec(("metal",), ("grey", "blue", "red", "black")),
    },
    rooms={"office": 0.2, "hallway": 0.1},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    synonyms=("work bench", "work table"),
    plural="workbenches",
    tags=("furniture",),
)
def workbench(s: Shape, f: Form) -> None:
    """A heavy table for tools, with a vise on its front edge."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    jaw = 0.12
    top, front = z - 0.07, x - jaw
    s.box("top", (-x, -y, top), (front, y, z))
    s.surface("top", (-0.92 * x, -0.95 * y), (front - 0.05, 0.95 * y), z)
    legs = (-x + 0.03, -y + 0.06, 0.0), (front - 0.03, y - 0.06, top)
    four_legs(s, "legs", *legs, 0.09)
    _vise(s, front, -0.55 * y, z, jaw)
    if f.variant == "cross-braced":
        for end in (-x + 0.05, front - 0.05):
            for sign in (-1, 1):
                foot = (end, sign * (y - 0.15), 0.08)
                strut(s, "legs", foot, (end, -foot[1], top), 0.03, 0.06)
        _under(s, f.size, 0.5 * z, 0.5)
        return
    board = 0.14 if f.variant == "vise" else 0.35 * z
    s.box("legs", (legs[0][0], legs[0][1], board - 0.03), (legs[1][0], legs[1][1], board))
    low, high = (-x + 0.13, -y + 0.16), (front - 0.13, y - 0.16)
    s.surface("shelf", low, high, board, clearance=top - board)
    if f.variant == "shelf":
        for side in (legs[0][1], legs[1][1] - 0.03):
            s.box("legs", (legs[0][0], side, board), (legs[1][0], side + 0.03, top))
        s.box("legs", (legs[0][0], legs[0][1], board), (legs[0][0] + 0.02, legs[1][1], top))


def _vise(s: Shape, front: float, y: float, z: float, jaw: float) -> None:
    s.box("vise", (front, y - 0.09, z - 0.15), (front + 0.03, y + 0.09, z))
    s.box("vise", (front + 0.055, y - 0.09, z - 0.13), (front + 0.085, y + 0.09, z))
    s.box("vise", (front + 0.03, y - 0.02, z - 0.11), (front + jaw, y + 0.02, z - 0.07))
    s.box("vise", (front + jaw - 0.015, y - 0.1, z - 0.097), (front + jaw, y + 0.1, z - 0.083))


@category(
    "plant stand",
    size=((0.24, 0.4), (0.24, 0.4), (0.4, 0.9)),
    mass=(1.5, 6.0),
    variants=("tripod", "tiered", "pedestal", "frame"),
    parts={
        "top": PartSpec(("wood", "metal", "stone"), (*WOODS, "gold", "green", "grey")),
        "legs": LEGS,
    },
    rooms={"living room": 0.4, "hallway": 0.3, "bedroom": 0.2, "dining room": 0.2},
    on={"floor": 1.0},
    place="corner",
    synonyms=("flower stand", "pedestal stand"),
    tags=("furniture",),
)
def plant_stand(s: Shape, f: Form) -> None:
    """A tall little table for a pot."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "tripod":
        _top(s, "round", f.size, 0.02)
        for k in range(3):
            a = 2 * math.pi * k / 3
            u, v = math.cos(a), math.sin(a)
            foot = (0.86 * u * x, 0.86 * v * y, 0.0)
            strut(s, "legs", foot, (0.5 * u * x, 0.5 * v * y, z - 0.02), 0.025)
    elif f.variant == "pedestal":
        _top(s, "square", f.size, 0.03)
        s.box("legs", (-x, -y, 0.0), (x, y, 0.04))
        column = ((0.5 * x, 0.04), (0.38 * x, 0.3 * z), (0.38 * x, 0.75 * z), (0.6 * x, z - 0.03))
        s.lathe("legs", (0, 0, 0), column, stretch=y / x, sides=8)
    else:
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - 0.02), 0.022)
        _top(s, "square", f.size, 0.02)
        if f.variant == "tiered":
            for i, low in enumerate((0.12 * z, 0.54 * z)):
                s.box("top", (-x + 0.004, -y + 0.004, low - 0.02), (x - 0.004, y - 0.004, low))
                reach = (0.8 * x, 0.8 * y)
                room = 0.42 * z - 0.02
                s.surface(f"tier {i + 1}", (-reach[0], -reach[1]), reach, low, clearance=room)
        else:
            _apron(s, "legs", x, y, 0.1 * z, 0.1 * z + 0.02, 0.001)
