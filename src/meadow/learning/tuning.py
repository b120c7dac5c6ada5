"""Choice of thresholds: each localizer gets the one at which its first detection is most often right.

A CoW drives to the first detection, so that is what counts. Only frames of a trip that score higher than
every earlier one can be the first at some threshold; the others need one cheap score each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from meadow.grounding.heads import head_of
from meadow.grounding.look import EVERYTHING, Look, VisionModel
from meadow.grounding.model_look import vision_model
from meadow.grounding.post import post_of
from meadow.grounding.prompts import phrase_of
from meadow.grounding.thresholds import Tuned, key_of
from meadow.learning.trips import Shot, Trip, Wanted
from meadow.mapping.occupancy import project_mask
from meadow.types import WIDE_ANGLE, Array

#: Thresholds that are tried, evenly spaced as log-odds, because scores crowd at both ends.
GRID = 1.0 / (1.0 + np.exp(-np.arange(-6.0, 6.01, 0.4)))
#: Distance from the outline of a thing within which a detection counts as being on it, metres.
AT_THE_THING = 0.5
#: Fraction of the detected pixels, the nearest ones, that decide where ``ModularAgent`` drives.
NEAREST_PART = 0.1
#: Every third home confirms the choice that was made in the others.
CONFIRMING = 3


@dataclass(frozen=True, slots=True)
class LocalizerChoice:
    """A localizer whose threshold is to be tuned."""

    localizer: str
    model: str
    prompts: str
    post: str

    @property
    def key(self) -> str:
        """The localizer's name in the table of thresholds."""
        return key_of(self.localizer, self.model, self.prompts, self.post)


@dataclass
class Outcomes:
    """The outcomes of episodes at each threshold."""

    homes: list[int] = field(default_factory=list)
    fired: list[Array] = field(default_factory=list)
    right: list[Array] = field(default_factory=list)

    def best(self, weights: str, chance: float = 0.0) -> Tuned:
        """The best threshold above chance, with its success on other homes.

        At or below chance every frame has a detection: a robot that stops at once may be right more often
        than one that localizes badly, but it localizes nothing.
        """
        confirming = np.array(self.homes) % CONFIRMING == CONFIRMING - 1
        fired, right = np.array(self.fired), np.array(self.right)
        if confirming.all() or not confirming.any():
            confirming = np.zeros(len(right), bool)
        success = right[~confirming].mean(axis=0)
        first = int(np.searchsorted(GRID, chance, side="right"))
        # Success is smoothed: one good threshold between two bad ones is chance.
        padded = np.pad(success[first:], 1, mode="edge")
        smooth = np.convolve(padded, [0.25, 0.5, 0.25], mode="valid")
        k = first + int(np.flatnonzero(smooth >= smooth.max() - 1e-9)[-1])
        check = right[confirming] if confirming.any() else right
        return Tuned(
            threshold=round(float(GRID[k]), 6),
            success=round(float(success[k]), 4),
            fired=round(float(fired[~confirming][:, k].mean()), 4),
            confirmed=round(float(check[:, k].mean()), 4),
            weights=weights,
        )


class Tuner:
    """Collects outcomes of many localizers over trips; networks run once per frame and model."""

    def __init__(self, choices: Sequence[LocalizerChoice]) -> None:
        self.outcomes = {choice: Outcomes() for choice in choices}
        self._sights = {choice.model: vision_model(choice.model) for choice in choices}

    def add(self, trip: Trip) -> None:
        """Add a trip; each of its goals is an episode of every localizer."""
        for model, sight in self._sights.items():
            views = [sight.look(shot.rgb, EVERYTHING) for shot in trip.shots]
            for localizer, prompts in self._scorers(model):
                posts = [c for c in self.outcomes if _is(c, model, localizer, prompts)]
                for goal in trip.goals:
                    self._episode(trip, views, sight, goal, posts)

    def _scorers(self, model: str) -> list[tuple[str, str]]:
        """Pairs of localizer and prompts, whose scores serve every kind of post-processing."""
        own = [c for c in self.outcomes if c.model == model]
        return list(dict.fromkeys((c.localizer, c.prompts) for c in own))

    def _episode(
        self,
        trip: Trip,
        views: list[Look],
        sight: VisionModel,
        goal: Wanted,
        choices: list[LocalizerChoice],
    ) -> None:
        head = head_of(choices[0].localizer)
        query = head.prepare(sight, phrase_of(goal.text), choices[0].prompts)
        right = {choice: np.zeros(len(GRID), bool) for choice in choices}
        reached = 0
        for shot, view in zip(trip.shots, views):
            if reached == len(GRID):
                break
            scores = head.score(view, query, float(GRID[reached]))
            upto = int(np.searchsorted(GRID, scores.max(), side="right"))
            for k in range(reached, upto):
                for choice in choices:
                    mask = post_of(choice.post)(scores, float(GRID[k]), view.shape) > 0.0
                    right[choice][k] = _hits(mask, shot, goal)
            reached = max(reached, upto)
        for choice in choices:
            outcome = self.outcomes[choice]
            outcome.homes.append(trip.home)
            outcome.fired.append(np.arange(len(GRID)) < reached)
            outcome.right.append(right[choice])

    def table(self) -> dict[str, Tuned]:
        """The best threshold of each localizer."""
        weights = {model: sight.card().sha256 for model, sight in self._sights.items()}
        return {
            choice.key: found.best(weights[choice.model], head_of(choice.localizer).chance)
            for choice, found in self.outcomes.items()
        }


def _is(choice: LocalizerChoice, model: str, localizer: str, prompts: str) -> bool:
    return (choice.model, choice.localizer, choice.prompts) == (model, localizer, prompts)


def _hits(mask: Array, shot: Shot, goal: Wanted) -> bool:
    """Whether the robot would drive to the goal: most of the nearest pixels of the mask lie there."""
    points, _, _ = project_mask(mask, shot.depth, WIDE_ANGLE.camera, shot.pose)
    if not len(points):
        return False
    away = np.hypot(points[:, 0] - shot.pose.x, points[:, 1] - shot.pose.y)
    count = max(1, int(NEAREST_PART * len(points)))
    nearest = points[np.argpartition(away, count - 1)[:count], :2]
    there = np.zeros(len(nearest), bool)
    for outline in goal.outlines:
        there |= _distances(nearest, outline) <= AT_THE_THING
    return bool(there.mean() > 0.5)


def _distances(points: Array, corners: Array) -> Array:
    """Distances from (N, 2) points to a rectangle given by its four corners in order; 0 inside."""
    sides = corners[[1, 3]] - corners[0]
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-9)
    along = (points - corners[0]) @ (sides / lengths[:, None]).T
    beyond = np.maximum(np.maximum(-along, along - lengths), 0.0)
    lengths_off: Array = np.hypot(beyond[:, 0], beyond[:, 1])
    return lengths_off
