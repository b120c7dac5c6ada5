"""What else stands in a kitchen: bottles, racks and boxes."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import (
    KITCHEN_STORAGE,
    KITCHEN_TOPS,
    PLASTICS,
    STEEL,
    handle,
    lid,
    oval,
    print_front,
    rounded,
    small,
    tray,
)
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

kitchenware = functools.partial(
    small,
    rooms={"kitchen": 1.0},
    on=KITCHEN_TOPS,
    inside={**KITCHEN_STORAGE, "dishwasher": 0.4},
    tags=("kitchenware",),
)


@kitchenware(
    "paper towel roll",
    size=((0.12, 0.16), (0.12, 0.16), (0.25, 0.32)),
    mass=(0.25, 0.9),
    variants=("bare", "on stand", "with loose sheet"),
    parts={
        "paper": PartSpec(("paper",), ("white", "cream"), ("plain", "dotted", "floral")),
        "core": PartSpec(("paper",), ("brown", "tan")),
        "stand": PartSpec(("metal", "wood"), ("silver", "black", "brown")),
    },
    synonyms=("paper towels", "kitchen roll", "kitchen paper"),
)
def paper_towel_roll(s: Shape, f: Form) -> None:
    base = 0.05 if f.variant == "on stand" else 0.0
    s.lathe("paper", (0, 0, base), [(0.46, 0), (0.46, 1.15), (0.14, 1.15), (0.14, 1.0)], sides=12)
    s.lathe(
        "core",
        (0, 0, base),
        [(0.17, 1.15), (0.17, 1.17), (0.12, 1.17), (0.12, 1.0)],
        sides=8,
        bottom=False,
    )
    if f.variant == "on stand":
        s.cylinder("stand", (0, 0, 0), 0.5, 0.05, sides=12)
        s.rod("stand", (0, 0, 0.05), (0, 0, 1.35), 0.04, sides=6)
        s.ellipsoid("stand", (0, 0, 1.36), (0.07, 0.07, 0.07), sides=6, rows=4)
    elif f.variant == "with loose sheet":
        s.box("paper", (0.3, 0.3, 0.0), (0.34, 0.85, 1.15))


@kitchenware(
    "dish rack",
    size=((0.3, 0.36), (0.4, 0.5), (0.12, 0.18)),
    mass=(0.7, 2.0),
    variants=("wire", "wooden", "with plates"),
    parts={
        "rack": PartSpec(("metal", "wood", "plastic"), ("silver", "white", "black", "tan")),
        "tray": PartSpec(("plastic", "metal"), ("grey", "white", "black", "turquoise")),
        "plates": PartSpec(("ceramic",), ("white", "blue", "cream")),
    },
    on={"counter": 1.0, "kitchen island": 0.3},
    inside={"cabinet": 0.1},
    synonyms=("dish drainer", "drying rack", "plate rack"),
)
def dish_rack(s: Shape, f: Form) -> None:
    thick, bars = (0.035, 5) if f.variant == "wooden" else (0.02, 7)
    tray(s, "tray", (-0.65, -0.9, 0), (0.65, 0.9, 0.07), 0.03)
    for z in (0.15, 0.55):
        for side in (-1, 1):
            s.rod(
                "rack", (-0.62, 0.87 * side, z), (0.62, 0.87 * side, z), thick, sides=3, caps=False
            )
            s.rod(
                "rack", (0.62 * side, -0.87, z), (0.62 * side, 0.87, z), thick, sides=3, caps=False
            )
    for k in range(bars):
        y = -0.75 + 1.5 * k / (bars - 1)
        for x in (-0.62, 0.62):
            s.rod("rack", (x, y, 0.05), (x, y, 0.57), thick, sides=3, caps=False)
    if f.variant == "with plates":
        for y in (-0.4, 0.1):
            s.cylinder("plates", (0, y, 0.47), 0.42, 0.05, axis="y", sides=10)


@kitchenware(
    "spray bottle",
    size=((0.075, 0.1), (0.085, 0.11), (0.23, 0.29)),
    mass=(0.1, 0.9),
    variants=("round", "flat", "waisted"),
    parts={
        "bottle": PartSpec(
            ("plastic", "glass"),
            ANY,
            ("plain", "printed"),
            texts=("CLEAN", "SPRAY", "GLASS"),
            images=("star", "sun"),
        ),
        "nozzle": PartSpec(("plastic",), PLASTICS),
    },
    rooms={"kitchen": 1.0, "bathroom": 1.0, "living room": 0.2},
    on={
        "counter": 1.0,
        "sink": 0.4,
        "shelf": 0.5,
        "kitchen island": 0.3,
        "dining table": 0.2,
        "desk": 0.2,
    },
    inside={"cabinet": 0.6, "counter": 0.5},
    synonyms=("sprayer", "cleaning spray", "spray"),
    tags=("kitchenware", "robothor"),
)
def spray_bottle(s: Shape, f: Form) -> None:
    """The nozzle points to the front."""
    body: list[Point] = {
        "round": [(0.46, 0), (0.5, 0.1), (0.5, 1.1), (0.2, 1.6), (0.18, 1.8)],
        "flat": [(0.5, 0), (0.5, 1.2), (0.3, 1.5), (0.2, 1.6), (0.18, 1.8)],
        "waisted": [(0.5, 0), (0.52, 0.5), (0.3, 1.1), (0.34, 1.3), (0.2, 1.7), (0.18, 1.8)],
    }[f.variant]
    sides = 4 if f.variant == "flat" else 8
    s.lathe("bottle", (0, 0, 0), body, sides=sides, stretch=0.7 if sides == 4 else 1.0, flat=True)
    front = body[1][0] if f.variant == "waisted" else 0.5
    print_front(
        s, "bottle", front + 0.01, (-0.2, 0.2), (0.15, 0.5 if f.variant == "waisted" else 1.05)
    )
    s.cylinder("nozzle", (0, 0, 1.78), 0.24, 0.22, sides=8)
    s.prism(
        "nozzle",
        [(-0.3, 2.0), (0.25, 2.0), (0.25, 2.1), (0.5, 2.15), (0.5, 2.35), (-0.3, 2.45)],
        -0.14,
        0.14,
        axis="y",
    )
    s.rod("nozzle", (0.22, 0, 2.1), (0.4, 0, 1.7), 0.06, sides=4)
    s.box("bottle", (0.5, -0.07, 2.18), (0.58, 0.07, 2.32))


@kitchenware(
    "dish soap",
    size=((0.05, 0.07), (0.07, 0.095), (0.19, 0.25)),
    mass=(0.3, 0.8),
    variants=("flip cap", "pump", "squeeze"),
    parts={
        "bottle": PartSpec(
            ("plastic",),
            ("green", "blue", "yellow", "orange", "pink"),
            ("plain", "printed"),
            texts=("SOAP", "DISH"),
        ),
        "cap": PartSpec(("plastic",), ("white", "blue", "red", "black")),
    },
    on={"sink": 1.0, "counter": 1.0},
    inside={"counter": 0.4, "cabinet": 0.4},
    synonyms=("washing-up liquid", "detergent"),
    plural="bottles of dish soap",
)
def dish_soap(s: Shape, f: Form) -> None:
    waist = 0.36 if f.variant == "squeeze" else 0.5
    body = [(0.48, 0), (0.5, 0.5), (waist, 1.1), (0.46, 1.6), (0.18, 2.0)]
    s.lathe("bottle", (0, 0, 0), body, sides=8, stretch=1.5, flat=True, top=False)
    print_front(s, "bottle", 0.51, (-0.28, 0.28), (0.08, 0.5))
    if f.variant == "pump":
        s.cylinder("cap", (0, 0, 2.0), 0.2, 0.15, sides=8)
        s.rod("cap", (0, 0, 2.15), (0, 0, 2.45), 0.06, sides=6)
        s.box("cap", (-0.15, -0.1, 2.42), (0.5, 0.1, 2.55))
    else:
        s.cylinder(
            "cap", (0, 0, 2.0), 0.2, 0.3, top_radius=0.1 if f.variant == "squeeze" else 0.2, sides=8
        )


@kitchenware(
    "sponge",
    size=((0.065, 0.08), (0.1, 0.13), (0.025, 0.04)),
    mass=(0.01, 0.04),
    variants=("two-layered", "oval", "waisted"),
    parts={
        "sponge": PartSpec(("rubber", "fabric"), ("yellow", "pink", "blue", "orange", "green")),
        "scrubber": PartSpec(("fabric", "plastic"), ("green", "black", "blue", "red")),
    },
    rooms={"kitchen": 1.0, "bathroom": 0.6},
    on={"sink": 1.0, "counter": 0.8, "bath tub": 0.3},
    inside={"counter": 0.2, "cabinet": 0.2},
    synonyms=("scouring pad",),
)
def sponge(s: Shape, f: Form) -> None:
    outlines: dict[str, list[Point]] = {
        "two-layered": rounded(0.7, 1.0, 0.08),
        "oval": oval(0.7, 1.0, 12),
        "waisted": [(0.7, -1), (0.5, 0), (0.7, 1), (-0.7, 1), (-0.5, 0), (-0.7, -1)],
    }
    outline = outlines[f.variant]
    s.prism("sponge", outline, 0, 0.4)
    s.prism("scrubber", outline, 0.4, 0.55)


@kitchenware(
    "egg carton",
    size=((0.1, 0.13), (0.28, 0.32), (0.065, 0.08)),
    mass=(0.1, 0.9),
    variants=("ribbed", "flat-topped", "filled"),
    parts={
        "carton": PartSpec(
            ("paper", "plastic"), ("grey", "beige", "white", "pink", "blue", "yellow")
        ),
        "lid": PartSpec(
            ("paper", "plastic"),
            ("grey", "beige", "white", "green", "yellow"),
            ("plain", "printed"),
            texts=("EGGS",),
        ),
        "eggs": PartSpec(("organic",), ("white", "brown", "beige")),
    },
    inside={"fridge": 1.0},
    synonyms=("box of eggs", "egg box", "eggs"),
    tags=("kitchenware", "food"),
)
def egg_carton(s: Shape, f: Form) -> None:
    for row in (-1, 1):
        for k in range(5):
            y = (k - 2) * 0.56
            s.cylinder(
                "carton", (0.26 * row, y, 0), 0.17, 0.36, top_radius=0.26, sides=4, top=False
            )
    s.box("carton", (-0.55, -1.42, 0.32), (0.55, 1.42, 0.4))
    if f.variant == "filled":
        for k in range(5):
            s.ellipsoid("eggs", (0.26, (k - 2) * 0.56, 0.48), (0.19, 0.19, 0.24), sides=5, rows=3)
        s.box("lid", (-0.55, -1.42, 0.4), (-0.48, 1.42, 0.85))
        return
    taper = (0.8, 0.94) if f.variant == "ribbed" else (0.95, 0.98)
    s.box("lid", (-0.55, -1.42, 0.4), (0.55, 1.42, 0.74), taper=taper)
    top = 0.74
    if f.variant == "ribbed":
        for k in range(5):
            s.box(
                "lid",
                (-0.42, (k - 2) * 0.54 - 0.18, top),
                (0.42, (k - 2) * 0.54 + 0.18, top + 0.06),
                taper=(0.9, 0.6),
            )
    else:
        corners = [
            (0.5, -1.3, top + 0.01),
            (0.5, 1.3, top + 0.01),
            (-0.5, 1.3, top + 0.01),
            (-0.5, -1.3, top + 0.01),
        ]
        s.panel("lid", *corners, printed=True)


@category(
    "lunch box",
    size=((0.14, 0.18), (0.2, 0.27), (0.08, 0.13)),
    mass=(0.2, 0.7),
    variants=("latched", "domed", "handled"),
    parts={
        "box": PartSpec(
            ("plastic", "metal", "wood"), ANY, ("plain", "dotted", "striped", "checked")
        ),
        "lid": PartSpec(("plastic", "metal", "wood"), ANY),
        "latch": PartSpec(("plastic", "metal"), ("black", "white", "silver", "red")),
    },
    rooms={"kitchen": 1.0, "dining room": 0.3, "office": 0.3},
    on={"counter": 1.0, "dining table": 0.5, "desk": 0.4, "kitchen island": 0.6},
    inside={"fridge": 0.5, "wall cabinet": 0.5, "counter": 0.3},
    openable=True,
    synonyms=("lunchbox", "bento box"),
    plural="lunch boxes",
    tags=("pickupable", "kitchenware"),
)
def lunch_box(s: Shape, f: Form) -> None:
    x, y, z = f.size
    front = x / 2 - (0.12 if f.variant == "handled" else 0.03) * x
    split = 0.65 * z
    tray(s, "box", (-x / 2, -y / 2, 0), (front, y / 2, split), 0.004)
    s.surface(
        "inside",
        (-x / 2 + 0.01, -y / 2 + 0.01),
        (front - 0.01, y / 2 - 0.01),
        0.004,
        clearance=split - 0.01,
        enclosed=True,
    )
    taper = (0.75, 0.85) if f.variant == "domed" else (0.97, 0.98)
    opened = 110.0 * f.openness
    lid(s, "lid", (-x / 2, 0, split), (front + x / 2, y, z - split), opened, taper=taper)
    for side in (-1, 1):
        middle = 0.3 * y * side
        low = (front, middle - 0.05 * y, 0.7 * split)
        s.box("latch", low, (front + 0.03 * x, middle + 0.05 * y, 1.1 * split))
    if f.variant == "handled":
        for a, b in ((-0.2, -0.16), (0.16, 0.2)):
            s.box("latch", (front, a * y, 0.6 * split), (x / 2, b * y, 0.75 * split))
        s.box("latch", (x / 2 - 0.04 * x, -0.2 * y, 0.6 * split), (x / 2, 0.2 * y, 0.75 * split))


@kitchenware(
    "thermos",
    size=((0.07, 0.09), (0.085, 0.115), (0.24, 0.32)),
    mass=(0.3, 0.9),
    variants=("classic", "travel mug", "with strap"),
    parts={
        "body": PartSpec(
            ("metal", "plastic"),
            ("silver", "green", "blue", "red", "black", "pink"),
            ("plain", "checked", "striped"),
        ),
        "cap": PartSpec(("plastic", "metal"), ("black", "silver", "red", "white")),
        "band": STEEL,
    },
    rooms={"kitchen": 1.0, "office": 0.8, "dining room": 0.2},
    on={"counter": 1.0, "desk": 0.8, "dining table": 0.4, "kitchen island": 0.5, "shelf": 0.2},
    synonyms=("thermos flask", "vacuum flask", "travel mug"),
    plural="thermoses",
)
def thermos(s: Shape, f: Form) -> None:
    body: list[Point] = [(0.5, 0), (0.5, 2.2), (0.36, 2.45)]
    if f.variant == "travel mug":
        body = [(0.38, 0), (0.42, 0.9), (0.52, 1.2), (0.52, 2.3)]
    s.lathe("body", (0, 0, 0), body, sides=12, top=False)
    top = body[-1][1]
    s.cylinder(
        "cap", (0, 0, top), body[-1][0] + 0.04, 0.5 if f.variant != "travel mug" else 0.25, sides=10
    )
    s.cylinder("band", (0, 0, 0.15), 0.53 if f.variant != "travel mug" else 0.42, 0.12, sides=12)
    if f.variant == "classic":
        handle(s, "cap", (0, 0.45, 1.3), (0.35, 0.6), 0.06, axis="x")
    elif f.variant == "travel mug":
        handle(s, "cap", (0, 0.48, 1.7), (0.35, 0.4), 0.06, axis="x")
    else:
        s.box("cap", (-0.05, 0.5, 0.3), (0.05, 0.56, top + 0.2))
