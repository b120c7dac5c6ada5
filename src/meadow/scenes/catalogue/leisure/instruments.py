"""Old instruments and machines; only a request places them."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import (
    ON_FLOOR,
    SHELVES,
    SIDES,
    arc,
    bead,
    fitted,
    handle,
    horn,
    small,
)
from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

METAL = PartSpec(("metal",), ("gold", "silver", "bronze", "black"))


@small(
    "gramophone",
    size=((0.34, 0.50), (0.30, 0.46), (0.46, 0.70)),
    keep_aspect=True,
    mass=(3.0, 8.0),
    variants=("flower horn", "smooth horn", "square case"),
    parts={
        "case": PartSpec(("wood",), ("brown", "maroon", "tan", "black")),
        "horn": PartSpec(("metal",), ("gold", "bronze", "red", "green", "black")),
        "record": PartSpec(("plastic",), ("black", "navy")),
        "metal": METAL,
    },
    on=SHELVES,
    synonyms=("phonograph", "record player with a horn"),
    tags=("ornament",),
    revision=2,
)
def gramophone(s: Shape, f: Form) -> None:
    """A wooden case with a record on top and a large flared horn above it."""
    square = f.variant == "square case"
    s.box("case", (-4.2, -4.2, 0.0), (4.2, 4.2, 0.8))
    taper = (1.0, 1.0) if square else (0.86, 0.86)
    s.box("case", (-3.8, -3.8, 0.8), (3.8, 3.8, 3.8), taper=taper)
    s.box("case", (-3.9, -3.9, 3.8), (3.9, 3.9, 4.2))
    s.cylinder("record", (0.4, 0, 4.2), 3.2, 0.25, sides=14)
    s.cylinder("horn", (0.4, 0, 4.45), 1.0, 0.06, sides=10)
    s.tube("metal", [(0.0, 4.0, 2.2), (0.0, 5.4, 2.2), (0.0, 5.4, 1.0)], 0.22, sides=5)
    s.rod("metal", (-3.6, 0, 4.2), (-3.6, 0, 6.4), 0.35, sides=6)
    horn(s, "metal", [(-3.6, 0, 6.2), (-2.0, 0, 7.4), (-0.4, 0, 7.8)], [0.35, 0.5, 0.7])
    petals = 8 if f.variant == "flower horn" else 14
    with s.turned("y", -0.45, (-0.4, 0.0, 7.8)):
        bell = [(0.7, 0.0), (1.3, 1.8), (2.6, 3.6), (4.8, 4.8)]
        inner = [(r - 0.15, z + 0.05) for r, z in bell[::-1]]
        s.lathe("horn", (-0.4, 0, 7.8), [*bell, *inner], axis="x", sides=petals)


@small(
    "typewriter",
    size=((0.28, 0.38), (0.30, 0.42), (0.18, 0.26)),
    mass=(3.0, 9.0),
    variants=("upright", "portable", "streamlined"),
    parts={
        "body": PartSpec(
            ("metal", "plastic"), ("black", "green", "red", "blue", "cream", "grey", "turquoise")
        ),
        "keys": PartSpec(("plastic", "metal"), ("white", "black", "cream", "silver")),
        "roller": PartSpec(("rubber",), ("black", "grey")),
        "paper": PartSpec(("paper",), ("white", "cream")),
        "metal": METAL,
    },
    on=SHELVES,
    synonyms=("typing machine",),
    tags=("ornament",),
    revision=2,
)
def typewriter(s: Shape, f: Form) -> None:
    """Rows of round keys before a body with a roller and a sheet of paper."""
    top = 4.6 if f.variant == "upright" else 3.4
    s.prism(
        "body",
        [(-5.0, 0.0), (5.4, 0.0), (5.4, 0.9), (0.6, 2.6), (0.2, top), (-5.0, top)],
        -5.2,
        5.2,
        axis="y",
    )
    if f.variant == "streamlined":
        s.prism(
            "body",
            [(-5.4, 0.6), (-4.0, 0.0), (4.6, 0.0), (0.8, 2.8), (-3.0, 4.2)],
            -5.8,
            5.8,
            axis="y",
        )
    for row in range(4):
        x, z = 4.6 - 1.1 * row, 1.25 + 0.4 * row
        for k in range(7):
            s.cylinder(
                "keys", (x, -4.1 + 1.3 * k + 0.2 * row, z), 0.46, 0.45, sides=5, bottom=False
            )
    s.cylinder("roller", (-2.4, -6.0, top + 0.8), 0.9, 12.0, axis="y", sides=10)
    for y in (-6.5, 6.0):
        s.cylinder("metal", (-2.4, y, top + 0.8), 0.7, 0.5, axis="y", sides=8)
    s.rod("metal", (-1.6, 6.2, top + 0.9), (0.6, 7.2, top + 1.4), 0.18, sides=4)
    s.box("paper", (-3.4, -3.6, top + 0.8), (-3.25, 3.6, top + 4.6))
    if f.variant == "portable":
        handle(s, "metal", (5.4, 0.0, 0.5), (1.0, 1.6), 0.2, angles=(-90, 90), steps=4, axis="z")


@category(
    "telescope",
    size=((0.70, 1.00), (0.60, 0.85), (1.10, 1.50)),
    mass=(3.0, 10.0),
    variants=("refractor", "reflector", "spyglass"),
    parts={
        "tube": PartSpec(("metal", "plastic"), ("white", "black", "gold", "blue", "red", "bronze")),
        "trim": PartSpec(("metal", "plastic"), ("black", "gold", "silver")),
        "lens": PartSpec(("glass",), ("turquoise", "navy")),
        "legs": PartSpec(("metal", "wood"), ("brown", "black", "silver", "tan")),
    },
    on=ON_FLOOR,
    synonyms=("spyglass on a tripod", "star telescope"),
    tags=("ornament",),
    revision=2,
)
@fitted
def telescope(s: Shape, f: Form) -> None:
    """A long tube on a tripod that points up at the sky."""
    for k in range(3):
        a = 2 * math.pi * k / 3 + math.pi
        s.rod(
            "legs",
            (3.4 * math.cos(a), 3.4 * math.sin(a), 0.0),
            (0.3 * math.cos(a), 0.3 * math.sin(a), 8.6),
            0.28,
            sides=5,
        )
    s.cylinder("trim", (0, 0, 8.2), 0.7, 1.0, sides=8)
    s.rod("trim", (0, 0, 9.0), (0, 0, 10.0), 0.4)
    thick = {"refractor": 0.75, "reflector": 1.5, "spyglass": 0.6}[f.variant]
    with s.turned("y", -0.5, (0.0, 0.0, 10.2)):
        if f.variant == "spyglass":
            for x0, x1, r in ((-4.0, -1.4, 0.5), (-1.4, 1.2, 0.75), (1.2, 4.4, 1.0)):
                s.cylinder("tube", (x0, 0, 10.2), r, x1 - x0, axis="x", sides=10)
                s.cylinder("trim", (x1 - 0.3, 0, 10.2), r + 0.12, 0.4, axis="x", sides=10)
        else:
            s.cylinder("tube", (-3.4, 0, 10.2), thick, 7.4, axis="x", sides=12)
            s.cylinder("trim", (4.0, 0, 10.2), thick + 0.2, 1.0, axis="x", sides=12)
        end = 4.8 if f.variant == "spyglass" else 5.0
        s.cylinder("lens", (end, 0, 10.2), thick, 0.06, axis="x", sides=12)
        if f.variant == "reflector":
            s.rod("trim", (3.0, 0, 11.6), (3.0, 0, 12.6), 0.35)
            s.cylinder("trim", (-3.8, 0, 10.2), thick + 0.1, 0.5, axis="x", sides=12)
        else:
            s.rod("trim", (-3.3, 0, 10.2), (-4.8, 0, 10.2), 0.35)
        s.rod("trim", (-1.6, 0, 10.5 + thick), (1.6, 0, 10.5 + thick), 0.28)


@small(
    "hourglass",
    size=((0.09, 0.16), (0.09, 0.16), (0.18, 0.32)),
    keep_aspect=True,
    mass=(0.2, 1.0),
    variants=("three posts", "four posts", "bare"),
    parts={
        "frame": PartSpec(
            ("wood", "metal"), ("brown", "black", "gold", "maroon", "white", "silver")
        ),
        "glass": PartSpec(("glass",), ("white", "turquoise", "silver")),
        "sand": PartSpec(("stone",), ("tan", "pink", "blue", "black", "yellow", "purple")),
    },
    on=SHELVES,
    synonyms=("sand clock", "sandglass", "sand timer"),
    tags=("ornament",),
    revision=2,
)
def hourglass(s: Shape, f: Form) -> None:
    """Two glass bulbs with sand between round ends held by posts."""
    for z in (0.0, 9.4):
        s.cylinder("frame", (0, 0, z), 2.9, 0.6, sides=12)
    s.lathe("sand", (0, 0, 0.6), [(2.0, 0.0), (2.05, 1.0), (0.3, 2.2)], sides=10)
    s.lathe(
        "glass",
        (0, 0, 2.8),
        [(1.75, 0.0), (0.9, 1.5), (0.3, 2.2), (0.9, 2.9)],
        sides=10,
        bottom=False,
        top=False,
    )
    s.lathe("sand", (0, 0, 5.7), [(0.85, 0.0), (1.7, 1.2)], sides=10)
    s.lathe(
        "glass",
        (0, 0, 6.9),
        [(1.75, 0.0), (2.05, 1.2), (2.0, 2.5)],
        sides=10,
        bottom=False,
        top=False,
    )
    posts = {"three posts": 3, "four posts": 4, "bare": 0}[f.variant]
    for k in range(posts):
        a = 2 * math.pi * (k + 0.5) / posts
        x, y = 2.4 * math.cos(a), 2.4 * math.sin(a)
        s.rod("frame", (x, y, 0.5), (x, y, 9.5), 0.26)
        s.ellipsoid("frame", (x, y, 5.0), (0.5, 0.5, 0.9), sides=5, rows=3)


@category(
    "harp",
    size=((0.55, 0.80), (0.28, 0.40), (1.10, 1.60)),
    mass=(6.0, 25.0),
    variants=("concert", "celtic", "plain"),
    parts={
        "frame": PartSpec(("wood", "metal"), ("gold", "brown", "tan", "black", "white", "maroon")),
        "soundboard": PartSpec(("wood",), ("tan", "beige", "brown", "cream")),
        "strings": PartSpec(("metal", "plastic"), ("silver", "white", "red")),
    },
    on=ON_FLOOR,
    place="corner",
    synonyms=("concert harp", "celtic harp"),
    tags=("ornament",),
    revision=2,
)
@fitted
def harp(s: Shape, f: Form) -> None:
    """A three-cornered frame: pillar, curved neck, sloping soundbox, with strings between."""
    s.box("frame", (-3.0, -1.8, 0.0), (4.2, 1.8, 0.8))
    s.hexahedron(
        "soundboard",
        [
            (-3.0, -1.5, 0.8),
            (-1.4, -1.5, 0.8),
            (-1.4, 1.5, 0.8),
            (-3.0, 1.5, 0.8),
            (-5.0, -0.6, 10.6),
            (-4.2, -0.6, 10.6),
            (-4.2, 0.6, 10.6),
            (-5.0, 0.6, 10.6),
        ],
    )
    bowed = 1.2 if f.variant == "celtic" else 0.0
    pillar: list[Point3] = [
        (3.4, 0, 0.8),
        (3.6 + bowed, 0, 6.0),
        (3.2 + bowed / 2, 0, 11.4),
        (2.6, 0, 14.0),
    ]
    s.tube("frame", pillar, 0.5, sides=7)
    neck: list[Point3] = [
        (2.7, 0, 13.8),
        (0.8, 0, 12.0),
        (-1.6, 0, 10.6),
        (-3.4, 0, 10.8),
        (-4.8, 0, 10.4),
    ]
    s.tube("frame", neck, 0.45, sides=6)
    if f.variant == "concert":
        s.cylinder("frame", (2.6, 0, 13.8), 0.8, 1.6, top_radius=1.1, sides=8)
        s.lathe("frame", (3.4, 0, 0.8), [(1.1, 0.0), (0.6, 1.4)], sides=8)
    elif f.variant == "celtic":
        bead(s, "frame", (2.6, 0, 14.4), 0.9)
    tops = (
        (2.0, 13.0),
        (1.2, 12.3),
        (0.4, 11.7),
        (-0.4, 11.2),
        (-1.2, 10.8),
        (-2.0, 10.6),
        (-2.8, 10.6),
        (-3.5, 10.7),
    )
    for k, (x, z) in enumerate(tops):
        share = (k + 0.5) / len(tops)
        foot: Point3 = (-1.5 - 2.6 * share, 0, 1.2 + 8.6 * share)
        s.rod("strings", foot, (x, 0, z), 0.05, sides=4)


@small(
    "microscope",
    size=((0.20, 0.30), (0.15, 0.22), (0.32, 0.48)),
    keep_aspect=True,
    mass=(1.0, 5.0),
    variants=("one eyepiece", "two eyepieces", "brass"),
    parts={
        "arm": PartSpec(("metal", "plastic"), ("white", "black", "grey", "blue", "gold", "bronze")),
        "tube": PartSpec(("metal", "plastic"), ("black", "silver", "gold", "grey")),
        "stage": PartSpec(("metal", "plastic"), ("black", "grey", "silver")),
        "glass": PartSpec(("glass",), ("turquoise", "white", "blue")),
    },
    on=SHELVES,
    synonyms=("laboratory microscope", "toy microscope"),
    tags=("ornament",),
    revision=2,
)
def microscope(s: Shape, f: Form) -> None:
    """A curved arm over a stage with a slanting tube to look through."""
    brass = f.variant == "brass"
    if brass:
        s.prism(
            "arm",
            [
                (-3.0, -1.0),
                (3.4, -2.6),
                (3.4, -1.4),
                (-1.0, 0.0),
                (3.4, 1.4),
                (3.4, 2.6),
                (-3.0, 1.0),
            ],
            0.0,
            0.7,
        )
    else:
        s.box("arm", (-3.4, -2.2, 0.0), (3.4, 2.2, 1.0), taper=(0.95, 0.9))
        s.cylinder("glass", (1.4, 0, 1.0), 0.9, 0.5, sides=10)
    back: list[Point3] = [(-2.4, 0, 0.8), (-3.2, 0, 4.0), (-2.6, 0, 7.4), (-0.2, 0, 8.6)]
    s.tube("arm", back, 0.75, sides=6)
    s.box("stage", (-1.4, -2.0, 3.8), (3.2, 2.0, 4.2))
    s.rod("arm", (-3.0, 0, 4.0), (-1.0, 0, 4.0), 0.6, sides=6)
    s.box("glass", (0.4, -1.6, 4.2), (1.6, 1.6, 4.3))
    for side in SIDES:
        near = 0.7 if side > 0 else -1.5
        s.cylinder("stage", (-3.0, near, 5.0), 0.8, 0.8, axis="y", sides=8)
    s.cylinder("tube", (1.0, 0, 6.4), 0.9, 1.8, sides=8)
    for dx, dy in ((0.35, 0.0), (-0.3, 0.4), (-0.3, -0.4)):
        s.rod("tube", (1.0 + dx, dy, 6.5), (1.0 + 2 * dx, 2 * dy, 5.0), 0.3, sides=5)
    s.cylinder("arm", (1.0, 0, 8.1), 1.2, 1.0, sides=8)
    eyes = SIDES if f.variant == "two eyepieces" else (0.0,)
    for side in eyes:
        end: Point3 = (-1.6, side * 0.9, 12.6) if not brass else (1.0, 0.0, 13.2)
        s.rod("tube", (0.8, side * 0.4, 8.9), end, 0.7, end_radius=0.55, sides=8)
        bead(s, "glass", end, 0.5)


@category(
    "jukebox",
    size=((0.48, 0.62), (0.70, 0.90), (1.30, 1.60)),
    mass=(40.0, 120.0),
    variants=("arched", "square", "console"),
    parts={
        "cabinet": PartSpec(("wood", "plastic"), ("maroon", "brown", "red", "navy", "black")),
        "lights": PartSpec(("plastic", "glass"), ("orange", "yellow", "pink", "turquoise", "lime")),
        "window": PartSpec(("glass",), ("turquoise", "white", "navy")),
        "grille": PartSpec(("metal",), ("gold", "silver", "bronze")),
        "buttons": PartSpec(("plastic",), ("red", "white", "yellow")),
    },
    states=("on",),
    on=ON_FLOOR,
    place="wall",
    front=0.4,
    synonyms=("juke box",),
    plural="jukeboxes",
    tags=("ornament",),
    revision=2,
)
@fitted
def jukebox(s: Shape, f: Form) -> None:
    """A cabinet framed by glowing tubes, with a window for the records and a grille below."""
    arched = f.variant == "arched"
    top = {"arched": 9.5, "square": 14.0, "console": 11.0}[f.variant]
    s.box("cabinet", (-2.6, -4.2, 0.0), (2.8, 4.2, 0.9))
    outline = [(-4.0, 0.9), (4.0, 0.9), (4.0, top)]
    outline += arc((0.0, top), (4.0, 5.0), 0, 180, 10)[1:-1] if arched else []
    outline += [(-4.0, top)]
    s.prism("cabinet", outline, -2.5, 2.4, axis="x")
    frame: list[Point3] = [(2.5, y * 0.9, z) for y, z in outline[1:] + outline[:1]]
    s.tube("lights", frame, 0.35, sides=5)
    high = top + 3.2 if arched else top - 1.0
    s.box("window", (2.3, -2.6, 8.0), (2.5, 2.6, high - 0.6))
    for k in range(3):
        s.cylinder("buttons", (2.5, -1.6 + 1.6 * k, 9.3), 0.7, 0.05, axis="x", sides=10)
    s.box("grille", (2.2, -3.0, 1.6), (2.55, 3.0, 5.8))
    for k in range(5):
        y = -2.4 + 1.2 * k
        s.box("cabinet", (2.5, y - 0.12, 1.7), (2.68, y + 0.12, 5.7))
    s.box("grille", (2.4, -3.0, 6.3), (3.4, 3.0, 7.3), taper=(0.5, 1.0))
    for k in range(6):
        s.box("buttons", (3.0, -2.6 + 0.95 * k, 6.9), (3.3, -2.1 + 0.95 * k, 7.35))
    if f.variant == "console":
        s.box("cabinet", (-2.6, -4.3, top), (2.6, 4.3, top + 0.6))
