"""Fair samples of a suite: a few episodes that stand for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from meadow.episodes.houses import home_of
from meadow.episodes.schema import Episode

T = TypeVar("T")


def spread(episodes: Sequence[Episode], count: int) -> list[Episode]:
    """``count`` episodes spread evenly over homes, settings and goals, in the order of the suite.

    Homes take turns, and in a home its settings and their goals, so a subset of any size is as balanced
    as it can be, and a larger one contains it.
    """
    homes = grouped(episodes, lambda e: home_of(e.house))
    queues = [_mixed(home, place) for place, home in enumerate(homes)]
    picked = {e.id for e in in_turns(queues)[:count]}
    return [e for e in episodes if e.id in picked]


def in_turns(queues: Iterable[Sequence[T]]) -> list[T]:
    """The first of each queue, then the second of each, until all are empty."""
    queues = list(queues)
    longest = max(map(len, queues), default=0)
    return [queue[i] for i in range(longest) for queue in queues if i < len(queue)]


def grouped(episodes: Iterable[Episode], key: Callable[[Episode], Hashable]) -> list[list[Episode]]:
    """Episodes with the same key together, in the order in which the keys first come."""
    groups: dict[Hashable, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(key(episode), []).append(episode)
    return list(groups.values())


def _mixed(episodes: Sequence[Episode], first: int) -> list[Episode]:
    """Of one home, settings and goals in turns; each home begins with another, or all would with one.

    Suites without settings come mixed: they say themselves what a home's first episodes are.
    """
    if not any("setting" in e.tags for e in episodes):
        return list(episodes)
    settings = []
    for setting in grouped(episodes, lambda e: e.tags.get("setting", "")):
        goals = grouped(setting, lambda e: e.goal.category)
        settings.append(in_turns(_rotated(goals, first)))
    return in_turns(_rotated(settings, first))


def _rotated(queues: Sequence[T], first: int) -> list[T]:
    first %= len(queues)
    return [*queues[first:], *queues[:first]]
