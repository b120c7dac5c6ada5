"""What learning algorithms have in common: rollouts in, a loss out, in minibatches of environments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from meadow.learning.policy.network import Policy
from meadow.learning.policy.rollout import GAMMA, Rollout

Auxiliary = Callable[[Rollout, Tensor], Tensor]
"""A further loss from a rollout and its visual features (T * N, C, h, w)."""


@dataclass(frozen=True, kw_only=True)
class Algorithm(ABC):
    """Hyper-parameters that every algorithm has."""

    steps: int = 128
    """Of each environment in one rollout."""
    epochs: int = 4
    """How often a rollout is gone through."""
    minibatches: int = 1
    """Parts that the environments are dealt into."""
    rate: float = 3e-4
    """Learning rate at the start; it falls to zero over the training."""
    gae: float = 0.95
    """How far advantages look ahead."""
    value: float = 0.5
    """Weight of the critic's loss."""
    gradient: float = 0.5
    """Largest norm of the gradient."""

    def teaching(self, progress: float) -> float:
        """Chance that the teacher acts in the learner's place, when ``progress`` of 1 is done."""
        return 0.0

    @abstractmethod
    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """What is worked out once for a rollout, (T, N) each; "returns" among it."""

    @abstractmethod
    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The loss of the actions, and figures to report."""

    def loss(
        self,
        policy: Policy,
        rollout: Rollout,
        extra: dict[str, Tensor],
        auxiliary: Auxiliary | None,
    ) -> tuple[Tensor, dict[str, float]]:
        """The losses of actor, critic and self-supervised task together, and figures to report."""
        flat = {name: value.flatten(0, 1) for name, value in rollout.seen.items()}
        features = policy.look(flat)
        logits, values, _ = policy.decide(features, flat, rollout.starts, rollout.hidden)
        loss, figures = self.actor_loss(logits, rollout, extra)
        critic = 0.5 * (values - extra["returns"]).square().mean()
        loss = loss + self.value * critic
        if auxiliary is not None:
            figures["auxiliary"] = auxiliary(rollout, features)
            loss = loss + figures["auxiliary"]
        figures["critic"] = critic
        return loss, {name: float(value.detach()) for name, value in figures.items()}


def estimate_advantages(rollout: Rollout, gae: float) -> Tensor:
    """Generalised advantage estimation (Schulman et al. 2016), (T, N)."""
    advantages = torch.zeros_like(rollout.rewards)
    running = torch.zeros_like(rollout.rewards[0])
    for t in reversed(range(len(rollout.rewards))):
        goes_on = 1.0 - rollout.ends[t]
        after = GAMMA * rollout.values[t + 1] * goes_on
        error = rollout.rewards[t] + after - rollout.values[t]
        running = error + GAMMA * gae * goes_on * running
        advantages[t] = running
    return advantages
