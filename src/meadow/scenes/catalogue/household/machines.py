"""Machines and helpers that are carried about the house."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.kitchen.appliances import ENAMEL, HANDLE
from meadow.scenes.catalogue.kitchen.small_appliances import DARK, GLASS, LIGHT, PLASTIC
from meadow.scenes.catalogue.pieces import fitted, ring
from meadow.scenes.catalogue.spec import METALS, PartSpec, category
from meadow.scenes.modelling.casing import halves, spread
from meadow.scenes.modelling.joinery import four_legs
from meadow.scenes.modelling.shape import Form, Shape


@category(
    "vacuum cleaner",
    size=((0.28, 0.4), (0.25, 0.34), (0.95, 1.15)),
    mass=(2.5, 8.0),
    variants=("upright", "stick", "canister"),
    parts={"body": PLASTIC, "hose": DARK, "head": DARK, "tank": GLASS},
    rooms={"hallway": 0.4, "living room": 0.2, "bedroom": 0.2},
    on={"floor": 1.0},
    place="wall",
    synonyms=("vacuum", "hoover"),
    tags=("appliance",),
)
@fitted
def vacuum_cleaner(s: Shape, f: Form) -> None:
    """A suction head, a body and a long handle; drawn 1 high."""
    if f.variant == "canister":
        s.ellipsoid("body", (-0.1, 0, 0.15), (0.24, 0.15, 0.14), sides=8, rows=6)
        for side in (-1, 1):
            s.cylinder("head", (-0.22, side * 0.13 - 0.02, 0.09), 0.09, 0.04, axis="y", sides=8)
        s.tube(
            "hose",
            [(0.02, 0, 0.26), (0.1, 0, 0.6), (0.0, 0, 0.9), (0.1, 0, 1.0), (0.2, 0, 0.92)],
            0.022,
        )
        s.rod("tank", (0.2, 0, 0.92), (0.32, 0, 0.06), 0.016)
        s.box("head", (0.24, -0.14, 0.0), (0.36, 0.14, 0.06))
    else:
        s.box("head", (0.0, -0.15, 0.0), (0.24, 0.15, 0.07), taper=(0.7, 0.95))
        if f.variant == "upright":
            s.rod("body", (0.1, 0, 0.05), (-0.05, 0, 0.66), 0.1, end_radius=0.075, sides=8)
            s.rod("tank", (0.13, 0, 0.26), (0.06, 0, 0.52), 0.085, sides=8)
            s.rod("hose", (-0.05, 0, 0.64), (-0.13, 0, 0.94), 0.02)
            s.tube("body", [(-0.13, 0, 0.92), (-0.06, 0, 1.0), (-0.16, 0, 0.98)], 0.025)
        else:
            s.rod("hose", (0.08, 0, 0.05), (-0.02, 0, 0.66), 0.018)
            s.rod("tank", (-0.02, 0, 0.62), (-0.06, 0, 0.8), 0.055, sides=8)
            s.rod("body", (-0.06, 0, 0.78), (-0.08, 0, 0.94), 0.06, end_radius=0.04, sides=8)
            s.tube(
                "body",
                [(-0.08, 0, 0.96), (-0.2, 0, 0.98), (-0.18, 0, 0.78), (-0.08, 0, 0.78)],
                0.02,
            )


@category(
    "ironing board",
    size=((0.3, 0.42), (1.1, 1.4), (0.82, 0.95)),
    mass=(4.0, 8.0),
    variants=("pointed", "rounded", "with rest"),
    parts={
        "cover": PartSpec(
            ("fabric",), patterns=("plain", "striped", "dotted", "floral", "checked")
        ),
        "frame": PartSpec(("metal",), METALS),
    },
    rooms={"bedroom": 0.25, "hallway": 0.15},
    on={"floor": 1.0},
    place="free",
    tags=("furniture",),
)
def ironing_board(s: Shape, f: Form) -> None:
    """A padded board with a tapered end on crossed legs."""
    hx, hy, z = halves(f)
    tip = 0.3 if f.variant == "pointed" else 0.6
    right = -hy + (0.2 if f.variant == "with rest" else 0.0)
    outline = [
        (-hx, right),
        (hx, right),
        (hx, hy * 0.45),
        (hx * tip, hy * 0.9),
        (hx * tip * 0.5, hy),
        (-hx * tip * 0.5, hy),
        (-hx * tip, hy * 0.9),
        (-hx, hy * 0.45),
    ]
    s.prism("cover", outline, z - 0.035, z)
    if f.variant == "with rest":
        for x in spread(4, hx * 0.8):
            s.rod("frame", (x, -hy, z - 0.02), (x, right, z - 0.02), 0.008, sides=4)
        s.rod(
            "frame",
            (-hx * 0.7, -hy + 0.008, z - 0.02),
            (hx * 0.7, -hy + 0.008, z - 0.02),
            0.008,
            sides=4,
        )
    for side in (-1, 1):
        foot = (0.0, side * hy * 0.75, 0.0125)
        s.rod("frame", (0, side * hy * 0.75, 0.0125), (0.0, -side * hy * 0.55, z - 0.03), 0.012)
        s.rod("frame", (-hx * 0.9, foot[1], 0.0125), (hx * 0.9, foot[1], 0.0125), 0.0125, sides=4)
    s.surface("top", (-hx * 0.6, right + 0.05), (hx * 0.6, hy * 0.5), z)


@category(
    "iron",
    size=((0.11, 0.13), (0.24, 0.3), (0.12, 0.15)),
    mass=(0.9, 1.8),
    variants=("steam", "travel", "retro"),
    parts={
        "body": PLASTIC,
        "sole": PartSpec(("metal",), ("silver", "grey", "bronze")),
        "handle": DARK,
        "bulb": LIGHT,
    },
    rooms={"bedroom": 0.3, "bathroom": 0.2, "hallway": 0.1},
    on={"ironing board": 1.0, "dresser": 0.2, "shelf": 0.3, "washing machine": 0.4},
    inside={"cabinet": 0.2, "wardrobe": 0.1},
    states=("on",),
    synonyms=("clothes iron", "flat iron"),
    tags=("appliance", "pickupable"),
)
@fitted
def iron(s: Shape, f: Form) -> None:
    """A boat-shaped sole, a body on it and a handle; drawn 2.4 long with its tip to the right."""
    sole = [
        (-0.5, 1.2),
        (-0.5, 0.0),
        (-0.28, -0.8),
        (0.0, -1.2),
        (0.28, -0.8),
        (0.5, 0.0),
        (0.5, 1.2),
    ]
    s.prism("sole", sole, 0.0, 0.1)
    retro = f.variant == "retro"
    waist = [(x * 0.86, y * 0.9) for x, y in sole]
    s.prism("sole" if retro else "body", waist, 0.1, 0.3 if not retro else 0.24)
    s.prism(
        "body",
        [(x * 0.66, y * 0.75) for x, y in sole],
        0.24 if retro else 0.3,
        0.45 if retro else 0.55,
    )
    if f.variant == "travel":
        s.box("handle", (-0.16, -0.5, 0.55), (0.16, 0.9, 0.8), taper=(0.7, 0.8))
    else:
        top = 1.0
        s.tube("handle", [(0, -0.55, 0.4), (0, -0.4, top), (0, 0.85, top)], 0.13)
        s.rod("handle", (0, 0.8, top), (0, 1.0 if not retro else 0.85, 0.35), 0.13)
    if f.has("on"):
        s.box("bulb", (-0.08, 0.5, 0.5), (0.08, 0.62, 0.62), solid=False)


@category(
    "fan",
    size=((0.36, 0.44), (0.4, 0.48), (1.1, 1.35)),
    mass=(2.5, 6.0),
    variants=("pedestal", "tripod", "retro"),
    parts={"blade": PLASTIC, "cage": PartSpec(("metal", "plastic"), METALS), "stand": DARK},
    rooms={"bedroom": 0.3, "living room": 0.3, "office": 0.3},
    on={"floor": 1.0},
    place="wall",
    counts={"blade": (3, 5)},
    states=("on",),
    synonyms=("standing fan", "pedestal fan"),
    tags=("appliance",),
)
def fan(s: Shape, f: Form) -> None:
    """Blades in a wire cage on a pole; a fan that is on has turned by half a blade."""
    hx, hy, z = halves(f)
    radius, hub = hy, z - hy
    if f.variant == "tripod":
        for k in range(4):
            a = math.pi / 4 + k * math.pi / 2
            foot = (hx * math.cos(a), hx * math.sin(a), 0.012)
            s.rod("stand", foot, (0, 0, hub * 0.5), 0.014, sides=4)
    else:
        tall, tip = (0.03, 0.9) if f.variant == "pedestal" else (0.08, 0.4)
        s.cylinder("stand", (0, 0, 0), hx, tall, top_radius=hx * tip)
    s.rod("stand", (0, 0, 0.02), (0, 0, hub), 0.016, caps=False)
    motor = 0.075 if f.variant == "retro" else 0.05
    s.rod("stand", (-0.13, 0, hub), (0.02, 0, hub), motor, sides=8)
    ring(s, "cage", (0.08, 0, hub), radius, 0.016, axis="x", sides=12)
    for k in range(8):
        a = k * math.pi / 4
        end = (0.08, radius * math.cos(a), hub + radius * math.sin(a))
        s.rod("cage", (0.12, 0, hub), end, 0.004, sides=4, caps=False)
    count = f.count("blade", 3)
    for k in range(count):
        with s.turned("x", 2 * math.pi * (k + 0.5 * f.has("on")) / count, (0, 0, hub)):
            leaf = [(-0.02, 0.1), (0.02, 0.1), (radius * 0.2, 0.88), (-radius * 0.3, 0.88)]
            s.prism("blade", [(y, hub + radius * t) for y, t in leaf], 0.05, 0.06, axis="x")
    s.cylinder("blade", (0.04, 0, hub), radius * 0.16, 0.05, axis="x", sides=8)
    s.fit(f.size)


@category(
    "heater",
    size=((0.08, 0.16), (0.5, 1.1), (0.5, 0.75)),
    mass=(6.0, 30.0),
    variants=("ribbed", "panel", "towel ladder"),
    parts={
        "body": PartSpec(("metal",), ("white", "cream", "grey", "black", "silver", "bronze")),
        "valve": HANDLE,
    },
    rooms={
        "bedroom": 0.5,
        "living room": 0.5,
        "bathroom": 0.5,
        "office": 0.5,
        "hallway": 0.3,
        "dining room": 0.4,
        "kitchen": 0.2,
    },
    on={"floor": 1.0},
    place="wall",
    counts={"rib": (6, 10)},
    synonyms=("radiator",),
    tags=("appliance",),
)
def heater(s: Shape, f: Form) -> None:
    """Upright ribs, a flat panel with grooves, or rungs between two posts."""
    hx, hy, z = halves(f)
    edge = hy - 0.04
    count = f.count("rib", 8)
    if f.variant == "towel ladder":
        for side in (-1, 1):
            y = side * (edge - 0.02)
            s.box("body", (-hx, y - 0.02, 0.0), (hx * 0.4, y + 0.02, z))
        for k in range(count):
            level = 0.06 + (z - 0.1) * k / (count - 1)
            s.box("body", (-hx * 0.2, -edge, level - 0.012), (hx, edge, level + 0.012))
    else:
        corner = (hx * 0.8, edge * 0.85)
        four_legs(s, "valve", (-corner[0], -corner[1], 0.0), (*corner, 0.1), 0.025)
        flat = f.variant == "panel"
        if flat:
            s.box("body", (-hx, -edge, 0.08), (hx - 0.01, edge, z))
        width = edge / count * 0.72
        for y in spread(count, edge - width * 0.3):
            low = (hx - 0.01, y - width * 0.5, 0.12) if flat else (-hx, y - width, 0.1)
            high = (hx, y + width * 0.5, z - 0.05) if flat else (hx, y + width, z)
            s.box("body", low, high)
        if not flat:
            for level in (0.15, z - 0.08):
                s.rod("body", (0, -edge, level), (0, edge, level), 0.02, sides=4)
    s.cylinder("valve", (0, edge - 0.03, 0.16), 0.022, hy - edge + 0.03, axis="y", sides=8)
    s.cylinder("valve", (0, -hy, 0.16), 0.022, hy - edge + 0.03, axis="y", sides=8)


@category(
    "sewing machine",
    size=((0.17, 0.22), (0.36, 0.45), (0.27, 0.34)),
    mass=(5.0, 11.0),
    variants=("modern", "vintage", "overlocker"),
    parts={
        "body": ENAMEL,
        "wheel": DARK,
        "needle": PartSpec(("metal",), ("silver",)),
        "thread": PartSpec(("fabric",)),
    },
    rooms={"office": 0.2, "bedroom": 0.15, "living room": 0.05},
    on={"desk": 1.0, "dining table": 0.3, "side table": 0.2},
    tags=("appliance", "pickupable"),
)
@fitted
def sewing_machine(s: Shape, f: Form) -> None:
    """A bed, a pillar with a hand wheel and an arm that ends over the needle; drawn 1.4 wide."""
    vintage = f.variant == "vintage"
    s.box("body", (-0.3, -0.65, 0.0), (0.3, 0.6, 0.12 if vintage else 0.18))
    thick = 0.13 if vintage else 0.2
    if f.variant == "overlocker":
        s.box("body", (-0.25, -0.3, 0.18), (0.25, 0.6, 0.8), taper=(0.7, 0.95))
        s.box("body", (-0.2, -0.6, 0.5), (0.2, -0.2, 0.8), taper=(0.8, 0.8))
    else:
        s.box("body", (-thick, 0.25, 0.1), (thick, 0.6, 0.82))
        s.box("body", (-thick, -0.65, 0.55), (thick, 0.6, 0.84), taper=(0.8, 0.94))
        s.box("body", (-thick * 0.8, -0.62, 0.4), (thick * 0.8, -0.36, 0.58))
    s.rod("needle", (0, -0.48, 0.15), (0, -0.48, 0.5), 0.02, sides=4)
    s.box("needle", (-0.08, -0.56, 0.12), (0.08, -0.4, 0.2 if not vintage else 0.14))
    s.cylinder("wheel", (0, 0.6, 0.6), 0.17 if vintage else 0.12, 0.08, axis="y", sides=12)
    spools = spread(4, 0.4) if f.variant == "overlocker" else [0.2]
    for y in spools:
        s.cylinder("thread", (0, y, 0.78), 0.06, 0.22, sides=8)
