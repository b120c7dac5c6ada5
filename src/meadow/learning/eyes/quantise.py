"""Eight-bit weights and activations for the exported image tower, which take less than half of the time.

Two choices matter. The first layers stay in floating point: their few channels span ranges that eight bits
cannot hold, and quantising them alone costs more agreement than all others together. And weights use seven
bits, because processors without VNNI add two products in 16 bits, which eight would overflow: so every
processor computes the same integers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.eyes.data.disturb import disturbed
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.data.shots import Mix, take
from meadow.optional import require
from meadow.seeding import stream
from meadow.types import Array

IN_FLOAT = 6
"""Number of first convolutions that stay in floating point."""
QUANTISED = ("Conv", "Add", "Clip", "Relu")
PERCENTILE = 99.99
"""Percentile beyond which activations are clipped; else a single bright cell would coarsen all others."""
HOMES = 24
VIEWS = Mix(wide=2, driving=1, close=1, glances=1)
"""Training homes, and pictures of each, from which the ranges of activations are taken."""


def quantised(model: bytes, frames: Array) -> bytes:
    """The model with eight-bit arithmetic, its ranges taken from (N, H, W, 3) uint8 frames."""
    onnx = require("onnx")
    require("onnxruntime")
    from onnxruntime import quantization as q

    with tempfile.TemporaryDirectory() as folder:
        plain, folded, small = (str(Path(folder) / name) for name in ("a", "b", "c"))
        Path(plain).write_bytes(model)
        q.quant_pre_process(plain, folded, skip_symbolic_shape=True)
        convolutions = [n.name for n in onnx.load(folded).graph.node if n.op_type == "Conv"]
        q.quantize_static(
            folded,
            small,
            _reader(q.CalibrationDataReader, frames),
            quant_format=q.QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTISED),
            nodes_to_exclude=convolutions[:IN_FLOAT],
            activation_type=q.QuantType.QUInt8,
            weight_type=q.QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            calibrate_method=q.CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": PERCENTILE},
        )
        return Path(small).read_bytes()


def _reader(base: type, frames: Array) -> Any:
    """A data reader of onnxruntime that gives the frames of one home at a time."""
    count = VIEWS.total
    parts: Iterator[dict[str, Array]] = (
        {"images": frames[k : k + count]} for k in range(0, len(frames) - count + 1, count)
    )
    return type("Reader", (base,), {"get_next": lambda self: next(parts, None)})()


def typical_frames(
    seed: int, *, zero_shot: bool, homes: int = HOMES, revision: int = CATALOGUE_REVISION
) -> Array:
    """Frames of training homes with the training's augmentation, (N, H, W, 3) uint8."""
    frames = []
    for index in range(homes):
        stage = training_stage(seed, index, zero_shot=zero_shot, revision=revision)
        rng = stream(seed, "eyes", "ranges", index)
        frames += [disturbed(rng, frame.rgb) for frame in take(stage, rng, VIEWS)]
    return np.stack(frames)
