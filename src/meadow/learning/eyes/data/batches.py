"""The data of a training: homes, their pictures, and the batches that are made of them.

Everything is a pure function of the seed and a number, so a resumed training sees the same batches as
one that was never stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.eyes.data.facts import Facts
from meadow.learning.eyes.data.frames import Batch, Frame, home_facts, make_batch
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.data.shots import Mix, take
from meadow.seeding import stream


@dataclass(frozen=True, slots=True, kw_only=True)
class DataConfig:
    """The pictures of a training: which homes, how many, and how large."""

    seed: int = 0
    size: int = 160
    """Side of the pictures, pixels."""
    batch_size: int = 16
    homes: int = 6
    """Number of homes whose pictures are mixed within a group of batches."""
    mix: Mix = field(default_factory=Mix)
    """Numbers of pictures of each kind that are taken in a home."""
    reuse: int = 2
    """How often a picture is used, cut differently each time."""
    zero_shot: bool = False
    oversample_held_out: bool = False
    """Show the categories that ``-zs`` trainings never saw more often than others."""
    revision: int = CATALOGUE_REVISION
    """Revision of the catalogue."""

    @property
    def steps(self) -> int:
        """Number of batches in a group."""
        return self.homes * self.mix.total * self.reuse // self.batch_size


def group_batches(config: DataConfig, group: int) -> list[Batch]:
    """All batches of a group, from its homes' pictures in random order."""
    items: list[tuple[Frame, Sequence[Facts]]] = []
    for index in range(group * config.homes, (group + 1) * config.homes):
        stage = training_stage(
            config.seed,
            index,
            zero_shot=config.zero_shot,
            oversample_held_out=config.oversample_held_out,
            revision=config.revision,
        )
        things = home_facts(stage.house)
        rng = stream(config.seed, "eyes", "views", index)
        items += [(frame, things) for frame in take(stage, rng, config.mix)]
    rng = stream(config.seed, "eyes", "batches", group)
    order = [k for _ in range(config.reuse) for k in rng.shuffled(range(len(items)))]
    return [
        make_batch(
            stream(config.seed, "eyes", "batch", group, step, config.size),
            [items[k] for k in order[step * config.batch_size : (step + 1) * config.batch_size]],
            config.size,
            config.zero_shot,
            config.revision,
        )
        for step in range(config.steps)
    ]
