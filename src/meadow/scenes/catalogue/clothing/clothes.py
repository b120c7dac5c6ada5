"""Clothes and shoes."""

from __future__ import annotations

import functools

from meadow.scenes.catalogue.pieces import arc, horn, oval, print_top, small
from meadow.scenes.catalogue.spec import ANY, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point, Point3

clothing = functools.partial(
    small,
    rooms={"bedroom": 1.0, "hallway": 0.2, "bathroom": 0.1},
    on={
        "bed": 1.0,
        "dresser": 0.5,
        "armchair": 0.4,
        "chair": 0.3,
        "sofa": 0.2,
        "bench": 0.3,
        "ottoman": 0.2,
    },
    inside={"wardrobe": 1.0, "dresser": 1.0, "chest": 0.3, "washing machine": 0.2},
    tags=("clothing",),
)
WEAVES = ("plain", "striped", "checked", "dotted", "knitted", "floral", "tie-dye", "zigzag")
CLOTH = PartSpec(("fabric",), ANY, WEAVES)
SOLE = PartSpec(("rubber", "leather"), ("white", "black", "brown", "tan", "grey"))


@clothing(
    "shoe",
    size=((0.25, 0.3), (0.2, 0.25), (0.11, 0.16)),
    mass=(0.4, 1.4),
    variants=("sneaker", "boot", "slipper"),
    parts={
        "upper": PartSpec(
            ("fabric", "leather", "rubber"), ANY, ("plain", "striped", "checked", "dotted")
        ),
        "sole": SOLE,
        "laces": PartSpec(("fabric",), ("white", "black", "red", "yellow", "brown")),
    },
    rooms={"hallway": 1.0, "bedroom": 0.8, "living room": 0.2},
    on={"floor": 1.0, "shoe rack": 1.5},
    inside={"wardrobe": 0.5, "cabinet": 0.2},
    synonyms=("shoes", "pair of shoes", "sneakers", "boots", "slippers", "trainers"),
    plural="shoes",
)
def shoe(s: Shape, f: Form) -> None:
    """A pair, toes to the front."""
    side: dict[str, list[Point]] = {
        "sneaker": [
            (1, 0.12),
            (0.95, 0.3),
            (0.4, 0.46),
            (0.05, 0.78),
            (-0.3, 0.72),
            (-0.9, 0.85),
            (-0.98, 0.12),
        ],
        "boot": [(1, 0.12), (0.95, 0.38), (0.4, 0.52), (0.15, 1.5), (-0.85, 1.5), (-0.9, 0.12)],
        "slipper": [(1, 0.1), (0.95, 0.45), (0.5, 0.68), (0.0, 0.72), (-0.1, 0.1)],
    }
    for y in (-0.5, 0.5):
        left = 0.06 if y > 0 else -0.06
        sole = [
            (1, y - 0.2),
            (1, y + 0.2),
            (0.5, y + 0.38),
            (-0.2, y + 0.3 - left),
            (-0.9, y + 0.32),
        ]
        sole += [
            (-1, y + 0.15),
            (-1, y - 0.15),
            (-0.9, y - 0.32),
            (-0.2, y - 0.3 - left),
            (0.5, y - 0.38),
        ]
        s.prism("sole", sole, 0, 0.12)
        s.prism("upper", side[f.variant], y - 0.3, y + 0.3, axis="y")
        if f.variant == "slipper":
            for ear in (-0.14, 0.14):
                s.rod(
                    "laces",
                    (0.4, y + ear, 0.5),
                    (0.15, y + 1.2 * ear, 1.15),
                    0.1,
                    end_radius=0.05,
                    sides=5,
                )
            continue
        start, end = (
            ((0.4, 0.47), (0.06, 0.8)) if f.variant == "sneaker" else ((0.4, 0.55), (0.22, 1.3))
        )
        for k in range(3):
            t = (k + 0.3) / 3
            x, z = start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
            s.box("laces", (x - 0.04, y - 0.2, z - 0.04), (x + 0.05, y + 0.2, z + 0.04))
        s.box(
            "sole",
            (-0.75, y - 0.18, side[f.variant][3][1] - 0.06),
            (-0.3, y + 0.18, side[f.variant][3][1] + 0.01),
        )


@clothing(
    "hat",
    size=((0.28, 0.36), (0.26, 0.34), (0.11, 0.16)),
    mass=(0.08, 0.25),
    variants=("fedora", "sun hat", "top hat"),
    parts={
        "hat": PartSpec(
            ("fabric", "leather", "organic"),
            ("brown", "black", "beige", "grey", "navy", "tan", "red"),
            ("plain", "wicker"),
        ),
        "band": PartSpec(("fabric", "leather"), ("black", "red", "brown", "white", "blue")),
    },
    rooms={"bedroom": 1.0, "hallway": 1.0},
    on={"dresser": 0.7, "console table": 0.7, "bed": 0.7, "shelf": 0.5, "bench": 0.3, "sofa": 0.2},
    synonyms=("fedora", "sun hat", "top hat"),
    keep_aspect=True,
)
def hat(s: Shape, f: Form) -> None:
    crown: list[Point] = {
        "fedora": [(0.5, 0.04), (0.44, 0.42), (0.3, 0.52), (0.1, 0.44)],
        "sun hat": [(0.5, 0.04), (0.46, 0.2), (0.28, 0.38), (0, 0.44)],
        "top hat": [(0.46, 0.04), (0.42, 0.5), (0.5, 0.9)],
    }[f.variant]
    brim = {"fedora": 0.9, "sun hat": 1.1, "top hat": 0.75}[f.variant]
    lift = 0.1 if f.variant != "sun hat" else -0.03
    s.lathe(
        "hat",
        (0, 0, 0.03),
        [(0.5, 0), (brim, lift), (brim, lift + 0.03), (0.48, 0.04)],
        sides=12,
        stretch=0.9,
    )
    s.lathe("hat", (0, 0, 0.03), crown, sides=12, stretch=0.9)
    radius = crown[0][0] + 0.015
    s.cylinder("band", (0, 0, 0.07), radius, 0.12, top_radius=radius - 0.02, sides=12, stretch=0.9)


@clothing(
    "cap",
    size=((0.26, 0.3), (0.18, 0.2), (0.12, 0.15)),
    mass=(0.06, 0.12),
    variants=("baseball", "flat", "beanie"),
    parts={
        "cap": PartSpec(
            ("fabric",),
            ANY,
            ("plain", "printed", "striped", "checked", "knitted"),
            texts=("NY", "SF", "TEAM"),
            images=("star", "heart"),
        ),
        "brim": CLOTH,
        "button": PartSpec(("fabric", "plastic"), ANY),
    },
    rooms={"bedroom": 1.0, "hallway": 1.0},
    on={
        "dresser": 0.7,
        "console table": 0.7,
        "bed": 0.7,
        "shelf": 0.5,
        "bench": 0.3,
        "sofa": 0.2,
        "desk": 0.2,
    },
    synonyms=("baseball cap", "beanie"),
)
def cap(s: Shape, f: Form) -> None:
    """The brim points to the front."""
    if f.variant == "beanie":
        s.lathe("brim", (0, 0, 0), [(0.52, 0), (0.54, 0.1), (0.5, 0.22)], sides=10)
        s.lathe("cap", (0, 0, 0.2), [(0.5, 0), (0.42, 0.35), (0.2, 0.58), (0, 0.62)], sides=10)
        s.ellipsoid("button", (0, 0, 0.86), (0.13, 0.13, 0.12), sides=6, rows=4)
        return
    high = 0.45 if f.variant == "flat" else 0.62
    crown: list[Point] = [(0.5, 0), (0.5, 0.15), (0.38, 0.75 * high), (0.2, 0.96 * high), (0, high)]
    s.lathe("cap", (0, 0, 0.03), crown, sides=8, flat=True)
    s.panel(
        "cap",
        (0.505, -0.2, 0.04),
        (0.505, 0.2, 0.04),
        (0.505, 0.2, 0.18),
        (0.505, -0.2, 0.18),
        printed=True,
    )
    reach = 0.62 if f.variant == "baseball" else 0.3
    brim = [(0.3, -0.42), *arc((0.35, 0), (reach, 0.44), -80, 80, 5), (0.3, 0.42)]
    s.prism("brim", brim, 0, 0.05)
    s.cylinder("button", (0, 0, high), 0.06, 0.06, sides=6)


@clothing(
    "sock",
    size=((0.18, 0.24), (0.14, 0.2), (0.025, 0.04)),
    mass=(0.02, 0.08),
    variants=("long", "ankle", "pair"),
    parts={
        "sock": CLOTH,
        "toe": PartSpec(("fabric",), ANY),
        "cuff": PartSpec(("fabric",), ANY, ("plain", "striped", "knitted")),
    },
    on={"bed": 1.0, "floor": 0.6, "laundry basket": 0.5, "dresser": 0.4, "armchair": 0.2},
    inside={"dresser": 1.0, "wardrobe": 0.4, "washing machine": 0.4},
    synonyms=("socks", "pair of socks"),
)
def sock(s: Shape, f: Form) -> None:
    """Lies flat in the shape of an L, its toe to the front."""
    leg = 0.5 if f.variant == "ankle" else 1.0
    for k in range(2 if f.variant == "pair" else 1):
        dx, dy, z = -0.18 * k, 0.15 * k, 0.1 * k
        bend: list[Point] = [
            (0.45, 0),
            (-0.15, 0),
            (-0.3, 0.15),
            (-0.3, leg),
            (0.1, leg),
            (0.1, 0.42),
            (0.45, 0.38),
        ]
        s.prism("sock", [(x + dx, y + dy) for x, y in bend], z, z + 0.12)
        toe = [(0.45, 0), (0.62, 0.08), (0.64, 0.28), (0.45, 0.38)]
        s.prism("toe", [(x + dx, y + dy) for x, y in toe], z, z + 0.12)
        s.box("cuff", (-0.32 + dx, leg + dy - 0.02, z), (0.12 + dx, leg + dy + 0.14, z + 0.14))
        s.prism(
            "toe",
            [(x + dx, y + dy) for x, y in ((-0.31, 0.16), (-0.14, -0.02), (0.02, 0.14))],
            z,
            z + 0.13,
        )


@clothing(
    "glove",
    size=((0.22, 0.26), (0.12, 0.15), (0.025, 0.04)),
    mass=(0.03, 0.12),
    variants=("fingered", "mitten", "gauntlet"),
    parts={
        "glove": PartSpec(
            ("fabric", "leather", "rubber"), ANY, ("plain", "knitted", "striped", "dotted")
        ),
        "cuff": PartSpec(("fabric", "leather", "rubber"), ANY, ("plain", "knitted")),
    },
    rooms={"hallway": 1.0, "bedroom": 0.6, "kitchen": 0.2},
    on={"console table": 1.0, "dresser": 0.5, "bed": 0.3, "bench": 0.3, "side table": 0.3},
    synonyms=("mitten", "gloves", "mittens"),
)
def glove(s: Shape, f: Form) -> None:
    """Lies palm down, fingers to the front."""
    s.prism("glove", [(-0.4, -0.28), (0.2, -0.32), (0.2, 0.32), (-0.4, 0.28)], 0.02, 0.2)
    if f.variant == "mitten":
        s.prism(
            "glove", [(0.2, -0.32), (0.7, -0.28), (0.9, 0), (0.7, 0.28), (0.2, 0.32)], 0.02, 0.2
        )
    else:
        for k, length in enumerate((0.78, 0.98, 0.95, 0.82)):
            y = 0.24 - 0.16 * k
            s.rod("glove", (0.15, y, 0.1), (length, y, 0.1), 0.09, end_radius=0.07, sides=6)
    s.rod("glove", (-0.15, 0.25, 0.1), (0.35, 0.55, 0.1), 0.1, end_radius=0.08, sides=6)
    wide = 0.42 if f.variant == "gauntlet" else 0.3
    s.prism("cuff", [(-0.4, -0.28), (-0.4, 0.28), (-0.75, wide), (-0.75, -wide)], 0, 0.22)


@clothing(
    "scarf",
    size=((0.2, 0.28), (0.26, 0.36), (0.05, 0.08)),
    mass=(0.1, 0.35),
    variants=("fringed", "plain", "thick"),
    parts={"scarf": CLOTH, "fringe": PartSpec(("fabric",), ANY)},
    rooms={"hallway": 1.0, "bedroom": 0.8},
    on={
        "console table": 0.5,
        "bed": 0.8,
        "armchair": 0.5,
        "dresser": 0.5,
        "bench": 0.4,
        "sofa": 0.3,
    },
    states=("folded",),
    synonyms=("shawl", "neckerchief"),
    plural="scarves",
)
def scarf(s: Shape, f: Form) -> None:
    """Folded into a flat pile, or coiled up as it fell."""
    ends: list[Point3]
    if f.has("folded"):
        layers = 3 if f.variant == "thick" else 4
        for k in range(layers):
            shift, z = 0.03 * (k % 2), 0.3 * k / layers
            s.box("scarf", (-0.7 + shift, -0.9, z), (0.7 - shift, 0.9, z + 0.29 / layers))
        ends = [(0.7, -0.9 + 0.2 * k, 0.27) for k in range(10)]
    else:
        thick = 0.22 if f.variant == "thick" else 0.17
        path: list[Point3] = [
            (0.55 * x, 0.75 * y, 0.16 + 0.05 * k) for k, (x, y) in enumerate(oval(1, 1, 8))
        ]
        horn(s, "scarf", [*path, (0.6, -0.1, 0.5), (0.1, 0.2, 0.3)], [thick] * 10, sides=5)
        ends = [(0.3, -0.2 + 0.06 * k, 0.4) for k in range(10)]
    if f.variant == "fringed":
        for x, y, z in ends[:8]:
            s.rod("fringe", (x - 0.02, y, z), (x + 0.16, y, z - 0.15), 0.025, sides=3)
    elif f.variant == "plain":
        x, y, z = ends[0]
        s.box("fringe", (x - 0.06, y, z - 0.02), (x + 0.02, y + 0.4, z + 0.04))


@clothing(
    "shirt",
    size=((0.32, 0.42), (0.32, 0.44), (0.03, 0.06)),
    mass=(0.12, 0.35),
    variants=("t-shirt", "collared", "long-sleeved"),
    parts={
        "shirt": PartSpec(
            ("fabric",),
            ANY,
            (*WEAVES, "printed"),
            texts=("ROCK", "TEAM", "HELLO"),
            images=("star", "heart", "guitar", "dinosaur"),
        ),
        "collar": PartSpec(("fabric",), ANY),
        "buttons": PartSpec(("plastic",), ("white", "black", "brown")),
    },
    states=("folded",),
    synonyms=("t-shirt", "tee", "blouse", "top"),
)
def shirt(s: Shape, f: Form) -> None:
    """Lies face up with its collar to the back: spread out, or folded to a neat packet."""
    folded = f.has("folded")
    wide = 0.42 if folded else 0.38
    if folded:
        for k in range(3):
            s.box("shirt", (-0.55, -wide, 0.07 * k), (0.55 - 0.02 * k, wide, 0.07 * k + 0.06))
        top = 0.2
        if f.variant == "long-sleeved":
            for side in (-1, 1):
                s.box(
                    "shirt", (-0.3, 0.25 * side - 0.1, top), (0.45, 0.25 * side + 0.1, top + 0.03)
                )
    else:
        top = 0.14
        sleeve = 0.75 if f.variant == "long-sleeved" else 0.0
        half: list[Point] = [
            (-0.6, 0.15),
            (-0.55, 0.42),
            (-0.2 + sleeve, 0.78),
            (-0.08 + sleeve, 0.6),
            (-0.12, 0.4),
            (0.65, wide),
        ]
        s.prism("shirt", [*half, *((x, -y) for x, y in reversed(half))], 0, top)
    print_top(s, "shirt", top + 0.005, (-0.3, 0.25), (-0.26, 0.26))
    if f.variant == "t-shirt":
        s.lathe("collar", (-0.52, 0, top), [(0.17, 0), (0.17, 0.02), (0.1, 0.02)], sides=8)
        return
    for side in (-1, 1):
        s.prism(
            "collar",
            [(-0.62, 0.02 * side), (-0.6, 0.26 * side), (-0.42, 0.2 * side), (-0.48, 0.02 * side)],
            top,
            top + 0.05,
        )
    for k in range(4):
        x = -0.4 + 0.25 * k
        s.box("buttons", (x, -0.02, top), (x + 0.04, 0.02, top + 0.04))


@clothing(
    "jeans",
    size=((0.34, 0.44), (0.28, 0.36), (0.04, 0.08)),
    mass=(0.4, 0.8),
    variants=("straight", "shorts", "flared"),
    parts={
        "denim": PartSpec(("fabric",), ("blue", "navy", "black", "grey", "white", "turquoise")),
        "belt": PartSpec(("leather", "fabric"), ("brown", "black", "tan", "blue")),
        "pockets": PartSpec(("fabric",), ("navy", "blue", "grey", "black")),
    },
    states=("folded",),
    synonyms=("pants", "trousers", "pair of jeans", "denim trousers"),
    plural="jeans",
)
def jeans(s: Shape, f: Form) -> None:
    """The waist lies to the back; folded, one leg lies on the other and the hems come up."""
    length = 0.3 if f.variant == "shorts" else 0.9
    hem = 0.36 if f.variant == "flared" else 0.26
    if f.has("folded"):
        for k in range(4):
            s.box(
                "denim",
                (-0.5 + 0.02 * k, -0.4, 0.09 * k),
                (0.5 - 0.03 * (k % 2), 0.4, 0.09 * k + 0.08),
            )
        s.box("belt", (-0.5, -0.4, 0.35), (-0.38, 0.4, 0.4))
        s.box(
            "pockets", (-0.25, 0.08, 0.35), (0.0, 0.32, 0.37 if f.variant == "straight" else 0.38)
        )
        if f.variant != "straight":
            s.box(
                "denim",
                (0.1, -0.38, 0.35),
                (0.1 + length / 2.5, 0.38 if f.variant == "flared" else 0.1, 0.38),
            )
        return
    s.prism("denim", [(-0.6, -0.38), (-0.6, 0.38), (-0.15, 0.44), (-0.15, -0.44)], 0, 0.14)
    for side in (-1, 1):
        leg = [
            (-0.15, 0.0),
            (-0.15, 0.44 * side),
            (length, (0.34 + hem / 3) * side),
            (length, 0.08 * side),
        ]
        s.prism("denim", leg, 0, 0.12)
        s.box("pockets", (-0.42, 0.24 * side - 0.1, 0.14), (-0.22, 0.24 * side + 0.1, 0.15))
    s.box("belt", (-0.66, -0.38, 0), (-0.56, 0.38, 0.16))
    s.box("pockets", (-0.62, -0.04, 0.14), (-0.52, 0.04, 0.17))
