"""An agent for errands: it searches on one map for all goals, and answers from what it saw on its way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.grounding import OpenVocabularyLocalizer
from meadow.grounding.thresholds import threshold_for
from meadow.language.spelling import singular
from meadow.mapping.goal_map import GoalBelief
from meadow.mapping.occupancy import project_mask
from meadow.models import load_model
from meadow.models.protocols import Detector
from meadow.types import Action, Array, Brief, Camera, Detections, Observation, Pose

#: The two forms of questions that it understands.
EXISTS = re.compile(r"was there an? (?P<noun>.+)\?")
COUNT = re.compile(r"how many (?P<noun>.+?)\?")


@dataclass(frozen=True)
class RememberedFrame:
    """What was seen at one moment."""

    picture: Array
    depth: Array
    pose: Pose


class ErrandRunner:
    """Searches for each goal with the embedded eyes and remembers frames, in which it looks for answers."""

    def __init__(
        self,
        model: str = "eyes-s",
        *,
        sure: float = 0.3,
        apart: float = 0.8,
        every: int = 4,
        most: int = 80,
        searcher: ModularAgent | None = None,
        eyes: Detector | None = None,
        **options: Any,
    ) -> None:
        """Make it.

        Args:
            model: What it sees with.
            sure: Confidence from which a detection counts in an answer.
            apart: Detections nearer than this to each other are one thing, metres on the floor.
            every: One frame is remembered out of so many.
            most: Frames that are remembered at most; older ones are thinned out.
            searcher: What searches, instead of a modular agent that sees with the model.
            eyes: What looks for answers in remembered frames, instead of the model.
            options: Of :class:`meadow.agents.modular.ModularAgent`.
        """
        self._searcher = searcher or searcher_with(model, **options)
        self._eyes: Detector = eyes or load_model(model, kind="detector")
        self._sure, self._apart, self._every, self._most = sure, apart, every, most

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._frames: list[RememberedFrame] = []
        self._seen, self._stride = 0, self._every
        self._camera: Camera = brief.embodiment.camera
        self._searcher.reset(brief)

    def pursue(self, brief: Brief) -> None:
        """The next goal, on the same map; before questions there is nothing to prepare."""
        if brief.kind != "exam":
            self._searcher.pursue(brief)

    def act(self, observation: Observation) -> Action:
        """Search on, and remember the frame now and then."""
        action = self._searcher.act(observation)
        if self._seen % self._stride == 0 and observation.depth is not None:
            picture, pose = self.picture(observation), self._searcher.pose
            self._frames.append(RememberedFrame(picture, observation.depth, pose))
            if len(self._frames) > self._most:
                self._frames = self._frames[::2]
                self._stride *= 2
        self._seen += 1
        return action

    def picture(self, observation: Observation) -> Array:
        """What is remembered of a frame for its eyes."""
        return observation.rgb

    def answer(self, question: str) -> str:
        """Answer the two forms of questions; any other stays unanswered."""
        text = question.strip().lower()
        if match := EXISTS.fullmatch(text):
            return "yes" if self._count(match["noun"]) else "no"
        if match := COUNT.fullmatch(text):
            return str(self._count(singular(match["noun"])))
        return ""

    def _count(self, noun: str) -> int:
        """How many things of a name were seen at different places."""
        places: list[Array] = []
        for frame in self._frames:
            found = self._eyes.detect([frame.picture], [noun], threshold=self._sure)[0]
            for mask in _masks(found, frame.depth.shape):
                place = self._place(frame, mask)
                near = (np.hypot(*(place - p)) < self._apart for p in places if place is not None)
                if place is not None and not any(near):
                    places.append(place)
        return len(places)

    def _place(self, frame: RememberedFrame, mask: Array) -> Array | None:
        """Where on the floor the middle of some pixels is; None where their depth is unknown."""
        points, _, _ = project_mask(mask, frame.depth, self._camera, frame.pose)
        return np.median(points[:, :2], axis=0) if len(points) else None

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the searcher is about."""
        return self._searcher.trace()

    def belief(self) -> GoalBelief:
        """For those who look on: what the searcher's map knows."""
        return self._searcher.belief()

    def sightings(self, observation: Observation) -> Detections:
        """For films: what the searcher's eyes fire at in a frame."""
        return self._searcher.sightings(observation)


def searcher_with(model: str, **options: Any) -> ModularAgent:
    """A modular agent that sees with a model, at the threshold that was tuned for it."""
    enough = threshold_for("owl", model, "plain", "center")
    localizer = OpenVocabularyLocalizer("owl", model, threshold=enough, prompts="plain")
    return ModularAgent(localizer, threshold=enough, **options)


def _masks(found: Detections, shape: tuple[int, ...]) -> Array:
    """(N, H, W) pixels of what was found; of a detector without masks, the middle of each box."""
    if found.masks is not None:
        return found.masks
    masks = np.zeros((len(found), *shape), bool)
    for mask, (x0, y0, x1, y1) in zip(masks, found.boxes, strict=True):
        across, down = (x1 - x0) / 4, (y1 - y0) / 4
        rows = slice(int(y0 + down), int(y1 - down) + 1)
        mask[rows, int(x0 + across) : int(x1 - across) + 1] = True
    return masks
