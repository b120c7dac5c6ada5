"""Containers with a lid to lift; generated homes have none of their own accord."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.pieces import KITCHEN_TOPS, arc, hinged, lid, tray
from meadow.scenes.catalogue.spec import ANY, PartSpec, category
from meadow.scenes.modelling.shape import Form, Shape

TAGS = ("pickupable", "container")


@category(
    "shoe box",
    size=((0.19, 0.24), (0.30, 0.36), (0.11, 0.15)),
    mass=(0.2, 1.2),
    variants=("plain", "striped band", "finger hole"),
    parts={
        "box": PartSpec(("paper",), ANY, ("plain", "dotted", "striped")),
        "lid": PartSpec(("paper",), ANY),
        "label": PartSpec(("paper",), ("white", "black", "yellow", "red")),
    },
    on={"floor": 1.0, "shelf": 0.6, "bed": 0.2},
    inside={"wardrobe": 0.6},
    openable=True,
    synonyms=("shoebox", "box for shoes"),
    plural="shoe boxes",
    tags=TAGS,
    revision=2,
)
def shoe_box(s: Shape, f: Form) -> None:
    """A low carton whose overlapping lid tilts back."""
    x, y, z = f.size
    edge, split = 0.003, 0.72 * z
    front = x / 2 - edge
    tray(s, "box", (-x / 2 + edge, -y / 2 + edge, 0.0), (front, y / 2 - edge, split), 0.003)
    s.surface(
        "inside",
        (-x / 2 + 0.02, -y / 2 + 0.02),
        (x / 2 - 0.02, y / 2 - 0.02),
        0.003,
        clearance=split - 0.01,
        enclosed=True,
    )
    lid(s, "lid", (-x / 2, 0.0, split), (x, y, z - split), 100.0 * f.openness)
    if f.variant == "striped band":
        s.box("label", (front, -0.2 * y, 0.0), (front + edge / 2, 0.2 * y, split))
    elif f.variant == "finger hole":
        s.cylinder("label", (front, 0.0, 0.4 * z), 0.014, edge / 2, axis="x", sides=8)
    else:
        s.box("label", (front, 0.1 * y, 0.15 * z), (front + edge / 2, 0.4 * y, 0.5 * z))


@category(
    "biscuit jar",
    size=((0.15, 0.22), (0.15, 0.22), (0.20, 0.30)),
    mass=(0.6, 2.0),
    variants=("round", "square", "barrel"),
    parts={
        "jar": PartSpec(
            ("ceramic", "glass", "metal"), ANY, ("plain", "striped", "dotted", "floral")
        ),
        "lid": PartSpec(("ceramic", "wood", "metal"), ANY),
        "knob": PartSpec(("ceramic", "wood", "metal"), ("brown", "white", "black", "gold", "red")),
        "biscuits": PartSpec(("organic",), ("tan", "brown")),
    },
    on=KITCHEN_TOPS,
    openable=True,
    synonyms=("biscuit tin", "biscuit box"),
    tags=TAGS,
    revision=2,
)
def biscuit_jar(s: Shape, f: Form) -> None:
    """A pot with a knobbed lid that tilts back and shows the biscuits."""
    x, y, z = f.size
    sides = 4 if f.variant == "square" else 12
    middle = 0.5 * x
    foot = 0.4 * x if f.variant == "barrel" else middle
    split, stretch = 0.75 * z, y / x
    outer = [(foot, 0.0), (middle, 0.4 * split), (foot, split)]
    wall = 0.008
    s.lathe(
        "jar",
        (0, 0, 0),
        [*outer, (foot - wall, split), (foot - wall, 0.5 * split)],
        sides=sides,
        stretch=stretch,
    )
    s.cylinder(
        "biscuits",
        (0, 0, 0.5 * split),
        foot - wall - 0.002,
        0.02,
        sides=10,
        stretch=stretch,
        bottom=False,
    )
    half = 0.6 * foot
    s.surface(
        "inside",
        (-half, -half),
        (half, half),
        0.5 * split + 0.02,
        clearance=0.4 * split,
        enclosed=True,
    )
    opened = math.radians(-95.0 * f.openness)
    with s.turned("y", opened, (-foot, 0.0, split)):
        dome = [(foot, 0.0), (foot, 0.05 * z), (0.6 * foot, 0.13 * z), (0.25 * foot, 0.15 * z)]
        s.lathe("lid", (0, 0, split), dome, sides=sides, stretch=stretch)
        s.ellipsoid("knob", (0, 0, 0.94 * z), (0.12 * x, 0.12 * x, 0.06 * z), sides=8, rows=4)


@category(
    "picnic basket",
    size=((0.26, 0.34), (0.36, 0.48), (0.26, 0.36)),
    mass=(0.8, 2.5),
    variants=("one lid", "two lids", "ribboned"),
    parts={
        "basket": PartSpec(("organic",), ("tan", "brown", "beige", "white"), ("wicker",)),
        "lid": PartSpec(
            ("organic", "wood"), ("tan", "brown", "white", "maroon"), ("wicker", "plain")
        ),
        "lining": PartSpec(
            ("fabric",), ("red", "blue", "green", "white", "pink"), ("checked", "plain")
        ),
        "handle": PartSpec(("organic", "leather", "wood"), ("brown", "tan", "black")),
    },
    on={"floor": 1.0, "dining table": 0.4, "counter": 0.3},
    openable=True,
    synonyms=("picnic hamper",),
    tags=TAGS,
    revision=2,
)
def picnic_basket(s: Shape, f: Form) -> None:
    """A woven box with lids on both sides of a bow handle."""
    x, y, z = f.size
    rim, edge = 0.55 * z, 0.012
    tray(s, "basket", (-x / 2, -y / 2 + edge, 0.0), (x / 2, y / 2 - edge, rim), edge)
    s.box(
        "lining",
        (-x / 2 + edge, -y / 2 + 2 * edge, edge),
        (x / 2 - edge, y / 2 - 2 * edge, edge + 0.004),
    )
    s.surface(
        "inside",
        (-0.4 * x, -0.4 * y),
        (0.4 * x, 0.4 * y),
        edge + 0.004,
        clearance=rim - 0.03,
        enclosed=True,
    )
    thick, opened = 0.05 * z, 100.0 * f.openness
    if f.variant == "two lids":
        for side in (-1.0, 1.0):
            hinge = (0.0, side * 0.012, rim)
            lid(s, "lid", hinge, (0.46 * y, x, thick), opened, direction=90.0 * side)
    else:
        lid(s, "lid", (-x / 2, 0.0, rim), (x, 0.96 * y, thick), opened)
        place = hinged((-x / 2, 0.0, rim), opened)
        s.rod(
            "handle",
            place(0.8 * x, -0.05 * y, thick),
            place(0.8 * x, 0.05 * y, thick),
            0.008,
            sides=5,
        )
    bow = [(0.0, u, v) for u, v in arc((0.0, 0.4 * z), (0.455 * y, 0.57 * z), 0, 180, 8)]
    s.tube("handle", bow, 0.03 * z, sides=5)
    for side in (-1.0, 1.0):
        low, high = sorted((side * (y / 2 - edge), side * y / 2))
        s.box("handle", (-0.02, low, 0.3 * z), (0.02, high, 0.45 * z))
    if f.variant == "ribboned":
        s.box("lining", (-x / 2 - 0.0005, -0.03, 0.0), (x / 2 + 0.0005, 0.03, rim - 0.002))
