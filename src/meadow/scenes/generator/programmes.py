"""What belongs into each type of room: plain data that ``furnish`` carries out in this order.

Names are categories of the catalogue; where several are given, one is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece on the floor, placed as its category asks: at a wall, in a corner or free."""

    names: Names
    chance: float = 1.0
    count: tuple[int, int] = (1, 1)
    area: float = 0.0
    """Only in rooms of at least this many square metres."""
    where: str = ""
    """"wall", "middle" (of a wall), "corner" or "free" instead of what the category says."""
    above: Names = ()
    """Hung on the wall above it, if there is room."""
    variants: Names = ()
    """Shape variants to draw from; all when empty."""


@dataclass(frozen=True, slots=True)
class Flanked:
    """A piece in the middle of a wall with two alike on its sides: a bed and its night stands."""

    names: Names
    flanks: Names
    foot: Names = ()
    """Sometimes before it."""
    above: Names = ()


@dataclass(frozen=True, slots=True)
class TableWithSeats:
    """A table in the free with seats around it."""

    names: Names
    seats: Names
    count: tuple[int, int] = (2, 6)
    chance: float = 1.0
    area: float = 0.0


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk at a wall with one seat before it."""

    names: Names
    seats: Names
    chance: float = 1.0
    area: float = 0.0


@dataclass(frozen=True, slots=True)
class Lounge:
    """A television on its stand, a sofa that faces it, a low table on a rug, more seats around."""

    stands: Names
    sofas: Names
    tables: Names
    seats: Names
    ends: Names
    """Beside the sofa."""
    rugs: Names


@dataclass(frozen=True, slots=True)
class KitchenRun:
    """Kitchen units in line along one or two walls, from a corner, with cabinets above."""

    units: Names
    overhead: str
    hood: str
    sink: str
    """The unit whose variant is "kitchen" and whose tap rises above the others."""


@dataclass(frozen=True, slots=True)
class Others:
    """Pieces that the catalogue knows for this type of room and its programme does not name."""

    count: tuple[int, int] = (0, 2)


@dataclass(frozen=True, slots=True)
class Lay:
    """A flat thing on free floor."""

    names: Names
    chance: float = 1.0
    before: Names = ()
    """Right before one of these, if there is one."""


@dataclass(frozen=True, slots=True)
class Hang:
    """Things on free wall."""

    names: Names
    count: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Overhead:
    """Lamps under the ceiling."""

    names: Names
    chance: float = 1.0


Step = (
    Stand | Flanked | TableWithSeats | Desk | Lounge | KitchenRun | Others | Lay | Hang | Overhead
)

#: Without one of each of these a room is not what it is called.
ESSENTIALS: dict[str, tuple[Names, ...]] = {
    "kitchen": (("fridge",), ("sink",), ("oven",), ("counter",)),
    "living room": (("sofa",), ("tv stand",)),
    "bedroom": (("bed", "bunk bed"),),
    "bathroom": (("toilet",), ("sink",), ("bath tub", "shower")),
    "dining room": (("dining table",),),
    "office": (("desk",),),
    "hallway": (),
}

PLANT = Stand(("house plant",), 0.6, (1, 2), where="corner")
BIN = Stand(("garbage can",), 0.8, where="corner")
FLOOR_LAMP = Stand(("floor lamp",), 0.7, where="corner")
PICTURES: Names = ("painting", "painting", "poster", "wall clock", "mirror", "shelf")

PROGRAMMES: dict[str, tuple[Step, ...]] = {
    "kitchen": (
        KitchenRun(
            (
                "fridge",
                "counter",
                "sink",
                "dishwasher",
                "counter",
                "oven",
                "counter",
                "counter",
            ),
            overhead="wall cabinet",
            hood="range hood",
            sink="sink",
        ),
        TableWithSeats(("kitchen island",), ("bar stool",), (2, 3), 0.35, area=15.0),
        TableWithSeats(("dining table",), ("dining chair",), (2, 4), 0.8, area=10.5),
        BIN,
        Stand(("washing machine",), 0.25),
        Stand(("cabinet", "bookshelf"), 0.4, area=11.0),
        Others(),
        Lay(("rug",), 0.2),
        Hang(("wall clock", "painting", "shelf"), (1, 2)),
        Overhead(("ceiling lamp",), 0.8),
    ),
    "living room": (
        Lounge(
            stands=("tv stand",),
            sofas=("sofa",),
            tables=("coffee table",),
            seats=("armchair", "armchair", "rocking chair", "ottoman", "bean bag"),
            ends=("side table",),
            rugs=("rug",),
        ),
        Stand(("bookshelf",), 0.9, (1, 2)),
        Stand(("piano",), 0.2, area=20.0, above=("painting",)),
        Stand(("sideboard", "cabinet", "console table"), 0.7, above=("painting", "mirror")),
        Desk(("desk",), ("office chair",), 0.25, area=20.0),
        FLOOR_LAMP,
        PLANT,
        Others((0, 3)),
        Lay(("rug",), 0.2),
        Hang(PICTURES, (2, 4)),
        Overhead(("ceiling lamp",), 0.8),
    ),
    "bedroom": (
        Flanked(
            ("bed", "bed", "bed", "bunk bed"),
            ("night stand",),
            foot=("bench", "chest", "ottoman"),
            above=("painting",),
        ),
        Stand(("wardrobe",), where="corner"),
        Stand(("dresser",), 0.8, above=("mirror", "painting")),
        Desk(("desk",), ("office chair",), 0.6, area=11.0),
        Stand(("bookshelf", "chest", "cabinet"), 0.5),
        Stand(("armchair", "rocking chair", "bean bag"), 0.35, area=13.0, where="corner"),
        Stand(("laundry hamper",), 0.5, where="corner"),
        FLOOR_LAMP,
        PLANT,
        BIN,
        Others(),
        Lay(("rug",), 0.6),
        Hang(PICTURES, (1, 3)),
        Overhead(("ceiling lamp",), 0.8),
    ),
    "bathroom": (
        Stand(("bath tub", "shower"), where="corner"),
        Stand(("toilet",)),
        Stand(("sink",), above=("mirror",), variants=("vanity", "double", "pedestal")),
        Stand(("washing machine",), 0.35, area=6.0),
        Stand(("cabinet",), 0.5, area=6.5),
        Stand(("laundry hamper",), 0.5, where="corner"),
        Stand(("garbage can",), 0.4, where="corner"),
        Others((1, 3)),
        Lay(("bath mat",), 0.8, before=("bath tub", "shower", "sink")),
        Hang(("towel rail", "towel rail", "towel", "shelf"), (1, 3)),
        Overhead(("ceiling lamp",), 0.7),
    ),
    "dining room": (
        TableWithSeats(("dining table",), ("dining chair",), (4, 8)),
        Stand(("sideboard",), above=("painting", "mirror")),
        Stand(("cabinet", "bookshelf"), 0.7),
        Stand(("console table",), 0.4, area=13.0),
        PLANT,
        FLOOR_LAMP,
        Others((0, 1)),
        Hang(PICTURES, (1, 3)),
        Overhead(("ceiling lamp",), 0.9),
    ),
    "office": (
        Desk(("desk",), ("office chair",)),
        Stand(("bookshelf",), 1.0, (1, 2)),
        Stand(("filing cabinet",), 0.8, (1, 2)),
        Desk(("desk", "workbench"), ("office chair",), 0.4, area=11.0),
        Stand(("armchair",), 0.35, area=10.0, where="corner"),
        Stand(("cabinet", "sideboard"), 0.5),
        BIN,
        FLOOR_LAMP,
        PLANT,
        Others(),
        Lay(("rug",), 0.4),
        Hang((*PICTURES, "shelf"), (1, 3)),
        Overhead(("ceiling lamp",), 0.8),
    ),
    "hallway": (
        Stand(("console table",), 0.8, above=("mirror", "painting")),
        Stand(("shoe rack",), 0.9),
        Stand(("coat rack",), 0.8, where="corner"),
        Stand(("bench", "chest"), 0.4, area=9.0),
        Stand(("cabinet",), 0.4, area=10.0),
        PLANT,
        Others((0, 1)),
        Hang(("painting", "poster", "mirror", "wall clock", "wreath"), (1, 3)),
        Overhead(("ceiling lamp",), 0.9),
    ),
}


@dataclass(frozen=True, slots=True)
class TopItem:
    """What a piece often carries, at a certain place of its top."""

    names: Names
    chance: float
    where: str = "any"
    """"back", "middle" or "any" place."""


TOP_ITEMS: dict[str, tuple[TopItem, ...]] = {
    "tv stand": (TopItem(("television",), 0.95, "middle"),),
    "desk": (
        TopItem(("laptop", "monitor"), 0.85, "middle"),
        TopItem(("desk lamp",), 0.6, "back"),
        TopItem(("printer",), 0.2, "back"),
    ),
    "night stand": (TopItem(("table lamp",), 0.7, "back"), TopItem(("alarm clock",), 0.4)),
    "counter": (
        TopItem(("microwave", "coffee maker"), 0.3, "back"),
        TopItem(("toaster", "kettle"), 0.4, "back"),
    ),
    "filing cabinet": (TopItem(("printer",), 0.5, "middle"),),
    "side table": (TopItem(("table lamp",), 0.5, "middle"),),
    "dining table": (TopItem(("vase", "bowl"), 0.5, "middle"),),
    "bed": (TopItem(("pillow",), 0.5, "back"),),
    "sofa": (TopItem(("pillow",), 0.7, "back"), TopItem(("pillow",), 0.4, "back")),
}

CURTAIN = "curtain"


def _names_of(step: Step) -> Names:
    match step:
        case Stand(names=names, above=above):
            return (*names, *above)
        case Flanked(names=names, flanks=flanks, foot=foot, above=above):
            return (*names, *flanks, *foot, *above)
        case TableWithSeats(names=names, seats=seats) | Desk(names=names, seats=seats):
            return (*names, *seats)
        case Lounge():
            return (
                *step.stands,
                *step.sofas,
                *step.tables,
                *step.seats,
                *step.ends,
                *step.rugs,
            )
        case KitchenRun(units=units, overhead=overhead, hood=hood):
            return (*units, overhead, hood)
        case Others():
            return ()
    return step.names


def programme_names(kind: str) -> frozenset[str]:
    """Every category that the programme of a room type mentions."""
    return frozenset(name for step in PROGRAMMES[kind] for name in _names_of(step))


def named_categories() -> frozenset[str]:
    """Every category that the programmes mention."""
    steps = [programme_names(kind) for kind in PROGRAMMES]
    settings = [setting.names for group in TOP_ITEMS.values() for setting in group]
    essentials = [names for wanted in ESSENTIALS.values() for names in wanted]
    lists = (*steps, *settings, *essentials, tuple(TOP_ITEMS), (CURTAIN,))
    return frozenset(name for names in lists for name in names)
