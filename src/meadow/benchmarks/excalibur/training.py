"""How the paper's learned agents are trained: ``meadow train policy excalibur-novelty+qa``.

PPO with the unweighted sum of its loss and of the loss (2) of answers; rewards (3) and (4) by name. The
paper says little of sizes: those here are chosen for one core.
"""

from __future__ import annotations

import math
from typing import Any

from meadow.benchmarks.excalibur.envs import ExcaliburVectorEnv, small_camera
from meadow.benchmarks.excalibur.episodes import BODY
from meadow.benchmarks.excalibur.table import table
from meadow.learning.policy.network import NetworkConfig
from meadow.learning.policy.ppo import PPO
from meadow.learning.policy.presets import TrainingPreset
from meadow.learning.policy.trainer import PolicyTrainingConfig
from meadow.models.text.words import load_words
from meadow.types import MANIPULATION

#: Steps of phases I and III while learning: shorter than in episodes, so that more homes are seen.
EXPLORE_STEPS, REENTER_STEPS = 500, 250
FRAMES = 1_000_000
#: Finished policy whose small encoder is used, frozen; the paper's encoders are frozen too.
ENCODER = "explore-houses"
#: Steps in which the decoder learns from questions alone; the paper's T5 knows language beforehand.
LANGUAGE_STEPS = 600
NOTES = {
    "rewards": "(4) of novelty and (3) of answers, each with the weight that the name says",
    "reward (3) and loss (2)": "every 50 steps with beam 2; the reward is the change since the last time",
    "encoder": f"that of {ENCODER}, frozen, unless the senses say otherwise",
    "loss": "unweighted sum of PPO's and of (2), the latter as the mean over questions",
    "phases": f"I of {EXPLORE_STEPS} steps, III of up to {REENTER_STEPS}, while learning",
    "questions": "from phase III on the network also gets the mean of the word vectors of the questions",
    "answers": "by a small trained decoder: 4 prefix vectors from the belief, one layer of attention over "
    "them and the question's words, a GRU over the words of the answer",
    "language": f"before the first frame the decoder learns for {LANGUAGE_STEPS} steps how questions of "
    "training homes are answered",
}


def answer_words() -> tuple[str, ...]:
    """Every word that answers to the table's questions consist of."""
    return tuple(
        sorted({word for e in table().entries for said in e.answers for word in said.split(", ")})
    )


def _environment(preset: TrainingPreset, weights: tuple[float, float], **options: Any) -> Any:
    network = preset.config.network
    return ExcaliburVectorEnv(
        preset.num_envs,
        homes=preset.homes,
        embodiment=small_camera(network.width, network.height),
        explore_steps=EXPLORE_STEPS,
        reenter_steps=REENTER_STEPS,
        novelty=weights[0],
        qa=weights[1],
        autoreset_mode="SameStep",
        supersample=2 if "rgb" in network.senses else 1,
        **options,
    )


def _preset(novelty: float, qa: float) -> TrainingPreset:
    network = NetworkConfig(
        senses=("rgb",),
        goal="vector",
        goal_size=load_words().dimensions,
        actions=len(MANIPULATION),
        hidden=256,
        head_hidden=128,
        answers=answer_words(),
    )
    config = PolicyTrainingConfig(
        network=network,
        ppo=PPO(num_steps=100, num_minibatches=2, epochs=2, max_grad_norm=2.0),
        ppo_frames=FRAMES,
        auxiliary="answers",
        language_steps=LANGUAGE_STEPS,
        encoder_weights=ENCODER,
        freeze=True,
    )
    return TrainingPreset(
        task="excalibur",
        config=config,
        rooms=(1, 10),
        homes=200,
        num_envs=16,
        max_steps=EXPLORE_STEPS + REENTER_STEPS,
        hfov=math.degrees(BODY.camera.hfov),
        temperature=1.0,
        make=lambda preset, **options: _environment(preset, (novelty, qa), **options),
        notes=NOTES | {"weights of rewards": f"novelty {novelty:g}, answers {qa:g}"},
    )


NOVELTY = _preset(1.0, 0.0)
QA = _preset(0.0, 1.0)
NOVELTY_QA = _preset(1.0, 1.0)
