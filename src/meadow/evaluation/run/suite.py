"""Evaluate an agent on a suite by its name: episodes are loaded and changed, a run is specified and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from meadow.corruptions import CorruptionOptions
from meadow.episodes.sample import spread
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory, suite_name
from meadow.errors import RunError
from meadow.evaluation.run import runner
from meadow.evaluation.run.coverage import resized
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.spec import RunSpec, check_positive, make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.protocols import Progress


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What is asked of an agent: a suite, how much of it, and under which conditions."""

    suite: str
    """A suite by name, or an episode file."""
    agent: str
    """An agent by name."""
    split: str = ""
    """A part of the suite."""
    episodes: int | None = None
    """Run so many episodes, the first of a balanced order; all by default."""
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    """What the agent is made with beside what it is registered with."""
    profile: str = "default"
    """Conditions of another benchmark, by name."""
    corruptions: str | Sequence[str] = ""
    """What breaks the robot, e.g. ``"spatter@5,motion_drift"``."""
    corruption_options: CorruptionOptions = field(default_factory=CorruptionOptions)
    """How corruptions are drawn and applied."""
    self_calibrate: bool = False
    """Whether the agent is made to notice a dead motor."""
    senses: Sequence[str] = ()
    """What the agent senses besides, of tasks that leave it open: some of ``"depth"`` and ``"pose"``."""
    max_steps: int | None = None
    """Step budget of every episode; the suite's by default."""
    image_height: int | None = None
    """Pixels of the camera; the suite's by default."""
    skip_bad: bool = False
    """Leave out episodes of a file that cannot be read."""

    def name(self) -> str:
        """The name of a run directory: suite and agent, with what differs from the default."""
        suite = suite_name(self.suite, self.split)
        parts = [Path(suite).name.split(".")[0].replace(":", "-")]
        parts += [self.profile] if self.profile != "default" else []
        parts += ["+".join(self.senses)] if self.senses else []
        parts.append(self.agent)
        if self.corruptions:
            text = self.corruptions
            text = text if isinstance(text, str) else ",".join(text)
            parts.append(text.replace(",", "+").replace(" ", ""))
        return "-".join([*parts, "self-calibrated"] if self.self_calibrate else parts)

    def plan(
        self, *, workers: int = 1, progress: Progress | None = None
    ) -> tuple[RunSpec, list[Episode]]:
        """The resolved run and its episodes; homes that are not there yet are generated."""
        check_positive("episodes", self.episodes)
        check_positive("max_steps", self.max_steps)
        check_positive("image_height", self.image_height)
        check_positive("workers", workers)
        suite = suite_name(self.suite, self.split)
        profile = PROFILES.get(self.profile)
        found = load_suite(suite, skip_bad=self.skip_bad, progress=progress, workers=workers)
        whole = profile.apply([self._changed(episode) for episode in found])
        episodes = whole if self.episodes is None else spread(whole, self.episodes)
        spec = make_spec(
            suite,
            episodes,
            self.agent,
            whole=whole,
            agent_options={**profile.agent_options(self.agent), **self.agent_options},
            task_options={
                **profile.task_options,
                **({"senses": list(self.senses)} if self.senses else {}),
            },
            sensors=profile.sensors,
            corruptions=self.corruptions,
            corruption_options=self.corruption_options,
            self_calibrate=self.self_calibrate,
            houses=suite_directory(suite),
        )
        return spec, episodes

    def _changed(self, episode: Episode) -> Episode:
        if self.max_steps is not None:
            episode = msgspec.structs.replace(episode, max_steps=self.max_steps)
        if self.image_height is not None:
            body = resized(episode.embodiment, self.image_height)
            episode = msgspec.structs.replace(episode, embodiment=body)
        return episode


def evaluate_suite(
    suite: str,
    agent: str,
    out: str | Path | None = None,
    *,
    workers: int = 1,
    executor: str = "",
    retry: bool = False,
    progress: Progress | None = None,
    **conditions: Any,
) -> RunDirectory:
    """Run an agent on a suite and return the finished run; the same call resumes.

    Scripts that use several workers must call this under ``if __name__ == "__main__":``.

    Args:
        suite: A suite by name (``meadow tasks list``) or an episode file.
        agent: An agent by name (``meadow agents list``, or your own, see ``meadow.register``).
        out: Run directory; ``runs/SUITE-AGENT`` by default.
        workers: Processes side by side. The rows do not depend on them.
        executor: ``"inline"``, ``"processes"`` or ``"ray"``; by default this process for one worker.
        retry: Run episodes again that ended in an error of the agent.
        progress: Called with what is done, the total, and the new rows.
        conditions: Further fields of :class:`Evaluation`, e.g. ``episodes=20, corruptions="spatter@5"``.
    """
    known = {name for name in Evaluation.__dataclass_fields__ if name not in ("suite", "agent")}
    if unknown := sorted(set(conditions) - known):
        raise RunError(f"evaluate() has no {unknown[0]!r}; known: {', '.join(sorted(known))}")
    asked = replace(Evaluation(suite=suite, agent=agent), **conditions)
    spec, episodes = asked.plan(workers=workers)
    directory = Path("runs") / asked.name() if out is None else Path(out)
    runner.evaluate(
        spec,
        episodes,
        directory,
        executor=executor or ("inline" if workers == 1 else "processes"),
        options=ExecutorOptions(workers=workers),
        progress=progress,
        retry=retry,
    )
    return RunDirectory(directory)


def load_run(path: str | Path) -> RunDirectory:
    """A run directory for reading: its spec, rows, summary and records.

    Raises:
        RunError: The directory holds no run.
    """
    run = RunDirectory(path)
    run.spec()
    return run
