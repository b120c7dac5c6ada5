"""Write ``language/thesaurus.txt``: words that the catalogue lacks, under the category that they name.

    apt-get install wordnet-base
    python scripts/build_thesaurus.py --wordnet /usr/share/wordnet

A word is taken when WordNet has it as a synonym of a category's name, or as a kind of what that name
means. Synonyms that the embedded eyes never read in training are neither targets nor left out, so that
what the thesaurus makes of them is a fair test (``meadow eyes evaluate``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tyro

import meadow.language
from meadow.grounding.prompts import PROMPTS
from meadow.language.spelling import plural, singular
from meadow.language.vocabulary import spaced, vocabulary
from meadow.learning.eyes.data.facts import held_out_synonyms
from meadow.scenes.catalogue import CATEGORIES

TARGET = Path(meadow.language.__file__).with_name("thesaurus.txt")

#: Files of lexicographers that have what is in homes: artifacts and food.
HOUSEHOLD = frozenset({"06", "13"})
#: Names whose first household meaning is another thing's -> which one counts, or None for none.
MEANINGS = {
    "bean bag": None, "binder": 1, "building blocks": None, "cake": 2, "cart": 1, "chips": None,
    "fryer": None, "glove": 1, "hammer": 1, "iron": 2, "jigsaw": None, "monitor": None, "notebook": None,
    "pants": None, "plate": 3, "tablet": None, "television": 1,
}  # fmt: skip
#: What people say of other things, or of kinds that look like something else.
OTHERWISE = """
air bag; bleu; bladder; body bag; bumper; coffin; casket; comfort station; convenience; deathbed; essence;
golliwog; golliwogg; grinder; human remains pouch; ice pack; john; lumber; manta; marquee; measure;
monochrome; nude; pavilion; penalty box; personnel pouch; pile; pix; poke; red carpet; remote; rule; settle;
sign; sinker; steel plate; sub; tam; tea maker; toilet bowl; volume; wireless; zep
"""
#: What people call by another category than WordNet does.
CALLED = {"daybed": "bed", "divan bed": "bed"}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Where WordNet is."""

    wordnet: Path
    """Directory with ``index.noun`` and ``data.noun``."""


@dataclass(frozen=True)
class Meaning:
    """A synset of WordNet."""

    words: tuple[str, ...]
    """All mean the same."""
    kinds: tuple[str, ...]
    """Keys of meanings that are kinds of this one."""


@dataclass(frozen=True)
class Nouns:
    """WordNet's nouns for what is in homes."""

    meanings: dict[str, Meaning]
    senses: dict[str, list[str]]
    """Word -> keys of its meanings, commonest first."""
    plain: frozenset[str]
    """Words whose commonest meaning is one of these."""

    def meaning(self, name: str) -> str | None:
        """What a name means at home: its first household meaning, unless MEANINGS says otherwise."""
        which = MEANINGS.get(name, 0)
        for form in (name, name.replace(" ", ""), name.removesuffix("s")):
            if which is not None and (keys := self.senses.get(form)):
                return keys[which]
        return None

    def words(self, key: str) -> Iterator[str]:
        """Words of a meaning that mean this before anything else at home."""
        return (word for word in self.meanings[key].words if self.senses[word][:1] == [key])

    def related(self, one: str, other: str) -> bool:
        """Whether two meanings are the same, or one is a kind of the other."""
        kinds = (*self.meanings[one].kinds, *self.meanings[other].kinds)
        return one == other or one in kinds or other in kinds


def main(config: Config) -> None:
    """Link, sort and write."""
    nouns = read_nouns(config.wordnet)
    TARGET.write_text("")  # the vocabulary must not know the words of an earlier thesaurus
    found: dict[str, tuple[int, str]] = {}
    for category in CATEGORIES:
        for cost, word in _links(nouns, category):
            found[word] = min(found.get(word, (cost, category)), (cost, category))
    taken = _taken()
    lines: dict[str, set[str]] = {}
    for word, (_, category) in found.items():
        phrase = spaced(word)
        readable = phrase.replace(" ", "").isalpha()
        # What "cowboy hat" is says its last word; "toy box" is also a box that is a toy.
        told = any(phrase.endswith(f" {name}") for name in vocabulary().names(category))
        known = (
            taken.issuperset(phrase.split()) or {phrase, singular(phrase), plural(phrase)} & taken
        )
        if readable and not told and not known:
            lines.setdefault(CALLED.get(phrase, category), set()).add(phrase)
    text = "".join(f"{name}: {', '.join(sorted(words))}\n" for name, words in sorted(lines.items()))
    TARGET.write_text(text, encoding="utf-8")
    print(f"{TARGET.name}: {sum(map(len, lines.values()))} words for {len(lines)} categories")


def _links(nouns: Nouns, category: str) -> Iterator[tuple[int, str]]:
    """(Cost, word) for what a category may be called: other words for its name, then kinds of it."""
    hidden = held_out_synonyms(category)
    own, *others = (name for name in vocabulary().names(category) if name not in hidden)
    key = nouns.meaning(own)
    if key is not None:
        yield from ((0, word) for word in nouns.words(key))
        kinds = (word for kind in nouns.meanings[key].kinds for word in nouns.words(kind))
        yield from ((2, word) for word in kinds if word in nouns.plain)
    for other in others:
        further = nouns.meaning(other)
        if further is not None and (key is None or nouns.related(key, further)):
            yield from ((1, word) for word in nouns.words(further))


def _taken() -> set[str]:
    """What has a meaning of its own: words and phrases of the vocabulary, and of prompts."""
    hidden = {spaced(synonym) for c in CATEGORIES for synonym in held_out_synonyms(c)}
    phrases = {phrase for phrase in vocabulary().senses if singular(phrase) not in hidden}
    phrases |= {spaced(n) for c in CATEGORIES for n in vocabulary().names(c)} - hidden
    prompts = {word for lines in PROMPTS.values() for line in lines for word in line.split()}
    parts = {word for phrase in phrases for word in phrase.split()}
    return {*" ".join(OTHERWISE.split()).split("; "), *prompts, *phrases, *parts}


def read_nouns(directory: Path) -> Nouns:
    """What WordNet says of artifacts and food."""
    all_meanings = {}
    for line in _lines(directory / "data.noun"):
        key, field, _, count, *rest = line.partition("|")[0].split()
        words, links = rest[: 2 * int(count, 16) : 2], rest[2 * int(count, 16) + 1 :]
        kinds = [to for sign, to in zip(links[::4], links[1::4], strict=False) if sign == "~"]
        if field in HOUSEHOLD:
            all_meanings[key] = tuple(map(_plain, words)), kinds
    meanings = {
        key: Meaning(words, tuple(kind for kind in kinds if kind in all_meanings))
        for key, (words, kinds) in all_meanings.items()
    }
    senses, plain = {}, set()
    for line in _lines(directory / "index.noun"):
        word, _, count, *rest = line.split()
        keys = rest[-int(count) :]
        senses[_plain(word)] = [key for key in keys if key in meanings]
        if keys[0] in meanings:
            plain.add(_plain(word))
    return Nouns(meanings, senses, frozenset(plain))


def _plain(word: str) -> str:
    return word.replace("_", " ").lower()


def _lines(path: Path) -> list[str]:
    """Without the licence at the top, which is indented."""
    return [line for line in path.read_text().splitlines() if not line.startswith("  ")]


if __name__ == "__main__":
    main(tyro.cli(Config))
