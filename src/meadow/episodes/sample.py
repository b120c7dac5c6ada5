"""Fair samples of a suite: a few episodes that stand for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from meadow.episodes.houses import home_of
from meadow.episodes.schema import Episode

T = TypeVar("T")

#: What a sample is balanced over, and how much each factor weighs where not all can be even at once.
FACTORS: tuple[tuple[Callable[[Episode], Hashable], int], ...] = (
    (lambda e: e.tags.get("setting", ""), 16),
    (lambda e: e.difficulty, 16),
    (lambda e: home_of(e.house), 4),
    (lambda e: e.goal.category, 2),
)
#: How much every combination of several factors weighs.
COMBINED_WEIGHT = 1


def spread(episodes: Sequence[Episode], count: int) -> list[Episode]:
    """The first ``count`` episodes of :func:`balanced_order`, put back in the order of the suite.

    A larger sample contains every smaller one.
    """
    if count >= len(episodes):
        return list(episodes)
    return [episodes[i] for i in sorted(balanced_order(episodes, count))]


def balanced_order(episodes: Sequence[Episode], count: int | None = None) -> list[int]:
    """Places of episodes in an order whose every beginning has the proportions of the whole.

    Next comes the episode whose setting, difficulty, home and goal, and their combinations, are furthest
    behind their share of the whole; of equals, the first in the suite. Difficulties and settings of the
    shipped suites stay within one episode of their share. Only integers are compared, so the order is
    the same on every machine.

    Args:
        episodes: The whole suite.
        count: How many places are wanted; all by default.
    """
    total = len(episodes)
    factors = _factors(episodes)
    taken = [np.zeros(len(sizes), np.int64) for _, sizes, _ in factors]
    free = np.ones(total, bool)
    order: list[int] = []
    for place in range(1, min(total if count is None else count, total) + 1):
        behind = np.zeros(total, np.int64)
        for (levels, sizes, weight), had in zip(factors, taken):
            behind += weight * (place * sizes - total * had)[levels]
        pick = int(np.where(free, behind, np.iinfo(np.int64).min).argmax())
        free[pick] = False
        order.append(pick)
        for (levels, _, _), had in zip(factors, taken):
            had[levels[pick]] += 1
    return order


def _factors(
    episodes: Sequence[Episode],
) -> list[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """For each factor and combination: every episode's level, the size of each level, the weight."""
    named = [([value(e) for e in episodes], weight) for value, weight in FACTORS]
    varied = [(values, weight) for values, weight in named if len(set(values)) > 1]
    combined: list[tuple[list[Hashable], int]] = [
        (list(zip(*(values for values, _ in some))), COMBINED_WEIGHT)
        for size in range(2, len(varied) + 1)
        for some in combinations(varied, size)
    ]
    found = []
    for values, weight in [*varied, *combined]:
        numbers: dict[Hashable, int] = {}
        levels = np.array([numbers.setdefault(v, len(numbers)) for v in values], np.int64)
        found.append((levels, np.bincount(levels).astype(np.int64), weight))
    return found


def in_turns(queues: Iterable[Sequence[T]]) -> list[T]:
    """The first of each queue, then the second of each, until all are empty."""
    queues = list(queues)
    longest = max(map(len, queues), default=0)
    return [queue[i] for i in range(longest) for queue in queues if i < len(queue)]


def grouped(items: Iterable[T], key: Callable[[T], Hashable]) -> list[list[T]]:
    """Items with the same key together, in the order in which the keys first come."""
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.values())
