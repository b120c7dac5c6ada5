"""Depthwise convolution with a fast gradient of its weights on a CPU.

With PyTorch's own, the gradient of 5x5 depthwise weights took a third of a training step. A plain loop over
channels that lie side by side takes a tenth of that time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numba import njit
from torch import Tensor, nn

from meadow.types import Array


@njit(nogil=True, cache=True, fastmath={"contract", "reassoc"})
def _weight_gradient(x: Array, g: Array, stride: int, out: Array) -> None:
    """Add to (k, k, C) ``out`` from (N, H, W, C) inputs and (N, h, w, C) gradients of the result."""
    n, height, width, channels = x.shape
    kernel = out.shape[0]
    for b in range(n):
        for i in range(g.shape[1]):
            for dy in range(kernel):
                y = i * stride + dy - kernel // 2
                if y < 0 or y >= height:
                    continue
                for j in range(g.shape[2]):
                    for dx in range(kernel):
                        z = j * stride + dx - kernel // 2
                        if z < 0 or z >= width:
                            continue
                        for c in range(channels):
                            out[dy, dx, c] += g[b, i, j, c] * x[b, y, z, c]


class _Depthwise(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None, stride: int) -> Tensor:
        ctx.save_for_backward(x, weight)
        ctx.stride = stride
        padding = weight.shape[-1] // 2
        return nn.functional.conv2d(x, weight, bias, stride, padding, 1, len(weight))

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = grads
        x, weight = ctx.saved_tensors
        channels, kernel = len(weight), weight.shape[-1]
        back: Tensor | None = None
        if ctx.needs_input_grad[0]:
            sides, pads = [ctx.stride] * 2, [kernel // 2] * 2
            back = torch.ops.aten.convolution_backward(
                g, x, weight, [channels], sides, pads, [1, 1], False, [0, 0], channels,
                [True, False, False],
            )[0]  # fmt: skip
        sums = np.zeros((kernel, kernel, channels), np.float32)
        _weight_gradient(_channels_last(x), _channels_last(g), ctx.stride, sums)
        level = g.sum(dim=(0, 2, 3)) if ctx.needs_input_grad[2] else None
        return back, torch.from_numpy(sums).permute(2, 0, 1)[:, None], level, None


def _channels_last(x: Tensor) -> Array:
    array: Array = x.detach().permute(0, 2, 3, 1).contiguous().numpy()
    return array


def filter_channels(conv: nn.Conv2d, x: Tensor) -> Tensor:
    """Apply a depthwise convolution; in training on a CPU its weights' gradient is the fast one."""
    quick = conv.training and conv.weight.requires_grad and x.device.type == "cpu"
    if not quick or conv.kernel_size[0] < 5:
        return conv(x)
    return _Depthwise.apply(x, conv.weight, conv.bias, conv.stride[0])
