"""``meadow robust sweep``: agents under every corruption of RobustNav."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.signals import stopped

if TYPE_CHECKING:
    from rich.console import Console

    from meadow.benchmarks.robustnav.tables import Table
    from meadow.episodes.schema import Episode
    from meadow.evaluation.run.spec import RunSpec
    from meadow.evaluation.run.store import Row

#: Distance within which the goal is in range, metres; a line in the figures.
REACH = {"pointnav": 0.2, "objectnav": 1.0}
#: Columns of tables that are printed into a file.
FILE_WIDTH = 400
#: A measured figure, or a dash in its place; numbers of lines have no decimals.
_FIGURE = re.compile(r"-$|[-+]?\d+\.\d")
_INTERVAL = re.compile(r" (\[[^]]*\]|± [0-9.]+)")


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run agents clean, under every visual and dynamics corruption, and under the paper's pairs of both.

    Prints RobustNav's Tables 2 and 5 (success and SPL), 6 and 7 (by difficulty) and the figures on
    behaviour (4, 7, 8), and draws them. The same command resumes; finished conditions are not run again.
    Several sweeps into one directory make one page: meadow robust tables.

    Example: meadow robust sweep --agent pointnav-map --episodes 150 --clean-in-full --workers 2
    Example: meadow robust sweep -a objectnav-rgb,objectnav-rgbd --suite robustnav-objectnav --episodes 150
    Example: meadow robust sweep -a pointnav-map --only motor_failure,spatter@3+motion_drift --json s.json
    """

    agent: Annotated[str, tyro.conf.arg(aliases=["-a"])] = "pointnav-map"
    """Agents by name, separated by commas: one column each."""
    suite: str = "robustnav-pointnav"
    """A suite by name or an episode file."""
    episodes: int | None = None
    """Episodes of each condition, balanced over settings, difficulties, homes and goals, always the same;
    all by default."""
    clean_in_full: bool = False
    """Run all episodes of the suite in the clean condition, whatever --episodes says of the others."""
    only: str = ""
    """Only these conditions, e.g. clean,spatter@5,defocus_blur@5+motion_drift."""
    severities: str = "3,5"
    """Of graded corruptions: 3,5 is the paper's Table 5, which includes Table 2; 5 is Table 2 alone."""
    challenge: bool = False
    """Add the paper's Table 4: with the RGB, depth and actuation noise of the Habitat Challenge."""
    redraw: Literal["frame", "episode"] = "frame"
    """Draw spatter, streaks and grain for each frame, as RobustNav does, or once an episode."""
    corrupt_frame: Literal["scaled", "rendered"] = "scaled"
    """See meadow eval --help."""
    self_calibrate: bool = False
    """Let the agents watch what their actions do; see meadow eval --help. Columns of their own."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """An option of the agents as name=value, e.g. --option weights=my.onnx; may be repeated."""
    workers: int = 1
    """Processes."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run."""
    retry: bool = False
    """Run every episode again that has no result: also those that ended in an error of the agent."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("runs/robust")
    """Directory for the runs (SUITE/AGENT/CONDITION), tables and figures."""
    json: Path | None = None
    """Write {corruption: {metric: {mean, low, high, n}}}; with several agents, one such for each.
    Corruptions that an agent was trained under have the metric seen_in_training."""


def run(config: Config) -> int:
    """Run what is missing, print the tables, write tables, figures and JSON."""
    from meadow import serialize
    from meadow.benchmarks.robustnav.conditions import chosen, conditions
    from meadow.benchmarks.robustnav.study import alike, suite_label
    from meadow.benchmarks.robustnav.tables import (
        behaviour,
        by_difficulty,
        degradation_tables,
        summary_of,
    )
    from meadow.cli.run.eval import MISSING
    from meadow.cli.terminal.output import check_directory, check_file
    from meadow.evaluation.run.seen import trained_under
    from meadow.evaluation.run.spec import check_positive

    check_positive("--episodes", config.episodes)
    check_positive("--workers", config.workers)
    check_directory(config.out)
    if config.json is not None:
        check_file(config.json, (".json",))
    known = conditions(_severities(config.severities), challenge=config.challenge)
    wanted = chosen(known, config.only)
    agents = _agents(config)
    whole = _episodes(config)
    try:
        rows, specs, missing = _swept(config, agents, wanted, whole)
    except KeyboardInterrupt as stop:
        return stopped(stop, config.out)
    trained = {label: trained_under(spec) for label, spec in specs.items()}
    summaries = {label: summary_of(found, trained[label]) for label, found in rows.items()}
    tables = [
        *degradation_tables(summaries, trained),
        by_difficulty(rows),
        behaviour(summaries),
    ]
    show_tables(tables)
    place = config.out / suite_label(config.suite)
    if figures_installed():
        same = {label: summary_of(alike(found) or found) for label, found in rows.items()}
        draw_figures(same, whole[0].task, place)
    lines = "\n".join(table.markdown() for table in tables)
    serialize.write_bytes(place / "tables.md", lines.encode())
    if config.json is not None:
        found = next(iter(summaries.values())) if len(summaries) == 1 else summaries
        serialize.write(config.json, found, indent=True)
    print(f"runs, tables and figures: {place}\nseveral sweeps: meadow robust tables {config.out}")
    if missing:
        sys.stderr.write(
            f"meadow: {missing} episodes have no result and are in no figure: their workers died or hung, "
            "or the agent failed. Their rows say why. The same command runs the former again, --retry "
            "all of them.\n"
        )
    return MISSING if missing else 0


def _agents(config: Config) -> list[str]:
    from meadow.agents import AGENTS

    agents = list(dict.fromkeys(name.strip() for name in config.agent.split(",")))
    for name in agents:
        AGENTS.entry(name)
    return agents


def _severities(text: str) -> list[int]:
    from meadow.corruptions.kinds import SEVERITIES
    from meadow.errors import InvalidValueError

    items = [item.strip() for item in text.split(",")]
    if not all(item in map(str, SEVERITIES) for item in items):
        raise InvalidValueError(f"--severities {text!r}: expected numbers from 1 to 5, e.g. 3,5")
    return sorted({int(item) for item in items})


def _episodes(config: Config) -> list[Episode]:
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.suites import load_suite

    with StepProgress(f"homes and episodes of {config.suite}") as progress:
        return load_suite(config.suite, progress=progress, workers=config.workers)


def _swept(
    config: Config, agents: Sequence[str], conditions: Sequence[str], whole: Sequence[Episode]
) -> tuple[dict[str, dict[str, list[Row]]], dict[str, RunSpec], int]:
    """The finished rows of every agent in every condition, its spec, and how many rows are not finished.

    Each agent in each condition is a run of its own that can be resumed.

    All agents go through a condition together, so that its workers and homes are made ready once.
    """
    from meadow.benchmarks.robustnav.conditions import CLEAN
    from meadow.benchmarks.robustnav.study import agent_label, suite_label
    from meadow.cli.terminal.progress import EvalProgress
    from meadow.episodes.sample import spread
    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate_together
    from meadow.evaluation.run.summary import finished
    from meadow.evaluation.run.worker import make_agent

    part = list(whole) if config.episodes is None else spread(whole, config.episodes)
    labels = [agent_label(name, config.self_calibrate) for name in agents]
    rows: dict[str, dict[str, list[Row]]] = {label: {} for label in labels}
    specs: dict[str, RunSpec] = {}
    missing = 0
    for number, condition in enumerate(conditions, start=1):
        full = condition == CLEAN and config.clean_in_full
        episodes = list(whole) if full else part
        name = "clean-in-full" if full else condition.replace(",", "+")
        runs = []
        for label, agent in zip(labels, agents):
            spec = _spec(config, agent, condition, episodes, whole)
            if label not in specs:
                make_agent(spec)  # better now than in a worker of the last condition
            specs[label] = spec
            runs.append((spec, config.out / suite_label(config.suite) / label / name))
        with EvalProgress(f"[{number}/{len(conditions)}] {condition}") as progress:
            found = evaluate_together(
                runs,
                episodes,
                executor=config.executor,
                options=ExecutorOptions(workers=config.workers),
                progress=progress,
                retry=config.retry,
            )
        for label, own in zip(labels, found):
            rows[label][condition] = finished(own)
            missing += len(own) - len(rows[label][condition])
    return rows, specs, missing


def _spec(
    config: Config,
    agent: str,
    condition: str,
    episodes: Sequence[Episode],
    whole: Sequence[Episode],
) -> RunSpec:
    from meadow.cli.terminal.options import agent_options
    from meadow.corruptions import CorruptionOptions
    from meadow.episodes.suites import suite_directory
    from meadow.evaluation.run.spec import make_spec

    return make_spec(
        config.suite,
        episodes,
        agent,
        whole=whole,
        agent_options=agent_options(config.option),
        corruptions=condition,
        corruption_options=CorruptionOptions(redraw=config.redraw, frame=config.corrupt_frame),
        self_calibrate=config.self_calibrate,
        houses=suite_directory(config.suite),
    )


def show_tables(tables: Sequence[Table]) -> None:
    """Print tables in parts that the terminal is wide enough for; a file gets them whole."""
    console = make_console() if sys.stdout.isatty() else make_console(width=FILE_WIDTH)
    for table in tables:
        for part in fitting(table, console):
            console.print(_grid(part))


def fitting(table: Table, console: Console) -> list[Table]:
    """The table as it is where it fits, else without intervals, else its columns in several tables."""
    if _fits(table, console):
        return [table]
    rows = tuple(tuple(_INTERVAL.sub("", cell) for cell in row) for row in table.rows)
    names = _name_columns(table)
    titles = (title.replace(" ", "\n") for title in table.head[names:])
    short = replace(table, head=(*table.head[:names], *titles), rows=rows)
    parts: list[list[int]] = [[]]
    for column in range(names, len(short.head)):
        wider = [*parts[-1], column]
        if parts[-1] and not _fits(_columns(short, names, wider), console):
            parts.append([column])
        else:
            parts[-1] = wider
    return [_columns(short, names, part) for part in parts]


def _columns(table: Table, names: int, figures: Sequence[int]) -> Table:
    """Part of a table: its columns of names and some of the others."""
    kept = [*range(names), *figures]
    rows = tuple(tuple(row[column] for column in kept) for row in table.rows)
    return replace(table, head=tuple(table.head[column] for column in kept), rows=rows)


def _name_columns(table: Table) -> int:
    """How many columns at the left name a line, which every part of the table needs."""
    names = 0
    while names < len(table.head) and not any(_FIGURE.match(row[names]) for row in table.rows):
        names += 1
    return names


def _fits(table: Table, console: Console) -> bool:
    from rich.measure import Measurement

    wide = console.options.update(width=FILE_WIDTH)  # else no table measures more than the console
    return Measurement.get(console, wide, _grid(table)).maximum <= console.width


def _grid(table: Table) -> Any:
    """The table for a terminal."""
    from rich.table import Table as Grid

    grid = Grid(*table.head, title=table.title)
    for row in table.rows:
        grid.add_row(*row)
    return grid


def figures_installed() -> bool:
    """Whether figures can be drawn; says so when not."""
    from meadow.optional import install_line, installed

    if not installed("matplotlib"):
        print(f"no figures: {install_line('matplotlib')}")
    return installed("matplotlib")


def draw_figures(
    summaries: Mapping[str, Any], task: str, place: Path, suffix: str = ""
) -> list[tuple[str, str]]:
    """Draw behaviour and degradation into a directory; returns (file, caption) of each."""
    from meadow import serialize
    from meadow.benchmarks.robustnav.plots import behaviour_figure, degradation_figure

    reach = next((metres for name, metres in REACH.items() if task.endswith(name)), None)
    serialize.output_name(f"degradation{suffix}.png", f"task {task!r}")
    degradation_figure(summaries, place / f"degradation{suffix}.png")
    behaviour_figure(summaries, place / f"behaviour{suffix}.png", reach)
    return [
        (
            f"degradation{suffix}.png",
            "Success in every condition, with 95 % intervals, over the same episodes; the dashed line is "
            "clean success.",
        ),
        (
            f"behaviour{suffix}.png",
            "Behaviour (the paper's figures 4, 7 and 8): collisions, distances, stopping, and success "
            "beside what an oracle's Stop would make of it (grey).",
        ),
    ]
