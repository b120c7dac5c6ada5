"""What YOLO-World finds in generated homes.

    python results/yolo_world/run.py --model yolo-world:/path/to.onnx --frames 120 --out FILE.json

Truth is the renderer's instance ids: an object counts from 600 pixels of the frame when it is scaled to
224 x 224, and is found when a box of its name overlaps its visible box by half.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tyro
from PIL import Image, ImageDraw

from meadow.episodes.recipe import SPLITS
from meadow.models import load_model
from meadow.models.boxes import overlaps
from meadow.scenes.generator import generate_house
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Camera, Embodiment

#: Our categories under the names that detectors know them by.
NAMES = {
    "sofa": "sofa", "bed": "bed", "chair": "chair", "dining table": "dining table",
    "fridge": "refrigerator", "toilet": "toilet", "television": "tv", "oven": "oven",
    "microwave": "microwave", "bath tub": "bathtub", "house plant": "potted plant",
    "floor lamp": "lamp", "desk": "desk", "bookshelf": "bookcase", "wardrobe": "wardrobe",
    "painting": "painting", "mirror": "mirror", "laptop": "laptop", "pillow": "pillow",
    "coffee table": "coffee table", "armchair": "armchair", "garbage can": "trash can",
    "book": "book", "vase": "vase", "sink": "sink", "cabinet": "cabinet", "curtain": "curtain",
    "office chair": "chair", "stool": "stool", "dresser": "dresser", "night stand": "nightstand",
    "wall clock": "clock", "dining chair": "chair", "table lamp": "lamp", "desk lamp": "lamp",
    "ceiling lamp": "lamp", "wall cabinet": "cabinet", "filing cabinet": "cabinet",
    "bunk bed": "bed", "poster": "painting", "rocking chair": "chair", "bar stool": "stool",
    "flower pot": "potted plant",
}  # fmt: skip
LARGE = 600 / 224**2


@dataclass(frozen=True, kw_only=True)
class Config:
    """What to run."""

    model: str
    frames: int = 120
    homes: int = 12
    side: int = 640
    threshold: float = 0.1
    out: Path | None = None
    """JSON with the figures."""
    pictures: Path | None = None
    """Directory for annotated frames."""


def main(config: Config) -> None:
    """Render, detect, count."""
    model = load_model(config.model, kind="detector")
    phrases = sorted(set(NAMES.values()))
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=config.side, height=config.side)))
    seen, found, right, alarms, seconds = *(defaultdict(int) for _ in range(4)), 0.0
    for index in range(config.frames):
        house = generate_house(SPLITS["val"] + index % config.homes, rooms=6)
        pose = simulator.free_pose(house, seed=index)
        simulator.place(house, pose)
        frames = simulator.frames
        truth = _truth(house, frames.ids)
        start = time.perf_counter()
        got = model.detect([frames.rgb], phrases, threshold=config.threshold)[0]
        seconds += time.perf_counter() - start
        _count(truth, got, seen, found, right, alarms)
        if config.pictures and index < 12:
            _draw(frames.rgb, got, config.pictures / f"{index:03d}.png")
    table = {
        name: {
            "objects": seen[name],
            "recall": found[name] / seen[name],
            "precision": right[name] / max(right[name] + alarms[name], 1),
        }
        for name in sorted(seen)
    }
    total = {
        "model": model.card().summary(),
        "frames": config.frames,
        "side": config.side,
        "threshold": config.threshold,
        "objects": sum(seen.values()),
        "recall": sum(found.values()) / sum(seen.values()),
        "precision": sum(right.values()) / max(sum(right.values()) + sum(alarms.values()), 1),
        "ms_per_frame": 1e3 * seconds / config.frames,
        "by_name": table,
    }
    text = json.dumps(total, indent=1)
    print(text)
    if config.out:
        config.out.write_text(text + "\n")


def _truth(house, ids) -> list[tuple[str, np.ndarray, bool]]:
    """Name, visible box and whether it is large, of every object whose name is asked for."""
    out = []
    for index in np.unique(ids[ids > 0]):
        if index > len(house.objects):
            continue
        name = NAMES.get(house.objects[index - 1].category)
        rows, columns = np.nonzero(ids == index)
        if name:
            box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            out.append((name, np.array(box, np.float32), len(rows) >= LARGE * ids.size))
    return out


def _count(truth, got, seen, found, right, alarms) -> None:
    labels = np.array(got.labels)
    for name, box, large in truth:
        if large:
            mine = got.boxes[labels == name] if len(got) else got.boxes
            seen[name] += 1
            found[name] += bool(len(mine) and overlaps(box, mine).max() >= 0.5)
    for box, name in zip(got.boxes, got.labels):
        same = [b for n, b, _ in truth if n == name]
        hit = bool(same and overlaps(box, np.array(same)).max() >= 0.5)
        (right if hit else alarms)[name] += 1


def _draw(rgb, got, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(rgb)
    pen = ImageDraw.Draw(image)
    for box, score, label in zip(got.boxes, got.scores, got.labels):
        pen.rectangle([float(v) for v in box], outline=(255, 0, 0), width=2)
        pen.text((float(box[0]) + 3, float(box[1]) + 2), f"{label} {score:.2f}", fill=(255, 0, 0))
    image.save(path)


if __name__ == "__main__":
    main(tyro.cli(Config))
