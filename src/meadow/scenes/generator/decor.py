"""The looks of a home's building: floors, walls, doors and the tint of its light."""

from __future__ import annotations

from meadow.scenes.schema import Finish, Part
from meadow.seeding import Stream

Looks = tuple[tuple[str, tuple[str, ...]], ...]
"""Surfaces with their colours, all equally likely."""

WOODEN: Looks = (
    ("planks", ("brown", "tan", "beige", "grey")),
    ("parquet", ("brown", "tan", "maroon", "beige")),
)
FLOORS: dict[str, Looks] = {
    "kitchen": (("tiles", ("white", "grey", "beige", "cream", "black")), *WOODEN[:1]),
    "bathroom": (("tiles", ("white", "grey", "turquoise", "beige", "blue", "black")),),
    "bedroom": (("carpet", ("beige", "grey", "cream", "blue", "pink", "olive")), *WOODEN),
    "office": (("carpet", ("grey", "navy", "olive", "beige")), *WOODEN),
    "living room": (*WOODEN, ("carpet", ("beige", "grey", "tan"))),
    "dining room": (*WOODEN, ("tiles", ("beige", "tan", "grey"))),
    "hallway": (*WOODEN, ("tiles", ("grey", "white", "tan"))),
}
QUIET = ("white", "cream", "beige", "grey")
PAINTS = ("turquoise", "yellow", "pink", "lime", "olive", "blue")
PLAIN: Looks = (("plaster", QUIET), ("plaster", QUIET), ("plaster", PAINTS))
WALLS: dict[str, Looks] = {
    "kitchen": (*PLAIN[1:], ("tiles", ("white", "cream"))),
    "bathroom": (("tiles", QUIET), ("tiles", ("turquoise", "blue", "beige", "white"))),
    "bedroom": (*PLAIN, ("wallpaper", ("blue", "pink", "beige", "lime", "purple"))),
    "office": (*PLAIN, ("wallpaper", ("beige", "olive", "navy"))),
    "living room": (
        *PLAIN,
        ("wallpaper", ("beige", "olive", "turquoise", "cream")),
        ("brick", ("maroon", "white", "tan")),
    ),
    "dining room": (*PLAIN, ("wallpaper", ("maroon", "gold", "olive", "beige", "cream"))),
    "hallway": PLAIN[:1],
}
#: Rooms that mostly share one floor within a home.
SHARED = ("living room", "dining room", "hallway", "office")


def _draw(rng: Stream, looks: Looks) -> Finish:
    surface, colours = rng.choice(looks)
    return Finish(surface, rng.choice(colours))


def finishes(rng: Stream, types: tuple[str, ...]) -> list[tuple[Finish, Finish]]:
    """Floor and walls for every room."""
    common = _draw(rng, WOODEN)
    looks = []
    for kind in types:
        shared = kind in SHARED and rng.chance(0.7)
        looks.append((common if shared else _draw(rng, FLOORS[kind]), _draw(rng, WALLS[kind])))
    return looks


def door_leaf(rng: Stream, front: bool = False) -> Part:
    """A painted or wooden door; front doors are more colourful."""
    colours = (
        ("brown", "green", "red", "navy", "black") if front else ("white", "white", "brown", "tan")
    )
    return Part("leaf", rng.choice(colours), "wood")


def light_tint(rng: Stream, kind: str) -> tuple[float, float, float]:
    """Warm light where people rest, neutral where they work."""
    warmth = (
        rng.uniform(0.0, 0.06)
        if kind in ("kitchen", "bathroom", "office")
        else rng.uniform(0.04, 0.14)
    )
    return 1.0, round(1.0 - 0.45 * warmth, 3), round(1.0 - 1.2 * warmth, 3)
