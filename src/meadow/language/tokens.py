"""Text to tokens: words and phrases that the vocabulary knows, with all that each may stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice

from meadow.language.vocabulary import Name, Senses, Vocabulary
from meadow.language.words import is_adjectival

#: Words of a text that are read; what follows them is ignored.
MAX_WORDS = 120
#: Characters of a text that are looked at.
MAX_CHARACTERS = 100_000
#: Letters of a word or a quotation that are kept; no word of any language has more.
MAX_LETTERS = 200
#: Digits of the largest number that anybody counts to.
MAX_DIGITS = 6

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_PIECES = re.compile(
    r'["“”]([^"“”]+)["“”]'  # quoted text
    r"|([^\W_]+(?:['’-][^\W_]+)*['’]?)"  # words, also with hyphens and apostrophes
    r"|([,;:.?!/()&—–]| - )"
)
_NOT = re.compile(r"^(is|are|was|were|does|do|did|should|must|wo|ca)n['’]?t$")
_SHORT = re.compile(r"^(i|you|we|he|she|they|it|that|there)'(m|ll|ve|re|d)$")
#: "'s" is "is" after these, and a possessive after others.
_IS = frozenset({"that", "where", "it", "there", "what", "who", "which", "here", "he", "she"})


@dataclass(frozen=True, slots=True)
class Token:
    """A known phrase, an unknown word, a quotation or a break."""

    text: str
    senses: Senses
    apart: bool = False
    """A word that was not kept ("the", "to") stands between it and the token before."""


def tokenize(text: str, vocabulary: Vocabulary, dictionary: Container[str] = ()) -> list[Token]:
    """Longest known phrases first. Words of ``dictionary`` are strange but well spelt."""
    pieces = (p for piece in _pieces(text) for p in _split(piece, vocabulary, dictionary))
    return _fewest(list(islice(pieces, MAX_WORDS + 1)), vocabulary)


def _fewest(pieces: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """Cut into as few and as well-known phrases as can be: paper + towel rail, not paper towel + rail."""
    best: list[tuple[int, list[Token]]] = [(0, [])]
    for end in range(1, len(pieces) + 1):
        options = []
        for start in range(max(0, end - vocabulary.longest), end):
            token = _phrase(pieces[start:end], vocabulary)
            if token is not None:
                cost, before = best[start]
                options.append((cost + (4 if "unknown" in token.senses else 1), before, token))
        # Of equals the first has the longest last phrase, and nouns come last.
        cost, before, token = min(options, key=lambda option: option[0])
        best.append((cost, [*before, token]))
    return best[-1][1]


def _pieces(text: str) -> Iterator[Token]:
    """Words in lower case, quotations and breaks."""
    for found in _PIECES.finditer(_CAMEL.sub(" ", _plain(text))):
        quoted, word, stop = found.groups()
        if quoted:
            yield Token(quoted.strip().lower()[:MAX_LETTERS], {"quote": True})
        elif stop:
            yield Token(stop.strip(), {"stop" if stop.strip() in ".?!;" else "comma": True})
        else:
            yield Token(word.lower().replace("’", "'")[:MAX_LETTERS], {})


def _plain(text: str) -> str:
    """The text without accents (maté is in the catalogue as mate) and marks that nobody sees."""
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text)
    return "".join(
        c for c in letters if not (unicodedata.combining(c) or unicodedata.category(c) == "Cf")
    )


def _split(token: Token, vocabulary: Vocabulary, dictionary: Container[str]) -> Iterator[Token]:
    """Open contractions and hyphens, and mend typos."""
    word = token.text
    if token.senses:
        yield token
    elif _NOT.match(word):
        yield Token("not", {})
    elif word.endswith("'s") and word[:-2] in _IS:
        yield Token(word[:-2], {})
    elif short := _SHORT.match(word):
        yield Token(short[1], {})
    elif "'" in word:
        yield Token(word, {})
    elif "-" in word:
        parts = word.split("-")
        known = all(part in vocabulary.known or part.isdigit() for part in parts)
        if known and word not in vocabulary.senses and word not in vocabulary.hyphenated:
            yield from (Token(part, {}) for part in parts)
        else:
            yield Token(word, vocabulary.find(word) or {"adjective": word})
    elif word in vocabulary.known or word in vocabulary.glued or word in dictionary:
        yield Token(word, {})
    else:
        yield Token(vocabulary.speller.mend(word), {})


def _phrase(run: list[Token], vocabulary: Vocabulary) -> Token | None:
    """The token that a run of pieces makes, None when it makes none."""
    if any(piece.senses for piece in run):
        return run[0] if len(run) == 1 else None
    phrase = " ".join(piece.text for piece in run)
    if senses := vocabulary.senses.get(phrase):
        return Token(phrase, senses)
    if len(run) == 2 and run[0].text == "next" and _slip_of_to(run[1].text, vocabulary):
        return Token("next to", vocabulary.senses["next to"])
    if len(run) <= 2 and (name := _glued(run, vocabulary)):
        return Token(phrase, {"name": name})
    if len(run) > 1:
        return None
    if phrase.endswith(("'s", "s'")):
        return Token(phrase, {"determiner": phrase})
    if phrase.isdigit() and len(phrase) <= MAX_DIGITS:
        # Circled digits have values too, but int() does not read all of them.
        return Token(phrase, {"number": int("".join(str(unicodedata.digit(c)) for c in phrase))})
    return Token(phrase, {"adjective" if is_adjectival(phrase) else "unknown": phrase})


def _slip_of_to(word: str, vocabulary: Vocabulary) -> bool:
    """ "next ro", "next toa": nothing else can follow "next"."""
    return len(word) <= 3 and word not in vocabulary.known


def _glued(run: list[Token], vocabulary: Vocabulary) -> Name | None:
    """ "trashcan" for "trash can" and "lap top" for "laptop"; the head stays as typed."""
    if len(run) == 1:
        phrase = vocabulary.glued.get(run[0].text, "")
    elif "name" in vocabulary.senses.get(run[0].text, {}):
        return None
    else:
        phrase = run[0].text + run[1].text
    name = vocabulary.senses.get(phrase, {}).get("name")
    if name is None or phrase != name.head:
        return name
    return Name(" ".join(piece.text for piece in run), name.category)
