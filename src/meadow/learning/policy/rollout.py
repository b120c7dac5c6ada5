"""Sampling: drive a vector environment with a policy and keep what happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from meadow.envs.spaces import ACTION_MASK
from meadow.errors import InvalidValueError
from meadow.learning.policy.network import NetworkConfig, Policy
from meadow.learning.policy.senses import sensed
from meadow.policies.features import FEATURES

#: The discount that all algorithms here share.
GAMMA = 0.99

Augment = Callable[[dict[str, Tensor], torch.Generator], dict[str, Tensor]]
"""Changes the pictures of (1, N, ...) inputs."""


@dataclass
class Rollout:
    """T steps of N environments, time first."""

    observations: dict[str, Tensor]
    """(T, N, ...) inputs of the network."""
    starts: Tensor
    """(T, N) 1 where an episode begins."""
    hidden: Tensor
    """(N, H) state before the first step."""
    actions: Tensor
    """(T, N) indices of the actions taken."""
    log_probs: Tensor
    """(T, N) log-probabilities of the actions when they were drawn."""
    values: Tensor
    """(T + 1, N) values of the critic; the last row is the value after the last step."""
    rewards: Tensor
    """(T, N); a truncated episode's last reward includes the discounted value of its last state."""
    dones: Tensor
    """(T, N) 1 where an episode ended with this step."""
    teacher_actions: Tensor | None = None
    """(T, N) actions of the teacher in the same situations."""
    exams: Tensor | None = None
    """(T, N) numbers of the exams that were taken with the beliefs of a step; -1 for none."""

    @property
    def frames(self) -> int:
        """Number of steps, counted over all environments."""
        return int(self.actions.numel())

    def minibatch(self, which: Tensor) -> Rollout:
        """The part of the rollout that some environments gave."""
        return Rollout(
            {k: v[:, which] for k, v in self.observations.items()},
            self.starts[:, which],
            self.hidden[which],
            self.actions[:, which],
            self.log_probs[:, which],
            self.values[:, which],
            self.rewards[:, which],
            self.dones[:, which],
            None if self.teacher_actions is None else self.teacher_actions[:, which],
            None if self.exams is None else self.exams[:, which],
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
    figures: dict[str, list[float]] = field(default_factory=dict)
    """Further numbers that the environment tells at the end of an episode."""

    def take(self) -> dict[str, float]:
        """Return the means and start again; without means when no episode ended."""
        names: dict[str, Sequence[float]] = {
            "return": self.returns,
            "length": self.lengths,
            "success": self.wins,
            **self.figures,
        }
        means = {name: float(np.mean(values)) for name, values in names.items() if values}
        means["episodes"] = float(len(self.returns))
        self.returns, self.lengths, self.wins, self.figures = [], [], [], {}
        return means


class Examiner(Protocol):
    """Asks questions of beliefs while a rollout is collected; rewards for answers are the environment's."""

    def begin(self) -> None:
        """A rollout begins, and the numbers of its exams start from 0 again."""

    def examine(self, beliefs: Tensor) -> Any:
        """(N,) numbers of the exams that the (N, H) beliefs of this step took; -1 for none."""


class Sampler:
    """Drives a vector environment (SAME_STEP autoreset) and remembers where it is between rollouts."""

    def __init__(
        self,
        env: Any,
        network: NetworkConfig,
        seed: int,
        generator: torch.Generator,
        *,
        augment: Augment | None = None,
        device: str = "cpu",
    ) -> None:
        """Begin episodes.

        Args:
            env: A Gymnasium vector environment; to be resumed it needs ``state`` and ``restore``.
            network: Configuration of the network that will drive.
            seed: Seed of the environments.
            generator: Random generator that draws the actions.
            augment: Augmentation that is applied before the network sees the pictures.
            device: Device of the network.
        """
        self.env = env
        self.network = network
        self.augment = augment
        self.device = device
        self.clock, self.score = SamplingTime(), EpisodeMeans()
        self.examiner: Examiner | None = None
        """Asks questions of beliefs on the way, if the environment has any."""
        self._generator = generator
        self._count = env.num_envs
        _check_space(env, network)
        self._observations, self._infos = env.reset(seed=seed)
        self._starts = np.ones(self._count, np.float32)
        self._last_action = np.zeros(self._count, np.int64)
        self._hidden = torch.zeros(self._count, network.hidden, device=device)
        self._returns = np.zeros(self._count)
        self._lengths = np.zeros(self._count, np.int64)

    def collect(
        self,
        policy: Policy,
        steps: int,
        *,
        teacher_fraction: float = 0.0,
        should_stop: Callable[[int], bool] = lambda step: False,
    ) -> Rollout:
        """Drive for some steps.

        Args:
            policy: The policy that draws the actions.
            steps: Number of steps in each environment.
            teacher_fraction: Probability that the teacher acts. Above 0 it also prevents wrong Stops.
            should_stop: Called after each step; returns whether to end early.
        """
        kept: dict[str, list[Any]] = {
            name: [] for name in ("starts", "actions", "log_probs", "values")
        }
        kept |= {"rewards": [], "dones": [], "teacher": [], "observations": [], "exams": []}
        if self.examiner is not None:
            self.examiner.begin()
        first = self._hidden
        with torch.no_grad():
            for step in range(steps):
                self._step(policy, teacher_fraction, kept)
                if should_stop(step + 1):
                    break
            began = time.perf_counter()
            _, after, _ = policy(*self._inputs(), self._hidden)
            self.clock.inference += time.perf_counter() - began
        steps_seen = kept["observations"]
        observations = {k: torch.stack([s[k][0] for s in steps_seen]) for k in steps_seen[0]}
        return Rollout(
            observations,
            self._tensor(kept["starts"]),
            first,
            torch.stack(kept["actions"]),
            torch.stack(kept["log_probs"]),
            torch.stack([*kept["values"], after[0]]),
            self._tensor(kept["rewards"]).float(),
            self._tensor(kept["dones"]),
            self._tensor(kept["teacher"]) if kept["teacher"] else None,
            self._tensor(kept["exams"]) if kept["exams"] else None,
        )

    def _tensor(self, rows: list[Any]) -> Tensor:
        return torch.from_numpy(np.stack(rows)).to(self.device)

    def _inputs(self) -> tuple[dict[str, Tensor], Tensor]:
        observations = network_inputs(
            self.network, self._observations, self._last_action, self.device
        )
        if self.augment is not None:
            observations = self.augment(observations, self._generator)
        return observations, torch.from_numpy(self._starts).unsqueeze(0).to(self.device)

    def _step(self, policy: Policy, teacher_fraction: float, kept: dict[str, list[Any]]) -> None:
        began = time.perf_counter()
        observations, starts = self._inputs()
        logits, values, hidden = policy(observations, starts, self._hidden)
        log_probs = logits[0].log_softmax(1)
        actions = draw(log_probs.cpu(), self._generator)
        teacher = self._infos.get("teacher")
        if teacher is not None:
            kept["teacher"].append(np.asarray(teacher))
            if teacher_fraction > 0.0:
                right = torch.from_numpy(np.asarray(teacher))
                stop = self.network.actions - 1
                taught = torch.rand(self._count, generator=self._generator) < teacher_fraction
                # A wrong Stop ends an episode before there is anything to learn from it, and an untrained
                # policy draws one within a few steps: the teacher prevents it.
                taught |= (actions == stop) & (right != stop)
                actions = torch.where(taught, right, actions)
        kept["observations"].append(observations)
        kept["starts"].append(self._starts)
        chosen = actions.numpy()
        actions = actions.to(self.device)
        kept["actions"].append(actions)
        kept["log_probs"].append(log_probs.gather(1, actions[:, None])[:, 0])
        kept["values"].append(values[0])
        if self.examiner is not None:
            kept["exams"].append(self.examiner.examine(hidden))
        middle = time.perf_counter()
        self._observations, rewards, terminated, truncated, self._infos = self.env.step(chosen)
        after = time.perf_counter()
        self.clock.inference += middle - began
        self.clock.simulation += after - middle
        self._hidden = hidden
        self._record_episodes(rewards, terminated | truncated)
        if truncated.any():
            rewards = rewards + self._bootstrap(policy, truncated & ~terminated, chosen)
        kept["rewards"].append(rewards)
        kept["dones"].append((terminated | truncated).astype(np.float32))
        self._starts = kept["dones"][-1]
        codes = self._last_action_code(self._observations, chosen)
        self._last_action = np.where(self._starts > 0, 0, codes)

    def _last_action_code(self, observations: dict[str, Any], chosen: Any) -> Any:
        """The code of each last action; see ``network.Policy.last_action``."""
        moved = observations.get("moved")
        blocked = np.zeros(len(chosen), bool) if moved is None else moved[:, 0] == 0
        return 1 + chosen + self.network.actions * blocked

    def _bootstrap(self, policy: Policy, which: Any, chosen: Any) -> Any:
        """Discounted values of the last states of truncated episodes, which are bootstrapped."""
        worth = np.zeros(self._count)
        rows = np.flatnonzero(which)
        if not len(rows):
            return worth
        final = [self._infos["final_obs"][i] for i in rows]
        last = {name: np.stack([f[name] for f in final]) for name in final[0]}
        codes = self._last_action_code(last, chosen[rows])
        observations = network_inputs(self.network, last, codes, self.device)
        hidden = self._hidden[torch.from_numpy(rows).to(self.device)]
        _, values, _ = policy(observations, torch.zeros(1, len(rows), device=self.device), hidden)
        worth[rows] = GAMMA * values[0].cpu().numpy()
        return worth

    def _record_episodes(self, rewards: Any, ended: Any) -> None:
        self._returns += rewards
        self._lengths += 1
        for i in np.flatnonzero(ended):
            self.score.returns.append(float(self._returns[i]))
            self.score.lengths.append(int(self._lengths[i]))
            final = self._infos.get("final_info", {})
            if "success" in final:
                self.score.wins.append(float(final["success"][i]))
            for name in getattr(self.env, "figures", ()):
                self.score.figures.setdefault(name, []).append(float(final[name][i]))
        self._returns[ended], self._lengths[ended] = 0.0, 0

    def state(self) -> dict[str, Any]:
        """The exact state of environments and sampler."""
        return {
            "env": self.env.state(),
            "starts": self._starts.tolist(),
            "last_action": self._last_action.tolist(),
            "hidden": self._hidden.tolist(),
            "returns": self._returns.tolist(),
            "lengths": self._lengths.tolist(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self._observations, self._infos = self.env.restore(state["env"])
        self._starts = np.array(state["starts"], np.float32)
        # Older checkpoints call it "feel".
        self._last_action = np.array(state.get("last_action", state.get("feel")), np.int64)
        self._hidden = torch.tensor(state["hidden"], device=self.device)
        self._returns = np.array(state["returns"])
        self._lengths = np.array(state["lengths"], np.int64)


def draw(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """One action for each row of log-probabilities (Gumbel's trick: one draw for each entry)."""
    noise = torch.rand(log_probs.shape, generator=generator).clamp_(1e-9, 1.0)
    return (log_probs - noise.log().neg().log()).argmax(1)


def network_inputs(
    network: NetworkConfig, observations: dict[str, Any], last_action: Any, device: str = "cpu"
) -> dict[str, Tensor]:
    """(1, N, ...) tensors of one moment."""
    arrays = sensed(network, observations)
    arrays["goal"] = np.zeros((len(last_action), 1), np.float32)
    if network.goal != "none":
        arrays["goal"] = observations["goal"]
    if ACTION_MASK in observations:
        arrays[ACTION_MASK] = observations[ACTION_MASK]
    if network.last_action:
        arrays["last_action"] = np.asarray(last_action, np.int64)
    return {k: torch.from_numpy(np.asarray(v)).unsqueeze(0).to(device) for k, v in arrays.items()}


def _check_space(env: Any, network: NetworkConfig) -> None:
    """Raise an error when environment and network do not fit."""
    space = env.single_observation_space
    looking = "goal_map" in network.senses and "goal_map" not in space.spaces
    for sense in network.senses:
        if sense == "goal_map" or sense in FEATURES:
            continue  # the embedded model makes them from the pictures
        if sense not in space.spaces:
            raise InvalidValueError(f"the network wants {sense}, the environment has {list(space)}")
        height, width = space[sense].shape[:2]
        # With a goal map the environment renders larger pictures than the network takes.
        if (height, width) != (network.height, network.width) and not looking:
            raise InvalidValueError(
                f"the environment shows {width}x{height} pixels, the network sees "
                f"{network.width}x{network.height}"
            )
    actions = env.single_action_space.n
    if actions != network.actions:
        raise InvalidValueError(
            f"the environment has {actions} actions, the network {network.actions}"
        )
