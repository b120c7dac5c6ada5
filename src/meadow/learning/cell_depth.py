"""Teaches :class:`meadow.models.eyes.depth.CellDepth` how far away things are, in homes of training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
import torch
from torch import nn

from meadow.episodes.seeds import ENCODER_EXAM, FIRST_POLICY_HOME
from meadow.learning.home_pictures import pictured_homes
from meadow.models.eyes.depth import DILATIONS, FARTHEST, NEAREST, inputs
from meadow.models.eyes.eyes import Eyes, Located
from meadow.seeding import stream
from meadow.types import Arm, Array, Embodiment

#: Channels of the layers.
CHANNELS = 32
#: Pictures in one step of learning.
BATCH = 24


@dataclass(frozen=True, kw_only=True)
class DepthTrainingConfig:
    """What is learned from."""

    body: Embodiment
    """The robot; its camera sees the pictures."""
    arm: Arm | None = None
    """Its arm, which is in them."""
    homes: int = 140
    """Homes to learn in."""
    exam_homes: int = 20
    """Homes to measure errors in; no training uses them."""
    pictures: int = 10
    """Pictures of each home."""
    steps: int = 900
    learning_rate: float = 2e-3
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DepthErrors:
    """Relative errors in homes that were not learned from."""

    mean: float
    median: float
    constant: float
    """The mean error of who always says the same."""


def train_depth(
    eyes: Eyes, config: DepthTrainingConfig, tell: Callable[[str], None] = lambda text: None
) -> tuple[bytes, DepthErrors]:
    """An npz of weights, and the errors with it."""
    first = range(FIRST_POLICY_HOME, FIRST_POLICY_HOME + config.homes)
    shown, depth = _pictures(eyes, config, first, tell)
    torch.manual_seed(config.seed)
    network = _network(shown.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), config.learning_rate)
    rng = stream(config.seed, "depth", "batches")
    for step in range(config.steps):
        for group in optimizer.param_groups:
            group["lr"] = config.learning_rate * (1.0 - step / config.steps)
        chosen = [rng.integer(0, len(shown) - 1) for _ in range(BATCH)]
        loss = (network(shown[chosen])[:, 0] - depth[chosen]).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 99:
            tell(f"step {step + 1} of {config.steps}: error of logarithms {loss.item():.3f}")
    asked, truth = _pictures(eyes, config, ENCODER_EXAM[: config.exam_homes], tell)
    with torch.no_grad():
        off = (network(asked)[:, 0] - truth).abs()
        same = (depth.median() - truth).abs()
    errors = DepthErrors(float(off.mean()), float(off.median()), float(same.mean()))
    return _packed(network, eyes, config), errors


def _pictures(
    eyes: Eyes, config: DepthTrainingConfig, homes: range, tell: Callable[[str], None]
) -> tuple[torch.Tensor, torch.Tensor]:
    """(N, C, rows, columns) inputs and (N, rows, columns) logarithms of depth."""
    body, shown, depth = config.body, [], []
    # A robot looks down more than up.
    highest = round(body.max_pitch / body.tilt) // 2
    options: Any = {"highest": highest, "arm": config.arm, "tell": tell}
    for _, pictures in pictured_homes("depth", body, homes, config.pictures, **options):
        for picture in pictures:
            rgb, truth = picture.observation.rgb, picture.observation.depth
            assert truth is not None
            box = eyes.letterbox(rgb.shape)
            cells = eyes.see_part([rgb], Located)[0].cells.transpose(1, 2, 0)
            rows, columns = box.covered(len(cells))
            cells = cells[np.ix_(rows, columns)]
            shown.append(inputs(cells, body.camera, picture.pose.pitch))
            depth.append(_of_cells(truth, cells.shape[0], cells.shape[1]))
    stacked = torch.from_numpy(np.stack(shown)).permute(0, 3, 1, 2)
    return stacked, torch.from_numpy(np.log(np.clip(np.stack(depth), NEAREST, FARTHEST)))


def _of_cells(depth: Array, rows: int, columns: int) -> Array:
    """Depth in the middles of cells."""
    i = ((np.arange(rows) + 0.5) * depth.shape[0] / rows).astype(np.int64)
    j = ((np.arange(columns) + 0.5) * depth.shape[1] / columns).astype(np.int64)
    middles: Array = depth[np.ix_(i, j)]
    return middles


def _network(channels: int) -> nn.Sequential:
    layers: list[nn.Module] = [nn.Conv2d(channels, CHANNELS, 1)]
    for dilation in DILATIONS:
        around = {"padding": dilation, "dilation": dilation}
        layers += [nn.ReLU(), nn.Conv2d(CHANNELS, CHANNELS, 3, **around)]
    return nn.Sequential(*layers, nn.ReLU(), nn.Conv2d(CHANNELS, 1, 1))


def _packed(network: nn.Sequential, eyes: Eyes, config: DepthTrainingConfig) -> bytes:
    arrays: dict[str, Any] = {}
    layers = [layer for layer in network if isinstance(layer, nn.Conv2d)]
    for n, layer in enumerate(layers):
        assert layer.bias is not None
        weight = layer.weight.detach().permute(2, 3, 1, 0).numpy()
        arrays |= {f"weight{n}": weight.astype(np.float16), f"bias{n}": layer.bias.detach().numpy()}
    camera = config.body.camera
    file = BytesIO()
    where: dict[str, Any] = {
        "eyes": np.array(eyes.settings.sha256),
        "camera": np.array((camera.hfov, camera.elevation)),
    }
    np.savez_compressed(file, **arrays, **where)
    return file.getvalue()
