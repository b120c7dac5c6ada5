"""``meadow eval``: run an agent on a suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import tyro

from meadow.cli.terminal.options import Agents, Duration, Names, Out, Positive
from meadow.cli.terminal.signals import stopped

if TYPE_CHECKING:
    from meadow.protocols import Progress

#: The agent that runs when none is named.
DEFAULT_AGENT = "frontier-oracle"
#: Exit code while episodes of the run have no result.
MISSING = 3


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run agents on a suite. The same command resumes a run; a larger --episodes extends it.

    Episodes whose worker died or hung are run again by the same command, at most twice. The exit code is
    3 while some have no result.

    Example: meadow eval objectnav --agent frontier-oracle --episodes 50 --workers 2
    Example: meadow eval objectnav --agent random,forward,oracle --episodes 20
    """

    suite: tyro.conf.Positional[str]
    """A suite by name (see: meadow tasks list) or an episode file (.jsonl, .jsonl.gz)."""
    agent: Agents = ()
    """Agents by name, one after another (see: meadow agents list); frontier-oracle by default."""
    split: str = ""
    """A part of the suite (see: meadow tasks show SUITE)."""
    profile: str = "default"
    """Conditions of another benchmark: habitat-like has noisy depth with holes and exact motion, and asks
    for 1.0 m without a view of the object."""
    senses: Names = ()
    """Give the agent depth, pose or both, e.g. depth,pose, in tasks that leave this open."""
    corrupt: str = ""
    """Corruptions by name and severity, e.g. spatter@5,motion_drift (see: meadow corruptions list)."""
    redraw: Literal["frame", "episode"] = "frame"
    """Draw spatter, streaks and grain for each frame, as their authors do, or once an episode."""
    corrupt_frame: Literal["scaled", "rendered"] = "scaled"
    """Corrupt the agent's own frame with kernels scaled by its width / 400, or render frames 400 pixels
    wide, corrupt them with the authors' kernels and shrink them."""
    self_calibrate: bool = False
    """Measure motion in the depth images; when a motor is dead, turn with the other one."""
    episodes: Positive | None = None
    """Run only N episodes, balanced over settings, difficulties, homes and goals."""
    max_steps: Positive | None = None
    """Override the step budget of every episode."""
    image_height: Positive | None = None
    """Pixels of the camera, the width in proportion; the suite's by default."""
    workers: Positive = 1
    """Processes or Ray actors."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run; inline is for debugging: an agent that hangs or crashes ends the run."""
    ray_address: str = ""
    """Address of a running Ray cluster, e.g. "auto" or "ray://head:10001"."""
    time_limit: Duration = 600.0
    """Seconds for one episode before its worker counts as hanging; time while suspended does not count."""
    retry: bool = False
    """Run every episode again that has no result: also those that ended in an error of the agent."""
    out: Out | None = None
    """Run directory; by default runs/SUITE-AGENT. Of several agents, each gets a directory in it."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """An agent's option as name=value, e.g. --option seed=3; may be repeated."""
    skip_bad: bool = False
    """Leave out episodes of a file that cannot be read, instead of refusing the file."""


def run(config: Config) -> int:
    """Run each agent on what is missing, and print its table."""
    codes = []
    for agent in config.agent or (DEFAULT_AGENT,):
        codes.append(_evaluate(config, agent, several=len(config.agent) > 1))
        if codes[-1] not in (0, MISSING):
            break
    return max(codes)


def _evaluate(config: Config, agent: str, *, several: bool) -> int:
    from meadow.cli.terminal.options import agent_options
    from meadow.cli.terminal.progress import EvalProgress, StepProgress
    from meadow.corruptions import CorruptionOptions
    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate
    from meadow.evaluation.run.suite import Evaluation

    asked = Evaluation(
        suite=config.suite,
        agent=agent,
        split=config.split,
        episodes=config.episodes,
        agent_options=agent_options(config.option),
        profile=config.profile,
        senses=config.senses,
        corruptions=config.corrupt,
        corruption_options=CorruptionOptions(redraw=config.redraw, frame=config.corrupt_frame),
        self_calibrate=config.self_calibrate,
        max_steps=config.max_steps,
        image_height=config.image_height,
        skip_bad=config.skip_bad,
    )
    name = asked.name()
    with StepProgress(f"homes and episodes of {config.suite}") as loading:
        spec, episodes = asked.plan(workers=config.workers, progress=loading)
    out = config.out or Path("runs") / name
    if several and config.out is not None:
        out = config.out / agent
    options = ExecutorOptions(
        workers=config.workers, time_limit=config.time_limit, ray_address=config.ray_address
    )
    try:
        with EvalProgress(f"{agent} on {spec.suite}") as progress:
            tally = _Tally(progress)
            evaluate(
                spec,
                episodes,
                out,
                executor=config.executor,
                options=options,
                progress=tally,
                retry=config.retry,
            )
    except KeyboardInterrupt as stop:
        return stopped(stop, out)
    return _tell(out, len(episodes), tally)


def _tell(out: Path, asked: int, tally: _Tally) -> int:
    """Print what the directory holds now; 3 when some of its episodes have no result."""
    from meadow.cli.terminal.tables import print_summary
    from meadow.evaluation.run.store import RunDirectory
    from meadow.evaluation.run.summary import finished, summarise

    run = RunDirectory(out)
    rows = run.rows()
    print_summary(run.spec(), rows, summarise(rows))
    more = len(rows) - tally.had - tally.new
    print(f"{tally.had + more} rows were there already, {tally.new} new")
    if more:
        print(
            f"{more} of them are beyond the {asked} episodes asked for; they are kept and counted"
        )
    print(f"rows, replays and summary: {out}\nreport:  meadow report {out}")
    return MISSING if len(finished(rows)) < len(rows) else 0


class _Tally:
    """Counts the rows that were there and those that are new, on their way to the progress bar."""

    def __init__(self, show: Progress) -> None:
        self._show = show
        self._told = False
        self.had = self.new = 0

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        if self._told:
            self.new += len(note["new"])
        else:
            self.had = len(note["new"])
        self._told = True
        self._show(done, total, note)
