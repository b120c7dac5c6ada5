"""What the episodes of a study are like, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.episodes.houses import home_of
from meadow.episodes.schema import Episode
from meadow.episodes.statistics import describe
from meadow.evaluation.report.tables import Cell, Table


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """One quantity here and in the paper."""

    name: str
    value: float
    paper: float
    digits: int = 2


def paper_table(title: str, figures: Sequence[PaperFigure], note: str = "") -> Table:
    """Quantities beside the paper's."""
    rows = [
        (Cell(one.name), Cell(f"{one.value:.{one.digits}f}"), Cell(f"{one.paper:g}"))
        for one in figures
    ]
    return Table(title, ("", "here", "paper"), tuple(rows), note)


def count_table(title: str, counts: Mapping[str, Mapping[object, int]]) -> Table:
    """What occurs how often, a line for each kind."""
    rows = [
        (Cell(name), Cell(", ".join(f"{key} {count}" for key, count in each.items())))
        for name, each in counts.items()
    ]
    return Table(title, ("what", "how often"), tuple(rows))


def suite_table(name: str, episodes: Sequence[Episode]) -> Table:
    """How many episodes and homes there are, how far their goals are, and what they are tagged with."""
    found = describe(episodes)
    far = found.geodesic
    metres = (
        "–" if far.median is None else f"{far.low:.1f} to {far.high:.1f}, median {far.median:.1f}"
    )
    lines = {
        "episodes": str(found.episodes),
        "homes": str(len({home_of(e.house) for e in episodes})),
        "shortest path (m)": metres,
        "difficulty": ", ".join(f"{key} {count}" for key, count in found.difficulty.items()),
    }
    rows = tuple((Cell(key), Cell(text)) for key, text in lines.items())
    return Table(name, ("what", "figure"), rows)
