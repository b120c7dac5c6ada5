"""Cupboards: furniture with doors, for every room."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import (
    BOARD,
    JoineryStyle,
    bay_edge,
    carcass,
    cupboard,
    doors,
    drawers,
    four_legs,
    look_of,
    on_legs,
    on_plinth,
    shelves,
    top_surface,
)
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

PAINTED = (*WOODS, "grey", "navy", "green", "turquoise", "blue", "yellow", "red", "pink")
BODY = PartSpec(("wood", "metal", "plastic"), PAINTED)
HANDLES = PartSpec(("metal", "wood", "plastic", "ceramic"), METALS)
LEGS = PartSpec(("wood", "metal"), (*WOODS, "silver", "gold"))
FRONTED = {"body": BODY, "doors": like("body"), "handles": HANDLES}
#: Fronts drawn by the variants that most families share.
STYLES = {"plain": ("flat", "knob"), "framed": ("framed", "knob"), "modern": ("flat", "bar")}


def _styled(f: Form, name: str) -> JoineryStyle:
    style, grip = STYLES[name]
    return look_of(f, style=style, handle=grip)


@category(
    "cabinet",
    size=((0.36, 0.5), (0.6, 1.2), (0.75, 1.3)),
    mass=(18.0, 55.0),
    variants=("plain", "framed", "modern", "side-by-side"),
    parts={**FRONTED, "legs": LEGS},
    rooms={"living room": 0.5, "kitchen": 0.5, "dining room": 0.4, "office": 0.5, "bathroom": 0.3},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    counts={"door": (0, 4), "drawer": (0, 4)},
    openable=True,
    synonyms=("cupboard", "storage cabinet"),
    tags=("furniture",),
)
def cabinet(s: Shape, f: Form) -> None:
    """Doors in one row, drawers above or beside them; with neither it is open."""
    n_doors, n_drawers = f.count("door", 2), f.count("drawer", 0)
    if f.variant == "modern":
        low, high = on_legs(s, f, "legs", 0.14)
    else:
        low, high = on_plinth(s, f, "legs", 0.07)
    look = _styled(f, {"side-by-side": "framed"}.get(f.variant, f.variant))
    if n_doors and n_drawers and f.variant == "side-by-side":
        # The more drawers, the less width each needs; doors keep what they need to look like doors.
        middle = low[1] + (high[1] - low[1]) / (n_doors + 1)
        cupboard(s, look, (low[0], middle, low[2]), high, n_doors)
        drawers(s, look, low, (high[0], middle, high[2]), n_drawers)
    elif n_doors and n_drawers:
        columns = min(n_drawers, n_doors)
        rows = math.ceil(n_drawers / columns)
        middle = high[2] - min(0.2, 0.24 - 0.02 * rows) * rows
        cupboard(s, look, low, (high[0], high[1], middle), n_doors, grip=0.7)
        drawers(s, look, (low[0], low[1], middle), high, n_drawers, columns=columns)
    elif n_drawers:
        drawers(s, look, low, high, n_drawers)
    else:
        cupboard(s, look, low, high, n_doors, boards=2)
    top_surface(s, f)


@category(
    "wall cabinet",
    size=((0.3, 0.4), (0.5, 1.2), (0.5, 0.8)),
    mass=(8.0, 25.0),
    variants=("plain", "framed", "modern", "glass"),
    parts={**FRONTED, "glass": PartSpec(("glass",), ("white", "grey", "silver", "turquoise"))},
    rooms={"kitchen": 1.0, "bathroom": 0.4},
    on={"wall": 1.0},
    mount=(1.35, 1.55),
    counts={"door": (1, 3)},
    openable=True,
    synonyms=("upper cabinet", "hanging cabinet", "overhead cabinet"),
    tags=("furniture",),
)
def wall_cabinet(s: Shape, f: Form) -> None:
    """A cupboard that hangs above a counter."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "glass":
        look = look_of(f, style="glass", handle="knob")
    else:
        look = _styled(f, f.variant)
    cupboard(s, look, (-x, -y, 0.0), (x, y, z), f.count("door", 2), grip=0.15)


@category(
    "counter",
    size=((0.56, 0.66), (0.6, 2.4), (0.86, 0.95)),
    mass=(30.0, 120.0),
    variants=("plain", "framed", "splashback", "modern"),
    parts={
        "worktop": PartSpec(
            ("stone", "wood", "metal"), ("grey", "black", "white", "beige", "tan", "brown", "cream")
        ),
        **FRONTED,
    },
    rooms={"kitchen": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.8,
    counts={"door": (1, 4)},
    openable=True,
    synonyms=("kitchen counter", "countertop", "kitchen unit", "worktop"),
    tags=("furniture",),
)
def counter(s: Shape, f: Form) -> None:
    """A kitchen base unit under a worktop."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    raised = f.variant == "splashback"
    top = z - 0.1 if raised else z
    low, high = on_plinth(s, f, "body", 0.1)
    look = _styled(f, "framed" if raised else f.variant)
    cupboard(s, look, low, (high[0] - 0.01, high[1], top - 0.04), f.count("door", 2), grip=0.85)
    s.box("worktop", (-x, -y, top - 0.04), (x, y, top))
    if raised:
        s.box("worktop", (-x, -y, top), (-x + 0.03, y, z))
    s.surface("top", (-0.85 * x, -0.97 * y), (0.95 * x, 0.97 * y), top)


@category(
    "kitchen island",
    size=((0.7, 1.0), (1.1, 2.0), (0.88, 0.96)),
    mass=(60.0, 180.0),
    variants=("plain", "breakfast-bar", "farmhouse", "modern"),
    parts={
        "worktop": PartSpec(
            ("stone", "wood", "metal"), ("white", "grey", "black", "tan", "brown", "beige")
        ),
        **FRONTED,
        "legs": like("body"),
    },
    rooms={"kitchen": 0.5},
    on={"floor": 1.0},
    place="free",
    front=0.8,
    counts={"door": (1, 4)},
    openable=True,
    synonyms=("island", "island counter"),
    tags=("furniture",),
)
def kitchen_island(s: Shape, f: Form) -> None:
    """A worktop in the middle of the kitchen with cupboards below."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count, below = f.count("door", 2), z - 0.045
    s.box("worktop", (-x, -y, below), (x, y, z))
    look = _styled(f, "modern" if f.variant == "modern" else "framed")
    back = -0.15 * x if f.variant == "breakfast-bar" else -0.92 * x
    front = 0.96 * x
    if f.variant == "farmhouse":
        four_legs(s, "legs", (-0.96 * x, -0.96 * y, 0.0), (front, 0.96 * y, below), 0.09)
        base = 0.35
        low, high = (-0.9 * x, -0.96 * y + 0.09, base), (front - 0.01, 0.96 * y - 0.09, below)
        s.surface("under", (-0.75 * x, -0.8 * y), (0.75 * x, 0.8 * y), 0.0, clearance=base)
    else:
        s.box("body", (back, -0.9 * y, 0.0), (front - 0.1, 0.9 * y, 0.1))
        low, high = (back, -0.95 * y, 0.1), (front, 0.95 * y, below)
        if f.variant == "breakfast-bar":
            for side in (-0.93 * y, 0.93 * y - 0.06):
                s.box("legs", (-0.95 * x, side, 0.0), (-0.95 * x + 0.06, side + 0.06, below))
        elif f.variant == "plain":
            s.box("legs", (-0.98 * x, -0.8 * y, 0.1), (-0.92 * x, 0.8 * y, below))
        else:
            for side in (-y, y - 0.04):
                s.box("legs", (-x, side, 0.0), (x, side + 0.04, below))
            low, high = (back, -y + 0.04, 0.1), (front, y - 0.04, below)
    cupboard(s, look, low, high, count, grip=0.8)
    s.surface("top", (-0.95 * x, -0.97 * y), (0.95 * x, 0.97 * y), z)


@category(
    "sideboard",
    size=((0.38, 0.5), (1.2, 1.9), (0.72, 0.92)),
    mass=(30.0, 70.0),
    variants=("legged", "plinth", "buffet"),
    parts={**FRONTED, "legs": LEGS},
    rooms={"dining room": 1.0, "living room": 0.5, "hallway": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    counts={"door": (2, 4), "drawer": (0, 3)},
    openable=True,
    synonyms=("credenza", "buffet", "buffet table"),
    tags=("furniture",),
)
def sideboard(s: Shape, f: Form) -> None:
    """A long low cupboard of the dining room; its drawers stand in the middle or in a row on top."""
    n_doors, n_drawers = f.count("door", 2), f.count("drawer", 0)
    look = _styled(f, {"legged": "modern", "plinth": "plain"}.get(f.variant, "framed"))
    if f.variant == "legged":
        low, high = on_legs(s, f, "legs", 0.22)
    elif f.variant == "plinth":
        low, high = on_plinth(s, f, "legs", 0.07)
    else:
        low, high = on_legs(s, f, "legs", 0.1, style="square")
        (_, y, _) = high
        high = (high[0] - 0.01, y, high[2] - 0.03)
        s.box("body", (low[0], -y, high[2]), (high[0] + 0.01, y, high[2] + 0.03))
    if not n_drawers:
        cupboard(s, look, low, high, n_doors)
    elif f.variant == "buffet":
        middle = high[2] - 0.17
        cupboard(s, look, low, (high[0], high[1], middle), n_doors)
        drawers(s, look, (low[0], low[1], middle), high, n_drawers, columns=n_drawers)
    else:
        unit = (high[1] - low[1]) / (n_doors + 1)
        left, right = math.ceil(n_doors / 2), n_doors // 2
        split = (high[1] - left * unit, low[1] + right * unit)
        cupboard(s, look, (low[0], split[0], low[2]), high, left, name="left shelf")
        cupboard(s, look, low, (high[0], split[1], high[2]), right, name="right shelf")
        drawers(s, look, (low[0], split[1], low[2]), (high[0], split[0], high[2]), n_drawers)
    top_surface(s, f)


@category(
    "tv stand",
    size=((0.36, 0.48), (1.0, 1.9), (0.4, 0.6)),
    mass=(15.0, 45.0),
    variants=("slot", "centre-bay", "legged"),
    parts={**FRONTED, "legs": LEGS},
    rooms={"living room": 1.0, "bedroom": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    counts={"door": (1, 4)},
    openable=True,
    synonyms=("television stand", "media console", "tv cabinet", "entertainment center", "tv unit"),
    tags=("furniture",),
)
def tv_stand(s: Shape, f: Form) -> None:
    """A low board for the television with an open bay for its boxes."""
    count = f.count("door", 2)
    look = _styled(f, "plain" if f.variant == "slot" else "modern")
    if f.variant == "legged":
        low, high = on_legs(s, f, "legs", 0.16)
    else:
        low, high = on_plinth(s, f, "legs", 0.04)
    if f.variant == "centre-bay":
        unit = (high[1] - low[1]) / (count + 1)
        left = math.ceil(count / 2)
        split = high[1] - left * unit
        cupboard(s, look, (low[0], split, low[2]), high, left, boards=0, name="left shelf")
        _bay(s, look, (low[0], split - unit, low[2]), (high[0], split, high[2]), boards=1)
        if count > 1:
            end = (high[0], split - unit, high[2])
            cupboard(s, look, low, end, count - left, boards=0, name="right shelf")
    else:
        middle = high[2] - 0.36 * (high[2] - low[2])
        _bay(s, look, (low[0], low[1], middle), high, boards=0)
        cupboard(s, look, low, (high[0], high[1], middle), count, boards=0)
    top_surface(s, f)


def _bay(s: Shape, look: JoineryStyle, low: Point3, high: Point3, *, boards: int) -> None:
    """An open compartment flush with the doors around it."""
    inside = carcass(s, look.body, low, (high[0] - look.depth, high[1], high[2]))
    shelves(s, look.body, *inside, boards, name="bay")


@category(
    "wardrobe",
    size=((0.52, 0.68), (0.8, 2.0), (1.8, 2.3)),
    mass=(50.0, 140.0),
    variants=("plain", "panelled", "mirrored", "crowned"),
    parts={
        **FRONTED,
        "rail": PartSpec(("metal",), ("silver", "black", "gold")),
        "mirror": PartSpec(("glass",), ("silver", "white")),
    },
    rooms={"bedroom": 1.0, "hallway": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.8,
    counts={"door": (1, 4)},
    openable=True,
    synonyms=("armoire", "closet", "clothes cupboard"),
    tags=("furniture",),
)
def wardrobe(s: Shape, f: Form) -> None:
    """A tall cupboard with a rail for clothes."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count = f.count("door", 2)
    style, grip = {"panelled": ("framed", "knob"), "mirrored": ("glass", "bar")}.get(
        f.variant, ("flat", "bar" if f.variant == "plain" else "knob")
    )
    look = look_of(f, style=style, handle=grip, glass="mirror")
    plinth = 0.05 if f.variant == "plain" else 0.09
    top = z - 0.08 if f.variant == "crowned" else z
    low, high = on_plinth(s, f, "body", plinth)
    front = x - 0.03 if f.variant == "crowned" else x
    if f.variant == "crowned":
        s.box("body", (-x + 0.03, -y + 0.03, top), (x - 0.03, y - 0.03, z - 0.045))
        s.box("body", (-x, -y, z - 0.045), (x, y, z))
    _closet(s, look, low, (front, high[1], top), count)


def _closet(s: Shape, look: JoineryStyle, low: Point3, high: Point3, count: int) -> None:
    """Rail and hat shelf behind the doors; open shelves where the doors do not reach."""
    split = bay_edge(low[1], high[1], count)
    x1 = high[0] - look.depth
    if split > low[1]:
        bay = carcass(s, "body", low, (x1, split, high[2]))
        shelves(s, "body", *bay, 4, name="open shelf")
    inner, outer = carcass(s, "body", (low[0], split, low[2]), (x1, high[1], high[2]))
    hat = outer[2] - 0.28
    s.box("body", (inner[0], inner[1], hat - BOARD), (outer[0], outer[1], hat))
    centre, length = (inner[0] + outer[0]) / 2, outer[1] - inner[1]
    s.cylinder("rail", (centre, inner[1], hat - 0.1), 0.014, length, axis="y", sides=8)
    for name, z, top in (("floor", inner[2], hat - 0.13), ("hat shelf", hat, outer[2])):
        s.surface(name, inner[:2], outer[:2], z, clearance=top - z, enclosed=True)
    doors(s, look, (x1, split, low[2]), high, count)
