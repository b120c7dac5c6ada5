"""Can a run be trusted? Drive every recorded action again and compare all that follows from it.

The simulator gives the same noise for the same episode, so the same actions must lead through the same
poses to the same row. What is checked, and therefore cannot be edited unnoticed:

- driving a replay's actions and giving its answers leads through its poses, distances, ranges, probes and
  legs to its verdicts and to the row's figures, exactly;
- each episode has one row, and rows that are not finished have no metrics;
- the agent that spec, rows and replays name is the same;
- the episodes are those that the spec's hash names, and those of the suite; where they are not all of it,
  whether they are the first of its fixed order;
- ``summary.json`` follows from the rows.

Rows without a replay and rows that are not finished cannot be checked: they are counted as not verified.
That the agent chose these actions and answers is only known when it is run again (``rerun``). What it says
of itself (its trace) and timings are never checked.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.agents import AGENTS
from meadow.episodes.houses import HouseCache
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, episodes_digest
from meadow.episodes.suites import load_suite
from meadow.errors import InvalidValueError, MeadowError
from meadow.evaluation.run.coverage import Coverage, as_run, cover
from meadow.evaluation.run.profiles import PROFILES, profile_of
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.spec import RunSpec, check_positive
from meadow.evaluation.run.store import Row, RunDirectory, is_finished
from meadow.evaluation.run.summary import run_summary
from meadow.evaluation.run.worker import Worker, finished_row, make_simulator, pass_on_interrupt
from meadow.protocols import Progress, Simulator
from meadow.replay import decode_replay, read_replay
from meadow.tasks import TASKS
from meadow.types import Action, Arm, Brief, Embodiment, Observation

#: Columns of a record that follow from its actions.
_COLUMNS = ("moved", "poses", "distances", "reached")
_OUTCOME = ("success", "stopped", "parts", "legs")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Something that does not follow from the recorded actions."""

    episode: str
    """Empty when it concerns the run as a whole."""
    field: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        where = f"{self.episode}: " if self.episode else ""
        return f"{where}{self.field}: stored {self.stored!r}, found {self.found!r}"


@dataclass
class Verification:
    """The result of checking a run."""

    agent: str
    checked: int = 0
    """Rows whose actions were driven again."""
    unverified: dict[str, str] = field(default_factory=dict)
    """Episodes whose rows could not be checked -> why."""
    mismatches: list[Mismatch] = field(default_factory=list)
    coverage: Coverage | None = None
    """Which episodes of the suite these are."""
    rerun: int = 0
    """Episodes that the agent was run on again."""
    not_rerun: str = ""
    """Why it could not be, where that was asked."""
    notes: list[str] = field(default_factory=list)
    """What could not be checked besides, and why."""

    @property
    def ok(self) -> bool:
        """Whether nothing that was checked differs from what the run had stored."""
        return not self.mismatches

    @property
    def complete(self) -> bool:
        """Everything was driven again, nothing differs, and nobody chose the episodes."""
        fixed = self.coverage is not None and self.coverage.fixed
        unchecked = self.unverified or self.not_rerun or not self.checked
        return self.ok and not unchecked and fixed


class ReplayAgent:
    """Does and answers what a record says, whatever it sees."""

    def __init__(self, record: EpisodeRecord) -> None:
        self._actions, self._thinking = record.actions, record.thinking
        self._answers = [answer for leg in record.legs for answer in leg.answers]
        self._next = self._asked = 0

    def reset(self, brief: Brief) -> None:
        """Start from the first action."""
        self._next = self._asked = 0

    def pursue(self, brief: Brief) -> None:
        """Go on with the next leg."""

    def thinking(self) -> float:
        """How long it then thought about the last action."""
        return self._thinking[self._next - 1] if self._thinking else 0.0

    def answer(self, question: str) -> str:
        """The next recorded answer."""
        if self._asked >= len(self._answers):
            raise MeadowError(
                f"there are {len(self._answers)} recorded answers, and more questions"
            )
        self._asked += 1
        return self._answers[self._asked - 1]

    def act(self, observation: Observation) -> Action:
        """The next recorded action."""
        if self._next >= len(self._actions):
            raise MeadowError(f"the {len(self._actions)} recorded actions do not end the episode")
        self._next += 1
        return Action(self._actions[self._next - 1])


class Verifier:
    """Drives recorded actions again; holds a simulator for each body."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._task = TASKS.make(spec.task, **spec.task_options)
        self._houses = HouseCache(spec.houses)
        self._simulators: dict[tuple[Embodiment, Arm | None], Simulator] = {}

    def check(self, run: RunDirectory, row: Row) -> list[Mismatch]:
        """Everything in a row and its replay that does not follow from the recorded actions."""
        id = row["episode"]
        file = run.replay_path(id)
        try:
            record = read_replay(file)
            again = self.drive(record)
        except Exception as error:  # an edited replay may break anything; that is the finding
            pass_on_interrupt(error)
            text = f"{type(error).__name__}: {error}"
            return [Mismatch(id, "replay", file.name, text)]
        found = [*_record_mismatches(id, record, again)]
        if record.agent != self._spec.agent:
            found.append(Mismatch(id, "replay.agent", record.agent, self._spec.agent))
        # Endings and a few metrics rest on what the agent says of itself, which cannot be driven again.
        if again.steps == record.steps:
            again = msgspec.structs.replace(again, trace=record.trace)
        return found + _row_mismatches(row, finished_row(self._spec, again))

    def drive(self, record: EpisodeRecord) -> EpisodeRecord:
        """The record that the simulator makes of a record's episode and actions."""
        episode = record.episode
        body = episode.embodiment, episode.arm
        if body not in self._simulators:
            self._simulators[body] = make_simulator(self._spec, episode)
        house = self._houses.load(episode.house)
        agent = ReplayAgent(record)
        return run_episode(
            self._simulators[body],
            self._task,
            agent,
            episode,
            house,
            agent_name=record.agent,
        )

    def close(self) -> None:
        """The simulators of all bodies are closed, which frees what they hold."""
        for simulator in self._simulators.values():
            simulator.close()


def verify_run(
    path: str | Path, *, workers: int = 1, rerun: int = 0, progress: Progress | None = None
) -> Verification:
    """Check a whole run.

    Args:
        path: A run directory.
        workers: Processes that drive the actions.
        rerun: On so many episodes the agent is run again, and must choose the recorded actions.
        progress: Told after each row.
    """
    check_positive("workers", workers)
    if rerun < 0:
        raise InvalidValueError(f"rerun is {rerun}: expected 0 or more")
    run = RunDirectory(path)
    spec, rows = run.spec(), run.rows()
    result = Verification(spec.agent)
    for row in rows:
        if not is_finished(row):
            result.unverified[row["episode"]] = f"no result ({row['status']})"
        elif not run.replay_path(row["episode"]).is_file():
            result.unverified[row["episode"]] = "no replay"
    good = [row for row in rows if row["episode"] not in result.unverified]
    for found in _drive_all(run, spec, good, workers):
        result.checked += 1
        result.mismatches += found
        if progress:
            progress(result.checked, len(good), {"mismatches": len(result.mismatches)})
    _check_rows(result, spec, rows)
    _check_replays(result, run, rows)
    _check_episodes(result, run, spec, rows)
    _check_summary(result, run, spec, rows)
    _rerun(result, run, spec, good, min(rerun, len(good)))
    return result


def _drive_all(
    run: RunDirectory, spec: RunSpec, rows: Sequence[Row], workers: int
) -> Iterator[list[Mismatch]]:
    if workers == 1:
        verifier = Verifier(spec)
        try:
            for row in rows:
                yield verifier.check(run, row)
        finally:
            verifier.close()
        return
    # Whole homes to a process, so that each is prepared once.
    homes: dict[str, list[Row]] = {}
    for row in rows:
        homes.setdefault(row["home"], []).append(row)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for found in pool.map(_check_home, [run.path] * len(homes), homes.values()):
            yield from found


def _check_home(path: Path, rows: Sequence[Row]) -> list[list[Mismatch]]:
    run = RunDirectory(path)
    return list(_drive_all(run, run.spec(), rows, 1))


def _record_mismatches(id: str, old: EpisodeRecord, new: EpisodeRecord) -> Iterator[Mismatch]:
    if old.episode.id != id:
        yield Mismatch(id, "replay.episode", old.episode.id, id)
    if old.actions != new.actions:
        yield Mismatch(
            id, "replay.actions", f"{len(old.actions)} actions", f"done after {new.steps}"
        )
    columns = {name: (getattr(old, name), getattr(new, name)) for name in _COLUMNS}
    if old.schema == new.schema:  # earlier versions kept no probes
        for name in sorted(old.probes.keys() | new.probes.keys()):
            columns[f"probes.{name}"] = old.probes.get(name, ()), new.probes.get(name, ())
    for name, (before, now) in columns.items():
        if before == now:
            continue
        step = next((i for i, (a, b) in enumerate(zip(before, now)) if a != b), None)
        if step is None:
            yield Mismatch(id, f"replay.{name}", f"{len(before)} values", f"{len(now)} values")
        else:
            yield Mismatch(id, f"replay.{name}[{step}]", before[step], now[step])
    for name in _OUTCOME:
        if getattr(old, name) != getattr(new, name):
            yield Mismatch(id, f"replay.{name}", getattr(old, name), getattr(new, name))


def _row_mismatches(old: Row, new: Row) -> list[Mismatch]:
    found = []
    for name in sorted((old.keys() | new.keys()) - {"timings"}):
        before, now = old.get(name), new.get(name)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            for key in sorted(before.keys() | now.keys()):
                if before.get(key) != now.get(key):
                    place = f"{name}.{key}"
                    found.append(Mismatch(old["episode"], place, before.get(key), now.get(key)))
        elif before != now:
            found.append(Mismatch(old["episode"], name, before, now))
    return found


def _check_rows(result: Verification, spec: RunSpec, rows: Sequence[Row]) -> None:
    """One row for each episode, metrics where there is a result, and the rule of today's task."""
    ids = Counter(row["episode"] for row in rows)
    for id, count in ids.items():
        if count > 1:
            result.mismatches.append(Mismatch(id, "rows", f"{count} rows", "one episode"))
    if len(ids) != spec.episodes:
        result.mismatches.append(
            Mismatch("", "rows", f"{len(ids)} episodes", f"a run of {spec.episodes}")
        )
    for row in rows:
        # Earlier versions wrote failures as zeros, which no summary counts.
        if not is_finished(row) and any(row["metrics"].values()):
            result.mismatches.append(Mismatch(row["episode"], "metrics", row["metrics"], {}))
        if not is_finished(row) and row.get("agent") != spec.agent:
            result.mismatches.append(
                Mismatch(row["episode"], "agent", row.get("agent"), spec.agent)
            )
    definition = TASKS.make(spec.task, **spec.task_options).definition()
    if definition != spec.definition:
        result.mismatches.append(Mismatch("", "spec.definition", spec.definition, definition))


def _check_replays(result: Verification, run: RunDirectory, rows: Sequence[Row]) -> None:
    """Replays that no finished row speaks of may be of rows that were removed."""
    named = {run.replay_path(row["episode"]) for row in rows if is_finished(row)}
    strays = [f for f in (run.path / "replays").glob("*.mrp") if f not in named]
    if strays:
        result.notes.append(
            f"{len(strays)} replays belong to no finished row, e.g. {min(strays).name}: rows may have been "
            "removed or changed."
        )


def _check_episodes(
    result: Verification, run: RunDirectory, spec: RunSpec, rows: Sequence[Row]
) -> None:
    """The episodes are those of the spec's hash, and the suite's own where that can be had."""
    replayed = {row["episode"]: e for row in rows if (e := _replayed(run, row)) is not None}
    whole = as_run(_suite_episodes(result, spec), [*replayed.values()])
    known = {e.id: e for e in whole}
    for id, episode in replayed.items():
        if id in known:
            result.mismatches += _episode_mismatches(episode, known[id])
        elif known:
            result.mismatches.append(Mismatch(id, "episode", id, f"none of {spec.suite!r}"))
    ids = [row["episode"] for row in rows]
    digest = episodes_digest(whole)
    result.coverage = cover(spec.suite, ids, whole, digest)
    if whole and spec.suite_digest not in ("", spec.episodes_digest, digest):
        result.mismatches.append(Mismatch("", "spec.suite_digest", spec.suite_digest, digest))
    episodes = [e for id in ids if (e := replayed.get(id) or known.get(id)) is not None]
    if len(episodes) < len(rows):
        result.notes.append(
            f"The hash of the episodes was not checked: {len(rows) - len(episodes)} of them left no "
            "replay and are not to be had from the suite."
        )
    elif len(episodes) == spec.episodes and episodes_digest(episodes) != spec.episodes_digest:
        found = episodes_digest(episodes)
        result.mismatches.append(Mismatch("", "spec.episodes_digest", spec.episodes_digest, found))


def _suite_episodes(result: Verification, spec: RunSpec) -> list[Episode]:
    """The episodes of the suite, with the robot of the run's profile."""
    try:
        found = load_suite(spec.suite, skip_bad=True)
    except MeadowError as error:
        result.notes.append(f"The episodes were not compared with their suite: {error}")
        return []
    own = {name: value for name, value in spec.task_options.items() if name != "senses"}
    profile = profile_of(own, spec.sensors)
    return found if profile is None else PROFILES.get(profile).apply(found)


def _replayed(run: RunDirectory, row: Row) -> Episode | None:
    try:
        return read_replay(run.replay_path(row["episode"])).episode
    except MeadowError:
        return None


def _episode_mismatches(replayed: Episode, original: Episode) -> Iterator[Mismatch]:
    """Fields that differ from the suite."""
    for name in Episode.__struct_fields__:
        before, now = getattr(replayed, name), getattr(original, name)
        if before != now:
            yield Mismatch(replayed.id, f"episode.{name}", before, now)


def _rerun(
    result: Verification, run: RunDirectory, spec: RunSpec, rows: Sequence[Row], count: int
) -> None:
    """Run the agent on rows that lie far apart: it must choose the actions that were recorded."""
    chosen = [rows[i * len(rows) // count] for i in range(count)] if rows else []
    if not chosen:
        return
    if "person" in AGENTS.entry(spec.agent).tags:
        result.notes.append("a person drove, who is not asked to do it again")
        return
    try:
        worker = Worker(spec)
    except MeadowError as error:
        result.not_rerun = str(error)
        return
    for row in chosen:
        try:
            record = read_replay(run.replay_path(row["episode"]))
        except MeadowError:
            continue  # that was found before
        outcome = worker.run(record.episode)
        if outcome.replay is None:
            result.not_rerun = outcome.row["error"]
            continue
        result.rerun += 1
        found = decode_replay(outcome.replay)
        chosen_then = {"actions": record.actions, "answers": _answers(record)}
        chosen_now = {"actions": found.actions, "answers": _answers(found)}
        for name, before in chosen_then.items():
            for step, (then, again) in enumerate(zip_longest(before, chosen_now[name])):
                if then != again:
                    place = f"agent.{name}[{step}]"
                    result.mismatches.append(Mismatch(row["episode"], place, then, again))
                    break
    worker.close()


def _answers(record: EpisodeRecord) -> tuple[str, ...]:
    return tuple(answer for leg in record.legs for answer in leg.answers)


def _check_summary(
    result: Verification, run: RunDirectory, spec: RunSpec, rows: Sequence[Row]
) -> None:
    file = run.path / "summary.json"
    if not file.is_file():
        result.notes.append("There is no summary.json yet: the run is not finished.")
        return
    stored = serialize.read(file, dict[str, dict[str, Any]])
    found = msgspec.to_builtins(run_summary(rows, spec.episodes, spec.task))
    if "episodes" not in stored:  # earlier versions did not count those that are missing
        del found["episodes"]
    for name in sorted(stored.keys() | found.keys()):
        if stored.get(name) != found.get(name):
            result.mismatches.append(
                Mismatch("", f"summary.{name}", stored.get(name), found.get(name))
            )
