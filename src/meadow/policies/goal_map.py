"""The goal map of a policy: the probability of the goal in each part of a picture, from the embedded model.

Trainings over it and agents that run them compute it with this code. The model stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from meadow.models.eyes.eyes import Eyes, Located, load_eyes
from meadow.models.protocols import Card
from meadow.policies.pictures import Window, shrink_depth
from meadow.types import Array

#: Name of the model that makes goal maps.
MODEL = "eyes-s"
#: Size of the map, which covers the policy's view of a picture.
ROWS, COLUMNS = 12, 16


@dataclass(frozen=True)
class _Samples:
    """Sampling with two samples per cell of the map along both axes: no cell of the model is missed."""

    width: int = 2 * COLUMNS
    height: int = 2 * ROWS
    hfov: float = 0.0


class PolicyEyes:
    """Makes goal maps with the embedded model, from the names of goals."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._words: dict[str, Array] = {}

    def card(self) -> Card:
        """The card of the embedded model."""
        return self._eyes.card()

    def goal_maps(self, rgb: Sequence[Array], goals: Sequence[str], window: Window) -> Array:
        """(N, 12, 16) probability of a goal in each cell of a window of the pictures."""
        box = self._eyes.letterbox(rgb[0].shape)
        top, left, height, width = box.inner
        scale_x, scale_y = width / box.width, height / box.height
        maps = []
        for seen, goal in zip(self._eyes.see_part(rgb, Located), goals):
            chances = self._eyes.scores(seen, self._word(goal))[0].reshape(seen.cells.shape[1:])
            rows, columns = chances.shape
            x0, y0, x1, y1 = window
            scaled = (
                (left + x0 * scale_x) * columns / box.side,
                (top + y0 * scale_y) * rows / box.side,
                (left + x1 * scale_x) * columns / box.side,
                (top + y1 * scale_y) * rows / box.side,
            )
            maps.append(_best(shrink_depth(chances, scaled, _Samples())))
        return np.stack(maps)

    def _word(self, goal: str) -> Array:
        if goal not in self._words:
            self._words[goal] = self._eyes.encode_texts([goal])
        return self._words[goal]


def _best(samples: Array) -> Array:
    """(12, 16) largest of the four samples of each cell."""
    best: Array = samples.reshape(ROWS, 2, COLUMNS, 2).max(axis=(1, 3))
    return best


@cache
def policy_eyes() -> PolicyEyes:
    """The goal maps of the model :data:`MODEL`, which is loaded once."""
    return PolicyEyes(load_eyes(MODEL))
