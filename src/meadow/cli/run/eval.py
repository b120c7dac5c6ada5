"""``meadow eval``: run an agent on a suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from meadow.cli.terminal.signals import stopped

if TYPE_CHECKING:
    from meadow.protocols import Progress

#: Exit code while episodes of the run have no result.
MISSING = 3


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run an agent on a suite. The same command on the same directory resumes; a larger --episodes extends.

    Episodes whose worker died or hung are run again by the same command, at most twice. The exit code is
    3 while some have no result.

    Example: meadow eval objectnav --agent frontier-oracle --episodes 50 --workers 2
    Example: meadow eval pasture --split spatial-distract --agent cow-owl-s --workers 2
    """

    suite: tyro.conf.Positional[str]
    """A suite by name (see: meadow tasks list) or an episode file (.jsonl, .jsonl.gz)."""
    agent: Annotated[str, tyro.conf.arg(aliases=["-a"])] = "frontier-oracle"
    """An agent by name (see: meadow agents list)."""
    split: str = ""
    """A part of the suite: of pasture a setting, train, mini or fixed350 (50 of each setting)."""
    profile: str = "default"
    """Conditions of another benchmark: habitat-like has noisy depth with holes and exact motion, and asks
    for 1.0 m without a view of the object."""
    corrupt: str = ""
    """Corruptions by name and severity, e.g. spatter@5,motion_drift (see: meadow corruptions list)."""
    redraw: Literal["frame", "episode"] = "frame"
    """Draw spatter, streaks and grain for each frame, as RobustNav does, or once an episode."""
    corrupt_frame: Literal["scaled", "rendered"] = "scaled"
    """Corrupt the agent's own frame with kernels scaled by its width / 400, or render frames 400 pixels
    wide, corrupt them as RobustNav does and shrink them."""
    self_calibrate: bool = False
    """Watch what actions do in the depth images; turn the other way round when a motor is dead."""
    episodes: int | None = None
    """Run only N episodes, the first of an order that is balanced over settings, difficulties, homes and
    goals at every N."""
    max_steps: int | None = None
    """Override the step budget of every episode."""
    image_height: int | None = None
    """Pixels, the width in proportion: 672 are those of CoW's authors. By default the suite's."""
    workers: int = 1
    """Processes or Ray actors."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run; inline is for debugging: an agent that hangs or crashes takes it along."""
    ray_address: str = ""
    """Address of a running Ray cluster, e.g. "auto" or "ray://head:10001"."""
    time_limit: float = 600.0
    """Seconds for one episode before its worker counts as hanging; time suspended does not count."""
    retry: bool = False
    """Run every episode again that has no result: also those that ended in an error of the agent."""
    out: Annotated[Path | None, tyro.conf.arg(aliases=["-o"])] = None
    """Run directory; by default runs/SUITE-AGENT."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """An agent's option as name=value, e.g. --option seed=3; may be repeated."""
    skip_bad: bool = False
    """Leave out episodes of a file that cannot be read, instead of refusing the file."""


def run(config: Config) -> int:
    """Resolve the suite, run what is missing, print the table."""
    from meadow.cli.terminal.options import agent_options
    from meadow.cli.terminal.progress import EvalProgress
    from meadow.corruptions import CorruptionOptions
    from meadow.episodes.sample import spread
    from meadow.episodes.suites import suite_directory, suite_name
    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.profiles import PROFILES
    from meadow.evaluation.run.runner import evaluate
    from meadow.evaluation.run.spec import check_positive, make_spec

    check_positive("--episodes", config.episodes)
    check_positive("--max-steps", config.max_steps)
    check_positive("--image-height", config.image_height)
    check_positive("--workers", config.workers)
    suite = suite_name(config.suite, config.split)
    profile = PROFILES.get(config.profile)
    whole = profile.apply(_episodes(config, suite))
    episodes = whole if config.episodes is None else spread(whole, config.episodes)
    spec = make_spec(
        suite,
        episodes,
        config.agent,
        whole=whole,
        agent_options={**profile.agent_options(config.agent), **agent_options(config.option)},
        task_options=profile.task_options,
        sensors=profile.sensors,
        corruptions=config.corrupt,
        corruption_options=CorruptionOptions(redraw=config.redraw, frame=config.corrupt_frame),
        self_calibrate=config.self_calibrate,
        houses=suite_directory(suite),
    )
    out = config.out or Path("runs") / _directory(config, suite)
    options = ExecutorOptions(
        workers=config.workers, time_limit=config.time_limit, ray_address=config.ray_address
    )
    try:
        with EvalProgress(f"{config.agent} on {suite}") as progress:
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


def _directory(config: Config, suite: str) -> str:
    """SUITE-AGENT, with the profile where it is not the default and what corrupts the robot."""
    name = Path(suite).name.split(".")[0].replace(":", "-")
    profile = "" if config.profile == "default" else f"{config.profile}-"
    corrupt = f"-{config.corrupt.replace(',', '+').replace(' ', '')}" if config.corrupt else ""
    calibrated = "-self-calibrated" if config.self_calibrate else ""
    return f"{name}-{profile}{config.agent}{corrupt}{calibrated}"


def _episodes(config: Config, suite: str) -> list:
    import msgspec

    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.suites import load_suite
    from meadow.evaluation.run.coverage import resized

    with StepProgress(f"homes and episodes of {suite}") as progress:
        episodes = load_suite(
            suite, skip_bad=config.skip_bad, progress=progress, workers=config.workers
        )
    if config.max_steps is not None:
        episodes = [msgspec.structs.replace(e, max_steps=config.max_steps) for e in episodes]
    if config.image_height is not None:
        episodes = [
            msgspec.structs.replace(e, embodiment=resized(e.embodiment, config.image_height))
            for e in episodes
        ]
    return episodes
