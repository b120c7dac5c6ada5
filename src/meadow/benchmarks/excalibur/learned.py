"""The learned agents of the paper: a recurrent actor-critic whose memory also answers questions."""

from __future__ import annotations

from pathlib import Path

from meadow.errors import MissingWeightsError
from meadow.policies.policy import PolicyAgent

WEIGHTS = Path(__file__).parent / "weights"


def weights_file(name: str) -> Path:
    """The committed network of an agent."""
    return WEIGHTS / f"{name.replace('+', '-')}.onnx"


def learned(weights: str, *, temperature: float | None = None) -> PolicyAgent:
    """An agent that drives and answers by a trained network.

    Args:
        weights: "novelty", "qa" or "novelty+qa", perhaps with an encoder ("qa-pooled"), or the path of an
            ``.onnx`` file.
        temperature: 0 takes the likeliest action; 1 draws actions as in training.
    """
    path = Path(weights) if weights.endswith(".onnx") else weights_file(weights)
    if not path.exists():
        reward, _, encoder = weights.partition("-")
        how = f"excalibur-{reward}" + (f" --encoder {encoder}" if encoder else "")
        raise MissingWeightsError(
            f"{path}: no such network. Train it with: meadow train policy {how}, then give its file as "
            "--option weights=PATH.onnx"
        )
    return PolicyAgent(str(path), temperature)
