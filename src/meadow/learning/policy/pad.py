"""PAD (Hansen et al. 2021): self-supervised adaptation of a policy where there is no reward.

A self-supervised head is trained together with the policy. In a corrupted world the same loss then adapts
the visual encoder within a budget of steps, while the rest of the policy stays as it is.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.learning.optimization import optimizer_step
from meadow.learning.policy.answers import AnswerHead
from meadow.learning.policy.network import Policy
from meadow.learning.policy.rollout import Rollout, Sampler
from meadow.seeding import derived_seed

#: Default number of steps in the target world.
BUDGET = 166_000


class ActionHead(nn.Module):
    """Predicts the action from the pictures before and after it (except Stop, which nothing follows)."""

    weight = 0.001
    """Weight of the auxiliary loss."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.layer = nn.Linear(2 * policy.num_features, policy.network.actions - 1)

    def forward(self, rollout: Rollout, features: Tensor, beliefs: Tensor) -> Tensor:
        """The weighted loss of a rollout with (T * N, C, h, w) features."""
        return self.weight * self.error(rollout, features)

    def error(self, rollout: Rollout, features: Tensor) -> Tensor:
        """Cross entropy over the steps that stay within an episode."""
        steps, count = rollout.actions.shape
        flat = features.flatten(1).view(steps, count, -1)
        actions = rollout.actions[:-1]
        whole = (rollout.dones[:-1] == 0) & (actions < self.layer.out_features)
        if not whole.any():
            return features.sum() * 0.0
        pairs = torch.cat([flat[:-1][whole], flat[1:][whole]], 1)
        return functional.cross_entropy(self.layer(pairs), actions[whole])


class RotationHead(nn.Module):
    """Predicts by how many quarter turns the picture was rotated."""

    weight = 0.01
    """Weight of the auxiliary loss."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self._look = policy.encode  # a bound method: the encoder's parameters stay the policy's own
        self.layer = nn.Linear(policy.num_features, 4)

    def forward(self, rollout: Rollout, features: Tensor, beliefs: Tensor) -> Tensor:
        """The weighted loss of a rollout."""
        return self.weight * self.error(rollout, features)

    def error(self, rollout: Rollout, features: Tensor) -> Tensor:
        """Cross entropy over all frames, a quarter of them in each rotation."""
        flat = {
            k: v.flatten(0, 1)
            for k, v in rollout.observations.items()
            if k in ("rgb", "depth", "goal_map")
        }
        count = len(features)
        turns = torch.arange(count, device=features.device) % 4
        turned = {name: _rotated(value, turns) for name, value in flat.items()}
        return functional.cross_entropy(self.layer(self._look(turned).flatten(1)), turns)


def _rotated(images: Tensor, turns: Tensor) -> Tensor:
    """(N, H, W, ...) pictures turned by quarters; those on their side are stretched to fit."""
    out = images.clone()
    height, width = images.shape[1:3]
    rows = torch.arange(height) * width // height
    columns = torch.arange(width) * height // width
    for turn in (1, 2, 3):
        which = turns == turn
        turned = torch.rot90(images[which], turn, (1, 2))
        if turn != 2:
            turned = turned[:, rows][:, :, columns]
        out[which] = turned
    return out


HEADS: dict[str, type[ActionHead] | type[RotationHead] | type[AnswerHead]] = {
    "action": ActionHead,
    "rotation": RotationHead,
    "answers": AnswerHead,
}


def make_head(name: str, policy: Policy) -> ActionHead | RotationHead | AnswerHead | None:
    """Make the head of an auxiliary task; None for an empty name."""
    if not name:
        return None
    if name not in HEADS:
        raise UnknownIdError("auxiliary task", name, HEADS)
    return HEADS[name](policy)


def adapt(
    policy: Policy,
    head: ActionHead | RotationHead | AnswerHead | None,
    env: Any,
    *,
    budget: int = BUDGET,
    steps: int = 32,
    learning_rate: float = 1e-4,
    seed: int = 0,
) -> list[float]:
    """Adapt the visual encoder in place; return the loss of each step.

    Rewards are never read. Actions come from the policy as it was before the adaptation.

    Args:
        policy: A policy that was trained together with the head.
        head: The self-supervised head.
        env: The target world, a vector environment with SAME_STEP autoreset.
        budget: Number of steps, counted over all environments.
        steps: Number of steps of one rollout.
        learning_rate: Learning rate of the optimiser.
        seed: Seed of the environments and of the actions.
    """
    if not isinstance(head, ActionHead | RotationHead):
        raise InvalidValueError(
            "this policy was trained without a self-supervised task: train it with --auxiliary action"
        )
    generator = torch.Generator().manual_seed(derived_seed(seed, "pad") % 2**31)
    sampler = Sampler(env, policy.network, seed, generator)
    frozen = Policy(policy.network)
    frozen.load_state_dict(policy.state_dict())
    parts = nn.ModuleList([policy.encoder, head])
    optimizer = torch.optim.Adam(
        [p for p in parts.parameters() if p.requires_grad], lr=learning_rate
    )
    losses: list[float] = []
    advice = f"Lower the learning rate {learning_rate:g}"
    for step in range(max(1, budget // (steps * env.num_envs))):
        rollout = sampler.collect(frozen, steps)
        flat = {name: value.flatten(0, 1) for name, value in rollout.observations.items()}
        loss = head.error(rollout, policy.encode(flat))
        optimizer_step(loss, parts, optimizer, math.inf, step=step, advice=advice)
        losses.append(float(loss.detach()))
    return losses
