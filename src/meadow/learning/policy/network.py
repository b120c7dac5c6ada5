"""A recurrent actor-critic: visual encoder, goal encoder, combiner, GRU, two heads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from meadow.envs.spaces import ACTION_MASK
from meadow.errors import InvalidValueError
from meadow.learning.policy.encoders import CHANNELS, ENCODERS
from meadow.policies.features import FEATURES
from meadow.policies.goal_map import COLUMNS, ROWS

#: Numbers that describe a goal, whatever it is.
GOAL = 32
GOALS = ("polar", "category", "vector", "none")
#: Logit of an action that is not there; finite, so that the entropy stays a number.
IMPOSSIBLE = -1e9
SENSES = (
    ("rgb",),
    ("depth",),
    ("rgb", "depth"),
    ("rgb", "goal_map"),
    ("rgb", "depth", "goal_map"),
    *((name,) for name in FEATURES),
)


@dataclass(frozen=True, kw_only=True)
class NetworkConfig:
    """The architecture of a network, which is kept in checkpoints and cards."""

    senses: tuple[str, ...] = ("rgb",)
    """"rgb", "depth" or both; to rgb "goal_map", where the embedded model sees the goal, can be added. Or
    alone what the frozen embedded model says of a picture, see ``policies.features``."""
    goal: str = "polar"
    """"polar" (PointNav), "category" (ObjectNav), "vector" (any numbers) or "none" (exploration)."""
    goal_size: int = 0
    """Numbers of the goal "vector"."""
    categories: int = 12
    """Size of the embedding of categories."""
    actions: int = 4
    """Number of actions; the last one is Stop."""
    width: int = 64
    """Pixels that the network sees."""
    height: int = 48
    """Pixels that the network sees."""
    encoder: str = "cnn"
    """See ``encoders.ENCODERS``."""
    hidden: int = 512
    """Units of the GRU."""
    last_action: bool = True
    """Whether the last action, and whether it had an effect, is an input."""
    head_hidden: int = 0
    """Units of a hidden layer of actor and critic; 0 for none."""
    answers: tuple[str, ...] = ()
    """Words that answers to questions consist of, for the auxiliary task "answers"."""
    language_model: str = ""
    """Frozen T5 that says the answers after a prefix, e.g. "hf:google-t5/t5-small"; a small decoder that is
    trained when empty."""

    def __post_init__(self) -> None:
        if tuple(self.senses) not in SENSES:
            raise InvalidValueError(f"senses {self.senses}: expected one of {SENSES}")
        if self.goal not in GOALS:
            raise InvalidValueError(f"goal {self.goal!r}: expected one of {', '.join(GOALS)}")
        if (self.goal == "vector") != (self.goal_size > 0):
            raise InvalidValueError(
                f"goal {self.goal!r} of {self.goal_size} numbers: a vector has 1 or more, others 0"
            )
        if "goal_map" in self.senses and (self.goal, self.encoder) != ("category", "cnn"):
            raise InvalidValueError("goal_map needs a category as goal, and the encoder cnn")
        if min(self.width, self.height) < 32:
            raise InvalidValueError(
                f"{self.width}x{self.height} pixels: the network needs at least 32x32"
            )


def blank(network: NetworkConfig) -> dict[str, Tensor]:
    """Visual inputs of one robot, filled with zeros."""
    pictures = {
        "rgb": torch.zeros(1, network.height, network.width, 3, dtype=torch.uint8),
        "depth": torch.zeros(1, network.height, network.width),
        "goal_map": torch.zeros(1, ROWS, COLUMNS),
        **{name: torch.zeros(1, size) for name, size in FEATURES.items()},
    }
    return {sense: pictures[sense] for sense in network.senses}


class GoalEncoder(nn.Module):
    """The goal encoder: 32 features of a goal."""

    def __init__(self, network: NetworkConfig) -> None:
        super().__init__()
        self.kind = network.goal
        if self.kind == "polar":
            self.layer: nn.Module = nn.Linear(5, GOAL)
        elif self.kind == "category":
            self.layer = nn.Embedding(network.categories, GOAL)
        elif self.kind == "vector":
            self.layer = nn.Linear(network.goal_size, GOAL)

    def forward(self, goal: Tensor) -> Tensor:
        """(N, 32) from (N, 2) distance and bearing, (N, 1) numbers of categories, or (N, D) vectors."""
        if self.kind == "none":
            # By its shape, not by its length, which an exporter would take for a constant.
            return torch.zeros_like(goal[:, :1]).expand(-1, GOAL)
        if self.kind == "category":
            return self.layer(goal[:, 0])
        if self.kind == "vector":
            return self.layer(goal)
        distance, bearing = goal[:, :1], goal[:, 1:2]
        # Straight behind, the bearing jumps; its sine and cosine do not.
        near = 1.0 / (1.0 + distance)
        return self.layer(torch.cat([distance, near, bearing, bearing.cos(), bearing.sin()], 1))


class EpisodicGRU(nn.Module):
    """A GRU whose state is reset where episodes start, in plain operations that every exporter knows."""

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.enter = nn.Linear(inputs, 3 * hidden)
        self.again = nn.Linear(hidden, 3 * hidden)
        for weight in (self.enter.weight, self.again.weight):
            for part in weight.chunk(3):
                nn.init.orthogonal_(part)
        nn.init.zeros_(self.enter.bias)
        nn.init.zeros_(self.again.bias)

    def forward(self, x: Tensor, starts: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """(T, N, H) outputs and the last state, from (T, N, F), (T, N) flags and (N, H)."""
        size, entering = self.hidden, self.enter(x)
        outputs = []
        for t in range(x.shape[0]):
            hidden = hidden * (1.0 - starts[t]).unsqueeze(1)
            new, old = entering[t], self.again(hidden)
            gates = (new[:, : 2 * size] + old[:, : 2 * size]).sigmoid()
            candidate = (new[:, 2 * size :] + gates[:, :size] * old[:, 2 * size :]).tanh()
            hidden = candidate + gates[:, size:] * (hidden - candidate)
            outputs.append(hidden)
        return torch.stack(outputs), hidden


class Policy(nn.Module):
    """The actor-critic: logits of actions and values from observations."""

    def __init__(self, network: NetworkConfig, weights: str = "") -> None:
        """``weights`` is the file of an encoder's weights, or a training's directory."""
        super().__init__()
        self.network = network
        self.encoder = ENCODERS.make(network.encoder, senses=tuple(network.senses), weights=weights)
        self.goal = GoalEncoder(network)
        with torch.no_grad():
            found, *self.grid = self.encoder(blank(network)).shape[1:]
        self.combine = nn.Sequential(
            nn.Conv2d(found + GOAL, 128, 1), nn.ReLU(), nn.Conv2d(128, CHANNELS, 1), nn.ReLU()
        )
        self.num_features = found * self.grid[0] * self.grid[1]
        """Number of visual features of a robot, as :meth:`encode` gives them."""
        self.flat = CHANNELS * self.grid[0] * self.grid[1]
        # Code 0 is "no action yet", 1 + a an action that worked, 1 + A + a one that did nothing.
        self.last_action = (
            nn.Embedding(1 + 2 * network.actions, GOAL) if network.last_action else None
        )
        self.memory = EpisodicGRU(self.flat + GOAL * (1 + network.last_action), network.hidden)
        self.actor = _head(network, network.actions)
        self.critic = _head(network, 1)
        last = self.actor[-1] if isinstance(self.actor, nn.Sequential) else self.actor
        nn.init.orthogonal_(last.weight, 0.01)
        nn.init.zeros_(last.bias)

    def encode(self, observations: dict[str, Tensor]) -> Tensor:
        """(N, C, h, w) features of the pictures, before the goal is known."""
        features: Tensor = self.encoder(observations)
        return features

    def forward(
        self, observations: dict[str, Tensor], starts: Tensor, hidden: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (T, N, A), values (T, N) and the last state (N, H).

        Args:
            observations: (T, N, ...) rgb, depth, goal_map, goal, last_action, action_mask.
            starts: (T, N) float, 1 where an episode begins.
            hidden: (N, H) state before the first step.
        """
        steps, count = starts.shape
        flat = {name: value.flatten(0, 1) for name, value in observations.items()}
        return self.decide(self.encode(flat), flat, starts.view(steps, count), hidden)

    def decide(
        self, features: Tensor, flat: dict[str, Tensor], starts: Tensor, hidden: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """:meth:`forward` from visual features, with time and batch in one axis."""
        beliefs, hidden = self.believe(features, flat, starts, hidden)
        return *self.act(beliefs, flat), hidden

    def act(self, beliefs: Tensor, flat: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Logits (T, N, A) and values (T, N) from beliefs; actions that are not there get no chance."""
        logits, values = self.actor(beliefs), self.critic(beliefs).squeeze(-1)
        if ACTION_MASK in flat:
            logits = logits.masked_fill(flat[ACTION_MASK].view(logits.shape) == 0, IMPOSSIBLE)
        return logits, values

    def believe(
        self, features: Tensor, flat: dict[str, Tensor], starts: Tensor, hidden: Tensor
    ) -> tuple[Tensor, Tensor]:
        """(T, N, H) outputs of the memory, from which everything else is decided, and its last state."""
        goal = self.goal(flat["goal"])
        around = goal[:, :, None, None].expand(-1, -1, *self.grid)
        parts = [self.combine(torch.cat([features, around], 1)).flatten(1), goal]
        if self.last_action is not None:
            parts.append(self.last_action(flat["last_action"]))
        x = torch.cat(parts, 1).view(*starts.shape, -1)
        beliefs, hidden = self.memory(x, starts, hidden)
        return beliefs, hidden


def _head(network: NetworkConfig, outputs: int) -> Any:
    """Actor or critic: linear, or with a hidden layer."""
    if not network.head_hidden:
        return nn.Linear(network.hidden, outputs)
    size = network.head_hidden
    return nn.Sequential(nn.Linear(network.hidden, size), nn.ReLU(), nn.Linear(size, outputs))
