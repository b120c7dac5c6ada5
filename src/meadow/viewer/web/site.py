"""What there is to see under which path: the same for a server and for files on a disk.

index.json                          what there is
runs/KEY/rows.json                  the episodes of a run or suite
runs/KEY/episodes/KEY/episode.json  one of them
runs/KEY/episodes/KEY/world.bin     the world at each of its steps
runs/KEY/episodes/KEY/glimpses/N.json  what its agent saw and believed after N actions
homes/KEY/home.json, world.bin      a home
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from meadow import __version__
from meadow.episodes.houses import home_of, load_home
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import InvalidValueError, MeadowError, UnknownIdError
from meadow.evaluation.failures.endings import classify_row
from meadow.evaluation.run.store import Row, RunDirectory, file_name, is_finished
from meadow.evaluation.run.summary import goal_rows
from meadow.metrics import METRICS
from meadow.scenes.schema import House
from meadow.sim.render import RenderScene
from meadow.tasks import TASKS
from meadow.types import Embodiment
from meadow.viewer.viewpoints import best_views
from meadow.viewer.web.episodes import (
    encode,
    glimpsed_steps,
    lens_of,
    pack_episode,
    pack_start,
    view_episode,
    view_start,
)
from meadow.viewer.web.glimpses import GlimpseShelf
from meadow.viewer.web.messages import (
    Glimpse,
    HomeInfo,
    HomeView,
    Index,
    RowInfo,
    RunInfo,
    RunTable,
)
from meadow.viewer.web.world import pack_home

#: Good places to look from that a home is shown with.
VIEWS = 6
#: The name of a glimpse.
_STEP = re.compile(r"[0-9]{1,6}\.json", re.ASCII)
#: Whether a path is that of a glimpse, which may take long.
_GLIMPSE = re.compile(r"runs/[^/]+/episodes/[^/]+/glimpses/[^/]+")


class SiteSource(Protocol):
    """A run, a suite or a home under its key."""

    key: str

    def read(self, path: Sequence[str]) -> bytes:
        """What a path within it holds; a KeyError where there is nothing."""

    def paths(self) -> Iterator[str]:
        """Every path within it."""


class RunSource:
    """A run directory, whose table, episodes and worlds are read by paths."""

    def __init__(self, path: Path, key: str, glimpses: int | None = None) -> None:
        """``glimpses`` are those of an episode at most; None has one for each step, when asked for."""
        self.key, self._run, self._most = key, RunDirectory(path), glimpses
        self._shelf = GlimpseShelf()
        self.title = path.resolve().name
        self._spec = self._run.spec()

    @property
    def info(self) -> RunInfo:
        """What the index says of it; rows may have come since."""
        rows = self._run.rows()
        done = [row for row in rows if is_finished(row)]
        goals = goal_rows(done)
        wins = [w for w in (row["metrics"].get("success") for row in goals) if w is not None]
        spec = self._spec
        return RunInfo(
            self.key, self.title, spec.agent, spec.suite, spec.task, spec.definition,
            ", ".join(spec.corruptions), spec.episodes, len(done),
            sum(wins) / len(wins) if wins else None,
        )  # fmt: skip

    def read(self, path: Sequence[str]) -> bytes:
        """The table, an episode or its world."""
        if path == ("rows.json",):
            rows = tuple(self._row(row) for row in self._run.rows())
            named = {name for row in rows for name in row.metrics}
            first = tuple(name for name in METRICS.names("headline") if name in named)
            return encode(RunTable(self.info, rows, first))
        match path:
            case ("episodes", key, "episode.json"):
                record = self._record(key)
                return encode(view_episode(record, self._spec, self.key, self._most))
            case ("episodes", key, "world.bin"):
                # What is sent within a machine is there sooner when it is packed less.
                thorough = 6 if self._most is not None else 1
                return pack_episode(self._record(key), self._spec, thorough)
            case ("episodes", key, "glimpses", name) if _STEP.fullmatch(name):
                return encode(self._glimpse(key, int(name.removesuffix(".json"))))
        raise KeyError("/".join(path))

    def paths(self) -> Iterator[str]:
        """The table, and for each episode with a replay two files and its glimpses."""
        yield "rows.json"
        for row in self._run.rows():
            if self._run.replay_path(row["episode"]).is_file():
                key = file_name(row["episode"])
                yield f"episodes/{key}/episode.json"
                yield f"episodes/{key}/world.bin"
                steps = glimpsed_steps(self._record(key), self._most)
                yield from (f"episodes/{key}/glimpses/{step}.json" for step in steps)

    def _glimpse(self, key: str, step: int) -> Glimpse:
        """What the agent saw and believed; in files all of it, from a server what there is by now."""
        found = self._shelf.find(key) or self._shelf.of(key, self._record(key), self._spec)
        return found.read(step, whole=self._most is not None)

    def _record(self, key: str) -> EpisodeRecord:
        for row in self._run.rows():
            if file_name(row["episode"]) == key:
                return self._run.record(row["episode"])
        raise KeyError(key)

    def _row(self, row: Row) -> RowInfo:
        file = self._run.replay_path(row["episode"])
        endings = _endings(row)
        return RowInfo(
            row["episode"], file_name(row["episode"]), row["home"], row.get("goal", ""),
            row["tags"], _metrics(row), ", ".join(endings), row["status"], row.get("error", ""),
            file.is_file(),
        )  # fmt: skip


class SuiteSource:
    """A suite that is looked at before anybody runs it."""

    def __init__(self, name: str, key: str) -> None:
        self.key, self.title = key, name
        self._houses = suite_directory(name)
        self._episodes = {file_name(e.id): e for e in load_suite(name)}

    @property
    def info(self) -> RunInfo:
        """What the index says of it."""
        first = next(iter(self._episodes.values()))
        definition = TASKS.make(first.task).definition()
        count = len(self._episodes)
        return RunInfo(
            self.key, self.title, "", self.title, first.task, definition, "", count, 0, None
        )

    def read(self, path: Sequence[str]) -> bytes:
        """The table, an episode or its home."""
        if path == ("rows.json",):
            rows = tuple(self._row(key, episode) for key, episode in self._episodes.items())
            return encode(RunTable(self.info, rows))
        match path:
            case ("episodes", key, "episode.json"):
                return encode(view_start(self._episodes[key], self.key))
            case ("episodes", key, "world.bin"):
                return pack_start(self._episodes[key], self._houses)
        raise KeyError("/".join(path))

    def paths(self) -> Iterator[str]:
        """The table, and two files for each episode."""
        yield "rows.json"
        for key in self._episodes:
            yield f"episodes/{key}/episode.json"
            yield f"episodes/{key}/world.bin"

    def _row(self, key: str, episode: Episode) -> RowInfo:
        text = "; ".join(goal.text for goal in episode.goals)
        tags = {**episode.goal.tags, **episode.tags}
        metrics = {"geodesic": episode.geodesic}
        return RowInfo(
            episode.id, key, home_of(episode.house), text, tags, metrics, "", "not run", "", True
        )


class HomeSource:
    """A home that is shown by itself, without a run or a robot."""

    def __init__(self, name: str, key: str) -> None:
        self.key, self.title = key, name
        self._house: House = load_home(name)

    @property
    def info(self) -> HomeInfo:
        """What the index says of it."""
        house = self._house
        return HomeInfo(
            self.key, self.title, len(house.rooms), len(house.objects), len(house.people)
        )

    def read(self, path: Sequence[str]) -> bytes:
        """What to look from, or the packet."""
        if path == ("home.json",):
            return encode(HomeView(self.title, lens_of(Embodiment()), self._views))
        if path == ("world.bin",):
            return pack_home(self._house)
        raise KeyError("/".join(path))

    def paths(self) -> Iterator[str]:
        """The two paths within it: where to look from, and the packet of its world."""
        yield from ("home.json", "world.bin")

    @cached_property
    def _views(self) -> tuple[tuple[float, float, float, float], ...]:
        eyes = (view.eye for view in best_views(RenderScene(self._house), VIEWS))
        return tuple((x, y, yaw, pitch) for x, y, _, yaw, pitch in eyes)


class WindowSite:
    """Everything that was named on the command line, by paths."""

    def __init__(
        self, names: Sequence[str | Path], *, live: bool = True, glimpses: int = 40
    ) -> None:
        """``names`` are run directories, suites, episode files and homes.

        A live site shows every step of an agent as it is asked for; else there are so many ``glimpses``
        of an episode at most.

        Raises:
            MeadowError: One of them is none of these; the message says what is expected.
        """
        self._live = live
        self._glimpses = None if live else glimpses
        self.runs: dict[str, RunSource | SuiteSource] = {}
        self.homes: dict[str, HomeSource] = {}
        for name in names:
            self.add(str(name))

    def add(self, name: str) -> None:
        """Show one more run, suite or home."""
        path = Path(name)
        taken = {*self.runs, *self.homes}
        if os.path.isdir(path):
            key = _key(path.resolve().name, taken)
            self.runs[key] = RunSource(path, key, self._glimpses)
        elif os.path.isfile(path) and path.name.endswith((".jsonl", ".jsonl.gz")):
            self.runs[_key(path.name, taken)] = SuiteSource(name, _key(path.name, taken))
        elif os.path.isfile(path) or re.match(r"[\w-]+:.*\d", name):
            self.homes[_key(name, taken)] = HomeSource(name, _key(name, taken))
        else:
            self.runs[_key(name, taken)] = _suite(name, _key(name, taken))

    def read(self, path: str) -> bytes:
        """What a path holds.

        Raises:
            KeyError: There is nothing under this path.
        """
        if path == "index.json":
            return encode(self.index())
        group, *rest = path.split("/")
        if len(rest) < 2:
            raise KeyError(path)
        groups: dict[str, Mapping[str, SiteSource]] = {"runs": self.runs, "homes": self.homes}
        return groups[group][rest[0]].read(tuple(rest[1:]))

    def index(self) -> Index:
        """What there is to see."""
        runs = tuple(run.info for run in self.runs.values())
        return Index(__version__, runs, tuple(h.info for h in self.homes.values()), self._live)

    def paths(self) -> Iterator[str]:
        """Every path, the index last: it is there when all that it names is."""
        for group, sources in (("runs", self.runs), ("homes", self.homes)):
            for key, source in sources.items():
                yield from (f"{group}/{key}/{path}" for path in source.paths())
        yield "index.json"


def _endings(row: Row) -> list[str]:
    """How each goal of an episode ended; of one with questions alone, whether all were answered right."""
    goals = row.get("goals")
    if goals:
        return [str(goal["ending"]) for goal in goals]
    if row.get("answers") and row["status"] == "ok":
        return ["success" if row["metrics"].get("success") else "wrong answers"]
    return [str(classify_row(row))]


def _metrics(row: Row) -> dict[str, float | None]:
    """The metrics of an episode; of those that its goals have each, the mean."""
    each = [goal["metrics"] for goal in row.get("goals", ())]
    means: dict[str, float | None] = {}
    for name in {name for metrics in each for name in metrics}:
        known = [metrics[name] for metrics in each if metrics.get(name) is not None]
        means[name] = sum(known) / len(known) if known else None
    return {**means, **row["metrics"]}


def takes_long(path: str) -> bool:
    """Whether what a path holds may still have to be re-enacted; others need not wait for it."""
    return _GLIMPSE.fullmatch(path) is not None


def _suite(name: str, key: str) -> SuiteSource:
    try:
        return SuiteSource(name, key)
    except UnknownIdError as error:
        raise InvalidValueError(
            f"{name!r}: expected a run directory, a home (seed:7 or a house file), a suite or an episode "
            f"file. {error}"
        ) from error
    except MeadowError as error:
        raise InvalidValueError(f"{name!r} cannot be shown: {error}") from error


def _key(name: str, taken: set[str]) -> str:
    """A name for addresses that is not taken yet."""
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-.")[:80] or "run"
    key, number = plain, 2
    while key in taken:
        key, number = f"{plain}-{number}", number + 1
    return key
