"""What is fixed in a bathroom; sinks serve kitchens too."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import ring
from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category
from meadow.scenes.modelling.casing import disc, facing, halves, hinged, hollow, lidded, spread
from meadow.scenes.modelling.joinery import cupboard, four_legs, look_of, picture_frame
from meadow.scenes.modelling.shape import Form, Shape

CERAMIC = PartSpec(
    ("ceramic", "stone"), ("white", "cream", "beige", "grey", "black", "pink", "turquoise")
)
TAP = PartSpec(("metal",), ("silver", "gold", "black", "bronze", "white"))
WATER = PartSpec(("glass",), ("turquoise", "blue"))
ROUND = 12


@category(
    "toilet",
    size=((0.62, 0.74), (0.36, 0.42), (0.74, 0.86)),
    mass=(22.0, 45.0),
    variants=("cistern", "square", "wall hung"),
    parts={
        "body": CERAMIC,
        "seat": PartSpec(
            ("plastic", "wood", "ceramic"), ("white", "black", "brown", "tan", "blue", "pink")
        ),
        "button": TAP,
        "water": WATER,
    },
    rooms={"bathroom": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    openable=True,
    tags=("furniture",),
)
def toilet(s: Shape, f: Form) -> None:
    """A bowl with a seat and a lid that lifts, before a cistern."""
    hx, hy, z = halves(f)
    tank = -hx + (0.12 if f.variant == "wall hung" else 0.2)
    centre, rx, rim = (tank + hx) / 2, (hx - tank) / 2, 0.4
    sides, stretch = 4 if f.variant == "square" else ROUND, hy / rx
    low = 0.1 if f.variant == "wall hung" else 0.0
    foot = [(rx * 0.62, low), (rx * 0.6, rim * 0.5), (rx, rim - 0.06), (rx, rim)]
    well = [(rx * 0.75, rim), (rx * 0.5, rim * 0.55)]
    s.lathe("body", (centre, 0, 0), [*foot, *well], sides=sides, stretch=stretch)
    s.cylinder("water", (centre, 0, rim * 0.55), rx * 0.5, 0.03, sides=8, stretch=stretch)
    if f.variant == "wall hung":
        s.box("body", (-hx, -hy, 0.0), (tank, hy, z))
        s.box("button", (tank, -0.09, z - 0.18), (tank + 0.01, 0.09, z - 0.06))
    else:
        s.box("body", (-hx, -hy * 0.5, 0.0), (tank + 0.1, hy * 0.5, rim))
        s.box("body", (-hx, -hy, rim), (tank, hy, z - 0.015))
        s.cylinder("button", (-hx + 0.1, 0, z - 0.015), 0.03, 0.015, sides=8)
    s.surface("cistern", (-hx + 0.02, -hy + 0.03), (tank - 0.02, hy - 0.03), z - 0.01)
    seat = [(rx * 0.72, 0.0), (rx, 0.0), (rx, 0.02), (rx * 0.72, 0.02), (rx * 0.72, 0.0)]
    s.lathe("seat", (centre, 0, rim), seat, sides=sides, stretch=stretch, bottom=False, top=False)
    with lidded(s, (tank + 0.03, 0, rim + 0.02), f.openness):
        s.cylinder("seat", (centre, 0, rim + 0.02), rx, 0.025, sides=sides, stretch=stretch)


@category(
    "sink",
    size=((0.46, 0.6), (0.55, 1.2), (0.98, 1.1)),
    mass=(18.0, 70.0),
    variants=("vanity", "double", "pedestal", "kitchen"),
    parts={
        "basin": PartSpec(
            ("ceramic", "metal", "stone"), ("white", "silver", "black", "cream", "grey", "beige")
        ),
        "cabinet": PartSpec(("wood", "plastic"), (*WOODS, "grey", "navy", "green", "turquoise")),
        "tap": TAP,
        "handles": TAP,
    },
    rooms={"bathroom": 1.0, "kitchen": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    openable=True,
    synonyms=("washbasin", "wash basin", "sink cabinet"),
    tags=("furniture",),
)
def sink(s: Shape, f: Form) -> None:
    """One or two basins with taps over a cupboard; the pedestal's cupboard is a slim column."""
    hx, hy, z = halves(f)
    top, under = z - 0.2, z - 0.36
    look = look_of(
        f, body="cabinet", front="cabinet", handle="bar" if f.variant == "kitchen" else "knob"
    )
    slim = f.variant == "pedestal"
    wide = min(hy, 0.2) if slim else hy
    cupboard(s, look, (-hx, -wide, 0.0), (hx - 0.1 * slim, wide, under), 1 if slim else 2)
    basins = 2 if f.variant == "double" else 1
    share = hy / basins
    for k, y in enumerate(spread(basins, hy)):
        corners = (-hx, y - share, under), (hx, y + share, top)
        (x0, y0, z0), (x1, y1, _) = hollow(s, "basin", *corners, 0.08, axis="z")
        s.surface(f"basin {k}", (x0 + 0.02, y0 + 0.02), (x1 - 0.02, y1 - 0.02), z0)
        _tap(s, (-hx + 0.04, y, top), z, tall=f.variant == "kitchen")


def _tap(s: Shape, base: tuple[float, float, float], top: float, *, tall: bool) -> None:
    """A spout bent to the front with a lever; the tall one makes a wide bow."""
    x, y, z = base
    high = top - 0.012
    reach = x + (0.16 if tall else 0.13)
    end = high - 0.05 if tall else high - 0.02
    middle = high if tall else z + 0.12
    s.tube(
        "tap",
        [(x, y, z), (x, y, middle), (reach, y, middle), (reach, y, min(end, middle - 0.03))],
        0.012,
        sides=6,
    )
    if not tall:
        s.rod("tap", (x, y, middle), (x - 0.02, y, top - 0.004), 0.008, sides=4)
    for side in (-0.07, 0.07):
        s.cylinder("tap", (x, y + side, z), 0.018, 0.05, sides=6)


@category(
    "bath tub",
    size=((0.7, 0.85), (1.45, 1.8), (0.52, 0.68)),
    mass=(30.0, 120.0),
    variants=("built-in", "freestanding", "clawfoot"),
    parts={
        "tub": PartSpec(
            ("ceramic", "metal", "stone"),
            ("white", "cream", "beige", "grey", "black", "pink", "turquoise", "blue"),
        ),
        "tap": TAP,
        "feet": TAP,
        "water": WATER,
    },
    rooms={"bathroom": 0.8},
    on={"floor": 1.0},
    place="wall",
    front=0.4,
    states=("full",),
    synonyms=("bathtub", "tub"),
    tags=("furniture",),
)
def bath_tub(s: Shape, f: Form) -> None:
    """A long basin with a tap at its right end; filled ones hold water."""
    hx, hy, z = halves(f)
    rim = z - 0.1
    if f.variant == "built-in":
        near, far = hollow(s, "tub", (-hx, -hy, 0.0), (hx, hy, rim), 0.09, axis="z")
        (x0, y0, floor), (x1, y1, _) = near, far
        if f.has("full"):
            s.box("water", (x0, y0, rim * 0.6), (x1, y1, rim * 0.75), solid=False)
    else:
        claw = f.variant == "clawfoot"
        low, floor = (0.12, 0.2) if claw else (0.0, 0.06)
        outside = [
            (0.72, low),
            (0.94, (low + rim) / 2),
            (0.93 if claw else 0.98, rim - 0.04),
            (1.0, rim),
        ]
        inside = [(0.9, rim), (0.85, (low + rim) / 2), (0.68, floor)]
        s.lathe(
            "tub",
            (0, 0, 0),
            [(r * hx, t) for r, t in (*outside, *inside)],
            stretch=hy / hx,
            sides=16,
        )
        if claw:
            four_legs(
                s,
                "feet",
                (-hx * 0.6, -hy * 0.55, 0.0),
                (hx * 0.6, hy * 0.55, 0.2),
                0.07,
                style="tapered",
            )
        else:
            s.cylinder("feet", (0, 0, floor), 0.03, 0.004, sides=6, bottom=False)
        if f.has("full"):
            s.cylinder(
                "water", (0, 0, rim * 0.7), 0.86 * hx, 0.03, stretch=hy / hx, sides=16, bottom=False
            )
    y = -hy + 0.06
    s.tube(
        "tap",
        [(0, y, rim), (0, y, z - 0.012), (0, y + 0.14, z - 0.012), (0, y + 0.14, z - 0.05)],
        0.012,
    )
    s.surface(
        "inside",
        (-hx * 0.45, -hy * 0.45),
        (hx * 0.45, hy * 0.45),
        rim * 0.75 if f.has("full") else floor,
    )


@category(
    "shower",
    size=((0.8, 1.0), (0.8, 1.2), (2.0, 2.15)),
    mass=(30.0, 80.0),
    variants=("cubicle", "curved", "walk-in"),
    parts={
        "glass": PartSpec(("glass",), ("turquoise", "white", "silver", "grey", "blue")),
        "frame": TAP,
        "tray": CERAMIC,
        "wall": PartSpec(
            ("ceramic", "stone"), ("white", "grey", "blue", "green", "beige"), ("plain", "checked")
        ),
    },
    rooms={"bathroom": 0.8},
    on={"floor": 1.0},
    place="corner",
    front=0.6,
    openable=True,
    synonyms=("shower cabin", "shower cubicle"),
    tags=("furniture",),
)
def shower(s: Shape, f: Form) -> None:
    """A tray under a shower head between tiled walls, glass and a glass door."""
    hx, hy, z = halves(f)
    curb, thick = 0.12, 0.02
    curved = f.variant == "curved"
    corner = hx * 0.45 if curved else 0.0
    outline = [(-hx, -hy), (hx - corner, -hy), (hx, -hy + corner), (hx, hy), (-hx, hy)]
    s.prism("tray", outline if curved else [(-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy)], 0.0, curb)
    s.box("wall", (-hx, -hy, curb), (-hx + thick, hy, z))
    s.box("wall", (-hx + thick, hy - thick, curb), (hx, hy, z))
    pole = (-hx + 0.08, 0.0)
    s.rod("frame", (*pole, 1.0), (*pole, z - 0.1), 0.012, sides=4)
    s.rod("frame", (*pole, z - 0.1), (-hx * 0.2, 0.0, z - 0.08), 0.01, sides=4)
    s.cylinder("frame", (-hx * 0.2, 0, z - 0.12), 0.1, 0.03, sides=8)
    disc(s, "frame", (-hx + thick, 0, 1.0), 0.05, 0.05)
    side = hx - corner
    if f.variant != "walk-in":
        _pane(s, (-hx, -hy, curb), (side, -hy + thick, z))
    low, high = (hx - thick, -hy + corner, curb), (hx, hy - thick, z)
    if f.variant == "walk-in":
        _pane(s, low, (hx, 0.0, z))
        low = (hx - thick, 0.02, curb)
    elif curved:
        s.prism(
            "glass",
            [(side, -hy), (hx, -hy + corner), (hx - thick, -hy + corner), (side, -hy + thick)],
            curb,
            z,
        )
    with hinged(s, low, high, "left", f.openness):
        _pane(s, low, high)
        s.box("frame", (hx - 0.01, low[1] + 0.05, 0.9), (hx, low[1] + 0.08, 1.25))
    s.surface("tray", (-hx + 0.1, -hy * 0.5), (hx * 0.5, hy - 0.1), curb, clearance=z - curb - 0.2)


def _pane(s: Shape, low: tuple[float, float, float], high: tuple[float, float, float]) -> None:
    """A thin frame around clear glass, of which only the frosted band in the middle is seen."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    wide = 0.02
    s.box("frame", low, (min(x1, x0 + wide), min(y1, y0 + wide), z1))
    s.box("frame", (max(x0, x1 - wide), max(y0, y1 - wide), z0), high)
    s.box("frame", (x0, y0, z1 - wide), high)
    s.box("glass", (x0, y0, z0), (x1, y1, z0 + 0.1))
    band = z0 + (z1 - z0) * 0.3, z0 + (z1 - z0) * 0.62
    s.box("glass", (x0, y0, band[0]), (x1, y1, band[1]))


@category(
    "towel rail",
    size=((0.07, 0.12), (0.4, 0.75), (0.1, 0.3)),
    mass=(0.4, 1.5),
    variants=("bar", "ring", "ladder"),
    parts={"rail": PartSpec(("metal", "wood", "plastic"), (*METALS, "brown"))},
    rooms={"bathroom": 1.0},
    on={"wall": 1.0},
    mount=(1.0, 1.3),
    synonyms=("towel rack", "towel bar"),
)
def towel_rail(s: Shape, f: Form) -> None:
    """Bars between two brackets, or two rings, standing off the wall."""
    hx, hy, z = halves(f)
    r = 0.012
    for y in (-hy, hy - 0.03):
        s.box("rail", (-hx, y, 0.0), (-hx + 0.015, y + 0.03, z))
        s.box("rail", (-hx, y + 0.005, z * 0.5 - 0.01), (hx, y + 0.025, z * 0.5 + 0.01))
    if f.variant == "ring":
        for y in spread(2, hy * 0.8):
            ring(s, "rail", (hx - 0.02, y, z * 0.4), z * 0.32, 0.008, axis="x", sides=8)
        levels = [0.5]
    else:
        levels = [0.5] if f.variant == "bar" else [0.14, 0.5, 0.86]
    for t in levels:
        s.rod("rail", (hx - r, -hy, z * t), (hx - r, hy, z * t), r)


@category(
    "mirror",
    size=((0.02, 0.05), (0.45, 0.9), (0.55, 1.1)),
    mass=(2.0, 15.0),
    variants=("rectangular", "oval", "arched", "lit"),
    parts={
        "frame": PartSpec(
            ("wood", "metal", "plastic"),
            (*METALS, "brown", "tan", "red", "blue", "turquoise", "pink", "green"),
        ),
        "glass": PartSpec(("glass",), ("silver",)),
        "bulb": PartSpec(("glass",), ("white", "cream")),
    },
    rooms={"bathroom": 1.0, "bedroom": 0.4, "hallway": 0.5},
    on={"wall": 1.0},
    mount=(1.0, 1.25),
    states=("on",),
    tags=("furniture",),
)
def mirror(s: Shape, f: Form) -> None:
    """Glass in a frame; the lit one has lamps at both sides."""
    hx, hy, z = halves(f)
    if f.variant == "oval":
        s.cylinder(
            "frame", (-hx, 0, z / 2), z / 2, 2 * hx - 0.002, axis="x", stretch=2 * hy / z, sides=16
        )
        s.cylinder(
            "glass",
            (hx - 0.002, 0, z / 2),
            z / 2 - 0.05,
            0.002,
            axis="x",
            stretch=2 * hy / z,
            sides=16,
            bottom=False,
        )
        return
    if f.variant == "arched":
        for part, inset, x0, x1 in (
            ("frame", 0.0, -hx, hx - 0.002),
            ("glass", 0.04, hx - 0.002, hx),
        ):
            wide, spring = hy - inset, z - hy * 0.8
            bow = [
                (wide * math.cos(a), spring + (z - inset - spring) * math.sin(a))
                for a in (math.pi * k / 8 for k in range(9))
            ]
            s.prism(part, [(-wide, inset), (wide, inset), *bow], x0, x1, axis="x")
        return
    rail = 0.035
    picture_frame(s, "frame", (-hx, -hy, 0.0), (hx, hy, z), rail)
    facing(s, "glass", hx - 0.006, (-hy + rail, rail), (hy - rail, z - rail))
    if f.variant == "lit":
        for y in (-hy + rail, hy - rail - 0.04):
            s.box("bulb", (-hx, y, rail), (hx, y + 0.04, z - rail))
