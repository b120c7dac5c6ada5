"""Statues and models of animals, a snowman and an astronaut; only a request places them.

All look along +X. They are drawn in handy units and fitted into their boxes.
"""

from __future__ import annotations

from meadow.scenes.catalogue.pieces import (
    EYES,
    ON_FLOOR,
    SHELVES,
    SIDES,
    ball,
    bead,
    fitted,
    horn,
    ring,
    small,
    star,
)
from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point3

#: Where the plates stand on the back: x, z of the root, height.
_PLATES = (
    (4.6, 5.4, 1.3), (3.3, 6.5, 2.0), (1.8, 7.2, 2.7), (0.1, 7.5, 3.1), (-1.6, 7.3, 2.9),
    (-3.1, 6.8, 2.4), (-4.6, 6.4, 1.9), (-6.0, 6.2, 1.4), (-7.3, 6.1, 1.0),
)  # fmt: skip


@small(
    "stegosaurus model",
    size=((0.36, 0.56), (0.10, 0.15), (0.19, 0.29)),
    keep_aspect=True,
    mass=(0.3, 1.2),
    variants=("standing", "striding", "grazing"),
    parts={
        "body": PartSpec(
            ("plastic", "rubber", "wood"), ("green", "olive", "brown", "grey", "orange")
        ),
        "plates": PartSpec(
            ("plastic", "rubber", "wood"), ("orange", "red", "brown", "yellow", "navy")
        ),
        "spikes": PartSpec(("plastic",), ("cream", "white", "grey")),
        "eyes": EYES,
    },
    on={**SHELVES, "bed": 0.3, "floor": 0.3},
    synonyms=("stegosaurus", "toy stegosaurus", "dinosaur model"),
    plural="stegosaurus models",
)
def stegosaurus_model(s: Shape, f: Form) -> None:
    """A humped back with two rows of plates, a small low head and four spikes on the tail."""
    grazing, striding = f.variant == "grazing", f.variant == "striding"
    ball(s, "body", (0.0, 0.0, 5.3), (4.3, 1.9, 2.4), fine=True)
    head = (6.7, 0.0, 1.4) if grazing else (7.4, 0.0, 3.8)
    horn(s, "body", [(3.0, 0.0, 5.0), (5.2, 0.0, 4.0 - grazing), head], [1.5, 0.9, 0.6])
    x, _, z = head
    ball(s, "body", (x + 0.3, 0.0, z), (1.2, 0.62, 0.62))
    for side in SIDES:
        bead(s, "eyes", (x + 0.4, side * 0.5, z + 0.35), 0.2)
        step = side * 1.1 if striding else 0.0
        s.rod("body", (2.4 + step, side * 1.2, 0.0), (2.4, side * 1.1, 4.6), 0.55, end_radius=0.8)
        s.rod("body", (-2.2 - step, side * 1.3, 0.0), (-1.9, side * 1.1, 5.6), 0.6, end_radius=1.15)
    lift = 1.6 if striding else 0.0
    tip = (-10.4, 0.0, 5.6 + lift)
    horn(s, "body", [(-2.8, 0.0, 5.9), (-6.6, 0.0, 5.4), tip], [1.6, 0.8, 0.25])
    for k, (px, pz, h) in enumerate(_PLATES):
        kite = [
            (px, pz - 0.4),
            (px + 0.4 * h, pz + 0.45 * h),
            (px - 0.1 * h, pz + h),
            (px - 0.5 * h, pz + 0.4 * h),
        ]
        y = 0.35 if k % 2 else -0.35
        s.prism("plates", kite, y - 0.12, y + 0.12, axis="y")
    for shift in (0.0, 1.2):
        for side in SIDES:
            root = (-9.9 + shift, 0.0, 5.6 + lift * (1 - shift / 6))
            end = (-10.9 + shift, side * 1.4, 7.3 + lift)
            s.rod("spikes", root, end, 0.22, end_radius=0.02, sides=4)


@small(
    "rabbit with sword",
    size=((0.18, 0.26), (0.22, 0.32), (0.38, 0.55)),
    keep_aspect=True,
    mass=(0.4, 2.0),
    variants=("raised", "resting", "shield"),
    parts={
        "fur": PartSpec(
            ("fabric", "plastic", "ceramic"), ("white", "grey", "brown", "beige", "pink")
        ),
        "belly": PartSpec(("fabric", "plastic"), ("cream", "white", "pink")),
        "eyes": EYES,
        "blade": PartSpec(("metal",), ("silver", "grey", "gold")),
        "hilt": PartSpec(("metal", "leather"), ("gold", "brown", "maroon", "black")),
    },
    on={**SHELVES, "floor": 0.3},
    synonyms=("rabbit holding a sword", "rabbit knight", "bunny with a sword"),
    plural="rabbits with swords",
)
def rabbit_with_sword(s: Shape, f: Form) -> None:
    """A rabbit on its hind legs, long ears up, that wields a sword."""
    ball(s, "fur", (0.0, 0.0, 3.4), (1.7, 1.9, 2.7), fine=True)
    ball(s, "belly", (0.6, 0.0, 3.3), (1.3, 1.3, 2.0))
    ball(s, "fur", (0.3, 0.0, 7.1), (1.5, 1.6, 1.5), fine=True)
    s.rod("belly", (1.5, 0.0, 6.7), (2.1, 0.0, 6.6), 0.65, end_radius=0.4, sides=5)
    s.ellipsoid("fur", (-1.8, 0.0, 1.8), (0.7, 0.7, 0.7), sides=5, rows=2)
    for side in SIDES:
        s.box("fur", (-0.6, side * 1.2 - 0.6, 0.0), (2.2, side * 1.2 + 0.6, 0.9), taper=(0.8, 0.7))
        bead(s, "eyes", (1.55, side * 0.7, 7.5), 0.3)
        ear = [
            (side * y, z)
            for y, z in ((0.2, 8.2), (0.9, 8.2), (1.35, 10.4), (1.1, 12.2), (0.5, 10.4))
        ]
        s.prism("fur", ear, -0.1, 0.45, axis="x")
        inner = [(side * y, z) for y, z in ((0.45, 8.6), (0.85, 8.6), (1.1, 10.4), (0.7, 10.4))]
        s.prism("belly", inner, 0.45, 0.52, axis="x")
    if f.variant == "resting":
        for side in SIDES:
            s.rod("fur", (0.4, side * 1.6, 5.0), (2.6, side * 0.2, 4.8), 0.55)
        _sword(s, (2.7, 0.0, 5.0), -1.0)
        return
    s.rod("fur", (0.3, -1.6, 5.0), (1.4, -3.0, 5.6), 0.55)
    _sword(s, (1.5, -3.1, 5.7), 1.0)
    if f.variant == "shield":
        s.rod("fur", (0.3, 1.6, 5.0), (1.8, 2.3, 3.9), 0.55)
        s.cylinder("hilt", (1.9, 2.3, 3.9), 1.9, 0.3, axis="x", sides=8)
        s.cylinder("blade", (2.2, 2.3, 3.9), 1.3, 0.2, axis="x", sides=6)
    else:
        s.rod("fur", (0.3, 1.6, 5.0), (1.5, 2.4, 3.6), 0.55)


def _sword(s: Shape, hand: Point3, way: float) -> None:
    """A sword held in the hand that points up (way 1) or down (-1)."""
    x, y, z = hand
    s.rod("hilt", (x, y, z - 0.8 * way), (x, y, z + 0.7 * way), 0.25, sides=4)
    low, high = sorted((z + 0.6 * way, z + 1.0 * way))
    s.box("hilt", (x - 0.25, y - 1.1, low), (x + 0.25, y + 1.1, high))
    length = 7.0 if way > 0 else z - 1.0
    half = ((0.4, 0.9), (0.35, 0.2 + 0.8 * length), (0.0, 1.0 + length))
    outline = [(y + u, z + v * way) for u, v in (*half, *((-u, v) for u, v in half[1::-1]))]
    s.prism("blade", outline, x - 0.1, x + 0.1, axis="x")


@category(
    "lion statue",
    size=((0.42, 0.62), (0.26, 0.38), (0.60, 0.90)),
    keep_aspect=True,
    mass=(15.0, 60.0),
    variants=("sitting", "lying", "guardian"),
    parts={
        "body": PartSpec(("stone",), ("grey", "beige", "white", "tan")),
        "mane": PartSpec(("stone",), ("grey", "brown", "tan", "bronze")),
        "plinth": PartSpec(("stone",), ("grey", "white", "black", "beige")),
        "eyes": PartSpec(("stone",), ("black", "grey")),
    },
    on=ON_FLOOR,
    place="wall",
    synonyms=("stone lion statue", "stone lion", "lion sculpture"),
)
@fitted
def lion_statue(s: Shape, f: Form) -> None:
    """A maned lion on a plinth."""
    base = 5.6 if f.variant == "lying" else 1.7
    s.box("plinth", (-4.4, -2.8, 0.0), (4.4, 2.8, base), taper=(0.95, 0.92))
    if f.variant == "lying":
        ball(s, "body", (-0.8, 0.0, base + 2.0), (3.3, 2.0, 2.0))
        for side in SIDES:
            s.box(
                "body",
                (0.6, side * 1.4 - 0.6, base),
                (4.2, side * 1.4 + 0.6, base + 1.2),
                taper=(1.0, 0.7),
            )
            ball(s, "body", (-2.0, side * 1.7, base + 1.2), (1.6, 0.8, 1.2))
        head = (1.9, base + 4.8)
        s.rod("body", (0.6, 0.0, base + 2.4), (1.4, 0.0, base + 4.6), 1.7)
        tail: list[Point3] = [
            (-3.8, 0.5, base + 1.0),
            (-3.4, 2.3, base + 0.5),
            (-0.6, 2.5, base + 0.5),
        ]
    else:
        ball(s, "body", (-1.9, 0.0, base + 2.0), (2.0, 2.1, 2.1))
        s.rod("body", (-1.6, 0.0, base + 2.6), (1.0, 0.0, base + 6.4), 2.0, end_radius=1.5, sides=7)
        for side in SIDES:
            s.box("body", (-1.2, side * 1.7 - 0.6, base), (1.0, side * 1.7 + 0.6, base + 0.9))
            if f.variant == "guardian" and side > 0:
                s.ellipsoid("plinth", (3.0, 0.9, base + 1.0), (1.0, 1.0, 1.0), sides=5, rows=3)
                s.rod("body", (1.2, 0.9, base + 5.0), (3.0, 0.9, base + 2.0), 0.65)
                continue
            s.rod(
                "body",
                (1.9, side * 0.9, base),
                (1.3, side * 0.9, base + 5.6),
                0.65,
                end_radius=0.85,
            )
            s.box("body", (1.5, side * 0.9 - 0.7, base), (3.2, side * 0.9 + 0.7, base + 0.8))
        head = (1.7, base + 8.0)
        tail = [(-3.6, 0.0, base + 0.8), (-3.8, 1.2, base + 3.0), (-3.6, 0.8, base + 4.6)]
    horn(s, "body", tail, [0.35, 0.3, 0.3], sides=4)
    bead(s, "mane", tail[-1], 0.6)
    _lion_head(s, *head)


def _lion_head(s: Shape, x: float, z: float) -> None:
    """A face within a jagged mane."""
    outline = [(y, z - 0.2 + v) for y, v in star(3.2, 2.3, 7)]
    s.prism("mane", outline, x - 1.0, x + 0.5, axis="x")
    s.ellipsoid("mane", (x - 0.9, 0.0, z - 0.5), (1.2, 2.2, 2.4), sides=6, rows=4)
    s.ellipsoid("body", (x + 0.7, 0.0, z), (1.1, 1.4, 1.6), sides=6, rows=4)
    s.box("body", (x + 1.0, -0.7, z - 1.2), (x + 2.5, 0.7, z + 0.1), taper=(0.8, 0.6))
    s.box("eyes", (x + 2.25, -0.35, z - 0.25), (x + 2.5, 0.35, z + 0.12))
    for side in SIDES:
        bead(s, "eyes", (x + 1.65, side * 0.62, z + 0.4), 0.22)
        bead(s, "body", (x + 0.5, side * 1.4, z + 1.7), 0.5)


@small(
    "kitten on a skateboard",
    size=((0.40, 0.52), (0.15, 0.20), (0.33, 0.43)),
    keep_aspect=True,
    mass=(0.5, 2.0),
    variants=("sitting", "standing", "crouching"),
    parts={
        "fur": PartSpec(
            ("fabric", "plastic"),
            ("orange", "grey", "white", "black", "brown"),
            ("plain", "striped"),
        ),
        "muzzle": PartSpec(("fabric", "plastic"), ("white", "cream")),
        "eyes": PartSpec(("plastic",), ("lime", "black", "turquoise")),
        "deck": PartSpec(("wood", "plastic"), ("red", "blue", "turquoise", "tan", "yellow")),
        "wheels": PartSpec(("plastic", "rubber"), ("black", "white", "yellow")),
    },
    on={"floor": 1.0, "coffee table": 0.3, "bed": 0.2},
    synonyms=("kitten on skateboard", "cat on a skateboard", "skateboarding kitten"),
    plural="kittens on skateboards",
)
def kitten_on_a_skateboard(s: Shape, f: Form) -> None:
    """A little cat with pointed ears that rides a skateboard."""
    _skateboard(s)
    z = 2.2
    if f.variant == "sitting":
        ball(s, "fur", (-0.8, 0.0, z + 2.3), (1.9, 1.6, 2.5), fine=True)
        for side in SIDES:
            s.rod("fur", (1.0, side * 0.7, z), (0.3, side * 0.7, z + 3.2), 0.45, sides=5)
        tail: list[Point3] = [(-2.2, 0.0, z + 0.6), (-3.8, 0.6, z + 1.4), (-4.2, 0.6, z + 3.6)]
        head = (0.3, z + 5.9)
    else:
        rise = 2.0 if f.variant == "standing" else 0.0
        ball(s, "fur", (-0.8, 0.0, z + rise + 1.5), (3.0, 1.4, 1.5), fine=True)
        for side in SIDES:
            for x in (-2.6, 1.3):
                foot = x + (1.2 if not rise else 0.2)
                s.rod("fur", (foot, side * 0.8, z), (x, side * 0.8, z + rise + 1.4), 0.45, sides=4)
        tail = [
            (-3.4, 0.0, z + rise + 2.0),
            (-4.8, 0.0, z + rise + 3.6),
            (-4.4, 0.0, z + rise + 5.4),
        ]
        head = (2.4, z + rise + 3.4)
    horn(s, "fur", tail, [0.42, 0.36, 0.25], sides=5)
    x, top = head
    ball(s, "fur", (x, 0.0, top), (1.5, 1.75, 1.5), fine=True)
    s.ellipsoid("muzzle", (x + 1.1, 0.0, top - 0.5), (0.6, 0.8, 0.6), sides=5, rows=3)
    bead(s, "wheels", (x + 1.7, 0.0, top - 0.3), 0.2)
    for side in SIDES:
        ear = [(side * 0.3, top + 1.2), (side * 1.55, top + 0.7), (side * 1.4, top + 2.7)]
        s.prism("fur", ear, x - 0.3, x + 0.4, axis="x")
        bead(s, "eyes", (x + 1.2, side * 0.7, top + 0.3), 0.36)


def _skateboard(s: Shape) -> None:
    s.box("deck", (-4.6, -1.9, 1.6), (4.6, 1.9, 2.0))
    for side in SIDES:
        near, far = side * 4.6, side * 6.6
        kick = [(near, 1.6), (near, 2.0), (far, 2.9), (far, 2.5)]
        s.prism("deck", kick, -1.6, 1.6, axis="y")
        s.box("wheels", (side * 3.4 - 0.3, -1.3, 0.9), (side * 3.4 + 0.3, 1.3, 1.6))
        for y in (-1.9, 1.1):
            s.cylinder("wheels", (side * 3.4, y, 0.8), 0.8, 0.8, axis="y", sides=6)


@small(
    "astronaut model",
    size=((0.12, 0.18), (0.18, 0.26), (0.30, 0.44)),
    keep_aspect=True,
    mass=(0.3, 1.5),
    variants=("standing", "waving", "flag"),
    parts={
        "suit": PartSpec(("plastic", "fabric"), ("white", "orange", "silver", "grey")),
        "visor": PartSpec(("glass",), ("gold", "black", "navy")),
        "trim": PartSpec(("plastic", "rubber"), ("grey", "blue", "red", "black")),
        "flag": PartSpec(("fabric",), ("red", "blue", "white", "green"), ("plain", "striped")),
    },
    on={**SHELVES, "floor": 0.2},
    synonyms=("astronaut", "astronaut figure", "toy astronaut", "spaceman"),
)
def astronaut_model(s: Shape, f: Form) -> None:
    """A bulky white suit with a round helmet, a mirrored visor and a backpack."""
    for side in SIDES:
        s.box(
            "trim", (-0.9, side * 1.1 - 0.8, 0.0), (1.5, side * 1.1 + 0.8, 0.9), taper=(0.85, 0.9)
        )
        s.rod("suit", (0.0, side * 1.1, 0.8), (0.0, side * 0.9, 4.2), 0.85)
        s.cylinder("trim", (0.0, side * 1.05, 2.3), 0.95, 0.4, sides=6, bottom=False, top=False)
    s.lathe(
        "suit", (0, 0, 3.6), [(1.5, 0.0), (1.9, 1.2), (2.0, 3.6), (1.3, 4.4)], sides=8, stretch=1.1
    )
    s.cylinder("trim", (0.0, 0.0, 4.2), 1.85, 0.4, sides=8, stretch=1.08)
    s.box("suit", (-3.1, -1.7, 4.2), (-1.4, 1.7, 8.2), taper=(0.9, 0.9))
    s.box("trim", (1.6, -0.9, 5.6), (2.3, 0.9, 7.0))
    bead(s, "flag", (2.35, -0.4, 6.5), 0.25)
    bead(s, "visor", (2.35, 0.4, 6.5), 0.25)
    ball(s, "suit", (0.0, 0.0, 9.6), (2.0, 2.0, 2.0), fine=True)
    ball(s, "visor", (0.7, 0.0, 9.6), (1.55, 1.6, 1.45))
    raised = {"standing": (), "waving": (1.0,), "flag": (-1.0,)}[f.variant]
    for side in SIDES:
        shoulder = (0.0, side * 2.1, 7.3)
        if side in raised:
            elbow, hand = (0.4, side * 3.6, 7.4), (0.9, side * 3.7, 9.6)
        else:
            elbow, hand = (0.1, side * 3.0, 5.6), (0.9, side * 3.1, 4.0)
        horn(s, "suit", [shoulder, elbow, hand], [0.85, 0.7, 0.65], sides=5)
        s.ellipsoid("trim", hand, (0.75, 0.7, 0.75), sides=5, rows=2)
    if f.variant == "flag":
        s.rod("trim", (1.0, -3.8, 0.0), (1.0, -3.8, 13.0), 0.16, sides=4)
        s.box("flag", (0.95, -7.4, 10.6), (1.05, -3.8, 13.0))


@category(
    "snowman",
    size=((0.45, 0.65), (0.70, 1.00), (0.95, 1.40)),
    keep_aspect=True,
    mass=(2.0, 12.0),
    variants=("top hat", "beanie", "bucket"),
    parts={
        "body": PartSpec(("fabric", "plastic"), ("white", "cream")),
        "hat": PartSpec(("fabric", "plastic"), ("black", "red", "blue", "green", "grey")),
        "scarf": PartSpec(
            ("fabric",), ("red", "green", "blue", "orange"), ("striped", "plain", "knitted")
        ),
        "nose": PartSpec(("organic", "plastic"), ("orange",)),
        "coal": PartSpec(("stone",), ("black",)),
        "arms": PartSpec(("wood",), ("brown", "tan")),
    },
    on=ON_FLOOR,
    synonyms=("snow man",),
    plural="snowmen",
)
@fitted
def snowman(s: Shape, f: Form) -> None:
    """Two or three balls with a carrot nose, coal buttons, a scarf and a hat."""
    two = f.variant == "bucket"
    ball(s, "body", (0, 0, 3.0), (3.4, 3.4, 3.2), fine=True)
    chest, head = (5.2, 8.0) if two else (7.0, 10.9)
    if not two:
        ball(s, "body", (0, 0, chest), (2.6, 2.6, 2.4), fine=True)
    ball(s, "body", (0, 0, head), (2.1, 2.1, 2.0), fine=True)
    ring(s, "scarf", (0, 0, head - 1.6), 1.65, 0.55, sides=8, rows=3)
    s.box("scarf", (1.5, 0.3, head - 4.4), (2.1 + two, 1.4, head - 1.5))
    s.rod("nose", (1.8, 0, head + 0.1), (4.4, 0, head - 0.2), 0.45, end_radius=0.03, sides=5)
    reach = 3.1 if two else 2.3
    for k in range(2):
        bead(s, "coal", (reach - 0.1 * k + 0.15, 0, chest - 1.0 + 1.5 * k - two), 0.32)
    for side in SIDES:
        bead(s, "coal", (1.75, side * 0.75, head + 0.7), 0.32)
        hand = (0.6, side * 5.2, chest + 2.6)
        s.rod("arms", (0, side * 2.2, chest + 0.6), hand, 0.16, sides=4)
        s.rod(
            "arms", (0.35, side * 4.0, chest + 1.75), (1.0, side * 4.5, chest + 3.2), 0.12, sides=4
        )
    top = head + 1.4
    if f.variant == "top hat":
        s.cylinder("hat", (0, 0, top), 2.6, 0.3, sides=8)
        s.cylinder("hat", (0, 0, top + 0.3), 1.6, 2.3, sides=8)
    elif two:
        s.cylinder("hat", (0, 0, top), 1.9, 2.4, top_radius=1.3, sides=8)
    else:
        s.lathe("hat", (0, 0, top - 0.3), [(2.0, 0.0), (1.6, 1.2), (0.6, 2.0)], sides=8)
        s.ellipsoid("scarf", (0, 0, top + 2.1), (0.6, 0.6, 0.6), sides=5, rows=2)
