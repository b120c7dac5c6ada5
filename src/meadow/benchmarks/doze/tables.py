"""The page of the study: Tables I, II and III with ours beside the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from meadow import serialize
from meadow.benchmarks.doze.claims import check_all
from meadow.benchmarks.doze.paper import TABLE_2, TABLE_3
from meadow.benchmarks.doze.statistics import HomeStatistics, table_1
from meadow.benchmarks.doze.study import LevelRows
from meadow.benchmarks.doze.task import LEVELS, TABLE_KINDS
from meadow.evaluation.report.tables import Cell, Table, interval
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import summarise
from meadow.evaluation.study.page import Picture, StudyPage
from meadow.evaluation.study.zero_shot import zero_shot_table

#: Statistics of the homes, which ``meadow study doze homes`` writes beside the page.
HOMES_FILE = "homes.json"
NOTE = (
    "Success, SPL and collision rate (the share of steps with a person within 0.2 m), % [95 % interval]. "
    "Moving: without steps in which neither the robot nor the person moved."
)
SHOWN = ("success", "spl", "collision_rate")


def draw(entries: Sequence[LevelRows], out: Path) -> StudyPage:
    """The page of what is kept."""
    body: list[str | Table | Picture] = []
    if (out / HOMES_FILE).is_file():
        kept = serialize.read(out / HOMES_FILE, KeptHomes)
        body.append(table_1(kept.homes, kept.goals))
    body += [table_2(entries), moving_table(entries), kind_table(entries)]
    body += [seen_table(entries), table_3(entries)]
    return StudyPage(
        title="DOZE: what people who walk do to robots, and what of the paper holds here",
        lead=(
            "Agents that look for what words describe while people stand before it, walk along fixed "
            "ways or roam, after DOZE (Ma et al. 2024). Episodes of the three levels have the same homes, "
            "goals and starts.",
        ),
        claims=tuple(check_all(entries)),
        body=tuple(part for part in body if not isinstance(part, Table) or part.rows),
        beside={
            "notes.md": "What was looked at and why figures are as they are: [notes.md](notes.md)."
        },
    )


class KeptHomes(msgspec.Struct, frozen=True):
    """What is kept of the homes beside the page."""

    homes: tuple[HomeStatistics, ...]
    goals: dict[str, float]
    """Kind -> goals of a home."""


def _cells(rows: Sequence[Row], metrics: Sequence[str]) -> list[Cell]:
    summary = summarise(rows)
    return [Cell(interval(m, summary[m]) if m in summary else "–") for m in metrics]


def table_2(entries: Sequence[LevelRows]) -> Table:
    """Success, SPL and collision rate at each level, the paper's below ours."""
    head = ["method", "n"]
    head += [f"level {level} {name}" for level in LEVELS for name in ("SR", "SPL", "CR")]
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        counts = [len(entry.level(level)) for level in LEVELS]
        if not any(counts):
            continue
        cells = [Cell(entry.title), Cell(" / ".join(map(str, counts)))]
        for level in LEVELS:
            cells += _cells(entry.level(level), SHOWN)
        rows.append(tuple(cells))
        if entry.paper in TABLE_2:
            printed = [f"{v:.1f}" for level in TABLE_2[entry.paper] for v in level]
            rows.append(tuple(map(Cell, (f"paper: {entry.paper}", "", *printed))))
    return Table("Table II: three kinds of goals", tuple(head), tuple(rows), NOTE)


def moving_table(entries: Sequence[LevelRows]) -> Table:
    """Collision rates with and without standing pairs."""
    head = ("method", *(f"level {level} {n}" for level in LEVELS for n in ("CR", "CR moving")))
    rows = []
    for entry in entries:
        if any(entry.level(level) for level in LEVELS):
            cells = [Cell(entry.title)]
            for level in LEVELS:
                cells += _cells(entry.level(level), ("collision_rate", "collision_rate_moving"))
            rows.append(tuple(cells))
    return Table("Collisions, and those in which somebody moved", head, tuple(rows), NOTE)


def kind_table(entries: Sequence[LevelRows]) -> Table:
    """Success by kind of goal at each level."""
    head = ("method", *(f"level {level} {kind}" for level in LEVELS for kind in TABLE_KINDS))
    rows = []
    for entry in entries:
        cells = [Cell(entry.title)]
        for level in LEVELS:
            for kind in TABLE_KINDS:
                own = [row for row in entry.level(level) if row["tags"]["kind"] == kind]
                cells += _cells(own, ("success",))
        if any(cell.text != "–" for cell in cells[1:]):
            rows.append(tuple(cells))
    return Table("Success by kind of goal", head, tuple(rows), "% [95 % interval].")


def seen_table(entries: Sequence[LevelRows]) -> Table:
    """Goals that the eyes were taught, and goals that were held out from them, all levels together."""
    return zero_shot_table(
        (entry.title, [row for level in LEVELS for row in entry.level(level)], entry.unseen)
        for entry in entries
    )


def table_3(entries: Sequence[LevelRows]) -> Table:
    """Goals that a board tells of, at level 1."""
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        if not entry.hinted:
            continue
        figures = _cells(entry.hinted, SHOWN)
        rows.append((Cell(entry.title), Cell(str(len(entry.hinted))), *figures))
        if entry.paper in TABLE_3:
            printed = [f"{v:.1f}" for v in TABLE_3[entry.paper]]
            rows.append(tuple(map(Cell, (f"paper: {entry.paper}", "", *printed, "–"))))
    head = ("method", "n", "SR", "SPL", "CR")
    return Table("Table III: things that a board tells of, level 1", head, tuple(rows), NOTE)
