"""Frontiers by common sense: a language model says near what the goal is to be looked for.

What is seen on the way is kept as names on the map. Every few steps a language model is told what is near
each frontier, and the robot drives to where the goal is most likely (L3MVN, Yu et al. 2023). Places where
people were seen can be forbidden: the model is told so, and they come last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import ndimage

from meadow.errors import InvalidValueError
from meadow.exploration.frontier import FrontierExplorer, frontier_cells
from meadow.exploration.protocol import Point
from meadow.grounding.look import LookPart, VisionModel, Wanted
from meadow.grounding.model_look import vision_model
from meadow.language.parse import parse
from meadow.mapping.occupancy import project_mask
from meadow.mapping.state import AgentState
from meadow.models import load_model
from meadow.models.captioner import FURNISHINGS
from meadow.models.common_sense import listed, rank
from meadow.models.protocols import LanguageModel
from meadow.planning.grid import CostToGo
from meadow.types import Array, Brief, Detections

_EIGHT = np.ones((3, 3), bool)

#: What is noted on the map.
NOTED = tuple(name for name in FURNISHINGS if name not in ("person", "door", "window"))
#: What the goal competes with: the categories that the method was made for.
RIVALS = ("chair", "sofa", "plant", "bed", "toilet", "television")
#: Notes of one name this near to each other are of one thing, metres.
SAME_THING = 1.0
#: What is this near to a frontier is told to the language model, metres.
AROUND = 2.0
#: Frontiers are offered from this near to this far, metres of way...
NEAREST, FARTHEST = 0.5, 5.0
#: ...at most so many, the widest first; one nearer than this, metres, counts as wider by this much, metres.
MOST, CLOSE, CLOSE_BONUS = 4, 3.0, 0.4
#: A score above the first is chosen at once; else the first frontier above the second.
SURE, LIKELY = 0.3, 0.1
#: Around each place where a person was seen this is forbidden, metres.
FORBIDDEN_AROUND = 0.75


@dataclass(frozen=True, slots=True)
class _Frontier:
    """A frontier that may be chosen."""

    point: Point
    size: float
    """Metres of border, with the bonus of those that are near."""
    things: tuple[str, ...]
    forbidden: bool


class CommonSenseExplorer(FrontierExplorer):
    """A :class:`FrontierExplorer` that a language model leads."""

    def __init__(
        self,
        model: str | VisionModel = "eyes-s-zs",
        language: str | LanguageModel = "prior",
        *,
        every: int = 10,
        sure: float = 0.3,
        forbid_people: bool = False,
        **options: Any,
    ) -> None:
        """Prepare.

        Args:
            model: What it sees things with, by name or loaded.
            language: A language model by name, e.g. ``openai:MODEL@http://HOST:PORT/v1``, or loaded.
            every: Steps between two questions.
            sure: Score from which something seen is noted on the map.
            forbid_people: Whether places where people were seen are forbidden zones.
            options: Of the frontier explorer.
        """
        super().__init__(**options)
        self._vision = vision_model(model) if isinstance(model, str) else model
        self._language: LanguageModel = (
            load_model(language, kind="language-model") if isinstance(language, str) else language
        )
        self.every, self.sure, self.forbid_people = every, sure, forbid_people
        self._names = self._vision.queries(NOTED)

    def reset(self, brief: Brief) -> None:
        """A new episode begins; noted things, people and targets are forgotten."""
        self._read(brief)
        self._notes: list[tuple[str, float, float]] = []
        self._people: list[Point] = []
        super().reset(brief)

    def pursue(self, brief: Brief) -> None:
        """Another goal; what is noted stays."""
        self._read(brief)
        super().pursue(brief)

    def _read(self, brief: Brief) -> None:
        try:
            self._goal = parse(brief.goal).target.head
        except InvalidValueError:  # nothing that a grammar can make sense of
            self._goal = brief.goal.strip() or "thing"

    def start_over(self) -> None:
        """Ask anew; what is noted stays true when the map is emptied."""
        super().start_over()
        self._age = 0

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self._vision: LookPart.MASKS}

    def observe(self, state: AgentState) -> None:
        """Note what is seen, and where people are."""
        look = state.look(self._vision, LookPart.MASKS)
        for name, (x, y) in self._placed(state, look.detect(self._names, self.sure, masks=True)):
            if not any(
                n == name and math.hypot(x - a, y - b) <= SAME_THING for n, a, b in self._notes
            ):
                self._notes.append((name, x, y))
        if self.forbid_people:
            self._people += [place for _, place in self._placed(state, look.people())]

    def _placed(self, state: AgentState, found: Detections) -> list[tuple[str, Point]]:
        """Names and places of what was found; what has no depth is left out."""
        placed = []
        for mask, name in zip(found.masks if found.masks is not None else (), found.labels):
            points, _, _ = project_mask(mask, state.depth, state.body.camera, state.pose)
            if len(points):
                x, y = np.median(points[:, :2], axis=0)
                placed.append((name, (float(x), float(y))))
        return placed

    def choose(self, state: AgentState, towards: Point | None = None) -> Point | None:
        """The frontier that was chosen last; every few steps the language model is asked again."""
        self._age += 1
        if self._age > self.every and towards is None:
            self._target = None
        return super().choose(state, towards)

    def _best(self, state: AgentState) -> Point | None:
        self._age = 0
        frontiers = self._offered(state) if self._towards is None else []
        if not frontiers:
            return super()._best(state)
        scores = self._scores(frontiers)
        first = max(range(len(scores)), key=lambda n: scores[n])
        if scores[first] <= SURE:
            first = next((n for n, score in enumerate(scores) if score > LIKELY), 0)
        return frontiers[first].point

    def _offered(self, state: AgentState) -> list[_Frontier]:
        """The frontiers that the language model chooses from, the widest first."""
        map, cell = state.map, state.map.config.cell
        reach = CostToGo(state.cost, np.array([state.here])).distance * cell
        free = frontier_cells(map.grid) & np.isfinite(reach)
        self._take_out_struck(map, free)
        labels, count = ndimage.label(free, structure=_EIGHT)
        found = []
        for n in range(1, count + 1):
            members = np.argwhere(labels == n)
            offset = members - members.mean(axis=0)
            middle = members[np.argmin((offset**2).sum(axis=1))]
            way, width = float(reach[tuple(middle)]), len(members) * cell
            if width < self.min_width or not NEAREST <= way <= FARTHEST:
                continue
            x, y = map.centre_of(*middle)
            point = (float(x), float(y))
            size = width + CLOSE_BONUS * (way < CLOSE)
            found.append(_Frontier(point, size, self._near(point), self._is_forbidden(point)))
        return sorted(found, key=lambda f: (f.forbidden, -f.size))[:MOST]

    def _near(self, point: Point) -> tuple[str, ...]:
        """Names of what is around a point, each once."""
        near = {n for n, x, y in self._notes if math.hypot(x - point[0], y - point[1]) <= AROUND}
        return tuple(sorted(near))

    def _is_forbidden(self, point: Point) -> bool:
        return any(math.dist(point, place) <= FORBIDDEN_AROUND for place in self._people)

    def _scores(self, frontiers: Sequence[_Frontier]) -> list[float]:
        """How likely the goal is at each frontier; little is said for those near which nothing is known."""
        widest = max(f.size for f in frontiers)
        scores = [0.1 * f.size / widest + 0.1 for f in frontiers]
        for n, frontier in enumerate(frontiers):
            if frontier.things:
                scores[n] = self._likelihood(frontier)
        return [0.0 if f.forbidden else score for f, score in zip(frontiers, scores)]

    def _likelihood(self, frontier: _Frontier) -> float:
        """The share of the goal among all that may be where some things are."""
        others = [name for name in RIVALS if name != self._goal]
        zone = " People walk there: it is a forbidden zone." if frontier.forbidden else ""
        question = (
            f"A room contains {listed(frontier.things)}.{zone} "
            "Which of these is most likely in the same room?"
        )
        things = " ".join(frontier.things)
        choice = rank(self._language, "companions", things, [self._goal, *others], question)
        return float(choice.scores[0])

    def rank(self, state: AgentState, cells: Array, way: Array, width: Array) -> Array:
        """Where no frontier is offered: the nearest, forbidden ones last."""
        score = super().rank(state, cells, way, width)
        if self._people:
            centres = state.map.centres_of(cells)
            away = np.hypot(*(centres[:, None] - np.array(self._people)[None]).transpose(2, 0, 1))
            score = score + 100.0 * (away.min(axis=1) <= FORBIDDEN_AROUND)
        return score
