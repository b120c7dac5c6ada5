"""The training loop of policies and encoders, which can be stopped and resumed exactly."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import nn

from meadow.errors import InvalidValueError, RunError
from meadow.learning.optimization import optimizer_step
from meadow.learning.policy.algorithm import Algorithm
from meadow.learning.policy.answers import AnswerHead
from meadow.learning.policy.augment import make_augment
from meadow.learning.policy.checkpoint import config_of, read_checkpoint, write_checkpoint
from meadow.learning.policy.dagger import DAgger
from meadow.learning.policy.ddppo import ProcessGroup
from meadow.learning.policy.network import NetworkConfig, Policy
from meadow.learning.policy.pad import make_head
from meadow.learning.policy.ppo import PPO
from meadow.learning.policy.rollout import Rollout, Sampler
from meadow.policies.features import FEATURES
from meadow.seeding import derived_seed

LOG = "log.jsonl"
ADVICE = "Resume with a lower learning rate or a smaller gradient norm"
Report = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class PolicyTrainingConfig:
    """Configuration of a whole training: imitation, then reinforcement learning."""

    network: NetworkConfig = field(default_factory=NetworkConfig)
    dagger: DAgger = field(default_factory=DAgger)
    dagger_frames: int = 0
    """Frames of imitation before reinforcement learning begins."""
    ppo: PPO = field(default_factory=PPO)
    ppo_frames: int = 0
    """Frames of reinforcement learning."""
    seed: int = 0
    augment: tuple[str, ...] = ()
    """Names of augmentations, see ``augment.AUGMENTATIONS``."""
    auxiliary: str = ""
    """"action" or "rotation": a self-supervised task beside the real one, see ``pad``; "answers": questions
    are answered on the way, see ``answers``."""
    exam_every: int = 50
    """Steps between exams, for the auxiliary task "answers"."""
    language_steps: int = 0
    """Steps in which the decoder of answers learns from questions alone, before the first frame."""
    freeze: bool = False
    """Freeze the visual encoder."""
    encoder_weights: str = ""
    """File of an encoder's weights, or whose encoder is copied: a training's directory, or a policy."""

    def __post_init__(self) -> None:
        if self.dagger_frames < 0 or self.ppo_frames < 0:
            raise InvalidValueError("a training cannot have fewer than 0 frames")
        # A policy of features sees no pictures that could be changed or turned.
        if self.network.senses[0] in FEATURES and (self.augment or self.auxiliary == "rotation"):
            wanted = self.augment or self.auxiliary
            raise InvalidValueError(
                f"{wanted!r} needs pictures, and the network senses {self.network.senses[0]!r} alone: "
                "leave it out, or sense rgb or depth"
            )

    @property
    def frames(self) -> int:
        """Number of frames of the whole training."""
        return self.dagger_frames + self.ppo_frames

    def frames_of_ppo(self, frames: int) -> int:
        """The number of the first ``frames`` frames that are reinforcement learning; the others imitate."""
        # Imitation ends with a whole iteration, so a little later than planned.
        return min(self.ppo_frames, max(0, frames - self.dagger_frames))

    def phase(self, frames: int) -> tuple[Algorithm, float]:
        """The algorithm at a frame, and how much of its part is done, 0 to 1."""
        if frames < self.dagger_frames:
            return self.dagger, frames / self.dagger_frames
        return self.ppo, min(1.0, (frames - self.dagger_frames) / max(1, self.ppo_frames))


class Training(Protocol):
    """A training that proceeds in iterations and can be saved between them."""

    @property
    def group(self) -> ProcessGroup:
        """The processes that train together."""

    @property
    def finished(self) -> bool:
        """Whether all frames of the training were taken."""

    def iterate(self) -> dict[str, Any]:
        """Train for one iteration; return figures about it, "frames" so far among them."""

    def save(self, directory: Path) -> None:
        """The checkpoint is written into ``directory``; a training can go on from it."""


class PolicyTrainer:
    """Policy, optimiser, sampler and random numbers of a training."""

    def __init__(
        self, config: PolicyTrainingConfig, env: Any, group: ProcessGroup | None = None
    ) -> None:
        """``env`` is a Gymnasium vector environment with SAME_STEP autoreset."""
        self.config = config
        self.group = group or ProcessGroup()
        self.device = f"cuda:{self.group.rank}" if torch.cuda.is_available() else "cpu"
        self.frames, self.iteration, self.seconds = 0, 0, 0.0
        with torch.random.fork_rng():
            torch.manual_seed(derived_seed(config.seed, "weights") % 2**31)
            self.policy = Policy(config.network, config.encoder_weights).to(self.device)
            self.head = make_head(config.auxiliary, self.policy)
        if self.head is not None:
            self.head.to(self.device)
        self.policy.encoder.requires_grad_(not config.freeze)
        self.parts = nn.ModuleList([m for m in (self.policy, self.head) if m is not None])
        learning = [p for p in self.parts.parameters() if p.requires_grad]
        self.optimizer = torch.optim.Adam(learning, lr=config.ppo.learning_rate, eps=1e-5)
        self.generator = torch.Generator()
        self.generator.manual_seed(derived_seed(config.seed, "rank", self.group.rank) % 2**31)
        self.sampler = Sampler(
            env,
            config.network,
            derived_seed(config.seed, "environments", self.group.rank) % 2**31,
            self.generator,
            augment=make_augment(config.augment),
            device=self.device,
        )
        if isinstance(self.head, AnswerHead):
            self.sampler.examiner = self.head.examiner(env, config.exam_every)
        self.group.broadcast_parameters(self.parts)

    @property
    def finished(self) -> bool:
        """Whether all frames of the training were taken."""
        return self.frames >= self.config.frames

    def iterate(self) -> dict[str, Any]:
        """Collect one rollout and learn from it; return figures about both."""
        row: dict[str, Any] = {} if self.frames else self._learn_language()
        algorithm, progress = self.config.phase(self.frames)
        clock, before = self.sampler.clock, time.perf_counter()
        spent = clock.simulation, clock.inference
        self.group.begin_rollout(algorithm.num_steps)
        rollout = self.sampler.collect(
            self.policy,
            algorithm.num_steps,
            teacher_fraction=algorithm.teacher_fraction(progress),
            should_stop=self.group.should_stop,
        )
        self.group.end_rollout()
        sampled = time.perf_counter()
        row |= self._learn(algorithm, rollout, progress)
        now = time.perf_counter()
        self.frames += round(self.group.sum(rollout.frames))
        self.iteration += 1
        self.seconds += now - before
        row |= self.sampler.score.take()
        row |= {
            "phase": type(algorithm).__name__,
            "iteration": self.iteration,
            "frames": self.frames,
            "minutes": self.seconds / 60.0,
            "fps": rollout.frames * self.group.size / (now - before),
            "simulation": (clock.simulation - spent[0]) / (now - before),
            "inference": (clock.inference - spent[1]) / (now - before),
            "learning": (now - sampled) / (now - before),
        }
        return row

    def _learn_language(self) -> dict[str, float]:
        """Let the decoder of answers, if there is one, learn what questions alone tell."""
        steps = self.config.language_steps
        if not steps or not isinstance(self.head, AnswerHead):
            return {}
        # All ranks learn the same from the same draws.
        generator = torch.Generator()
        generator.manual_seed(derived_seed(self.config.seed, "language") % 2**31)
        examples = self.sampler.env.example_questions()
        return {"language": self.head.learn_language(examples, steps, generator)}

    def _learn(self, algorithm: Algorithm, rollout: Rollout, progress: float) -> dict[str, float]:
        for group in self.optimizer.param_groups:
            group["lr"] = algorithm.learning_rate * (1.0 - progress)
        extra = algorithm.prepare(rollout)
        sums: dict[str, float] = {}
        count = 0
        for _ in range(algorithm.epochs):
            order = torch.randperm(rollout.actions.shape[1], generator=self.generator)
            for which in order.to(self.device).chunk(algorithm.num_minibatches):
                chosen = {name: value[:, which] for name, value in extra.items()}
                loss, parts = algorithm.loss(
                    self.policy, rollout.minibatch(which), chosen, self.head
                )
                parts["grad_norm"] = optimizer_step(
                    loss,
                    self.parts,
                    self.optimizer,
                    algorithm.max_grad_norm,
                    step=self.iteration + 1,
                    advice=ADVICE,
                    average_gradients=self.group.average_gradients,
                )
                parts["loss"] = float(loss.detach())
                count += 1
                for name, value in parts.items():
                    sums[name] = sums.get(name, 0.0) + value
        return {name: value / count for name, value in sums.items()}

    def save(self, directory: Path) -> None:
        """Write the checkpoint; the last one stays until the new one is complete."""
        samplers = self.group.gather(
            {"sampler": self.sampler.state(), "generator": self.generator.get_state().tolist()}
        )
        if samplers is None:
            return
        state = {
            "policy": self.policy.state_dict(),
            "head": None if self.head is None else self.head.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "frames": self.frames,
            "iteration": self.iteration,
            "seconds": self.seconds,
            "ranks": [json.dumps(s) for s in samplers],
        }
        write_checkpoint(directory, self.config, state)

    def load(self, directory: Path) -> None:
        """Go on from a checkpoint of the same architecture, with the same parts that learn."""
        state = read_checkpoint(directory, self.config.network)
        begun = config_of(state)
        for name in ("auxiliary", "freeze"):
            there, ours = getattr(begun, name), getattr(self.config, name)
            if there != ours:
                raise RunError(
                    f"{directory} was begun with {name} {there!r}, not with {ours!r}: give the same "
                    "option, or begin another training from its weights with --start"
                )
        self._take(state)
        self.optimizer.load_state_dict(state["optimizer"])
        self.frames, self.iteration = state["frames"], state["iteration"]
        self.seconds = state["seconds"]
        if len(state["ranks"]) == self.group.size:
            own = json.loads(state["ranks"][self.group.rank])
            self.sampler.restore(own["sampler"])
            self.generator.set_state(torch.tensor(own["generator"], dtype=torch.uint8))

    def take_weights(self, directory: Path) -> dict[str, Any]:
        """Start from the network of another training; return that training's whole state."""
        state = read_checkpoint(directory, self.config.network)
        self._take(state)
        return state

    def _take(self, state: dict[str, Any]) -> None:
        """Take the weights of a checkpoint; the head of another auxiliary task is left out."""
        self.policy.load_state_dict(state["policy"])
        same_task = config_of(state).auxiliary == self.config.auxiliary
        if self.head is not None and state["head"] is not None and same_task:
            self.head.load_state_dict(state["head"])


def train(
    trainer: Training,
    directory: Path,
    *,
    minutes: float = 60.0,
    save_every: float = 120.0,
    report: Report = lambda row: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Train until the training is finished, the time is up or ``stopped`` says so; then save.

    Args:
        trainer: A new or resumed training.
        directory: Directory for checkpoint and log.
        minutes: Time after which to stop.
        save_every: Seconds between checkpoints.
        report: Called with the figures of every iteration.
        stopped: Called after every iteration; returns whether to stop.
    """
    directory.mkdir(parents=True, exist_ok=True)
    writer = _writer(directory) if trainer.group.rank == 0 else None
    start = saved = time.monotonic()
    try:
        while not trainer.finished:
            row = trainer.iterate()
            if trainer.group.rank == 0:
                _log(directory, row, writer)
                report(row)
            now = time.monotonic()
            # All ranks must save and stop at the same iteration, so they agree on it first.
            over = now - start > 60.0 * minutes or stopped()
            if trainer.group.sum(over):
                break
            if trainer.group.sum(now - saved > save_every):
                trainer.save(directory)
                saved = now
    finally:
        if writer is not None:
            writer.close()
    trainer.save(directory)


def _log(directory: Path, row: dict[str, Any], writer: Any) -> None:
    rounded = {k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()}
    with (directory / LOG).open("a") as file:
        file.write(json.dumps(rounded) + "\n")
    if writer is not None:
        for name, value in rounded.items():
            if isinstance(value, float):
                writer.add_scalar(name, value, row["frames"])


def _writer(directory: Path) -> Any:
    """TensorBoard's writer, if it is installed."""
    from meadow.optional import installed

    if not installed("tensorboard"):
        return None
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(directory / "tensorboard"))
