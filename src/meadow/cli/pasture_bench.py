"""``meadow pasture bench``: run the agents of the CoW paper on the same episodes."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

if TYPE_CHECKING:
    from meadow.cli.progress import EvalProgress
    from meadow.episodes.schema import Episode
    from meadow.evaluation.pasture.plan import Job


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run agents, each with several eyes, on the same episodes. The same command goes on where it ended.

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
    """Stop after so many minutes; finished episodes are kept."""
    time_limit: float = 600.0
    """Seconds for one episode before its worker counts as hanging."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("runs/pasture")
    """Gets one run directory, with replays, for each split, agent and eyes."""


class _TimeIsUp(Exception):
    """The minutes are over."""


class _Watch:
    """Shows progress and ends the run when time is up."""

    def __init__(self, progress: EvalProgress, deadline: float) -> None:
        self._progress, self._deadline = progress, deadline
        self._first: int | None = None
        self.fresh = 0

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        self._progress(done, total, note)
        self._first = done if self._first is None else self._first
        self.fresh = done - self._first
        if time.monotonic() > self._deadline and done < total:
            raise _TimeIsUp


def run(config: Config) -> int:
    """Run what is missing, one job after another."""
    from meadow.cli.output import check_directory
    from meadow.evaluation.pasture.plan import EYES, default_agents, jobs
    from meadow.evaluation.spec import check_positive

    check_positive("--minutes", config.minutes)
    check_positive("--workers", config.workers)
    check_positive("--episodes", config.episodes)
    check_directory(config.out)
    agents = _names(config.agents) or default_agents()
    planned = list(jobs(agents, _names(config.eyes) or EYES, _names(config.split)))
    deadline = time.monotonic() + 60.0 * (config.minutes or float("inf"))
    try:
        problems = _run_all(config, planned, deadline)
    except _TimeIsUp:
        print(f"time is up; finished episodes are in {config.out}, the same command goes on")
        return 0
    except KeyboardInterrupt:
        sys.stderr.write(
            f"\nmeadow: stopped. Finished episodes are kept in {config.out}; the same command goes on.\n"
        )
        return 130
    print(f"tables: meadow pasture tables {config.out}")
    return 1 if problems else 0


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _run_all(config: Config, planned: Sequence[Job], deadline: float) -> int:
    """The number of jobs that failed, those left out for want of weights not counted."""
    from meadow.cli.progress import StepProgress
    from meadow.errors import MeadowError, MissingWeightsError
    from meadow.evaluation.pasture.plan import check_runs, episodes_of, spec_of

    problems = 0
    episodes: dict[str, list[Episode]] = {}
    for job in planned:
        if time.monotonic() > deadline:
            raise _TimeIsUp
        if job.split not in episodes:
            with StepProgress(f"homes and episodes of {job.split}") as progress:
                episodes[job.split] = episodes_of(
                    job.split, limit=config.episodes, workers=config.workers, progress=progress
                )
        try:
            spec = spec_of(job, episodes[job.split])
            check_runs(spec)
            _run_job(config, job, spec, episodes[job.split], deadline)
        except MeadowError as error:
            missing = any(isinstance(e, MissingWeightsError) for e in (error, error.__cause__))
            problems += not missing
            print(f"{'left out' if missing else 'failed'} {job.directory}: {error}", flush=True)
    return problems


def _run_job(
    config: Config, job: Job, spec: Any, episodes: Sequence[Episode], deadline: float
) -> None:
    """One run; what it took is logged however it ends."""
    from meadow import serialize
    from meadow.cli.progress import EvalProgress
    from meadow.evaluation.executors import Options
    from meadow.evaluation.pasture.kept import LOG, read_log
    from meadow.evaluation.runner import evaluate

    part = f"first-{config.episodes}" if config.episodes else ""
    out = config.out / part / job.directory
    options = Options(workers=config.workers, time_limit=config.time_limit)
    began = time.monotonic()
    with EvalProgress(job.directory) as progress:
        watch = _Watch(progress, deadline)
        try:
            evaluate(spec, episodes, out, executor="processes", options=options, progress=watch)
        finally:
            if watch.fresh:
                log = read_log(out, spec.suite)
                log = log.extended(config.workers, time.monotonic() - began, watch.fresh)
                serialize.write(out / LOG, log, indent=True)
