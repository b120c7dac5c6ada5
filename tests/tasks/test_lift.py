"""The task with an arm: what is told, what is sensed, what counts, and that its rows verify."""

from __future__ import annotations

import dataclasses

import msgspec
import numpy as np
import pytest

from meadow.agents.lift_oracle import LiftOracle
from meadow.agents.person import PersonAgent, driven_by
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.episodes.suites import LIFT_MINI
from meadow.errors import InvalidValueError, MeadowError
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.verify import Verifier
from meadow.evaluation.run.worker import Worker, finished_row
from meadow.replay import decode_replay, encode_replay
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.lift import Lift
from meadow.types import Action, Brief, Observation

A = Action
KEYS = (A.LOOK_DOWN, A.ARM_AHEAD, A.LIFT_DOWN, A.FORCE_UP, A.GRASP, A.JOINT_1_PLUS, A.STOP)


class Script:
    """Somebody who presses the same keys in every episode."""

    def __init__(self) -> None:
        self.told: list[Brief] = []
        self.seen: list[Observation] = []

    def begin(self, brief: Brief) -> None:
        self.told.append(brief)

    def choose(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return KEYS[min(observation.step, len(KEYS) - 1)]

    def answer(self, question: str) -> str:
        return ""


@pytest.fixture(scope="module")
def episodes():
    body = LIFT_MINI.embodiment
    small = dataclasses.replace(body, camera=dataclasses.replace(body.camera, width=64, height=48))
    return [
        msgspec.structs.replace(episode, embodiment=small)
        for episode in home_episodes(LIFT_MINI, 0)[4:6]
    ]


def test_a_persons_run_is_an_ordinary_one(episodes):
    person = Script()
    spec = make_spec("lift-mini", episodes, "person")
    with driven_by(person):
        outcome = Worker(spec).run(episodes[0])
    row = outcome.row
    assert row["status"] == "ok", row
    assert row["sensors"] == ["rgb", "hand"]
    assert row["metrics"]["steps"] == len(KEYS)
    assert person.told[0].arm == episodes[0].arm
    assert all(seen.depth is None and seen.pose is None for seen in person.seen)
    assert person.seen[-1].arm.force == 0.05
    record = decode_replay(outcome.replay)
    again = Verifier(spec).drive(record)
    assert again.actions == record.actions
    assert again.poses == record.poses
    assert finished_row(spec, again)["metrics"] == row["metrics"]
    assert encode_replay(record)


def test_nobody_at_the_controls_is_told(episodes):
    with pytest.raises(MeadowError, match="meadow play"):
        PersonAgent().reset(Brief(task="lift", goal="mug"))


def test_senses_are_an_option(episodes):
    person = Script()
    spec = make_spec("lift-mini", episodes, "person", task_options={"senses": ["depth", "pose"]})
    with driven_by(person):
        row = Worker(spec).run(episodes[0]).row
    assert row["sensors"] == ["rgb", "depth", "pose", "hand"]
    assert person.seen[0].depth is not None
    assert person.seen[0].pose is not None
    with pytest.raises(InvalidValueError, match="expected some of depth, pose"):
        Lift(senses=("smell",))


def test_success_is_holding_it_up(episodes):
    wins = 0
    for episode in episodes:
        simulator = MeadowSimulator(episode.embodiment, arm=episode.arm)
        house = load_house(episode.house)
        record = run_episode(simulator, Lift(), LiftOracle(), episode, house, privileged=True)
        held = record.probes["held"][-1]
        wins += record.success
        assert record.success == (held in episode.goal.objects and record.parts["raised"] >= 0.05)
        gaps = [gap for gap in record.probes["hand_gap"] if gap is not None]
        assert np.isfinite(gaps).all()
    assert wins
