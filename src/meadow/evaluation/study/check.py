"""Runs kept episodes again and compares their rows, bit for bit."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.corruptions import CorruptionOptions
from meadow.episodes.sample import in_turns
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import MeadowError
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import RunSpec, make_spec
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import finished
from meadow.evaluation.run.worker import make_agent
from meadow.evaluation.study.kept import KeptRun, comparable, packed, same_models
from meadow.evaluation.study.plan import CLEAN, Study
from meadow.evaluation.study.screen import Screen
from meadow.seeding import stream


@dataclass(frozen=True, slots=True)
class RowCheck:
    """Kept rows of a run in one condition, run again."""

    run: KeptRun
    condition: str
    rows: int
    different: int = 0
    first: str = ""
    """The first difference; empty where all rows are equal."""
    changed: str = ""
    """What the agent was made of when its rows were kept and is made of now, where that differs."""
    left_out: str = ""
    """Why nothing could be run; then ``rows`` is 0."""

    def __str__(self) -> str:
        name = f"{self.run.name}, {self.condition}" if self.run.log.planned else self.run.name
        code = f", code {self.run.log.code[-1]}" if self.run.log.code else ""
        kept = f"kept by Meadow {self.run.spec.meadow}{code}, rows {self.run.digest}"
        if self.left_out:
            return f"left out   {name}: {self.left_out}"
        if not self.different:
            return f"equal      {name}: {self.rows} ({kept})"
        text = f"DIFFERENT  {name}: {self.different} of {self.rows} ({kept}). First: {self.first}"
        return f"{text}. Another revision: {self.changed}" if self.changed else text


def check_kept(
    study: Study, runs: Sequence[KeptRun], episodes: int, seed: int, screen: Screen
) -> list[RowCheck]:
    """Run so many kept episodes again, drawn from all runs and conditions in turns, and compare."""
    suites = {Path(part.suite).name: part.suite for part in study.parts.values()}
    loaded: dict[str, dict[str, Episode]] = {}
    found, done = [], 0
    for run, condition, rows in _drawn(runs, episodes, seed):
        if done >= episodes:
            break
        suite = suites.get(run.spec.suite, run.spec.suite)
        if suite not in loaded:
            with screen.steps(f"homes and episodes of {suite}") as steps:
                loaded[suite] = {e.id: e for e in load_suite(suite, progress=steps)}
        with screen.steps(f"{run.name}, {condition}"):
            found.append(_checked(study, run, condition, rows, suite, loaded[suite]))
        done += found[-1].rows
        screen.say(str(found[-1]))
    return found


def _drawn(
    runs: Sequence[KeptRun], episodes: int, seed: int
) -> list[tuple[KeptRun, str, list[Row]]]:
    """Runs and conditions in a random order, each with as many rows as its share is, at least one."""
    every = [(run, c, finished(rows)) for run in runs for c, rows in run.by_condition().items()]
    every = [group for group in every if group[2]]
    order = stream(seed, "study", "check").shuffled(range(len(every)))
    queues = []
    for place in order:
        run, condition, rows = every[place]
        picks = stream(seed, "study", "check", run.name, condition).shuffled(range(len(rows)))
        queues.append([(place, rows[i]) for i in picks])
    taken = in_turns(queues)[: max(episodes, len(queues))]
    return [(*every[place][:2], [row for own, row in taken if own == place]) for place in order]


def _checked(
    study: Study,
    run: KeptRun,
    condition: str,
    rows: Sequence[Row],
    suite: str,
    known: dict[str, Episode],
) -> RowCheck:
    """Some rows of a run in one condition, run again and compared."""
    lacking = [row["episode"] for row in rows if row["episode"] not in known]
    if lacking:
        text = f"{lacking[0]} is no episode of {suite!r} any more"
        return RowCheck(run, condition, len(rows), len(lacking), text)
    profile = PROFILES.get(run.profile)
    episodes = profile.apply([known[row["episode"]] for row in rows])
    try:
        spec = _spec(run, condition, suite, episodes)
        make_agent(spec)
    except MeadowError as error:
        return RowCheck(run, condition, 0, left_out=str(error))
    with tempfile.TemporaryDirectory() as folder:
        ended = finished(evaluate(spec, episodes, folder))
        again = packed(study, Path(folder)).rows if ended else ()
    new = {row["episode"]: row for row in again}
    told = [text for row in rows if (text := _difference(row, new.get(row["episode"])))]
    changed = ""
    if run.spec.models != spec.models and not same_models(run.spec.models, spec.models):
        changed = f"made of {dict(run.spec.models)} when kept, of {dict(spec.models)} now"
    return RowCheck(run, condition, len(rows), len(told), told[0] if told else "", changed)


def _spec(run: KeptRun, condition: str, suite: str, episodes: Sequence[Episode]) -> RunSpec:
    """The spec of a kept run for some of its episodes."""
    kept = run.spec
    return make_spec(
        suite,
        episodes,
        kept.agent,
        agent_options=kept.agent_options,
        task_options=kept.task_options,
        sensors=kept.sensors,
        corruptions=condition if condition != CLEAN else (),
        corruption_options=CorruptionOptions(**kept.corruption_options),  # type: ignore[arg-type]
        self_calibrate=kept.self_calibrate,
        houses=suite_directory(suite),
    )


def _difference(kept: Row, new: Row | None) -> str:
    """What of a kept row the new one has otherwise; empty where all is equal."""
    if new is None:
        return f"{kept['episode']} has no result now"
    for name, value in comparable(kept).items():
        now = new.get(name)
        if isinstance(value, dict) and isinstance(now, dict):
            for key, part in value.items():
                if key not in now or now[key] != part:
                    return f"{kept['episode']}: {name}.{key} was {part}, is {now.get(key)}"
        elif now != value:
            return f"{kept['episode']}: {name} was {value!r}, is {now!r}"
    return ""
