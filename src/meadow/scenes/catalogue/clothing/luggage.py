"""Bags that travel: on the back, over the arm, on wheels."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import STEEL, handle, print_front, rounded, small
from meadow.scenes.catalogue.spec import ANY, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

luggage = functools.partial(
    small,
    rooms={"bedroom": 1.0, "hallway": 1.0, "office": 0.4, "living room": 0.3},
    on={"floor": 1.0, "bed": 0.4, "bench": 0.4, "chair": 0.2, "sofa": 0.2},
    inside={"wardrobe": 0.5},
    tags=("luggage",),
)
TEXTILE = ("plain", "striped", "checked", "dotted", "floral", "zigzag", "tie-dye")
STRAP = PartSpec(("fabric", "leather"), ("black", "brown", "grey", "navy", "tan", "red"))


@luggage(
    "backpack",
    size=((0.2, 0.28), (0.28, 0.34), (0.4, 0.5)),
    mass=(0.5, 5.0),
    variants=("school", "hiking", "roll-top"),
    parts={
        "bag": PartSpec(
            ("fabric", "leather"),
            ANY,
            (*TEXTILE, "printed"),
            images=("star", "rocket", "cat"),
            texts=("GO", "TEAM"),
        ),
        "pocket": PartSpec(("fabric", "leather"), ANY, TEXTILE),
        "straps": STRAP,
    },
    synonyms=("rucksack", "school bag", "schoolbag"),
)
def backpack(s: Shape, f: Form) -> None:
    """Its pocket faces the front, its straps the back."""
    if f.variant == "roll-top":
        s.box("bag", (-0.25, -0.5, 0), (0.25, 0.5, 1.1), taper=(0.85, 0.95))
        s.rod("bag", (0, -0.5, 1.2), (0, 0.5, 1.2), 0.15, sides=6)
        s.box("straps", (-0.17, -0.05, 1.0), (0.26, 0.05, 1.36))
    else:
        side: list[Point] = [
            (-0.25, 0),
            (0.25, 0),
            (0.28, 0.6),
            (0.18, 1.15),
            (0, 1.3),
            (-0.25, 1.3),
        ]
        s.prism("bag", side, -0.48, 0.48, axis="y")
        handle(
            s, "straps", (-0.2, 0, 1.28), (0.12, 0.16), 0.025, angles=(0, 180), steps=3, axis="x"
        )
    s.box("pocket", (0.24, -0.36, 0.06), (0.38, 0.36, 0.55), taper=(0.9, 0.92))
    print_front(s, "bag", 0.275, (-0.3, 0.3), (0.6, 0.85))
    if f.variant == "hiking":
        s.rod("pocket", (0, -0.6, 1.38), (0, 0.6, 1.38), 0.14, sides=8)
        for y in (-0.58, 0.48):
            s.box("pocket", (-0.15, y, 0.1), (0.15, y + 0.1, 0.6), taper=(0.8, 1))
    for y in (-0.26, 0.26):
        path = [(-0.25, y, 1.15), (-0.42, y, 0.9), (-0.42, y, 0.4), (-0.25, y, 0.1)]
        s.tube("straps", path, 0.045, sides=4)


@luggage(
    "handbag",
    size=((0.1, 0.15), (0.26, 0.36), (0.28, 0.38)),
    mass=(0.3, 1.8),
    variants=("tote", "satchel", "bucket"),
    parts={
        "bag": PartSpec(("leather", "fabric"), ANY, TEXTILE),
        "handles": STRAP,
        "clasp": PartSpec(("metal",), ("gold", "silver", "black")),
    },
    on={
        "console table": 0.8,
        "bed": 0.6,
        "bench": 0.5,
        "chair": 0.4,
        "armchair": 0.4,
        "sofa": 0.4,
        "floor": 0.4,
        "dresser": 0.3,
    },
    synonyms=("hand bag", "pocketbook", "shoulder bag"),
)
def handbag(s: Shape, f: Form) -> None:
    if f.variant == "tote":
        s.box("bag", (-0.25, -0.62, 0), (0.25, 0.62, 0.75), taper=(0.7, 1.05))
        for x in (-0.16, 0.16):
            handle(
                s, "handles", (x, 0, 0.7), (0.32, 0.55), 0.03, angles=(0, 180), steps=6, axis="x"
            )
    elif f.variant == "satchel":
        s.prism(
            "bag",
            [(-0.25, 0), (0.25, 0), (0.22, 0.4), (0.05, 0.7), (-0.05, 0.7), (-0.22, 0.4)],
            -0.6,
            0.6,
            axis="y",
        )
        s.prism(
            "handles",
            [(0.26, 0.25), (0.23, 0.42), (0.06, 0.72), (0.0, 0.72), (0.2, 0.4)],
            -0.5,
            0.5,
            axis="y",
        )
        handle(s, "handles", (0, 0, 0.68), (0.3, 0.4), 0.04, angles=(0, 180), steps=5, axis="x")
    else:
        s.lathe(
            "bag",
            (0, 0, 0),
            [(0.4, 0), (0.46, 0.1), (0.34, 0.75), (0.42, 0.85)],
            sides=10,
            stretch=1.3,
        )
        handle(s, "handles", (0, 0, 0.8), (0.45, 0.55), 0.04, angles=(0, 180), steps=6, axis="x")
    front = 0.4 if f.variant == "bucket" else 0.21
    s.box("clasp", (front, -0.07, 0.36), (front + 0.06, 0.07, 0.5))


@luggage(
    "suitcase",
    size=((0.22, 0.3), (0.36, 0.48), (0.55, 0.75)),
    mass=(2.0, 15.0),
    variants=("trolley", "vintage", "ribbed"),
    parts={
        "case": PartSpec(
            ("plastic", "leather", "fabric", "metal"), ANY, ("plain", "striped", "checked")
        ),
        "trim": PartSpec(
            ("metal", "leather", "plastic"), ("black", "silver", "brown", "tan", "gold")
        ),
        "wheels": PartSpec(("rubber",), ("black", "grey")),
        "handle": STEEL,
    },
    on={"floor": 1.0, "bed": 0.1},
    synonyms=("luggage", "travel case", "trolley case"),
)
def suitcase(s: Shape, f: Form) -> None:
    base = 0.0 if f.variant == "vintage" else 0.1
    top = 1.3
    outline = [(y, z + (base + top) / 2) for y, z in rounded(0.5, (top - base) / 2, 0.08)]
    s.prism("case", outline, -0.3, 0.3, axis="x")
    if f.variant == "vintage":
        for z in (0.35, 0.9):
            s.box("trim", (-0.31, -0.505, z), (0.31, 0.505, z + 0.08))
        handle(s, "trim", (0, 0, 1.3), (0.16, 0.13), 0.035, angles=(0, 180), steps=3, axis="x")
        s.box("handle", (0.3, -0.2, 1.0), (0.33, -0.1, 1.1))
        s.box("handle", (0.3, 0.1, 1.0), (0.33, 0.2, 1.1))
        s.box("wheels", (-0.25, -0.45, -0.02), (0.25, 0.45, 0.0))
        return
    for x in (-0.2, 0.2):
        for y in (-0.38, 0.38):
            s.cylinder("wheels", (x, y - 0.04, 0.07), 0.07, 0.08, axis="y", sides=8)
    bars = 5 if f.variant == "ribbed" else 2
    for k in range(bars):
        y = -0.34 + 0.68 * k / (bars - 1) if bars > 2 else (-0.3, 0.3)[k]
        s.box("trim", (0.28, y - 0.03, base + 0.08), (0.32, y + 0.03, top - 0.08))
    for y in (-0.15, 0.15):
        s.rod("handle", (-0.24, y, top), (-0.24, y, 1.6), 0.02, sides=4)
    s.box("trim", (-0.27, -0.18, 1.57), (-0.21, 0.18, 1.64))
