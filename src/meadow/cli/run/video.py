"""``meadow video``: film one episode of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from meadow.cli.terminal.options import Duration, Out


@dataclass(frozen=True, kw_only=True)
class Config:
    """Film one episode of a run: first person, depth, map and text side by side.

    The first two are what the agent saw: in a corrupted run, the corrupted pictures. Boxes show what its
    detector fires at; the last picture says how the episode ended and why. Of an agent with a map of its
    goal, the layers of the map are shown below: what fits the words is bright, a cross is where it goes.

    Example: meadow video runs/objectnav-oracle objectnav-val-h000-mug-0 -o mug.mp4
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    episode: tyro.conf.Positional[str]
    """Id of an episode (see the run's report)."""
    out: Annotated[Out | None, tyro.conf.arg(metavar="FILE.mp4")] = None
    """File to write, .mp4 or .gif, or .png for the last picture of each goal; by default EPISODE.mp4."""
    fps: Duration = 8.0
    """Steps shown in a second."""


def run(config: Config) -> int:
    """Render the replay again and write the file."""
    from meadow.cli.terminal.progress import StepProgress
    from meadow.viewer.video import film_episode

    out = config.out or Path(f"{config.episode.replace('/', '_')}.mp4")
    with StepProgress("filming") as progress:
        film_episode(config.run, config.episode, out, fps=config.fps, progress=progress)
    print(out)
    return 0
