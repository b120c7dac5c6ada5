"""Animals that people collect as figures; only a request places them. All look along +X."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import (
    BRIGHT,
    EYES,
    SHELVES,
    SIDES,
    arc,
    ball,
    bead,
    cube,
    horn,
    ring,
    small,
)
from meadow.scenes.catalogue.spec import PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

CLAY = ("ceramic", "plastic", "wood", "stone")
BEAK = PartSpec(("plastic", "ceramic"), ("orange", "yellow", "gold"))


@small(
    "penguin figurine",
    size=((0.13, 0.22), (0.15, 0.25), (0.26, 0.42)),
    keep_aspect=True,
    mass=(0.2, 1.5),
    variants=("standing", "scarf", "flapping"),
    parts={
        "back": PartSpec(("plastic", "ceramic", "fabric"), ("black", "navy", "grey", "blue")),
        "belly": PartSpec(("plastic", "ceramic", "fabric"), ("white", "cream")),
        "beak": BEAK,
        "scarf": PartSpec(("fabric",), BRIGHT, ("striped", "plain")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("penguin", "toy penguin", "penguin statue"),
    tags=("ornament",),
    revision=2,
)
def penguin_figurine(s: Shape, f: Form) -> None:
    """An upright dark bird with a white front, short wings and webbed feet."""
    body = [(1.6, 0.0), (2.5, 1.6), (2.6, 3.2), (2.0, 5.4), (1.5, 6.4)]
    s.lathe("back", (0, 0, 0.5), body, sides=12)
    ball(s, "belly", (1.25, 0.0, 3.5), (1.8, 2.0, 3.0), fine=True)
    ball(s, "back", (0.1, 0.0, 7.7), (1.7, 1.6, 1.55), fine=True)
    s.rod("beak", (1.5, 0.0, 7.5), (3.0, 0.0, 7.2), 0.5, end_radius=0.08, sides=5)
    spread = 2.6 if f.variant == "flapping" else 0.5
    for side in SIDES:
        ball(s, "belly", (1.1, side * 0.75, 8.0), (0.7, 0.6, 0.7))
        bead(s, "eyes", (1.75, side * 0.8, 8.1), 0.26)
        wing = [
            (side * 2.0, 5.9),
            (side * 2.5, 4.8),
            (side * (2.9 + spread), 2.4 + spread / 2),
            (side * (2.2 + spread), 2.6 + spread / 2),
        ]
        s.prism("back", wing, -0.7, 0.5, axis="x")
        s.box("beak", (0.0, side * 1.2 - 0.9, 0.0), (3.0, side * 1.2 + 0.9, 0.55), taper=(0.9, 0.8))
    if f.variant == "scarf":
        ring(s, "scarf", (0.1, 0, 6.5), 1.75, 0.5, sides=10)
        s.box("scarf", (1.6, 0.4, 3.2), (2.3, 1.5, 6.4))
    else:
        ring(s, "scarf", (0.1, 0, 6.6), 1.5, 0.16, sides=10)


@small(
    "owl figurine",
    size=((0.10, 0.19), (0.12, 0.22), (0.17, 0.30)),
    keep_aspect=True,
    mass=(0.2, 1.5),
    variants=("perched", "round", "reading"),
    parts={
        "feathers": PartSpec(
            CLAY, ("brown", "white", "grey", "tan", "purple", "turquoise"), ("plain", "dotted")
        ),
        "breast": PartSpec(CLAY, ("cream", "beige", "white", "tan"), ("plain", "zigzag")),
        "rings": PartSpec(CLAY, ("white", "yellow", "cream", "orange")),
        "beak": BEAK,
        "stand": PartSpec(("wood", "paper"), ("brown", "maroon", "blue", "red")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("owl", "owl statue", "ornamental owl"),
    tags=("ornament",),
    revision=2,
)
def owl_figurine(s: Shape, f: Form) -> None:
    """A plump bird with two large round eyes and tufted ears."""
    wide = 3.1 if f.variant == "round" else 2.4
    tall = 6.2 if f.variant == "round" else 7.6
    profile = [
        (wide * 0.6, 0.0),
        (wide, tall * 0.3),
        (wide * 0.95, tall * 0.6),
        (wide * 0.8, tall * 0.88),
        (wide * 0.4, tall),
    ]
    s.lathe("feathers", (0, 0, 1.0), profile, sides=12)
    ball(
        s,
        "breast",
        (wide * 0.45, 0.0, 1.0 + tall * 0.35),
        (wide * 0.62, wide * 0.7, tall * 0.3),
        fine=True,
    )
    z = 1.0 + tall * 0.74
    for side in SIDES:
        y = side * wide * 0.38
        s.cylinder("rings", (wide * 0.55, y, z), wide * 0.42, wide * 0.38, axis="x", sides=10)
        s.cylinder("eyes", (wide * 0.93, y, z), wide * 0.2, 0.14, axis="x", sides=8)
        ear = [
            (side * 0.5, tall + 0.6),
            (side * wide * 0.75, tall + 0.2),
            (side * wide * 0.7, tall + 2.2),
        ]
        s.prism("feathers", ear, -0.5, 0.5, axis="x")
        s.prism(
            "feathers",
            [
                (side * wide * 0.85, z - 1.0),
                (side * (wide + 0.5), z - 2.2),
                (side * wide * 0.8, 1.6),
            ],
            -1.0,
            0.6,
            axis="x",
        )
        s.box("beak", (0.6, side * 0.9 - 0.4, 0.7), (wide * 0.8, side * 0.9 + 0.4, 1.3))
    s.rod("beak", (wide * 0.8, 0, z - 0.3), (wide * 1.2, 0, z - 1.1), 0.4, end_radius=0.05, sides=4)
    if f.variant == "perched":
        s.rod("stand", (0.6, -4.0, 0.6), (0.6, 4.0, 0.6), 0.6)
    elif f.variant == "reading":
        for side in SIDES:
            s.box(
                "stand",
                (wide * 0.7, min(0.0, side * 2.2), 1.2),
                (wide * 1.25, max(0.0, side * 2.2), 3.4),
            )
        s.box("stand", (-1.2, -2.0, 0.0), (2.2, 2.0, 1.0))
    else:
        s.cylinder("stand", (0, 0, 0), wide, 0.9, sides=10)


@small(
    "dragon figurine",
    size=((0.28, 0.46), (0.24, 0.40), (0.24, 0.40)),
    keep_aspect=True,
    mass=(0.3, 2.0),
    variants=("spread wings", "folded wings", "rearing"),
    parts={
        "scales": PartSpec(
            ("plastic", "ceramic", "metal"), ("green", "red", "black", "purple", "blue", "gold")
        ),
        "wings": PartSpec(
            ("plastic", "fabric", "metal"), ("orange", "maroon", "black", "yellow", "navy")
        ),
        "horns": PartSpec(("plastic", "metal"), ("cream", "gold", "grey", "black")),
        "eyes": PartSpec(("glass", "plastic"), ("yellow", "red", "lime")),
    },
    on=SHELVES,
    synonyms=("dragon", "toy dragon", "dragon statue"),
    tags=("ornament",),
    revision=2,
)
def dragon_figurine(s: Shape, f: Form) -> None:
    """A long-necked beast with bat wings, horns, spikes along its back and a pointed tail."""
    lift = 2.4 if f.variant == "rearing" else 0.0
    ball(s, "scales", (0.0, 0.0, 3.6 + lift / 3), (3.0, 1.6, 1.7), fine=True)
    head: Point3 = (5.6 - lift / 2, 0.0, 8.0 + lift)
    horn(
        s,
        "scales",
        [(2.0, 0, 4.2 + lift / 2), (4.2 - lift / 3, 0, 6.0 + lift), head],
        [1.2, 0.75, 0.6],
    )
    x, _, z = head
    s.rod("scales", (x - 0.6, 0, z + 0.2), (x + 2.4, 0, z - 0.4), 0.95, end_radius=0.45)
    tail: list[Point3] = [(-2.2, 0, 3.4), (-5.0, 0.8, 1.4), (-7.6, -0.4, 1.0), (-9.0, -1.2, 2.2)]
    horn(s, "scales", tail, [1.2, 0.75, 0.4, 0.15], sides=5)
    s.prism("wings", [(-9.6, 3.2), (-8.4, 2.8), (-8.8, 1.6)], -1.5, -1.2, axis="y")
    for k, (px, pz) in enumerate(((1.6, 5.2), (0.2, 5.4), (-1.2, 5.2), (3.3, 6.0 + lift / 2))):
        s.prism(
            "horns",
            [(px - 0.5, pz - 0.6), (px + 0.5, pz - 0.6), (px - 0.2, pz + 1.0)],
            -0.1,
            0.1 + 0.01 * k,
            axis="y",
        )
    for side in SIDES:
        s.rod(
            "horns",
            (x - 0.3, side * 0.5, z + 0.7),
            (x - 1.8, side * 0.9, z + 2.0),
            0.28,
            end_radius=0.03,
            sides=4,
        )
        bead(s, "eyes", (x + 0.6, side * 0.75, z + 0.45), 0.3)
        front = 1.6 if lift else 0.0
        s.rod(
            "scales",
            (1.8, side * 1.2, 3.4 + lift / 2),
            (2.6 + front, side * 1.5, front * 1.6),
            0.65,
            end_radius=0.4,
        )
        s.rod("scales", (-1.6, side * 1.3, 3.6), (-1.2, side * 1.6, 0.0), 0.8, end_radius=0.5)
        s.box("scales", (-1.6, side * 1.6 - 0.5, 0.0), (0.4, side * 1.6 + 0.5, 0.5))
        _dragon_wing(s, side, folded=f.variant == "folded wings", lift=lift / 2)


def _dragon_wing(s: Shape, side: float, *, folded: bool, lift: float) -> None:
    """A bat's wing of three fingers with skin between them."""
    root: Point3 = (0.8, side * 1.2, 4.8 + lift)
    reach, rise = (1.6, 3.6) if folded else (6.4, 3.4)
    wrist: Point3 = (0.4, side * (1.2 + reach * 0.5), 4.8 + lift + rise)
    tips: list[Point3] = [
        (-0.4, side * (1.2 + reach), 4.8 + lift + rise * (0.3 if folded else 0.9)),
        (-2.6, side * (1.2 + reach * 0.8), 4.6 + lift + rise * 0.2),
        (-3.4, side * (1.0 + reach * 0.35), 4.2 + lift),
    ]
    s.rod("scales", root, wrist, 0.35, end_radius=0.22, sides=4)
    for a, b in zip([*tips], [*tips[1:], root]):
        s.panel("wings", wrist, a, b, b, two_sided=True)
    for tip in tips:
        s.rod("scales", wrist, tip, 0.16, end_radius=0.06, sides=4)


@small(
    "unicorn figurine",
    size=((0.24, 0.38), (0.09, 0.14), (0.26, 0.42)),
    keep_aspect=True,
    mass=(0.3, 1.5),
    variants=("standing", "prancing", "winged"),
    parts={
        "coat": PartSpec(
            ("plastic", "ceramic", "fabric"), ("white", "pink", "cream", "purple", "turquoise")
        ),
        "mane": PartSpec(
            ("plastic", "fabric"), ("pink", "purple", "yellow", "turquoise", "orange")
        ),
        "horn": PartSpec(("metal", "plastic"), ("gold", "silver", "yellow", "pink")),
        "hooves": PartSpec(("plastic",), ("gold", "grey", "silver", "brown")),
        "eyes": EYES,
    },
    on={**SHELVES, "bed": 0.3},
    synonyms=("unicorn", "toy unicorn", "unicorn statue"),
    tags=("ornament",),
    revision=2,
)
def unicorn_figurine(s: Shape, f: Form) -> None:
    """A horse with a flowing mane and one straight horn on its brow."""
    up = 1.6 if f.variant == "prancing" else 0.0
    ball(s, "coat", (0.0, 0.0, 5.4 + up / 2), (3.2, 1.5, 1.6), fine=True)
    head: Point3 = (4.2, 0.0, 9.2 + up)
    horn(s, "coat", [(2.2, 0, 6.0 + up), (3.4, 0, 7.8 + up), head], [1.3, 0.9, 0.8])
    x, _, z = head
    s.rod("coat", (x - 0.2, 0, z + 0.2), (x + 2.0, 0, z - 1.0), 0.9, end_radius=0.55)
    s.rod("horn", (x + 0.5, 0, z + 0.6), (x + 1.6, 0, z + 3.4), 0.32, end_radius=0.03, sides=6)
    mane = [
        (x + 0.1, z + 1.3),
        (x - 1.2, z + 1.0),
        (1.4, 7.0 + up),
        (0.8, 6.4 + up),
        (2.0, 6.2 + up),
        (3.4, 8.0 + up),
    ]
    s.prism("mane", mane, -0.55, 0.55, axis="y")
    horn(s, "mane", [(-2.8, 0, 5.8), (-4.4, 0, 5.0), (-4.8, 0, 2.2)], [0.5, 0.7, 0.15], sides=5)
    for side in SIDES:
        bead(s, "eyes", (x + 0.9, side * 0.75, z + 0.1), 0.22)
        s.rod(
            "coat",
            (x - 0.2, side * 0.45, z + 0.8),
            (x - 0.3, side * 0.6, z + 1.8),
            0.28,
            end_radius=0.04,
            sides=4,
        )
        for hip, raised in ((1.9, up), (-2.0, 0.0)):
            bent = raised * (1.0 if side > 0 else 0.6)
            knee: Point3 = (hip + bent * 1.1, side * 0.9, 2.4 + bent * 1.4)
            foot: Point3 = (hip + bent * 0.7, side * 0.9, 0.6 + bent * 0.9)
            s.rod("coat", (hip, side * 0.9, 5.2 + raised / 2), knee, 0.6, end_radius=0.42)
            s.rod("coat", knee, foot, 0.42, end_radius=0.38)
            s.cylinder("hooves", (foot[0], foot[1], foot[2] - 0.6), 0.5, 0.65, sides=6)
        if f.variant == "winged":
            wing = [(1.2, 6.4), (-0.2, 9.4), (-3.6, 10.4), (-3.0, 8.8), (-2.4, 7.4), (-0.8, 6.2)]
            y = side * 1.45
            s.prism("mane", wing, y - 0.15, y + 0.15, axis="y")


@small(
    "elephant figurine",
    size=((0.22, 0.36), (0.14, 0.23), (0.17, 0.28)),
    keep_aspect=True,
    mass=(0.3, 2.5),
    variants=("trunk up", "trunk down", "saddled"),
    parts={
        "hide": PartSpec(CLAY, ("grey", "white", "brown", "black", "pink", "blue")),
        "tusks": PartSpec(("plastic", "ceramic"), ("white", "cream", "gold")),
        "cloth": PartSpec(("fabric", "ceramic"), BRIGHT, ("plain", "dotted", "striped")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("elephant", "toy elephant", "elephant statue"),
    tags=("ornament",),
    revision=2,
)
def elephant_figurine(s: Shape, f: Form) -> None:
    """A heavy body on pillar legs with large ears and a trunk."""
    ball(s, "hide", (-0.6, 0.0, 4.6), (3.4, 2.3, 2.4), fine=True)
    ball(s, "hide", (3.0, 0.0, 5.6), (1.8, 1.6, 1.8), fine=True)
    path: list[Point3] = (
        [(4.4, 0, 5.6), (5.8, 0, 5.6), (6.6, 0, 7.2), (6.0, 0, 8.6)]
        if f.variant == "trunk up"
        else [(4.4, 0, 5.4), (5.4, 0, 3.8), (5.6, 0, 1.8), (6.3, 0, 0.9)]
    )
    horn(s, "hide", path, [0.85, 0.65, 0.5, 0.4])
    horn(s, "hide", [(-3.8, 0, 5.4), (-4.5, 0, 4.0), (-4.4, 0, 2.8)], [0.2, 0.15, 0.2], sides=4)
    for side in SIDES:
        for x in (1.4, -2.4):
            s.rod("hide", (x, side * 1.3, 0.0), (x, side * 1.3, 4.0), 0.95, end_radius=1.1, sides=7)
        ear = arc((0.0, 5.8), (2.3, 2.1), 20, 340, 7)
        s.prism(
            "hide", [(2.0 + u, v) for u, v in ear], side * 1.75 - 0.15, side * 1.75 + 0.15, axis="y"
        )
        s.rod(
            "tusks", (4.2, side * 0.8, 4.8), (5.8, side * 1.1, 4.6), 0.28, end_radius=0.05, sides=5
        )
        bead(s, "eyes", (4.2, side * 1.2, 6.4), 0.25)
    if f.variant == "saddled":
        s.lathe("cloth", (-0.8, 0, 4.6), [(2.45, -1.5), (2.45, 1.5)], axis="x", sides=10)
        s.box("cloth", (-1.8, -1.0, 6.8), (0.4, 1.0, 7.8), taper=(0.8, 0.8))
    else:
        s.cylinder("cloth", (3.2, 0, 7.0), 1.1, 0.5, top_radius=0.5, sides=8)


@small(
    "lucky cat",
    size=((0.10, 0.17), (0.12, 0.20), (0.17, 0.29)),
    keep_aspect=True,
    mass=(0.2, 1.2),
    variants=("right paw", "left paw", "both paws"),
    parts={
        "fur": PartSpec(("ceramic", "plastic", "metal"), ("white", "gold", "black", "pink")),
        "collar": PartSpec(("ceramic", "fabric"), ("red", "green", "blue", "purple")),
        "coin": PartSpec(("metal",), ("gold", "bronze", "silver")),
        "ears": PartSpec(("ceramic",), ("red", "pink", "orange")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("waving cat", "maneki neko", "fortune cat"),
    tags=("ornament",),
    revision=2,
)
def lucky_cat(s: Shape, f: Form) -> None:
    """A sitting cat with a raised paw, a collar and a coin on its belly."""
    s.lathe("fur", (0, 0, 0), [(2.2, 0.0), (2.7, 1.4), (2.3, 3.6), (1.5, 5.0)], sides=12)
    ball(s, "fur", (0.2, 0.0, 6.6), (1.9, 2.2, 1.9), fine=True)
    ring(s, "collar", (0.1, 0, 4.9), 1.6, 0.35, sides=10)
    s.ellipsoid("coin", (1.9, 0.0, 4.5), (0.5, 0.5, 0.5), sides=6, rows=3)
    s.cylinder("coin", (2.0, 0.0, 2.4), 1.1, 0.7, axis="x", sides=10, stretch=0.75)
    raised = {"right paw": (-1.0,), "left paw": (1.0,), "both paws": SIDES}[f.variant]
    for side in SIDES:
        ear = [(side * 0.6, 7.9), (side * 1.9, 7.6), (side * 1.7, 9.3)]
        s.prism("fur", ear, -0.4, 0.5, axis="x")
        s.prism(
            "ears", [(side * 0.95, 8.0), (side * 1.7, 7.8), (side * 1.55, 8.8)], 0.5, 0.6, axis="x"
        )
        s.box("eyes", (1.7, side * 0.85 - 0.35, 6.8), (2.05, side * 0.85 + 0.35, 7.1))
        s.box("fur", (0.6, side * 1.5 - 0.7, 0.0), (2.9, side * 1.5 + 0.7, 1.0), taper=(0.8, 0.8))
        if side in raised:
            s.rod("fur", (0.6, side * 2.0, 3.8), (1.0, side * 3.0, 7.0), 0.6)
            ball(s, "fur", (1.2, side * 3.0, 7.6), (0.75, 0.7, 0.9))
        else:
            s.rod("fur", (0.8, side * 1.9, 3.9), (2.3, side * 1.4, 2.0), 0.6)
    bead(s, "ears", (2.1, 0.0, 6.2), 0.22)


@small(
    "piggy bank",
    size=((0.16, 0.27), (0.11, 0.18), (0.12, 0.20)),
    keep_aspect=True,
    mass=(0.2, 1.2),
    variants=("round", "standing ears", "winged"),
    parts={
        "pig": PartSpec(
            ("ceramic", "plastic", "glass"),
            ("pink", "blue", "white", "gold", "black"),
            ("plain", "dotted", "floral"),
        ),
        "snout": PartSpec(("ceramic", "plastic"), ("pink", "orange", "maroon")),
        "slot": PartSpec(("plastic",), ("black", "grey")),
        "eyes": EYES,
    },
    on=SHELVES,
    synonyms=("money box", "coin bank", "money pig"),
    tags=("ornament",),
    revision=2,
)
def piggy_bank(s: Shape, f: Form) -> None:
    """A fat pig on short legs with a slot for coins in its back."""
    wide = 2.6 if f.variant == "round" else 2.1
    ball(s, "pig", (0.0, 0.0, 3.2), (3.4, wide, 2.3), fine=True)
    s.box("slot", (-0.9, -0.2, 5.3), (0.9, 0.2, 5.56))
    s.cylinder("snout", (3.0, 0.0, 3.4), 0.95, 0.9, axis="x", sides=8)
    for side in SIDES:
        s.cylinder("slot", (3.9, side * 0.35, 3.4), 0.2, 0.04, axis="x", sides=6)
        bead(s, "eyes", (2.7, side * 1.1, 4.4), 0.28)
        if f.variant == "standing ears":
            s.prism(
                "pig", [(side * 0.7, 4.8), (side * 1.9, 4.6), (side * 1.5, 6.6)], 1.4, 2.0, axis="x"
            )
        else:
            s.prism(
                "pig", [(side * 0.8, 5.2), (side * 2.2, 4.9), (side * 2.3, 3.9)], 1.7, 2.3, axis="x"
            )
        for x in (-1.7, 1.7):
            s.rod("pig", (x, side * 1.1, 0.0), (x, side * 1.0, 2.0), 0.65)
        if f.variant == "winged":
            y = side * (wide + 0.1)
            s.prism(
                "snout",
                [(0.8, 3.4), (-0.4, 6.0), (-2.4, 6.4), (-1.8, 5.0), (-1.2, 3.6)],
                y - 0.15,
                y + 0.15,
                axis="y",
            )
    horn(
        s,
        "snout",
        [(-3.3, 0, 3.4), (-3.9, 0.3, 3.9), (-3.7, -0.3, 4.4), (-4.2, 0, 4.7)],
        [0.2, 0.2, 0.18, 0.1],
        sides=4,
    )


@small(
    "toy octopus",
    size=cube(0.20, 0.34),
    keep_aspect=True,
    mass=(0.1, 0.6),
    variants=("curled arms", "spread arms", "top hat"),
    parts={
        "skin": PartSpec(
            ("fabric", "plastic", "rubber"),
            ("purple", "red", "orange", "pink", "blue", "turquoise"),
        ),
        "whites": PartSpec(("plastic",), ("white", "cream")),
        "hat": PartSpec(("fabric",), ("black", "navy", "maroon")),
        "eyes": EYES,
    },
    on={**SHELVES, "bed": 0.5, "sofa": 0.3, "floor": 0.3},
    synonyms=("octopus", "octopus plush", "stuffed octopus"),
    plural="toy octopuses",
    tags=("ornament", "toy"),
    revision=2,
)
def toy_octopus(s: Shape, f: Form) -> None:
    """A round head with two large eyes over eight arms."""
    ball(s, "skin", (0, 0, 5.0), (2.6, 2.4, 2.9), fine=True)
    curl = f.variant == "curled arms"
    for k in range(8):
        a = 2 * math.pi * (k + 0.5) / 8
        c, d = math.cos(a), math.sin(a)
        reach = 3.6 if curl else 4.6
        path: list[Point3] = [
            (1.4 * c, 1.4 * d, 3.2),
            (reach * 0.75 * c, reach * 0.75 * d, 0.8),
            (reach * c, reach * d, 0.5 if not curl else 1.8),
        ]
        horn(s, "skin", path, [0.9, 0.7, 0.3], sides=5)
    for side in SIDES:
        ball(s, "whites", (2.1, side * 0.9, 5.3), (0.6, 0.75, 0.85))
        bead(s, "eyes", (2.65, side * 0.85, 5.3), 0.36)
    if f.variant == "top hat":
        s.cylinder("hat", (0, 0, 7.5), 1.9, 0.3, sides=10)
        s.cylinder("hat", (0, 0, 7.7), 1.2, 2.0, sides=10)
    else:
        s.cylinder("hat", (0, 0, 7.7), 0.8, 0.5, top_radius=0.3, sides=8)


@small(
    "turtle figurine",
    size=((0.22, 0.36), (0.17, 0.28), (0.11, 0.18)),
    keep_aspect=True,
    mass=(0.2, 2.0),
    variants=("walking", "sea turtle", "hiding"),
    parts={
        "shell": PartSpec(
            CLAY,
            ("green", "brown", "olive", "blue", "gold", "maroon"),
            ("plain", "checked", "dotted"),
        ),
        "rim": PartSpec(CLAY, ("tan", "beige", "olive", "brown", "turquoise")),
        "skin": PartSpec(CLAY, ("lime", "green", "tan", "olive", "grey")),
        "eyes": EYES,
    },
    on={**SHELVES, "floor": 0.3},
    synonyms=("turtle", "tortoise figurine", "toy turtle"),
    tags=("ornament",),
    revision=2,
)
def turtle_figurine(s: Shape, f: Form) -> None:
    """A domed shell with a rim, four legs and a small head."""
    sea, hiding = f.variant == "sea turtle", f.variant == "hiding"
    base = 0.6 if hiding else 1.4
    s.lathe("rim", (0, 0, base), [(3.2, 0.0), (4.2, 0.4), (4.0, 0.9)], sides=12, stretch=0.82)
    s.lathe(
        "shell",
        (0, 0, base + 0.7),
        [(3.7, 0.0), (3.3, 1.5), (2.0, 2.7), (0.5, 3.1)],
        sides=12,
        stretch=0.82,
        bottom=False,
    )
    out = 3.9 if hiding else 5.6
    s.rod(
        "skin", (3.2, 0, base + 0.4), (out, 0, base + (0.6 if hiding else 1.7)), 0.8, end_radius=0.7
    )
    ball(s, "skin", (out, 0, base + (0.6 if hiding else 1.9)), (1.0, 0.85, 0.85))
    for side in SIDES:
        bead(s, "eyes", (out + 0.5, side * 0.6, base + (0.9 if hiding else 2.2)), 0.25)
        for x in (2.4, -2.4):
            if sea:
                fin = [
                    (x - 0.6, side * 1.4),
                    (x + 0.9, side * 1.8),
                    (x - 0.6, side * 6.0),
                    (x - 1.8, side * 5.2),
                ]
                s.prism("skin", fin, 1.2, 1.8)
            else:
                s.rod(
                    "skin",
                    (x, side * 2.4, base + 0.6),
                    (x + 0.5, side * 3.0, 0.0),
                    0.85,
                    end_radius=0.7,
                )
    s.rod("skin", (-3.8, 0, base + 0.4), (-5.0, 0, base - 0.2), 0.4, end_radius=0.05, sides=4)
