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
from meadow.grounding.look import LookPart, VisionModel, Wanted
from meadow.grounding.model_look import vision_model
from meadow.language.parse import parse
from meadow.mapping.state import AgentState
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
        self._score = encoder if callable(encoder) else None
        self._vision: VisionModel | None = None
        if isinstance(encoder, str):
            self._vision = vision_model(encoder, kind="image-text-encoder")

    def reset(self, brief: Brief) -> None:
        """A new episode."""
        self._read(brief)
        super().reset(brief)

    def pursue(self, brief: Brief) -> None:
        """Another goal in the same episode; the agent clears the map's layers."""
        self._read(brief)
        super().pursue(brief)

    def _read(self, brief: Brief) -> None:
        """What views are compared with."""
        try:
            thing = parse(brief.goal).target.head
        except InvalidValueError:  # nothing that a grammar can make sense of
            thing = brief.goal.strip() or "thing"
        self._text = self._prompt.format(thing)
        if self._vision is not None:
            self._vector = self._vision.vectors([self._text])[0]

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self._vision: LookPart.POOLED} if self._vision is not None else {}

    def _value(self, state: AgentState) -> float:
        """How well the view agrees with the goal."""
        if self._vision is not None:
            return state.look(self._vision, LookPart.POOLED).similarity(self._vector)
        assert self._score is not None
        return float(self._score(state.observation.rgb, self._text))

    def observe(self, state: AgentState) -> None:
        """Spread the view's score over its cone."""
        score = self._value(state)
        values, sureness = state.map.layer("value"), state.map.layer("sureness")
        x, y = state.map.position_of(state.pose.x, state.pose.y)
        yaw, half = state.pose.yaw + state.body.camera.yaw, 0.5 * state.body.camera.hfov
        reach = REACH / state.map.config.cell
        _spread(values, sureness, state.map.grid, x, y, yaw, half, reach, score)

    def rank(self, state: AgentState, cells: Array, way: Array, width: Array) -> Array:
        """Way and width as ever, less what the views promise; unseen cells count as the mean."""
        rank = super().rank(state, cells, way, width)
        sureness = state.map.layer("sureness")[cells[:, 0], cells[:, 1]]
        values = state.map.layer("value")[cells[:, 0], cells[:, 1]]
        seen = sureness > 0.0
        if not seen.any():
            return rank
        low, high = float(values[seen].min()), float(values[seen].max())
        share = np.where(seen, (values - low) / max(high - low, 1e-6), 0.5)
        return rank - self.weight * share


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
