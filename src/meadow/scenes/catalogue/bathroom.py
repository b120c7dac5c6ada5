"""What stands, hangs and lies about in a bathroom; sinks serve kitchens too."""

from __future__ import annotations

import math

from meadow.scenes.casing import disc, facing, halves, hinged, hollow, lidded, lying, spread
from meadow.scenes.catalogue.pieces import ring, small, vessel
from meadow.scenes.catalogue.spec import ANY, METALS, WOODS, PartSpec, category
from meadow.scenes.joinery import cupboard, four_legs, look_of, picture_frame
from meadow.scenes.shape import Form, Shape

CERAMIC = PartSpec(
    ("ceramic", "stone"), ("white", "cream", "beige", "grey", "black", "pink", "turquoise")
)
TAP = PartSpec(("metal",), ("silver", "gold", "black", "bronze", "white"))
WATER = PartSpec(("glass",), ("turquoise", "blue"))
BATH_TOPS = {"sink": 1.0, "shelf": 0.4, "cabinet": 0.3, "toilet": 0.2}
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
        inside = hollow(s, "tub", (-hx, -hy, 0.0), (hx, hy, rim), 0.09, axis="z")
        (x0, y0, floor), (x1, y1, _) = inside
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


@small(
    "toilet paper",
    size=((0.1, 0.13), (0.1, 0.13), (0.09, 0.12)),
    mass=(0.08, 0.2),
    variants=("roll", "lying", "nearly used up"),
    parts={
        "paper": PartSpec(("paper",), ("white", "cream", "pink", "beige")),
        "core": PartSpec(("paper",), ("tan", "brown")),
    },
    rooms={"bathroom": 1.0},
    on={"toilet": 1.0, "sink": 0.2, "shelf": 0.4, "floor": 0.2},
    inside={"cabinet": 0.5, "sink": 0.6},
    synonyms=("toilet roll", "toilet paper roll"),
)
def toilet_paper(s: Shape, f: Form) -> None:
    """A hollow roll with its last sheet hanging off."""
    thick = 0.62 if f.variant == "nearly used up" else 1.0
    outside = [(0.3, 0.0), (thick, 0.0), (thick, 1.6), (0.3, 1.6)]
    axis, base = ("y", (0, -0.8, thick)) if f.variant == "lying" else ("z", (0, 0, 0))
    s.lathe("paper", base, outside, axis=axis, bottom=False, top=False)
    s.lathe("core", base, [(0.31, 1.6), (0.31, 0.0)], axis=axis, sides=8, bottom=False, top=False)
    if f.variant == "lying":
        s.box("paper", (thick, -0.8, 0.0), (thick + 0.04, 0.8, thick))
    else:
        s.box("paper", (0.0, thick - 0.04, 0.0), (thick * 1.1, thick, 1.6))


@category(
    "toilet brush",
    size=((0.1, 0.13), (0.1, 0.13), (0.36, 0.45)),
    mass=(0.3, 0.9),
    variants=("round", "square", "open"),
    parts={
        "holder": PartSpec(("plastic", "metal", "ceramic")),
        "handle": PartSpec(("plastic", "metal", "wood"), ("white", "silver", "black", "tan")),
        "brush": PartSpec(("plastic",), ("white", "blue", "grey")),
    },
    rooms={"bathroom": 0.8},
    on={"floor": 1.0},
    place="wall",
    tags=("pickupable",),
)
def toilet_brush(s: Shape, f: Form) -> None:
    """A stick that stands in a pot; drawn 1 high."""
    sides = 4 if f.variant == "square" else ROUND
    if f.variant == "open":
        s.cylinder("holder", (0, 0, 0), 0.15, 0.06)
        ring(s, "holder", (0, 0, 0.3), 0.13, 0.02, sides=8)
        for y in (-0.13, 0.13):
            s.rod("holder", (0, y, 0.05), (0, y, 0.3), 0.015, sides=4)
        s.ellipsoid("brush", (0, 0, 0.2), (0.1, 0.1, 0.14), sides=8, rows=4)
    else:
        s.cylinder("holder", (0, 0, 0), 0.15, 0.4, top_radius=0.13, sides=sides)
        s.cylinder("brush", (0, 0, 0.4), 0.11, 0.03, sides=8)
    s.rod("handle", (0, 0, 0.3), (0, 0, 0.96), 0.03)
    s.ellipsoid("handle", (0, 0, 0.95), (0.045, 0.045, 0.05), sides=6, rows=4)
    s.fit(f.size)


@category(
    "bathroom scale",
    size=((0.27, 0.33), (0.27, 0.34), (0.025, 0.055)),
    mass=(1.0, 2.5),
    variants=("digital", "dial", "round"),
    parts={
        "plate": PartSpec(
            ("glass", "plastic", "metal"),
            ("black", "white", "silver", "blue", "pink", "grey", "green"),
        ),
        "screen": PartSpec(
            ("glass",), ("white", "silver"), ("printed",), texts=("0.0", "72.4", "58.1", "kg")
        ),
        "grip": PartSpec(("rubber", "metal"), ("grey", "black", "silver")),
    },
    rooms={"bathroom": 0.7},
    on={"floor": 1.0},
    place="wall",
    synonyms=("scale", "weighing scale", "scales"),
    tags=("pickupable",),
)
def bathroom_scale(s: Shape, f: Form) -> None:
    """A thin plate with a window for the reading."""
    hx, hy, z = halves(f)
    face = z - 0.002
    if f.variant == "round":
        s.cylinder("grip", (0, 0, 0), hx * 0.85, face * 0.5, stretch=hy / hx)
        s.cylinder("plate", (0, 0, face * 0.5), hx, face * 0.5, stretch=hy / hx)
    else:
        four_legs(s, "grip", (-hx + 0.02, -hy + 0.02, 0.0), (hx - 0.02, hy - 0.02, 0.008), 0.03)
        s.box("plate", (-hx, -hy, 0.008), (hx, hy, face))
    wide = 0.5 if f.variant == "dial" else 0.35
    lying(s, "screen", z, (-hx * 0.75, -hy * wide), (-hx * 0.35, hy * wide), printed=True)
    if f.variant == "dial":
        for y in (-hy * 0.6, hy * 0.1):
            lying(s, "grip", z, (-hx * 0.2, y), (hx * 0.8, y + hy * 0.5))


@small(
    "soap dispenser",
    size=((0.06, 0.08), (0.06, 0.08), (0.15, 0.2)),
    mass=(0.2, 0.5),
    variants=("round", "square", "tapered"),
    parts={
        "bottle": PartSpec(
            ("ceramic", "plastic", "glass", "metal"), patterns=("plain", "striped", "dotted")
        ),
        "pump": PartSpec(("metal", "plastic"), ("silver", "white", "black", "gold")),
        "label": PartSpec(
            ("paper",),
            ("white", "cream", "yellow"),
            ("printed",),
            texts=("SOAP", "HAND WASH", "LAVENDER", "ALOE"),
        ),
    },
    rooms={"bathroom": 1.0, "kitchen": 0.5},
    on={**BATH_TOPS, "counter": 0.3},
    synonyms=("soap bottle", "soap pump"),
)
def soap_dispenser(s: Shape, f: Form) -> None:
    """A bottle with a pump whose nozzle points to the front; drawn 1 high."""
    if f.variant == "square":
        s.box("bottle", (-0.2, -0.2, 0.0), (0.2, 0.2, 0.66))
    else:
        top = 0.2 if f.variant == "round" else 0.13
        s.lathe("bottle", (0, 0, 0), [(0.2, 0.0), (top, 0.6), (0.08, 0.7)], sides=8)
    front = 0.201 if f.variant != "tapered" else 0.195
    facing(s, "label", front, (-0.08, 0.15), (0.08, 0.35), printed=True)
    s.cylinder("pump", (0, 0, 0.66), 0.1, 0.08, sides=8)
    s.rod("pump", (0, 0, 0.7), (0, 0, 0.95), 0.035, sides=4)
    s.box("pump", (-0.06, -0.06, 0.92), (0.2, 0.06, 1.0))


@small(
    "soap bar",
    size=((0.05, 0.07), (0.08, 0.11), (0.02, 0.035)),
    mass=(0.08, 0.2),
    variants=("block", "oval", "in a dish"),
    parts={
        "soap": PartSpec(
            ("organic",), ("white", "pink", "green", "yellow", "cream", "blue", "purple", "orange")
        ),
        "dish": PartSpec(("ceramic", "plastic", "wood"), ANY),
    },
    rooms={"bathroom": 1.0, "kitchen": 0.2},
    on={**BATH_TOPS, "bath tub": 0.2},
    synonyms=("soap", "bar of soap"),
)
def soap_bar(s: Shape, f: Form) -> None:
    """A cake of soap, bevelled or oval, alone or in a dish."""
    if f.variant == "oval":
        s.lathe("soap", (0, 0, 0), [(0.8, 0.0), (1.0, 0.4), (0.8, 0.9)], sides=12, stretch=1.6)
    elif f.variant == "block":
        s.lathe(
            "soap",
            (0, 0, 0),
            [(0.85, 0.0), (1.0, 0.3), (1.0, 0.7), (0.85, 1.0)],
            sides=4,
            stretch=1.6,
        )
        s.box("soap", (-0.4, -0.7, 1.0), (0.4, 0.7, 1.05))
    else:
        vessel(s, "dish", [(0.9, 0.0), (1.2, 0.6)], 0.12, stretch=1.5)
        s.box("soap", (-0.65, -1.1, 0.15), (0.65, 1.1, 0.9), taper=(0.85, 0.9))


@small(
    "toothbrush holder",
    size=((0.07, 0.09), (0.07, 0.1), (0.18, 0.22)),
    mass=(0.15, 0.4),
    variants=("cup", "square cup", "tall"),
    parts={
        "cup": PartSpec(
            ("ceramic", "glass", "plastic", "metal"), patterns=("plain", "striped", "dotted")
        ),
        "brush": PartSpec(("plastic",)),
        "bristle": PartSpec(("plastic",), ("white", "blue")),
    },
    rooms={"bathroom": 1.0},
    on={"sink": 1.0, "shelf": 0.3},
    counts={"brush": (1, 4)},
    synonyms=("toothbrush cup",),
)
def toothbrush_holder(s: Shape, f: Form) -> None:
    """A cup with toothbrushes leaning in it; drawn 1 high."""
    tall = 0.62 if f.variant == "tall" else 0.5
    slim = 0.17 if f.variant == "tall" else 0.21
    vessel(
        s,
        "cup",
        [(slim, 0.0), (slim * 1.1, tall)],
        0.02,
        sides=4 if f.variant == "square cup" else ROUND,
    )
    for k in range(f.count("brush", 2)):
        a = 0.6 + 2 * math.pi * k / 4
        u, v = math.cos(a), math.sin(a)
        s.rod("brush", (-u * 0.1, -v * 0.1, 0.03), (u * 0.17, v * 0.17, 0.98), 0.018, sides=4)
        with s.turned("z", a, (u * 0.17, v * 0.17, 0.0)):
            s.box(
                "bristle",
                (u * 0.17, v * 0.17 - 0.02, 0.84),
                (u * 0.17 + 0.06, v * 0.17 + 0.02, 1.0),
            )


@category(
    "plunger",
    size=((0.12, 0.16), (0.12, 0.16), (0.42, 0.55)),
    mass=(0.3, 0.6),
    variants=("bell", "flanged", "bellows"),
    parts={
        "cup": PartSpec(("rubber",), ("red", "black", "orange", "brown", "blue")),
        "handle": PartSpec(("wood", "plastic"), ("tan", "brown", "white", "black", "yellow")),
    },
    rooms={"bathroom": 0.5},
    on={"floor": 1.0},
    place="wall",
    tags=("pickupable",),
)
def plunger(s: Shape, f: Form) -> None:
    """A rubber cup on a stick; drawn 1 high."""
    profile = {
        "bell": [(0.15, 0.0), (0.14, 0.1), (0.07, 0.2), (0.04, 0.26)],
        "flanged": [(0.09, 0.0), (0.15, 0.07), (0.15, 0.13), (0.05, 0.24)],
        "bellows": [
            (0.13, 0.0),
            (0.15, 0.05),
            (0.1, 0.1),
            (0.14, 0.15),
            (0.1, 0.2),
            (0.12, 0.25),
            (0.04, 0.3),
        ],
    }[f.variant]
    s.lathe("cup", (0, 0, 0), profile)
    s.rod("handle", (0, 0, 0.2), (0, 0, 1.0), 0.025, sides=8)
    s.fit(f.size)


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


@category(
    "laundry basket",
    size=((0.32, 0.42), (0.38, 0.6), (0.35, 0.65)),
    mass=(0.8, 2.5),
    variants=("round", "rectangular", "hamper"),
    parts={
        "basket": PartSpec(
            ("wood", "plastic", "fabric"),
            (*WOODS, "blue", "grey", "pink", "turquoise", "green"),
            ("wicker", "plain", "striped", "checked"),
        ),
        "handle": PartSpec(("plastic", "leather", "wood"), ("brown", "black", "white", "tan")),
        "clothes": PartSpec(("fabric",), ANY, ("plain", "striped", "dotted")),
    },
    rooms={"bathroom": 0.8, "bedroom": 0.5},
    on={"floor": 1.0},
    place="wall",
    states=("full",),
    synonyms=("hamper", "clothes basket"),
    tags=("furniture",),
)
def laundry_basket(s: Shape, f: Form) -> None:
    """An open basket with grips; a full one heaps clothes up to its box."""
    hx, hy, z = halves(f)
    rim = z * 0.88
    sides = ROUND if f.variant == "round" else 4
    foot = 0.95 if f.variant == "hamper" else 0.78
    edge = hx - 0.012
    vessel(
        s,
        "basket",
        [(edge * foot, 0.0), (edge, rim)],
        0.02,
        sides=sides,
        stretch=(hy - 0.012) / edge,
    )
    s.surface("inside", (-hx * 0.5, -hy * 0.5), (hx * 0.5, hy * 0.5), 0.02, clearance=0.1)
    for side in (-1, 1):
        y = side * (hy - 0.015)
        s.tube(
            "handle",
            [
                (-0.07, y, rim - 0.06),
                (-0.06, y, z - 0.012),
                (0.06, y, z - 0.012),
                (0.07, y, rim - 0.06),
            ],
            0.012,
            sides=4,
        )
    ring_z = rim - 0.015
    for side in (-1, 1):
        s.box(
            "handle",
            (side * hx - 0.012 * (side > 0), -hy * 0.2, ring_z - 0.03),
            (side * hx + 0.012 * (side < 0), hy * 0.2, ring_z),
        )
    if f.has("full"):
        s.ellipsoid(
            "clothes",
            (0, 0, rim * 0.75),
            (hx * 0.85, hy * 0.85, z - rim * 0.75),
            sides=8,
            rows=4,
            solid=False,
        )
