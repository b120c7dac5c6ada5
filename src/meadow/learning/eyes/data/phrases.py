"""Facts in words: names, attributes and descriptions, true ones and near misses.

A batch is judged against one bank of phrases: a name for every category (the softmax over names is
what teaches categories quickly), the plain attributes, and descriptions of things in the batch, each
with a near miss that differs in one word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from meadow.grounding.prompts import REGIONS
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.facts import NUMBERS, STATE_WORDS, Facts
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.catalogue.spec import KINDS
from meadow.scenes.modelling.finish import COLOURS, IMAGES, MATERIALS, PATTERNS
from meadow.scenes.people import GARMENTS
from meadow.seeding import Stream
from meadow.types import Array

LONGEST = 5
"""Largest number of atoms in a phrase."""
PLACED = 0.25
"""Fraction of the descriptions that also say where the thing is, which the thing itself does not show."""
CAPTIONED = 0.1
"""Fraction of the noun phrases that begin like the caption of a photograph."""
RELATIONS = (
    "on top of",
    "on",
    "under",
    "below",
    "in",
    "inside",
    "near",
    "next to",
    "beside",
    "behind",
)

_PLURAL = {"drawer": "drawers", "door": "doors", "shelf": "shelves"}
_STYLES = {
    "short": "with short hair",
    "long": "with long hair",
    "bun": "with hair in a bun",
    "bald": "with a bald head",
    "curly": "with curly hair",
    "cap": "with a cap",
    "beard": "with a beard",
}


@dataclass(frozen=True, slots=True)
class LabelledPhrase:
    """A text and the atoms that must hold for it to be true."""

    text: str
    atoms: tuple[str, ...]

    def truth(self, of: Facts) -> bool | None:
        """Whether it holds of a thing; None when one may argue."""
        if all(atom in of.true for atom in self.atoms):
            return True
        return None if all(a in of.true or a in of.maybe for a in self.atoms) else False


@dataclass(frozen=True, slots=True)
class Bank:
    """The phrases of one batch, some of them in groups of which one holds for a thing."""

    phrases: tuple[LabelledPhrase, ...]
    groups: tuple[tuple[int, int], ...]
    """Ranges of exclusive phrases: names, colours, materials, patterns."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Numbers of a description and of its near miss."""


@cache
def categories(zero_shot: bool, revision: int = 1) -> tuple[str, ...]:
    """The categories that a training on a revision of the catalogue may see."""
    hidden = facts.unseen_categories(revision) if zero_shot else frozenset()
    names = facts.catalogue_names(revision)
    return tuple(c for c in names if c not in hidden and "imported" not in CATEGORIES[c].tags)


@cache
def _taught_names(category: str, zero_shot: bool, revision: int) -> tuple[str, ...]:
    hidden = set(facts.held_out_synonyms(category))
    if zero_shot:
        hidden |= {n for c in facts.unseen_categories(revision) for n in facts.names_of(c)}
    own, *rest = facts.names_of(category)
    return (own, *(n for n in rest if n not in hidden))


def name_of(rng: Stream, category: str, zero_shot: bool = False, revision: int = 1) -> str:
    """A name for a category, its own one half of the time."""
    names = _taught_names(category, zero_shot, revision)
    return names[0] if len(names) == 1 or rng.chance(0.5) else rng.choice(names[1:])


def _article(rng: Stream, text: str) -> str:
    """Begin a noun phrase with an article half of the time, and now and then with "a photo of"."""
    if rng.chance(0.5):
        return text
    if rng.chance(0.5):
        text = f"the {text}"
    else:
        text = f"an {text}" if text[0] in "aeiou" else f"a {text}"
    return f"a photo of {text}" if rng.chance(2.0 * CAPTIONED) else text


def _whereabouts(rng: Stream, known: Sequence[str]) -> str:
    """The end of a noun phrase: nothing, or a place with one to three anchors."""
    if not rng.chance(PLACED):
        return ""
    text = f" {rng.choice(RELATIONS)} {_anchor(rng, known)}"
    if rng.chance(0.5):
        text += f"{rng.choice((',', '', ' and'))} near {_anchor(rng, known)}"
        text += f", {rng.choice(known)}" if rng.chance(0.5) else ""
    return text


def _anchor(rng: Stream, known: Sequence[str]) -> str:
    return f"{rng.choice(('a', 'the', 'some'))} {rng.choice(known)}"


def bank(
    rng: Stream, described: Sequence[Facts], zero_shot: bool = False, revision: int = 1
) -> Bank:
    """The phrases to judge a batch by; ``described`` are the things to describe."""
    known = categories(zero_shot, revision)
    names = [
        LabelledPhrase(_article(rng, n) + _whereabouts(rng, known), (f"name:{n}",))
        for n in (
            *(name_of(rng, c, zero_shot, revision) for c in known),
            facts.PERSON_NAMES[0] if rng.chance(0.5) else rng.choice(facts.PERSON_NAMES),
            *(rng.choice(n) for n in facts.SHELL_NAMES.values()),
        )
    ]
    phrases, groups = list(names), [(0, len(names))]
    for kind, words in (("colour", COLOURS), ("material", MATERIALS), ("pattern", PATTERNS[:-1])):
        start = len(phrases)
        phrases += [LabelledPhrase(attribute_text(rng, kind, w), (f"{kind}:{w}",)) for w in words]
        groups.append((start, len(phrases)))
    phrases += [
        LabelledPhrase(f"{k}" if rng.chance(0.5) else f"a piece of {k}", (f"kind:{k}",))
        for k in KINDS
    ]
    phrases += [
        LabelledPhrase(_article(rng, g), (f"general:{g}",)) for g in facts.general_words(known)
    ]
    pairs = []
    for thing in described:
        pair = describe(rng, thing, zero_shot, revision)
        if len(pair) == 2:
            pairs.append((len(phrases), len(phrases) + 1))
        phrases += pair
    return Bank(tuple(phrases), tuple(groups), tuple(pairs))


def attribute_text(rng: Stream, kind: str, word: str) -> str:
    """An attribute alone, in one of its usual forms."""
    if kind == "material":
        return rng.choice((word, f"made of {word}", f"{word} thing", f"{word} object"))
    return rng.choice((word, f"{word} thing", f"{word} object", f"something {word}"))


def describe(
    rng: Stream, thing: Facts, zero_shot: bool = False, revision: int = 1
) -> list[LabelledPhrase]:
    """A true description of a thing and a near miss that differs in one atom."""
    known = categories(zero_shot, revision)
    atoms = sorted(thing.true)
    names = [a[5:] for a in atoms if a.startswith("name:")]
    category = next((n for n in names if n in CATEGORIES), "")
    if category and category not in known:
        return []
    name = name_of(rng, category, zero_shot, revision) if category else rng.choice(names)
    others = [a for a in atoms if not a.startswith(("name:", "kind:", "general:", "pattern:plain"))]
    chosen = rng.sample(others, min(len(others), rng.choice((1, 1, 2, 2, 3, 4))))
    where = _whereabouts(rng, known)
    true = compose(rng, name, chosen, where)
    if not chosen:
        return [true]
    swap = rng.integer(0, len(chosen) - 1)
    other = _other_value(rng, chosen[swap], thing)
    if not other:
        return [true]
    miss = compose(rng, name, [*chosen[:swap], other, *chosen[swap + 1 :]], where)
    return [true, miss]


def _other_value(rng: Stream, atom: str, thing: Facts) -> str:
    """An atom of the same kind that is false of the thing, or none."""
    kind, _, value = atom.partition(":")
    if kind in ("colour", "top", "hair", *GARMENTS):
        options = [f"{kind}:{c}" for c in COLOURS]
    elif kind == "count":
        part, _, number = value.partition("=")
        options = [f"count:{part}={k}" for k in range(1, 7) if k != int(number)]
    elif kind == "state":
        pair = next(p for p in STATE_WORDS.values() if value in p)
        options = [f"state:{w}" for w in pair]
    else:
        words = {"material": MATERIALS, "pattern": PATTERNS[1:-1], "shows": IMAGES,
                 "size": ("small", "large"), "style": tuple(_STYLES)}[kind]  # fmt: skip
        options = [f"{kind}:{w}" for w in words]
    options = [o for o in options if o not in thing.true and o not in thing.maybe]
    return rng.choice(options) if options else ""


def compose(rng: Stream, name: str, atoms: Sequence[str], where: str = "") -> LabelledPhrase:
    """A noun phrase from a name and further atoms, e.g. "a small red mug with a cat on it"."""
    before: dict[str, str] = {}
    after: list[str] = []
    for atom in atoms:
        kind, _, value = atom.partition(":")
        if kind in ("size", "colour", "material", "pattern"):
            before[kind] = value
        elif kind == "state":
            if rng.chance(0.5):
                before[kind] = value
            else:
                after.append(f"that is {value}")
        else:
            after.append(_tail(kind, value))
    order = ("size", "state", "pattern", "colour", "material")
    words = [before[k] for k in order if k in before]
    text = _article(rng, " ".join([*words, name]))
    return LabelledPhrase(" ".join([text, *after]) + where, (f"name:{name}", *atoms)[:LONGEST])


def _tail(kind: str, value: str) -> str:
    """The words of an atom that follow the noun."""
    if kind == "shows":
        return f"with a {value.replace('-', ' ')} on it"
    if kind == "count":
        part, _, number = value.partition("=")
        count = int(number)
        word = NUMBERS[count] if count < len(NUMBERS) else number
        return f"with {word} {part if count == 1 else _PLURAL[part]}"
    if kind == "style":
        return _STYLES[value]
    if kind == "hair":
        return f"with {value} hair"
    return f"in a {value} {'shirt' if kind == 'top' else kind}"


def room_phrases(rng: Stream) -> list[str]:
    """A name for each type of room, in the order of ``facts.ROOM_NAMES``."""
    out = []
    for names in facts.ROOM_NAMES.values():
        name = names[0] if rng.chance(0.6) else rng.choice(names)
        out.append(rng.choice((name, f"a {name}", f"a photo of a {name}", f"the {name}")))
    return out


def located_phrases(
    rng: Stream, things: Sequence[tuple[Facts, int]], zero_shot: bool, revision: int
) -> list[tuple[LabelledPhrase, int]]:
    """Names with a region of the image ("a mug in the top left") for things and their regions.

    Returns each phrase without its region as a :class:`LabelledPhrase` whose text has it, and the region.
    Half of the phrases name another region than that of the thing.
    """
    out = []
    for thing, region in things:
        names = [a[5:] for a in sorted(thing.true) if a.startswith("name:")]
        category = next((n for n in names if n in CATEGORIES), "")
        if category not in categories(zero_shot, revision):
            continue
        name = name_of(rng, category, zero_shot, revision)
        place = region if rng.chance(0.5) else rng.integer(0, len(REGIONS) - 1)
        out.append(
            (LabelledPhrase(REGIONS[place].format(_article(rng, name)), (f"name:{name}",)), place)
        )
    return out


def truth_table(things: Sequence[Facts], phrases: Sequence[LabelledPhrase]) -> Array:
    """(things, phrases) int8: 1 true, 0 false, -1 arguable."""
    atoms = facts.all_atoms()
    true = np.zeros((len(things), len(atoms)), bool)
    true[:, 0] = True
    possible = true.copy()
    for row, thing in enumerate(things):
        true[row, [atoms[a] for a in thing.true if a in atoms]] = True
        possible[row, [atoms[a] for a in thing.maybe if a in atoms]] = True
    possible |= true
    wanted = np.zeros((len(phrases), LONGEST), np.int64)
    for row, phrase in enumerate(phrases):
        wanted[row, : len(phrase.atoms)] = [atoms[a] for a in phrase.atoms]
    out = np.zeros((len(things), len(phrases)), np.int8)
    out[possible[:, wanted].all(axis=2)] = -1
    out[true[:, wanted].all(axis=2)] = 1
    return out
