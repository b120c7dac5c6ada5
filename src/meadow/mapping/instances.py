"""A memory of things: what a detector called them, where they are, and how their views look.

Every frame is searched for a list of names. A thing is a place with one of them; views of it add up. A
goal is then found by its name, as on a map of categories, or by comparing its words with the views.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.grounding.look import Look, LookPart, TextQuery, VisionModel, Wanted
from meadow.language.parse import parse
from meadow.language.vocabulary import vocabulary
from meadow.mapping.goal_map import Disc, GoalSpot, MapLayer, outside, thing_and_support
from meadow.mapping.occupancy import project_mask
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief

#: How a goal is found: by the name of its kind, or by how the views of things look.
ASKED_BY = ("name", "views")
#: Detections of one name this near to each other are of one thing, metres on the floor.
SAME_THING = 0.6
#: Views that are remembered of a thing, at most.
MOST_VIEWS = 8
#: Pixels farther than this behind the middle one of a box do not belong to the thing, metres.
BEHIND = 0.4


@dataclass(eq=False)
class Instance:
    """A remembered thing, with its points in the view in which the detector was surest of it."""

    name: str
    points: NDArray[np.float64]
    """(N, 3) of the view that showed it most surely."""
    score: float
    """How sure the detector was then."""
    middle: NDArray[np.float64]
    """Where it is on the floor then."""
    views: list[Array] = field(default_factory=list)
    """(D,) vectors of what was seen of it, the first ones."""


class InstanceMap:
    """All things that were called by a name so far."""

    def __init__(
        self,
        vision: VisionModel,
        *,
        by: str = "name",
        threshold: float | None = None,
        names: Sequence[str] = (),
    ) -> None:
        """Make it.

        Args:
            vision: A detector; to compare views it must also encode pictures.
            by: How a goal is found, ``name`` or ``views``.
            threshold: Score from which things are remembered; what the model recommends by default.
            names: What is looked for; all names of the vocabulary by default.
        """
        if by not in ASKED_BY:
            raise InvalidValueError(f"by {by!r}: expected one of {', '.join(ASKED_BY)}")
        self.vision, self.by = vision, by
        self.threshold = vision.threshold if threshold is None else threshold
        self._names = list(names) or sorted(vocabulary().categories)
        self._queries: list[TextQuery] = []
        self.things: list[Instance] = []

    def reset(self) -> None:
        """A new episode begins; all remembered things are forgotten."""
        self.things = []

    def seek(self, brief: Brief) -> None:
        """Read the goal: the name of its kind, and the vector of its words."""
        if not self._queries:
            self._queries = self.vision.queries(self._names)
        self._wanted_name = self._kind(brief.goal)
        self._vector: Array | None = None
        if self.by == "views":
            self._vector = self.vision.vectors([thing_and_support(brief.goal)[0]])[0]

    def _kind(self, goal: str) -> str:
        """The name that the goal's kind is remembered by; the goal's own words when it has none."""
        try:
            target = parse(goal).target
        except InvalidValueError:  # nothing that a grammar can make sense of
            return goal.strip()
        return target.category or target.head

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self.vision: LookPart.BOXES}

    def observe(self, state: AgentState) -> None:
        """Remember the things of a frame."""
        look = state.look(self.vision, LookPart.BOXES)
        found = look.detect(self._queries, self.threshold, masks=False)
        for box, score, name in zip(found.boxes, found.scores, found.labels):
            points = _points(box, state)
            if len(points):
                self._add(name, points, float(score), self._view(look, box))

    def _view(self, look: Look, box: Array) -> Array | None:
        """The mean vector of the cells in the middle of a box."""
        if self.by != "views":
            return None
        cells = look.cells()
        rows = _middle(box[1], box[3], look.shape[0], cells.shape[0])
        columns = _middle(box[0], box[2], look.shape[1], cells.shape[1])
        vector = cells[rows, columns].reshape(-1, cells.shape[2]).mean(axis=0)
        unit: Array = vector / max(float(np.linalg.norm(vector)), 1e-12)
        return unit

    def _add(self, name: str, points: Array, score: float, view: Array | None) -> None:
        middle = np.median(points[:, :2], axis=0)
        same = next(
            (
                thing
                for thing in self.things
                if thing.name == name and np.hypot(*(thing.middle - middle)) <= SAME_THING
            ),
            None,
        )
        if same is None:
            same = Instance(name, points, score, middle)
            self.things.append(same)
        elif score > same.score:
            same.points, same.score, same.middle = points, score, middle
        if view is not None and len(same.views) < MOST_VIEWS:
            same.views.append(view)

    def best(self, state: AgentState, without: Sequence[Disc] = ()) -> GoalSpot | None:
        """By name the nearest thing of the goal's kind; by views the one that looks most like it."""
        things = [t for t in self.things if outside(t.middle[None], without)[0]]
        if self.by == "name":
            named = [t for t in things if t.name == self._wanted_name]
            pose = state.pose
            near = min(named, key=lambda t: pose.distance(*map(float, t.middle)), default=None)
            return None if near is None else GoalSpot(near.points, near.score)
        best = max(things, key=self._likeness, default=None)
        return None if best is None else GoalSpot(best.points, self._likeness(best))

    def _likeness(self, thing: Instance) -> float:
        """How well the goal's words fit the view that they fit best."""
        assert self._vector is not None, "goals are read before things are compared"
        return max((float(view @ self._vector) for view in thing.views), default=-1.0)

    def score_at(self, state: AgentState, points: Array) -> float:
        """How well the best of the things there fits."""
        middle = np.median(np.asarray(points)[:, :2], axis=0)
        there = [t for t in self.things if np.hypot(*(t.middle - middle)) <= SAME_THING]
        if self.by == "name":
            there = [t for t in there if t.name == self._wanted_name]
            return max((t.score for t in there), default=-np.inf)
        return max(map(self._likeness, there), default=-np.inf)

    def agrees(self, state: AgentState, points: Array) -> bool:
        """Whether the best thing is where the points are."""
        best = self.best(state)
        if best is None:
            return False
        middle = np.median(np.asarray(points)[:, :2], axis=0)
        return bool(np.hypot(*(middle - best.middle)) <= SAME_THING)

    def promise(self, state: AgentState) -> NDArray[np.float32]:
        """Things say nothing about places where there are none."""
        return np.full(state.map.grid.shape, np.nan, np.float32)

    def layers(self, state: AgentState) -> list[MapLayer]:
        """The things on the state's map, by how well they fit."""
        values = np.full(state.map.grid.shape, np.nan, np.float32)
        for thing in self.things:
            cells = state.map.cells_of(thing.points[:, :2])
            i, j = cells[((cells >= 0) & (cells < values.shape)).all(axis=1)].T
            named = thing.score if thing.name == self._wanted_name else 0.0
            values[i, j] = named if self.by == "name" else self._likeness(thing)
        x, y = state.map.centre_of(0, 0)
        cell = state.map.config.cell
        return [MapLayer("things", values, (x - 0.5 * cell, y - 0.5 * cell), cell)]


def _points(box: Array, state: AgentState) -> NDArray[np.float64]:
    """(N, 3) of what the middle of a box shows."""
    depth = state.depth
    mask = np.zeros(depth.shape, bool)
    height, width = depth.shape
    mask[_middle(box[1], box[3], height, height), _middle(box[0], box[2], width, width)] = True
    points, rows, columns = project_mask(mask, depth, state.body.camera, state.pose)
    if not len(points):
        return points
    away = depth[rows, columns]
    near: NDArray[np.float64] = points[away <= np.median(away) + BEHIND]
    return near


def _middle(low: float, high: float, length: int, count: int) -> slice:
    """The middle half between two pixels of a row of ``length``, in places of which there are ``count``."""
    first = int((0.75 * low + 0.25 * high) * count / length)
    last = int((0.25 * low + 0.75 * high) * count / length)
    first = min(max(first, 0), count - 1)
    return slice(first, min(max(last, first) + 1, count))
