"""What a set of episodes is like: distances, detours, categories, difficulty. Pure functions."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.episodes.schema import Episode


@dataclass(frozen=True)
class Spread:
    """The range of a quantity over the episodes that have it; all None when none has."""

    low: float | None
    mean: float | None
    median: float | None
    high: float | None
    n: int


@dataclass(frozen=True)
class EpisodeStatistics:
    """Counts and ranges over a set of episodes."""

    episodes: int
    homes: int
    geodesic: Spread
    """Metres from the start to the nearest success position."""
    ratio: Spread
    """Geodesic over Euclidean distance: 1 is a straight drive."""
    viewpoints: Spread
    """Stored success poses for each goal that is an object."""
    categories: Mapping[str, int]
    """Goals per category, most frequent first."""
    difficulty: Mapping[str, int]
    """Episodes per tercile: easy, medium, hard."""


def describe(episodes: Sequence[Episode]) -> EpisodeStatistics:
    """The statistics of a set of episodes."""
    levels = Counter(e.difficulty for e in episodes if e.difficulty)
    categories = Counter(g.category for e in episodes for g in e.goals if g.category)
    return EpisodeStatistics(
        episodes=len(episodes),
        homes=len({e.house.uri for e in episodes}),
        geodesic=spread_of(geodesics(episodes)),
        ratio=spread_of(ratios(episodes)),
        viewpoints=spread_of([len(g.viewpoints) for e in episodes for g in e.goals if g.category]),
        categories=dict(sorted(categories.items(), key=lambda item: (-item[1], item[0]))),
        difficulty={k: levels[k] for k in ("easy", "medium", "hard") if k in levels},
    )


def geodesics(episodes: Iterable[Episode]) -> list[float]:
    """Known geodesic distances, metres."""
    return [e.geodesic for e in episodes if e.geodesic is not None]


def ratios(episodes: Iterable[Episode]) -> list[float]:
    """Geodesic over Euclidean distance, where both are known and it is defined."""
    return [e.geodesic / e.euclidean for e in episodes if e.geodesic is not None and e.euclidean]


def spread_of(values: Sequence[float]) -> Spread:
    """Least, mean, median and most of some values."""
    if not values:
        return Spread(None, None, None, None, 0)
    mean, median = statistics.fmean(values), statistics.median(values)
    return Spread(min(values), mean, median, max(values), len(values))
