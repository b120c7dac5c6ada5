"""Screens, computers and what belongs to them. A screen that is on shows its picture."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.electronics.devices import LIGHT, SHELL, TRIM
from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import ANY, PartSpec, category, like
from meadow.scenes.modelling.casing import disc, facing, halves, lidded, lying
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

SCREEN = PartSpec(("glass",), ("black",), ("printed",), images=("screen",))
KEYS = PartSpec(
    ("plastic",), ("black", "grey", "white", "silver"), ("printed",), images=("keyboard",)
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
    "graphics card",
    size=((0.04, 0.06), (0.24, 0.32), (0.11, 0.14)),
    mass=(0.6, 1.8),
    variants=("dual fan", "triple fan", "blower"),
    parts={
        "shroud": PartSpec(("plastic", "metal"), ("black", "grey", "white", "silver")),
        "fans": PartSpec(("plastic",), ("grey", "red", "silver", "white")),
        "board": PartSpec(("plastic",), ("green", "black", "blue")),
        "bracket": PartSpec(("metal",), ("silver",)),
        "contacts": PartSpec(("metal",), ("gold",)),
    },
    on={"desk": 1.0, "dining table": 0.3, "coffee table": 0.3, "shelf": 0.3},
    synonyms=("video card", "gpu", "graphics processing unit"),
)
def graphics_card(s: Shape, f: Form) -> None:
    """A circuit board on its gold edge, fans to the front and a slotted bracket at one end."""
    s.box("board", (-2.0, -13.5, 1.0), (-1.6, 13.0, 11.0))
    s.box("contacts", (-1.95, -8.0, 0.0), (-1.65, 2.0, 1.0))
    s.box("shroud", (-1.6, -13.5, 1.3), (1.2, 12.5, 11.5), taper=(0.9, 1.0))
    fans = {"dual fan": (-7.2, 4.6), "triple fan": (-9.2, -0.6, 8.0), "blower": (-7.0,)}[f.variant]
    radius = 3.9 if f.variant == "triple fan" else 4.5
    for y in fans:
        s.cylinder("board", (1.0, y, 6.3), radius, 0.4, axis="x", sides=10)
        s.cylinder("fans", (1.4, y, 6.3), radius * 0.32, 0.5, axis="x", sides=8)
        for k in range(6):
            _blade(s, y, radius, 2.0 * math.pi * k / 6)
    if f.variant == "blower":
        for k in range(4):
            s.box("fans", (1.0, 0.5 + 2.6 * k, 2.5), (1.35, 1.7 + 2.6 * k, 10.0))
    s.box("bracket", (-2.0, 13.0, 0.3), (1.8, 13.3, 12.5))
    for k in range(3):
        s.box("board", (-1.3, 13.3, 2.2 + 3.0 * k), (0.9, 13.5, 4.2 + 3.0 * k))


def _blade(s: Shape, y: float, radius: float, angle: float) -> None:
    """A fan blade as one flat face."""
    corners: list[Point3] = []
    for share, turn in ((0.3, 0.0), (0.92, 0.0), (0.92, 0.62), (0.3, 0.62)):
        r, a = radius * share, angle + turn
        corners.append((1.6, y + r * math.cos(a), 6.3 + r * math.sin(a)))
    s.panel("fans", *corners)
