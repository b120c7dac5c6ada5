"""Human figures and heads, carved, moulded or stuffed; only a request places them. All look along +X."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import (
    BRIGHT,
    EYES,
    ON_FLOOR,
    SHELVES,
    SIDES,
    ball,
    bead,
    fitted,
    oval,
    small,
)
from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape


@small(
    "garden gnome",
    size=((0.15, 0.24), (0.16, 0.26), (0.34, 0.54)),
    keep_aspect=True,
    mass=(0.8, 4.0),
    variants=("lantern", "fishing", "shovel"),
    parts={
        "coat": PartSpec(("ceramic", "plastic", "stone"), BRIGHT),
        "hat": PartSpec(("ceramic", "plastic"), ("red", "blue", "green", "purple", "yellow")),
        "skin": PartSpec(("ceramic",), ("beige", "tan", "pink")),
        "beard": PartSpec(("ceramic",), ("white", "cream", "grey", "orange")),
        "boots": PartSpec(("ceramic",), ("brown", "black", "maroon")),
        "tool": PartSpec(("wood", "metal"), ("brown", "grey", "gold")),
        "eyes": EYES,
    },
    on={**SHELVES, "floor": 1.0},
    synonyms=("gnome", "lawn gnome", "dwarf figure"),
    tags=("ornament",),
    revision=2,
)
def garden_gnome(s: Shape, f: Form) -> None:
    """A stout bearded figure in boots under a tall pointed hat, with something in its hand."""
    for side in SIDES:
        s.box(
            "boots", (-0.9, side * 1.1 - 0.8, 0.0), (1.9, side * 1.1 + 0.8, 1.1), taper=(0.7, 0.8)
        )
        s.rod("coat", (0.0, side * 2.0, 5.0), (1.2, side * 2.7, 3.4), 0.7, end_radius=0.6)
        bead(s, "skin", (1.4, side * 2.8, 3.1), 0.6)
        bead(s, "eyes", (1.75, side * 0.65, 7.4), 0.25)
    s.lathe("coat", (0, 0, 0.9), [(2.1, 0.0), (2.4, 1.6), (1.6, 4.8)], sides=10)
    s.cylinder("boots", (0, 0, 2.6), 2.42, 0.5, sides=10)
    ball(s, "skin", (0.2, 0.0, 7.0), (1.7, 1.7, 1.6), fine=True)
    bead(s, "skin", (2.0, 0.0, 6.9), 0.45)
    beard = [(-1.7, 6.9), (-1.2, 5.0), (0.0, 2.9), (1.2, 5.0), (1.7, 6.9), (0.0, 6.2)]
    s.prism("beard", beard, 0.6, 1.95, axis="x")
    s.lathe("hat", (0.1, 0, 7.8), [(1.95, 0.0), (1.5, 1.6), (0.7, 4.2), (0.05, 6.4)], sides=10)
    if f.variant == "fishing":
        s.rod("tool", (1.4, 2.8, 2.4), (4.6, 3.4, 9.4), 0.14, sides=4)
        s.rod("tool", (4.6, 3.4, 9.4), (4.9, 3.4, 5.0), 0.05, sides=4)
        bead(s, "hat", (4.9, 3.4, 4.7), 0.35)
    elif f.variant == "shovel":
        s.rod("tool", (1.6, 2.9, 1.4), (1.6, 2.9, 6.2), 0.2, sides=4)
        s.prism(
            "tool", [(2.0, 1.6), (3.8, 1.6), (3.6, 0.4), (2.9, 0.0), (2.2, 0.4)], 1.5, 1.7, axis="x"
        )
    else:
        s.rod("tool", (1.6, 3.0, 2.5), (1.6, 3.0, 2.9), 0.1, sides=4)
        s.cylinder("hat", (1.6, 3.0, 0.9), 0.75, 1.2, sides=6)
        s.cylinder("tool", (1.6, 3.0, 2.1), 0.9, 0.5, top_radius=0.2, sides=6)
        s.cylinder("tool", (1.6, 3.0, 0.6), 0.9, 0.3, sides=6)


@small(
    "nutcracker",
    size=((0.09, 0.15), (0.11, 0.18), (0.34, 0.54)),
    keep_aspect=True,
    mass=(0.3, 1.2),
    variants=("soldier", "king", "drummer"),
    parts={
        "coat": PartSpec(("wood",), ("red", "blue", "green", "purple", "white")),
        "trousers": PartSpec(("wood",), ("white", "black", "navy", "yellow")),
        "face": PartSpec(("wood",), ("beige", "tan", "pink")),
        "hair": PartSpec(("fabric",), ("white", "black", "brown", "grey")),
        "trim": PartSpec(("metal", "wood"), ("gold", "silver", "yellow")),
        "boots": PartSpec(("wood",), ("black", "brown")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("nutcracker soldier", "nutcracker figure"),
    tags=("ornament",),
    revision=2,
)
def nutcracker(s: Shape, f: Form) -> None:
    """A stiff painted soldier with a square jaw, a tall hat and boots on a base."""
    s.cylinder("boots", (0, 0, 0), 2.4, 0.6, sides=10)
    for side in SIDES:
        s.cylinder("boots", (0.1, side * 0.85, 0.6), 0.8, 1.6, sides=8)
        s.cylinder("trousers", (0, side * 0.85, 2.2), 0.7, 3.0, sides=8)
        s.rod("coat", (0.0, side * 2.1, 8.4), (0.0, side * 2.3, 5.4), 0.6)
        bead(s, "face", (0.0, side * 2.3, 5.1), 0.55)
        s.cylinder("trim", (0, side * 1.9, 8.5), 0.8, 0.4, sides=8)
        s.cylinder("eyes", (1.4, side * 0.55, 10.6), 0.28, 0.14, axis="x", sides=6)
    s.cylinder("coat", (0, 0, 5.0), 1.8, 3.8, top_radius=1.6, sides=10)
    s.cylinder("trim", (0, 0, 5.4), 1.86, 0.5, sides=10)
    for z in (6.4, 7.3, 8.2):
        bead(s, "trim", (1.7, 0.0, z), 0.25)
    s.cylinder("face", (0, 0, 8.8), 1.4, 2.9, sides=10)
    s.box("hair", (-1.7, -1.6, 8.9), (0.2, 1.6, 11.2))
    s.box("hair", (1.1, -0.8, 8.4), (1.7, 0.8, 9.7), taper=(1.0, 1.2))
    s.box("eyes", (1.3, -0.8, 9.75), (1.6, 0.8, 9.95))
    if f.variant == "king":
        s.cylinder("trim", (0, 0, 11.6), 1.5, 1.0, top_radius=1.8, sides=10)
        for k in range(5):
            a = 2 * math.pi * k / 5
            s.rod(
                "trim",
                (1.6 * math.cos(a), 1.6 * math.sin(a), 12.5),
                (1.8 * math.cos(a), 1.8 * math.sin(a), 14.0),
                0.35,
                end_radius=0.05,
                sides=4,
            )
    else:
        s.cylinder("boots", (0, 0, 11.6), 1.6, 3.0, top_radius=1.8, sides=10)
        s.box("boots", (1.0, -1.2, 11.5), (2.2, 1.2, 11.8))
        s.prism("trim", [(-0.7, 13.0), (0.0, 12.2), (0.7, 13.0), (0.0, 14.0)], 1.5, 1.85, axis="x")
    if f.variant == "drummer":
        s.cylinder("trousers", (2.6, 0, 4.8), 1.3, 1.8, sides=10)
        s.cylinder("trim", (2.6, 0, 6.6), 1.4, 0.3, sides=10)


@small(
    "nesting dolls",
    size=((0.11, 0.17), (0.30, 0.46), (0.16, 0.25)),
    mass=(0.3, 1.0),
    variants=("three in a row", "four in a row", "opened"),
    parts={
        "dress": PartSpec(
            ("wood",), ("red", "blue", "green", "purple", "yellow"), ("floral", "dotted", "plain")
        ),
        "scarf": PartSpec(
            ("wood",), ("yellow", "orange", "red", "pink", "turquoise"), ("plain", "floral")
        ),
        "face": PartSpec(("wood",), ("beige", "cream", "tan")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("russian dolls", "matryoshka", "stacking dolls"),
    plural="nesting dolls",
    tags=("ornament",),
    revision=2,
)
def nesting_dolls(s: Shape, f: Form) -> None:
    """A row of rounded wooden dolls, each smaller than the one before."""
    scales = (1.0, 0.8, 0.62, 0.46) if f.variant == "four in a row" else (1.0, 0.75, 0.54)
    y = 0.0
    for k, scale in enumerate(scales):
        y -= 2.1 * scale
        _doll(s, y, scale, halved=f.variant == "opened" and k == 0)
        y -= 2.1 * scale
    if f.variant == "opened":
        y -= 1.8
        s.lathe(
            "scarf",
            (0, y, 0),
            [(2.0, 0.0), (1.9, 1.2), (1.5, 2.4), (0.5, 3.0)],
            sides=8,
            bottom=False,
        )


def _doll(s: Shape, y: float, scale: float, *, halved: bool) -> None:
    body = [(1.4, 0.0), (2.0, 1.6), (1.9, 3.0), (1.4, 4.4)]
    s.lathe("dress", (0, y, 0), [(r * scale, z * scale) for r, z in body], sides=8, top=halved)
    if halved:
        return
    head = [(1.4, 4.4), (1.55, 5.4), (1.1, 6.5), (0.3, 6.9)]
    s.lathe("scarf", (0, y, 0), [(r * scale, z * scale) for r, z in head], sides=8)
    s.cylinder("face", (1.2 * scale, y, 5.4 * scale), 0.95 * scale, 0.4 * scale, axis="x", sides=8)
    for side in SIDES:
        s.box(
            "eyes",
            (1.58 * scale, y + (side * 0.4 - 0.14) * scale, 5.45 * scale),
            (1.66 * scale, y + (side * 0.4 + 0.14) * scale, 5.75 * scale),
        )


@category(
    "moai statue",
    size=((0.22, 0.36), (0.20, 0.33), (0.50, 0.82)),
    keep_aspect=True,
    mass=(8.0, 40.0),
    variants=("bust", "topknot", "long ears"),
    parts={
        "head": PartSpec(("stone",), ("grey", "brown", "beige", "black")),
        "top": PartSpec(("stone",), ("maroon", "red", "brown")),
        "base": PartSpec(("stone", "wood"), ("black", "grey", "brown", "white")),
        "shade": PartSpec(("stone",), ("black", "brown")),
    },
    on={**ON_FLOOR, "shelf": 0.2},
    place="wall",
    synonyms=("moai", "easter island head", "easter island statue"),
    tags=("ornament",),
    revision=2,
)
@fitted
def moai_statue(s: Shape, f: Form) -> None:
    """A tall stone head with a heavy brow, a long nose and pursed lips."""
    s.box("base", (-2.6, -2.4, 0.0), (2.8, 2.4, 0.8))
    s.box("head", (-2.2, -2.3, 0.8), (2.0, 2.3, 3.6), taper=(0.8, 0.8))
    s.box("head", (-1.7, -1.9, 3.4), (1.7, 1.9, 9.6), taper=(0.85, 0.8))
    s.box("head", (1.0, -1.7, 8.0), (2.3, 1.7, 9.0))
    s.hexahedron(
        "head",
        [
            (1.2, -0.85, 5.6),
            (2.9, -0.85, 5.6),
            (2.9, 0.85, 5.6),
            (1.2, 0.85, 5.6),
            (1.2, -0.4, 8.2),
            (2.1, -0.4, 8.2),
            (2.1, 0.4, 8.2),
            (1.2, 0.4, 8.2),
        ],
    )
    s.box("head", (1.2, -1.1, 4.5), (2.2, 1.1, 5.1))
    s.box("shade", (1.2, -1.0, 4.42), (2.1, 1.0, 4.5))
    s.box("head", (1.0, -1.3, 3.4), (2.0, 1.3, 4.1))
    for side in SIDES:
        near, far = sorted((side * 0.5, side * 1.4))
        s.box("shade", (1.2, near, 7.2), (1.72, far, 7.9))
        near, far = sorted((side * 1.4, side * 2.1))
        low = 4.4 if f.variant == "long ears" else 6.0
        s.box("head", (-0.6, near, low), (0.5, far, 8.4))
    if f.variant == "topknot":
        s.cylinder("top", (0, 0, 9.6), 1.9, 1.6, top_radius=1.7, sides=10)
        s.cylinder("top", (0, 0, 11.2), 0.9, 0.7, sides=8)
    else:
        s.box("top", (-1.45, -1.5, 9.6), (1.45, 1.5, 9.9), taper=(0.8, 0.8))


@category(
    "scarecrow",
    size=((0.30, 0.44), (0.80, 1.10), (1.20, 1.60)),
    mass=(2.0, 6.0),
    variants=("straw hat", "pumpkin head", "top hat"),
    parts={
        "shirt": PartSpec(
            ("fabric",),
            ("red", "blue", "green", "brown", "orange"),
            ("checked", "plain", "striped"),
        ),
        "trousers": PartSpec(("fabric",), ("navy", "brown", "blue", "grey")),
        "straw": PartSpec(("organic",), ("yellow", "tan", "beige")),
        "head": PartSpec(("fabric", "organic"), ("beige", "tan", "orange")),
        "hat": PartSpec(("fabric", "organic"), ("brown", "black", "tan", "maroon")),
        "pole": PartSpec(("wood",), ("brown", "tan")),
        "eyes": EYES,
    },
    on=ON_FLOOR,
    synonyms=("straw man", "straw figure"),
    tags=("ornament",),
    revision=2,
)
@fitted
def scarecrow(s: Shape, f: Form) -> None:
    """A stuffed figure on a cross with arms stretched out and straw at its cuffs."""
    s.box("pole", (-1.8, -1.8, 0.0), (1.8, 1.8, 0.5))
    s.rod("pole", (-0.2, 0, 0.4), (-0.2, 0, 12.6), 0.3, sides=5)
    s.rod("pole", (-0.2, -5.6, 10.4), (-0.2, 5.6, 10.4), 0.25, sides=5)
    s.box("shirt", (-0.9, -1.7, 6.4), (0.9, 1.7, 11.0), taper=(0.9, 1.1))
    for side in SIDES:
        s.rod("shirt", (0, side * 1.5, 10.4), (0, side * 4.4, 10.4), 0.8, end_radius=0.65)
        s.rod("straw", (0, side * 4.3, 10.4), (0, side * 5.7, 10.2), 0.4, end_radius=0.75, sides=5)
        s.rod("trousers", (0, side * 0.8, 6.6), (0, side * 1.2, 2.6), 0.8, end_radius=0.7)
        s.rod("straw", (0, side * 1.2, 2.7), (0, side * 1.3, 1.6), 0.4, end_radius=0.8, sides=5)
        s.box("eyes", (1.05, side * 0.55 - 0.25, 12.8), (1.45, side * 0.55 + 0.25, 13.3))
    s.box("eyes", (1.05, -0.7, 11.9), (1.4, 0.7, 12.15))
    wide = 1.6 if f.variant == "pumpkin head" else 1.3
    ball(s, "head", (0, 0, 12.6), (1.35, wide, 1.4), fine=True)
    if f.variant == "top hat":
        s.cylinder("hat", (0, 0, 13.6), 2.0, 0.25, sides=10)
        s.cylinder("hat", (0, 0, 13.8), 1.2, 2.4, top_radius=1.35, sides=10)
    elif f.variant == "straw hat":
        s.cylinder("hat", (0, 0, 13.5), 2.6, 0.3, top_radius=2.3, sides=10)
        s.cylinder("hat", (0, 0, 13.7), 1.3, 1.5, top_radius=0.9, sides=10)
    else:
        s.rod("hat", (0, 0, 13.8), (0.3, 0.3, 15.0), 0.35, end_radius=0.25, sides=5)


@small(
    "carved pumpkin",
    size=((0.20, 0.36), (0.20, 0.36), (0.18, 0.32)),
    keep_aspect=True,
    mass=(0.8, 5.0),
    variants=("grinning", "toothless", "scared"),
    parts={
        "shell": PartSpec(
            ("organic", "plastic", "ceramic"), ("orange", "white", "yellow", "green")
        ),
        "stem": PartSpec(("organic",), ("green", "brown", "olive")),
        "face": PartSpec(("plastic",), ("black", "yellow", "brown")),
    },
    states=("lit",),
    on={**SHELVES, "floor": 0.6},
    synonyms=("halloween pumpkin", "pumpkin lantern"),
    tags=("ornament",),
    revision=2,
)
def carved_pumpkin(s: Shape, f: Form) -> None:
    """A ribbed pumpkin with eyes, nose and mouth cut into it."""
    for k in range(6):
        a = math.pi * (k + 0.5) / 3
        at = (1.5 * math.cos(a), 1.5 * math.sin(a), 2.6)
        s.ellipsoid("shell", at, (2.0, 2.0, 2.6), sides=6, rows=4)
    s.rod("stem", (0, 0, 4.8), (0.5, 0.4, 6.4), 0.5, end_radius=0.4, sides=5)
    back, front = 2.2, 3.62
    scared = f.variant == "scared"
    for side in SIDES:
        eye = [(side * y, z) for y, z in ((0.4, 3.0), (1.7, 3.0), (1.0, 4.1))]
        s.prism("face", oval(0.6, 0.75, 8, (side, 3.4)) if scared else eye, back, front, axis="x")
    s.prism("face", [(-0.35, 2.4), (0.35, 2.4), (0.0, 3.0)], back, front + 0.02, axis="x")
    mouth = {
        "grinning": [
            *(
                (-2.0, 2.2),
                (-1.2, 1.9),
                (-0.8, 1.3),
                (-0.4, 1.8),
                (0.4, 1.8),
                (0.8, 1.3),
                (1.2, 1.9),
            ),
            *((2.0, 2.2), (1.3, 1.0), (0.5, 0.7), (0.0, 1.2), (-0.5, 0.7), (-1.3, 1.0)),
        ],
        "toothless": [(-1.9, 2.1), (0.0, 1.5), (1.9, 2.1), (1.2, 1.0), (0.0, 0.7), (-1.2, 1.0)],
        "scared": oval(0.8, 0.75, 8, (0.0, 1.35)),
    }[f.variant]
    s.prism("face", mouth, back, front, axis="x")
