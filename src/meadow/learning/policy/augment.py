"""Data augmentation against visual corruption: random crop, random shift, colour jitter.

Depth is cropped and shifted with the picture; colour jitter changes the picture alone. Every frame has
draws of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from meadow.errors import UnknownIdError
from meadow.learning.policy.rollout import Augment

#: Side of a random crop as a fraction of the picture's: 240 of 300 rows, 320 of 400 columns.
CROP = 0.8
#: Largest random shift as a fraction of the picture's sides.
SHIFT = 0.2
#: Largest relative change of brightness, contrast and saturation; the hue rotates by up to this fraction.
JITTER = 0.4

Pictures = dict[str, Tensor]


def _warp(pictures: Pictures, scale: float, offset: Tensor) -> Pictures:
    """Warp pictures to a window of a given size, moved by (N, 2) fractions of the half side."""
    count = len(offset)
    theta = torch.zeros(count, 2, 3)
    theta[:, 0, 0] = theta[:, 1, 1] = scale
    theta[:, :, 2] = offset
    out = {}
    for name, value in pictures.items():
        grid = functional.affine_grid(
            theta.to(value.device), list(value.shape), align_corners=False
        )
        way = "bilinear" if name == "rgb" else "nearest"
        out[name] = functional.grid_sample(value, grid, mode=way, align_corners=False)
    return out


def random_crop(pictures: Pictures, generator: torch.Generator) -> Pictures:
    """Crop 80 % of each side at a random place, and stretch it to the whole."""
    count = len(next(iter(pictures.values())))
    offset = (2.0 * torch.rand(count, 2, generator=generator) - 1.0) * (1.0 - CROP)
    return _warp(pictures, CROP, offset)


def random_shift(pictures: Pictures, generator: torch.Generator) -> Pictures:
    """Shift pictures by up to 20 % of each side, and fill with black."""
    count = len(next(iter(pictures.values())))
    offset = (2.0 * torch.rand(count, 2, generator=generator) - 1.0) * 2.0 * SHIFT
    return _warp(pictures, 1.0, offset)


def color_jitter(pictures: Pictures, generator: torch.Generator) -> Pictures:
    """Change brightness, contrast, saturation and hue at random."""
    rgb = pictures.get("rgb")
    if rgb is None:
        return pictures
    draws = 2.0 * torch.rand(4, len(rgb), 1, 1, 1, generator=generator) - 1.0
    bright, contrast, saturation, hue = (1.0 + JITTER * draws).to(rgb.device)
    rgb = rgb * bright
    rgb = (rgb - rgb.mean((1, 2, 3), keepdim=True)) * contrast + rgb.mean((1, 2, 3), keepdim=True)
    grey = rgb.mean(1, keepdim=True)
    rgb = (rgb - grey) * saturation + grey
    return pictures | {"rgb": _turn_hue(rgb, 2.0 * torch.pi * (hue - 1.0)).clamp(0.0, 255.0)}


def _turn_hue(rgb: Tensor, angle: Tensor) -> Tensor:
    """Rotate colours about the grey axis."""
    cos, sin = angle.cos(), angle.sin()
    same, left, right = (
        cos + (1.0 - cos) / 3.0,
        (1.0 - cos) / 3.0 - sin / 3.0**0.5,
        (1.0 - cos) / 3.0 + sin / 3.0**0.5,
    )
    r, g, b = rgb.split(1, 1)
    return torch.cat(
        [
            same * r + left * g + right * b,
            right * r + same * g + left * b,
            left * r + right * g + same * b,
        ],
        1,
    )


AUGMENTATIONS: dict[str, Callable[[Pictures, torch.Generator], Pictures]] = {
    "random-crop": random_crop,
    "random-shift": random_shift,
    "color-jitter": color_jitter,
}


def make_augment(names: Sequence[str]) -> Augment | None:
    """Compose augmentations by name into one function; None when there are none."""
    for name in names:
        if name not in AUGMENTATIONS:
            raise UnknownIdError("augmentation", name, AUGMENTATIONS)
    if not names:
        return None

    def augment(observations: dict[str, Tensor], generator: torch.Generator) -> dict[str, Tensor]:
        pictures: Pictures = {}
        if "rgb" in observations:
            pictures["rgb"] = observations["rgb"][0].permute(0, 3, 1, 2).float()
        if "depth" in observations:
            pictures["depth"] = observations["depth"][0].unsqueeze(1)
        for name in names:
            pictures = AUGMENTATIONS[name](pictures, generator)
        observations = dict(observations)
        if "rgb" in pictures:
            rgb = pictures["rgb"].permute(0, 2, 3, 1).round().to(torch.uint8)
            observations["rgb"] = rgb.unsqueeze(0)
        if "depth" in pictures:
            observations["depth"] = pictures["depth"][:, 0].unsqueeze(0)
        return observations

    return augment
