"""Tools for the workshop and the garden."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import (
    GRIP,
    PLASTICS,
    STEEL,
    handle,
    hinged,
    lid,
    print_front,
    ring,
    small,
    tray,
    vessel,
)
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

tool = functools.partial(
    small,
    rooms={"office": 0.4, "hallway": 0.3, "kitchen": 0.3, "living room": 0.1},
    on={
        "workbench": 2.0,
        "desk": 0.5,
        "shelf": 0.5,
        "counter": 0.3,
        "side table": 0.2,
        "dining table": 0.1,
    },
    inside={"cabinet": 0.5, "chest": 0.3, "desk": 0.2, "toolbox": 0.5},
    tags=("tool",),
)
BODY = PartSpec(
    ("plastic", "metal"), ("yellow", "red", "green", "blue", "orange", "black", "turquoise")
)


@tool(
    "hammer",
    size=((0.26, 0.33), (0.1, 0.13), (0.025, 0.035)),
    mass=(0.3, 0.9),
    variants=("claw", "mallet", "ball-peen"),
    parts={
        "handle": PartSpec(
            ("wood", "rubber", "plastic"), ("brown", "tan", "red", "yellow", "blue", "black")
        ),
        "head": STEEL,
    },
    synonyms=("claw hammer", "mallet"),
)
def hammer(s: Shape, f: Form) -> None:
    """Lies along X, its head to the front."""
    s.rod("handle", (-1, 0, 0.1), (0.85, 0, 0.1), 0.09, end_radius=0.06, sides=6)
    if f.variant == "mallet":
        s.box("head", (0.7, -0.45, -0.08), (1.05, 0.45, 0.28))
        return
    s.box("head", (0.75, -0.2, 0.0), (0.95, 0.15, 0.2))
    s.cylinder("head", (0.85, -0.42, 0.1), 0.13, 0.22, axis="y", sides=8)
    if f.variant == "claw":
        for z in (0.02, 0.13):
            s.prism("head", [(0.78, 0.15), (0.95, 0.15), (0.78, 0.48), (0.66, 0.52)], z, z + 0.05)
    else:
        s.ellipsoid("head", (0.85, 0.25, 0.1), (0.12, 0.15, 0.12), sides=8, rows=4)


@tool(
    "screwdriver",
    size=((0.18, 0.24), (0.028, 0.035), (0.028, 0.035)),
    mass=(0.05, 0.15),
    variants=("flat", "crosshead", "stubby"),
    parts={"handle": PartSpec(("plastic", "rubber", "wood"), PLASTICS), "blade": STEEL},
    synonyms=("screw driver",),
)
def screwdriver(s: Shape, f: Form) -> None:
    back = -0.5 if f.variant == "stubby" else -1.0
    grip: list[Point] = [(0.09, 0), (0.14, 0.15), (0.14, 0.6), (0.08, 0.75), (0.12, 0.85)]
    s.lathe("handle", (back, 0, 0), grip, axis="x", sides=6)
    s.rod("blade", (back + 0.85, 0, 0), (0.9, 0, 0), 0.035, sides=6)
    if f.variant == "crosshead":
        s.rod("blade", (0.9, 0, 0), (1.0, 0, 0), 0.035, end_radius=0.008, sides=4)
    else:
        s.box("blade", (0.85, -0.06, -0.02), (1.0, 0.06, 0.02))


@tool(
    "wrench",
    size=((0.18, 0.26), (0.05, 0.07), (0.012, 0.02)),
    mass=(0.15, 0.6),
    variants=("open", "ring", "adjustable"),
    parts={"wrench": PartSpec(("metal",), ("silver", "grey", "black", "bronze")), "grip": GRIP},
    plural="wrenches",
    synonyms=("spanner",),
)
def wrench(s: Shape, f: Form) -> None:
    s.box("wrench", (-0.7, -0.09, 0.03), (0.7, 0.09, 0.09))
    s.box("grip", (-0.5, -0.1, 0.01), (0.2, 0.1, 0.11))
    jaw = [
        (0.6, -0.15),
        (0.75, -0.26),
        (1.0, -0.24),
        (1.02, -0.1),
        (0.8, -0.08),
        (0.8, 0.08),
        (1.02, 0.1),
    ]
    jaw += [(1.0, 0.24), (0.75, 0.26), (0.6, 0.15)]
    if f.variant == "ring":
        for x in (-0.85, 0.85):
            ring(s, "wrench", (x, 0, 0.06), 0.2, 0.07, sides=8)
        return
    s.prism("wrench", jaw, 0, 0.12)
    if f.variant == "open":
        s.prism("wrench", [(-x, y) for x, y in jaw], 0, 0.12)
    else:
        ring(s, "wrench", (-0.8, 0, 0.06), 0.12, 0.05, sides=8)
        s.cylinder("grip", (0.68, -0.08, 0.07), 0.07, 0.16, axis="y", sides=8)


@tool(
    "drill",
    size=((0.2, 0.26), (0.07, 0.085), (0.19, 0.24)),
    mass=(1.0, 2.0),
    variants=("cordless", "corded", "compact"),
    parts={"body": BODY, "grip": PartSpec(("rubber", "plastic"), ("black", "grey")), "bit": STEEL},
    synonyms=("power drill", "electric drill", "cordless drill"),
)
def drill(s: Shape, f: Form) -> None:
    """Stands on its battery or handle, the bit to the front."""
    length = 0.7 if f.variant == "compact" else 0.95
    s.lathe(
        "body",
        (-0.5, 0, 1.2),
        [(0.18, 0), (0.24, 0.12), (0.24, length - 0.15), (0.16, length)],
        axis="x",
        sides=8,
    )
    nose = -0.5 + length
    s.cylinder("grip", (nose, 0, 1.2), 0.14, 0.2, top_radius=0.08, axis="x", sides=8)
    s.rod("bit", (nose + 0.2, 0, 1.2), (nose + 0.65, 0, 1.2), 0.035, end_radius=0.01, sides=6)
    s.rod("grip", (-0.15, 0, 1.05), (-0.3, 0, 0.25), 0.14, sides=6)
    s.box("body", (0.0, -0.05, 0.8), (0.1, 0.05, 1.0))
    if f.variant == "corded":
        s.box("grip", (-0.5, -0.16, 0), (-0.1, 0.16, 0.3), taper=(0.7, 0.9))
        s.tube("grip", [(-0.45, 0, 0.05), (-0.7, 0, 0.03), (-0.9, 0.1, 0.03)], 0.03, sides=4)
    else:
        s.box("body", (-0.6, -0.24, 0), (0.1, 0.24, 0.3))
        s.box("grip", (-0.55, -0.2, 0.3), (0.05, 0.2, 0.36))


@tool(
    "saw",
    size=((0.4, 0.55), (0.11, 0.15), (0.018, 0.026)),
    mass=(0.3, 0.7),
    variants=("hand saw", "hacksaw", "short"),
    parts={"blade": PartSpec(("metal",), ("silver", "grey")), "handle": GRIP},
    synonyms=("hand saw", "handsaw"),
)
def saw(s: Shape, f: Form) -> None:
    """Lies on its side, teeth to the right, tip to the front."""
    if f.variant == "hacksaw":
        s.box("blade", (-0.5, -0.22, 0.04), (1.0, -0.16, 0.06))
        s.tube(
            "blade",
            [(-0.55, -0.1, 0.05), (-0.55, 0.22, 0.05), (0.95, 0.22, 0.05), (0.95, -0.2, 0.05)],
            0.035,
            sides=4,
        )
    else:
        end = 0.6 if f.variant == "short" else 1.0
        teeth = [(-0.5 + (end + 0.5) * k / 8, -0.22 - 0.04 * (k % 2)) for k in range(9)]
        s.prism("blade", [*teeth, (end, -0.05), (-0.5, 0.2)], 0.035, 0.065)
    ring(s, "handle", (-0.72, 0, 0.05), 0.2, 0.065, sides=8, stretch=1.1)
    s.box("handle", (-0.62, -0.2, 0.0), (-0.45, 0.2, 0.1))


@tool(
    "tape measure",
    size=((0.065, 0.085), (0.035, 0.05), (0.065, 0.08)),
    mass=(0.15, 0.35),
    variants=("rounded", "square", "pulled out"),
    parts={
        "case": BODY,
        "tape": PartSpec(("metal",), ("yellow", "white", "silver")),
        "label": PartSpec(
            ("plastic",), ("black", "white"), ("printed", "plain"), texts=("5m", "3m", "8m")
        ),
    },
    synonyms=("measuring tape",),
)
def tape_measure(s: Shape, f: Form) -> None:
    side = [(-0.5, 0), (0.5, 0), (0.5, 0.4), (0.3, 0.85), (0, 1), (-0.3, 0.85), (-0.5, 0.5)]
    if f.variant == "square":
        side = [(-0.5, 0), (0.5, 0), (0.5, 0.85), (0.35, 1), (-0.35, 1), (-0.5, 0.85)]
    s.prism("case", side, -0.28, 0.28, axis="y")
    s.cylinder("label", (-0.02, -0.3, 0.48), 0.3, 0.6, axis="y", sides=10)
    print_front(s, "label", 0.51, (-0.2, 0.2), (0.1, 0.35))
    reach = 0.8 if f.variant == "pulled out" else 0.55
    s.box("tape", (0.4, -0.15, 0.0), (reach, 0.15, 0.04))
    s.box("tape", (reach - 0.02, -0.15, 0.0), (reach + 0.02, 0.15, 0.12))


@category(
    "toolbox",
    size=((0.18, 0.24), (0.38, 0.5), (0.18, 0.25)),
    mass=(1.5, 5.0),
    variants=("handled", "domed", "steel"),
    parts={
        "box": PartSpec(("metal", "plastic"), ("red", "blue", "green", "grey", "yellow", "black")),
        "lid": PartSpec(("metal", "plastic"), ("black", "red", "grey", "yellow", "blue")),
        "handle": STEEL,
    },
    rooms={"hallway": 0.6, "office": 0.5, "living room": 0.1},
    on={"floor": 1.0, "workbench": 2.0, "shelf": 0.4},
    inside={"cabinet": 0.4, "wardrobe": 0.2},
    openable=True,
    synonyms=("tool box", "tool chest"),
    plural="toolboxes",
    tags=("pickupable", "tool"),
)
def toolbox(s: Shape, f: Form) -> None:
    """The handle sits on the lid and lifts with it."""
    x, y, z = f.size
    split, top, wall = 0.55 * z, 0.8 * z, 0.005
    front = x / 2 - 0.01
    tray(s, "box", (-x / 2, -y / 2, 0), (front, y / 2, split), wall)
    inner = (x / 2 - 0.015, y / 2 - 0.01)
    s.surface(
        "inside",
        (-inner[0], -inner[1]),
        (inner[0] - 0.01, inner[1]),
        wall,
        clearance=split - 0.01,
        enclosed=True,
    )
    taper = {"handled": (0.96, 0.98), "domed": (0.5, 0.9), "steel": (0.75, 1.0)}[f.variant]
    opened, hinge = 105.0 * f.openness, (-x / 2, 0.0, split)
    depth = front + x / 2
    lid(s, "lid", hinge, (depth, y, top - split), opened, taper=taper)
    place = functools.partial(_on_lid, s, hinge, depth, opened)
    for side in (-1, 1):
        place(
            (0.42 * depth, 0.58 * depth),
            (0.25 * y * side - 0.01, 0.25 * y * side + 0.01),
            (top - split, z - split),
        )
    place((0.42 * depth, 0.58 * depth), (-0.25 * y, 0.25 * y), (0.92 * z - split, z - split))
    for side in (-1, 1):
        low = (front, 0.3 * y * side - 0.015, split - 0.04)
        s.box("handle", low, (x / 2, 0.3 * y * side + 0.015, split + 0.01))


def _on_lid(
    s: Shape,
    hinge: tuple[float, float, float],
    depth: float,
    opened: float,
    x: Point,
    y: Point,
    z: Point,
) -> None:
    """A piece of the toolbox's handle in the frame of its lid."""
    turn = hinged(hinge, opened)
    low = [
        turn(x[0], y[0], z[0]),
        turn(x[1], y[0], z[0]),
        turn(x[1], y[1], z[0]),
        turn(x[0], y[1], z[0]),
    ]
    high = [
        turn(x[0], y[0], z[1]),
        turn(x[1], y[0], z[1]),
        turn(x[1], y[1], z[1]),
        turn(x[0], y[1], z[1]),
    ]
    s.hexahedron("handle", low + high)


@tool(
    "flashlight",
    size=((0.14, 0.24), (0.04, 0.06), (0.04, 0.06)),
    mass=(0.1, 0.4),
    variants=("slim", "wide head", "lantern"),
    parts={
        "body": PartSpec(
            ("metal", "plastic", "rubber"), ("black", "red", "blue", "yellow", "silver", "green")
        ),
        "lens": PartSpec(("glass",), ("white", "yellow", "silver")),
        "switch": PartSpec(("rubber", "plastic"), ("red", "black", "white")),
    },
    on={"workbench": 1.0, "night stand": 0.5, "shelf": 0.5, "console table": 0.4, "desk": 0.3},
    inside={"cabinet": 0.3, "night stand": 0.6, "desk": 0.3},
    states=("on",),
    synonyms=("torch", "hand lamp"),
    keep_aspect=True,
)
def flashlight(s: Shape, f: Form) -> None:
    """Lies along X and shines to the front."""
    head = 0.2 if f.variant == "slim" else 0.3
    s.lathe(
        "body", (-1, 0, 0), [(0.16, 0), (0.16, 1.35), (head, 1.7), (head, 1.95)], axis="x", sides=10
    )
    s.cylinder("lens", (0.95, 0, 0), 0.85 * head, 0.02, axis="x", sides=10)
    s.box("switch", (0.0, -0.05, 0.14), (0.2, 0.05, 0.19))
    if f.variant == "lantern":
        handle(s, "body", (-0.2, 0, 0.12), (0.55, 0.35), 0.05, angles=(0, 180), steps=4)


@tool(
    "paint can",
    size=((0.16, 0.19), (0.17, 0.2), (0.17, 0.24)),
    mass=(0.8, 5.0),
    variants=("with stick", "dripping", "handle up"),
    parts={
        "can": PartSpec(("metal", "plastic"), ("silver", "white", "grey")),
        "contents": PartSpec(("plastic",), ANY),
        "label": PartSpec(("paper",), ANY, ("printed", "plain"), texts=("PAINT", "COLOR", "GLOSS")),
        "handle": STEEL,
    },
    rooms={"hallway": 0.3, "office": 0.1},
    on={"floor": 1.0, "workbench": 2.0, "shelf": 0.3},
    states=("full",),
    synonyms=("can of paint", "paint bucket", "paint tin"),
)
def paint_can(s: Shape, f: Form) -> None:
    vessel(s, "can", [(0.48, 0), (0.48, 1.0)], 0.04, sides=10, fill=0.85 if f.has("full") else 0.15)
    s.lathe("label", (0, 0, 0), [(0.49, 0.2), (0.49, 0.75)], sides=8, flat=True)
    print_front(s, "label", 0.5, (-0.19, 0.19), (0.22, 0.73))
    for side in (-1, 1):
        s.cylinder("handle", (0, 0.5 * side - 0.02, 0.85), 0.05, 0.04, axis="y", sides=6)
    if f.variant == "handle up":
        handle(s, "handle", (0, 0, 0.85), (0.5, 0.45), 0.015, angles=(0, 180), steps=6, axis="x")
    elif f.variant == "dripping":
        for y, low in ((-0.1, 0.5), (0.08, 0.65), (0.2, 0.4)):
            s.box("contents", (0.44, y - 0.04, low), (0.51, y + 0.04, 1.01))
    if f.variant == "with stick":
        s.rod("handle", (-0.1, 0, 0.1), (0.2, 0.15, 1.3), 0.05, sides=4)


@tool(
    "watering can",
    size=((0.16, 0.2), (0.36, 0.46), (0.26, 0.34)),
    mass=(0.3, 1.2),
    variants=("round", "oval", "angular"),
    parts={
        "can": PartSpec(("metal", "plastic"), ("green", "silver", "blue", "yellow", "red", "pink")),
        "rose": PartSpec(("metal", "plastic"), ("silver", "gold", "black", "green")),
    },
    rooms={"living room": 0.6, "kitchen": 0.4, "hallway": 0.3},
    on={"floor": 1.0, "plant stand": 0.3, "counter": 0.3, "shelf": 0.3},
    inside={"cabinet": 0.3},
    synonyms=("plant watering can",),
)
def watering_can(s: Shape, f: Form) -> None:
    """Spout to the right, handle over the top and to the left."""
    sides = {"round": 10, "oval": 10, "angular": 4}[f.variant]
    stretch = 1.3 if f.variant == "oval" else 1.0
    s.lathe("can", (0, 0, 0), [(0.42, 0), (0.42, 0.7), (0.3, 0.85)], sides=sides, stretch=stretch)
    s.rod("can", (0, -0.38, 0.15), (0, -0.95, 0.85), 0.09, end_radius=0.05, sides=6)
    s.rod("rose", (0, -0.93, 0.83), (0, -1.05, 0.95), 0.05, end_radius=0.15, sides=8)
    handle(s, "can", (0, 0.3, 0.6), (0.45, 0.45), 0.04, angles=(-60, 130), steps=6, axis="x")


@tool(
    "light bulb",
    size=((0.055, 0.07), (0.055, 0.07), (0.1, 0.125)),
    mass=(0.03, 0.1),
    variants=("pear", "globe", "spiral"),
    parts={
        "bulb": PartSpec(("glass",), ("white", "cream", "yellow", "orange", "red", "blue")),
        "socket": PartSpec(("metal",), ("silver", "gold", "bronze")),
    },
    states=("on",),
    on={"workbench": 1.0, "shelf": 0.5, "desk": 0.4, "side table": 0.2},
    inside={"cabinet": 0.5, "desk": 0.3},
    synonyms=("lightbulb", "bulb"),
    keep_aspect=True,
)
def light_bulb(s: Shape, f: Form) -> None:
    """Stands on its socket."""
    s.lathe("socket", (0, 0, 0), [(0.1, 0), (0.22, 0.08), (0.22, 0.5), (0.26, 0.55)], sides=8)
    if f.variant == "spiral":
        s.cylinder("socket", (0, 0, 0.5), 0.32, 0.22, sides=8)
        for k in range(3):
            ring(s, "bulb", (0, 0, 0.86 + 0.26 * k), 0.3, 0.12, sides=8)
        return
    body: list[Point] = [(0.26, 0.55), (0.5, 1.1), (0.5, 1.35), (0.3, 1.7), (0, 1.8)]
    if f.variant == "globe":
        body = [(0.22, 0.55), (0.45, 0.7), (0.62, 1.05), (0.62, 1.3), (0.42, 1.65), (0, 1.8)]
    s.lathe("bulb", (0, 0, 0), body, sides=10)


@tool(
    "battery",
    size=((0.013, 0.03), (0.013, 0.03), (0.045, 0.06)),
    mass=(0.02, 0.14),
    variants=("round", "block", "pair"),
    parts={
        "wrap": PartSpec(
            ("plastic", "metal"),
            ("black", "yellow", "green", "blue", "red", "silver"),
            ("plain", "striped", "printed"),
            texts=("AA", "1.5V", "+ -"),
        ),
        "top": PartSpec(("metal",), ("gold", "silver", "bronze")),
    },
    on={"desk": 1.0, "workbench": 1.0, "shelf": 0.5, "coffee table": 0.3},
    inside={"desk": 1.0, "night stand": 0.5, "cabinet": 0.3},
    plural="batteries",
)
def battery(s: Shape, f: Form) -> None:
    if f.variant == "block":
        s.box("wrap", (-0.45, -0.7, 0), (0.45, 0.7, 2.2))
        print_front(s, "wrap", 0.46, (-0.6, 0.6), (0.3, 1.9))
        for y in (-0.35, 0.35):
            s.cylinder("top", (0, y, 2.2), 0.2, 0.2, sides=8)
        return
    for y in (-0.52, 0.52) if f.variant == "pair" else (0.0,):
        s.cylinder("wrap", (0, y, 0), 0.5, 1.8, sides=8)
        s.cylinder("top", (0, y, 1.8), 0.5, 0.5, sides=8)
        s.cylinder("top", (0, y, 2.3), 0.18, 0.15, sides=6)
