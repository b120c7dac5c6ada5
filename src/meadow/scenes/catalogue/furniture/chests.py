"""Drawers and lids: night stands, dressers, filing cabinets and chests."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.furniture.cupboards import BODY, HANDLES, LEGS, PAINTED
from meadow.scenes.catalogue.spec import METALS, PartSpec, category, like
from meadow.scenes.modelling.joinery import BOARD, drawers, four_legs, look_of, on_legs, top_surface
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3


@category(
    "night stand",
    size=((0.36, 0.5), (0.38, 0.6), (0.45, 0.7)),
    mass=(6.0, 20.0),
    variants=("boxy", "legged", "open-shelf"),
    parts={"body": BODY, "drawers": like("body"), "handles": HANDLES, "legs": LEGS},
    rooms={"bedroom": 1.0},
    on={"floor": 1.0},
    place="group",
    front=0.4,
    counts={"drawer": (1, 3)},
    openable=True,
    synonyms=("nightstand", "bedside table", "bedside cabinet", "night table"),
    tags=("furniture",),
)
def night_stand(s: Shape, f: Form) -> None:
    """A small chest beside the bed."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count = f.count("drawer", 1)
    style = "framed" if f.variant == "open-shelf" else "flat"
    look = look_of(f, front="drawers", style=style, handle="bar" if f.variant == "boxy" else "knob")
    if f.variant == "legged":
        low, high = on_legs(s, f, "legs", 0.4 * z)
    elif f.variant == "boxy":
        low, high = on_legs(s, f, "legs", 0.03, style="square")
    else:
        four_legs(s, "legs", (-x, -y, 0.0), (x - 0.04, y, 0.5 * z), 0.035)
        s.box("body", (-x, -y, 0.1), (x - 0.04, y, 0.1 + BOARD))
        room = 0.5 * z - 0.1 - BOARD
        s.surface("shelf", (-0.8 * x, -0.8 * y), (0.6 * x, 0.8 * y), 0.1 + BOARD, clearance=room)
        low, high = (-x, -y, 0.5 * z), (x, y, z)
    top = (high[0] - 0.01, high[1], high[2] - BOARD)
    drawers(s, look, low, top, count)
    s.box("body", (-x, -y, z - BOARD), (x, y, z))
    top_surface(s, f)


@category(
    "dresser",
    size=((0.42, 0.55), (0.75, 1.3), (0.75, 1.15)),
    mass=(28.0, 70.0),
    variants=("column", "double", "legged", "framed"),
    parts={"body": BODY, "drawers": like("body"), "handles": HANDLES, "legs": LEGS},
    rooms={"bedroom": 1.0, "hallway": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    counts={"drawer": (2, 6)},
    openable=True,
    synonyms=("chest of drawers", "drawer chest", "bureau", "commode"),
    tags=("furniture",),
)
def dresser(s: Shape, f: Form) -> None:
    """A chest of drawers in one column, or in two when it is double, on feet or legs."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    style = "framed" if f.variant in ("framed", "double") else "flat"
    grip = "bar" if f.variant in ("column", "double") else "knob"
    look = look_of(f, front="drawers", style=style, handle=grip)
    feet = {"column": 0.04, "double": 0.08, "legged": 0.2}.get(f.variant, 0.1)
    low, _ = on_legs(s, f, "legs", feet, style="tapered" if f.variant == "legged" else "square")
    columns = 2 if f.variant == "double" else 1
    drawers(s, look, low, (x - 0.01, y, z - BOARD), f.count("drawer", 4), columns=columns)
    s.box("body", (-x, -y, z - BOARD), (x, y, z))
    if f.variant == "framed":
        s.box("body", (-x, -y, 0.04), (-x + 0.03, y, feet))
    top_surface(s, f)


@category(
    "filing cabinet",
    size=((0.5, 0.65), (0.38, 0.48), (0.65, 1.3)),
    mass=(18.0, 45.0),
    variants=("classic", "office", "mobile"),
    parts={
        "body": PartSpec(
            ("metal", "wood", "plastic"),
            ("grey", "black", "white", "beige", "green", "red", "blue", "brown", "silver"),
        ),
        "drawers": like("body"),
        "handles": PartSpec(("metal", "plastic"), METALS),
        "labels": PartSpec(("paper",), ("white", "cream", "yellow")),
        "wheels": PartSpec(("plastic", "rubber"), ("black", "grey")),
    },
    rooms={"office": 0.9},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    counts={"drawer": (2, 4)},
    openable=True,
    synonyms=("file cabinet", "filing drawers"),
    tags=("furniture",),
)
def filing_cabinet(s: Shape, f: Form) -> None:
    """A narrow metal tower of deep drawers."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count = f.count("drawer", 3)
    grip = {"classic": "bar", "office": "knob"}.get(f.variant, "bar")
    look = look_of(f, front="drawers", handle=grip, style="framed" if grip == "knob" else "flat")
    feet = 0.0
    if f.variant == "mobile":
        feet = 0.06
        four_legs(
            s,
            "wheels",
            (-x + 0.03, -y + 0.03, 0.0),
            (x - 0.07, y - 0.03, feet),
            0.04,
            style="round",
        )
    top = z - 0.03 if f.variant == "office" else z
    drawers(s, look, (-x, -y, feet), (x, y, top), count)
    if f.variant == "office":
        s.box("body", (-x, -y, top), (x - 0.01, y, z))
    if f.variant == "classic":
        height = (top - feet) / count
        out = 0.8 * (2 * x - BOARD / 2) * f.openness
        face = x - look.depth + 0.019 + out
        for i in range(count):
            middle = feet + (i + 0.78) * height
            corner, end = (
                (face - 0.006, -0.05, middle - 0.018),
                (face + 0.002, 0.05, middle + 0.018),
            )
            s.box("labels", corner, end)
    top_surface(s, f)


@category(
    "chest",
    size=((0.4, 0.55), (0.7, 1.2), (0.4, 0.6)),
    mass=(10.0, 30.0),
    variants=("flat", "domed", "banded"),
    parts={
        "body": PartSpec(("wood", "leather", "metal"), PAINTED),
        "lid": like("body"),
        "fittings": PartSpec(("metal", "leather"), ("gold", "bronze", "black", "silver", "brown")),
    },
    rooms={"bedroom": 0.5, "hallway": 0.3, "living room": 0.2},
    on={"floor": 1.0},
    place="wall",
    front=0.5,
    openable=True,
    synonyms=("trunk", "blanket chest", "treasure chest", "hope chest"),
    tags=("furniture",),
)
def chest(s: Shape, f: Form) -> None:
    """A big box whose lid turns up at the back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    lid = 0.3 * z if f.variant == "domed" else 0.1 * z + 0.02
    rim, t, proud = z - lid, 0.025, 0.012
    a, b = x - proud, y - proud
    s.box("body", (-x, -b, 0.0), (a, b, t))
    s.box("body", (-x, -b, t), (-x + t, b, rim))
    s.box("body", (a - t, -b, t), (a, b, rim))
    for side in (-b, b - t):
        s.box("body", (-x + t, side, t), (a - t, side + t, rim))
    low, high = (-x + t, -b + t), (a - t, b - t)
    s.surface("inside", low, high, t, clearance=rim - t, enclosed=True)
    straps = (-0.6 * y, 0.6 * y) if f.variant != "flat" else ()
    for at in straps:
        s.box("fittings", (a, at - 0.025, 0.0), (a + 0.006, at + 0.025, rim))
    for side in (-y, y - proud):
        s.box("fittings", (-0.3 * x, side, 0.55 * z), (0.3 * x, side + proud, 0.55 * z + 0.03))
    with s.turned("y", -f.openness * math.radians(85.0), (-x, 0.0, rim)):
        _lid(s, f, (-x, rim), (a, b, z), straps)
        s.box("fittings", (a, -0.035, rim - 0.07), (x, 0.035, rim + 0.3 * lid))


def _lid(
    s: Shape, f: Form, low: tuple[float, float], high: Point3, straps: tuple[float, ...]
) -> None:
    """A board, or half a barrel over the long side."""
    (x0, z0), (x1, y, z1) = low, high
    if f.variant != "domed":
        s.box("lid", (x0, -y, z0), (x1, y, z1))
        for at in straps:
            s.box("fittings", (x1, at - 0.025, z0), (x1 + 0.006, at + 0.025, z1))
        return
    centre, r = (x0 + x1) / 2, (x1 - x0) / 2
    arc = [math.radians(a) for a in range(0, 181, 30)]
    for at, half, grow in ((0.0, y, 0.985), *((at, 0.025, 1.0) for at in straps)):
        bow = [(centre + r * math.cos(a), z0 + grow * (z1 - z0) * math.sin(a)) for a in arc]
        part = "fittings" if half < y else "lid"
        s.prism(part, bow, at - half, at + half, axis="y")
