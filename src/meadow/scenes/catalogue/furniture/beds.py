"""Places to sleep: beds, bunk beds, cribs and pet beds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from meadow.scenes.catalogue.spec import ANY, METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import column_grid, cushion, strut
from meadow.scenes.modelling.shape import Form, Shape, rotation
from meadow.scenes.schema import Point

PATTERNS = ("plain", "striped", "checked", "dotted", "floral", "knitted", "zigzag", "tie-dye")
BEDDING = PartSpec(("fabric",), ANY, PATTERNS)
LINEN = PartSpec(("fabric",), ("white", "cream", "beige", "grey", "blue", "pink"))
FRAME = PartSpec(
    ("wood", "metal", "fabric", "leather"),
    (*WOODS, "grey", "silver", "navy", "green", "pink", "turquoise"),
)
HARD_FRAME = PartSpec(("wood", "metal"), (*WOODS, *METALS[:2], "navy", "green", "red"))
RAIL = 0.26
"""Height of a bed's frame, on which the mattress lies."""


def _pillows(s: Shape, low: Point, high: Point, z: float, count: int) -> None:
    """Pillows in a row at the head, side by side along Y."""
    width = (high[1] - low[1]) / count
    for centre in column_grid(low[1], high[1], count):
        half = min(0.36, width / 2 - 0.03)
        cushion(s, "pillows", (low[0], centre - half, z), (high[0], centre + half, z + 0.12))


def _blanket(s: Shape, low: Point, high: Point, z: float, drop: float, *, made: bool) -> None:
    """A blanket over a mattress whose top is at ``z``: smooth, or thrown to the foot of the bed."""
    (x0, y0), (x1, y1) = low, high
    if made:
        s.box("blanket", (x0, y0, z - drop), (x1, y1, z + 0.03))
        s.box("sheet", (x0 - 0.06, y0 + 0.01, z - 0.5 * drop), (x0 + 0.12, y1 - 0.01, z + 0.04))
        return
    start = x0 + 0.45 * (x1 - x0)
    s.box("blanket", (start, y0, z - drop), (x1, y1, z + 0.03))
    s.box("sheet", (x0 - 0.06, y0 + 0.02, z - 0.02), (start + 0.02, y1 - 0.02, z + 0.012))
    # The fold and its creases run askew, so that it looks thrown back by hand.
    width = y1 - y0
    for shift, turn, half in ((0.08, 0.25, 0.36), (0.3, -0.3, 0.3), (0.55, 0.15, 0.22)):
        centre = start + shift * (x1 - start)
        corner = (centre - 0.09, y0 + (0.5 - half) * width, z + 0.02)
        end = (centre + 0.09, y0 + (0.5 + half) * width, z + 0.14 - 0.12 * shift)
        s.box("blanket", corner, end, taper=(0.35, 0.85), turn=rotation("z", turn))


@category(
    "bed",
    size=((1.95, 2.2), (0.95, 1.9), (0.85, 1.3)),
    mass=(35.0, 110.0),
    variants=("single", "double", "four-poster", "slatted", "upholstered"),
    parts={
        "blanket": BEDDING,
        "frame": FRAME,
        "mattress": PartSpec(("fabric",), ("white", "cream", "grey", "beige")),
        "sheet": LINEN,
        "pillows": PartSpec(("fabric",), ANY, PATTERNS),
    },
    rooms={"bedroom": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.5,
    states=("made",),
    synonyms=("double bed", "single bed", "king size bed", "queen bed"),
    tags=("furniture",),
)
def bed(s: Shape, f: Form) -> None:
    """A bed with its head (-X) to the wall."""
    x, y, top = f.size[0] / 2, f.size[1] / 2, 0.5
    inner_x, inner_y = x - 0.06, y - 0.04
    s.box("frame", (-inner_x, -y, 0.16), (x, y, RAIL))
    for side in (-y, y - 0.07):
        for end in (-x + 0.05, x - 0.09):
            s.box("frame", (end, side, 0.0), (end + 0.07, side + 0.07, 0.16))
    _headboard(s, f)
    low, high = (-inner_x, -inner_y), (inner_x, inner_y)
    s.box("mattress", (*low, RAIL), (*high, top))
    head = -x + 0.55
    _blanket(s, (head, -y + 0.01), (x - 0.03, y - 0.01), top, 0.16, made=f.has("made"))
    count = 1 if f.variant == "single" else 2
    _pillows(s, (-inner_x + 0.03, -inner_y), (-inner_x + 0.42, inner_y), top, count)
    foot = x - 0.08 if f.has("made") else head + 0.3
    s.surface("top", (head + 0.08, -0.85 * y), (foot, 0.85 * y), top + 0.03 * f.has("made"))
    s.surface("under", (-0.9 * x, -0.8 * y), (0.9 * x, 0.8 * y), 0.0, clearance=0.16)


def _headboard(s: Shape, f: Form) -> None:
    """What stands at the head, and at the foot where the style has something there."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "four-poster":
        post = 0.07
        for end in (-x, x - post):
            for side in (-y, y - post):
                s.box("frame", (end, side, 0.0), (end + post, side + post, z))
            s.box("frame", (end + 0.02, -y + post, z - 0.05), (end + 0.05, y - post, z - 0.01))
        for side in (-y + 0.02, y - 0.05):
            s.box("frame", (-x + post, side, z - 0.05), (x - post, side + 0.03, z - 0.01))
        s.box("frame", (-x + 0.01, -y + post, 0.2), (-x + 0.05, y - post, 0.72 * z))
    elif f.variant == "slatted":
        for end, top in ((-x, z), (x - 0.05, 0.62 * z)):
            for side in (-y, y - 0.05):
                s.box("frame", (end, side, 0.0), (end + 0.05, side + 0.05, top))
            s.box("frame", (end, -y + 0.05, top - 0.07), (end + 0.05, y - 0.05, top - 0.01))
            for at in column_grid(-y + 0.05, y - 0.05, 7):
                s.box("frame", (end + 0.015, at - 0.02, RAIL), (end + 0.035, at + 0.02, top - 0.07))
    elif f.variant == "upholstered":
        s.box("frame", (-x, -y, 0.0), (-x + 0.05, y, z - 0.02))
        rows = column_grid(0.5, z, 2)
        half_z = (z - 0.5) / 4
        for at in column_grid(-y, y, 4):
            for row in rows:
                low = (-x + 0.05, at - y / 4, row - half_z)
                high = (-x + 0.1, at + y / 4, row + half_z)
                cushion(s, "frame", low, high, facing="x")
    elif f.variant == "double":
        s.box("frame", (-x, -y, 0.0), (-x + 0.06, y, z))
        s.box("frame", (x - 0.04, -y, 0.1), (x, y, 0.5))
    else:
        arch = [math.radians(a) for a in range(0, 181, 20)]
        spring = 0.8 * z
        crown = [(y * math.cos(a), spring + (z - spring) * math.sin(a)) for a in arch]
        s.prism("frame", (*crown, (-y, 0.0), (y, 0.0)), -x, -x + 0.05, axis="x")


@category(
    "bunk bed",
    size=((0.95, 1.15), (1.95, 2.15), (1.5, 1.85)),
    mass=(50.0, 100.0),
    variants=("railed", "house", "panelled"),
    parts={
        "frame": HARD_FRAME,
        "blanket": BEDDING,
        "mattress": PartSpec(("fabric",), ("white", "cream", "grey", "blue")),
        "pillows": like("blanket"),
    },
    rooms={"bedroom": 0.25},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    synonyms=("bunk", "double decker bed", "loft bed"),
    tags=("furniture",),
)
def bunk_bed(s: Shape, f: Form) -> None:
    """Two beds, one above the other, long side to the wall."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    post, front = 0.07, x - 0.05
    eaves = 0.84 * z if f.variant == "house" else z
    for end in (-x, front - post):
        for side in (-y, y - post):
            s.box("frame", (end, side, 0.0), (end + post, side + post, eaves))
    upper = 0.74 * eaves - 0.17
    for name, base in (("lower bed", 0.22), ("upper bed", upper)):
        s.box("frame", (-x, -y, base), (front, y, base + 0.1))
        low, high = (-x + 0.03, -y + 0.07), (front - 0.03, y - 0.07)
        s.box("mattress", (*low, base + 0.1), (*high, base + 0.2))
        split = y - 0.55
        s.box("blanket", (*low, base + 0.2), (high[0], split, base + 0.23))
        cushion(
            s,
            "pillows",
            (low[0] + 0.1, split + 0.08, base + 0.2),
            (high[0] - 0.1, high[1], base + 0.3),
        )
        room = upper - base - 0.23 if base < upper else math.inf
        reach = (0.8 * x - 0.05, split - 0.1)
        s.surface(name, (-0.8 * x, -0.85 * y), reach, base + 0.23, clearance=room)
    _bunk_rails(s, f, front, post, upper, eaves)
    if f.variant == "house":
        _gables(s, f, front, eaves)
    s.surface("under", (-0.8 * x, -0.8 * y), (0.8 * x - 0.05, 0.8 * y), 0.0, clearance=0.22)


def _gables(s: Shape, f: Form, front: float, eaves: float) -> None:
    """A ridge and rafters, as on a child's drawing of a house."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    ridge, beam = (front - x) / 2, 0.05
    s.box("frame", (ridge - beam / 2, -y, z - 0.06), (ridge + beam / 2, y, z))
    for side in (-y + beam / 2, y - beam / 2):
        for foot in (-x + beam / 2, front - beam / 2):
            strut(s, "frame", (foot, side, eaves), (ridge, side, z - 0.01), beam)


def _bunk_rails(s: Shape, f: Form, front: float, post: float, upper: float, eaves: float) -> None:
    """Guard rails of the upper bed, and the ladder."""
    x, y = f.size[0] / 2, f.size[1] / 2
    for end in (-y, y - post):
        if f.variant == "panelled":
            corner, top = (-x + post, end + 0.02, 0.1), (front - post, end + 0.05, eaves - 0.02)
            s.box("frame", corner, top)
            continue
        for height in (0.55, upper + 0.22, eaves - 0.07):
            corner = (-x + post, end + 0.02, height)
            s.box("frame", corner, (front - post, end + 0.05, height + 0.06))
    rail = (upper + 0.24, eaves)
    for k in (0, 1):
        low = rail[0] + k * 0.5 * (rail[1] - rail[0])
        s.box("frame", (-x, -y + post, low), (-x + 0.02, y - post, low + 0.06))
        s.box("frame", (front - 0.02, -y + 0.42, low), (front, y - post, low + 0.06))
    centre = -y + 0.24
    head = upper + 0.24
    for side in (centre - 0.17, centre + 0.14):
        s.box("frame", (front, side, 0.0), (x, side + 0.03, head))
    for height in column_grid(0.1, head, 5):
        s.box("frame", (front + 0.01, centre - 0.14, height), (x, centre + 0.14, height + 0.03))


@category(
    "crib",
    size=((0.65, 0.8), (1.2, 1.4), (0.85, 1.05)),
    mass=(15.0, 32.0),
    variants=("slatted", "solid-ends", "sleigh"),
    parts={
        "frame": HARD_FRAME,
        "mattress": PartSpec(("fabric",), ("white", "cream", "pink", "blue", "yellow")),
        "blanket": BEDDING,
    },
    rooms={"bedroom": 0.25},
    on={"floor": 1.0},
    place="wall",
    front=0.5,
    synonyms=("cot", "baby bed", "cradle"),
    tags=("furniture",),
)
def crib(s: Shape, f: Form) -> None:
    """A baby's bed with bars all round."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    post, floor = 0.045, 0.32
    side_top = 0.86 * z
    for end in (-x, x - post):
        for side in (-y, y - post):
            s.box("frame", (end, side, 0.0), (end + post, side + post, z))
        s.box("frame", (end, -y + post, 0.22), (end + post, y - post, 0.27))
        s.box("frame", (end, -y + post, side_top - 0.04), (end + post, y - post, side_top))
        _bars(s, end + post / 2, (-y + post, y - post), (0.27, side_top - 0.04), 9, along="y")
    for side in (-y, y - post):
        if f.variant == "slatted":
            s.box("frame", (-x + post, side, 0.22), (x - post, side + post, 0.27))
            s.box("frame", (-x + post, side, z - 0.05), (x - post, side + post, z))
            _bars(s, side + post / 2, (-x + post, x - post), (0.27, z - 0.05), 4, along="x")
        else:
            crown = 0.9 * z if f.variant == "sleigh" else z
            s.box("frame", (-x + post, side + 0.01, 0.18), (x - post, side + 0.035, crown))
            if f.variant == "sleigh":
                base = (-x + post, side + post / 2, crown)
                s.cylinder("frame", base, post / 2, 2 * (x - post), axis="x", sides=8)
    low, high = (-x + post, -y + post), (x - post, y - post)
    s.box("mattress", (*low, 0.22), (*high, floor))
    s.box("blanket", (low[0], low[1], floor), (high[0], 0.2 * y, floor + 0.03))
    s.surface("mattress", (0.8 * low[0], 0.3 * y), (0.8 * high[0], 0.9 * high[1]), floor)
    s.surface("under", (-0.8 * x, -0.85 * y), (0.8 * x, 0.85 * y), 0.0, clearance=0.18)


def _bars(s: Shape, at: float, span: Point, heights: Point, count: int, *, along: str) -> None:
    """Upright bars in a row; their ends are hidden in the rails."""
    for centre in column_grid(*span, count):
        foot, head = ((at, centre, h) if along == "y" else (centre, at, h) for h in heights)
        s.rod("frame", foot, head, 0.011, sides=4, caps=False)


@category(
    "pet bed",
    size=((0.45, 0.75), (0.5, 0.9), (0.16, 0.28)),
    mass=(0.8, 3.0),
    variants=("donut", "bolster", "cushion", "basket"),
    parts={
        "rim": PartSpec(("fabric",), ANY, ("plain", "wicker", "striped", "checked", "dotted")),
        "cushion": PartSpec(("fabric",), ANY, ("plain", "checked", "dotted", "knitted")),
    },
    rooms={"living room": 0.3, "hallway": 0.2, "bedroom": 0.2},
    on={"floor": 1.0},
    place="corner",
    synonyms=("dog bed", "cat bed", "dog basket"),
    tags=("furniture",),
)
def pet_bed(s: Shape, f: Form) -> None:
    """A soft low bed for a dog or a cat."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    floor, reach = 0.35 * z, 0.45
    if f.variant == "donut":
        profile: Sequence[Point] = (
            (0.88, 0.0),
            (1.0, 0.3),
            (0.97, 0.75),
            (0.84, 1.0),
            (0.7, 0.8),
            (0.64, 0.2),
            (0.0, 0.2),
        )
        s.lathe("rim", (0, 0, 0), [(r * x, h * z) for r, h in profile], stretch=y / x)
        low, high = 0.1 * z, 0.25 * z
        s.cylinder("cushion", (0, 0, low), 0.68 * x, high, top_radius=0.62 * x, stretch=y / x)
    elif f.variant == "basket":
        profile = ((0.8, 0.0), (1.0, 0.9), (1.0, 1.0), (0.94, 1.0), (0.78, 0.2), (0.0, 0.2))
        s.lathe("rim", (0, 0, 0), [(r * x, h * z) for r, h in profile], stretch=y / x, sides=16)
        low, high = 0.15 * z, 0.2 * z
        s.cylinder("cushion", (0, 0, low), 0.78 * x, high, top_radius=0.74 * x, stretch=y / x)
    elif f.variant == "bolster":
        wall = 0.13
        s.box("rim", (-x, -y, 0.0), (x, y, 0.1 * z))
        cushion(s, "cushion", (-x + wall, -y + wall, 0.1 * z), (x, y - wall, floor))
        cushion(s, "rim", (-x, -y, 0.1 * z), (-x + wall, y, z))
        for side in (-y, y - wall):
            cushion(s, "rim", (-x + wall, side, 0.1 * z), (x, side + wall, 0.9 * z))
    else:
        s.box("rim", (-x, -y, 0.0), (x, y, 0.25 * z))
        cushion(s, "cushion", (-0.97 * x, -0.97 * y, 0.25 * z), (0.97 * x, 0.97 * y, z))
        floor, reach = z, 0.8
    s.surface("top", (-reach * x, -reach * y), (reach * x, reach * y), floor)
