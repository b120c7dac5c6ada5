"""The uncommon things that PASTURE hides in homes: nobody trained a detector for these.

The benchmark asks for a fixed look of each ("white electric guitar"); ``UNCOMMON`` holds it. Drawn in
handy units and fitted into their boxes.
"""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import (
    KITCHEN_TOPS,
    TABLE_TOPS,
    handle,
    horn,
    ring,
    small,
    vessel,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.schema import Part, Point3
from meadow.scenes.shape import Form, Shape

TAGS = ("pasture",)
SIDES = (-1.0, 1.0)
BRIGHT = ("red", "blue", "yellow", "green", "orange", "pink", "purple", "turquoise", "white")

#: What the benchmark calls each thing -> its category and the finishes that the name fixes.
UNCOMMON: dict[str, tuple[str, tuple[Part, ...]]] = {
    "gingerbread house": ("gingerbread house", (Part("walls", "tan", "organic"),)),
    "espresso machine": ("espresso machine", ()),
    "green plastic crate": ("plastic crate", (Part("body", "green", "plastic"),)),
    "white electric guitar": ("electric guitar", (Part("body", "white", "wood"),)),
    "rice cooker": ("rice cooker", ()),
    "llama wicker basket": ("llama basket", (Part("body", "tan", "organic", "wicker", "brown"),)),
    "whiteboard with text": (
        "whiteboard",
        (Part("board", "white", "plastic", "printed", text="CVPR"),),
    ),
    "tie-dye surfboard": ("surfboard", (Part("deck", "purple", "plastic", "tie-dye", "yellow"),)),
    "red and blue tricycle": (
        "tricycle",
        (Part("frame", "red", "metal"), Part("seat", "blue", "plastic")),
    ),
    "graphics card": ("graphics card", ()),
    "mate gourd": ("mate gourd", ()),
    "wooden toy airplane": (
        "toy airplane",
        (Part("body", "tan", "wood"), Part("wings", "tan", "wood")),
    ),
}


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
    tags=TAGS,
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


@small(
    "espresso machine",
    size=((0.28, 0.36), (0.24, 0.32), (0.32, 0.40)),
    mass=(4.0, 12.0),
    variants=("classic", "lever", "bean hopper"),
    parts={
        "body": PartSpec(("metal", "plastic"), ("silver", "red", "black", "white", "cream")),
        "trim": PartSpec(("plastic",), ("black", "grey", "silver")),
        "handles": PartSpec(("plastic", "wood"), ("black", "brown", "tan")),
        "cup": PartSpec(("ceramic",), ("white", "red", "blue")),
    },
    on=KITCHEN_TOPS,
    synonyms=("coffee machine with steam wand", "espresso maker"),
    tags=TAGS,
)
def espresso_machine(s: Shape, f: Form) -> None:
    """A C-shaped body: tank behind, brewing head above, drip tray with a cup below."""
    s.box("body", (-5.0, -4.5, 0.0), (5.0, 4.5, 1.3))
    s.box("trim", (0.2, -4.0, 1.3), (4.8, 4.0, 1.6))
    s.box("body", (-5.0, -4.5, 1.3), (-0.8, 4.5, 8.0))
    s.box("body", (-5.0, -4.5, 8.0), (4.4, 4.5, 11.0))
    s.cylinder("trim", (2.4, 0.0, 6.6), 1.4, 1.4, sides=8)
    s.cylinder("body", (2.4, 0.0, 6.0), 1.6, 0.6, sides=8)
    s.rod("handles", (3.8, 0.0, 6.3), (7.4, 0.0, 6.0), 0.45)
    s.rod("trim", (2.4, 0.0, 5.9), (2.4, 0.0, 5.2), 0.4)
    profile = [(0.7, 0.0), (1.1, 1.9)]
    vessel(s, "cup", profile, 0.15, sides=8, base=(2.4, 0.0, 1.6))
    horn(
        s, "trim", [(2.6, 3.4, 8.0), (3.0, 3.8, 5.0), (3.6, 4.1, 3.0)], [0.25, 0.22, 0.15], sides=5
    )
    s.cylinder("trim", (4.4, -2.6, 9.5), 1.0, 0.2, axis="x", sides=8)
    s.cylinder("cup", (4.6, -2.6, 9.5), 0.75, 0.1, axis="x", sides=8)
    for y in (0.6, 2.2):
        s.cylinder("handles", (4.4, y, 9.5), 0.45, 0.4, axis="x", sides=6)
    if f.variant == "bean hopper":
        s.cylinder("trim", (-2.0, 1.6, 11.0), 1.5, 3.2, top_radius=2.3, sides=10)
        s.cylinder("handles", (-2.0, 1.6, 14.2), 2.4, 0.4, sides=10)
    elif f.variant == "lever":
        s.cylinder("trim", (2.4, 0.0, 11.0), 0.8, 2.4, sides=8)
        s.rod("trim", (2.4, 0.0, 13.0), (6.0, 0.0, 14.6), 0.3, sides=5)
        s.rod("handles", (5.4, 0.0, 14.3), (7.4, 0.0, 15.2), 0.5)
    else:
        for y in (-3.0, -1.0, 1.0, 3.0):
            s.cylinder("cup", (-2.6, y, 11.0), 0.6, 1.3, top_radius=0.9, sides=6)
        for x in (-4.6, -0.6):
            s.rod("trim", (x, -4.2, 11.8), (x, 4.2, 11.8), 0.15, sides=4)


@small(
    "plastic crate",
    size=((0.28, 0.40), (0.34, 0.55), (0.22, 0.32)),
    mass=(0.8, 2.5),
    variants=("milk crate", "slatted", "handled"),
    parts={"body": PartSpec(("plastic",), ("green", "blue", "red", "yellow", "black", "grey"))},
    on={"floor": 1.0, "desk": 0.1, "counter": 0.1},
    synonyms=("storage crate", "milk crate"),
    tags=TAGS,
)
def plastic_crate(s: Shape, f: Form) -> None:
    """An open box of slats and posts that one sees through."""
    x, y, z = f.size
    wall, floor = 0.018, 0.015
    s.box("body", (-x / 2, -y / 2, 0.0), (x / 2, y / 2, floor))
    posts = {"milk crate": 4, "slatted": 2, "handled": 2}[f.variant]
    bands = {
        "milk crate": ((0.0, 0.12), (0.40, 0.50), (0.84, 1.0)),
        "slatted": ((0.0, 0.14), (0.24, 0.40), (0.50, 0.66), (0.76, 1.0)),
        "handled": ((0.0, 0.52), (0.84, 1.0)),
    }[f.variant]
    for low, high in bands:
        z0, z1 = max(floor, low * z), high * z
        for side in SIDES:
            near, far = sorted((side * x / 2, side * (x / 2 - wall)))
            s.box("body", (near, -y / 2, z0), (far, y / 2, z1))
            near, far = sorted((side * y / 2, side * (y / 2 - wall)))
            s.box("body", (-x / 2 + wall, near, z0), (x / 2 - wall, far, z1))
    # Posts stand a hair inside the slats so that no two faces share a plane.
    inset, width = 0.002, 0.05 if f.variant == "handled" else 0.025
    for k in range(posts):
        t = -1 + 2 * k / (posts - 1)
        for side in SIDES:
            u, v = t * (x / 2 - inset - width / 2), side * (y / 2 - inset)
            s.box(
                "body",
                (u - width / 2, min(v, v - side * 0.013), floor),
                (u + width / 2, max(v, v - side * 0.013), z - inset),
            )
            u, v = side * (x / 2 - inset), t * (y / 2 - inset - width / 2)
            s.box(
                "body",
                (min(u, u - side * 0.013), v - width / 2, floor),
                (max(u, u - side * 0.013), v + width / 2, z - inset),
            )
    s.surface("inside", (-x / 2 + wall, -y / 2 + wall), (x / 2 - wall, y / 2 - wall), floor)


@small(
    "rice cooker",
    size=((0.26, 0.32), (0.26, 0.32), (0.22, 0.28)),
    keep_aspect=True,
    mass=(2.0, 4.5),
    variants=("glass lid", "hinged", "tall"),
    parts={
        "body": PartSpec(
            ("metal", "plastic"), ("white", "silver", "red", "black", "cream", "pink")
        ),
        "lid": PartSpec(("metal", "glass", "plastic"), ("silver", "white", "grey")),
        "trim": PartSpec(("plastic",), ("black", "grey", "white")),
        "switch": PartSpec(("plastic",), ("red", "orange", "green")),
    },
    on=KITCHEN_TOPS,
    synonyms=("electric rice pot",),
    tags=TAGS,
)
def rice_cooker(s: Shape, f: Form) -> None:
    """A round pot with a lid, a switch below and two ears."""
    height = 9.5 if f.variant == "tall" else 7.5
    s.lathe("trim", (0, 0, 0), [(4.2, 0.0), (4.8, 0.8)], sides=14, top=False)
    s.lathe(
        "body",
        (0, 0, 0.8),
        [(4.8, 0.0), (5.4, 1.0), (5.4, height - 1.4), (5.1, height - 0.8)],
        sides=14,
    )
    lid = [(5.2, 0.0), (5.0, 0.6), (3.4, 1.5), (1.2, 1.9)]
    s.lathe("lid", (0, 0, height), lid, sides=14, bottom=False)
    if f.variant == "hinged":
        handle(
            s, "trim", (0, 0, height + 0.4), (5.6, 3.2), 0.35, angles=(0, 180), steps=6, axis="x"
        )
        s.box("trim", (-5.6, -1.2, height - 1.6), (-4.6, 1.2, height + 0.6))
        s.cylinder("trim", (0, 0, height + 1.9), 1.0, 0.4, sides=8)
    else:
        s.cylinder("trim", (0, 0, height + 1.9), 0.5, 0.5, sides=8)
        s.cylinder("trim", (0, 0, height + 2.4), 1.0, 0.6, sides=8)
    for side in SIDES:
        near, far = sorted((side * 5.2, side * 6.4))
        s.box("trim", (-1.4, near, height - 2.4), (1.4, far, height - 1.7))
    s.box("trim", (4.4, -1.6, 1.2), (5.7, 1.6, 4.6))
    s.box("switch", (5.7, -0.6, 1.7), (6.1, 0.6, 2.5))
    for y in (-0.7, 0.7):
        s.cylinder("switch", (5.7, y, 3.8), 0.25, 0.1, axis="x", sides=6)


@small(
    "llama basket",
    size=((0.38, 0.52), (0.24, 0.34), (0.48, 0.64)),
    keep_aspect=True,
    mass=(0.8, 2.0),
    variants=("standing", "lying", "long neck"),
    parts={
        "body": PartSpec(("organic",), ("tan", "beige", "brown", "cream"), ("wicker",)),
        "face": PartSpec(("fabric",), ("cream", "white", "beige")),
        "eyes": PartSpec(("plastic",), ("black",)),
        "collar": PartSpec(("fabric",), BRIGHT, ("zigzag", "striped", "plain")),
    },
    on={"floor": 1.0},
    synonyms=("llama wicker basket", "wicker llama", "llama shaped basket"),
    tags=TAGS,
)
def llama_basket(s: Shape, f: Form) -> None:
    """A woven tub for a body, with the legs, the long neck and the upright ears of a llama."""
    legs = 0.6 if f.variant == "lying" else 4.6
    rise = 9.2 if f.variant == "long neck" else 7.2
    tub = [(3.2, 0.0), (4.1, 2.2), (3.9, 4.8)]
    vessel(s, "body", tub, 0.35, sides=10, base=(-1.0, 0, legs), stretch=0.72)
    ring(s, "collar", (-1.0, 0, legs + 3.9), 4.0, 0.36, sides=10, rows=3, stretch=0.72)
    for x in (-3.0, 1.2):
        for y in (-1.4, 1.4):
            if f.variant == "lying":
                s.box("body", (x - 1.4, y - 0.6, 0.0), (x + 1.6, y + 0.6, 0.9))
            else:
                s.rod(
                    "body",
                    (x, y, 0.0),
                    (x, y, legs + 0.6),
                    0.62,
                    end_radius=0.8,
                    sides=5,
                    caps=False,
                )
    top = legs + 3.6 + rise
    horn(
        s,
        "body",
        [(1.9, 0, legs + 2.2), (3.0, 0, legs + 5.2), (3.4, 0, top)],
        [1.5, 1.15, 0.95],
        sides=8,
    )
    ring(s, "collar", (3.15, 0, legs + 5.9), 1.1, 0.32, sides=6, rows=3)
    s.ellipsoid("face", (3.7, 0, top + 0.3), (1.4, 1.1, 1.2), sides=6, rows=4)
    s.rod("face", (4.2, 0, top + 0.2), (6.2, 0, top - 0.3), 0.75, end_radius=0.6, sides=6)
    s.box("eyes", (6.1, -0.3, top - 0.2), (6.3, 0.3, top + 0.1))
    for side in SIDES:
        ear = [
            (3.1, side * 0.6, top + 1.0),
            (3.2, side * 0.9, top + 2.4),
            (3.5, side * 0.8, top + 3.5),
        ]
        horn(s, "body", ear, [0.35, 0.45, 0.08], sides=4)
        s.ellipsoid("eyes", (4.5, side * 0.85, top + 0.6), (0.36, 0.3, 0.36), sides=4, rows=2)
    s.ellipsoid("body", (-5.0, 0, legs + 3.6), (0.9, 0.6, 0.9), sides=5, rows=2)
    z = legs + 0.35
    s.surface("inside", (-3.0, -1.5), (1.0, 1.5), z)


@small(
    "graphics card",
    size=((0.04, 0.06), (0.24, 0.32), (0.11, 0.14)),
    mass=(0.6, 1.8),
    variants=("dual fan", "triple fan", "blower"),
    parts={
        "shroud": PartSpec(("plastic", "metal"), ("black", "grey", "white", "silver")),
        "fans": PartSpec(("plastic",), ("grey", "red", "silver", "white")),
        "board": PartSpec(("plastic",), ("green", "black", "blue")),
        "bracket": PartSpec(("metal",), ("silver",)),
        "contacts": PartSpec(("metal",), ("gold",)),
    },
    on={"desk": 1.0, "dining table": 0.3, "coffee table": 0.3, "shelf": 0.3},
    synonyms=("video card", "gpu", "graphics processing unit"),
    tags=TAGS,
)
def graphics_card(s: Shape, f: Form) -> None:
    """A circuit board on its gold edge, fans to the front and a slotted bracket at one end."""
    s.box("board", (-2.0, -13.5, 1.0), (-1.6, 13.0, 11.0))
    s.box("contacts", (-1.95, -8.0, 0.0), (-1.65, 2.0, 1.0))
    s.box("shroud", (-1.6, -13.5, 1.3), (1.2, 12.5, 11.5), taper=(0.9, 1.0))
    fans = {"dual fan": (-7.2, 4.6), "triple fan": (-9.2, -0.6, 8.0), "blower": (-7.0,)}[f.variant]
    radius = 3.9 if f.variant == "triple fan" else 4.5
    for y in fans:
        s.cylinder("board", (1.0, y, 6.3), radius, 0.4, axis="x", sides=10)
        s.cylinder("fans", (1.4, y, 6.3), radius * 0.32, 0.5, axis="x", sides=8)
        for k in range(6):
            _blade(s, y, radius, 2.0 * math.pi * k / 6)
    if f.variant == "blower":
        for k in range(4):
            s.box("fans", (1.0, 0.5 + 2.6 * k, 2.5), (1.35, 1.7 + 2.6 * k, 10.0))
    s.box("bracket", (-2.0, 13.0, 0.3), (1.8, 13.3, 12.5))
    for k in range(3):
        s.box("board", (-1.3, 13.3, 2.2 + 3.0 * k), (0.9, 13.5, 4.2 + 3.0 * k))


def _blade(s: Shape, y: float, radius: float, angle: float) -> None:
    """A fan blade as one flat face."""
    corners: list[Point3] = []
    for share, turn in ((0.3, 0.0), (0.92, 0.0), (0.92, 0.62), (0.3, 0.62)):
        r, a = radius * share, angle + turn
        corners.append((1.6, y + r * math.cos(a), 6.3 + r * math.sin(a)))
    s.panel("fans", *corners)


@small(
    "mate gourd",
    size=((0.10, 0.13), (0.08, 0.11), (0.15, 0.20)),
    keep_aspect=True,
    mass=(0.15, 0.45),
    variants=("calabash", "wide", "footed"),
    parts={
        "gourd": PartSpec(("organic", "leather", "wood"), ("brown", "maroon", "black", "tan")),
        "rim": PartSpec(("metal",), ("silver", "gold")),
        "straw": PartSpec(("metal",), ("silver", "gold", "bronze")),
        "leaves": PartSpec(("organic",), ("olive", "green", "lime")),
    },
    on={**TABLE_TOPS, **KITCHEN_TOPS},
    synonyms=("mate cup", "yerba mate gourd"),
    tags=TAGS,
)
def mate_gourd(s: Shape, f: Form) -> None:
    """A round cup with a silver rim, green leaves and the slanted metal straw."""
    profile = {
        "calabash": [(1.6, 0.0), (3.2, 1.0), (4.0, 3.0), (3.5, 5.2), (2.5, 6.6), (2.4, 7.6)],
        "wide": [(2.4, 0.0), (3.6, 1.0), (4.2, 3.4), (4.0, 5.6), (3.5, 7.0)],
        "footed": [(1.5, 1.0), (3.0, 1.8), (3.9, 3.8), (3.4, 6.0), (2.7, 7.2), (2.8, 8.0)],
    }[f.variant]
    if f.variant == "footed":
        s.lathe("rim", (0, 0, 0), [(2.6, 0.0), (1.4, 0.5), (1.2, 1.3)], sides=12)
    s.lathe("gourd", (0, 0, 0), profile, sides=12, top=False)
    mouth, top = profile[-1]
    lip = [
        (mouth + 0.05, -0.9),
        (mouth + 0.25, -0.8),
        (mouth + 0.3, 0.2),
        (mouth - 0.3, 0.2),
        (mouth - 0.3, -0.6),
    ]
    s.lathe("rim", (0, 0, top), lip, sides=12, bottom=False, top=False)
    s.cylinder("leaves", (0, 0, top - 0.7), mouth - 0.25, 0.5, sides=12, bottom=False)
    s.rod("straw", (-0.5, 0, top - 0.4), (3.8, 0, top + 6.0), 0.32, sides=6)
    s.rod("straw", (3.7, 0, top + 5.9), (5.2, 0, top + 6.6), 0.36, end_radius=0.5, sides=6)
    s.ellipsoid("rim", (2.2, 0, top + 3.6), (0.55, 0.55, 0.55), sides=6, rows=3)
