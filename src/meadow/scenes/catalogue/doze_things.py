"""The things that DOZE asks for by description: lamp, saucer, tent, vase, pillow and hint board."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.doze import TAGS
from meadow.scenes.catalogue.pieces import (
    ON_FLOOR,
    SHELVES,
    SIDES,
    bead,
    fitted,
    handle,
    horn,
    print_front,
    small,
)
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category, like
from meadow.scenes.finish import IMAGES
from meadow.scenes.schema import Point3
from meadow.scenes.shape import Form, Shape

#: Pictures that people print on pillows (the others are faces of devices).
PICTURES = IMAGES[:16]


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
    tags=TAGS,
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


@category(
    "flying saucer",
    size=((0.55, 0.85), (0.55, 0.85), (0.30, 0.46)),
    keep_aspect=True,
    mass=(1.0, 5.0),
    variants=("landed", "two decks", "on a stand"),
    parts={
        "hull": PartSpec(("metal", "plastic"), ("silver", "grey", "white", "purple")),
        "dome": PartSpec(("glass", "plastic"), ("turquoise", "lime", "blue", "orange")),
        "lights": PartSpec(("plastic",), ("yellow", "red", "lime", "orange", "pink")),
        "legs": PartSpec(("metal",), ("grey", "black", "silver")),
    },
    on=ON_FLOOR,
    synonyms=("ufo", "flyingsaucer", "alien spaceship"),
    tags=TAGS,
)
@fitted
def flying_saucer(s: Shape, f: Form) -> None:
    """A lens-shaped hull with a glass dome and a ring of lights."""
    z = 2.4
    hull = [(2.2, 0.0), (6.4, 1.3), (6.6, 1.7), (3.0, 2.8)]
    s.lathe("hull", (0, 0, z), hull, sides=12)
    dome = z + 2.8
    if f.variant == "two decks":
        s.lathe("hull", (0, 0, dome), [(4.2, -0.4), (4.3, 0.0), (2.4, 0.9)], sides=12, bottom=False)
        dome += 0.8
    s.lathe(
        "dome",
        (0, 0, dome),
        [(2.7, -0.1), (2.5, 0.9), (1.6, 1.7), (0.3, 2.1)],
        sides=10,
        bottom=False,
    )
    s.rod("legs", (0, 0, dome + 2.0), (0, 0, dome + 3.2), 0.12, sides=4)
    bead(s, "lights", (0, 0, dome + 3.3), 0.35)
    for k in range(8):
        a = 2.0 * math.pi * (k + 0.5) / 8
        bead(s, "lights", (5.2 * math.cos(a), 5.2 * math.sin(a), z + 2.1), 0.55)
    if f.variant == "on a stand":
        s.cylinder("legs", (0, 0, 0.4), 0.6, z, sides=6)
        s.cylinder("legs", (0, 0, 0.0), 3.0, 0.4, sides=10)
    else:
        for k in range(3):
            c, d = math.cos(2.0 * math.pi * k / 3), math.sin(2.0 * math.pi * k / 3)
            s.rod("legs", (2.8 * c, 2.8 * d, z + 0.8), (4.4 * c, 4.4 * d, 0.2), 0.22, sides=4)
            s.cylinder("legs", (4.4 * c, 4.4 * d, 0.0), 0.8, 0.25, sides=6)


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
    tags=TAGS,
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
        flap: list[Point3] = [(5.5, side * 0.2, 0.0), (5.5, side * 2.6, 0.0), (5.5, 0.0, 6.0)]
        s.panel("door", *(flap if side > 0 else [flap[1], flap[0], flap[2]]), flap[2])
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


@small(
    "porcelain vase",
    size=((0.16, 0.26), (0.16, 0.26), (0.34, 0.56)),
    keep_aspect=True,
    mass=(0.8, 3.5),
    variants=("meiping", "bottle", "ginger jar", "double gourd"),
    parts={
        "body": PartSpec(
            ("ceramic",), ("white", "blue", "cream", "turquoise"), ("floral", "striped", "plain")
        ),
        "bands": PartSpec(("ceramic",), ("blue", "navy", "gold", "red")),
    },
    on={**SHELVES, "floor": 0.4},
    synonyms=("blue-and-white porcelain vase", "china vase", "chinese vase"),
    tags=TAGS,
)
def porcelain_vase(s: Shape, f: Form) -> None:
    """A tall glazed vase with painted bands at neck and foot."""
    profile = {
        "meiping": [(2.0, 0.6), (2.1, 3.0), (3.2, 6.5), (3.8, 9.0), (3.2, 10.6), (1.3, 11.4)],
        "bottle": [(2.2, 0.6), (3.4, 2.2), (3.7, 4.0), (2.9, 6.0), (1.2, 8.0), (1.0, 12.0)],
        "ginger jar": [(2.4, 0.6), (2.8, 2.5), (3.8, 5.5), (4.0, 7.5), (3.0, 9.2), (1.9, 9.8)],
        "double gourd": [(2.2, 0.6), (3.7, 2.6), (3.5, 4.6), (1.7, 6.6), (2.5, 8.4), (1.1, 10.6)],
    }[f.variant]
    s.lathe("body", (0, 0, 0), profile, sides=14, bottom=False, top=False)
    foot, (neck, top) = profile[0][0], profile[-1]
    s.lathe("bands", (0, 0, 0), [(foot + 0.15, 0.0), (foot + 0.05, 0.7)], sides=14, top=False)
    if f.variant == "ginger jar":
        lid = [(neck + 0.3, 0.0), (neck + 0.3, 0.8), (1.2, 1.6), (0.4, 1.8), (0.6, 2.4)]
        s.lathe("bands", (0, 0, top - 0.1), lid, sides=14, bottom=False)
        return
    lip = [
        (neck + 0.05, -0.6),
        (neck + 0.15, 0.2),
        (neck + 0.8, 0.9),
        (neck + 0.5, 0.9),
        (neck - 0.2, -0.4),
    ]
    s.lathe("bands", (0, 0, top), lip, sides=14, bottom=False, top=True)


@small(
    "printed pillow",
    size=((0.16, 0.22), (0.38, 0.50), (0.36, 0.48)),
    mass=(0.3, 0.9),
    variants=("square", "round", "tasselled"),
    parts={
        "cover": PartSpec(("fabric",), ANY, ("printed",), images=PICTURES),
        "piping": PartSpec(("fabric",), ANY),
    },
    on={"sofa": 1.0, "bed": 1.0, "armchair": 0.5, "floor": 0.1},
    synonyms=("picture pillow", "cushion with a picture", "pillow with a picture"),
    tags=TAGS,
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


@category(
    "hint board",
    size=((0.40, 0.55), (0.60, 0.85), (1.10, 1.40)),
    mass=(3.0, 9.0),
    variants=("easel", "sandwich board", "post"),
    parts={
        "board": PartSpec(
            ("wood", "plastic"),
            ("white", "cream", "yellow"),
            ("printed",),
            texts=(
                "LOOK NEXT TO THE FRIDGE",
                "IT IS UNDER THE BED",
                "ASK IN THE KITCHEN",
                "SEE THE DESK",
            ),
        ),
        "frame": PartSpec(("wood", "metal"), WOODS),
    },
    on=ON_FLOOR,
    synonyms=("sign board", "notice board", "message board"),
    tags=TAGS,
)
@fitted
def hint_board(s: Shape, f: Form) -> None:
    """A framed notice at reading height on a stand of its own."""
    post = f.variant == "post"
    lean = {"easel": -0.16, "sandwich board": -0.26, "post": 0.0}[f.variant]
    low, high = (1.6, 13.4) if f.variant == "sandwich board" else (5.0, 13.4)
    with s.turned("y", lean, (0.0, 0.0, 13.4)):
        _framed(s, low, high)
        if f.variant == "easel":
            for side in SIDES:
                s.rod("frame", (-0.4, side * 2.6, 0.0), (-0.4, side * 1.2, 14.6), 0.28, sides=5)
            s.box("frame", (-0.3, -3.0, 4.2), (1.2, 3.0, 4.6))
        elif not post:
            for side in SIDES:
                s.box("frame", (-0.2, side * 3.9 - 0.3, 0.0), (0.3, side * 3.9 + 0.3, low))
    if f.variant == "easel":
        s.rod("frame", (-3.0, 0.0, 0.0), (-0.6, 0.0, 13.0), 0.28, sides=5)
    elif post:
        s.box("frame", (-0.9, -0.4, 0.4), (-0.2, 0.4, 13.0))
        s.box("frame", (-2.6, -0.4, 0.0), (2.2, 0.4, 0.5))
        s.box("frame", (-0.9, -2.6, 0.0), (-0.1, 2.6, 0.45))
    else:
        with s.turned("y", 0.26, (0.0, 0.0, 13.4)):
            s.box("frame", (-0.5, -4.2, 0.0), (-0.2, 4.2, 13.7))


def _framed(s: Shape, low: float, high: float) -> None:
    """The notice in its frame, looking along +X."""
    s.box("board", (-0.15, -3.8, low), (0.15, 3.8, high))
    print_front(s, "board", 0.18, (-3.6, 3.6), (low + 0.2, high - 0.2))
    for side in SIDES:
        s.box("frame", (-0.2, side * 3.9 - 0.3, low), (0.3, side * 3.9 + 0.3, high))
    for z in (low - 0.3, high):
        s.box("frame", (-0.2, -4.2, z), (0.3, 4.2, z + 0.3))
