"""Checkpoints of policies: they keep the configuration, and are refused when the network differs."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from meadow import serialize
from meadow.errors import RunError
from meadow.learning.checkpoint import CHECKPOINT, read_state, with_new_names, write_state
from meadow.learning.policy.network import NetworkConfig, Policy

if TYPE_CHECKING:
    from meadow.learning.policy.trainer import PolicyTrainingConfig

FORMAT = "meadow/policy-training/1"
#: Present names of the fields that older checkpoints call otherwise.
NEW_NAMES = {
    "shape": "network",
    "feel": "last_action",
    "steps": "num_steps",
    "minibatches": "num_minibatches",
    "rate": "learning_rate",
    "gae": "gae_lambda",
    "value": "vf_coef",
    "gradient": "max_grad_norm",
    "clip": "clip_coef",
    "entropy": "entropy_coef",
    "alone": "decay_fraction",
    "floor": "min_teacher_fraction",
    "stop": "stop_weight",
}


def write_checkpoint(directory: Path, config: PolicyTrainingConfig, state: dict[str, Any]) -> None:
    """Write a training's state; the last checkpoint stays until this one is complete."""
    described = serialize.encode(asdict(config)).decode()
    write_state(directory, {"format": FORMAT, "plan": described, **state})


def read_checkpoint(
    directory: Path, network: NetworkConfig | None = None, *, whole: bool = True
) -> dict[str, Any]:
    """A training's state; an error says what is wrong with it, or how its network differs.

    Args:
        directory: The training's directory, or the checkpoint itself.
        network: Configuration that the checkpoint's network must have.
        whole: Whether to refuse the checkpoint of an encoder alone, which cannot drive.
    """
    path = directory / CHECKPOINT if directory.is_dir() else directory
    state: dict[str, Any] = read_state(path)
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise RunError(f"{path} is not a checkpoint of a policy (expected format {FORMAT})")
    state["policy"] = {
        re.sub(r"^feel\.", "last_action.", name): value for name, value in state["policy"].items()
    }
    if whole and not any(name.startswith("actor.") for name in state["policy"]):
        raise RunError(
            f"{path} holds an encoder that sees but cannot drive: train a policy with "
            "--encoder-weights DIR"
        )
    found = config_of(state).network
    if network is not None and found != network:
        wanted = {k: v for k, v in asdict(network).items() if v != getattr(found, k)}
        there = {k: getattr(found, k) for k in wanted}
        raise RunError(
            f"{path} holds a network of another architecture: it has {there}, this training has "
            f"{wanted}. Give the options that it was trained with, or another --out"
        )
    return state


def config_of(state: dict[str, Any]) -> PolicyTrainingConfig:
    """The configuration of the training that wrote a checkpoint."""
    from meadow.learning.policy.trainer import PolicyTrainingConfig

    raw = with_new_names(msgspec.json.decode(state["plan"]), NEW_NAMES)
    return msgspec.convert(raw, PolicyTrainingConfig)


def load_policy(directory: Path) -> tuple[Policy, dict[str, Any]]:
    """The network of a checkpoint, ready to drive, and the whole state."""
    state = read_checkpoint(directory)
    policy = Policy(config_of(state).network)
    policy.load_state_dict(state["policy"])
    return policy.eval(), state
