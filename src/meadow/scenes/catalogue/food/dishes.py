"""Baked, cooked and dairy food."""

from __future__ import annotations

import functools
import itertools
import math

from meadow.scenes.catalogue.pieces import SIDES, TABLE_TOPS, horn, oval, ring, small
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

food = functools.partial(
    small,
    rooms={"kitchen": 1.0, "dining room": 0.5},
    on={
        "counter": 1.0,
        "kitchen island": 0.8,
        "dining table": 0.8,
        "plate": 0.4,
        "tray": 0.3,
        "cutting board": 0.3,
        "coffee table": 0.1,
    },
    inside={"counter": 0.1, "wall cabinet": 0.1},
    tags=("food",),
)

CRUST = PartSpec(("organic",), ("tan", "brown", "bronze", "gold"))
CRUMB = PartSpec(("organic",), ("cream", "beige"))
ICING = PartSpec(("organic",), ("pink", "white", "brown", "turquoise", "yellow", "purple"))
SPRINKLES = PartSpec(("organic",), ("red", "yellow", "blue", "green", "white", "orange"))


def dome(y: float, z: float, foot: float) -> list[Point]:
    """Outline (y, z) of a tin loaf: straight sides that spread into a round top."""
    top = [
        (y * math.cos(a), 0.6 * z + 0.4 * z * math.sin(a))
        for a in (0, 0.7, 1.2, 1.94, 2.44, math.pi)
    ]
    return [(-foot, 0), (foot, 0), *top]


@food(
    "bread",
    size=((0.2, 0.3), (0.1, 0.13), (0.09, 0.13)),
    mass=(0.35, 0.9),
    variants=("loaf", "sliced", "oval"),
    parts={"crust": CRUST, "crumb": CRUMB},
    synonyms=("loaf of bread", "bread loaf", "loaf"),
)
def bread(s: Shape, f: Form) -> None:
    if f.variant == "oval":
        profile = [(0.8, 0), (1, 0.2), (0.95, 0.5), (0.6, 0.85), (0, 1.0)]
        s.lathe("crust", (0, 0, 0), profile, sides=12)
        for x in (-0.45, 0, 0.45):
            z = 0.97 - 0.2 * abs(x)
            s.rod("crumb", (x - 0.1, -0.3, z - 0.04), (x + 0.1, 0.3, z - 0.04), 0.06, sides=4)
        return
    end = 1.0 if f.variant == "loaf" else 0.3
    s.prism("crust", dome(0.5, 1, 0.42), -1.0, end, axis="x")
    s.prism("crumb", dome(0.46, 0.96, 0.39), end, end + 0.01, axis="x", offset=(0, 0, 0.02))
    for k in range(0 if f.variant == "loaf" else 3):
        x = 0.42 + 0.24 * k
        s.prism("crust", dome(0.5, 1 - 0.05 * k, 0.42), x, x + 0.1, axis="x")
        s.prism("crumb", dome(0.46, 0.96 - 0.05 * k, 0.39), x + 0.1, x + 0.11, axis="x")


@food(
    "baguette",
    size=((0.06, 0.08), (0.45, 0.6), (0.05, 0.065)),
    mass=(0.2, 0.35),
    variants=("whole", "cut", "thick"),
    parts={"crust": CRUST, "crumb": CRUMB},
    synonyms=("french bread",),
)
def baguette(s: Shape, f: Form) -> None:
    pieces = ((-1.0, -0.08), (0.08, 1.0)) if f.variant == "cut" else ((-1.0, 1.0),)
    thick = 0.13 if f.variant == "thick" else 0.1
    for a, b in pieces:
        start, end = 0.3 if a == -1 else 1, 0.3 if b == 1 else 1
        path = [(0, a, 0), (0, a + 0.15, 0), (0, b - 0.15, 0), (0, b, 0)]
        horn(s, "crust", path, [thick * start, thick, thick, thick * end], sides=8)
        for y in (a + 0.25, (a + b) / 2, b - 0.25):
            s.rod(
                "crumb",
                (-0.04, y - 0.08, thick - 0.02),
                (0.04, y + 0.08, thick - 0.02),
                0.025,
                sides=4,
            )


@food(
    "croissant",
    size=((0.08, 0.1), (0.13, 0.17), (0.045, 0.06)),
    mass=(0.05, 0.1),
    variants=("curved", "straight", "filled"),
    parts={"crust": CRUST, "filling": PartSpec(("organic",), ("brown", "cream", "maroon"))},
)
def croissant(s: Shape, f: Form) -> None:
    """Overlapping rolls along a bow, thick in the middle."""
    bend = 0.15 if f.variant == "straight" else 0.55
    angles = [-1.25, -0.85, -0.45, -0.15, 0.15, 0.45, 0.85, 1.25]
    path = [(-bend * math.cos(2 * a) / 2, a / 1.25, 0.0) for a in angles]
    for k, (a, b) in enumerate(itertools.pairwise(path)):
        r = 0.06 + 0.24 * (1 - abs(k - 3) / 3.6)
        s.rod("crust", a, b, r, end_radius=0.8 * r if k >= 3 else 1.2 * r, sides=6)
    if f.variant == "filled":
        s.box("filling", (-0.2, -0.4, 0.1), (0.12, 0.4, 0.24), taper=(0.8, 0.9))


@food(
    "egg",
    size=((0.042, 0.048), (0.042, 0.048), (0.054, 0.062)),
    mass=(0.045, 0.07),
    variants=("plain", "pointed", "in cup"),
    parts={
        "shell": PartSpec(("organic",), ("white", "brown", "beige", "cream", "tan")),
        "cup": PartSpec(("ceramic", "plastic"), ("blue", "red", "white", "yellow")),
    },
    inside={"fridge": 1.0},
    keep_aspect=True,
)
def egg(s: Shape, f: Form) -> None:
    tip = 0.24 if f.variant == "pointed" else 0.33
    profile = [
        (0, 0),
        (0.3, 0.08),
        (0.46, 0.35),
        (0.47, 0.55),
        (tip, 0.95),
        (tip / 2, 1.1),
        (0, 1.16),
    ]
    lift = 0.5 if f.variant == "in cup" else 0.0
    s.lathe("shell", (0, 0, lift), profile, sides=10)
    if lift:
        s.lathe(
            "cup",
            (0, 0, 0),
            [(0.4, 0), (0.15, 0.12), (0.15, 0.35), (0.5, 0.6), (0.52, 0.95)],
            top=False,
        )


@food(
    "cheese",
    size=((0.09, 0.14), (0.12, 0.17), (0.06, 0.09)),
    mass=(0.2, 0.8),
    variants=("wedge", "block", "wheel"),
    parts={
        "cheese": PartSpec(("organic",), ("yellow", "gold", "cream", "orange")),
        "rind": PartSpec(("organic",), ("orange", "red", "beige", "gold")),
        "holes": PartSpec(("organic",), ("gold", "tan")),
    },
    inside={"fridge": 1.0},
)
def cheese(s: Shape, f: Form) -> None:
    if f.variant == "wheel":
        s.lathe("rind", (0, 0, 0), [(0.9, 0), (1, 0.15), (1, 0.75), (0.9, 0.9)])
        s.prism("cheese", [(0, 0), (0.9, -0.45), (0.9, 0.45)], 0.9, 0.92)
        return
    if f.variant == "wedge":
        outline = [(-0.6, -0.9), (-0.75, 0), (-0.6, 0.9), (0.7, 0)]
        s.prism("cheese", outline, 0, 0.8)
        s.prism(
            "rind",
            [(-0.6, -0.9), (-0.75, 0), (-0.6, 0.9), (-0.68, 0.9), (-0.83, 0), (-0.68, -0.9)],
            0,
            0.8,
        )
        spots = [
            (-0.1, -0.55, 0.4),
            (0.2, -0.35, 0.6),
            (0, 0.1, 0.8),
            (0.2, 0.35, 0.3),
            (-0.3, 0.69, 0.5),
        ]
    else:
        s.box("cheese", (-0.5, -0.8, 0), (0.5, 0.8, 0.7))
        s.box("rind", (-0.5, -0.82, 0.7), (0.5, 0.5, 0.74))
        spots = [
            (0.5, -0.4, 0.2),
            (0.5, 0.2, 0.45),
            (0.5, 0.6, 0.2),
            (0, 0.8, 0.4),
            (0.1, 0.65, 0.7),
        ]
    for spot in spots:
        s.ellipsoid("holes", spot, (0.09, 0.09, 0.07), sides=6, rows=3)


def candles(s: Shape, z: float, reach: float, *, count: int, lit: bool) -> None:
    """Candles in a ring; the wick reaches as high as a flame would."""
    for k in range(count):
        a = 2 * math.pi * (k + 0.25) / count
        x, y = reach * math.cos(a), reach * math.sin(a)
        s.cylinder("candles", (x, y, z), 0.05, 0.32, sides=4)
        s.cylinder("wick", (x, y, z + 0.32), 0.01, 0.18, sides=3)
        if lit:
            s.ellipsoid("flame", (x, y, z + 0.42), (0.04, 0.04, 0.08), sides=4, rows=2)


@food(
    "cake",
    size=((0.2, 0.28), (0.2, 0.28), (0.14, 0.2)),
    mass=(0.6, 2.0),
    variants=("round", "tiered", "square"),
    parts={
        "icing": ICING,
        "sponge": PartSpec(("organic",), ("brown", "cream", "yellow", "maroon")),
        "candles": PartSpec(("organic",), ("red", "blue", "yellow", "white", "green")),
        "wick": PartSpec(("fabric",), ("black",)),
        "flame": PartSpec(("organic",), ("orange", "yellow")),
        "plate": PartSpec(("ceramic", "glass"), ("white", "silver", "gold")),
    },
    states=("lit",),
    synonyms=("birthday cake", "gateau"),
    inside={"fridge": 0.5},
    keep_aspect=True,
)
def cake(s: Shape, f: Form) -> None:
    sides = {"round": 12, "tiered": 10, "square": 4}[f.variant]
    tiers = ((0.85, 0.35), (0.5, 0.3)) if f.variant == "tiered" else ((0.85, 0.5),)
    s.cylinder("plate", (0, 0, 0), 1.0, 0.04, sides=sides)
    z = 0.04
    for radius, high in tiers:
        s.cylinder("sponge", (0, 0, z), radius, 0.6 * high, sides=sides, bottom=False, top=False)
        z += high
        brim = [(1.03 * radius, -0.5 * high), (1.03 * radius, -0.05), (0.95 * radius, 0)]
        s.lathe("icing", (0, 0, z), brim, sides=sides, bottom=False)
    candles(s, z, 0.5 * tiers[-1][0], count=3, lit=f.has("lit"))


@food(
    "pizza",
    size=((0.26, 0.34), (0.26, 0.34), (0.024, 0.034)),
    mass=(0.3, 0.8),
    variants=("round", "square", "missing slice"),
    parts={
        "crust": CRUST,
        "cheese": PartSpec(("organic",), ("yellow", "orange", "red", "cream")),
        "topping": PartSpec(("organic",), ("maroon", "red", "green", "black")),
    },
    inside={"oven": 0.4, "fridge": 0.3},
    keep_aspect=True,
)
def pizza(s: Shape, f: Form) -> None:
    def disc(r: float) -> list[Point]:
        if f.variant == "square":
            return [(r, r), (-r, r), (-r, -r), (r, -r)]
        full = oval(r, r, 12)
        # The missing slice opens towards the front, where it shows best.
        return full if f.variant == "round" else [*full[1:-1], full[-1], (0.0, 0.0)]

    s.prism("crust", disc(1.0), 0, 0.1)
    s.prism("cheese", disc(0.86), 0.1, 0.13)
    for radius, count in ((0.62, 5), (0.28, 3)):
        for k in range(count):
            a = 2 * math.pi * (k + 0.55) / count
            s.cylinder(
                "topping", (radius * math.cos(a), radius * math.sin(a), 0.12), 0.13, 0.04, sides=6
            )


@food(
    "sandwich",
    size=((0.11, 0.14), (0.13, 0.18), (0.055, 0.08)),
    mass=(0.12, 0.35),
    variants=("triangle", "burger", "sub"),
    parts={
        "bread": PartSpec(("organic",), ("tan", "cream", "brown", "beige")),
        "lettuce": PartSpec(("organic",), ("green", "lime")),
        "filling": PartSpec(("organic",), ("pink", "red", "brown", "yellow")),
    },
    synonyms=("toast", "burger"),
    plural="sandwiches",
    inside={"fridge": 0.3, "lunch box": 0.3},
)
def sandwich(s: Shape, f: Form) -> None:
    if f.variant == "burger":
        s.lathe("bread", (0, 0, 0), [(0.85, 0), (0.9, 0.2)])
        s.cylinder("filling", (0, 0, 0.2), 0.94, 0.2, bottom=False)
        s.cylinder("lettuce", (0, 0, 0.4), 1.0, 0.08, sides=10)
        s.lathe("bread", (0, 0, 0.48), [(0.9, 0), (0.9, 0.15), (0.6, 0.4), (0, 0.5)], bottom=False)
        return
    if f.variant == "triangle":
        outline = [(0.7, -0.9), (0.7, 0.9), (-0.7, 0.0)]
    else:
        outline = [
            (0.5, -0.8),
            (0.5, 0.8),
            (0.25, 1.0),
            (-0.25, 1.0),
            (-0.5, 0.8),
            (-0.5, -0.8),
            (-0.25, -1.0),
        ]
        outline.append((0.25, -1.0))
    wide = [(1.08 * x, 1.04 * y) for x, y in outline]
    layers = (
        ("bread", 0.0, 0.25),
        ("lettuce", 0.25, 0.32),
        ("filling", 0.32, 0.45),
        ("bread", 0.45, 0.7),
    )
    for part, low, high in layers:
        s.prism(part, outline if part == "bread" else wide, low, high)


@food(
    "donut",
    size=((0.08, 0.11), (0.08, 0.11), (0.032, 0.044)),
    mass=(0.05, 0.1),
    variants=("ring", "sprinkled", "filled"),
    parts={"icing": ICING, "dough": CRUST, "sprinkles": SPRINKLES},
    synonyms=("doughnut",),
    keep_aspect=True,
)
def donut(s: Shape, f: Form) -> None:
    if f.variant == "filled":
        s.lathe("dough", (0, 0, 0), [(0.7, 0), (1, 0.3), (0.95, 0.45)], top=False)
        s.lathe("icing", (0, 0, 0), [(0.97, 0.42), (0.7, 0.68), (0, 0.76)])
        s.ellipsoid("dough", (0, 0, 0.75), (0.2, 0.2, 0.06), sides=6, rows=2)
        return
    ring(s, "dough", (0, 0, 0.32), 0.66, 0.33, rows=5, sides=10)
    s.lathe(
        "icing",
        (0, 0, 0.32),
        [(1.01, 0.03), (0.88, 0.26), (0.66, 0.35), (0.44, 0.26), (0.33, 0)],
        sides=10,
    )
    for k in range(12 if f.variant == "sprinkled" else 0):
        a, r = 2.4 * k, 0.56 + 0.09 * (k % 3)
        x, y = r * math.cos(a), r * math.sin(a)
        s.rod(
            "sprinkles", (x - 0.05, y, 0.69), (x + 0.05, y + 0.04, 0.69), 0.025, sides=3, caps=False
        )


@small(
    "gingerbread house",
    size=((0.20, 0.30), (0.20, 0.30), (0.22, 0.33)),
    keep_aspect=True,
    mass=(0.6, 2.0),
    variants=("cottage", "steep", "chimney"),
    parts={
        "walls": PartSpec(("organic",), ("tan", "brown", "bronze")),
        "roof": PartSpec(("organic",), ("brown", "maroon", "tan"), ("plain", "checked")),
        "icing": PartSpec(("organic",), ("white", "cream", "pink")),
        "candy": PartSpec(("organic",), ("red", "green", "yellow", "pink")),
        "gumdrops": PartSpec(("organic",), ("green", "yellow", "blue", "red")),
    },
    on={**TABLE_TOPS, "counter": 0.5},
    synonyms=("candy house", "ginger bread house"),
)
def gingerbread_house(s: Shape, f: Form) -> None:
    """Biscuit walls under a snowy roof with sweets along every edge."""
    eaves, top = (3.0, 12.0) if f.variant == "steep" else (5.2, 10.5)
    s.box("icing", (-5.6, -5.6, 0.0), (5.6, 5.6, 0.3))
    gable = [(-4.0, 0.3), (4.0, 0.3), (4.0, eaves), (0.0, top - 0.6), (-4.0, eaves)]
    s.prism("walls", gable, -4.0, 4.0, axis="x")
    slope = (top - eaves) / 4.6
    for side in SIDES:
        outer, low = side * 4.9, top - 4.9 * slope
        s.prism(
            "roof",
            [(0, top - 0.5), (outer, low - 0.5), (outer, low), (0, top)],
            -4.6,
            4.6,
            axis="x",
        )
        for x in (-4.6, 4.3):
            edge = [(0, top), (outer, low), (outer, low - 0.9), (0, top - 1.3)]
            s.prism("icing", edge, x, x + 0.45, axis="x")
        for k, x in enumerate((-3.0, 0.0, 3.0)):
            part = "candy" if k % 2 else "gumdrops"
            for y in (1.5, 3.5):
                at = (x, side * y, top - y * slope + 0.2)
                s.ellipsoid(part, at, (0.7, 0.7, 0.7), sides=4, rows=2)
    s.box("icing", (-4.6, -0.5, top - 0.3), (4.6, 0.5, top + 0.3))
    s.prism(
        "icing", [(-1.2, 0.3), (1.2, 0.3), (1.2, 2.6), (0, 3.6), (-1.2, 2.6)], 4.0, 4.1, axis="x"
    )
    s.prism(
        "candy", [(-0.9, 0.3), (0.9, 0.3), (0.9, 2.5), (0, 3.2), (-0.9, 2.5)], 4.1, 4.25, axis="x"
    )
    for y in (-2.6, 2.6):
        s.box("icing", (4.0, y - 0.7, 2.0), (4.15, y + 0.7, min(3.4, eaves + 0.3)))
        s.rod("candy", (4.9, y, 0.3), (4.9, y, 2.6), 0.3, sides=5)
        s.ellipsoid("gumdrops", (4.9, y, 2.7), (0.5, 0.5, 0.5), sides=5, rows=3)
    if f.variant == "chimney":
        s.box("walls", (-3.0, 1.4, eaves), (-1.2, 3.2, top + 2.2))
        s.box("icing", (-3.2, 1.2, top + 1.8), (-1.0, 3.4, top + 2.5))
