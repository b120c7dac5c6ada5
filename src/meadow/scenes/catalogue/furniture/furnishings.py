"""Furniture of its own kind: pianos, room dividers and ladders."""

from __future__ import annotations

import math
from itertools import pairwise

from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import column_grid, four_legs, picture_frame, strut
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3


@category(
    "piano",
    size=((0.55, 0.75), (1.35, 1.55), (0.95, 1.3)),
    mass=(120.0, 260.0),
    variants=("upright", "studio", "digital"),
    parts={
        "body": PartSpec(("wood", "plastic"), ("black", "brown", "white", "maroon", "tan", "grey")),
        "keys": PartSpec(("plastic",), ("white", "cream")),
        "black keys": PartSpec(("plastic",), ("black",)),
        "pedals": PartSpec(("metal",), ("gold", "silver", "bronze")),
    },
    rooms={"living room": 0.25, "dining room": 0.05},
    on={"floor": 1.0},
    place="wall",
    front=0.8,
    synonyms=("upright piano", "keyboard instrument"),
    tags=("furniture",),
)
def piano(s: Shape, f: Form) -> None:
    """A piano against the wall, keys to the front."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    desk, case = 0.68, 0.0 if f.variant != "digital" else -0.35 * x
    for side in (-y, y - 0.04):
        s.box("body", (case, side, desk - 0.14), (x, side + 0.04, desk + 0.06))
    s.box("body", (case, -y + 0.04, desk - 0.1), (x, y - 0.04, desk - 0.02))
    s.box("keys", (case + 0.05, -y + 0.05, desk - 0.02), (x - 0.03, y - 0.05, desk))
    s.box("body", (x - 0.03, -y + 0.04, desk - 0.02), (x, y - 0.04, desk + 0.005))
    _black_keys(s, (case + 0.05, -y + 0.05), (x - 0.09, y - 0.05), desk)
    if f.variant == "digital":
        s.box("body", (-x, -y, desk - 0.14), (case, y, desk + 0.1))
        strut(s, "body", (-0.7 * x, 0, desk + 0.1), (-x + 0.01, 0, z), 0.02, 0.9 * y)
        four_legs(s, "body", (-x, -y, 0.0), (x - 0.06, y, desk - 0.14), 0.06)
        s.box("body", (-x, -y + 0.06, 0.2), (-x + 0.03, y - 0.06, desk - 0.14))
        s.box("body", (-0.2 * x, -y + 0.06, 0.08), (0.0, y - 0.06, 0.12))
        pedals = 0.0
    else:
        s.box("body", (-x, -y, 0.0), (case, y, z - 0.03))
        s.box("body", (-x, -y, z - 0.03), (case + 0.03, y, z))
        s.surface("top", (-0.95 * x, -0.9 * y), (case, 0.9 * y), z)
        strut(
            s, "body", (case + 0.05, 0, desk + 0.06), (case + 0.01, 0, desk + 0.25), 0.015, 0.8 * y
        )
        for side in (-y, y - 0.07):
            s.box("body", (x - 0.1, side, 0.0), (x - 0.03, side + 0.07, desk - 0.14))
            if f.variant == "upright":
                s.box("body", (case, side, 0.0), (x - 0.1, side + 0.07, 0.1))
        if f.variant == "studio":
            picture_frame(
                s, "body", (case, -0.9 * y, 0.1), (case + 0.02, 0.9 * y, desk - 0.16), 0.06
            )
        pedals = case
    for at in (-0.08, 0.0, 0.08):
        s.box("pedals", (pedals, at - 0.015, 0.04), (pedals + 0.1, at + 0.015, 0.055))


def _black_keys(s: Shape, low: Point, high: Point, z: float) -> None:
    """Groups of two and three, as on every keyboard; four octaves read well from afar."""
    octave = (high[1] - low[1]) / 4
    for start in column_grid(low[1], high[1], 4):
        for step in (1, 2, 4, 5, 6):
            at = start + octave * (step / 7 - 0.5)
            s.box("black keys", (low[0], at - 0.016, z), (high[0], at + 0.016, z + 0.012))


@category(
    "room divider",
    size=((0.28, 0.5), (1.2, 1.9), (1.6, 1.9)),
    mass=(6.0, 18.0),
    variants=("framed", "slatted", "arched"),
    parts={
        "panels": PartSpec(
            ("fabric", "paper", "wood"),
            ANY,
            ("plain", "floral", "striped", "wicker", "zigzag", "dotted"),
        ),
        "frame": PartSpec(("wood", "metal"), (*WOODS, "gold", "silver", "red")),
    },
    rooms={"living room": 0.2, "bedroom": 0.3, "office": 0.1},
    on={"floor": 1.0},
    place="corner",
    counts={"panel": (3, 5)},
    synonyms=("folding screen", "partition", "privacy screen"),
    tags=("furniture",),
)
def room_divider(s: Shape, f: Form) -> None:
    """Upright panels hinged in a zigzag."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count, post = f.count("panel", 3), 0.03
    step = (2 * y - post) / count
    ends = [(x if i % 2 else -x, -y + post / 2 + i * step) for i in range(count + 1)]
    corners = [(u - math.copysign(post / 2, u), v) for u, v in ends]
    for u, v in corners:
        head = z - 0.1 if f.variant == "arched" else z
        s.box("frame", (u - post / 2, v - post / 2, 0.0), (u + post / 2, v + post / 2, head))
    for a, b in pairwise(corners):
        _screen(s, f, a, b)


def _screen(s: Shape, f: Form, a: Point, b: Point) -> None:
    """One panel between two posts."""
    z, thick = f.size[2], 0.008

    def board(part: str, low: float, high: float, half: float) -> None:
        base = [(*a, low), (*b, low), (*b, high), (*a, high)]
        wall = [(u + w * half, v, h) for w in (-1, 1) for u, v, h in base]
        s.hexahedron(part, wall)

    top = z - 0.1 if f.variant == "arched" else z - 0.02
    board("frame", 0.08, 0.13, 2 * thick)
    if f.variant == "slatted":
        for height in column_grid(0.16, top - 0.06, 9):
            board("panels", height - 0.065, height + 0.065, thick)
    else:
        board("panels", 0.13, top - 0.05, thick)
    board("frame", top - 0.05, top, 2 * thick)
    if f.variant == "arched":
        _crown(s, a, b, top, z)


def _crown(s: Shape, a: Point, b: Point, low: float, high: float) -> None:
    """A shallow arch on a panel, from one post to the other."""
    stations = (0.0, 0.25, 0.5, 0.75, 1.0)
    rise = [low + (high - low) * math.sin(math.pi * t) for t in stations]
    points: list[Point] = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in stations]
    for i in range(4):
        foot = low - 0.001
        (u, v), (p, q) = points[i], points[i + 1]
        base = [(u, v, foot), (p, q, foot), (p, q, rise[i + 1]), (u, v, rise[i])]
        corners: list[Point3] = [(m + w * 0.016, n, h) for w in (-1, 1) for m, n, h in base]
        s.hexahedron("frame", corners)


@category(
    "ladder",
    size=((0.5, 0.9), (0.42, 0.6), (1.1, 1.9)),
    mass=(3.0, 12.0),
    variants=("step", "a-frame", "leaning"),
    parts={
        "rails": PartSpec(
            ("metal", "wood", "plastic"),
            ("silver", "tan", "yellow", "grey", "orange", "brown", "red"),
        ),
        "rungs": like("rails"),
    },
    rooms={"hallway": 0.15, "office": 0.1, "living room": 0.1},
    on={"floor": 1.0},
    place="wall",
    counts={"rung": (3, 6)},
    synonyms=("stepladder", "step ladder", "folding ladder"),
    tags=("furniture",),
)
def ladder(s: Shape, f: Form) -> None:
    """Rungs between two rails, alone or with a second pair to stand on."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count, t = f.count("rung", 4), 0.04
    back = -x + t / 2
    summit = back if f.variant == "leaning" else 0.0
    foot = x - t / 2
    for side in (-y + t / 2, y - t / 2):
        strut(s, "rails", (foot, side, 0.0), (summit, side, z), t, 0.03)
        if f.variant != "leaning":
            inner = side - math.copysign(0.012, side)
            strut(s, "rails", (back, inner, 0.0), (summit - t, inner, z - 0.02), t, 0.03)
    deep = {"step": 0.09, "a-frame": 0.025, "leaning": 0.02}[f.variant]
    step = z / (count + 1)
    a = y - 0.035
    for i in range(1, count + 1):
        height = i * step
        at = foot + (summit - foot) * height / z
        edge = at + t / 2
        s.box("rungs", (edge - 2 * deep, -a, height - 0.025), (edge, a, height))
        if f.variant == "a-frame":
            rear = back + (summit - t - back) * height / z
            s.box("rungs", (rear - deep, -a, height - 0.025), (rear + deep, a, height))
    if f.variant == "step":
        s.box("rungs", (-0.35 * x, -y, z - 0.03), (0.2 * x, y, z))
        s.box("rungs", (0.75 * back, -a, 0.3 * z), (0.75 * back + 0.02, a, 0.3 * z + 0.03))
        s.surface("top", (-0.3 * x, -0.9 * y), (0.15 * x, 0.9 * y), z)
