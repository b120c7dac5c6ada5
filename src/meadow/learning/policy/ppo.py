"""PPO (Schulman et al. 2017) with generalised advantages and recurrent minibatches of environments."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from meadow.learning.policy.algorithm import Algorithm, estimate_advantages
from meadow.learning.policy.rollout import Rollout


@dataclass(frozen=True, kw_only=True)
class PPO(Algorithm):
    """Hyper-parameters of PPO."""

    clip: float = 0.1
    """How far a probability may move before its gradient ends."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """Returns, and advantages with mean 0 and deviation 1."""
        advantages = estimate_advantages(rollout, self.gae)
        spread = advantages.std(unbiased=False) + 1e-8
        return {
            "returns": advantages + rollout.values[:-1],
            "advantages": (advantages - advantages.mean()) / spread,
        }

    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The clipped surrogate and the entropy bonus."""
        logs = logits.log_softmax(-1)
        chosen = logs.gather(-1, rollout.actions.unsqueeze(-1)).squeeze(-1)
        ratio, gain = (chosen - rollout.logs).exp(), extra["advantages"]
        clipped = ratio.clamp(1.0 - self.clip, 1.0 + self.clip)
        surrogate = -torch.min(ratio * gain, clipped * gain).mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        return surrogate - self.entropy * entropy, {"surrogate": surrogate, "entropy": entropy}
