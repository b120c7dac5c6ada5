"""PASTURE's words and distances as one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from meadow import optional, serialize
from meadow.benchmarks.pasture.settings import SETTINGS
from meadow.benchmarks.pasture.statistics import pasture_statistics
from meadow.episodes.schema import Episode
from meadow.episodes.statistics import geodesics
from meadow.scenes.modelling.finish import COLOURS

BLUE = "#5b8db8"
#: What objects stand on, at most so many bars.
MOST = 14


def plot_pasture(episodes: Sequence[Episode], path: Path) -> None:
    """Draw colours, materials, neighbours, carriers and distances."""
    optional.require("matplotlib").use("Agg")
    figure = optional.require("matplotlib.figure").Figure(figsize=(13, 8), layout="constrained")
    (colours, materials, near), (anchors, distance, lengths) = figure.subplots(2, 3)
    found = pasture_statistics(episodes)
    figure.suptitle(f"PASTURE: {len(episodes)} episodes in {len(found.settings)} settings")

    tints = [[channel / 255 for channel in COLOURS[name]] for name in found.colours]
    colours.barh(*_bars(found.colours), color=tints[::-1], edgecolor="#888888")
    colours.set(title="colours named", xlabel="objects")
    materials.barh(*_bars(found.materials), color=BLUE)
    materials.set(title="materials named", xlabel="objects")
    near.bar([str(n) for n in found.near], list(found.near.values()), color=BLUE)
    near.set(title="things an object is near to", xlabel="number", ylabel="objects")
    most = dict(list(found.anchors.items())[:MOST])
    anchors.barh(*_bars(most), color=BLUE)
    anchors.set(title="on, in or under", xlabel="objects")
    names = [name for name in SETTINGS if name in found.settings]
    by_setting = [geodesics(e for e in episodes if e.tags["setting"] == name) for name in names]
    distance.boxplot(by_setting, orientation="horizontal", showfliers=False)
    distance.set_yticks(range(1, len(names) + 1), names)
    distance.set(title="shortest way to success (m)")
    words = [len(e.goal.text.split()) for e in episodes]
    lengths.hist(words, bins=range(1, max(words) + 2), color=BLUE, align="left")
    lengths.set(title="words of a goal", xlabel="words", ylabel="episodes")
    with serialize.atomic(path) as file:
        figure.savefig(file, format=path.suffix.lstrip("."), dpi=110)


def _bars(counts: Mapping[str, int]) -> tuple[list[str], list[int]]:
    """Names and heights, the largest on top."""
    return list(counts)[::-1], list(counts.values())[::-1]
