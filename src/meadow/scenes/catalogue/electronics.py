"""Screens, sound and small devices. A screen that is on shows its picture."""

from __future__ import annotations

import math

from meadow.scenes.casing import disc, facing, halves, lidded, lying, spread
from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import ANY, PartSpec, category, like
from meadow.scenes.shape import Form, Shape

SHELL = PartSpec(
    ("plastic", "metal"),
    ("black", "silver", "white", "grey", "red", "blue", "pink", "gold", "green"),
)
TRIM = PartSpec(("plastic", "metal"), ("black", "grey", "silver", "white"))
SCREEN = PartSpec(("glass",), ("black",), ("printed",), images=("screen",))
KEYS = PartSpec(
    ("plastic",), ("black", "grey", "white", "silver"), ("printed",), images=("keyboard",)
)
WOODEN = PartSpec(
    ("wood", "plastic"), ("brown", "black", "tan", "white", "maroon", "red", "turquoise")
)
LIGHT = PartSpec(("glass",), ("green", "red", "blue", "orange"))
DIGITS = PartSpec(
    ("glass",), ("black", "navy"), ("printed",), texts=("7:00", "6:30", "10:15", "12:45", "23:59")
)
ON_DESK = {"desk": 1.0, "dining table": 0.1, "workbench": 0.1}
ABOUT = {
    "coffee table": 0.7,
    "desk": 0.7,
    "night stand": 0.7,
    "sofa": 0.2,
    "bed": 0.2,
    "dining table": 0.4,
    "side table": 0.4,
    "counter": 0.2,
}
STUDY = {"office": 1.0, "bedroom": 0.4, "living room": 0.2}


@category(
    "television",
    size=((0.14, 0.26), (0.7, 1.4), (0.48, 0.86)),
    mass=(6.0, 25.0),
    variants=("feet", "pedestal", "soundbar", "retro"),
    parts={"case": TRIM, "screen": SCREEN, "stand": TRIM},
    rooms={"living room": 1.0, "bedroom": 0.4},
    on={"tv stand": 1.0, "sideboard": 0.3, "dresser": 0.3, "wall": 0.2},
    mount=(0.85, 1.1),
    states=("on",),
    synonyms=("tv", "tv set", "television set"),
    tags=("robothor", "appliance"),
)
def television(s: Shape, f: Form) -> None:
    """A wide screen at the back of its stand, or a deep old box with knobs."""
    hx, hy, z = halves(f)
    if f.variant == "retro":
        _retro_television(s, f)
        return
    low = {"feet": 0.05, "pedestal": 0.09, "soundbar": 0.09}[f.variant]
    back, face = -hx, -hx + 0.05
    s.box("case", (back, -hy, low), (face, hy, z))
    facing(
        s,
        "screen",
        face + 0.002,
        (-hy + 0.015, low + 0.025),
        (hy - 0.015, z - 0.015),
        printed=f.has("on"),
    )
    if f.variant == "pedestal":
        s.box("stand", (back + 0.01, -0.06, 0.0), (face - 0.01, 0.06, low + 0.05))
        s.box("stand", (-hx, -hy * 0.4, 0.0), (hx, hy * 0.4, 0.012))
    elif f.variant == "feet":
        for y in (-hy * 0.75, hy * 0.75):
            s.box("stand", (-hx, y - 0.015, 0.0), (hx, y + 0.015, 0.015))
            s.box("stand", (back, y - 0.015, 0.0), (face, y + 0.015, low))
    else:
        s.box("stand", (back, -hy * 0.4, 0.0), (face, hy * 0.4, low))
        s.box("stand", (hx - 0.08, -hy * 0.8, 0.0), (hx, hy * 0.8, 0.07))


def _retro_television(s: Shape, f: Form) -> None:
    hx, hy, z = halves(f)
    top, face = z * 0.88, hx - 0.02
    s.box("case", (-hx, -hy, 0.0), (face, hy, top))
    facing(
        s,
        "screen",
        face + 0.003,
        (-hy * 0.9, top * 0.1),
        (hy * 0.55, top * 0.9),
        printed=f.has("on"),
    )
    for level in (top * 0.5, top * 0.75):
        disc(s, "stand", (face, hy * 0.77, level), min(0.04, hy * 0.12), 0.02)
    for level in (0.14, 0.22, 0.3):
        s.box(
            "stand", (face, hy * 0.65, top * level), (face + 0.006, hy * 0.9, top * (level + 0.03))
        )
    for side in (-1, 1):
        s.rod("stand", (0, 0, top), (0, side * hy * 0.4, z - 0.007), 0.006, sides=4)


@category(
    "laptop",
    size=((0.22, 0.27), (0.31, 0.38), (0.018, 0.028)),
    mass=(1.0, 2.8),
    variants=("slim", "workstation", "chromebook"),
    parts={"lid": SHELL, "base": like("lid"), "keys": KEYS, "screen": SCREEN, "pad": TRIM},
    rooms={"office": 1.0, "living room": 0.6, "bedroom": 0.6, "dining room": 0.2},
    on={"desk": 1.0, "coffee table": 0.4, "dining table": 0.4, "bed": 0.3, "sofa": 0.2},
    states=("on",),
    openable=True,
    synonyms=("notebook computer", "laptop computer"),
    tags=("robothor", "pickupable"),
)
def laptop(s: Shape, f: Form) -> None:
    """A base with keys and a lid that opens to 110 degrees and carries the screen."""
    hx, hy, z = halves(f)
    deck = z * (0.66 if f.variant == "workstation" else 0.58)
    hinge = -hx + (0.03 if f.variant == "workstation" else 0.006)
    s.box("base", (-hx, -hy, 0.0), (hx, hy, deck))
    wide = 0.7 if f.variant == "chromebook" else 0.88
    lying(s, "keys", deck + 0.001, (-hx * 0.7, -hy * wide), (hx * 0.2, hy * wide), printed=True)
    lying(s, "pad", deck + 0.001, (hx * 0.32, -hy * 0.26), (hx * 0.85, hy * 0.26))
    under = deck + 0.003
    with lidded(s, (hinge, 0, under), f.openness, degrees=110.0):
        s.box("lid", (hinge, -hy, under), (hx, hy, z - 0.001))
        edge, skin = 0.012, under - 0.001
        a, b, y = hinge + edge * 1.8, hx - edge, hy - edge
        s.panel(
            "screen", (a, -y, skin), (a, y, skin), (b, y, skin), (b, -y, skin), printed=f.has("on")
        )
        if f.variant != "chromebook":
            lying(s, "pad", z, (-0.02, -0.02), (0.02, 0.02))
        else:
            lying(s, "pad", z, (hx * 0.6, -hy * 0.9), (hx * 0.7, hy * 0.9))


@category(
    "desktop computer",
    size=((0.36, 0.48), (0.17, 0.22), (0.36, 0.48)),
    mass=(5.0, 14.0),
    variants=("tower", "gaming", "beige box"),
    parts={
        "case": PartSpec(
            ("metal", "plastic"), ("black", "white", "silver", "beige", "grey", "red", "navy")
        ),
        "front": TRIM,
        "bulb": LIGHT,
    },
    rooms={"office": 1.0, "bedroom": 0.2},
    on={"floor": 0.5, "desk": 0.5},
    place="wall",
    states=("on",),
    synonyms=("computer", "pc", "computer tower"),
    tags=("appliance",),
)
def desktop_computer(s: Shape, f: Form) -> None:
    """An upright case with drives, fans or stripes of light on its front."""
    hx, hy, z = halves(f)
    face = hx - 0.012
    s.box("front", (-hx + 0.02, -hy + 0.01, 0.0), (face - 0.02, hy - 0.01, 0.012))
    s.box("case", (-hx, -hy, 0.012), (face, hy, z))
    s.box("case", (face, -hy, 0.03), (hx - 0.004, hy, z))
    lit = "bulb" if f.has("on") else "front"
    if f.variant == "gaming":
        wide = min(hy * 0.8, z * 0.13)
        for level in (0.25, 0.52, 0.79):
            disc(s, lit, (face, 0, z * level), wide, 0.011, sides=12)
            disc(s, "front", (face, 0, z * level), wide * 0.75, 0.012, sides=8)
    else:
        drives = (0.9, 0.8) if f.variant == "tower" else (0.92, 0.8, 0.68, 0.56)
        for level in drives:
            s.box("front", (face, -hy * 0.85, z * level - 0.02), (hx, hy * 0.85, z * level + 0.012))
        s.box(lit, (face, -0.015, z * 0.42), (hx, 0.015, z * 0.42 + 0.02))
        for level in (0.1, 0.15, 0.2) if f.variant == "beige box" else (0.15,):
            s.box("front", (face, -hy * 0.7, z * level), (hx, hy * 0.7, z * level + 0.008))


@category(
    "monitor",
    size=((0.16, 0.24), (0.48, 0.75), (0.4, 0.54)),
    mass=(2.5, 8.0),
    variants=("column", "easel", "all in one"),
    parts={"case": TRIM, "screen": SCREEN, "stand": TRIM},
    rooms={"office": 1.0, "bedroom": 0.2},
    on=ON_DESK,
    states=("on",),
    synonyms=("computer monitor", "computer screen"),
    tags=("appliance",),
)
def monitor(s: Shape, f: Form) -> None:
    """A screen well above the desk on a foot."""
    hx, hy, z = halves(f)
    low, face = z * 0.26, 0.03
    chin = 0.06 if f.variant == "all in one" else 0.015
    s.box("case", (0.0, -hy, low), (face, hy, z))
    facing(
        s,
        "screen",
        face + 0.002,
        (-hy + 0.012, low + chin),
        (hy - 0.012, z - 0.012),
        printed=f.has("on"),
    )
    if f.variant == "easel":
        for side in (-1, 1):
            s.rod(
                "stand",
                (hx - 0.008, side * hy * 0.5, 0.0),
                (0.0, side * 0.06, low + 0.05),
                0.008,
                sides=4,
            )
        s.rod("stand", (-hx + 0.008, 0, 0.0), (0.0, 0, z * 0.7), 0.008, sides=4)
        s.fit(f.size)
        return
    foot = 0.35 if f.variant == "column" else 0.25
    s.box("stand", (-hx, -hy * foot, 0.0), (hx, hy * foot, 0.012))
    s.box("stand", (-0.05, -0.04, 0.0), (0.0, 0.04, z * 0.6), taper=(1.0, 0.8))


@small(
    "keyboard",
    size=((0.12, 0.16), (0.36, 0.46), (0.015, 0.035)),
    mass=(0.4, 1.2),
    variants=("full", "split", "wedge"),
    parts={"case": SHELL, "keys": KEYS},
    rooms=STUDY,
    on=ON_DESK,
    synonyms=("computer keyboard",),
)
def keyboard(s: Shape, f: Form) -> None:
    """A flat or wedge-shaped board of keys."""
    halves_of = [(-1.5, 1.5)] if f.variant != "split" else [(-1.5, -0.08), (0.08, 1.5)]
    tilt = 0.12 if f.variant == "wedge" else 0.03
    with s.turned("y", tilt, (0.5, 0, 0)):
        for y0, y1 in halves_of:
            s.box("case", (-0.5, y0, 0.0), (0.5, y1, 0.12))
            lying(s, "keys", 0.125, (-0.45, y0 + 0.05), (0.45, y1 - 0.05), printed=True)
        if f.variant == "split":
            s.box("case", (-0.4, -0.1, 0.0), (0.0, 0.1, 0.09))


@small(
    "mouse",
    size=((0.09, 0.12), (0.055, 0.07), (0.03, 0.042)),
    mass=(0.06, 0.15),
    variants=("plain", "wired", "gaming"),
    parts={"body": SHELL, "buttons": TRIM, "bulb": LIGHT},
    rooms=STUDY,
    on=ON_DESK,
    synonyms=("computer mouse",),
    plural="computer mice",
)
def mouse(s: Shape, f: Form) -> None:
    """A rounded hump with two buttons and a wheel at its far end; drawn 2 long."""
    hump = [(1.0, 0.0), (0.98, 0.3), (0.75, 0.6), (0.35, 0.75)]
    s.lathe("body", (0, 0, 0), hump, sides=8, stretch=0.6)
    s.cylinder("buttons", (-0.5, -0.04, 0.62), 0.14, 0.08, axis="y", sides=6)
    for side in (-1, 1):
        s.box(
            "buttons",
            (-0.85, side * 0.22 - 0.12, 0.3),
            (-0.3, side * 0.22 + 0.12, 0.6),
            taper=(0.4, 0.9),
        )
    if f.variant == "wired":
        s.tube("buttons", [(-0.9, 0, 0.15), (-1.3, 0.05, 0.06), (-1.6, 0.3, 0.06)], 0.05, sides=4)
    elif f.variant == "gaming":
        s.lathe("bulb", (0, 0, 0), [(1.04, 0.0), (1.04, 0.1)], sides=8, stretch=0.62)


@category(
    "printer",
    size=((0.34, 0.44), (0.4, 0.5), (0.2, 0.34)),
    mass=(5.0, 14.0),
    variants=("inkjet", "laser", "all in one"),
    parts={
        "body": PartSpec(("plastic",), ("white", "black", "grey", "beige", "silver", "blue")),
        "tray": TRIM,
        "paper": PartSpec(("paper",), ("white", "cream")),
        "screen": SCREEN,
    },
    rooms={"office": 1.0},
    on={"desk": 0.7, "cabinet": 0.5, "shelf": 0.3, "sideboard": 0.2},
    states=("on",),
    tags=("appliance",),
)
def printer(s: Shape, f: Form) -> None:
    """A box with a paper tray in front and paper coming out."""
    hx, hy, z = halves(f)
    front = hx * 0.55
    top = z * 0.75 if f.variant == "inkjet" else z
    s.box("body", (-hx, -hy, 0.0), (front, hy, top * 0.45))
    s.box("body", (-hx, -hy, top * 0.6), (front, hy, top), taper=(0.97, 0.97))
    s.box("tray", (-hx, -hy + 0.01, top * 0.45), (front - 0.06, hy - 0.01, top * 0.6))
    s.box("tray", (front - 0.06, -hy * 0.6, top * 0.3), (hx, hy * 0.6, top * 0.36))
    s.box("paper", (front - 0.05, -hy * 0.5, top * 0.36), (hx - 0.01, hy * 0.5, top * 0.4))
    if f.variant == "inkjet":
        with s.turned("y", -0.25, (-hx + 0.09, 0, top)):
            s.box("tray", (-hx + 0.09, -hy * 0.6, top - 0.01), (-hx + 0.1, hy * 0.6, z))
            s.box("paper", (-hx + 0.1, -hy * 0.5, top - 0.01), (-hx + 0.105, hy * 0.5, z - 0.01))
    elif f.variant == "all in one":
        s.box("tray", (-hx * 0.9, -hy * 0.9, top - 0.03), (front * 0.7, hy * 0.9, top - 0.0005))
    panel = (hy * 0.45, top * 0.66), (hy * 0.9, top * 0.9)
    facing(s, "screen", front + 0.001, *panel, printed=f.has("on"))
    s.fit(f.size)


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
    "phone",
    size=((0.14, 0.17), (0.065, 0.08), (0.008, 0.012)),
    mass=(0.13, 0.24),
    variants=("smartphone", "notched", "button phone"),
    parts={
        "case": PartSpec(("metal", "plastic", "rubber"), ANY),
        "screen": SCREEN,
        "buttons": TRIM,
    },
    rooms={"living room": 0.7, "bedroom": 0.8, "office": 0.6, "kitchen": 0.4},
    on=ABOUT,
    states=("on",),
    synonyms=("cell phone", "mobile phone", "smartphone"),
)
def phone(s: Shape, f: Form) -> None:
    """A slab with a screen that lies face up."""
    s.box("case", (-1.0, -0.47, 0.0), (1.0, 0.47, 0.11))
    if f.variant == "button phone":
        lying(s, "screen", 0.12, (-0.85, -0.38), (-0.1, 0.38), printed=f.has("on"))
        for k in range(12):
            x, y = 0.1 + 0.22 * (k // 3), -0.26 + 0.26 * (k % 3)
            lying(s, "buttons", 0.12, (x - 0.07, y - 0.09), (x + 0.07, y + 0.09))
    else:
        lying(s, "screen", 0.118, (-0.96, -0.43), (0.96, 0.43), printed=f.has("on"))
        notch = 0.2 if f.variant == "notched" else 0.05
        lying(s, "buttons", 0.12, (-0.96, -notch), (-0.88, notch))
    s.box("buttons", (-0.5, 0.47, 0.03), (-0.2, 0.49, 0.08))


@small(
    "tablet",
    size=((0.17, 0.21), (0.24, 0.29), (0.008, 0.014)),
    mass=(0.35, 0.8),
    variants=("wide bezel", "thin bezel", "in a case"),
    parts={
        "case": PartSpec(("metal", "plastic", "leather"), ANY),
        "screen": SCREEN,
        "button": TRIM,
    },
    rooms={"living room": 0.6, "bedroom": 0.6, "office": 0.5, "kitchen": 0.3},
    on=ABOUT,
    states=("on",),
    synonyms=("tablet computer",),
)
def tablet(s: Shape, f: Form) -> None:
    """A slab as large as a book with a screen that lies face up."""
    edge = {"wide bezel": 0.14, "thin bezel": 0.04, "in a case": 0.12}[f.variant]
    s.box("case", (-0.7, -1.0, 0.0), (0.7, 1.0, 0.05))
    if f.variant == "in a case":
        s.box("button", (-0.64, -0.94, 0.05), (0.64, 0.94, 0.06))
    lying(
        s,
        "screen",
        0.065,
        (-0.7 + edge, -1.0 + edge),
        (0.7 - edge, 1.0 - edge),
        printed=f.has("on"),
    )
    lying(
        s,
        "button",
        0.065,
        (-0.03, 0.995 - edge),
        (0.03, 1.06 - edge) if edge > 0.1 else (0.03, 0.995),
    )


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
        side = [(-0.5, 0.0), (0.5, 0.0), (0.35, 1.0), (-0.35, 1.0)]
        s.prism("case", side, -1.0, 1.0, axis="y")
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
