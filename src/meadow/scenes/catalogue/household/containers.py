"""Boxes, bags and baskets that hold other things."""

from __future__ import annotations

import functools
import math

from meadow.scenes.catalogue.pieces import (
    PAINTS,
    SIDES,
    frame,
    handle,
    hinged,
    horn,
    lid,
    print_front,
    ring,
    rounded,
    small,
    tray,
    vessel,
)
from meadow.scenes.catalogue.spec import ANY, WOODS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

container = functools.partial(small, inside={"wardrobe": 0.4, "cabinet": 0.3}, tags=("container",))
ANYWHERE = {"living room": 0.6, "bedroom": 1.0, "hallway": 0.5, "office": 0.8}
WEAVE = PartSpec(
    ("organic", "wood"), ("tan", "brown", "beige", "white", "grey", "black"), ("wicker", "plain")
)


def inner(s: Shape, x: float, y: float, z: float, clearance: float, *, enclosed: bool) -> None:
    """The floor of a container of half sizes x, y, where things can lie."""
    name = "inside"
    s.surface(name, (-x, -y), (x, y), z, clearance=clearance, enclosed=enclosed)


@category(
    "box",
    size=((0.26, 0.42), (0.32, 0.52), (0.2, 0.38)),
    mass=(0.3, 1.5),
    variants=("taped", "labelled", "with grips"),
    parts={
        "box": PartSpec(
            ("paper",),
            ("tan", "brown", "beige", "white", "grey"),
            ("plain", "printed"),
            texts=("FRAGILE", "BOOKS", "KITCHEN", "TOYS"),
        ),
        "flaps": PartSpec(("paper",), ("tan", "brown", "beige", "white")),
        "tape": PartSpec(("plastic", "paper"), ("brown", "beige", "red", "white")),
    },
    rooms={"hallway": 1.0, "office": 0.6, "bedroom": 0.5, "living room": 0.4},
    on={"floor": 1.0, "shelf": 0.4, "desk": 0.2, "bed": 0.2, "dining table": 0.2},
    inside={"wardrobe": 0.3},
    openable=True,
    synonyms=("cardboard box", "carton", "moving box", "package"),
    plural="boxes",
    tags=("pickupable", "container"),
)
def box(s: Shape, f: Form) -> None:
    """Four flaps close it; they swing out and hang down when it opens."""
    x, y, z = f.size
    wall, flap = 0.004, 0.006
    body = z - flap
    # Print and tape lie on the walls, inside the box of its size.
    skin = 0.002
    tray(s, "box", (-x / 2 + skin, -y / 2 + skin, 0), (x / 2 - skin, y / 2 - skin, body), wall)
    inner(s, x / 2 - 0.02, y / 2 - 0.02, wall, body - 0.01, enclosed=True)
    print_front(s, "box", x / 2 - skin / 2, (-0.42 * y, 0.42 * y), (0.12 * z, 0.88 * z))
    opened = 200.0 * f.openness
    short, long = 0.49 * min(x, y), 0.5 * y
    for direction, start, reach, width, rise in (
        (0, (-x / 2, 0.0), min(short, x / 2), y, 0.0),
        (180, (x / 2, 0.0), min(short, x / 2), y, 0.0),
        (90, (0.0, -y / 2), long, x, flap / 2),
        (270, (0.0, y / 2), long, x, flap / 2),
    ):
        hinge = (*start, body)
        lid(s, "flaps", hinge, (reach, width, flap / 2), opened, direction=direction, rise=rise)
    edge = y / 2 - skin
    if f.variant == "with grips":
        for v in (-y / 2, edge):
            s.box("tape", (-0.12 * x, v, 0.7 * z), (0.12 * x, v + skin, 0.78 * z))
    elif f.variant == "labelled":
        s.box("tape", (0.1 * x, edge, 0.25 * z), (0.4 * x, y / 2, 0.6 * z))
    else:
        for u in (-x / 2, x / 2 - skin):
            s.box("tape", (u, -0.03, 0.75 * z), (u + skin, 0.03, body))


@container(
    "basket",
    size=((0.26, 0.36), (0.32, 0.44), (0.2, 0.3)),
    mass=(0.4, 1.5),
    variants=("bow handle", "round", "rectangular"),
    parts={
        "basket": WEAVE,
        "handle": PartSpec(("organic", "wood", "leather"), ("brown", "tan", "black")),
        "rim": PartSpec(("organic", "wood", "fabric"), ("brown", "tan", "white", "beige")),
    },
    rooms={**ANYWHERE, "bathroom": 0.5, "kitchen": 0.4},
    on={"floor": 1.0, "shelf": 0.6, "dining table": 0.2, "counter": 0.2},
    synonyms=("wicker basket", "woven basket"),
)
def basket(s: Shape, f: Form) -> None:
    if f.variant == "rectangular":
        tray(s, "basket", (-0.72, -1, 0), (0.72, 1, 0.9), 0.05)
        frame(s, "rim", (-0.76, -1.04, 0.86), (0.76, 1.04, 0.98), 0.1)
        inner(s, 0.6, 0.85, 0.05, math.inf, enclosed=False)
        for side in (-1, 1):
            handle(s, "handle", (0, 1.0 * side, 0.9), (0.2, 0.25), 0.035, angles=(0, 180), steps=4)
        return
    vessel(s, "basket", [(0.6, 0), (0.75, 0.8)], 0.04, stretch=1.3)
    s.lathe(
        "rim",
        (0, 0, 0.76),
        [(0.78, 0), (0.78, 0.08), (0.7, 0.08)],
        stretch=1.3,
        top=False,
        bottom=False,
    )
    inner(s, 0.4, 0.5, 0.04, math.inf, enclosed=False)
    if f.variant == "bow handle":
        handle(s, "handle", (0, 0, 0.75), (0.95, 0.75), 0.045, angles=(0, 180), steps=7, axis="x")
    else:
        for side in (-1, 1):
            handle(s, "handle", (0, 0.96 * side, 0.78), (0.2, 0.22), 0.04, angles=(0, 180), steps=3)


@container(
    "storage bin",
    size=((0.28, 0.4), (0.38, 0.55), (0.22, 0.34)),
    mass=(0.6, 2.0),
    variants=("tapered", "handled", "fabric cube"),
    parts={
        "bin": PartSpec(
            ("plastic", "fabric", "metal"), ANY, ("plain", "striped", "dotted", "zigzag")
        ),
        "rim": PartSpec(("plastic", "fabric"), ANY),
        "grips": PartSpec(("plastic", "fabric", "leather"), ("white", "black", "grey", "brown")),
    },
    rooms={**ANYWHERE, "bathroom": 0.4},
    on={"floor": 1.0, "shelf": 0.8},
    synonyms=("storage box", "toy bin"),
)
def storage_bin(s: Shape, f: Form) -> None:
    if f.variant == "tapered":
        vessel(s, "bin", [(0.6, 0), (0.72, 0.95)], 0.03, sides=4, stretch=1.3)
    else:
        tray(s, "bin", (-0.72, -0.94, 0), (0.72, 0.94, 0.95), 0.03)
    if f.variant == "fabric cube":
        s.box("grips", (0.72, -0.2, 0.6), (0.75, 0.2, 0.72))
    else:
        frame(s, "rim", (-0.76, -0.98, 0.9), (0.76, 0.98, 1.0), 0.07)
        for side in (-1, 1):
            s.box("grips", (-0.25, 0.98 * side - 0.06, 0.82), (0.25, 0.98 * side + 0.06, 0.92))
    inner(s, 0.5, 0.65, 0.03, math.inf, enclosed=False)


@container(
    "tissue box",
    size=((0.11, 0.14), (0.2, 0.25), (0.1, 0.15)),
    mass=(0.1, 0.3),
    variants=("flat", "cube", "oval"),
    parts={
        "box": PartSpec(
            ("paper", "plastic", "wood"), ANY, ("plain", "floral", "striped", "dotted", "zigzag")
        ),
        "tissue": PartSpec(("paper",), ("white", "cream")),
        "slot": PartSpec(("plastic",), ("grey", "black")),
    },
    rooms={"bathroom": 1.0, "bedroom": 1.0, "living room": 0.8, "office": 0.4},
    on={
        "night stand": 1.0,
        "coffee table": 0.8,
        "desk": 0.6,
        "sink": 0.5,
        "side table": 0.6,
        "dresser": 0.5,
    },
    synonyms=("box of tissues", "tissues", "kleenex"),
    plural="tissue boxes",
)
def tissue_box(s: Shape, f: Form) -> None:
    outline = {
        "flat": rounded(0.55, 1, 0.02),
        "cube": rounded(0.55, 0.6, 0.1),
        "oval": rounded(0.55, 1, 0.35),
    }[f.variant]
    top = 0.9 if f.variant == "cube" else 0.6
    s.prism("box", outline, 0, top)
    s.prism("slot", [(0.16, -0.4), (0.16, 0.4), (-0.16, 0.4), (-0.16, -0.4)], top, top + 0.01)
    for x0, y0, x1, y1, high in (
        (0.05, -0.25, 0.18, -0.3, 0.35),
        (-0.05, -0.05, -0.15, 0.1, 0.45),
        (0.0, 0.12, 0.12, 0.3, 0.3),
    ):
        low = [(-0.04, y0 - 0.1, top), (0.06, y0 + 0.2, top)]
        high_edge = [(x1, y1 + 0.2, top + high), (x0 + x1 - 0.1, y1 - 0.1, top + 0.9 * high)]
        s.panel("tissue", low[0], low[1], high_edge[0], high_edge[0], two_sided=True)
        s.panel("tissue", low[0], high_edge[0], high_edge[1], high_edge[1], two_sided=True)


@category(
    "gift box",
    size=((0.16, 0.28), (0.16, 0.28), (0.16, 0.26)),
    mass=(0.2, 1.5),
    variants=("bow", "ribbon", "tall lid"),
    parts={
        "box": PartSpec(
            ("paper",), ANY, ("plain", "striped", "dotted", "checked", "floral", "zigzag")
        ),
        "ribbon": PartSpec(
            ("fabric",), ("red", "gold", "silver", "white", "green", "blue", "pink")
        ),
        "lid": PartSpec(("paper",), ANY),
    },
    rooms={"living room": 1.0, "bedroom": 0.5, "dining room": 0.3},
    on={
        "coffee table": 1.0,
        "dining table": 0.5,
        "shelf": 0.4,
        "side table": 0.4,
        "bed": 0.3,
        "floor": 0.3,
    },
    inside={"wardrobe": 0.3},
    openable=True,
    synonyms=("present", "gift", "wrapped present"),
    plural="gift boxes",
    tags=("pickupable", "container"),
)
def gift_box(s: Shape, f: Form) -> None:
    """The lid tilts back with its bow."""
    x, y, z = f.size
    split = (0.5 if f.variant == "tall lid" else 0.65) * z
    top = 0.8 * z
    edge = 0.004
    tray(s, "box", (-x / 2 + edge, -y / 2 + edge, 0), (x / 2 - edge, y / 2 - edge, split), 0.004)
    inner(s, x / 2 - 0.02, y / 2 - 0.02, 0.004, split - 0.01, enclosed=True)
    hinge, opened = (-x / 2, 0.0, split), 110.0 * f.openness
    lid(s, "lid", hinge, (x, y, top - split), opened)
    for low, high in (((0.44, -0.5), (0.56, 0.5)), ((0.0, -0.06), (1.0, 0.06))):
        _band(s, hinge, opened, (low[0] * x, low[1] * y), (high[0] * x, high[1] * y), top - split)
    for side in (-1, 1):
        u, v = side * (x / 2 - edge), side * (y / 2 - edge)
        near, far = sorted((v, v + side * edge / 2))
        s.box("ribbon", (-0.06 * x, near, 0), (0.06 * x, far, split))
        near, far = sorted((u, u + side * edge / 2))
        s.box("ribbon", (near, -0.06 * y, 0), (far, 0.06 * y, split))
    place, rise = hinged(hinge, opened), z - split
    base, puff = top - split + 0.002, 0.07 * z
    loops = 2 if f.variant == "ribbon" else 4
    for k in range(loops):
        a = 2 * math.pi * (k + 0.5) / loops
        peak = place(x / 2 + 0.3 * x * math.cos(a), 0.3 * y * math.sin(a), rise - puff)
        s.rod("ribbon", place(x / 2, 0.0, base), peak, 0.2 * puff, end_radius=puff, sides=4)
    s.rod("ribbon", place(x / 2, 0, base), place(x / 2, 0, rise), 0.018, sides=6)


def _band(
    s: Shape, hinge: tuple[float, float, float], opened: float, low: Point, high: Point, z: float
) -> None:
    """A ribbon over the lid, in the lid's frame."""
    place = hinged(hinge, opened)
    corners = [place(low[0], low[1], z + 0.002), place(high[0], low[1], z + 0.002)]
    corners += [place(high[0], high[1], z + 0.002), place(low[0], high[1], z + 0.002)]
    s.panel("ribbon", *corners)


@container(
    "bag",
    size=((0.13, 0.18), (0.24, 0.32), (0.32, 0.42)),
    mass=(0.05, 1.5),
    variants=("flat handles", "rope handles", "folded top"),
    parts={
        "bag": PartSpec(
            ("paper", "fabric", "plastic"),
            ANY,
            ("plain", "printed", "striped", "dotted"),
            texts=("SHOP", "MARKET", "THANKS"),
            images=("heart", "flower"),
        ),
        "handles": PartSpec(("paper", "fabric"), ("brown", "white", "black", "red")),
    },
    rooms={"kitchen": 1.0, "hallway": 1.0, "bedroom": 0.3},
    on={"floor": 1.0, "counter": 0.7, "dining table": 0.5, "console table": 0.3, "chair": 0.2},
    synonyms=("paper bag", "shopping bag", "grocery bag", "tote bag"),
)
def bag(s: Shape, f: Form) -> None:
    if f.variant == "folded top":
        s.box("bag", (-0.25, -0.5, 0), (0.24, 0.5, 0.85), taper=(0.9, 1.0))
        s.prism(
            "bag", [(-0.22, 0.85), (0.22, 0.85), (0.05, 1.15), (-0.05, 1.15)], -0.5, 0.5, axis="y"
        )
        s.box("handles", (-0.07, -0.5, 1.08), (0.07, 0.5, 1.2))
        print_front(s, "bag", 0.25, (-0.4, 0.4), (0.1, 0.75))
        return
    tray(s, "bag", (-0.25, -0.5, 0), (0.245, 0.5, 1.0), 0.01)
    print_front(s, "bag", 0.25, (-0.4, 0.4), (0.15, 0.85))
    for x in (-0.24, 0.24):
        if f.variant == "rope handles":
            handle(
                s, "handles", (x, 0, 1.0), (0.2, 0.32), 0.018, angles=(0, 180), steps=5, axis="x"
            )
        else:
            for y in (-0.22, 0.14):
                s.box("handles", (x - 0.008, y, 0.85), (x + 0.008, y + 0.08, 1.25))
            s.box("handles", (x - 0.008, -0.22, 1.17), (x + 0.008, 0.22, 1.25))


@category(
    "jewelry box",
    size=((0.12, 0.18), (0.17, 0.25), (0.08, 0.13)),
    mass=(0.3, 1.2),
    variants=("footed", "domed", "inlaid"),
    parts={
        "box": PartSpec(
            ("wood", "leather", "metal", "fabric"),
            (*WOODS, "red", "pink", "purple", "navy", "gold"),
            ("plain", "floral"),
        ),
        "lining": PartSpec(("fabric",), ("red", "purple", "cream", "blue")),
        "clasp": PartSpec(("metal",), ("gold", "silver", "bronze")),
    },
    rooms={"bedroom": 1.0, "bathroom": 0.2},
    on={"dresser": 1.0, "night stand": 0.6, "shelf": 0.3},
    inside={"wardrobe": 0.2, "dresser": 0.3},
    openable=True,
    synonyms=("jewellery box", "trinket box"),
    plural="jewelry boxes",
    tags=("pickupable", "container"),
)
def jewelry_box(s: Shape, f: Form) -> None:
    x, y, z = f.size
    foot = 0.12 * z if f.variant == "footed" else 0.0
    split, front, wall = 0.65 * z, x / 2 - 0.005, 0.006
    tray(s, "box", (-x / 2, -y / 2, foot), (front, y / 2, split), wall)
    s.box(
        "lining",
        (-x / 2 + wall, -y / 2 + wall, foot + wall),
        (front - wall, y / 2 - wall, foot + wall + 0.004),
    )
    inner(
        s,
        x / 2 - 0.015,
        y / 2 - 0.01,
        foot + wall + 0.004,
        split - foot - wall - 0.01,
        enclosed=True,
    )
    for side in (-1, 1) if foot else ():
        for end in (-1, 1):
            u, v = side * (x / 2 - 0.02), end * (y / 2 - 0.015)
            s.box("clasp", (u - 0.01, v - 0.01, 0), (u + 0.01, v + 0.01, foot))
    hinge, opened, depth = (-x / 2, 0.0, split), 100.0 * f.openness, front + x / 2
    taper = (0.6, 0.8) if f.variant == "domed" else (0.94, 0.96)
    lid(s, "box", hinge, (depth, y, 0.98 * z - split), opened, taper=taper)
    lid(s, "lining", hinge, (0.9 * depth, 0.9 * y, 0.002), opened, rise=-0.002)
    if f.variant == "inlaid":
        lid(s, "clasp", hinge, (0.7 * depth, 0.3 * y, 0.02 * z), opened, rise=0.98 * z - split)
    else:
        lid(s, "clasp", hinge, (0.52 * depth, 0.06 * y, 0.02 * z), opened, rise=0.98 * z - split)
    s.box("clasp", (front, -0.02, split - 0.02), (x / 2, 0.02, split + 0.002))


@small(
    "plastic crate",
    size=((0.28, 0.40), (0.34, 0.55), (0.22, 0.32)),
    mass=(0.8, 2.5),
    variants=("milk crate", "slatted", "handled"),
    parts={"body": PartSpec(("plastic",), ("green", "blue", "red", "yellow", "black", "grey"))},
    on={"floor": 1.0, "desk": 0.1, "counter": 0.1},
    synonyms=("storage crate", "milk crate"),
)
def plastic_crate(s: Shape, f: Form) -> None:
    """An open box of slats and posts that one sees through."""
    x, y, z = f.size
    wall, floor = 0.018, 0.015
    s.box("body", (-x / 2, -y / 2, 0.0), (x / 2, y / 2, floor))
    posts = {"milk crate": 4, "slatted": 2, "handled": 2}[f.variant]
    bands = {
        "milk crate": ((0.0, 0.12), (0.40, 0.50), (0.84, 1.0)),
        "slatted": ((0.0, 0.14), (0.24, 0.40), (0.50, 0.66), (0.76, 1.0)),
        "handled": ((0.0, 0.52), (0.84, 1.0)),
    }[f.variant]
    for low, high in bands:
        z0, z1 = max(floor, low * z), high * z
        for side in SIDES:
            near, far = sorted((side * x / 2, side * (x / 2 - wall)))
            s.box("body", (near, -y / 2, z0), (far, y / 2, z1))
            near, far = sorted((side * y / 2, side * (y / 2 - wall)))
            s.box("body", (-x / 2 + wall, near, z0), (x / 2 - wall, far, z1))
    # Posts stand a hair inside the slats so that no two faces share a plane.
    inset, width = 0.002, 0.05 if f.variant == "handled" else 0.025
    for k in range(posts):
        t = -1 + 2 * k / (posts - 1)
        for side in SIDES:
            u, v = t * (x / 2 - inset - width / 2), side * (y / 2 - inset)
            s.box(
                "body",
                (u - width / 2, min(v, v - side * 0.013), floor),
                (u + width / 2, max(v, v - side * 0.013), z - inset),
            )
            u, v = side * (x / 2 - inset), t * (y / 2 - inset - width / 2)
            s.box(
                "body",
                (min(u, u - side * 0.013), v - width / 2, floor),
                (max(u, u - side * 0.013), v + width / 2, z - inset),
            )
    s.surface("inside", (-x / 2 + wall, -y / 2 + wall), (x / 2 - wall, y / 2 - wall), floor)


@small(
    "llama basket",
    size=((0.38, 0.52), (0.24, 0.34), (0.48, 0.64)),
    keep_aspect=True,
    mass=(0.8, 2.0),
    variants=("standing", "lying", "long neck"),
    parts={
        "body": PartSpec(("organic",), ("tan", "beige", "brown", "cream"), ("wicker",)),
        "face": PartSpec(("fabric",), ("cream", "white", "beige")),
        "eyes": PartSpec(("plastic",), ("black",)),
        "collar": PartSpec(("fabric",), PAINTS, ("zigzag", "striped", "plain")),
    },
    on={"floor": 1.0},
    synonyms=("llama wicker basket", "wicker llama", "llama shaped basket"),
)
def llama_basket(s: Shape, f: Form) -> None:
    """A woven tub for a body, with the legs, the long neck and the upright ears of a llama."""
    legs = 0.6 if f.variant == "lying" else 4.6
    rise = 9.2 if f.variant == "long neck" else 7.2
    tub = [(3.2, 0.0), (4.1, 2.2), (3.9, 4.8)]
    vessel(s, "body", tub, 0.35, sides=10, base=(-1.0, 0, legs), stretch=0.72)
    ring(s, "collar", (-1.0, 0, legs + 3.9), 4.0, 0.36, sides=10, rows=3, stretch=0.72)
    for x in (-3.0, 1.2):
        for y in (-1.4, 1.4):
            if f.variant == "lying":
                s.box("body", (x - 1.4, y - 0.6, 0.0), (x + 1.6, y + 0.6, 0.9))
            else:
                s.rod(
                    "body",
                    (x, y, 0.0),
                    (x, y, legs + 0.6),
                    0.62,
                    end_radius=0.8,
                    sides=5,
                    caps=False,
                )
    top = legs + 3.6 + rise
    horn(
        s,
        "body",
        [(1.9, 0, legs + 2.2), (3.0, 0, legs + 5.2), (3.4, 0, top)],
        [1.5, 1.15, 0.95],
        sides=8,
    )
    ring(s, "collar", (3.15, 0, legs + 5.9), 1.1, 0.32, sides=6, rows=3)
    s.ellipsoid("face", (3.7, 0, top + 0.3), (1.4, 1.1, 1.2), sides=6, rows=4)
    s.rod("face", (4.2, 0, top + 0.2), (6.2, 0, top - 0.3), 0.75, end_radius=0.6, sides=6)
    s.box("eyes", (6.1, -0.3, top - 0.2), (6.3, 0.3, top + 0.1))
    for side in SIDES:
        ear = [
            (3.1, side * 0.6, top + 1.0),
            (3.2, side * 0.9, top + 2.4),
            (3.5, side * 0.8, top + 3.5),
        ]
        horn(s, "body", ear, [0.35, 0.45, 0.08], sides=4)
        s.ellipsoid("eyes", (4.5, side * 0.85, top + 0.6), (0.36, 0.3, 0.36), sides=4, rows=2)
    s.ellipsoid("body", (-5.0, 0, legs + 3.6), (0.9, 0.6, 0.9), sides=5, rows=2)
    z = legs + 0.35
    s.surface("inside", (-3.0, -1.5), (1.0, 1.5), z)
