"""Soft things: rugs, mats, curtains, pillows, blankets and towels."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import SIDES, oval, print_front, small
from meadow.scenes.catalogue.spec import ANY, METALS, PartSpec, category
from meadow.scenes.modelling.casing import facing, halves, lying, spread
from meadow.scenes.modelling.finish import IMAGES
from meadow.scenes.modelling.joinery import cushion
from meadow.scenes.modelling.shape import Form, Shape

WOVEN = ("plain", "striped", "checked", "dotted", "knitted", "floral", "zigzag")
CLOTH = PartSpec(("fabric",), ANY, WOVEN)


def _flat(s: Shape, part: str, outline: list[tuple[float, float]], height: float) -> None:
    """A thin piece on the floor; a robot drives over it."""
    s.prism(part, outline, 0.0, height, solid=False)


def _rectangle(x: float, y: float) -> list[tuple[float, float]]:
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


#: Pictures that people print on pillows (the others are faces of devices).
PILLOW_PICTURES = IMAGES[:16]


@category(
    "rug",
    size=((1.0, 2.2), (1.4, 3.0), (0.01, 0.02)),
    mass=(3.0, 25.0),
    variants=("rectangular", "oval", "fringed", "runner"),
    parts={
        "pile": PartSpec(
            ("fabric",),
            ANY,
            ("plain", "striped", "zigzag", "floral", "checked", "dotted", "knitted", "tie-dye"),
        ),
        "border": PartSpec(("fabric",)),
    },
    rooms={"living room": 1.0, "bedroom": 0.8, "office": 0.4, "dining room": 0.5, "hallway": 0.3},
    on={"floor": 1.0},
    synonyms=("carpet",),
    tags=("flat",),
)
def rug(s: Shape, f: Form) -> None:
    """A flat carpet with a border, fringes or a shaped end."""
    hx, hy, z = halves(f)
    face = z - 0.002
    inner = 0.65 if f.variant == "oval" else 0.85
    s.surface("top", (-hx * inner, -hy * inner), (hx * inner, hy * inner), z)
    if f.variant == "oval":
        _flat(s, "border", oval(hx, hy, 16), face)
        s.prism("pile", oval(hx * 0.86, hy * 0.86, 16), face, z, solid=False)
        return
    end = hy - (0.08 if f.variant == "fringed" else 0.0)
    if f.variant == "runner":
        _flat(
            s,
            "pile",
            [(-hx, -hy * 0.9), (0, -hy), (hx, -hy * 0.9), (hx, hy * 0.9), (0, hy), (-hx, hy * 0.9)],
            face,
        )
        for side in (-1, 1):
            y = side * hy * 0.8
            lying(s, "border", z, (-hx, y - 0.06), (hx, y + 0.06))
        return
    _flat(s, "border", _rectangle(hx, end), face)
    edge = 0.12 if f.variant == "rectangular" else 0.0
    lying(s, "pile", z, (-hx + edge, -end + edge), (hx - edge, end - edge))
    if f.variant == "fringed":
        for x in spread(10, hx):
            for y0, y1 in ((-hy, -end), (end, hy)):
                lying(s, "border", face * 0.6, (x - hx * 0.06, y0), (x + hx * 0.06, y1))


@category(
    "bath mat",
    size=((0.4, 0.6), (0.55, 0.9), (0.01, 0.02)),
    mass=(0.4, 1.5),
    variants=("rectangular", "oval", "contour"),
    parts={"pile": CLOTH, "border": PartSpec(("fabric", "rubber"))},
    rooms={"bathroom": 1.0},
    on={"floor": 1.0},
    place="free",
    synonyms=("bathroom mat", "bath rug"),
    tags=("flat",),
)
def bath_mat(s: Shape, f: Form) -> None:
    """A small mat; the contour one is cut out to fit around a pedestal."""
    hx, hy, z = halves(f)
    face = z - 0.002
    if f.variant == "oval":
        _flat(s, "border", oval(hx, hy, 12), face)
        s.prism("pile", oval(hx * 0.85, hy * 0.9, 12), face, z, solid=False)
    elif f.variant == "contour":
        cut = [
            (-hx, -hy),
            (hx, -hy),
            (hx, hy),
            (-hx, hy),
            (-hx, hy * 0.4),
            (0, hy * 0.4),
            (0, -hy * 0.4),
            (-hx, -hy * 0.4),
        ]
        _flat(s, "pile", cut, face)
        lying(s, "border", z, (hx * 0.75, -hy * 0.85), (hx * 0.85, hy * 0.85))
    else:
        _flat(s, "border", _rectangle(hx, hy), face)
        lying(s, "pile", z, (-hx + 0.04, -hy + 0.04), (hx - 0.04, hy - 0.04))


@category(
    "door mat",
    size=((0.38, 0.5), (0.6, 0.9), (0.01, 0.02)),
    mass=(0.8, 3.0),
    variants=("rectangular", "half round", "ribbed"),
    parts={
        "mat": PartSpec(
            ("organic", "rubber", "fabric"),
            ("brown", "tan", "black", "grey", "green", "maroon"),
            ("printed", "plain"),
            texts=("WELCOME", "HOME", "HELLO", "WIPE YOUR FEET"),
            images=("heart", "cat", "dog"),
        ),
        "border": PartSpec(("rubber",), ("black", "grey", "brown")),
    },
    rooms={"hallway": 1.0},
    on={"floor": 1.0},
    synonyms=("doormat", "welcome mat"),
    tags=("flat",),
)
def door_mat(s: Shape, f: Form) -> None:
    """A coarse mat that greets in print."""
    hx, hy, z = halves(f)
    face = z - 0.002
    if f.variant == "half round":
        bow = [
            (-hx + 2 * hx * math.sin(t), -hy * math.cos(t))
            for t in (math.pi * k / 8 for k in range(9))
        ]
        _flat(s, "border", bow, face)
        lying(s, "mat", z, (-hx + 0.02, -hy * 0.6), (hx * 0.3, hy * 0.6), printed=True)
        return
    _flat(s, "border", _rectangle(hx, hy), face)
    if f.variant == "ribbed":
        for x in spread(5, hx):
            wide = hx / 5 * 0.7
            lying(s, "mat", z, (x - wide, -hy + 0.02), (x + wide, hy - 0.02))
    else:
        lying(s, "mat", z, (-hx + 0.02, -hy + 0.02), (hx - 0.02, hy - 0.02), printed=True)


@category(
    "curtain",
    size=((0.08, 0.14), (0.5, 0.8), (1.9, 2.2)),
    mass=(0.8, 3.0),
    variants=("pleated", "tied", "with valance"),
    parts={
        "cloth": PartSpec(("fabric",), ANY, WOVEN),
        "rod": PartSpec(("metal", "wood"), (*METALS, "brown")),
        "tie": PartSpec(("fabric",), ANY),
    },
    rooms={"living room": 1.0, "bedroom": 1.0, "dining room": 0.6, "office": 0.5},
    on={"wall": 1.0},
    mount=(0.1, 0.35),
    counts={"fold": (4, 7)},
    synonyms=("drape", "drapes"),
)
def curtain(s: Shape, f: Form) -> None:
    """Cloth that hangs in folds from a rod, drawn together by a tie or topped by a valance."""
    hx, hy, z = halves(f)
    count = 2 * f.count("fold", 5)
    top, deep = z - 0.03, hx * 0.8
    for (level0, wide0), (level1, wide1) in _drop(f.variant, top, hy * 0.94):
        for k in range(count):
            u0, u1 = 2 * k / count - 1, 2 * (k + 1) / count - 1
            x0, x1 = (-deep, deep) if k % 2 else (deep, -deep)
            low = (x0, u0 * wide0, level0), (x1, u1 * wide0, level0)
            high = (x1, u1 * wide1, level1), (x0, u0 * wide1, level1)
            if wide0 == wide1:
                s.panel("cloth", *low, *high, two_sided=True)
            else:  # slanted folds are not flat
                s.panel("cloth", *low, high[0], high[0], two_sided=True)
                s.panel("cloth", low[0], *high, high[1], two_sided=True)
    s.rod("rod", (0, -hy, z - 0.015), (0, hy, z - 0.015), 0.015, sides=4, solid=False)
    for y in spread(2, hy):
        s.box("rod", (-hx, y - 0.015, z - 0.04), (0.0, y + 0.015, z), solid=False)
    if f.variant == "with valance":
        s.box("tie", (hx - 0.02, -hy, z - 0.28), (hx, hy, z), solid=False)
    elif f.variant == "tied":
        s.box("tie", (-hx, -hy * 0.5, z * 0.42), (hx, hy * 0.5, z * 0.46), solid=False)
    else:
        s.box("tie", (-hx, -hy * 0.94, 0.0), (hx, hy * 0.94, 0.02), solid=False)


def _drop(
    variant: str, top: float, wide: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The cloth from the floor up as pieces of (height, half width) at both ends."""
    if variant != "tied":
        return [((0.0, wide), (top, wide))]
    waist = (top * 0.45, wide * 0.5)
    return [((0.0, wide * 0.75), waist), (waist, (top, wide))]


@category(
    "pillow",
    size=((0.1, 0.18), (0.4, 0.65), (0.36, 0.48)),
    mass=(0.3, 1.0),
    variants=("square", "bolster", "round", "printed"),
    parts={
        "cover": CLOTH,
        "print": PartSpec(
            ("fabric",),
            ANY,
            ("printed",),
            images=(
                "cat",
                "dog",
                "fish",
                "flower",
                "star",
                "heart",
                "sun",
                "moon",
                "tree",
                "boat",
                "rocket",
                "dinosaur",
                "guitar",
                "face",
            ),
            texts=("LOVE", "HOME", "HELLO", "DREAM"),
        ),
        "button": PartSpec(("plastic", "fabric")),
    },
    rooms={"living room": 1.0, "bedroom": 1.0},
    on={"sofa": 1.0, "bed": 1.0, "armchair": 0.6, "floor": 0.05},
    synonyms=("cushion", "throw pillow"),
    tags=("pickupable",),
)
def pillow(s: Shape, f: Form) -> None:
    """A stuffed cushion that leans back, its face to the front."""
    with s.turned("y", -0.25, (0, 0, 0)):
        _stuffing(s, f)
    s.fit(f.size)


def _stuffing(s: Shape, f: Form) -> None:
    """The pillow itself, upright."""
    hx, hy, z = halves(f)
    middle = z / 2
    if f.variant == "bolster":
        s.cylinder("cover", (0, -hy + 0.02, middle), middle, 2 * hy - 0.04, axis="y", sides=12)
        for y in (-hy, hy - 0.02):
            s.cylinder("button", (0, y, middle), middle * 0.3, 0.02, axis="y", sides=8)
        return
    sides = 12 if f.variant == "round" else 4
    bulge = 0.012 if f.variant == "printed" else 0.0
    half = hx - bulge
    r = middle
    profile = [
        (r * 0.62, -half),
        (r * 0.88, -half * 0.6),
        (r, 0.0),
        (r * 0.88, half * 0.6),
        (r * 0.62, half),
    ]
    s.lathe("cover", (0, 0, middle), profile, sides=sides, axis="x", stretch=hy / r)
    if f.variant == "printed":
        wide, tall = hy * 0.62, r * 0.62
        facing(s, "print", hx, (-wide, middle - tall), (wide, middle + tall), printed=True)
    elif f.variant == "round":
        s.cylinder("button", (half - 0.004, 0, middle), r * 0.1, 0.004, axis="x", sides=8)


@category(
    "blanket",
    size=((0.35, 0.5), (0.4, 0.65), (0.08, 0.18)),
    mass=(0.6, 2.5),
    variants=("throw", "quilt", "fringed"),
    parts={
        "cloth": PartSpec(("fabric",), ANY, ("knitted", *WOVEN, "tie-dye")),
        "edge": PartSpec(("fabric",), ANY),
    },
    rooms={"living room": 0.7, "bedroom": 1.0},
    on={"sofa": 0.8, "bed": 1.0, "armchair": 0.5},
    inside={"wardrobe": 0.6, "dresser": 0.4, "chest": 0.5, "cabinet": 0.3},
    states=("folded",),
    synonyms=("throw blanket",),
    tags=("pickupable",),
)
def blanket(s: Shape, f: Form) -> None:
    """Neat layers when folded, otherwise a heap of loose folds."""
    hx, hy, z = halves(f)
    if f.has("folded"):
        layers = {"throw": 3, "quilt": 2, "fringed": 4}[f.variant]
        step = z / layers
        for k in range(layers):
            inset = 0.006 * (k % 2)
            cushion(
                s,
                "cloth",
                (-hx + inset, -hy + inset, k * step),
                (hx - inset, hy - inset, (k + 1) * step),
            )
    else:
        s.lathe(
            "cloth",
            (0, 0, 0),
            [(1.0, 0.0), (0.9, 0.3), (0.55, 0.6), (0.2, 0.7)],
            sides=8,
            stretch=1.25,
        )
        for a, size in ((0.4, 0.5), (2.4, 0.6), (4.4, 0.45)):
            u, v = 0.45 * math.cos(a), 0.5 * math.sin(a)
            s.ellipsoid("cloth", (u, v, 0.5), (size, size * 0.7, 0.45), sides=6, rows=4)
    if f.variant == "fringed":
        low, high = ((hx, 0.0), 0.012) if f.has("folded") else ((1.0, 0.0), 0.06)
        for y in spread(8, hy if f.has("folded") else 1.0):
            s.box("edge", (low[0] - high * 3, y - high, 0.0), (low[0] + high, y + high, high * 2))
    elif f.variant == "quilt":
        reach = (hx, hy, z) if f.has("folded") else (0.9, 1.1, 0.8)
        s.box(
            "edge",
            (-reach[0] * 0.2, -reach[1] * 0.99, 0.0),
            (reach[0] * 0.2, reach[1] * 0.99, reach[2] * 1.02),
        )
    else:
        x, y, high = (hx * 0.8, hy * 0.995, z * 0.3) if f.has("folded") else (0.75, 1.05, 0.5)
        s.box("edge", (-x - 0.02, -y, 0.0), (-x + 0.02, y, high))
    s.fit(f.size)


@category(
    "towel",
    size=((0.05, 0.14), (0.3, 0.5), (0.1, 0.5)),
    mass=(0.2, 0.8),
    variants=("plain edge", "striped end", "hook loop"),
    parts={
        "cloth": PartSpec(("fabric",), ANY, ("plain", "striped", "knitted", "checked", "dotted")),
        "edge": PartSpec(("fabric",), ANY),
    },
    rooms={"bathroom": 1.0, "kitchen": 0.3},
    on={"wall": 1.0, "washing machine": 0.2, "shelf": 0.2},
    inside={"cabinet": 0.5, "sink": 0.3, "wardrobe": 0.2},
    mount=(0.85, 1.1),
    states=("folded",),
    tags=("pickupable",),
)
def towel(s: Shape, f: Form) -> None:
    """Hangs over a bar in two lengths, or lies folded in layers."""
    hx, hy, z = halves(f)
    band = z * {"plain edge": 0.06, "striped end": 0.18, "hook loop": 0.1}[f.variant]
    if f.has("folded"):
        layers = 3
        for k in range(layers):
            cushion(s, "cloth", (-hx, -hy, k * z / layers), (hx - 0.003, hy, (k + 1) * z / layers))
        s.box("edge", (hx - 0.006, -hy * 0.96, z * 0.1), (hx, hy * 0.96, z * 0.1 + band))
        if f.variant == "hook loop":
            s.box("edge", (hx - 0.003, -0.01, z * 0.3), (hx, 0.01, z * 0.6))
        return
    fold = hx * 0.5
    s.prism(
        "cloth",
        [
            (-hx, 0.0),
            (-fold, 0.0),
            (-fold * 0.6, z - 0.03),
            (fold * 0.6, z - 0.03),
            (fold, 0.05 * z),
            (hx - 0.002, 0.05 * z),
            (fold * 1.3, z * 0.9),
            (fold * 0.6, z),
            (-fold * 0.6, z),
            (-fold * 1.3, z * 0.9),
        ],
        -hy,
        hy,
        axis="y",
    )
    for level in (0.12, 0.3) if f.variant == "striped end" else (0.06,):
        s.box("edge", (hx * 0.6, -hy, z * level), (hx, hy, z * level + band))
    if f.variant == "hook loop":
        s.box("edge", (-0.004, -0.03, z * 0.97), (0.004, 0.03, z))


@small(
    "printed pillow",
    size=((0.16, 0.22), (0.38, 0.50), (0.36, 0.48)),
    mass=(0.3, 0.9),
    variants=("square", "round", "tasselled"),
    parts={
        "cover": PartSpec(("fabric",), ANY, ("printed",), images=PILLOW_PICTURES),
        "piping": PartSpec(("fabric",), ANY),
    },
    on={"sofa": 1.0, "bed": 1.0, "armchair": 0.5, "floor": 0.1},
    synonyms=("picture pillow", "cushion with a picture", "pillow with a picture"),
)
def printed_pillow(s: Shape, f: Form) -> None:
    """A plump cushion that leans back and shows a picture."""
    sides, flat = (12, 3.6) if f.variant == "round" else (4, 3.5)
    half = [(flat, -2.1), (4.2, -1.75), (4.7, -1.1), (4.9, -0.25)]
    with s.turned("y", -0.18, (0.0, 0.0, 0.0)):
        s.lathe(
            "cover", (0, 0, 5), [*half, *((r, -x) for r, x in half[::-1])], axis="x", sides=sides
        )
        edge = [(4.9, -0.25), (5.1, 0.0), (4.9, 0.25)]
        s.lathe("piping", (0, 0, 5), edge, axis="x", sides=sides, bottom=False, top=False)
        reach = flat * 0.7 if f.variant == "round" else flat * 0.97
        print_front(s, "cover", 2.12, (-reach, reach), (5 - reach, 5 + reach))
        if f.variant == "tasselled":
            for side in SIDES:
                for z in (0.1, 9.9):
                    out = 1.0 if z > 5 else -1.0
                    end = (0.0, side * 6.0, z + 0.9 * out)
                    s.rod("piping", (0.0, side * 4.9, z), end, 0.25, end_radius=0.55, sides=5)
