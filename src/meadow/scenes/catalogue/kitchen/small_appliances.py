"""Machines that stand on a kitchen counter."""

from __future__ import annotations

from meadow.scenes.catalogue.kitchen.appliances import CLOCK, ENAMEL, HANDLE, LINING, WINDOW
from meadow.scenes.catalogue.pieces import KITCHEN_TOPS, SIDES, fitted, handle, horn, small, vessel
from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.modelling.casing import bar, disc, facing, halves, hinged, hollow, interior
from meadow.scenes.modelling.joinery import four_legs
from meadow.scenes.modelling.shape import Form, Shape

ON_COUNTER = {"counter": 1.0, "kitchen island": 0.5, "sideboard": 0.1, "dining table": 0.1}
PLASTIC = PartSpec(("plastic", "metal"))
DARK = PartSpec(("plastic", "rubber", "metal"), ("black", "grey", "white", "silver"))
GLASS = PartSpec(("glass", "plastic"), ("silver", "white", "grey", "turquoise"))
LIGHT = PartSpec(("glass",), ("red", "orange", "green", "blue"))


@category(
    "microwave",
    size=((0.34, 0.44), (0.45, 0.56), (0.26, 0.33)),
    mass=(10.0, 18.0),
    variants=("keypad", "dial", "handle"),
    parts={
        "body": ENAMEL,
        "window": WINDOW,
        "panel": DARK,
        "button": PartSpec(("plastic",), ("silver", "white", "black", "red")),
        "inside": LINING,
        "screen": CLOCK,
    },
    rooms={"kitchen": 1.0},
    on={"counter": 1.0, "kitchen island": 0.3, "shelf": 0.2, "cabinet": 0.2},
    states=("on",),
    openable=True,
    synonyms=("microwave oven",),
    tags=("appliance", "pickupable"),
)
def microwave(s: Shape, f: Form) -> None:
    """A low box with a glass door beside a strip of controls."""
    hx, hy, z = halves(f)
    front, face, split = hx - 0.05, hx - 0.025, hy - 0.12
    four_legs(s, "panel", (-hx + 0.02, -hy + 0.02, 0.0), (hx - 0.06, hy - 0.02, 0.015), 0.03)
    inside = hollow(s, "body", (-hx, -hy, 0.015), (front, split, z), 0.03, lining="inside")
    interior(s, "inside", inside)
    s.surface("top", (-hx + 0.02, -hy + 0.02), (front - 0.02, hy - 0.02), z)
    s.box("body", (-hx, split, 0.015), (front, hy, z))
    s.box("panel", (front, split, 0.015), (face, hy, z))
    facing(s, "screen", face + 0.002, (split + 0.02, z - 0.07), (hy - 0.02, z - 0.03), printed=True)
    if f.variant == "dial":
        for level in (z * 0.3, z * 0.6):
            disc(s, "button", (face, (split + hy) / 2, level), 0.028, 0.025)
    else:
        for k in range(9):
            y, level = split + 0.03 + 0.03 * (k % 3), z * 0.2 + 0.035 * (k // 3)
            s.box("button", (face, y - 0.011, level), (face + 0.004, y + 0.011, level + 0.02))
    a, b = (front, -hy, 0.015), (face, split - 0.004, z)
    with hinged(s, a, b, "right", f.openness):
        s.box("body", a, b)
        pane = "screen" if f.has("on") else "window"
        facing(s, pane, face + 0.002, (-hy + 0.05, 0.06), (split - 0.06, z - 0.045))
        if f.variant == "handle":
            start, end = [(hx - 0.007, split - 0.03, level) for level in (0.06, z - 0.05)]
            bar(s, "button", start, end, 0.02, 0.007)
        else:
            s.box("button", (face, split - 0.035, 0.05), (hx, split - 0.02, z - 0.04))


@category(
    "toaster",
    size=((0.16, 0.2), (0.26, 0.36), (0.17, 0.21)),
    mass=(1.0, 2.5),
    variants=("rounded", "boxy", "long slot"),
    parts={
        "body": ENAMEL,
        "slot": PartSpec(("metal",), ("black", "grey")),
        "lever": DARK,
        "toast": PartSpec(("organic",), ("tan", "brown")),
    },
    rooms={"kitchen": 0.8},
    on=ON_COUNTER,
    states=("on",),
    tags=("appliance", "pickupable"),
)
def toaster(s: Shape, f: Form) -> None:
    """Slots on top and a lever on the side; bread shows and the lever is down while it works."""
    hx, hy, z = halves(f)
    wide = hy - 0.02
    top = z - 0.02
    s.box("lever", (-hx + 0.01, -hy, 0.0), (hx - 0.01, wide - 0.01, 0.02))
    if f.variant == "rounded":
        outline = [
            (-hx, 0.02),
            (hx, 0.02),
            (hx, top * 0.75),
            (hx * 0.6, top),
            (-hx * 0.6, top),
            (-hx, top * 0.75),
        ]
        s.prism("body", outline, -hy, wide, axis="y")
    else:
        s.box("body", (-hx, -hy, 0.02), (hx, wide, top))
    rows = [0.0] if f.variant == "long slot" else [-hx * 0.3, hx * 0.3]
    length = hy * 0.75
    for x in rows:
        s.box("slot", (x - 0.016, -length, top - 0.005), (x + 0.016, length - 0.02, top + 0.002))
        if f.has("on"):
            s.box(
                "toast", (x - 0.007, -length * 0.6, top - 0.04), (x + 0.007, length * 0.6 - 0.02, z)
            )
        else:
            s.box("slot", (x - 0.018, -length, top), (x - 0.014, length - 0.02, z))
    level = 0.06 if f.has("on") else top * 0.7
    s.box("slot", (-0.006, wide, 0.05), (0.006, wide + 0.002, top * 0.8))
    s.box("lever", (-0.025, wide, level), (0.025, hy, level + 0.018))
    disc(s, "lever", (hx - 0.004, hy * 0.5, z * 0.3), 0.018, 0.004)


@category(
    "kettle",
    size=((0.15, 0.2), (0.22, 0.28), (0.2, 0.28)),
    mass=(0.7, 1.6),
    variants=("electric", "stove top", "gooseneck"),
    parts={"body": ENAMEL, "handle": DARK, "base": DARK, "bulb": LIGHT},
    rooms={"kitchen": 1.0},
    on={**ON_COUNTER, "oven": 0.6},
    states=("on",),
    synonyms=("tea kettle",),
    tags=("appliance", "pickupable"),
)
@fitted
def kettle(s: Shape, f: Form) -> None:
    """A pot with a spout to its right and a handle at its left or over it; drawn 1 high."""
    if f.variant == "electric":
        s.cylinder("base", (0, 0, 0), 0.36, 0.06)
        s.lathe("body", (0, 0, 0.06), [(0.36, 0.0), (0.36, 0.12), (0.25, 0.82), (0.05, 0.88)])
        s.tube("handle", [(0, 0.25, 0.88), (0, 0.56, 0.86), (0, 0.6, 0.4), (0, 0.36, 0.2)], 0.045)
        s.hexahedron(
            "body",
            [
                (-0.1, -0.2, 0.7),
                (0.1, -0.2, 0.7),
                (0.1, 0, 0.7),
                (-0.1, 0, 0.7),
                (-0.05, -0.42, 0.92),
                (0.05, -0.42, 0.92),
                (0.05, 0, 0.92),
                (-0.05, 0, 0.92),
            ],
        )
    else:
        low = f.variant == "stove top"
        profile = (
            [(0.42, 0.0), (0.48, 0.2), (0.36, 0.48), (0.16, 0.56)]
            if low
            else [(0.36, 0.0), (0.28, 0.5), (0.22, 0.6)]
        )
        s.cylinder("base", (0, 0, 0), 0.4 if low else 0.34, 0.02)
        s.lathe("body", (0, 0, 0.02), profile)
        s.cylinder("handle", (0, 0, 0.55 if low else 0.6), 0.05, 0.1, sides=8)
        if low:
            s.rod("body", (0, -0.36, 0.28), (0, -0.66, 0.52), 0.1, end_radius=0.05, sides=8)
            arch = [(0, -0.36, 0.42), (0, -0.3, 0.88), (0, 0.3, 0.96), (0, 0.4, 0.42)]
            s.tube("handle", arch, 0.04)
        else:
            s.tube(
                "body", [(0, -0.3, 0.15), (0, -0.55, 0.3), (0, -0.5, 0.7), (0, -0.68, 0.95)], 0.04
            )
            s.tube("handle", [(0, 0.22, 0.58), (0, 0.6, 0.62), (0, 0.55, 0.15)], 0.04)
    if f.has("on"):
        s.box("bulb", (0.3, -0.06, 0.04), (0.36, 0.06, 0.12), solid=False)


@category(
    "coffee maker",
    size=((0.2, 0.28), (0.17, 0.26), (0.3, 0.38)),
    mass=(1.8, 4.5),
    variants=("drip", "pod", "thermos"),
    parts={
        "body": ENAMEL,
        "pot": GLASS,
        "handle": DARK,
        "coffee": PartSpec(("organic",), ("brown", "black")),
        "bulb": LIGHT,
    },
    rooms={"kitchen": 0.9, "office": 0.2},
    on={**ON_COUNTER, "desk": 0.05},
    states=("on",),
    synonyms=("coffee machine",),
    tags=("appliance", "pickupable"),
)
def coffee_maker(s: Shape, f: Form) -> None:
    """A C-shaped body over a pot or a cup; the pot is filled while it works."""
    hx, hy, z = halves(f)
    s.box("body", (-hx, -hy, 0.0), (hx, hy, 0.045))
    s.box("body", (-hx, -hy, 0.045), (-hx * 0.25, hy, z * 0.7))
    head = hx * 0.7 if f.variant == "pod" else hx
    s.box("body", (-hx, -hy, z * 0.7), (head, hy, z - 0.015))
    s.box("handle", (-hx, -hy * 0.8, z - 0.015), (head * 0.8, hy * 0.8, z))
    x, radius, low = hx * 0.38, min(hx * 0.55, hy * 0.72), 0.047
    room = z * 0.7 - low
    if f.variant == "pod":
        s.cylinder("handle", (x * 0.6, 0, z * 0.58), 0.02, z * 0.13, sides=8)
        cup = [(radius * 0.5, 0.0), (radius * 0.6, room * 0.45)]
        vessel(s, "pot", cup, 0.004, sides=8, base=(x * 0.6, 0, low))
        s.box("handle", (-hx * 0.2, -hy * 0.9, 0.045), (hx * 0.95, hy * 0.9, 0.05))
    else:
        waist = 1.0 if f.variant == "drip" else 0.8
        belly = [(radius * 0.85, 0.0), (radius * waist, room * 0.35), (radius * 0.6, room * 0.8)]
        s.lathe("pot" if f.variant == "drip" else "handle", (x, 0, low), belly, sides=8)
        s.cylinder("handle", (x, 0, low + room * 0.8), radius * 0.62, room * 0.12, sides=8)
        loop = [(radius * 0.6, 0.7), (hy - 0.008, 0.6), (hy - 0.008, 0.2), (radius * 0.9, 0.15)]
        s.tube("handle", [(x, y, low + room * t) for y, t in loop], 0.008, sides=4)
        if f.has("on") and f.variant == "drip":
            s.cylinder("coffee", (x, 0, low), radius * 1.01, room * 0.38, sides=8)
    s.box("bulb" if f.has("on") else "handle", (hx - 0.01, -0.012, 0.012), (hx, 0.012, 0.035))


@category(
    "blender",
    size=((0.17, 0.22), (0.17, 0.22), (0.36, 0.45)),
    mass=(1.5, 4.0),
    variants=("jug", "bullet", "square jar"),
    parts={
        "base": ENAMEL,
        "jar": GLASS,
        "lid": DARK,
        "knob": DARK,
        "smoothie": PartSpec(("organic",), ("pink", "green", "orange", "purple")),
    },
    rooms={"kitchen": 0.7},
    on=ON_COUNTER,
    states=("full",),
    tags=("appliance", "pickupable"),
)
@fitted
def blender(s: Shape, f: Form) -> None:
    """A motor base under a tall jar; a filled one shows its drink. Drawn 1 high."""
    square = f.variant == "square jar"
    sides = 4 if square else 12
    s.cylinder("base", (0, 0, 0), 0.24, 0.3, top_radius=0.16, sides=sides)
    disc(s, "knob", (0.19, 0, 0.13), 0.05, 0.06)
    if f.variant == "bullet":
        jar = [(0.15, 0.0), (0.17, 0.1), (0.17, 0.55), (0.1, 0.7)]
    else:
        jar = [(0.13, 0.0), (0.2, 0.6)]
    s.lathe("jar", (0, 0, 0.3), jar, sides=sides)
    if f.has("full"):
        reach = 0.185 if f.variant != "bullet" else 0.174
        start = 0.136 if f.variant != "bullet" else 0.174
        s.cylinder("smoothie", (0, 0, 0.4), start + 0.012, 0.34, top_radius=reach, sides=sides)
    if f.variant != "bullet":
        s.cylinder("lid", (0, 0, 0.9), 0.205, 0.06, sides=sides)
        s.cylinder("lid", (0, 0, 0.96), 0.07, 0.04, sides=8)
        s.tube(
            "lid",
            [(0, 0.18, 0.82), (0, 0.3, 0.8), (0, 0.28, 0.45), (0, 0.15, 0.42)],
            0.025,
            sides=4,
        )
    else:
        s.cylinder("lid", (0, 0, 0.3), 0.175, 0.06)


@category(
    "stand mixer",
    size=((0.34, 0.4), (0.2, 0.25), (0.32, 0.38)),
    mass=(5.0, 12.0),
    variants=("tilt head", "bowl lift", "boxy"),
    parts={
        "body": ENAMEL,
        "bowl": PartSpec(("metal", "glass", "ceramic"), ("silver", "white", "grey", "cream")),
        "knob": DARK,
        "contents": PartSpec(("organic",), ("cream", "beige", "brown", "pink")),
    },
    rooms={"kitchen": 0.6},
    on=ON_COUNTER,
    states=("full",),
    synonyms=("mixer", "food mixer"),
    tags=("appliance", "pickupable"),
)
@fitted
def stand_mixer(s: Shape, f: Form) -> None:
    """A head on a column over a bowl; drawn 1 high, 1.1 deep."""
    s.box("body", (-0.55, -0.3, 0.0), (0.55, 0.3, 0.1), taper=(0.96, 0.9))
    s.box("body", (-0.52, -0.2, 0.1), (-0.22, 0.2, 0.7), taper=(0.9, 0.8))
    if f.variant == "tilt head":
        s.ellipsoid("body", (-0.02, 0, 0.82), (0.55, 0.22, 0.18), sides=8, rows=6)
    elif f.variant == "bowl lift":
        s.cylinder("body", (-0.52, 0, 0.82), 0.18, 1.0, axis="x", sides=8)
        for side in (-1, 1):
            s.rod("knob", (-0.3, side * 0.26, 0.4), (0.3, side * 0.3, 0.4), 0.03, sides=4)
    else:
        s.box("body", (-0.55, -0.22, 0.65), (0.5, 0.22, 1.0), taper=(0.9, 0.85))
    disc(s, "knob", (0.46 if f.variant == "boxy" else 0.48, 0, 0.82), 0.07, 0.08)
    s.rod("knob", (0.2, 0, 0.66), (0.2, 0, 0.4), 0.04)
    bowl, fill = [(0.16, 0.0), (0.24, 0.06), (0.3, 0.4)], 0.8 if f.has("full") else 0.0
    vessel(s, "bowl", bowl, 0.015, base=(0.2, 0, 0.1), fill=fill)


@category(
    "air fryer",
    size=((0.28, 0.36), (0.25, 0.32), (0.28, 0.36)),
    mass=(3.5, 6.0),
    variants=("rounded", "boxy", "oven style"),
    parts={
        "body": ENAMEL,
        "drawer": DARK,
        "handle": HANDLE,
        "basket": PartSpec(("metal",), ("black", "grey")),
        "screen": CLOCK,
    },
    rooms={"kitchen": 0.6},
    on=ON_COUNTER,
    states=("on",),
    openable=True,
    synonyms=("fryer",),
    tags=("appliance", "pickupable"),
)
def air_fryer(s: Shape, f: Form) -> None:
    """A body whose lower part is a drawer with a big handle."""
    hx, hy, z = halves(f)
    front, split = hx - 0.06, z * 0.55
    if f.variant == "rounded":
        side = [
            (-hx, split),
            (front, split),
            (front, z * 0.8),
            (hx * 0.2, z),
            (-hx * 0.5, z),
            (-hx, z * 0.8),
        ]
        s.prism("body", side, -hy, hy, axis="y")
    else:
        taper = (1.0, 1.0 if f.variant == "oven style" else 0.85)
        s.box("body", (-hx, -hy, split), (front, hy, z), taper=taper)
    (x0, y0, z0), (_, y1, _) = hollow(s, "body", (-hx, -hy, 0.0), (front, hy, split), 0.025)
    clock = (-hy * 0.4, z * 0.62), (hy * 0.4, z * 0.76)
    facing(s, "screen", front + 0.002, *clock, printed=f.has("on"))
    travel = (front + hx) * 0.7
    back, out = x0 + 0.03 + travel * f.openness, front + travel * f.openness
    hollow(s, "basket", (back, y0 + 0.005, z0), (out, y1 - 0.005, split - 0.06), 0.012, axis="z")
    s.box("drawer", (out, -hy * 0.92, 0.03), (out + 0.012, hy * 0.92, split - 0.01))
    s.box("handle", (out + 0.012, -0.02, split * 0.35), (out + 0.06, 0.02, split * 0.75))
    reach = (x0 + 0.07, y0 + 0.04), (front - 0.04, y1 - 0.04)
    s.surface(
        "basket",
        *reach,
        z0 + 0.012,
        clearance=split - z0 - 0.08,
        enclosed=True,
        slides=(travel, 0.0, 0.0),
    )


@small(
    "espresso machine",
    size=((0.28, 0.36), (0.24, 0.32), (0.32, 0.40)),
    mass=(4.0, 12.0),
    variants=("classic", "lever", "bean hopper"),
    parts={
        "body": PartSpec(("metal", "plastic"), ("silver", "red", "black", "white", "cream")),
        "trim": PartSpec(("plastic",), ("black", "grey", "silver")),
        "handles": PartSpec(("plastic", "wood"), ("black", "brown", "tan")),
        "cup": PartSpec(("ceramic",), ("white", "red", "blue")),
    },
    on=KITCHEN_TOPS,
    synonyms=("coffee machine with steam wand", "espresso maker"),
)
def espresso_machine(s: Shape, f: Form) -> None:
    """A C-shaped body: tank behind, brewing head above, drip tray with a cup below."""
    s.box("body", (-5.0, -4.5, 0.0), (5.0, 4.5, 1.3))
    s.box("trim", (0.2, -4.0, 1.3), (4.8, 4.0, 1.6))
    s.box("body", (-5.0, -4.5, 1.3), (-0.8, 4.5, 8.0))
    s.box("body", (-5.0, -4.5, 8.0), (4.4, 4.5, 11.0))
    s.cylinder("trim", (2.4, 0.0, 6.6), 1.4, 1.4, sides=8)
    s.cylinder("body", (2.4, 0.0, 6.0), 1.6, 0.6, sides=8)
    s.rod("handles", (3.8, 0.0, 6.3), (7.4, 0.0, 6.0), 0.45)
    s.rod("trim", (2.4, 0.0, 5.9), (2.4, 0.0, 5.2), 0.4)
    profile = [(0.7, 0.0), (1.1, 1.9)]
    vessel(s, "cup", profile, 0.15, sides=8, base=(2.4, 0.0, 1.6))
    horn(
        s, "trim", [(2.6, 3.4, 8.0), (3.0, 3.8, 5.0), (3.6, 4.1, 3.0)], [0.25, 0.22, 0.15], sides=5
    )
    s.cylinder("trim", (4.4, -2.6, 9.5), 1.0, 0.2, axis="x", sides=8)
    s.cylinder("cup", (4.6, -2.6, 9.5), 0.75, 0.1, axis="x", sides=8)
    for y in (0.6, 2.2):
        s.cylinder("handles", (4.4, y, 9.5), 0.45, 0.4, axis="x", sides=6)
    if f.variant == "bean hopper":
        s.cylinder("trim", (-2.0, 1.6, 11.0), 1.5, 3.2, top_radius=2.3, sides=10)
        s.cylinder("handles", (-2.0, 1.6, 14.2), 2.4, 0.4, sides=10)
    elif f.variant == "lever":
        s.cylinder("trim", (2.4, 0.0, 11.0), 0.8, 2.4, sides=8)
        s.rod("trim", (2.4, 0.0, 13.0), (6.0, 0.0, 14.6), 0.3, sides=5)
        s.rod("handles", (5.4, 0.0, 14.3), (7.4, 0.0, 15.2), 0.5)
    else:
        for y in (-3.0, -1.0, 1.0, 3.0):
            s.cylinder("cup", (-2.6, y, 11.0), 0.6, 1.3, top_radius=0.9, sides=6)
        for x in (-4.6, -0.6):
            s.rod("trim", (x, -4.2, 11.8), (x, 4.2, 11.8), 0.15, sides=4)


@small(
    "rice cooker",
    size=((0.26, 0.32), (0.26, 0.32), (0.22, 0.28)),
    keep_aspect=True,
    mass=(2.0, 4.5),
    variants=("glass lid", "hinged", "tall"),
    parts={
        "body": PartSpec(
            ("metal", "plastic"), ("white", "silver", "red", "black", "cream", "pink")
        ),
        "lid": PartSpec(("metal", "glass", "plastic"), ("silver", "white", "grey")),
        "trim": PartSpec(("plastic",), ("black", "grey", "white")),
        "switch": PartSpec(("plastic",), ("red", "orange", "green")),
    },
    on=KITCHEN_TOPS,
    synonyms=("electric rice pot",),
)
def rice_cooker(s: Shape, f: Form) -> None:
    """A round pot with a lid, a switch below and two ears."""
    height = 9.5 if f.variant == "tall" else 7.5
    s.lathe("trim", (0, 0, 0), [(4.2, 0.0), (4.8, 0.8)], sides=14, top=False)
    s.lathe(
        "body",
        (0, 0, 0.8),
        [(4.8, 0.0), (5.4, 1.0), (5.4, height - 1.4), (5.1, height - 0.8)],
        sides=14,
    )
    lid = [(5.2, 0.0), (5.0, 0.6), (3.4, 1.5), (1.2, 1.9)]
    s.lathe("lid", (0, 0, height), lid, sides=14, bottom=False)
    if f.variant == "hinged":
        handle(
            s, "trim", (0, 0, height + 0.4), (5.6, 3.2), 0.35, angles=(0, 180), steps=6, axis="x"
        )
        s.box("trim", (-5.6, -1.2, height - 1.6), (-4.6, 1.2, height + 0.6))
        s.cylinder("trim", (0, 0, height + 1.9), 1.0, 0.4, sides=8)
    else:
        s.cylinder("trim", (0, 0, height + 1.9), 0.5, 0.5, sides=8)
        s.cylinder("trim", (0, 0, height + 2.4), 1.0, 0.6, sides=8)
    for side in SIDES:
        near, far = sorted((side * 5.2, side * 6.4))
        s.box("trim", (-1.4, near, height - 2.4), (1.4, far, height - 1.7))
    s.box("trim", (4.4, -1.6, 1.2), (5.7, 1.6, 4.6))
    s.box("switch", (5.7, -0.6, 1.7), (6.1, 0.6, 2.5))
    for y in (-0.7, 0.7):
        s.cylinder("switch", (5.7, y, 3.8), 0.25, 0.1, axis="x", sides=6)
