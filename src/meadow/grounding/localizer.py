"""A localizer as a row of choices: head, model, prompts, post-processing and threshold."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.heads import head_of
from meadow.grounding.post import post_of, regions
from meadow.grounding.prompts import alternatives, templates
from meadow.grounding.sights import Sight, View, sight_of
from meadow.types import Array, Brief, Detections, Observation


class OpenVocabularyLocalizer:
    """Finds what the goal says, in the words of the goal.

    Args:
        head: One of ``heads.HEADS``: clip-ref, clip-patch, clip-grad, owl or mdetr.
        sight: The model, by name or loaded.
        threshold: Confidence below this is nothing.
        prompts: One of ``prompts.PROMPTS``: openai80, photo or plain.
        post: ``center`` keeps the middle of each region that fires, ``full`` all of it.
    """

    def __init__(
        self,
        head: str,
        sight: str | Sight,
        *,
        threshold: float,
        prompts: str = "openai80",
        post: str = "center",
    ) -> None:
        if not 0.0 < threshold <= 1.0:
            raise InvalidValueError(f"threshold {threshold}: expected above 0 and at most 1")
        templates(prompts)
        self._head, self._post = head_of(head), post_of(post)
        self.sight = sight_of(sight) if isinstance(sight, str) else sight
        self.threshold, self.prompts = threshold, prompts
        self._queries: list[Any] = []
        self._goal = ""

    def reset(self, brief: Brief) -> None:
        """Read the goal of a new episode."""
        self.seek(brief.goal)

    def seek(self, goal: str) -> None:
        """Look for something else from now on; its texts are encoded here, once."""
        self._goal = goal
        phrases = alternatives(goal)
        self._queries = [self._head.prepare(self.sight, p, self.prompts) for p in phrases]

    def locate(self, observation: Observation) -> Array:
        """(H, W) float32 confidence that a pixel shows the goal, 0 below the threshold."""
        view = self.sight.look([observation.rgb], boxes_alone=self._head.boxes_alone)[0]
        return self.mark(view)

    def sightings(self, observation: Observation) -> Detections:
        """The places that fire, as boxes, before post-processing: for people who look on."""
        view = self.sight.look([observation.rgb], boxes_alone=self._head.boxes_alone)[0]
        maps = [self._head.score(view, query, self.threshold) for query in self._queries]
        return regions(reduce(np.maximum, maps), self.threshold, view.shape, self._goal)

    def mark(self, view: View) -> Array:
        """The same for a frame that was looked at already."""
        maps = [self._head.score(view, query, self.threshold) for query in self._queries]
        return self._post(reduce(np.maximum, maps), self.threshold, view.shape)


class Blind:
    """A localizer that never sees its goal: its agent explores to the end."""

    def reset(self, brief: Brief) -> None:
        """Nothing to learn."""

    def locate(self, observation: Observation) -> Array:
        """Nowhere."""
        return np.zeros(observation.rgb.shape[:2], np.float32)
