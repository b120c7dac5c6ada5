"""Ornaments, a fireplace, bins and homes for pets."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import LEAF, fitted, horn, oval, ring, vessel
from meadow.scenes.catalogue.spec import ANY, METALS, PartSpec, category
from meadow.scenes.modelling.casing import facing, halves, lidded, spread
from meadow.scenes.modelling.shape import Form, Shape

SILL = {
    "shelf": 0.6,
    "coffee table": 0.5,
    "side table": 0.6,
    "console table": 0.5,
    "sideboard": 0.5,
    "desk": 0.3,
    "dining table": 0.3,
    "tv stand": 0.3,
    "dresser": 0.3,
    "bookshelf": 0.3,
}
LIVING = {"living room": 1.0, "bedroom": 0.7, "dining room": 0.6, "hallway": 0.5, "office": 0.6}


@category(
    "statue",
    size=((0.16, 0.4), (0.16, 0.4), (0.3, 1.1)),
    mass=(2.0, 60.0),
    variants=("bust", "figure", "abstract", "bird"),
    parts={
        "figure": PartSpec(
            ("stone", "metal", "wood", "ceramic"),
            ("white", "grey", "bronze", "gold", "black", "brown", "beige", "green"),
        ),
        "plinth": PartSpec(("stone", "wood"), ("grey", "black", "white", "brown")),
    },
    rooms={"living room": 0.5, "hallway": 0.5, "office": 0.3},
    on={"floor": 0.5, "console table": 0.5, "sideboard": 0.4, "shelf": 0.2},
    place="corner",
    synonyms=("sculpture",),
)
@fitted
def statue(s: Shape, f: Form) -> None:
    """A carved head, a standing figure, a twisted form or a bird, on a plinth; drawn 1 high."""
    s.box("plinth", (-0.2, -0.2, 0.0), (0.2, 0.2, 0.14))
    if f.variant == "bust":
        s.lathe(
            "figure",
            (0, 0, 0.14),
            [(0.1, 0.0), (0.08, 0.12), (0.2, 0.22), (0.22, 0.36), (0.07, 0.46), (0.07, 0.56)],
            sides=8,
            stretch=1.4,
        )
        s.ellipsoid("figure", (0.03, 0, 0.82), (0.14, 0.12, 0.18), sides=8, rows=6)
        s.box("figure", (0.15, -0.02, 0.76), (0.2, 0.02, 0.86), taper=(0.3, 0.8))
    elif f.variant == "figure":
        for side in (-0.06, 0.06):
            s.rod("figure", (0, side, 0.14), (0, side, 0.5), 0.045)
        s.lathe(
            "figure", (0, 0, 0.46), [(0.1, 0.0), (0.08, 0.12), (0.13, 0.28), (0.05, 0.34)], sides=8
        )
        s.ellipsoid("figure", (0, 0, 0.9), (0.07, 0.07, 0.1), sides=8, rows=4)
        s.tube("figure", [(0, -0.13, 0.74), (0.02, -0.22, 0.6), (0.1, -0.12, 0.5)], 0.035)
        s.tube("figure", [(0, 0.13, 0.74), (0, 0.22, 0.86), (0.02, 0.18, 1.0)], 0.035)
    elif f.variant == "abstract":
        for k in range(5):
            with s.turned("z", 0.35 * k, (0, 0, 0)):
                w = 0.17 - 0.015 * k
                s.box(
                    "figure",
                    (-w, -w, 0.14 + 0.172 * k),
                    (w, w, 0.14 + 0.172 * (k + 1)),
                    taper=(0.85, 0.85),
                )
    else:
        s.ellipsoid("figure", (-0.03, 0, 0.5), (0.2, 0.13, 0.16), sides=8, rows=6)
        horn(s, "figure", [(0.1, 0, 0.58), (0.15, 0, 0.8), (0.13, 0, 0.95)], (0.07, 0.04, 0.05))
        s.ellipsoid("figure", (0.14, 0, 0.94), (0.07, 0.055, 0.06), sides=6, rows=4)
        s.rod("figure", (0.2, 0, 0.94), (0.32, 0, 0.9), 0.025, end_radius=0.004, sides=4)
        for side in (-0.06, 0.06):
            s.rod("figure", (0, side, 0.14), (0, side, 0.42), 0.02, sides=4)


@category(
    "globe",
    size=((0.26, 0.36), (0.26, 0.36), (0.36, 0.5)),
    mass=(0.8, 3.0),
    variants=("desk", "tilted", "tripod"),
    parts={
        "sphere": PartSpec(("paper", "plastic"), ("blue", "turquoise", "navy", "tan"), ("plain",)),
        "land": PartSpec(("paper",), ("green", "olive", "beige", "yellow")),
        "stand": PartSpec(
            ("wood", "metal", "plastic"), ("brown", "gold", "bronze", "black", "silver")
        ),
    },
    rooms={"office": 0.7, "living room": 0.3, "bedroom": 0.3},
    on={"desk": 1.0, "shelf": 0.5, "bookshelf": 0.3, "sideboard": 0.2},
    synonyms=("world globe",),
    tags=("pickupable",),
    keep_aspect=True,
)
@fitted
def globe(s: Shape, f: Form) -> None:
    """A blue ball with patches of land in a half ring on a foot; drawn about 1.4 high."""
    with s.turned("x", 0.0 if f.variant == "desk" else 0.4, (0, 0, 0.88)):
        s.ellipsoid("sphere", (0, 0, 0.88), (0.42, 0.42, 0.42), sides=8, rows=6)
        for a, level, size in (
            (0.2, 0.15, 0.26),
            (1.6, -0.12, 0.22),
            (3.0, 0.1, 0.3),
            (4.4, -0.1, 0.24),
            (5.4, 0.2, 0.2),
        ):
            u, v = 0.28 * math.cos(a), 0.28 * math.sin(a)
            s.ellipsoid(
                "land",
                (u, v, 0.88 + level),
                (size * 0.62, size * 0.62, size * 0.7),
                sides=5,
                rows=3,
            )
        bow = [
            (0, 0.48 * math.sin(t), 0.88 + 0.48 * math.cos(t))
            for t in (0.0, 0.6, 1.2, 1.8, 2.4, math.pi)
        ]
        s.tube("stand", bow, 0.025, sides=4)
    if f.variant == "tripod":
        for k in range(3):
            a = 2 * math.pi * k / 3
            s.rod(
                "stand", (0.35 * math.cos(a), 0.35 * math.sin(a), 0.0), (0, 0, 0.44), 0.03, sides=4
            )
    else:
        s.lathe("stand", (0, 0, 0), [(0.3, 0.0), (0.26, 0.08), (0.05, 0.14), (0.05, 0.42)], sides=8)


@category(
    "fireplace",
    size=((0.3, 0.45), (1.0, 1.5), (1.0, 1.25)),
    mass=(80.0, 300.0),
    variants=("classic", "brick", "modern"),
    parts={
        "mantel": PartSpec(
            ("stone", "wood"), ("white", "grey", "beige", "brown", "black", "cream")
        ),
        "hearth": PartSpec(("stone",), ("maroon", "grey", "black", "brown"), ("plain", "checked")),
        "soot": PartSpec(("stone", "metal"), ("black",)),
        "logs": PartSpec(("wood",), ("brown", "tan")),
        "flame": PartSpec(("glass",), ("orange", "yellow", "red")),
    },
    rooms={"living room": 0.4, "dining room": 0.1},
    on={"floor": 1.0},
    place="wall",
    front=0.8,
    states=("lit",),
    tags=("furniture",),
)
def fireplace(s: Shape, f: Form) -> None:
    """A mantelpiece around a dark opening with logs; flames when lit."""
    hx, hy, z = halves(f)
    front = hx - 0.12
    body = "hearth" if f.variant == "brick" else "mantel"
    wide, top, low = hy * 0.58, z * 0.66, 0.05
    if f.variant == "modern":
        wide, top, low = hy * 0.75, z * 0.62, z * 0.3
    side = hy - 0.04
    for y0, y1 in ((-side, -wide), (wide, side)):
        s.box(body, (-hx, y0, low), (front, y1, top))
    s.box(body, (-hx, -side, top), (front, side, z - 0.06))
    s.box("hearth", (-hx, -hy, 0.0), (hx if f.variant != "modern" else front, hy, low))
    s.box("mantel", (-hx, -hy, z - 0.06), (hx if f.variant == "modern" else front + 0.06, hy, z))
    facing(s, "soot", -hx + 0.04, (-wide, low), (wide, top))
    if f.variant == "classic":
        for y in (-side, side - 0.16):
            s.box("mantel", (front, y, low), (front + 0.03, y + 0.16, z - 0.06))
    for y, turn in ((-wide * 0.3, 0.15), (wide * 0.25, -0.2), (0.0, 0.05)):
        up = low + (0.05 if turn > 0.1 or turn < 0 else 0.13)
        s.rod(
            "logs",
            (-0.05 - turn * 0.2, y - wide * 0.35, up),
            (-0.05 + turn * 0.2, y + wide * 0.35, up),
            0.05,
        )
    if f.has("lit"):
        for k, y in enumerate(spread(5, wide * 0.7)):
            tall = (top - low) * (0.8 - 0.14 * (k % 2) - 0.1 * abs(k - 2))
            s.cylinder(
                "flame",
                (-0.04, y, low + 0.06),
                0.08,
                tall - 0.06,
                top_radius=0.004,
                sides=5,
                solid=False,
            )
    s.surface("mantel", (-hx + 0.04, -hy + 0.06), (front, hy - 0.06), z)


@category(
    "garbage can",
    size=((0.24, 0.38), (0.26, 0.4), (0.35, 0.7)),
    mass=(0.8, 5.0),
    variants=("pedal", "square", "dome", "slim"),
    parts={
        "bin": PartSpec(("metal", "plastic"), ANY),
        "lid": PartSpec(
            ("plastic", "metal"), ("black", "grey", "silver", "white", "red", "green", "blue")
        ),
        "bag": PartSpec(("plastic",), ("white", "black", "grey")),
        "trash": PartSpec(("paper",), ("white", "beige", "cream"), ("plain",)),
    },
    rooms={"kitchen": 1.0, "bathroom": 0.8, "office": 0.8, "bedroom": 0.3, "living room": 0.2},
    on={"floor": 1.0},
    place="wall",
    states=("full",),
    openable=True,
    synonyms=("trash can", "trash bin", "waste bin", "garbage bin"),
    tags=("robothor",),
)
def garbage_can(s: Shape, f: Form) -> None:
    """A hollow bin with a hinged lid; a full one has a bag over its rim and rubbish under the lid."""
    hx, hy, z = halves(f)
    sides = 4 if f.variant in ("square", "slim") else 12
    rim = z * {"pedal": 0.88, "square": 0.92, "dome": 0.72, "slim": 0.78}[f.variant]
    foot = 0.8 if f.variant in ("slim", "dome") else 0.94
    stretch, grip = hy / hx, 0.012
    wide = hx - grip
    vessel(s, "bin", [(wide * foot, 0.0), (wide, rim - 0.01)], 0.015, sides=sides, stretch=stretch)
    s.lathe(
        "lid",
        (0, 0, rim - 0.025),
        [(hx, 0.0), (hx, 0.02), (wide - 0.02, 0.02)],
        sides=sides,
        stretch=stretch,
        bottom=False,
        top=False,
    )
    if f.has("full"):
        s.lathe(
            "bag",
            (0, 0, rim - 0.12),
            [(wide * 0.96, 0.0), (wide + 0.008, 0.02), (wide + 0.008, 0.09)],
            sides=sides,
            stretch=stretch,
            bottom=False,
            top=False,
        )
        s.ellipsoid(
            "trash",
            (0, 0, rim - 0.12),
            (wide * 0.8, wide * 0.8 * stretch, 0.11),
            sides=8,
            rows=4,
            solid=False,
        )
    else:
        reach = (-hx * 0.5, -hy * 0.5), (hx * 0.5, hy * 0.5)
        s.surface("inside", *reach, 0.015, clearance=rim * 0.6, enclosed=True)
    profiles = {
        "pedal": [(1.0, 0.0), (0.92, 0.6), (0.55, 1.0)],
        "square": [(1.0, 0.0), (0.97, 1.0)],
        "dome": [(1.0, 0.0), (0.95, 0.4), (0.72, 0.8), (0.3, 1.0)],
        "slim": [(1.0, 0.0), (0.9, 0.5), (0.5, 1.0)],
    }
    lid = [(r * hx, t * (z - rim + 0.005)) for r, t in profiles[f.variant]]
    with lidded(s, (-hx, 0, rim), f.openness, degrees=80.0):
        s.lathe("lid", (0, 0, rim - 0.005), lid, sides=sides, stretch=stretch)
    if f.variant == "pedal":
        s.box("lid", (hx - 0.06, -0.04, 0.01), (hx, 0.04, 0.03))


@category(
    "umbrella stand",
    size=((0.2, 0.28), (0.2, 0.28), (0.75, 0.9)),
    mass=(2.0, 6.0),
    variants=("round", "square", "open"),
    parts={
        "stand": PartSpec(("metal", "wood", "ceramic"), ANY, ("plain", "striped", "wicker")),
        "umbrella": PartSpec(("fabric",), ANY, ("plain", "dotted", "striped")),
        "handle": PartSpec(("wood", "plastic"), ("brown", "black", "tan")),
    },
    rooms={"hallway": 1.0},
    on={"floor": 1.0},
    place="corner",
    counts={"umbrella": (1, 4)},
    tags=("furniture",),
)
@fitted
def umbrella_stand(s: Shape, f: Form) -> None:
    """A tall pot or rack with rolled umbrellas; drawn 1 high."""
    if f.variant == "open":
        s.cylinder("stand", (0, 0, 0), 0.15, 0.04)
        ring(s, "stand", (0, 0, 0.56), 0.135, 0.015, sides=8)
        for k in range(4):
            a = k * math.pi / 2
            s.rod(
                "stand",
                (0.135 * math.cos(a), 0.135 * math.sin(a), 0.03),
                (0.135 * math.cos(a), 0.135 * math.sin(a), 0.56),
                0.01,
                sides=4,
            )
    else:
        vessel(
            s, "stand", [(0.13, 0.0), (0.15, 0.58)], 0.015, sides=4 if f.variant == "square" else 12
        )
    for k in range(f.count("umbrella", 2)):
        a = 0.8 + k * math.pi / 2
        u, v = math.cos(a), math.sin(a)
        s.rod(
            "umbrella",
            (-0.04 * u, -0.04 * v, 0.05),
            (0.07 * u, 0.07 * v, 0.8),
            0.02,
            end_radius=0.045,
            sides=6,
        )
        crook = [
            (0.07 * u, 0.07 * v, 0.8),
            (0.09 * u, 0.09 * v, 0.98),
            (0.13 * u, 0.13 * v, 0.99),
            (0.14 * u, 0.14 * v, 0.93),
        ]
        s.tube("handle", crook, 0.011, sides=4)


@category(
    "fish tank",
    size=((0.25, 0.4), (0.4, 0.9), (0.32, 0.5)),
    mass=(15.0, 90.0),
    variants=("rectangular", "bowl", "hexagonal"),
    parts={
        "glass": PartSpec(("glass",), ("turquoise", "blue", "navy")),
        "frame": PartSpec(("plastic", "metal"), ("black", "white", "silver", "brown")),
        "gravel": PartSpec(("stone",), ("beige", "tan", "grey", "white")),
        "fish": PartSpec(("organic",), ("orange", "red", "yellow", "gold", "pink")),
        "weed": LEAF,
    },
    rooms={"living room": 0.4, "office": 0.2, "bedroom": 0.1},
    on={"sideboard": 0.6, "tv stand": 0.3, "console table": 0.4, "cabinet": 0.4, "desk": 0.2},
    counts={"fish": (1, 5)},
    synonyms=("aquarium",),
)
@fitted
def fish_tank(s: Shape, f: Form) -> None:
    """Water between frames, with gravel and weed, and fish at the panes."""
    sides = {"rectangular": 4, "bowl": 8, "hexagonal": 6}[f.variant]
    wall = {
        "rectangular": [(0.5, 0.1), (0.5, 0.94)],
        "hexagonal": [(0.5, 0.1), (0.5, 0.94)],
        "bowl": [(0.44, 0.1), (0.5, 0.4), (0.44, 0.7), (0.3, 0.9)],
    }[f.variant]
    s.cylinder("gravel", (0, 0, 0.03), wall[0][0] * 1.005, 0.12, sides=sides)
    s.lathe("glass", (0, 0, 0), wall, sides=sides)
    s.cylinder("frame", (0, 0, 0), wall[0][0] * 1.02, 0.05, sides=sides)
    rim = wall[-1][0] * 1.03
    s.lathe(
        "frame",
        (0, 0, wall[-1][1]),
        [(rim, 0.0), (rim, 0.06), (rim * 0.9, 0.06), (rim * 0.9, 0.0)],
        sides=sides,
        bottom=False,
        top=False,
    )
    reach = {"rectangular": 0.502, "bowl": 0.48, "hexagonal": 0.44}[f.variant]
    for k in range(f.count("fish", 3)):
        y, z = -0.2 + 0.4 * (k % 2) + 0.04 * k, 0.3 + 0.09 * k
        if f.variant != "rectangular":
            y *= 0.5
        s.prism(
            "fish",
            [(y + u * 0.1, z + v * 0.035) for u, v in oval(1.0, 1.0, 6)],
            reach - 0.02,
            reach,
            axis="x",
            solid=False,
        )
        s.prism(
            "fish",
            [(y - 0.08, z), (y - 0.14, z + 0.04), (y - 0.14, z - 0.04)],
            reach - 0.02,
            reach,
            axis="x",
            solid=False,
        )
    for y in (-0.12, 0.08):
        s.prism(
            "weed",
            [(y - 0.02, 0.14), (y + 0.02, 0.14), (y, 0.5)],
            reach - 0.03,
            reach - 0.002,
            axis="x",
            solid=False,
        )


@category(
    "bird cage",
    size=((0.3, 0.42), (0.3, 0.42), (0.45, 0.7)),
    mass=(1.5, 5.0),
    variants=("dome", "house", "pagoda"),
    parts={
        "bars": PartSpec(("metal",), METALS),
        "base": PartSpec(("plastic", "metal", "wood"), ANY),
        "bird": PartSpec(("organic",), ("yellow", "blue", "green", "white", "red")),
        "perch": PartSpec(("wood",), ("tan", "brown")),
    },
    rooms={"living room": 0.4, "bedroom": 0.1},
    on={"side table": 0.6, "sideboard": 0.4, "console table": 0.4, "cabinet": 0.2},
    synonyms=("birdcage",),
)
@fitted
def bird_cage(s: Shape, f: Form) -> None:
    """Bars over a tray with a bird on a perch; drawn 1 high."""
    square = f.variant == "house"
    s.cylinder("base", (0, 0, 0), 0.3, 0.1, sides=4 if square else 12)
    roof = 0.66
    for k in range(12):
        a = k * math.pi / 6 + (math.pi / 12 if square else 0.0)
        u, v = 0.28 * math.cos(a), 0.28 * math.sin(a)
        if square:
            grow = 0.28 / max(abs(u), abs(v))
            u, v = u * grow, v * grow
        s.rod("bars", (u, v, 0.1), (u, v, roof), 0.008, sides=4, caps=False)
        if not square:
            s.rod("bars", (u, v, roof), (u * 0.2, v * 0.2, 0.9), 0.008, sides=4, caps=False)
    if square:
        s.cylinder("base", (0, 0, roof), 0.3, 0.24, top_radius=0.02, sides=4)
    elif f.variant == "pagoda":
        s.cylinder("base", (0, 0, roof - 0.03), 0.32, 0.08, top_radius=0.24, sides=8)
    s.tube(
        "bars", [(0, -0.04, 0.9), (0, -0.03, 0.99), (0, 0.03, 0.99), (0, 0.04, 0.9)], 0.01, sides=4
    )
    s.rod("perch", (0, -0.26, 0.35), (0, 0.26, 0.35), 0.015, sides=4)
    s.ellipsoid("bird", (0, 0, 0.43), (0.06, 0.06, 0.08), sides=6, rows=4)
    s.ellipsoid("bird", (0.03, 0, 0.54), (0.045, 0.04, 0.045), sides=6, rows=3)
