"""Pots, pans and the utensils that food is made with."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import (
    GRIP,
    KITCHEN_STORAGE,
    KITCHEN_TOPS,
    STEEL,
    handle,
    oval,
    ring,
    rounded,
    small,
    tray,
    vessel,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

cookware = functools.partial(
    small,
    rooms={"kitchen": 1.0},
    on=KITCHEN_TOPS,
    inside={**KITCHEN_STORAGE, "dishwasher": 0.4},
    tags=("kitchenware",),
)

COOKWARE = PartSpec(
    ("metal", "ceramic", "glass"),
    ("silver", "black", "red", "grey", "blue", "green", "bronze", "white"),
)
KNOB = PartSpec(("plastic", "wood", "metal"), ("black", "brown", "silver", "red"))
STEW = PartSpec(("organic",), ("orange", "red", "brown", "green", "cream"))
STOVE = {"oven": 1.0, "counter": 0.8, "kitchen island": 0.5, "dining table": 0.3, "sink": 0.1}


@cookware(
    "pot",
    size=((0.2, 0.26), (0.28, 0.36), (0.14, 0.22)),
    mass=(0.8, 3.0),
    variants=("with lid", "open", "saucepan"),
    parts={"pot": COOKWARE, "lid": COOKWARE, "handles": KNOB, "contents": STEW},
    on=STOVE,
    inside={"counter": 0.8, "cabinet": 0.5, "dishwasher": 0.3, "wall cabinet": 0.2},
    states=("full",),
    synonyms=("cooking pot", "saucepan", "stockpot"),
)
def pot(s: Shape, f: Form) -> None:
    vessel(s, "pot", [(0.48, 0), (0.5, 0.7)], 0.03, fill=0.75 if f.has("full") else 0.0)
    if f.variant == "saucepan":
        s.rod("handles", (0, 0.45, 0.6), (0, 1.1, 0.66), 0.05, sides=6)
    else:
        for side in (-1, 1):
            path = [
                (-0.14, 0.46 * side, 0.5),
                (-0.12, 0.62 * side, 0.54),
                (0.12, 0.62 * side, 0.54),
            ]
            s.tube("handles", [*path, (0.14, 0.46 * side, 0.5)], 0.035, sides=4)
    if f.variant == "with lid":
        s.lathe("lid", (0, 0, 0.7), [(0.52, 0), (0.08, 0.12)], sides=12)
        s.ellipsoid("handles", (0, 0, 0.87), (0.08, 0.08, 0.06), sides=6, rows=3)


@cookware(
    "pan",
    size=((0.24, 0.3), (0.42, 0.52), (0.06, 0.09)),
    mass=(0.7, 2.2),
    variants=("frying", "wok", "square"),
    parts={
        "pan": PartSpec(("metal",), ("black", "grey", "silver", "red", "green")),
        "handle": KNOB,
        "contents": STEW,
    },
    on=STOVE,
    inside={"counter": 0.8, "cabinet": 0.4, "oven": 0.1, "dishwasher": 0.2},
    states=("full",),
    synonyms=("frying pan", "skillet", "fry pan"),
)
def pan(s: Shape, f: Form) -> None:
    sides = 4 if f.variant == "square" else 12
    outside: list[Point] = [(0.42, 0), (0.5, 0.16)]
    if f.variant == "wok":
        outside = [(0.16, 0), (0.38, 0.1), (0.5, 0.3)]
    vessel(s, "pan", outside, 0.02, sides=sides, fill=0.6 if f.has("full") else 0.0)
    top = outside[-1][1]
    s.rod("pan", (0, 0.46, 0.8 * top), (0, 0.62, top), 0.03, sides=4)
    s.rod("handle", (0, 0.6, top), (0, 1.15, top + 0.08), 0.04, end_radius=0.05, sides=6)


@cookware(
    "cutting board",
    size=((0.2, 0.28), (0.32, 0.42), (0.014, 0.022)),
    mass=(0.4, 1.5),
    variants=("rectangular", "paddle", "round"),
    parts={
        "board": PartSpec(
            ("wood", "plastic", "stone"),
            ("tan", "brown", "beige", "white", "green", "grey"),
            ("plain", "striped"),
        ),
        "groove": PartSpec(("wood", "plastic"), ("brown", "grey", "black")),
    },
    synonyms=("chopping board", "bread board"),
)
def cutting_board(s: Shape, f: Form) -> None:
    if f.variant == "round":
        s.prism("board", oval(0.5, 0.5, 12), 0, 0.08)
        s.box("board", (-0.09, 0.45, 0), (0.09, 0.75, 0.08))
    elif f.variant == "paddle":
        s.prism(
            "board",
            [
                (-0.5, -0.8),
                (0.5, -0.8),
                (0.5, 0.4),
                (0.12, 0.6),
                (0.12, 0.9),
                (-0.12, 0.9),
                (-0.12, 0.6),
                (-0.5, 0.4),
            ],
            0,
            0.08,
        )
    else:
        s.prism("board", rounded(0.5, 0.8, 0.08), 0, 0.08)
        s.box("groove", (-0.12, 0.62, 0.08), (0.12, 0.7, 0.085))
    hole = {"rectangular": 0.66, "paddle": 0.8, "round": 0.66}[f.variant]
    s.cylinder("groove", (0, hole, 0.08), 0.05, 0.005, sides=8)
    s.surface("top", (-0.33, -0.33), (0.33, 0.33), 0.08)


@cookware(
    "colander",
    size=((0.22, 0.28), (0.28, 0.36), (0.11, 0.15)),
    mass=(0.3, 0.9),
    variants=("footed", "long-handled", "deep"),
    parts={
        "colander": PartSpec(("metal", "plastic"), ("silver", "red", "green", "white", "blue")),
        "holes": PartSpec(("metal",), ("black", "grey")),
        "handles": GRIP,
    },
    synonyms=("strainer", "sieve"),
)
def colander(s: Shape, f: Form) -> None:
    foot = 0.14 if f.variant != "long-handled" else 0.0
    floor = 0.36 if f.variant == "deep" else 0.24
    vessel(s, "colander", [(floor, foot), (0.44, foot + 0.25), (0.52, foot + 0.55)], 0.03)
    if foot:
        s.lathe("colander", (0, 0, 0), [(0.32, 0), (0.26, foot)], sides=8, bottom=False, top=False)
    for k in range(12):
        a = math.pi * (k + 0.5) / 6
        for radius, z in ((0.42, 0.22), (0.47, 0.4)):
            x, y = radius * math.cos(a), radius * math.sin(a)
            u, v = 0.035 * math.sin(a), -0.035 * math.cos(a)
            low, high = foot + z - 0.04, foot + z + 0.04
            s.panel(
                "holes",
                (x + u, y + v, low),
                (x - u, y - v, low),
                (x - u, y - v, high),
                (x + u, y + v, high),
            )
    if f.variant == "long-handled":
        s.rod("handles", (0, 0.5, 0.5), (0, 1.05, 0.56), 0.045, sides=6)
    else:
        for side in (-1, 1):
            s.box(
                "handles",
                (-0.16, 0.51 * side - 0.1, foot + 0.48),
                (0.16, 0.51 * side + 0.1, foot + 0.53),
            )


@cookware(
    "whisk",
    size=((0.24, 0.3), (0.055, 0.075), (0.05, 0.065)),
    mass=(0.06, 0.16),
    variants=("balloon", "narrow", "flat"),
    parts={"handle": GRIP, "wires": STEEL},
    synonyms=("egg beater", "beater"),
)
def whisk(s: Shape, f: Form) -> None:
    """Lies along X with its wires to the front."""
    planes = {"balloon": 3, "narrow": 2, "flat": 1}[f.variant]
    belly = 0.16 if f.variant == "narrow" else 0.24
    s.rod("handle", (-1.0, 0, 0), (-0.1, 0, 0), 0.09, end_radius=0.07, sides=8)
    outline = [(-0.1, 0.04), (0.35, 0.75), (0.7, 1.0), (0.95, 0.6), (1.0, 0.0)]
    for k in range(planes):
        a = math.pi * k / planes
        for side in (-1, 1):
            wire = [
                (x, side * belly * r * math.cos(a), side * belly * r * math.sin(a))
                for x, r in outline
            ]
            s.tube("wires", wire, 0.016, sides=3)
    if f.variant == "flat":
        ring(s, "wires", (0.3, 0, 0), 0.1, 0.02, axis="x", sides=8, rows=3)


@cookware(
    "spatula",
    size=((0.28, 0.36), (0.06, 0.085), (0.02, 0.03)),
    mass=(0.05, 0.15),
    variants=("slotted", "solid", "scraper"),
    parts={
        "head": PartSpec(
            ("plastic", "metal", "wood", "rubber"), ("black", "silver", "red", "tan", "turquoise")
        ),
        "handle": GRIP,
    },
    synonyms=("turner", "fish slice"),
)
def spatula(s: Shape, f: Form) -> None:
    s.box("handle", (-1.0, -0.055, 0), (-0.3, 0.055, 0.06))
    s.box("head", (-0.3, -0.03, 0.01), (0.45, 0.03, 0.05))
    if f.variant == "slotted":
        s.box("head", (0.42, -0.2, 0.0), (0.52, 0.2, 0.05))
        s.box("head", (0.92, -0.2, 0.0), (1.0, 0.2, 0.03))
        for k in range(4):
            y = -0.2 + 0.1167 * k
            s.box("head", (0.5, y, 0.0), (0.94, y + 0.05, 0.04))
    elif f.variant == "solid":
        s.prism(
            "head",
            [(0.4, -0.05), (0.55, -0.2), (1.0, -0.22), (1.0, 0.22), (0.55, 0.2), (0.4, 0.05)],
            0,
            0.03,
        )
    else:
        s.prism(
            "head", [(0.4, -0.14), (0.95, -0.16), (1.0, 0.0), (0.95, 0.16), (0.4, 0.14)], 0, 0.09
        )


@cookware(
    "ladle",
    size=((0.27, 0.34), (0.08, 0.1), (0.06, 0.085)),
    mass=(0.1, 0.25),
    variants=("round", "spouted", "hooked"),
    parts={
        "head": PartSpec(("metal", "plastic", "wood"), ("silver", "black", "tan", "red")),
        "handle": GRIP,
    },
    synonyms=("soup ladle", "dipper"),
)
def ladle(s: Shape, f: Form) -> None:
    cup: list[Point] = [(0.08, 0), (0.22, 0.1), (0.26, 0.28)]
    vessel(s, "head", cup, 0.025, base=(0.75, 0, 0), sides=10)
    if f.variant == "spouted":
        s.prism("head", [(0.68, 0.24), (0.82, 0.24), (0.75, 0.36)], 0.24, 0.28)
    s.rod("head", (0.52, 0, 0.25), (-0.3, 0, 0.42), 0.03, sides=4)
    s.rod("handle", (-0.3, 0, 0.42), (-1.0, 0, 0.5), 0.045, end_radius=0.06, sides=6)
    if f.variant == "hooked":
        handle(s, "handle", (-1.0, 0, 0.42), (0.1, 0.08), 0.03, angles=(90, 300), steps=4)


@cookware(
    "rolling pin",
    size=((0.05, 0.065), (0.38, 0.48), (0.05, 0.065)),
    mass=(0.4, 1.2),
    variants=("handled", "tapered", "short"),
    parts={
        "roller": PartSpec(
            ("wood", "stone", "plastic", "metal"), ("tan", "beige", "brown", "white", "grey")
        ),
        "handles": PartSpec(("wood", "plastic"), ("brown", "tan", "red", "black", "blue")),
    },
)
def rolling_pin(s: Shape, f: Form) -> None:
    if f.variant == "tapered":
        s.lathe(
            "roller",
            (0, -1, 0.13),
            [(0.06, 0), (0.13, 0.6), (0.13, 1.4), (0.06, 2)],
            axis="y",
            sides=10,
        )
        for y in (-1.02, 0.96):
            s.cylinder("handles", (0, y, 0.13), 0.065, 0.06, axis="y", sides=8)
        return
    half = 0.62 if f.variant == "handled" else 0.42
    s.cylinder("roller", (0, -half, 0.14), 0.14, 2 * half, axis="y", sides=12)
    grip: list[Point] = [(0.04, 0), (0.07, 0.06), (0.08, 0.25), (0.04, 0.36)]
    s.lathe("handles", (0, half, 0.14), grip, axis="y", sides=8)
    s.lathe(
        "handles",
        (0, -half - 0.36, 0.14),
        [(r, 0.36 - z) for r, z in grip[::-1]],
        axis="y",
        sides=8,
    )


@cookware(
    "baking dish",
    size=((0.2, 0.26), (0.32, 0.42), (0.05, 0.075)),
    mass=(0.7, 2.0),
    variants=("rectangular", "oval", "tin"),
    parts={"dish": COOKWARE, "contents": STEW},
    on={"counter": 1.0, "oven": 0.4, "dining table": 0.4, "kitchen island": 0.5},
    inside={"oven": 1.0, "counter": 0.6, "cabinet": 0.4, "dishwasher": 0.2},
    states=("full",),
    synonyms=("casserole dish", "baking tray", "oven dish"),
    plural="baking dishes",
)
def baking_dish(s: Shape, f: Form) -> None:
    fill = 0.7 if f.has("full") else 0.0
    if f.variant == "oval":
        vessel(s, "dish", [(0.46, 0), (0.55, 0.3)], 0.03, stretch=1.5, fill=fill)
    else:
        wall = 0.04 if f.variant == "rectangular" else 0.015
        tray(s, "dish", (-0.55, -0.82, 0), (0.55, 0.82, 0.3), wall)
        if fill:
            s.box("contents", (-0.5, -0.77, 0.02), (0.5, 0.77, 0.2))
    for side in (-1, 1):
        s.box("dish", (-0.25, 0.9 * side - 0.1, 0.24), (0.25, 0.9 * side + 0.1, 0.3))


@cookware(
    "measuring cup",
    size=((0.09, 0.12), (0.14, 0.18), (0.08, 0.12)),
    mass=(0.1, 0.45),
    variants=("beaker", "conical", "scoop"),
    parts={
        "cup": PartSpec(
            ("glass", "plastic", "metal"), ("silver", "white", "turquoise", "red", "yellow")
        ),
        "marks": PartSpec(("plastic",), ("red", "black", "blue")),
        "contents": PartSpec(("organic",), ("white", "cream", "blue", "brown")),
    },
    states=("full",),
    synonyms=("measuring jug",),
)
def measuring_cup(s: Shape, f: Form) -> None:
    foot = {"beaker": 0.45, "conical": 0.28, "scoop": 0.5}[f.variant]
    vessel(
        s,
        "cup",
        [(foot, 0), (0.52, 0.9)],
        0.03,
        sides=8,
        flat=True,
        fill=0.7 if f.has("full") else 0.0,
    )
    for k in range(4):
        z = 0.2 + 0.16 * k
        x = foot + (0.52 - foot) * z / 0.9 + 0.01
        s.box("marks", (x - 0.03, -0.02 - 0.06 * (k % 2), z), (x, 0.16, z + 0.03))
    if f.variant == "scoop":
        s.box("cup", (-0.08, 0.5, 0.8), (0.08, 1.1, 0.88))
    else:
        handle(s, "cup", (0, 0.42, 0.48), (0.4, 0.32), 0.05, axis="x")
        s.prism("cup", [(-0.14, -0.45), (0.14, -0.45), (0, -0.68)], 0.82, 0.9)
