"""Balls, bats and the other things of sport."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import ON_FLOOR, SIDES, STEEL, cube, fitted, oval, ring, small
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

sports = functools.partial(
    small,
    rooms={"living room": 0.7, "bedroom": 1.0, "hallway": 0.4, "office": 0.2},
    on={"floor": 1.0, "shelf": 0.3, "bed": 0.2},
    inside={"wardrobe": 0.4, "chest": 0.4},
    tags=("sports",),
)
BALL = PartSpec(
    ("rubber", "leather", "plastic"), ("orange", "brown", "red", "blue", "purple", "green")
)
SEAM = PartSpec(("rubber",), ("black", "white", "gold"))


def ball(s: Shape, part: str, *, rows: int = 6) -> None:
    """A sphere of diameter 1 on the ground."""
    s.ellipsoid(part, (0, 0, 0.5), (0.5, 0.5, 0.5), sides=12, rows=rows)


@sports(
    "basketball",
    size=cube(0.23, 0.25),
    mass=(0.5, 0.65),
    variants=("crossed seams", "two-tone", "banded"),
    parts={"ball": BALL, "seams": SEAM},
    synonyms=("basket ball",),
    tags=("sports", "robothor"),
    keep_aspect=True,
)
def basketball(s: Shape, f: Form) -> None:
    """Two seams over the poles, or seams and panels of a second colour."""
    ball(s, "ball")
    if f.variant == "two-tone":
        side: list[Point] = [(0.0, 0.0), (0.26, 0.068), (0.262, 0.08)]
        s.lathe("seams", (0, -0.503, 0.5), side, axis="y", top=False)
        s.lathe(
            "seams",
            (0, 0.503, 0.5),
            [(0.262, -0.08), (0.26, -0.068), (0.0, 0.0)],
            axis="y",
            bottom=False,
        )
        return
    axes = ("x", "y") if f.variant == "crossed seams" else ("x", "z")
    for axis in axes:
        ring(s, "seams", (0, 0, 0.5), 0.495, 0.022, axis=axis, rows=3)


@sports(
    "soccer ball",
    size=cube(0.21, 0.225),
    mass=(0.38, 0.46),
    variants=("patched", "striped", "starred"),
    parts={
        "ball": PartSpec(
            ("leather", "plastic", "rubber"), ("white", "yellow", "silver", "lime", "pink")
        ),
        "patches": PartSpec(("leather", "plastic"), ("black", "red", "blue", "navy", "green")),
    },
    synonyms=("football", "soccerball"),
    keep_aspect=True,
)
def soccer_ball(s: Shape, f: Form) -> None:
    s.ellipsoid("ball", (0, 0, 0.5), (0.5, 0.5, 0.5), sides=10, rows=6)
    if f.variant == "striped":
        for axis in ("x", "y"):
            ring(s, "patches", (0, 0, 0.5), 0.46, 0.055, axis=axis, rows=3)
        return
    sides, wide = (5, 0.16) if f.variant == "patched" else (3, 0.2)
    tilts = (
        (90, 0),
        (26, 0),
        (26, 72),
        (26, 144),
        (26, 216),
        (26, 288),
        (-26, 36),
        (-26, 108),
        (-26, 324),
    )
    for up, round_ in tilts:
        a, b = math.radians(up), math.radians(round_)
        way = (math.cos(a) * math.cos(b), math.cos(a) * math.sin(b), math.sin(a))
        inner, outer = (
            (reach * way[0], reach * way[1], 0.5 + reach * way[2]) for reach in (0.42, 0.495)
        )
        s.rod("patches", inner, outer, wide, end_radius=0.7 * wide, sides=sides)


@sports(
    "tennis ball",
    size=cube(0.063, 0.068),
    mass=(0.05, 0.06),
    variants=("double seam", "single seam", "crossed seam"),
    parts={
        "ball": PartSpec(("fabric", "rubber"), ("lime", "yellow", "orange", "pink", "green")),
        "seam": PartSpec(("rubber",), ("white", "cream", "grey")),
    },
    on={"floor": 1.0, "desk": 0.3, "shelf": 0.4, "coffee table": 0.3, "tv stand": 0.2},
    keep_aspect=True,
)
def tennis_ball(s: Shape, f: Form) -> None:
    ball(s, "ball")
    if f.variant == "double seam":
        for y in (-0.25, 0.25):
            ring(s, "seam", (0, y, 0.5), 0.43, 0.02, axis="y", rows=3)
    else:
        for axis in ("x",) if f.variant == "single seam" else ("x", "z"):
            ring(s, "seam", (0, 0, 0.5), 0.5, 0.015, axis=axis, rows=3)


@sports(
    "baseball bat",
    size=((0.06, 0.072), (0.72, 0.9), (0.06, 0.072)),
    mass=(0.7, 1.1),
    variants=("classic", "thick", "taped"),
    parts={
        "bat": PartSpec(("wood", "metal", "plastic"), (*WOODS, "red", "blue", "silver", "yellow")),
        "grip": PartSpec(
            ("rubber", "leather", "fabric"), ("black", "white", "red", "blue", "brown")
        ),
    },
    on={"floor": 1.0, "bed": 0.2, "sofa": 0.2, "dining table": 0.1, "desk": 0.1},
    synonyms=("bat", "baseball club"),
    tags=("sports", "robothor"),
)
def baseball_bat(s: Shape, f: Form) -> None:
    """Lies along Y, its knob to the right."""
    profile: dict[str, list[Point]] = {
        "classic": [(0.3, 0.4), (0.32, 1.0), (0.75, 1.9), (1.0, 2.6), (0.95, 2.95), (0.5, 3.02)],
        "thick": [(0.35, 0.4), (0.5, 0.8), (1.0, 1.4), (1.0, 2.9), (0.6, 3.02)],
        "taped": [(0.3, 0.7), (0.5, 1.3), (0.95, 2.1), (1.0, 2.8), (0.6, 3.02)],
    }
    body = profile[f.variant]
    s.lathe("bat", (0, 0, 0), body, axis="y", sides=10)
    start, radius = body[0][1], 1.1 * body[0][0]
    s.lathe(
        "grip",
        (0, 0, 0),
        [(0.45, 0), (0.5, 0.06), (radius, 0.12), (radius, start)],
        axis="y",
        sides=10,
    )
    if f.variant == "taped":
        s.cylinder("grip", (0, 2.2, 0), 1.0, 0.25, axis="y", sides=10)


@sports(
    "tennis racket",
    size=((0.25, 0.29), (0.64, 0.7), (0.03, 0.04)),
    mass=(0.25, 0.35),
    variants=("oval", "round", "wide-throated"),
    parts={
        "frame": PartSpec(
            ("metal", "plastic", "wood"), ("red", "blue", "black", "white", "yellow", "tan")
        ),
        "strings": PartSpec(("plastic",), ("white", "yellow", "black")),
        "grip": PartSpec(("rubber", "leather"), ("black", "white", "brown", "blue")),
    },
    synonyms=("racket", "racquet"),
)
def tennis_racket(s: Shape, f: Form) -> None:
    """Lies along Y, its grip to the right."""
    long = {"oval": 1.3, "round": 1.1, "wide-throated": 1.2}[f.variant]
    centre = 0.5 * long + 0.35
    ring(s, "frame", (0, centre, 0.05), 0.5, 0.05, sides=12, stretch=long)
    for k in range(-2, 3):
        u = 0.16 * k
        reach = math.sqrt(0.25 - u * u)
        s.box(
            "strings",
            (u - 0.008, centre - long * reach, 0.045),
            (u + 0.008, centre + long * reach, 0.055),
        )
        s.box(
            "strings",
            (-reach, centre + long * u - 0.008, 0.045),
            (reach, centre + long * u + 0.008, 0.055),
        )
    throat = 0.34 if f.variant == "wide-throated" else 0.2
    for side in (-1, 1):
        s.rod(
            "frame",
            (throat * side, centre - 0.45 * long, 0.05),
            (0.02 * side, -0.05, 0.05),
            0.045,
            sides=4,
        )
    s.rod("grip", (0, -0.75, 0.05), (0, 0, 0.05), 0.07, sides=8)


@sports(
    "dumbbell",
    size=((0.09, 0.14), (0.2, 0.3), (0.09, 0.14)),
    mass=(1.0, 10.0),
    variants=("hexagonal", "round", "plated"),
    parts={
        "weights": PartSpec(
            ("metal", "rubber", "plastic"), ("black", "grey", "pink", "blue", "green", "purple")
        ),
        "bar": STEEL,
    },
    on={"floor": 1.0, "shelf": 0.1},
    synonyms=("weight", "hand weight", "barbell"),
)
def dumbbell(s: Shape, f: Form) -> None:
    s.cylinder("bar", (0, -0.6, 0.5), 0.16, 1.2, axis="y", sides=8)
    for side in (-1, 1):
        if f.variant == "hexagonal":
            s.prism("weights", oval(0.5, 0.5, 6, (0, 0.5)), 0.45 * side, side, axis="y")
        elif f.variant == "round":
            s.ellipsoid("weights", (0, 0.7 * side, 0.5), (0.5, 0.4, 0.5), sides=10, rows=6)
        else:
            for radius, y in ((0.5, 0.5), (0.4, 0.7), (0.3, 0.9)):
                s.cylinder("weights", (0, side * y - 0.09, 0.5), radius, 0.18, axis="y", sides=10)


@sports(
    "yoga mat",
    size=((0.11, 0.14), (0.6, 0.66), (0.11, 0.14)),
    mass=(0.8, 1.8),
    variants=("rolled", "strapped", "loose end"),
    parts={
        "mat": PartSpec(
            ("rubber", "fabric"), ("purple", "pink", "turquoise", "blue", "green", "grey", "orange")
        ),
        "core": PartSpec(("rubber",), ("grey", "black", "white")),
        "strap": PartSpec(("fabric",), ("black", "white", "navy")),
    },
    synonyms=("exercise mat", "gym mat"),
)
def yoga_mat(s: Shape, f: Form) -> None:
    """Rolled up along Y; rings at its ends show the layers."""
    s.cylinder("mat", (0, -1, 0.2), 0.2, 2, axis="y", sides=12)
    for y in (-1.005, 1.0):
        for radius, part, thick in ((0.14, "core", 0.005), (0.07, "mat", 0.01)):
            s.cylinder(part, (0, y - thick + 0.005, 0.2), radius, 2 * thick, axis="y", sides=6)
    if f.variant == "strapped":
        for y in (-0.55, 0.5):
            s.cylinder("strap", (0, y, 0.2), 0.208, 0.06, axis="y", sides=12)
        s.tube(
            "strap",
            [(0.0, -0.52, 0.4), (0, -0.3, 0.5), (0, 0.3, 0.5), (0, 0.53, 0.4)],
            0.02,
            sides=4,
        )
    elif f.variant == "loose end":
        s.box("mat", (0, -1, 0), (0.3, 1, 0.03))


@sports(
    "skateboard",
    size=((0.7, 0.82), (0.19, 0.22), (0.1, 0.13)),
    mass=(1.8, 3.2),
    variants=("street", "cruiser", "longboard"),
    parts={
        "deck": PartSpec(("wood", "plastic"), ANY, ("plain", "striped", "checked", "zigzag")),
        "wheels": PartSpec(
            ("rubber", "plastic"), ("white", "red", "yellow", "green", "blue", "black")
        ),
        "trucks": STEEL,
    },
    on={"floor": 1.0},
    synonyms=("board", "longboard"),
)
def skateboard(s: Shape, f: Form) -> None:
    rise = 0.14 if f.variant != "longboard" else 0.03
    nose = 0.55 if f.variant == "street" else 0.75
    s.box("deck", (-nose, -0.26, 0.18), (nose, 0.26, 0.22))
    for side in (-1, 1):
        narrow = 0.16 if f.variant != "longboard" else 0.05
        low = [(side * nose, -0.26 * side, 0.18), (side, -narrow * side, 0.18 + rise)]
        low += [(side, narrow * side, 0.18 + rise), (side * nose, 0.26 * side, 0.18)]
        s.hexahedron("deck", [*low, *((x, y, z + 0.04) for x, y, z in low)])
        x = 0.5 * side * (1.2 if f.variant == "longboard" else 1)
        s.box("trucks", (x - 0.06, -0.18, 0.08), (x + 0.06, 0.18, 0.18), taper=(1.3, 0.6))
        for y in (-0.24, 0.14):
            s.cylinder("wheels", (x, y, 0.09), 0.09, 0.1, axis="y", sides=8)


def _board_outline(nose: float, wide: float, tail: float) -> list[Point]:
    """Half of a surfboard's plan from tail to nose: (half width, height)."""
    return [
        (tail, 0.0),
        (0.72 * wide, 2.0),
        (0.95 * wide, 5.0),
        (wide, 8.5),
        (0.96 * wide, 12.0),
        (0.78 * wide, 15.5),
        (0.52 * wide + 0.3 * nose, 17.8),
        (nose, 19.4),
    ]


_SURFBOARDS = {
    "shortboard": (_board_outline(0.25, 2.4, 1.0), (0.0, 20.0), (0.0, 0.0)),
    "longboard": (_board_outline(1.3, 2.5, 1.5), (0.0, 20.0), (0.0, -0.4)),
    "fish": (_board_outline(0.5, 2.8, 1.7), (0.0, 20.0), (0.0, 1.6)),
}


@category(
    "surfboard",
    size=((0.14, 0.18), (0.46, 0.58), (1.60, 2.05)),
    mass=(2.5, 6.0),
    variants=tuple(_SURFBOARDS),
    parts={
        "deck": PartSpec(
            ("plastic",),
            ("purple", "blue", "turquoise", "white", "yellow", "pink", "orange", "red"),
            ("tie-dye", "striped", "plain", "floral"),
        ),
        "stringer": PartSpec(("wood",), ("brown", "black", "tan", "white")),
        "fins": PartSpec(("plastic",), ("black", "blue", "orange", "yellow")),
    },
    on={"floor": 1.0},
    place="wall",
    synonyms=("surf board",),
)
@fitted
def surfboard(s: Shape, f: Form) -> None:
    """A pointed board that stands on its tail, deck to the front and fins behind."""
    half, nose, tail = _SURFBOARDS[f.variant]
    outline = [tail, *half, nose, *((-y, z) for y, z in half[::-1])]
    inner = [(0.9 * y, 10.0 + (z - 10.0) * 0.975) for y, z in outline]
    s.prism("deck", outline, -0.25, 0.15, axis="x")
    s.prism("deck", inner, 0.15, 0.35, axis="x")
    s.box("stringer", (0.35, -0.07, 1.8), (0.38, 0.07, 19.3))
    fins = (0.0,) if f.variant == "longboard" else (-1.1, 0.0, 1.1)
    for y in fins:
        low = 1.9 if y == 0.0 else 3.0
        fin = [(-0.25, low), (-0.25, low + 1.6), (-1.4, low + 0.2)]
        s.prism("fins", fin, y - 0.06, y + 0.06, axis="y")


@category(
    "tent",
    size=((1.50, 2.00), (1.30, 1.80), (1.10, 1.40)),
    mass=(2.0, 8.0),
    variants=("ridge", "dome", "teepee"),
    parts={
        "canvas": PartSpec(
            ("fabric",), ("green", "orange", "blue", "red", "beige", "olive"), ("plain", "striped")
        ),
        "door": PartSpec(("fabric",), ("black", "grey", "navy", "brown")),
        "poles": PartSpec(("metal", "wood"), ("silver", "black", "tan", "brown")),
    },
    on=ON_FLOOR,
    front=0.6,
    synonyms=("outdoor tent", "camping tent"),
)
@fitted
def tent(s: Shape, f: Form) -> None:
    """Cloth over poles with a dark entrance in front."""
    {"ridge": _ridge_tent, "dome": _dome_tent, "teepee": _teepee}[f.variant](s)


def _ridge_tent(s: Shape) -> None:
    s.prism("canvas", [(-5.0, 0.0), (5.0, 0.0), (0.0, 7.6)], -6.0, 5.4, axis="x")
    for side in SIDES:
        fly = [(0.0, 8.0), (side * 5.6, 0.0), (side * 5.3, 0.0), (0.0, 7.5)]
        s.prism("canvas", fly, -6.4, 6.4, axis="x")
        left, right = sorted((side * 0.2, side * 2.6))
        top = (5.5, 0.0, 6.0)
        s.panel("door", (5.5, left, 0.0), (5.5, right, 0.0), top, top)
        s.rod("canvas", (5.7, side * 2.8, 0.1), (5.7, side * 0.3, 6.0), 0.3, sides=5)
        for x in (-5.8, 5.8):
            s.rod("poles", (x, side * 5.4, 0.1), (x * 1.25, side * 6.6, 0.1), 0.07, sides=4)
    s.panel("door", (5.49, -0.2, 0.0), (5.49, 0.2, 0.0), (5.49, 0.0, 6.0), (5.49, 0.0, 6.0))
    for x in (-6.2, 6.0):
        s.rod("poles", (x, 0.0, 0.0), (x, 0.0, 8.6), 0.14, sides=5)
        s.rod("poles", (x, 0.0, 8.4), (x * 1.35, 0.0, 0.0), 0.06, sides=4)


def _dome_tent(s: Shape) -> None:
    profile = [(6.0, 0.0), (5.7, 2.2), (4.6, 4.3), (2.7, 5.9), (0.6, 6.6)]
    s.lathe("canvas", (0, 0, 0), profile, sides=12)
    arch = [(-1.9, 0.0), (1.9, 0.0), (1.7, 2.6), (0.9, 4.2), (-0.9, 4.2), (-1.7, 2.6)]
    s.prism("door", arch, 4.4, 6.15, axis="x")
    rim = [
        (6.1, -2.1, 0.0),
        (6.1, -1.9, 2.7),
        (6.1, -1.0, 4.5),
        (6.1, 1.0, 4.5),
        (6.1, 1.9, 2.7),
        (6.1, 2.1, 0.0),
    ]
    s.tube("canvas", rim, 0.25, sides=4)
    for a in (math.pi / 4, 3 * math.pi / 4):
        c, d = math.cos(a), math.sin(a)
        bow = [
            (r * c, r * d, z)
            for r, z in ((6.2, 0.0), (5.8, 2.3), (4.7, 4.5), (2.8, 6.1), (0.0, 6.9))
        ]
        s.tube("poles", bow, 0.14, sides=4)
        s.tube("poles", [(-x, -y, z) for x, y, z in bow], 0.14, sides=4)


def _teepee(s: Shape) -> None:
    s.lathe("canvas", (0, 0, 0), [(5.6, 0.0), (0.7, 9.4)], sides=10)
    foot = (5.65, 0.0)
    slope = (5.6 - 0.7) / 9.4
    high = foot[0] - slope * 5.8
    s.panel(
        "door", (foot[0], -1.6, 0.02), (foot[0], 1.6, 0.02), (high, 0.25, 5.8), (high, -0.25, 5.8)
    )
    for side in SIDES:
        s.rod("canvas", (5.6, side * 1.9, 0.1), (high, side * 0.3, 6.0), 0.3, sides=5)
    for k in range(6):
        a = math.pi * (k + 0.5) / 3
        c, d = math.cos(a), math.sin(a)
        s.rod("poles", (0.5 * c, 0.5 * d, 9.0), (-1.5 * c, -1.5 * d, 12.4), 0.16, sides=4)
        s.rod("poles", (5.5 * c, 5.5 * d, 0.0), (0.6 * c, 0.6 * d, 9.6), 0.16, sides=4)
