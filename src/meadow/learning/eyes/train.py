"""The training loop: resumable at any step, with a log, a running mean of the weights and curves."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from meadow.errors import InvalidValueError, RunError
from meadow.learning.checkpoint import CHECKPOINT, read_state, write_state
from meadow.learning.descent import descend
from meadow.learning.eyes.frames import RESOLUTION, Batch, Diet, group_batches
from meadow.learning.eyes.losses import total_loss
from meadow.learning.eyes.model import SHAPES, Eyes
from meadow.learning.eyes.phrases import known_rows, name_count
from meadow.learning.eyes.tower import imagenet_weights
from meadow.learning.policy.ddppo import Alone
from meadow.seeding import derived_seed

log = logging.getLogger(__name__)

LOG = "log.jsonl"
WORD_NOISE = 0.05
"""Largest standard deviation; word vectors have 192 numbers and length 1."""
LOG_EVERY = 20
"""Steps."""
ADVICE = "Resume with fewer --steps, whose rates fall sooner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a model is trained."""

    model: str = "eyes-s"
    """One of ``model.SHAPES``."""
    zero_shot: bool = False
    """Never show the benchmarks' open-vocabulary goals nor read their names."""
    seed: int = 0
    steps: int = 6000
    """Batches in all; a finished training goes on when resumed with more."""
    batch: int = 16
    sizes: tuple[tuple[float, int], ...] = ((0.6, 128), (0.9, 160), (1.0, RESOLUTION))
    """Side of the pictures in pixels, each until that share of the steps."""
    frozen: int = 3
    """Stages of the image tower that keep their ImageNet weights."""
    rate: float = 2e-3
    """Learning rate of what starts from nothing."""
    tower_rate: float = 5e-4
    """Learning rate of the image tower."""
    warmup: int = 150
    """Steps until the rates are reached; they fall to nothing over the last quarter."""
    mean: float = 0.998
    """Share that the running mean of the weights keeps at each step."""
    imagenet: bool = True
    """Start from ImageNet weights."""
    newcomers: bool = False
    """Show what ``-zs`` trainings never saw more often: for a training that starts from one."""
    words_only: bool = False
    """Leave all that sees as it is and learn to read: for a training that starts from another."""
    ranks: int = 1
    """Processes that learn together, each from its share of the batch."""

    def diet(self, turn: int) -> Diet:
        """What is looked at in turn number ``turn``; each rank then has a group of homes of its own."""
        batch = self.batch // self.ranks
        diet = Diet(seed=self.seed, batch=batch, zero_shot=self.zero_shot, newcomers=self.newcomers)
        share = turn * diet.steps / self.steps
        size = next((size for until, size in self.sizes if share < until), self.sizes[-1][1])
        return replace(diet, size=size)

    def factor(self, step: int) -> float:
        """Of the learning rates at a step."""
        left = (self.steps - step) / (0.25 * self.steps)
        return max(0.0, min(1.0, (step + 1) / self.warmup, left))


class Trainer:
    """A network in training and everything needed to go on with it."""

    def __init__(self, plan: Plan, crew: Alone | None = None) -> None:
        if plan.model not in SHAPES:
            raise InvalidValueError(f"model {plan.model!r}: expected one of {', '.join(SHAPES)}")
        self.crew = crew or Alone()
        if plan.batch % self.crew.size:
            raise InvalidValueError(
                f"{self.crew.size} ranks: expected a divisor of the batch of {plan.batch} pictures"
            )
        self.plan = plan = replace(plan, ranks=self.crew.size)
        self.step = 0
        self.seconds = 0.0
        torch.manual_seed(derived_seed(plan.seed, "eyes", "weights") % 2**31)
        shape = SHAPES[plan.model]
        self.net = Eyes(shape, name_count(plan.zero_shot))
        if plan.imagenet:
            self.net.image.tower.load_imagenet(imagenet_weights(shape.tower))
        self.net.image.tower.freeze(plan.frozen)
        if plan.words_only:
            self.net.image.requires_grad_(False).eval()
        self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = {k: v.detach().clone() for k, v in self.net.state_dict().items()}
        tower = [p for p in self.net.image.tower.parameters() if p.requires_grad]
        known = {id(p) for p in tower}
        rest = [p for p in self.net.parameters() if p.requires_grad and id(p) not in known]
        self.optimizer = torch.optim.AdamW(
            [{"params": rest, "base": plan.rate}, {"params": tower, "base": plan.tower_rate}],
            lr=plan.rate,
            weight_decay=0.02,
            betas=(0.9, 0.98),
        )

    def train_step(self, batch: Batch) -> dict[str, float]:
        """One step; the parts of the loss and some accuracies."""
        start = time.perf_counter()
        generator = torch.Generator().manual_seed(
            derived_seed(self.plan.seed, "step", self.step, self.crew.rank) % 2**31
        )
        factor = self.plan.factor(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["base"] * factor
        images = torch.from_numpy(batch.images).permute(0, 3, 1, 2).float()
        seen = self.net.image(images.contiguous(memory_format=torch.channels_last))
        tokens = torch.from_numpy(batch.tokens)
        # Noise on the words, more on some phrases, teaches that neighbours mean nearly the same.
        blur = WORD_NOISE * torch.rand((len(tokens), 1, 1), generator=generator)
        tokens = tokens + blur * torch.randn(tokens.shape, generator=generator)
        texts = self.net.text(tokens, torch.from_numpy(batch.weights))
        rooms = self.net.text(
            torch.from_numpy(batch.room_tokens), torch.from_numpy(batch.room_weights)
        )
        loss, parts = total_loss(self.net, seen, texts, rooms, batch, generator)
        parts["gradient"] = descend(
            loss,
            self.net,
            self.optimizer,
            10.0,
            step=self.step,
            advice=ADVICE,
            average=self.crew.average,
        )
        self.step += 1
        self._update_mean()
        parts["loss"] = float(loss.detach())
        self.seconds += time.perf_counter() - start
        return parts

    def _update_mean(self) -> None:
        keep = min(self.plan.mean, self.step / (self.step + 10.0))
        with torch.no_grad():
            for name, value in self.net.state_dict().items():
                if value.is_floating_point():
                    self.mean[name].lerp_(value, 1.0 - keep)
                else:  # a batch norm's count of batches
                    self.mean[name].copy_(value)

    def save(self, directory: Path) -> None:
        """Write a checkpoint; the last one stays until the new one is complete."""
        if self.crew.rank:
            return  # all ranks have learnt the same
        state = {
            "plan": asdict(self.plan),
            "step": self.step,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "mean": self.mean,
            "optimizer": self.optimizer.state_dict(),
        }
        write_state(directory, state)

    @classmethod
    def load(cls, directory: Path, steps: int | None = None, crew: Alone | None = None) -> Trainer:
        """Go on from a checkpoint, perhaps for more steps than were planned."""
        state = read_checkpoint(directory)
        plan = Plan(**state["plan"])
        plan = plan if steps is None else replace(plan, steps=steps)
        trainer = cls(replace(plan, imagenet=False), crew)
        trainer.plan = replace(trainer.plan, imagenet=plan.imagenet)
        trainer.step, trainer.seconds = state["step"], state["seconds"]
        trainer.net.load_state_dict(state["net"])
        trainer.mean = state["mean"]
        trainer.optimizer.load_state_dict(state["optimizer"])
        return trainer

    @classmethod
    def after(
        cls, directory: Path, *, steps: int, words_only: bool = False, crew: Alone | None = None
    ) -> Trainer:
        """Start with the weights of another training; gentle rates, because most is known.

        After a ``-zs`` training, learn the categories that it never saw, in large pictures; with
        ``words_only`` see as before and read better, in a training of the same kind.
        """
        state = read_checkpoint(directory)
        before = Plan(**state["plan"])
        if not before.zero_shot and not words_only:
            raise RunError(f"{directory} holds a training that saw all categories: use --resume")
        plan = Plan(
            model=before.model,
            zero_shot=before.zero_shot and words_only,
            seed=before.seed + 1,
            steps=steps,
            sizes=((1.0, 160),) if words_only else ((0.6, 160), (1.0, RESOLUTION)),
            rate=before.rate / 2,
            tower_rate=before.tower_rate / 2,
            warmup=50,
            imagenet=False,
            newcomers=not words_only,
            words_only=words_only,
        )
        trainer = cls(plan, crew)
        weights = dict(state["mean"])
        if plan.zero_shot != before.zero_shot:
            anchors = trainer.net.anchors.detach().clone()
            anchors[known_rows()] = weights["anchors"]
            weights["anchors"] = anchors
        trainer.net.load_state_dict(weights)
        trainer.mean = {k: v.detach().clone() for k, v in trainer.net.state_dict().items()}
        trainer.seconds = state["seconds"]
        return trainer

    def mean_net(self) -> Eyes:
        """The network with the running mean of the weights, to evaluate and export."""
        net = Eyes(SHAPES[self.plan.model], name_count(self.plan.zero_shot))
        net.load_state_dict(self.mean)
        return net.eval()


def read_checkpoint(directory: Path) -> dict[str, Any]:
    """The contents of a training's checkpoint."""
    state: dict[str, Any] = read_state(directory / CHECKPOINT)
    return state


def batches(plan: Plan, step: int, workers: int = 1, rank: int = 0) -> Iterator[Batch]:
    """A rank's batches from a step on; groups are made ahead by other processes."""
    per_turn = plan.diet(0).steps
    first, skip = divmod(step, per_turn)
    last = -(-plan.steps // per_turn)
    if not workers:
        for turn in range(first, last):
            made = group_batches(plan.diet(turn), turn * plan.ranks + rank)
            yield from made[skip if turn == first else 0 :]
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        ahead: list[Future[list[Batch]]] = []
        following = first
        for turn in range(first, last):
            while following < last and len(ahead) < workers + 1:
                group = following * plan.ranks + rank
                ahead.append(pool.submit(group_batches, plan.diet(following), group))
                following += 1
            yield from ahead.pop(0).result()[skip if turn == first else 0 :]


def train(
    trainer: Trainer,
    directory: Path,
    *,
    minutes: float = 90.0,
    save_every: float = 180.0,
    workers: int = 1,
    report: Callable[[int, int, dict[str, float]], None] = lambda done, total, note: None,
) -> None:
    """Train until the plan's last step or until the time is up, whichever comes first.

    Args:
        trainer: A new or resumed one.
        directory: Where checkpoint and log go.
        minutes: Time to spend now.
        save_every: Seconds between checkpoints.
        workers: Processes that render ahead; 0 renders in between.
        report: Told of the means over every 20 steps.
    """
    directory.mkdir(parents=True, exist_ok=True)
    try:
        _run(trainer, directory, minutes, save_every, workers, report)
    finally:
        trainer.save(directory)


def _run(
    trainer: Trainer,
    directory: Path,
    minutes: float,
    save_every: float,
    workers: int,
    report: Callable[[int, int, dict[str, float]], None],
) -> None:
    start = saved = time.monotonic()
    sums: dict[str, float] = {}
    crew = trainer.crew
    for count, batch in enumerate(batches(trainer.plan, trainer.step, workers, crew.rank), 1):
        if trainer.step >= trainer.plan.steps:
            return
        for name, value in trainer.train_step(batch).items():
            sums[name] = sums.get(name, 0.0) + value / LOG_EVERY
        if count % LOG_EVERY:
            continue
        now = time.monotonic()
        row = {k: round(v, 4) for k, v in sums.items()}
        row |= {"step": trainer.step, "minutes": round(trainer.seconds / 60.0, 2)}
        if not crew.rank:
            with (directory / LOG).open("a") as file:
                file.write(json.dumps(row) + "\n")
            report(trainer.step, trainer.plan.steps, row)
        sums = {}
        if now - saved > save_every:
            trainer.save(directory)
            saved = now
        # The clocks of ranks differ: when one has had enough, all stop at this step.
        if crew.total(now - start > 60.0 * minutes):
            return
