"""Large machines of kitchen and laundry."""

from __future__ import annotations

from itertools import pairwise

from meadow.scenes.catalogue.spec import METALS, PartSpec, category
from meadow.scenes.modelling.casing import (
    bar,
    disc,
    facing,
    halves,
    hinged,
    hollow,
    interior,
    lidded,
    lying,
    spread,
)
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

ENAMEL = PartSpec(
    ("metal", "plastic"),
    ("white", "silver", "black", "grey", "red", "cream", "turquoise", "navy", "green", "yellow"),
)
HANDLE = PartSpec(("metal", "plastic"), METALS)
LINING = PartSpec(("plastic", "metal"), ("white", "grey", "silver", "cream"))
WINDOW = PartSpec(("glass",), ("black", "navy", "grey"))
CLOCK = PartSpec(
    ("glass",), ("black",), ("printed",), texts=("12:00", "1:30", "7:45", "0:59", "18:05")
)

#: Where the doors of a fridge meet, as shares of its height.
_FRIDGE_SPLITS = {
    "single door": (),
    "top freezer": (0.7,),
    "bottom freezer": (0.36,),
    "french door": (0.4,),
}


@category(
    "fridge",
    size=((0.62, 0.75), (0.58, 0.92), (1.45, 1.9)),
    mass=(50.0, 120.0),
    variants=tuple(_FRIDGE_SPLITS),
    parts={
        "body": ENAMEL,
        "handle": HANDLE,
        "inside": LINING,
        "shelf": PartSpec(("glass", "metal"), ("white", "silver")),
    },
    rooms={"kitchen": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    counts={"shelf": (2, 4)},
    openable=True,
    synonyms=("refrigerator",),
    tags=("appliance",),
)
def fridge(s: Shape, f: Form) -> None:
    """A tall cabinet on a plinth with one to three doors and bar handles."""
    hx, hy, z = halves(f)
    front, face = hx - 0.10, hx - 0.045
    s.box("handle", (-hx + 0.03, -hy + 0.02, 0.0), (front, hy - 0.02, 0.05))
    levels = [0.05, *(z * t for t in _FRIDGE_SPLITS[f.variant]), z]
    largest = max(b - a for a, b in pairwise(levels))
    for low, high in pairwise(levels):
        main = high - low == largest
        inside = hollow(s, "body", (-hx, -hy, low), (front, hy, high), 0.05, lining="inside")
        _fridge_shelves(s, inside, f.count("shelf", 3) if main else 0)
        leaves = [("right", -hy, -0.003), ("left", 0.003, hy)]
        if not (main and f.variant == "french door"):
            leaves = [("right", -hy, hy)]
        for hinge, y0, y1 in leaves:
            a, b = (front, y0, low + 0.005), (face, y1, high - 0.005 * (high < z))
            with hinged(s, a, b, hinge, f.openness):
                s.box("body", a, b)
                grip = y0 + 0.06 if hinge == "left" else y1 - 0.06
                middle, reach = (low + high) / 2, min(0.22, (high - low) * 0.35)
                start, end = [(hx - 0.011, grip, middle + sign * reach) for sign in (-1, 1)]
                bar(s, "handle", start, end, 0.034, 0.011)


def _fridge_shelves(s: Shape, inside: tuple[Point3, Point3], count: int) -> None:
    """The floor of a compartment and the shelves above it."""
    (x0, y0, z0), (x1, y1, z1) = inside
    gap = (z1 - z0) / (count + 1)
    for k in range(count + 1):
        level = z0 + k * gap
        if k:
            s.box("shelf", (x0, y0, level - 0.012), (x1 - 0.06, y1, level), solid=False)
        room = (x0, y0, level), (x1 - 0.06, y1, level + gap - 0.015)
        interior(s, f"{'shelf' if count else 'freezer'} {k}", room)


@category(
    "oven",
    size=((0.58, 0.68), (0.55, 0.9), (0.86, 0.96)),
    mass=(35.0, 70.0),
    variants=("gas", "ceramic", "back panel", "double"),
    parts={
        "body": ENAMEL,
        "window": WINDOW,
        "handle": HANDLE,
        "burner": PartSpec(("metal",), ("black", "grey", "bronze")),
        "knob": PartSpec(("plastic", "metal"), ("black", "silver", "white", "red")),
        "top": PartSpec(("metal", "glass"), ("black", "silver", "white", "grey")),
        "inside": PartSpec(("metal",), ("black", "navy")),
        "flame": PartSpec(("glass",), ("orange", "blue", "red")),
        "screen": CLOCK,
    },
    rooms={"kitchen": 1.0},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    counts={"burner": (2, 5)},
    states=("on",),
    openable=True,
    synonyms=("stove", "cooker", "range"),
    tags=("appliance",),
)
def oven(s: Shape, f: Form) -> None:
    """Burners over a drop-down glass door; the double one has two doors."""
    hx, hy, z = halves(f)
    cook = z * 0.84 if f.variant == "back panel" else z - 0.025
    front, face = hx - 0.08, hx - 0.05
    strip = cook - 0.13
    s.box("knob", (-hx, -hy + 0.02, 0.0), (front - 0.03, hy - 0.02, 0.1))
    s.box("body", (-hx, -hy, strip), (face, hy, cook))
    s.box("top", (-hx, -hy, cook), (face, hy, cook + 0.012))
    _burners(s, f, cook + 0.012)
    if f.variant == "back panel":
        s.box("body", (-hx, -hy, cook + 0.012), (-hx + 0.06, hy, z))
        facing(s, "screen", -hx + 0.062, (-0.1, z - 0.1), (0.1, z - 0.04), printed=True)
    for y in spread(f.count("burner", 4), hy * 0.85):
        disc(s, "knob", (face, y, cook - 0.065), 0.022, 0.03, sides=6)
    levels = (0.1, strip * 0.62, strip) if f.variant == "double" else (0.1, strip)
    for k, (low, high) in enumerate(pairwise(levels)):
        inside = hollow(s, "body", (-hx, -hy, low), (front, hy, high), 0.05, lining="inside")
        interior(s, f"rack {k}", inside)
        a, b = (front, -hy, low + 0.005), (face, hy, high - 0.005)
        with hinged(s, a, b, "bottom", f.openness):
            s.box("body", a, b)
            edge = min(0.09, (high - low) * 0.25)
            window = "flame" if f.has("on") else "window"
            corners = (-hy * 0.72, low + edge * 0.8), (hy * 0.72, high - edge * 1.1)
            facing(s, window, face + 0.002, *corners)
            start, end = [(hx - 0.01, side * hy * 0.8, high - edge / 2) for side in (-1, 1)]
            bar(s, "handle", start, end, 0.04)


def _burners(s: Shape, f: Form, level: float) -> None:
    """Rings in two rows on the hob; every second one of a working hob glows or burns."""
    hx, hy, z = halves(f)
    count = f.count("burner", 4)
    back = -(-count // 2)
    places = [(-hx * 0.4, y) for y in spread(back, hy * 0.92)]
    places += [(hx * 0.35, y) for y in spread(count - back, hy * 0.92)]
    radius = min(0.09, hy * 0.8 / back)
    height = {"ceramic": 0.003, "back panel": 0.012}.get(f.variant, z - level)
    for k, (x, y) in enumerate(places):
        lit = f.has("on") and k % 2 == 0
        part = "flame" if lit and f.variant == "ceramic" else "burner"
        s.cylinder(part, (x, y, level), radius, height, sides=8, bottom=False)
        if lit and f.variant != "ceramic":
            s.cylinder("flame", (x, y, level), radius * 1.15, height * 0.7, sides=8, bottom=False)
    if f.variant == "ceramic":
        s.box("handle", (-hx, -hy, level), (-hx + 0.03, hy, z))
    s.surface("top", (-hx + 0.1, -hy + 0.08), (hx - 0.15, hy - 0.08), level + height)


@category(
    "dishwasher",
    size=((0.58, 0.65), (0.45, 0.6), (0.8, 0.88)),
    mass=(30.0, 50.0),
    variants=("bar handle", "control strip", "window"),
    parts={
        "body": ENAMEL,
        "handle": HANDLE,
        "panel": PartSpec(("plastic", "metal"), ("grey", "black", "silver", "white")),
        "inside": LINING,
        "rack": PartSpec(("metal", "plastic"), ("grey", "white", "blue")),
        "screen": CLOCK,
    },
    rooms={"kitchen": 0.8},
    on={"floor": 1.0},
    place="wall",
    front=0.7,
    states=("on",),
    openable=True,
    tags=("appliance",),
)
def dishwasher(s: Shape, f: Form) -> None:
    """A cabinet with one drop-down door; two racks show when it is open."""
    hx, hy, z = halves(f)
    front, face = hx - 0.08, hx - 0.045
    s.box("panel", (-hx, -hy + 0.02, 0.0), (front - 0.03, hy - 0.02, 0.09))
    inside = hollow(s, "body", (-hx, -hy, 0.09), (front, hy, z), 0.03, lining="inside")
    (x0, y0, z0), (x1, y1, z1) = inside
    for k, level in enumerate((z0 + 0.05, (z0 + z1) / 2)):
        s.box("rack", (x0, y0, level - 0.03), (x1 - 0.03, y1, level), solid=False)
        interior(s, f"rack {k}", ((x0, y0, level), (x1 - 0.03, y1, level + (z1 - z0) / 2 - 0.1)))
    a, b = (front, -hy, 0.1), (face, hy, z)
    with hinged(s, a, b, "bottom", f.openness):
        s.box("body", a, b)
        s.box("panel", (face, -hy, z - 0.12), (face + 0.006, hy, z))
        clock = (hy * 0.2, z - 0.09), (hy * 0.6, z - 0.03)
        facing(s, "screen", face + 0.008, *clock, printed=f.has("on"))
        if f.variant == "control strip":
            disc(s, "handle", (face + 0.006, -hy * 0.6, z - 0.06), 0.035, 0.039)
            s.box("handle", (face, -0.07, z - 0.1), (face + 0.02, 0.07, z - 0.07))
        else:
            start, end = [(hx - 0.01, side * hy * 0.75, z - 0.16) for side in (-1, 1)]
            bar(s, "handle", start, end, 0.035)
        if f.variant == "window":
            facing(s, "panel", face + 0.002, (-hy * 0.65, z * 0.3), (hy * 0.65, z * 0.72))


def _drum(s: Shape, f: Form, low: float, high: float, front: float, radius: float) -> None:
    """The band of a body that holds the drum, with a square mouth that a round door hides."""
    hx, hy, _ = halves(f)
    wall = max((high - low) / 2, hy) - radius * 0.66
    inside = hollow(s, "body", (-hx, -hy, low), (front, hy, high), wall, lining="drum")
    interior(s, "drum", inside)
    s.surface("top", (-hx + 0.03, -hy + 0.03), (front - 0.03, hy - 0.03), f.size[2])


def _porthole(s: Shape, centre: Point3, radius: float, depth: float, openness: float) -> None:
    """A round glass door in a ring, hinged on its left."""
    x, y, z = centre
    with s.turned("z", openness * 1.75, (x, y + radius, z)):
        profile = [(radius, 0.0), (radius * 0.9, depth), (radius * 0.68, depth * 0.7)]
        s.lathe("ring", centre, profile, sides=12, axis="x", top=False)
        disc(s, "window", (x + depth * 0.35, y, z), radius * 0.7, depth * 0.35, sides=12)
        grip = (x + depth * 0.5, y - radius * 0.95, z - 0.04)
        s.box("ring", grip, (x + depth, y - radius * 0.7, z + 0.04))


_LAUNDRY_PARTS = {
    "body": ENAMEL,
    "ring": PartSpec(("plastic", "metal"), ("silver", "grey", "black", "white", "blue")),
    "window": WINDOW,
    "panel": PartSpec(("plastic",), ("white", "grey", "black", "silver")),
    "knob": PartSpec(("plastic", "metal"), ("silver", "black", "white", "blue")),
    "drum": PartSpec(("metal",), ("silver", "grey")),
    "screen": CLOCK,
}
_LAUNDRY_ROOMS = {"bathroom": 0.5, "kitchen": 0.3, "hallway": 0.2}


@category(
    "washing machine",
    size=((0.52, 0.65), (0.55, 0.66), (0.82, 0.95)),
    mass=(55.0, 90.0),
    variants=("front loader", "slim panel", "top loader"),
    parts=_LAUNDRY_PARTS,
    rooms=_LAUNDRY_ROOMS,
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    states=("on",),
    openable=True,
    synonyms=("washer", "clothes washer"),
    tags=("appliance",),
)
def washing_machine(s: Shape, f: Form) -> None:
    """A box with a porthole and a detergent drawer, or a lid on top."""
    hx, hy, z = halves(f)
    if f.variant == "top loader":
        _top_loader(s, f)
        return
    front = hx - 0.05
    strip = 0.17 if f.variant == "front loader" else 0.1
    belt, radius = z - strip, min(hy, z / 2) * 0.68
    s.box("knob", (-hx + 0.02, -hy + 0.02, 0.0), (front - 0.02, hy - 0.02, 0.03))
    s.box("body", (-hx, -hy, belt), (front, hy, z))
    facing(s, "panel", front + 0.002, (-hy, belt), (hy, z))
    s.box("body", (front, -hy * 0.92, belt + 0.02), (front + 0.015, -hy * 0.35, z - 0.02))
    disc(s, "knob", (front, 0.0, z - strip / 2), strip * 0.35, 0.03)
    clock = (hy * 0.35, z - strip * 0.75), (hy * 0.8, z - strip * 0.25)
    facing(s, "screen", front + 0.004, *clock, printed=f.has("on"))
    _drum(s, f, 0.03, belt, front, radius)
    _porthole(s, (front, 0.0, (belt + 0.03) / 2), radius, 0.05, f.openness)


def _top_loader(s: Shape, f: Form) -> None:
    """Controls on a raised back, a lid before them."""
    hx, hy, z = halves(f)
    deck, back = z - 0.13, -hx + 0.14
    s.box("body", (-hx, -hy, 0.0), (back, hy, deck - 0.02))
    s.box("body", (-hx, -hy, deck - 0.02), (back, hy, z - 0.02), taper=(0.7, 1.0))
    s.box("panel", (-hx, -hy, z - 0.02), (-hx + 0.13, hy, z))
    inside = hollow(
        s, "body", (back, -hy, 0.0), (hx, hy, deck - 0.02), 0.06, axis="z", lining="drum"
    )
    interior(s, "drum", inside)
    for y in spread(3, hy * 0.8):
        disc(s, "knob", (-hx + 0.11, y, deck + 0.06), 0.03, 0.04)
    clock = (hy * 0.72, deck + 0.04), (hy * 0.95, deck + 0.09)
    facing(s, "screen", -hx + 0.141, *clock, printed=f.has("on"))
    with lidded(s, (back, 0.0, deck - 0.02), f.openness):
        s.box("body", (back + 0.01, -hy, deck - 0.02), (hx, hy, deck))
        lying(s, "window", deck + 0.001, (back + 0.1, -hy * 0.6), (hx - 0.12, hy * 0.6))


@category(
    "dryer",
    size=((0.52, 0.65), (0.55, 0.66), (0.82, 0.95)),
    mass=(35.0, 60.0),
    variants=("vented", "condenser", "square door"),
    parts=_LAUNDRY_PARTS,
    rooms=_LAUNDRY_ROOMS,
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    states=("on",),
    openable=True,
    synonyms=("tumble dryer", "clothes dryer"),
    tags=("appliance",),
)
def dryer(s: Shape, f: Form) -> None:
    """Like a washing machine with a larger, higher door and a vent grille at its foot."""
    hx, hy, z = halves(f)
    front, belt = hx - 0.045, z - 0.13
    s.box("body", (-hx, -hy, 0.0), (front, hy, 0.16))
    s.box("body", (-hx, -hy, belt), (front, hy, z))
    facing(s, "panel", front + 0.002, (-hy, belt), (hy, z))
    dial = -hy * 0.5 if f.variant == "vented" else 0.0
    disc(s, "knob", (front, dial, z - 0.065), 0.045, 0.03)
    clock = (hy * 0.3, z - 0.1), (hy * 0.85, z - 0.03)
    facing(s, "screen", front + 0.004, *clock, printed=f.has("on"))
    slots = [0.03, 0.065, 0.1] if f.variant == "vented" else [0.04]
    for low in slots:
        high = low + (0.018 if len(slots) > 1 else 0.09)
        s.box("knob", (front, -hy * 0.7, low), (front + 0.006, hy * 0.7, high))
    radius = min(hy * 0.78, (belt - 0.18) / 2)
    _drum(s, f, 0.16, belt, front, radius)
    if f.variant != "square door":
        _porthole(s, (front, 0.0, (belt + 0.16) / 2), radius, 0.045, f.openness)
        return
    a, b = (front, -hy * 0.75, 0.19), (hx - 0.001, hy * 0.75, belt - 0.03)
    with hinged(s, a, b, "left", f.openness):
        s.box("ring", a, b)
        facing(s, "body", hx, (-hy * 0.63, 0.25), (hy * 0.63, belt - 0.09))
        s.box("knob", (hx - 0.02, -hy * 0.73, z * 0.4), (hx, -hy * 0.66, z * 0.55))


@category(
    "range hood",
    size=((0.42, 0.52), (0.6, 0.9), (0.45, 0.8)),
    mass=(10.0, 22.0),
    variants=("chimney", "slanted", "slim"),
    parts={
        "hood": ENAMEL,
        "filter": PartSpec(("metal",), ("grey", "silver")),
        "button": PartSpec(("plastic",), ("black", "white", "red")),
        "bulb": PartSpec(("glass",), ("cream", "white")),
    },
    rooms={"kitchen": 0.7},
    on={"wall": 1.0},
    mount=(1.5, 1.65),
    states=("on",),
    synonyms=("extractor hood", "exhaust hood", "cooker hood"),
    tags=("appliance",),
)
def range_hood(s: Shape, f: Form) -> None:
    """A canopy under a chimney that carries the smoke away."""
    hx, hy, z = halves(f)
    lip = 0.05
    if f.variant == "slanted":
        side = [(-hx, 0.0), (-hx + 0.14, 0.0), (hx, z * 0.5), (hx, z * 0.62), (-hx, z * 0.72)]
        s.prism("hood", side, -hy, hy, axis="y")
        s.box("hood", (-hx, -0.14, z * 0.6), (-hx + 0.26, 0.14, z))
    else:
        s.box("hood", (-hx, -hy, 0.01), (hx, hy, lip))
        s.box("filter", (-hx, -hy * 0.85, 0.0), (hx - 0.06, hy * 0.85, 0.01))
        flue = z * 0.45 if f.variant == "chimney" else 0.16
        deep, wide = (0.28, 0.15) if f.variant == "chimney" else (2 * hx - 0.14, hy)
        low = [(-hx, -hy, lip), (hx, -hy, lip), (hx, hy, lip), (-hx, hy, lip)]
        corners = [(-hx, -wide), (deep - hx, -wide), (deep - hx, wide), (-hx, wide)]
        s.hexahedron("hood", [*low, *((x, y, flue) for x, y in corners)])
        s.box("hood", (-hx, -0.15, flue), (-hx + 0.24, 0.15, z))
    level = z * 0.56 if f.variant == "slanted" else lip / 2 + 0.005
    for y in spread(4, 0.1):
        s.box("button", (hx - 0.002, y - 0.008, level - 0.008), (hx, y + 0.008, level + 0.008))
    if f.has("on"):
        at = (0.0, z * 0.24) if f.variant == "slanted" else (hx - 0.14, 0.0)
        for y in (-hy * 0.6, hy * 0.6):
            s.cylinder("bulb", (at[0], y, at[1]), 0.035, 0.015, sides=8)
