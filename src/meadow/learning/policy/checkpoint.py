"""Checkpoints of policies: their plan, and whether a network is the one that was meant."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from meadow import serialize
from meadow.errors import RunError
from meadow.learning.checkpoint import CHECKPOINT, read_state, write_state
from meadow.learning.policy.network import NetworkConfig, Policy

if TYPE_CHECKING:
    from meadow.learning.policy.trainer import PolicyTrainingConfig

FORMAT = "meadow/policy-training/1"


def write_checkpoint(directory: Path, plan: PolicyTrainingConfig, state: dict[str, Any]) -> None:
    """Write a training's state; the last checkpoint stays until this one is complete."""
    described = serialize.encode(asdict(plan)).decode()
    write_state(directory, {"format": FORMAT, "plan": described, **state})


def read_checkpoint(
    directory: Path, shape: NetworkConfig | None = None, *, whole: bool = True
) -> dict[str, Any]:
    """A training's state; an error says what is wrong with it, or how its network differs.

    Args:
        directory: Of the training; or the file itself.
        shape: What the network must be like.
        whole: Whether it must be able to drive; trainings of an encoder alone are refused.
    """
    path = directory / CHECKPOINT if directory.is_dir() else directory
    state: dict[str, Any] = read_state(path)
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise RunError(f"{path} is not a checkpoint of a policy (expected format {FORMAT})")
    if whole and not any(name.startswith("actor.") for name in state["policy"]):
        raise RunError(
            f"{path} holds an encoder that sees but cannot drive: train a policy with "
            "--encoder-weights DIR"
        )
    found = plan_of(state).shape
    if shape is not None and found != shape:
        wanted = {k: v for k, v in asdict(shape).items() if v != getattr(found, k)}
        there = {k: getattr(found, k) for k in wanted}
        raise RunError(
            f"{path} holds a network of another architecture: it has {there}, this training has "
            f"{wanted}. Give the options that it was trained with, or another --out"
        )
    return state


def plan_of(state: dict[str, Any]) -> PolicyTrainingConfig:
    """The plan that a checkpoint was trained by."""
    from meadow.learning.policy.trainer import PolicyTrainingConfig

    return msgspec.json.decode(state["plan"], type=PolicyTrainingConfig)


def load_policy(directory: Path) -> tuple[Policy, dict[str, Any]]:
    """The network of a checkpoint, ready to drive, and the whole state."""
    state = read_checkpoint(directory)
    policy = Policy(plan_of(state).shape)
    policy.load_state_dict(state["policy"])
    return policy.eval(), state
