"""Frontiers by value: views that look like the goal say where to look on (VLFM, Yokoyama et al. 2024).

Each frame gets one score, how well picture and goal agree, which is spread over the cone that the camera
sees: surest ahead, less so aside. Cells keep the mean of the scores that fell on them, weighted by how sure
they were, and among frontiers the most promising one wins unless it is far away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from meadow.errors import InvalidValueError
from meadow.exploration.frontier import FrontierExplorer
from meadow.language.parse import parse
from meadow.mapping.sight import Sight
from meadow.types import Array, Brief

#: Cells in the cone farther away than this get nothing, metres.
REACH = 4.0
#: What a robot would see where the goal may be.
PROMPT = "a room with a {}"


class ValueExplorer(FrontierExplorer):
    """A :class:`FrontierExplorer` whose ranking also counts what the views promise."""

    def __init__(
        self,
        encoder: str | Callable[[Array, str], float] = "eyes-s",
        *,
        weight: float = 4.0,
        prompt: str = PROMPT,
        **options: Any,
    ) -> None:
        """Prepare.

        Args:
            encoder: An image-text encoder by name, or a function that scores a picture and a text.
            weight: How many metres of way the difference between best and worst view is worth.
            prompt: What the goal's noun is put into before it is compared with views.
            options: Of the frontier explorer.
        """
        super().__init__(**options)
        self.weight = weight
        self.encoder = encoder
        self._prompt = prompt
        self._score = _scorer(encoder) if isinstance(encoder, str) else encoder

    def reset(self, brief: Brief) -> None:
        """A new goal."""
        try:
            thing = parse(brief.goal).target.head
        except InvalidValueError:  # nothing that a grammar can make sense of
            thing = brief.goal.strip() or "thing"
        self._text = self._prompt.format(thing)
        super().reset(brief)

    def observe(self, sight: Sight) -> None:
        """Spread the view's score over its cone."""
        score = float(self._score(sight.observation.rgb, self._text))
        values, sureness = sight.map.layer("value"), sight.map.layer("sureness")
        x, y = sight.map.position_of(sight.pose.x, sight.pose.y)
        yaw, half = sight.pose.yaw + sight.body.camera.yaw, 0.5 * sight.body.camera.hfov
        reach = REACH / sight.map.config.cell
        _spread(values, sureness, sight.map.grid, x, y, yaw, half, reach, score)

    def rank(self, sight: Sight, cells: Array, way: Array, width: Array) -> Array:
        """Way and width as ever, less what the views promise; unseen cells count as the mean."""
        rank = super().rank(sight, cells, way, width)
        sureness = sight.map.layer("sureness")[cells[:, 0], cells[:, 1]]
        values = sight.map.layer("value")[cells[:, 0], cells[:, 1]]
        seen = sureness > 0.0
        if not seen.any():
            return rank
        low, high = float(values[seen].min()), float(values[seen].max())
        share = np.where(seen, (values - low) / max(high - low, 1e-6), 0.5)
        return rank - self.weight * share


def _scorer(name: str) -> Callable[[Array, str], float]:
    """Cosine of picture and text by an encoder; texts are encoded once."""
    from meadow.models import load_model

    model = load_model(name, kind="image-text-encoder")
    texts: dict[str, Array] = {}

    def score(picture: Array, text: str) -> float:
        if text not in texts:
            texts[text] = model.encode_texts([text])[0]
        return float(model.encode_images([picture]).pooled[0] @ texts[text])

    return score


@njit(cache=True, nogil=True)
def _spread(values, sureness, grid, x, y, yaw, half, reach, score):  # type: ignore[no-untyped-def]
    """Mix a score into the known cells of a cone; the surer of old and new weighs more."""
    rows, columns = grid.shape
    low_i, high_i = max(0, int(x - reach)), min(rows, int(x + reach) + 1)
    low_j, high_j = max(0, int(y - reach)), min(columns, int(y + reach) + 1)
    for i in range(low_i, high_i):
        for j in range(low_j, high_j):
            if grid[i, j] == 0:
                continue
            dx, dy = i + 0.5 - x, j + 0.5 - y
            if dx * dx + dy * dy > reach * reach:
                continue
            off = abs((math.atan2(dy, dx) - yaw + math.pi) % (2.0 * math.pi) - math.pi)
            if off > half:
                continue
            sure = math.cos(off / half * math.pi / 2.0) ** 2 + 1e-3
            total = sureness[i, j] + sure
            values[i, j] = (values[i, j] * sureness[i, j] + score * sure) / total
            sureness[i, j] = (sureness[i, j] ** 2 + sure**2) / total
