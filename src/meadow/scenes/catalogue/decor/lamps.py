"""Things that give light. A lamp's shade and a candle's flame shine when its state says so."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import fitted, ring, small
from meadow.scenes.catalogue.spec import ANY, METALS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape

SHADE = PartSpec(
    ("fabric", "paper", "glass", "metal", "plastic"),
    ANY,
    ("plain", "striped", "dotted", "floral", "checked"),
)
STAND = PartSpec(
    ("metal", "wood", "ceramic", "plastic"),
    (*METALS, "brown", "tan", "red", "blue", "green", "cream"),
)
BULB = PartSpec(("glass",), ("cream", "white", "yellow"))
LAMP = {"shade": SHADE, "stand": STAND, "bulb": BULB}


def _shade(
    s: Shape, z: float, radius: float, height: float, *, top: float = 0.7, sides: int = 12
) -> None:
    """A lampshade open at both ends, and the bulb in it."""
    r, t = radius * 0.97, top * radius * 0.97
    skin = [(radius, 0.0), (top * radius, height), (t, height), (r, 0.0)]
    s.lathe("shade", (0, 0, z), skin, sides=sides, bottom=False, top=False)
    s.ellipsoid(
        "bulb",
        (0, 0, z + height * 0.4),
        (radius * 0.25, radius * 0.25, height * 0.3),
        sides=6,
        rows=4,
    )


@category(
    "floor lamp",
    size=((0.3, 0.45), (0.3, 0.45), (1.4, 1.75)),
    mass=(3.0, 8.0),
    variants=("drum", "tripod", "torchiere", "arc"),
    rooms={"living room": 1.0, "bedroom": 0.6, "office": 0.4},
    on={"floor": 1.0},
    place="corner",
    synonyms=("standing lamp", "floor light"),
    tags=("furniture",),
    parts=LAMP,
    states=("on",),
)
@fitted
def floor_lamp(s: Shape, f: Form) -> None:
    """A shade high on a pole, a tripod or an arc; drawn 1 high."""
    if f.variant == "tripod":
        for k in range(3):
            a = 2 * math.pi * k / 3
            s.rod("stand", (0.16 * math.cos(a), 0.16 * math.sin(a), 0.0), (0, 0, 0.75), 0.01)
        _shade(s, 0.74, 0.16, 0.26, top=0.95)
    elif f.variant == "torchiere":
        s.cylinder("stand", (0, 0, 0), 0.12, 0.02)
        s.rod("stand", (0, 0, 0.02), (0, 0, 0.9), 0.013)
        _shade(s, 0.9, 0.05, 0.1, top=3.0)
    elif f.variant == "arc":
        s.cylinder("stand", (-0.12, 0, 0), 0.1, 0.03)
        bow = [(-0.12, 0, 0.03), (-0.13, 0, 0.7), (-0.06, 0, 0.92), (0.06, 0, 0.99), (0.13, 0, 0.9)]
        s.tube("stand", bow, 0.012)
        s.lathe("shade", (0.13, 0, 0.76), [(0.12, 0.0), (0.11, 0.08), (0.04, 0.15)], bottom=False)
        s.ellipsoid("bulb", (0.13, 0, 0.77), (0.05, 0.05, 0.04), sides=6, rows=4)
    else:
        s.cylinder("stand", (0, 0, 0), 0.11, 0.02)
        s.rod("stand", (0, 0, 0.02), (0, 0, 0.8), 0.012)
        _shade(s, 0.76, 0.14, 0.24)


@category(
    "table lamp",
    size=((0.22, 0.34), (0.22, 0.34), (0.38, 0.6)),
    mass=(1.0, 4.0),
    variants=("vase", "stick", "globe", "mushroom"),
    rooms={"bedroom": 1.0, "living room": 0.8, "hallway": 0.3, "office": 0.2},
    on={
        "night stand": 1.0,
        "side table": 0.8,
        "dresser": 0.4,
        "console table": 0.5,
        "sideboard": 0.4,
    },
    synonyms=("bedside lamp",),
    tags=("pickupable",),
    parts=LAMP,
    states=("on",),
)
@fitted
def table_lamp(s: Shape, f: Form) -> None:
    """A belly or stick of a base under a shade, a glowing globe or a mushroom cap; drawn 1 high."""
    if f.variant == "vase":
        belly = [(0.13, 0.0), (0.18, 0.15), (0.17, 0.3), (0.05, 0.48), (0.04, 0.56)]
        s.lathe("stand", (0, 0, 0), belly, sides=8)
        _shade(s, 0.5, 0.28, 0.5, top=0.6)
    elif f.variant == "stick":
        s.box("stand", (-0.15, -0.15, 0.0), (0.15, 0.15, 0.06))
        s.rod("stand", (0, 0, 0.06), (0, 0, 0.6), 0.025)
        _shade(s, 0.55, 0.25, 0.45, top=1.0, sides=4)
    elif f.variant == "globe":
        s.lathe("stand", (0, 0, 0), [(0.2, 0.0), (0.18, 0.05), (0.06, 0.1), (0.1, 0.42)], sides=8)
        s.cylinder("bulb", (0, 0, 0.4), 0.12, 0.06, sides=8)
        s.ellipsoid("shade", (0, 0, 0.72), (0.28, 0.28, 0.28), sides=12, rows=6)
    else:
        s.lathe("stand", (0, 0, 0), [(0.2, 0.0), (0.1, 0.12), (0.08, 0.5), (0.14, 0.62)], sides=8)
        s.cylinder("bulb", (0, 0, 0.55), 0.16, 0.08, sides=8)
        s.lathe("shade", (0, 0, 0.58), [(0.36, 0.0), (0.33, 0.2), (0.2, 0.36), (0.0, 0.42)])


@category(
    "desk lamp",
    size=((0.3, 0.42), (0.16, 0.2), (0.38, 0.55)),
    mass=(0.8, 2.5),
    variants=("jointed", "gooseneck", "banker"),
    rooms={"office": 1.0, "bedroom": 0.4, "living room": 0.1},
    on={"desk": 1.0, "night stand": 0.2, "workbench": 0.3},
    synonyms=("reading lamp",),
    tags=("pickupable",),
    parts=LAMP,
    states=("on",),
)
@fitted
def desk_lamp(s: Shape, f: Form) -> None:
    """A reflector on an arm that leans to the front; drawn 1 high."""
    s.cylinder("stand", (-0.2, 0, 0), 0.2, 0.06)
    if f.variant == "banker":
        s.tube("stand", [(-0.2, 0, 0.06), (-0.2, 0, 0.6), (0.0, 0, 0.72)], 0.03)
        s.prism(
            "shade",
            [(-0.2, 0.62), (0.28, 0.62), (0.22, 0.8), (0.05, 0.88), (-0.12, 0.8)],
            -0.4,
            0.4,
            axis="y",
        )
        s.box("bulb", (-0.1, -0.34, 0.59), (0.18, 0.34, 0.62))
    else:
        jointed = [(-0.2, 0, 0.06), (-0.38, 0, 0.5), (0.12, 0, 0.92)]
        neck = [(-0.2, 0, 0.06), (-0.24, 0, 0.5), (-0.12, 0, 0.82), (0.06, 0, 0.94), (0.2, 0, 0.9)]
        path = jointed if f.variant == "jointed" else neck
        s.tube("stand", path, 0.022 if f.variant == "jointed" else 0.035)
        x, _, z = path[-1]
        with s.turned("y", -0.5, (x, 0, z)):
            s.lathe(
                "shade",
                (x, 0, z - 0.24),
                [(0.19, 0.0), (0.15, 0.12), (0.07, 0.24), (0.06, 0.3)],
                bottom=False,
            )
            s.cylinder("bulb", (x, 0, z - 0.23), 0.15, 0.03, sides=8)


@category(
    "ceiling lamp",
    size=((0.3, 0.55), (0.3, 0.55), (0.3, 0.6)),
    mass=(1.0, 6.0),
    variants=("pendant", "globe", "chandelier", "drum"),
    rooms={
        "living room": 1.0,
        "bedroom": 1.0,
        "kitchen": 1.0,
        "dining room": 1.0,
        "hallway": 0.8,
        "office": 0.8,
        "bathroom": 0.8,
    },
    on={"ceiling": 1.0},
    counts={"bulb": (3, 6)},
    synonyms=("pendant lamp", "ceiling light", "chandelier"),
    parts=LAMP,
    states=("on",),
)
@fitted
def ceiling_lamp(s: Shape, f: Form) -> None:
    """A cord from a rose at the ceiling to shades or bulbs; drawn 1 high."""
    s.cylinder("stand", (0, 0, 0.95), 0.12, 0.05, sides=8)
    s.rod("stand", (0, 0, 0.4), (0, 0, 0.96), 0.02, caps=False)
    count = f.count("bulb", 4)
    if f.variant == "pendant":
        s.lathe("shade", (0, 0, 0.05), [(0.5, 0.0), (0.42, 0.18), (0.12, 0.4)], bottom=False)
    elif f.variant == "globe":
        s.ellipsoid("shade", (0, 0, 0.37), (0.4, 0.4, 0.32), sides=12, rows=6)
    elif f.variant == "drum":
        s.lathe(
            "shade",
            (0, 0, 0.05),
            [(0.5, 0.0), (0.5, 0.36), (0.48, 0.36), (0.48, 0.0)],
            bottom=False,
            top=False,
        )
    else:
        ring(s, "stand", (0, 0, 0.4), 0.42, 0.025, sides=8)
    for k in range(count):
        a = 2 * math.pi * k / count
        u, v = math.cos(a), math.sin(a)
        reach = {"chandelier": 0.42, "drum": 0.25, "pendant": 0.2, "globe": 0.16}[f.variant]
        s.rod(
            "bulb",
            (reach * u, reach * v, 0.0),
            (reach * u, reach * v, 0.18),
            0.045,
            end_radius=0.02,
            sides=5,
        )
        if f.variant == "chandelier":
            s.rod("stand", (0, 0, 0.5), (reach * u, reach * v, 0.4), 0.015, sides=4, caps=False)
            s.cylinder("shade", (reach * u, reach * v, 0.14), 0.1, 0.24, top_radius=0.06, sides=6)


@small(
    "candle",
    size=((0.06, 0.1), (0.06, 0.1), (0.12, 0.26)),
    mass=(0.1, 0.6),
    variants=("pillar", "candlestick", "jar"),
    parts={
        "wax": PartSpec(("organic",), ANY),
        "holder": PartSpec(
            ("glass", "metal", "ceramic"),
            ("silver", "gold", "bronze", "white", "black", "turquoise"),
        ),
        "wick": PartSpec(("fabric",), ("black", "white")),
        "flame": PartSpec(("glass",), ("yellow", "orange")),
    },
    rooms={"living room": 0.8, "dining room": 0.8, "bedroom": 0.5, "bathroom": 0.4},
    on={
        "dining table": 0.8,
        "coffee table": 0.8,
        "side table": 0.4,
        "night stand": 0.3,
        "shelf": 0.4,
        "sideboard": 0.4,
        "console table": 0.3,
    },
    inside={"cabinet": 0.2, "dresser": 0.1},
    states=("lit",),
)
def candle(s: Shape, f: Form) -> None:
    """Wax with a wick, on a stick or in a jar; lit ones bear a flame. Drawn 1 high."""
    top = 0.84
    if f.variant == "pillar":
        s.cylinder("holder", (0, 0, 0), 0.24, 0.04)
        s.cylinder("wax", (0, 0, 0.04), 0.18, top - 0.04)
    elif f.variant == "candlestick":
        stick = [(0.2, 0.0), (0.18, 0.04), (0.04, 0.1), (0.04, 0.28), (0.1, 0.34), (0.08, 0.38)]
        s.lathe("holder", (0, 0, 0), stick, sides=8)
        s.cylinder("wax", (0, 0, 0.38), 0.06, top - 0.38, sides=8)
    else:
        glass = [(0.3, 0.0), (0.3, 0.8), (0.27, 0.8), (0.27, 0.6)]
        s.lathe("holder", (0, 0, 0), glass, top=False)
        s.cylinder("wax", (0, 0, 0.3), 0.305, 0.3, top_radius=0.305)
        top = 0.6
    s.rod("wick", (0, 0, top), (0, 0, 1.0 if not f.has("lit") else top + 0.05), 0.012, sides=4)
    if f.has("lit"):
        tall = 1.0 - top
        drop = [(0.0, 0.02), (0.05, 0.3 * tall), (0.03, 0.7 * tall), (0.0, tall)]
        s.lathe("flame", (0, 0, top), drop, sides=6, solid=False)
