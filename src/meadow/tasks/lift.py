"""Lift: find a named thing, take it into the hand and raise it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadow.episodes.schema import Episode
from meadow.protocols import Oracle
from meadow.tasks.senses import check_senses, given
from meadow.types import MANIPULATION, Action, Brief, Observation, Verdict


@dataclass(frozen=True)
class Lift:
    """Take the named thing into the hand, raise it and say Stop.

    Goal:
        The name of a category, of which every instance counts.
    Observation:
        RGB and what the robot feels of its arm (touch, force, joints); with ``senses`` also depth, and
        GPS + compass relative to the start.
    Actions:
        MoveAhead, MoveBack, turns and looks; the hand along three axes, the wrist, the lift, six joints;
        force up and down; Grasp, Release, Open, Close; Stop.
    Success:
        Stop while the hand holds an instance at least ``height`` above where it stood at first.
    Source:
        An example of a task with an arm.
    """

    height: float = 0.05
    """Metres by which the thing must have been raised."""
    senses: Sequence[str] = ()
    """Some of depth and pose, besides RGB and the hand's own."""
    name: str = "lift"
    probes: Sequence[str] = ("held", "in_view", "hand_gap")

    def __post_init__(self) -> None:
        check_senses(self.senses)

    def definition(self) -> str:
        """Success in one sentence."""
        return (
            "Stop while the hand holds an instance of the goal, at least "
            f"{self.height:g} m above where it stood at first."
        )

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """Tell the goal; there is one leg."""
        if leg:
            return None
        return Brief(
            task=self.name,
            goal=episode.goal.text,
            actions=MANIPULATION,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            arm=episode.arm,
            seed=episode.seed,
        )

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """Withhold the senses that the task does not give."""
        return given(observation, self.senses)

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Reached is holding what counts above its place; success is saying so."""
        held = oracle.held()
        raised = oracle.raised(held) if held else 0.0
        reached = held in episode.goal.objects and raised >= self.height - 1e-6
        return Verdict(
            done=action == Action.STOP or step >= episode.max_steps,
            success=reached and action == Action.STOP,
            parts={"reached": reached, "holding": bool(held), "raised": round(raised, 4)},
        )
