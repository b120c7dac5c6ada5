"""Goals in words: how a thing looks, or where it is, so that no other thing of the home is meant.

"a striped pillow", 'a mug saying "norda"', "a garbage can next to a stool". A goal is only used when, by
brute force over all things of the home, it holds for its target and is false for every other thing of its
category, and when the parser reads the same meaning from its words.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from meadow.language.describe import describe_noun, with_article
from meadow.language.facts import picks_out, related
from meadow.language.goals import Attributes, Description, Noun, Relation
from meadow.language.parse import parse
from meadow.language.things import Thing
from meadow.seeding import Stream

#: Beginnings of words that sound otherwise than they are written.
SOUNDS = {"hour": "an", "uni": "a"}
#: How soon each is tried: what says most of a place first, and "near" last.
RELATION_WEIGHTS = {
    "under": 8.0,
    "in": 8.0,
    "behind": 6.0,
    "in front of": 5.0,
    "on": 5.0,
    "above": 3.0,
    "next to": 3.0,
    "below": 1.0,
    "near": 0.2,
}
#: Words that mean a relation of the language that is called otherwise.
MEANING = {"below": "under"}
#: Kinds of attributes, and how often each is tried first.
LOOKS = {
    "colour": 4.0,
    "material": 2.0,
    "texture": 2.0,
    "picture": 2.0,
    "text": 2.0,
    "colour and texture": 1.0,
    "colour and material": 1.0,
    "size and colour": 0.5,
}
#: Printed pictures that belong to a device and not to the look of one.
DEVICE_PRINTS = frozenset({"screen", "keyboard", "clock-face", "abstract", "book-cover"})
#: What no other thing is told by: there are several in each home.
UNNAMED = ("whiteboard",)
#: A thing is not said to be beside one that is smaller than this share of it.
LEAST_SHARE = 0.4
#: Sides of the smallest thing that others are said to be next to, summed, metres.
NOTABLE = 0.3


def appearance(
    rng: Stream, target: Thing, things: Sequence[Thing]
) -> tuple[str, Description] | None:
    """Which kind of attribute tells a thing from all others of its category, and the goal that says so."""
    looks = {kind: said for kind, said in _looks(target) if said}
    for kind in _in_turn(rng, {kind: LOOKS[kind] for kind in looks}):
        noun = Noun(head=target.category, category=target.category, attributes=looks[kind])
        text = article(describe_noun(noun).replace(",", ""))
        goal = _checked(Description(target=noun, text=text), target, things)
        if goal is not None:
            return kind, goal
    return None


def spatial(rng: Stream, target: Thing, things: Sequence[Thing]) -> tuple[str, Description] | None:
    """The word for how a thing stands to another, and the goal that says so."""
    near = [t for t in things if _is_anchor(t, target)]
    for word in _in_turn(rng, RELATION_WEIGHTS):
        for anchor in rng.shuffled([t for t in near if _stands(word, target, t)]):
            goal = placed(target, word, anchor)
            checked = _checked(goal, target, things)
            if checked is not None:
                return word, checked
    return None


def placed(target: Thing, word: str, anchor: Thing) -> Description:
    """A thing named by its category, at another that is named so."""
    noun, other = (Noun(head=t.category, category=t.category) for t in (target, anchor))
    return Description(
        target=noun,
        relations=(Relation(MEANING.get(word, word), (other,)),),
        text=f"{article(noun.head)} {word} {article(other.head)}",
    )


def named(target: Thing) -> Description:
    """A thing by the name of its category alone."""
    noun = Noun(head=target.category, category=target.category)
    return Description(target=noun, text=article(target.category))


def article(phrase: str) -> str:
    """The phrase with "a" or "an" as it sounds: an hourglass, a unicorn figurine."""
    for beginning, sounded in SOUNDS.items():
        if phrase.startswith(beginning):
            return f"{sounded} {phrase}"
    return with_article(phrase)


def _checked(goal: Description, target: Thing, things: Sequence[Thing]) -> Description | None:
    """The goal, if it picks out its target and its words are read as it is meant."""
    return goal if picks_out(goal, target, things) and parse(goal.text) == goal else None


def _looks(target: Thing) -> Iterator[tuple[str, Attributes]]:
    """What may be said of a thing's look, by kind; nothing where it has no such look."""
    true = target.attributes
    pictures = tuple(p for p in true.prints[:1] if p not in DEVICE_PRINTS)
    texts = tuple(t for t in true.texts[:1] if t.isalpha())
    yield "picture", Attributes(prints=pictures)
    yield "text", Attributes(texts=texts)
    if "printed" in true.patterns:
        return  # the paper behind a print shows little
    colours = true.colours[:1]
    materials = tuple(m for m in true.materials[:1] if m != target.category)
    patterns = tuple(p for p in true.patterns[:1] if p not in ("plain", "printed"))
    yield "colour", Attributes(colours=colours)
    yield "material", Attributes(materials=materials)
    yield "texture", Attributes(patterns=patterns)
    if patterns:
        yield "colour and texture", Attributes(colours=colours, patterns=patterns)
    if materials:
        yield "colour and material", Attributes(colours=colours, materials=materials)
    if true.size:
        yield "size and colour", Attributes(size=true.size, colours=colours)


def _is_anchor(thing: Thing, target: Thing) -> bool:
    """Whether a thing is worth naming to say where another one is."""
    known = thing.category not in (target.category, *UNNAMED) and not thing.container
    return known and sum(thing.extents) >= NOTABLE and thing.support != "ceiling"


def _stands(word: str, target: Thing, anchor: Thing) -> bool:
    """Whether a word says how a thing stands to another. What carries a thing is below it, not under it."""
    carries = anchor.support == target.id
    if word in ("under", "below") and carries != (word == "below"):
        return False
    if word in ("in front of", "behind") and not anchor.sided:
        return False
    if word == "above" and target.support != "wall":
        return False
    beside = word in ("next to", "near", "in front of", "behind", "above")
    if beside and sum(anchor.extents) < LEAST_SHARE * sum(target.extents):
        return False
    return related(MEANING.get(word, word), target, [anchor]) is True


def _in_turn(rng: Stream, weights: dict[str, float]) -> list[str]:
    """Names in random order, heavier ones first more often (an exponential race)."""
    keys = {name: -math.log(1.0 - rng.random()) / weight for name, weight in weights.items()}
    return sorted(keys, key=lambda name: keys[name])
