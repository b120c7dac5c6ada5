"""The commands of every study: list, run, tables, stats, check, and what a study adds of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from meadow.cli.run.eval import MISSING
from meadow.cli.terminal.help import help_text, listing
from meadow.cli.terminal.options import (
    Agents,
    Duration,
    Names,
    NotNegative,
    Out,
    Positive,
    agent_options,
    single,
)
from meadow.cli.terminal.output import PICTURES, check_directory, check_file
from meadow.cli.terminal.signals import stopped
from meadow.errors import InvalidValueError, UnknownIdError

if TYPE_CHECKING:
    from meadow.evaluation.study.plan import Study


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run, check and draw the studies of papers; each comes from the folder of its benchmark.

    A study has what a paper ran: agents, parts of suites, conditions. Its rows are kept in small files,
    from which its tables, figures and claims are drawn. Every verb explains itself with --help.

    Example: meadow study list
    Example: meadow study NAME
    """

    name: tyro.conf.Positional[str] = "list"
    """A study; list names them."""
    verb: tyro.conf.Positional[str] = ""
    """run, tables, stats, check or one of the study's own; without one, what the study has is shown."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Run the agents of a study on its episodes. The same command goes on where it ended.

    All agents of a part and condition run together: each episode by one after another, before the next
    episode. Agents with the same eyes look at equal frames only once, so many agents take a fraction of
    the time that they take one by one; their rows are the same. Episodes come in an order whose every
    beginning is balanced, so tables can be drawn at any time. The exit code is 3 while some episodes have
    no result.

    meadow study NAME shows the study's parts, agents and conditions.
    """

    agent: Agents = ()
    """Agents by name; by default those of the study. A name that ends in +self-calibrate
    is the agent that watches what its actions do."""
    part: Names = ()
    """Parts of the study; by default its first."""
    condition: Names = ()
    """Conditions, or the name of a list of them; parts of one are joined by "+", e.g.
    clean,spatter@5,defocus_blur@5+motion_drift."""
    eyes: Names = ()
    """Models that agents see with; by default those of the study."""
    episodes: Positive | None = None
    """Run only N episodes of each part and condition."""
    missing: bool = False
    """Run what the kept results in --kept lack, of all published parts unless --part names some."""
    kept: Path | None = None
    """Where results are kept; by default results/NAME."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """An option of the agents as name=value, e.g. --option weights=my.onnx; may be repeated."""
    workers: Positive = 1
    """Processes."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run."""
    minutes: Duration | None = None
    """Begin no episode after so many minutes; those under way are finished."""
    time_limit: Duration = 600.0
    """Seconds for one episode of one agent before its worker counts as hanging."""
    retry: bool = False
    """Run every episode again that has no result: also those that ended in an error of the agent."""
    out: Out | None = None
    """Gets a run directory, with replays, for each part, agent and condition; by default runs/NAME."""


@dataclass(frozen=True, kw_only=True)
class TablesOptions:
    """Keep runs in small files, and draw the study's tables, figures and claims from all that are kept.

    Without a directory of runs, what is kept already is drawn again. What was not run says so. Runs of
    other suites or tasks are refused, and so are rows that their replays do not give. A kept run gives way
    only to one that repeats all its rows.
    """

    runs: tyro.conf.Positional[Path | None] = None
    """Where meadow study NAME run, or meadow eval, put its runs; all below are taken."""
    out: Out | None = None
    """Gets README.md, results.json, the figures, and runs/ with spec and rows of every run; by default
    results/NAME."""


@dataclass(frozen=True, kw_only=True)
class StatsOptions:
    """Count what the episodes of a study are like, beside the paper's figures.

    The first call generates homes and episodes, which may take minutes; later ones read them.
    """

    part: Names = ()
    """A part of the study; by default its largest."""
    workers: Positive = 1
    """Processes that generate homes side by side."""
    out: Annotated[Out | None, tyro.conf.arg(metavar="FILE.png")] = None
    """Draw the counts into this picture (needs matplotlib)."""


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Run kept episodes again and compare their rows bit for bit.

    Episodes are drawn from all kept runs and conditions in turns. The exit code is 0 only when all rows
    are equal. Where an agent has another revision than when its rows were kept, the line says so.
    """

    episodes: Positive = 60
    """How many kept episodes to run again."""
    agent: Agents = ()
    """Check only runs of these agents."""
    part: Names = ()
    """Check only runs of these parts."""
    seed: NotNegative = 0
    """Another seed draws other episodes."""
    kept: Path | None = None
    """Where results are kept; by default results/NAME."""


def run(args: list[str]) -> int:
    """Find the study and the verb, parse the options, do it."""
    from meadow.cli.main import call
    from meadow.evaluation.study import STUDIES

    if args and args[0] in ("-h", "--help"):
        sys.stdout.write(help_text("study", Config))
        return 0
    if not args or args[0] == "list":
        sys.stdout.write(listing((entry.name, entry.summary) for entry in STUDIES))
        sys.stdout.write("\nmeadow study NAME shows what a study has.\n")
        return 0
    name, rest = args[0], args[1:]
    study = STUDIES.get(name)
    verbs: dict[str, tuple[type, Callable[[Study, Any], int], str]] = {
        "run": (RunOptions, _run, "run agents on the study's episodes; the same command resumes"),
        "tables": (TablesOptions, _tables, "keep runs, and draw tables, figures and claims"),
        "stats": (
            StatsOptions,
            _stats,
            "count what the episodes are like, beside the paper's figures",
        ),
        "check": (CheckOptions, _check, "run kept episodes again and compare their rows"),
    }
    for verb, own in study.verbs.items():
        verbs[verb] = (own.config, _own(verb), own.summary)
    if not rest or rest[0] in ("-h", "--help"):
        sys.stdout.write(_overview(study, {verb: what for verb, (_, _, what) in verbs.items()}))
        return 0
    verb, options = rest[0], rest[1:]
    if verb not in verbs:
        raise UnknownIdError(
            f"verb of the study {name!r}", verb, verbs, f"See: meadow study {name}"
        )
    config, do, _ = verbs[verb]
    return call(f"study {name} {verb}", config, lambda given: do(study, given), options)


def _overview(study: Study, verbs: Mapping[str, str]) -> str:
    parts = [(name, f"{p.summary} ({p.suite})") for name, p in study.parts.items()]
    sections = [
        f"meadow study {study.name} VERB:\n" + listing(verbs.items()),
        "Parts:\n" + listing(parts),
        "Agents:\n" + listing([("", ", ".join(study.agents))]),
    ]
    if study.eyes:
        sections.append("Eyes:\n" + listing([("", ", ".join(study.eyes))]))
    if study.conditions:
        lists = [(name, ", ".join(each[:4])) for name, each in study.conditions.items()]
        lists = [
            (name, f"{told}... ({len(study.conditions[name])})" if told.count(",") > 2 else told)
            for name, told in lists
        ]
        sections.append("Lists of conditions:\n" + listing(lists))
    return "\n".join(sections)


def _run(study: Study, config: RunOptions) -> int:
    from meadow.cli.study.screen import Terminal
    from meadow.evaluation.study.plan import jobs
    from meadow.evaluation.study.run import RunSettings, missing_jobs, run_jobs

    out = config.out or Path("runs") / study.name
    check_directory(out)
    parts = config.part
    if config.missing and not parts:
        parts = tuple(name for name, part in study.parts.items() if part.published)
    planned = jobs(
        study,
        parts=parts,
        conditions=config.condition,
        agents=config.agent,
        eyes=config.eyes,
        options=agent_options(config.option),
    )
    if config.missing:
        planned = missing_jobs(study, planned, (config.kept or _results(study)) / "runs")
        if not planned:
            print("nothing is missing: every run that was asked for is kept")
            return 0
    settings = RunSettings(
        out=out,
        episodes=config.episodes,
        workers=config.workers,
        executor=config.executor,
        minutes=config.minutes,
        time_limit=config.time_limit,
        retry=config.retry,
    )
    _tell_estimate(study, planned, settings)
    try:
        outcome = run_jobs(study, planned, settings, Terminal())
    except KeyboardInterrupt as stop:
        return stopped(stop, out)
    if not outcome.in_time:
        print(f"time is up; finished episodes are in {out}, the same command goes on")
        return MISSING
    if not outcome.ran:
        print("nothing could be run; the lines above say why")
        return 1
    print(f"tables: meadow study {study.name} tables {out} -o DIR")
    if outcome.missing:
        print(
            f"{outcome.missing} episodes have no result and are in no figure; their rows say why. The same "
            "command runs those again whose worker died or hung, --retry runs all again."
        )
    return 1 if outcome.failed else MISSING if outcome.missing else 0


def _results(study: Study) -> Path:
    return Path("results") / study.name


def _tell_estimate(study: Study, planned: Sequence[Any], settings: Any) -> None:
    """Say how long it takes before it begins, and how it takes less."""
    from meadow.evaluation.study.plan import groups
    from meadow.evaluation.study.run import asked, estimate_seconds

    by_part: dict[str, list[int]] = {}
    for (part, _), group in groups(planned).items():
        count = asked(study, group[0], settings.episodes)
        by_part.setdefault(part, []).extend([count] * len(group))
    for part, counts in by_part.items():
        print(f"{part}: {len(counts)} runs, {sum(counts)} episodes in all")
    minutes = max(1, round(estimate_seconds(study, planned, settings) / 60))
    told = f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} hours"
    cores = "core" if settings.workers == 1 else "cores"
    print(
        f"This takes about {told} on {settings.workers} idle {cores}, and some minutes to make the homes "
        "the first time.\nLess: --agent, --condition, --episodes, --minutes. Finished episodes are kept; "
        "the same command goes on.",
        flush=True,
    )


def _tables(study: Study, config: TablesOptions) -> int:
    from meadow import optional
    from meadow.cli.study.screen import Terminal
    from meadow.evaluation.study.page import draw_study

    out = config.out or _results(study)
    check_directory(out)
    optional.require("matplotlib")
    page, kept = draw_study(study, out, Terminal(), config.runs)
    print(listing(((one.verdict, one.title) for one in page.claims), indent=""), end="")
    print(f"{len(kept)} runs; page: {out / 'README.md'}")
    return 0


def _stats(study: Study, config: StatsOptions) -> int:
    from meadow import optional
    from meadow.cli.study.screen import Terminal
    from meadow.evaluation.study.plan import whole_part
    from meadow.evaluation.study.statistics import suite_table

    if config.out is not None:
        if study.statistics_picture is None:
            raise InvalidValueError(f"--out {config.out}: the study {study.name!r} has no picture")
        check_file(config.out, PICTURES)
        optional.require("matplotlib")
    largest = max(study.parts, key=lambda name: study.parts[name].episodes)
    part = single(config.part, largest, "--part")
    screen = Terminal()
    with screen.steps(f"homes and episodes of {study.part(part).suite}") as progress:
        _, episodes = whole_part(study, part, workers=config.workers, progress=progress)
    screen.show(suite_table(part, episodes))
    for table in study.statistics(episodes) if study.statistics else ():
        screen.show(table)
    if config.out is not None and study.statistics_picture is not None:
        study.statistics_picture(episodes, config.out)
        print(f"picture: {config.out}")
    return 0


def _check(study: Study, config: CheckOptions) -> int:
    from meadow.cli.study.screen import Terminal
    from meadow.evaluation.study.check import check_kept
    from meadow.evaluation.study.kept import chosen_runs

    place = (config.kept or _results(study)) / "runs"
    runs = chosen_runs(study, place, config.agent, config.part)
    found = check_kept(study, runs, config.episodes, config.seed, Terminal())
    rows, different = (sum(getattr(one, name) for one in found) for name in ("rows", "different"))
    told = f"{rows - different} of {rows} kept rows are equal"
    if revised := sum(one.different for one in found if one.changed):
        told += f"; {revised} of the {different} others are of agents with another revision now"
    print(told)
    return 0 if rows and not different else 1


def _own(verb: str) -> Callable[[Study, Any], int]:
    def do(study: Study, config: Any) -> int:
        from meadow.cli.study.screen import Terminal

        try:
            return study.verbs[verb].run(config, Terminal())
        except KeyboardInterrupt as stop:
            if not isinstance(out := getattr(config, "out", None), Path):
                raise  # it writes nothing that could be gone on with
            return stopped(stop, out)

    return do
