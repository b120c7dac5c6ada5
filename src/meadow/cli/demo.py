"""``meadow demo``: homes, agents, a table, a page and a film in one go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

#: From a lower to an upper bound of what an agent can do.
AGENTS = ("random", "frontier-oracle", "oracle")
SUITE = "objectnav-mini"


@dataclass(frozen=True, kw_only=True)
class Config:
    """Generate homes, let three reference agents look for things in them, and show the result.

    Example: meadow demo -o demo --workers 2
    """

    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("demo")
    """Where runs, report, picture and film go."""
    workers: int = 2
    """Processes."""
    film: bool = True
    """Also film one episode (needs the extra "video")."""


def run(config: Config) -> int:
    """Run the demo; running it again resumes."""
    from meadow import optional
    from meadow.cli import eval as evaluation
    from meadow.cli import report, show, video, warmup

    say("1/4  Compiling the simulator for this machine (once) and generating homes")
    warmup.run(warmup.Config(quiet=True))
    picture = config.out / "home.png"
    show.run(show.Config(house=first_home(), output=picture))

    say("2/4  Three agents look for things: one knows nothing, one explores, one knows the way")
    runs = []
    for agent in AGENTS:
        out = config.out / "runs" / f"{SUITE}-{agent}"
        evaluation.run(evaluation.Config(suite=SUITE, agent=agent, workers=config.workers, out=out))
        runs.append(out)

    say("3/4  Writing the report")
    report.run(report.Config(runs=tuple(runs), out=config.out / "report"))

    film = config.out / "episode.mp4"
    if config.film and optional.installed("imageio_ffmpeg"):
        say("4/4  Filming an episode")
        episode = longest_success(runs[1])
        video.run(video.Config(run=runs[1], episode=episode, out=film))
    else:
        say(f"4/4  No film: {optional.install_line('imageio')}")
    print(f"\nA home:   {picture}\nReport:   {config.out / 'report' / 'report.html'}")
    if film.exists():
        print(f"Film:     {film}")
    return 0


def say(text: str) -> None:
    """A heading between the steps."""
    from rich.console import Console

    Console().print(f"\n[bold]{text}[/]")


def first_home() -> str:
    """Reference of the first home of the demo's suite."""
    from meadow.episodes.suites import load_suite

    return load_suite(SUITE)[0].house.uri


def longest_success(run: Path) -> str:
    """Id of the successful episode with the longest drive, or of the longest at all."""
    from meadow.evaluation.store import RunDirectory

    def key(row: dict) -> tuple[float, float]:
        metrics = row["metrics"]
        return metrics["success"], metrics.get("path_length") or 0.0

    episode: str = max(RunDirectory(run).rows(), key=key)["episode"]
    return episode
