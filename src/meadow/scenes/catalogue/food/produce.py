"""Fruit and vegetables."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import LEAF, STEM, cube, horn, small, star
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape, rotation
from meadow.scenes.schema import Point

produce = functools.partial(
    small,
    rooms={"kitchen": 1.0, "dining room": 0.4},
    on={
        "counter": 1.0,
        "kitchen island": 0.8,
        "dining table": 0.6,
        "bowl": 0.5,
        "plate": 0.2,
        "cutting board": 0.2,
        "basket": 0.2,
    },
    inside={"fridge": 0.8, "counter": 0.1},
    tags=("food",),
    keep_aspect=True,
)


def skin(*colours: str, pattern: str = "plain") -> PartSpec:
    """The finish of something that grew."""
    patterns = ("plain",) if pattern == "plain" else ("plain", pattern)
    return PartSpec(("organic",), colours, patterns)


FLESH = skin("cream", "white", "yellow")


def lobes(s: Shape, profile: list[Point], count: int, spread: float) -> None:
    """A ribbed fruit: the same profile turned around several axes near the middle."""
    for k in range(count):
        a = 2 * math.pi * (k + 0.5) / count
        s.lathe("skin", (spread * math.cos(a), spread * math.sin(a), 0), profile, sides=5)


APPLE: dict[str, list[Point]] = {
    "round": [(0, 0.08), (0.25, 0), (0.45, 0.2), (0.5, 0.5), (0.4, 0.8), (0.2, 0.88), (0, 0.75)],
    "tapered": [
        (0, 0.08),
        (0.17, 0),
        (0.32, 0.2),
        (0.48, 0.6),
        (0.42, 0.82),
        (0.2, 0.9),
        (0, 0.76),
    ],
    "flat": [(0, 0.06), (0.3, 0), (0.5, 0.2), (0.54, 0.42), (0.46, 0.65), (0.22, 0.74), (0, 0.6)],
}


def stalk(s: Shape, z: float, length: float, *, leaf: bool = False) -> None:
    """A short stem on top of a fruit, leaning a little, with or without a leaf."""
    s.rod("stem", (0, 0, z), (0.12 * length, 0, z + length), 0.03, sides=4)
    if leaf:
        tip = z + length
        base, left, end, right = (
            (0, 0, tip),
            (0.12, -0.09, tip),
            (0.3, 0, tip - 0.04),
            (0.12, 0.09, tip),
        )
        s.panel("leaf", base, left, (0.3, 0, tip), right, two_sided=True)
        s.rod("leaf", base, end, 0.012, sides=4)


@produce(
    "apple",
    size=((0.065, 0.09), (0.065, 0.09), (0.068, 0.094)),
    mass=(0.12, 0.25),
    variants=tuple(APPLE),
    parts={"skin": skin("red", "green", "yellow", "lime", "maroon"), "stem": STEM, "leaf": LEAF},
    synonyms=("piece of fruit",),
    tags=("food", "robothor"),
)
def apple(s: Shape, f: Form) -> None:
    s.lathe("skin", (0, 0, 0), APPLE[f.variant], sides=10)
    top = APPLE[f.variant][-1][1]
    stalk(s, top, 1.0 - top, leaf=f.variant != "flat")


@produce(
    "banana",
    size=((0.09, 0.12), (0.17, 0.22), (0.034, 0.044)),
    mass=(0.1, 0.4),
    variants=("curved", "bunch", "slender"),
    parts={"peel": skin("yellow", "lime", "green"), "tip": skin("brown", "black", "olive")},
    synonyms=("plantain",),
)
def banana(s: Shape, f: Form) -> None:
    """Bows in the XY plane, lying on their sides."""
    bows = {"curved": (1.0,), "bunch": (0.7, 1.05, 1.4), "slender": (1.5,)}[f.variant]
    thick = 0.16 if f.variant != "slender" else 0.11
    for bow in bows:
        angles = [math.radians(a) for a in (-66, -33, 0, 33, 66)]
        path = [(bow * math.cos(a) - 1, 1.15 * math.sin(a), 0.0) for a in angles]
        path[-1] = (math.cos(angles[-1]) - 1, path[-1][1], 0.0)
        radii = [0.4 * thick, 0.9 * thick, thick, 0.8 * thick, 0.3 * thick]
        horn(s, "peel", path, radii, sides=5)
        x, y, _ = path[0]
        s.rod("tip", (x, y, 0), (x - 0.04, y - 0.07, 0), 0.06, end_radius=0.04, sides=6)
    end = (math.cos(angles[-1]) - 1, path[-1][1], 0.0)
    s.rod("tip", end, (end[0] - 0.1, end[1] + 0.16, 0), 0.05, end_radius=0.06, sides=6)


def citrus(s: Shape, f: Form, profile: list[Point]) -> None:
    """Whole with or without a leaf, or lying with a slice cut off its front."""
    if f.variant != "cut":
        s.lathe("peel", (0, 0, 0), profile, sides=10)
        stalk(s, profile[-1][1] - 0.03, 0.08, leaf=f.variant == "with leaf")
        return
    rest = profile[: len(profile) - 3]
    radius, cut = rest[-1]
    s.lathe("peel", (0, 0, 0), rest, sides=10, top=False, axis="x")
    s.lathe(
        "flesh", (cut, 0, 0), [(radius, 0), (0.9 * radius, 0.02)], sides=10, bottom=False, axis="x"
    )
    for k in range(6):
        a = math.pi * k / 3
        tip = (cut + 0.02, 0.8 * radius * math.cos(a), 0.8 * radius * math.sin(a))
        s.rod("peel", (cut + 0.02, 0, 0), tip, 0.02, sides=3, caps=False)


@produce(
    "orange",
    size=cube(0.065, 0.09),
    mass=(0.13, 0.3),
    variants=("whole", "with leaf", "cut"),
    parts={"peel": skin("orange"), "flesh": skin("orange", "yellow"), "stem": STEM, "leaf": LEAF},
    synonyms=("mandarin", "tangerine"),
)
def orange(s: Shape, f: Form) -> None:
    ball = [
        (0.5 * math.sin(math.pi * k / 8), 0.5 - 0.5 * math.cos(math.pi * k / 8)) for k in range(9)
    ]
    citrus(s, f, [(0.0, z) if r < 1e-9 else (r, z) for r, z in ball])


@produce(
    "lemon",
    size=((0.05, 0.06), (0.05, 0.06), (0.065, 0.08)),
    mass=(0.06, 0.14),
    variants=("whole", "with leaf", "cut"),
    parts={
        "peel": skin("yellow", "lime"),
        "flesh": skin("cream", "yellow"),
        "stem": STEM,
        "leaf": LEAF,
    },
    synonyms=("lime",),
)
def lemon(s: Shape, f: Form) -> None:
    profile = [(0, 0), (0.12, 0.02), (0.16, 0.1), (0.4, 0.3), (0.46, 0.6), (0.4, 0.9)]
    citrus(s, f, [*profile, (0.16, 1.1), (0.12, 1.18), (0, 1.22)])


PEAR: dict[str, list[Point]] = {
    "tall": [(0, 0.05), (0.25, 0), (0.45, 0.3), (0.38, 0.6), (0.2, 0.95), (0.16, 1.15), (0, 1.22)],
    "squat": [(0, 0.05), (0.3, 0), (0.52, 0.28), (0.45, 0.55), (0.22, 0.8), (0.18, 0.92), (0, 1.0)],
    "slender": [(0, 0.04), (0.2, 0), (0.38, 0.3), (0.3, 0.65), (0.17, 1.1), (0.14, 1.4), (0, 1.46)],
}


@produce(
    "pear",
    size=((0.065, 0.08), (0.065, 0.08), (0.095, 0.12)),
    mass=(0.14, 0.28),
    variants=tuple(PEAR),
    parts={"skin": skin("lime", "green", "yellow", "tan"), "stem": STEM, "leaf": LEAF},
)
def pear(s: Shape, f: Form) -> None:
    s.lathe("skin", (0, 0, 0), PEAR[f.variant], sides=10)
    stalk(s, PEAR[f.variant][-1][1] - 0.03, 0.2, leaf=f.variant == "tall")


@produce(
    "tomato",
    size=((0.06, 0.085), (0.06, 0.085), (0.055, 0.078)),
    mass=(0.08, 0.22),
    variants=("round", "ribbed", "pointed"),
    parts={"skin": skin("red", "orange", "yellow", "green"), "stem": LEAF},
    plural="tomatoes",
)
def tomato(s: Shape, f: Form) -> None:
    if f.variant == "ribbed":
        lobes(s, [(0, 0), (0.2, 0.02), (0.36, 0.4), (0.25, 0.75), (0, 0.8)], count=5, spread=0.24)
    else:
        foot = 0.5 if f.variant == "round" else 0.15
        profile = [(0, 0.03), (foot, 0), (0.9, 0.3), (1, 0.55), (0.85, 0.8), (0.4, 0.96), (0, 0.9)]
        s.lathe("skin", (0, 0, 0), [(0.5 * r, 0.8 * z) for r, z in profile], sides=10)
    s.prism("stem", star(0.36, 0.08, 5), 0.77, 0.8)
    s.rod("stem", (0, 0, 0.72), (0.05, 0, 0.9), 0.04, sides=4)


@produce(
    "potato",
    size=((0.05, 0.07), (0.08, 0.11), (0.045, 0.062)),
    mass=(0.1, 0.3),
    variants=("oval", "knobbly", "bent"),
    parts={"skin": skin("tan", "beige", "brown", "maroon"), "eyes": skin("brown")},
    plural="potatoes",
    synonyms=("spud",),
)
def potato(s: Shape, f: Form) -> None:
    if f.variant == "bent":
        for y, turn in ((-0.2, 0.5), (0.2, -0.5)):
            tilt = rotation("z", turn)
            s.ellipsoid("skin", (0, y, 0.34), (0.36, 0.42, 0.34), sides=8, rows=6, turn=tilt)
    else:
        s.ellipsoid("skin", (0, 0, 0.36), (0.42, 0.55, 0.36), sides=10, rows=6)
    if f.variant == "knobbly":
        s.ellipsoid("skin", (0.15, 0.4, 0.3), (0.28, 0.3, 0.28), sides=6, rows=4)
    for x, y, z in ((0.16, -0.2, 0.64), (-0.1, 0.14, 0.67), (0.28, 0.1, 0.58)):
        s.ellipsoid("eyes", (x, y, z), (0.04, 0.05, 0.02), sides=4, rows=2)


@produce(
    "carrot",
    size=((0.17, 0.24), (0.04, 0.055), (0.035, 0.045)),
    mass=(0.06, 0.2),
    variants=("long", "stubby", "bunch"),
    parts={"root": skin("orange", "yellow", "purple"), "leaf": LEAF},
)
def carrot(s: Shape, f: Form) -> None:
    """Lies with its tip to the front and its leaves to the back."""
    length = 0.75 if f.variant == "stubby" else 1.2
    offsets = (-0.13, 0.0, 0.13) if f.variant == "bunch" else (0.0,)
    for k, y in enumerate(offsets):
        r, shift = 0.11, 0.08 * (k % 2)
        horn(
            s,
            "root",
            [
                (0, y, r),
                (0.03 + shift, y, r),
                (0.6 * length, y, 0.8 * r),
                (length - shift, y, 0.3 * r),
            ],
            [0.07, r, 0.7 * r, 0.02],
        )
        for dy, dz in ((-0.09, 0.02), (0.09, 0.08)):
            s.rod("leaf", (0.02, y, r), (-0.38, y + dy, r + dz), 0.012, end_radius=0.045, sides=4)


@produce(
    "lettuce",
    size=((0.14, 0.18), (0.14, 0.18), (0.12, 0.16)),
    mass=(0.25, 0.7),
    variants=("head", "romaine", "open"),
    parts={"leaves": skin("green", "lime", "olive"), "heart": skin("lime", "cream", "green")},
    synonyms=("salad", "cabbage"),
)
def lettuce(s: Shape, f: Form) -> None:
    """A heart wrapped in cupped leaves."""
    tall = 1.5 if f.variant == "romaine" else 1.0
    spread = {"head": 0.36, "romaine": 0.3, "open": 0.62}[f.variant]
    s.ellipsoid("heart", (0, 0, 0.4 * tall), (0.3, 0.3, 0.42 * tall), sides=8, rows=5)
    for k in range(6):
        a, b = 2 * math.pi * k / 6, 2 * math.pi * (k + 1) / 6
        m, high = (a + b) / 2, tall * (0.62 + 0.12 * (k % 2))
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        low = [(0.12 * ca, 0.12 * sa, 0), (0.12 * cb, 0.12 * sb, 0)]
        waist = [(0.44 * cb, 0.44 * sb, 0.2 * tall), (0.44 * ca, 0.44 * sa, 0.2 * tall)]
        s.panel("leaves", *low, *waist, two_sided=True)
        rim = [(spread * cb, spread * sb, high), (spread * ca, spread * sa, high)]
        s.panel("leaves", waist[1], waist[0], *rim, two_sided=True)
        tip = (0.95 * spread * math.cos(m), 0.95 * spread * math.sin(m), 1.16 * high)
        s.panel("leaves", rim[1], rim[0], tip, tip, two_sided=True)


@produce(
    "broccoli",
    size=((0.11, 0.15), (0.11, 0.15), (0.12, 0.16)),
    mass=(0.2, 0.5),
    variants=("crown", "tall", "floret"),
    parts={"head": skin("green", "olive", "purple"), "stalk": skin("lime", "green")},
)
def broccoli(s: Shape, f: Form) -> None:
    tall = {"crown": 0.2, "tall": 0.85, "floret": 0.45}[f.variant]
    buds = {"crown": 5, "tall": 5, "floret": 3}[f.variant]
    s.cylinder("stalk", (0, 0, 0), 0.13, tall, top_radius=0.17, sides=6)
    for k in range(buds):
        a = 2 * math.pi * k / buds
        x, y = 0.27 * math.cos(a), 0.27 * math.sin(a)
        s.rod("stalk", (0, 0, 0.6 * tall), (x, y, tall + 0.1), 0.07, sides=4, caps=False)
        s.ellipsoid("head", (x, y, tall + 0.2), (0.22, 0.22, 0.19), sides=6, rows=3)
    s.ellipsoid("head", (0, 0, tall + 0.33), (0.26, 0.26, 0.2), sides=6, rows=3)


@produce(
    "onion",
    size=((0.06, 0.085), (0.06, 0.085), (0.07, 0.095)),
    mass=(0.08, 0.2),
    variants=("round", "teardrop", "sprouting"),
    parts={
        "skin": skin("tan", "bronze", "maroon", "white"),
        "roots": skin("beige", "brown"),
        "shoots": LEAF,
    },
)
def onion(s: Shape, f: Form) -> None:
    waist = 0.32 if f.variant == "teardrop" else 0.55
    profile = [
        (0.05, 0.08),
        (0.32, 0.12),
        (0.5, 0.4),
        (waist * 0.8, 0.62),
        (0.13, 0.82),
        (0.06, 0.92),
    ]
    s.lathe("skin", (0, 0, 0), [*profile, (0.1, 1.05)], sides=10)
    s.cylinder("roots", (0, 0, 0), 0.18, 0.1, top_radius=0.08, sides=6)
    if f.variant == "sprouting":
        for x, y in ((0.16, 0.1), (-0.12, 0.14), (0.02, -0.18)):
            s.rod("shoots", (0, 0, 0.9), (x, y, 1.4), 0.06, end_radius=0.02, sides=4)


@produce(
    "bell pepper",
    size=((0.07, 0.09), (0.07, 0.09), (0.085, 0.11)),
    mass=(0.12, 0.25),
    variants=("blocky", "pointed", "squat"),
    parts={"skin": skin("red", "yellow", "green", "orange"), "stem": LEAF},
    synonyms=("pepper", "capsicum", "paprika"),
)
def bell_pepper(s: Shape, f: Form) -> None:
    """Four lobes around the middle."""
    foot, high = {"blocky": (0.17, 0.9), "pointed": (0.07, 1.1), "squat": (0.2, 0.65)}[f.variant]
    spread = {"blocky": 0.2, "pointed": 0.18, "squat": 0.26}[f.variant]
    profile = [(0, 0), (foot, 0.02), (0.9 * foot + 0.06, 0.3 * high), (0.3, 0.75 * high)]
    profile += [(0.2, high), (0, 0.94 * high)]
    lobes(s, profile, count=4, spread=spread)
    s.cylinder("stem", (0, 0, 0.9 * high), 0.16, 0.06, sides=6)
    s.rod("stem", (0, 0, 0.9 * high), (0.08, 0, high + 0.18), 0.06, sides=5)


@produce(
    "mushroom",
    size=((0.05, 0.075), (0.05, 0.075), (0.045, 0.068)),
    mass=(0.015, 0.06),
    variants=("button", "flat", "trio"),
    parts={"cap": skin("white", "brown", "beige", "tan", pattern="dotted"), "stem": FLESH},
)
def mushroom(s: Shape, f: Form) -> None:
    def one(x: float, y: float, k: float, cap: list[Point], sides: int) -> None:
        s.cylinder("stem", (x, y, 0), 0.14 * k, 0.5 * k, top_radius=0.11 * k, sides=6)
        s.lathe("cap", (x, y, 0), [(r * k, z * k) for r, z in cap], sides=sides)

    button = [(0.1, 0.42), (0.4, 0.38), (0.46, 0.52), (0.36, 0.74), (0, 0.86)]
    flat = [(0.1, 0.48), (0.56, 0.44), (0.58, 0.52), (0.36, 0.66), (0, 0.72)]
    if f.variant == "trio":
        for x, y, k in ((0.2, -0.25, 0.8), (-0.25, 0.0, 1.1), (0.2, 0.3, 0.65)):
            one(x, y, k, button, 6)
    else:
        one(0, 0, 1, button if f.variant == "button" else flat, 10)


@produce(
    "watermelon",
    size=((0.22, 0.28), (0.24, 0.32), (0.21, 0.27)),
    mass=(2.5, 7.0),
    variants=("whole", "cut", "wedge"),
    parts={
        "rind": PartSpec(("organic",), ("green", "olive", "lime"), ("striped", "plain")),
        "flesh": skin("red", "pink", "yellow"),
        "seeds": skin("black"),
    },
    synonyms=("melon",),
)
def watermelon(s: Shape, f: Form) -> None:
    if f.variant == "whole":
        s.ellipsoid("rind", (0, 0, 0.48), (0.48, 0.54, 0.48), sides=12, rows=7)
        return
    if f.variant == "cut":
        dome = [(0, 0), (0.25, 0.07), (0.43, 0.25), (0.5, 0.5), (0.47, 0.65)]
        s.lathe("rind", (0, 0, 0), dome, sides=12, axis="x")
        s.lathe("flesh", (0.65, 0, 0), [(0.42, 0), (0.41, 0.02)], sides=12, bottom=False, axis="x")
        spots = [(0.67, 0.27 * math.cos(k), 0.27 * math.sin(k)) for k in range(6)]
    else:
        rind = [
            (0.5 * math.cos(a), 0.5 - 0.5 * math.sin(a))
            for a in (0, 0.5, 1.05, 1.57, 2.1, 2.64, 3.14)
        ]
        flesh = [
            (0.42 * math.cos(a), 0.52 - 0.42 * math.sin(a)) for a in (0, 0.6, 1.2, 1.9, 2.5, 3.14)
        ]
        s.prism("rind", rind, -0.14, 0.14, axis="x")
        s.prism("flesh", flesh, -0.15, 0.15, axis="x")
        spots = [(0.15, 0.24 * math.cos(k), 0.3 + 0.08 * (k % 2)) for k in range(6)]
    for spot in spots:
        s.ellipsoid("seeds", spot, (0.02, 0.02, 0.02), sides=4, rows=2)


@produce(
    "pineapple",
    size=((0.11, 0.14), (0.11, 0.14), (0.24, 0.32)),
    mass=(0.8, 1.8),
    variants=("tall", "round", "spiky"),
    parts={
        "skin": PartSpec(("organic",), ("gold", "bronze", "tan"), ("checked", "plain")),
        "leaf": LEAF,
    },
)
def pineapple(s: Shape, f: Form) -> None:
    wide, high = {"tall": (0.38, 1.15), "round": (0.46, 0.85), "spiky": (0.36, 0.8)}[f.variant]
    profile = [(0.65, 0), (0.95, 0.25), (1, 0.5), (0.9, 0.8), (0.5, 1.0)]
    s.lathe("skin", (0, 0, 0), [(r * wide, z * high) for r, z in profile], sides=10)
    crown = 0.9 if f.variant == "spiky" else 0.6
    for count, lean, tall in ((6, 0.34, 0.7), (4, 0.16, 0.9), (1, 0.01, 1.0)):
        for k in range(count):
            a = 2 * math.pi * k / count + lean
            tip = (lean * math.cos(a), lean * math.sin(a), high + crown * tall)
            s.rod("leaf", (0, 0, high - 0.03), tip, 0.13, end_radius=0.012, sides=3, caps=False)


@produce(
    "grapes",
    size=((0.09, 0.12), (0.13, 0.18), (0.055, 0.08)),
    mass=(0.15, 0.5),
    variants=("bunch", "heap", "long"),
    parts={"berries": skin("purple", "green", "maroon", "navy", "lime"), "stem": STEM},
    plural="grapes",
    synonyms=("bunch of grapes",),
)
def grapes(s: Shape, f: Form) -> None:
    """Rows of berries, narrower to the tip, with a second layer on top."""
    rows = {"bunch": (3, 2, 1), "heap": (3, 3), "long": (2, 2, 1, 1)}[f.variant]
    top = {"bunch": (2, 1), "heap": (2, 1), "long": (1, 1, 1)}[f.variant]
    for layer, counts in enumerate((rows, top)):
        for row, n in enumerate(counts):
            for k in range(n):
                centre = ((k - (n - 1) / 2) * 0.3, 0.28 * (row + 0.5 * layer), 0.17 + 0.24 * layer)
                s.ellipsoid("berries", centre, (0.17, 0.18, 0.17), sides=5, rows=3)
    s.tube("stem", [(0, -0.05, 0.3), (0, -0.25, 0.36), (0.12, -0.3, 0.36)], 0.03, sides=4)
