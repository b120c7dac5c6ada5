"""The learned agents: one training from the first frame to answers in an episode."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from meadow.benchmarks.excalibur.episodes import EXCALIBUR_MINI
from meadow.benchmarks.excalibur.learned import learned
from meadow.benchmarks.excalibur.task import ExploreAndAnswer
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.errors import MissingWeightsError
from meadow.evaluation.run.rollout import run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.types import MANIPULATION, Action


def test_missing_weights_say_how_to_train_them() -> None:
    with pytest.raises(MissingWeightsError, match="meadow train policy excalibur-novel"):
        learned("novel")
    with pytest.raises(MissingWeightsError, match="excalibur-novel --encoder pooled"):
        learned("novel-pooled")


def test_a_training_answers_on_the_way_resumes_and_gives_an_agent(tmp_path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.export import export
    from meadow.learning.policy.presets import find_preset
    from meadow.learning.policy.trainer import PolicyTrainer

    preset = find_preset("excalibur-novelty+qa")
    config = replace(
        preset.config,
        network=replace(preset.config.network, hidden=16),
        ppo=replace(preset.config.ppo, num_steps=52),
        ppo_frames=1000,
        language_steps=3,
    )
    preset = replace(preset, config=config, num_envs=2, homes=1)
    trainer = PolicyTrainer(config, make_environment(preset, 0))
    first = trainer.iterate()
    assert first["auxiliary"] > 1.0  # loss (2): two exams of both robots
    assert first["language"] > 1.0
    trainer.save(tmp_path)
    onward = trainer.iterate()
    assert "language" not in onward  # only before the first frame
    again = PolicyTrainer(config, make_environment(preset, 0))
    again.load(tmp_path)
    assert again.iterate()["loss"] == pytest.approx(onward["loss"], rel=1e-6)
    again.save(tmp_path)
    path = export(tmp_path, "tiny", preset, command="meadow train policy tiny")
    agent = learned(str(path))
    assert agent.card.notes["weights of rewards"] == "novelty 1, answers 1"
    episode = msgspec.structs.replace(home_episodes(EXCALIBUR_MINI, 0)[0], max_steps=10)
    simulator = MeadowSimulator(episode.embodiment, arm=episode.arm)
    task = ExploreAndAnswer(most_reentry=10)
    record = run_episode(simulator, task, agent, episode, load_house(episode.house))
    assert [len(leg.answers) for leg in record.legs] == [0, 8, 0, 8]
    known = set(config.network.answers)
    assert all(set(said.split(", ")) <= known | {""} for said in record.legs[1].answers)
    assert Action.STOP not in record.actions[: record.legs[1].first]
    assert set(record.actions) <= set(MANIPULATION)
