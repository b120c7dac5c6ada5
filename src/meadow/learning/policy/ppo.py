"""PPO (Schulman et al. 2017) with generalised advantages and recurrent minibatches of environments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from meadow.learning.policy.network import Policy
from meadow.learning.policy.rollout import GAMMA, Rollout

Auxiliary = Callable[[Rollout, Tensor], Tensor]
"""A further loss from a rollout and its visual features (T * N, C, h, w)."""


@dataclass(frozen=True, kw_only=True)
class PPO:
    """Hyper-parameters; the defaults are RobustNav's."""

    steps: int = 128
    """Of each environment in one rollout."""
    epochs: int = 4
    minibatches: int = 1
    """Parts that the environments are dealt into."""
    rate: float = 3e-4
    """Learning rate at the start; it falls to zero over the training."""
    clip: float = 0.1
    gae: float = 0.95
    value: float = 0.5
    """Weight of the critic's loss."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""
    gradient: float = 0.5
    """Largest norm of the gradient."""
    needs_teacher: bool = False

    def teaching(self, progress: float) -> float:
        """Nobody acts in its place."""
        return 0.0

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """Advantages and returns, once for each rollout."""
        advantages = estimate_advantages(rollout, self.gae)
        returns = advantages + rollout.values[:-1]
        spread = advantages.std(unbiased=False) + 1e-8
        return {"advantages": (advantages - advantages.mean()) / spread, "returns": returns}

    def loss(
        self,
        policy: Policy,
        rollout: Rollout,
        extra: dict[str, Tensor],
        auxiliary: Auxiliary | None,
    ) -> tuple[Tensor, dict[str, float]]:
        """The clipped surrogate, the critic's error and the entropy."""
        logits, values, features = replay(policy, rollout)
        logs = logits.log_softmax(-1)
        chosen = logs.gather(-1, rollout.actions.unsqueeze(-1)).squeeze(-1)
        ratio = (chosen - rollout.logs).exp()
        gain = extra["advantages"]
        clipped = ratio.clamp(1.0 - self.clip, 1.0 + self.clip)
        surrogate = -torch.min(ratio * gain, clipped * gain).mean()
        critic = 0.5 * (values - extra["returns"]).square().mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        loss = surrogate + self.value * critic - self.entropy * entropy
        if auxiliary is not None:
            loss = loss + auxiliary(rollout, features)
        parts = {"surrogate": surrogate, "critic": critic, "entropy": entropy}
        return loss, {name: float(value.detach()) for name, value in parts.items()}


def estimate_advantages(rollout: Rollout, gae: float) -> Tensor:
    """Generalised advantage estimation (Schulman et al. 2016), (T, N)."""
    advantages = torch.zeros_like(rollout.rewards)
    running = torch.zeros(rollout.rewards.shape[1])
    for t in reversed(range(len(rollout.rewards))):
        goes_on = 1.0 - rollout.ends[t]
        after = GAMMA * rollout.values[t + 1] * goes_on
        error = rollout.rewards[t] + after - rollout.values[t]
        running = error + GAMMA * gae * goes_on * running
        advantages[t] = running
    return advantages


def replay(policy: Policy, rollout: Rollout) -> tuple[Tensor, Tensor, Tensor]:
    """Logits and values of a whole rollout with gradients, and its visual features."""
    flat = {name: value.flatten(0, 1) for name, value in rollout.seen.items()}
    features = policy.look(flat)
    logits, values, _ = policy.decide(features, flat, rollout.starts, rollout.hidden)
    return logits, values, features
