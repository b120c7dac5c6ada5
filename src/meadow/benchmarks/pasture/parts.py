"""Parts of a suite that have a name: one setting, a few categories, a fixed sample of every setting."""

from __future__ import annotations

from meadow.benchmarks.pasture.settings import FOUR, SETTINGS
from meadow.episodes.schema import Episode
from meadow.seeding import stream

PER_SETTING = 50
"""Episodes of each setting in the fixed sample."""


def by_setting(episodes: list[Episode], setting: str) -> list[Episode]:
    """The episodes of one setting."""
    return [e for e in episodes if e.tags.get("setting") == setting]


def four_categories(episodes: list[Episode]) -> list[Episode]:
    """The categories that zero-shot agents of the literature were not trained on."""
    return [e for e in episodes if e.goal.category in FOUR]


def fixed(episodes: list[Episode]) -> list[Episode]:
    """The same 50 episodes of every setting, whoever asks.

    Settings about the same things contribute the same things and starts, so that they stay pairs.
    """
    picked: set[str] = set()
    for name, setting in SETTINGS.items():
        group = by_setting(episodes, name)
        order = stream(0, "pasture", "fixed", setting.role).shuffled(range(len(group)))
        picked.update(group[i].id for i in order[:PER_SETTING])
    return [e for e in episodes if e.id in picked]
