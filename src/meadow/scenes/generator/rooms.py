"""Which rooms a home has: a sensible set of types for each number of rooms."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.scenes.generator.spec import HouseSpec
from meadow.seeding import Stream

PUBLIC = ("living room", "kitchen", "dining room")

#: Homes of one to four rooms, with how usual each is.
SMALL: dict[int, dict[tuple[str, ...], float]] = {
    1: {("living room",): 3, ("kitchen",): 3, ("bedroom",): 3, ("office",): 1},
    2: {
        ("living room", "kitchen"): 3,
        ("living room", "bedroom"): 2,
        ("bedroom", "bathroom"): 2,
        ("kitchen", "dining room"): 1,
    },
    3: {
        ("living room", "kitchen", "bedroom"): 3,
        ("living room", "bedroom", "bathroom"): 3,
        ("kitchen", "bedroom", "bathroom"): 2,
        ("living room", "kitchen", "dining room"): 1,
    },
    4: {
        ("living room", "kitchen", "bedroom", "bathroom"): 5,
        ("living room", "bedroom", "bathroom", "office"): 1,
        ("living room", "kitchen", "dining room", "bedroom"): 1,
    },
}

BASE = ("living room", "kitchen", "bedroom", "bathroom")

#: What larger homes add to the base: type -> (how usual, how many at most in total).
EXTRAS: dict[str, tuple[float, int]] = {
    "bedroom": (3.0, 4),
    "bathroom": (1.5, 3),
    "dining room": (2.0, 1),
    "office": (1.5, 2),
    "hallway": (2.0, 1),
}

#: From this many rooms on there is always a hallway.
HALLWAY_FROM = 6


@dataclass(frozen=True, slots=True)
class Extent:
    """The measures of a room type, decimetres and square metres."""

    area: tuple[float, float]
    side: tuple[int, int]
    """Shortest and longest side."""


EXTENTS: dict[str, Extent] = {
    "living room": Extent((17.0, 28.0), (32, 60)),
    "kitchen": Extent((10.5, 17.0), (27, 56)),
    "bedroom": Extent((10.5, 18.0), (28, 56)),
    "bathroom": Extent((5.8, 9.0), (24, 40)),
    "dining room": Extent((11.0, 17.0), (28, 54)),
    "office": Extent((8.5, 13.0), (25, 48)),
    "hallway": Extent((5.0, 12.0), (16, 140)),
}

#: A home of one room holds everything in it, so that room is larger than in a big home.
LONE_AREA = (20.0, 30.0)


def choose_types(rng: Stream, spec: HouseSpec) -> tuple[str, ...]:
    """The types of all rooms, public ones first."""
    if spec.types:
        return spec.types
    count = rng.integer(*spec.room_range())
    if count in SMALL:
        options = SMALL[count]
        return rng.weighted(list(options), list(options.values()))
    types = list(BASE)
    if count >= HALLWAY_FROM:
        types.append("hallway")
    while len(types) < count:
        names = [n for n, (_, most) in EXTRAS.items() if types.count(n) < most]
        # More bathrooms than bedrooms, or two offices in a small home, would look odd.
        names = [n for n in names if n != "bathroom" or types.count(n) < types.count("bedroom")]
        names = [n for n in names if n != "office" or types.count(n) == 0 or count >= 9]
        types.append(rng.weighted(names, [EXTRAS[n][0] for n in names]))
    order = {name: i for i, name in enumerate(EXTENTS)}
    return tuple(sorted(types, key=order.__getitem__))


def choose_area(rng: Stream, kind: str, alone: bool = False) -> float:
    """A floor area for a room, square metres."""
    low, high = LONE_AREA if alone else EXTENTS[kind].area
    return rng.uniform(low, high)
