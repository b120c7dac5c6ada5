"""The paper's Table 3: seven ways to resist corruption, in five worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from meadow.metrics.statistics import Estimate

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

    def policy(self, folder: Path, corruption: str) -> Path | None:
        """The file that is to be evaluated in a world; None where it was not made."""
        name = f"{self.file}-{corruption or 'clean'}" if self.adapted else self.file
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
    Way("fine-tuned with reward", "tuned", adapted=True),
)

Cell = Mapping[str, Estimate]


def table_rows(found: Mapping[tuple[str, str], Cell]) -> list[list[str]]:
    """Label, then SPL and success in percent for each world; a dash where nothing was run."""
    rows = []
    for number, way in enumerate(WAYS, start=1):
        row = [f"{number} {way.label}"]
        for world in WORLDS:
            cell = found.get((way.label, world))
            row += ["-", "-"] if cell is None else [_percent(cell[m]) for m in ("spl", "success")]
        rows.append(row)
    return rows


def _percent(value: Estimate) -> str:
    half = 50.0 * (value.high - value.low)
    return f"{100.0 * value.mean:.1f} ± {half:.1f}"
