"""What a table is laid with: vessels to eat and drink from."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import (
    KITCHEN_STORAGE,
    KITCHEN_TOPS,
    STEEL,
    TABLE_TOPS,
    handle,
    horn,
    print_front,
    small,
    tray,
    vessel,
)
from meadow.scenes.catalogue.spec import ANY, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

tableware = functools.partial(
    small,
    rooms={"kitchen": 1.0, "dining room": 0.8},
    on=KITCHEN_TOPS,
    inside={**KITCHEN_STORAGE, "dishwasher": 0.6},
    tags=("kitchenware",),
)

GLAZED = ("plain", "striped", "dotted", "floral", "checked", "zigzag")
DRINK = PartSpec(("organic",), ("brown", "black", "tan", "green", "red"))
CLEAR = PartSpec(("glass",), ("silver", "turquoise", "white", "blue", "green", "pink"))
WATERY = PartSpec(("organic",), ("orange", "blue", "red", "yellow", "maroon", "lime"))
LIVING = {"kitchen": 1.0, "dining room": 0.8, "living room": 0.5, "office": 0.5, "bedroom": 0.2}

MUG: dict[str, list[Point]] = {
    "straight": [(0.5, 0), (0.5, 1.15)],
    "tapered": [(0.36, 0), (0.54, 1.15)],
    "barrel": [(0.36, 0), (0.52, 0.3), (0.52, 0.7), (0.44, 1.1)],
}


@tableware(
    "mug",
    size=((0.08, 0.1), (0.105, 0.13), (0.08, 0.11)),
    mass=(0.2, 0.45),
    variants=tuple(MUG),
    parts={
        "mug": PartSpec(
            ("ceramic", "metal", "plastic", "glass"),
            ANY,
            (*GLAZED, "printed"),
            images=("cat", "heart", "star", "dog", "sun"),
            texts=("COFFEE", "BOSS", "MUM", "TEA"),
        ),
        "handle": PartSpec(("ceramic", "metal", "plastic"), ANY),
        "contents": DRINK,
    },
    rooms=LIVING,
    on={**KITCHEN_TOPS, **TABLE_TOPS, "night stand": 0.4, "shelf": 0.1},
    states=("full",),
    synonyms=("coffee mug", "coffee cup", "tea mug"),
    tags=("kitchenware", "robothor"),
)
def mug(s: Shape, f: Form) -> None:
    """The handle is on the left, so that a print faces the front."""
    printable = f.variant == "straight"
    fill = 0.85 if f.has("full") else 0.0
    vessel(s, "mug", MUG[f.variant], 0.06, sides=8 if printable else 12, flat=printable, fill=fill)
    grip = {"straight": (0.3, 0.36), "tapered": (0.34, 0.3), "barrel": (0.26, 0.3)}[f.variant]
    handle(s, "handle", (0, 0.47, 0.6), grip, 0.055, axis="x")
    if printable:
        print_front(s, "mug", 0.505, (-0.2, 0.2), (0.2, 0.95))


@tableware(
    "cup",
    size=((0.12, 0.15), (0.12, 0.15), (0.07, 0.09)),
    mass=(0.15, 0.35),
    variants=("teacup", "espresso", "wide"),
    parts={
        "cup": PartSpec(("ceramic", "plastic", "metal"), ANY, GLAZED),
        "saucer": PartSpec(("ceramic", "plastic"), ANY, GLAZED),
        "contents": DRINK,
    },
    rooms=LIVING,
    on={**KITCHEN_TOPS, **TABLE_TOPS},
    states=("full",),
    synonyms=("teacup", "tea cup", "cup and saucer"),
    keep_aspect=True,
)
def cup(s: Shape, f: Form) -> None:
    """A cup with a handle on its saucer."""
    s.lathe("saucer", (0, 0, 0), [(0.5, 0), (1.0, 0.14), (0.95, 0.16), (0.5, 0.06)], top=True)
    outside: list[Point] = {
        "teacup": [(0.26, 0.06), (0.5, 0.35), (0.62, 0.95)],
        "espresso": [(0.34, 0.06), (0.46, 0.16), (0.46, 0.95)],
        "wide": [(0.2, 0.06), (0.62, 0.4), (0.72, 0.95)],
    }[f.variant]
    vessel(s, "cup", outside, 0.05, sides=10, fill=0.8 if f.has("full") else 0.0)
    handle(s, "cup", (0, outside[1][0], 0.58), (0.26, 0.2), 0.05, axis="x", steps=3)


@tableware(
    "glass",
    size=((0.065, 0.085), (0.065, 0.085), (0.1, 0.16)),
    mass=(0.15, 0.4),
    variants=("straight", "tapered", "footed"),
    parts={"glass": CLEAR, "contents": WATERY},
    rooms=LIVING,
    on={**KITCHEN_TOPS, **TABLE_TOPS, "night stand": 0.5},
    states=("full",),
    synonyms=("drinking glass", "tumbler", "water glass"),
    plural="glasses",
)
def glass(s: Shape, f: Form) -> None:
    outside: list[Point] = {
        "straight": [(0.48, 0), (0.5, 1.5)],
        "tapered": [(0.34, 0), (0.5, 1.5)],
        "footed": [(0.4, 0), (0.16, 0.15), (0.3, 0.35), (0.5, 1.5)],
    }[f.variant]
    vessel(s, "glass", outside, 0.04, sides=12, fill=0.7 if f.has("full") else 0.0)


WINE_GLASS: dict[str, list[Point]] = {
    "goblet": [(0.36, 0.95), (0.5, 1.3), (0.4, 1.9)],
    "flute": [(0.16, 0.7), (0.3, 1.2), (0.28, 2.1)],
    "martini": [(0.05, 1.0), (0.6, 1.8)],
}


@tableware(
    "wine glass",
    size=((0.07, 0.095), (0.07, 0.095), (0.18, 0.23)),
    mass=(0.12, 0.25),
    variants=tuple(WINE_GLASS),
    parts={"glass": CLEAR, "contents": PartSpec(("organic",), ("maroon", "gold", "red", "pink"))},
    rooms={"dining room": 1.0, "kitchen": 0.6, "living room": 0.3},
    on={
        "dining table": 1.0,
        "sideboard": 0.5,
        "counter": 0.5,
        "kitchen island": 0.4,
        "coffee table": 0.3,
    },
    states=("full",),
    synonyms=("wineglass", "champagne glass", "cocktail glass"),
    plural="wine glasses",
    keep_aspect=True,
)
def wine_glass(s: Shape, f: Form) -> None:
    bowl = WINE_GLASS[f.variant]
    s.lathe("glass", (0, 0, 0), [(0.42, 0), (0.06, 0.08), (0.05, bowl[0][1])], sides=8, top=False)
    vessel(
        s, "glass", [(0.04, bowl[0][1] - 0.12), *bowl], 0.03, fill=0.55 if f.has("full") else 0.0
    )


BOWL: dict[str, list[Point]] = {
    "round": [(0.55, 0), (0.86, 0.35), (1.0, 0.85)],
    "deep": [(0.6, 0), (0.6, 0.1), (0.9, 0.4), (0.95, 1.05)],
    "flared": [(0.5, 0), (0.5, 0.16), (0.68, 0.5), (1.1, 0.75)],
}


@tableware(
    "bowl",
    size=((0.14, 0.24), (0.14, 0.24), (0.06, 0.11)),
    mass=(0.25, 0.9),
    variants=tuple(BOWL),
    parts={
        "bowl": PartSpec(("ceramic", "wood", "metal", "glass", "plastic"), ANY, GLAZED),
        "contents": PartSpec(("organic",), ("tan", "orange", "green", "cream", "red")),
    },
    rooms={"kitchen": 1.0, "dining room": 1.0, "living room": 0.3},
    on={**KITCHEN_TOPS, "coffee table": 0.4, "console table": 0.2},
    states=("full",),
    synonyms=("soup bowl", "salad bowl", "cereal bowl"),
    tags=("kitchenware", "robothor"),
    keep_aspect=True,
)
def bowl(s: Shape, f: Form) -> None:
    vessel(s, "bowl", BOWL[f.variant], 0.06, sides=12, fill=0.75 if f.has("full") else 0.0)
    if not f.has("full"):
        s.surface("inside", (-0.36, -0.36), (0.36, 0.36), 0.06)


@tableware(
    "plate",
    size=((0.2, 0.27), (0.2, 0.27), (0.02, 0.03)),
    mass=(0.3, 0.7),
    variants=("flat", "deep", "square"),
    parts={
        "plate": PartSpec(("ceramic", "glass", "wood", "metal", "plastic"), ANY, GLAZED),
        "rim": PartSpec(("ceramic", "glass", "metal"), ANY),
    },
    on={**KITCHEN_TOPS, "dining table": 1.2},
    synonyms=("dish", "dinner plate"),
    keep_aspect=True,
)
def plate(s: Shape, f: Form) -> None:
    sides = 4 if f.variant == "square" else 12
    well = 0.5 if f.variant == "deep" else 0.66
    rim: Point = (0.9, 0.16) if f.variant == "deep" else (0.94, 0.2)
    profile = [(well, 0), (1.0, 0.18), (1.0, 0.22), rim]
    s.lathe("rim", (0, 0, 0), profile, sides=sides, top=False)
    s.lathe("plate", (0, 0, 0), [rim, (well, 0.06)], sides=sides, bottom=False)
    reach = well if sides == 4 else well / math.sqrt(2)
    s.surface("top", (-reach, -reach), (reach, reach), 0.06)


@tableware(
    "teapot",
    size=((0.13, 0.16), (0.22, 0.27), (0.14, 0.19)),
    mass=(0.5, 1.2),
    variants=("round", "tall", "angular"),
    parts={
        "pot": PartSpec(("ceramic", "metal", "glass"), ANY, GLAZED),
        "lid": PartSpec(("ceramic", "metal", "wood"), ANY),
        "handle": PartSpec(("ceramic", "metal", "wood"), ANY),
    },
    synonyms=("tea pot", "coffee pot"),
)
def teapot(s: Shape, f: Form) -> None:
    """Spout to the right, handle to the left."""
    body: list[Point] = {
        "round": [(0.35, 0), (0.6, 0.25), (0.65, 0.5), (0.5, 0.85), (0.3, 0.98)],
        "tall": [(0.5, 0), (0.5, 0.2), (0.4, 0.9), (0.3, 1.25), (0.25, 1.3)],
        "angular": [(0.42, 0), (0.7, 0.45), (0.3, 0.95)],
    }[f.variant]
    sides = 6 if f.variant == "angular" else 10
    rim, top = body[-1]
    s.lathe("pot", (0, 0, 0), body, sides=sides, top=False)
    s.lathe("lid", (0, 0, top), [(1.1 * rim, 0), (0.8 * rim, 0.08), (0.06, 0.12)], sides=sides)
    s.ellipsoid("lid", (0, 0, top + 0.16), (0.09, 0.09, 0.07), sides=5, rows=3)
    path = [(0, -0.4, 0.3 * top), (0, -0.72, 0.5 * top), (0, -0.95, 0.95 * top)]
    horn(s, "pot", path, [0.17, 0.11, 0.06])
    handle(s, "handle", (0, 0.42, 0.52 * top), (0.52, 0.36 * top), 0.055, axis="x")


@tableware(
    "pitcher",
    size=((0.11, 0.14), (0.16, 0.21), (0.2, 0.28)),
    mass=(0.4, 1.4),
    variants=("straight", "bellied", "conical"),
    parts={
        "pitcher": PartSpec(("glass", "ceramic", "plastic", "metal"), ANY, GLAZED),
        "handle": PartSpec(("glass", "ceramic", "plastic", "metal"), ANY),
        "contents": WATERY,
    },
    inside={"fridge": 0.5, "wall cabinet": 0.4, "cabinet": 0.4, "counter": 0.2},
    states=("full",),
    synonyms=("jug", "water jug", "carafe"),
)
def pitcher(s: Shape, f: Form) -> None:
    outside: list[Point] = {
        "straight": [(0.45, 0), (0.5, 1.5), (0.54, 1.6)],
        "bellied": [(0.36, 0), (0.6, 0.5), (0.34, 1.2), (0.42, 1.6)],
        "conical": [(0.6, 0), (0.34, 1.4), (0.4, 1.6)],
    }[f.variant]
    vessel(s, "pitcher", outside, 0.04, sides=10, fill=0.7 if f.has("full") else 0.0)
    rim = outside[-1][0]
    beak = [(-0.18, -0.8 * rim), (0.18, -0.8 * rim), (0, -1.45 * rim)]
    s.prism("pitcher", beak, 1.52, 1.6)
    handle(s, "handle", (0, 0.36, 0.85), (0.48, 0.5), 0.06, axis="x")


@tableware(
    "salt shaker",
    size=((0.038, 0.05), (0.038, 0.05), (0.075, 0.11)),
    mass=(0.08, 0.2),
    variants=("faceted", "round", "square"),
    parts={
        "shaker": PartSpec(
            ("glass", "ceramic", "plastic"), ("white", "silver", "blue", "red", "turquoise")
        ),
        "cap": STEEL,
    },
    on={"dining table": 1.0, "counter": 0.8, "kitchen island": 0.6},
    synonyms=("salt", "saltshaker", "shaker"),
)
def salt_shaker(s: Shape, f: Form) -> None:
    sides = {"faceted": 8, "round": 12, "square": 4}[f.variant]
    waist = 0.36 if f.variant == "faceted" else 0.44
    belly = 0.5 if f.variant != "round" else 0.42
    s.lathe("shaker", (0, 0, 0), [(0.5, 0), (belly, 0.5), (waist, 0.9)], sides=sides, top=False)
    s.lathe("cap", (0, 0, 0.9), [(waist + 0.03, 0), (waist + 0.03, 0.2), (0.25, 0.35)], sides=sides)
    for x, y in ((0, 0), (0.12, 0), (-0.06, 0.1), (-0.06, -0.1)):
        s.cylinder("shaker", (x, y, 1.25), 0.03, 0.02, sides=4)


@tableware(
    "pepper mill",
    size=((0.05, 0.065), (0.05, 0.065), (0.17, 0.26)),
    mass=(0.15, 0.4),
    variants=("turned", "straight", "crank"),
    parts={
        "mill": PartSpec(
            ("wood", "metal", "plastic"), ("brown", "black", "tan", "maroon", "silver", "white")
        ),
        "knob": STEEL,
    },
    on={"dining table": 1.0, "counter": 0.8, "kitchen island": 0.6},
    synonyms=("pepper grinder", "pepper shaker"),
)
def pepper_mill(s: Shape, f: Form) -> None:
    body: list[Point] = {
        "turned": [
            (0.5, 0),
            (0.5, 0.35),
            (0.28, 0.7),
            (0.28, 1.3),
            (0.46, 1.5),
            (0.2, 1.68),
            (0.44, 1.95),
            (0.2, 2.25),
        ],
        "straight": [(0.5, 0), (0.5, 1.5), (0.4, 1.55), (0.5, 1.6), (0.5, 2.2), (0.4, 2.3)],
        "crank": [(0.5, 0), (0.34, 0.9), (0.5, 1.7), (0.3, 2.0)],
    }[f.variant]
    s.lathe("mill", (0, 0, 0), body, sides=8)
    top = body[-1][1]
    if f.variant == "crank":
        s.tube("knob", [(0, 0, top), (0, 0, top + 0.2), (0.45, 0, top + 0.25)], 0.05, sides=4)
        s.ellipsoid("knob", (0.42, 0, top + 0.35), (0.1, 0.1, 0.12), sides=6, rows=3)
    else:
        s.ellipsoid("knob", (0, 0, top + 0.08), (0.12, 0.12, 0.12), sides=6, rows=4)


@tableware(
    "tray",
    size=((0.26, 0.34), (0.36, 0.48), (0.04, 0.065)),
    mass=(0.4, 1.4),
    variants=("rectangular", "round", "with feet"),
    parts={
        "tray": PartSpec(
            ("wood", "metal", "plastic"), ANY, ("plain", "floral", "checked", "wicker")
        ),
        "handles": PartSpec(("metal", "wood", "leather"), ("silver", "black", "brown", "gold")),
    },
    rooms={"kitchen": 1.0, "dining room": 0.6, "living room": 0.7},
    on={**KITCHEN_TOPS, "coffee table": 1.0},
    synonyms=("serving tray",),
)
def serving_tray(s: Shape, f: Form) -> None:
    if f.variant == "round":
        vessel(s, "tray", [(0.88, 0), (1.0, 0.2)], 0.05, sides=12)
        s.surface("top", (-0.55, -0.55), (0.55, 0.55), 0.05)
    else:
        lift = 0.12 if f.variant == "with feet" else 0.0
        tray(s, "tray", (-0.7, -1, lift), (0.7, 1, lift + 0.14), 0.05)
        s.surface("top", (-0.62, -0.92), (0.62, 0.92), lift + 0.05)
        for x in (-0.6, 0.6) if lift else ():
            for y in (-0.9, 0.9):
                s.box("handles", (x - 0.05, y - 0.05, 0), (x + 0.05, y + 0.05, lift))
    for side in (-1, 1):
        y = 0.95 * side
        top = 0.3 if f.variant != "with feet" else 0.36
        s.tube(
            "handles",
            [(-0.25, y, 0.15), (-0.2, y, top), (0.2, y, top), (0.25, y, 0.15)],
            0.03,
            sides=4,
        )


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
