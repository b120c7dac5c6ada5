"""Export a YOLO-World checkpoint to ONNX with the text matrix as an input, and a table of text vectors.

    python scripts/export_yolo_world.py --weights yolov8s-worldv2.pt --sha256 7c951d3b... --out DIR
    python scripts/export_yolo_world.py ... --side 320 --phrases 4 --metadata datasets/metadata

Needs ``ultralytics`` and its checkpoint, both AGPL-3.0: run it where you may use them. Nothing of either
is part of Meadow. The checkpoint is a pickle, so its hash must be given. The metadata are Detic's
(Apache-2.0, its folder ``datasets/metadata``); without them, phrases need CLIP itself to be encoded.
"""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import tyro

from meadow.types import Array


@dataclass(frozen=True, kw_only=True)
class Config:
    """What to export."""

    weights: Path
    sha256: str
    """Of the checkpoint; it is not opened when it differs."""
    out: Path
    side: int = 640
    """Pixels of the square input."""
    phrases: int = 64
    """Rows of the text matrix; fewer phrases are padded, more are asked in several passes."""
    metadata: Path | None = None
    """Folder with CLIP's vectors of the names of LVIS, Objects365 and COCO; a table is made of them."""


class WithTexts(torch.nn.Module):
    """The detector as a function of images and text vectors."""

    def __init__(self, model: torch.nn.Module, phrases: int) -> None:
        super().__init__()
        self.model = model
        head = model.model[-1]
        head.nc, head.export, head.format = phrases, True, "onnx"

    def forward(self, images: torch.Tensor, texts: torch.Tensor) -> torch.Tensor:
        """(N, 4 + K, anchors): centre x, y, width, height in input pixels, then K scores."""
        return self.model.predict(images, txt_feats=texts)


def text_table(folder: Path, own: dict[str, Array]) -> dict[str, Array]:
    """Unit vectors of names: the detector's own 80 and, moved to where these lie, those of ``folder``."""
    theirs = _unit(np.load(folder / "coco_clip_a+cname.npy"))
    # Both are CLIP's vectors of COCO's names; what they differ by in the mean is the wording around them.
    wording = (_unit(np.stack(list(own.values()))) - theirs).mean(axis=0)
    with (folder / "Objects365_names_fix.csv").open(newline="") as file:
        objects = [row[1].split("/")[0] for row in csv.reader(file)]
    lvis = json.loads((folder / "lvis_v1_train_cat_info.json").read_text())
    kinds = [c["name"].replace("_", " ").split("(")[0] for c in sorted(lvis, key=lambda c: c["id"])]
    table: dict[str, Array] = {}
    for names, file_name in ((objects, "o365_clip_a+cnamefix"), (kinds, "lvis_v1_clip_a+cname")):
        vectors = _unit(_unit(np.load(folder / f"{file_name}.npy")) + wording)
        table |= {name.strip().lower(): vector for name, vector in zip(names, vectors, strict=True)}
    return table | {name.lower(): vector for name, vector in own.items()}


def _unit(vectors: Array) -> Array:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def main(config: Config) -> None:
    """Check, load, export."""
    found = hashlib.sha256(config.weights.read_bytes()).hexdigest()
    if found != config.sha256:
        raise SystemExit(f"{config.weights}: sha256 is {found}, expected {config.sha256}")
    checkpoint = torch.load(config.weights, map_location="cpu", weights_only=False)
    network = (checkpoint.get("ema") or checkpoint["model"]).float().eval()
    own = dict(zip(network.names.values(), network.txt_feats[0].numpy()))
    model = WithTexts(network, config.phrases)
    images = torch.zeros(1, 3, config.side, config.side)
    texts = torch.nn.functional.normalize(torch.randn(1, config.phrases, 512), dim=-1)
    config.out.mkdir(parents=True, exist_ok=True)
    path = config.out / f"{config.weights.stem}.onnx"
    torch.onnx.export(
        model,
        (images, texts),
        str(path),
        input_names=["images", "texts"],
        output_names=["detections"],
        dynamo=False,
    )
    print(f"{path}: {path.stat().st_size / 1e6:.0f} MB")
    if config.metadata is not None:
        table = text_table(config.metadata, own)
        letters = np.frombuffer("\n".join(table).encode(), np.uint8)
        vectors = np.stack(list(table.values())).astype(np.float32)
        np.savez(path.with_suffix(".texts.npz"), names=letters, vectors=vectors)
        print(f"{path.with_suffix('.texts.npz')}: {len(table)} names")


if __name__ == "__main__":
    main(tyro.cli(Config))
