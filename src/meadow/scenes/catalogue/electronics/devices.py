"""Sound, cameras and small devices."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.casing import disc, facing, halves, lying, spread
from meadow.scenes.modelling.shape import Form, Shape

SHELL = PartSpec(
    ("plastic", "metal"),
    ("black", "silver", "white", "grey", "red", "blue", "pink", "gold", "green"),
)
TRIM = PartSpec(("plastic", "metal"), ("black", "grey", "silver", "white"))
WOODEN = PartSpec(
    ("wood", "plastic"), ("brown", "black", "tan", "white", "maroon", "red", "turquoise")
)
LIGHT = PartSpec(("glass",), ("green", "red", "blue", "orange"))
DIGITS = PartSpec(
    ("glass",), ("black", "navy"), ("printed",), texts=("7:00", "6:30", "10:15", "12:45", "23:59")
)


@category(
    "speaker",
    size=((0.16, 0.28), (0.15, 0.26), (0.28, 1.0)),
    mass=(1.5, 18.0),
    variants=("two-way", "tower", "cylinder"),
    parts={
        "case": WOODEN,
        "cone": PartSpec(("fabric", "rubber"), ("black", "grey", "white", "yellow")),
        "rim": TRIM,
    },
    rooms={"living room": 0.8, "bedroom": 0.2, "office": 0.4},
    on={"floor": 0.6, "tv stand": 0.4, "shelf": 0.3, "desk": 0.3, "sideboard": 0.3},
    place="corner",
    synonyms=("loudspeaker",),
    tags=("appliance",),
)
def speaker(s: Shape, f: Form) -> None:
    """A case with round cones, or a cloth-covered cylinder."""
    hx, hy, z = halves(f)
    if f.variant == "cylinder":
        s.cylinder("rim", (0, 0, 0), hx, z * 0.06, stretch=hy / hx)
        s.cylinder("case", (0, 0, z * 0.06), hx * 0.97, z * 0.2, stretch=hy / hx)
        s.cylinder("cone", (0, 0, z * 0.26), hx * 0.95, z * 0.68, stretch=hy / hx)
        s.cylinder("rim", (0, 0, z * 0.94), hx, z * 0.06, stretch=hy / hx)
        return
    face = hx - 0.015
    s.box("case", (-hx, -hy, 0.0), (face, hy, z))
    cones = (
        [(0.3, 0.8), (0.72, 0.45)]
        if f.variant == "two-way"
        else [(0.2, 0.75), (0.45, 0.75), (0.68, 0.6), (0.87, 0.4)]
    )
    for level, share in cones:
        r = min(hy * share, z * min(0.24 * share, level * 0.9))
        disc(s, "rim", (face, 0, z * level), r, 0.008, sides=12)
        s.lathe(
            "cone",
            (face, 0, z * level),
            [(r * 0.85, 0.0085), (r * 0.85, 0.009), (r * 0.3, 0.015)],
            axis="x",
            sides=8,
            bottom=False,
        )


@small(
    "game console",
    size=((0.2, 0.28), (0.26, 0.36), (0.05, 0.1)),
    mass=(1.5, 4.5),
    variants=("flat", "rounded", "retro"),
    parts={"case": SHELL, "trim": TRIM, "bulb": LIGHT},
    rooms={"living room": 0.7, "bedroom": 0.3},
    on={"tv stand": 1.0, "shelf": 0.3, "coffee table": 0.2},
    states=("on",),
    synonyms=("video game console", "gaming console"),
)
def game_console(s: Shape, f: Form) -> None:
    """A low box with a disc slot and a light, or a cartridge slot and buttons; drawn 3 wide."""
    if f.variant == "retro":
        s.box("case", (-1.0, -1.5, 0.0), (1.0, 1.5, 0.55), taper=(0.95, 0.95))
        s.box("trim", (-0.6, -0.7, 0.55), (0.0, 0.7, 0.85), taper=(0.9, 0.95))
        for y in (-0.9, -0.5, 0.5, 0.9):
            s.box("trim", (0.5, y - 0.12, 0.5), (0.75, y + 0.12, 0.62))
    elif f.variant == "rounded":
        side = [(-1.0, 0.0), (1.0, 0.1), (1.05, 0.3), (0.85, 0.6), (-0.8, 0.7), (-1.0, 0.5)]
        s.prism("case", side, -1.5, -0.06, axis="y")
        s.prism("case", side, 0.06, 1.5, axis="y")
        s.box("trim", (-0.95, -0.06, 0.02), (0.95, 0.06, 0.55))
    else:
        s.box("case", (-1.0, -1.5, 0.0), (1.0, 1.5, 0.3))
        s.box("trim", (-0.98, -1.45, 0.3), (0.97, 1.45, 0.36))
        s.box("case", (-1.0, -1.5, 0.36), (1.0, 0.9, 0.66))
    s.box("trim", (0.95, -1.0, 0.2), (1.06, 0.2, 0.26))
    s.box("bulb" if f.has("on") else "trim", (0.95, 0.9, 0.14), (1.06, 1.1, 0.24))


@small(
    "remote control",
    size=((0.15, 0.22), (0.04, 0.055), (0.018, 0.026)),
    mass=(0.06, 0.18),
    variants=("bar", "waisted", "short"),
    parts={
        "case": PartSpec(("plastic",), ("black", "grey", "white", "silver", "red", "blue")),
        "buttons": PartSpec(("rubber",), ("white", "grey", "red", "black", "blue")),
    },
    rooms={"living room": 1.0, "bedroom": 0.5},
    on={
        "coffee table": 1.0,
        "sofa": 0.6,
        "tv stand": 0.5,
        "side table": 0.4,
        "night stand": 0.3,
        "armchair": 0.2,
    },
    synonyms=("remote", "tv remote"),
)
def remote_control(s: Shape, f: Form) -> None:
    """A bar with rows of buttons; drawn 4 long."""
    waist = 0.4 if f.variant == "waisted" else 0.5
    outline = [(-2.0, -0.5), (-0.2, -waist), (2.0, -0.5), (2.0, 0.5), (-0.2, waist), (-2.0, 0.5)]
    s.prism("case", outline, 0.0, 0.42)
    if f.variant == "short":
        s.cylinder("buttons", (-0.9, 0, 0.42), 0.36, 0.08, sides=8, bottom=False)
        rows, start = 3, 0.2
    else:
        rows, start = 5, -1.2
        s.box("buttons", (-1.75, 0.15, 0.42), (-1.55, 0.35, 0.5))
    for k in range(rows * 3):
        x, y = start + 0.55 * (k // 3), -0.28 + 0.28 * (k % 3)
        lying(s, "buttons", 0.5, (x - 0.17, y - 0.09), (x + 0.17, y + 0.09))


@small(
    "camera",
    size=((0.09, 0.14), (0.11, 0.15), (0.08, 0.11)),
    mass=(0.3, 1.2),
    variants=("reflex", "compact", "instant"),
    parts={
        "body": PartSpec(
            ("plastic", "metal", "leather"),
            ("black", "silver", "red", "white", "brown", "turquoise", "pink"),
        ),
        "lens": PartSpec(("glass", "metal"), ("black", "grey", "navy")),
        "trim": TRIM,
    },
    rooms={"living room": 0.4, "office": 0.5, "bedroom": 0.3},
    on={"desk": 0.8, "shelf": 0.6, "bookshelf": 0.3, "coffee table": 0.4, "side table": 0.3},
    inside={"cabinet": 0.3, "dresser": 0.2},
)
def camera(s: Shape, f: Form) -> None:
    """A body with a lens that looks to the front; drawn 1.4 wide."""
    if f.variant == "instant":
        s.prism(
            "body",
            [(-0.5, 0.0), (0.4, 0.0), (0.4, 0.4), (0.2, 0.95), (-0.5, 0.95)],
            -0.65,
            0.65,
            axis="y",
        )
        s.box("trim", (0.35, -0.5, 0.06), (0.42, 0.5, 0.16))
        disc(s, "lens", (0.3, 0, 0.58), 0.26, 0.2, sides=12)
        s.box("trim", (0.2, 0.3, 0.72), (0.32, 0.55, 0.9))
        return
    s.box("body", (-0.3, -0.7, 0.0), (0.2, 0.7, 0.78))
    reach = 0.55 if f.variant == "reflex" else 0.2
    s.cylinder("trim", (0.2, 0.05, 0.4), 0.34, reach * 0.4, axis="x")
    s.cylinder("lens", (0.2 + reach * 0.4, 0.05, 0.4), 0.29, reach * 0.6, axis="x")
    if f.variant == "reflex":
        s.box("body", (-0.3, -0.25, 0.78), (0.25, 0.3, 1.05), taper=(0.7, 0.6))
        s.box("body", (0.2, -0.7, 0.0), (0.35, -0.45, 0.7))
    else:
        s.box("trim", (0.19, 0.35, 0.58), (0.22, 0.6, 0.72))
    s.cylinder("trim", (-0.05, -0.5, 0.78), 0.1, 0.08, sides=8)
    s.cylinder("trim", (-0.05, 0.45, 0.78), 0.13, 0.06, sides=8)


@small(
    "headphones",
    size=((0.07, 0.1), (0.16, 0.2), (0.17, 0.21)),
    mass=(0.15, 0.4),
    variants=("over-ear", "on-ear", "headset"),
    parts={
        "band": SHELL,
        "cups": SHELL,
        "pads": PartSpec(("leather", "fabric", "rubber"), ("black", "grey", "brown", "white")),
    },
    rooms={"office": 0.8, "bedroom": 0.6, "living room": 0.4},
    on={"desk": 1.0, "night stand": 0.4, "shelf": 0.3, "coffee table": 0.3},
    synonyms=("headset",),
    plural="headphones",
)
def headphones(s: Shape, f: Form) -> None:
    """Two cups that stand on their rims under a band; drawn 2 wide."""
    big = 0.42 if f.variant != "on-ear" else 0.3
    bow = [
        (0, 0.85 * math.cos(t), 0.6 + 1.2 * math.sin(t))
        for t in (math.pi * k / 6 for k in range(7))
    ]
    s.tube("band", bow, 0.09, sides=4)
    s.box("pads", (-0.12, -0.4, 1.6), (0.12, 0.4, 1.72))
    for side in (-1, 1):
        s.cylinder("cups", (0, side * 0.88 - 0.1, big), big, 0.2, axis="y", sides=8)
        s.cylinder("pads", (0, side * 0.68 - 0.1, big), big * 0.9, 0.2, axis="y", sides=8)
    if f.variant == "headset":
        s.tube("band", [(0.1, 0.95, 0.4), (0.6, 0.8, 0.1), (0.75, 0.5, 0.08)], 0.04, sides=4)


@small(
    "alarm clock",
    size=((0.06, 0.1), (0.11, 0.18), (0.09, 0.16)),
    mass=(0.2, 0.7),
    variants=("twin bell", "digital", "cube"),
    parts={
        "case": PartSpec(("metal", "plastic", "wood"), ANY),
        "face": PartSpec(
            ("paper",), ("white", "cream", "yellow"), ("printed",), images=("clock-face",)
        ),
        "digits": DIGITS,
        "bells": PartSpec(("metal",), ("silver", "gold", "bronze", "black")),
    },
    rooms={"bedroom": 1.0, "office": 0.2, "living room": 0.1},
    on={"night stand": 1.0, "dresser": 0.4, "desk": 0.4, "shelf": 0.3},
    tags=("robothor",),
)
def alarm_clock(s: Shape, f: Form) -> None:
    """A round dial on legs under two bells, or a box with digits; drawn 2 wide."""
    if f.variant == "twin bell":
        s.cylinder("case", (-0.4, 0, 1.0), 0.8, 0.8, axis="x", sides=16)
        facing(s, "face", 0.41, (-0.54, 0.46), (0.54, 1.54), printed=True)
        for side in (-1, 1):
            s.rod("bells", (0, side * 0.4, 0.4), (0, side * 0.7, 0.0), 0.08, sides=4)
            s.ellipsoid("bells", (0, side * 0.5, 1.85), (0.32, 0.32, 0.26), sides=8, rows=4)
        s.tube(
            "bells", [(0, -0.4, 1.9), (0, -0.3, 2.2), (0, 0.3, 2.2), (0, 0.4, 1.9)], 0.05, sides=4
        )
    elif f.variant == "digital":
        outline = [(-0.5, 0.0), (0.5, 0.0), (0.35, 1.0), (-0.35, 1.0)]
        s.prism("case", outline, -1.0, 1.0, axis="y")
        low, high = (0.5 - 0.15 * 0.2 + 0.01, 0.2), (0.5 - 0.15 * 0.82 + 0.01, 0.82)
        corners = [
            (low[0], -0.85, low[1]),
            (low[0], 0.85, low[1]),
            (high[0], 0.85, high[1]),
            (high[0], -0.85, high[1]),
        ]
        s.panel("digits", *corners, printed=True)
        s.box("bells", (-0.15, -0.4, 1.0), (0.15, 0.4, 1.06))
    else:
        s.box("case", (-0.8, -0.9, 0.0), (0.78, 0.9, 1.7))
        facing(s, "face", 0.8, (-0.75, 0.15), (0.75, 1.55), printed=True)
        s.box("bells", (-0.2, -0.3, 1.7), (0.2, 0.3, 1.82))


@small(
    "router",
    size=((0.12, 0.18), (0.18, 0.26), (0.1, 0.2)),
    mass=(0.25, 0.7),
    variants=("two antennas", "four antennas", "upright"),
    parts={
        "case": PartSpec(("plastic",), ("black", "white", "grey", "blue", "red")),
        "antenna": TRIM,
        "bulb": LIGHT,
    },
    rooms={"office": 0.7, "living room": 0.5, "hallway": 0.3},
    on={"desk": 0.6, "shelf": 0.6, "console table": 0.4, "tv stand": 0.4, "bookshelf": 0.2},
    states=("on",),
    synonyms=("wifi router",),
)
def router(s: Shape, f: Form) -> None:
    """A small box with antennas and a row of lights; drawn 2 wide."""
    if f.variant == "upright":
        s.box("antenna", (-0.5, -0.7, 0.0), (0.5, 0.7, 0.12))
        s.box("case", (-0.22, -1.0, 0.12), (0.25, 1.0, 1.7), taper=(0.6, 0.85))
        front, level, step = 0.23, 0.35, 0.22
    else:
        s.box("case", (-0.6, -1.0, 0.0), (0.6, 1.0, 0.3), taper=(0.85, 0.92))
        places = [-0.8, 0.8] if f.variant == "two antennas" else [-0.85, -0.3, 0.3, 0.85]
        for y in places:
            s.rod(
                "antenna", (-0.55, y, 0.15), (-0.62, y * 1.08, 1.5), 0.06, end_radius=0.04, sides=4
            )
        front, level, step = 0.57, 0.1, 0.0
    for k, y in enumerate(spread(5, 0.6)):
        z = level + step * k
        part = "bulb" if f.has("on") else "antenna"
        y = 0.0 if step else y
        s.box(part, (front - 0.05, y - 0.05, z), (front + 0.04, y + 0.05, z + 0.09))


@small(
    "radio",
    size=((0.09, 0.14), (0.24, 0.34), (0.16, 0.26)),
    mass=(0.6, 2.5),
    variants=("portable", "retro", "boombox"),
    parts={
        "case": WOODEN,
        "grille": PartSpec(("fabric", "metal"), ("black", "grey", "beige", "silver", "gold")),
        "knobs": TRIM,
        "digits": DIGITS,
    },
    rooms={"kitchen": 0.5, "living room": 0.4, "bedroom": 0.4, "bathroom": 0.1},
    on={"counter": 0.5, "shelf": 0.5, "night stand": 0.3, "sideboard": 0.4, "side table": 0.3},
    synonyms=("radio set",),
)
def radio(s: Shape, f: Form) -> None:
    """A box with a grille, a dial and knobs; an aerial or a handle on top. Drawn 3 wide."""
    if f.variant == "retro":
        arch = [
            (1.4 * math.cos(t), 0.9 + 0.9 * math.sin(t))
            for t in (math.pi * k / 8 for k in range(9))
        ]
        s.prism("case", [(-1.4, 0.0), (1.4, 0.0), *arch], -0.5, 0.48, axis="x")
        s.prism(
            "grille",
            [
                (0.8 * math.cos(t), 0.9 + 0.7 * math.sin(t))
                for t in (math.pi * k / 6 for k in range(7))
            ],
            0.48,
            0.52,
            axis="x",
        )
    else:
        s.box("case", (-0.5, -1.5, 0.0), (0.48, 1.5, 1.5))
        cones = (-0.95, 0.95) if f.variant == "boombox" else (-0.75,)
        for y in cones:
            disc(s, "grille", (0.48, y, 0.65), 0.5, 0.04, sides=12)
        if f.variant == "boombox":
            s.tube(
                "knobs",
                [(0, -1.2, 1.45), (0, -1.1, 2.0), (0, 1.1, 2.0), (0, 1.2, 1.45)],
                0.07,
                sides=4,
            )
        else:
            s.rod("knobs", (-0.3, 1.3, 1.5), (-0.3, 0.6, 2.3), 0.03, sides=4)
    wide = 0.4 if f.variant != "portable" else 0.5
    middle = 0.0 if f.variant != "portable" else 0.65
    facing(s, "digits", 0.53, (middle - wide, 0.5), (middle + wide, 0.8), printed=True)
    for y in (middle - 0.3, middle + 0.3):
        disc(s, "knobs", (0.48, y, 0.28), 0.13, 0.12)


@small(
    "power strip",
    size=((0.05, 0.07), (0.26, 0.4), (0.035, 0.05)),
    mass=(0.2, 0.6),
    variants=("row", "switched", "with cable"),
    parts={
        "case": PartSpec(("plastic",), ("white", "black", "grey", "red")),
        "socket": TRIM,
        "bulb": LIGHT,
    },
    rooms={"office": 0.8, "living room": 0.4, "bedroom": 0.3},
    on={"floor": 1.0, "desk": 0.3},
    place="wall",
    counts={"socket": (3, 6)},
    states=("on",),
    synonyms=("power bar", "extension cord"),
)
def power_strip(s: Shape, f: Form) -> None:
    """A bar of sockets with a switch or a cable; drawn 6 long."""
    s.box("case", (-0.5, -3.0, 0.0), (0.5, 3.0, 0.7), taper=(0.9, 0.98))
    for y in spread(f.count("socket", 4), 2.3):
        s.cylinder("socket", (0, y - 0.3, 0.68), 0.34, 0.1, sides=8, bottom=False)
    part = "bulb" if f.has("on") else "socket"
    tall = 0.3 if f.variant == "switched" else 0.12
    s.box(part, (-0.2, 2.45, 0.68), (0.2, 2.75, 0.68 + tall))
    if f.variant == "with cable":
        s.tube("case", [(0, 2.9, 0.3), (0, 3.6, 0.12), (0.4, 4.2, 0.12)], 0.12, sides=4)
