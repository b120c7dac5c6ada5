"""Export a YOLO-World checkpoint to ONNX with the text matrix as an input.

    python scripts/export_yolo_world.py --weights yolov8s-worldv2.pt --sha256 7c951d3b... --out DIR

Needs ``ultralytics`` and its checkpoint, both AGPL-3.0: run it where you may use them. Nothing of either
is part of Meadow. The checkpoint is a pickle, so its hash must be given.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import torch
import tyro


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


def main(config: Config) -> None:
    """Check, load, export."""
    found = hashlib.sha256(config.weights.read_bytes()).hexdigest()
    if found != config.sha256:
        raise SystemExit(f"{config.weights}: sha256 is {found}, expected {config.sha256}")
    checkpoint = torch.load(config.weights, map_location="cpu", weights_only=False)
    model = WithTexts((checkpoint.get("ema") or checkpoint["model"]).float().eval(), config.phrases)
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


if __name__ == "__main__":
    main(tyro.cli(Config))
