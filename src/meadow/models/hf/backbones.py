"""ResNet and EfficientNet feature pyramids straight from their weights.

Shapes say everything but the strides, so a dictionary of tensors (torchvision's names for ResNets, timm's
for EfficientNets) is the whole description of a network. Batch norms are frozen, as in detectors.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional as F

from meadow.errors import FileFormatError

Weights = Mapping[str, Tensor]

#: Stride of the first block of each EfficientNet stage, and the stages whose outputs are features.
STRIDES = (1, 2, 2, 2, 1, 2, 1)
FEATURES = (1, 2, 4, 6)

EPSILON = 1e-5


def pyramid(weights: Weights, pixels: Tensor) -> list[Tensor]:
    """Features at strides 4, 8, 16 and 32."""
    if "conv_stem.weight" in weights:
        return _efficientnet(weights, pixels)
    if "layer1.0.conv3.weight" in weights:
        return _resnet(weights, pixels)
    raise FileFormatError(
        f"backbone with weights {sorted(weights)[:3]}...: expected a bottleneck ResNet or EfficientNet"
    )


def _norm(w: Weights, name: str, x: Tensor) -> Tensor:
    mean, var = w[f"{name}.running_mean"], w[f"{name}.running_var"]
    return F.batch_norm(x, mean, var, w[f"{name}.weight"], w[f"{name}.bias"], eps=EPSILON)


def _count(w: Weights, prefix: str) -> int:
    """How many numbered children there are under a prefix."""
    return len({key[len(prefix) :].partition(".")[0] for key in w if key.startswith(prefix)})


def _resnet(w: Weights, x: Tensor) -> list[Tensor]:
    x = F.relu(_norm(w, "bn1", F.conv2d(x, w["conv1.weight"], stride=2, padding=3)))
    x = F.max_pool2d(x, 3, 2, 1)
    features = []
    for stage in range(1, 5):
        for block in range(_count(w, f"layer{stage}.")):
            stride = 2 if stage > 1 and block == 0 else 1
            x = _bottleneck(w, f"layer{stage}.{block}", x, stride)
        features.append(x)
    return features


def _bottleneck(w: Weights, name: str, x: Tensor, stride: int) -> Tensor:
    y = F.relu(_norm(w, f"{name}.bn1", F.conv2d(x, w[f"{name}.conv1.weight"])))
    y = F.conv2d(y, w[f"{name}.conv2.weight"], stride=stride, padding=1)
    y = F.relu(_norm(w, f"{name}.bn2", y))
    y = _norm(w, f"{name}.bn3", F.conv2d(y, w[f"{name}.conv3.weight"]))
    if f"{name}.downsample.0.weight" in w:
        x = F.conv2d(x, w[f"{name}.downsample.0.weight"], stride=stride)
        x = _norm(w, f"{name}.downsample.1", x)
    return F.relu(x + y)


def _efficientnet(w: Weights, x: Tensor) -> list[Tensor]:
    x = F.silu(_norm(w, "bn1", _same(x, w["conv_stem.weight"], 2)))
    features = []
    for stage, first in enumerate(STRIDES):
        for block in range(_count(w, f"blocks.{stage}.")):
            x = _inverted(w, f"blocks.{stage}.{block}", x, first if block == 0 else 1)
        if stage in FEATURES:
            features.append(x)
    return features


def _inverted(w: Weights, name: str, x: Tensor, stride: int) -> Tensor:
    y, norms = x, iter(("bn1", "bn2", "bn3"))
    expands = f"{name}.conv_pwl.weight" in w
    if expands:
        y = F.conv2d(y, w[f"{name}.conv_pw.weight"])
        y = F.silu(_norm(w, f"{name}.{next(norms)}", y))
    y = _same(y, w[f"{name}.conv_dw.weight"], stride, groups=y.shape[1])
    y = F.silu(_norm(w, f"{name}.{next(norms)}", y))
    y = y * _excitation(w, f"{name}.se", y)
    y = F.conv2d(y, w[f"{name}.conv_pwl.weight" if expands else f"{name}.conv_pw.weight"])
    y = _norm(w, f"{name}.{next(norms)}", y)
    return x + y if stride == 1 and x.shape == y.shape else y


def _excitation(w: Weights, name: str, x: Tensor) -> Tensor:
    mean = x.mean((2, 3), keepdim=True)
    hidden = F.silu(F.conv2d(mean, w[f"{name}.conv_reduce.weight"], w[f"{name}.conv_reduce.bias"]))
    return torch.sigmoid(
        F.conv2d(hidden, w[f"{name}.conv_expand.weight"], w[f"{name}.conv_expand.bias"])
    )


def _same(x: Tensor, weight: Tensor, stride: int, groups: int = 1) -> Tensor:
    """TensorFlow's padding, which puts the odd pixel at the end."""
    size = weight.shape[-1]
    pads = [max((-(-n // stride) - 1) * stride + size - n, 0) for n in x.shape[-2:]]
    top, left = pads[0] // 2, pads[1] // 2
    x = F.pad(x, (left, pads[1] - left, top, pads[0] - top))
    return F.conv2d(x, weight, stride=stride, groups=groups)
