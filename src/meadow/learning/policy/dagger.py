"""DAgger (Ross et al. 2011): the learner drives, the teacher says what it should have done."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional

from meadow.errors import InvalidValueError
from meadow.learning.policy.network import Policy
from meadow.learning.policy.ppo import Auxiliary, estimate_advantages, replay
from meadow.learning.policy.rollout import Rollout


@dataclass(frozen=True, kw_only=True)
class DAgger:
    """Hyper-parameters. Frames are cheap here: each is used once, in many small steps."""

    steps: int = 32
    """Of each environment in one rollout."""
    epochs: int = 1
    minibatches: int = 4
    """Parts that the environments are dealt into."""
    rate: float = 1e-3
    """Learning rate at the start; it falls to zero over the training."""
    value: float = 0.1
    """Weight of the critic's loss: reinforcement learning goes on from a critic that knows."""
    gae: float = 0.95
    gradient: float = 1.0
    """Largest norm of the gradient."""
    alone: float = 0.1
    """Share of the training after which the teacher never acts in the learner's place."""
    needs_teacher: bool = True

    def teaching(self, progress: float) -> float:
        """Chance that the teacher acts, from 1 to 0 in the first part of the training."""
        return max(0.0, 1.0 - progress / self.alone) if self.alone > 0.0 else 0.0

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """What the critic should have said."""
        if rollout.teacher is None:
            raise InvalidValueError(
                "imitation needs a teacher: make the environment with teach=True"
            )
        return {"returns": estimate_advantages(rollout, self.gae) + rollout.values[:-1]}

    def loss(
        self,
        policy: Policy,
        rollout: Rollout,
        extra: dict[str, Tensor],
        auxiliary: Auxiliary | None,
    ) -> tuple[Tensor, dict[str, float]]:
        """Cross entropy with the teacher's actions, and the critic's error."""
        logits, values, features = replay(policy, rollout)
        assert rollout.teacher is not None
        imitation = functional.cross_entropy(logits.flatten(0, 1), rollout.teacher.flatten())
        critic = 0.5 * (values - extra["returns"]).square().mean()
        loss = imitation + self.value * critic
        if auxiliary is not None:
            loss = loss + auxiliary(rollout, features)
        right = (logits.argmax(-1) == rollout.teacher).float().mean()
        parts = {"imitation": imitation, "critic": critic, "agreement": right}
        return loss, {name: float(value.detach()) for name, value in parts.items()}
