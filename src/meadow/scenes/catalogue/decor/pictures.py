"""Pictures and clocks, on walls or standing."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.decor.ornaments import LIVING, SILL
from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category
from meadow.scenes.modelling.casing import disc, facing, halves
from meadow.scenes.modelling.joinery import picture_frame
from meadow.scenes.modelling.shape import Form, Shape

FRAME = PartSpec(
    ("wood", "metal", "plastic"), (*WOODS, "gold", "silver", "bronze", "grey", "red", "blue")
)
PICTURES = (
    "mountain",
    "boat",
    "flower",
    "tree",
    "sun",
    "moon",
    "cat",
    "dog",
    "fish",
    "abstract",
    "face",
    "star",
    "heart",
)
_ROOMS = {**LIVING, "kitchen": 0.2}


@category(
    "painting",
    size=((0.02, 0.05), (0.35, 1.1), (0.3, 0.85)),
    mass=(0.8, 6.0),
    variants=("framed", "ornate", "canvas"),
    parts={
        "picture": PartSpec(("fabric", "paper"), ANY, ("printed",), images=PICTURES),
        "frame": FRAME,
        "mat": PartSpec(("paper",), ("white", "cream", "black")),
    },
    mount=(1.25, 1.5),
    synonyms=("picture", "framed picture"),
    rooms=_ROOMS,
    on={"wall": 1.0},
)
def painting(s: Shape, f: Form) -> None:
    """A picture in a frame, or canvas stretched over its edge."""
    hx, hy, z = halves(f)
    if f.variant == "canvas":
        s.box("mat", (-hx, -hy, 0.0), (hx - 0.002, hy, z))
        facing(s, "picture", hx, (-hy, 0.0), (hy, z), printed=True)
        return
    rail = min(hy, z) * (0.16 if f.variant == "framed" else 0.24)
    picture_frame(s, "frame", (-hx, -hy, 0.0), (hx, hy, z), rail * 0.6)
    facing(s, "mat", hx - 0.012, (-hy + rail * 0.5, rail * 0.5), (hy - rail * 0.5, z - rail * 0.5))
    facing(s, "picture", hx - 0.01, (-hy + rail, rail), (hy - rail, z - rail), printed=True)
    if f.variant == "ornate":
        for y in (-hy + rail * 0.4, hy - rail * 0.4):
            for level in (rail * 0.4, z - rail * 0.4):
                disc(s, "frame", (hx - 0.02, y, level), rail * 0.4, 0.02)


@category(
    "poster",
    size=((0.005, 0.01), (0.3, 0.65), (0.42, 0.95)),
    mass=(0.05, 0.3),
    variants=("taped", "pinned", "banner"),
    parts={
        "sheet": PartSpec(
            ("paper",),
            ANY,
            ("printed",),
            images=(*PICTURES, "rocket", "dinosaur", "guitar"),
            texts=(
                "DREAM",
                "ROCK ON",
                "EXPLORE",
                "KEEP CALM",
                "MARS 2040",
                "JAZZ NIGHT",
                "GO TEAM",
            ),
        ),
        "fastener": PartSpec(
            ("plastic", "paper", "wood", "metal"), ("silver", "red", "brown", "white", "blue")
        ),
    },
    mount=(1.1, 1.4),
    rooms=_ROOMS,
    on={"wall": 1.0},
)
def poster(s: Shape, f: Form) -> None:
    """A sheet of paper on the wall, held by tape, pins or two rails."""
    hx, hy, z = halves(f)
    face = hx - 0.002
    s.box("sheet", (-hx, -hy, 0.0), (face - 0.001, hy, z))
    facing(s, "sheet", face, (-hy, 0.0), (hy, z), printed=True)
    if f.variant == "banner":
        for level in (0.0, z - 0.025):
            s.box("fastener", (-hx, -hy, level), (hx, hy, level + 0.025))
        return
    w = 0.025 if f.variant == "taped" else 0.008
    for y in (-hy + w, hy - w):
        for level in (w, z - w):
            s.box("fastener", (face, y - w, level - w), (hx, y + w, level + w))


@category(
    "wall clock",
    size=((0.03, 0.06), (0.24, 0.38), (0.24, 0.38)),
    mass=(0.4, 2.0),
    variants=("round", "square", "sunburst"),
    parts={
        "case": PartSpec(("plastic", "metal", "wood"), ANY),
        "face": PartSpec(
            ("paper", "metal"),
            ("white", "cream", "black", "silver"),
            ("printed",),
            images=("clock-face",),
        ),
    },
    rooms={**LIVING, "kitchen": 0.8},
    on={"wall": 1.0},
    mount=(1.5, 1.8),
    synonyms=("clock",),
    keep_aspect=True,
)
def wall_clock(s: Shape, f: Form) -> None:
    """A printed dial in a round, square or rayed case."""
    hx, hy, z = halves(f)
    middle, face = z / 2, hx - 0.001
    radius = {"round": 0.72, "square": 0.85, "sunburst": 0.42}[f.variant] * hy
    if f.variant == "square":
        s.box("case", (-hx, -hy, 0.0), (face - 0.002, hy, z))
    elif f.variant == "round":
        s.cylinder(
            "case",
            (-hx, 0, middle),
            middle,
            2 * hx - 0.003,
            axis="x",
            stretch=hy / middle,
            sides=16,
        )
    else:
        s.cylinder("case", (-hx, 0, middle), hy * 0.6, 2 * hx - 0.003, axis="x")
        for k in range(12):
            a = k * math.pi / 6
            with s.turned("x", a, (0, 0, middle)):
                s.box(
                    "case",
                    (-hx, -0.012, middle + hy * 0.5),
                    (-hx + 0.01, 0.012, z),
                    taper=(1.0, 0.3),
                )
    facing(s, "face", hx, (-radius, middle - radius), (radius, middle + radius), printed=True)


@small(
    "photo frame",
    size=((0.06, 0.1), (0.13, 0.25), (0.16, 0.28)),
    mass=(0.15, 0.6),
    variants=("portrait", "double", "thick"),
    parts={
        "frame": FRAME,
        "photo": PartSpec(
            ("paper",),
            ANY,
            ("printed",),
            images=("face", "dog", "cat", "mountain", "boat", "sun", "tree", "heart"),
        ),
    },
    rooms=LIVING,
    on={**SILL, "night stand": 0.6},
    synonyms=("picture frame",),
)
def photo_frame(s: Shape, f: Form) -> None:
    """A leaning frame with a photo and a strut behind it; drawn 1 high."""
    leaves = [(0.0, 0.38)] if f.variant != "double" else [(-0.36, 0.34), (0.36, 0.34)]
    rail = 0.14 if f.variant == "thick" else 0.07
    with s.turned("y", -0.2, (0, 0, 0)):
        for y, half in leaves:
            s.box("frame", (-0.03, y - half, 0.0), (0.03, y + half, 1.0))
            facing(
                s,
                "photo",
                0.034,
                (y - half + rail, rail),
                (y + half - rail, 1.0 - rail),
                printed=True,
            )
    s.rod("frame", (-0.15, 0, 0.7), (-0.36, 0, 0.0), 0.02, sides=4)
