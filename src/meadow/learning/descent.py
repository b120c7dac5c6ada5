"""One step of an optimiser, guarded: what is not a number is an error, never a step."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn

from meadow.errors import RunError


def optimizer_step(
    loss: torch.Tensor,
    parts: nn.Module,
    optimizer: torch.optim.Optimizer,
    limit: float,
    *,
    step: int,
    advice: str,
    average: Callable[[nn.Module], None] = lambda parts: None,
) -> float:
    """Follow the gradient of a loss; returns its norm.

    Args:
        loss: What should fall.
        parts: What learns.
        optimizer: Of its parameters.
        limit: Largest norm of a gradient; longer ones are shortened.
        step: Number of the step, for the error.
        advice: What to do when the loss is lost.
        average: Takes the mean of the gradients over several ranks.
    """
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    average(parts)
    norm = float(nn.utils.clip_grad_norm_(parts.parameters(), limit))
    if not (torch.isfinite(loss.detach()) and norm < float("inf")):
        raise RunError(
            f"the loss is {float(loss.detach())} and the gradient's norm {norm} at step {step}: "
            f"training stopped before this step; what was saved earlier is good. {advice}"
        )
    optimizer.step()
    return norm
