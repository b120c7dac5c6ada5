"""What the catalogue knows about a category, and the decorator that adds one.

A category is its description and its builder side by side; adding one means copying a neighbour:

    @category(
        "stool",
        size=((0.35, 0.45), (0.35, 0.45), (0.42, 0.50)),
        mass=(2.0, 5.0),
        variants=("round", "square", "three-legged"),
        parts={"seat": PartSpec(("wood", "plastic")), "legs": PartSpec(("wood", "metal"))},
        rooms={"kitchen": 1.0},
        on={"floor": 1.0},
    )
    def stool(s: Shape, f: Form) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from meadow.errors import MeadowError, UnknownIdError
from meadow.language.held_out import GOALS
from meadow.language.vocabulary import add_category
from meadow.registry import load_plugins
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, PATTERNS
from meadow.scenes.modelling.shape import Form, Shape

Range = tuple[float, float]
Builder = Callable[[Shape, Form], None]

#: Every named colour, for things that come in any.
ANY = tuple(COLOURS)
WOODS = ("brown", "tan", "beige", "white", "black", "cream", "maroon")
#: Tags that are words for a kind of thing; a thing of one kind is none of the others.
KINDS = ("furniture", "appliance", "food", "toy", "tool", "clothing", "kitchenware")
METALS = ("silver", "grey", "black", "gold", "bronze", "white")


@dataclass(frozen=True, slots=True)
class PartSpec:
    """How a part may look. The first value of each is the most usual one."""

    materials: tuple[str, ...]
    colours: tuple[str, ...] = ANY
    patterns: tuple[str, ...] = ("plain",)
    like: str = ""
    """Name of another part whose finish it shares."""
    images: tuple[str, ...] = ()
    """Pictures for the pattern "printed"."""
    texts: tuple[str, ...] = ()
    """Texts for the pattern "printed"."""


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of household thing."""

    name: str
    build: Builder
    size: tuple[Range, Range, Range]
    """Ranges of depth (X), width (Y) and height (Z), metres."""
    mass: Range
    """Kilograms."""
    variants: tuple[str, ...]
    """Shape variants, at least three."""
    parts: Mapping[str, PartSpec]
    """By name; the first is the main part, the one a person would name the colour of."""
    rooms: Mapping[str, float] = field(default_factory=dict)
    """Room type -> how usual it is there; empty for things that are placed only on request."""
    on: Mapping[str, float] = field(default_factory=dict)
    """"floor", "wall", "ceiling" or a category that carries it -> how usual that is."""
    inside: Mapping[str, float] = field(default_factory=dict)
    """Category whose enclosed surfaces may hold it -> how usual that is."""
    place: str = "free"
    """On the floor: "wall" (back to the wall), "corner", "free", or "group" (only with others)."""
    front: float = 0.0
    """Free floor wanted before it, metres."""
    mount: Range = (0.0, 0.0)
    """Height of the base when it hangs on a wall."""
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Repeated parts and how few or many there may be."""
    states: tuple[str, ...] = ()
    """States that can be true or false, e.g. "on", "lit", "folded", "full"."""
    openable: bool = False
    synonyms: tuple[str, ...] = ()
    plural: str = ""
    tags: frozenset[str] = frozenset()
    """"pickupable", "furniture", "appliance", "robothor", ..."""
    keep_aspect: bool = False
    """Size scales as a whole (a ball stays round)."""
    revision: int = 1
    """The first revision of the catalogue that has it; trainings name the revision they saw."""

    @property
    def ships(self) -> bool:
        """Whether it is Meadow's own; a plugin's is in no training and in no generated home."""
        return self.build.__module__.startswith(f"{__package__}.")

    def shape(self, form: Form) -> Shape:
        """Build the shape of one object of this category."""
        shape = Shape()
        self.build(shape, form)
        return shape


class Categories(Mapping[str, Category]):
    """Categories by name, those of plugins last.

    Plugins are loaded when it is first read and not when it is imported: what they import may be half
    imported then.
    """

    def __init__(self) -> None:
        self.registered: dict[str, Category] = {}

    def __getitem__(self, name: str) -> Category:
        if name not in self.registered:
            load_plugins()
        return self.registered[name]

    def __iter__(self) -> Iterator[str]:
        load_plugins()
        return iter(self.registered)

    def __len__(self) -> int:
        load_plugins()
        return len(self.registered)


CATEGORIES = Categories()


class Details(TypedDict, total=False):
    """What a description may leave out; :class:`Category` says what each means."""

    rooms: Mapping[str, float]
    on: Mapping[str, float]
    inside: Mapping[str, float]
    place: str
    front: float
    mount: Range
    counts: Mapping[str, tuple[int, int]]
    states: tuple[str, ...]
    openable: bool
    synonyms: tuple[str, ...]
    plural: str
    keep_aspect: bool
    revision: int


def category(
    name: str,
    *,
    size: tuple[Range, Range, Range],
    mass: Range,
    variants: tuple[str, ...],
    parts: Mapping[str, PartSpec],
    tags: tuple[str, ...] = (),
    **details: Unpack[Details],
) -> Callable[[Builder], Builder]:
    """Register a builder together with its description."""

    def add(build: Builder) -> Builder:
        entry = Category(name, build, size, mass, variants, parts, tags=frozenset(tags), **details)
        _check(entry)
        CATEGORIES.registered[name] = entry
        if not entry.ships:
            add_category(
                name,
                synonyms=[synonym for synonym in entry.synonyms if synonym != name],
                plural=entry.plural,
                parts=entry.counts,
                opens=entry.openable,
                kinds=entry.tags & set(KINDS),
                variants=entry.variants,
            )
        return build

    return add


def _check(entry: Category) -> None:
    """Catch slips in a description when it is imported."""
    problems = []
    if entry.name in CATEGORIES.registered:
        problems.append("registered twice")
    if entry.rooms and not entry.ships:
        problems.append("a plugin's category has no rooms: homes place it on request only")
    if len(entry.variants) < 3:
        problems.append("needs at least 3 variants")
    if any(low <= 0 or high < low for low, high in (*entry.size, entry.mass)):
        problems.append("size and mass ranges must be positive and ordered")
    if entry.place not in ("wall", "corner", "free", "group"):
        problems.append(f"unknown place {entry.place!r}")
    for part, spec in entry.parts.items():
        if spec.like:
            if spec.like not in entry.parts:
                problems.append(f"part {part}: like {spec.like!r} is not a part")
            continue
        for value, known in (
            *((m, MATERIALS) for m in spec.materials),
            *((c, COLOURS) for c in spec.colours),
            *((p, PATTERNS) for p in spec.patterns),
        ):
            if value not in known:
                problems.append(f"part {part}: unknown {value!r}")
    if problems:
        raise MeadowError(f"category {entry.name!r}: " + "; ".join(problems))


def like(part: str) -> PartSpec:
    """A part that shares the finish of another."""
    return PartSpec(materials=(), like=part)


def tagged(tag: str) -> tuple[str, ...]:
    """The names of the categories with a tag, or of a list of goals (``language.held_out``), sorted."""
    if tag in GOALS:
        return GOALS[tag]
    names = tuple(sorted(entry.name for entry in CATEGORIES.values() if tag in entry.tags))
    if not names:
        known = {tag for entry in CATEGORIES.values() for tag in entry.tags}
        raise UnknownIdError("tag", tag, known | GOALS.keys())
    return names


def find_category(name: str) -> Category:
    """The category of that name, or an error with the nearest ones."""
    try:
        return CATEGORIES[name]
    except KeyError:
        raise UnknownIdError("category", name, CATEGORIES) from None
