"""The words that goals are made of, with all that each may stand for.

The catalogue's names come from ``vocabulary.json`` (written by ``scripts/build_vocabulary.py``),
people's other words from ``language.words``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any

from meadow.language import words
from meadow.language.likeness import ANYTHING, GENERAL
from meadow.language.spelling import SpellingCorrector, plural, singular
from meadow.language.thesaurus import thesaurus
from meadow.registry import load_plugins

#: State -> (word when it holds, word when it does not).
STATES: dict[str, tuple[str, str]] = {
    "on": ("on", "off"),
    "lit": ("lit", "unlit"),
    "full": ("full", "empty"),
    "folded": ("folded", "unfolded"),
    "made": ("made", "unmade"),
    "open": ("open", "closed"),
}
OPPOSITES = {a: b for pair in STATES.values() for a, b in (pair, pair[::-1])}

#: Kinds of attributes that one word can say, in the order in which people say them.
ATTRIBUTE_SENSES = ("size", "colour", "material", "pattern", "state")

#: What a word may stand for: kind -> value.
Senses = Mapping[str, Any]

_HYPHEN = re.compile(r"[-\s]+")


@dataclass(frozen=True, slots=True)
class Name:
    """A noun and the category that it names, None for general words."""

    head: str
    category: str | None


@dataclass(frozen=True)
class Vocabulary:
    """All known words; ``vocabulary()`` is the only one there is."""

    categories: Mapping[str, Mapping[str, Any]]
    """Category -> synonyms, plural, parts, whether it opens, kinds, variants."""
    senses: Mapping[str, Senses]
    """Phrase of one or more words, separated by single spaces -> what it may stand for."""
    longest: int
    """Words in the longest phrase."""
    known: frozenset[str]
    """Every single word that occurs in a phrase, or is no typo, such as those for variants."""
    glued: Mapping[str, str]
    """Names of two words and more written as one -> the phrase."""
    variants: Mapping[str, frozenset[str]]
    """Category -> words for its variants, with spaces for hyphens."""
    images: tuple[str, ...]
    speller: SpellingCorrector = field(repr=False)

    def names(self, category: str) -> tuple[str, ...]:
        """A category's own name, then its synonyms; empty for one that the catalogue lacks."""
        entry = self.categories.get(category)
        return (category, *entry["synonyms"]) if entry else ()

    @cached_property
    def hyphenated(self) -> frozenset[str]:
        """Words for variants that are one word in spite of their hyphens: "four-poster"."""
        listed = (v for entry in self.categories.values() for v in entry["variants"])
        return frozenset(v for v in listed if "-" in v and " " not in v)

    def find(self, text: str) -> Senses | None:
        """What a phrase may stand for; hyphens count as spaces."""
        return self.senses.get(spaced(text))

    def candidates(self, noun: str) -> tuple[str, ...]:
        """Every category that a noun may mean: all lamps for "lamp", one for "floor lamp"."""
        name = (self.find(noun) or {}).get("name")
        general = tuple(
            category
            for category in self.categories
            if any(n.endswith(f" {noun}") for n in self.names(category))
            or noun in self.categories[category]["kinds"]
        )
        first = (name.category,) if name and name.category else ()
        return tuple(dict.fromkeys((*first, *general)))


def spaced(text: str) -> str:
    """Lower case with hyphens as spaces."""
    return _HYPHEN.sub(" ", text.lower()).strip()


@cache
def _data() -> dict[str, Any]:
    """The data file as it is."""
    source = resources.files("meadow.language") / "vocabulary.json"
    data: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return data


def category_names() -> tuple[str, ...]:
    """All categories that ship, in the order of the catalogue, to which new ones are appended."""
    return tuple(_data()["categories"])


#: Categories that plugins added to the catalogue, like those of the data file.
_added: dict[str, Mapping[str, Any]] = {}


def add_category(
    name: str,
    *,
    synonyms: Iterable[str],
    plural: str,
    parts: Iterable[str],
    opens: bool,
    kinds: Iterable[str],
    variants: Iterable[str] = (),
) -> None:
    """Teach the words of a category that a plugin adds to the catalogue."""
    _added[name] = {
        "synonyms": list(synonyms),
        "plural": plural,
        "parts": sorted(parts),
        "opens": opens,
        "kinds": sorted(kinds),
        "variants": list(variants),
    }
    vocabulary.cache_clear()


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary, read once."""
    load_plugins()  # they may have words to add
    data = _data()
    known = data["categories"] | _added
    senses: dict[str, dict[str, Any]] = {}

    def add(kind: str, phrases: Mapping[str, Any]) -> None:
        for phrase, value in phrases.items():
            senses.setdefault(spaced(phrase), {}).setdefault(kind, value)

    for kind, plain, more in (
        ("colour", data["colours"], words.COLOUR_WORDS),
        ("material", data["materials"], words.MATERIAL_WORDS),
        ("pattern", data["patterns"], words.PATTERN_WORDS),
        ("room", data["rooms"], words.ROOM_WORDS),
    ):
        add(kind, {word: word for word in plain} | more)
    add("size", words.SIZE_WORDS)
    add("name", _names(known, attributes=_attribute_words(senses)))
    add("state", words.STATE_WORDS)
    add("relation", words.RELATION_WORDS)
    add("number", words.NUMBERS | words.AMOUNTS)
    add("posture", words.POSTURES)
    add("side", words.SIDES)
    add("part", {form: part for part in words.PARTS for form in (part, plural(part))})
    add("image", {form: image for image in data["images"] for form in (image, plural(image))})
    for kind, group in (
        ("negation", words.NEGATIONS),
        ("picture", words.PICTURE_WORDS),
        ("wears", words.WEAR_WORDS),
        ("motif", words.MOTIFS),
        ("says", words.TEXT_WORDS),
        ("predicate", words.PREDICATES),
        ("adjective", words.ADJECTIVES),
        ("determiner", words.DETERMINERS),
        ("filler", words.FILLERS | words.FILLER_PHRASES),
    ):
        add(kind, {word: word for word in group})
    usual = _single_words(senses)
    add("rank", words.RANK_WORDS)
    add("ordinal", words.ORDINALS)
    add("name", {f: Name(w, c) for w, c in thesaurus().items() for f in (w, plural(w))})
    return Vocabulary(
        categories=known,
        senses=senses,
        longest=max(phrase.count(" ") + 1 for phrase in senses),
        known=_single_words(senses)
        | {form for word in words.NOUNS for form in (word, plural(word))}
        | set(data["variants"]),
        glued={p.replace(" ", ""): p for p, s in senses.items() if " " in p and "name" in s},
        variants={c: frozenset(map(spaced, entry["variants"])) for c, entry in known.items()},
        images=tuple(data["images"]),
        # A typo is taken for a usual word: "creal" is cereal, not a creel.
        speller=SpellingCorrector(usual - words.FILLERS - words.POSTURES.keys()),
    )


def _single_words(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(word for phrase in phrases for word in phrase.split())


def _attribute_words(senses: Mapping[str, Senses]) -> frozenset[str]:
    return frozenset(p for p, kinds in senses.items() if kinds.keys() & set(ATTRIBUTE_SENSES))


def _names(
    categories: Mapping[str, Mapping[str, Any]], attributes: frozenset[str]
) -> dict[str, Name]:
    """Every noun: own names first, then synonyms, general words and plurals of all of them."""
    found: dict[str, Name] = {}

    def add(phrases: Iterable[tuple[str, Name]]) -> None:
        for phrase, name in phrases:
            found.setdefault(spaced(phrase), name)

    add((name, Name(name, name)) for name in categories)
    add((s, Name(s, c)) for c, entry in categories.items() for s in entry["synonyms"])
    general = {*GENERAL, *ANYTHING, *(k for e in categories.values() for k in e["kinds"])}
    add((word, Name(word, None)) for word in sorted(general - {"one"}))
    # "sneakers" is in the catalogue, "a sneaker" is what one may type, and what the head is.
    for phrase, name in list(found.items()):
        single = singular(phrase)
        if single == phrase or phrase == name.category:
            continue
        known = found.setdefault(single, Name(singular(name.head), name.category))
        if known.category == name.category:
            found[phrase] = known
    # "wooden chair" is a chair that is wooden, whatever the catalogue lists as a name.
    for phrase, name in list(found.items()):
        first, _, rest = phrase.partition(" ")
        same = rest in found and found[rest].category == name.category
        if same and first in attributes and phrase != name.category:
            del found[phrase]
    add((entry["plural"], found[spaced(c)]) for c, entry in categories.items() if entry["plural"])
    add([(plural(phrase), name) for phrase, name in found.items()])
    return found
