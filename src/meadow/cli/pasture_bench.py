"""``meadow pasture bench``: run the agents of the CoW paper together on the same episodes."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from meadow.cli.run.eval import MISSING
from meadow.cli.terminal.progress import EvalProgress, StepProgress
from meadow.cli.terminal.signals import stopped

if TYPE_CHECKING:
    from meadow.benchmarks.pasture.study import Job
    from meadow.episodes.schema import Episode
    from meadow.evaluation.run.spec import RunSpec

#: Agents whose success is shown while they run.
SHOWN = 3
#: Episodes of a split whose number is not known before its homes are made.
SMALL = 42


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run agents, each with several eyes, on the same episodes. The same command goes on where it ended.

    All agents of a split run together: each episode by one after another, before the next episode. Until
    their ways part they see the same frames, which are looked at only once, so many agents take a
    fraction of the time that they take one by one; their rows are the same. What one agent takes is
    therefore not measured here: run it with --agents alone, or with meadow eval.

    Agents whose weights are missing are left out with a message. Episodes come in an order whose every
    beginning is spread over settings and homes, so tables can be drawn at any time.

    Example: meadow pasture bench --agents cow-owl-s,cow-attributes --minutes 60 --workers 2 -o runs/pasture
    Example: meadow pasture bench --split robothor,habitat-like --eyes eyes-s -o runs/pasture
    Example: meadow pasture bench --agents cow-owl-s --eyes yolo-world:m.onnx --episodes 100 -o runs/pasture
    """

    agents: str = ""
    """Names with commas between; by default all 22 CoWs, cow-attributes, cow-value and cow-oracle."""
    eyes: str = ""
    """Models to see with, commas between; by default eyes-s and eyes-s-zs. Rows of the larger backbone use
    eyes-b for eyes-s."""
    split: str = "fixed350"
    """fixed350, all, robothor, robothor-all, habitat-like, mini or a setting; several with commas."""
    episodes: int | None = None
    """Only the first N episodes of each split."""
    workers: int = 2
    """Processes."""
    minutes: float | None = None
    """Begin no episode after so many minutes; those under way are finished, so that every agent has the
    same ones."""
    time_limit: float = 600.0
    """Seconds for one episode of one agent before its worker counts as hanging."""
    retry: bool = False
    """Run every episode again that has no result: also those that ended in an error of the agent."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("runs/pasture")
    """Gets one run directory, with replays, for each split, agent and eyes."""


class _Together(EvalProgress):
    """Shows how many episodes every agent has, and the success of those that are ahead."""

    def __init__(self, title: str, names: Sequence[str], episodes: int) -> None:
        super().__init__(title)
        self._names, self._episodes = names, episodes
        self._good_rows: defaultdict[int, float] = defaultdict(float)
        self._all_rows: Counter[int] = Counter()
        self._agents_done: Counter[str] = Counter()
        self._had: Counter[int] | None = None
        self.missing = 0
        """Rows without a result."""

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        """Called with all rows that are there at the start, then with each new one."""
        from meadow.evaluation.run.store import is_finished

        for run, row in zip(note["runs"], note["new"]):
            self._agents_done[row["episode"]] += 1
            if not is_finished(row):
                self.missing += 1
                continue
            self._all_rows[run] += 1
            self._good_rows[run] += row["metrics"]["success"]
        if self._had is None:
            self._had = self._all_rows.copy()
        self._look_for_faults(note["new"])
        # The agents' rows are not rows of one agent, so the bar has no success of its own.
        super().__call__(self.whole, self._episodes, {"new": []})

    @property
    def whole(self) -> int:
        """Episodes that every agent has."""
        return sum(count == len(self._names) for count in self._agents_done.values())

    def fresh(self, run: int) -> int:
        """Episodes that an agent has run by now, without those it had before."""
        return self._all_rows[run] - (self._had or Counter())[run]

    def _note(self, done: int, total: int) -> str:
        rates = {run: self._good_rows[run] / count for run, count in self._all_rows.items()}
        best = sorted(rates, key=lambda run: -rates[run])[:SHOWN]
        shown = ", ".join(f"{self._names[run]} {rates[run]:.0%}" for run in best)
        return f"{shown}{super()._note(done, total)}"


@dataclass(frozen=True, slots=True)
class _Run:
    """A job that can be run."""

    name: str
    """Agent and eyes."""
    spec: RunSpec
    out: Path


def run(config: Config) -> int:
    """Run what is missing, split by split."""
    from meadow.benchmarks.pasture.study import EYES, default_agents, groups, jobs
    from meadow.cli.terminal.output import check_directory
    from meadow.evaluation.run.spec import check_positive

    check_positive("--minutes", config.minutes)
    check_positive("--workers", config.workers)
    check_positive("--episodes", config.episodes)
    out = config.out
    check_directory(out)
    agents = _names(config.agents) or default_agents()
    planned = groups(jobs(agents, _names(config.eyes) or EYES, _names(config.split)))
    _tell_estimate(config, planned)
    deadline = time.monotonic() + 60.0 * (config.minutes or float("inf"))
    problems = missing = 0
    try:
        for split, group in planned.items():
            episodes = _episodes(config, split)
            runs, failed = _ready(config, group, episodes)
            problems += failed
            if not runs:
                continue
            progress = _run_group(config, split, runs, episodes, deadline)
            missing += progress.missing
            if progress.whole < len(episodes):
                print(f"time is up; finished episodes are in {out}, the same command goes on")
                return 0
    except KeyboardInterrupt as stop:
        return stopped(stop, out)
    print(f"tables: meadow pasture tables {out}")
    if missing:
        print(
            f"{missing} episodes have no result and are in no figure; their rows say why. The same command "
            "runs those again whose worker died or hung, --retry runs all again."
        )
    return 1 if problems else MISSING if missing else 0


def _tell_estimate(config: Config, planned: Mapping[str, Sequence[Job]]) -> None:
    """Say how long it takes before it begins, and how it takes less."""
    from meadow.benchmarks.pasture.study import SPLITS, core_seconds

    seconds = 0.0
    for split, group in planned.items():
        count = min(SPLITS[split].episodes or SMALL, config.episodes or 1 << 30)
        seconds += count * core_seconds(group) / config.workers
        eyes = len({job.eyes for job in group if job.eyes})
        print(
            f"{split}: {len(group)} runs (agents with {eyes} models to see with), {count} episodes"
        )
    if config.minutes:
        seconds = min(seconds, 60.0 * config.minutes)
    cores = "core" if config.workers == 1 else "cores"
    print(
        f"This takes about {_rough(seconds)} on {config.workers} idle {cores}, and some minutes to make "
        "the homes the first time.\nLess: --agents cow-owl-s,cow-attributes  --eyes eyes-s  --episodes 35  "
        "--minutes 60.\nFinished episodes are kept; the same command goes on.",
        flush=True,
    )


def _rough(seconds: float) -> str:
    """A duration as people say it."""
    minutes = max(1, round(seconds / 60))
    return f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} hours"


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _episodes(config: Config, split: str) -> list[Episode]:
    from meadow.benchmarks.pasture.study import episodes_of

    with StepProgress(f"homes and episodes of {split}") as progress:
        return episodes_of(split, limit=config.episodes, workers=config.workers, progress=progress)


def _ready(
    config: Config, group: Sequence[Job], episodes: Sequence[Episode]
) -> tuple[list[_Run], int]:
    """The jobs that can be run; the number of others, without those left out for want of weights."""
    from meadow.benchmarks.pasture.study import check_runs, spec_of
    from meadow.errors import MeadowError, MissingWeightsError
    from meadow.evaluation.run.store import RunDirectory

    runs, problems = [], 0
    part = f"first-{config.episodes}" if config.episodes else ""
    for job in group:
        out = config.out / part / job.directory
        try:
            spec = spec_of(job, episodes)
            check_runs(spec)
            with RunDirectory(out).writing(spec):  # held by another, or of another run?
                runs.append(_Run(job.directory.rpartition("/")[2], spec, out))
        except MeadowError as error:
            missing = any(isinstance(e, MissingWeightsError) for e in (error, error.__cause__))
            problems += not missing
            print(f"{'left out' if missing else 'failed'} {job.directory}: {error}", flush=True)
    return runs, problems


def _run_group(
    config: Config, split: str, runs: Sequence[_Run], episodes: Sequence[Episode], deadline: float
) -> _Together:
    """Run what is missing, until time ends it; what it took is logged however it ends."""
    from meadow import serialize
    from meadow.benchmarks.pasture.kept import LOG, read_log
    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate_together

    options = ExecutorOptions(
        workers=config.workers,
        time_limit=config.time_limit,
        enough=lambda: time.monotonic() > deadline,
    )
    began = time.monotonic()
    names = [one.name for one in runs]
    title = f"{split}/{names[0]}" if len(names) == 1 else f"{split}, {len(names)} agents"
    progress = _Together(title, names, len(episodes))
    with progress:
        try:
            evaluate_together(
                [(one.spec, one.out) for one in runs],
                episodes,
                executor="processes",
                options=options,
                progress=progress,
                retry=config.retry,
            )
        finally:
            seconds = time.monotonic() - began
            for place, one in enumerate(runs):
                if fresh := progress.fresh(place):
                    log = read_log(one.out, one.spec.suite)
                    log = log.extended(config.workers, seconds, fresh, len(runs))
                    serialize.write(one.out / LOG, log, indent=True)
    return progress
