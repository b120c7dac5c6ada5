"""The status of a training, as ``meadow train status`` prints it, read from its files without torch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.errors import RunError
from meadow.learning.checkpoint import CHECKPOINT, with_new_names
from meadow.learning.eyes.exam.scaling import EXAMS, KEPT, next_exam, read_exams
from meadow.models.eyes.files import weights_name

LOG = "log.jsonl"
CONFIG = "plan.json"
"""Configuration of a training; the file keeps the name that older trainings gave it."""
#: Fields of older trainings and their present names.
NEW_NAMES = {
    "batch": "batch_size",
    "frozen": "frozen_stages",
    "warmup": "warmup_steps",
    "constant": "constant_steps",
    "cooldown": "cooldown_steps",
    "mean": "ema_decay",
    "newcomers": "oversample_held_out",
}
RECENT = 25
"""Number of rows of the log over which speed and accuracies are averaged."""


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a training, read from its files."""

    directory: Path
    config: dict[str, Any]
    rows: list[dict[str, float]]
    exams: list[dict[str, Any]]

    @property
    def step(self) -> int:
        """The last step in the log."""
        return int(self.rows[-1]["step"]) if self.rows else 0

    @property
    def seconds_per_step(self) -> float:
        """Seconds per step, averaged over the last rows of the log."""
        recent = self.rows[-RECENT:]
        if len(recent) < 2 or recent[-1]["step"] <= recent[0]["step"]:
            return float("nan")
        minutes = recent[-1]["minutes"] - recent[0]["minutes"]
        return 60.0 * minutes / (recent[-1]["step"] - recent[0]["step"])


def trainings_directory() -> Path:
    """Directory of the trainings that were started without ``--out``."""
    return serialize.cache_directory() / "trainings"


def known_trainings() -> list[Path]:
    """Directories of those trainings, the one that was last saved first."""
    found = trainings_directory().glob(f"*/{CHECKPOINT}")
    return [path.parent for path in sorted(found, key=lambda p: -p.stat().st_mtime)]


def read_status(directory: Path) -> Status:
    """Read the files of a training; rows of the log that were cut off by a kill are skipped.

    A directory may hold the exams alone, as one does in which weights are kept, or the configuration
    alone, when no step was logged yet.
    """
    if not any((directory / name).exists() for name in (LOG, EXAMS, CONFIG)):
        raise RunError(
            f"{directory} holds no training: expected {LOG}, {EXAMS} or {CONFIG}, which meadow train eyes "
            "writes"
        )
    rows = []
    text = (directory / LOG).read_text() if (directory / LOG).exists() else ""
    for line in text.splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    config: dict[str, Any] = {}
    if (directory / CONFIG).exists():
        config = serialize.decode((directory / CONFIG).read_bytes(), dict, str(directory / CONFIG))
        config = with_new_names(config, NEW_NAMES)
    return Status(directory, config, rows, read_exams(directory))


def lines(status: Status) -> list[str]:
    """The report, one line of text each."""
    config, last = status.config, (status.rows[-1] if status.rows else {})
    name = weights_name(config.get("model", status.directory.name), bool(config.get("zero_shot")))
    seconds = status.seconds_per_step
    out = [f"{name} in {status.directory}"]
    if not last:
        return [*out, "  no step is logged", *exam_table(status.exams)]
    pictures = status.step * config.get("batch_size", 16)
    hours = last["minutes"] / 60.0
    out.append(f"  step {status.step:,} ({pictures:,} pictures, {hours:.1f} hours of learning)")
    following = next_exam(status.step)
    if seconds == seconds:
        wait = (following - status.step) * seconds / 3600.0
        out.append(
            f"  {seconds:.2f} s a step; next exam at step {following:,}, in {wait:.1f} hours"
        )
    recent = status.rows[-RECENT:]
    for key in ("loss", "named", "coloured", "material"):
        values = [row[key] for row in recent if key in row]
        if values:
            out.append(
                f"  {key:9s} {sum(values) / len(values):.3f} over the last {len(values)} rows"
            )
    return out + exam_table(status.exams)


def exam_table(exams: list[dict[str, Any]]) -> list[str]:
    """A table of the exams, a column for each figure."""
    if not exams:
        return [f"  no exam yet ({EXAMS})"]
    out = ["", "     steps  hours" + "".join(f"{head:>10s}" for head in KEPT.values())]
    for row in exams:
        cells = "".join(_cell(row.get(key)) for key in KEPT)
        out.append(f"{row['step']:10,d} {row['hours']:6.1f}{cells}")
    return out


def _cell(value: float | None) -> str:
    """A figure, or a dash for one that the exam did not measure."""
    return f"{'-' if value is None else f'{value:.3f}':>10s}"
