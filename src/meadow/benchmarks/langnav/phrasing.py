"""Descriptions in sentences: several ways to say the same, each of which the parser reads back.

Find the small red candle on the night stand.
Go to a pillow with a floral pattern.
Find the floor lamp that is switched off.
"""

from __future__ import annotations

from meadow.language.describe import with_article
from meadow.language.goals import Description, Noun, Relation
from meadow.language.spelling import plural
from meadow.language.things import SHAPES
from meadow.language.vocabulary import vocabulary
from meadow.language.words import NUMBERS
from meadow.seeding import Stream

#: How an instruction begins.
OPENERS = ("Find", "Go to")
#: Other names by which things are commonly called; the category's own name is the usual one.
CALLED: dict[str, tuple[str, ...]] = {
    "armchair": ("easy chair", "lounge chair"),
    "bookshelf": ("bookcase",),
    "chest": ("trunk",),
    "dresser": ("chest of drawers",),
    "floor lamp": ("standing lamp",),
    "house plant": ("potted plant", "plant"),
    "phone": ("cell phone", "mobile phone"),
    "photo frame": ("picture frame",),
    "pillow": ("cushion",),
    "rug": ("carpet",),
    "sofa": ("couch",),
    "teddy bear": ("stuffed bear",),
}
#: How often another name is used, adjectives are parted by commas, and something follows the noun.
RENAMED, COMMAS, AFTER = 0.3, 0.2, 0.4

_SIZES = {"small": ("small", "little"), "large": ("large", "big")}
_MATERIALS = {"wood": "wooden"}
_STATES = {"on": ("switched on", "turned on"), "off": ("switched off", "turned off")}
#: States that are said after a noun where nothing else follows it.
_AFTER = (*_STATES, "made")
#: Patterns that a thing has a pattern of.
_PATTERNED = ("striped", "checked", "dotted", "floral", "zigzag")
_WORDS = {number: word for word, number in NUMBERS.items()}
#: How small things are on something; others stand.
_LIE = ("blanket", "handbag", "laptop", "notebook", "phone", "pillow", "towel")
_RELATIONS = {"on a shelf of": "on a shelf of", "in": "in", "on": "on"}


def call(category: str, rng: Stream, *, counted: bool = False) -> str:
    """A name for a category; a chest of drawers is not called so where its drawers are ``counted``."""
    others = CALLED.get(category, ()) if not counted else ()
    return rng.choice(others) if others and rng.chance(RENAMED) else category


def instruction(description: Description, rng: Stream, *, definite: bool) -> str:
    """A sentence that asks for what is described: "the" thing, or any such thing."""
    phrase = noun_phrase(description, rng)
    return f"{rng.choice(OPENERS)} {f'the {phrase}' if definite else _any(phrase)}."


def _any(phrase: str) -> str:
    """The phrase with "a" or "an"; a chest of drawers is no plural."""
    first, of, rest = phrase.partition(" of ")
    return f"{with_article(first)}{of}{rest}"


def noun_phrase(description: Description, rng: Stream) -> str:
    """What is described, without an article."""
    listed, before, after = _target(description.target, rng, bool(description.relations))
    comma = ", " if rng.chance(COMMAS) else " "
    words = [comma.join(listed), *before, description.target.head]
    text = " ".join(word for word in words if word)
    text += "".join(f" {phrase}" for phrase in after)
    for relation in description.relations:
        text += f" {_related(relation, description.target, rng)}"
    return text


def _target(noun: Noun, rng: Stream, related: bool) -> tuple[list[str], list[str], list[str]]:
    """Adjectives that may be parted by commas, others before a noun, and phrases after it."""
    said = noun.attributes
    listed = [rng.choice(_SIZES[said.size])] if said.size else []
    before, after = [], []
    # "switched on" before a noun needs a hyphen; after one, it must not be followed by "on the desk".
    for state in said.states:
        word = rng.choice(_STATES.get(state, (state,)))
        if related or (state not in _AFTER and not rng.chance(AFTER)):
            listed.append(word.replace(" ", "-"))
        else:
            after.append(f"that is {word}")
    listed += [word for word in said.others if word in SHAPES]
    listed += said.colours
    for pattern in said.patterns:
        if pattern in _PATTERNED and not after and rng.chance(AFTER):
            after.append(f"with {with_article(pattern)} pattern")
        else:
            before.append(pattern)
    for material in said.materials:
        if not (after or related or said.counts) and rng.chance(AFTER):
            after.append(f"made of {material}")
        else:
            before.append(_MATERIALS.get(material, material))
    before += [word for word in said.others if word not in SHAPES]
    counts = [f"{_WORDS[count]} {several(part)}" for part, count in said.counts]
    if counts:
        after.insert(0, "with " + " and ".join(counts))
    return listed, before, after


def _related(relation: Relation, target: Noun, rng: Stream) -> str:
    anchor = f"the {relation.anchors[0].head}"
    text = f"{_RELATIONS[relation.kind]} {anchor}"
    sits = "sitting" in target.attributes.others
    if relation.kind == "on" and anchor != "the wall" and not sits and rng.chance(AFTER):
        verb = "lying" if target.category in _LIE else "standing"
        verb = "sitting" if target.category == "teddy bear" else verb
        return f"{verb} {text}"
    return f"hanging {text}" if anchor == "the wall" else text


def several(part: str) -> str:
    """A noun in the plural."""
    known = vocabulary().categories.get(part, {}).get("plural")
    return known or (f"{part[:-1]}ves" if part.endswith("shelf") else plural(part))
