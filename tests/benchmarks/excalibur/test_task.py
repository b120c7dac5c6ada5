"""Four phases: what is known in each, how they end, and what is computed from their record."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.excalibur.episodes import EXCALIBUR_MINI
from meadow.benchmarks.excalibur.guessers import StandsStill
from meadow.benchmarks.excalibur.task import ExploreAndAnswer, exqa
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.verify import ReplayAgent
from meadow.language.questions.answers import is_correct
from meadow.metrics import episode_metrics
from meadow.protocols import Agent
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Brief, Observation

STEPS = 30


@pytest.fixture(scope="module")
def episode() -> Episode:
    made = home_episodes(EXCALIBUR_MINI, 0)[0]
    return msgspec.structs.replace(made, max_steps=STEPS)


def run(
    episode: Episode,
    agent: Agent,
    task: ExploreAndAnswer | None = None,
    *,
    privileged: bool = False,
) -> EpisodeRecord:
    simulator = MeadowSimulator(episode.embodiment, arm=episode.arm)
    house = load_house(episode.house)
    task = task or ExploreAndAnswer()
    return run_episode(simulator, task, agent, episode, house, privileged=privileged)


class Notes(StandsStill):
    """Takes down its briefs, moves a little in each phase, and says the same answer again and again."""

    def __init__(self, said: Sequence[str] = ("yes",), back: int = 3) -> None:
        super().__init__()
        self.briefs: list[Brief] = []
        self._said, self._back, self._asked = list(said), back, 0
        self.poses: list[tuple[float, float, float]] = []

    def reset(self, brief: Brief) -> None:
        self.pursue(brief)

    def pursue(self, brief: Brief) -> None:
        self._brief = brief
        self.briefs.append(brief)

    def act(self, observation: Observation) -> Action:
        assert observation.pose is not None
        self.poses.append((observation.pose.x, observation.pose.y, observation.pose.yaw))
        if Action.STOP in self._brief.actions and observation.step >= self._back:
            return Action.STOP
        return Action.ROTATE_LEFT

    def answer(self, question: str) -> str:
        self._asked += 1
        return self._said[(self._asked - 1) % len(self._said)]


def test_phases_follow_each_other_and_tell_what_they_may(episode: Episode) -> None:
    agent = Notes()
    record = run(episode, agent)
    explore, exam, back, again = agent.briefs
    asked = tuple(question.text for question in episode.questions)
    assert [b.kind for b in agent.briefs] == ["free", "exam", "free", "exam"]
    # Nothing of phase II is known in phase I, which cannot be ended.
    assert (explore.questions, explore.answers) == ((), ())
    assert Action.STOP not in explore.actions
    assert explore.max_steps == STEPS
    assert exam.questions == again.questions == back.questions == asked
    assert back.answers == ("yes",) * len(asked)
    assert back.enters
    assert Action.STOP in back.actions
    first = [leg.first for leg in record.legs]
    assert first == [0, STEPS, STEPS, STEPS + 4]
    # The robot comes in again where it began.
    assert agent.poses[STEPS] == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    metrics = episode_metrics(record)
    assert metrics["t3"] == 3.0
    assert metrics["acc_exp"] == metrics["acc_ref"] == metrics["exqa"]


def test_the_second_exploration_ends_at_its_bound(episode: Episode) -> None:
    record = run(episode, Notes(back=10**6), ExploreAndAnswer(most_reentry=7))
    assert record.legs[2].outcome == "out of steps"
    assert episode_metrics(record)["t3"] == 7.0


def test_exqa_is_the_equation(episode: Episode) -> None:
    assert exqa(0.6, 0.9, 0) == pytest.approx(0.9)
    assert exqa(0.6, 0.9, 10**9) == pytest.approx(0.6)
    assert exqa(0.636, 0.871, 759, 5e-4) == pytest.approx(0.797, abs=2e-3)  # the paper's people
    truth = [question.answer for question in episode.questions]
    wrong = ["nothing of the sort"] * len(truth)
    record = run(episode, Notes(wrong + truth, back=100))
    metrics = episode_metrics(record)
    assert (metrics["acc_exp"], metrics["acc_ref"], metrics["t3"]) == (0.0, 1.0, 100.0)
    assert metrics["exqa"] == pytest.approx(math.exp(-0.05))
    # Right, but nothing that was seen says so.
    assert metrics["grounded_ref"] < 1.0  # type: ignore[operator]


def test_a_record_is_driven_again_and_a_changed_answer_shows(episode: Episode) -> None:
    record = run(episode, Notes(("yes", "no")))
    again = run(episode, ReplayAgent(record))
    assert again.legs == record.legs
    assert again.probes == record.probes
    legs = list(record.legs)
    legs[1] = msgspec.structs.replace(legs[1], answers=("maybe", *legs[1].answers[1:]))
    changed = run(episode, ReplayAgent(msgspec.structs.replace(record, legs=tuple(legs))))
    assert changed.legs != record.legs


def test_who_knows_the_home_answers_everything_and_who_guesses_does_not(episode: Episode) -> None:
    known = run(episode, AGENTS.make("oracle-answers"), privileged=True)
    assert episode_metrics(known)["exqa"] == 1.0
    assert episode_metrics(known)["grounded_exp"] == 0.0
    for name in ("language-only", "random-answer"):
        metrics = episode_metrics(run(episode, AGENTS.make(name)))
        assert metrics["t3"] == 0.0
        assert 0.0 <= metrics["exqa"] <= 1.0  # type: ignore[operator]


def test_a_surveyor_explores_and_remembers(episode: Episode) -> None:
    longer = msgspec.structs.replace(episode, max_steps=90)
    for name in ("surveyor-oracle-eyes", "oracle-memory"):
        metrics = episode_metrics(run(longer, AGENTS.make(name), privileged=True))
        assert metrics["objects_seen"] > 10.0  # type: ignore[operator]
        assert metrics["area"] > 3.0  # type: ignore[operator]
        assert metrics["grounded_exp"] > 0.0  # type: ignore[operator]


def test_no_answers_are_wrong_answers(episode: Episode) -> None:
    record = run(episode, Notes(("",)))
    assert record.legs[1].outcome == "unanswered"
    assert episode_metrics(record)["exqa"] == 0.0


@pytest.mark.parametrize(
    ("said", "truth", "right"),
    [("yes", "yes", True), (" YES ", "yes", True), ("no", "yes", False), ("", "no", False),
     ("3", "3", True), ("3.0", "3", True), ("4", "3", False), ("21", "20", True), ("22", "20", False),
     ("three", "3", False), ("nan", "3", False), ("red, blue", "blue, red", True),
     ("red", "blue, red", False)],
)  # fmt: skip
def test_answers_are_compared_as_the_paper_does(said: str, truth: str, right: bool) -> None:
    assert is_correct(said, truth) is right


def test_options_out_of_bounds_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="energy"):
        ExploreAndAnswer(energy=-1.0)
    with pytest.raises(InvalidValueError, match="sonar"):
        ExploreAndAnswer(senses=("sonar",))
