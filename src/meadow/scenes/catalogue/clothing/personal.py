"""What people carry on them: keys, cards, watches, glasses, umbrellas."""

from __future__ import annotations

import functools
import itertools
import math

from meadow.scenes.catalogue.pieces import (
    GRIP,
    PLASTICS,
    STEEL,
    handle,
    oval,
    print_front,
    print_top,
    ring,
    rounded,
    small,
)
from meadow.scenes.catalogue.spec import ANY, METALS, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

pocket = functools.partial(
    small,
    rooms={"bedroom": 1.0, "hallway": 0.8, "living room": 0.6, "office": 0.4},
    on={
        "night stand": 1.0,
        "console table": 0.9,
        "dresser": 0.7,
        "desk": 0.6,
        "side table": 0.5,
        "coffee table": 0.4,
    },
    inside={"night stand": 0.6, "dresser": 0.4, "desk": 0.3},
    tags=("personal",),
)


@pocket(
    "key",
    size=((0.05, 0.075), (0.022, 0.032), (0.004, 0.008)),
    mass=(0.01, 0.04),
    variants=("house key", "old key", "key ring"),
    parts={
        "key": PartSpec(("metal",), METALS),
        "ring": STEEL,
        "tag": PartSpec(("plastic", "leather"), PLASTICS),
    },
    synonyms=("house key", "door key"),
)
def key(s: Shape, f: Form) -> None:
    """Lies with its teeth to the front."""
    if f.variant == "old key":
        ring(s, "key", (-0.7, 0, 0.05), 0.26, 0.06, sides=8)
        s.rod("key", (-0.45, 0, 0.05), (1, 0, 0.05), 0.06, sides=6)
        for x, y in ((0.55, 0.32), (0.8, 0.4)):
            s.box("key", (x, 0, 0.01), (x + 0.14, y, 0.09))
        return
    ring_at = -0.95 if f.variant == "house key" else -1.1
    s.prism("key", oval(0.32, 0.34, 8, (-0.6, 0)), 0.02, 0.07)
    teeth = [(0.9, 0.12), (0.75, 0.02), (0.6, 0.12), (0.45, 0.04), (0.3, 0.12), (-0.4, 0.12)]
    s.prism("key", [(-0.4, -0.1), (0.85, -0.1), (1.0, 0.0), *teeth], 0.02, 0.07)
    ring(s, "ring", (ring_at, 0, 0.05), 0.16, 0.03, sides=8)
    if f.variant == "key ring":
        s.box("tag", (-1.75, -0.2, 0), (-1.2, 0.2, 0.1))


@pocket(
    "credit card",
    size=((0.053, 0.055), (0.085, 0.087), (0.003, 0.004)),
    mass=(0.004, 0.008),
    variants=("chip", "stripe", "pair"),
    parts={
        "card": PartSpec(
            ("plastic",),
            ANY,
            ("plain", "printed", "striped"),
            texts=("BANK", "VISA", "CARD"),
            images=("abstract",),
        ),
        "chip": PartSpec(("metal",), ("gold", "silver")),
        "stripe": PartSpec(("plastic",), ("black", "white")),
    },
    synonyms=("bank card", "debit card", "card"),
)
def credit_card(s: Shape, f: Form) -> None:
    if f.variant == "pair":
        s.prism("stripe", [(-0.35, -0.9), (0.5, -0.7), (0.3, 0.85), (-0.5, 0.65)], 0, 0.02)
    base = 0.02 if f.variant == "pair" else 0.0
    s.prism("card", rounded(0.5, 0.8, 0.06), base, base + 0.02)
    print_top(s, "card", base + 0.021, (0.05, 0.45), (-0.7, 0.7))
    if f.variant == "stripe":
        s.box("stripe", (-0.4, -0.8, 0.02), (-0.15, 0.8, 0.022))
    else:
        s.box("chip", (-0.25, -0.6, base + 0.02), (0.0, -0.35, base + 0.024))


@pocket(
    "wallet",
    size=((0.09, 0.11), (0.1, 0.13), (0.015, 0.028)),
    mass=(0.06, 0.25),
    variants=("folded", "long", "with cards"),
    parts={
        "leather": PartSpec(
            ("leather", "fabric"), ("brown", "black", "tan", "maroon", "navy", "red")
        ),
        "seam": PartSpec(("fabric", "metal"), ("beige", "gold", "black", "silver")),
        "cards": PartSpec(("paper", "plastic"), ("green", "blue", "red", "white")),
    },
    synonyms=("billfold", "purse"),
)
def wallet(s: Shape, f: Form) -> None:
    """Folded leather, its fold at the back."""
    s.box("leather", (-0.5, -0.6, 0), (0.5, 0.6, 0.08))
    s.box("leather", (-0.5, -0.6, 0.11), (0.5, 0.6, 0.19), taper=(0.97, 0.98))
    s.box("leather", (-0.5, -0.6, 0.05), (-0.42, 0.6, 0.15))
    s.box("cards", (-0.42, -0.54, 0.08), (0.44, 0.54, 0.11))
    if f.variant == "long":
        s.box("seam", (0.46, -0.12, 0.06), (0.52, 0.12, 0.2))
    elif f.variant == "with cards":
        for k in range(3):
            s.box(
                "cards",
                (0.3, -0.5 + 0.06 * k, 0.085 + 0.008 * k),
                (0.75 - 0.1 * k, 0.4 + 0.06 * k, 0.093 + 0.008 * k),
            )
    for y in (-0.56, 0.54):
        s.box("seam", (-0.45, y, 0.188), (0.45, y + 0.02, 0.194))


@pocket(
    "watch",
    size=((0.06, 0.075), (0.055, 0.07), (0.035, 0.045)),
    mass=(0.03, 0.15),
    variants=("round", "square", "digital"),
    parts={
        "strap": PartSpec(
            ("leather", "metal", "rubber", "fabric"),
            ("brown", "black", "silver", "gold", "blue", "red"),
        ),
        "case": STEEL,
        "dial": PartSpec(
            ("glass",),
            ("white", "black", "blue", "grey"),
            ("printed", "plain"),
            images=("clock-face",),
            texts=("10:09",),
        ),
    },
    synonyms=("wristwatch", "wrist watch"),
    plural="watches",
)
def watch(s: Shape, f: Form) -> None:
    """Closed around an empty wrist, on its side, the dial to the front."""
    path = [(0.8 * math.cos(a), 0.62 * math.sin(a)) for a in [math.pi * k / 5 for k in range(11)]]
    for (x0, y0), (x1, y1) in itertools.pairwise(path[1:-1]):
        out = [(x0, y0), (x1, y1), (0.9 * x1, 0.9 * y1), (0.9 * x0, 0.9 * y0)]
        s.prism("strap", out, 0.2, 0.6)
    if f.variant == "round":
        s.cylinder("case", (0.62, 0, 0.4), 0.4, 0.2, axis="x", sides=12)
        face = 0.26
    else:
        high = 0.4 if f.variant == "square" else 0.3
        s.box("case", (0.62, -0.38, 0.4 - high), (0.82, 0.38, 0.4 + high))
        face = high - 0.06
    print_front(s, "dial", 0.825, (-face, face), (0.4 - face, 0.4 + face))
    s.cylinder("case", (0.72, 0.36, 0.4), 0.06, 0.1, axis="y", sides=6)


@pocket(
    "glasses",
    size=((0.13, 0.15), (0.13, 0.145), (0.035, 0.05)),
    mass=(0.02, 0.05),
    variants=("round", "square", "sunglasses"),
    parts={
        "frame": PartSpec(
            ("plastic", "metal"), ("black", "brown", "gold", "silver", "red", "blue")
        ),
        "lenses": PartSpec(("glass",), ("silver", "black", "brown", "turquoise")),
    },
    synonyms=("eyeglasses", "spectacles", "sunglasses", "pair of glasses"),
    plural="pairs of glasses",
)
def glasses(s: Shape, f: Form) -> None:
    """The lenses face the front, the arms reach back."""
    for side in (-1, 1):
        y = 0.36 * side
        if f.variant == "round":
            ring(s, "frame", (0.7, y, 0.3), 0.27, 0.035, axis="x", sides=10, rows=3)
            s.cylinder("lenses", (0.69, y, 0.3), 0.27, 0.02, axis="x", sides=10)
        else:
            low = 0.08 if f.variant == "square" else 0.0
            s.box("frame", (0.66, y - 0.31, low), (0.72, y + 0.31, 0.54))
            s.box("lenses", (0.65, y - 0.26, low + 0.05), (0.735, y + 0.26, 0.49))
        s.tube(
            "frame",
            [(0.68, 0.66 * side, 0.4), (-0.5, 0.62 * side, 0.4), (-0.7, 0.6 * side, 0.15)],
            0.03,
            sides=4,
        )
    s.rod("frame", (0.7, -0.1, 0.36), (0.7, 0.1, 0.36), 0.03, sides=4)


@pocket(
    "umbrella",
    size=((0.1, 0.13), (0.7, 0.9), (0.09, 0.12)),
    mass=(0.25, 0.6),
    variants=("hooked", "straight", "loose"),
    parts={
        "cloth": PartSpec(("fabric",), ANY, ("plain", "striped", "dotted", "checked", "floral")),
        "handle": GRIP,
        "shaft": STEEL,
    },
    rooms={"hallway": 1.0, "living room": 0.1},
    on={"floor": 1.0, "console table": 0.3, "bench": 0.3},
    inside={"wardrobe": 0.4, "cabinet": 0.2},
    synonyms=("parasol", "brolly"),
)
def umbrella(s: Shape, f: Form) -> None:
    """Closed, lying along Y with its handle to the right."""
    belly = 0.14 if f.variant == "loose" else 0.09
    profile: list[Point] = [(0.03, 0), (belly, 0.35), (0.7 * belly, 0.8), (0.03, 1.4)]
    s.lathe("cloth", (0, -0.4, 0), profile, axis="y", sides=8)
    s.rod("shaft", (0, -0.75, 0), (0, 1.15, 0), 0.02, sides=6)
    if f.variant == "hooked":
        handle(s, "handle", (0.1, -0.8, 0), (0.1, 0.14), 0.03, angles=(180, 360), steps=5, axis="z")
        s.rod("handle", (0, -0.82, 0), (0, -0.6, 0), 0.03, sides=6)
    else:
        s.rod("handle", (0, -0.95, 0), (0, -0.6, 0), 0.05, sides=8)
    s.rod("handle", (0, -0.05, 0.02), (0, 0.0, 0.02), 0.9 * belly, sides=8)
