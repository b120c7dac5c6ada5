"""Errands: find several things one after another, then answer questions about the home.

A task to copy: it has a leg for each goal and an exam at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadow.episodes.schema import Episode
from meadow.protocols import Oracle
from meadow.tasks.probes import DISTANCE
from meadow.types import NAVIGATION, Action, Brief, Observation, Verdict


@dataclass(frozen=True)
class Errands:
    """Find several things one after another, then answer questions about the home.

    Goal:
        The name of a category, of which every instance counts. The next goal is told when the agent says
        Stop or has used up the steps of this one, whether it succeeded or not.
    Observation:
        RGB-D, GPS + compass relative to the start.
    Actions:
        MoveAhead, RotateLeft, RotateRight, Stop; in the exam, answers in words.
    Success:
        Of a search: Stop with an instance visible within ``distance``: at least 0.1 % of the frame's pixels
        show it, and its outline is within that distance of the robot's centre. Of the exam: every answer is
        the true one; case and spaces around it do not matter.
    Source:
        An example of a task with several legs.
    """

    distance: float = 1.0
    """Metres from the robot's centre to the object's outline."""
    name: str = "errands"
    probes: Sequence[str] = (DISTANCE, "in_view", "beside", "person_gap", "phase")

    def definition(self) -> str:
        """Success in one sentence."""
        return (
            f"Stop with an instance of each goal in turn visible within {self.distance:g} m: at least "
            "0.1 % of the frame's pixels show it; then answer every question correctly."
        )

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """A search for each goal, then an exam if there are questions, then nothing more."""
        if leg < len(episode.goals):
            return Brief(
                task=self.name,
                goal=episode.goals[leg].text,
                actions=NAVIGATION,
                max_steps=episode.max_steps,
                embodiment=episode.embodiment,
                seed=episode.seed,
            )
        if leg == len(episode.goals) and episode.questions:
            return Brief(
                task=self.name,
                goal="answer the questions",
                kind="exam",
                questions=tuple(question.text for question in episode.questions),
                embodiment=episode.embodiment,
                seed=episode.seed,
            )
        return None

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """The agent senses all that its robot senses."""
        return observation

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Reached is seeing what counts from near; success is saying so. Either way the next leg comes."""
        objects = episode.goals[leg].objects
        reached = any(oracle.visible(id, self.distance) for id in objects)
        return Verdict(
            done=False,
            leg_done=action == Action.STOP or step >= episode.max_steps,
            success=reached and action == Action.STOP,
            parts={"reached": reached},
        )

    def grade(self, episode: Episode, answers: Sequence[str], oracle: Oracle, leg: int) -> Verdict:
        """Count the true answers."""
        true = [question.answer for question in episode.questions]
        correct = sum(said.strip().lower() == answer for said, answer in zip(answers, true))
        return Verdict(
            done=False,
            leg_done=True,
            success=correct == len(true),
            parts={"correct": correct, "asked": len(true)},
        )
