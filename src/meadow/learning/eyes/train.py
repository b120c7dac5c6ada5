"""The training loop: resumable at any step, with a log, a running mean of the weights and curves."""

from __future__ import annotations

import io
import json
import logging
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch

from meadow import serialize
from meadow.errors import InvalidValueError, RunError
from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.checkpoint import CHECKPOINT, read_state, with_new_names, write_state
from meadow.learning.eyes.data.batches import DataConfig, group_batches
from meadow.learning.eyes.data.frames import RESOLUTION, Batch
from meadow.learning.eyes.exam import scaling
from meadow.learning.eyes.network.losses import Texts, total_loss
from meadow.learning.eyes.network.model import SHAPES, STRAIGHT, EyesNetwork
from meadow.learning.eyes.network.tower import imagenet_weights
from meadow.learning.eyes.status import CONFIG, LOG, NEW_NAMES
from meadow.learning.memory import keep_freed_memory
from meadow.learning.optimization import half_precision_is_fast, optimizer_step
from meadow.learning.policy.ddppo import ProcessGroup
from meadow.seeding import derived_seed, stream

log = logging.getLogger(__name__)

WEIGHTS = "weights.npz"
WORD_NOISE = 0.05
"""Largest standard deviation of the noise on word vectors, which have 192 numbers and length 1."""
LOG_EVERY = 20
"""Number of steps between two rows of the log."""
IDENTITY = ("model", "zero_shot", "seed", "revision", "oversample_held_out", "words_only")
"""Fields of a configuration that tell one training from another."""
ADVICE = "Resume with --finish, which lowers the learning rates"


@dataclass(frozen=True, slots=True, kw_only=True)
class EyesTrainingConfig:
    """Configuration of a training of the eyes."""

    model: str = "eyes-s"
    """One of ``model.SHAPES``."""
    zero_shot: bool = False
    """Never show the benchmarks' open-vocabulary goals nor read their names."""
    seed: int = 0
    revision: int = CATALOGUE_REVISION
    """Revision of the catalogue: which things there are, and which of them ``-zs`` never sees."""
    steps: int = 200_000
    """Batches in all; a finished training goes on when resumed with more."""
    batch_size: int = 16
    first_steps: int = 4000
    """Steps with pictures of ``first_size`` pixels a side, which at first teach most in a given time."""
    first_size: int = 128
    sizes: tuple[tuple[float, int], ...] = ((0.7, 160), (0.3, RESOLUTION))
    """Afterwards: fraction of the groups of batches with pictures of each size."""
    frozen_stages: int = 1
    """Stages of the image tower that keep their ImageNet weights."""
    learning_rate: float = 2e-3
    """Learning rate of the layers that start from random weights."""
    tower_learning_rate: float = 5e-4
    """Learning rate of the image tower, which starts from ImageNet weights."""
    warmup_steps: int = 150
    """Steps over which the learning rates rise to their full values."""
    constant_steps: int = 8000
    """Steps after which the learning rates fall with the inverse square root of the step."""
    cooldown_steps: int = 0
    """Number of last steps, over which the learning rates fall to zero."""
    ema_decay: float = 0.9995
    """Decay of the exponential moving average of the weights."""
    imagenet: bool = True
    """Start from ImageNet weights."""
    oversample_held_out: bool = False
    """Show categories that ``-zs`` trainings never saw more often, in a training that starts from one."""
    words_only: bool = False
    """Freeze the image tower and train only the text tower, in a training that starts from another."""
    ranks: int = 1
    """Processes that learn together, each from its part of the batch."""
    restart: int = 0
    """Step from which the learning rates warm up again: the optimiser's state before it was lost."""

    def data(self, turn: int) -> DataConfig:
        """The data of turn number ``turn``; each rank has a group of homes of its own."""
        data = DataConfig(
            seed=self.seed,
            batch_size=self.batch_size // self.ranks,
            zero_shot=self.zero_shot,
            oversample_held_out=self.oversample_held_out,
            revision=self.revision,
        )
        if turn * data.steps < self.first_steps:
            return replace(data, size=self.first_size)
        fractions, sizes = zip(*self.sizes)
        size = stream(self.seed, "eyes", "size", turn).weighted(sizes, fractions)
        return replace(data, size=size)

    def learning_rate_factor(self, step: int) -> float:
        """The factor of the learning rates at a step: warm-up, inverse square root, cool-down."""
        falling: float = (self.constant_steps / max(self.constant_steps, step)) ** 0.5
        left = (self.steps - step) / self.cooldown_steps if self.cooldown_steps else 1.0
        rising = (step + 1 - self.restart) / self.warmup_steps
        return max(0.0, min(1.0, rising, left)) * falling


class EyesTrainer:
    """A network in training and everything needed to go on with it."""

    def __init__(self, config: EyesTrainingConfig, group: ProcessGroup | None = None) -> None:
        if config.model not in SHAPES:
            raise InvalidValueError(f"model {config.model!r}: expected one of {', '.join(SHAPES)}")
        self.group = group or ProcessGroup()
        if config.batch_size % self.group.size:
            raise InvalidValueError(
                f"{self.group.size} ranks: expected a divisor of the batch of {config.batch_size} pictures"
            )
        self.config = config = replace(config, ranks=self.group.size)
        self.step = 0
        self.seconds = 0.0  # of processor time, all ranks together
        self.halved = half_precision_is_fast()
        self.from_weights = False  # whether it goes on from weights alone, without a checkpoint
        torch.manual_seed(derived_seed(config.seed, "eyes", "weights") % 2**31)
        shape = SHAPES[config.model]
        self.net = EyesNetwork(shape)
        if config.imagenet:
            self.net.image.tower.load_imagenet(imagenet_weights(shape.tower))
        self.net.image.tower.freeze(config.frozen_stages)
        if config.words_only:
            self.net.image.requires_grad_(False).eval()
        self.net.to(memory_format=torch.channels_last)
        self.mean = {k: v.detach().clone() for k, v in self.net.state_dict().items()}
        tower = [p for p in self.net.image.tower.parameters() if p.requires_grad]
        known = {id(p) for p in tower}
        rest = [p for p in self.net.parameters() if p.requires_grad and id(p) not in known]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": rest, "base": config.learning_rate},
                {"params": tower, "base": config.tower_learning_rate},
            ],
            lr=config.learning_rate,
            weight_decay=0.02,
            betas=(0.9, 0.98),
            fused=True,
        )

    def train_step(self, batch: Batch) -> dict[str, float]:
        """Take one step; return the parts of the loss and some accuracies."""
        start = time.process_time()
        generator = torch.Generator().manual_seed(
            derived_seed(self.config.seed, "step", self.step, self.group.rank) % 2**31
        )
        factor = self.config.learning_rate_factor(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["base"] * factor
        images = torch.from_numpy(batch.images).permute(0, 3, 1, 2).float()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.halved):
            seen = self.net.image(images.contiguous(memory_format=torch.channels_last))
        texts = self._read(batch, generator)
        loss, parts = total_loss(self.net, seen, texts, batch, generator)
        parts["grad_norm"] = optimizer_step(
            loss,
            self.net,
            self.optimizer,
            10.0,
            step=self.step,
            advice=ADVICE,
            average_gradients=self.group.average_gradients,
        )
        self.step += 1
        self._update_mean()
        parts["loss"] = float(loss.detach())
        self.seconds += (time.process_time() - start) * self.group.size
        return parts

    def _read(self, batch: Batch, generator: torch.Generator) -> Texts:
        """The phrases of a batch as vectors."""
        tokens = torch.from_numpy(batch.tokens)
        # Noise on the words, more on some phrases, teaches that neighbouring words mean nearly the same.
        blur = WORD_NOISE * torch.rand((len(tokens), 1, 1), generator=generator)
        tokens = tokens + blur * torch.randn(tokens.shape, generator=generator)
        straight = torch.rand(len(tokens), generator=generator) < STRAIGHT
        text = self.net.text
        return Texts(
            text(tokens, torch.from_numpy(batch.weights), straight),
            text(torch.from_numpy(batch.located_tokens), torch.from_numpy(batch.located_weights)),
            text(torch.from_numpy(batch.room_tokens), torch.from_numpy(batch.room_weights)),
        )

    def _update_mean(self) -> None:
        keep = min(self.config.ema_decay, self.step / (self.step + 10.0))
        with torch.no_grad():
            for name, value in self.net.state_dict().items():
                if value.is_floating_point():
                    self.mean[name].lerp_(value, 1.0 - keep)
                else:  # a batch norm's count of batches
                    self.mean[name].copy_(value)

    def save(self, directory: Path) -> None:
        """Write a checkpoint; the last one stays until the new one is complete."""
        if self.group.rank:
            return  # all ranks have learnt the same
        state = {
            "plan": asdict(self.config),
            "step": self.step,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "mean": self.mean,
            "optimizer": self.optimizer.state_dict(),
        }
        write_state(directory, state)
        serialize.write(directory / CONFIG, asdict(self.config), indent=True)

    @classmethod
    def load(
        cls,
        directory: Path,
        steps: int | None = None,
        group: ProcessGroup | None = None,
        *,
        finish: bool = False,
        weights: Path | None = None,
    ) -> EyesTrainer:
        """Go on from a checkpoint, perhaps for more steps than were planned.

        With ``finish`` the learning rates fall to nothing over the steps that remain: a fifth of those
        taken, unless ``steps`` says how many there are in all. ``weights`` is a file that the same
        training exported (:func:`write_weights`). The training goes on from it when the directory has no
        checkpoint of as many steps: with the mean weights, and with an optimiser that warms up again.
        """
        state = read_checkpoint(directory) if weights is None else newest_state(directory, weights)
        config = EyesTrainingConfig(**state["plan"])
        if finish and not config.cooldown_steps:
            left = max(1, steps - state["step"]) if steps else max(100, state["step"] // 5)
            config = replace(config, steps=state["step"] + left, cooldown_steps=left)
        elif steps is not None:
            config = replace(config, steps=steps)
        trainer = cls(replace(config, imagenet=False), group)
        trainer.config = replace(trainer.config, imagenet=config.imagenet)
        trainer.step, trainer.seconds = state["step"], state["seconds"]
        trainer.net.load_state_dict(state.get("net", state["mean"]))
        trainer.mean = state["mean"]
        trainer.from_weights = "optimizer" not in state
        if not trainer.from_weights:
            trainer.optimizer.load_state_dict(state["optimizer"])
        return trainer

    @classmethod
    def after(
        cls,
        directory: Path,
        *,
        steps: int,
        words_only: bool = False,
        group: ProcessGroup | None = None,
    ) -> EyesTrainer:
        """Start with the weights of another training, and with lower learning rates.

        After a ``-zs`` training, learn the categories that it never saw, in large pictures. With
        ``words_only`` the image tower is frozen, and only the text tower is trained.
        """
        state = read_weights(directory)
        before = EyesTrainingConfig(**state["plan"])
        if not before.zero_shot and not words_only:
            raise RunError(f"{directory} holds a training that saw all categories: use --resume")
        config = EyesTrainingConfig(
            model=before.model,
            zero_shot=before.zero_shot and words_only,
            seed=before.seed + 1,
            revision=before.revision,
            steps=steps,
            first_steps=0,
            sizes=((1.0, 160),) if words_only else before.sizes,
            frozen_stages=before.frozen_stages,
            learning_rate=before.learning_rate / 2,
            tower_learning_rate=before.tower_learning_rate / 2,
            warmup_steps=50,
            cooldown_steps=steps // 4,
            imagenet=False,
            oversample_held_out=not words_only,
            words_only=words_only,
        )
        trainer = cls(config, group)
        trainer.net.load_state_dict(state["mean"])
        trainer.mean = {k: v.detach().clone() for k, v in trainer.net.state_dict().items()}
        trainer.seconds = state["seconds"]
        return trainer

    def mean_net(self) -> EyesNetwork:
        """The network with the running mean of the weights, to evaluate and export."""
        net = EyesNetwork(SHAPES[self.config.model])
        net.load_state_dict(self.mean)
        net.eval()
        return net


def write_weights(trainer: EyesTrainer, path: Path) -> None:
    """Write the mean weights with 16 bits each, for this training or another to go on from."""
    arrays = {name: value.numpy() for name, value in trainer.mean.items()}
    halves = {k: v.astype(np.float16) if v.dtype == np.float32 else v for k, v in arrays.items()}
    about = {"plan": asdict(trainer.config), "step": trainer.step, "seconds": trainer.seconds}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **halves, about=np.frombuffer(serialize.encode(about), np.uint8))
    serialize.write_bytes(path, buffer.getvalue())


def read_weights(path: Path) -> dict[str, Any]:
    """Plan, step, seconds and mean weights, from a training's directory or a file of weights."""
    if path.is_dir():
        return read_checkpoint(path)
    try:
        with np.load(path, allow_pickle=False) as arrays:
            state = serialize.decode(arrays["about"].tobytes(), dict, str(path))
            state["mean"] = {
                name: torch.from_numpy(
                    arrays[name].astype(np.float32)
                    if arrays[name].dtype == np.float16
                    else arrays[name]
                )
                for name in arrays.files
                if name != "about"
            }
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise RunError(
            f"{path} holds no weights to begin from ({error}): give a training's directory, or a file "
            f"that meadow train eyes wrote as {WEIGHTS}"
        ) from error
    config = with_new_names(state["plan"], NEW_NAMES)
    state["plan"] = config | {
        "sizes": tuple((fraction, size) for fraction, size in config["sizes"])
    }
    return state


def read_checkpoint(directory: Path) -> dict[str, Any]:
    """The contents of a training's checkpoint."""
    state: dict[str, Any] = read_state(directory / CHECKPOINT)
    state["plan"] = with_new_names(state["plan"], NEW_NAMES)
    return state


def newest_state(directory: Path, weights: Path) -> dict[str, Any]:
    """The state with most steps: that of a directory's checkpoint, or that of a file of weights.

    A checkpoint with as many steps as the file wins, because it has the optimiser's state too.
    """
    state = read_weights(weights)
    if "optimizer" not in state:
        state["plan"] |= {"restart": state["step"]}
    if not (directory / CHECKPOINT).exists():
        return state
    kept = read_checkpoint(directory)
    for name in IDENTITY:
        ours, theirs = (
            getattr(EyesTrainingConfig(**kept["plan"]), name),
            getattr(EyesTrainingConfig(**state["plan"]), name),
        )
        if ours != theirs:
            raise RunError(
                f"{directory} holds another training than {weights} ({name} is {ours}, not {theirs}): "
                f"choose another --out"
            )
    return kept if kept["step"] >= state["step"] else state


def batches(
    config: EyesTrainingConfig, step: int, workers: int = 1, rank: int = 0
) -> Iterator[Batch]:
    """A rank's batches from a step on; groups are made ahead by other processes."""
    per_turn = config.data(0).steps
    first, skip = divmod(step, per_turn)
    last = -(-config.steps // per_turn)
    if not workers:
        for turn in range(first, last):
            made = group_batches(config.data(turn), turn * config.ranks + rank)
            yield from made[skip if turn == first else 0 :]
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        ahead: list[Future[list[Batch]]] = []
        following = first
        for turn in range(first, last):
            while following < last and len(ahead) < workers + 1:
                group = following * config.ranks + rank
                ahead.append(pool.submit(group_batches, config.data(following), group))
                following += 1
            yield from ahead.pop(0).result()[skip if turn == first else 0 :]


def train(
    trainer: EyesTrainer,
    directory: Path,
    *,
    minutes: float = 90.0,
    save_every: float = 180.0,
    workers: int = 1,
    exams: bool = True,
    report: Callable[[int, int, dict[str, float]], None] = lambda done, total, note: None,
) -> None:
    """Train until the last step or until the time is up, whichever comes first.

    After each doubling of steps the mean weights are exported and examined on validation homes; they
    are exported at the end too.

    Args:
        trainer: A new or resumed trainer.
        directory: Directory for checkpoint and log.
        minutes: Time after which to stop.
        save_every: Seconds between checkpoints.
        workers: Number of processes that render ahead; 0 renders between the steps.
        exams: Whether to examine the weights after each doubling of steps.
        report: Called with the means over every 20 steps.
    """
    directory.mkdir(parents=True, exist_ok=True)
    keep_freed_memory()
    try:
        _run(trainer, directory, minutes, save_every, workers, exams, report)
    finally:
        trainer.save(directory)
        if not trainer.group.rank:
            write_weights(trainer, directory / WEIGHTS)


def _run(
    trainer: EyesTrainer,
    directory: Path,
    minutes: float,
    save_every: float,
    workers: int,
    exams: bool,
    report: Callable[[int, int, dict[str, float]], None],
) -> None:
    if exams:
        _examined(trainer, directory)  # when a stop came between the step and its exam
    start = saved = time.monotonic()
    sums: dict[str, float] = {}
    group = trainer.group
    for count, batch in enumerate(batches(trainer.config, trainer.step, workers, group.rank), 1):
        if trainer.step >= trainer.config.steps:
            return
        for name, value in trainer.train_step(batch).items():
            sums[name] = sums.get(name, 0.0) + value / LOG_EVERY
        if exams:
            _examined(trainer, directory)
        if count % LOG_EVERY:
            continue
        now = time.monotonic()
        row = {k: round(v, 4) for k, v in sums.items()}
        row |= {"step": trainer.step, "minutes": round(trainer.seconds / 60.0, 2)}
        if not group.rank:
            with (directory / LOG).open("a") as file:
                file.write(json.dumps(row) + "\n")
            report(trainer.step, trainer.config.steps, row)
        sums = {}
        if now - saved > save_every:
            trainer.save(directory)
            saved = now
        # The clocks of ranks differ: when the time of one is up, all stop at this step.
        if group.sum(now - start > 60.0 * minutes):
            return


def _examined(trainer: EyesTrainer, directory: Path) -> None:
    """Keep and examine the weights of a doubling that has no exam yet."""
    if trainer.group.rank or not scaling.due(trainer.step):
        return
    if any(row["step"] == trainer.step for row in scaling.read_exams(directory)):
        return
    trainer.save(directory)
    write_weights(trainer, directory / WEIGHTS)
    log.info("exam after step %d: %s", trainer.step, scaling.examine(trainer, directory))
