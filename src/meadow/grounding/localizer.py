"""A localizer as a row of choices: head, model, prompts, post-processing and threshold."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.heads import head_of
from meadow.grounding.look import Look, LookPart, TextQuery, VisionModel, Wanted, doubtful
from meadow.grounding.model_look import vision_model
from meadow.grounding.post import post_of, regions
from meadow.grounding.prompts import alternatives, nouns, templates
from meadow.types import Array, Brief, Detections, Observation


class OpenVocabularyLocalizer:
    """Finds what the goal says, in the words of the goal.

    Args:
        head: One of ``heads.HEADS``: clip-ref, clip-patch, clip-grad, owl or mdetr.
        model: The model that looks, by name or loaded.
        threshold: Confidence below this is nothing.
        prompts: One of ``prompts.PROMPTS``: openai80, photo or plain.
        post: ``center`` keeps the middle of each region that fires, ``full`` all of it.
    """

    def __init__(
        self,
        head: str,
        model: str | VisionModel,
        *,
        threshold: float,
        prompts: str = "openai80",
        post: str = "center",
    ) -> None:
        if not 0.0 < threshold <= 1.0:
            raise InvalidValueError(f"threshold {threshold}: expected above 0 and at most 1")
        templates(prompts)
        self._head, self._post = head_of(head), post_of(post)
        self.vision = vision_model(model) if isinstance(model, str) else model
        self.parts = self._head.parts
        """What it asks of a look."""
        self.threshold, self.prompts = threshold, prompts
        self._queries: list[Any] = []
        self._nouns: list[TextQuery] = []
        self._goal = ""

    def reset(self, brief: Brief) -> None:
        """Read the goal of a new episode."""
        self.seek(brief.goal)

    def seek(self, goal: str) -> None:
        """Look for something else from now on; its texts are encoded here, once."""
        self._goal, self._nouns = goal, []
        phrases = alternatives(goal)
        self._queries = [self._head.prepare(self.vision, p, self.prompts) for p in phrases]

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self.vision: self.parts}

    def locate(self, observation: Observation) -> Array:
        """(H, W) float32 confidence that a pixel shows the goal, 0 below the threshold."""
        return self.mark(self.vision.look(observation.rgb, self.parts))

    def mark(self, look: Look) -> Array:
        """The same for a frame that is looked at already."""
        return self._post(self._scores(look), self.threshold, look.shape)

    def sightings(self, observation: Observation) -> Detections:
        """The places that fire, as boxes, before post-processing: for people who look on."""
        return self.fired(self.vision.look(observation.rgb, self.parts))

    def fired(self, look: Look) -> Detections:
        """The same for a frame that is looked at already."""
        return regions(self._scores(look), self.threshold, look.shape, self._goal)

    def weak(self, look: Look) -> list[Array]:
        """Boxes of what may or may not be of the goal's kind, the most likely first.

        Heads without boxes have none.
        """
        if not self.parts & (LookPart.BOXES | LookPart.MASKS):
            return []
        if not self._nouns:
            self._nouns = [self.vision.query(noun, self.prompts) for noun in nouns(self._goal)]
        return doubtful(look, self._nouns)

    def _scores(self, look: Look) -> Array:
        maps = [self._head.score(look, query, self.threshold) for query in self._queries]
        return reduce(np.maximum, maps)


class Blind:
    """A localizer that never sees its goal: its agent explores to the end."""

    def reset(self, brief: Brief) -> None:
        """The goal changes nothing."""

    def locate(self, observation: Observation) -> Array:
        """(H, W) confidences that are 0 everywhere: no pixel is taken for the goal."""
        return np.zeros(observation.rgb.shape[:2], np.float32)
