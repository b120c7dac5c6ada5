"""Things in a frame, and how well each fits a list of phrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from meadow.grounding.look import Look, LookPart, Wanted
from meadow.grounding.model_look import vision_model
from meadow.types import Array, Observation


@dataclass(frozen=True, slots=True)
class Spotted:
    """A thing in a frame."""

    noun: int
    """Which of the nouns it was found by."""
    score: float
    """How sure it is that it is one, 0 to 1."""
    mask: Array
    """(H, W) bool."""
    fits: Array
    """(P,) for each phrase, how well it fits the thing, 0 to 1."""


class Spotter(Protocol):
    """Finds things by nouns and compares each with phrases."""

    def reset(self, nouns: Sequence[str], phrases: Sequence[str]) -> None:
        """What to look for in the frames to come."""

    def spot(self, observation: Observation) -> list[Spotted]:
        """The things in one frame."""


class DetectorSpotter:
    """Any open-vocabulary detector of ``meadow.models``; the embedded eyes look once for all phrases."""

    parts = LookPart.MASKS

    def __init__(
        self, model: str = "eyes-s", *, threshold: float | None = None, **options: Any
    ) -> None:
        """Load a detector; by default things need the score that its authors recommend."""
        self.vision = vision_model(model, kind="detector", **options)
        self.threshold = self.vision.threshold if threshold is None else threshold

    def reset(self, nouns: Sequence[str], phrases: Sequence[str]) -> None:
        """Encode the texts once for the whole episode."""
        self._nouns = self.vision.queries(nouns)
        self._phrases = self.vision.queries(phrases) if phrases else []

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self.vision: self.parts}

    def spot(self, observation: Observation) -> list[Spotted]:
        """Detections of the nouns, each compared with the phrases."""
        return self.spot_in(self.vision.look(observation.rgb, self.parts))

    def spot_in(self, look: Look) -> list[Spotted]:
        """The same for a frame that is looked at already."""
        found, fits = look.compare(self._nouns, self._phrases, self.threshold)
        if not len(found):
            return []
        assert found.masks is not None
        names = [query.text for query in self._nouns]
        return [
            Spotted(names.index(label), float(score), mask, fit)
            for label, score, mask, fit in zip(found.labels, found.scores, found.masks, fits)
        ]
