"""``meadow demo``: say what to find, watch a robot look for it, get a report and a film."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import Agents, NotNegative, Out, Positive, Rooms, single

if TYPE_CHECKING:
    from meadow.episodes.requested import RequestedHome
    from meadow.episodes.schema import Episode
    from meadow.language.goals import Description

#: What is looked for when nobody says anything else.
GOALS = (
    "a house plant",
    "a blue fridge",
    "the red armchair",
    "a striped pillow",
    "a small red mug",
)
#: What perfect eyes would do on the same goals, for comparison.
BOUND = "frontier-oracle"


@dataclass(frozen=True, kw_only=True)
class Config:
    """Furnish a home with what you name, and watch a robot search it with the embedded vision model.

    Examples:
        meadow demo
        meadow demo "a house plant" "a small red mug on the desk"
        meadow demo "the guitar" --agent cow-owl-s --seed 7
    """

    goals: tyro.conf.Positional[tuple[str, ...]] = ()
    """What to find, each in your own words and in quotes; five defaults when you give none."""
    agent: Agents = ()
    """The agent that searches (see: meadow agents list --tag cow); cow-attributes by default."""
    seed: NotNegative = 0
    """Another number gives another home."""
    rooms: Rooms = "4"
    """Rooms of the home, 1 to 10: a number, or the fewest and the most."""
    steps: Positive = 400
    """Steps that a search may take."""
    out: Out = Path("demo")
    """Directory for home, runs, report and film."""
    film: bool = True
    """Also film the most interesting search (needs the extra "video")."""
    live: bool = True
    """Show the search in the terminal while it goes on."""


def run(config: Config) -> int:
    """Run the demo; running it again with the same words resumes."""
    from meadow.cli.homes import show
    from meadow.cli.run import report, video
    from meadow.cli.setup import warmup

    say("1/4  Compiling the simulator for this machine (once) and furnishing a home")
    goals = understood(config.goals or GOALS)
    warmup.run(warmup.Config(quiet=True))
    home, episodes = furnished(config, goals)
    show.run(show.Config(house=str(home_file(config)), out=config.out / "home.png"))

    seeker = agent_of(config)
    say(f"2/4  {seeker} looks for {len(episodes)} things, from pixels and your words alone")
    runs = [searched(config, home, episodes, agent) for agent in (seeker, BOUND)]

    say("3/4  Writing the report")
    report.run(report.Config(runs=tuple(runs), out=config.out / "report"))

    film = config.out / "search.mp4"
    if config.film and film_installed():
        say("4/4  Filming a search")
        video.run(video.Config(run=runs[0], episode=most_telling(runs[0]), out=film))
    print(f"\nHome:     {config.out / 'home.png'}")
    print(f"Report:   {config.out / 'report' / 'report.html'}")
    if film.exists():
        print(f"Film:     {film}")
    tell(home, runs[0], runs[1])
    print('\nNow your own words:  meadow demo "a wooden toy airplane" "the blue chair by the desk"')
    return 0


def agent_of(config: Config) -> str:
    """Name of the agent that looks for what was named."""
    return single(config.agent, "cow-attributes")


def say(text: str) -> None:
    """A heading between the steps."""

    make_console().print(f"\n{text}", style="bold")


def film_installed() -> bool:
    """Whether films can be written; says how to get there when not."""
    from meadow import optional

    if optional.installed("imageio_ffmpeg"):
        return True
    say(f"4/4  No film: {optional.install_line('imageio')}")
    return False


def understood(texts: Sequence[str]) -> list[Description]:
    """The goals as the parser reads them; words without a known thing are kept as they are."""
    from meadow.language.parse import parse
    from meadow.models.text import load_words

    return [parse(text, similar=load_words()) for text in dict.fromkeys(texts)]


def home_file(config: Config) -> Path:
    """Where the furnished home is kept."""
    return config.out / "home.json.gz"


def furnished(config: Config, goals: Sequence[Description]) -> tuple[RequestedHome, list[Episode]]:
    """A home that has what was asked for, as far as possible, and an episode for each goal in it."""
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.houses import parse_rooms
    from meadow.episodes.requested import requested_episodes, requested_home
    from meadow.errors import GenerationError
    from meadow.scenes.catalogue import CATEGORIES
    from meadow.scenes.schema import write_house

    with StepProgress("furnishing") as progress:
        home = requested_home(
            goals, config.seed, rooms=parse_rooms(config.rooms), progress=progress
        )
    config.out.mkdir(parents=True, exist_ok=True)
    write_house(home.house, home_file(config))
    file = str(home_file(config))
    episodes = requested_episodes(home, goals, file, seed=config.seed, max_steps=config.steps)
    asked = {episode.goal.text for episode in episodes}
    for goal in goals:
        if goal.text not in asked:
            print(f"  left out: {goal.text!r} - no home drawn has such a thing in reach")
    if not episodes:
        raise GenerationError(
            f"nothing that you asked for fits into a home. The catalogue knows {len(CATEGORIES)} things: "
            "meadow catalogue -o catalogue.png"
        )
    return home, episodes


def searched(config: Config, home: RequestedHome, episodes: Sequence[Episode], agent: str) -> Path:
    """The run directory of an agent that looked for everything."""
    from rich.text import Text

    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate
    from meadow.evaluation.run.spec import make_spec
    from meadow.viewer.live import LiveView

    console = make_console()
    spec = make_spec("demo", episodes, agent)
    out = config.out / "runs" / f"{agent}-{spec.digest()[:8]}"
    shown = (
        config.live and agent == agent_of(config) and console.is_terminal and sys.stdout.isatty()
    )

    def onlooker(episode: Episode) -> LiveView:
        return LiveView(home.house, episode, console)

    options = ExecutorOptions(onlooker=onlooker if shown else None)
    for row in evaluate(spec, episodes, out, options=options):
        steps = round(row["metrics"].get("steps") or 0)
        good = bool(row["metrics"].get("success"))
        found = Text("  found" if good else "  not found", "green" if good else "red")
        if agent == agent_of(config):
            console.print(found.append(f" in {steps:3d} steps   {row['goal']}", "default"))
    return out


def tell(home: RequestedHome, run: Path, bound: Path) -> None:
    """Say of every search how it ended and why, and what perfect eyes did on the same goals."""
    from rich.text import Text

    from meadow.evaluation.failures.explain import explain
    from meadow.evaluation.run.store import RunDirectory
    from meadow.replay import read_replay

    console = make_console()
    directory = RunDirectory(run)
    perfect = {row["episode"]: row["metrics"] for row in RunDirectory(bound).rows()}
    rows = directory.rows()
    # Episodes that could not be run have no metrics.
    good = sum(bool(row["metrics"].get("success")) for row in rows)
    say(f"Found {good} of {len(rows)}")
    for row in rows:
        file = directory.replay_path(row["episode"])
        why = explain(read_replay(file), home.house) if file.is_file() else row.get("error", "")
        solved = bool(row["metrics"].get("success"))
        colour = "green" if solved else "red"
        console.print(Text(f"  {row['goal']}: ").append(why, colour))
        if not solved:
            found = perfect.get(row["episode"], {})
            steps = round(found.get("steps") or 0)
            did = f"found it in {steps} steps" if found.get("success") else "did not find it either"
            console.print(Text(f"    perfect eyes ({BOUND}) {did}", "dim"))
    better = sum(bool(metrics.get("success")) for metrics in perfect.values())
    console.print(f"  With perfect eyes the same robot finds {better} of {len(rows)}.")


def most_telling(run: Path) -> str:
    """Id of the successful episode with the longest drive, or of the longest at all."""
    from meadow.evaluation.run.store import Row, RunDirectory

    def key(row: Row) -> tuple[float, float]:
        metrics = row["metrics"]
        return metrics.get("success") or 0.0, metrics.get("path_length") or 0.0

    episode: str = max(RunDirectory(run).rows(), key=key)["episode"]
    return episode
