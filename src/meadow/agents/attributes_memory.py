"""Things that were seen, as objects on the map: one for each, merged over views."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meadow.agents.attributes_eyes import Spotted
from meadow.language.things import Thing
from meadow.types import Array

F64 = NDArray[np.float64]

#: Sightings whose boxes come this near to a known thing of the same noun are of that thing, metres.
SAME_THING = 0.35
#: A view this near or nearer shows a thing as well as can be, metres.
CLOSE = 1.5
#: A thing that fills this share of a frame is seen as well as can be.
LARGE = 0.01


@dataclass(eq=False)
class Known:
    """One thing on the map; two of them are never the same, however alike."""

    noun: int
    low: F64
    high: F64
    """Corners of its box, metres in the frame of the start."""
    points: F64
    """(N, 3) of the view that showed it best."""
    fits: F64
    """For each phrase, the mean of how well it fitted, weighted by the views."""
    score: float
    weight: float
    best: float
    """Weight of the best view..."""
    seen_from: tuple[float, float]
    """...and where that was."""
    views: int = 1
    rejected: bool = field(default=False)
    """Whether it was looked at from near and did not fit."""

    @property
    def centre(self) -> F64:
        """The centre of its box."""
        return 0.5 * (self.low + self.high)

    def count(self, score: float, weight: float) -> float:
        """Mix in the score of another view; returns the view's part in what is now known."""
        part = weight / (self.weight + weight)
        self.score = (1.0 - part) * self.score + part * score
        self.weight += weight
        return part

    def thing(self, number: int, category: str) -> Thing:
        """As a plain fact, for the relations of language."""
        x, y, z = (float(v) for v in self.centre)
        length, width, height = (float(v) for v in np.maximum(self.high - self.low, 0.02))
        return Thing(
            id=str(number),
            category=category,
            centre=(x, y, z),
            extents=(length, width, height),
        )


class ObjectMemory:
    """All things seen so far in an episode."""

    def __init__(self) -> None:
        self.known: list[Known] = []

    def overlook(self, known: Known, score: float, seen_from: tuple[float, float]) -> None:
        """A view that should have shown the thing did not: it is a little less likely to be there."""
        known.count(score, known.best * _closeness(known.points, seen_from))

    def add(self, spotted: Spotted, points: Array, seen_from: tuple[float, float]) -> Known:
        """Merge a sighting, (N, 3) points seen from a place, into the map's things."""
        low, high = np.percentile(points, (5, 95), axis=0)
        share = float(spotted.mask.mean())
        weight = max(0.02, min(1.0, share / LARGE)) * _closeness(points, seen_from)
        same = self._find(spotted.noun, low, high)
        if same is None:
            fits = np.asarray(spotted.fits, np.float64)
            same = Known(
                spotted.noun, low, high, points, fits, spotted.score, weight, weight, seen_from
            )
            self.known.append(same)
            return same
        part = same.count(spotted.score, weight)
        same.fits = (1.0 - part) * same.fits + part * spotted.fits
        same.views += 1
        # Far views place things badly, so a better view moves the box instead of widening it.
        if weight >= 0.5 * same.best:
            low, high = np.minimum(low, same.low), np.maximum(high, same.high)
            if weight > 2.0 * same.best:
                low, high = np.percentile(points, (5, 95), axis=0)
            same.low, same.high = low, high
        if weight >= same.best:
            same.points, same.best, same.seen_from = points, weight, seen_from
        return same

    def _find(self, noun: int, low: F64, high: F64) -> Known | None:
        best, nearest = None, SAME_THING
        for known in self.known:
            if known.noun == noun:
                gap = np.maximum(np.maximum(low - known.high, known.low - high), 0.0)
                if float(np.linalg.norm(gap)) <= nearest:
                    best, nearest = known, float(np.linalg.norm(gap))
        return best

    def of(self, noun: int) -> list[Known]:
        """The things found by a noun."""
        return [k for k in self.known if k.noun == noun]


def _closeness(points: Array, seen_from: tuple[float, float]) -> float:
    """How much a view from a place says about (N, 3) points: 1 from near, less from farther away."""
    distance = float(np.hypot(*(points[:, :2] - seen_from).T).min())
    return min(1.0, (CLOSE / max(distance, 0.1)) ** 2)
