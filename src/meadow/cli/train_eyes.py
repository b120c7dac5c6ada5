"""``meadow train eyes``: train the embedded vision-language model in generated homes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.cli.ranks import in_ranks
from meadow.optional import installed

if TYPE_CHECKING:
    from meadow.learning.policy.ddppo import Alone


@dataclass(frozen=True, kw_only=True)
class Config:
    """Train the image-text model ``eyes`` on frames rendered on the fly.

    Interrupt it at any time: ``--resume`` goes on from the last checkpoint.
    """

    model: str = "eyes-s"
    """eyes-s or eyes-b."""
    zero_shot: bool = False
    """Train the ``-zs`` model, which never sees the benchmarks' open-vocabulary goals."""
    out: Path | None = None
    """Directory for checkpoint and log; runs/eyes/MODEL when not given."""
    resume: bool = False
    """Go on from the checkpoint in the directory."""
    start: Path | None = None
    """Directory of a ``-zs`` training to start from: the new one learns what that never saw."""
    words_only: bool = False
    """With --start, of any training: leave all that sees as it is and learn to read better."""
    steps: int | None = None
    """Batches of 16 pictures in all; 7,000, or 1,200 after a ``-zs`` training, unless a resumed
    training says otherwise."""
    minutes: float = 90.0
    """Stop (and save) after this time."""
    ranks: int = 1
    """Processes that learn together, each from its share of every batch: the best use of several cores."""
    threads: int = 0
    """Of each rank; 0 takes all cores but one, or one with several ranks."""
    workers: int | None = None
    """Processes that render ahead, for each rank; 0 renders in between, as ranks do by default."""
    export: bool = True
    """Write the ONNX weights next to the checkpoint at the end."""


def run(config: Config) -> int:
    """Train, then export."""
    import os

    alone = max(1, (os.cpu_count() or 2) - 1)
    threads = config.threads or (1 if config.ranks > 1 else alone)
    return in_ranks(config.ranks, threads, lambda crew: _train(config, crew))


def _train(config: Config, crew: Alone) -> int:
    from meadow.learning.eyes.train import CHECKPOINT, Plan, Trainer, train

    name = config.model + ("-zs" if config.zero_shot else "")
    directory = config.out or Path("runs") / "eyes" / name
    if config.resume:
        trainer = Trainer.load(directory, config.steps, crew)
    else:
        if (directory / CHECKPOINT).exists():
            from meadow.errors import RunError

            raise RunError(f"{directory} holds a training: add --resume, or choose another --out")
        if config.start is not None:
            steps = config.steps or 1200
            trainer = Trainer.after(
                config.start, steps=steps, words_only=config.words_only, crew=crew
            )
        else:
            plan = Plan(model=config.model, zero_shot=config.zero_shot, steps=config.steps or 7000)
            trainer = Trainer(plan, crew)

    def report(done: int, total: int, row: dict[str, float]) -> None:
        shown = "  ".join(f"{k} {v:.3f}" for k, v in row.items() if k not in ("step", "minutes"))
        sys.stdout.write(f"step {done}/{total}  {row['minutes']:.1f} min  {shown}\n")
        sys.stdout.flush()

    workers = int(crew.size == 1) if config.workers is None else config.workers
    train(trainer, directory, minutes=config.minutes, workers=workers, report=report)
    if crew.rank:
        return 0
    if installed("matplotlib"):
        from meadow.learning.eyes.curves import draw_curves

        sys.stdout.write(f"wrote {draw_curves(directory)}\n")
    if config.export:
        from meadow.learning.eyes.export import export

        path = export(trainer, directory)
        sys.stdout.write(f"wrote {path}\n")
    return 0
