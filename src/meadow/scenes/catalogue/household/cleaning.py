"""Brooms, buckets and what else cleans a floor."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import (
    PLASTICS,
    STEEL,
    handle,
    rounded,
    small,
    vessel,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

cleaning = functools.partial(
    small,
    rooms={"kitchen": 1.0, "bathroom": 0.8, "hallway": 0.5},
    on={"floor": 1.0},
    inside={"cabinet": 0.1},
    tags=("cleaning",),
)
BRISTLES = PartSpec(("plastic", "organic"), ("yellow", "tan", "green", "blue", "red", "grey"))
POLE = PartSpec(
    ("wood", "metal", "plastic"), ("tan", "brown", "silver", "blue", "red", "green", "white")
)


@cleaning(
    "bucket",
    size=((0.26, 0.32), (0.27, 0.33), (0.26, 0.34)),
    mass=(0.4, 1.5),
    variants=("handle up", "handle down", "footed"),
    parts={
        "bucket": PartSpec(("plastic", "metal"), PLASTICS),
        "handle": STEEL,
        "contents": PartSpec(("organic",), ("turquoise", "blue", "grey", "brown")),
    },
    states=("full",),
    synonyms=("pail",),
)
def bucket(s: Shape, f: Form) -> None:
    foot = 0.08 if f.variant == "footed" else 0.0
    outside: list[Point] = (
        [(0.34, 0), (0.34, foot), (0.5, 1.0)] if foot else [(0.36, 0), (0.5, 1.0)]
    )
    vessel(s, "bucket", outside, 0.03, sides=12, fill=0.7 if f.has("full") else 0.0)
    if f.variant == "handle down":
        handle(s, "handle", (0, 0, 0.92), (0.5, 0.5), 0.02, angles=(-90, 90), steps=6, axis="z")
    else:
        handle(s, "handle", (0, 0, 0.95), (0.5, 0.4), 0.02, angles=(0, 180), steps=6, axis="x")


@cleaning(
    "broom",
    size=((0.1, 0.14), (0.28, 0.36), (1.2, 1.4)),
    mass=(0.5, 1.0),
    variants=("flat", "flared", "witch's"),
    parts={
        "bristles": BRISTLES,
        "pole": POLE,
        "head": PartSpec(("wood", "plastic"), ("tan", "red", "blue", "black")),
    },
    synonyms=("sweeping brush", "sweeper"),
    place="wall",
)
def broom(s: Shape, f: Form) -> None:
    """Stands on its bristles."""
    s.rod("pole", (0, 0, 0.2), (0, 0, 1.6), 0.022, sides=8)
    if f.variant == "witch's":
        s.lathe("bristles", (0, 0, 0), [(0.14, 0), (0.17, 0.12), (0.05, 0.42)], sides=8)
        s.cylinder("head", (0, 0, 0.38), 0.06, 0.06, sides=8)
        return
    spread = 1.3 if f.variant == "flared" else 1.02
    s.box("head", (-0.05, -0.18, 0.2), (0.05, 0.18, 0.26), taper=(0.8, 0.6))
    for k in range(6):
        y = -0.17 + 0.058 * k
        s.box(
            "bristles",
            (-0.05, spread * y, 0),
            (0.05, spread * (y + 0.05), 0.2),
            taper=(0.8, 1 / spread),
        )


@cleaning(
    "mop",
    size=((0.2, 0.28), (0.24, 0.34), (1.15, 1.35)),
    mass=(0.5, 1.1),
    variants=("stringy", "flat", "sponge"),
    parts={
        "mop": PartSpec(("fabric", "rubber"), ("white", "blue", "grey", "green", "yellow", "pink")),
        "pole": POLE,
        "head": PartSpec(("plastic", "metal"), ("red", "blue", "grey", "green")),
    },
    synonyms=("floor mop",),
    place="wall",
)
def mop(s: Shape, f: Form) -> None:
    s.rod("pole", (0, 0, 0.1), (0, 0, 1.5), 0.02, sides=8)
    if f.variant == "stringy":
        s.cylinder("head", (0, 0, 0.24), 0.06, 0.08, sides=8)
        for k in range(10):
            a = 2 * math.pi * k / 10
            x, y = math.cos(a), math.sin(a)
            s.rod("mop", (0.04 * x, 0.04 * y, 0.26), (0.16 * x, 0.16 * y, 0.02), 0.025, sides=4)
    else:
        thick = 0.04 if f.variant == "flat" else 0.1
        s.prism("mop", rounded(0.13, 0.2, 0.03), 0, thick)
        s.box("head", (-0.1, -0.16, thick), (0.1, 0.16, thick + 0.03), taper=(0.4, 0.7))


@cleaning(
    "dustpan",
    size=((0.24, 0.3), (0.2, 0.26), (0.06, 0.09)),
    mass=(0.15, 0.4),
    variants=("plain", "with brush", "square"),
    parts={
        "pan": PartSpec(("plastic", "metal"), PLASTICS),
        "handle": PartSpec(("plastic", "wood"), PLASTICS),
        "bristles": BRISTLES,
    },
    synonyms=("dust pan",),
)
def dustpan(s: Shape, f: Form) -> None:
    """Its lip points to the front."""
    back = 0.4 if f.variant != "square" else 0.5
    s.prism("pan", [(0.6, -0.5), (0.6, 0.5), (-0.2, back), (-0.2, -back)], 0, 0.03)
    s.box("pan", (-0.24, -back, 0), (-0.18, back, 0.25))
    for side in (-1, 1):
        wall = [(0.5, 0), (-0.2, 0), (-0.2, 0.25)]
        y = side * (back + 0.5) / 2
        s.prism("pan", wall, y - 0.03, y + 0.03, axis="y")
    s.rod("handle", (-0.2, 0, 0.15), (-0.75, 0, 0.18), 0.07, sides=6)
    if f.variant == "with brush":
        s.box("handle", (-0.1, -0.32, 0.2), (0.1, 0.32, 0.28))
        for k in range(5):
            s.box("bristles", (-0.08, -0.3 + 0.125 * k, 0.03), (0.08, -0.2 + 0.125 * k, 0.2))
    elif f.variant == "plain":
        s.box("bristles", (0.56, -0.5, 0.02), (0.62, 0.5, 0.04))
