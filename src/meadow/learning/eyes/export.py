"""Export of a checkpoint to the files that ship: an ONNX image tower, the text tower as arrays, a card."""

from __future__ import annotations

import hashlib
import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from meadow import serialize
from meadow.learning.eyes.data.frames import RESOLUTION
from meadow.learning.eyes.network.model import EyesNetwork
from meadow.learning.eyes.quantise import quantised, typical_frames
from meadow.learning.eyes.train import EyesTrainer
from meadow.models.eyes.files import weights_name
from meadow.optional import require
from meadow.types import Array

SETTLING = 16
"""Frames of a batch from which batch norms take their statistics."""
OUTPUTS = (
    "cells",
    "boxes",
    "quality",
    "coefficients",
    "prototypes",
    "pooled",
    "attention",
    "values",
    "fine",
)


class _Flat(nn.Module):
    """The image tower with a tuple of outputs."""

    def __init__(self, net: EyesNetwork) -> None:
        super().__init__()
        self.image = net.image

    def forward(self, images: Tensor) -> tuple[Tensor, ...]:
        """Run the tower on (N, H, W, 3) uint8 images."""
        seen = self.image(images.permute(0, 3, 1, 2).float())
        return tuple(getattr(seen, name) for name in OUTPUTS)


def export(
    trainer: EyesTrainer, directory: Path, *, frames: Array | None = None, quantise: bool = True
) -> Path:
    """Write ``NAME.onnx``, ``NAME.npz`` and ``NAME.json``; returns the first.

    Args:
        trainer: The trainer whose mean weights are written.
        directory: Directory for the files.
        frames: (N, H, W, 3) uint8 frames for statistics and ranges; typical ones by default.
        quantise: Whether to quantise weights and activations to eight bits.
    """
    config = trainer.config
    name = weights_name(config.model, config.zero_shot)
    directory.mkdir(parents=True, exist_ok=True)
    if frames is None:
        # Always the same frames, so that a training of words alone exports the same image tower.
        frames = typical_frames(0, zero_shot=config.zero_shot, revision=config.revision)
    net = settled(trainer.mean_net(), frames)
    model, text = onnx_bytes(net), text_bytes(net)
    if quantise:
        model = quantised(model, frames)
    serialize.write_bytes(directory / f"{name}.onnx", model)
    serialize.write_bytes(directory / f"{name}.npz", text)
    card: dict[str, Any] = {
        "name": name,
        "revision": f"{config.revision}.{trainer.step}",
        "sha256": hashlib.sha256(model + text).hexdigest(),
        "steps": trainer.step,
        "images": trainer.step * config.batch_size,
        "minutes": round(trainer.seconds / 60.0, 1),
        "zero_shot": config.zero_shot,
        "scale": net.scale.detach().exp().tolist(),
        "bias": net.bias.detach().tolist(),
        "calibration": [1.0, 0.5, 0.0],
        "threshold": 0.5,
    }
    serialize.write(directory / f"{name}.json", card, indent=True)
    return directory / f"{name}.onnx"


def settled(net: EyesNetwork, frames: Array) -> EyesNetwork:
    """Compute the statistics of batch norms again for the mean weights, on (N, H, W, 3) uint8 frames.

    Their running means come from smaller pictures and other weights. In a training of 4,500 steps that
    cost a quarter of the AP.
    """
    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # the plain mean over all batches
    net.train()
    with torch.no_grad():
        for start in range(0, len(frames), SETTLING):
            net.image(
                torch.from_numpy(frames[start : start + SETTLING]).permute(0, 3, 1, 2).float()
            )
    net.eval()
    return net


def onnx_bytes(net: EyesNetwork) -> bytes:
    """The image tower as an ONNX model for any batch size."""
    require("onnx")
    buffer = io.BytesIO()
    example = torch.zeros(1, RESOLUTION, RESOLUTION, 3, dtype=torch.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Flat(net).eval(),
            (example,),
            buffer,
            input_names=["images"],
            output_names=list(OUTPUTS),
            dynamic_axes={"images": {0: "n", 1: "h", 2: "w"}, **{o: {0: "n"} for o in OUTPUTS}},
            opset_version=17,
            dynamo=False,
        )
    return buffer.getvalue()


def text_bytes(net: EyesNetwork) -> bytes:
    """The text tower and the masks of phrases as plain arrays."""
    buffer = io.BytesIO()
    state = net.text.state_dict() | net.mask.state_dict(prefix="mask.")
    arrays = {name: value.numpy().astype(np.float32) for name, value in state.items()}
    np.savez(buffer, **arrays)
    return buffer.getvalue()
