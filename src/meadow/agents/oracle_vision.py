"""Perfect eyes as a model that looks at frames: the ids of pixels are its features and its detections.

Whatever is built over a model (a feature map, a detector, a memory of things) can be given these instead.
What still goes wrong then is no fault of sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.errors import InvalidValueError
from meadow.grounding.look import LookPart, TextQuery, Window
from meadow.language.parse import parse
from meadow.mapping.goal_map import thing_and_support
from meadow.models.protocols import Card
from meadow.protocols import Oracle
from meadow.seeding import stream
from meadow.types import Array, Camera, Detections, empty_detections

#: Numbers in the vector of an object: enough that no two are alike.
DIMENSION = 96
#: Features are taken of so many patches in a row of the frame.
PATCHES = 80


class OracleVision:
    """Knows the ids of all pixels, which ids the goal means, and the categories of the rest. Privileged."""

    threshold = 0.5
    log_odds = (10.0, -5.0)

    def __init__(self, min_share: float = 0.0002) -> None:
        """``min_share`` is the share of a frame below which a thing is not detected."""
        self.min_share = min_share
        self._oracle: Oracle | None = None
        self._categories: list[str] = []
        self._goal: list[int] = []
        self._supports: list[int] = []
        self._words = ""

    def card(self) -> Card:
        """It has no weights."""
        return Card("oracle", "detector")

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn what each id is, and which ones the goal that was revealed last means."""
        self._oracle = oracle
        objects = oracle.house.objects
        self._categories = [item.category for item in objects]
        index = {item.id: n + 1 for n, item in enumerate(objects)}
        goal = goals[-1] if goals else None
        self._goal = [index[o] for o in goal.objects] if goal is not None else []
        self._words = thing_and_support(goal.text)[0] if goal is not None else ""
        carriers = {objects[n - 1].support for n in self._goal}
        self._supports = sorted(index[id] for id in carriers if id in index)

    def ids(self) -> Array:
        """The ids in the frame that the robot sees now."""
        assert self._oracle is not None, "perfect eyes were not attached to an oracle"
        ids: Array = self._oracle.frames().ids
        return ids

    @property
    def count(self) -> int:
        """How many things there are; greater ids are people."""
        return len(self._categories)

    def codes(self, ids: Array) -> Array:
        """The vectors of some ids; the building, and people, share one."""
        known = np.where((ids > 0) & (ids <= len(self._categories)), ids, 0)
        vectors: Array = _codes(len(self._categories) + 1)[known]
        return vectors

    def meant(self, text: str) -> list[int]:
        """Ids of what a text means: the goal, what carries it, or else all of a category."""
        if text == self._words or not self._words:
            return self._goal
        try:
            target = parse(text).target
        except InvalidValueError:  # nothing that a grammar can make sense of
            return []
        named = [n + 1 for n, c in enumerate(self._categories) if c in (target.category, text)]
        carrying = [n for n in named if n in self._supports]
        return carrying or named

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors: the sum of those of the objects that a text means."""
        codes = _codes(len(self._categories) + 1)
        stacked = np.stack([codes[self.meant(text)].sum(axis=0) for text in texts])
        lengths = np.linalg.norm(stacked, axis=1, keepdims=True)
        unit: Array = (stacked / np.maximum(lengths, 1e-12)).astype(np.float32)
        return unit

    def query(self, text: str, prompts: str) -> TextQuery:
        """A text with its vector; perfect eyes need no prompts."""
        return TextQuery(text, self.vectors([text])[0])

    def queries(self, texts: Sequence[str]) -> list[TextQuery]:
        """Texts with their vectors."""
        return [TextQuery(text, vector) for text, vector in zip(texts, self.vectors(texts))]

    def look(self, image: Array, parts: LookPart, camera: Camera | None = None) -> OracleLook:
        """The frame as it is; nothing is computed before it is asked for."""
        return OracleLook(self, (int(image.shape[0]), int(image.shape[1])))


class OracleLook:
    """One frame as perfect eyes see it."""

    can_glance = False

    def __init__(self, vision: OracleVision, shape: tuple[int, int]) -> None:
        self._vision, self.shape = vision, shape
        self._ids = vision.ids()

    def cells(self) -> Array:
        """(rows, columns, D) vectors of what the middles of patches show."""
        rows, columns = (
            ((np.arange(min(PATCHES, n)) + 0.5) * n / min(PATCHES, n)).astype(np.int64)
            for n in self.shape
        )
        return self._vision.codes(self._ids[np.ix_(rows, columns)])

    def pooled(self) -> Array:
        """(D,) unit vector: the mean over the frame."""
        mean = self.cells().reshape(-1, DIMENSION).mean(axis=0)
        unit: Array = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        return unit

    def similarity(self, vector: Array) -> float:
        """Cosine of the whole frame and the vector of a text."""
        return float(self.pooled() @ vector)

    def detect(self, queries: Sequence[TextQuery], threshold: float, *, masks: bool) -> Detections:
        """All instances that the queries mean, the largest first."""
        shares = self._shares
        found = [
            (shares[n], query.text, n)
            for query in queries
            for n in self._vision.meant(query.text)
            if shares.get(n, 0.0) >= self._vision.min_share
        ]
        if not found:
            return empty_detections()
        found.sort(key=lambda item: (-item[0], item[1], item[2]))
        pictures = np.array([self._ids == n for _, _, n in found])
        return _certain(pictures, tuple(text for _, text, _ in found))

    @cached_property
    def _shares(self) -> dict[int, float]:
        """Which part of the frame shows each id, the ids in rising order."""
        low = int(self._ids.min())  # the building's are negative
        pixels = np.bincount((self._ids - low).ravel())
        seen = np.flatnonzero(pixels)
        return dict(zip((seen + low).tolist(), (pixels[seen] / self._ids.size).tolist()))

    def compare(
        self, nouns: Sequence[TextQuery], phrases: Sequence[TextQuery], threshold: float
    ) -> tuple[Detections, Array]:
        """Things that the nouns name; a phrase fits a thing if it means it."""
        found = self.detect(nouns, threshold, masks=True)
        fits = np.zeros((len(found), len(phrases)), np.float32)
        if found.masks is not None:
            ids = [int(self._ids[mask][0]) for mask in found.masks]
            for k, phrase in enumerate(phrases):
                meant = set(self._vision.meant(phrase.text))
                fits[:, k] = [float(n in meant) for n in ids]
        return found, fits

    def tiles(self, side: int) -> Array:
        """Perfect eyes have no use for tiles."""
        raise InvalidValueError("perfect eyes give no tiles; use cells, boxes or masks")

    def relevance(self, query: TextQuery) -> Array:
        """Perfect eyes have no gradients."""
        raise InvalidValueError("perfect eyes give no relevance; use cells, boxes or masks")

    def close_cells(self) -> list[tuple[Window, Array]]:
        """Perfect eyes take no glances."""
        return []

    def people(self) -> Detections:
        """Everybody of whom a pixel shows."""
        people = [n for n in self._shares if n > self._vision.count]
        pictures = np.array([self._ids == n for n in people], bool)
        return _certain(pictures, ("person",) * len(pictures))

    def glance(self, box: Sequence[float] | Array) -> None:
        """There is nothing to see more closely."""


class PerfectEyesAgent(ModularAgent):
    """A :class:`ModularAgent` whose model is handed the oracle. Privileged."""

    def __init__(self, vision: OracleVision, **options: Any) -> None:
        """``options`` are those of :class:`ModularAgent`, whose parts look with ``vision``."""
        super().__init__(**options)
        self._vision = vision

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Pass the oracle on, and let all parts read the goal again with open eyes."""
        self._vision.attach(oracle, goals)
        if self.memory is not None:
            self.memory.seek(self._brief)
        if self._seeks:
            self.seeker.reset(self._brief, self.stop_distance)


@lru_cache(maxsize=8)
def _codes(count: int) -> Array:
    """(count, D) unit vectors that are nearly at right angles; the first is that of no object."""
    rng = stream(0, "vectors of objects")
    codes = np.array([[rng.normal() for _ in range(DIMENSION)] for _ in range(count)])
    unit: Array = (codes / np.linalg.norm(codes, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _certain(masks: Array, labels: tuple[str, ...]) -> Detections:
    """Detections of which there is no doubt."""
    if not labels:
        return empty_detections()
    boxes = np.array([_box(mask) for mask in masks], np.float32)
    return Detections(boxes, np.ones(len(labels), np.float32), labels, masks)


def _box(mask: Array) -> tuple[int, int, int, int]:
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
