"""A seeker with a memory: a map proposes where the goal is, a detector confirms it, in two phases.

First the robot explores, and drives to a place only on good evidence: the detector sees the goal there, or
the map is sure, or both. After a share of the steps the second phase begins, in which the robot drives to
the best place of its map, whatever it is, and stops there.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.grounding.look import (
    Look,
    LookPart,
    Looks,
    TextQuery,
    VisionModel,
    Wanted,
    doubtful,
)
from meadow.grounding.prompts import nouns
from meadow.mapping.goal_map import Disc, GoalMap, GoalSpot, thing_and_support
from meadow.mapping.occupancy import project_mask
from meadow.mapping.similarity import SimilarityMap
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief, Detections, Observation, empty_detections

#: What makes the robot drive to a place while it explores.
EVIDENCE = ("both", "map", "detector", "none")
#: When the second phase begins: for each goal after its share of steps, or once and for all.
EXPLOIT = ("each", "sticky")
#: Detections this near to each other are of one thing, metres.
SAME_THING = 1.0
#: A detection must be this many times as sure as the one that is driven to, to be preferred.
MORE_SURE = 1.1
#: Pixels farther than this behind the middle of a detection do not belong to it, metres.
BEHIND = 0.4
#: Detections with fewer pixels that have a depth show too little.
FEWEST = 4
#: A place that could not be reached, or was in vain, rules out its surroundings, metres.
RULED_OUT = 0.75


class PhraseDetector:
    """Finds the thing that the goal names, in pixels and on the map."""

    def __init__(self, vision: VisionModel, *, threshold: float, prompts: str = "plain") -> None:
        """``threshold`` is the score from which a detection counts."""
        if not 0.0 < threshold <= 1.0:
            raise InvalidValueError(f"threshold {threshold}: expected above 0 and at most 1")
        self.vision, self.threshold, self._prompts = vision, threshold, prompts

    parts = LookPart.MASKS

    def seek(self, goal: str) -> None:
        """Look for another thing."""
        self._thing = [self.vision.query(thing_and_support(goal)[0], self._prompts)]
        self._kinds: list[TextQuery] = [self.vision.query(n, self._prompts) for n in nouns(goal)]

    def found(self, look: Look) -> Detections:
        """What fires in a frame, best first."""
        return look.compare(self._thing, [], self.threshold)[0]

    def weak(self, look: Look) -> list[Array]:
        """Boxes of what may or may not be of the goal's kind, the most likely first."""
        return doubtful(look, self._kinds)


class MapSeeker:
    """Goes where a memory and a detector say that the goal is."""

    faces = False
    """Whether the robot turns to the goal before it stops."""

    def __init__(
        self,
        memory: GoalMap,
        detector: PhraseDetector | None = None,
        *,
        evidence: str = "both",
        accept: float = np.inf,
        explore_share: float = 0.4,
        exploit: str = "each",
        lead: float = 0.01,
    ) -> None:
        """Make it.

        Args:
            memory: What was seen, asked for the goal; the agent shows it every frame.
            detector: What confirms the goal in a frame; without it the map alone decides.
            evidence: What is needed to drive to a place while exploring: ``both`` map and detector,
                ``map`` alone or ``detector`` alone; with ``none`` it only explores.
            accept: Score of the map that is enough where it decides alone.
            explore_share: Share of a goal's steps before the second phase; 1 never begins it.
            exploit: ``each`` begins with the first phase for each goal, ``sticky`` only in each episode.
            lead: How much higher another place of the map must score to be preferred to the present one.
        """
        detector = detector if evidence in ("both", "detector") else None
        if evidence not in EVIDENCE:
            raise InvalidValueError(f"evidence {evidence!r}: expected {', '.join(EVIDENCE)}")
        if exploit not in EXPLOIT:
            raise InvalidValueError(f"exploit {exploit!r}: expected {' or '.join(EXPLOIT)}")
        if not 0.0 <= explore_share <= 1.0:
            raise InvalidValueError(f"explore_share {explore_share}: expected 0 to 1")
        if evidence in ("both", "detector") and detector is None:
            raise InvalidValueError(f"evidence {evidence!r} needs a detector")
        self.memory, self.detector, self.evidence = memory, detector, evidence
        self.accept, self.explore_share, self.exploit = accept, explore_share, exploit
        self.lead = lead
        self._exploits = False

    def forget(self) -> None:
        """A new episode begins, and with it the first phase, in which the robot explores."""
        self._exploits = False

    def reset(self, brief: Brief, stop_distance: float) -> None:
        """It reads another goal and forgets the target and what was set aside for the last one."""
        self._brief = brief
        if self.exploit == "each":
            self._exploits = False
        if self.detector is not None:
            self.detector.seek(brief.goal)
        self._target: GoalSpot | None = None
        self.seen_from: tuple[float, float] | None = None
        self._aside: list[Disc] = []
        self._fired = 0.0

    def start_over(self) -> None:
        """The map was emptied, and with it what is believed, also about where no way leads."""
        self._target = None
        self._aside = []

    def wanted(self) -> Wanted:
        """What the detector asks of looks at frames."""
        return {} if self.detector is None else {self.detector.vision: self.detector.parts}

    def see(self, state: AgentState) -> bool:
        """Look for the goal and weigh what is known; it never stops the robot under way."""
        if isinstance(self.memory, SimilarityMap):
            self.memory.look_closer(state)
        if not self._exploits and self.explore_share < 1.0:
            self._switch(state.observation.step >= self.explore_share * self._brief.max_steps)
        self._fired = 0.0
        if self._exploits or self.evidence == "map":
            self._follow_map(state)
        elif self.detector is not None:
            self._detect(state)
        return False

    def _switch(self, now: bool) -> None:
        """Begin the second phase; the map has grown, so places without a way may have one now."""
        if now:
            self._exploits, self._target, self._aside = True, None, []

    def _follow_map(self, state: AgentState) -> None:
        """Take the best place of the map; in the first phase only if it is good enough."""
        best = self.memory.best(state, self._aside)
        if best is None or (not self._exploits and best.score < self.accept):
            self._target = None
            return
        held = self._target
        if held is not None:
            apart = np.hypot(*(np.array(held.middle) - best.middle))
            now = self.memory.score_at(state, held.points)
            # A change of target half way costs many steps: another one must be clearly better.
            if apart > SAME_THING and best.score < now + self.lead:
                self._target = GoalSpot(held.points, now)
                return
        self._target, self.seen_from = best, None

    def _detect(self, state: AgentState) -> None:
        """Take detections for the goal; those with the map's consent if both must agree."""
        assert self.detector is not None
        found = self.detector.found(state.look(self.detector.vision, self.detector.parts))
        masks: Array = found.masks if found.masks is not None else np.zeros((0, 1, 1), bool)
        self._fired = float(masks.any(axis=0).mean())
        held = self._target
        if held is not None and self.evidence == "both":
            # What the map no longer holds for the goal is given up.
            self._target = held if self.memory.agrees(state, held.points) else None
        for mask, score in zip(masks, found.scores):
            spot = self._spot(mask, float(score), state)
            if spot is not None and self._better(spot) and self._consents(spot, state):
                self._target, self.seen_from = spot, (state.pose.x, state.pose.y)

    def _spot(self, mask: Array, score: float, state: AgentState) -> GoalSpot | None:
        """Where a detection is; None where it shows too little, or was in vain before."""
        points, rows, columns = project_mask(mask, state.depth, state.body.camera, state.pose)
        if len(points) < FEWEST:
            return None
        away = state.depth[rows, columns]
        points = points[away <= np.median(away) + BEHIND]
        spot = GoalSpot(points[:: max(1, len(points) // 200)], score)
        x, y = spot.middle
        if any(np.hypot(x - a, y - b) <= radius for a, b, radius in self._aside):
            return None
        return spot

    def _better(self, spot: GoalSpot) -> bool:
        """Whether a detection shows where the target is now, or something clearly more like it."""
        held = self._target
        if held is None:
            return True
        apart = float(np.hypot(*(np.array(held.middle) - spot.middle)))
        return apart <= SAME_THING or spot.score >= MORE_SURE * held.score

    def _consents(self, spot: GoalSpot, state: AgentState) -> bool:
        return self.evidence == "detector" or self.memory.agrees(state, spot.points)

    def goal(self, state: AgentState) -> NDArray[np.float64] | None:
        """The place to drive to; None to explore on."""
        return None if self._target is None else self._target.points

    def arrived(self, state: AgentState) -> bool:
        """The place was believed in; that is enough."""
        return True

    def set_aside(self, state: AgentState) -> None:
        """No way leads there: see to other places."""
        if self._target is not None:
            self._aside.append((*self._target.middle, RULED_OUT))
            self._target = None
            if self._exploits:
                self._follow_map(state)

    def exhausted(self, state: AgentState) -> bool:
        """Nothing is left to explore: the second phase may begin at once. False without one."""
        if not self._exploits and self.explore_share >= 1.0:
            return False
        self._switch(not self._exploits)
        self._follow_map(state)
        return self._target is not None

    def doubtful(self, state: AgentState) -> tuple[Look, list[Array]] | None:
        """What the detector is not sure of; where the map decides, the best place of the map."""
        if isinstance(self.memory, SimilarityMap) and (self.detector is None or self._exploits):
            return self.memory.in_doubt(state)
        if self.detector is None or self._exploits:
            return None
        look = state.look(self.detector.vision, self.detector.parts)
        return (look, self.detector.weak(look)) if look.can_glance else None

    def trace(self) -> Mapping[str, str | float | None]:
        """The phase, which share of the frame fired, and the place that is driven to."""
        x, y = (None, None) if self._target is None else self._target.middle
        return {
            "phase": "exploit" if self._exploits else "explore",
            "fired": round(self._fired, 5),
            "similarity": None if self._target is None else round(self._target.score, 4),
            "goal_x": None if x is None else round(x, 3),
            "goal_y": None if y is None else round(y, 3),
        }

    def sightings(self, observation: Observation, looks: Looks | None = None) -> Detections:
        """For people who look on: what the detector fires at."""
        if self.detector is None:
            return empty_detections()
        looks = looks or Looks(observation.rgb)
        found = self.detector.found(looks.by(self.detector.vision, self.detector.parts))
        return Detections(found.boxes, found.scores, found.labels)
