"""Where a modular agent looks closely: at what may be its goal and is not sure yet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.look import Look
from meadow.mapping.occupancy import project_mask
from meadow.mapping.state import AgentState
from meadow.types import Array

Box = Sequence[float] | Array

#: Boxes this near to a place that was glanced at show the same thing, metres.
SAME_PLACE = 0.5


@dataclass(frozen=True, slots=True)
class _Glanced:
    x: float
    y: float
    distance: float
    """From where it was glanced at, metres."""


class GlancePolicy:
    """Chooses which doubtful boxes to glance at, and no thing twice from about the same distance."""

    def __init__(self, most: int = 2, nearer: float = 0.6) -> None:
        """Make it.

        Args:
            most: Glances in one frame.
            nearer: A thing is glanced at again from at most this fraction of the distance.
        """
        if most < 1:
            raise InvalidValueError(
                f"glances {most}: expected at least 1 in a frame, or 0 for none"
            )
        if not 0.0 < nearer <= 1.0:
            raise InvalidValueError(f"nearer {nearer}: expected above 0 and at most 1")
        self.most, self.nearer = most, nearer
        self.reset()

    def reset(self) -> None:
        """Another goal: nothing was glanced at for it."""
        self._glanced: list[_Glanced] = []
        self.boxes: list[Box] = []
        """Those that were glanced at in the last frame."""

    def glance(self, state: AgentState, look: Look, boxes: Sequence[Box]) -> int:
        """Glance at the first boxes that are worth it; returns at how many."""
        count, self.boxes = 0, []
        for box in boxes:
            if count == self.most:
                break
            place = self._place(state, box)
            if place is None or self._known(place) or look.glance(box) is None:
                continue
            self._glanced.append(place)
            self.boxes.append(box)
            count += 1
        return count

    def _known(self, place: _Glanced) -> bool:
        return any(
            math.hypot(place.x - old.x, place.y - old.y) <= SAME_PLACE
            and place.distance > self.nearer * old.distance
            for old in self._glanced
        )

    def _place(self, state: AgentState, box: Box) -> _Glanced | None:
        """Where the middle of a box is; None where depth is not known."""
        depth = state.depth
        x0, y0, x1, y1 = (float(edge) for edge in box)
        left, right = int(0.75 * x0 + 0.25 * x1), int(0.25 * x0 + 0.75 * x1) + 1
        top, bottom = int(0.75 * y0 + 0.25 * y1), int(0.25 * y0 + 0.75 * y1) + 1
        middle = np.zeros(depth.shape, bool)
        # A box may reach beyond the frame, and numbers below 0 would count from its other side.
        middle[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True
        points, _, _ = project_mask(middle, depth, state.body.camera, state.pose)
        if not len(points):
            return None
        x, y = (float(v) for v in np.median(points[:, :2], axis=0))
        return _Glanced(x, y, state.pose.distance(x, y))
