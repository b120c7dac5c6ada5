"""What a surveyor sees with: perfect eyes, which know the ids of pixels, or a detector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.agents.attributes_eyes import DetectorSpotter, Spotted
from meadow.language.vocabulary import vocabulary
from meadow.mapping.inventory import Named, adjusted
from meadow.mapping.occupancy import project_mask
from meadow.models.appearance import shipped_appearance
from meadow.protocols import Oracle
from meadow.types import Array, Brief, Observation

F64 = NDArray[np.float64]

#: The score from which detections are taken for things, and the probability from which a colour or a
#: material is believed; both set on homes to tune on.
THRESHOLD, SURE = 0.3, 0.4
#: Parts of a frame that are looked at for themselves, because the model sees them larger: first and last
#: row, first and last column, as fractions. Small things are mostly in its middle.
CLOSER = ((1 / 6, 5 / 6, 0.0, 0.5), (1 / 6, 5 / 6, 0.25, 0.75), (1 / 6, 5 / 6, 0.5, 1.0))
#: Detections with fewer pixels show too little of a thing.
FEWEST = 12
#: How much nearer or farther than most of a thing, besides half its height, its pixels may be, metres.
SPILL = 0.25
#: A thing that fills this share of a frame is seen as well as can be; so many such views make it certain.
LARGE, VIEWS = 0.01, 0.6
#: How near a detection must be to a thing of its name to be of it, metres, and which fraction of the boxes
#: must be shared where the names differ.
SAME_THING, SAME_PLACE = 0.2, 0.4
#: How much is added to boxes on each side where they are compared, metres.
FLAT = 0.02


class OracleEyes:
    """Perfect eyes: instance, category, colours and materials of the pixels in view. Privileged."""

    every = 1
    misses = False

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self._named: dict[int, Named] = {}

    def reset(self, brief: Brief) -> None:
        """A new home begins; what is in it is read when its oracle is attached."""
        self._oracle = None

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn what the ids of pixels stand for."""
        if self._oracle is None:
            self._named = {
                number + 1: Named(item.category, (item.parts[0].colour,), (item.parts[0].material,))
                for number, item in enumerate(oracle.house.objects)
            }
        self._oracle = oracle

    def see(self, observation: Observation) -> tuple[Array, Mapping[int, Named]]:
        """The ids in the frame that the robot sees now."""
        assert self._oracle is not None, "perfect eyes were not attached to an oracle"
        return self._oracle.frames().ids, self._named


@dataclass
class _Track:
    """One thing that was detected, over all views."""

    id: int
    votes: Array
    """For each noun, how much speaks for it."""
    colours: F64
    """For each colour, the mean of the logarithms of its probability."""
    seen: float
    """Views, each weighted by how much of the thing it showed."""


class _Places:
    """Where tracks are and what they are called, in arrays, so that one comparison is made with all."""

    def __init__(self) -> None:
        self._low, self._high = np.zeros((64, 3)), np.zeros((64, 3))
        self._nouns = np.zeros(64, np.int64)
        self._count = 0

    def add(self, low: F64, high: F64, noun: int) -> None:
        """A new track, in a box between two corners, metres."""
        if self._count == len(self._nouns):
            self._low, self._high = (np.tile(side, (2, 1)) for side in (self._low, self._high))
            self._nouns = np.tile(self._nouns, 2)
        n = self._count
        self._low[n], self._high[n], self._nouns[n] = low, high, noun
        self._count += 1

    def adjust(self, n: int, low: F64, high: F64, noun: int) -> None:
        """A track was seen again, and is called something."""
        self._low[n], self._high[n] = adjusted((self._low[n], self._high[n]), (low, high))
        self._nouns[n] = noun

    def match(self, low: F64, high: F64, noun: int) -> int | None:
        """The track that a detection in a box is of; None if of none.

        It is near one of its own name, or shares much of the box of one with another.
        """
        lows, highs = self._low[: self._count], self._high[: self._count]
        alike = self._nouns[: self._count] == noun
        gaps = np.linalg.norm(np.maximum(np.maximum(low - highs, lows - high), 0.0), axis=1)
        prices = np.where(alike, gaps, gaps + SAME_THING)
        near = gaps <= SAME_THING
        near[near & ~alike] = (
            _overlaps(lows[near & ~alike], highs[near & ~alike], low, high) >= SAME_PLACE
        )
        if not near.any():
            return None
        return int(np.argmin(np.where(near, prices, np.inf)))


def _overlaps(lows: F64, highs: F64, low: F64, high: F64) -> F64:
    """Volumes that boxes share with one, as fractions of the smaller one; flat ones have some depth."""
    lows, highs, low, high = lows - FLAT, highs + FLAT, low - FLAT, high + FLAT
    shared = np.prod(np.maximum(np.minimum(high, highs) - np.maximum(low, lows), 0.0), axis=1)
    overlaps: F64 = shared / np.minimum(np.prod(high - low), np.prod(highs - lows, axis=1))
    return overlaps


class DetectorEyes:
    """An open-vocabulary detector that is asked for everything, with things told apart by where they are.

    What is seen again at the same place is the same thing; it is called what most views say. Its colour is
    told from its pixels, its material from what it is.
    """

    misses = True

    def __init__(
        self,
        model: str = "eyes-s-zs",
        *,
        threshold: float = THRESHOLD,
        sure: float = SURE,
        every: int = 3,
        closer: bool = True,
    ) -> None:
        """Load a detector.

        Args:
            model: One of ``meadow models list`` that detects.
            threshold: The score from which detections are taken for things.
            sure: The probability from which a colour or a material is believed.
            every: While driving, every how many frames are looked at.
            closer: Whether parts of each frame are looked at as well, which shows smaller things.
        """
        self._spotter = DetectorSpotter(model, threshold=threshold)
        self._sure = sure
        self._closer = CLOSER if closer else ()
        self.every = every
        self._nouns = sorted(vocabulary().categories)
        self._spotter.reset(self._nouns, [])
        self._appearance = shipped_appearance()
        self._tracks: list[_Track] = []
        self._places = _Places()

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        self._camera = brief.embodiment.camera
        self._tracks, self._places = [], _Places()

    def see(self, observation: Observation) -> tuple[Array, Mapping[int, Named]]:
        """Detect, and find each detection among the things that are known."""
        assert observation.depth is not None
        assert observation.pose is not None
        ids = np.zeros(observation.depth.shape, np.int32)
        named: dict[int, Named] = {}
        # Large ones first, so that what stands before them is painted over them.
        for one in sorted(self._spotted(observation), key=lambda s: -int(s.mask.sum())):
            points, rows, columns = project_mask(
                one.mask, observation.depth, self._camera, observation.pose
            )
            if len(points) < FEWEST:
                continue
            depth = observation.depth[rows, columns]
            # Masks spill over edges: what is much farther than most of the thing is not the thing.
            own = np.abs(depth - np.median(depth)) <= SPILL + 0.5 * float(np.ptp(points[:, 2]))
            if own.sum() < FEWEST:
                continue
            rows, columns = rows[own], columns[own]
            colours = self._appearance.colour_log_probs(observation.rgb[rows, columns])
            track = self._track(one, points[own], colours)
            if track.seen >= VIEWS:
                ids[rows, columns] = track.id
                named[track.id] = self._named(track)
        return ids, named

    def _spotted(self, observation: Observation) -> list[Spotted]:
        """What is detected in a frame and in its parts, with masks of the whole frame."""
        found = self._spotter.spot(observation)
        height, width = observation.rgb.shape[:2]
        for top, bottom, left, right in self._closer:
            rows = slice(round(top * height), round(bottom * height))
            columns = slice(round(left * width), round(right * width))
            part = replace(observation, rgb=np.ascontiguousarray(observation.rgb[rows, columns]))
            for one in self._spotter.spot(part):
                mask = np.zeros((height, width), bool)
                mask[rows, columns] = one.mask
                found.append(replace(one, mask=mask))
        return found

    def _track(self, one: Spotted, points: F64, colours: F64) -> _Track:
        """The thing that a detection is of; a new one where there is none."""
        low, high = np.percentile(points, (5, 95), axis=0)
        share = min(1.0, float(one.mask.mean()) / LARGE)
        known = self._places.match(low, high, one.noun)
        if known is None:
            track = _Track(
                len(self._tracks) + 1, np.zeros(len(self._nouns)), np.zeros(len(colours)), 0.0
            )
            self._tracks.append(track)
        else:
            track = self._tracks[known]
        weight = max(0.1, share)
        track.votes[one.noun] += weight * one.score
        track.colours = (track.seen * track.colours + weight * colours) / (track.seen + weight)
        track.seen += weight
        if known is None:
            self._places.add(low, high, one.noun)
        else:
            self._places.adjust(known, low, high, int(np.argmax(track.votes)))
        return track

    def _named(self, track: _Track) -> Named:
        """What most views say; the colour and the material only where one is likely."""
        category = self._nouns[int(np.argmax(track.votes))]
        colours = np.exp(track.colours)
        known = self._appearance
        return Named(
            category,
            self._likely(known.colours, colours / colours.sum()),
            self._likely(known.materials, known.made_of(category)),
        )

    def _likely(self, words: Sequence[str], chances: F64) -> tuple[str, ...]:
        best = int(np.argmax(chances))
        return (words[best],) if chances[best] >= self._sure else ()
