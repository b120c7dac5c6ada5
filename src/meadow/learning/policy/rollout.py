"""Sampling: drive a vector environment with a policy and keep what happened."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from meadow.errors import InvalidValueError
from meadow.learning.policy.network import NetworkConfig, Policy
from meadow.learning.policy.senses import sensed

#: The discount that all algorithms here share.
GAMMA = 0.99

Augment = Callable[[dict[str, Tensor], torch.Generator], dict[str, Tensor]]
"""Changes the pictures of (1, N, ...) inputs."""


@dataclass
class Rollout:
    """T steps of N environments, time first."""

    seen: dict[str, Tensor]
    """(T, N, ...) inputs of the network."""
    starts: Tensor
    """(T, N) 1 where an episode begins."""
    hidden: Tensor
    """(N, H) state before the first step."""
    actions: Tensor
    """(T, N)."""
    logs: Tensor
    """(T, N) log-probabilities of the actions when they were drawn."""
    values: Tensor
    """(T + 1, N); the last row is what comes after."""
    rewards: Tensor
    """(T, N); what an episode that ran out of time would still have got is counted in."""
    ends: Tensor
    """(T, N) 1 where an episode ended with this step."""
    teacher: Tensor | None = None
    """(T, N) what the teacher would have done."""

    @property
    def frames(self) -> int:
        """Steps of single environments."""
        return self.actions.numel()

    def part(self, which: Tensor) -> Rollout:
        """The same steps of some environments."""
        return Rollout(
            {k: v[:, which] for k, v in self.seen.items()},
            self.starts[:, which],
            self.hidden[which],
            self.actions[:, which],
            self.logs[:, which],
            self.values[:, which],
            self.rewards[:, which],
            self.ends[:, which],
            None if self.teacher is None else self.teacher[:, which],
        )


@dataclass
class SamplingTime:
    """Seconds spent in simulation and in inference."""

    simulation: float = 0.0
    inference: float = 0.0


@dataclass
class EpisodeMeans:
    """Means over the episodes that ended since the last :meth:`take`."""

    returns: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)

    def take(self) -> dict[str, float]:
        """The means, and a fresh start; empty when no episode ended."""
        names = {"return": self.returns, "length": self.lengths, "success": self.wins}
        means = {name: float(np.mean(values)) for name, values in names.items() if values}
        means["episodes"] = float(len(self.returns))
        self.returns, self.lengths, self.wins = [], [], []
        return means


class Sampler:
    """Drives a vector environment (SAME_STEP autoreset) and remembers where it is between rollouts."""

    def __init__(
        self,
        env: Any,
        shape: NetworkConfig,
        seed: int,
        generator: torch.Generator,
        *,
        augment: Augment | None = None,
        device: str = "cpu",
    ) -> None:
        """Begin episodes.

        Args:
            env: A Gymnasium vector environment; to be resumed it needs ``state`` and ``restore``.
            shape: Of the network that will drive.
            seed: Of the environments.
            generator: Draws the actions.
            augment: Changes pictures before the network sees them.
            device: Where the network is.
        """
        self.env = env
        self.shape = shape
        self.augment = augment
        self.device = device
        self.clock, self.score = SamplingTime(), EpisodeMeans()
        self._generator = generator
        self._count = env.num_envs
        _check_space(env, shape)
        self._seen, self._infos = env.reset(seed=seed)
        self._starts = np.ones(self._count, np.float32)
        self._feel = np.zeros(self._count, np.int64)
        self._hidden = torch.zeros(self._count, shape.hidden, device=device)
        self._returns = np.zeros(self._count)
        self._lengths = np.zeros(self._count, np.int64)

    def collect(
        self,
        policy: Policy,
        steps: int,
        *,
        teaching: float = 0.0,
        enough: Callable[[int], bool] = lambda step: False,
    ) -> Rollout:
        """Drive for some steps.

        Args:
            policy: Draws the actions.
            steps: For how long, in each environment.
            teaching: Chance that the teacher acts instead. Above 0 it also prevents wrong Stops.
            enough: Asked after each step whether to end early.
        """
        kept: dict[str, list[Any]] = {name: [] for name in ("starts", "actions", "logs", "values")}
        kept |= {"rewards": [], "ends": [], "teacher": [], "seen": []}
        first = self._hidden
        with torch.no_grad():
            for step in range(steps):
                self._step(policy, teaching, kept)
                if enough(step + 1):
                    break
            began = time.perf_counter()
            _, after, _ = policy(*self._inputs(), self._hidden)
            self.clock.inference += time.perf_counter() - began
        seen = {k: torch.stack([s[k][0] for s in kept["seen"]]) for k in kept["seen"][0]}
        return Rollout(
            seen,
            self._tensor(kept["starts"]),
            first,
            torch.stack(kept["actions"]),
            torch.stack(kept["logs"]),
            torch.stack([*kept["values"], after[0]]),
            self._tensor(kept["rewards"]).float(),
            self._tensor(kept["ends"]),
            self._tensor(kept["teacher"]) if kept["teacher"] else None,
        )

    def _tensor(self, rows: list[Any]) -> Tensor:
        return torch.from_numpy(np.stack(rows)).to(self.device)

    def _inputs(self) -> tuple[dict[str, Tensor], Tensor]:
        seen = network_inputs(self.shape, self._seen, self._feel, self.device)
        if self.augment is not None:
            seen = self.augment(seen, self._generator)
        return seen, torch.from_numpy(self._starts).unsqueeze(0).to(self.device)

    def _step(self, policy: Policy, teaching: float, kept: dict[str, list[Any]]) -> None:
        began = time.perf_counter()
        seen, starts = self._inputs()
        logits, values, hidden = policy(seen, starts, self._hidden)
        logs = logits[0].log_softmax(1)
        actions = draw(logs.cpu(), self._generator)
        teacher = self._infos.get("teacher")
        if teacher is not None:
            kept["teacher"].append(np.asarray(teacher))
            if teaching > 0.0:
                right = torch.from_numpy(np.asarray(teacher))
                stop = self.shape.actions - 1
                taught = torch.rand(self._count, generator=self._generator) < teaching
                # A wrong Stop ends an episode before there is anything to learn from it, and a beginner
                # that draws its actions says it within a few steps: the teacher does not let it.
                taught |= (actions == stop) & (right != stop)
                actions = torch.where(taught, right, actions)
        kept["seen"].append(seen)
        kept["starts"].append(self._starts)
        chosen = actions.numpy()
        actions = actions.to(self.device)
        kept["actions"].append(actions)
        kept["logs"].append(logs.gather(1, actions[:, None])[:, 0])
        kept["values"].append(values[0])
        middle = time.perf_counter()
        self._seen, rewards, terminated, truncated, self._infos = self.env.step(chosen)
        after = time.perf_counter()
        self.clock.inference += middle - began
        self.clock.simulation += after - middle
        self._hidden = hidden
        self._keep_score(rewards, terminated | truncated)
        if truncated.any():
            rewards = rewards + self._cut_off(policy, truncated & ~terminated, chosen)
        kept["rewards"].append(rewards)
        kept["ends"].append((terminated | truncated).astype(np.float32))
        self._starts = kept["ends"][-1]
        self._feel = np.where(self._starts > 0, 0, self._felt(self._seen, chosen))

    def _felt(self, seen: dict[str, Any], chosen: Any) -> Any:
        """The code of each last action; see ``network.Policy.feel``."""
        blocked = seen["moved"][:, 0] == 0 if "moved" in seen else np.zeros(len(chosen), bool)
        return 1 + chosen + self.shape.actions * blocked

    def _cut_off(self, policy: Policy, which: Any, chosen: Any) -> Any:
        """What episodes that ran out of time were still worth: time is not part of the task."""
        worth = np.zeros(self._count)
        rows = np.flatnonzero(which)
        if not len(rows):
            return worth
        final = [self._infos["final_obs"][i] for i in rows]
        last = {name: np.stack([f[name] for f in final]) for name in final[0]}
        seen = network_inputs(self.shape, last, self._felt(last, chosen[rows]), self.device)
        hidden = self._hidden[torch.from_numpy(rows).to(self.device)]
        _, values, _ = policy(seen, torch.zeros(1, len(rows), device=self.device), hidden)
        worth[rows] = GAMMA * values[0].cpu().numpy()
        return worth

    def _keep_score(self, rewards: Any, ended: Any) -> None:
        self._returns += rewards
        self._lengths += 1
        for i in np.flatnonzero(ended):
            self.score.returns.append(float(self._returns[i]))
            self.score.lengths.append(int(self._lengths[i]))
            final = self._infos.get("final_info", {})
            if "success" in final:
                self.score.wins.append(float(final["success"][i]))
        self._returns[ended], self._lengths[ended] = 0.0, 0

    def state(self) -> dict[str, Any]:
        """Everything that decides what comes next."""
        return {
            "env": self.env.state(),
            "starts": self._starts.tolist(),
            "feel": self._feel.tolist(),
            "hidden": self._hidden.tolist(),
            "returns": self._returns.tolist(),
            "lengths": self._lengths.tolist(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self._seen, self._infos = self.env.restore(state["env"])
        self._starts = np.array(state["starts"], np.float32)
        self._feel = np.array(state["feel"], np.int64)
        self._hidden = torch.tensor(state["hidden"], device=self.device)
        self._returns = np.array(state["returns"])
        self._lengths = np.array(state["lengths"], np.int64)


def draw(logs: Tensor, generator: torch.Generator) -> Tensor:
    """One action for each row of log-probabilities (Gumbel's trick: one draw for each entry)."""
    noise = torch.rand(logs.shape, generator=generator).clamp_(1e-9, 1.0)
    return (logs - noise.log().neg().log()).argmax(1)


def network_inputs(
    shape: NetworkConfig, seen: dict[str, Any], feel: Any, device: str = "cpu"
) -> dict[str, Tensor]:
    """(1, N, ...) tensors of one moment."""
    arrays = sensed(shape, seen)
    arrays["goal"] = seen["goal"] if shape.goal != "none" else np.zeros((len(feel), 1), np.float32)
    if shape.feel:
        arrays["feel"] = np.asarray(feel, np.int64)
    return {k: torch.from_numpy(np.asarray(v)).unsqueeze(0).to(device) for k, v in arrays.items()}


def _check_space(env: Any, shape: NetworkConfig) -> None:
    """Say at once what does not fit, not after an hour."""
    space = env.single_observation_space
    looking = "goal_map" in shape.senses and "goal_map" not in space.spaces
    for sense in shape.senses:
        if sense == "goal_map":
            continue
        if sense not in space.spaces:
            raise InvalidValueError(f"the network wants {sense}, the environment has {list(space)}")
        height, width = space[sense].shape[:2]
        # Who looks for goals is given larger pictures than the network sees in the end.
        if (height, width) != (shape.height, shape.width) and not looking:
            raise InvalidValueError(
                f"the environment shows {width}x{height} pixels, the network sees "
                f"{shape.width}x{shape.height}"
            )
    actions = env.single_action_space.n
    if actions != shape.actions:
        raise InvalidValueError(
            f"the environment has {actions} actions, the network {shape.actions}"
        )
