"""Upholstered seats: sofas, armchairs, ottomans, benches and bean bags."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from meadow.scenes.catalogue.spec import ANY, METALS, WOODS, PartSpec, category, like
from meadow.scenes.modelling.joinery import column_grid, cushion, four_legs, strut
from meadow.scenes.modelling.shape import Form, Shape
from meadow.scenes.schema import Point

PATTERNS = ("plain", "striped", "checked", "dotted", "floral", "zigzag", "knitted")
UPHOLSTERY = PartSpec(("fabric", "leather"), ANY, PATTERNS)
FEET = PartSpec(("wood", "metal", "plastic"), (*WOODS, "silver", "gold"))


@category(
    "sofa",
    size=((0.85, 1.15), (1.5, 2.4), (0.72, 0.95)),
    mass=(35.0, 90.0),
    variants=("two-seat", "three-seat", "l-shaped", "chesterfield", "futon"),
    parts={
        "upholstery": UPHOLSTERY,
        "cushions": like("upholstery"),
        "pillows": PartSpec(("fabric",), ANY, PATTERNS),
        "legs": FEET,
    },
    rooms={"living room": 1.0, "office": 0.2, "bedroom": 0.1},
    on={"floor": 1.0},
    place="wall",
    front=0.6,
    synonyms=("couch", "settee", "loveseat", "sectional"),
    tags=("furniture",),
)
def sofa(s: Shape, f: Form) -> None:
    """A seat for two or more, with arms and a back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat = 0.5 * z
    if f.variant == "futon":
        _futon(s, f, seat)
    elif f.variant == "l-shaped":
        _corner_sofa(s, f, seat)
    else:
        high_arms = f.variant == "chesterfield"
        arm, arm_top = (0.2, z) if high_arms else (0.15, 0.7 * z)
        _base(s, -x, x, -y, y, 0.1, seat - 0.12)
        _back(s, -x, -y, y, seat - 0.12, z)
        for low, high in ((-y, -y + arm), (y - arm, y)):
            _arm(s, (-x + 0.18, low), (x, high), seat - 0.12, arm_top, rolled=high_arms)
        count = 2 if f.variant == "two-seat" else 3
        _seat_row(s, (-x + 0.18, -y + arm), (x, y - arm), seat, count, back=0.0 if high_arms else z)
        if not high_arms:
            _throw_pillow(s, -x + 0.34, y - arm - 0.24, seat, z)


def _base(s: Shape, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> None:
    four_legs(s, "legs", (x0 + 0.03, y0 + 0.03, 0.0), (x1 - 0.03, y1 - 0.03, z0), 0.05)
    s.box("upholstery", (x0, y0, z0), (x1, y1, z1))
    if z0 >= 0.12:
        s.surface("under", (x0 + 0.1, y0 + 0.1), (x1 - 0.1, y1 - 0.1), 0.0, clearance=z0)


def _back(s: Shape, x: float, y0: float, y1: float, z0: float, z1: float) -> None:
    """A wedge that leans away from the seat."""
    s.prism("upholstery", ((x, z0), (x + 0.2, z0), (x + 0.14, z1), (x, z1)), y0, y1, axis="y")


def _arm(
    s: Shape,
    low: tuple[float, float],
    high: tuple[float, float],
    z0: float,
    z1: float,
    *,
    rolled: bool,
) -> None:
    if not rolled:
        s.box("upholstery", (*low, z0), (*high, z1))
        return
    y, r = (low[1] + high[1]) / 2, (high[1] - low[1]) / 2
    s.box("upholstery", (low[0], y - 0.7 * r, z0), (high[0] - 0.02, y + 0.7 * r, z1 - r))
    s.cylinder("upholstery", (low[0], y, z1 - r), r, high[0] - low[0], axis="x")


def _seat_row(
    s: Shape,
    low: tuple[float, float],
    high: tuple[float, float],
    seat: float,
    count: int,
    *,
    back: float,
) -> None:
    """Seat cushions side by side and, up to the height ``back``, one behind each."""
    width = (high[1] - low[1]) / count
    for centre in column_grid(low[1], high[1], count):
        y0, y1 = centre - width / 2 + 0.004, centre + width / 2 - 0.004
        cushion(s, "cushions", (low[0], y0, seat - 0.12), (high[0], y1, seat))
        if back:
            front = (low[0] + 0.14, y1, back - 0.02)
            cushion(s, "cushions", (low[0] - 0.02, y0, seat), front, facing="x")
    behind = 0.16 if back else 0.02
    s.surface("seat", (low[0] + behind, low[1] + 0.02), (high[0] - 0.04, high[1] - 0.02), seat)


def _throw_pillow(s: Shape, x: float, y: float, seat: float, top: float) -> None:
    half = min(0.19, (top - seat) / 2)
    low, high = (x - 0.02, y - half, seat), (x + 0.08, y + half, seat + 2 * half)
    cushion(s, "pillows", low, high, facing="x")


def _corner_sofa(s: Shape, f: Form, seat: float) -> None:
    """A long row whose right end reaches forward as a chaise."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    row, arm, chaise = -x + 0.68 * f.size[0], 0.14, -y + 0.36 * f.size[1]
    bottom = seat - 0.12
    _base(s, -x, row, chaise, y, 0.08, bottom)
    four_legs(s, "legs", (x - 0.1, -y + 0.03, 0.0), (x - 0.03, chaise - 0.03, 0.08), 0.05)
    s.box("upholstery", (-x, -y, 0.08), (x, chaise, bottom))
    _back(s, -x, -y, y, bottom, z)
    _arm(s, (-x + 0.18, y - arm), (row, y), bottom, 0.68 * z, rolled=False)
    _seat_row(s, (-x + 0.18, chaise), (row, y - arm), seat, 2, back=z)
    cushion(s, "cushions", (-x + 0.18, -y, bottom), (x, chaise - 0.006, seat))
    corner, end = (-x + 0.16, -y, seat), (-x + 0.32, chaise - 0.006, z - 0.02)
    cushion(s, "cushions", corner, end, facing="x")
    _throw_pillow(s, -x + 0.34, -y + 0.24, seat, z)
    s.surface("chaise", (-x + 0.5, -y + 0.05), (x - 0.05, chaise - 0.05), seat)


def _futon(s: Shape, f: Form, seat: float) -> None:
    """A folded mattress on a wooden frame with slatted ends."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    t = 0.05
    for side in (-y, y - t):
        for end in (-x, x - t):
            s.box("legs", (end, side, 0.0), (end + t, side + t, 0.72 * z))
        s.box("legs", (-x, side, 0.72 * z), (x, side + t, 0.72 * z + 0.03))
        for at in column_grid(-x + t, x - t, 4):
            s.box("legs", (at - 0.015, side + 0.01, 0.2), (at + 0.015, side + 0.04, 0.72 * z))
    s.box("legs", (-x, -y + t, seat - 0.24), (x, y - t, seat - 0.18))
    cushion(s, "upholstery", (-x + 0.16, -y + t, seat - 0.18), (x, y - t, seat))
    cushion(s, "upholstery", (-x, -y + t, seat - 0.1), (-x + 0.17, y - t, z), facing="x")
    s.box("cushions", (x - 0.02, -y + t, seat - 0.18), (x, y - t, seat - 0.1))
    _throw_pillow(s, -x + 0.19, y - 0.34, seat, z)
    s.surface("seat", (-x + 0.3, -y + 0.08), (x - 0.06, y - 0.08), seat)
    height = seat - 0.24
    if height >= 0.12:
        s.surface("under", (-x + 0.08, -y + 0.08), (x - 0.08, y - 0.08), 0.0, clearance=height)


@category(
    "armchair",
    size=((0.72, 0.95), (0.70, 0.95), (0.78, 1.08)),
    mass=(14.0, 38.0),
    variants=("club", "wingback", "open-arm", "barrel"),
    parts={"upholstery": UPHOLSTERY, "cushions": like("upholstery"), "legs": FEET},
    rooms={"living room": 0.9, "bedroom": 0.3, "office": 0.2},
    on={"floor": 1.0},
    place="corner",
    front=0.5,
    synonyms=("easy chair", "lounge chair", "arm chair", "accent chair"),
    tags=("furniture",),
)
def armchair(s: Shape, f: Form) -> None:
    """A wide padded chair with arms."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    seat = 0.46 * z
    if f.variant == "open-arm":
        _open_arm(s, f, seat)
    elif f.variant == "barrel":
        _barrel(s, f, seat)
    else:
        wing = f.variant == "wingback"
        feet, arm = (0.14, 0.1) if wing else (0.06, 0.16)
        bottom = seat - 0.12
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, feet), 0.05, style="tapered")
        s.box("upholstery", (-x, -y, feet), (x, y, bottom))
        _back(s, -x, -y, y, bottom, z)
        for low, high in ((-y, -y + arm), (y - arm, y)):
            _arm(s, (-x + 0.14, low), (x, high), bottom, 0.62 * z, rolled=False)
            if wing:
                ear = ((-x + 0.1, 0.6 * z), (0.0, 0.6 * z), (-0.15 * x, z), (-x + 0.1, z))
                s.prism("upholstery", ear, low, high, axis="y")
        _seat_row(s, (-x + 0.18, -y + arm), (x, y - arm), seat, 1, back=0.95 * z)


def _open_arm(s: Shape, f: Form, seat: float) -> None:
    """Two loose cushions in a slim frame with arm rests."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    t, rest = 0.045, 0.62 * z
    for side in (-y + t / 2, y - t / 2):
        strut(s, "legs", (x - t / 2, side, 0.0), (x - 0.1, side, rest), t)
        strut(s, "legs", (-x + t / 2, side, 0.0), (-x + 0.14, side, rest), t)
        s.box("legs", (-x + 0.04, side - t / 2, rest), (x - 0.02, side + t / 2, rest + 0.03))
    s.box("legs", (-x + 0.08, -y + t, seat - 0.16), (x - 0.06, y - t, seat - 0.12))
    strut(s, "legs", (-x + 0.16, 0, seat - 0.12), (-x + 0.015, 0, z), 0.03, 2 * (y - t))
    cushion(s, "upholstery", (-x + 0.14, -y + t, seat - 0.12), (x - 0.05, y - t, seat))
    strut(s, "cushions", (-x + 0.22, 0, seat - 0.02), (-x + 0.08, 0, z - 0.03), 0.13, 1.9 * (y - t))
    s.surface("seat", (-x + 0.3, -y + 0.08), (x - 0.1, y - 0.08), seat)
    height = seat - 0.16
    s.surface("under", (-x + 0.08, -y + 0.06), (x - 0.08, y - 0.06), 0.0, clearance=height)


def _barrel(s: Shape, f: Form, seat: float) -> None:
    """A round seat inside a shell that is one with its arms."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    s.cylinder("legs", (0, 0, 0), 0.7 * x, 0.05, stretch=y / x)
    s.cylinder("upholstery", (0, 0, 0.05), x, seat - 0.17, stretch=y / x)
    s.cylinder("cushions", (0, 0, seat - 0.12), 0.86 * x, 0.12, top_radius=0.8 * x, stretch=y / x)
    angles = [math.radians(a) for a in range(60, 301, 30)]
    for a, b in pairwise(angles):
        ring = ((a, 0.8), (a, 1.0), (b, 1.0), (b, 0.8))
        base = [(r * x * math.cos(c), r * y * math.sin(c)) for c, r in ring]
        s.prism(
            "upholstery", base, seat - 0.12, z if abs((a + b) / 2 - math.pi) < 1.2 else 0.72 * z
        )
    s.surface("seat", (-0.4 * x, -0.4 * y), (0.6 * x, 0.4 * y), seat)


@category(
    "ottoman",
    size=((0.42, 0.70), (0.42, 0.75), (0.36, 0.48)),
    mass=(4.0, 14.0),
    variants=("square", "round", "tufted", "pouf"),
    parts={"upholstery": UPHOLSTERY, "legs": FEET},
    rooms={"living room": 0.6, "bedroom": 0.4},
    on={"floor": 1.0},
    synonyms=("pouffe", "footrest", "hassock"),
    tags=("furniture",),
)
def ottoman(s: Shape, f: Form) -> None:
    """A low padded block for the feet."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    if f.variant == "round":
        for k in range(4):
            a = math.pi * (k + 0.5) / 2
            s.cylinder(
                "legs", (0.7 * x * math.cos(a), 0.7 * y * math.sin(a), 0), 0.02, 0.1, sides=6
            )
        profile: Sequence[Point] = ((0.96 * x, 0.1), (x, 0.16), (x, z - 0.06), (0.9 * x, z))
        s.lathe("upholstery", (0, 0, 0), profile, stretch=y / x)
    elif f.variant == "pouf":
        s.cylinder("legs", (0, 0, 0), 0.7 * x, 0.01, stretch=y / x)
        profile = (
            (0.75 * x, 0.01),
            (x, 0.3 * z),
            (x, 0.65 * z),
            (0.75 * x, 0.94 * z),
            (0.2 * x, z),
        )
        s.lathe("upholstery", (0, 0, 0), profile, stretch=y / x)
    else:
        feet = 0.12 if f.variant == "tufted" else 0.05
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, feet), 0.05, style="tapered")
        s.box("upholstery", (-x, -y, feet), (x, y, z - 0.12))
        if f.variant == "tufted":
            for u in (-1, 1):
                for v in (-1, 1):
                    low, high = sorted((0.0, u * x)), sorted((0.0, v * y))
                    corner, end = (low[0], high[0], z - 0.12), (low[1], high[1], z)
                    cushion(s, "upholstery", corner, end)
        else:
            cushion(s, "upholstery", (-x, -y, z - 0.12), (x, y, z))
    reach = 0.4 if f.variant == "pouf" else 0.55
    s.surface("top", (-reach * x, -reach * y), (reach * x, reach * y), z)


@category(
    "bench",
    size=((0.32, 0.46), (0.9, 1.6), (0.42, 0.52)),
    mass=(8.0, 25.0),
    variants=("plank", "slatted", "padded", "trestle"),
    parts={
        "seat": PartSpec(("wood", "fabric", "leather", "metal"), (*WOODS, "grey", "green", "navy")),
        "legs": PartSpec(("wood", "metal"), (*WOODS, *METALS)),
    },
    rooms={"hallway": 0.7, "dining room": 0.3, "bedroom": 0.4},
    on={"floor": 1.0},
    place="wall",
    front=0.5,
    synonyms=("entry bench", "hall bench"),
    plural="benches",
    tags=("furniture",),
)
def bench(s: Shape, f: Form) -> None:
    """A long seat without a back."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    top = z - 0.04
    if f.variant == "slatted":
        for at in column_grid(-x, x, 4):
            w = 0.2 * x
            s.box("seat", (at - w, -y, z - 0.03), (at + w, y, z))
        for side in (-y + 0.08, y - 0.13):
            s.box("legs", (-x, side, z - 0.07), (x, side + 0.05, z - 0.03))
            for end in (-x, x - 0.05):
                s.box("legs", (end, side, 0.0), (end + 0.05, side + 0.05, z - 0.07))
    elif f.variant == "padded":
        four_legs(s, "legs", (-x, -y, 0.0), (x, y, z - 0.1), 0.045, style="tapered")
        cushion(s, "seat", (-x, -y, z - 0.1), (x, y, z))
    elif f.variant == "trestle":
        s.box("seat", (-x, -y, top), (x, y, z))
        for side in (-0.75 * y, 0.75 * y):
            for end in (-1, 1):
                foot, head = end * (x - 0.03), end * 0.3 * x
                strut(s, "legs", (foot, side, 0.0), (head, side, top), 0.05)
        s.box("legs", (-0.02, -0.75 * y, 0.4 * z), (0.02, 0.75 * y, 0.4 * z + 0.06))
    else:
        s.box("seat", (-x, -y, top), (x, y, z))
        for side in (-y + 0.06, y - 0.1):
            s.box("legs", (-x + 0.02, side, 0.0), (x - 0.02, side + 0.04, top))
    s.surface("seat", (-0.9 * x, -0.95 * y), (0.9 * x, 0.95 * y), z)
    s.surface("under", (-0.8 * x, -0.7 * y), (0.8 * x, 0.7 * y), 0.0, clearance=z - 0.14)


@category(
    "bean bag",
    size=((0.8, 1.1), (0.8, 1.1), (0.55, 0.78)),
    mass=(3.0, 7.0),
    variants=("pear", "round", "lounger"),
    parts={"bag": PartSpec(("fabric", "leather"), ANY, PATTERNS)},
    rooms={"living room": 0.3, "bedroom": 0.3},
    on={"floor": 1.0},
    place="corner",
    front=0.3,
    synonyms=("beanbag", "bean bag chair"),
    tags=("furniture",),
)
def bean_bag(s: Shape, f: Form) -> None:
    """A soft sack to sink into."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    stretch = y / x
    if f.variant == "pear":
        profile: Sequence[Point] = (
            (0.85, 0.0),
            (1.0, 0.14),
            (0.97, 0.34),
            (0.74, 0.6),
            (0.42, 0.85),
            (0.15, 1.0),
        )
        scaled = [(r * x, h * z) for r, h in profile]
        s.lathe("bag", (0, 0, 0), scaled, stretch=stretch)
    elif f.variant == "round":
        profile = [(0.8, 0.0), (1.0, 0.2), (1.0, 0.5), (0.88, 0.8), (0.5, 1.0)]
        s.lathe("bag", (0, 0, 0), [(r * x, h * z) for r, h in profile], stretch=stretch)
        s.surface("top", (-0.3 * x, -0.3 * y), (0.3 * x, 0.3 * y), z)
    else:
        low = ((0.85, 0.0), (1.0, 0.16), (1.0, 0.3), (0.7, 0.48), (0.0, 0.5))
        s.lathe("bag", (0, 0, 0), [(r * x, h * z) for r, h in low], stretch=stretch)
        s.ellipsoid("bag", (-0.6 * x, 0, 0.55 * z), (0.4 * x, 0.85 * y, 0.45 * z), rows=6)
        s.surface("seat", (0.0, -0.4 * y), (0.6 * x, 0.4 * y), 0.49 * z)
