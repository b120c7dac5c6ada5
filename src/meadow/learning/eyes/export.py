"""From a checkpoint to the files that ship: an ONNX image tower, the text tower as arrays, a card."""

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
from meadow.learning.eyes.frames import RESOLUTION
from meadow.learning.eyes.model import Eyes
from meadow.learning.eyes.train import Trainer
from meadow.optional import require

OUTPUTS = (
    "cells",
    "boxes",
    "quality",
    "coefficients",
    "prototypes",
    "pooled",
    "attention",
    "values",
)
SMALLEST_HALVED = 1024
"""Arrays with fewer numbers than this keep full precision in the file."""


class _Flat(nn.Module):
    """The image tower with a tuple of outputs."""

    def __init__(self, net: Eyes) -> None:
        super().__init__()
        self.image = net.image

    def forward(self, images: Tensor) -> tuple[Tensor, ...]:
        """From (N, H, W, 3) uint8."""
        seen = self.image(images.permute(0, 3, 1, 2).float())
        return tuple(getattr(seen, name) for name in OUTPUTS)


def export(trainer: Trainer, directory: Path, *, halved: bool = True) -> Path:
    """Write ``NAME.onnx``, ``NAME.npz`` and ``NAME.json``; returns the first."""
    plan = trainer.plan
    name = plan.model + ("-zs" if plan.zero_shot else "")
    directory.mkdir(parents=True, exist_ok=True)
    net = trainer.mean_net()
    model, text = onnx_bytes(net, halved=halved), text_bytes(net)
    serialize.write_bytes(directory / f"{name}.onnx", model)
    serialize.write_bytes(directory / f"{name}.npz", text)
    card: dict[str, Any] = {
        "name": name,
        "revision": f"1.{trainer.step}",
        "sha256": hashlib.sha256(model + text).hexdigest(),
        "steps": trainer.step,
        "images": trainer.step * plan.batch,
        "minutes": round(trainer.seconds / 60.0, 1),
        "zero_shot": plan.zero_shot,
        "scale": net.scale.detach().exp().tolist(),
        "bias": net.bias.detach().tolist(),
        "calibration": [1.0, 0.5, 0.0],
        "threshold": 0.5,
    }
    serialize.write(directory / f"{name}.json", card, indent=True)
    return directory / f"{name}.onnx"


def onnx_bytes(net: Eyes, *, halved: bool) -> bytes:
    """The image tower as an ONNX model for any batch size."""
    onnx = require("onnx")
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
            dynamic_axes={"images": {0: "n"}, **{name: {0: "n"} for name in OUTPUTS}},
            opset_version=17,
            dynamo=False,
        )
    model = onnx.load_from_string(buffer.getvalue())
    if halved:
        _halve(onnx, model)
    data: bytes = model.SerializeToString()
    return data


def _halve(onnx: Any, model: Any) -> None:
    """Store large arrays as float16 with a cast behind them, which the runtime folds when it loads."""
    graph, casts = model.graph, []
    for array in graph.initializer:
        values = onnx.numpy_helper.to_array(array)
        if values.dtype != np.float32 or values.size < SMALLEST_HALVED:
            continue
        full = array.name
        half = onnx.numpy_helper.from_array(values.astype(np.float16), full + ".half")
        array.CopyFrom(half)
        casts.append(
            onnx.helper.make_node("Cast", [full + ".half"], [full], to=onnx.TensorProto.FLOAT)
        )
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)


def text_bytes(net: Eyes) -> bytes:
    """The text tower as plain arrays."""
    buffer = io.BytesIO()
    arrays = {
        name: value.numpy().astype(np.float32) for name, value in net.text.state_dict().items()
    }
    np.savez(buffer, **arrays)
    return buffer.getvalue()
