"""``meadow train status``: how far trainings are, and their curves."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from meadow.optional import installed


@dataclass(frozen=True, kw_only=True)
class Config:
    """Show how far a training of the eyes is, with its evaluations, and draw its curves.

    Examples:
        meadow train status
        meadow train status runs/eyes
    """

    directories: Annotated[
        tuple[Path, ...], tyro.conf.Positional, tyro.conf.arg(metavar="DIR")
    ] = ()
    """Directories of trainings; those in the user cache when none is given."""
    curves: bool = True
    """Draw curves.png into each directory."""


def run(config: Config) -> int:
    """The state of each training is printed; its curves are drawn where matplotlib is installed."""
    from meadow.learning.eyes.status import (
        known_trainings,
        lines,
        read_status,
        trainings_directory,
    )

    directories = config.directories or known_trainings()
    if not directories:
        sys.stdout.write(
            f"no training in {trainings_directory()}: start one with meadow train eyes --zero-shot\n"
        )
        return 0
    for directory in directories:
        sys.stdout.write("\n".join(lines(read_status(directory))) + "\n")
        if config.curves and installed("matplotlib"):
            from meadow.learning.eyes.curves import draw_curves

            if picture := draw_curves(directory):
                sys.stdout.write(f"wrote {picture}\n")
    return 0
