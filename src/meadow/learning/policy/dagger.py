"""DAgger (Ross et al. 2011): the learner drives, the teacher says what it should have done."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional

from meadow.errors import InvalidValueError
from meadow.learning.policy.algorithm import Algorithm, estimate_advantages
from meadow.learning.policy.rollout import Rollout


@dataclass(frozen=True, kw_only=True)
class DAgger(Algorithm):
    """Hyper-parameters of DAgger. Frames are cheap here: each is used once, in many small steps."""

    num_steps: int = 32
    epochs: int = 1
    num_minibatches: int = 4
    learning_rate: float = 1e-3
    vf_coef: float = 0.01
    """Weight of the value function's loss: enough for a critic that is trained when reinforcement learning
    begins, too little to change the encoder that it shares with the actor."""
    max_grad_norm: float = 1.0
    decay_fraction: float = 1.0
    """Fraction of the training over which the teacher's fraction of the actions falls from 1 towards 0."""
    min_teacher_fraction: float = 0.5
    """Smallest fraction of the actions that the teacher takes. A learner without a teacher gets stuck, and
    frames of a stuck robot crowd out the others: PointNav from depth passed 78 % of 105 held-out episodes
    after 700,000 frames that ended without the teacher, and 96 % after 230,000 more in which it acted at
    least every other time."""
    stop_weight: float = 1.0
    """Weight of the frames in which the teacher stops, about one in a hundred."""

    def teacher_fraction(self, progress: float) -> float:
        """A linear decay from 1 to the smallest fraction."""
        falling = 1.0 - progress / self.decay_fraction if self.decay_fraction > 0.0 else 0.0
        return max(self.min_teacher_fraction, falling)

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """Compute the returns, which are the targets of the critic."""
        if rollout.teacher_actions is None:
            raise InvalidValueError(
                "imitation needs a teacher: make the environment with teach=True"
            )
        return {"returns": estimate_advantages(rollout, self.gae_lambda) + rollout.values[:-1]}

    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Cross entropy with the teacher's actions."""
        assert rollout.teacher_actions is not None
        weights = logits.new_ones(logits.shape[-1])
        weights[-1] = self.stop_weight
        imitation = functional.cross_entropy(
            logits.flatten(0, 1), rollout.teacher_actions.flatten(), weights
        )
        right = (logits.argmax(-1) == rollout.teacher_actions).float().mean()
        return imitation, {"imitation": imitation, "agreement": right}
