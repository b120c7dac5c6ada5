"""Export of a checkpoint to the two files that an agent runs: the network as ONNX, and its card."""

from __future__ import annotations

import hashlib
import io
import json
import math
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from torch import Tensor, nn

from meadow import serialize
from meadow.episodes.categories import ROBOTHOR
from meadow.learning.policy.answers import AnswerDecoder, AnswerHead
from meadow.learning.policy.checkpoint import config_of, load_policy
from meadow.learning.policy.exams import PREFIX
from meadow.learning.policy.network import Policy, blank
from meadow.learning.policy.pad import make_head
from meadow.learning.policy.presets import TrainingPreset
from meadow.learning.policy.trainer import LOG
from meadow.optional import require
from meadow.policies.features import FEATURES, policy_features
from meadow.policies.goal_map import policy_eyes
from meadow.policies.policy import LAST_ACTION_INPUT, PolicyCard, answers_file
from meadow.policies.questions import LONGEST
from meadow.types import MANIPULATION, NAVIGATION, NAVIGATION_AND_LOOK

#: Points of the curves that are kept with a policy, and what of a training's log they leave out.
CURVE_POINTS = 200
UNTOLD = ("iteration", "simulation", "inference", "learning")


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
        examples["goal"] = {
            "polar": torch.zeros(1, 2),
            "category": torch.zeros(1, 1, dtype=torch.int64),
            "vector": torch.zeros(1, network.goal_size),
        }[network.goal]
    if network.last_action:
        examples["last_action"] = torch.zeros(1, dtype=torch.int64)
    examples["memory_in"] = torch.zeros(1, network.hidden)
    inputs = [LAST_ACTION_INPUT if name == "last_action" else name for name in examples]
    outputs = ["logits", "value", "memory"]
    step = _Step(policy.eval(), list(examples))
    return _onnx(step, tuple(examples.values()), inputs, outputs, [*inputs, *outputs])


class _Answers(nn.Module):
    """The answers to questions from the memory of one robot."""

    def __init__(self, decoder: AnswerDecoder) -> None:
        super().__init__()
        self.decoder = decoder

    def forward(self, memory: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
        """(Q, W) words from (1, H), (Q, L, D) and (Q, L)."""
        return self.decoder.search(memory.expand(tokens.shape[0], -1), tokens, mask)


class _Prefix(nn.Module):
    """The prefix that a language model reads, from the memory of one robot."""

    def __init__(self, decoder: Any) -> None:
        super().__init__()
        self.decoder = decoder

    def forward(self, memory: Tensor) -> Tensor:
        """(1, P, D) from (1, H)."""
        found: Tensor = self.decoder.prefixes(memory)
        return found


def answers_bytes(decoder: Any, hidden: int) -> bytes:
    """The decoder of answers as an ONNX model, for any number of questions at once.

    Of a decoder with a language model only what makes the prefix is exported.
    """
    require("onnx")
    if not isinstance(decoder, AnswerDecoder):
        return _onnx(
            _Prefix(decoder).eval(), (torch.zeros(1, hidden),), ["memory_in"], ["prefix"], []
        )
    words = decoder.enter.in_features
    examples = torch.zeros(1, hidden), torch.zeros(2, LONGEST, words), torch.ones(2, LONGEST)
    names = ["memory_in", "tokens", "mask"]
    return _onnx(
        _Answers(decoder).eval(), examples, names, ["answers"], ["tokens", "mask", "answers"]
    )


def _onnx(
    module: nn.Module,
    examples: tuple[Tensor, ...],
    inputs: list[str],
    outputs: list[str],
    batched: list[str],
) -> bytes:
    """A module as an ONNX model; the first axis of ``batched`` inputs and outputs may have any length."""
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module,
            examples,
            buffer,
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={name: {0: "n"} for name in batched},
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
    """Write ``NAME.onnx``, ``NAME.json`` and the curves of the training beside a checkpoint.

    Args:
        directory: Directory with the checkpoint.
        name: Name of the policy.
        preset: Preset that the policy was trained with.
        corruptions: Corruptions that the policy was trained under.
        command: Command that trained it; by default this process's own, without directories.
        start: Directory of the training that it began with, whose frames and minutes are added.

    Returns:
        The file of the network.
    """
    before = _card_in(start)
    command = command or _own_command()
    policy, state = load_policy(directory)
    config, network = config_of(state), policy.network
    data = onnx_bytes(policy)
    actions = {len(a): a for a in (NAVIGATION, NAVIGATION_AND_LOOK, MANIPULATION)}[network.actions]
    answering = _answering(policy, state)
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
        eyes=_eyes_of(network.senses),
        temperature=preset.temperature,
        categories=ROBOTHOR if network.goal == "category" else (),
        augmentations=tuple(config.augment),
        corruptions=corruptions,
        frames=state["frames"] + (before.frames if before else 0),
        ppo_frames=config.frames_of_ppo(state["frames"]) + (before.ppo_frames if before else 0),
        minutes=round(state["seconds"] / 60.0 + (before.minutes if before else 0.0), 1),
        command=f"{before.command} && {command}" if before else command,
        answers=() if network.language_model else network.answers,
        language_model=network.language_model,
        answers_sha256=hashlib.sha256(answering).hexdigest() if answering else "",
        notes=_notes(preset, network.language_model),
    )
    path = directory / f"{name}.onnx"
    _write(path, data, answering, card)
    return path


def _notes(preset: TrainingPreset, language_model: str) -> dict[str, str]:
    """What else there is to say of a training."""
    if not language_model:
        return dict(preset.notes)
    said = f"by the frozen {language_model}, which reads {PREFIX} prefix vectors before a question"
    return {**preset.notes, "answers": said}


def _write(path: Path, data: bytes, answering: bytes, card: PolicyCard) -> None:
    """Network, card, and where there are any the decoder of answers and the curves."""
    serialize.write_bytes(path, data)
    if answering:
        serialize.write_bytes(answers_file(path), answering)
    serialize.write(path.with_suffix(".json"), card, indent=True)
    log = path.with_name(LOG)
    if log.is_file():
        serialize.write(path.with_suffix(".curves.json"), curves(log))


def _answering(policy: Policy, state: dict[str, Any]) -> bytes:
    """The exported decoder of answers; empty for a policy that answers no questions."""
    head = make_head(config_of(state).auxiliary, policy)
    if not isinstance(head, AnswerHead):
        return b""
    head.load_state_dict(state["head"])
    return answers_bytes(head.decoder, policy.network.hidden)


def curves(log: Path, points: int = CURVE_POINTS) -> dict[str, list[float | None]]:
    """The figures of a training's log over its frames, as means of about so many equal stretches."""
    rows = [json.loads(line) for line in log.read_text().splitlines() if line.strip()]
    rows = [row for row in rows if "frames" in row]
    names = sorted({n for row in rows for n, v in row.items() if isinstance(v, int | float)})
    step = max(1, math.ceil(len(rows) / points))
    found: dict[str, list[float | None]] = {name: [] for name in names if name not in UNTOLD}
    for start in range(0, len(rows), step):
        stretch = rows[start : start + step]
        for name, values in found.items():
            told = [row[name] for row in stretch if name in row]
            value = max(told) if name == "frames" else fmean(told) if told else None
            values.append(None if value is None else round(value, 5))
    return found


def _eyes_of(senses: Sequence[str]) -> str:
    """The model that made a policy's inputs; empty where it senses only what a camera gives."""
    if "goal_map" in senses:
        return policy_eyes().card().summary()
    return policy_features().card().summary() if senses[0] in FEATURES else ""


def _card_in(directory: Path | None) -> PolicyCard | None:
    """The card of an exported training; None where nothing was exported."""
    found = sorted(directory.glob("*.onnx")) if directory is not None else []
    networks = [path for path in found if "." not in path.stem]  # not what answers questions
    return serialize.read(networks[0].with_suffix(".json"), PolicyCard) if networks else None


def _own_command() -> str:
    """The command line of this process without its output directory, which means nothing elsewhere."""
    words, kept = iter(sys.argv[1:]), ["meadow"]
    for word in words:
        if word in ("--out", "-o"):
            next(words, None)
        elif word != "--resume" and not word.startswith("--out="):
            kept.append(word)
    return " ".join(kept)
