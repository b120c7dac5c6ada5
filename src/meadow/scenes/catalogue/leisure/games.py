"""Games and music for the whole family."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from meadow.scenes.catalogue.pieces import (
    PLASTICS,
    SIDES,
    STEEL,
    cube,
    fitted,
    print_front,
    print_top,
    rounded,
    small,
)
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

game = functools.partial(
    small,
    rooms={"living room": 1.0, "bedroom": 0.6},
    on={
        "shelf": 1.0,
        "coffee table": 0.8,
        "dining table": 0.3,
        "bookshelf": 0.5,
        "tv stand": 0.3,
    },
    inside={"cabinet": 0.6, "chest": 0.5, "wardrobe": 0.2},
    tags=("toy",),
)


@game(
    "puzzle box",
    size=((0.2, 0.27), (0.28, 0.37), (0.05, 0.075)),
    mass=(0.3, 0.9),
    variants=("flat", "upright print", "with pieces"),
    parts={
        "box": PartSpec(
            ("paper",),
            ANY,
            ("printed",),
            images=("mountain", "boat", "cat", "tree", "flower", "dinosaur"),
            texts=("PUZZLE", "500"),
        ),
        "base": PartSpec(("paper",), ("white", "blue", "grey")),
        "pieces": PartSpec(("paper",), PLASTICS),
    },
    synonyms=("jigsaw puzzle", "puzzle", "jigsaw"),
    plural="puzzle boxes",
)
def puzzle_box(s: Shape, f: Form) -> None:
    s.box("base", (-0.68, -0.98, 0), (0.68, 0.98, 0.25))
    s.box("box", (-0.7, -1, 0.08), (0.7, 1, 0.3))
    print_top(s, "box", 0.302, (-0.68, 0.68), (-0.98, 0.98))
    if f.variant == "upright print":
        print_front(s, "box", 0.703, (-0.9, 0.9), (0.09, 0.29))
    elif f.variant == "with pieces":
        for x, y in ((0.2, -0.3), (-0.25, 0.35), (0.3, 0.55)):
            s.box("pieces", (x - 0.12, y - 0.12, 0.3), (x + 0.12, y + 0.12, 0.33))
            s.cylinder("pieces", (x + 0.14, y, 0.3), 0.06, 0.03, sides=6)


@game(
    "board game",
    size=((0.26, 0.36), (0.26, 0.36), (0.04, 0.07)),
    mass=(0.5, 1.5),
    variants=("boxed", "laid out", "quartered"),
    parts={
        "box": PartSpec(
            ("paper",),
            ANY,
            ("printed", "checked"),
            texts=("GAME", "QUEST", "LUDO", "TRIVIA"),
            images=("star", "rocket"),
        ),
        "pawns": PartSpec(("plastic", "wood"), ("red", "blue", "yellow", "green")),
        "fields": PartSpec(("paper",), ("yellow", "white", "green", "cream")),
    },
    synonyms=("game",),
)
def board_game(s: Shape, f: Form) -> None:
    if f.variant == "boxed":
        s.box("fields", (-0.98, -0.98, 0), (0.98, 0.98, 0.25))
        s.box("box", (-1, -1, 0.06), (1, 1, 0.33))
        print_top(s, "box", 0.335, (-0.97, 0.97), (-0.97, 0.97))
        return
    s.box("box", (-1, -1, 0), (1, 1, 0.05))
    print_top(s, "box", 0.055, (-0.4, 0.4), (-0.4, 0.4))
    spots = 8 if f.variant == "laid out" else 4
    for k in range(spots):
        a = 2 * math.pi * (k + 0.5) / spots
        x, y = 0.72 * math.cos(a), 0.72 * math.sin(a)
        s.box("fields", (x - 0.16, y - 0.16, 0.05), (x + 0.16, y + 0.16, 0.06))
        if k % 2 == 0:
            s.cylinder("pawns", (x, y, 0.06), 0.09, 0.2, top_radius=0.03, sides=6)
            s.box("pawns", (x - 0.05, y - 0.05, 0.24), (x + 0.05, y + 0.05, 0.34))


@game(
    "chess board",
    size=((0.3, 0.42), (0.3, 0.42), (0.06, 0.1)),
    mass=(0.6, 2.5),
    variants=("opening", "endgame", "thick"),
    parts={
        "board": PartSpec(
            ("wood", "stone", "plastic"), ("brown", "black", "maroon", "tan"), ("checked",)
        ),
        "frame": PartSpec(("wood",), WOODS),
        "white pieces": PartSpec(("wood", "plastic", "stone"), ("cream", "white", "beige")),
        "black pieces": PartSpec(("wood", "plastic", "stone"), ("black", "brown", "maroon")),
    },
    synonyms=("chess", "chess set", "chessboard"),
)
def chess_board(s: Shape, f: Form) -> None:
    thick = 0.16 if f.variant == "thick" else 0.06
    s.box("frame", (-1, -1, 0), (1, 1, thick))
    s.box("board", (-0.92, -0.92, thick), (0.92, 0.92, thick + 0.01))
    base = thick + 0.01
    if f.variant == "endgame":
        spots = [(0.57, 0.1), (0.1, -0.35), (-0.12, 0.35), (-0.57, -0.1)]
    else:
        spots = [(side * 0.8, 0.23 * k) for side in (1, -1) for k in (-2, 0, 2)]
    for x, y in spots:
        part = "white pieces" if x > 0 else "black pieces"
        s.lathe(part, (x, y, base), [(0.09, 0), (0.04, 0.12), (0.05, 0.3), (0.02, 0.38)], sides=5)


@game(
    "dice",
    size=cube(0.018, 0.03),
    mass=(0.004, 0.02),
    variants=("sharp", "rounded", "many-sided"),
    parts={
        "die": PartSpec(("plastic", "wood"), ("white", "red", "black", "blue", "green", "cream")),
        "pips": PartSpec(("plastic",), ("black", "white", "gold")),
    },
    on={"coffee table": 1.0, "dining table": 0.5, "shelf": 0.5, "desk": 0.4},
    synonyms=("die", "game die"),
    plural="dice",
    keep_aspect=True,
)
def dice(s: Shape, f: Form) -> None:
    if f.variant == "many-sided":
        s.ellipsoid("die", (0, 0, 0.5), (0.5, 0.5, 0.5), sides=5, rows=3)
        s.box("pips", (0.2, -0.1, 0.4), (0.45, 0.1, 0.6))
        return
    if f.variant == "sharp":
        s.box("die", (-0.5, -0.5, 0), (0.5, 0.5, 1))
    else:
        s.prism("die", rounded(0.5, 0.5, 0.1), 0, 1)
    flat = 0.03
    for y, z in ((-0.22, 0.28), (0.22, 0.28), (0, 0.5), (-0.22, 0.72), (0.22, 0.72)):
        s.cylinder("pips", (0.5 - flat, y, z), 0.08, flat + 0.004, axis="x", sides=6)
    for x, z in ((-0.2, 0.3), (0.2, 0.7)):
        s.cylinder("pips", (x, 0.5 - flat, z), 0.08, flat + 0.004, axis="y", sides=6)
    s.cylinder("pips", (0, 0, 1 - flat), 0.1, flat + 0.004, sides=6)


GUITAR_BODY: dict[str, list[Point]] = {
    "dreadnought": [(0, 0), (0.36, 0.06), (0.42, 0.3), (0.3, 0.56), (0.32, 0.78), (0.16, 0.9)],
    "classical": [
        (0, 0),
        (0.28, 0.03),
        (0.4, 0.2),
        (0.36, 0.42),
        (0.22, 0.56),
        (0.29, 0.74),
        (0.2, 0.88),
    ],
    "small": [(0, 0), (0.3, 0.05), (0.34, 0.28), (0.16, 0.46), (0.22, 0.62), (0.1, 0.72)],
}


@game(
    "guitar",
    size=((0.2, 0.26), (0.36, 0.42), (0.98, 1.08)),
    mass=(1.2, 2.5),
    variants=tuple(GUITAR_BODY),
    parts={
        "body": PartSpec(("wood",), ("tan", "brown", "orange", "maroon", "black", "beige", "blue")),
        "neck": PartSpec(("wood",), ("brown", "black", "maroon")),
        "hole": PartSpec(("wood",), ("black",)),
        "strings": STEEL,
        "stand": PartSpec(("metal", "wood"), ("black", "grey", "brown")),
    },
    rooms={"living room": 1.0, "bedroom": 1.0, "office": 0.3},
    on={"floor": 1.0},
    inside={},
    synonyms=("acoustic guitar",),
    tags=("instrument",),
)
def guitar(s: Shape, f: Form) -> None:
    """Stands upright in a small stand, strings to the front."""
    half = GUITAR_BODY[f.variant]
    outline = [*half, *((-y, z) for y, z in reversed(half) if y > 0)]
    base, top = 0.08, half[-1][1] + 0.08
    s.prism("body", outline, -0.1, 0.1, axis="x", offset=(0, 0, base))
    s.box("neck", (0.06, -0.055, top - 0.12), (0.13, 0.055, 1.85))
    s.box("neck", (0.05, -0.09, 1.85), (0.12, 0.09, 2.1))
    s.cylinder("hole", (0.1, 0, top - 0.26), 0.1, 0.008, axis="x", sides=10)
    s.box("neck", (0.1, -0.13, base + 0.2), (0.13, 0.13, base + 0.25))
    for y in (-0.03, 0.0, 0.03):
        s.box("strings", (0.135, y - 0.003, base + 0.22), (0.14, y + 0.003, 1.9))
    for side in (-1, 1):
        for z in (1.9, 1.98, 2.05):
            s.box("strings", (0.07, 0.11 * side - 0.03, z), (0.1, 0.11 * side + 0.03, z + 0.03))
        s.rod("stand", (0.2, 0.3 * side, 0.02), (-0.12, 0.1 * side, 0.45), 0.02, sides=4)
    s.rod("stand", (-0.12, 0, 0.45), (-0.3, 0, 0.02), 0.02, sides=4)
    s.box("stand", (-0.1, -0.2, 0.05), (0.16, 0.2, 0.09))


#: Outlines of the bodies: (y, z) around from the tail.
_GUITARS: dict[str, Sequence[Point]] = {
    "double cutaway": (
        (0.0, 0.0), (1.5, 0.2), (2.2, 1.1), (2.2, 2.2), (1.6, 3.2), (1.7, 4.2), (2.0, 5.2),
        (1.7, 5.9), (1.2, 5.3), (0.7, 4.6), (-0.7, 4.6), (-1.1, 5.4), (-1.5, 6.4), (-2.0, 5.6),
        (-1.7, 4.2), (-1.6, 3.2), (-2.2, 2.2), (-2.2, 1.1), (-1.5, 0.2),
    ),
    "single cutaway": (
        (0.0, 0.0), (1.5, 0.2), (2.2, 1.1), (2.2, 2.1), (1.5, 3.2), (1.6, 4.0), (1.8, 4.8),
        (1.4, 5.2), (0.9, 4.5), (0.5, 4.4), (0.4, 5.4), (-0.9, 5.5), (-1.7, 4.8), (-1.6, 4.0),
        (-1.5, 3.2), (-2.2, 2.1), (-2.2, 1.1), (-1.5, 0.2),
    ),
    "flying v": (
        (0.0, 2.0), (1.6, 0.0), (2.7, 0.3), (0.7, 5.4), (-0.7, 5.4), (-2.7, 0.3), (-1.6, 0.0),
    ),
}  # fmt: skip


@category(
    "electric guitar",
    size=((0.22, 0.28), (0.32, 0.38), (0.95, 1.08)),
    keep_aspect=True,
    mass=(3.0, 5.0),
    variants=tuple(_GUITARS),
    parts={
        "body": PartSpec(
            ("wood",), ("white", "red", "black", "blue", "turquoise", "yellow", "brown")
        ),
        "neck": PartSpec(("wood",), ("brown", "tan", "maroon", "black")),
        "plate": PartSpec(("plastic",), ("black", "white", "cream", "maroon")),
        "hardware": PartSpec(("metal",), ("silver", "gold", "black")),
        "stand": PartSpec(("metal",), ("black", "grey")),
    },
    on={"floor": 1.0},
    place="wall",
    synonyms=("e-guitar", "rock guitar"),
    tags=("pickupable",),
)
@fitted
def electric_guitar(s: Shape, f: Form) -> None:
    """A flat body with pickups on a stand, a long fretted neck and a head with tuners."""
    base = 1.0
    outline = [(y, z + base) for y, z in _GUITARS[f.variant]]
    s.prism("body", outline, -0.35, 0.35, axis="x")
    if f.variant != "flying v":
        plate = [
            (-1.4, 1.6),
            (0.8, 1.2),
            (1.5, 2.0),
            (1.1, 3.4),
            (0.9, 4.3),
            (-0.9, 4.3),
            (-1.2, 3.0),
        ]
        s.prism("plate", [(y, z + base) for y, z in plate], 0.35, 0.40, axis="x")
    for z in (2.2, 3.1, 3.9):
        s.box("hardware", (0.40, -0.55, z + base), (0.55, 0.55, z + base + 0.32))
    s.box("hardware", (0.40, -0.6, 1.4 + base), (0.62, 0.6, 1.75 + base))
    for z in (1.2, 1.9):
        s.cylinder("hardware", (0.35, 1.5, z + base), 0.2, 0.25, axis="x", sides=6)
    nut = 13.0
    s.box("neck", (0.0, -0.36, 4.5 + base), (0.5, 0.36, nut), taper=(1.0, 0.8))
    for k in range(9):
        z = nut - (nut - 5.0 - base) * (1 - 0.5 ** ((k + 1) / 6)) / (1 - 0.5**1.6)
        s.panel(
            "hardware", (0.52, -0.3, z), (0.52, 0.3, z), (0.52, 0.3, z + 0.1), (0.52, -0.3, z + 0.1)
        )
    head = [
        (-0.3, nut),
        (0.3, nut),
        (0.75, nut + 0.6),
        (0.5, nut + 2.3),
        (-0.5, nut + 2.0),
        (-0.7, nut + 0.6),
    ]
    s.prism("body", head, 0.0, 0.4, axis="x")
    for k in range(3):
        for side in SIDES:
            z = nut + 0.6 + 0.55 * k
            s.rod("hardware", (0.2, side * 0.4, z), (0.2, side * 1.05, z), 0.14, sides=4)
    for k in range(6):
        y = (k - 2.5) * 0.09
        s.panel("hardware", (0.6, y - 0.02, 1.7 + base), (0.6, y + 0.02, 1.7 + base),
                (0.56, y + 0.02, nut), (0.56, y - 0.02, nut))  # fmt: skip
    _guitar_stand(s, base)


def _guitar_stand(s: Shape, base: float) -> None:
    """Two forks below the body, a prop behind, feet on the floor."""
    for side in SIDES:
        s.tube(
            "stand",
            [(1.9, side * 2.2, 0.1), (-0.6, side * 1.0, base), (0.6, side * 1.0, base)],
            0.1,
            sides=4,
        )
    s.rod("stand", (-1.8, 0.0, 0.1), (-0.6, 0.0, 5.0 + base), 0.1, sides=4)
    s.rod("stand", (-0.6, -1.0, base), (-0.6, 1.0, base), 0.1, sides=4)
