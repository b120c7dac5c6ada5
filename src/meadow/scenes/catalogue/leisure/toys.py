"""Toys."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import (
    PAINTS,
    PLASTICS,
    SIDES,
    TABLE_TOPS,
    fitted,
    horn,
    oval,
    rounded,
    small,
    tray,
)
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category, like
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3

toy = functools.partial(
    small,
    rooms={"bedroom": 1.0, "living room": 0.6},
    on={
        "floor": 0.6,
        "storage bin": 0.5,
        "shelf": 0.8,
        "bed": 0.5,
        "desk": 0.4,
        "dresser": 0.3,
        "coffee table": 0.2,
        "sofa": 0.2,
    },
    inside={"chest": 0.8, "wardrobe": 0.2},
    tags=("toy",),
)
PAINT = PartSpec(("plastic", "wood", "metal"), PLASTICS)
DARK = PartSpec(("plastic", "rubber"), ("black", "grey", "brown"))
SKIN = PartSpec(("plastic", "fabric"), ("beige", "tan", "brown", "cream"))


def wheels(
    s: Shape, xs: tuple[float, ...], y: float, radius: float, *, width: float = 0.14
) -> None:
    """Pairs of wheels on the ground at the given places along X."""
    for x in xs:
        for side in (-1, 1):
            low = y - width / 2 if side > 0 else -y - width / 2
            s.cylinder("wheels", (x, low, radius), radius, width, axis="y", sides=6)


@toy(
    "teddy bear",
    size=((0.18, 0.28), (0.2, 0.3), (0.25, 0.4)),
    mass=(0.15, 0.8),
    variants=("sitting", "round", "with bow"),
    parts={
        "fur": PartSpec(
            ("fabric",), ("brown", "tan", "beige", "white", "grey", "pink"), ("plain", "knitted")
        ),
        "snout": PartSpec(("fabric",), ("cream", "white", "tan")),
        "eyes": PartSpec(("plastic",), ("black", "brown")),
        "bow": PartSpec(
            ("fabric",),
            ("red", "blue", "green", "purple", "yellow"),
            ("plain", "dotted", "striped"),
        ),
    },
    synonyms=("teddy", "stuffed bear", "plush bear", "stuffed animal"),
    keep_aspect=True,
)
def teddy_bear(s: Shape, f: Form) -> None:
    """Sits facing the front."""
    belly = 0.42 if f.variant == "round" else 0.34
    s.ellipsoid("fur", (0, 0, 0.42), (belly, belly, 0.42), sides=6, rows=4)
    s.ellipsoid("fur", (0, 0, 1.0), (0.3, 0.33, 0.3), sides=6, rows=4)
    s.ellipsoid("snout", (0.26, 0, 0.94), (0.14, 0.15, 0.12), sides=6, rows=3)
    for side in (-1, 1):
        s.cylinder("fur", (-0.05, 0.26 * side, 1.25), 0.12, 0.1, axis="x", sides=6)
        s.box("eyes", (0.25, 0.12 * side - 0.03, 1.05), (0.3, 0.12 * side + 0.03, 1.11))
        s.rod(
            "fur", (0, 0.25 * side, 0.72), (0.25, 0.52 * side, 0.42), 0.11, end_radius=0.13, sides=5
        )
        s.rod(
            "fur",
            (0.1, 0.2 * side, 0.14),
            (0.62, 0.34 * side, 0.14),
            0.13,
            end_radius=0.15,
            sides=5,
        )
    s.box("eyes", (0.38, -0.04, 0.96), (0.41, 0.04, 1.02))
    if f.variant == "with bow":
        for side in (-1, 1):
            bow = [(0, 0.72), (0.2 * side, 0.8), (0.2 * side, 0.62)]
            s.prism("bow", bow, 0.3, 0.38, axis="x")


@toy(
    "doll",
    size=((0.09, 0.13), (0.14, 0.2), (0.26, 0.4)),
    mass=(0.1, 0.5),
    variants=("dress", "trousers", "long hair"),
    parts={
        "clothes": PartSpec(("fabric",), ANY, ("plain", "dotted", "striped", "floral", "checked")),
        "skin": SKIN,
        "hair": PartSpec(
            ("fabric", "plastic"), ("brown", "black", "yellow", "orange", "red", "pink")
        ),
        "eyes": PartSpec(("plastic",), ("blue", "black", "green")),
    },
    synonyms=("rag doll",),
    keep_aspect=True,
)
def doll(s: Shape, f: Form) -> None:
    for side in (-1, 1):
        s.rod("skin", (0, 0.1 * side, 0), (0, 0.1 * side, 0.5), 0.06, sides=5)
        s.rod("skin", (0, 0.14 * side, 0.9), (0.05, 0.42 * side, 0.62), 0.05, sides=5)
        s.box("eyes", (0.19, 0.08 * side - 0.025, 1.16), (0.215, 0.08 * side + 0.025, 1.21))
        if f.variant == "trousers":
            s.rod("clothes", (0, 0.1 * side, 0.1), (0, 0.1 * side, 0.55), 0.09, sides=5)
    hem: Point = (0.18, 0.5) if f.variant == "trousers" else (0.36, 0.3)
    s.lathe("clothes", (0, 0, 0), [hem, (0.14, 0.72), (0.17, 0.98)], sides=8)
    s.ellipsoid("skin", (0, 0, 1.16), (0.2, 0.2, 0.21), sides=8, rows=4)
    s.ellipsoid("hair", (-0.05, 0, 1.24), (0.22, 0.23, 0.2), sides=8, rows=3)
    if f.variant == "long hair":
        s.box("hair", (-0.24, -0.2, 0.75), (-0.08, 0.2, 1.25), taper=(1.0, 0.9))


@toy(
    "toy car",
    size=((0.1, 0.22), (0.05, 0.1), (0.04, 0.08)),
    mass=(0.05, 0.4),
    variants=("saloon", "pickup", "racer"),
    parts={
        "body": PAINT,
        "windows": PartSpec(("glass", "plastic"), ("navy", "black", "silver")),
        "wheels": DARK,
    },
    synonyms=("model car", "car"),
    keep_aspect=True,
)
def toy_car(s: Shape, f: Form) -> None:
    side: dict[str, list[Point]] = {
        "saloon": [
            (-1, 0.15),
            (1, 0.15),
            (1, 0.42),
            (0.5, 0.5),
            (0.2, 0.85),
            (-0.5, 0.85),
            (-0.8, 0.5),
            (-1, 0.48),
        ],
        "pickup": [
            (-1, 0.15),
            (1, 0.15),
            (1, 0.5),
            (0.55, 0.55),
            (0.35, 0.9),
            (-0.1, 0.9),
            (-0.1, 0.5),
            (-1, 0.5),
        ],
        "racer": [
            (-1, 0.12),
            (1, 0.12),
            (1.1, 0.2),
            (0.2, 0.42),
            (-0.1, 0.6),
            (-0.5, 0.42),
            (-0.9, 0.45),
            (-1, 0.7),
        ],
    }
    s.prism("body", side[f.variant], -0.42, 0.42, axis="y")
    panes: dict[str, list[Point]] = {
        "saloon": [(0.4, 0.52), (0.18, 0.78), (-0.45, 0.78), (-0.65, 0.52)],
        "pickup": [(0.46, 0.56), (0.3, 0.82), (-0.04, 0.82), (-0.04, 0.56)],
        "racer": [(0.15, 0.42), (-0.08, 0.55), (-0.3, 0.45)],
    }
    s.prism("windows", panes[f.variant], -0.43, 0.43, axis="y")
    if f.variant != "racer":
        nose = side[f.variant][3:5]
        (x0, z0), (x1, z1) = nose
        low, high = (x0 - 0.02, z0 + 0.05), (x1 + 0.05, z1 - 0.06)
        corners = [
            (low[0], -0.36, low[1]),
            (low[0], 0.36, low[1]),
            (high[0], 0.36, high[1]),
            (high[0], -0.36, high[1]),
        ]
        s.panel("windows", *((x + 0.01, y, z + 0.01) for x, y, z in corners))
    wheels(s, (-0.6, 0.6), 0.43, 0.22)


@toy(
    "toy train",
    size=((0.2, 0.3), (0.07, 0.09), (0.11, 0.15)),
    mass=(0.2, 0.6),
    variants=("steam", "diesel", "with wagon"),
    parts={
        "engine": PAINT,
        "cab": PartSpec(("plastic", "wood"), PLASTICS),
        "wheels": DARK,
        "trim": PartSpec(("metal", "plastic"), ("gold", "black", "silver")),
    },
    synonyms=("train", "locomotive", "toy locomotive"),
)
def toy_train(s: Shape, f: Form) -> None:
    s.box("trim", (-1, -0.34, 0.2), (1, 0.34, 0.32))
    wheels(s, (-0.7, -0.2, 0.3, 0.75), 0.34, 0.18, width=0.08)
    if f.variant == "diesel":
        s.prism(
            "engine",
            [(-1, 0.32), (1, 0.32), (1, 0.6), (0.75, 1.1), (-1, 1.1)],
            -0.36,
            0.36,
            axis="y",
        )
        s.box("cab", (-0.9, -0.37, 0.7), (0.6, 0.37, 0.9))
        s.box("trim", (-0.4, -0.2, 1.1), (0.2, 0.2, 1.18))
        return
    start = 0.2 if f.variant == "with wagon" else -0.3
    s.cylinder("engine", (start, 0, 0.62), 0.3, 0.95 - start, axis="x", sides=8)
    s.lathe("trim", (0.75, 0, 0.85), [(0.1, 0), (0.1, 0.3), (0.17, 0.45)], sides=6)
    s.box("cab", (start - 0.4, -0.36, 0.3), (start + 0.05, 0.36, 1.1))
    s.box("engine", (start - 0.46, -0.42, 1.1), (start + 0.1, 0.42, 1.2))
    s.box("trim", (start - 0.3, -0.365, 0.7), (start - 0.05, 0.365, 1.0))
    if f.variant == "with wagon":
        s.box("engine", (-1, -0.34, 0.32), (-0.35, 0.34, 0.75))
        s.box("trim", (-0.92, -0.28, 0.72), (-0.43, 0.28, 0.85))
    else:
        s.box("cab", (-1, -0.34, 0.32), (-0.75, 0.34, 0.7))


@toy(
    "rubber duck",
    size=((0.08, 0.12), (0.065, 0.1), (0.075, 0.115)),
    mass=(0.03, 0.1),
    variants=("classic", "with hat", "raised tail"),
    parts={
        "duck": PartSpec(("rubber", "plastic"), ("yellow", "pink", "blue", "white", "green")),
        "beak": PartSpec(("rubber",), ("orange", "red")),
        "eyes": PartSpec(("plastic",), ("black", "white")),
        "hat": PartSpec(("rubber",), ("blue", "red", "black")),
    },
    rooms={"bathroom": 1.0, "bedroom": 0.2},
    on={"bath tub": 1.0, "sink": 0.6, "shelf": 0.4},
    synonyms=("toy duck", "bath duck", "ducky"),
    keep_aspect=True,
)
def rubber_duck(s: Shape, f: Form) -> None:
    s.lathe(
        "duck",
        (-0.1, 0, 0),
        [(0.4, 0), (0.55, 0.25), (0.45, 0.5), (0.2, 0.62)],
        sides=10,
        stretch=0.8,
    )
    tail = 0.75 if f.variant == "raised tail" else 0.55
    s.rod("duck", (-0.4, 0, 0.36), (-0.75, 0, tail), 0.18, end_radius=0.03, sides=6)
    s.ellipsoid("duck", (0.22, 0, 0.78), (0.28, 0.28, 0.28), sides=8, rows=5)
    s.box("beak", (0.44, -0.13, 0.7), (0.66, 0.13, 0.8), taper=(0.8, 0.7))
    for side in (-1, 1):
        s.box("eyes", (0.36, 0.17 * side - 0.03, 0.85), (0.44, 0.17 * side + 0.03, 0.93))
    if f.variant == "with hat":
        s.cylinder("hat", (0.2, 0, 0.98), 0.24, 0.04, sides=8)
        s.cylinder("hat", (0.2, 0, 1.0), 0.15, 0.2, sides=8)


@toy(
    "building blocks",
    size=((0.14, 0.2), (0.18, 0.26), (0.14, 0.22)),
    mass=(0.2, 0.8),
    variants=("tower", "castle", "heap"),
    parts={
        "blocks": PAINT,
        "more blocks": PartSpec(("plastic", "wood"), ("blue", "yellow", "green", "red", "white")),
        "roof": PartSpec(("plastic", "wood"), ("green", "orange", "red", "purple")),
    },
    synonyms=("toy blocks", "wooden blocks", "bricks"),
    plural="building blocks",
)
def building_blocks(s: Shape, f: Form) -> None:
    def block(part: str, x: float, y: float, z: float, u: float = 0.3) -> None:
        s.box(part, (x - 0.15, y - u / 2, z), (x + 0.15, y + u / 2, z + 0.3))

    def gable(y: float, z: float) -> None:
        s.prism("roof", [(y - 0.17, z), (y + 0.17, z), (y, z + 0.26)], -0.15, 0.15, axis="x")

    if f.variant == "tower":
        for k, part in enumerate(("blocks", "more blocks", "blocks")):
            block(part, 0.02 * (k % 2), 0.03 * (k - 1), 0.3 * k)
        gable(0.0, 0.9)
        block("roof", 0.2, 0.42, 0)
        block("more blocks", 0.0, -0.4, 0)
    elif f.variant == "castle":
        for side in (-1, 1):
            block("blocks", 0, 0.42 * side, 0)
            block("more blocks", 0, 0.42 * side, 0.3)
            gable(0.42 * side, 0.6)
        block("blocks", 0, 0, 0.3, u=0.54)
        gable(0.0, 0.6)
    else:
        for part, x, y, z in (
            ("blocks", 0.2, -0.35, 0),
            ("more blocks", -0.2, -0.1, 0),
            ("blocks", 0.1, 0.3, 0),
            ("more blocks", 0.1, -0.2, 0.3),
        ):
            block(part, x, y, z)
        gable(0.15, 0.3)
        s.cylinder("roof", (-0.25, 0.4, 0), 0.14, 0.3, sides=8)


@toy(
    "toy robot",
    size=((0.09, 0.15), (0.14, 0.22), (0.2, 0.32)),
    mass=(0.2, 0.8),
    variants=("boxy", "tracked", "domed"),
    parts={
        "body": PartSpec(
            ("metal", "plastic"), ("silver", "red", "blue", "green", "grey", "orange")
        ),
        "limbs": PartSpec(("metal", "plastic"), ("grey", "black", "silver", "yellow")),
        "lights": PartSpec(("plastic",), ("yellow", "red", "turquoise", "lime")),
    },
    synonyms=("robot toy", "tin robot"),
    keep_aspect=True,
)
def toy_robot(s: Shape, f: Form) -> None:
    s.box("body", (-0.25, -0.35, 0.5), (0.25, 0.35, 1.15))
    for side in (-1, 1):
        y = 0.2 * side
        if f.variant == "tracked":
            track = [(-0.4, 0.1), (-0.25, 0), (0.25, 0), (0.4, 0.1), (0.25, 0.34), (-0.25, 0.34)]
            s.prism("limbs", track, y * 1.6 - 0.1, y * 1.6 + 0.1, axis="y")
        else:
            s.box("limbs", (-0.12, y - 0.1, 0.1), (0.12, y + 0.1, 0.5))
            s.box("body", (-0.2, y - 0.14, 0), (0.28, y + 0.14, 0.12))
        s.rod("limbs", (0, 0.4 * side, 1.05), (0.12, 0.48 * side, 0.6), 0.08, sides=5)
        s.box("lights", (0.18, 0.11 * side - 0.05, 1.38), (0.26, 0.11 * side + 0.05, 1.46))
    if f.variant == "tracked":
        s.box("body", (-0.2, -0.2, 0.3), (0.2, 0.2, 0.5))
    if f.variant == "domed":
        s.lathe("body", (0, 0, 1.2), [(0.28, 0), (0.28, 0.2), (0.18, 0.38), (0, 0.44)], sides=10)
    else:
        s.box("body", (-0.22, -0.26, 1.2), (0.22, 0.26, 1.6))
        s.rod("limbs", (0, 0, 1.6), (0, 0, 1.76), 0.02, sides=4)
        s.box("lights", (-0.05, -0.05, 1.74), (0.05, 0.05, 1.84))
    s.box("limbs", (-0.1, -0.1, 1.15), (0.1, 0.1, 1.2))
    s.box("lights", (0.24, -0.2, 0.75), (0.26, 0.2, 1.0))


@category(
    "tricycle",
    size=((0.62, 0.80), (0.44, 0.54), (0.52, 0.66)),
    keep_aspect=True,
    mass=(3.0, 6.5),
    variants=("classic", "big wheel", "basket"),
    parts={
        "frame": PartSpec(("metal", "plastic"), PAINTS),
        "seat": PartSpec(("plastic",), ("blue", "red", "yellow", "black", "green")),
        "tyres": PartSpec(("rubber",), ("black", "grey", "white")),
        "rims": like("seat"),
        "steel": PartSpec(("metal",), ("silver", "grey")),
    },
    on={"floor": 1.0},
    synonyms=("trike", "three-wheeled bike"),
)
@fitted
def tricycle(s: Shape, f: Form) -> None:
    """A big wheel with pedals and handlebar in front, two small wheels behind, a seat between."""
    big = 2.6 if f.variant == "big wheel" else 2.0
    x, seat = 3.6, 4.2
    _wheel(s, (x, 0.0, big), big, 0.55, 10)
    crown: Point3 = (x - 0.65, 0.0, 2 * big + 0.4)
    for side in SIDES:
        _wheel(s, (-3.0, side * 2.3, 1.3), 1.3, 0.6, 8)
        u, v, w = x + 0.3 * side, side * 1.4, big + 0.5 * side
        s.rod("steel", (x, side * 0.3, big), (u, v, w), 0.12, sides=4)
        s.box("tyres", (u - 0.5, v - 0.4, w - 0.15), (u + 0.5, v + 0.4, w + 0.15))
        s.rod("frame", (x, side * 0.5, big), (x - 0.6, side * 0.5, crown[2] + 0.1), 0.2, sides=4)
        bar = [(x - 1.2, 0.0, 7.2), (x - 1.4, side * 1.6, 7.6), (x - 2.2, side * 2.2, 7.3)]
        s.tube("steel", bar, 0.18, sides=4)
        s.rod("seat", (x - 2.0, side * 2.1, 7.35), (x - 2.9, side * 2.5, 7.1), 0.32, sides=4)
    s.box("frame", (x - 1.05, -0.75, crown[2] - 0.2), (x - 0.25, 0.75, crown[2] + 0.2))
    s.rod("steel", crown, (x - 1.2, 0.0, 7.4), 0.22, sides=4)
    s.tube("frame", [crown, (0.9, 0.0, 2.4), (-1.6, 0.0, 2.2), (-3.0, 0.0, 1.3)], 0.36, sides=5)
    s.rod("frame", (-3.0, -2.2, 1.3), (-3.0, 2.2, 1.3), 0.25, sides=4)
    s.rod("frame", (-1.3, 0.0, 2.2), (-1.5, 0.0, seat), 0.28, sides=4)
    saddle = [(-2.9, -1.2), (-1.9, -1.3), (0.3, -0.45), (0.3, 0.45), (-1.9, 1.3), (-2.9, 1.2)]
    s.prism("seat", saddle, seat, seat + 0.45)
    if f.variant != "big wheel":
        s.box("seat", (-4.2, -1.6, 1.8), (-2.2, 1.6, 2.1))
    if f.variant == "basket":
        tray(s, "rims", (x - 0.4, -1.1, 5.4), (x + 1.4, 1.1, 6.9), 0.2)
    else:
        s.box("seat", (-3.1, -1.1, seat + 0.4), (-2.8, 1.1, seat + 1.6), taper=(1.0, 0.7))


def _wheel(s: Shape, centre: Point3, radius: float, width: float, sides: int) -> None:
    """A tyre around a coloured disc."""
    x, y, z = centre
    s.cylinder("tyres", (x, y - width / 2, z), radius, width, axis="y", sides=sides)
    s.cylinder("rims", (x, y - width * 0.6, z), radius * 0.65, width * 1.2, axis="y", sides=6)


@small(
    "toy airplane",
    size=((0.30, 0.42), (0.32, 0.44), (0.12, 0.17)),
    keep_aspect=True,
    mass=(0.2, 0.7),
    variants=("monoplane", "biplane", "airliner"),
    parts={
        "body": PartSpec(
            ("wood", "plastic", "metal"), (*WOODS[1:3], "red", "blue", "yellow", "white")
        ),
        "wings": PartSpec(
            ("wood", "plastic", "metal"), (*WOODS[1:3], "red", "blue", "yellow", "white")
        ),
        "propeller": PartSpec(("wood", "plastic"), ("brown", "red", "black", "blue")),
        "wheels": PartSpec(("wood", "rubber"), ("brown", "black", "red")),
    },
    on={**TABLE_TOPS, "bed": 0.3, "shelf": 0.5, "floor": 0.3},
    synonyms=("toy plane", "toy aeroplane", "model airplane"),
)
def toy_airplane(s: Shape, f: Form) -> None:
    """A tapered body with wings, tail and something that spins, on three little wheels."""
    axis = 3.2
    body: list[Point3] = [
        (6.0, 0, axis),
        (4.6, 0, axis),
        (0.5, 0, axis + 0.1),
        (-7.0, 0, axis + 0.7),
    ]
    horn(s, "body", body, [0.7, 1.25, 1.35, 0.45], sides=8)
    fin = [(-5.4, axis + 1.0), (-7.2, axis + 0.9), (-7.4, axis + 3.4), (-6.5, axis + 3.4)]
    s.prism("wings", fin, -0.15, 0.15, axis="y")
    tail = [(-5.4, 0.0), (-6.0, 2.9), (-7.2, 2.9), (-7.2, -2.9), (-6.0, -2.9)]
    s.prism("wings", tail, axis + 0.9, axis + 1.2)
    if f.variant == "airliner":
        for side in SIDES:
            wing = [(2.4, 0.0), (-0.6, 0.0), (-2.8, side * 7.4), (-1.6, side * 7.4)]
            s.prism("wings", wing, axis - 0.6, axis - 0.2)
            s.rod(
                "propeller",
                (1.6, side * 3.0, axis - 1.3),
                (-0.8, side * 3.0, axis - 1.3),
                0.65,
                sides=7,
            )
        s.ellipsoid("body", (6.0, 0, axis), (1.2, 0.72, 0.72), sides=8, rows=4)
        for side in SIDES:
            for x in (4.0, 2.6, 1.2, -0.2, -1.6):
                s.box(
                    "wheels",
                    (x, side * 1.25 - 0.1, axis + 0.2),
                    (x + 0.6, side * 1.25 + 0.1, axis + 0.7),
                )
    else:
        decks = (-1.0, 3.2) if f.variant == "biplane" else (-1.0,)
        for dz in decks:
            s.prism("wings", rounded(1.5, 7.4, 0.7), axis + dz, axis + dz + 0.4, offset=(2.2, 0, 0))
        if f.variant == "biplane":
            for y in (-5.0, -1.6, 1.6, 5.0):
                s.rod("propeller", (2.2, y, axis - 0.7), (2.2, y, axis + 3.2), 0.18, sides=4)
        s.ellipsoid("propeller", (-0.2, 0, axis + 1.3), (1.0, 0.7, 0.8), sides=6, rows=4)
        s.ellipsoid("propeller", (6.2, 0, axis), (0.7, 0.5, 0.5), sides=6, rows=4)
        blade = oval(0.4, 2.6, 8)
        s.prism("propeller", blade, 6.1, 6.3, axis="x", offset=(0, 0, axis))
    for side in SIDES:
        s.rod("propeller", (2.6, side * 0.6, axis - 0.8), (2.8, side * 1.7, 0.9), 0.18, sides=4)
        s.cylinder("wheels", (2.8, side * 1.9 - 0.25, 0.9), 0.9, 0.5, axis="y", sides=8)
    s.cylinder("wheels", (-6.2, -0.2, 1.9), 0.4, 0.4, axis="y", sides=6)
    s.rod("propeller", (-6.2, 0, 1.9), (-6.2, 0, axis + 0.6), 0.15, sides=4)
