"""Named presets: the tasks, senses and configurations that the shipped policies were trained with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from meadow.errors import UnknownIdError
from meadow.learning.policy import FURTHER_PRESETS
from meadow.learning.policy.dagger import DAgger
from meadow.learning.policy.network import NetworkConfig
from meadow.learning.policy.ppo import PPO
from meadow.learning.policy.trainer import PolicyTrainingConfig


@dataclass(frozen=True, kw_only=True)
class TrainingPreset:
    """A task, the homes to learn it in, and the configuration of the training."""

    task: str
    """"pointnav", "objectnav" or "explore"."""
    config: PolicyTrainingConfig
    rooms: tuple[int, int] = (1, 3)
    """Fewest and most rooms of the homes."""
    homes: int = 300
    """How many homes."""
    num_envs: int = 32
    """Robots side by side in each process."""
    max_steps: int = 150
    """Longest episode. The papers train with 500 steps; shorter episodes show a learner more homes."""
    hfov: float = 79.0
    """Horizontal field of view of the camera, degrees."""
    temperature: float = 0.0
    """Softmax temperature of the trained agent; 0 always takes the likeliest action."""
    privileged_goal_map: bool = False
    """Let the simulator draw the goal map, not the embedded model: faster, for a first stage."""
    make: Callable[..., Any] | None = None
    """Makes the batched environment from the preset, where a benchmark brings its own."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else the card of a trained policy should say."""


#: Reinforcement learning after imitation: small steps, on a policy that already knows its way.
_POLISH = PPO(num_minibatches=2, learning_rate=1e-4, epochs=2)


#: Frames that the embedded model looks at cost more than learning does, so each is used more than once.
#: Stop is one action in a hundred here, but with more weight than others it is said too early too often.
_SEARCH = DAgger(epochs=3)


def _navigate(task: str, senses: tuple[str, ...], dagger: int, ppo: int) -> TrainingPreset:
    network = NetworkConfig(senses=senses, goal="polar", actions=4, hidden=256)
    config = PolicyTrainingConfig(
        network=network, dagger_frames=dagger, ppo=_POLISH, ppo_frames=ppo
    )
    if task == "pointnav":
        return TrainingPreset(task=task, config=config)
    network = replace(network, senses=(*senses, "goal_map"), goal="category", actions=6)
    config = replace(config, network=network, dagger=_SEARCH)
    # A little chance frees it from corners where the likeliest action leads nowhere.
    return TrainingPreset(task=task, config=config, max_steps=200, temperature=0.3)


def _explore(rooms: tuple[int, int]) -> TrainingPreset:
    """CoW's explorers learn for 60 million frames from nothing; these are shown to roam first."""
    network = NetworkConfig(senses=("rgb",), goal="none", actions=6, hidden=256)
    polish = PPO(num_minibatches=2)
    config = PolicyTrainingConfig(
        network=network, dagger_frames=200_000, ppo=polish, ppo_frames=500_000, freeze=True
    )
    return TrainingPreset(
        task="explore", config=config, rooms=rooms, max_steps=300, temperature=1.0
    )


PRESETS = {
    "pointnav-depth": _navigate("pointnav", ("depth",), 2_000_000, 400_000),
    "pointnav-rgbd": _navigate("pointnav", ("rgb", "depth"), 2_000_000, 400_000),
    # From colours alone the likeliest action turns to and fro before some corners for ever: greedy, the
    # shipped policy passes 75 % of held-out episodes; drawing its actions, 96 %.
    "pointnav-rgb": replace(_navigate("pointnav", ("rgb",), 3_000_000, 600_000), temperature=0.7),
    "objectnav-rgb": _navigate("objectnav", ("rgb",), 120_000, 0),
    "objectnav-rgbd": _navigate("objectnav", ("rgb", "depth"), 120_000, 0),
    "explore-flats": _explore((1, 3)),
    "explore-houses": _explore((4, 6)),
}


def find_preset(name: str) -> TrainingPreset:
    """Return the preset with a name; an error lists the names that there are."""
    if name in FURTHER_PRESETS:
        return FURTHER_PRESETS.get(name)
    if name not in PRESETS:
        raise UnknownIdError("preset", name, [*PRESETS, *FURTHER_PRESETS.names()])
    return PRESETS[name]
