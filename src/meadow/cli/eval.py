"""``meadow eval``: run an agent on a suite."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Run an agent on a suite. The same command on the same directory resumes.

    Example: meadow eval objectnav --agent frontier-oracle --episodes 50 --workers 2
    """

    suite: tyro.conf.Positional[str]
    """A suite by name (see: meadow tasks list) or an episode file (.jsonl, .jsonl.gz)."""
    agent: Annotated[str, tyro.conf.arg(aliases=["-a"])] = "frontier-oracle"
    """An agent by name (see: meadow agents list)."""
    episodes: int | None = None
    """Run only the first N episodes of an even spread over homes."""
    max_steps: int | None = None
    """Override the step budget of every episode."""
    workers: int = 1
    """Processes or Ray actors."""
    executor: Literal["inline", "processes", "ray"] = "processes"
    """Where episodes run; inline is for debugging: an agent that hangs or crashes takes it along."""
    ray_address: str = ""
    """Address of a running Ray cluster, e.g. "auto" or "ray://head:10001"."""
    time_limit: float = 600.0
    """Seconds for one episode before its worker counts as hanging."""
    out: Annotated[Path | None, tyro.conf.arg(aliases=["-o"])] = None
    """Run directory; by default runs/SUITE-AGENT."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """An agent's option as name=value, e.g. --option seed=3; may be repeated."""
    skip_bad: bool = False
    """Leave out episodes of a file that cannot be read, instead of refusing the file."""


def run(config: Config) -> int:
    """Resolve the suite, run what is missing, print the table."""
    from meadow.cli.progress import EvalProgress
    from meadow.cli.tables import print_summary
    from meadow.episodes.suites import suite_directory
    from meadow.evaluation.executors import Options
    from meadow.evaluation.runner import evaluate
    from meadow.evaluation.spec import check_positive, make_spec
    from meadow.evaluation.summary import summarise

    check_positive("--episodes", config.episodes)
    check_positive("--max-steps", config.max_steps)
    check_positive("--workers", config.workers)
    episodes = _episodes(config)
    spec = make_spec(
        config.suite,
        episodes,
        config.agent,
        agent_options=_options(config.option),
        houses=suite_directory(config.suite),
    )
    out = config.out or Path("runs") / f"{Path(config.suite).name.split('.')[0]}-{config.agent}"
    options = Options(
        workers=config.workers, time_limit=config.time_limit, ray_address=config.ray_address
    )
    try:
        with _terminable(), EvalProgress(f"{config.agent} on {config.suite}") as progress:
            rows = evaluate(
                spec, episodes, out, executor=config.executor, options=options, progress=progress
            )
    except KeyboardInterrupt as stop:
        sys.stderr.write(
            f"\nmeadow: stopped. Finished episodes are kept in {out}; the same command goes on.\n"
        )
        return 143 if isinstance(stop, _Terminated) else 130
    print_summary(spec, rows, summarise(rows))
    print(f"rows, replays and summary: {out}\nreport:  meadow report {out}")
    return 0


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which batch systems send before they kill."""


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Take SIGTERM like Ctrl-C: end the workers, keep what is finished."""

    def stop(*_: object) -> None:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _episodes(config: Config) -> list:
    import msgspec

    from meadow.cli.progress import StepProgress
    from meadow.episodes.suites import load_suite, spread

    with StepProgress(f"homes and episodes of {config.suite}") as progress:
        episodes = load_suite(config.suite, skip_bad=config.skip_bad, progress=progress)
    if config.episodes is not None:
        episodes = spread(episodes, config.episodes)
    if config.max_steps is not None:
        episodes = [msgspec.structs.replace(e, max_steps=config.max_steps) for e in episodes]
    return episodes


def _options(pairs: tuple[str, ...]) -> dict[str, object]:
    """name=value pairs; values are JSON where they parse as such, else text."""
    import json

    from meadow.errors import InvalidValueError

    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InvalidValueError(f"--option {pair!r}: expected name=value")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options
