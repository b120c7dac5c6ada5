"""PPO (Schulman et al. 2017) with generalised advantages and recurrent minibatches of environments."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from meadow.learning.policy.algorithm import Algorithm, estimate_advantages
from meadow.learning.policy.rollout import Rollout


@dataclass(frozen=True, kw_only=True)
class PPO(Algorithm):
    """Proximal policy optimisation: its hyper-parameters and the loss of its actor."""

    clip_coef: float = 0.1
    """Ratios of probabilities are clipped to 1 plus and minus this."""
    entropy_coef: float = 0.01
    """Weight of the entropy bonus."""

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """Returns, and advantages with mean 0 and deviation 1."""
        advantages = estimate_advantages(rollout, self.gae_lambda)
        spread = advantages.std(unbiased=False) + 1e-8
        return {
            "returns": advantages + rollout.values[:-1],
            "advantages": (advantages - advantages.mean()) / spread,
        }

    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The clipped surrogate and the entropy bonus."""
        log_probs = logits.log_softmax(-1)
        chosen = log_probs.gather(-1, rollout.actions.unsqueeze(-1)).squeeze(-1)
        ratio, advantages = (chosen - rollout.log_probs).exp(), extra["advantages"]
        clipped = ratio.clamp(1.0 - self.clip_coef, 1.0 + self.clip_coef)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
        loss = policy_loss - self.entropy_coef * entropy
        return loss, {"policy_loss": policy_loss, "entropy": entropy}
