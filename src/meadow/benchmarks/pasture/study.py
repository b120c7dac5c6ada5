"""The study of the CoW paper: what is run, and kept rows sorted by who made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path

from meadow.agents import AGENTS
from meadow.benchmarks.pasture.agents import ROWS as COWS
from meadow.benchmarks.pasture.task import CATEGORY, SETTINGS
from meadow.episodes.houses import home_of
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode
from meadow.evaluation.report.tables import Table
from meadow.evaluation.run.seen import catalogue_revision, held_out_categories
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import values_of
from meadow.evaluation.study.kept import KeptRun, merged_rows
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import Study, StudyPart
from meadow.language.held_out import CATALOGUE_REVISION
from meadow.metrics.statistics import Difference, Estimate, estimate, paired_difference
from meadow.seeding import stream

#: The eyes of the two columns: those that know all categories, and those that never saw the held-out ones.
EYES = ("eyes-s", "eyes-s-zs")
#: Beyond the paper's: with attributes, with a value map, with ground-truth detection.
BEYOND = ("cow-attributes", "cow-value", "cow-oracle")
#: Those that run on the second revision, whose camera has more pixels than the eyes see at once.
GLANCING = (
    *("cow-owl-s", "cow-owl-s+glances=2"),
    *("cow-attributes+glances=0", "cow-attributes", "cow-oracle"),
)
#: The paper's name of a row -> ours, and the paper's name of an agent of ours.
OURS = {row.paper: row.name for row in COWS if row.paper}
PAPERS = {row.name: row.paper for row in COWS}
#: Episodes about categories that the eyes were taught, and about those that were held out from them.
TAUGHT, HELD_OUT = "taught", "held out, zero-shot"

Key = Callable[[Row], str]


def one_start(episodes: list[Episode]) -> list[Episode]:
    """The first start of every thing in every home."""
    first: dict[tuple[str, str], Episode] = {}
    for episode in episodes:
        first.setdefault((home_of(episode.house), episode.goal.category), episode)
    return list(first.values())


def balanced(episodes: Sequence[Episode]) -> list[Episode]:
    """An order whose every beginning is spread over settings and homes.

    Settings take turns. Those about the same things come to the same thing and start in the same turn, so
    they stay pairs however early a run is ended.
    """

    def place(episode: Episode) -> tuple[float, str]:
        pair = pair_of(episode.id, episode.tags.get("setting", ""))
        return stream(0, "pasture", "bench order", pair).random(), pair

    settings = grouped(episodes, lambda e: e.tags.get("setting", ""))
    return in_turns(sorted(group, key=place) for group in settings)


def pair_of(episode: str, setting: str) -> str:
    """What an episode has in common with those of other settings: home, thing and start."""
    return episode.replace(f"-{setting}-", "-", 1) if setting else episode


def eyes_of(agent: str, eyes: str) -> str:
    """The larger of the eyes for rows of the larger backbone."""
    large = AGENTS.entry(agent).kwargs.get("model") == "eyes-b"
    return eyes.replace("eyes-s", "eyes-b", 1) if large else eyes


def _draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    from meadow.benchmarks.pasture.tables import draw

    return draw(collect(runs), out)


def _statistics(episodes: Sequence[Episode]) -> list[Table]:
    from meadow.benchmarks.pasture.figures import statistics_tables

    return statistics_tables(episodes)


def _picture(episodes: Sequence[Episode], path: Path) -> None:
    from meadow.benchmarks.pasture.figures import draw_words

    draw_words(episodes, path)


STUDY = Study(
    name="pasture",
    agents=(*(row.name for row in COWS), *BEYOND),
    eyes=EYES,
    eyes_of=eyes_of,
    parts={
        "fixed350": StudyPart(
            suite="pasture:fixed350",
            summary="the same 50 episodes of every setting",
            episodes=350,
            published=True,
        ),
        "all": StudyPart(suite="pasture", summary="all 2,520 episodes", episodes=2520),
        "fixed350-2": StudyPart(
            suite="pasture-2:fixed350",
            summary="the same 50 episodes of every setting, second revision",
            episodes=350,
            agents=GLANCING,
            published=True,
        ),
        "all-2": StudyPart(
            suite="pasture-2",
            summary="all 2,520 episodes of the second revision",
            episodes=2520,
            agents=GLANCING,
        ),
        "robothor": StudyPart(
            suite="robothor-objectnav",
            summary="12 categories in 15 homes by name alone, one start",
            episodes=180,
            eyes=EYES[:1],
            choose=one_start,
            published=True,
        ),
        "robothor-all": StudyPart(
            suite="robothor-objectnav", summary="the same from 10 starts", episodes=1800
        ),
        "habitat-like": StudyPart(
            suite="robothor-objectnav",
            summary="as robothor, under Habitat's conditions",
            profile="habitat-like",
            episodes=60,
            agents=("cow-clip-grad-s", "cow-owl-s", *BEYOND),
            eyes=EYES[:1],
            choose=one_start,
            published=True,
        ),
        "mini": StudyPart(suite="pasture-mini", summary="one home, to try things out", episodes=42),
        "train": StudyPart(
            suite="pasture-train", summary="15 other homes, to tune thresholds on", episodes=2520
        ),
        **{
            name: StudyPart(suite=f"pasture:{name}", summary=f"the setting {name!r}", episodes=360)
            for name in SETTINGS
        },
    },
    tasks=("objectnav", "lzson"),
    order=balanced,
    code=("benchmarks/pasture/agents.py",),
    draw=_draw,
    statistics=_statistics,
    statistics_picture=_picture,
)


@dataclass(frozen=True, slots=True)
class AgentRows:
    """An agent with one pair of eyes, and its rows: all, or those of one part of the categories."""

    agent: str
    eyes: str
    pasture: tuple[Row, ...] = ()
    robothor: tuple[Row, ...] = ()
    habitat: tuple[Row, ...] = ()
    part: str = ""
    """TAUGHT or HELD_OUT for eyes from which categories were held out; else empty, and all rows."""
    revision: int | None = None
    """Revision of the catalogue that the eyes were trained on; None for models from elsewhere."""
    unseen: frozenset[str] = frozenset()
    """Categories that were held out from the eyes."""

    def setting(self, name: str) -> list[Row]:
        """Its rows of a setting; those of RoboTHOR for "category"."""
        if name == CATEGORY:
            return list(self.robothor)
        return [row for row in self.pasture if row["tags"].get("setting") == name]

    def settings(self, names: Sequence[str]) -> list[Row]:
        """Its rows of several settings."""
        return [row for name in names for row in self.setting(name)]

    def parts(self) -> tuple[AgentRows, ...]:
        """The rows themselves, or two parts where the eyes were taught some of the categories only.

        The two are never added up: a mean over both is neither zero-shot nor the opposite.
        """
        if not self.unseen:
            return (self,)
        return self._only(TAUGHT, False), self._only(HELD_OUT, True)

    def _only(self, part: str, inside: bool) -> AgentRows:
        def kept(rows: tuple[Row, ...]) -> tuple[Row, ...]:
            return tuple(r for r in rows if (r["tags"].get("category") in self.unseen) == inside)

        return replace(
            self,
            part=part,
            pasture=kept(self.pasture),
            robothor=kept(self.robothor),
            habitat=kept(self.habitat),
        )

    def average(self, metric: str = "success") -> Estimate:
        """Its mean over PASTURE: over settings, or over the episodes of its part."""
        return rate(self.pasture, metric, alike=not self.part)

    @property
    def sight(self) -> str:
        """Eyes, the revision of their training unless it is the present one, and part of the categories."""
        old = self.revision is not None and self.revision != CATALOGUE_REVISION
        named = f"{self.eyes} of revision {self.revision}" if old else self.eyes
        return f"{named}, {self.part}" if self.part else named

    @property
    def title(self) -> str:
        """Agent, eyes and part."""
        return f"{self.agent} ({self.sight})" if self.eyes else self.agent


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that tables and figures are drawn from."""

    entries: tuple[AgentRows, ...]
    second: tuple[AgentRows, ...]
    """Rows of PASTURE's second revision."""
    runs: tuple[KeptRun, ...]
    notes: tuple[str, ...]
    """What a reader must know first."""

    def get(self, agent: str, eyes: str | None = None, part: str | None = None) -> AgentRows:
        """An agent's rows, with the first of its eyes unless they are named; empty when there are none."""
        for entry in self.entries:
            if entry.agent == agent and eyes in (None, entry.eyes) and part in (None, entry.part):
                return entry
        return AgentRows(agent, eyes or "", part=part or "")

    def all_eyes(self) -> list[str]:
        """The eyes that occur, in order."""
        return list(dict.fromkeys(e.eyes for e in self.entries if e.eyes))


def collect(runs: Sequence[KeptRun]) -> Results:
    """Merge runs of the same agent and eyes; an episode that several of them have counts once."""
    full = any(run.suite == "pasture" for run in runs)
    kinds = {
        ("pasture" if full else "pasture-mini", "default"): "pasture",
        ("robothor-objectnav", "default"): "robothor",
        ("robothor-objectnav", "habitat-like"): "habitat",
    }
    entries = _entries(runs, kinds)
    second = _entries(runs, {("pasture-2", "default"): "pasture"})
    notes = [] if full else ["Drawn from the one home of pasture-mini: a trial, not a result."]
    return Results(entries, second, tuple(runs), (*notes, *_conflicts((*entries, *second))))


def _entries(
    runs: Sequence[KeptRun], kinds: Mapping[tuple[str, str], str]
) -> tuple[AgentRows, ...]:
    """The rows of each agent with each eyes, sorted by suite and profile into ``kinds``."""
    unseen = {_sight(run): held_out_categories(run.spec, run.eyes) for run in runs}

    def place(run: KeptRun) -> tuple[str, tuple[str, int | None], str] | None:
        kind = kinds.get((run.suite, run.profile))
        return (run.agent, _sight(run), kind) if kind else None

    found: dict[tuple[str, tuple[str, int | None]], dict[str, tuple[Row, ...]]] = {}
    for (agent, sight, kind), rows in merged_rows(runs, place).items():
        found.setdefault((agent, sight), {})[kind] = rows
    entries = [
        part
        for (agent, (eyes, revision)), groups in found.items()
        for part in AgentRows(
            agent,
            eyes,
            pasture=groups.get("pasture", ()),
            robothor=groups.get("robothor", ()),
            habitat=groups.get("habitat", ()),
            revision=revision,
            unseen=unseen[eyes, revision],
        ).parts()
    ]
    return tuple(sorted(entries, key=_order))


def _sight(run: KeptRun) -> tuple[str, int | None]:
    """A run's eyes, and the revision of the catalogue that they were trained on."""
    return run.eyes, catalogue_revision(run.spec, run.eyes)


def _order(entry: AgentRows) -> tuple[int, str, int, str, int, bool]:
    """The paper's rows in the paper's order, then others; the newest eyes that know everything first."""
    names = [row.name for row in COWS]
    rank = names.index(entry.agent) if entry.agent in names else len(names)
    part, age = int(bool(entry.part)), -(entry.revision or 0)
    return rank, entry.agent, part, entry.eyes, age, entry.part == HELD_OUT


def _conflicts(entries: Iterable[AgentRows]) -> list[str]:
    """Entries whose episodes are others than those of the same id before: made by other code."""
    seen: dict[str, tuple[str, str]] = {}
    notes = []
    for entry in entries:
        differ = 0
        for row in (*entry.pasture, *entry.robothor):
            what = (row["home"], row["goal"])
            differ += seen.setdefault(row["episode"], what) != what
        if differ:
            notes.append(
                f"{entry.title}: {differ} episodes differ in home or goal from those of other runs "
                "with the same id; run it again."
            )
    return notes


def rate(rows: Sequence[Row], metric: str = "success", *, alike: bool = True) -> Estimate:
    """Mean over settings with interval clustered by home.

    Settings weigh alike: an agent that ran in more episodes of one is not judged by that one. A part of
    the categories has most of its episodes in few settings; there episodes weigh ``alike=False``.
    """
    settings = [row["tags"].get("setting") if alike else "" for row in rows]
    sizes = Counter(settings)
    # Exactly 1 where all settings have as many rows.
    weights = [len(rows) / (len(sizes) * sizes[name]) for name in settings]
    return estimate(values_of(rows, metric), [row["home"] for row in rows], weights)


def in_common(groups: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """Of each group the rows of those episodes that every group has; empty groups do not count.

    Figures that stand side by side to be compared are then of the same episodes.
    """
    ids = [{row["episode"] for row in group} for group in groups if group]
    common = set.intersection(*ids) if ids else set()
    return [[row for row in group if row["episode"] in common] for group in groups]


def by_start(row: Row) -> str:
    """Same agent, home, thing and start, whatever words are used."""
    pair = pair_of(row["episode"], row["tags"].get("setting", ""))
    return f"{row['home']}|{row['agent']}|{pair}"


def by_thing(row: Row) -> str:
    """Same agent, home and thing, any start."""
    return f"{row['home']}|{row['agent']}|{row['tags'].get('category', '')}"


def by_home(row: Row) -> str:
    """Same agent and home."""
    return f"{row['home']}|{row['agent']}"


def by_episode(row: Row) -> str:
    """The episode itself, whoever runs it."""
    return f"{row['home']}|{row['episode']}"


def difference(first: Sequence[Row], second: Sequence[Row], key: Key) -> Difference:
    """Success of the second minus the first over what both have of ``key``, clustered by home.

    Rows that share a key are averaged first, so several starts of a thing count as one.
    """
    a, b = _means(first, key), _means(second, key)
    common = [k for k in a if k in b]
    homes = [k.partition("|")[0] for k in common]
    return paired_difference([a[k] for k in common], [b[k] for k in common], homes)


def _means(rows: Sequence[Row], key: Key) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row["metrics"]["success"])
    return {k: fsum(values) / len(values) for k, values in groups.items()}


def contrary(worse: Sequence[Row], better: Sequence[Row], key: Key) -> list[str]:
    """Episodes of ``better`` that failed although all of ``worse`` with the same key succeeded."""
    solved = {k for k, mean in _means(worse, key).items() if mean == 1.0}
    return [
        row["episode"] for row in better if not row["metrics"]["success"] and key(row) in solved
    ]
