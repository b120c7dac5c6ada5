"""What a memory of an episode says about the goal: where it may be, and how surely.

A :class:`GoalMap` is shown every frame of an episode. It is kept from goal to goal; what it says about a
goal begins anew with each. Seekers ask it where the goal is, explorers which way looks promising.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.grounding.look import Wanted
from meadow.grounding.prompts import phrase_of
from meadow.language.describe import describe_noun
from meadow.language.parse import parse
from meadow.mapping.occupancy import OCCUPIED, UNKNOWN, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief, Pose

#: Places that are left out when the best is asked for: x, y and a radius, metres.
Disc = tuple[float, float, float]
#: The word between a thing and what carries it, and the relations that it stands for.
ON, CARRIED = " on ", ("on", "on a shelf of")


@dataclass(frozen=True, slots=True)
class GoalSpot:
    """A place where the goal may be."""

    points: NDArray[np.float64]
    """(N, 3) of it, metres in the frame of the start."""
    score: float
    """How well it fits the goal; only scores of one map and goal can be compared."""

    @property
    def middle(self) -> tuple[float, float]:
        """Where it is on the floor."""
        x, y, _ = np.median(self.points, axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True)
class MapLayer:
    """One layer of a goal map as a picture: a number for each place, nan where nothing is known."""

    name: str
    values: NDArray[np.float32]
    """(rows, columns): x grows with the rows, y with the columns."""
    corner: tuple[float, float]
    """Lowest x and y, metres in the frame of the start."""
    cell: float
    """Side of a place, metres."""


@dataclass(frozen=True, slots=True)
class GoalBelief:
    """What an agent believes about its goal at one moment, for people who look on."""

    layers: list[MapLayer]
    goal: tuple[float, float] | None
    """The place that it takes for the goal, metres in the frame of the start."""
    pose: Pose
    """Where the robot takes itself to be."""
    phase: str
    """What decides at present, as the agent's trace says; empty for an agent without phases."""
    floor: MapLayer | None = None
    """The floor that it knows: 0 free, 1 occupied."""


class GoalMap(Protocol):
    """A memory that says how well places fit the goal."""

    def reset(self) -> None:
        """A new episode: forget everything."""

    def seek(self, brief: Brief) -> None:
        """Another goal: what was seen is kept, scores begin anew."""

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""

    def observe(self, state: AgentState) -> None:
        """Remember a frame; called once for each."""

    def best(self, state: AgentState, without: Sequence[Disc] = ()) -> GoalSpot | None:
        """The place that fits best, outside of some discs; None while nothing is known."""

    def score_at(self, state: AgentState, points: Array) -> float:
        """How well the place of some (N, 3) points fits the goal by now; -inf when unknown."""

    def agrees(self, state: AgentState, points: Array) -> bool:
        """Whether (N, 3) points, where something else saw the goal, are among the best places."""

    def promise(self, state: AgentState) -> NDArray[np.float32]:
        """For each cell of the state's map, how much the goal is expected there; nan where unknown."""

    def layers(self, state: AgentState) -> list[MapLayer]:
        """For people who look on: what it knows about the goal."""


def floor_layer(map: OccupancyMap) -> MapLayer | None:
    """The floor of a map, 0 free and 1 occupied, cut to what was seen; None while nothing was."""
    if not (map.grid != UNKNOWN).any():
        return None
    values = np.where(map.grid == OCCUPIED, 1.0, 0.0).astype(np.float32)
    values[map.grid == UNKNOWN] = np.nan
    return _cut("floor", values, map)


def confidence_layer(map: OccupancyMap) -> MapLayer | None:
    """How sure detections made the cells of a map; None where there were none."""
    if not (map.scores > 0.0).any():
        return None
    return _cut("confidence", np.where(map.scores > 0.0, map.scores, np.nan), map)


def _cut(name: str, values: NDArray[np.float32], map: OccupancyMap) -> MapLayer:
    """A layer of the part of a map where its values are known."""
    known = np.argwhere(np.isfinite(values))
    (low_i, low_j), (high_i, high_j) = known.min(axis=0), known.max(axis=0) + 1
    x, y = map.centre_of(int(low_i), int(low_j))
    cell = map.config.cell
    corner = (x - 0.5 * cell, y - 0.5 * cell)
    return MapLayer(name, values[low_i:high_i, low_j:high_j], corner, cell)


def thing_and_support(goal: str) -> tuple[str, ...]:
    """The phrase of the thing, and that of what it is on, if the goal says so.

    >>> thing_and_support("Find the candle on the night stand.")
    ('candle', 'night stand')
    >>> thing_and_support("Go to the red sofa")
    ('red sofa',)
    >>> thing_and_support("the lamp that is switched on on a shelf of the bookcase")
    ('lamp that is switched on', 'bookcase')
    >>> thing_and_support("the switched on lamp")
    ('switched on lamp',)
    """
    phrase = phrase_of(goal)
    try:
        relations = parse(goal).relations
    except InvalidValueError:  # nothing that a grammar can make sense of
        relations = ()
    carriers = [r.anchors[0] for r in relations if r.kind in CARRIED and not r.negated]
    thing, on, _ = phrase.rpartition(ON)
    if not carriers or not on or not thing.strip():
        return (phrase,)
    return phrase_of(thing), describe_noun(carriers[0])


def outside(points: Array, discs: Sequence[Disc]) -> NDArray[np.bool_]:
    """Which of (N, 2) points lie in none of the discs."""
    free = np.ones(len(points), bool)
    for x, y, radius in discs:
        free &= np.hypot(points[:, 0] - x, points[:, 1] - y) > radius
    return free
