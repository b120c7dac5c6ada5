"""Text to tokens: words and phrases that the vocabulary knows, with all that each may stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass

from meadow.language.vocabulary import Name, Senses, Vocabulary

#: Words of a text that are read; what follows them is ignored.
MAX_WORDS = 120

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_PIECES = re.compile(
    r'["“”]([^"“”]+)["“”]'  # quoted text
    r"|([^\W_]+(?:['’-][^\W_]+)*['’]?)"  # words, also with hyphens and apostrophes
    r"|([,;:.?!/()&]| - )"
)
_NOT = re.compile(r"^(is|are|was|were|does|do|did|should|must|wo|ca)n['’]?t$")
#: "'s" is "is" after these, and a possessive after others.
_IS = frozenset({"that", "where", "it", "there", "what", "who", "which", "here", "he", "she"})


@dataclass(frozen=True, slots=True)
class Token:
    """A known phrase, an unknown word, a quotation or a break."""

    text: str
    senses: Senses


def tokenize(text: str, vocabulary: Vocabulary, dictionary: Container[str] = ()) -> list[Token]:
    """Longest known phrases first. Words of ``dictionary`` are strange but well spelt."""
    pieces: list[Token] = []
    for piece in _pieces(text):
        pieces.extend(_split(piece, vocabulary, dictionary))
        if len(pieces) > MAX_WORDS:
            break
    return _fewest(pieces, vocabulary)


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
    # Accents are dropped: maté is in the catalogue as mate.
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    for quoted, word, stop in _PIECES.findall(_CAMEL.sub(" ", plain)):
        if quoted:
            yield Token(quoted.strip().lower(), {"quote": True})
        elif stop:
            yield Token(stop.strip(), {"stop" if stop.strip() in ".?!;" else "comma": True})
        else:
            yield Token(word.lower().replace("’", "'"), {})


def _split(token: Token, vocabulary: Vocabulary, dictionary: Container[str]) -> Iterator[Token]:
    """Open contractions and hyphens, and mend typos."""
    word = token.text
    if token.senses:
        yield token
    elif _NOT.match(word):
        yield Token("not", {})
    elif word.endswith("'s") and word[:-2] in _IS:
        yield Token(word[:-2], {})
    elif "'" in word:
        yield Token(word, {})
    elif "-" in word:
        parts = word.split("-")
        if all(part in vocabulary.known for part in parts) and word not in vocabulary.senses:
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
    return Token(phrase, {"number": int(phrase)} if phrase.isdigit() else {"unknown": phrase})


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
