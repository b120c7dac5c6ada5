"""Probes: what is measured at each moment of an episode, by name. A task names those that it needs.

A probe is begun with each leg and then measures once at its start and once after each action. What it
measures follows from the world alone, so verification measures it again.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Protocol

import numpy as np

from meadow.episodes.record import Measured
from meadow.episodes.schema import Goal
from meadow.protocols import Oracle
from meadow.registry import Registry
from meadow.types import Action, Array, Brief, Frames, Pose

#: Least share of a frame that shows what is visible.
VISIBLE_SHARE = 0.001
#: The probe whose column is ``record.distances``.
DISTANCE = "distance"


class Probe(Protocol):
    """Measures one thing at each moment."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Begin a leg; ``goal`` is that of a search."""

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Measure after an action, or at the start of the leg (None)."""


PROBES: Registry[type[Probe]] = Registry("probe")


def success_positions(goal: Goal, oracle: Oracle) -> Array:
    """(N, 2) positions where Stop can succeed, from the goal's point or stored viewpoints."""
    if goal.point is not None:
        return np.array([goal.point])
    if goal.viewpoints:
        return np.array([v[:2] for v in goal.viewpoints])
    if goal.within:
        return np.concatenate([oracle.free_floor(id, goal.within) for id in goal.objects])
    found = [oracle.viewpoints(id)[:, :2] for id in goal.objects]
    return np.concatenate(found) if found else np.zeros((0, 2))


@PROBES.register(DISTANCE)
class DistanceToGoal:
    """Geodesic distance to the nearest success position, metres; None where there is no way."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Look up where Stop can succeed."""
        self._goals = np.zeros((0, 2)) if goal is None else success_positions(goal, oracle)
        self._place: tuple[float, float] | None = None
        self._distance: float | None = None

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Measure anew where the robot has moved."""
        pose = oracle.pose()
        place = round(pose.x, 6), round(pose.y, 6)
        if place != self._place:
            self._place, self._distance = place, self._length(pose, oracle)
        return self._distance

    def _length(self, pose: Pose, oracle: Oracle) -> float | None:
        if not len(self._goals):
            return None
        length = oracle.geodesic((pose.x, pose.y), self._goals)
        return round(float(length), 4) if np.isfinite(length) else None


@PROBES.register("in_view")
class GoalInView:
    """1 while an object that counts is in view at any distance, else 0; None without such objects."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Note which objects count."""
        self._objects = () if goal is None else goal.objects

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Look at the current frame."""
        if not self._objects:
            return None
        return float(any(oracle.visible(id, math.inf) for id in self._objects))


@PROBES.register("beside")
class DistractorAtStop:
    """At Stop, the id of a thing of the goal's kind in range that is no goal; None if there is none."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Note which things could be taken for the goal."""
        self._distractors: list[str] = []
        if goal is None or not goal.objects:
            return
        things = oracle.house.objects
        kinds = {o.category for o in things if o.id in goal.objects} | {goal.category}
        alike = [o.id for o in things if o.category in kinds]
        self._distractors = [id for id in alike if id not in goal.objects]

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Look for them where the agent says Stop."""
        if action is not Action.STOP:
            return None
        return next((id for id in self._distractors if oracle.visible(id)), None)


@PROBES.register("person_gap")
class GapToPeople:
    """Metres of floor between the robot and the nearest person; None in homes without people."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """People may walk, so they are looked for at each moment."""

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """The nearest of them now."""
        gap = oracle.gap_to_people()
        return round(gap, 4) if math.isfinite(gap) else None


@PROBES.register("held")
class HeldThing:
    """Id of the object that the robot holds; None while it holds nothing."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """What is held is looked up at each moment."""

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """The object that is held now."""
        return oracle.held() or None


@PROBES.register("hand_gap")
class HandGap:
    """Metres between the hand and the nearest object that counts; None without hand or objects."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Note which objects count."""
        self._objects = () if goal is None else goal.objects

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """The nearest of them now, by the middles of their boxes."""
        hand = oracle.hand()
        if hand is None or not self._objects:
            return None
        things = [oracle.house.object(id) for id in self._objects]
        middles = [(*t.position[:2], t.position[2] + t.size[2] / 2) for t in things]
        return round(min(math.dist(hand, middle) for middle in middles), 4)


@PROBES.register("phase")
class Phase:
    """The kind of the leg: search, free or exam."""

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Note the kind of the leg that begins, which its brief says."""
        self._kind = brief.kind

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """The same at each moment of a leg."""
        return self._kind


@PROBES.register("first_seen")
class FirstSeen:
    """Ids of the objects that are in view for the first time in the episode, with spaces; None for none.

    An object is in view when at least 0.1 % of the frame's pixels show it, at any distance.
    """

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """What was seen in earlier legs stays seen."""
        self._exam = brief.kind == "exam"

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Look at the current frame."""
        if self._exam:
            return None
        new = [n for n in in_frame(oracle) if n not in self._seen]
        self._seen.update(new)
        return " ".join(oracle.house.objects[n].id for n in new) or None


def in_frame(oracle: Oracle) -> list[int]:
    """Positions of the objects of the home that are in view, at any distance."""
    return list(_shown(_SameFrames(oracle.frames()), len(oracle.house.objects)))


class _SameFrames:
    """Frames that are the same only if they are one object: several probes ask about what is in view."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames

    def __hash__(self) -> int:
        return id(self.frames)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameFrames) and self.frames is other.frames


@lru_cache(maxsize=2)
def _shown(seen: _SameFrames, count: int) -> tuple[int, ...]:
    ids = seen.frames.ids
    pixels = np.bincount(np.clip(ids, 0, count + 1).ravel(), minlength=count + 2)
    least = VISIBLE_SHARE * ids.size
    return tuple(np.flatnonzero(pixels[1 : count + 1] >= least).tolist())


@PROBES.register("opened")
class NewlyOpened:
    """Id of the object that the robot has just opened for the first time; None otherwise."""

    def __init__(self) -> None:
        self._opened: set[str] = set()
        self._before: dict[str, float] = {}

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """Note what is open."""
        self._before = {item.id: item.openness for item in oracle.house.objects}

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Look at what Open has changed."""
        if action is not Action.OPEN:
            return None
        for item in oracle.house.objects:
            if item.openness > self._before.get(item.id, 0.0) and item.id not in self._opened:
                self._opened.add(item.id)
                self._before[item.id] = item.openness
                return item.id
        return None
