"""Histograms of a set of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow import optional, serialize
from meadow.episodes.schema import Episode
from meadow.episodes.statistics import describe, geodesics, ratios

_LEVELS = {"easy": "#7fb069", "medium": "#e6aa68", "hard": "#ca3c25"}


def plot_statistics(episodes: Sequence[Episode], path: Path, title: str = "") -> None:
    """Draw distances, detours, categories and difficulty as one picture."""
    optional.require("matplotlib").use("Agg")
    figure_module = optional.require("matplotlib.figure")

    figure = figure_module.Figure(figsize=(11, 7), layout="constrained")
    (distance, detour), (category, difficulty) = figure.subplots(2, 2)
    figure.suptitle(title or f"{len(episodes)} episodes")
    facts = describe(episodes)

    groups = {k: geodesics(e for e in episodes if e.difficulty == k) for k in facts.difficulty}
    if groups:
        colours = [_LEVELS[k] for k in groups]
        distance.hist(groups.values(), bins=24, stacked=True, color=colours, label=list(groups))
        distance.legend()
    else:
        distance.hist(geodesics(episodes), bins=24)
    distance.set(xlabel="geodesic distance (m)", ylabel="episodes")

    detour.hist(ratios(episodes), bins=24, color="#5b8db8")
    detour.set(xlabel="geodesic / Euclidean distance", ylabel="episodes")

    names = list(facts.categories)[::-1]
    category.barh(names, [facts.categories[n] for n in names], color="#5b8db8")
    category.set(xlabel="episodes", title="" if names else "no categories: goals are points")

    levels = list(facts.difficulty)
    counts = [facts.difficulty[k] for k in levels]
    bars = difficulty.bar(levels, counts, color=[_LEVELS[k] for k in levels])
    difficulty.bar_label(bars)
    difficulty.margins(y=0.12)
    difficulty.set(ylabel="episodes", title="terciles of geodesic distance")

    with serialize.atomic(path) as file:
        figure.savefig(file, format=path.suffix.lstrip(".") or "png", dpi=110)
