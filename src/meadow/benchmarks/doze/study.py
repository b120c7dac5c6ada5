"""The study of the DOZE paper: what is run, and kept rows sorted by who made them.

The same episodes are run at each level: a level differs from another in people alone, and so do the
episodes that have the same number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from meadow import serialize
from meadow.benchmarks.doze.agents import EYES, ROWS
from meadow.benchmarks.doze.task import LEVELS, level_name
from meadow.episodes.houses import home_of
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite
from meadow.evaluation.report.tables import Table
from meadow.evaluation.run.seen import held_out_categories
from meadow.evaluation.run.store import Row
from meadow.evaluation.study.kept import KeptRun, merged_rows
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import OutOption, Study, StudyPart, Verb
from meadow.evaluation.study.screen import Screen
from meadow.seeding import stream

#: Our names of the methods of Table II, and of those of Table III.
METHODS = ("doze-random", "doze-frontier", "c-l3mvn", "c-lgx")
HINTED = ("l3mvn", "h-l3mvn")
#: Ours, for which people are walls, and the same robot giving way to them.
OURS = ("shepherd", "shepherd+people=dynamic")
#: Perfect eyes on a robot that gives way to people, and on one for which they are walls.
ORACLES = ("doze-oracle", "doze-oracle+people=static")
#: The name that the paper gives to an agent of ours.
PAPERS = {row.name: row.paper for row in ROWS if row.paper}
#: Eyes that were taught what the benchmark asks for; tables call their rows taught.
TAUGHT = "eyes-s"
#: A small language model that is asked by some rows instead of the embedded prior, on any server.
SPEAKER = "openai:qwen2.5-coder-1.5b-instruct"
#: Episodes of each level, of the oracles at each level, of boards, and with a language model.
PER_LEVEL, PER_ORACLE, PER_HINT, PER_SPEAKER = 150, 600, 100, 60


def pair_of(episode: str) -> str:
    """What an episode has in common with those of other levels: home, goal and start."""
    return re.sub(r"-l[123]-", "-", episode, count=1)


def paired_order(episodes: Sequence[Episode]) -> list[Episode]:
    """An order in which homes take turns, and which is the same at each level."""

    def place(episode: Episode) -> tuple[float, str]:
        pair = pair_of(episode.id)
        return stream(0, "doze", "order", pair).random(), pair

    homes = grouped(episodes, lambda e: home_of(e.house))
    return in_turns(sorted(group, key=place) for group in homes)


def _draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    from meadow.benchmarks.doze.tables import draw

    return draw(collect(runs), out)


def _statistics(episodes: Sequence[Episode]) -> list[Table]:
    from meadow.benchmarks.doze.statistics import statistics_tables

    return statistics_tables(episodes)


@dataclass(frozen=True, kw_only=True)
class HomesOptions:
    """Measure the ten homes and keep what Table I says of them, for the study's page.

    Example: meadow study doze homes
    """

    out: OutOption = Path("results/doze")
    """Gets homes.json."""


def _homes(options: HomesOptions, screen: Screen) -> int:
    from meadow.benchmarks.doze.statistics import all_homes, goals_per_home, table_1
    from meadow.benchmarks.doze.tables import HOMES_FILE, KeptHomes

    with screen.steps("homes and episodes of doze") as steps:
        episodes = load_suite("doze", progress=steps)
    with screen.steps("measuring homes") as steps:
        homes = all_homes(episodes, lambda done, total: steps(done, total, {}))
    kept = KeptHomes(tuple(homes), goals_per_home(episodes))
    serialize.write_bytes(options.out / HOMES_FILE, serialize.encode(kept) + b"\n")
    screen.show(table_1(kept.homes, kept.goals))
    screen.say(f"kept in {options.out / HOMES_FILE}")
    return 0


def _parts() -> dict[str, StudyPart]:
    parts = {
        level_name(level): StudyPart(
            suite=f"doze:level{level}",
            summary=f"level {level}, three kinds of goals: {described.summary}",
            episodes=PER_LEVEL,
            agents=(*METHODS, *OURS),
            published=True,
        )
        for level, described in LEVELS.items()
    }
    parts["hint"] = StudyPart(
        suite="doze:level1-hint",
        summary="things that a board tells of, level 1",
        episodes=PER_HINT,
        agents=HINTED,
        published=True,
    )
    for level in LEVELS:
        parts[f"oracle-{level}"] = StudyPart(
            suite=f"doze:level{level}",
            summary=f"level {level} with perfect eyes",
            episodes=PER_ORACLE,
            agents=ORACLES,
            published=True,
        )
    parts["taught"] = StudyPart(
        suite="doze:level1",
        summary="level 1 with eyes that were taught what is asked for",
        episodes=PER_LEVEL,
        agents=("c-l3mvn",),
        eyes=(TAUGHT,),
        published=True,
    )
    spoken = f"with {SPEAKER.partition(':')[2]} instead of the prior"
    parts["language"] = StudyPart(
        suite="doze:level1",
        summary=f"level 1 {spoken}; needs OPENAI_BASE_URL",
        episodes=PER_SPEAKER,
        agents=tuple(f"{name}+language={SPEAKER}" for name in ("c-l3mvn", "c-lgx")),
    )
    parts["language-hint"] = StudyPart(
        suite="doze:level1-hint",
        summary=f"boards {spoken}; needs OPENAI_BASE_URL",
        episodes=PER_SPEAKER,
        agents=(f"h-l3mvn+language={SPEAKER}",),
    )
    parts["mini"] = StudyPart(
        suite="doze-mini", summary="one home, to try things out", episodes=36, agents=METHODS
    )
    parts["all"] = StudyPart(suite="doze", summary="every episode of every level", episodes=18549)
    return parts


STUDY = Study(
    name="doze",
    agents=METHODS,
    eyes=(EYES,),
    parts=_parts(),
    tasks=("doze",),
    order=paired_order,
    metrics=("success", "spl", "collision_rate"),
    seconds=6.0,
    # Ours are agents of LangNavBench's table.
    code=("benchmarks/doze/agents.py", "benchmarks/langnav/agents.py"),
    draw=_draw,
    statistics=_statistics,
    verbs={
        "homes": Verb("measure the homes and keep Table I beside the results", HomesOptions, _homes)
    },
)


@dataclass(frozen=True)
class LevelRows:
    """An agent with one pair of eyes, and its finished rows."""

    agent: str
    eyes: str
    rows: tuple[Row, ...]
    unseen: frozenset[str] = frozenset()
    """Categories that were held out from the eyes."""

    @property
    def title(self) -> str:
        """The agent's name, and in brackets its eyes and whether they were taught."""
        if not self.eyes:
            return self.agent
        return f"{self.agent} ({self.eyes}{', taught' if self.eyes == TAUGHT else ''})"

    @property
    def paper(self) -> str:
        """The paper's name of the agent; empty for one that it does not have, or with taught eyes."""
        return "" if self.eyes == TAUGHT else PAPERS.get(self.agent, "")

    @cached_property
    def _levels(self) -> dict[str, tuple[Row, ...]]:
        table = [row for row in self.rows if row["tags"]["kind"] != "hint"]
        return {
            level_name(level): tuple(r for r in table if r["tags"]["level"] == level_name(level))
            for level in LEVELS
        }

    def level(self, level: int) -> tuple[Row, ...]:
        """Its rows of the three kinds of Table II at a level."""
        return self._levels[level_name(level)]

    @property
    def hinted(self) -> tuple[Row, ...]:
        """Its rows of Table III: goals that a board tells of, at level 1."""
        first = level_name(1)
        return tuple(
            r for r in self.rows if r["tags"]["kind"] == "hint" and r["tags"]["level"] == first
        )


def collect(runs: Sequence[KeptRun]) -> list[LevelRows]:
    """The rows of each agent and eyes from all kept runs; an episode that several have counts once."""
    full = any(run.suite == "doze" for run in runs)
    suite = "doze" if full else "doze-mini"
    found = merged_rows(runs, lambda run: (run.agent, run.eyes) if run.suite == suite else None)
    unseen = {(run.agent, run.eyes): held_out_categories(run.spec, run.eyes) for run in runs}
    entries = [LevelRows(*key, rows, unseen[key]) for key, rows in found.items()]
    return sorted(entries, key=_order)


def _order(entry: LevelRows) -> tuple[int, str, str]:
    """The paper's rows in the paper's order, then ours."""
    names = [row.name for row in ROWS]
    first = entry.agent.partition("+")[0]
    return names.index(first) if first in names else len(names), entry.agent, entry.eyes
