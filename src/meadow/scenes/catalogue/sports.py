"""Balls, bats and the other things of sport."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import STEEL, cube, oval, ring, small
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec
from meadow.scenes.schema import Point
from meadow.scenes.shape import Form, Shape

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
