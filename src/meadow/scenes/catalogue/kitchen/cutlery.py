"""Forks, knives, spoons and what lies beside them."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import GRIP, STEEL, ring, small
from meadow.scenes.catalogue.spec import WOODS, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

cutlery = functools.partial(
    small,
    rooms={"kitchen": 1.0, "dining room": 1.0},
    on={"dining table": 1.0, "counter": 0.9, "kitchen island": 0.6, "plate": 0.2, "sink": 0.2},
    inside={"counter": 1.0, "sideboard": 0.5, "dishwasher": 0.5, "cabinet": 0.3},
    tags=("kitchenware", "cutlery"),
)

BLADE = PartSpec(("metal", "plastic"), ("silver", "grey", "gold", "black", "white"))
SHAFT = PartSpec(
    ("metal", "plastic", "wood"), ("silver", "black", "brown", "red", "blue", "gold", "white")
)


def stem(s: Shape, variant: str, start: float, end: float, z: float = 0.03) -> None:
    """The handle of a piece of cutlery along X, in the style of its variant."""
    if variant == "modern":
        s.box("handle", (start, -0.05, z), (end, 0.05, z + 0.05))
    elif variant == "riveted":
        s.box("handle", (start, -0.07, z), (end - 0.3, 0.07, z + 0.08))
        s.box("head", (end - 0.35, -0.035, z), (end, 0.035, z + 0.05))
        for x in (start + 0.15, start + 0.4):
            s.cylinder("head", (x, 0, z + 0.07), 0.03, 0.02, sides=6)
    else:
        outline = [
            (start, -0.08),
            (start + 0.3, -0.09),
            (end, -0.03),
            (end, 0.03),
            (start + 0.3, 0.09),
            (start, 0.08),
        ]
        s.prism("handle", outline, z, z + 0.05)


STYLES = ("classic", "modern", "riveted")


@cutlery(
    "fork",
    size=((0.17, 0.21), (0.022, 0.028), (0.012, 0.018)),
    mass=(0.02, 0.06),
    variants=STYLES,
    parts={"head": BLADE, "handle": SHAFT},
    synonyms=("table fork",),
)
def fork(s: Shape, f: Form) -> None:
    stem(s, f.variant, -1.0, 0.35)
    s.prism(
        "head",
        [(0.35, -0.04), (0.55, -0.13), (0.6, -0.13), (0.6, 0.13), (0.55, 0.13), (0.35, 0.04)],
        0,
        0.06,
    )
    tines = 3 if f.variant == "modern" else 4
    for k in range(tines):
        y = -0.13 + (0.26 - 0.045) * k / (tines - 1)
        # The points rise a little, as they do on a real fork.
        low, high = (0.6, y, 0.0), (1.0, y, 0.07)
        corners = [low, (1.0, y, 0.05), (1.0, y + 0.045, 0.05), (0.6, y + 0.045, 0.0)]
        top = [(0.6, y, 0.05), high, (1.0, y + 0.045, 0.07), (0.6, y + 0.045, 0.05)]
        s.hexahedron("head", corners + top)


@cutlery(
    "spoon",
    size=((0.15, 0.2), (0.034, 0.042), (0.014, 0.02)),
    mass=(0.02, 0.06),
    variants=STYLES,
    parts={"head": BLADE, "handle": SHAFT},
    synonyms=("tablespoon", "teaspoon"),
)
def spoon(s: Shape, f: Form) -> None:
    stem(s, f.variant, -1.0, 0.42, z=0.05)
    x, reach = 0.7, 0.3
    profile = [(0.1, 0), (0.75, 0.05), (1.0, 0.14), (0.95, 0.15), (0.7, 0.08)]
    turned = [(r * reach, z) for r, z in profile]
    s.lathe("head", (x, 0, 0), turned, sides=12, stretch=0.68)


@cutlery(
    "knife",
    size=((0.24, 0.33), (0.03, 0.045), (0.014, 0.02)),
    mass=(0.08, 0.25),
    variants=("chef's", "bread", "cleaver"),
    parts={"blade": PartSpec(("metal",), ("silver", "grey", "black")), "handle": GRIP},
    synonyms=("kitchen knife", "chef's knife", "carving knife"),
    plural="knives",
)
def knife(s: Shape, f: Form) -> None:
    """Lies on its side with its tip to the front."""
    blade: list[Point] = {
        "chef's": [(-0.3, -0.13), (0.5, -0.13), (0.85, -0.02), (1.0, 0.13), (-0.3, 0.13)],
        "bread": [
            (-0.3, -0.06),
            *((-0.2 + 0.12 * k, -0.06 - 0.03 * (k % 2)) for k in range(10)),
            (1.0, 0.06),
            (-0.3, 0.1),
        ],
        "cleaver": [(-0.2, -0.28), (0.85, -0.28), (0.85, 0.13), (-0.2, 0.13)],
    }[f.variant]
    s.prism("blade", blade, 0.04, 0.065)
    grip = [(-1.0, -0.02), (-0.95, 0.13), (-0.3, 0.12), (-0.3, 0.0), (-0.6, -0.03), (-0.9, -0.08)]
    s.prism("handle", grip, 0, 0.1)
    for x in (-0.8, -0.6, -0.4):
        s.cylinder("blade", (x, 0.05, 0.1), 0.025, 0.01, sides=6)


@cutlery(
    "butter knife",
    size=((0.17, 0.21), (0.02, 0.026), (0.008, 0.012)),
    mass=(0.03, 0.08),
    variants=STYLES,
    parts={"head": BLADE, "handle": SHAFT},
    synonyms=("table knife", "dinner knife"),
    plural="butter knives",
)
def butter_knife(s: Shape, f: Form) -> None:
    stem(s, f.variant, -1.0, 0.1, z=0)
    s.prism(
        "head", [(0.1, -0.05), (0.85, -0.1), (1.0, -0.02), (0.98, 0.06), (0.1, 0.05)], 0.015, 0.045
    )


@cutlery(
    "chopsticks",
    size=((0.22, 0.25), (0.03, 0.04), (0.014, 0.02)),
    mass=(0.01, 0.04),
    variants=("parallel", "crossed", "on rest"),
    parts={
        "sticks": PartSpec(("wood", "metal", "plastic"), (*WOODS, "red")),
        "ends": PartSpec(("plastic", "metal"), ("red", "gold", "black", "blue")),
        "rest": PartSpec(("ceramic",), ("white", "blue", "green")),
    },
    plural="chopsticks",
)
def chopsticks(s: Shape, f: Form) -> None:
    lift = 0.12 if f.variant == "on rest" else 0.0
    for side in (-1, 1):
        tip = -side if f.variant == "crossed" else 0.6 * side
        above = 0.08 if f.variant == "crossed" and side > 0 else 0.0
        back, front = (-1.0, 0.1 * side, 0.05 + above), (1.0, 0.1 * tip, 0.04 + above + lift)
        x, y, z = (a + 0.3 * (b - a) for a, b in zip(back, front))
        middle = (x, y, z)
        s.rod("ends", back, middle, 0.05, sides=4)
        s.rod("sticks", middle, front, 0.048, end_radius=0.025, sides=4)
    if lift:
        s.box("rest", (0.55, -0.2, 0), (0.75, 0.2, 0.1), taper=(0.6, 1.0))


@cutlery(
    "scissors",
    size=((0.15, 0.22), (0.07, 0.09), (0.01, 0.014)),
    mass=(0.05, 0.15),
    variants=("closed", "open", "long"),
    parts={
        "handles": PartSpec(
            ("plastic", "rubber", "metal"), ("red", "black", "orange", "blue", "green", "yellow")
        ),
        "blades": STEEL,
    },
    rooms={"office": 1.0, "kitchen": 0.6, "living room": 0.3, "bedroom": 0.2},
    on={
        "desk": 1.0,
        "counter": 0.5,
        "side table": 0.3,
        "shelf": 0.3,
        "coffee table": 0.3,
        "workbench": 0.5,
    },
    inside={"desk": 1.0, "counter": 0.4, "dresser": 0.2},
    synonyms=("pair of scissors",),
    plural="scissors",
    tags=("stationery",),
)
def scissors(s: Shape, f: Form) -> None:
    spread = 0.22 if f.variant == "open" else 0.03
    length = 1.3 if f.variant == "long" else 0.95
    for side in (-1, 1):
        tip = (length, side * spread)
        blade = [
            (-0.15, -side * 0.1),
            (0.0, -side * 0.02),
            tip,
            (0.1, side * 0.12),
            (-0.1, side * 0.05),
        ]
        s.prism("blades", blade, 0.05 if side > 0 else 0.08, 0.08 if side > 0 else 0.11)
        ring(s, "handles", (-0.5, -side * (0.2 + spread), 0.08), 0.2, 0.06, sides=8, stretch=0.8)
        start = (-0.32, -side * (0.14 + 0.8 * spread), 0.08)
        s.rod("handles", start, (-0.05, 0, 0.08), 0.06, sides=4)
    s.cylinder("handles", (0, 0, 0.1), 0.06, 0.04, sides=6)
