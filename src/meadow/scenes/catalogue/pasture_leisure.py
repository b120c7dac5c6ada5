"""The uncommon things of PASTURE for music, sport, play and work; the others are in ``pasture``."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.scenes.catalogue.pasture import BRIGHT, SIDES, TAGS
from meadow.scenes.catalogue.pieces import (
    TABLE_TOPS,
    fitted,
    horn,
    oval,
    print_front,
    rounded,
    small,
    tray,
)
from meadow.scenes.catalogue.spec import METALS, WOODS, PartSpec, category, like
from meadow.scenes.schema import Point, Point3
from meadow.scenes.shape import Form, Shape

#: Outlines of the bodies: (y, z) around from the tail.
_GUITARS: dict[str, Sequence[Point]] = {
    "double cutaway": (
        (0.0, 0.0), (1.5, 0.2), (2.2, 1.1), (2.2, 2.2), (1.6, 3.2), (1.7, 4.2), (2.0, 5.2),
        (1.7, 5.9), (1.2, 5.3), (0.7, 4.6), (-0.7, 4.6), (-1.1, 5.4), (-1.5, 6.4), (-2.0, 5.6),
        (-1.7, 4.2), (-1.6, 3.2), (-2.2, 2.2), (-2.2, 1.1), (-1.5, 0.2),
    ),
    "single cutaway": (
        (0.0, 0.0), (1.5, 0.2), (2.2, 1.1), (2.2, 2.1), (1.5, 3.2), (1.6, 4.0), (1.8, 4.8),
        (1.4, 5.2), (0.9, 4.5), (0.5, 4.4), (0.4, 5.4), (-0.9, 5.5), (-1.7, 4.8), (-1.6, 4.0),
        (-1.5, 3.2), (-2.2, 2.1), (-2.2, 1.1), (-1.5, 0.2),
    ),
    "flying v": (
        (0.0, 2.0), (1.6, 0.0), (2.7, 0.3), (0.7, 5.4), (-0.7, 5.4), (-2.7, 0.3), (-1.6, 0.0),
    ),
}  # fmt: skip


@category(
    "electric guitar",
    size=((0.22, 0.28), (0.32, 0.38), (0.95, 1.08)),
    keep_aspect=True,
    mass=(3.0, 5.0),
    variants=tuple(_GUITARS),
    parts={
        "body": PartSpec(
            ("wood",), ("white", "red", "black", "blue", "turquoise", "yellow", "brown")
        ),
        "neck": PartSpec(("wood",), ("brown", "tan", "maroon", "black")),
        "plate": PartSpec(("plastic",), ("black", "white", "cream", "maroon")),
        "hardware": PartSpec(("metal",), ("silver", "gold", "black")),
        "stand": PartSpec(("metal",), ("black", "grey")),
    },
    on={"floor": 1.0},
    place="wall",
    synonyms=("e-guitar", "rock guitar"),
    tags=(*TAGS, "pickupable"),
)
@fitted
def electric_guitar(s: Shape, f: Form) -> None:
    """A flat body with pickups on a stand, a long fretted neck and a head with tuners."""
    base = 1.0
    outline = [(y, z + base) for y, z in _GUITARS[f.variant]]
    s.prism("body", outline, -0.35, 0.35, axis="x")
    if f.variant != "flying v":
        plate = [
            (-1.4, 1.6),
            (0.8, 1.2),
            (1.5, 2.0),
            (1.1, 3.4),
            (0.9, 4.3),
            (-0.9, 4.3),
            (-1.2, 3.0),
        ]
        s.prism("plate", [(y, z + base) for y, z in plate], 0.35, 0.40, axis="x")
    for z in (2.2, 3.1, 3.9):
        s.box("hardware", (0.40, -0.55, z + base), (0.55, 0.55, z + base + 0.32))
    s.box("hardware", (0.40, -0.6, 1.4 + base), (0.62, 0.6, 1.75 + base))
    for z in (1.2, 1.9):
        s.cylinder("hardware", (0.35, 1.5, z + base), 0.2, 0.25, axis="x", sides=6)
    nut = 13.0
    s.box("neck", (0.0, -0.36, 4.5 + base), (0.5, 0.36, nut), taper=(1.0, 0.8))
    for k in range(9):
        z = nut - (nut - 5.0 - base) * (1 - 0.5 ** ((k + 1) / 6)) / (1 - 0.5**1.6)
        s.panel(
            "hardware", (0.52, -0.3, z), (0.52, 0.3, z), (0.52, 0.3, z + 0.1), (0.52, -0.3, z + 0.1)
        )
    head = [
        (-0.3, nut),
        (0.3, nut),
        (0.75, nut + 0.6),
        (0.5, nut + 2.3),
        (-0.5, nut + 2.0),
        (-0.7, nut + 0.6),
    ]
    s.prism("body", head, 0.0, 0.4, axis="x")
    for k in range(3):
        for side in SIDES:
            z = nut + 0.6 + 0.55 * k
            s.rod("hardware", (0.2, side * 0.4, z), (0.2, side * 1.05, z), 0.14, sides=4)
    for k in range(6):
        y = (k - 2.5) * 0.09
        s.panel("hardware", (0.6, y - 0.02, 1.7 + base), (0.6, y + 0.02, 1.7 + base),
                (0.56, y + 0.02, nut), (0.56, y - 0.02, nut))  # fmt: skip
    _guitar_stand(s, base)


def _guitar_stand(s: Shape, base: float) -> None:
    """Two forks below the body, a prop behind, feet on the floor."""
    for side in SIDES:
        s.tube(
            "stand",
            [(1.9, side * 2.2, 0.1), (-0.6, side * 1.0, base), (0.6, side * 1.0, base)],
            0.1,
            sides=4,
        )
    s.rod("stand", (-1.8, 0.0, 0.1), (-0.6, 0.0, 5.0 + base), 0.1, sides=4)
    s.rod("stand", (-0.6, -1.0, base), (-0.6, 1.0, base), 0.1, sides=4)


@category(
    "whiteboard",
    size=((0.45, 0.60), (0.90, 1.30), (1.45, 1.75)),
    mass=(8.0, 20.0),
    variants=("rolling", "easel", "pedestal"),
    parts={
        "board": PartSpec(
            ("plastic",),
            ("white",),
            ("printed", "plain"),
            texts=("CVPR", "HELLO", "TO DO", "E = M C2", "MONDAY", "IDEAS"),
        ),
        "frame": PartSpec(("metal", "plastic"), METALS),
        "pens": PartSpec(("plastic",), ("blue", "red", "green", "black")),
    },
    on={"floor": 1.0},
    synonyms=("dry-erase board", "marker board", "white board"),
    tags=TAGS,
)
@fitted
def whiteboard(s: Shape, f: Form) -> None:
    """A framed white sheet on legs with a ledge of pens."""
    low = 7.0
    s.box("board", (-0.2, -6.0, low), (0.2, 6.0, 16.0))
    print_front(s, "board", 0.25, (-5.7, 5.7), (low + 0.3, 15.7))
    for side in SIDES:
        s.box("frame", (-0.35, side * 6.1 - 0.3, low - 0.3), (0.4, side * 6.1 + 0.3, 16.3))
    for z in (low - 0.3, 15.9):
        s.box("frame", (-0.35, -5.8, z), (0.4, 5.8, z + 0.4))
    s.box("frame", (0.4, -4.0, low - 0.3), (1.2, 4.0, low))
    for y in (-2.0, -0.6, 0.8):
        s.rod("pens", (0.8, y, low + 0.15), (0.8, y + 1.0, low + 0.15), 0.16, sides=5)
    if f.variant == "rolling":
        for side in SIDES:
            s.box("frame", (-0.25, side * 6.1 - 0.25, 0.8), (0.25, side * 6.1 + 0.25, low - 0.3))
            s.box("frame", (-2.4, side * 6.1 - 0.25, 0.6), (2.4, side * 6.1 + 0.25, 1.0))
            for x in (-2.1, 2.1):
                s.cylinder("frame", (x, side * 6.1 - 0.2, 0.35), 0.35, 0.4, axis="y", sides=8)
        s.box("frame", (-0.2, -5.8, 2.6), (0.2, 5.8, 3.0))
    elif f.variant == "easel":
        for side in SIDES:
            s.rod("frame", (2.4, side * 5.0, 0.15), (-0.3, side * 3.0, low + 0.5), 0.25, sides=5)
        s.rod("frame", (-2.6, 0.0, 0.15), (-0.5, 0.0, 15.0), 0.25, sides=5)
    else:
        s.rod("frame", (-0.1, 0.0, 0.3), (-0.1, 0.0, low), 0.4)
        s.cylinder("frame", (-0.1, 0.0, 0.0), 2.6, 0.4, sides=12, stretch=1.4)


def _board_outline(nose: float, wide: float, tail: float) -> list[Point]:
    """Half of a surfboard's plan from tail to nose: (half width, height)."""
    return [
        (tail, 0.0),
        (0.72 * wide, 2.0),
        (0.95 * wide, 5.0),
        (wide, 8.5),
        (0.96 * wide, 12.0),
        (0.78 * wide, 15.5),
        (0.52 * wide + 0.3 * nose, 17.8),
        (nose, 19.4),
    ]


_SURFBOARDS = {
    "shortboard": (_board_outline(0.25, 2.4, 1.0), (0.0, 20.0), (0.0, 0.0)),
    "longboard": (_board_outline(1.3, 2.5, 1.5), (0.0, 20.0), (0.0, -0.4)),
    "fish": (_board_outline(0.5, 2.8, 1.7), (0.0, 20.0), (0.0, 1.6)),
}


@category(
    "surfboard",
    size=((0.14, 0.18), (0.46, 0.58), (1.60, 2.05)),
    mass=(2.5, 6.0),
    variants=tuple(_SURFBOARDS),
    parts={
        "deck": PartSpec(
            ("plastic",),
            ("purple", "blue", "turquoise", "white", "yellow", "pink", "orange", "red"),
            ("tie-dye", "striped", "plain", "floral"),
        ),
        "stringer": PartSpec(("wood",), ("brown", "black", "tan", "white")),
        "fins": PartSpec(("plastic",), ("black", "blue", "orange", "yellow")),
    },
    on={"floor": 1.0},
    place="wall",
    synonyms=("surf board",),
    tags=TAGS,
)
@fitted
def surfboard(s: Shape, f: Form) -> None:
    """A pointed board that stands on its tail, deck to the front and fins behind."""
    half, nose, tail = _SURFBOARDS[f.variant]
    outline = [tail, *half, nose, *((-y, z) for y, z in half[::-1])]
    inner = [(0.9 * y, 10.0 + (z - 10.0) * 0.975) for y, z in outline]
    s.prism("deck", outline, -0.25, 0.15, axis="x")
    s.prism("deck", inner, 0.15, 0.35, axis="x")
    s.box("stringer", (0.35, -0.07, 1.8), (0.38, 0.07, 19.3))
    fins = (0.0,) if f.variant == "longboard" else (-1.1, 0.0, 1.1)
    for y in fins:
        low = 1.9 if y == 0.0 else 3.0
        fin = [(-0.25, low), (-0.25, low + 1.6), (-1.4, low + 0.2)]
        s.prism("fins", fin, y - 0.06, y + 0.06, axis="y")


@category(
    "tricycle",
    size=((0.62, 0.80), (0.44, 0.54), (0.52, 0.66)),
    keep_aspect=True,
    mass=(3.0, 6.5),
    variants=("classic", "big wheel", "basket"),
    parts={
        "frame": PartSpec(("metal", "plastic"), BRIGHT),
        "seat": PartSpec(("plastic",), ("blue", "red", "yellow", "black", "green")),
        "tyres": PartSpec(("rubber",), ("black", "grey", "white")),
        "rims": like("seat"),
        "steel": PartSpec(("metal",), ("silver", "grey")),
    },
    on={"floor": 1.0},
    synonyms=("trike", "three-wheeled bike"),
    tags=TAGS,
)
@fitted
def tricycle(s: Shape, f: Form) -> None:
    """A big wheel with pedals and handlebar in front, two small wheels behind, a seat between."""
    big = 2.6 if f.variant == "big wheel" else 2.0
    x, seat = 3.6, 4.2
    _wheel(s, (x, 0.0, big), big, 0.55, 10)
    crown: Point3 = (x - 0.65, 0.0, 2 * big + 0.4)
    for side in SIDES:
        _wheel(s, (-3.0, side * 2.3, 1.3), 1.3, 0.6, 8)
        u, v, w = x + 0.3 * side, side * 1.4, big + 0.5 * side
        s.rod("steel", (x, side * 0.3, big), (u, v, w), 0.12, sides=4)
        s.box("tyres", (u - 0.5, v - 0.4, w - 0.15), (u + 0.5, v + 0.4, w + 0.15))
        s.rod("frame", (x, side * 0.5, big), (x - 0.6, side * 0.5, crown[2] + 0.1), 0.2, sides=4)
        bar = [(x - 1.2, 0.0, 7.2), (x - 1.4, side * 1.6, 7.6), (x - 2.2, side * 2.2, 7.3)]
        s.tube("steel", bar, 0.18, sides=4)
        s.rod("seat", (x - 2.0, side * 2.1, 7.35), (x - 2.9, side * 2.5, 7.1), 0.32, sides=4)
    s.box("frame", (x - 1.05, -0.75, crown[2] - 0.2), (x - 0.25, 0.75, crown[2] + 0.2))
    s.rod("steel", crown, (x - 1.2, 0.0, 7.4), 0.22, sides=4)
    s.tube("frame", [crown, (0.9, 0.0, 2.4), (-1.6, 0.0, 2.2), (-3.0, 0.0, 1.3)], 0.36, sides=5)
    s.rod("frame", (-3.0, -2.2, 1.3), (-3.0, 2.2, 1.3), 0.25, sides=4)
    s.rod("frame", (-1.3, 0.0, 2.2), (-1.5, 0.0, seat), 0.28, sides=4)
    saddle = [(-2.9, -1.2), (-1.9, -1.3), (0.3, -0.45), (0.3, 0.45), (-1.9, 1.3), (-2.9, 1.2)]
    s.prism("seat", saddle, seat, seat + 0.45)
    if f.variant != "big wheel":
        s.box("seat", (-4.2, -1.6, 1.8), (-2.2, 1.6, 2.1))
    if f.variant == "basket":
        tray(s, "rims", (x - 0.4, -1.1, 5.4), (x + 1.4, 1.1, 6.9), 0.2)
    else:
        s.box("seat", (-3.1, -1.1, seat + 0.4), (-2.8, 1.1, seat + 1.6), taper=(1.0, 0.7))


def _wheel(s: Shape, centre: Point3, radius: float, width: float, sides: int) -> None:
    """A tyre around a coloured disc."""
    x, y, z = centre
    s.cylinder("tyres", (x, y - width / 2, z), radius, width, axis="y", sides=sides)
    s.cylinder("rims", (x, y - width * 0.6, z), radius * 0.65, width * 1.2, axis="y", sides=6)


@small(
    "toy airplane",
    size=((0.30, 0.42), (0.32, 0.44), (0.12, 0.17)),
    keep_aspect=True,
    mass=(0.2, 0.7),
    variants=("monoplane", "biplane", "airliner"),
    parts={
        "body": PartSpec(
            ("wood", "plastic", "metal"), (*WOODS[1:3], "red", "blue", "yellow", "white")
        ),
        "wings": PartSpec(
            ("wood", "plastic", "metal"), (*WOODS[1:3], "red", "blue", "yellow", "white")
        ),
        "propeller": PartSpec(("wood", "plastic"), ("brown", "red", "black", "blue")),
        "wheels": PartSpec(("wood", "rubber"), ("brown", "black", "red")),
    },
    on={**TABLE_TOPS, "bed": 0.3, "shelf": 0.5, "floor": 0.3},
    synonyms=("toy plane", "toy aeroplane", "model airplane"),
    tags=TAGS,
)
def toy_airplane(s: Shape, f: Form) -> None:
    """A tapered body with wings, tail and something that spins, on three little wheels."""
    axis = 3.2
    body: list[Point3] = [
        (6.0, 0, axis),
        (4.6, 0, axis),
        (0.5, 0, axis + 0.1),
        (-7.0, 0, axis + 0.7),
    ]
    horn(s, "body", body, [0.7, 1.25, 1.35, 0.45], sides=8)
    fin = [(-5.4, axis + 1.0), (-7.2, axis + 0.9), (-7.4, axis + 3.4), (-6.5, axis + 3.4)]
    s.prism("wings", fin, -0.15, 0.15, axis="y")
    tail = [(-5.4, 0.0), (-6.0, 2.9), (-7.2, 2.9), (-7.2, -2.9), (-6.0, -2.9)]
    s.prism("wings", tail, axis + 0.9, axis + 1.2)
    if f.variant == "airliner":
        for side in SIDES:
            wing = [(2.4, 0.0), (-0.6, 0.0), (-2.8, side * 7.4), (-1.6, side * 7.4)]
            s.prism("wings", wing, axis - 0.6, axis - 0.2)
            s.rod(
                "propeller",
                (1.6, side * 3.0, axis - 1.3),
                (-0.8, side * 3.0, axis - 1.3),
                0.65,
                sides=7,
            )
        s.ellipsoid("body", (6.0, 0, axis), (1.2, 0.72, 0.72), sides=8, rows=4)
        for side in SIDES:
            for x in (4.0, 2.6, 1.2, -0.2, -1.6):
                s.box(
                    "wheels",
                    (x, side * 1.25 - 0.1, axis + 0.2),
                    (x + 0.6, side * 1.25 + 0.1, axis + 0.7),
                )
    else:
        decks = (-1.0, 3.2) if f.variant == "biplane" else (-1.0,)
        for dz in decks:
            s.prism("wings", rounded(1.5, 7.4, 0.7), axis + dz, axis + dz + 0.4, offset=(2.2, 0, 0))
        if f.variant == "biplane":
            for y in (-5.0, -1.6, 1.6, 5.0):
                s.rod("propeller", (2.2, y, axis - 0.7), (2.2, y, axis + 3.2), 0.18, sides=4)
        s.ellipsoid("propeller", (-0.2, 0, axis + 1.3), (1.0, 0.7, 0.8), sides=6, rows=4)
        s.ellipsoid("propeller", (6.2, 0, axis), (0.7, 0.5, 0.5), sides=6, rows=4)
        blade = oval(0.4, 2.6, 8)
        s.prism("propeller", blade, 6.1, 6.3, axis="x", offset=(0, 0, axis))
    for side in SIDES:
        s.rod("propeller", (2.6, side * 0.6, axis - 0.8), (2.8, side * 1.7, 0.9), 0.18, sides=4)
        s.cylinder("wheels", (2.8, side * 1.9 - 0.25, 0.9), 0.9, 0.5, axis="y", sides=8)
    s.cylinder("wheels", (-6.2, -0.2, 1.9), 0.4, 0.4, axis="y", sides=6)
    s.rod("propeller", (-6.2, 0, 1.9), (-6.2, 0, axis + 0.6), 0.15, sides=4)
