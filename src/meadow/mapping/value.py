"""A map of what whole views promise: each frame's score is spread over the cone that the camera sees.

The cone is surest ahead, less so aside. Cells keep the mean of the scores that fell on them, weighted by
how sure they were (VLFM, Yokoyama et al. 2024). Views are remembered by their vectors, so that the next
goal of an episode is asked of everything that was seen before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.grounding.look import LookPart, VisionModel, Wanted
from meadow.grounding.model_look import vision_model
from meadow.grounding.prompts import phrase_of
from meadow.language.parse import parse
from meadow.mapping.goal_map import Disc, GoalSpot, MapLayer, outside
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief, Pose

#: Cells in the cone farther away than this get nothing, metres.
REACH = 4.0
#: What a robot would see where the goal may be.
PROMPT = "a room with a {}"
#: Height that is given to places of this flat map, metres.
HEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class _View:
    """Where a frame was seen from, and its unit vector."""

    pose: Pose
    vector: Array


class ValueMap:
    """One score a frame, spread over the floor in view; a layer of the robot's map holds it."""

    def __init__(
        self,
        encoder: str | VisionModel | Callable[[Array, str], float] = "eyes-s",
        *,
        prompt: str = PROMPT,
        whole: bool = False,
        percentile: float = 90.0,
    ) -> None:
        """Prepare.

        Args:
            encoder: An image-text encoder by name or loaded, or a function of a picture and a text.
            prompt: What the goal's noun is put into before it is compared with views.
            whole: Whether the whole goal is put into it instead, without "find" or "go to".
            percentile: Cells above this percentile are the best places.
        """
        self._prompt, self._whole, self.percentile = prompt, whole, percentile
        self._score: Callable[[Array, str], float] | None = None
        self._vision: VisionModel | None = None
        if isinstance(encoder, str):
            self._vision = vision_model(encoder, kind="image-text-encoder")
        elif callable(encoder):
            self._score = encoder
        else:
            self._vision = encoder

        self._views: list[_View] = []
        self._fresh = True

    def reset(self) -> None:
        """A new episode; the layers are the state's, which are emptied with its map."""
        self._views = []

    def seek(self, brief: Brief) -> None:
        """What views are compared with from now on, earlier ones too."""
        self._fresh = False
        try:
            thing = phrase_of(brief.goal) if self._whole else parse(brief.goal).target.head
        except InvalidValueError:  # nothing that a grammar can make sense of
            thing = brief.goal.strip()
        self._text = self._prompt.format(thing or "thing")
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
        """Spread the view's score over its cone; for a new goal those of the earlier views first."""
        if not self._fresh:
            self._fresh = True
            for view in self._views:
                self._add(state, view.pose, float(view.vector @ self._vector))
        self._add(state, state.pose, self._value(state))
        if self._vision is not None:
            pooled = state.look(self._vision, LookPart.POOLED).pooled()
            self._views.append(_View(state.pose, pooled))

    def _add(self, state: AgentState, pose: Pose, score: float) -> None:
        """Mix the score of a view from a pose into the map."""
        values, sureness = state.map.layer("value"), state.map.layer("sureness")
        x, y = state.map.position_of(pose.x, pose.y)
        yaw, half = pose.yaw + state.body.camera.yaw, 0.5 * state.body.camera.hfov
        reach = REACH / state.map.config.cell
        _spread(values, sureness, state.map.grid, x, y, yaw, half, reach, score)

    def best(self, state: AgentState, without: Sequence[Disc] = ()) -> GoalSpot | None:
        """The cell with the highest value."""
        cells = np.argwhere(state.map.layer("sureness") > 0.0)
        centres = state.map.centres_of(cells)
        free = outside(centres, without)
        cells, centres = cells[free], centres[free]
        if not len(cells):
            return None
        values = state.map.layer("value")[cells[:, 0], cells[:, 1]]
        n = int(np.argmax(values))
        return GoalSpot(np.array([[*centres[n], HEIGHT]]), float(values[n]))

    def score_at(self, state: AgentState, points: Array) -> float:
        """The highest value under the points."""
        cells = state.map.cells_of(np.asarray(points)[:, :2])
        i, j = cells[((cells >= 0) & (cells < state.map.grid.shape)).all(axis=1)].T
        known = state.map.layer("sureness")[i, j] > 0.0
        return float(state.map.layer("value")[i, j][known].max(initial=-np.inf))

    def agrees(self, state: AgentState, points: Array) -> bool:
        """Whether the value where the points are is among the highest."""
        seen = state.map.layer("sureness") > 0.0
        cells = state.map.cells_of(np.asarray(points)[:, :2])
        cells = cells[((cells >= 0) & (cells < seen.shape)).all(axis=1)]
        if not len(cells) or not seen.any():
            return False
        values = state.map.layer("value")
        enough = np.percentile(values[seen], self.percentile)
        i, j = cells.T
        return bool((seen[i, j] & (values[i, j] >= enough)).any())

    def promise(self, state: AgentState) -> NDArray[np.float32]:
        """The values of all cells; nan where none is known."""
        sureness, values = state.map.layer("sureness"), state.map.layer("value")
        return np.where(sureness > 0.0, values, np.float32(np.nan))

    def layers(self, state: AgentState) -> list[MapLayer]:
        """The values as one picture."""
        corner = state.map.centre_of(0, 0)
        cell = state.map.config.cell
        low = (corner[0] - 0.5 * cell, corner[1] - 0.5 * cell)
        return [MapLayer("value", self.promise(state), low, cell)]


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
