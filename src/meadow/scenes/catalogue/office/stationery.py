"""Books and the things of a desk."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import (
    DESK_TOPS,
    PLASTICS,
    STEEL,
    TABLE_TOPS,
    hinged,
    lid,
    print_front,
    print_top,
    ring,
    small,
    vessel,
)
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape

stationery = functools.partial(
    small,
    rooms={"office": 1.0, "living room": 0.3, "bedroom": 0.3},
    on=DESK_TOPS,
    inside={"desk": 1.0, "dresser": 0.2, "night stand": 0.2, "cabinet": 0.2},
    tags=("stationery",),
)

PAGES = PartSpec(("paper",), ("cream", "white", "beige"))
READING = {
    **TABLE_TOPS,
    "night stand": 0.8,
    "shelf": 0.8,
    "bookshelf": 1.0,
    "tv stand": 0.3,
    "sofa": 0.3,
    "bed": 0.3,
}


def volume(s: Shape, f: Form, *, overhang: float, board: float) -> None:
    """A bound book that lies face up, its spine to the right of its reader; it opens in the middle.

    ``overhang`` is how far the covers stand out over the pages, ``board`` how thick they are.
    """
    x, y, z = f.size
    opened = 180.0 * f.openness
    half, spine = z / 2, (0.0, -y / 2, z / 2)
    pages = (y - overhang, x - 2 * overhang, half - board)
    s.box("cover", (-x / 2, -y / 2, 0), (x / 2, y / 2, board))
    lid(s, "pages", (0, -y / 2, board), pages, 0.0, direction=90)
    lid(s, "pages", spine, pages, opened, direction=90)
    lid(s, "cover", spine, (y, x, board), opened, direction=90, rise=half - board)
    place = hinged(spine, opened, 90)
    # In the leaf's frame X runs away from the spine and Y to the back of the book.
    edge, top = x / 2 - 0.01, half + 0.0005
    corners = [(0.01, -edge), (y - 0.01, -edge), (y - 0.01, edge), (0.01, edge)]
    s.panel("cover", *(place(u, v, top) for u, v in corners), printed=True)
    if f.openness == 0.0:
        s.box("cover", (-x / 2, -y / 2 - 0.0005, 0), (x / 2, -y / 2 + 0.002, z))


@category(
    "book",
    size=((0.18, 0.26), (0.13, 0.19), (0.018, 0.05)),
    mass=(0.2, 1.2),
    variants=("hardcover", "paperback", "with bookmark"),
    parts={
        "cover": PartSpec(
            ("paper", "fabric", "leather"),
            ANY,
            ("printed", "plain", "striped"),
            images=("book-cover", "mountain", "boat", "rocket", "cat", "moon"),
            texts=("NOVEL", "ATLAS", "POEMS", "HISTORY", "COOKBOOK", "ART"),
        ),
        "pages": PAGES,
        "ribbon": PartSpec(("fabric",), ("red", "gold", "blue", "green")),
    },
    rooms={"living room": 1.0, "bedroom": 1.0, "office": 1.0, "hallway": 0.1, "dining room": 0.1},
    on=READING,
    inside={"night stand": 0.5, "desk": 0.4, "cabinet": 0.3, "chest": 0.2},
    openable=True,
    synonyms=("novel", "hardback", "textbook"),
    tags=("pickupable", "stationery"),
)
def book(s: Shape, f: Form) -> None:
    overhang, board = (0.0, 0.001) if f.variant == "paperback" else (0.005, 0.003)
    volume(s, f, overhang=overhang, board=board)
    if f.variant == "with bookmark":
        x, _, z = f.size
        s.box("ribbon", (x / 2 - 0.006, 0.0, z / 2 - 0.001), (x / 2, 0.008, z / 2))
        s.box("ribbon", (x / 2 - 0.001, 0.0, 0.0), (x / 2, 0.008, z / 2))


@category(
    "notebook",
    size=((0.18, 0.25), (0.13, 0.19), (0.01, 0.022)),
    mass=(0.1, 0.5),
    variants=("bound", "spiral", "elastic band"),
    parts={
        "cover": PartSpec(
            ("paper", "leather", "plastic"),
            ANY,
            ("plain", "printed", "striped", "dotted", "floral"),
            texts=("NOTES", "DIARY", "IDEAS"),
            images=("star", "heart"),
        ),
        "pages": PAGES,
        "binding": PartSpec(("metal", "fabric", "plastic"), ("black", "silver", "red", "white")),
    },
    rooms={"office": 1.0, "bedroom": 0.5, "living room": 0.4},
    on={**DESK_TOPS, "night stand": 0.4},
    inside={"desk": 1.0, "night stand": 0.3},
    openable=True,
    synonyms=("notepad", "journal", "diary", "exercise book"),
    tags=("pickupable", "stationery"),
)
def notebook(s: Shape, f: Form) -> None:
    x, y, z = f.size
    volume(s, f, overhang=0.001, board=0.0015)
    if f.variant == "spiral":
        for k in range(7):
            u = (k - 3) / 3.5 * x / 2
            s.box("binding", (u - 0.004, -y / 2, 0), (u + 0.004, -y / 2 + 0.008, z))
    elif f.variant == "elastic band" and f.openness == 0.0:
        s.box("binding", (-x / 2, 0.36 * y, 0), (x / 2, 0.39 * y, z))


@stationery(
    "pen",
    size=((0.13, 0.15), (0.013, 0.018), (0.01, 0.013)),
    mass=(0.008, 0.03),
    variants=("capped", "click", "fountain"),
    parts={
        "barrel": PartSpec(("plastic", "metal"), PLASTICS),
        "tip": PartSpec(("metal", "plastic"), ("silver", "black", "gold", "blue", "red")),
    },
    synonyms=("ballpoint pen", "biro", "ballpoint", "marker"),
)
def pen(s: Shape, f: Form) -> None:
    body = 0.5 if f.variant == "capped" else 0.7
    s.cylinder("barrel", (-1, 0, 0), 0.07, 1 + body, axis="x", sides=8)
    if f.variant == "capped":
        s.cylinder("tip", (0.3, 0, 0), 0.085, 0.65, axis="x", sides=8)
        s.box("tip", (-0.2, -0.02, 0.08), (0.9, 0.02, 0.11))
        return
    s.cylinder("tip", (body, 0, 0), 0.07, 0.3, top_radius=0.015, axis="x", sides=8)
    if f.variant == "click":
        s.cylinder("tip", (-1.12, 0, 0), 0.035, 0.12, axis="x", sides=6)
    else:
        s.cylinder("tip", (-0.2, 0, 0), 0.08, 0.08, axis="x", sides=8)
    s.box("tip", (-1.0, -0.02, 0.07), (-0.4, 0.02, 0.105))


@stationery(
    "pencil",
    size=((0.12, 0.18), (0.008, 0.011), (0.008, 0.01)),
    mass=(0.004, 0.01),
    variants=("with eraser", "plain", "crayon"),
    parts={
        "shaft": PartSpec(
            ("wood",), ("yellow", "red", "blue", "green", "black", "orange", "purple")
        ),
        "lead": PartSpec(("stone",), ("black", "grey", "red", "blue")),
        "wood": PartSpec(("wood",), ("beige", "tan")),
        "eraser": PartSpec(("rubber",), ("pink", "white", "red")),
    },
    synonyms=("crayon", "colouring pencil"),
)
def pencil(s: Shape, f: Form) -> None:
    thick = 0.07 if f.variant == "crayon" else 0.05
    s.cylinder("shaft", (-1, 0, 0), thick, 1.7, axis="x", sides=6)
    s.cylinder("wood", (0.7, 0, 0), thick, 0.22, top_radius=0.4 * thick, axis="x", sides=6)
    s.cylinder("lead", (0.92, 0, 0), 0.4 * thick, 0.08, top_radius=0.05 * thick, axis="x", sides=6)
    if f.variant == "with eraser":
        s.cylinder("eraser", (-1.15, 0, 0), 0.9 * thick, 0.15, axis="x", sides=6)


@stationery(
    "pencil cup",
    size=((0.08, 0.1), (0.08, 0.1), (0.16, 0.22)),
    mass=(0.15, 0.5),
    variants=("round", "square", "tapered"),
    parts={
        "cup": PartSpec(
            ("plastic", "metal", "ceramic", "wood", "leather"), ANY, ("plain", "striped", "dotted")
        ),
        "pens": PartSpec(("plastic", "wood"), ("red", "blue", "yellow", "black", "green")),
        "tips": PartSpec(("plastic",), ("black", "silver", "orange", "white")),
    },
    on={"desk": 1.0, "shelf": 0.2},
    synonyms=("pen holder", "pencil holder", "pen cup"),
)
def pencil_cup(s: Shape, f: Form) -> None:
    sides = {"round": 12, "square": 4, "tapered": 8}[f.variant]
    vessel(s, "cup", [(0.35 if f.variant == "tapered" else 0.5, 0), (0.5, 1.1)], 0.05, sides=sides)
    for k, length in enumerate((1.0, 1.15, 0.9, 1.05)):
        a = math.pi / 2 * k + 0.5
        x, y = 0.38 * math.cos(a), 0.38 * math.sin(a)
        top = (1.15 * x, 1.15 * y, 0.8 * length + 1.0)
        s.rod("pens", (0.3 * x, 0.3 * y, 0.1), top, 0.06, sides=4)
        s.rod(
            "tips", top, (1.22 * x, 1.22 * y, 0.8 * length + 1.15), 0.06, end_radius=0.01, sides=4
        )


@stationery(
    "stapler",
    size=((0.12, 0.16), (0.032, 0.042), (0.05, 0.07)),
    mass=(0.15, 0.4),
    variants=("curved", "straight", "mini"),
    parts={
        "top": PartSpec(("plastic", "metal"), PLASTICS),
        "base": PartSpec(("metal", "plastic"), ("black", "grey", "silver")),
    },
)
def stapler(s: Shape, f: Form) -> None:
    s.box("base", (-1, -0.26, 0), (1, 0.26, 0.14))
    s.box("base", (-0.95, -0.2, 0.3), (0.95, 0.2, 0.42))
    arm = {
        "curved": [(-1, 0.42), (0.95, 0.42), (0.95, 0.55), (0.4, 0.78), (-0.4, 0.85), (-0.95, 0.7)],
        "straight": [(-1, 0.42), (0.95, 0.42), (0.95, 0.75), (-1, 0.7)],
        "mini": [(-0.9, 0.42), (0.9, 0.42), (1.0, 0.62), (0.7, 0.95), (-0.4, 0.7)],
    }[f.variant]
    s.prism("top", arm, -0.24, 0.24, axis="y")
    s.box("base", (-1, -0.24, 0.1), (-0.7, 0.24, 0.5))


@stationery(
    "tape dispenser",
    size=((0.12, 0.16), (0.05, 0.065), (0.07, 0.09)),
    mass=(0.2, 0.7),
    variants=("desktop", "rounded", "roll"),
    parts={
        "body": PartSpec(("plastic", "metal"), PLASTICS),
        "tape": PartSpec(("plastic",), ("cream", "beige", "white", "tan")),
        "blade": STEEL,
    },
    synonyms=("tape", "sticky tape", "adhesive tape"),
)
def tape_dispenser(s: Shape, f: Form) -> None:
    if f.variant == "desktop":
        side = [(-1, 0), (1, 0), (1, 0.4), (0.9, 0.75), (0.75, 0.75), (0.3, 0.35), (-0.9, 0.4)]
    elif f.variant == "rounded":
        side = [(-1, 0), (1, 0), (1, 0.6), (0.7, 0.6), (0.3, 0.3), (-0.7, 0.6), (-1, 0.4)]
    else:
        side = [(-0.9, 0), (0.9, 0), (1, 0.2), (1, 0.5), (0.85, 0.5), (0.7, 0.2), (-0.9, 0.2)]
    s.prism("body", side, -0.4, 0.4, axis="y")
    s.cylinder("tape", (-0.3, -0.3, 0.62), 0.5, 0.6, axis="y", sides=12)
    s.cylinder("body", (-0.3, -0.34, 0.62), 0.26, 0.68, axis="y", sides=8)
    s.box("blade", (0.85, -0.32, side[3][1] - 0.02), (1.02, 0.32, side[3][1] + 0.04))


@stationery(
    "calculator",
    size=((0.13, 0.17), (0.08, 0.11), (0.012, 0.03)),
    mass=(0.08, 0.25),
    variants=("pocket", "desk", "big-keyed"),
    parts={
        "case": PartSpec(("plastic", "metal"), ("black", "grey", "white", "blue", "pink")),
        "display": PartSpec(
            ("glass", "plastic"),
            ("olive", "green", "grey"),
            ("printed", "plain"),
            texts=("12345", "3.1416", "0"),
        ),
        "keys": PartSpec(("plastic", "rubber"), ("grey", "white", "orange", "black")),
    },
)
def calculator(s: Shape, f: Form) -> None:
    """The display is at the back, towards -X; a desk one rises there."""
    rise = 0.35 if f.variant == "desk" else 0.0
    s.prism("case", [(1, 0), (1, 0.2), (-1, 0.2 + rise), (-1, 0)], -0.62, 0.62, axis="y")

    def top(x: float) -> float:
        return 0.2 + rise * (1 - x) / 2

    a, b = -0.85, -0.45
    corners = [
        (b, -0.5, top(b) + 0.01),
        (b, 0.5, top(b) + 0.01),
        (a, 0.5, top(a) + 0.01),
        (a, -0.5, top(a) + 0.01),
    ]
    s.panel("display", *corners, printed=True)
    rows, columns = (3, 3) if f.variant == "big-keyed" else (4, 4)
    pitch_x, pitch_y = 1.2 / rows, 1.0 / columns
    for i in range(rows):
        for k in range(columns):
            x, y = -0.3 + pitch_x * i, -0.5 + pitch_y * k
            s.box(
                "keys",
                (x, y, top(x + pitch_x) - 0.05),
                (x + 0.75 * pitch_x, y + 0.75 * pitch_y, top(x) + 0.05),
            )


@stationery(
    "envelope",
    size=((0.11, 0.13), (0.2, 0.24), (0.004, 0.008)),
    mass=(0.01, 0.05),
    variants=("closed", "windowed", "sealed"),
    parts={
        "paper": PartSpec(("paper",), ("white", "cream", "brown", "beige", "pink", "blue")),
        "flap": PartSpec(("paper",), ("cream", "grey", "tan")),
        "stamp": PartSpec(("paper",), ("red", "blue", "green", "purple")),
    },
    rooms={"office": 1.0, "hallway": 0.8, "living room": 0.3},
    on={
        "desk": 1.0,
        "console table": 0.8,
        "side table": 0.3,
        "coffee table": 0.2,
        "dining table": 0.2,
    },
    synonyms=("letter", "mail"),
)
def envelope(s: Shape, f: Form) -> None:
    s.box("paper", (-0.55, -1, 0), (0.55, 1, 0.03))
    if f.variant == "windowed":
        s.box("flap", (0.0, -0.8, 0.03), (0.3, 0.1, 0.04))
        s.box("stamp", (-0.48, 0.7, 0.03), (-0.2, 0.92, 0.04))
        return
    s.prism("flap", [(-0.55, -1), (-0.55, 1), (0.1, 0)], 0.03, 0.04)
    if f.variant == "sealed":
        s.cylinder("stamp", (0.05, 0, 0.03), 0.12, 0.03, sides=8)
    else:
        s.prism("stamp", [(-0.5, -0.9), (-0.5, 0.9), (-0.48, 0.9), (-0.48, -0.9)], 0.04, 0.045)


def sheets(s: Shape, part: str, x: float, y: float, height: float, count: int) -> None:
    """A loose pile of paper, each sheet a little off the one below."""
    for k in range(count):
        shift = 0.03 * (k % 2) - 0.015
        low, high = height * k / count, height * (k + 1) / count
        s.box(part, (-x + shift, -y - shift, low), (x + shift, y - shift, high))


@stationery(
    "newspaper",
    size=((0.28, 0.36), (0.24, 0.3), (0.01, 0.02)),
    mass=(0.1, 0.3),
    variants=("flat", "folded over", "rolled"),
    parts={
        "paper": PartSpec(
            ("paper",),
            ("white", "grey", "cream"),
            ("printed",),
            texts=("NEWS", "DAILY", "TIMES", "HERALD"),
        ),
        "band": PartSpec(("rubber",), ("red", "blue", "brown")),
    },
    rooms={"living room": 1.0, "dining room": 0.5, "hallway": 0.3, "kitchen": 0.3},
    on={
        "coffee table": 1.0,
        "dining table": 0.6,
        "side table": 0.4,
        "sofa": 0.4,
        "console table": 0.3,
    },
    inside={"cabinet": 0.1},
    synonyms=("paper", "daily paper"),
)
def newspaper(s: Shape, f: Form) -> None:
    if f.variant == "rolled":
        for k in range(3):
            s.cylinder("paper", (-1, 0.32 * (k - 1), 0.16), 0.17, 2, axis="x", sides=8)
        s.box("band", (-0.05, -0.52, 0), (0.05, 0.52, 0.34))
        return
    sheets(s, "paper", 1.0, 0.8, 0.06, 3)
    top = 0.06
    if f.variant == "folded over":
        s.rod("paper", (-0.98, 0.76, 0.05), (0.98, 0.76, 0.05), 0.05, sides=6)
        top = 0.1
        s.box("paper", (-0.98, -0.1, 0.06), (0.98, 0.76, top))
    print_top(s, "paper", top + 0.002, (-0.94, 0.94), (-0.06 if top > 0.06 else -0.76, 0.72))


@stationery(
    "magazine",
    size=((0.26, 0.3), (0.2, 0.23), (0.006, 0.012)),
    mass=(0.15, 0.4),
    variants=("flat", "stack", "fanned"),
    parts={
        "cover": PartSpec(
            ("paper",),
            ANY,
            ("printed", "plain"),
            texts=("STYLE", "HOME", "SPORT", "TRAVEL"),
            images=("face", "mountain", "flower"),
        ),
        "pages": PAGES,
    },
    rooms={"living room": 1.0, "bedroom": 0.4, "bathroom": 0.2, "office": 0.2},
    on={"coffee table": 1.0, "side table": 0.6, "sofa": 0.4, "shelf": 0.3, "night stand": 0.3},
    inside={"cabinet": 0.1},
    synonyms=("glossy magazine", "comic"),
)
def magazine(s: Shape, f: Form) -> None:
    if f.variant == "flat":
        s.box("pages", (-0.99, -0.79, 0), (0.99, 0.79, 0.03))
    else:
        sheets(s, "pages", 0.98, 0.78, 0.08, 4)
    base = 0.03 if f.variant == "flat" else 0.08
    shift = 0.12 if f.variant == "fanned" else 0.0
    s.box("cover", (-1 + shift, -0.8 + shift, base), (1 + shift, 0.8 + shift, base + 0.012))
    print_top(
        s, "cover", base + 0.014, (-0.97 + shift, 0.97 + shift), (-0.78 + shift, 0.78 + shift)
    )


@stationery(
    "binder",
    size=((0.05, 0.08), (0.26, 0.29), (0.29, 0.32)),
    mass=(0.4, 1.8),
    variants=("ring", "box file", "slim"),
    parts={
        "cover": PartSpec(
            ("plastic", "paper"),
            PLASTICS,
            ("plain", "striped", "printed"),
            texts=("TAX", "2024", "PHOTOS"),
        ),
        "pages": PAGES,
        "label": PartSpec(("paper",), ("white", "cream", "yellow")),
        "ring": STEEL,
    },
    on={"desk": 0.7, "shelf": 1.0, "bookshelf": 1.0},
    inside={"filing cabinet": 1.0, "cabinet": 0.5, "desk": 0.3},
    synonyms=("folder", "ring binder", "file"),
)
def binder(s: Shape, f: Form) -> None:
    """Stands upright, its cover to the front and its labelled spine to the right."""
    if f.variant == "box file":
        s.box("cover", (-0.25, -1, 0), (0.25, 1, 2.2))
        s.box("pages", (-0.2, 0.9, 0.1), (0.2, 1.01, 2.1))
    else:
        for x in (-0.25, 0.21):
            s.box("cover", (x, -1, 0), (x + 0.04, 1, 2.2))
        s.box("cover", (-0.25, -1, 0), (0.25, -0.96, 2.2))
        s.box("pages", (-0.18, -0.9, 0.05), (0.1 if f.variant == "slim" else 0.18, 0.94, 2.1))
    if f.variant == "ring":
        ring(s, "ring", (0, -1.0, 0.5), 0.13, 0.03, axis="y", sides=8)
    s.box("label", (-0.15, -1.02, 1.1), (0.15, -1, 1.9))
    print_front(s, "cover", 0.255, (-0.6, 0.6), (0.8, 1.8))


@stationery(
    "ruler",
    size=((0.028, 0.038), (0.28, 0.34), (0.003, 0.005)),
    mass=(0.02, 0.06),
    variants=("straight", "bevelled", "set square"),
    parts={
        "ruler": PartSpec(
            ("plastic", "wood", "metal"), ("yellow", "tan", "silver", "turquoise", "red", "green")
        ),
        "marks": PartSpec(("plastic",), ("black", "red", "blue")),
    },
    synonyms=("measuring stick",),
)
def ruler(s: Shape, f: Form) -> None:
    if f.variant == "set square":
        s.prism("ruler", [(0.12, -1), (0.12, 1), (-0.12, -0.7)], 0, 0.025)
    elif f.variant == "bevelled":
        s.prism(
            "ruler",
            [(-0.12, 0), (0.12, 0), (0.12, 0.008), (0.02, 0.025), (-0.12, 0.025)],
            -1,
            1,
            axis="y",
        )
    else:
        s.box("ruler", (-0.12, -1, 0), (0.12, 1, 0.025))
    for k in range(11):
        y = -0.95 + 0.19 * k
        s.box("marks", (0.05 if k % 2 else 0.02, y, 0.02), (0.11, y + 0.02, 0.03))
