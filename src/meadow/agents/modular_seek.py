"""What a modular agent is after: from confidences on pixels to a goal on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from meadow.grounding.look import Look, LookPart, Looks, VisionModel, Wanted
from meadow.grounding.post import regions
from meadow.mapping.occupancy import project_mask
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief, Detections, Observation

#: Detections this near to each other are of one thing, metres.
SAME_THING = 1.0
#: Steps for which a goal is ignored that could not be reached or was not there.
SET_ASIDE = 20


class Localizer(Protocol):
    """Says how surely each pixel shows the goal."""

    def reset(self, brief: Brief) -> None:
        """The search for another goal begins; the localizer reads it from the brief."""

    def locate(self, observation: Observation) -> Array:
        """(H, W) float32 confidence in 0..1 that a pixel shows the goal; 0 where nothing does."""


@runtime_checkable
class LookingLocalizer(Localizer, Protocol):
    """A localizer that asks the look that all parts of an agent share."""

    vision: VisionModel
    parts: LookPart

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""

    def mark(self, look: Look) -> Array:
        """:meth:`locate` for a frame that is looked at already."""

    def fired(self, look: Look) -> Detections:
        """The places that fire, as boxes."""

    def weak(self, look: Look) -> list[Array]:
        """Boxes of what may or may not be the goal, the most likely first."""


class Seeker(Protocol):
    """Believes to know where the goal is, or not yet."""

    seen_from: tuple[float, float] | None
    """Where the robot was when it last saw the goal."""

    def reset(self, brief: Brief, stop_distance: float) -> None:
        """A new episode; the robot stops no farther than this from the goal."""

    def start_over(self) -> None:
        """The map was emptied."""

    def see(self, state: AgentState) -> bool:
        """Look; True when it is time to stop."""

    def goal(self, state: AgentState) -> NDArray[np.float64] | None:
        """(N, 3) points of what to drive to now; None to explore on."""

    def arrived(self, state: AgentState) -> bool:
        """The robot is near the goal and faces it: True to stop; False to look from another place."""

    def set_aside(self, state: AgentState) -> None:
        """No way to the goal is known, or nothing is there."""

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what it has seen."""

    def sightings(self, observation: Observation, looks: Looks | None = None) -> Detections:
        """For people who look on: what fires in a frame. Nothing changes by asking."""


@runtime_checkable
class GlancingSeeker(Seeker, Protocol):
    """A seeker that can say what in a frame is worth a closer look."""

    def doubtful(self, state: AgentState) -> tuple[Look, list[Array]] | None:
        """The look, and boxes of the frame that may or may not show the goal, the most likely first."""


@runtime_checkable
class EpisodeSeeker(Seeker, Protocol):
    """A seeker that keeps something from goal to goal, and has more to do when all is explored."""

    def forget(self) -> None:
        """A new episode begins."""

    def exhausted(self, state: AgentState) -> bool:
        """Nothing is left to explore; True when there is a place to drive to now."""


class ScoreSeeker:
    """Fuses a localizer's confidences into the map and goes to the nearest place above a threshold."""

    def __init__(
        self,
        localizer: Localizer,
        *,
        threshold: float = 0.5,
        confirm_share: float | None = None,
        min_share: float = 0.0,
    ) -> None:
        self.localizer = localizer
        self.threshold = threshold
        """Pixels at least this confident are taken for the goal."""
        self.confirm_share = confirm_share
        """Stop only while the goal fills this share of the frame; None believes the map, as CoW does."""
        self.min_share = min_share
        """Smaller detections are ignored, as a share of the frame."""

    def reset(self, brief: Brief, stop_distance: float) -> None:
        """The search for another goal begins; what was seen or set aside before is forgotten."""
        self.localizer.reset(brief)
        self._stop_distance = stop_distance
        self._fired = 0.0
        self._aside: list[tuple[float, float, int]] = []
        self.start_over()

    def start_over(self) -> None:
        """What was seen before is forgotten with the map."""
        self._target = np.zeros((0, 3))
        self.seen_from: tuple[float, float] | None = None

    def see(self, state: AgentState) -> bool:
        """Fuse what the localizer says; True when the goal is in view, near and large enough."""
        observation, pose = state.observation, state.pose
        confidence = self._confidence(state)
        mask = confidence >= self.threshold
        self._fired = share = float(np.count_nonzero(mask) / mask.size)
        if share == 0.0 or share < self.min_share:
            return False
        camera = state.body.camera
        points, rows, columns = project_mask(mask, state.depth, camera, pose)
        if not len(points):
            return False
        state.map.fuse(points, confidence[rows, columns])
        distance = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
        # The nearest part: masks spill over the edges of things to what is behind them.
        near = points[np.argsort(distance)[: max(1, len(points) // 10)]]
        if self._may_replace(near, state) and not self._is_aside(near, observation.step):
            self._target, self.seen_from = near, (pose.x, pose.y)
        if self.confirm_share is None:
            return False
        return share >= self.confirm_share and float(distance.min()) <= self._stop_distance

    def wanted(self) -> Wanted:
        """What the localizer asks of looks at frames."""
        return self.localizer.wanted() if isinstance(self.localizer, LookingLocalizer) else {}

    def doubtful(self, state: AgentState) -> tuple[Look, list[Array]] | None:
        """What the localizer is not sure of."""
        if not isinstance(self.localizer, LookingLocalizer):
            return None
        look = state.look(self.localizer.vision, self.localizer.parts)
        return (look, self.localizer.weak(look)) if look.can_glance else None

    def _confidence(self, state: AgentState) -> Array:
        localizer = self.localizer
        if isinstance(localizer, LookingLocalizer):
            return localizer.mark(state.look(localizer.vision, localizer.parts))
        return localizer.locate(state.observation)

    def _may_replace(self, points: Array, state: AgentState) -> bool:
        """Whether a detection shows where the target is now: a drive is not given up for another.

        Once the robot is there the target stays put; chasing what each turn shows would never end.
        """
        if not len(self._target):
            return True
        x, y, _ = np.median(self._target, axis=0)
        if self.confirm_share is None and state.pose.distance(x, y) <= self._stop_distance:
            return False
        apart = np.median(points, axis=0) - (x, y, 0.0)
        return float(np.hypot(apart[0], apart[1])) <= SAME_THING

    def _is_aside(self, points: Array, step: int) -> bool:
        x, y, _ = np.median(points, axis=0)
        return any(
            np.hypot(x - a, y - b) <= SAME_THING for a, b, until in self._aside if step < until
        )

    def goal(self, state: AgentState) -> NDArray[np.float64] | None:
        """The target in view, else the nearest place of the map that was confident enough."""
        if not len(self._target):
            self._target, self.seen_from = self._remembered(state), None
        return self._target if len(self._target) else None

    def _remembered(self, state: AgentState) -> NDArray[np.float64]:
        points = state.map.confident(self.threshold)
        away = np.hypot(points[:, 0] - state.pose.x, points[:, 1] - state.pose.y)
        for n in np.argsort(away):
            if not self._is_aside(points[n : n + 1], state.observation.step):
                apart = np.hypot(*(points[:, :2] - points[n, :2]).T)
                near: NDArray[np.float64] = points[apart <= 0.5 * SAME_THING]
                return near
        return np.zeros((0, 3))

    def arrived(self, state: AgentState) -> bool:
        """The map's word is enough unless the goal must be in view."""
        return self.confirm_share is None

    def set_aside(self, state: AgentState) -> None:
        """Forget the goal for a while, the longer the more often it was in vain."""
        x, y, _ = np.median(self._target, axis=0)
        before = sum(np.hypot(x - a, y - b) <= SAME_THING for a, b, _ in self._aside)
        until = state.observation.step + SET_ASIDE * 2 ** int(before)
        self._aside.append((float(x), float(y), until))
        self._target = np.zeros((0, 3))

    def trace(self) -> Mapping[str, str | float | None]:
        """Which share of the frame fired."""
        return {"fired": round(self._fired, 5)}

    def sightings(self, observation: Observation, looks: Looks | None = None) -> Detections:
        """The localizer's own boxes, or boxes around the pixels that it is sure of."""
        if isinstance(self.localizer, LookingLocalizer):
            looks = looks or Looks(observation.rgb)
            return self.localizer.fired(looks.by(self.localizer.vision, self.localizer.parts))
        confidence = self.localizer.locate(observation)
        shape = (confidence.shape[0], confidence.shape[1])
        return regions(confidence, self.threshold, shape, "goal")
