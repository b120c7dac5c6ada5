"""``meadow robust sweep``: an agent under every corruption of RobustNav."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

if TYPE_CHECKING:
    from meadow.episodes.schema import Episode
    from meadow.evaluation.robustness import Table
    from meadow.evaluation.store import Row

#: Distance within which the goal is in range, metres; a line in the figures.
REACH = {"pointnav": 0.2, "objectnav": 1.0}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run agents clean, under every visual and dynamics corruption, and under the paper's pairs of both.

    Prints RobustNav's Tables 2 and 5 (success and SPL), 6 and 7 (by difficulty) and the figures on
    behaviour. The same command resumes; finished conditions are not run again.
    Example: meadow robust sweep --agent pointnav-map --episodes 150 --json sweep.json
    """

    agent: Annotated[str, tyro.conf.arg(aliases=["-a"])] = "pointnav-map"
    """Agents by name, separated by commas: one column each."""
    suite: str = "robustnav-pointnav"
    """A suite by name or an episode file."""
    episodes: int | None = None
    """Episodes of each condition: the first N of an even spread over homes; all by default."""
    only: str = ""
    """Only these conditions, e.g. clean,spatter@5,defocus_blur@5+motion_drift."""
    severities: str = "5"
    """Of graded corruptions: 5 is the paper's Table 2, 3,5 its Table 5."""
    challenge: bool = False
    """Add the paper's Table 4: with the RGB, depth and actuation noise of the Habitat Challenge."""
    redraw: Literal["frame", "episode"] = "frame"
    """Draw spatter, streaks and grain for each frame, as RobustNav does, or once an episode."""
    corrupt_frame: Literal["scaled", "rendered"] = "scaled"
    """See meadow eval --help."""
    self_calibrate: bool = False
    """Let the agents watch what their actions do; see meadow eval --help."""
    workers: int = 1
    """Processes."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("runs/robust")
    """Directory for the runs (AGENT/CONDITION), tables and figures."""
    json: Path | None = None
    """Write {corruption: {metric: {mean, low, high, n}}}; with several agents, one such for each."""


def run(config: Config) -> int:
    """Run what is missing, print the tables, write tables, figures and JSON."""
    from meadow import serialize
    from meadow.agents import AGENTS
    from meadow.cli.output import check_directory, check_file
    from meadow.evaluation import robustness
    from meadow.evaluation.spec import check_positive

    check_positive("--episodes", config.episodes)
    check_positive("--workers", config.workers)
    check_directory(config.out)
    if config.json is not None:
        check_file(config.json, (".json",))
    agents = [name.strip() for name in config.agent.split(",")]
    for name in agents:
        AGENTS.entry(name)
    known = robustness.conditions(_severities(config.severities), challenge=config.challenge)
    wanted = robustness.chosen(known, config.only)
    episodes = _episodes(config)
    rows = {name: _swept(config, name, wanted, episodes) for name in agents}
    summaries = {name: robustness.summary_of(found) for name, found in rows.items()}
    tables = [
        robustness.degradation(summaries, {name: _trained_on(config, name) for name in agents}),
        robustness.by_difficulty(rows),
        robustness.behaviour(summaries),
    ]
    show_tables(tables)
    _draw(config, summaries, episodes[0].task)
    lines = "\n".join(table.markdown() for table in tables)
    serialize.write_bytes(config.out / "tables.md", lines.encode())
    if config.json is not None:
        single = len(agents) == 1
        serialize.write(config.json, summaries[agents[0]] if single else summaries, indent=True)
    print(f"runs, tables and figures: {config.out}")
    return 0


def _severities(text: str) -> list[int]:
    from meadow.corruptions.kinds import SEVERITIES
    from meadow.errors import InvalidValueError

    items = [item.strip() for item in text.split(",")]
    if not all(item in map(str, SEVERITIES) for item in items):
        raise InvalidValueError(f"--severities {text!r}: expected numbers from 1 to 5, e.g. 3,5")
    return sorted({int(item) for item in items})


def _episodes(config: Config) -> list[Episode]:
    from meadow.cli.progress import StepProgress
    from meadow.episodes.suites import load_suite, spread

    with StepProgress(f"homes and episodes of {config.suite}") as progress:
        episodes = load_suite(config.suite, progress=progress, workers=config.workers)
    return episodes if config.episodes is None else spread(episodes, config.episodes)


def _swept(
    config: Config, agent: str, conditions: Sequence[str], episodes: Sequence[Episode]
) -> dict[str, list[Row]]:
    """The rows of one agent in every condition; each condition is a run that can be resumed."""
    from meadow.cli.progress import EvalProgress
    from meadow.evaluation.executors import Options
    from meadow.evaluation.runner import evaluate

    rows = {}
    for number, condition in enumerate(conditions, start=1):
        place = config.out / agent / condition.replace(",", "+")
        with EvalProgress(f"[{number}/{len(conditions)}] {agent}, {condition}") as progress:
            rows[condition] = evaluate(
                _spec(config, agent, condition, episodes),
                episodes,
                place,
                executor=config.executor,
                options=Options(workers=config.workers),
                progress=progress,
            )
    return rows


def _spec(config: Config, agent: str, condition: str, episodes: Sequence[Episode]) -> Any:
    from meadow.corruptions import Options
    from meadow.episodes.suites import suite_directory
    from meadow.evaluation.spec import make_spec

    return make_spec(
        config.suite,
        episodes,
        agent,
        corruptions=condition,
        corruption_options=Options(redraw=config.redraw, frame=config.corrupt_frame),
        self_calibrate=config.self_calibrate,
        houses=suite_directory(config.suite),
    )


def _trained_on(config: Config, agent: str) -> tuple[str, ...]:
    """What the agent's card says of its training; most agents were not trained and have none."""
    from meadow.agents import AGENTS

    if "policy" not in AGENTS.entry(agent).tags:
        return ()
    return tuple(getattr(AGENTS.make(agent).card, "augmentations", ()))


def show_tables(tables: Sequence[Table]) -> None:
    """Print tables on the terminal."""
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console(width=None)
    for table in tables:
        grid = Grid(*table.head, title=table.title)
        for row in table.rows:
            grid.add_row(*(cell.replace("[", r"\[") for cell in row))
        console.print(grid)


def _draw(config: Config, summaries: Mapping[str, Any], task: str) -> None:
    from meadow.optional import installed

    if not installed("matplotlib"):
        print('no figures: pip install "meadow[report]"')
        return
    from meadow.viewer.robustness_plots import behaviour_figure, degradation_figure

    reach = next((metres for name, metres in REACH.items() if task.endswith(name)), None)
    behaviour_figure(summaries, config.out / "behaviour.png", reach)
    degradation_figure(summaries, config.out / "degradation.png")
