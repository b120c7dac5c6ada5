"""The task: explore, answer, go back in, answer again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from meadow.benchmarks.excalibur.homes import SeenThings
from meadow.benchmarks.excalibur.paper import ENERGY, MOST_REENTRY_STEPS
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.language.questions.answers import is_correct
from meadow.protocols import Oracle
from meadow.scenes.schema import House
from meadow.tasks.senses import check_senses, given
from meadow.types import MANIPULATION, Action, Brief, Observation, Verdict

#: Numbers of the legs.
EXPLORE, EXAM, REENTER, REFINED_EXAM = range(4)


@dataclass(frozen=True)
class ExploreAndAnswer:
    """Explore a home without a goal, answer questions about it, go back in, and answer them again.

    Goal:
        None. Phase I is always ``episode.max_steps`` long and has no Stop. Phase II asks the questions of
        the episode. In phase III the robot comes in again where it began; the home is as it was left, and
        the questions and the agent's own answers are known; it ends with Stop. Phase IV asks again.
    Observation:
        RGB and what the robot feels of its arm; with ``senses`` also depth, and GPS + compass relative to
        the start.
    Actions:
        MoveAhead, MoveBack, turns and looks; the hand, wrist, lift and joints; force up and down; Grasp,
        Release, Open, Close; in phase III also Stop. In an exam, answers in words: yes or no, a number, or
        words joined by ", ".
    Success:
        Of an exam: every answer is right; numbers within 5 %. ExQA is the accuracy after exploration, plus
        what was gained by going back in, times exp(-k steps).
    Source:
        Zhu et al., "EXCALIBUR: Encouraging and Evaluating Embodied Exploration", CVPR 2023.
    """

    energy: float = ENERGY
    """k of ExQA, for each step of phase III."""
    most_reentry: int = MOST_REENTRY_STEPS
    """Steps after which phase III ends without Stop."""
    senses: Sequence[str] = ("depth", "pose")
    """Some of depth and pose, besides RGB and the hand's own."""
    name: str = "excalibur"
    probes: Sequence[str] = ("held", "first_seen", "opened", "evidence")

    def __post_init__(self) -> None:
        check_senses(self.senses)
        if not self.energy >= 0.0 or self.most_reentry < 1:
            raise InvalidValueError(
                f"energy {self.energy}, most_reentry {self.most_reentry}: expected 0 or more, and 1 or more"
            )

    def definition(self) -> str:
        """Success in one sentence."""
        return (
            "Answer every question correctly, after exploring and again after going back in; "
            f"ExQA = Acc_exp + (Acc_ref - Acc_exp) exp(-{self.energy:g} T3)."
        )

    def phases(self) -> tuple[tuple[str, str], ...]:
        """Names of the phases, and what people who play are told of them."""
        return (
            ("Explore", "Look at everything: open things, lift them, remember where they are."),
            ("Questions", "Answer questions about the home."),
            (
                "Go back in",
                "You stand where you began, and know the questions. Find out what you did not know, "
                "then say Stop. Fewer steps count more.",
            ),
            ("Questions again", "Answer the same questions once more."),
        )

    def seen_things(self, house: House) -> SeenThings:
        """What can be known of a home by seeing and lifting its things."""
        return SeenThings(house)

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """The four phases; nothing of the questions is told in the first."""
        asked = tuple(question.text for question in episode.questions)
        common = Brief(
            task=self.name,
            goal="explore the home",
            kind="free",
            actions=MANIPULATION[:-1],
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            arm=episode.arm,
            seed=episode.seed,
        )
        if leg == EXPLORE:
            return common
        if leg in (EXAM, REFINED_EXAM):
            return replace(common, goal="answer the questions", kind="exam", questions=asked)
        if leg == REENTER:
            return replace(
                common,
                goal="find out what answers the questions",
                actions=MANIPULATION,
                max_steps=self.most_reentry,
                questions=asked,
                enters=True,
            )
        return None

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """Withhold the senses that the task does not give."""
        return given(observation, self.senses)

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Phases of actions end at their budget, the second one also at Stop."""
        budget = episode.max_steps if leg == EXPLORE else self.most_reentry
        over = action is Action.STOP or step >= budget
        return Verdict(done=False, leg_done=over, success=over)

    def grade(self, episode: Episode, answers: Sequence[str], oracle: Oracle, leg: int) -> Verdict:
        """Count the right answers."""
        true = [question.answer for question in episode.questions]
        correct = sum(is_correct(said, truth) for said, truth in zip(answers, true, strict=True))
        parts = {"correct": correct, "asked": len(true), "energy": self.energy}
        return Verdict(done=False, leg_done=True, success=correct == len(true), parts=parts)


def exqa(acc_exp: float, acc_ref: float, t3: int, energy: float = ENERGY) -> float:
    """The paper's equation (1); without energy it is Acc_ref, with endless energy Acc_exp.

    >>> exqa(0.5, 1.0, 0), exqa(0.5, 1.0, 10, 0.0), round(exqa(0.5, 1.0, 1000), 4)
    (1.0, 1.0, 0.8033)
    """
    return acc_exp + (acc_ref - acc_exp) * math.exp(-energy * t3)
