"""Visual encoders by name: a small one that trains on a CPU, and a frozen ResNet-18."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from meadow.errors import FileFormatError, InvalidValueError
from meadow.optional import require
from meadow.policies.features import FEATURES
from meadow.policies.goal_map import COLUMNS, ROWS
from meadow.policies.policy import read_policy, shipped_card
from meadow.registry import Registry

ENCODERS: Registry[Callable[..., nn.Module]] = Registry("visual encoder")

#: Output channels of every encoder.
CHANNELS = 32
#: Mean and deviation of ImageNet's channels, which the ResNet expects.
_MEAN, _DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def picture(rgb: Tensor) -> Tensor:
    """(N, 3, H, W) in [0, 1] from (N, H, W, 3) bytes."""
    return rgb.permute(0, 3, 1, 2).float() / 255.0


def nearness(depth: Tensor) -> Tensor:
    """(N, 2, H, W) from (N, H, W) metres: one channel that is fine nearby, one that reaches far."""
    depth = depth.unsqueeze(1)
    return torch.cat([1.0 / (1.0 + depth), depth.clamp(max=10.0) / 10.0], 1)


class Finder(nn.Module):
    """Encoder of a goal map: a coarse version of the map, and the expected position of the goal.

    With the position as numbers, driving there is as easy to learn as driving to a given point.
    """

    places: Tensor

    def __init__(self, depth: bool) -> None:
        super().__init__()
        self.depth = depth
        self.layers = nn.Sequential(nn.Conv2d(1, CHANNELS, 4, 4), nn.ReLU())
        rows, columns = torch.linspace(-1.0, 1.0, ROWS), torch.linspace(-1.0, 1.0, COLUMNS)
        self.register_buffer("places", torch.cartesian_prod(rows, columns), persistent=False)

    def forward(self, goal_map: Tensor, depth: Tensor | None, grid: Sequence[int]) -> Tensor:
        """(N, 36 or 37, *grid) from (N, h, w) chances and depths."""
        chance = goal_map.unsqueeze(1).clamp(3e-4, 1.0 - 3e-4)
        odds = chance.log() - (1.0 - chance).log()
        # Scaled to about the size of other inputs.
        coarse = functional.interpolate(self.layers(1.0 + 0.25 * odds), grid)
        flat = odds.flatten(1)
        attention = flat.softmax(1)
        best, together = flat.amax(1, keepdim=True), flat.logsumexp(1, keepdim=True)
        numbers = [0.25 * best, 0.25 * together, attention @ self.places]
        if self.depth and depth is not None:
            near = functional.interpolate(nearness(depth)[:, :1], (ROWS, COLUMNS)).flatten(1)
            numbers.append((attention * near).sum(1, keepdim=True))
        where = torch.cat(numbers, 1)[:, :, None, None].expand(-1, -1, *grid)
        return torch.cat([coarse, where], 1)


@ENCODERS.register("cnn")
class SmallCNN(nn.Module):
    """Four convolutions to a grid of 1/16 of the resolution; trains from scratch on a CPU."""

    def __init__(self, senses: tuple[str, ...], weights: str = "") -> None:
        """``weights`` may be a training's directory or a finished policy, whose encoder is copied."""
        super().__init__()
        self.senses = senses
        channels = 3 * ("rgb" in senses) + 2 * ("depth" in senses)
        self.layers = nn.Sequential(
            nn.Conv2d(channels, 16, 7, 4, 3),
            nn.ReLU(),
            nn.Conv2d(16, 32, 3, 2, 1),
            nn.ReLU(),
            nn.Conv2d(32, 64, 3, 2, 1),
            nn.ReLU(),
            nn.Conv2d(64, CHANNELS, 1),
            nn.ReLU(),
        )
        for layer in self.layers:
            if isinstance(layer, nn.Conv2d):
                nn.init.orthogonal_(layer.weight, 2.0**0.5)
                nn.init.zeros_(layer.bias)
        if "goal_map" in senses:
            self.find = Finder("depth" in senses)
        if weights:
            _load_encoder(self, weights)

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """(N, 32, H/16, W/16) from what the senses deliver; with a goal's map more channels."""
        parts = []
        if "rgb" in self.senses:
            parts.append(2.0 * picture(observations["rgb"]) - 1.0)
        if "depth" in self.senses:
            parts.append(nearness(observations["depth"]))
        result: Tensor = self.layers(torch.cat(parts, 1))
        if "goal_map" in self.senses:
            found = self.find(observations["goal_map"], observations.get("depth"), result.shape[2:])
            result = torch.cat([result, found], 1)
        return result


@ENCODERS.register("features")
class FeatureEncoder(nn.Module):
    """One layer over what a frozen model says of a picture."""

    def __init__(self, senses: tuple[str, ...], weights: str = "") -> None:
        """``weights`` must be empty."""
        super().__init__()
        if weights or senses[0] not in FEATURES:
            raise InvalidValueError(
                f"the encoder 'features' takes one of {', '.join(FEATURES)} and no weights, not {senses}"
            )
        self.sense = senses[0]
        self.layers = nn.Sequential(nn.Linear(FEATURES[self.sense], 4 * CHANNELS), nn.ReLU())

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """(N, 32, 2, 2) from (N, D) features."""
        result: Tensor = self.layers(observations[self.sense])
        return result.view(-1, CHANNELS, 2, 2)


def _load_encoder(encoder: nn.Module, weights: str) -> None:
    """The encoder of another training or of a finished policy, which must have the same senses."""
    from meadow.learning.policy.checkpoint import read_checkpoint

    path = Path(weights)
    if path.suffix == ".onnx" or shipped_card(weights) is not None:
        policy = _exported(weights)
    else:
        policy = read_checkpoint(path, whole=False)["policy"]
    state = {k.removeprefix("encoder."): v for k, v in policy.items() if k.startswith("encoder.")}
    # The encoder of goal maps starts from random weights where that training had none.
    state = {k: v for k, v in encoder.state_dict().items() if k.startswith("find.")} | state
    try:
        encoder.load_state_dict(state)
    except RuntimeError as error:
        raise InvalidValueError(
            f"{path}: its encoder has other senses or another size than this one ({error})"
        ) from error


def _exported(weights: str) -> dict[str, Tensor]:
    """The named weights of a finished policy: a shipped one, or a file ``*.onnx``."""
    require("onnx", extra="train")
    import onnx

    _, data = read_policy(weights)
    stored = onnx.load_from_string(data).graph.initializer
    return {
        entry.name.removeprefix("policy."): torch.from_numpy(
            onnx.numpy_helper.to_array(entry).copy()
        )
        for entry in stored
    }


class _Block(nn.Module):
    """The basic residual block, with torchvision's names so that its weights fit."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)
        self.downsample: nn.Module = nn.Identity()
        if stride != 1 or before != after:
            shortcut = nn.Conv2d(before, after, 1, stride, bias=False)
            self.downsample = nn.Sequential(shortcut, nn.BatchNorm2d(after))

    def forward(self, x: Tensor) -> Tensor:
        y = self.bn1(self.conv1(x)).relu()
        y = self.bn2(self.conv2(y))
        return (y + self.downsample(x)).relu()


class _Trunk(nn.Module):
    """ResNet-18 up to its last residual block."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        sizes = ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2))
        for number, (before, after, stride) in enumerate(sizes, start=1):
            blocks = nn.Sequential(_Block(before, after, stride), _Block(after, after, 1))
            setattr(self, f"layer{number}", blocks)

    def forward(self, x: Tensor) -> Tensor:
        x = self.bn1(self.conv1(x)).relu()
        x = nn.functional.max_pool2d(x, 3, 2, 1)
        return self.layer4(self.layer3(self.layer2(self.layer1(x))))


@ENCODERS.register("resnet18")
class FrozenResNet(nn.Module):
    """A frozen ResNet-18 and two 1x1 convolutions that learn, for each sense."""

    def __init__(self, senses: tuple[str, ...], weights: str = "") -> None:
        super().__init__()
        self.senses = senses
        self.trunk = _Trunk()
        if weights:
            _load_torchvision(self.trunk, Path(weights))
        self.trunk.requires_grad_(False).eval()
        self.compressors = nn.ModuleDict(
            {
                sense: nn.Sequential(
                    nn.Conv2d(512, 128, 1), nn.ReLU(), nn.Conv2d(128, CHANNELS, 1), nn.ReLU()
                )
                for sense in senses
            }
        )
        self.merge = nn.Conv2d(CHANNELS * len(senses), CHANNELS, 1)
        self.register_buffer("mean", torch.tensor(_MEAN).view(1, 3, 1, 1))
        self.register_buffer("deviation", torch.tensor(_DEVIATION).view(1, 3, 1, 1))

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """(N, 32, H/32, W/32) from what the senses deliver."""
        parts = []
        for sense in self.senses:
            if sense == "rgb":
                image = (picture(observations["rgb"]) - self.mean) / self.deviation
            else:
                image = nearness(observations["depth"])[:, :1].expand(-1, 3, -1, -1)
            with torch.no_grad():
                features = self.trunk(image)
            parts.append(self.compressors[sense](features))
        return self.merge(torch.cat(parts, 1)).relu() if len(parts) > 1 else parts[0]

    def train(self, mode: bool = True) -> FrozenResNet:
        """Keep the frozen ResNet in evaluation mode, so that its batch statistics do not change."""
        super().train(mode)
        self.trunk.eval()
        return self


def _load_torchvision(trunk: _Trunk, path: Path) -> None:
    """Weights as torchvision saves them (``resnet18-f37072fd.pth``)."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        state = {k: v for k, v in state.items() if not k.startswith("fc.")}
        trunk.load_state_dict(state)
    except (OSError, RuntimeError, AttributeError, ValueError, EOFError) as error:
        raise FileFormatError(
            f"{path}: not the weights of torchvision's ResNet-18 ({str(error)[:200]}). Give the file "
            "resnet18-f37072fd.pth, or train with --encoder cnn"
        ) from error
    except Exception as error:  # the unpickler's own errors have no common base
        raise FileFormatError(f"{path}: cannot be read as weights ({error})") from error
