"""Models of ships, buildings and machines; only a request places them."""

from __future__ import annotations

import itertools
import math

from meadow.scenes.catalogue.pieces import (
    ON_FLOOR,
    SHELVES,
    SIDES,
    bead,
    fitted,
    horn,
    oval,
    small,
)
from meadow.scenes.catalogue.spec import WOODS, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

TOY = ("wood", "plastic", "metal", "ceramic")


@small(
    "pirate ship model",
    size=((0.42, 0.68), (0.15, 0.24), (0.38, 0.62)),
    keep_aspect=True,
    mass=(0.6, 3.0),
    variants=("one mast", "two masts", "three masts"),
    parts={
        "hull": PartSpec(("wood", "plastic"), ("brown", "maroon", "black", "tan")),
        "sails": PartSpec(
            ("fabric", "paper"), ("white", "cream", "black", "red"), ("plain", "striped")
        ),
        "masts": PartSpec(("wood",), ("tan", "brown", "beige")),
        "trim": PartSpec(("metal", "wood"), ("gold", "yellow", "red")),
        "stand": PartSpec(("wood",), WOODS),
    },
    on=SHELVES,
    synonyms=("pirate ship", "model ship", "sailing ship model", "toy ship"),
    tags=("ornament",),
    revision=2,
)
def pirate_ship_model(s: Shape, f: Form) -> None:
    """A wooden hull with a raised stern, masts with bellied sails and a flag."""
    count = {"one mast": 1, "two masts": 2, "three masts": 3}[f.variant]
    low = [
        (-4.6, 1.6),
        (4.2, 1.6),
        (6.6, 4.6),
        (4.6, 4.2),
        (-3.0, 4.0),
        (-3.4, 5.8),
        (-6.2, 6.2),
        (-5.6, 3.0),
    ]
    s.prism("hull", low, -1.0, 1.0, axis="y")
    s.prism(
        "hull",
        [(-5.4, 3.0), (5.2, 3.0), (6.0, 4.4), (-3.0, 3.9), (-3.2, 5.4), (-5.9, 5.8)],
        -1.6,
        1.6,
        axis="y",
    )
    s.box("trim", (-5.4, -1.68, 3.4), (5.0, 1.68, 3.7))
    s.rod("masts", (5.4, 0, 4.4), (9.0, 0, 6.6), 0.16, sides=5)
    for side in SIDES:
        for x in (-2.4, -0.2, 2.0):
            s.cylinder("trim", (x, 1.62 if side > 0 else -1.9, 2.6), 0.3, 0.28, axis="y", sides=6)
    places = {1: (0.4,), 2: (-2.0, 2.4), 3: (-4.0, -0.4, 3.2)}[count]
    for k, x in enumerate(places):
        top = 15.0 - 1.2 * abs(k - (count - 1) / 2)
        s.rod("masts", (x, 0, 3.8), (x, 0, top), 0.2, end_radius=0.12, sides=5)
        for z0, z1, half in ((5.6, 9.2, 2.8), (9.7, 12.6, 2.1)):
            s.rod("masts", (x + 0.1, -half, z1), (x + 0.1, half, z1), 0.12, sides=4)
            _sail(s, x + 0.25, z0, z1, half)
        s.prism("sails", [(x, top), (x - 1.6, top - 0.4), (x, top - 0.9)], -0.05, 0.05, axis="y")
    for x in (-2.6, 2.6):
        s.prism(
            "stand", [(-1.8, 0.0), (1.8, 0.0), (1.1, 2.4), (-1.1, 2.4)], x - 0.3, x + 0.3, axis="x"
        )
    s.box("stand", (-3.4, -0.4, 0.0), (3.4, 0.4, 0.5))


def _sail(s: Shape, x: float, low: float, high: float, half: float) -> None:
    """A sail that the wind fills towards the bow, in three strips."""
    rows = (
        (low, 0.2),
        (low + (high - low) * 0.33, 1.0),
        (low + (high - low) * 0.7, 0.9),
        (high, 0.0),
    )
    for (z0, b0), (z1, b1) in itertools.pairwise(rows):
        s.panel(
            "sails",
            (x + b0, -half, z0),
            (x + b0, half, z0),
            (x + b1, half, z1),
            (x + b1, -half, z1),
            two_sided=True,
        )


@small(
    "lighthouse model",
    size=((0.14, 0.23), (0.14, 0.23), (0.36, 0.60)),
    keep_aspect=True,
    mass=(0.4, 2.5),
    variants=("round", "six-sided", "with cottage"),
    parts={
        "tower": PartSpec(TOY, ("white", "red", "blue", "yellow"), ("striped", "plain")),
        "bands": PartSpec(TOY, ("red", "black", "blue", "navy", "white")),
        "lantern": PartSpec(("glass", "plastic"), ("yellow", "orange", "white")),
        "roof": PartSpec(("metal", "plastic"), ("red", "black", "maroon", "green")),
        "rock": PartSpec(("stone", "plastic"), ("grey", "brown", "tan")),
    },
    states=("on",),
    on=SHELVES,
    synonyms=("lighthouse", "toy lighthouse", "model lighthouse"),
    tags=("ornament",),
    revision=2,
)
def lighthouse_model(s: Shape, f: Form) -> None:
    """A tapering banded tower on a rock with a gallery, a lantern and a pointed roof."""
    sides = 6 if f.variant == "six-sided" else 12
    s.lathe("rock", (0, 0, 0), [(4.2, 0.0), (3.8, 0.9), (2.8, 1.4)], sides=7)
    s.lathe("tower", (0, 0, 1.2), [(2.3, 0.0), (1.5, 9.0)], sides=sides)
    for z in (2.6, 5.6, 8.4):
        r = 2.3 - 0.8 * (z - 1.2) / 9.0
        s.lathe("bands", (0, 0, z), [(r + 0.06, 0.0), (r - 0.05, 1.2)], sides=sides)
    s.cylinder("roof", (0, 0, 10.2), 2.1, 0.3, sides=sides)
    for k in range(8):
        a = math.pi * k / 4
        c, d = 1.95 * math.cos(a), 1.95 * math.sin(a)
        s.rod("roof", (c, d, 10.4), (c, d, 11.3), 0.08, sides=4)
    s.cylinder("lantern", (0, 0, 10.5), 1.1, 1.7, sides=8)
    s.cylinder("roof", (0, 0, 12.2), 1.5, 1.6, top_radius=0.1, sides=8)
    bead(s, "bands", (0, 0, 13.9), 0.25)
    s.box("roof", (1.6, -0.5, 1.3), (2.36, 0.5, 2.6))
    if f.variant == "with cottage":
        s.box("tower", (-1.0, -4.4, 0.9), (1.6, -1.8, 2.9))
        s.prism("roof", [(-1.3, 2.9), (1.9, 2.9), (0.3, 4.4)], -4.6, -1.7, axis="y")
        s.box("lantern", (1.6, -3.4, 1.7), (1.66, -2.6, 2.4))


@small(
    "windmill model",
    size=((0.18, 0.29), (0.28, 0.46), (0.34, 0.56)),
    keep_aspect=True,
    mass=(0.4, 2.5),
    variants=("tower", "post", "smock"),
    parts={
        "walls": PartSpec(TOY, ("white", "brown", "red", "green", "tan", "grey")),
        "cap": PartSpec(TOY, ("maroon", "black", "brown", "orange", "blue")),
        "sails": PartSpec(
            ("wood", "fabric", "plastic"), ("white", "cream", "red", "brown"), ("plain", "checked")
        ),
        "door": PartSpec(("wood", "plastic"), ("green", "blue", "brown", "red")),
    },
    on=SHELVES,
    synonyms=("windmill", "toy windmill", "model windmill"),
    tags=("ornament",),
    revision=2,
)
def windmill_model(s: Shape, f: Form) -> None:
    """A mill with four lattice sails in front of its cap."""
    if f.variant == "post":
        for k in range(4):
            c, d = math.cos(math.pi * k / 2), math.sin(math.pi * k / 2)
            s.rod("cap", (2.6 * c, 2.6 * d, 0.0), (0, 0, 3.4), 0.3, sides=5)
        s.box("walls", (-2.0, -1.7, 3.0), (2.0, 1.7, 8.2))
        s.prism("cap", [(-2.0, 8.2), (2.0, 8.2), (0.0, 10.4)], -2.2, 2.2, axis="x")
    else:
        sides = 12 if f.variant == "tower" else 8
        s.lathe("walls", (0, 0, 0), [(3.0, 0.0), (1.9, 8.0)], sides=sides)
        if f.variant == "smock":
            s.cylinder("door", (0, 0, 3.0), 3.6, 0.3, sides=8)
        s.lathe("cap", (0, 0, 8.0), [(2.2, 0.0), (1.9, 1.0), (0.2, 2.4)], sides=sides)
        s.box("door", (2.0, -0.7, 0.0), (3.02, 0.7, 2.2))
    s.box("door", (1.7, -0.45, 5.2), (2.45, 0.45, 6.3))
    hub: Point3 = (3.0, 0.0, 8.6)
    s.rod("cap", (1.0, 0, 8.5), hub, 0.35, sides=6)
    for k in range(4):
        a = math.pi * (0.17 + k / 2)
        u, v = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
        s.rod("cap", hub, (3.0, 6.4 * u[0], 8.6 + 6.4 * u[1]), 0.16, sides=4)
        quad = [(1.4, 0.1), (6.3, 0.1), (6.3, 1.5), (1.4, 1.5)]
        blade = [(r * u[0] + w * v[0], 8.6 + r * u[1] + w * v[1]) for r, w in quad]
        s.prism("sails", blade, 2.9, 3.02, axis="x")


@small(
    "hot air balloon model",
    size=((0.22, 0.36), (0.22, 0.36), (0.36, 0.60)),
    keep_aspect=True,
    mass=(0.2, 1.0),
    variants=("round", "pear-shaped", "pointed"),
    parts={
        "balloon": PartSpec(
            ("fabric", "paper", "plastic"),
            ("red", "yellow", "blue", "orange", "purple", "turquoise"),
            ("striped", "zigzag", "plain"),
        ),
        "bands": PartSpec(("fabric", "paper"), ("white", "yellow", "green", "navy", "pink")),
        "basket": PartSpec(("organic", "wood"), ("brown", "tan"), ("wicker", "plain")),
        "ropes": PartSpec(("fabric",), ("beige", "brown", "black")),
    },
    on=SHELVES,
    synonyms=("hot air balloon", "toy hot air balloon", "balloon model"),
    tags=("ornament",),
    revision=2,
)
def hot_air_balloon_model(s: Shape, f: Form) -> None:
    """A large balloon on ropes over a small wicker basket."""
    profile = {
        "round": [(1.4, 0.0), (3.6, 2.2), (4.3, 4.6), (3.6, 7.2), (2.0, 8.5), (0.3, 8.9)],
        "pear-shaped": [(1.0, 0.0), (2.2, 2.4), (4.0, 5.4), (4.2, 7.2), (2.8, 9.0), (0.4, 9.7)],
        "pointed": [(1.2, 0.0), (3.6, 2.0), (4.2, 4.0), (3.0, 6.6), (1.2, 8.6), (0.1, 10.4)],
    }[f.variant]
    s.lathe("balloon", (0, 0, 4.2), profile, sides=12)
    (r0, z0), (r1, _) = profile[2], profile[3]
    s.lathe(
        "bands",
        (0, 0, 4.2 + z0 - 0.5),
        [(r0 + 0.05, 0.0), ((r0 * 2 + r1) / 3 + 0.2, 1.1)],
        sides=12,
    )
    s.cylinder("bands", (0, 0, 3.9), profile[0][0] + 0.1, 0.4, sides=12)
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            s.rod("ropes", (x, y, 1.8), (0.9 * x, 0.9 * y, 4.2), 0.08, sides=4)
    s.box("basket", (-1.1, -1.1, 0.0), (1.1, 1.1, 1.7))
    s.box("bands", (-1.25, -1.25, 1.6), (1.25, 1.25, 1.95))


@small(
    "eiffel tower model",
    size=((0.16, 0.26), (0.16, 0.26), (0.40, 0.66)),
    keep_aspect=True,
    mass=(0.3, 2.0),
    variants=("on a base", "bare", "with flag"),
    parts={
        "iron": PartSpec(
            ("metal", "plastic", "wood"), ("bronze", "gold", "black", "silver", "brown", "pink")
        ),
        "decks": PartSpec(("metal", "plastic"), ("brown", "gold", "grey", "black")),
        "base": PartSpec(("stone", "wood"), ("black", "white", "brown", "grey")),
    },
    on=SHELVES,
    synonyms=("eiffel tower", "toy eiffel tower", "paris tower"),
    tags=("ornament",),
    revision=2,
)
def eiffel_tower_model(s: Shape, f: Form) -> None:
    """Four curved legs that meet in a tall spire with two decks."""
    legs = ((4.0, 0.0), (2.3, 4.2), (1.25, 8.4), (0.55, 13.6))
    for u in SIDES:
        for v in SIDES:
            path: list[Point3] = [(u * r, v * r, 0.5 + z) for r, z in legs]
            horn(s, "iron", path, [0.75, 0.6, 0.45, 0.3], sides=4)
    for low, high in ((0, 1), (1, 2), (2, 3)):
        (r0, z0), (r1, z1) = legs[low], legs[high]
        for k in range(4):
            c, d = ((1, 0), (0, 1), (-1, 0), (0, -1))[k]
            a: Point3 = (r0 * c - r0 * d, r0 * d + r0 * c, 0.5 + z0)
            b: Point3 = (r1 * c + r1 * d, r1 * d - r1 * c, 0.5 + z1)
            s.rod("iron", a, b, 0.14, sides=4)
    s.box("decks", (-2.9, -2.9, 4.4), (2.9, 2.9, 5.0))
    s.box("decks", (-1.7, -1.7, 8.6), (1.7, 1.7, 9.1))
    s.box("decks", (-0.9, -0.9, 13.8), (0.9, 0.9, 14.4))
    s.rod("iron", (0, 0, 14.2), (0, 0, 17.4), 0.3, end_radius=0.06, sides=5)
    if f.variant == "on a base":
        s.box("base", (-5.2, -5.2, 0.0), (5.2, 5.2, 0.8))
    else:
        for u in SIDES:
            for v in SIDES:
                s.box(
                    "base", (u * 4.0 - 1.0, v * 4.0 - 1.0, 0.0), (u * 4.0 + 1.0, v * 4.0 + 1.0, 0.7)
                )
    if f.variant == "with flag":
        s.box("decks", (-0.05, 0.0, 16.0), (0.05, 2.4, 17.3))


@small(
    "toy rocket",
    size=((0.15, 0.25), (0.15, 0.25), (0.34, 0.58)),
    keep_aspect=True,
    mass=(0.2, 1.5),
    variants=("three fins", "boosters", "slim"),
    parts={
        "hull": PartSpec(
            ("plastic", "metal", "wood"),
            ("white", "red", "silver", "blue", "yellow", "green"),
            ("plain", "checked"),
        ),
        "nose": PartSpec(("plastic", "metal"), ("red", "orange", "blue", "black")),
        "fins": PartSpec(("plastic", "metal"), ("red", "yellow", "orange", "navy")),
        "window": PartSpec(("glass",), ("turquoise", "blue", "black")),
    },
    on={**SHELVES, "floor": 0.3},
    synonyms=("model rocket", "rocket model", "toy spaceship"),
    tags=("ornament", "toy"),
    revision=2,
)
def toy_rocket(s: Shape, f: Form) -> None:
    """A pointed hull with a porthole that stands on its fins."""
    slim = f.variant == "slim"
    wide = 1.5 if slim else 2.2
    profile = [(wide * 0.6, 1.6), (wide, 4.2), (wide, 8.0), (wide * 0.8, 10.4)]
    s.lathe("hull", (0, 0, 0), profile, sides=12)
    s.lathe("nose", (0, 0, 10.4), [(wide * 0.82, 0.0), (wide * 0.45, 1.9), (0.05, 3.4)], sides=12)
    s.cylinder("nose", (0, 0, 0.8), wide * 0.5, 0.9, top_radius=wide * 0.35, sides=10)
    s.cylinder("fins", (wide * 0.8, 0, 7.6), wide * 0.5, wide * 0.25, axis="x", sides=10)
    s.cylinder("window", (wide * 1.05, 0, 7.6), wide * 0.36, 0.1, axis="x", sides=10)
    for k in range(3 if not slim else 4):
        turn = 2 * math.pi * k / (3 if not slim else 4) + (math.pi if not slim else math.pi / 4)
        with s.turned("z", turn, (0.0, 0.0, 0.0)):
            fin = [(wide * 0.7, 5.4), (wide + 1.9, 2.4), (wide + 1.9, 0.0), (wide * 0.7, 2.2)]
            s.prism("fins", fin, -0.2, 0.2, axis="y")
    if f.variant == "boosters":
        for side in SIDES:
            s.cylinder("hull", (0, side * (wide + 0.9), 1.0), 0.9, 5.4, sides=8)
            s.cylinder("nose", (0, side * (wide + 0.9), 6.4), 0.9, 1.6, top_radius=0.05, sides=8)


@small(
    "toy castle",
    size=((0.30, 0.48), (0.34, 0.56), (0.30, 0.50)),
    keep_aspect=True,
    mass=(0.5, 3.0),
    variants=("flat roofs", "pointed roofs", "drawbridge"),
    parts={
        "walls": PartSpec(
            ("plastic", "wood", "stone"), ("grey", "beige", "pink", "white", "tan", "purple")
        ),
        "roofs": PartSpec(("plastic", "wood"), ("blue", "red", "purple", "green", "navy")),
        "gate": PartSpec(("wood", "plastic"), ("brown", "black", "maroon")),
        "flags": PartSpec(("fabric", "paper"), ("red", "yellow", "pink", "lime")),
    },
    on={**SHELVES, "floor": 0.6},
    synonyms=("castle", "castle model", "play castle"),
    tags=("ornament", "toy"),
    revision=2,
)
def toy_castle(s: Shape, f: Form) -> None:
    """Battlements between four round towers, with a gate in front."""
    for x in (-3.6, 3.6):
        for y in (-4.2, 4.2):
            _tower(s, x, y, pointed=f.variant != "flat roofs")
    for x in (-3.6, 3.6):
        s.box("walls", (x - 0.4, -4.0, 0.0), (x + 0.4, 4.0, 4.2))
        for k in range(3):
            s.box("walls", (x - 0.4, -2.6 + 2.2 * k, 4.2), (x + 0.4, -1.8 + 2.2 * k, 4.9))
    for y in (-4.2, 4.2):
        s.box("walls", (-3.4, y - 0.4, 0.0), (3.4, y + 0.4, 4.2))
    arch = [(-1.2, 0.0), (1.2, 0.0), (1.2, 2.0), (0.7, 2.9), (-0.7, 2.9), (-1.2, 2.0)]
    s.prism("gate", arch, 3.9, 4.1, axis="x")
    s.box("walls", (-1.6, -1.4, 0.0), (1.2, 1.4, 6.4))
    s.cylinder("roofs", (-0.2, 0, 6.4), 2.0, 2.6, top_radius=0.05, sides=8)
    if f.variant == "drawbridge":
        s.box("gate", (4.1, -1.2, 0.0), (7.0, 1.2, 0.3))
        for side in SIDES:
            s.rod("gate", (4.0, side * 1.1, 3.0), (6.8, side * 1.1, 0.3), 0.08, sides=4)


def _tower(s: Shape, x: float, y: float, *, pointed: bool) -> None:
    s.cylinder("walls", (x, y, 0), 1.2, 6.0, sides=8)
    if pointed:
        s.cylinder("roofs", (x, y, 6.0), 1.5, 2.6, top_radius=0.05, sides=8)
        s.rod("gate", (x, y, 8.2), (x, y, 9.8), 0.06, sides=4)
        s.prism("flags", [(y, 9.8), (y, 9.0), (y + 1.3, 9.4)], x - 0.03, x + 0.03, axis="x")
    else:
        s.cylinder("walls", (x, y, 6.0), 1.45, 0.5, sides=8)
        for k in range(4):
            a = math.pi * (k + 0.5) / 2
            c, d = x + 1.1 * math.cos(a), y + 1.1 * math.sin(a)
            s.box("roofs", (c - 0.3, d - 0.3, 6.5), (c + 0.3, d + 0.3, 7.1))
        s.prism("flags", oval(0.3, 0.3, 6, (y, 7.2)), x - 0.03, x + 0.03, axis="x")


@category(
    "flying saucer",
    size=((0.55, 0.85), (0.55, 0.85), (0.30, 0.46)),
    keep_aspect=True,
    mass=(1.0, 5.0),
    variants=("landed", "two decks", "on a stand"),
    parts={
        "hull": PartSpec(("metal", "plastic"), ("silver", "grey", "white", "purple")),
        "dome": PartSpec(("glass", "plastic"), ("turquoise", "lime", "blue", "orange")),
        "lights": PartSpec(("plastic",), ("yellow", "red", "lime", "orange", "pink")),
        "legs": PartSpec(("metal",), ("grey", "black", "silver")),
    },
    on=ON_FLOOR,
    synonyms=("ufo", "flyingsaucer", "alien spaceship"),
)
@fitted
def flying_saucer(s: Shape, f: Form) -> None:
    """A lens-shaped hull with a glass dome and a ring of lights."""
    z = 2.4
    hull = [(2.2, 0.0), (6.4, 1.3), (6.6, 1.7), (3.0, 2.8)]
    s.lathe("hull", (0, 0, z), hull, sides=12)
    dome = z + 2.8
    if f.variant == "two decks":
        s.lathe("hull", (0, 0, dome), [(4.2, -0.4), (4.3, 0.0), (2.4, 0.9)], sides=12, bottom=False)
        dome += 0.8
    s.lathe(
        "dome",
        (0, 0, dome),
        [(2.7, -0.1), (2.5, 0.9), (1.6, 1.7), (0.3, 2.1)],
        sides=10,
        bottom=False,
    )
    s.rod("legs", (0, 0, dome + 2.0), (0, 0, dome + 3.2), 0.12, sides=4)
    bead(s, "lights", (0, 0, dome + 3.3), 0.35)
    for k in range(8):
        a = 2.0 * math.pi * (k + 0.5) / 8
        bead(s, "lights", (5.2 * math.cos(a), 5.2 * math.sin(a), z + 2.1), 0.55)
    if f.variant == "on a stand":
        s.cylinder("legs", (0, 0, 0.4), 0.6, z, sides=6)
        s.cylinder("legs", (0, 0, 0.0), 3.0, 0.4, sides=10)
    else:
        for k in range(3):
            c, d = math.cos(2.0 * math.pi * k / 3), math.sin(2.0 * math.pi * k / 3)
            s.rod("legs", (2.8 * c, 2.8 * d, z + 0.8), (4.4 * c, 4.4 * d, 0.2), 0.22, sides=4)
            s.cylinder("legs", (4.4 * c, 4.4 * d, 0.0), 0.8, 0.25, sides=6)
