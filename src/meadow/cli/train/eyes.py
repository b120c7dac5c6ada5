"""``meadow train eyes``: train the embedded vision-language model in generated homes."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.cli.terminal.options import Duration, NotNegative, Out, Positive, this_command
from meadow.optional import installed

if TYPE_CHECKING:
    from meadow.learning.eyes.train import EyesTrainer
    from meadow.learning.policy.ddppo import ProcessGroup


@dataclass(frozen=True, kw_only=True)
class Config:
    """Train the embedded vision-language model on pictures rendered on the fly.

    Interrupt it at any time: --resume goes on from the last checkpoint. meadow train status says how
    far it is.

    Examples:
        meadow train eyes --zero-shot
        meadow train eyes --resume
        meadow train eyes --resume --finish
        meadow train eyes --resume --start weights.npz
        meadow train eyes --start DIR
    """

    model: str = "eyes-s"
    """eyes-s or eyes-b."""
    zero_shot: bool = False
    """Train the -zs model, which never sees the categories that benchmarks hold out."""
    out: Out | None = None
    """Directory for checkpoint, log and weights; one in the user cache when not given."""
    resume: bool = False
    """Continue from the checkpoint in the directory; without --out, the training last saved."""
    finish: bool = False
    """With --resume: let the learning rates fall to zero over a fifth of the steps so far, then end."""
    start: Path | None = None
    """Begin with the weights of a -zs training (its directory or weights.npz): learn what it never saw.
    With --resume: go on with the same training from its weights.npz, when its checkpoint is lost."""
    words_only: bool = False
    """With --start: freeze the image tower; train only the text tower."""
    steps: Positive | None = None
    """Batches of 16 pictures in all; 200,000, or 8,000 with --start, unless a resumed training says
    otherwise."""
    minutes: Duration = math.inf
    """Stop and save after this time."""
    ranks: Positive = 1
    """Processes that learn together, each from its part of every batch."""
    threads: NotNegative = 0
    """Threads of each process; 0 takes all cores but one, or one with several ranks."""
    workers: NotNegative | None = None
    """Processes that render ahead, for each rank; 0 renders in between, as ranks do by default."""
    exams: bool = True
    """Evaluate the weights on validation homes after each doubling of steps."""
    export: bool = True
    """Write the ONNX weights next to the checkpoint when the last step is done."""


def run(config: Config) -> int:
    """The eyes are trained, by several processes if asked for, and exported when that is done."""
    import os

    from meadow.learning.ranks import in_ranks

    alone = max(1, (os.cpu_count() or 2) - 1)
    threads = config.threads or (1 if config.ranks > 1 else alone)
    return in_ranks(config.ranks, threads, lambda group: _train(config, group), this_command())


def _train(config: Config, group: ProcessGroup) -> int:
    from meadow.learning.eyes.train import train

    directory, trainer = _begun(config, group)

    def report(done: int, total: int, row: dict[str, float]) -> None:
        shown = "  ".join(f"{k} {v:.3f}" for k, v in row.items() if k not in ("step", "minutes"))
        sys.stdout.write(f"step {done}/{total}  {row['minutes']:.1f} min  {shown}\n")
        sys.stdout.flush()

    workers = int(group.size == 1) if config.workers is None else config.workers
    train(
        trainer,
        directory,
        minutes=config.minutes,
        workers=workers,
        exams=config.exams,
        report=report,
    )
    if group.rank:
        return 0
    if installed("matplotlib"):
        from meadow.learning.eyes.curves import draw_curves

        if picture := draw_curves(directory):
            sys.stdout.write(f"wrote {picture}\n")
    if config.export and trainer.step >= trainer.config.steps:
        from meadow.learning.eyes.export import export

        sys.stdout.write(f"wrote {export(trainer, directory)}\n")
    return 0


def _begun(config: Config, group: ProcessGroup) -> tuple[Path, EyesTrainer]:
    """The directory of the training that the options name, and its trainer."""
    from meadow.errors import RunError
    from meadow.learning.checkpoint import CHECKPOINT
    from meadow.learning.eyes.status import known_trainings, trainings_directory
    from meadow.learning.eyes.train import EyesTrainer, EyesTrainingConfig
    from meadow.models.eyes.files import weights_name

    name = weights_name(config.model, config.zero_shot)
    directory = config.out or trainings_directory() / name
    if config.finish and not config.resume:
        raise RunError("--finish ends a training that is there: add --resume")
    if config.resume and config.start is not None:
        return _restored(config, config.start, group)
    if config.resume:
        if config.out is None and not (directory / CHECKPOINT).exists():
            directory = next(iter(known_trainings()), directory)
        return directory, EyesTrainer.load(directory, config.steps, group, finish=config.finish)
    if (directory / CHECKPOINT).exists():
        raise RunError(f"{directory} holds a training: add --resume, or choose another --out")
    if config.start is not None:
        steps = config.steps or 8000
        return directory, EyesTrainer.after(
            config.start, steps=steps, words_only=config.words_only, group=group
        )
    training = EyesTrainingConfig(model=config.model, zero_shot=config.zero_shot)
    if config.steps is not None:
        training = replace(training, steps=config.steps, cooldown_steps=config.steps // 5)
    return directory, EyesTrainer(training, group)


def _restored(config: Config, weights: Path, group: ProcessGroup) -> tuple[Path, EyesTrainer]:
    """The directory and the trainer of a training that goes on from exported weights."""
    from meadow.errors import RunError
    from meadow.learning.eyes.exam.scaling import restore_exams
    from meadow.learning.eyes.status import trainings_directory
    from meadow.learning.eyes.train import EyesTrainer, read_weights
    from meadow.models.eyes.files import weights_name

    if config.words_only:
        raise RunError("--words-only begins another training: leave out --resume")
    about = read_weights(weights)
    name = weights_name(about["plan"]["model"], about["plan"]["zero_shot"])
    if config.zero_shot and not about["plan"]["zero_shot"]:
        raise RunError(f"{weights} saw all categories: leave out --zero-shot")
    directory = config.out or trainings_directory() / name
    trainer = EyesTrainer.load(
        directory, config.steps, group, finish=config.finish, weights=weights
    )
    if group.rank:
        return directory, trainer
    if trainer.from_weights:
        sys.stdout.write(f"going on from {weights} after {trainer.step:,} steps\n")
    else:
        sys.stdout.write(
            f"{weights} has {about['step']:,} steps and the checkpoint in {directory} "
            f"{trainer.step:,}: going on from the checkpoint\n"
        )
    restore_exams(weights if weights.is_dir() else weights.parent, directory, trainer.step)
    return directory, trainer
