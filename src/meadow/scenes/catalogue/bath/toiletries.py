"""What stands by the mirror: brushes, bottles, tubes."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import (
    PLASTICS,
    STEEL,
    oval,
    print_front,
    small,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

toiletry = functools.partial(
    small,
    rooms={"bathroom": 1.0, "bedroom": 0.4},
    on={
        "sink": 1.0,
        "shelf": 0.6,
        "dresser": 0.6,
        "cabinet": 0.4,
        "bath tub": 0.3,
        "night stand": 0.2,
    },
    inside={"cabinet": 0.6, "dresser": 0.3},
    tags=("personal",),
)
COSMETIC = (
    "pink",
    "white",
    "purple",
    "turquoise",
    "gold",
    "black",
    "green",
    "blue",
    "orange",
    "cream",
)


@toiletry(
    "hair brush",
    size=((0.06, 0.08), (0.2, 0.24), (0.035, 0.05)),
    mass=(0.06, 0.15),
    variants=("oval", "round", "paddle"),
    parts={
        "brush": PartSpec(("plastic", "wood"), ("pink", "brown", "black", "purple", "blue", "tan")),
        "bristles": PartSpec(("plastic", "rubber"), ("black", "white", "grey")),
    },
    synonyms=("hairbrush", "brush"),
    plural="hair brushes",
)
def hair_brush(s: Shape, f: Form) -> None:
    """Bristles up, the handle to the right."""
    s.rod("brush", (0, -1.1, 0.1), (0, 0.0, 0.1), 0.09, end_radius=0.07, sides=6)
    if f.variant == "round":
        s.cylinder("brush", (0, 0, 0.22), 0.16, 0.9, axis="y", sides=8)
        s.cylinder("bristles", (0, 0.05, 0.22), 0.24, 0.8, axis="y", sides=6)
        return
    if f.variant == "oval":
        s.prism("brush", oval(0.3, 0.48, 10, (0, 0.42)), 0.02, 0.18)
    else:
        s.prism("brush", [(0.32, -0.05), (0.32, 0.9), (-0.32, 0.9), (-0.32, -0.05)], 0.02, 0.18)
    for i in range(3):
        for k in range(4):
            x, y = 0.17 * (i - 1), 0.14 + 0.19 * k
            s.cylinder("bristles", (x, y, 0.18), 0.03, 0.22, sides=4)


@toiletry(
    "comb",
    size=((0.035, 0.05), (0.15, 0.19), (0.005, 0.008)),
    mass=(0.01, 0.03),
    variants=("straight", "handled", "curved"),
    parts={
        "comb": PartSpec(
            ("plastic", "wood", "metal"), ("black", "brown", "pink", "blue", "tan", "white")
        )
    },
)
def comb(s: Shape, f: Form) -> None:
    count = 9 if f.variant == "handled" else 12
    start = -0.1 if f.variant == "handled" else -0.95
    back = [(-0.25, start), (-0.25, 0.95), (-0.08, 0.98), (-0.08, start - 0.03)]
    if f.variant == "curved":
        back = [
            (-0.12, -0.98),
            (-0.25, -0.4),
            (-0.25, 0.4),
            (-0.12, 0.98),
            (-0.08, 0.98),
            (-0.08, -0.98),
        ]
    s.prism("comb", back, 0, 0.06)
    if f.variant == "handled":
        s.box("comb", (-0.24, -1, 0), (-0.06, -0.1, 0.06))
    for k in range(count):
        y = start + (0.93 - start) * k / (count - 1)
        s.box("comb", (-0.1, y, 0.01), (0.25, y + 0.05, 0.05))


@toiletry(
    "hair dryer",
    size=((0.18, 0.22), (0.075, 0.09), (0.2, 0.24)),
    mass=(0.4, 0.8),
    variants=("classic", "compact", "diffuser"),
    parts={
        "body": PartSpec(
            ("plastic", "metal"), ("black", "pink", "white", "red", "purple", "silver")
        ),
        "nozzle": PartSpec(("plastic",), ("black", "grey", "white")),
    },
    synonyms=("hairdryer", "blow dryer"),
)
def hair_dryer(s: Shape, f: Form) -> None:
    """Stands on the end of its handle and blows to the front."""
    s.lathe(
        "body",
        (-0.5, 0, 1.0),
        [(0.2, 0), (0.34, 0.15), (0.34, 0.6), (0.24, 1.0)],
        axis="x",
        sides=10,
    )
    length, mouth = {"classic": (0.3, 0.2), "compact": (0.1, 0.22), "diffuser": (0.3, 0.45)}[
        f.variant
    ]
    s.cylinder("nozzle", (0.5, 0, 1.0), 0.22, length, top_radius=mouth, axis="x", sides=10)
    s.rod("body", (-0.1, 0, 0.75), (-0.2, 0, 0.05), 0.17, end_radius=0.14, sides=8)
    s.box("nozzle", (-0.4, -0.15, 0), (0.0, 0.15, 0.06))
    s.box("nozzle", (0.02, -0.05, 0.5), (0.1, 0.05, 0.7))


@toiletry(
    "perfume bottle",
    size=((0.035, 0.05), (0.05, 0.075), (0.08, 0.12)),
    mass=(0.1, 0.3),
    variants=("flat", "round", "faceted"),
    parts={
        "bottle": PartSpec(("glass",), ("pink", "gold", "purple", "turquoise", "blue", "silver")),
        "cap": PartSpec(("metal", "plastic", "glass"), ("gold", "silver", "black", "white")),
    },
    rooms={"bedroom": 1.0, "bathroom": 1.0},
    on={"dresser": 1.0, "sink": 0.6, "night stand": 0.4, "shelf": 0.4},
    synonyms=("perfume", "cologne", "scent bottle"),
)
def perfume_bottle(s: Shape, f: Form) -> None:
    if f.variant == "round":
        s.ellipsoid("bottle", (0, 0, 0.5), (0.36, 0.55, 0.5), sides=10, rows=6)
    elif f.variant == "flat":
        s.box("bottle", (-0.3, -0.55, 0), (0.3, 0.55, 0.95), taper=(0.9, 0.95))
    else:
        s.lathe("bottle", (0, 0, 0), [(0.3, 0), (0.5, 0.4), (0.2, 1.0)], sides=6)
    s.cylinder("cap", (0, 0, 0.94), 0.12, 0.12, sides=8)
    if f.variant == "round":
        s.ellipsoid("cap", (0, 0, 1.25), (0.2, 0.2, 0.22), sides=8, rows=4)
    else:
        s.box("cap", (-0.17, -0.2, 1.06), (0.17, 0.2, 1.45))


@toiletry(
    "toothbrush",
    size=((0.015, 0.02), (0.17, 0.2), (0.018, 0.024)),
    mass=(0.01, 0.03),
    variants=("straight", "angled", "wooden"),
    parts={
        "handle": PartSpec(
            ("plastic", "wood"), ("blue", "red", "green", "pink", "yellow", "white", "tan")
        ),
        "bristles": PartSpec(("plastic",), ("white", "blue", "green")),
    },
    rooms={"bathroom": 1.0},
    on={"sink": 1.0, "shelf": 0.4, "cabinet": 0.2},
    plural="toothbrushes",
    synonyms=("tooth brush",),
)
def toothbrush(s: Shape, f: Form) -> None:
    bend = 0.06 if f.variant == "angled" else 0.0
    grip = 0.1 if f.variant != "wooden" else 0.08
    s.box("handle", (-grip, -1, 0), (grip, 0.2, 0.1), taper=(0.8, 1.0))
    neck = [(-0.05, 0.2, 0), (0.05, 0.2, 0), (0.05, 0.62, bend), (-0.05, 0.62, bend)]
    s.hexahedron("handle", [*neck, *((x, y, z + 0.09) for x, y, z in neck)])
    s.box("handle", (-0.1, 0.6, bend), (0.1, 1.0, bend + 0.08))
    for k in range(3):
        y = 0.64 + 0.12 * k
        s.box("bristles", (-0.08, y, bend + 0.08), (0.08, y + 0.1, bend + 0.22))


@toiletry(
    "toothpaste",
    size=((0.035, 0.048), (0.14, 0.18), (0.03, 0.042)),
    mass=(0.05, 0.16),
    variants=("full", "squeezed", "rolled up"),
    parts={
        "tube": PartSpec(
            ("plastic",),
            ("white", "blue", "red", "green"),
            ("plain", "striped", "printed"),
            texts=("MINT", "FRESH", "DENTAL"),
        ),
        "cap": PartSpec(("plastic",), ("white", "blue", "red", "green")),
    },
    rooms={"bathroom": 1.0},
    on={"sink": 1.0, "shelf": 0.4, "cabinet": 0.2},
    synonyms=("tube of toothpaste", "toothpaste tube"),
    plural="tubes of toothpaste",
)
def toothpaste(s: Shape, f: Form) -> None:
    """Lies along Y, its flat end to the right."""
    thick = 0.2 if f.variant != "squeezed" else 0.12
    low = [(-0.22, -0.9, 0), (0.22, -0.9, 0), (0.2, 0.7, 0), (-0.2, 0.7, 0)]
    top = [(-0.22, -0.9, 0.02), (0.22, -0.9, 0.02), (0.2, 0.7, 2 * thick), (-0.2, 0.7, 2 * thick)]
    s.hexahedron("tube", low + top)
    s.cylinder("tube", (0, 0.7, thick), 0.16, 0.1, top_radius=0.1, axis="y", sides=8)
    s.cylinder("cap", (0, 0.8, thick), 0.12, 0.22, axis="y", sides=8)
    if f.variant == "rolled up":
        s.rod("tube", (-0.22, -0.85, 0.1), (0.22, -0.85, 0.1), 0.1, sides=6)
    slope = (2 * thick - 0.02) / 1.6
    a, b = 0.02 + 0.2 * slope + 0.01, 0.02 + 1.5 * slope + 0.01
    s.panel(
        "tube", (0.18, -0.7, a), (0.18, 0.6, b), (-0.18, 0.6, b), (-0.18, -0.7, a), printed=True
    )


def flacon(s: Shape, variant: str, texts_at: Point) -> None:
    """A flat-fronted cosmetic bottle: pump, flip cap or tall cap."""
    body: dict[str, list[Point]] = {
        "pump": [(0.5, 0), (0.5, 1.5), (0.18, 1.7)],
        "flip cap": [(0.44, 0), (0.52, 0.3), (0.5, 1.5), (0.36, 1.75)],
        "tapered": [(0.54, 0), (0.5, 1.2), (0.3, 1.6), (0.24, 1.7)],
    }
    profile = body[variant]
    s.lathe("bottle", (0, 0, 0), profile, sides=8, stretch=1.35, flat=True)
    print_front(s, "bottle", max(r for r, _ in profile) + 0.01, (-0.28, 0.28), texts_at)
    top = profile[-1][1]
    if variant == "pump":
        s.cylinder("cap", (0, 0, top), 0.2, 0.15, sides=8)
        s.rod("cap", (0, 0, top + 0.15), (0, 0, top + 0.4), 0.06, sides=6)
        s.box("cap", (-0.12, -0.1, top + 0.38), (0.5, 0.1, top + 0.5))
    else:
        s.cylinder(
            "cap",
            (0, 0, top),
            profile[-1][0],
            0.35,
            sides=8,
            stretch=1.35 if variant == "flip cap" else 1.0,
        )


FLACONS = ("pump", "flip cap", "tapered")


@toiletry(
    "lotion bottle",
    size=((0.045, 0.06), (0.06, 0.08), (0.15, 0.2)),
    mass=(0.15, 0.5),
    variants=FLACONS,
    parts={
        "bottle": PartSpec(
            ("plastic", "glass"),
            COSMETIC,
            ("plain", "printed", "floral"),
            texts=("LOTION", "CREAM", "ALOE"),
        ),
        "cap": PartSpec(("plastic",), ("white", "gold", "silver", "black")),
    },
    synonyms=("lotion", "body lotion", "hand cream"),
)
def lotion_bottle(s: Shape, f: Form) -> None:
    flacon(s, f.variant, (0.5, 1.1))


@toiletry(
    "shampoo bottle",
    size=((0.045, 0.065), (0.07, 0.09), (0.19, 0.25)),
    mass=(0.2, 0.7),
    variants=FLACONS,
    parts={
        "bottle": PartSpec(
            ("plastic",),
            COSMETIC,
            ("plain", "printed", "striped"),
            texts=("SHAMPOO", "HAIR", "SHINE"),
        ),
        "cap": PartSpec(("plastic",), PLASTICS),
        "band": PartSpec(("plastic",), ("white", "silver", "gold")),
    },
    rooms={"bathroom": 1.0},
    on={"bath tub": 1.0, "shelf": 0.8, "sink": 0.5, "shower": 0.8},
    synonyms=("shampoo", "conditioner", "shower gel"),
)
def shampoo_bottle(s: Shape, f: Form) -> None:
    flacon(s, f.variant, (0.55, 1.15))
    s.lathe("band", (0, 0, 0.42), [(0.54, 0), (0.54, 0.08)], sides=8, stretch=1.35, flat=True)


@toiletry(
    "razor",
    size=((0.04, 0.05), (0.13, 0.16), (0.025, 0.035)),
    mass=(0.01, 0.06),
    variants=("safety", "disposable", "classic"),
    parts={
        "handle": PartSpec(
            ("plastic", "metal", "rubber"), ("blue", "pink", "black", "silver", "orange", "green")
        ),
        "head": STEEL,
    },
    rooms={"bathroom": 1.0},
    on={"sink": 1.0, "shelf": 0.4, "bath tub": 0.3},
    synonyms=("shaver", "safety razor"),
)
def razor(s: Shape, f: Form) -> None:
    thick = {"safety": 0.08, "disposable": 0.06, "classic": 0.1}[f.variant]
    s.rod("handle", (0, -1, 0.12), (0, 0.75, 0.22), thick, end_radius=0.7 * thick, sides=6)
    wide = 0.3 if f.variant != "classic" else 0.34
    s.box("handle", (-wide, 0.68, 0.1), (wide, 0.92, 0.24))
    s.box("head", (-0.9 * wide, 0.7, 0.24), (0.9 * wide, 0.9, 0.3))
    if f.variant == "classic":
        s.cylinder("head", (0, -1.1, 0.12), 0.12, 0.12, axis="y", sides=8)
    elif f.variant == "safety":
        s.box("head", (-0.03, -0.5, 0.14), (0.03, 0.2, 0.28))


@toiletry(
    "lipstick",
    size=((0.02, 0.024), (0.02, 0.024), (0.065, 0.085)),
    mass=(0.02, 0.04),
    variants=("round", "square", "closed"),
    parts={
        "stick": PartSpec(("organic",), ("red", "pink", "maroon", "purple", "orange")),
        "tube": PartSpec(("plastic", "metal"), ("black", "gold", "silver", "white")),
        "collar": PartSpec(("metal",), ("gold", "silver")),
    },
    on={"dresser": 1.0, "sink": 0.6, "night stand": 0.4},
)
def lipstick(s: Shape, f: Form) -> None:
    sides = 4 if f.variant == "square" else 8
    s.cylinder("tube", (0, 0, 0), 0.5, 1.4, sides=sides)
    s.cylinder("collar", (0, 0, 1.4), 0.4, 0.6, sides=sides)
    if f.variant == "closed":
        s.cylinder("stick", (0, 0, 1.7), 0.5, 1.2, sides=sides)
    else:
        slant = [(-0.3, 2.0), (0.3, 2.0), (0.3, 2.6), (-0.3, 3.1)]
        s.prism("stick", slant, -0.3, 0.3, axis="y")
