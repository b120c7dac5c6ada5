"""Small things of a bathroom."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.bath.fixtures import ROUND
from meadow.scenes.catalogue.pieces import fitted, ring, small, vessel
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category
from meadow.scenes.modelling.casing import facing, halves, lying
from meadow.scenes.modelling.joinery import four_legs
from meadow.scenes.modelling.shape import Form, Shape

BATH_TOPS = {"sink": 1.0, "shelf": 0.4, "cabinet": 0.3, "toilet": 0.2}


@small(
    "toilet paper",
    size=((0.1, 0.13), (0.1, 0.13), (0.09, 0.12)),
    mass=(0.08, 0.2),
    variants=("roll", "lying", "nearly used up"),
    parts={
        "paper": PartSpec(("paper",), ("white", "cream", "pink", "beige")),
        "core": PartSpec(("paper",), ("tan", "brown")),
    },
    rooms={"bathroom": 1.0},
    on={"toilet": 1.0, "sink": 0.2, "shelf": 0.4, "floor": 0.2},
    inside={"cabinet": 0.5, "sink": 0.6},
    synonyms=("toilet roll", "toilet paper roll"),
)
def toilet_paper(s: Shape, f: Form) -> None:
    """A hollow roll with its last sheet hanging off."""
    thick = 0.62 if f.variant == "nearly used up" else 1.0
    outside = [(0.3, 0.0), (thick, 0.0), (thick, 1.6), (0.3, 1.6)]
    axis, base = ("y", (0, -0.8, thick)) if f.variant == "lying" else ("z", (0, 0, 0))
    s.lathe("paper", base, outside, axis=axis, bottom=False, top=False)
    s.lathe("core", base, [(0.31, 1.6), (0.31, 0.0)], axis=axis, sides=8, bottom=False, top=False)
    if f.variant == "lying":
        s.box("paper", (thick, -0.8, 0.0), (thick + 0.04, 0.8, thick))
    else:
        s.box("paper", (0.0, thick - 0.04, 0.0), (thick * 1.1, thick, 1.6))


@category(
    "toilet brush",
    size=((0.1, 0.13), (0.1, 0.13), (0.36, 0.45)),
    mass=(0.3, 0.9),
    variants=("round", "square", "open"),
    parts={
        "holder": PartSpec(("plastic", "metal", "ceramic")),
        "handle": PartSpec(("plastic", "metal", "wood"), ("white", "silver", "black", "tan")),
        "brush": PartSpec(("plastic",), ("white", "blue", "grey")),
    },
    rooms={"bathroom": 0.8},
    on={"floor": 1.0},
    place="wall",
    tags=("pickupable",),
)
@fitted
def toilet_brush(s: Shape, f: Form) -> None:
    """A stick that stands in a pot; drawn 1 high."""
    sides = 4 if f.variant == "square" else ROUND
    if f.variant == "open":
        s.cylinder("holder", (0, 0, 0), 0.15, 0.06)
        ring(s, "holder", (0, 0, 0.3), 0.13, 0.02, sides=8)
        for y in (-0.13, 0.13):
            s.rod("holder", (0, y, 0.05), (0, y, 0.3), 0.015, sides=4)
        s.ellipsoid("brush", (0, 0, 0.2), (0.1, 0.1, 0.14), sides=8, rows=4)
    else:
        s.cylinder("holder", (0, 0, 0), 0.15, 0.4, top_radius=0.13, sides=sides)
        s.cylinder("brush", (0, 0, 0.4), 0.11, 0.03, sides=8)
    s.rod("handle", (0, 0, 0.3), (0, 0, 0.96), 0.03)
    s.ellipsoid("handle", (0, 0, 0.95), (0.045, 0.045, 0.05), sides=6, rows=4)


@category(
    "bathroom scale",
    size=((0.27, 0.33), (0.27, 0.34), (0.025, 0.055)),
    mass=(1.0, 2.5),
    variants=("digital", "dial", "round"),
    parts={
        "plate": PartSpec(
            ("glass", "plastic", "metal"),
            ("black", "white", "silver", "blue", "pink", "grey", "green"),
        ),
        "screen": PartSpec(
            ("glass",), ("white", "silver"), ("printed",), texts=("0.0", "72.4", "58.1", "kg")
        ),
        "grip": PartSpec(("rubber", "metal"), ("grey", "black", "silver")),
    },
    rooms={"bathroom": 0.7},
    on={"floor": 1.0},
    place="wall",
    synonyms=("scale", "weighing scale", "scales"),
    tags=("pickupable",),
)
def bathroom_scale(s: Shape, f: Form) -> None:
    """A thin plate with a window for the reading."""
    hx, hy, z = halves(f)
    face = z - 0.002
    if f.variant == "round":
        s.cylinder("grip", (0, 0, 0), hx * 0.85, face * 0.5, stretch=hy / hx)
        s.cylinder("plate", (0, 0, face * 0.5), hx, face * 0.5, stretch=hy / hx)
    else:
        four_legs(s, "grip", (-hx + 0.02, -hy + 0.02, 0.0), (hx - 0.02, hy - 0.02, 0.008), 0.03)
        s.box("plate", (-hx, -hy, 0.008), (hx, hy, face))
    wide = 0.5 if f.variant == "dial" else 0.35
    lying(s, "screen", z, (-hx * 0.75, -hy * wide), (-hx * 0.35, hy * wide), printed=True)
    if f.variant == "dial":
        for y in (-hy * 0.6, hy * 0.1):
            lying(s, "grip", z, (-hx * 0.2, y), (hx * 0.8, y + hy * 0.5))


@small(
    "soap dispenser",
    size=((0.06, 0.08), (0.06, 0.08), (0.15, 0.2)),
    mass=(0.2, 0.5),
    variants=("round", "square", "tapered"),
    parts={
        "bottle": PartSpec(
            ("ceramic", "plastic", "glass", "metal"), patterns=("plain", "striped", "dotted")
        ),
        "pump": PartSpec(("metal", "plastic"), ("silver", "white", "black", "gold")),
        "label": PartSpec(
            ("paper",),
            ("white", "cream", "yellow"),
            ("printed",),
            texts=("SOAP", "HAND WASH", "LAVENDER", "ALOE"),
        ),
    },
    rooms={"bathroom": 1.0, "kitchen": 0.5},
    on={**BATH_TOPS, "counter": 0.3},
    synonyms=("soap bottle", "soap pump"),
)
def soap_dispenser(s: Shape, f: Form) -> None:
    """A bottle with a pump whose nozzle points to the front; drawn 1 high."""
    if f.variant == "square":
        s.box("bottle", (-0.2, -0.2, 0.0), (0.2, 0.2, 0.66))
    else:
        top = 0.2 if f.variant == "round" else 0.13
        s.lathe("bottle", (0, 0, 0), [(0.2, 0.0), (top, 0.6), (0.08, 0.7)], sides=8)
    front = 0.201 if f.variant != "tapered" else 0.195
    facing(s, "label", front, (-0.08, 0.15), (0.08, 0.35), printed=True)
    s.cylinder("pump", (0, 0, 0.66), 0.1, 0.08, sides=8)
    s.rod("pump", (0, 0, 0.7), (0, 0, 0.95), 0.035, sides=4)
    s.box("pump", (-0.06, -0.06, 0.92), (0.2, 0.06, 1.0))


@small(
    "soap bar",
    size=((0.05, 0.07), (0.08, 0.11), (0.02, 0.035)),
    mass=(0.08, 0.2),
    variants=("block", "oval", "in a dish"),
    parts={
        "soap": PartSpec(
            ("organic",), ("white", "pink", "green", "yellow", "cream", "blue", "purple", "orange")
        ),
        "dish": PartSpec(("ceramic", "plastic", "wood"), ANY),
    },
    rooms={"bathroom": 1.0, "kitchen": 0.2},
    on={**BATH_TOPS, "bath tub": 0.2},
    synonyms=("soap", "bar of soap"),
)
def soap_bar(s: Shape, f: Form) -> None:
    """A cake of soap, bevelled or oval, alone or in a dish."""
    if f.variant == "oval":
        s.lathe("soap", (0, 0, 0), [(0.8, 0.0), (1.0, 0.4), (0.8, 0.9)], sides=12, stretch=1.6)
    elif f.variant == "block":
        s.lathe(
            "soap",
            (0, 0, 0),
            [(0.85, 0.0), (1.0, 0.3), (1.0, 0.7), (0.85, 1.0)],
            sides=4,
            stretch=1.6,
        )
        s.box("soap", (-0.4, -0.7, 1.0), (0.4, 0.7, 1.05))
    else:
        vessel(s, "dish", [(0.9, 0.0), (1.2, 0.6)], 0.12, stretch=1.5)
        s.box("soap", (-0.65, -1.1, 0.15), (0.65, 1.1, 0.9), taper=(0.85, 0.9))


@small(
    "toothbrush holder",
    size=((0.07, 0.09), (0.07, 0.1), (0.18, 0.22)),
    mass=(0.15, 0.4),
    variants=("cup", "square cup", "tall"),
    parts={
        "cup": PartSpec(
            ("ceramic", "glass", "plastic", "metal"), patterns=("plain", "striped", "dotted")
        ),
        "brush": PartSpec(("plastic",)),
        "bristle": PartSpec(("plastic",), ("white", "blue")),
    },
    rooms={"bathroom": 1.0},
    on={"sink": 1.0, "shelf": 0.3},
    counts={"brush": (1, 4)},
    synonyms=("toothbrush cup",),
)
def toothbrush_holder(s: Shape, f: Form) -> None:
    """A cup with toothbrushes leaning in it; drawn 1 high."""
    tall = 0.62 if f.variant == "tall" else 0.5
    slim = 0.17 if f.variant == "tall" else 0.21
    vessel(
        s,
        "cup",
        [(slim, 0.0), (slim * 1.1, tall)],
        0.02,
        sides=4 if f.variant == "square cup" else ROUND,
    )
    for k in range(f.count("brush", 2)):
        a = 0.6 + 2 * math.pi * k / 4
        u, v = math.cos(a), math.sin(a)
        s.rod("brush", (-u * 0.1, -v * 0.1, 0.03), (u * 0.17, v * 0.17, 0.98), 0.018, sides=4)
        with s.turned("z", a, (u * 0.17, v * 0.17, 0.0)):
            s.box(
                "bristle",
                (u * 0.17, v * 0.17 - 0.02, 0.84),
                (u * 0.17 + 0.06, v * 0.17 + 0.02, 1.0),
            )


@category(
    "plunger",
    size=((0.12, 0.16), (0.12, 0.16), (0.42, 0.55)),
    mass=(0.3, 0.6),
    variants=("bell", "flanged", "bellows"),
    parts={
        "cup": PartSpec(("rubber",), ("red", "black", "orange", "brown", "blue")),
        "handle": PartSpec(("wood", "plastic"), ("tan", "brown", "white", "black", "yellow")),
    },
    rooms={"bathroom": 0.5},
    on={"floor": 1.0},
    place="wall",
    tags=("pickupable",),
)
@fitted
def plunger(s: Shape, f: Form) -> None:
    """A rubber cup on a stick; drawn 1 high."""
    profile = {
        "bell": [(0.15, 0.0), (0.14, 0.1), (0.07, 0.2), (0.04, 0.26)],
        "flanged": [(0.09, 0.0), (0.15, 0.07), (0.15, 0.13), (0.05, 0.24)],
        "bellows": [
            (0.13, 0.0),
            (0.15, 0.05),
            (0.1, 0.1),
            (0.14, 0.15),
            (0.1, 0.2),
            (0.12, 0.25),
            (0.04, 0.3),
        ],
    }[f.variant]
    s.lathe("cup", (0, 0, 0), profile)
    s.rod("handle", (0, 0, 0.2), (0, 0, 1.0), 0.025, sides=8)


@category(
    "laundry basket",
    size=((0.32, 0.42), (0.38, 0.6), (0.35, 0.65)),
    mass=(0.8, 2.5),
    variants=("round", "rectangular", "hamper"),
    parts={
        "basket": PartSpec(
            ("wood", "plastic", "fabric"),
            (*WOODS, "blue", "grey", "pink", "turquoise", "green"),
            ("wicker", "plain", "striped", "checked"),
        ),
        "handle": PartSpec(("plastic", "leather", "wood"), ("brown", "black", "white", "tan")),
        "clothes": PartSpec(("fabric",), ANY, ("plain", "striped", "dotted")),
    },
    rooms={"bathroom": 0.8, "bedroom": 0.5},
    on={"floor": 1.0},
    place="wall",
    states=("full",),
    synonyms=("hamper", "clothes basket"),
    tags=("furniture",),
)
def laundry_basket(s: Shape, f: Form) -> None:
    """An open basket with grips; a full one heaps clothes up to its box."""
    hx, hy, z = halves(f)
    rim = z * 0.88
    sides = ROUND if f.variant == "round" else 4
    foot = 0.95 if f.variant == "hamper" else 0.78
    edge = hx - 0.012
    vessel(
        s,
        "basket",
        [(edge * foot, 0.0), (edge, rim)],
        0.02,
        sides=sides,
        stretch=(hy - 0.012) / edge,
    )
    s.surface("inside", (-hx * 0.5, -hy * 0.5), (hx * 0.5, hy * 0.5), 0.02, clearance=0.1)
    for side in (-1, 1):
        y = side * (hy - 0.015)
        s.tube(
            "handle",
            [
                (-0.07, y, rim - 0.06),
                (-0.06, y, z - 0.012),
                (0.06, y, z - 0.012),
                (0.07, y, rim - 0.06),
            ],
            0.012,
            sides=4,
        )
    ring_z = rim - 0.015
    for side in (-1, 1):
        s.box(
            "handle",
            (side * hx - 0.012 * (side > 0), -hy * 0.2, ring_z - 0.03),
            (side * hx + 0.012 * (side < 0), hy * 0.2, ring_z),
        )
    if f.has("full"):
        s.ellipsoid(
            "clothes",
            (0, 0, rim * 0.75),
            (hx * 0.85, hy * 0.85, z - rim * 0.75),
            sides=8,
            rows=4,
            solid=False,
        )
