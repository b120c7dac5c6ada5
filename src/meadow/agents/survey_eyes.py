"""What a surveyor sees with: perfect eyes, which know the ids of pixels, or a detector."""

from __future__ import annotations

import math
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
        """A new home."""
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
    low: F64
    high: F64
    """Corners of its box, metres."""
    votes: Array
    """For each noun, how much speaks for it."""
    colours: F64
    """For each colour, the mean of the logarithms of its probability."""
    seen: float
    """Views, each weighted by how much of the thing it showed."""

    def gap(self, low: F64, high: F64) -> float:
        """Metres between two boxes."""
        apart = np.maximum(np.maximum(low - self.high, self.low - high), 0.0)
        return float(np.linalg.norm(apart))

    def overlap(self, low: F64, high: F64) -> float:
        """Volume that two boxes share, as a fraction of the smaller one; flat ones have some depth."""
        low, high = low - FLAT, high + FLAT
        own_low, own_high = self.low - FLAT, self.high + FLAT
        shared = np.prod(np.maximum(np.minimum(high, own_high) - np.maximum(low, own_low), 0.0))
        return float(shared / min(np.prod(high - low), np.prod(own_high - own_low)))


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

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        self._camera = brief.embodiment.camera
        self._tracks = []

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
        best, least = None, math.inf
        for track in self._tracks:
            gap = track.gap(low, high)
            alike = int(np.argmax(track.votes)) == one.noun
            if gap > SAME_THING or (not alike and track.overlap(low, high) < SAME_PLACE):
                continue
            price = gap + (0.0 if alike else SAME_THING)
            if price < least:
                best, least = track, price
        if best is None:
            nothing = np.zeros(len(self._nouns)), np.zeros(len(colours))
            best = _Track(len(self._tracks) + 1, low, high, *nothing, 0.0)
            self._tracks.append(best)
        weight = max(0.1, share)
        best.votes[one.noun] += weight * one.score
        best.colours = (best.seen * best.colours + weight * colours) / (best.seen + weight)
        best.seen += weight
        best.low, best.high = adjusted((best.low, best.high), (low, high))
        return best

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
