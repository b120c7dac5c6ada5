"""Export of a checkpoint to the two files that an agent runs: the network as ONNX, and its card."""

from __future__ import annotations

import hashlib
import io
import sys
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from meadow import serialize
from meadow.episodes.categories import ROBOTHOR
from meadow.learning.policy.checkpoint import config_of, load_policy
from meadow.learning.policy.network import Policy, blank
from meadow.learning.policy.presets import TrainingPreset
from meadow.optional import require
from meadow.policies.goal_map import policy_eyes
from meadow.policies.policy import LAST_ACTION_INPUT, PolicyCard
from meadow.types import NAVIGATION, NAVIGATION_AND_LOOK


class _Step(nn.Module):
    """One step of a policy, with its inputs in a fixed order."""

    def __init__(self, policy: Policy, names: list[str]) -> None:
        super().__init__()
        self.policy, self.names = policy, names

    def forward(self, *inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (N, A), values (N,) and the new memory (N, H)."""
        flat = dict(zip(self.names, inputs))
        memory = flat.pop("memory_in")
        flat.setdefault(
            "goal", memory[:, :1]
        )  # not looked at without a goal, but it gives the size
        starts = torch.zeros_like(memory[:, 0]).unsqueeze(0)
        features = self.policy.encode(flat)
        logits, values, after = self.policy.decide(features, flat, starts, memory)
        return logits[0], values[0], after


def onnx_bytes(policy: Policy) -> bytes:
    """The policy as an ONNX model, for any number of robots at once."""
    require("onnx")
    network = policy.network
    examples = blank(network)
    if network.goal != "none":
        polar = network.goal == "polar"
        examples["goal"] = torch.zeros(1, 2) if polar else torch.zeros(1, 1, dtype=torch.int64)
    if network.last_action:
        examples["last_action"] = torch.zeros(1, dtype=torch.int64)
    examples["memory_in"] = torch.zeros(1, network.hidden)
    inputs = [LAST_ACTION_INPUT if name == "last_action" else name for name in examples]
    outputs = ["logits", "value", "memory"]
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Step(policy.eval(), list(examples)),
            tuple(examples.values()),
            buffer,
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={name: {0: "n"} for name in [*inputs, *outputs]},
            opset_version=17,
            dynamo=False,
        )
    return buffer.getvalue()


def export(
    directory: Path,
    name: str,
    preset: TrainingPreset,
    *,
    corruptions: tuple[str, ...] = (),
    command: str = "",
    start: Path | None = None,
) -> Path:
    """Write ``NAME.onnx`` and ``NAME.json`` beside a checkpoint; returns the first.

    Args:
        directory: Directory with the checkpoint.
        name: Name of the policy.
        preset: Preset that the policy was trained with.
        corruptions: Corruptions that the policy was trained under.
        command: Command that trained it; by default this process's own, without directories.
        start: Directory of the training that it began with, whose frames and minutes are added.
    """
    before = _card_in(start)
    command = command or _own_command()
    policy, state = load_policy(directory)
    config, network = config_of(state), policy.network
    data = onnx_bytes(policy)
    actions = NAVIGATION if network.actions == len(NAVIGATION) else NAVIGATION_AND_LOOK
    card = PolicyCard(
        name=name,
        task=preset.task,
        senses=tuple(network.senses),
        goal=network.goal,
        actions=tuple(str(a) for a in actions),
        width=network.width,
        height=network.height,
        hfov=preset.hfov,
        hidden=network.hidden,
        last_action=network.last_action,
        sha256=hashlib.sha256(data).hexdigest(),
        eyes=policy_eyes().card().summary() if "goal_map" in network.senses else "",
        temperature=preset.temperature,
        categories=ROBOTHOR if network.goal == "category" else (),
        augmentations=tuple(config.augment),
        corruptions=corruptions,
        frames=state["frames"] + (before.frames if before else 0),
        ppo_frames=config.frames_of_ppo(state["frames"]) + (before.ppo_frames if before else 0),
        minutes=round(state["seconds"] / 60.0 + (before.minutes if before else 0.0), 1),
        command=f"{before.command} && {command}" if before else command,
    )
    path = directory / f"{name}.onnx"
    serialize.write_bytes(path, data)
    serialize.write(path.with_suffix(".json"), card, indent=True)
    return path


def _card_in(directory: Path | None) -> PolicyCard | None:
    """The card of an exported training; None where nothing was exported."""
    cards = sorted(directory.glob("*.onnx")) if directory is not None else []
    return serialize.read(cards[0].with_suffix(".json"), PolicyCard) if cards else None


def _own_command() -> str:
    """The command line of this process without its output directory, which means nothing elsewhere."""
    words, kept = iter(sys.argv[1:]), ["meadow"]
    for word in words:
        if word in ("--out", "-o"):
            next(words, None)
        elif word != "--resume" and not word.startswith("--out="):
            kept.append(word)
    return " ".join(kept)
