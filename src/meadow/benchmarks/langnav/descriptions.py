"""What can be said of a thing: cues, the descriptions made of them, and which things they are true of.

A *cue* is one linguistic feature with its value: a colour, a size, what carries the thing. A description is
a noun with some cues. It is used only when, by brute force over all things of the home, nothing of that
name is arguable: each either is what the words mean or is not. What a thing is called follows the
catalogue, as it follows the data set in the paper. Things that are shut in are no goals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from meadow.language.facts import matches
from meadow.language.goals import PLAIN, Attributes, Description, Noun, Relation
from meadow.language.tags import tags
from meadow.language.things import SHAPES, Thing

#: The features that results are broken down by, as the paper names them, by our tag for each.
FEATURES = {
    "colour": "color",
    "size": "size",
    "texture": "texture",
    "number": "number",
    "material": "material",
    "state": "state",
    "modifier": "modifier",
    "support": "support",
}
#: Of a goal without any.
NO_FEATURE = "no"
#: How often each feature is said, where a thing has it.
WEIGHTS = {
    "color": 0.7,
    "size": 0.5,
    "texture": 0.35,
    "number": 0.8,
    "material": 0.45,
    "state": 0.35,
    "modifier": 2.2,
    "support": 2.8,
}
#: Surface patterns that people see as such.
PATTERNS = ("striped", "checked", "dotted", "floral", "zigzag", "knitted", "tie-dye", "wicker")
#: Materials that people name; "organic" is the catalogue's word for what grows.
MATERIALS = ("wood", "metal", "plastic", "fabric", "leather", "glass", "stone", "ceramic", "paper")
#: Things whose material goes without saying (fabric), or does not show (a painted clock's).
NO_MATERIAL = ("bed", "blanket", "pillow", "rug", "teddy bear", "towel", "wall clock", "phone")
#: States that show; everything openable in these homes is closed, which goes without saying.
STATES = ("on", "off", "lit", "unlit", "folded", "unfolded", "made", "unmade")
#: Variants whose names are no good words before a noun, or that cannot be seen from a robot's distance:
#: "cubes bookshelf", "button phone phone", "hook loop towel".
AWKWARD = frozenset(
    {
        ("bookshelf", "cubes"),
        ("phone", "smartphone"),
        ("phone", "button phone"),
        ("phone", "notched"),
        ("house plant", "snake plant"),
        ("house plant", "cactus"),
        ("house plant", "fern"),
        ("candle", "candlestick"),
        ("coffee table", "shelf"),
        ("desk", "crossed"),
        ("dresser", "legged"),
        ("dresser", "column"),
        ("rug", "runner"),
        ("blanket", "quilt"),
        ("towel", "hook loop"),
    }
)
#: Things whose outline is worth a word.
OUTLINED = ("rug", "coffee table", "ottoman", "bar stool", "wall clock")
#: Small things, of which it says something that they are on the floor.
SMALL = (
    *("blanket", "candle", "handbag", "kettle", "pillow", "radio", "table lamp", "teddy bear"),
    *("laptop", "notebook", "phone", "photo frame", "teapot", "towel"),
)
#: Furniture with boards that nobody calls shelves.
NO_SHELVES = ("counter", "desk", "dining table", "bench", "sofa", "bed", "chair")
#: What may be counted on a thing, besides its own parts.
COMPANIONS = ("pillow",)
#: Where something stands on what carries it -> how that is said.
_PLACES = {"top": "on", "shelf": "on a shelf of", "inside": "in"}


@dataclass(frozen=True, slots=True)
class Cue:
    """One linguistic feature with its value."""

    feature: str
    """One of the values of FEATURES."""
    value: str
    attributes: Attributes = PLAIN
    relation: Relation | None = None


def cues(thing: Thing, things: Sequence[Thing]) -> list[Cue]:
    """Everything that can be said of a thing of a home."""
    true = thing.attributes
    found = [Cue("color", c, Attributes(colours=(c,))) for c in true.colours[:1]]
    if true.size:
        found.append(Cue("size", true.size, Attributes(size=true.size)))
    found += [Cue("texture", p, Attributes(patterns=(p,))) for p in true.patterns if p in PATTERNS]
    found += [
        Cue("material", m, Attributes(materials=(m,)))
        for m in true.materials
        if m in MATERIALS and thing.category not in NO_MATERIAL
    ]
    found += [Cue("state", s, Attributes(states=(s,))) for s in true.states if s in STATES]
    found += [
        Cue("number", f"{count} {part}", Attributes(counts=((part, count),)))
        for part, count in (*true.counts, *_companions(thing, things))
        if count > 1
    ]
    found += [Cue("modifier", m, Attributes(others=(m,))) for m in _modifiers(thing)]
    support = support_of(thing, things)
    if support is not None:
        found.append(Cue("support", f"{support.kind} {support.anchors[0].head}", relation=support))
    return found


def _companions(thing: Thing, things: Sequence[Thing]) -> Iterable[tuple[str, int]]:
    for name in COMPANIONS:
        yield name, sum(other.support == thing.id and name in other.names for other in things)


def _modifiers(thing: Thing) -> Iterable[str]:
    yield from (m for m in thing.modifiers if (thing.category, m) not in AWKWARD)
    shaped = any(word in SHAPES for word in thing.modifiers)
    if thing.category in OUTLINED and thing.shape and not shaped:
        yield thing.shape


def support_of(thing: Thing, things: Sequence[Thing]) -> Relation | None:
    """What carries a thing, where that is worth saying."""
    if thing.place in _PLACES:
        carrier = next(other for other in things if other.id == thing.support)
        if thing.place == "shelf" and carrier.category in NO_SHELVES:
            return None
        return Relation(
            _PLACES[thing.place], (Noun(head=carrier.category, category=carrier.category),)
        )
    if thing.place == "floor" and thing.category in SMALL:
        return Relation("on", (Noun(head="floor"),))
    if thing.place == "wall" and thing.category == "towel":
        return Relation("on", (Noun(head="wall"),))
    return None


def combined(head: str, category: str, chosen: Iterable[Cue]) -> Description:
    """A noun with some cues."""
    said, relations = PLAIN, []
    for cue in chosen:
        said = _both(said, cue.attributes)
        if cue.relation is not None:
            relations.append(cue.relation)
    noun = Noun(head=head, category=category, attributes=said)
    return Description(target=noun, relations=tuple(relations))


def _both(a: Attributes, b: Attributes) -> Attributes:
    """What either says, kind by kind; of two sizes the second."""
    merged = {}
    for field in fields(Attributes):
        first, second = getattr(a, field.name), getattr(b, field.name)
        if field.name == "size":
            merged["size"] = second or first
        else:
            merged[field.name] = (*first, *(v for v in second if v not in first))
    return Attributes(**merged)


def meant(description: Description, things: Sequence[Thing]) -> tuple[str, ...] | None:
    """Ids of the things in the open that a description is true of; None where people would argue."""
    sure, arguable = matches(description, things)
    if any(not thing.container and _so_named(description.target, thing) for thing in arguable):
        return None
    return tuple(thing.id for thing in sure if not thing.container)


def _so_named(noun: Noun, thing: Thing) -> bool:
    """Whether a thing goes by a noun's name: a bunk bed is a bed, but no cabinet is a dresser here."""
    general = any(f" {name}".endswith(f" {noun.head}") for name in thing.names)
    return general or thing.category == noun.category


def features(description: Description) -> dict[str, int]:
    """Feature -> how many phrases of a description say such a thing, read from its structure."""
    found = tags(description)
    return {name: found[tag] for tag, name in FEATURES.items() if tag in found}


def goal_tags(description: Description) -> dict[str, str]:
    """What results are broken down by."""
    found = features(description)
    count = sum(found.values())
    return {
        "features": ", ".join(found) or NO_FEATURE,
        "attributes": str(count) if count < 3 else "3+",
    }
