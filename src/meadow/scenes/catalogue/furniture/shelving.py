"""Open storage: shelves, racks and the laundry hamper."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.spec import ANY, METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import BOARD, carcass, column_grid, cushion, shelves, strut
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

BOARDS = PartSpec(
    ("wood", "metal", "plastic"), (*WOODS, "grey", "navy", "green", "turquoise", "yellow", "red")
)
POSTS = PartSpec(("metal", "wood"), (*METALS, "brown", "tan"))


@category(
    "bookshelf",
    size=((0.26, 0.38), (0.6, 1.2), (1.2, 2.1)),
    mass=(15.0, 45.0),
    variants=("closed-back", "open-frame", "ladder", "cubes"),
    parts={"boards": BOARDS, "frame": like("boards")},
    rooms={"living room": 0.9, "office": 1.0, "bedroom": 0.5, "hallway": 0.3},
    on={"floor": 1.0},
    place="wall",
    front=0.5,
    counts={"shelf": (3, 6)},
    synonyms=("bookcase", "shelving unit", "book shelf", "book rack"),
    plural="bookshelves",
    tags=("furniture",),
)
def bookshelf(s: Shape, f: Form) -> None:
    """Shelves from the floor up; the count says how many boards books can stand on."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count = f.count("shelf", 4)
    if f.variant == "open-frame":
        _open_frame(s, f, count)
    elif f.variant == "ladder":
        _ladder_shelf(s, f, count)
    else:
        s.box("frame", (-x, -y, 0.0), (x - 0.02, y, 0.05))
        inside = carcass(s, "boards", (-x, -y, 0.05), (x, y, z), board=0.025)
        if f.variant == "cubes":
            _cubes(s, *inside, count)
        else:
            shelves(s, "boards", *inside, count - 1, board=0.025)
        s.surface("top", (-0.9 * x, -0.95 * y), (0.9 * x, 0.95 * y), z)


def _open_frame(s: Shape, f: Form, count: int) -> None:
    """Boards between four thin posts; the uppermost is the top."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    post = 0.025
    for end in (-x, x - post):
        for side in (-y, y - post):
            s.box("frame", (end, side, 0.0), (end + post, side + post, z))
    for sign in (-1, 1):
        foot = (-x + post / 2, sign * (y - post), 0.05)
        strut(s, "frame", foot, (foot[0], -foot[1], z - 0.05), 0.01, 0.02)
    step = (z - 0.15) / (count - 1)
    for i in range(count):
        height = 0.15 + i * step
        a, b = x - 0.004, y - 0.004
        s.box("boards", (-a, -b, height - BOARD), (a, b, height))
        room = step - BOARD if i < count - 1 else math.inf
        s.surface(
            f"shelf {i + 1}", (-0.75 * x, -0.9 * y), (0.75 * x, 0.9 * y), height, clearance=room
        )


def _ladder_shelf(s: Shape, f: Form, count: int) -> None:
    """Two rails lean against the wall; the boards get shallower upwards."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    rail = 0.035
    for side in (-y + rail / 2, y - rail / 2):
        strut(s, "frame", (x - rail / 2, side, 0.0), (-x + rail / 2, side, z), rail)
        s.box("frame", (-x, side - rail / 2, 0.0), (-x + 0.02, side + rail / 2, z))
    step = (z - 0.35) / (count - 1)
    for i in range(count):
        height = 0.18 + i * step
        front = x - 0.01 - 0.62 * 2 * x * height / z
        s.box("boards", (-x, -y + rail, height - BOARD), (front, y - rail, height))
        room = step - BOARD if i < count - 1 else math.inf
        low, high = (-x + 0.01, -y + rail + 0.01), (front - 0.01, y - rail - 0.01)
        s.surface(f"shelf {i + 1}", low, high, height, clearance=room)


def _cubes(s: Shape, low: Point3, high: Point3, rows: int) -> None:
    """Shelves with an upright in the middle, so that each holds two cubes."""
    middle = (low[1] + high[1]) / 2
    s.box("boards", (low[0], middle - 0.012, low[2]), (high[0], middle + 0.012, high[2]))
    left, right = (low[0], middle + 0.012, low[2]), (high[0], middle - 0.012, high[2])
    shelves(s, "boards", left, high, rows - 1, board=0.025, name="left shelf")
    shelves(s, "boards", low, right, rows - 1, board=0.025, name="right shelf")


@category(
    "shelf",
    size=((0.16, 0.3), (0.5, 1.2), (0.12, 0.32)),
    mass=(1.5, 8.0),
    variants=("bracketed", "box", "railed", "winged"),
    parts={"boards": BOARDS, "brackets": POSTS},
    rooms={"living room": 0.6, "kitchen": 0.6, "bathroom": 0.6, "office": 0.5, "bedroom": 0.4},
    on={"wall": 1.0},
    mount=(1.1, 1.6),
    synonyms=("wall shelf", "floating shelf", "ledge"),
    plural="shelves",
    tags=("furniture",),
)
def shelf(s: Shape, f: Form) -> None:
    """A board on the wall."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    room, top = math.inf, z
    if f.variant == "bracketed":
        s.box("boards", (-x, -y, z - 0.025), (x, y, z))
        for side in (-0.7 * y, 0.7 * y):
            brace = ((-x, 0.0), (-x + 0.02, 0.0), (0.8 * x, z - 0.025), (-x, z - 0.025))
            s.prism("brackets", brace, side - 0.01, side + 0.01, axis="y")
    elif f.variant == "box":
        top, room = BOARD, z - 2 * BOARD
        s.box("boards", (-x, -y, 0.0), (x, y, top))
        s.box("boards", (-x, -y, z - BOARD), (x, y, z))
        for side in (-y, y - BOARD):
            s.box("boards", (-x, side, top), (x, side + BOARD, z - BOARD))
        s.surface("top", (-0.9 * x, -0.95 * y), (0.9 * x, 0.95 * y), z)
    elif f.variant == "railed":
        top = 0.03
        s.box("boards", (-x, -y, 0.0), (x, y, top))
        s.box("boards", (-x, -y, top), (-x + 0.015, y, z))
        for side in (-y, y - 0.015):
            s.box("brackets", (-x + 0.015, side, top), (x, side + 0.015, 0.5 * z))
        s.box("brackets", (x - 0.012, -y + 0.015, 0.42 * z), (x, y - 0.015, 0.5 * z))
    else:
        top = 0.03
        s.box("boards", (-x, -y, 0.0), (x, y, top))
        for side in (-y, y - BOARD):
            wing = ((-x, top), (x, top), (-x, z))
            s.prism("boards", wing, side, side + BOARD, axis="y")
    low, high = (-0.85 * x, -0.93 * y), (0.85 * x, 0.93 * y)
    s.surface("shelf", low, high, top, clearance=room)


@category(
    "shoe rack",
    size=((0.26, 0.36), (0.55, 1.0), (0.4, 0.9)),
    mass=(2.0, 10.0),
    variants=("rods", "boards", "bench"),
    parts={
        "shelves": BOARDS,
        "frame": POSTS,
        "cushion": PartSpec(("fabric", "leather"), ANY, ("plain", "striped", "checked", "dotted")),
    },
    rooms={"hallway": 1.0, "bedroom": 0.3},
    on={"floor": 1.0},
    place="wall",
    front=0.4,
    counts={"shelf": (2, 4)},
    synonyms=("shoe shelf", "shoe stand"),
    tags=("furniture",),
)
def shoe_rack(s: Shape, f: Form) -> None:
    """Low shelves for shoes."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    count, top = f.count("shelf", 3), z
    if f.variant == "bench":
        top = z - 0.09
        s.box("shelves", (-x, -y, top), (x, y, top + 0.02))
        cushion(s, "cushion", (-x, -y, top + 0.02), (x, y, z))
        s.surface("seat", (-0.85 * x, -0.9 * y), (0.85 * x, 0.9 * y), z)
    side = 0.02
    for at in (-y, y - side):
        if f.variant == "rods":
            for end in (-x, x - side):
                s.box("frame", (end, at, 0.0), (end + side, at + side, top))
            s.box("frame", (-x + side, at, top - side), (x - side, at + side, top))
        else:
            s.box("frame", (-x, at, 0.0), (x, at + side, top))
    step = (top - 0.08) / count
    for i in range(count):
        height = 0.08 + i * step
        if f.variant == "rods":
            for at in column_grid(-x, x, 5):
                s.box(
                    "shelves",
                    (at - 0.012, -y + side, height - 0.015),
                    (at + 0.012, y - side, height),
                )
        else:
            s.box("shelves", (-x, -y + side, height - 0.018), (x, y - side, height))
        room = step - 0.02 if i < count - 1 or f.variant == "bench" else math.inf
        low, high = (-0.9 * x, -y + 0.03), (0.9 * x, y - 0.03)
        if f.variant == "rods":
            # Only where all five rods carry, not beyond the outer ones.
            low, high = (-0.57 * x, low[1]), (0.57 * x, high[1])
        s.surface(f"shelf {i + 1}", low, high, height, clearance=room)


@category(
    "coat rack",
    size=((0.4, 0.6), (0.4, 0.6), (1.6, 1.9)),
    mass=(3.0, 12.0),
    variants=("tree", "pole", "valet"),
    parts={
        "stand": PartSpec(("wood", "metal"), (*WOODS, "silver", "gold", "grey", "green", "red")),
        "hooks": like("stand"),
    },
    rooms={"hallway": 1.0, "office": 0.2, "bedroom": 0.2},
    on={"floor": 1.0},
    place="corner",
    synonyms=("coat stand", "hat stand", "coat tree", "clothes stand"),
    tags=("furniture",),
)
def coat_rack(s: Shape, f: Form) -> None:
    """A stand with hooks for coats and hats."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "valet":
        _valet(s, x, y, z)
        return
    s.cylinder("stand", (0, 0, 0.03), 0.022, z - 0.03, sides=8)
    if f.variant == "pole":
        foot = ((x, 0.0), (x, 0.02), (0.12 * x, 0.05))
        s.lathe("stand", (0, 0, 0), foot, stretch=y / x)
    else:
        for u, v in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            tip = (u * (x - 0.02), v * (y - 0.02), 0.0)
            strut(s, "stand", tip, (0.0, 0.0, 0.35), 0.04)
    for level, reach in ((z - 0.12, 0.75), (z - 0.42, 0.6)):
        turn = 0.0 if reach > 0.7 else math.pi / 4
        for k in range(4):
            a = turn + k * math.pi / 2
            p, q = reach * x * math.cos(a), reach * y * math.sin(a)
            s.rod("hooks", (0.0, 0.0, level - 0.06), (p, q, level + 0.04), 0.012, sides=4)
            s.box(
                "hooks", (p - 0.015, q - 0.015, level + 0.03), (p + 0.015, q + 0.015, level + 0.08)
            )


def _valet(s: Shape, x: float, y: float, z: float) -> None:
    """A garment rail between two uprights, with a board for shoes below."""
    t = 0.03
    for side in (-y, y - t):
        s.box("stand", (-x, side, 0.0), (x, side + t, 0.03))
        s.box("stand", (-t / 2, side, 0.03), (t / 2, side + t, z))
    s.box("hooks", (-t / 2, -y + t, z - t), (t / 2, y - t, z))
    s.box("stand", (-0.7 * x, -y + t, 0.1), (0.7 * x, y - t, 0.12))
    for at in column_grid(-y + t, y - t, 4):
        s.box("hooks", (-0.06, at - 0.008, z - 0.08), (0.06, at + 0.008, z - 0.06))
        s.box("hooks", (-0.008, at - 0.008, z - 0.06), (0.008, at + 0.008, z - t))
    s.surface("shelf", (0.05, -0.8 * y), (0.65 * x, 0.8 * y), 0.12, clearance=z - 0.25)


@category(
    "laundry hamper",
    size=((0.34, 0.46), (0.34, 0.55), (0.5, 0.72)),
    mass=(1.0, 4.0),
    variants=("round", "square", "tapered"),
    parts={
        "basket": PartSpec(
            ("fabric", "plastic", "wood"), ANY, ("wicker", "plain", "striped", "checked", "dotted")
        ),
        "handles": PartSpec(("fabric", "plastic", "metal", "leather"), ANY),
        "laundry": PartSpec(("fabric",), ANY, ("plain", "striped", "checked", "dotted", "floral")),
    },
    rooms={"bathroom": 0.8, "bedroom": 0.5},
    on={"floor": 1.0},
    place="wall",
    states=("full",),
    synonyms=("clothes hamper", "laundry bin"),
    tags=("furniture",),
)
def laundry_hamper(s: Shape, f: Form) -> None:
    """A tall basket; when full, clothes heap up to its handles."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    rim = 0.9 * z
    sides = 16 if f.variant == "round" else 4 if f.variant == "square" else 8
    foot = 0.72 if f.variant == "tapered" else 0.98
    profile = (
        (foot, 0.0),
        (1.0, 0.94 * rim),
        (1.0, rim),
        (0.94, rim),
        (foot - 0.06, 0.02),
        (0.0, 0.02),
    )
    s.lathe("basket", (0, 0, 0), [(r * x, h) for r, h in profile], sides=sides, stretch=y / x)
    for side in (-1, 1):
        edge = side * 0.965 * y
        for end in (-0.3 * x, 0.3 * x):
            strut(s, "handles", (end, edge, rim - 0.08), (end, edge, z), 0.025, 0.012)
        s.box("handles", (-0.3 * x, edge - 0.006, z - 0.025), (0.3 * x, edge + 0.006, z))
    if f.has("full"):
        heap = ((0.9, 0.85 * rim), (0.85, 0.97 * rim), (0.55, 0.97 * z), (0.2, 0.99 * z))
        s.lathe("laundry", (0, 0, 0), [(r * x, h) for r, h in heap], sides=sides, stretch=y / x)
        s.ellipsoid(
            "laundry", (0.35 * x, -0.3 * y, 0.93 * z), (0.3 * x, 0.4 * y, 0.06 * z), sides=8, rows=4
        )
    else:
        s.surface("inside", (-0.4 * x, -0.4 * y), (0.4 * x, 0.4 * y), 0.02, clearance=rim)
