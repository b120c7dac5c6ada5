"""What grows in pots, and the vases for what was cut."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.decor.ornaments import LIVING, SILL
from meadow.scenes.catalogue.pieces import LEAF, SHELVES, STEM, fitted, horn, ring, small, vessel
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

POT = PartSpec(
    ("ceramic", "plastic", "stone", "metal", "wood"),
    ANY,
    ("plain", "striped", "dotted", "zigzag", "wicker"),
)
SOIL = PartSpec(("organic",), ("brown", "black"))
FLOWER = PartSpec(("organic",), ("red", "pink", "yellow", "white", "purple", "orange", "blue"))


def _leaf(
    s: Shape,
    root: Point3,
    angle: float,
    length: float,
    width: float,
    droop: float,
) -> None:
    """A pointed leaf that rises from ``root`` outwards and bends down by ``droop``."""
    x, y, z = root
    with s.turned("z", angle, root):
        middle, high = x + length * 0.5, z + length * (0.6 - droop)
        tip = (x + length, y, z + length * (0.36 - 1.1 * droop))
        left, right = (middle, y + width / 2, high), (middle, y - width / 2, high)
        s.panel("leaves", root, right, left, left, two_sided=True)
        s.panel("leaves", right, tip, left, left, two_sided=True)


def _pot(s: Shape, height: float, radius: float) -> None:
    """A flower pot full of soil."""
    profile = [
        (radius * 0.7, 0.0),
        (radius * 0.96, height * 0.8),
        (radius, height * 0.8),
        (radius, height),
    ]
    vessel(s, "pot", profile, radius * 0.1, sides=8, fill=0.85)


@category(
    "house plant",
    size=((0.36, 0.6), (0.36, 0.6), (0.5, 1.2)),
    mass=(2.0, 15.0),
    variants=("fern", "cactus", "snake plant", "rubber tree", "palm", "flowering"),
    parts={"leaves": LEAF, "pot": POT, "contents": SOIL, "stem": STEM, "flowers": FLOWER},
    rooms={**LIVING, "kitchen": 0.3, "bathroom": 0.3},
    on={"floor": 1.0, "side table": 0.15, "console table": 0.15, "tv stand": 0.1},
    place="corner",
    synonyms=("houseplant", "potted plant", "plant"),
    tags=("robothor",),
)
@fitted
def house_plant(s: Shape, f: Form) -> None:
    """One of six growths in a pot; drawn about 1 high and 0.6 wide."""
    _pot(s, 0.28, 0.17)
    grow = {
        "fern": _fern,
        "cactus": _cactus,
        "snake plant": _snake_plant,
        "rubber tree": _rubber_tree,
        "palm": _palm,
        "flowering": _flowering,
    }
    grow[f.variant](s)


def _fern(s: Shape) -> None:
    for k in range(18):
        outer = k % 2 == 0
        _leaf(s, (0, 0, 0.26), k * 2.4, 0.4 if outer else 0.3, 0.14, 0.1 if outer else -0.6)


def _cactus(s: Shape) -> None:
    s.lathe(
        "leaves",
        (0, 0, 0.24),
        [(0.08, 0.0), (0.1, 0.3), (0.1, 0.65), (0.05, 0.74), (0.0, 0.76)],
        sides=8,
    )
    for side, low in ((-1, 0.45), (1, 0.55)):
        arm = [(0, 0, low), (0, side * 0.2, low), (0, side * 0.22, low + 0.25)]
        horn(s, "leaves", arm, (0.05, 0.055, 0.035))
    s.ellipsoid("flowers", (0, 0, 1.0), (0.04, 0.04, 0.03), sides=6, rows=4)


def _snake_plant(s: Shape) -> None:
    for k in range(9):
        a = k * 2.4
        r = 0.02 + 0.011 * k
        x, y, tall = r * math.cos(a), r * math.sin(a), 1.0 - 0.05 * k
        with s.turned("z", a, (x, y, 0)):
            outline = [
                (-0.03, 0.25),
                (0.03, 0.25),
                (0.045, 0.25 + tall * 0.4),
                (0.01, 0.25 + tall * 0.75),
                (-0.04, 0.25 + tall * 0.4),
            ]
            s.prism("leaves", [(x + u, w) for u, w in outline], y - 0.008, y + 0.008, axis="y")


def _rubber_tree(s: Shape) -> None:
    s.rod("stem", (0, 0, 0.2), (0, 0, 0.92), 0.02)
    for k in range(16):
        _leaf(s, (0, 0, 0.4 + 0.035 * k), k * 2.4, 0.3 - 0.008 * k, 0.13, 0.1)


def _palm(s: Shape) -> None:
    s.rod("stem", (0, 0, 0.2), (0, 0, 0.66), 0.035, end_radius=0.025)
    ring(s, "stem", (0, 0, 0.45), 0.03, 0.012, sides=6)
    for k in range(10):
        _leaf(s, (0, 0, 0.65), k * 2 * math.pi / 10, 0.38, 0.14, 0.05 if k % 2 else -0.5)


def _flowering(s: Shape) -> None:
    for k in range(8):
        _leaf(s, (0, 0, 0.26), k * math.pi / 4, 0.3, 0.11, -0.1)
    for k in range(5):
        a = k * 2 * math.pi / 5
        r = 0.17 if k else 0.0
        tip = (r * math.cos(a), r * math.sin(a), 0.9 if k else 1.0)
        s.rod("stem", (0, 0, 0.25), tip, 0.01, sides=4, caps=False)
        s.ellipsoid("flowers", tip, (0.085, 0.085, 0.06), sides=6, rows=3)


@small(
    "flower pot",
    size=((0.14, 0.22), (0.14, 0.22), (0.24, 0.4)),
    mass=(0.6, 2.5),
    variants=("tulips", "daisies", "herbs"),
    parts={"pot": POT, "flowers": FLOWER, "leaves": LEAF, "contents": SOIL, "stem": STEM},
    rooms={**LIVING, "kitchen": 0.6, "bathroom": 0.2},
    on={**SILL, "counter": 0.3, "night stand": 0.2},
    synonyms=("flowerpot", "potted flower"),
)
def flower_pot(s: Shape, f: Form) -> None:
    """A small pot with blossoms or herbs; drawn 1 high."""
    _pot(s, 0.5, 0.26)
    count = 5 if f.variant != "herbs" else 0
    for k in range(count):
        a = k * 2 * math.pi / count
        tip = (0.18 * math.cos(a), 0.18 * math.sin(a), 0.88)
        s.rod("stem", (0, 0, 0.45), tip, 0.012, sides=4, caps=False)
        if f.variant == "tulips":
            s.lathe("flowers", (*tip[:2], 0.82), [(0.02, 0.0), (0.07, 0.06), (0.04, 0.18)], sides=6)
        else:
            s.cylinder("flowers", tip, 0.09, 0.03, sides=6)
            s.cylinder("stem", (*tip[:2], 0.91), 0.035, 0.02, sides=4, bottom=False)
    for k in range(4 if count else 12):
        _leaf(
            s,
            (0, 0, 0.45),
            k * (1.57 if count else 2.4),
            0.28,
            0.12,
            0.0 if count or k % 2 else -0.6,
        )


@small(
    "vase",
    size=((0.1, 0.2), (0.1, 0.2), (0.2, 0.42)),
    mass=(0.4, 3.0),
    variants=("bottle", "belly", "flared", "square", "jug"),
    parts={
        "body": PartSpec(
            ("ceramic", "glass", "metal", "stone", "wood"),
            ANY,
            ("plain", "striped", "floral", "zigzag", "dotted", "checked"),
        ),
        "rim": PartSpec(("ceramic", "metal"), ("gold", "white", "black", "silver", "brown")),
    },
    rooms={**LIVING, "kitchen": 0.3},
    on=SILL,
    inside={"cabinet": 0.2, "sideboard": 0.2},
    tags=("robothor",),
)
def vase(s: Shape, f: Form) -> None:
    """A hollow turned body with a rim; drawn 1 high."""
    profile = {
        "bottle": [(0.2, 0.0), (0.26, 0.2), (0.24, 0.45), (0.08, 0.65), (0.07, 0.93)],
        "belly": [(0.14, 0.0), (0.3, 0.35), (0.3, 0.55), (0.14, 0.82), (0.18, 0.95)],
        "flared": [(0.16, 0.0), (0.1, 0.3), (0.13, 0.6), (0.27, 0.95)],
        "square": [(0.18, 0.0), (0.22, 0.95)],
        "jug": [(0.18, 0.0), (0.25, 0.3), (0.2, 0.6), (0.11, 0.78), (0.15, 0.95)],
    }[f.variant]
    sides = 4 if f.variant == "square" else 10
    vessel(s, "body", profile, 0.03, sides=sides)
    r = profile[-1][0]
    lip = [(r, 0.0), (r + 0.015, 0.05), (r - 0.03, 0.05), (r - 0.03, 0.0)]
    s.lathe("rim", (0, 0, 0.95), lip, sides=sides, bottom=False, top=False)
    if f.variant == "jug":
        for side in (-1, 1):
            bow = [(0, side * 0.12, 0.85), (0, side * 0.28, 0.8), (0, side * 0.2, 0.5)]
            s.tube("rim", bow, 0.025, sides=5)


@category(
    "wreath",
    size=((0.05, 0.1), (0.3, 0.5), (0.3, 0.5)),
    mass=(0.3, 1.2),
    variants=("leafy", "berry", "bow"),
    parts={
        "leaves": PartSpec(("organic",), ("green", "olive", "lime", "brown")),
        "berries": PartSpec(("organic", "plastic"), ("red", "gold", "white", "orange", "purple")),
        "bow": PartSpec(("fabric",), ("red", "gold", "white", "purple", "pink")),
    },
    rooms={"hallway": 0.4, "living room": 0.3, "dining room": 0.2},
    on={"wall": 1.0},
    mount=(1.3, 1.6),
    synonyms=("garland",),
    keep_aspect=True,
)
@fitted
def wreath(s: Shape, f: Form) -> None:
    """A ring of leaves with berries or a bow; drawn 1 across."""
    ring(s, "leaves", (0.0, 0, 0), 0.36, 0.11, axis="x", sides=12, rows=4)
    for k in range(12):
        with s.turned("x", k * math.pi / 6 + 0.2, (0, 0, 0)):
            r = 0.42 if k % 2 else 0.3
            s.panel(
                "leaves",
                (0.06, -0.06, r),
                (0.12, 0.05, r - 0.05),
                (0.1, 0.12, r + 0.08),
                (0.1, 0.12, r + 0.08),
                two_sided=True,
            )
    berries = {"leafy": 3, "berry": 8, "bow": 4}[f.variant]
    for k in range(berries):
        a = 2 * math.pi * k / berries + 0.3
        s.ellipsoid(
            "berries",
            (0.1, 0.36 * math.cos(a), 0.36 * math.sin(a)),
            (0.045, 0.045, 0.045),
            sides=5,
            rows=3,
        )
    if f.variant == "bow":
        for side in (-1, 1):
            s.prism(
                "bow",
                [(0.0, -0.36), (side * 0.2, -0.26), (side * 0.2, -0.46)],
                0.08,
                0.15,
                axis="x",
            )
            s.prism(
                "bow",
                [(0.0, -0.36), (side * 0.05, -0.36), (side * 0.14, -0.5), (side * 0.07, -0.5)],
                0.08,
                0.13,
                axis="x",
            )


@small(
    "porcelain vase",
    size=((0.16, 0.26), (0.16, 0.26), (0.34, 0.56)),
    keep_aspect=True,
    mass=(0.8, 3.5),
    variants=("meiping", "bottle", "ginger jar", "double gourd"),
    parts={
        "body": PartSpec(
            ("ceramic",), ("white", "blue", "cream", "turquoise"), ("floral", "striped", "plain")
        ),
        "bands": PartSpec(("ceramic",), ("blue", "navy", "gold", "red")),
    },
    on={**SHELVES, "floor": 0.4},
    synonyms=("blue-and-white porcelain vase", "china vase", "chinese vase"),
)
def porcelain_vase(s: Shape, f: Form) -> None:
    """A tall glazed vase with painted bands at neck and foot."""
    profile = {
        "meiping": [(2.0, 0.6), (2.1, 3.0), (3.2, 6.5), (3.8, 9.0), (3.2, 10.6), (1.3, 11.4)],
        "bottle": [(2.2, 0.6), (3.4, 2.2), (3.7, 4.0), (2.9, 6.0), (1.2, 8.0), (1.0, 12.0)],
        "ginger jar": [(2.4, 0.6), (2.8, 2.5), (3.8, 5.5), (4.0, 7.5), (3.0, 9.2), (1.9, 9.8)],
        "double gourd": [(2.2, 0.6), (3.7, 2.6), (3.5, 4.6), (1.7, 6.6), (2.5, 8.4), (1.1, 10.6)],
    }[f.variant]
    s.lathe("body", (0, 0, 0), profile, sides=14, bottom=False, top=False)
    foot, (neck, top) = profile[0][0], profile[-1]
    s.lathe("bands", (0, 0, 0), [(foot + 0.15, 0.0), (foot + 0.05, 0.7)], sides=14, top=False)
    if f.variant == "ginger jar":
        lid = [(neck + 0.3, 0.0), (neck + 0.3, 0.8), (1.2, 1.6), (0.4, 1.8), (0.6, 2.4)]
        s.lathe("bands", (0, 0, top - 0.1), lid, sides=14, bottom=False)
        return
    lip = [
        (neck + 0.05, -0.6),
        (neck + 0.15, 0.2),
        (neck + 0.8, 0.9),
        (neck + 0.5, 0.9),
        (neck - 0.2, -0.4),
    ]
    s.lathe("bands", (0, 0, top), lip, sides=14, bottom=False, top=True)
