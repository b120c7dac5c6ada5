"""DD-PPO (Wijmans et al. 2020): ranks sample on their own and average their gradients.

No rank waits for a straggler: once most have sampled enough, the others go on with what they have.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from typing import Any

import torch
from torch import distributed, nn

from meadow.errors import RunError

#: Fraction of the ranks that must be done before the others are cut short.
SYNC_FRACTION = 0.6
#: Fraction of a rollout that even the slowest rank finishes: frames just after a reset teach little.
LEAST_FRACTION = 0.25


class ProcessGroup:
    """The processes that train together; this class is a group of one process."""

    rank, size = 0, 1
    lost = False
    """Whether another rank is gone. The group's threads then cannot be joined: leave by ``os._exit``."""

    def begin_rollout(self, steps: int) -> None:
        """A rollout of at most so many steps begins."""

    def should_stop(self, step: int) -> bool:
        """Whether to cut the rollout short."""
        return False

    def end_rollout(self) -> None:
        """This rank's rollout is complete."""

    def average_gradients(self, module: nn.Module) -> None:
        """Make the gradients of all ranks equal."""

    def broadcast_parameters(self, module: nn.Module) -> None:
        """Make the parameters of all ranks those of the first."""

    def sum(self, value: float) -> float:
        """The sum over ranks."""
        return value

    def gather(self, value: Any) -> list[Any] | None:
        """The values of all ranks, for the first; None for the others."""
        return [value]

    def close(self) -> None:
        """This process leaves the group; there is nothing to leave where it is alone."""


class TorchrunGroup(ProcessGroup):
    """One process of several under torchrun, with gloo on CPUs and nccl on GPUs."""

    def __init__(self, *, timeout: float = 300.0, preempt: bool = True) -> None:
        """Join the group that torchrun describes in the environment.

        Args:
            timeout: Seconds without a sign of life before another rank counts as dead.
            preempt: Cut stragglers short; off makes runs reproducible.
        """
        self._preempt = preempt
        self._timeout = timeout
        self._rollout, self._steps = 0, 0
        backend = "nccl" if torch.cuda.is_available() else "gloo"
        wait = datetime.timedelta(seconds=timeout)
        try:
            distributed.init_process_group(backend, timeout=wait)
        except (RuntimeError, ValueError) as error:
            raise RunError(
                f"this rank could not join the others within {timeout:g} s ({error}). Start them all "
                "with torchrun, or with --ranks"
            ) from error
        self.rank, self.size = distributed.get_rank(), distributed.get_world_size()
        self._store = distributed.PrefixStore(
            "rollouts", distributed.distributed_c10d._get_default_store()
        )

    def begin_rollout(self, steps: int) -> None:
        """A rollout of at most so many steps begins; no rank counts as done with it yet."""
        self._rollout += 1
        self._steps = steps

    def should_stop(self, step: int) -> bool:
        """Whether most of the others are done and this rank has done its least."""
        if not self._preempt or step < LEAST_FRACTION * self._steps or step >= self._steps:
            return False
        done = int(self._store.add(f"done-{self._rollout}", 0))
        return done >= SYNC_FRACTION * self.size

    def end_rollout(self) -> None:
        """This rank's rollout is complete."""
        if self._preempt:
            self._store.add(f"done-{self._rollout}", 1)

    def average_gradients(self, module: nn.Module) -> None:
        """Make the gradients of all ranks their mean, in one message.

        A part that took no part in a rank's loss has no gradient there; it counts as zero, because the
        messages of all ranks must be of one length.
        """
        gradients = []
        for parameter in module.parameters():
            if parameter.requires_grad:
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
                gradients.append(parameter.grad)
        flat = torch.cat([g.reshape(-1) for g in gradients])
        self._together(distributed.all_reduce, flat)
        flat /= self.size
        _put(flat, gradients)

    def broadcast_parameters(self, module: nn.Module) -> None:
        """Make the parameters and buffers of all ranks those of the first."""
        for value in module.state_dict().values():
            self._together(distributed.broadcast, value, 0)

    def sum(self, value: float) -> float:
        """The sum over ranks."""
        device = "cuda" if distributed.get_backend() == "nccl" else "cpu"
        tensor = torch.tensor([value], dtype=torch.float64, device=device)
        self._together(distributed.all_reduce, tensor)
        return float(tensor[0])

    def gather(self, value: Any) -> list[Any] | None:
        """The values of all ranks, for the first; None for the others."""
        values: list[Any] | None = [None] * self.size if self.rank == 0 else None
        self._together(distributed.gather_object, value, values)
        return values

    def close(self) -> None:
        """This rank leaves the group, unless another is lost and its threads cannot be joined."""
        if distributed.is_initialized() and not self.lost:
            distributed.destroy_process_group()

    def _together(self, operation: Any, *arguments: Any) -> None:
        try:
            operation(*arguments)
        except RuntimeError as error:
            self.lost = True
            raise RunError(
                f"rank {self.rank} of {self.size} lost another rank: it died, or gave no sign of life "
                f"for {self._timeout:g} s ({str(error).splitlines()[0][:160]}). The last checkpoint is "
                "whole: start the same command with --resume"
            ) from error


def _put(flat: torch.Tensor, tensors: Iterable[torch.Tensor]) -> None:
    at = 0
    for tensor in tensors:
        tensor.copy_(flat[at : at + tensor.numel()].view_as(tensor))
        at += tensor.numel()


def under_torchrun() -> bool:
    """Whether this process was started as one rank of several."""
    return int(os.environ.get("WORLD_SIZE", "1")) > 1 and "RANK" in os.environ
