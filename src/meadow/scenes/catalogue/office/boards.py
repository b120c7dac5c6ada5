"""Boards that people write on or pin notes to; generated homes have none of their own accord."""

from __future__ import annotations

from meadow.scenes.catalogue.pieces import (
    ON_FLOOR,
    SIDES,
    fitted,
    print_front,
)
from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape

#: Sentences that fill several lines.
NOTES = (
    "MILK EGGS BREAD BUTTER APPLES",
    "DO NOT FORGET TO WATER THE PLANTS",
    "MEETING AT TEN IN THE LIVING ROOM",
    "TONY, YOUR BASEBALL BAT IS UNDER THE BED",
    "I PUT A TOMATO NEXT TO THE FRIDGE FOR YOU",
    "TO DO: LAUNDRY, CALL GRANDMA, FIX THE LAMP",
    "THE KEYS ARE IN THE DRAWER OF THE DESK",
    "PLEASE FEED THE CAT BEFORE YOU LEAVE",
)


@category(
    "cork board",
    size=((0.02, 0.04), (0.60, 1.00), (0.45, 0.75)),
    mass=(1.0, 4.0),
    variants=("one note", "two notes", "four notes"),
    parts={
        "cork": PartSpec(("organic", "fabric"), ("tan", "brown", "beige", "red", "green")),
        "frame": PartSpec(("wood", "metal"), WOODS),
        "note": PartSpec(
            ("paper",), ("white", "yellow", "cream", "pink"), ("printed",), texts=NOTES
        ),
        "card": PartSpec(("paper",), ("yellow", "pink", "lime", "turquoise", "white")),
        "pins": PartSpec(("plastic",), ("red", "blue", "green", "black")),
    },
    on={"wall": 1.0},
    mount=(1.0, 1.3),
    synonyms=("bulletin board", "pinboard", "pin board", "corkboard"),
    revision=2,
)
@fitted
def cork_board(s: Shape, f: Form) -> None:
    """A framed sheet of cork with notes pinned to it."""
    s.box("cork", (-0.2, -7.6, 0.4), (0.1, 7.6, 9.6))
    for z in (0.0, 9.5):
        s.box("frame", (-0.2, -8.0, z), (0.3, 8.0, z + 0.5))
    for side in SIDES:
        near, far = sorted((side * 7.5, side * 8.0))
        s.box("frame", (-0.2, near, 0.5), (0.3, far, 9.5))
    count = {"one note": 1, "two notes": 2, "four notes": 4}[f.variant]
    half = {1: 4.6, 2: 3.2, 4: 2.6}[count]
    left = {1: 0.0, 2: -3.8, 4: -3.6}[count]
    low = 4.0 if count == 4 else 1.4
    print_front(s, "note", 0.16, (left - half, left + half), (low, 8.9))
    s.box("note", (0.1, left - half, low), (0.14, left + half, 8.9))
    cards = {1: (), 2: ((3.8, 2.4, 7.8),), 4: ((3.4, 5.4, 9.0), (-3.8, 0.9, 3.4), (3.6, 1.0, 4.6))}[
        count
    ]
    for y, z0, z1 in cards:
        s.box("card", (0.1, y - 2.4, z0), (0.15, y + 2.4, z1))
        s.box("pins", (0.15, y - 0.15, z1 - 0.6), (0.4, y + 0.15, z1 - 0.3))
    s.box("pins", (0.16, left - 0.2, 8.3), (0.4, left + 0.2, 8.7))


@category(
    "chalkboard",
    size=((0.40, 0.55), (0.75, 1.10), (1.20, 1.55)),
    mass=(4.0, 12.0),
    variants=("easel", "rolling", "sandwich board"),
    parts={
        "slate": PartSpec(
            ("stone", "wood"), ("black", "green", "grey", "navy"), ("printed", "plain"), texts=NOTES
        ),
        "frame": PartSpec(("wood",), WOODS),
        "chalk": PartSpec(("stone",), ("white", "yellow", "pink")),
    },
    on=ON_FLOOR,
    synonyms=("blackboard", "chalk board"),
    revision=2,
)
@fitted
def chalkboard(s: Shape, f: Form) -> None:
    """A dark writing board in a wooden frame on a stand of its own."""
    sandwich = f.variant == "sandwich board"
    low, lean = (1.2, -0.22) if sandwich else (5.0, -0.12 if f.variant == "easel" else 0.0)
    with s.turned("y", lean, (0.0, 0.0, 13.4)):
        s.box("slate", (-0.15, -5.0, low), (0.15, 5.0, 13.4))
        print_front(s, "slate", 0.18, (-4.8, 4.8), (low + 0.2, 13.2))
        for z in (low - 0.3, 13.3):
            s.box("frame", (-0.25, -5.4, z), (0.35, 5.4, z + 0.5))
        for side in SIDES:
            near, far = sorted((side * 4.95, side * 5.4))
            s.box("frame", (-0.25, near, 0.0 if sandwich else low), (0.35, far, 13.4))
        s.box("frame", (0.3, -3.0, low - 0.3), (1.2, 3.0, low))
        for y in (-1.4, 0.2):
            s.box("chalk", (0.6, y, low), (0.9, y + 1.0, low + 0.25))
        if f.variant == "easel":
            for side in SIDES:
                s.rod("frame", (-0.4, side * 4.4, 0.0), (-0.4, side * 1.6, 14.6), 0.28, sides=5)
    if f.variant == "easel":
        s.rod("frame", (-3.2, 0.0, 0.0), (-0.6, 0.0, 13.4), 0.28, sides=5)
    elif sandwich:
        with s.turned("y", 0.22, (0.0, 0.0, 13.4)):
            s.box("frame", (-0.5, -5.4, 0.0), (-0.2, 5.4, 13.6))
    else:
        for side in SIDES:
            s.box("frame", (-0.25, side * 5.2 - 0.2, 0.7), (0.25, side * 5.2 + 0.2, low - 0.2))
            s.box("frame", (-2.4, side * 5.2 - 0.25, 0.5), (2.4, side * 5.2 + 0.25, 0.9))
            for x in (-2.1, 2.1):
                s.cylinder("chalk", (x, side * 5.2 - 0.2, 0.3), 0.3, 0.4, axis="y", sides=8)


@category(
    "flip chart",
    size=((0.50, 0.70), (0.60, 0.75), (1.50, 1.80)),
    mass=(4.0, 10.0),
    variants=("tripod", "four legs", "pedestal"),
    parts={
        "paper": PartSpec(
            ("paper",), ("white", "cream", "yellow"), ("printed", "plain"), texts=NOTES
        ),
        "board": PartSpec(("plastic", "wood"), ("grey", "white", "black", "navy")),
        "legs": PartSpec(("metal",), METALS),
        "pens": PartSpec(("plastic",), ("red", "blue", "green", "black")),
    },
    on=ON_FLOOR,
    synonyms=("flipchart", "paper easel", "easel pad"),
    revision=2,
)
@fitted
def flip_chart(s: Shape, f: Form) -> None:
    """A pad of large sheets, clamped at the top of a board on legs."""
    low, high = 7.0, 16.4
    s.box("board", (-0.3, -3.6, low), (0.0, 3.6, high))
    s.box("paper", (0.0, -3.4, low + 0.4), (0.2, 3.4, high - 0.4))
    print_front(s, "paper", 0.22, (-3.3, 3.3), (low + 0.6, high - 0.8))
    s.box("legs", (-0.3, -3.6, high - 0.6), (0.5, 3.6, high))
    s.box("board", (0.0, -3.0, low - 0.3), (0.9, 3.0, low))
    for y in (-1.6, -0.2, 1.2):
        s.rod("pens", (0.5, y, low + 0.15), (0.5, y + 0.9, low + 0.15), 0.16, sides=5)
    if f.variant == "pedestal":
        s.rod("legs", (-0.3, 0, 0.4), (-0.3, 0, low), 0.35)
        s.cylinder("legs", (-0.3, 0, 0.0), 2.8, 0.4, sides=12)
        return
    for side in SIDES:
        s.rod("legs", (2.2, side * 3.4, 0.1), (-0.5, side * 2.4, low + 0.4), 0.22, sides=5)
    if f.variant == "tripod":
        s.rod("legs", (-3.4, 0, 0.1), (-0.5, 0, high - 1.0), 0.22, sides=5)
    else:
        for side in SIDES:
            s.rod("legs", (-3.4, side * 3.2, 0.1), (-0.5, side * 1.4, high - 1.0), 0.22, sides=5)


@category(
    "whiteboard",
    size=((0.45, 0.60), (0.90, 1.30), (1.45, 1.75)),
    mass=(8.0, 20.0),
    variants=("rolling", "easel", "pedestal"),
    parts={
        "board": PartSpec(
            ("plastic",),
            ("white",),
            ("printed", "plain"),
            texts=("CVPR", "HELLO", "TO DO", "E = M C2", "MONDAY", "IDEAS"),
        ),
        "frame": PartSpec(("metal", "plastic"), METALS),
        "pens": PartSpec(("plastic",), ("blue", "red", "green", "black")),
    },
    on={"floor": 1.0},
    synonyms=("dry-erase board", "marker board", "white board"),
)
@fitted
def whiteboard(s: Shape, f: Form) -> None:
    """A framed white sheet on legs with a ledge of pens."""
    low = 7.0
    s.box("board", (-0.2, -6.0, low), (0.2, 6.0, 16.0))
    print_front(s, "board", 0.25, (-5.7, 5.7), (low + 0.3, 15.7))
    for side in SIDES:
        s.box("frame", (-0.35, side * 6.1 - 0.3, low - 0.3), (0.4, side * 6.1 + 0.3, 16.3))
    for z in (low - 0.3, 15.9):
        s.box("frame", (-0.35, -5.8, z), (0.4, 5.8, z + 0.4))
    s.box("frame", (0.4, -4.0, low - 0.3), (1.2, 4.0, low))
    for y in (-2.0, -0.6, 0.8):
        s.rod("pens", (0.8, y, low + 0.15), (0.8, y + 1.0, low + 0.15), 0.16, sides=5)
    if f.variant == "rolling":
        for side in SIDES:
            s.box("frame", (-0.25, side * 6.1 - 0.25, 0.8), (0.25, side * 6.1 + 0.25, low - 0.3))
            s.box("frame", (-2.4, side * 6.1 - 0.25, 0.6), (2.4, side * 6.1 + 0.25, 1.0))
            for x in (-2.1, 2.1):
                s.cylinder("frame", (x, side * 6.1 - 0.2, 0.35), 0.35, 0.4, axis="y", sides=8)
        s.box("frame", (-0.2, -5.8, 2.6), (0.2, 5.8, 3.0))
    elif f.variant == "easel":
        for side in SIDES:
            s.rod("frame", (2.4, side * 5.0, 0.15), (-0.3, side * 3.0, low + 0.5), 0.25, sides=5)
        s.rod("frame", (-2.6, 0.0, 0.15), (-0.5, 0.0, 15.0), 0.25, sides=5)
    else:
        s.rod("frame", (-0.1, 0.0, 0.3), (-0.1, 0.0, low), 0.4)
        s.cylinder("frame", (-0.1, 0.0, 0.0), 2.6, 0.4, sides=12, stretch=1.4)


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
