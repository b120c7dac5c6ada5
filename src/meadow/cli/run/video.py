"""``meadow video``: film one episode of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Film one episode of a run: first person, depth, map and text side by side.

    The first two are what the agent saw: in a corrupted run, the corrupted pictures. Boxes show what its
    detector fires at; the last picture says how the episode ended and why.

    Example: meadow video runs/objectnav-oracle objectnav-val-h000-mug-0 -o mug.mp4
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    episode: tyro.conf.Positional[str]
    """Id of an episode (see the run's report)."""
    out: Annotated[Path | None, tyro.conf.arg(aliases=["-o"], metavar="FILE.mp4")] = None
    """File to write, .mp4 or .gif; by default EPISODE.mp4."""
    fps: float = 8.0
    """Steps shown in a second."""


def run(config: Config) -> int:
    """Find the replay, render it again, write the file."""
    from meadow.cli.terminal.progress import track
    from meadow.episodes.houses import load_house
    from meadow.errors import RunError, UnknownIdError
    from meadow.evaluation.run.store import RunDirectory
    from meadow.replay import read_replay
    from meadow.viewer.video import HOLD, check_suffix, film, held, write_video

    out = config.out or Path(f"{config.episode.replace('/', '_')}.mp4")
    check_suffix(out)
    directory = RunDirectory(config.run)
    spec = directory.spec()
    rows = {row["episode"]: row for row in directory.rows()}
    if config.episode not in rows:
        raise UnknownIdError("episode", config.episode, rows)
    file = directory.replay_path(config.episode)
    if not file.is_file():
        reason = rows[config.episode].get("error") or "its file is missing"
        raise RunError(f"{config.episode} has no replay to film: {reason}")
    record = read_replay(file)
    frames = film(record, load_house(record.episode.house, spec.houses), spec)
    shown = track(frames, "filming", record.steps + 1)
    write_video(held(shown, round(HOLD * config.fps)), out, fps=config.fps)
    print(out)
    return 0
