"""From a checkpoint to the two files that an agent runs: the network as ONNX, and its card."""

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
from meadow.learning.policy.checkpoint import load_policy, plan_of
from meadow.learning.policy.courses import TrainingPreset
from meadow.learning.policy.network import Policy, blank
from meadow.optional import require
from meadow.policies.goal_map import policy_eyes
from meadow.policies.policy import PolicyCard
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
        features = self.policy.look(flat)
        logits, values, after = self.policy.decide(features, flat, starts, memory)
        return logits[0], values[0], after


def onnx_bytes(policy: Policy) -> bytes:
    """The policy as an ONNX model, for any number of robots at once."""
    require("onnx")
    shape = policy.shape
    examples = blank(shape)
    if shape.goal != "none":
        polar = shape.goal == "polar"
        examples["goal"] = torch.zeros(1, 2) if polar else torch.zeros(1, 1, dtype=torch.int64)
    if shape.feel:
        examples["feel"] = torch.zeros(1, dtype=torch.int64)
    examples["memory_in"] = torch.zeros(1, shape.hidden)
    outputs = ["logits", "value", "memory"]
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Step(policy.eval(), list(examples)),
            tuple(examples.values()),
            buffer,
            input_names=list(examples),
            output_names=outputs,
            dynamic_axes={name: {0: "n"} for name in [*examples, *outputs]},
            opset_version=17,
            dynamo=False,
        )
    return buffer.getvalue()


def export(
    directory: Path,
    name: str,
    course: TrainingPreset,
    *,
    corruptions: tuple[str, ...] = (),
    command: str = "",
    start: Path | None = None,
) -> Path:
    """Write ``NAME.onnx`` and ``NAME.json`` beside a checkpoint; returns the first.

    Args:
        directory: With the checkpoint.
        name: Of the policy.
        course: What it was trained on.
        corruptions: That it was trained under.
        command: That made it; this process's own when empty, without its places.
        start: Directory of the training that it began with: what that took counts too.
    """
    before = _card_in(start)
    command = command or _own_command()
    policy, state = load_policy(directory)
    plan, shape = plan_of(state), policy.shape
    data = onnx_bytes(policy)
    actions = NAVIGATION if shape.actions == len(NAVIGATION) else NAVIGATION_AND_LOOK
    card = PolicyCard(
        name=name,
        task=course.task,
        senses=tuple(shape.senses),
        goal=shape.goal,
        actions=tuple(str(a) for a in actions),
        width=shape.width,
        height=shape.height,
        hfov=course.hfov,
        hidden=shape.hidden,
        feel=shape.feel,
        sha256=hashlib.sha256(data).hexdigest(),
        eyes=policy_eyes().card().summary() if "goal_map" in shape.senses else "",
        temperature=course.temperature,
        categories=ROBOTHOR if shape.goal == "category" else (),
        augmentations=tuple(plan.augment),
        corruptions=corruptions,
        frames=state["frames"] + (before.frames if before else 0),
        ppo_frames=plan.frames_of_ppo(state["frames"]) + (before.ppo_frames if before else 0),
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
    """How this process was called, without where it put its files: cards travel, directories do not."""
    words, kept = iter(sys.argv[1:]), ["meadow"]
    for word in words:
        if word in ("--out", "-o"):
            next(words, None)
        elif word != "--resume" and not word.startswith("--out="):
            kept.append(word)
    return " ".join(kept)
