"""Exams of a training on validation homes, after each doubling of its steps."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow import serialize
from meadow.episodes.seeds import EYES_VALIDATION
from meadow.errors import RunError
from meadow.types import Array

if TYPE_CHECKING:
    from meadow.learning.eyes.train import EyesTrainer

EXAMS = "exams.jsonl"
FIRST = 2000
"""Steps after which the first exam is taken; each further one after twice as many."""
FRAMES = 240
CLOSER_FRAMES = 120
"""Number of frames for the figures of glances and stop views, which take longer."""
ALIVE_FRAMES = 32
"""Number of frames in which the tower's channels are watched."""
#: Figures that are kept of an exam, with their headings in tables. Those from stop views on were added
#: later, so earlier exams lack some of them.
KEPT = {
    "category_ap50": "AP50",
    "category_ap50_small": "small",
    "name_top1_600": "named",
    "distractor_choice": "choice",
    "recall_at_threshold": "recall",
    "colour_accuracy": "colour",
    "material_accuracy": "material",
    "synonym_ratio": "synonyms",
    "stop_view_recall": "stop",
    "category_ap50_glance": "glance",
    "name_top1_150_600_glance": "named gl.",
    "category_ap50_taught": "taught",
    "name_top1_600_taught": "named t.",
    "channels_alive": "alive",
}


def due(step: int) -> bool:
    """Whether an exam is taken after this step."""
    doublings, rest = divmod(step, FIRST)
    return rest == 0 and doublings > 0 and doublings & (doublings - 1) == 0


def next_exam(step: int) -> int:
    """The first step after ``step`` with an exam."""
    following = FIRST
    while following <= step:
        following *= 2
    return following


def read_exams(directory: Path) -> list[dict[str, Any]]:
    """The exams of a training, the earliest first; of two at one step the later counts."""
    path = directory / EXAMS
    if not path.exists():
        return []
    rows: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            row = json.loads(line)
            rows[int(row["step"])] = row
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{path}, line {number}: no row of an exam ({error})") from error
    return [rows[step] for step in sorted(rows)]


def restore_exams(source: Path, directory: Path, steps: int) -> None:
    """Copy the exams of the first ``steps`` steps to a training's directory that has none of its own."""
    if (directory / EXAMS).exists() or not (source / EXAMS).exists():
        return
    rows = [row for row in read_exams(source) if row["step"] <= steps]
    directory.mkdir(parents=True, exist_ok=True)
    serialize.write_bytes(
        directory / EXAMS, b"".join(serialize.encode(row) + b"\n" for row in rows)
    )


def examine(trainer: EyesTrainer, directory: Path, frames: int = FRAMES) -> dict[str, Any]:
    """Write the mean weights of a training, examine them and add a row to its exams."""
    from meadow.learning.eyes.exam.evaluate import calibrate, evaluate, write_settings
    from meadow.learning.eyes.export import export
    from meadow.learning.eyes.quantise import typical_frames
    from meadow.models.eyes import load_eyes

    start = time.monotonic()
    folder = directory / f"step-{trainer.step:07d}"
    config = trainer.config
    typical = typical_frames(0, zero_shot=config.zero_shot, revision=config.revision)
    name = export(trainer, folder, frames=typical, quantise=False).stem
    eyes = load_eyes(name, directory=folder)
    first = EYES_VALIDATION.start + frames  # homes of the calibration, none of which is examined
    write_settings(calibrate(eyes, frames // 2, first_home=first), folder)
    eyes = load_eyes(name, directory=folder)
    closer = min(frames, CLOSER_FRAMES)
    result = evaluate(eyes, frames, first_home=EYES_VALIDATION.start, closer=closer)
    result["channels_alive"] = least_alive(trainer, typical)
    row = {
        "step": trainer.step,
        "hours": round(trainer.seconds / 3600.0, 3),
        "frames": frames,
        "closer_frames": closer,
        **{key: round(result[key], 4) for key in KEPT},
        "exam_seconds": round(time.monotonic() - start, 1),
    }
    with (directory / EXAMS).open("ab") as file:
        file.write(serialize.encode(row) + b"\n")
    return row


def least_alive(trainer: EyesTrainer, frames: Array) -> float:
    """The smallest fraction of channels alive in any block that learns, in (N, H, W, 3) uint8 frames."""
    import torch

    from meadow.learning.eyes.network.alive import channels_alive

    images = torch.from_numpy(frames[:ALIVE_FRAMES]).permute(0, 3, 1, 2).float()
    stages = channels_alive(trainer.mean_net().image, images)
    return min(stages[trainer.config.frozen_stages :])
