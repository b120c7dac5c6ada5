"""Food and drink in packages, most with print on them."""

from __future__ import annotations

import functools
import itertools
import math

from meadow.scenes.catalogue.pieces import (
    PLASTICS,
    STEEL,
    horn,
    packet,
    print_front,
    print_top,
    small,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

grocery = functools.partial(
    small,
    rooms={"kitchen": 1.0, "dining room": 0.3},
    on={
        "counter": 1.0,
        "kitchen island": 0.7,
        "dining table": 0.5,
        "shelf": 0.2,
        "coffee table": 0.1,
    },
    inside={"wall cabinet": 0.8, "counter": 0.5, "cabinet": 0.4},
    tags=("food",),
)

CAP = PartSpec(("plastic", "metal"), ("white", "red", "blue", "black", "green"))
COLD = {"fridge": 1.0}


def wrapper(material: str, *texts: str, images: tuple[str, ...] = ()) -> PartSpec:
    """Packaging with its print; the print is what sells it, so it comes first."""
    return PartSpec(
        (material,), PLASTICS, ("printed", "plain", "striped"), texts=texts, images=images
    )


def bottle(s: Shape, part: str, profile: list[Point], *, cap: Point, sides: int = 12) -> None:
    """A turned bottle with a screw cap of (radius, height) on its neck."""
    s.lathe(part, (0, 0, 0), profile, sides=sides, top=False)
    s.cylinder("cap", (0, 0, profile[-1][1]), cap[0], cap[1], sides=8)


def label(s: Shape, part: str, radius: float, low: float, high: float) -> None:
    """A band around something round; it has eight sides so that one carries the print, facing front."""
    s.lathe(part, (0, 0, 0), [(1.02 * radius, low), (1.02 * radius, high)], sides=8, flat=True)
    edge = 0.02 * (high - low)
    print_front(s, part, 1.03 * radius, (-0.4 * radius, 0.4 * radius), (low + edge, high - edge))


@grocery(
    "cereal box",
    size=((0.05, 0.075), (0.17, 0.22), (0.24, 0.32)),
    mass=(0.25, 0.6),
    variants=("closed", "torn open", "with window"),
    parts={
        "box": wrapper(
            "paper", "CRUNCH", "OATS", "FLAKES", "LOOPS", images=("sun", "star", "dinosaur")
        ),
        "flap": PartSpec(("paper",), ("white", "beige", "grey")),
        "window": PartSpec(("plastic",), ("tan", "gold", "brown")),
    },
    synonyms=("box of cereal", "cereal"),
    plural="cereal boxes",
)
def cereal_box(s: Shape, f: Form) -> None:
    packet(s, "box", 0.3, 1.0, 1.36)
    if f.variant == "torn open":
        for x0, x1 in ((-0.15, -0.2), (0.15, 0.2)):
            corners = [(x0, -0.5, 1.36), (x0, 0.5, 1.36), (x1, 0.48, 1.5), (x1, -0.48, 1.5)]
            s.panel("flap", *corners, two_sided=True)
        s.box("flap", (-0.1, -0.45, 1.36), (0.1, 0.45, 1.46), taper=(0.3, 0.9))
    elif f.variant == "with window":
        s.box("window", (0.1, -0.3, 0.15), (0.155, 0.3, 0.5))
    else:
        s.box("flap", (-0.15, -0.25, 1.36), (0.15, 0.25, 1.37))


def gable(s: Shape, part: str, z: float) -> None:
    """The folded roof of a carton of unit width."""
    s.prism(part, [(-0.5, z), (0.5, z), (0.03, z + 0.42), (-0.03, z + 0.42)], -0.5, 0.5, axis="y")
    s.box(part, (-0.03, -0.5, z + 0.4), (0.03, 0.5, z + 0.6))


@grocery(
    "milk carton",
    size=((0.07, 0.095), (0.07, 0.095), (0.19, 0.26)),
    mass=(0.4, 1.1),
    variants=("gable", "brick", "jug"),
    parts={
        "carton": PartSpec(
            ("paper", "plastic"),
            ("white", "blue", "green", "red"),
            ("printed", "plain"),
            texts=("MILK",),
        ),
        "cap": CAP,
    },
    inside=COLD,
    synonyms=("carton of milk", "milk"),
)
def milk_carton(s: Shape, f: Form) -> None:
    if f.variant == "jug":
        profile = [(0.46, 0), (0.5, 0.1), (0.5, 1.5), (0.4, 1.9), (0.2, 2.25), (0.2, 2.4)]
        s.lathe("carton", (0, 0, 0), profile, sides=4)
        horn(
            s,
            "carton",
            [(-0.2, 0, 2.25), (-0.46, 0, 1.95), (-0.48, 0, 1.4)],
            [0.08, 0.08, 0.08],
            sides=4,
        )
        s.cylinder("cap", (0, 0, 2.4), 0.22, 0.15, sides=8)
        print_front(s, "carton", 0.51, (-0.4, 0.4), (0.2, 1.3))
        return
    packet(s, "carton", 1.0, 1.0, 2.0)
    if f.variant == "gable":
        gable(s, "carton", 2.0)
        s.cylinder("cap", (0.2, 0, 2.15), 0.15, 0.2, sides=8, axis="x")
    else:
        s.cylinder("cap", (0.15, 0, 2.0), 0.18, 0.14, sides=8)


@grocery(
    "juice carton",
    size=((0.055, 0.08), (0.065, 0.095), (0.16, 0.25)),
    mass=(0.25, 1.1),
    variants=("capped", "with straw", "gable"),
    parts={
        "carton": PartSpec(
            ("paper",),
            ("orange", "yellow", "red", "purple", "green", "lime"),
            ("printed", "plain"),
            texts=("JUICE", "ORANGE", "APPLE"),
            images=("sun", "tree"),
        ),
        "cap": CAP,
    },
    inside=COLD,
    synonyms=("carton of juice", "juice box", "juice"),
)
def juice_carton(s: Shape, f: Form) -> None:
    packet(s, "carton", 1.0, 1.0, 2.1)
    if f.variant == "gable":
        gable(s, "carton", 2.1)
    elif f.variant == "capped":
        roof = [(-0.5, 2.1), (0.48, 2.1), (-0.3, 2.4), (-0.5, 2.4)]
        s.prism("carton", roof, -0.5, 0.5, axis="y")
        s.cylinder("cap", (0.05, 0, 2.15), 0.22, 0.3, sides=8)
    else:
        s.tube("cap", [(0.2, 0.2, 2.1), (0.2, 0.2, 2.5), (0.4, 0.35, 2.65)], 0.06, sides=6)


@grocery(
    "can",
    size=((0.07, 0.09), (0.07, 0.09), (0.085, 0.12)),
    mass=(0.2, 0.5),
    variants=("ribbed", "labelled", "opened"),
    parts={"label": wrapper("paper", "SOUP", "BEANS", "CORN", "TUNA"), "metal": STEEL},
    synonyms=("tin", "tin can", "food can", "can of soup"),
)
def can(s: Shape, f: Form) -> None:
    rib = 0.47 if f.variant == "ribbed" else 0.5
    profile = [(0.5, 0), (0.5, 0.08), (rib, 0.12), (rib, 1.08), (0.5, 1.12), (0.5, 1.2)]
    s.lathe("metal", (0, 0, 0), [*profile, (0.46, 1.2), (0.46, 1.16)])
    label(
        s,
        "label",
        0.5,
        0.16 if f.variant == "ribbed" else 0.06,
        1.04 if f.variant == "ribbed" else 1.14,
    )
    if f.variant == "opened":
        s.panel(
            "metal",
            (-0.4, -0.4, 1.2),
            (-0.4, 0.4, 1.2),
            (-0.6, 0.4, 1.6),
            (-0.6, -0.4, 1.6),
            two_sided=True,
        )


WATER: dict[str, list[Point]] = {
    "plastic": [
        (0.42, 0),
        (0.46, 0.1),
        (0.42, 0.7),
        (0.46, 0.8),
        (0.46, 1.9),
        (0.18, 2.5),
        (0.17, 2.7),
    ],
    "sports": [(0.45, 0), (0.48, 0.1), (0.36, 1.0), (0.48, 1.6), (0.48, 2.1), (0.4, 2.2)],
    "flask": [(0.46, 0), (0.48, 0.1), (0.48, 1.9), (0.3, 2.3), (0.3, 2.4)],
}


@grocery(
    "water bottle",
    size=((0.06, 0.08), (0.06, 0.08), (0.2, 0.27)),
    mass=(0.05, 0.9),
    variants=tuple(WATER),
    parts={
        "bottle": PartSpec(
            ("plastic", "metal", "glass"), ("blue", "turquoise", "silver", "green", "pink", "black")
        ),
        "label": wrapper("paper", "WATER", "AQUA", "SPRING"),
        "cap": CAP,
    },
    rooms={"kitchen": 1.0, "bedroom": 0.5, "office": 0.7, "living room": 0.5, "dining room": 0.3},
    on={
        "counter": 0.8,
        "desk": 0.8,
        "dining table": 0.6,
        "night stand": 0.5,
        "coffee table": 0.5,
        "side table": 0.3,
    },
    inside=COLD,
    synonyms=("bottle", "bottle of water", "plastic bottle", "drinking bottle"),
    tags=("food", "kitchenware"),
    keep_aspect=True,
)
def water_bottle(s: Shape, f: Form) -> None:
    neck = WATER[f.variant][-1][0]
    bottle(s, "bottle", WATER[f.variant], cap=(neck + 0.05, 0.25))
    if f.variant == "plastic":
        label(s, "label", 0.47, 1.0, 1.7)
    elif f.variant == "sports":
        s.cylinder("cap", (0, 0, 2.4), 0.14, 0.3, sides=6)
    else:
        top = [(-0.2, 0, 2.6), (-0.2, 0, 2.85), (0.2, 0, 2.85), (0.2, 0, 2.6)]
        s.tube("cap", top, 0.05, sides=4)


WINE: dict[str, list[Point]] = {
    "straight": [(0.36, 0), (0.38, 0.05), (0.38, 1.5), (0.3, 1.75), (0.14, 1.95), (0.14, 2.6)],
    "sloping": [(0.4, 0), (0.43, 0.05), (0.43, 1.1), (0.3, 1.6), (0.15, 2.1), (0.14, 2.6)],
    "flask": [(0.3, 0), (0.52, 0.25), (0.54, 0.6), (0.4, 1.1), (0.15, 1.5), (0.14, 2.3)],
}


@grocery(
    "wine bottle",
    size=((0.07, 0.085), (0.07, 0.085), (0.28, 0.33)),
    mass=(0.5, 1.4),
    variants=tuple(WINE),
    parts={
        "bottle": PartSpec(("glass",), ("green", "olive", "black", "brown", "maroon")),
        "label": PartSpec(
            ("paper",),
            ("cream", "white", "gold", "black"),
            ("printed", "plain"),
            texts=("WINE", "MERLOT", "CHATEAU"),
        ),
        "cap": PartSpec(("plastic", "metal"), ("maroon", "black", "gold", "red")),
    },
    rooms={"kitchen": 1.0, "dining room": 1.0, "living room": 0.4},
    on={
        "counter": 0.8,
        "dining table": 0.8,
        "sideboard": 0.7,
        "kitchen island": 0.6,
        "coffee table": 0.3,
        "shelf": 0.3,
    },
    inside={"wall cabinet": 0.4, "sideboard": 0.6, "fridge": 0.4},
    synonyms=("bottle of wine",),
    keep_aspect=True,
)
def wine_bottle(s: Shape, f: Form) -> None:
    profile = WINE[f.variant]
    s.lathe("bottle", (0, 0, 0), profile, sides=12)
    label(s, "label", profile[2][0], 0.35, 1.05 if f.variant != "flask" else 0.65)
    top = profile[-1][1]
    s.cylinder("cap", (0, 0, top - 0.35), 0.17, 0.42, sides=8)


@grocery(
    "soda can",
    size=((0.058, 0.068), (0.058, 0.068), (0.115, 0.135)),
    mass=(0.02, 0.38),
    variants=("standard", "slim", "crushed"),
    parts={
        "can": PartSpec(
            ("metal",),
            ("red", "blue", "green", "orange", "silver", "black", "purple"),
            ("printed", "plain", "striped"),
            texts=("COLA", "SODA", "FIZZ", "LEMON"),
        ),
        "metal": STEEL,
    },
    rooms={"kitchen": 1.0, "living room": 0.7, "office": 0.5, "bedroom": 0.3},
    on={
        "counter": 0.8,
        "coffee table": 1.0,
        "desk": 0.7,
        "dining table": 0.5,
        "side table": 0.5,
        "tv stand": 0.3,
    },
    inside=COLD,
    synonyms=("can of soda", "coke can", "drink can", "beverage can"),
)
def soda_can(s: Shape, f: Form) -> None:
    neck = 0.3 if f.variant == "slim" else 0.4
    s.lathe("metal", (0, 0, 0), [(0.34, 0), (0.5, 0.16)], top=False)
    if f.variant == "crushed":
        s.lathe("can", (0, 0, 0), [(0.5, 0.16), (0.36, 0.9), (0.5, 1.6)], bottom=False, top=False)
    else:
        label(s, "can", 0.48, 0.16, 1.6)
    s.lathe(
        "metal",
        (0, 0, 0),
        [(0.5, 1.6), (neck, 1.85), (neck, 1.9), (neck - 0.06, 1.87)],
        bottom=False,
    )
    s.box("metal", (-0.1, -0.06, 1.87), (0.2, 0.06, 1.9))


@grocery(
    "jar",
    size=((0.07, 0.1), (0.07, 0.1), (0.1, 0.15)),
    mass=(0.2, 0.9),
    variants=("round", "square", "rounded"),
    parts={
        "jar": PartSpec(("glass", "ceramic"), ("silver", "white", "turquoise", "green", "brown")),
        "lid": PartSpec(("metal", "plastic", "wood"), ("gold", "red", "white", "black", "silver")),
        "contents": PartSpec(("organic",), ("red", "purple", "orange", "gold", "brown", "green")),
        "label": wrapper("paper", "JAM", "HONEY", "PICKLES", "SUGAR", "COOKIES"),
    },
    states=("full",),
    inside={"wall cabinet": 0.8, "fridge": 0.7, "counter": 0.4},
    synonyms=("glass jar", "jam jar", "preserving jar"),
    tags=("food", "kitchenware"),
)
def jar(s: Shape, f: Form) -> None:
    sides = 4 if f.variant == "square" else 12
    belly = 0.5 if f.variant != "rounded" else 0.6
    body = [(0.44, 0), (0.5, 0.05), (belly, 0.45), (0.5, 0.95), (0.38, 1.1), (0.38, 1.15)]
    if f.has("full"):
        # What is in a full jar shows through it.
        level = (belly - 0.6 * (belly - 0.5), 0.75)
        s.lathe("contents", (0, 0, 0), [*body[:3], level], sides=sides, top=False)
        s.lathe("jar", (0, 0, 0), [level, *body[3:]], sides=sides, bottom=False, top=False)
    else:
        s.lathe("jar", (0, 0, 0), body, sides=sides, top=False)
    s.cylinder("lid", (0, 0, 1.12), 0.43, 0.22, sides=sides)
    if f.variant == "square":
        print_front(s, "label", 0.51, (-0.3, 0.3), (0.2, 0.75))
    else:
        label(s, "label", belly, 0.25, 0.7)


@grocery(
    "chocolate bar",
    size=((0.07, 0.09), (0.14, 0.18), (0.01, 0.014)),
    mass=(0.08, 0.2),
    variants=("wrapped", "half open", "bare"),
    parts={
        "chocolate": PartSpec(("organic",), ("brown", "black", "cream")),
        "wrapper": wrapper("paper", "CHOCO", "COCOA", "MILK"),
        "foil": PartSpec(("metal",), ("silver", "gold")),
    },
    rooms={"kitchen": 0.7, "living room": 0.7, "office": 0.5, "bedroom": 0.3},
    on={
        "counter": 0.6,
        "coffee table": 0.8,
        "desk": 0.7,
        "dining table": 0.4,
        "side table": 0.4,
        "night stand": 0.3,
    },
    synonyms=("chocolate", "bar of chocolate", "candy bar"),
)
def chocolate_bar(s: Shape, f: Form) -> None:
    cover = {"wrapped": 0.92, "half open": 0.1, "bare": -1.0}[f.variant]
    s.box("chocolate", (-0.48, -1.0, 0), (0.48, 1.0, 0.08))
    for i in range(2):
        for k in range(5):
            x, y = -0.45 + 0.46 * i, -0.98 + 0.4 * k
            if y + 0.3 > cover:
                s.box("chocolate", (x, y, 0.08), (x + 0.42, y + 0.36, 0.13), taper=(0.8, 0.8))
    if cover > -1.0:
        s.box("foil", (-0.49, -1.01, 0), (0.49, cover + 0.08, 0.125))
        s.box("wrapper", (-0.5, -1.0, 0), (0.5, cover, 0.14))
        print_top(s, "wrapper", 0.145, (-0.46, 0.46), (-0.96, cover - 0.04))


@grocery(
    "bag of chips",
    size=((0.06, 0.09), (0.16, 0.22), (0.22, 0.29)),
    mass=(0.05, 0.25),
    variants=("closed", "open", "rolled"),
    parts={
        "bag": wrapper("plastic", "CHIPS", "CRISPS", "NACHOS", "SALTY"),
        "seam": PartSpec(("plastic",), ("silver", "white", "grey")),
        "chips": PartSpec(("organic",), ("gold", "yellow", "orange")),
    },
    rooms={"kitchen": 1.0, "living room": 0.6},
    on={
        "counter": 1.0,
        "kitchen island": 0.6,
        "coffee table": 0.7,
        "dining table": 0.4,
        "shelf": 0.2,
    },
    synonyms=("chips bag", "crisps", "packet of crisps", "bag of crisps", "chips"),
    plural="bags of chips",
)
def bag_of_chips(s: Shape, f: Form) -> None:
    """A pillow that stands, flat at its seams."""

    def pillow(part: str, rows: list[tuple[float, float, float]]) -> None:
        for (x0, y0, z0), (x1, y1, z1) in itertools.pairwise(rows):
            low = [(-x0, -y0, z0), (x0, -y0, z0), (x0, y0, z0), (-x0, y0, z0)]
            top = [(-x1, -y1, z1), (x1, -y1, z1), (x1, y1, z1), (-x1, y1, z1)]
            s.hexahedron(part, low + top)

    rows = [(0.03, 0.5, 0.08), (0.22, 0.45, 0.35), (0.22, 0.44, 0.85), (0.04, 0.5, 1.15)]
    if f.variant == "open":
        rows[-1] = (0.16, 0.46, 1.12)
        for k in range(5):
            y, high = -0.32 + 0.16 * k, 1.2 + 0.08 * math.sin(2.0 * k)
            s.panel(
                "chips",
                (0.05, y, 1.1),
                (-0.05, y + 0.2, 1.1),
                (-0.05, y + 0.2, high),
                (0.05, y, high),
                two_sided=True,
            )
    elif f.variant == "rolled":
        rows[-1] = (0.08, 0.48, 1.05)
        s.rod("seam", (0.02, -0.48, 1.08), (0.02, 0.48, 1.08), 0.1, sides=6)
    else:
        s.box("seam", (-0.025, -0.5, 1.14), (0.025, 0.5, 1.22))
    pillow("bag", rows)
    s.box("seam", (-0.025, -0.5, 0), (0.025, 0.5, 0.09))
    print_front(s, "bag", 0.225, (-0.4, 0.4), (0.37, 0.83))
