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
    """Hyper-parameters. Frames are cheap here: each is used once, in many small steps."""

    steps: int = 32
    epochs: int = 1
    minibatches: int = 4
    rate: float = 1e-3
    value: float = 0.01
    """Weight of the critic's loss: enough for a critic that knows when reinforcement learning begins, too
    little to bend what the actor sees with."""
    gradient: float = 1.0
    alone: float = 1.0
    """Share of the training over which the teacher's part falls from all actions towards none..."""
    floor: float = 0.5
    """...but never below this. A learner left alone gets stuck, and frames of being stuck crowd out the
    others: PointNav from depth passed 78 % of 105 held-out episodes after 700,000 frames that ended without
    the teacher, and 96 % after 230,000 more in which it acted at least every other time."""
    stop: float = 1.0
    """Weight of the frames in which the teacher stops: one in a hundred, and nothing counts without it."""

    def teaching(self, progress: float) -> float:
        """From 1 down to the floor in the first part of the training."""
        falling = 1.0 - progress / self.alone if self.alone > 0.0 else 0.0
        return max(self.floor, falling)

    def prepare(self, rollout: Rollout) -> dict[str, Tensor]:
        """What the critic should have said."""
        if rollout.teacher is None:
            raise InvalidValueError(
                "imitation needs a teacher: make the environment with teach=True"
            )
        return {"returns": estimate_advantages(rollout, self.gae) + rollout.values[:-1]}

    def actor_loss(
        self, logits: Tensor, rollout: Rollout, extra: dict[str, Tensor]
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Cross entropy with the teacher's actions."""
        assert rollout.teacher is not None
        weights = logits.new_ones(logits.shape[-1])
        weights[-1] = self.stop
        imitation = functional.cross_entropy(
            logits.flatten(0, 1), rollout.teacher.flatten(), weights
        )
        right = (logits.argmax(-1) == rollout.teacher).float().mean()
        return imitation, {"imitation": imitation, "agreement": right}
