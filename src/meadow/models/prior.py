"""``prior``: where things are at home, without any server.

It ranks rooms, receptacles and companions for a thing from two sources: how near the words are (the
embedded word vectors), and how often generated training homes put the thing, or things named like
it, there. The counts make it an **in-domain** prior for generated homes; ``prior-words`` is the same
without them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources

import msgspec
import numpy as np

from meadow import serialize
from meadow.errors import InvalidValueError, MeadowError
from meadow.models.protocols import Card, Choice, Reply
from meadow.models.text import Words, load_words
from meadow.models.text.words import split_words
from meadow.types import Array

#: Softmax temperatures of cosines: between options, and from a name to the counted things.
BETWEEN_OPTIONS = 0.08
BETWEEN_THINGS = 0.05

#: A name is looked up in the counts as far as something counted is this near to it.
KNOWN = 0.9
UNLIKE = 0.3

#: Words of questions that say nothing about the thing asked for.
FRAME = frozenset(
    split_words(
        """a an the in on of at to is are be was i you we it this that these those what which where
        who how would should could can will do does most more likely probably usually typically
        often kept find found look looking located place placed room rooms home house robot object
        objects thing things first next near nearby one best answer question search searching go
        for with and or there here see seen"""
    )
)


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was counted in training homes: thing -> place or other thing -> how often."""

    source: str
    rooms: dict[str, dict[str, int]]
    carriers: dict[str, dict[str, int]]
    company: dict[str, dict[str, int]]


@cache
def training_counts() -> Counts:
    """What was counted in training homes."""
    data = (resources.files("meadow.models") / "prior.json").read_bytes()
    return serialize.decode(data, Counts, "prior.json")


class RelationCounts:
    """One of the counted relations, looked up by names that need not be in it."""

    def __init__(self, counts: Mapping[str, Mapping[str, int]], words: Words) -> None:
        self.things = sorted(counts)
        self.places = sorted({place for found in counts.values() for place in found})
        column = {place: i for i, place in enumerate(self.places)}
        self.shares = np.full((len(self.things), len(self.places)), 0.5)
        for row, thing in enumerate(self.things):
            for place, count in counts[thing].items():
                self.shares[row, column[place]] += count
        self.shares /= self.shares.sum(1, keepdims=True)
        self._thing_vectors = words.encode(self.things)
        self._place_vectors = words.encode(self.places)

    def lookup(self, thing: Array, options: Array) -> tuple[Array, Array]:
        """Log-share of each option for ``thing`` (vectors), and how far each may be trusted."""
        nearness = self._thing_vectors @ thing
        share = _softmax(nearness / BETWEEN_THINGS) @ self.shares
        likeness = options @ self._place_vectors.T
        mix = np.apply_along_axis(_softmax, 1, likeness / BETWEEN_THINGS)
        trust = _trust(nearness.max()) * _trust(likeness.max(1))
        # Relative to what the place gets on average: a full shelf is no news about a thing.
        return np.log(mix @ share) - 0.5 * np.log(mix @ self.shares.mean(0)), trust


class Prior:
    """Ranks by words and, unless told otherwise, by counts of training homes."""

    def __init__(self, *, in_domain: bool = True, words: Words | None = None) -> None:
        self.words = words or load_words()
        self._data = (
            (resources.files("meadow.models") / "prior.json").read_bytes() if in_domain else b""
        )
        self._counts = serialize.decode(self._data, Counts, "prior.json") if in_domain else None

    def card(self) -> Card:
        """Says whether it is in-domain."""
        name = "prior" if self._counts else "prior-words"
        content = hashlib.sha256(self._data + self.words.card().sha256.encode()).hexdigest()
        domain = f"in-domain: {self._counts.source}" if self._counts else "words only"
        return Card(name, "language-model", "1", content, {"domain": domain})

    def rooms(self, thing: str, rooms: Sequence[str]) -> Choice:
        """In which of ``rooms`` a thing is."""
        return self._rank(thing, rooms, self._rooms)

    def receptacles(self, thing: str, receptacles: Sequence[str]) -> Choice:
        """On or in which of ``receptacles`` a thing is; "floor" may be one."""
        return self._rank(thing, receptacles, self._carriers)

    def companions(self, thing: str, others: Sequence[str]) -> Choice:
        """Which of ``others`` is most often in one room with a thing."""
        return self._rank(thing, others, self._company)

    def choose(self, question: str, options: Sequence[str]) -> Choice:
        """Ranks options for what a question is about, as rooms or as things by what they are named."""
        if not options:
            raise InvalidValueError("choose needs at least one option")
        named = {word for option in options for word in split_words(option)}
        subject = [w for w in split_words(question) if w not in FRAME and w not in named]
        thing = " ".join(subject) or question
        return self._rank(
            thing, options, self._rooms if self._are_rooms(options) else self._company
        )

    def chat(self, messages: Sequence[Mapping[str, object]], *, max_tokens: int = 256) -> Reply:
        """Refuses: a prior has no words of its own."""
        raise MeadowError(
            "the prior ranks options and cannot chat. For free text use a server: "
            'load_model("openai:MODEL@http://HOST:PORT/v1")'
        )

    def _are_rooms(self, options: Sequence[str]) -> bool:
        vectors = self.words.encode(options)
        room, thing = self.words.encode(["kitchen bedroom bathroom", "chair lamp plate"])
        return bool((vectors @ room).mean() > (vectors @ thing).mean())

    def _rank(self, thing: str, options: Sequence[str], table: RelationCounts | None) -> Choice:
        if not options:
            raise InvalidValueError(f"no options to rank for {thing!r}")
        vector, places = self.words.encode([thing])[0], self.words.encode(options)
        scores = (places @ vector) / BETWEEN_OPTIONS
        if table is not None:
            shares, trust = table.lookup(vector, places)
            # Where the counts know nothing, they say what they say of the average option.
            scores = scores + trust * (shares - shares.mean())
        how = "prior" if table is not None else "words"
        return Choice(tuple(options), tuple(float(s) for s in _softmax(scores)), how)

    def _table(
        self, pick: Callable[[Counts], Mapping[str, Mapping[str, int]]]
    ) -> RelationCounts | None:
        return RelationCounts(pick(self._counts), self.words) if self._counts else None

    @cached_property
    def _rooms(self) -> RelationCounts | None:
        return self._table(lambda counts: counts.rooms)

    @cached_property
    def _carriers(self) -> RelationCounts | None:
        return self._table(lambda counts: counts.carriers)

    @cached_property
    def _company(self) -> RelationCounts | None:
        return self._table(lambda counts: counts.company)


def words_only() -> Prior:
    """The prior from word vectors alone, which knows nothing of our homes."""
    return Prior(in_domain=False)


def _softmax(values: Array) -> Array:
    powers = np.exp(values - values.max())
    result: Array = powers / powers.sum()
    return result


def _trust(nearness: Array | float) -> Array:
    return np.clip((np.asarray(nearness) - UNLIKE) / (KNOWN - UNLIKE), 0.0, 1.0)
