"""Things that imported homes have and generated ones do not place, and what stands for unknown ones."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import fitted
from meadow.scenes.catalogue.spec import METALS, PartSpec, category
from meadow.scenes.modelling.casing import halves, hinged, hollow, interior
from meadow.scenes.modelling.shape import Form, Shape

TAP = PartSpec(("metal",), ("silver", "grey", "gold", "bronze", "black", "white"))


@category(
    "unknown thing",
    size=((0.05, 1.0), (0.05, 1.0), (0.05, 1.0)),
    mass=(0.2, 20.0),
    variants=("box", "rounded box", "tapered box"),
    parts={"body": PartSpec(("plastic", "wood", "metal"))},
    plural="unknown things",
    tags=("imported",),
)
def unknown_thing(s: Shape, f: Form) -> None:
    """A plain body that fills its box; only importers place it."""
    x, y, z = f.size
    if f.variant == "rounded box":
        s.prism("body", _rounded(x, y, 0.25 * min(x, y)), 0.0, z)
    else:
        taper = 0.8 if f.variant == "tapered box" else 1.0
        s.box("body", (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z), taper=(taper, taper))


def _rounded(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """A rectangle around the origin with round corners."""
    outline = []
    for corner, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(4):
            angle = math.pi / 2 * (corner + step / 3)
            outline.append(
                (
                    sx * (x / 2 - radius) + radius * math.cos(angle),
                    sy * (y / 2 - radius) + radius * math.sin(angle),
                )
            )
    return outline


@category(
    "faucet",
    size=((0.15, 0.3), (0.05, 0.3), (0.15, 0.4)),
    mass=(0.5, 3.0),
    variants=("arched", "straight", "two handles"),
    parts={"body": TAP, "handle": TAP},
    states=("on",),
    synonyms=("tap", "water tap"),
    plural="faucets",
    tags=("imported",),
)
@fitted
def faucet(s: Shape, f: Form) -> None:
    """A spout that reaches forward from its column, with one lever or two handles."""
    radius = 0.06
    s.cylinder("body", (0, 0, 0), 0.14, 0.05)
    if f.variant == "straight":
        s.cylinder("body", (0, 0, 0.05), 0.09, 0.5)
        s.rod("body", (0, 0, 0.45), (0.8, 0, 0.5), 0.07)
        s.rod("body", (0.8, 0, 0.5), (0.8, 0, 0.4), 0.05)
    else:
        arc = [math.pi * (1 - k / 6) for k in range(7)]
        bow = [(0.4 + 0.4 * math.cos(a), 0.0, 0.6 + 0.4 * math.sin(a)) for a in arc]
        s.tube("body", [(0, 0, 0.05), *bow, (0.8, 0, 0.45)], radius, sides=8)
    if f.variant == "two handles":
        for side in (-1.0, 1.0):
            s.cylinder("body", (0, 0.4 * side, 0), 0.1, 0.15)
            s.rod("handle", (-0.12, 0.4 * side, 0.2), (0.12, 0.4 * side, 0.2), 0.05)
            s.rod("handle", (0, 0.4 * side - 0.12, 0.2), (0, 0.4 * side + 0.12, 0.2), 0.05)
    else:
        s.rod("handle", (0, 0, 0.3), (-0.05, -0.25, 0.4), 0.04)


@category(
    "light switch",
    size=((0.02, 0.04), (0.08, 0.15), (0.08, 0.16)),
    mass=(0.1, 0.2),
    variants=("rocker", "toggle", "double"),
    parts={
        "plate": PartSpec(("plastic", "metal"), ("white", "cream", "silver", "black")),
        "key": PartSpec(("plastic", "metal"), ("white", "cream", "grey", "black")),
    },
    states=("on",),
    plural="light switches",
    tags=("imported",),
)
def light_switch(s: Shape, f: Form) -> None:
    """A plate on the wall with one key or two that tip to the side they were pressed to."""
    x, y, z = f.size
    face, tip = -x / 2 + 0.4 * x, 0.3 if f.has("on") else -0.3
    s.box("plate", (-x / 2, -y / 2, 0.0), (face, y / 2, z))
    if f.variant == "toggle":
        s.rod("key", (face, 0, z / 2), (0.4 * x, 0, z * (0.5 + tip / 2)), 0.05 * y, sides=8)
        return
    keys = ((-0.36, -0.02), (0.02, 0.36)) if f.variant == "double" else ((-0.25, 0.25),)
    for low, high in keys:
        side = [(face, 0.2 * z), (x / 2, z * (0.5 - tip)), (face, 0.8 * z)]
        s.prism("key", side, low * y, high * y, axis="y")


@category(
    "shower head",
    size=((0.2, 0.35), (0.15, 0.35), (0.9, 1.8)),
    mass=(0.5, 3.0),
    variants=("rain", "hand shower", "square"),
    parts={"body": TAP, "head": TAP},
    states=("on",),
    plural="shower heads",
    tags=("imported",),
)
@fitted
def shower_head(s: Shape, f: Form) -> None:
    """A riser on the wall with a mixer below and a rose above that looks down."""
    s.rod("body", (0, 0, 0), (0, 0, 4.6), 0.08, sides=8)
    s.rod("body", (0, -0.5, 0.6), (0, 0.5, 0.6), 0.12, sides=8)
    s.rod("body", (0, 0, 4.6), (0.9, 0, 4.8), 0.07, sides=8)
    if f.variant == "hand shower":
        s.rod("head", (0.3, 0, 3.6), (0.8, 0, 4.4), 0.09, sides=8)
        s.rod("head", (0.7, 0, 4.5), (0.9, 0, 4.35), 0.35)
        s.tube("body", [(0.3, 0, 3.6), (0.5, 0, 2.0), (0.3, 0, 0.9), (0, 0, 0.7)], 0.04)
    else:
        sides = 4 if f.variant == "square" else 16
        s.cylinder("head", (0.9, 0, 4.6), 0.55, 0.12, sides=sides)


@category(
    "safe",
    size=((0.35, 0.5), (0.35, 0.5), (0.35, 0.55)),
    mass=(20.0, 60.0),
    variants=("dial", "keypad", "wheel"),
    parts={
        "body": PartSpec(("metal",), ("grey", "black", "silver", "navy", "olive")),
        "lock": PartSpec(("metal", "plastic"), METALS),
        "inside": PartSpec(("metal", "fabric"), ("black", "grey", "maroon")),
    },
    openable=True,
    synonyms=("strongbox",),
    plural="safes",
    tags=("imported",),
)
def safe(s: Shape, f: Form) -> None:
    """A steel box with a thick door, a lock on it and a handle."""
    hx, hy, z = halves(f)
    front = hx - 0.06
    inside = hollow(s, "body", (-hx, -hy, 0.0), (front, hy, z), 0.04, lining="inside")
    interior(s, "inside", inside)
    low, high = (front, -hy, 0.005), (hx - 0.02, hy, z)
    with hinged(s, low, high, "right", f.openness):
        s.box("body", low, high)
        face, lock = hx - 0.02, (hx - 0.02, 0.25 * hy, 0.55 * z)
        if f.variant == "keypad":
            s.box("lock", (face, 0.1 * hy, 0.5 * z), (hx, 0.7 * hy, 0.75 * z))
        else:
            radius = 0.35 * hy if f.variant == "wheel" else 0.2 * hy
            s.cylinder(
                "lock", lock, radius, 0.02, axis="x", sides=8 if f.variant == "wheel" else 16
            )
        s.rod("lock", (hx - 0.01, 0.5 * hy, 0.25 * z), (hx - 0.01, 0.8 * hy, 0.25 * z), 0.01)


@category(
    "cart",
    size=((0.4, 0.6), (0.5, 0.9), (0.8, 1.3)),
    mass=(6.0, 20.0),
    variants=("two trays", "three trays", "four trays"),
    parts={
        "frame": PartSpec(("metal", "wood"), METALS),
        "tray": PartSpec(("metal", "wood", "glass"), (*METALS, "tan", "brown")),
        "wheel": PartSpec(("rubber",), ("black", "grey")),
    },
    synonyms=("serving cart", "trolley", "utility cart", "handcart"),
    plural="carts",
    tags=("imported", "furniture"),
)
def cart(s: Shape, f: Form) -> None:
    """Trays between four posts on castors, with a bar to push it by."""
    hx, hy, z = halves(f)
    post, wheel = 0.015, 0.05
    trays = {"two trays": 2, "three trays": 3, "four trays": 4}[f.variant]
    top = z - 0.1
    for x in (-hx + post, hx - post):
        for y in (-hy + wheel, hy - wheel):
            s.rod("frame", (x, y, wheel), (x, y, top), post)
            s.cylinder("wheel", (0.85 * x, y - 0.01, wheel), min(wheel, 0.14 * hx), 0.02, axis="y")
    for x in (-hx + post, hx - post):
        s.rod("frame", (x, hy - wheel, top), (x, hy - post, z - post), post)
    s.rod("frame", (-hx + post, hy - post, z - post), (hx - post, hy - post, z - post), post)
    for k in range(trays):
        level = 2.2 * wheel + (top - 2.2 * wheel) * k / (trays - 1)
        s.box("tray", (-hx, -hy + 0.02, level - 0.02), (hx, hy - 0.04, level))
        gap = (top - 2.2 * wheel) / (trays - 1) - 0.04 if k < trays - 1 else math.inf
        s.surface(f"tray {k}", (-hx, -hy + 0.02), (hx, hy - 0.04), level, clearance=gap)
