"""``meadow train policy`` and ``meadow train adapt``: from nothing to an agent that the harness runs."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

from meadow.cli.main import run
from meadow.cli.train.adapt import Config as AdaptConfig
from meadow.cli.train.adapt import directory_of
from meadow.evaluation.run.rollout import run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes

SMALL = ["--homes", "2", "--num-envs", "2", "--hidden", "16", "--rooms", "1"]
SHORT = ["--dagger-frames", "64", "--ppo-frames", "256"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("policies") / "action"
    words = ["train", "policy", "pointnav-rgb", *SMALL, *SHORT, "--auxiliary", "action"]
    assert run([*words, "--out", str(folder)]) == 0
    return folder


def test_a_trained_policy_is_an_agent(trained: Path) -> None:
    from meadow.policies.policy import PolicyAgent

    agent = PolicyAgent(str(trained / "pointnav-rgb.onnx"))
    assert agent.card.frames == 64 + 256
    assert agent.card.command.startswith("meadow")
    episode = tiny_episodes(1, "pointnav")[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    simulator = MeadowSimulator(BODY)
    record = run_episode(simulator, TASKS.make("pointnav"), agent, episode, house)
    assert record.actions


def test_finished_and_foreign_trainings_are_not_overwritten(trained: Path, capsys) -> None:
    assert run(["train", "policy", "pointnav-rgb", *SMALL, "--out", str(trained)]) == 2
    assert "add --resume" in capsys.readouterr().err
    words = ["train", "policy", "pointnav-depth", *SMALL, "--out", str(trained), "--resume"]
    assert run(words) == 2
    assert "another architecture" in capsys.readouterr().err


def test_adaptation_makes_a_policy_that_says_what_it_knew(trained: Path, capsys) -> None:
    words = ["train", "adapt", str(trained), "--corrupt", "low_lighting@5", "--budget", "64"]
    assert run([*words, "--homes", "1", "--rooms", "1", "--num-envs", "1"]) == 0
    assert "self-supervised loss" in capsys.readouterr().out
    from meadow.policies.policy import read_policy

    adapted = trained.with_name("action-low_lighting@5")
    card, _ = read_policy(adapted / f"{adapted.name}.onnx")
    assert card.corruptions == ("low_lighting@5",)


def test_where_an_adapted_policy_goes_is_known_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    """In the policy's own directory, which has the name ".", the error came after all steps."""
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    beside = directory_of(AdaptConfig(policy=Path("."), corrupt="spatter@5"))
    assert beside == tmp_path.resolve() / "mine-spatter@5"
    (tmp_path / "file").write_text("")
    words = ["train", "adapt", ".", "--corrupt", "spatter@5", "-o", str(tmp_path / "file" / "x")]
    assert run(words) == 2
    assert "expected a directory" in capsys.readouterr().err


def test_presets_and_frozen_encoders_are_checked(capsys) -> None:
    assert run(["train", "policy", "pointnav-rgbt"]) == 2
    assert "pointnav-rgbd" in capsys.readouterr().err
    assert run(["train", "policy", "explore-flats"]) == 2
    assert "--encoder-weights" in capsys.readouterr().err
