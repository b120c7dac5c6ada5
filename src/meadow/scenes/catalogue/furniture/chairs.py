"""Seats for one with legs: chairs, stools and rocking chairs."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.spec import ANY, METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import column_grid, cushion, four_legs, strut
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

SEAT = PartSpec(
    ("wood", "plastic", "metal", "fabric", "leather"),
    (*WOODS, "red", "orange", "yellow", "green", "turquoise", "blue", "navy", "grey", "pink"),
)
PADDED = PartSpec(
    ("fabric", "leather"), ANY, ("plain", "striped", "checked", "dotted", "floral", "zigzag")
)
LEGS = PartSpec(("wood", "metal", "plastic"), (*WOODS, "silver", "grey", "gold"))
METAL_LEGS = PartSpec(("metal", "wood", "plastic"), (*METALS, "brown", "tan"))


def _sit(s: Shape, low: Point3, high: Point3, z: float) -> None:
    """The seat as a place for things, clear of the back, and the floor below it."""
    s.surface("seat", (low[0] + 0.06, low[1] + 0.03), (high[0] - 0.02, high[1] - 0.03), z)
    s.surface("under", low[:2], high[:2], 0.0, clearance=z - 0.12)


def _frame(s: Shape, f: Form, seat: float, leg: float, *, style: str = "square") -> None:
    """Front legs up to the seat and back posts up to the top."""
    x, y, z = (f.size[0] / 2, f.size[1] / 2, f.size[2])
    four_legs(s, "legs", (-x, -y, 0.0), (x, y, seat), leg, style=style)
    for side in (-y, y - leg):
        s.box("legs", (-x, side, seat), (-x + leg, side + leg, z))


def _slats(s: Shape, f: Form, leg: float, heights: tuple[tuple[float, float], ...]) -> None:
    """Level boards between the back posts."""
    x, y = f.size[0] / 2, f.size[1] / 2 - leg
    for low, high in heights:
        s.box("back", (-x + leg * 0.25, -y, low), (-x + leg * 0.75, y, high))


@category(
    "chair",
    size=((0.42, 0.56), (0.40, 0.52), (0.78, 0.95)),
    mass=(3.0, 8.0),
    variants=("ladder-back", "panel-back", "shell", "folding"),
    parts={"seat": SEAT, "back": like("seat"), "legs": LEGS},
    rooms={"living room": 0.5, "bedroom": 0.6, "office": 0.6, "hallway": 0.3, "kitchen": 0.4},
    on={"floor": 1.0},
    front=0.4,
    synonyms=("side chair", "wooden chair"),
    tags=("furniture",),
)
def chair(s: Shape, f: Form) -> None:
    """A plain chair without arms."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat, leg = 0.52 * z, 0.036
    rise = z - seat
    if f.variant == "shell":
        _shell(s, f, seat)
    elif f.variant == "folding":
        _folding(s, f, seat)
    else:
        _frame(s, f, seat - 0.03, leg)
        s.box("seat", (-x, -y, seat - 0.03), (x, y, seat))
        if f.variant == "ladder-back":
            rungs = (0.22, 0.50, 0.80)
            _slats(s, f, leg, tuple((seat + rise * r, seat + rise * (r + 0.16)) for r in rungs))
            for side in (-y + leg / 2, y - leg / 2):
                strut(s, "legs", (0.0, side, 0.12), (0.0, side, 0.145), 2 * x - leg, 0.02)
        else:
            _slats(s, f, leg, ((seat + 0.25 * rise, z - 0.01),))
    _sit(s, (-x, -y, 0.0), (x, y, z), seat)


def _shell(s: Shape, f: Form, seat: float) -> None:
    """One bent sheet for seat and back on four splayed legs."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    bend = ((x, seat - 0.025), (x, seat), (-0.55 * x, seat), (-0.75 * x, seat + 0.05))
    back = ((-x + 0.03, z), (-x, z), (-0.85 * x, seat), (-0.65 * x, seat - 0.025))
    s.prism("seat", (*bend, *back), -0.9 * y, 0.9 * y, axis="y")
    head = (-0.6 * x, -0.55 * y, seat - 0.02), (0.5 * x, 0.55 * y, seat - 0.02)
    foot = (-0.9 * x, -y + 0.014, 0.0), (0.85 * x, y - 0.014, 0.0)
    for i in (0, 1):
        for k in (0, 1):
            a, b = (foot[i][0], foot[k][1], 0.0), (head[i][0], head[k][1], head[0][2])
            strut(s, "legs", a, b, 0.028)


def _folding(s: Shape, f: Form, seat: float) -> None:
    """Crossed side legs, a slatted seat and one board for the back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    t = 0.026
    for side, inner in ((-y, -y + t), (y - t, y - 2 * t)):
        strut(s, "legs", (x - t / 2, side + t / 2, 0.0), (-x + t / 2, side + t / 2, z), t)
        top = (x - 2 * t, inner + t / 2, seat - 0.02)
        strut(s, "legs", (-x + t / 2, inner + t / 2, 0.0), top, t)
    for centre in column_grid(-0.6 * x, x, 4):
        w = 0.17 * x
        s.box("seat", (centre - w, -y + t, seat - 0.02), (centre + w, y - t, seat))
    lean = -x + t
    s.box("back", (lean - 0.02, -y + t, z - 0.15), (lean + 0.01, y - t, z - 0.02))


@category(
    "dining chair",
    size=((0.44, 0.58), (0.42, 0.52), (0.84, 1.05)),
    mass=(4.0, 9.0),
    variants=("spindle-back", "padded", "cross-back", "high-back"),
    parts={"seat": PADDED, "legs": LEGS, "back": like("legs")},
    rooms={"dining room": 1.0, "kitchen": 0.6},
    on={"floor": 1.0},
    place="group",
    front=0.3,
    synonyms=("dinner chair", "table chair"),
    tags=("furniture",),
)
def dining_chair(s: Shape, f: Form) -> None:
    """A chair with a cushioned seat and a tall wooden back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat, leg = 0.49 * z, 0.038
    cushion(s, "seat", (-x + leg, -y, seat - 0.06), (x, y, seat))
    _frame(s, f, seat - 0.06, leg, style="tapered")
    s.box("legs", (-x, -y, seat - 0.09), (-x + leg, y, seat))
    if f.variant == "spindle-back":
        _slats(s, f, leg, ((z - 0.09, z),))
        for at in column_grid(-y + leg, y - leg, 5):
            s.rod("back", (-x + leg / 2, at, seat), (-x + leg / 2, at, z - 0.09), 0.008, sides=4)
    elif f.variant == "padded":
        cushion(s, "seat", (-x + 0.01, -y + leg, seat + 0.12), (-x + 0.065, y - leg, z), facing="x")
    elif f.variant == "cross-back":
        _slats(s, f, leg, ((z - 0.07, z), (seat + 0.08, seat + 0.12)))
        for sign in (-1, 1):
            foot = (-x + leg / 2, sign * (y - 1.6 * leg), seat + 0.12)
            strut(s, "back", foot, (foot[0], -foot[1], z - 0.07), 0.018, 0.035)
    else:
        cushion(s, "seat", (-x, -y, seat), (-x + 0.075, y, z), facing="x")
    _sit(s, (-x, -y, 0.0), (x, y, z), seat)


@category(
    "office chair",
    size=((0.56, 0.68), (0.56, 0.68), (0.86, 1.2)),
    mass=(8.0, 18.0),
    variants=("task", "executive", "mesh"),
    parts={
        "seat": PartSpec(
            ("fabric", "leather", "plastic"),
            ("black", "grey", "blue", "red", "navy", "brown", "white", "green", "orange", "pink"),
        ),
        "back": like("seat"),
        "base": PartSpec(("metal", "plastic"), ("black", "silver", "grey", "white")),
        "wheels": PartSpec(("plastic", "rubber"), ("black", "grey", "white")),
    },
    rooms={"office": 1.0, "bedroom": 0.3},
    on={"floor": 1.0},
    place="group",
    front=0.3,
    synonyms=("desk chair", "swivel chair", "computer chair", "task chair"),
    tags=("furniture",),
)
def office_chair(s: Shape, f: Form) -> None:
    """A swivel chair on a star of five castors."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat = min(0.5, 0.46 * z)
    _castors(s, x, y)
    s.cylinder("base", (0.0, 0.0, 0.07), 0.028, seat - 0.14, sides=8)
    cushion(s, "seat", (-0.75 * x, -0.8 * y, seat - 0.08), (0.9 * x, 0.8 * y, seat))
    spine = -0.82 * x
    if f.variant == "task":
        strut(s, "base", (-0.5 * x, 0, seat - 0.06), (spine, 0, seat + 0.3), 0.03, 0.07)
        low, high = (spine, -0.62 * y, seat + 0.16), (spine + 0.07, 0.62 * y, z)
        cushion(s, "back", low, high, facing="x")
    elif f.variant == "executive":
        cushion(s, "back", (spine, -0.72 * y, seat - 0.02), (spine + 0.11, 0.72 * y, z), facing="x")
        high = (spine + 0.15, 0.45 * y, z - 0.03)
        cushion(s, "back", (spine + 0.1, -0.45 * y, z - 0.17), high, facing="x")
        _armrests(s, x, y, seat)
    else:
        corner, end = (spine, -0.7 * y, seat + 0.08), (spine + 0.03, 0.7 * y, z)
        s.box("base", corner, (end[0], corner[1] + 0.03, end[2]))
        s.box("base", (corner[0], end[1] - 0.03, corner[2]), end)
        s.box("base", (corner[0], corner[1] + 0.03, z - 0.03), (end[0], end[1] - 0.03, z))
        s.box("back", (spine + 0.01, -0.65 * y, seat + 0.12), (spine + 0.02, 0.65 * y, z - 0.03))
        strut(s, "base", (-0.6 * x, 0, seat - 0.06), (spine + 0.015, 0, seat + 0.12), 0.03, 0.06)
        _armrests(s, x, y, seat)
    s.surface("seat", (-0.55 * x, -0.6 * y), (0.75 * x, 0.6 * y), seat)


def _castors(s: Shape, x: float, y: float) -> None:
    """Five spokes with a wheel each; the foremost, rearmost and side ones touch the box."""
    angles = [math.radians(a) for a in (0, 72, 144, 216, 288)]
    reach = (-min(math.cos(a) for a in angles), max(math.sin(a) for a in angles))
    wheel = 0.028
    for a in angles:
        u, v = math.cos(a), math.sin(a)
        px = u * (x - wheel) / (1.0 if u > 0.9 else reach[0])
        py = v * (y - wheel) / reach[1]
        s.rod("base", (0.0, 0.0, 0.105), (px, py, 0.07), 0.026, end_radius=0.014, sides=4)
        s.cylinder("wheels", (px, py, 0.0), wheel, 0.06, sides=8)


def _armrests(s: Shape, x: float, y: float, seat: float) -> None:
    for side in (-1, 1):
        edge = 0.88 * side * y
        strut(s, "base", (0.1 * x, 0.7 * edge, seat - 0.06), (0.0, edge, seat + 0.2), 0.035)
        s.box("base", (-0.45 * x, edge - 0.03, seat + 0.2), (0.5 * x, edge + 0.03, seat + 0.23))


@category(
    "stool",
    size=((0.32, 0.45), (0.32, 0.45), (0.40, 0.52)),
    mass=(2.0, 5.0),
    variants=("round", "square", "three-legged", "drum"),
    parts={"seat": SEAT, "legs": LEGS},
    rooms={"kitchen": 0.4, "bathroom": 0.4, "bedroom": 0.3, "living room": 0.2, "hallway": 0.2},
    on={"floor": 1.0},
    synonyms=("footstool", "low stool"),
    tags=("furniture",),
)
def stool(s: Shape, f: Form) -> None:
    """A low seat without a back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "square":
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - 0.035), 0.04)
        s.box("seat", (-x, -y, z - 0.035), (x, y, z))
        for side in (-y + 0.02, y - 0.02):
            s.box("legs", (-x + 0.04, side - 0.012, 0.1), (x - 0.04, side + 0.012, 0.13))
    elif f.variant == "drum":
        profile = ((0.8 * x, 0.0), (x, 0.35 * z), (x, 0.6 * z), (0.85 * x, z - 0.03))
        s.lathe("legs", (0, 0, 0), profile, stretch=y / x)
        s.cylinder("seat", (0, 0, z - 0.03), 0.92 * x, 0.03, stretch=y / x)
    else:
        s.cylinder("seat", (0, 0, z - 0.04), x, 0.04, stretch=y / x)
        legs = 3 if f.variant == "three-legged" else 4
        for k in range(legs):
            a = 2 * math.pi * (k + 0.5) / legs
            u, v = math.cos(a), math.sin(a)
            head = (0.5 * u * x, 0.5 * v * y, z - 0.04)
            strut(s, "legs", (0.88 * u * x, 0.88 * v * y, 0.0), head, 0.036)
    s.surface("seat", (-0.6 * x, -0.6 * y), (0.6 * x, 0.6 * y), z)


@category(
    "bar stool",
    size=((0.36, 0.48), (0.36, 0.48), (0.66, 0.98)),
    mass=(4.0, 9.0),
    variants=("pedestal", "four-legged", "low-back", "saddle"),
    parts={"seat": SEAT, "legs": METAL_LEGS},
    rooms={"kitchen": 0.7, "dining room": 0.2},
    on={"floor": 1.0},
    place="group",
    synonyms=("barstool", "counter stool", "high stool"),
    tags=("furniture",),
)
def bar_stool(s: Shape, f: Form) -> None:
    """A tall stool with a foot rest."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat = z if f.variant != "low-back" else 0.78 * z
    if f.variant == "pedestal":
        s.lathe("legs", (0, 0, 0), ((x, 0.0), (x, 0.015), (0.15 * x, 0.04)), stretch=y / x)
        s.cylinder("legs", (0, 0, 0.03), 0.03, z - 0.08, sides=8)
        s.cylinder("legs", (0, 0, 0.3 * z), 0.6 * x, 0.02, stretch=y / x)
        pad = ((0.8 * x, 0.0), (0.95 * x, 0.03), (0.85 * x, 0.07))
        s.lathe("seat", (0, 0, z - 0.07), pad, stretch=y / x)
    else:
        low, high = (-x, -y, 0.0), (x, y, seat - 0.04)
        four_legs(s, "legs", low, high, 0.032, splay=0.0 if f.variant == "saddle" else 0.05)
        inset = 0.0 if f.variant == "saddle" else 0.02
        _foot_rest(s, x - inset, y - inset, 0.3 * z)
        _bar_seat(s, f, seat)
    s.surface("seat", (-0.5 * x, -0.5 * y), (0.6 * x, 0.5 * y), seat)


def _bar_seat(s: Shape, f: Form, seat: float) -> None:
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "four-legged":
        s.box("seat", (-0.85 * x, -0.85 * y, seat - 0.04), (0.85 * x, 0.85 * y, seat))
    elif f.variant == "saddle":
        half = ((-y, seat - 0.04), (y, seat - 0.04), (y, seat))
        dip = ((0.5 * y, seat - 0.012), (-0.5 * y, seat - 0.012), (-y, seat))
        s.prism("seat", (*half, *dip), -x, x, axis="x")
    else:
        cushion(s, "seat", (-0.9 * x, -0.9 * y, seat - 0.07), (0.9 * x, 0.9 * y, seat))
        cushion(s, "seat", (-x, -0.9 * y, seat), (-x + 0.06, 0.9 * y, z), facing="x")


def _foot_rest(s: Shape, x: float, y: float, z: float) -> None:
    """A ring of four bars between the legs."""
    t = 0.018
    for side in (-y + t / 2, y - t):
        s.box("legs", (-x + t, side, z), (x - t, side + t / 2, z + t))
    for end in (-x + t / 2, x - t):
        s.box("legs", (end, -y + t, z), (end + t / 2, y - t, z + t))


@category(
    "rocking chair",
    size=((0.78, 0.98), (0.55, 0.68), (0.92, 1.12)),
    mass=(8.0, 16.0),
    variants=("spindle-back", "ladder-back", "padded"),
    parts={
        "frame": PartSpec(("wood", "metal"), (*WOODS, "green", "blue", "red", "grey")),
        "seat": PADDED,
    },
    rooms={"living room": 0.3, "bedroom": 0.3},
    on={"floor": 1.0},
    place="corner",
    front=0.5,
    synonyms=("rocker",),
    tags=("furniture",),
)
def rocking_chair(s: Shape, f: Form) -> None:
    """A chair with arms on two curved runners."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat, t = 0.4 * z, 0.035
    back, top = -0.45 * x, -0.8 * x
    for side in (-y, y - t):
        _runner(s, side, x, t)
        centre = side + t / 2
        strut(s, "frame", (0.5 * x, centre, 0.05), (0.5 * x, centre, seat + 0.2), t)
        strut(s, "frame", (back, centre, 0.05), (back, centre, seat), t)
        strut(s, "frame", (back, centre, seat), (top, centre, z), t)
        s.box("frame", (back - 0.1, side, seat + 0.2), (0.6 * x, side + t, seat + 0.23))
    s.box("frame", (back, -y + t, seat - 0.06), (0.55 * x, y - t, seat - 0.03))
    cushion(s, "seat", (back + 0.02, -y + t, seat - 0.03), (0.55 * x, y - t, seat + 0.03))

    def lean(height: float) -> float:
        return back + (top - back) * (height - seat) / (z - seat)

    def bar(low: float, high: float) -> None:
        a, b = (lean(low), 0.0, low), (lean(high), 0.0, high)
        strut(s, "frame", a, b, 0.022, 2 * (y - t))

    bar(z - 0.09, z - 0.01)
    if f.variant == "spindle-back":
        for at in column_grid(-y + t, y - t, 5):
            strut(s, "frame", (back, at, seat), (lean(z - 0.09), at, z - 0.09), 0.016)
    elif f.variant == "ladder-back":
        for share in (0.2, 0.42, 0.64):
            low = seat + share * (z - seat)
            bar(low, low + 0.06)
    else:
        strut(s, "seat", (back + 0.03, 0, seat), (top + 0.04, 0, z - 0.1), 0.07, 2 * (y - t))
    s.surface("seat", (back + 0.1, -y + 0.08), (0.5 * x, y - 0.08), seat + 0.03)


def _runner(s: Shape, side: float, x: float, thick: float) -> None:
    """A curved runner along X, down to the floor in its middle."""
    stations = [x * k / 3 for k in range(-3, 4)]
    bow = [0.09 * (u / x) ** 2 for u in stations]
    low = list(zip(stations, bow))
    high = [(u, v + 0.03) for u, v in low]
    s.prism("frame", (*low, *high[::-1]), side, side + thick, axis="y")
