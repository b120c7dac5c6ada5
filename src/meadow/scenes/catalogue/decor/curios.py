"""Rare things that decorate a home; only a request places them."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import (
    BRIGHT,
    EYES,
    ON_FLOOR,
    SHELVES,
    SIDES,
    arc,
    ball,
    bead,
    fitted,
    handle,
    horn,
    ring,
    small,
)
from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

METAL = PartSpec(("metal",), ("gold", "silver", "bronze", "black"))


@small(
    "crystal ball",
    size=((0.14, 0.24), (0.14, 0.24), (0.18, 0.31)),
    keep_aspect=True,
    mass=(0.6, 2.5),
    variants=("claw stand", "ring stand", "cushion"),
    parts={
        "ball": PartSpec(("glass",), ("turquoise", "purple", "white", "pink", "blue")),
        "stand": PartSpec(
            ("metal", "wood", "fabric"), ("gold", "bronze", "black", "maroon", "silver")
        ),
        "trim": PartSpec(("metal", "fabric"), ("gold", "red", "silver", "purple")),
    },
    on=SHELVES,
    synonyms=("fortune teller's ball", "magic ball"),
    tags=("ornament",),
    revision=2,
)
def crystal_ball(s: Shape, f: Form) -> None:
    """A large glass sphere on a low stand."""
    s.ellipsoid("ball", (0, 0, 6.0), (3.4, 3.4, 3.4), sides=14, rows=9)
    if f.variant == "cushion":
        half = [(2.4, -1.2), (3.3, -0.5), (3.3, 0.5), (1.6, 1.5)]
        s.lathe("stand", (0, 0, 1.6), half, sides=4)
        for u in SIDES:
            for v in SIDES:
                s.rod(
                    "trim",
                    (u * 2.8, v * 2.8, 1.6),
                    (u * 3.2, v * 3.2, 0.5),
                    0.2,
                    end_radius=0.45,
                    sides=5,
                )
        return
    s.lathe(
        "stand", (0, 0, 0), [(3.4, 0.0), (3.2, 0.6), (1.4, 1.2), (1.6, 2.4), (2.6, 3.2)], sides=12
    )
    if f.variant == "claw stand":
        for k in range(4):
            a = math.pi * (k + 0.5) / 2
            c, d = math.cos(a), math.sin(a)
            path: list[Point3] = [
                (2.0 * c, 2.0 * d, 2.4),
                (3.7 * c, 3.7 * d, 4.6),
                (3.4 * c, 3.4 * d, 6.8),
            ]
            horn(s, "trim", path, [0.5, 0.4, 0.08], sides=5)
    else:
        ring(s, "trim", (0, 0, 3.6), 2.7, 0.4, sides=12)


@small(
    "gumball machine",
    size=((0.17, 0.27), (0.17, 0.27), (0.36, 0.58)),
    keep_aspect=True,
    mass=(1.0, 4.0),
    variants=("round", "boxy", "tall foot"),
    parts={
        "base": PartSpec(("metal", "plastic"), ("red", "blue", "green", "yellow", "pink", "black")),
        "globe": PartSpec(("glass", "plastic"), BRIGHT, ("dotted",)),
        "metal": METAL,
        "slot": PartSpec(("plastic",), ("black", "grey")),
    },
    on={**SHELVES, "floor": 0.2},
    synonyms=("bubble gum machine", "candy machine", "candy dispenser"),
    tags=("ornament",),
    revision=2,
)
def gumball_machine(s: Shape, f: Form) -> None:
    """A globe full of coloured balls on a base with a crank and a chute."""
    foot = 3.4 if f.variant == "tall foot" else 0.6
    s.cylinder("base", (0, 0, 0), 2.6, 0.5, top_radius=2.2, sides=10)
    s.cylinder("base", (0, 0, 0.4), 0.9 if foot > 1 else 2.2, foot, sides=10)
    z = 0.4 + foot
    s.box("base", (-2.1, -2.1, z), (2.1, 2.1, z + 3.6), taper=(0.8, 0.8))
    s.cylinder("metal", (1.7, 0, z + 2.3), 0.9, 0.4, axis="x", sides=8)
    s.box("slot", (2.1, -0.2, z + 1.8), (2.5, 0.2, z + 2.8))
    s.box("metal", (1.7, -0.9, z + 0.1), (2.6, 0.9, z + 1.2))
    s.box("slot", (2.6, -0.6, z + 0.2), (2.66, 0.6, z + 1.0))
    z += 3.6
    s.cylinder("metal", (0, 0, z), 2.0, 0.4, sides=10)
    if f.variant == "boxy":
        s.box("globe", (-2.4, -2.4, z + 0.4), (2.4, 2.4, z + 5.2))
    else:
        s.ellipsoid("globe", (0, 0, z + 3.0), (3.1, 3.1, 3.0), sides=12, rows=7)
        z += 0.5
    s.cylinder("base", (0, 0, z + 5.1), 1.8, 0.8, top_radius=1.2, sides=10)
    bead(s, "metal", (0, 0, z + 6.1), 0.5)


@category(
    "rocking horse",
    size=((0.75, 1.05), (0.26, 0.38), (0.65, 0.95)),
    mass=(3.0, 10.0),
    variants=("wooden", "saddled", "carousel"),
    parts={
        "horse": PartSpec(
            ("wood", "plastic", "fabric"), ("brown", "white", "tan", "black", "red", "blue")
        ),
        "mane": PartSpec(("fabric", "wood"), ("black", "yellow", "white", "maroon", "grey")),
        "rockers": PartSpec(("wood",), ("red", "brown", "tan", "green", "white")),
        "saddle": PartSpec(("leather", "fabric"), ("maroon", "red", "blue", "purple", "green")),
        "eyes": EYES,
    },
    on=ON_FLOOR,
    synonyms=("toy horse", "wooden horse"),
    tags=("ornament", "toy"),
    revision=2,
)
@fitted
def rocking_horse(s: Shape, f: Form) -> None:
    """A horse on two curved rockers."""
    for side in SIDES:
        outer = arc((0.0, 12.0), (12.0, 12.0), 238, 302, 6)
        inner = arc((0.0, 12.0), (11.2, 11.2), 302, 238, 6)
        s.prism("rockers", [*outer, *inner], side * 1.8 - 0.3, side * 1.8 + 0.3, axis="y")
        for x, foot in ((2.6, 4.2), (-2.6, -4.2)):
            s.rod("horse", (x, side * 0.8, 5.4), (foot, side * 1.7, 1.2), 0.7, end_radius=0.45)
        bead(s, "eyes", (5.4, side * 0.7, 10.0), 0.28)
        s.rod(
            "horse", (4.6, side * 0.4, 10.6), (4.5, side * 0.6, 11.6), 0.3, end_radius=0.05, sides=4
        )
    for x in (-4.2, 4.2):
        s.box("rockers", (x - 0.4, -1.8, 0.9), (x + 0.4, 1.8, 1.5))
    ball(s, "horse", (0, 0, 6.0), (4.0, 1.5, 1.7), fine=True)
    horn(s, "horse", [(2.8, 0, 6.6), (4.2, 0, 9.0), (4.8, 0, 10.2)], [1.3, 1.0, 0.9])
    s.rod("horse", (4.6, 0, 10.3), (7.0, 0, 8.8), 0.9, end_radius=0.55)
    s.prism(
        "mane", [(4.9, 11.4), (3.6, 10.6), (1.6, 7.2), (2.8, 7.2), (4.2, 9.4)], -0.4, 0.4, axis="y"
    )
    horn(s, "mane", [(-3.7, 0, 6.6), (-5.2, 0, 6.2), (-5.6, 0, 3.6)], [0.4, 0.6, 0.1], sides=5)
    if f.variant == "wooden":
        s.rod("saddle", (4.6, -1.6, 9.6), (4.6, 1.6, 9.6), 0.2, sides=5)
    else:
        s.lathe("saddle", (-0.2, 0, 6.0), [(1.75, -1.5), (1.75, 1.5)], axis="x", sides=10)
        s.box("saddle", (-1.9, -0.9, 7.4), (-1.3, 0.9, 8.6))
    if f.variant == "carousel":
        s.rod("rockers", (0.2, 0, 7.4), (0.2, 0, 13.0), 0.2, sides=6)
        bead(s, "rockers", (0.2, 0, 13.2), 0.5)


@category(
    "totem pole",
    size=((0.30, 0.44), (0.55, 0.80), (1.20, 1.70)),
    mass=(10.0, 40.0),
    variants=("winged", "two faces", "three faces"),
    parts={
        "wood": PartSpec(("wood",), ("brown", "tan", "maroon", "grey")),
        "wings": PartSpec(
            ("wood",),
            ("red", "turquoise", "green", "blue", "yellow"),
            ("plain", "striped", "zigzag"),
        ),
        "whites": PartSpec(("wood",), ("white", "yellow", "cream")),
        "mouth": PartSpec(("wood",), ("red", "black", "maroon")),
        "eyes": EYES,
    },
    on=ON_FLOOR,
    place="wall",
    synonyms=("totem", "carved pole"),
    tags=("ornament",),
    revision=2,
)
@fitted
def totem_pole(s: Shape, f: Form) -> None:
    """Carved faces one above the other with a beak and wings on top."""
    count = 2 if f.variant == "two faces" else 3
    s.cylinder("mouth", (0, 0, 0), 2.6, 0.6, sides=10)
    step = 15.0 / count
    for k in range(count):
        z = 0.6 + step * k
        s.cylinder("wood", (0, 0, z), 2.0, step * 0.92, top_radius=1.9, sides=10)
        s.cylinder("wings", (0, 0, z + step * 0.92), 2.15, step * 0.08, sides=10)
        for side in SIDES:
            s.cylinder("whites", (1.5, side * 0.85, z + step * 0.66), 0.62, 0.5, axis="x", sides=8)
            s.cylinder("eyes", (2.0, side * 0.85, z + step * 0.66), 0.3, 0.1, axis="x", sides=6)
        if k % 2 == 0:
            s.box("mouth", (1.5, -1.1, z + step * 0.16), (2.2, 1.1, z + step * 0.34))
            s.box("whites", (2.1, -0.9, z + step * 0.22), (2.26, 0.9, z + step * 0.28))
            s.box("wood", (1.6, -0.35, z + step * 0.4), (2.5, 0.35, z + step * 0.6))
        else:
            s.rod(
                "wings",
                (1.6, 0, z + step * 0.46),
                (3.6, 0, z + step * 0.3),
                0.6,
                end_radius=0.1,
                sides=5,
            )
    for side in SIDES:
        # Wings on top, drooping wings below the upper face, or a broad foot: all are equally wide.
        wing = {
            "winged": [(1.8, 11.4), (5.6, 13.6), (5.2, 11.6), (4.4, 10.6), (1.8, 9.6)],
            "two faces": [(1.8, 8.8), (4.4, 8.2), (5.6, 5.6), (4.2, 6.0), (3.4, 5.0), (1.8, 7.0)],
            "three faces": [(1.8, 2.2), (5.6, 0.9), (5.6, 0.0), (1.8, 0.0)],
        }[f.variant]
        s.prism("wings", [(side * y, z) for y, z in wing], -0.3, 0.3, axis="x")
        ear = [(side * 0.6, 15.4), (side * 1.8, 15.4), (side * 1.5, 17.0)]
        s.prism("wood", ear, -0.5, 0.5, axis="x")


@category(
    "suit of armour",
    size=((0.42, 0.58), (0.62, 0.82), (1.60, 1.90)),
    mass=(15.0, 40.0),
    variants=("sword", "lance", "shield"),
    parts={
        "plates": PartSpec(("metal",), ("silver", "grey", "black", "gold", "bronze")),
        "mail": PartSpec(("metal",), ("grey", "black", "brown")),
        "plume": PartSpec(("fabric", "organic"), ("red", "blue", "purple", "white", "green")),
        "weapon": PartSpec(("metal", "wood"), ("silver", "brown", "gold", "maroon")),
        "base": PartSpec(("wood", "stone"), WOODS),
    },
    on=ON_FLOOR,
    place="wall",
    synonyms=("suit of armor", "knight's armour", "armoured knight"),
    plural="suits of armour",
    tags=("ornament",),
    revision=2,
)
@fitted
def suit_of_armour(s: Shape, f: Form) -> None:
    """A standing knight of steel with a visored helmet and a plume."""
    s.box("base", (-2.6, -2.6, 0.0), (2.6, 2.6, 0.6))
    for side in SIDES:
        s.box(
            "plates", (-0.7, side * 1.0 - 0.6, 0.6), (1.6, side * 1.0 + 0.6, 1.3), taper=(0.8, 0.8)
        )
        s.cylinder("plates", (0, side * 1.0, 1.2), 0.6, 3.2, top_radius=0.75, sides=6)
        s.ellipsoid("plates", (0.2, side * 1.0, 4.6), (0.75, 0.75, 0.7), sides=6, rows=3)
        s.cylinder("plates", (0, side * 1.0, 4.8), 0.75, 3.0, top_radius=0.95, sides=6)
        s.ellipsoid("plates", (0, side * 2.3, 12.2), (1.1, 1.0, 1.0), sides=6, rows=4)
        elbow: Point3 = (0.2, side * 2.9, 9.6)
        s.rod("mail", (0, side * 2.5, 12.0), elbow, 0.6)
        s.rod("plates", elbow, (1.4, side * 2.8, 7.6), 0.6, end_radius=0.5)
        bead(s, "plates", (1.5, side * 2.8, 7.4), 0.65)
    s.cylinder("mail", (0, 0, 7.2), 1.9, 1.6, top_radius=1.4, sides=10, stretch=1.1)
    s.lathe(
        "plates",
        (0, 0, 8.6),
        [(1.4, 0.0), (1.9, 2.6), (1.8, 4.0), (0.9, 4.6)],
        sides=10,
        stretch=1.15,
    )
    s.cylinder("plates", (0, 0, 13.0), 0.9, 2.4, sides=8)
    s.lathe("plates", (0, 0, 13.4), [(1.1, 0.0), (1.2, 1.6), (0.8, 2.5), (0.1, 2.9)], sides=10)
    s.box("mail", (0.9, -0.8, 14.7), (1.3, 0.8, 14.95))
    s.prism("plates", [(0.9, 13.4), (1.8, 13.9), (1.3, 14.6), (0.9, 14.6)], -0.8, 0.8, axis="y")
    horn(s, "plume", [(-0.2, 0, 16.1), (-1.0, 0, 17.4), (-2.2, 0, 16.0)], [0.3, 0.7, 0.2])
    if f.variant == "lance":
        s.rod("weapon", (1.6, -2.8, 0.6), (1.6, -2.8, 18.0), 0.22, sides=5)
        s.rod("plates", (1.6, -2.8, 17.6), (1.6, -2.8, 19.4), 0.4, end_radius=0.02, sides=4)
    else:
        s.box("weapon", (1.5, -3.0, 0.8), (1.7, -2.6, 7.4), taper=(1.0, 1.2))
        s.box("weapon", (1.4, -3.7, 7.4), (1.8, -1.9, 7.8))
        s.rod("weapon", (1.6, -2.8, 7.8), (1.6, -2.8, 9.2), 0.22, sides=5)
    if f.variant == "shield":
        shield = [(0.9, 9.6), (4.7, 9.6), (4.6, 7.0), (2.8, 4.4), (1.0, 7.0)]
        s.prism("plume", shield, 1.9, 2.3, axis="x")
        s.box("plates", (2.3, 2.6, 5.2), (2.4, 3.0, 9.2))
        s.box("plates", (2.3, 1.3, 7.4), (2.38, 4.3, 7.8))


@small(
    "trophy",
    size=((0.13, 0.22), (0.20, 0.34), (0.28, 0.48)),
    keep_aspect=True,
    mass=(0.5, 3.0),
    variants=("two-handled cup", "star", "figure"),
    parts={
        "cup": PartSpec(("metal", "plastic"), ("gold", "silver", "bronze")),
        "base": PartSpec(
            ("stone", "wood", "plastic"), ("black", "brown", "maroon", "white", "green")
        ),
        "plaque": PartSpec(("metal",), ("silver", "gold", "white")),
    },
    on=SHELVES,
    synonyms=("prize cup", "award"),
    plural="trophies",
    tags=("ornament",),
    revision=2,
)
def trophy(s: Shape, f: Form) -> None:
    """A shining prize on a square base with a plaque."""
    s.box("base", (-2.2, -2.2, 0.0), (2.2, 2.2, 0.6))
    s.box("base", (-1.8, -1.8, 0.6), (1.8, 1.8, 2.8), taper=(0.9, 0.9))
    s.box("plaque", (1.7, -1.1, 1.1), (1.86, 1.1, 2.2))
    s.lathe("cup", (0, 0, 2.8), [(1.2, 0.0), (0.4, 0.7), (0.35, 1.8), (0.6, 2.2)], sides=10)
    if f.variant == "star":
        points = [
            p
            for k in range(5)
            for p in (
                (2.9 * math.sin(2 * math.pi * k / 5), 7.6 + 2.9 * math.cos(2 * math.pi * k / 5)),
                (
                    1.2 * math.sin(2 * math.pi * (k + 0.5) / 5),
                    7.6 + 1.2 * math.cos(2 * math.pi * (k + 0.5) / 5),
                ),
            )
        ]
        s.prism("cup", points, -0.4, 0.4, axis="x")
        return
    if f.variant == "figure":
        for side in SIDES:
            s.rod("cup", (0, side * 0.5, 5.0), (0, side * 0.35, 7.2), 0.4)
            s.rod("cup", (0, side * 0.9, 9.0), (0.2, side * 2.0, 11.2), 0.32, end_radius=0.25)
        s.rod("cup", (0, 0, 7.0), (0, 0, 9.4), 0.75, end_radius=1.0)
        ball(s, "cup", (0, 0, 10.4), (0.7, 0.7, 0.85))
        s.cylinder("cup", (0, 0, 4.8), 1.2, 0.4, sides=10)
        return
    s.lathe(
        "cup",
        (0, 0, 4.8),
        [(0.6, 0.0), (1.8, 1.2), (2.3, 3.2), (2.6, 4.6), (2.3, 4.6), (2.0, 3.2)],
        sides=12,
        bottom=False,
    )
    for side in SIDES:
        handle(
            s,
            "cup",
            (0, side * 2.3, 7.4),
            (side * 1.5, 1.4),
            0.25,
            angles=(-90, 90),
            steps=5,
            axis="x",
        )


@small(
    "birdhouse",
    size=((0.18, 0.28), (0.18, 0.28), (0.24, 0.40)),
    mass=(0.4, 1.8),
    variants=("gabled", "slanted roof", "round"),
    parts={
        "walls": PartSpec(
            ("wood", "ceramic"), ("brown", "white", "red", "blue", "yellow", "turquoise", "green")
        ),
        "roof": PartSpec(("wood", "metal"), ("maroon", "brown", "green", "black", "red")),
        "hole": PartSpec(("wood",), ("black",)),
        "perch": PartSpec(("wood",), ("tan", "brown")),
    },
    on={**SHELVES, "floor": 0.2},
    synonyms=("bird house", "nest box", "nesting box"),
    tags=("ornament",),
    revision=2,
)
def birdhouse(s: Shape, f: Form) -> None:
    """A little house with a round hole and a perch below it."""
    s.box("perch", (-3.0, -3.0, 0.0), (3.2, 3.0, 0.4))
    if f.variant == "round":
        s.cylinder("walls", (0, 0, 0.4), 2.4, 5.6, sides=12)
        s.cylinder("roof", (0, 0, 6.0), 3.2, 3.0, top_radius=0.05, sides=12)
        front = 2.35
    elif f.variant == "slanted roof":
        s.prism("walls", [(-2.4, 0.4), (2.4, 0.4), (2.4, 6.0), (-2.4, 8.0)], -2.4, 2.4, axis="y")
        s.prism("roof", [(-3.0, 8.0), (3.4, 5.4), (3.4, 5.9), (-3.0, 8.5)], -2.9, 2.9, axis="y")
        front = 2.4
    else:
        s.prism(
            "walls",
            [(-2.4, 0.4), (2.4, 0.4), (2.4, 5.0), (0.0, 7.8), (-2.4, 5.0)],
            -2.4,
            2.4,
            axis="x",
        )
        for side in SIDES:
            s.prism(
                "roof",
                [(0, 7.8), (side * 3.3, 3.9), (side * 3.3, 4.5), (0, 8.5)],
                -3.0,
                3.0,
                axis="x",
            )
        front = 2.4
    s.cylinder("hole", (front, 0, 4.0), 0.95, 0.1, axis="x", sides=10)
    s.rod("perch", (front, 0, 2.2), (front + 1.3, 0, 2.2), 0.2, sides=5)


@category(
    "ship's anchor",
    size=((0.24, 0.36), (0.55, 0.85), (0.75, 1.15)),
    mass=(8.0, 40.0),
    variants=("stock", "rope", "chain"),
    parts={
        "iron": PartSpec(("metal",), METALS),
        "rope": PartSpec(("fabric", "metal"), ("tan", "white", "brown", "grey")),
        "base": PartSpec(("wood",), ("brown", "white", "navy", "tan")),
    },
    on=ON_FLOOR,
    place="wall",
    synonyms=("anchor", "boat anchor"),
    tags=("ornament",),
    revision=2,
)
@fitted
def ships_anchor(s: Shape, f: Form) -> None:
    """A shank with a ring above, two curved arms with flukes below, on a wooden foot."""
    s.box("base", (-1.6, -2.6, 0.0), (1.6, 2.6, 0.7))
    s.rod("iron", (0, 0, 0.6), (0, 0, 11.0), 0.5, end_radius=0.4, sides=8)
    ring(s, "iron", (0, 0, 11.9), 0.9, 0.25, axis="x", sides=10)
    arms = arc((0.0, 5.2), (4.4, 4.2), 200, 340, 6)
    s.tube("iron", [(0.0, y, z) for y, z in arms], 0.5, sides=6)
    for side in SIDES:
        fluke = [(side * 3.3, 4.6), (side * 5.2, 3.4), (side * 4.7, 6.2)]
        s.prism("iron", fluke, -0.6, 0.6, axis="x")
    if f.variant == "stock":
        s.rod("rope", (0, -3.2, 9.4), (0, 3.2, 9.4), 0.35, sides=6)
        for side in SIDES:
            bead(s, "rope", (0, side * 3.3, 9.4), 0.55)
        return
    s.rod("iron", (0, -2.4, 9.4), (0, 2.4, 9.4), 0.3, sides=6)
    turns = 8
    path: list[Point3] = []
    for k in range(turns + 1):
        a = 2 * math.pi * k / 4
        path.append((0.9 * math.cos(a), 0.9 * math.sin(a), 11.4 - 1.0 * k))
    if f.variant == "rope":
        s.tube("rope", path, 0.28, sides=5)
    else:
        for k, at in enumerate(path):
            ring(s, "rope", at, 0.45, 0.16, axis="xy"[k % 2], sides=6, rows=3)


@small(
    "genie lamp",
    size=((0.24, 0.34), (0.09, 0.13), (0.13, 0.19)),
    keep_aspect=True,
    mass=(0.4, 1.2),
    variants=("classic", "footed", "long spout"),
    parts={
        "body": PartSpec(("metal",), ("gold", "bronze", "silver")),
        "lid": like("body"),
        "gems": PartSpec(("glass",), ("red", "blue", "green", "purple")),
    },
    on=SHELVES,
    synonyms=("genie's lamp", "magic lamp", "aladdin's lamp", "oil lamp"),
)
def genie_lamp(s: Shape, f: Form) -> None:
    """A flat golden pot with a long curved spout, a looped handle and a pointed lid."""
    foot = 2.2 if f.variant == "footed" else 1.0
    spout = 1.8 if f.variant == "long spout" else 0.0
    s.lathe(
        "body",
        (0, 0, 0),
        [(1.9, 0.0), (1.7, 0.3), (0.7, 0.4 + foot / 2), (0.8, foot)],
        sides=10,
        stretch=0.8,
    )
    belly = [(0.8, 0.0), (2.4, 0.7), (3.0, 1.5), (2.5, 2.4), (1.5, 2.9)]
    s.lathe("body", (0, 0, foot), belly, sides=10, stretch=0.8)
    lid = [(1.6, 0.0), (1.3, 0.5), (0.4, 1.1), (0.55, 1.5), (0.05, 2.3)]
    s.lathe("lid", (0, 0, foot + 2.9), lid, sides=8, stretch=0.8)
    path: list[Point3] = [(2.0, 0, foot + 1.3), (4.0, 0, foot + 1.4), (5.6 + spout, 0, foot + 2.6)]
    horn(s, "body", [*path, (6.6 + spout, 0, foot + 3.3)], [1.1, 0.75, 0.45, 0.6])
    handle(s, "body", (-3.2, 0, foot + 1.9), (1.7, 1.5), 0.25, angles=(50, 320), steps=6)
    for side in SIDES:
        for x in (-1.1, 0.9):
            bead(s, "gems", (x, side * 2.15, foot + 1.6), 0.42)
