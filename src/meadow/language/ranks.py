"""Ranks: which of several things is meant, as in "the second largest mug" or "the larger of the two".

Sides ("the second chair from the left") are those of whoever speaks. They are read and written, but
facts do not tell where somebody stood, so that nothing is known to have such a rank.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.language.compare import COMPARATIVES, compare
from meadow.language.goals import Rank
from meadow.language.nouns import is_noun
from meadow.language.things import Thing
from meadow.language.tokens import Token
from meadow.language.truth import Truth
from meadow.language.words import INDEFINITE, ORDINALS, SUPERLATIVES

#: Where one can count from, besides COMPARATIVES.
SIDES = {"from the left": "left", "from the right": "right"}
#: What ends the noun phrase of the thing that is looked for.
_ENDS = frozenset({"relation", "negation", "picture", "wears", "says", "predicate", "quote"})
_OF = ("of", "one of", "among")


def read_rank(tokens: Sequence[Token]) -> tuple[list[Token], Rank | None]:
    """The tokens without those that say a rank of the thing that is looked for, and that rank.

    Words for ranks that say none ("a lighter", "on the largest table") are read like other words.
    """
    taken, rank = _from_side(tokens) or _compared(tokens) or (frozenset(), None)
    rest = [_plain(token) for index, token in enumerate(tokens) if index not in taken]
    return rest, rank


def _from_side(tokens: Sequence[Token]) -> tuple[frozenset[int], Rank] | None:
    """ "the second pillow from the left" """
    sides = [index for index, token in enumerate(tokens) if token.text in SIDES]
    ordinals = [i for i in range(_end(tokens)) if "ordinal" in tokens[i].senses]
    if not sides or not ordinals or sides[0] < ordinals[0]:
        return None
    place = tokens[ordinals[0]].senses["ordinal"]
    return frozenset({ordinals[0], sides[0]}), Rank(SIDES[tokens[sides[0]].text], place)


def _compared(tokens: Sequence[Token]) -> tuple[frozenset[int], Rank] | None:
    """ "the second largest mug", "the larger of the two mugs" """
    end = _end(tokens)
    at = next((i for i in range(end) if "rank" in tokens[i].senses), None)
    if at is None or not any(map(is_noun, map(_plain, tokens[at + 1 : end]))):
        return None
    by, superlative = tokens[at].senses["rank"]
    before = tokens[at - 1] if at else None
    if not superlative and (
        before is None or "determiner" not in before.senses or before.text in INDEFINITE
    ):
        return None
    taken, place, of = {at}, 1, 0
    if before is not None and "ordinal" in before.senses:
        taken.add(at - 1)
        place = before.senses["ordinal"]
    following = at + 1 + (tokens[at + 1].text == "one")
    if tokens[following].text in _OF:
        taken |= set(range(at + 1, following + 1))
        following += 1
        while following < end and "determiner" in tokens[following].senses:
            following += 1
        if following < end and "number" in tokens[following].senses:
            taken.add(following)
            of = tokens[following].senses["number"]
    return frozenset(taken), Rank(by, place, of)


def _end(tokens: Sequence[Token]) -> int:
    ends = (i for i, token in enumerate(tokens) if token.senses.keys() & _ENDS)
    return next(ends, len(tokens))


def _plain(token: Token) -> Token:
    """A word without its sense of a rank; one that has no other is an unknown word."""
    if not token.senses.keys() & {"rank", "ordinal"}:
        return token
    others = {
        kind: value for kind, value in token.senses.items() if kind not in ("rank", "ordinal")
    }
    return Token(token.text, others or {"unknown": token.text}, token.apart)


def rank_phrases(rank: Rank) -> tuple[str, str]:
    """What is said before a noun, and after it: ("second", "from the left"), ("largest", "")."""
    ordinal = next((word for word, place in ORDINALS.items() if place == rank.place), "")
    if rank.by not in COMPARATIVES:
        return ordinal, f"from the {rank.by}"
    word = SUPERLATIVES[rank.by]
    if rank.place == 1:
        return (rank.by if rank.of == 2 else word), ""
    return f"{ordinal} {word}", ""


def placed(rank: Rank, thing: Thing, among: Sequence[tuple[Thing, Truth]]) -> Truth:
    """Whether a thing has that rank.

    Args:
        rank: Which of them is meant.
        thing: One of ``among``.
        among: Everything that may be meant, each with whether the rest of the description holds of it.
    """
    truth = next((truth for other, truth in among if other.id == thing.id), False)
    if truth is False:
        return False
    possible = [
        (other, fits) for other, fits in among if fits is not False and other.id != thing.id
    ]
    if rank.by not in COMPARATIVES or (rank.of and rank.of != len(possible) + 1):
        return None
    answers = [(fits, compare(rank.by, other, thing)) for other, fits in possible]
    most = sum(beats is not False for _, beats in answers)
    least = sum(fits is True and beats is True for fits, beats in answers)
    if not least <= rank.place - 1 <= most:
        return False
    return truth if least == most else None
