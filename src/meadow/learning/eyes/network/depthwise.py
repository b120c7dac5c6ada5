"""Depthwise convolution with fast gradients on a CPU.

PyTorch's gradient of depthwise weights takes five to ten times as long as a plain loop over channels that
lie side by side, and in 16 bits its gradient of the input is no faster. So both are written here: the
weights' gradient as such a loop, the input's as a convolution with the mirrored weights or, at stride 2, as
a loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numba import njit, types
from numba.extending import overload
from torch import Tensor, nn

from meadow.types import Array


def _number(value: Any) -> Any:
    """A number of 32 bits as it is, or a bfloat16 given by its bits; for compiled code alone."""
    raise NotImplementedError


@overload(_number)
def _number_of(value: Any) -> Any:
    def bfloat16(value: Any) -> Any:
        return np.uint32(np.uint32(value) << np.uint32(16)).view(np.float32)

    def plain(value: Any) -> Any:
        return value

    return bfloat16 if isinstance(value, types.Integer) else plain


@njit
def _bits(number: float) -> np.uint16:
    """The bits of the bfloat16 nearest to a finite 32-bit number, ties to even."""
    bits = np.float32(number).view(np.uint32)
    odd = np.uint32(np.uint32(bits >> np.uint32(16)) & np.uint32(1))
    return np.uint16(np.uint32(bits + np.uint32(0x7FFF) + odd) >> np.uint32(16))


@njit(nogil=True, cache=True, fastmath={"contract", "reassoc"})
def _weight_gradient(x: Array, g: Array, stride: int, out: Array) -> None:
    """Add to (k, k, C) ``out`` from (N, H, W, C) inputs and (N, h, w, C) gradients of the result."""
    n, height, width, channels = x.shape
    side = out.shape[0]
    row = np.empty(channels, np.float32)
    for b in range(n):
        for i in range(g.shape[1]):
            for j in range(g.shape[2]):
                for c in range(channels):
                    row[c] = _number(g[b, i, j, c])
                for dy in range(side):
                    y = i * stride + dy - side // 2
                    if y < 0 or y >= height:
                        continue
                    for dx in range(side):
                        z = j * stride + dx - side // 2
                        if z < 0 or z >= width:
                            continue
                        for c in range(channels):
                            out[dy, dx, c] += row[c] * _number(x[b, y, z, c])


@njit(nogil=True, cache=True, fastmath={"contract", "reassoc"})
def _input_gradient(g: Array, weight: Array, stride: int, out: Array) -> None:
    """Set (N, H, W, C) ``out`` from (N, h, w, C) gradients, both in 16 bits, and (k, k, C) weights."""
    n, height, width, channels = out.shape
    side = weight.shape[0]
    half = side // 2
    row = np.empty(channels, np.float32)
    for b in range(n):
        for y in range(height):
            for z in range(width):
                row[:] = 0.0
                for dy in range((y + half) % stride, side, stride):
                    i = (y + half - dy) // stride
                    if i < 0 or i >= g.shape[1]:
                        continue
                    for dx in range((z + half) % stride, side, stride):
                        j = (z + half - dx) // stride
                        if j < 0 or j >= g.shape[2]:
                            continue
                        for c in range(channels):
                            row[c] += _number(g[b, i, j, c]) * weight[dy, dx, c]
                for c in range(channels):
                    out[b, y, z, c] = _bits(row[c])


class _Depthwise(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None, stride: int) -> Tensor:
        ctx.save_for_backward(x, weight)
        ctx.stride = stride
        padding = weight.shape[-1] // 2
        weight, bias = weight.to(x.dtype), None if bias is None else bias.to(x.dtype)
        return nn.functional.conv2d(x, weight, bias, stride, padding, 1, len(weight))

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = grads
        x, weight = ctx.saved_tensors
        back = _to_input(g, x, weight, ctx.stride) if ctx.needs_input_grad[0] else None
        sums = np.zeros((weight.shape[-1], weight.shape[-1], len(weight)), np.float32)
        _weight_gradient(_channels_last(x), _channels_last(g), ctx.stride, sums)
        level = g.sum(dim=(0, 2, 3)).float() if ctx.needs_input_grad[2] else None
        return back, torch.from_numpy(sums).permute(2, 0, 1)[:, None], level, None


def _to_input(g: Tensor, x: Tensor, weight: Tensor, stride: int) -> Tensor:
    """The gradient of a depthwise convolution's input."""
    channels, padding = len(weight), weight.shape[-1] // 2
    if stride == 1:
        mirrored = weight.flip(2, 3).to(g.dtype)
        return nn.functional.conv2d(g, mirrored, None, 1, padding, 1, channels)
    if g.dtype == torch.bfloat16:
        back = torch.empty_like(x, memory_format=torch.channels_last)
        kernel = weight.detach()[:, 0].permute(1, 2, 0).contiguous().numpy()
        _input_gradient(_channels_last(g), kernel, stride, _channels_last(back))
        return back
    sides, pads = [stride] * 2, [padding] * 2
    gradients = torch.ops.aten.convolution_backward(
        g, x, weight, [channels], sides, pads, [1, 1], False, [0, 0], channels, [True, False, False]
    )
    return gradients[0]


def _channels_last(x: Tensor) -> Array:
    """The numbers of a tensor with channels last; those of 16 bits as their bits."""
    last = x.detach().permute(0, 2, 3, 1).contiguous()
    array: Array = (last.view(torch.uint16) if x.dtype == torch.bfloat16 else last).numpy()
    return array


def filter_channels(conv: nn.Conv2d, x: Tensor) -> Tensor:
    """Apply a depthwise convolution; in training on a CPU its gradients are the fast ones."""
    if not conv.training or not conv.weight.requires_grad or x.device.type != "cpu":
        return conv(x)
    return _Depthwise.apply(x, conv.weight, conv.bias, conv.stride[0])
