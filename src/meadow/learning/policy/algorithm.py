"""The base of learning algorithms: a loss for rollouts, in minibatches of environments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from meadow.learning.policy.network import Policy
from meadow.learning.policy.rollout import GAMMA, Rollout

Auxiliary = Callable[[Rollout, Tensor, Tensor], Tensor]
"""A further loss from a rollout, its visual features (T * N, C, h, w) and its beliefs (T, N, H)."""


@dataclass(frozen=True, kw_only=True)
class Algorithm(ABC):
    """Hyper-parameters that every algorithm has."""

    num_steps: int = 128
    """Steps of each environment in one rollout."""
    epochs: int = 4
    """Passes over each rollout."""
    num_minibatches: int = 1
    """Minibatches of one pass: the environments are split into as many groups."""
    learning_rate: float = 3e-4
    """Learning rate at the start; it falls linearly to zero over the training."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation."""
    vf_coef: float = 0.5
    """Weight of the value function's loss."""
    max_grad_norm: float = 0.5
    """Gradients with a larger norm are clipped to it."""

    def teacher_fraction(self, progress: float) -> float:
        """Fraction of the actions that the teacher takes when ``progress``, 0 to 1, is done."""
        return 0.0

    @abstractmethod
    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """Tensors that are computed once for a rollout, (T, N) each; "returns" is one of them."""

    @abstractmethod
    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The policy's loss, and figures to report."""

    def loss(
        self,
        policy: Policy,
        rollout: Rollout,
        extra: dict[str, Tensor],
        auxiliary: Auxiliary | None,
    ) -> tuple[Tensor, dict[str, float]]:
        """The losses of actor, critic and self-supervised task together, and figures to report."""
        flat = {name: value.flatten(0, 1) for name, value in rollout.observations.items()}
        features = policy.encode(flat)
        beliefs, _ = policy.believe(features, flat, rollout.starts, rollout.hidden)
        logits, values = policy.act(beliefs, flat)
        loss, figures = self.actor_loss(logits, rollout, extra)
        value_loss = 0.5 * (values - extra["returns"]).square().mean()
        loss = loss + self.vf_coef * value_loss
        if auxiliary is not None:
            figures["auxiliary"] = auxiliary(rollout, features, beliefs)
            loss = loss + figures["auxiliary"]
        figures["value_loss"] = value_loss
        return loss, {name: float(value.detach()) for name, value in figures.items()}


def estimate_advantages(rollout: Rollout, gae_lambda: float) -> Tensor:
    """Generalised advantage estimation (Schulman et al. 2016), (T, N)."""
    advantages = torch.zeros_like(rollout.rewards)
    running = torch.zeros_like(rollout.rewards[0])
    for t in reversed(range(len(rollout.rewards))):
        goes_on = 1.0 - rollout.dones[t]
        after = GAMMA * rollout.values[t + 1] * goes_on
        error = rollout.rewards[t] + after - rollout.values[t]
        running = error + GAMMA * gae_lambda * goes_on * running
        advantages[t] = running
    return advantages
