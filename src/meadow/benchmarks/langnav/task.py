"""The task and the body: three goals in free language, revealed one after another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from meadow.episodes.schema import Episode, Goal
from meadow.errors import InvalidValueError
from meadow.protocols import Oracle
from meadow.tasks.probes import DISTANCE, success_positions
from meadow.types import (
    NAVIGATION,
    NO_NOISE,
    Action,
    Brief,
    Camera,
    Embodiment,
    Observation,
    Verdict,
)

#: A square picture of 90 degrees from 1.5 m; what the robot is told to do it does exactly.
BODY = Embodiment(
    radius=0.18,
    height=1.5,
    camera=Camera(width=640, height=640, hfov=math.radians(90.0), elevation=1.5),
    noise=NO_NOISE,
)
#: Steps for each goal.
MAX_STEPS = 500
#: Goals of an episode that are scored; files may hold more or fewer.
GOALS_SCORED = 3
#: What Stop must be near to: the outline of a goal, or a viewpoint of one.
RULES = ("outline", "viewpoint")


#: Splits beyond the paper's -> what they ask for.
FURTHER = {
    "negation": "what a thing is not: a chair that is not black",
    "anchors": "what a thing is next to: the candle next to the teacup",
    "sides": "left of, right of, behind, in front of, under and between",
    "coreference": "words for earlier goals: the lamp, then the table that it stands on",
    "comparison": "comparatives, superlatives and ordinals: the larger of the two vases",
}


@dataclass(frozen=True)
class GoalSequence:
    """Find what is described in words, one goal after another.

    Goal:
        A sentence about one object or several. Every object that it is true of counts. The next goal is
        told when the agent says Stop or has used up the steps of this one, whether it succeeded or not.
    Observation:
        RGB-D, GPS + compass relative to the start.
    Actions:
        MoveAhead, RotateLeft, RotateRight, Stop.
    Success:
        Stop within ``distance`` of the outline of an object that counts; it need not be in view. The record
        also says whether the robot stopped within ``viewpoint`` of a viewpoint, on the floor. With
        ``rule="viewpoint"`` the second is what counts.
    Source:
        Raychaudhuri et al. 2025, "LangNavBench"; the second rule is that of the authors' code and of
        Khanna et al. 2024, "GOAT-Bench".
    """

    distance: float = 1.5
    """Metres from the robot's centre to an object's outline."""
    viewpoint: float = 1.0
    """Metres that the robot would have to drive to a viewpoint."""
    rule: str = "outline"
    """One of RULES: which of the two decides."""
    name: str = "langnav"
    probes: Sequence[str] = (DISTANCE, "in_view", "beside")

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise InvalidValueError(f"rule {self.rule!r}: expected one of {', '.join(RULES)}")

    def definition(self) -> str:
        """Success in one sentence."""
        if self.rule == "viewpoint":
            return (
                f"Stop with at most {self.viewpoint:g} m to drive to a viewpoint of an object that the "
                "words are true of, for each goal in turn."
            )
        return (
            "Stop near an object that the words are true of, for each goal in turn: the horizontal "
            "distance from the robot's centre to the nearest point of its outline is at most "
            f"{self.distance:g} m."
        )

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """A search for each goal, then nothing more."""
        if leg >= len(episode.goals):
            return None
        return Brief(
            task=self.name,
            goal=episode.goals[leg].text,
            actions=NAVIGATION,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            seed=episode.seed,
        )

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """The agent senses all that its robot senses."""
        return observation

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Reached is being near what counts; success is saying so. Either way the next leg comes."""
        goal, stopped = episode.goals[leg], action == Action.STOP
        over = stopped or step >= episode.max_steps
        parts: dict[str, bool | float] = {}
        if self.rule == "outline":
            parts["reached"] = any(oracle.distance_to(id) <= self.distance for id in goal.objects)
        if over or self.rule == "viewpoint":
            parts["at_viewpoint"] = self._at_viewpoint(goal, oracle)
            parts.setdefault("reached", parts["at_viewpoint"])
        return Verdict(
            done=False,
            leg_done=over,
            success=stopped and bool(parts["reached"]),
            parts=parts,
        )

    def _at_viewpoint(self, goal: Goal, oracle: Oracle) -> bool:
        pose = oracle.pose()
        return oracle.geodesic((pose.x, pose.y), success_positions(goal, oracle)) <= self.viewpoint
