"""The paper's Table 3: seven ways to resist corruption, in five worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path

from meadow.benchmarks.robustnav.tables import Table
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import summarise
from meadow.metrics.statistics import Estimate, paired_difference

#: Columns: heading -> corruption.
WORLDS = {
    "clean": "",
    "lower FOV": "lower_fov",
    "defocus blur": "defocus_blur@5",
    "camera crack": "camera_crack",
    "spatter": "spatter@5",
}


@dataclass(frozen=True)
class Way:
    """A row: how a policy was made to resist."""

    label: str
    file: str
    """Name of its policy; an adapted one has the corruption behind it."""
    adapted: bool = False
    """Whether there is one policy for each world."""

    def name(self, corruption: str) -> str:
        """What its policy for a world is called."""
        return f"{self.file}-{corruption or 'clean'}" if self.adapted else self.file

    def policy(self, folder: Path, corruption: str) -> Path | None:
        """The file that is to be evaluated in a world; None where it was not made."""
        name = self.name(corruption)
        trained = sorted((folder / name).glob("*.onnx"))
        return next((path for path in (folder / f"{name}.onnx", *trained) if path.is_file()), None)


#: In the order of the paper.
WAYS = (
    Way("PointNav RGB", "vanilla"),
    Way("+ action prediction", "action"),
    Way("+ action prediction, adapted", "action", adapted=True),
    Way("+ rotation prediction", "rotation"),
    Way("+ rotation prediction, adapted", "rotation", adapted=True),
    Way("+ data augmentation", "augmented"),
    Way("fine-tuned on the target", "tuned", adapted=True),
)

Cells = Mapping[tuple[str, str], Sequence[Row]]
"""(A way's label, a world) -> what became of the episodes."""


def resistance_table(found: Cells) -> Table:
    """Label, SPL and success in percent for each world, then the gain; a dash where nothing was run."""
    metrics = [f"{world} {metric}" for world in WORLDS for metric in ("SPL", "SR")]
    head = ("", *metrics, "SR beyond row 1, the four corruptions [95 %]")
    episodes = max(len(cell) for cell in found.values())
    rows = []
    for number, way in enumerate(WAYS, start=1):
        row = [f"{number} {way.label}"]
        for world in WORLDS:
            cell = found.get((way.label, world))
            told = None if cell is None else summarise(cell)
            row += ["-", "-"] if told is None else [_percent(told[m]) for m in ("spl", "success")]
        rows.append((*row, _gain(found, way.label)))
    return Table(
        f"Table 3: resisting visual corruption, {episodes} episodes a cell", head, tuple(rows)
    )


def _gain(found: Cells, label: str) -> str:
    """Points of success beyond the first row's in the same corrupted episodes, clustered by home."""
    first = WAYS[0].label
    worlds = [w for w, c in WORLDS.items() if c and (first, w) in found and (label, w) in found]
    if label == first or not worlds:
        return "-"
    plain, own = (_means(found, way, worlds) for way in (first, label))
    homes = {row["episode"]: row["home"] for world in worlds for row in found[label, world]}
    both = sorted(plain.keys() & own.keys())
    value = paired_difference(
        [plain[e] for e in both], [own[e] for e in both], [homes[e] for e in both]
    )
    if value.mean is None:
        return "-"
    if value.low is None or value.high is None:
        return f"{100 * value.mean:+.1f}"
    return f"{100 * value.mean:+.1f} [{100 * value.low:+.1f}, {100 * value.high:+.1f}]"


def _means(found: Cells, label: str, worlds: Sequence[str]) -> dict[str, float]:
    """Episode -> success, mean over worlds."""
    each: dict[str, list[float]] = {}
    for world in worlds:
        for row in found[label, world]:
            each.setdefault(row["episode"], []).append(row["metrics"]["success"])
    return {e: fsum(v) / len(v) for e, v in each.items() if len(v) == len(worlds)}


def _percent(value: Estimate) -> str:
    if value.mean is None:
        return "-"
    if value.low is None or value.high is None:
        return f"{100.0 * value.mean:.1f}"
    return f"{100.0 * value.mean:.1f} ± {50.0 * (value.high - value.low):.1f}"
