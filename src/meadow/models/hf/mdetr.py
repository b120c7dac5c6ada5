"""MDETR from a local checkpoint of its authors: boxes, and masks with the segmentation variant."""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from torch.nn import functional as F

from meadow.errors import FileFormatError
from meadow.models.boxes import corners, merge, suppress
from meadow.models.hf.base import numbers, pick_device, pick_dtype
from meadow.models.hf.images import Preprocessing, for_each_size
from meadow.models.hf.mdetr_network import Network
from meadow.models.hf.weights import check_pickle, check_safetensors, hash_file, locate_tokenizer
from meadow.models.protocols import Card
from meadow.models.threads import model_threads
from meadow.types import Array, Detections, empty_detections

IMAGENET = Preprocessing((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))

#: Shorter side of the input, and what the longer one may not exceed, as in its training.
SHORT, LONG = 800, 1333


class Mdetr:
    """One caption per phrase; a query's score is the probability that it is an object of the caption.

    Args:
        path: The checkpoint: ``.safetensors``, or the authors' ``.pth`` with its hash pinned.
        pickle_sha256: Hash of a ``.pth`` that you trust.
        tokenizer: Directory or hub id with the tokenizer files of RoBERTa.
        device: E.g. ``cpu`` or ``cuda``.
        dtype: ``float32``, ``float16`` or ``bfloat16``.
        short: Shorter side of the input in pixels.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        pickle_sha256: str = "",
        tokenizer: str = "roberta-base",
        device: str = "cpu",
        dtype: str = "float32",
        short: int = SHORT,
    ) -> None:
        torch.set_num_threads(model_threads())
        self.path = Path(path).expanduser()
        self.device, self.dtype = pick_device(device), pick_dtype(dtype)
        self._short = short
        self._notes = {"device": device, "dtype": dtype, "tokenizer": tokenizer}
        weights = read_checkpoint(self.path, pickle_sha256)
        self.network = Network(weights).to(self.device, self.dtype).eval()
        self.network.body = {
            key: value.to(self.device, self.dtype) for key, value in self.network.body.items()
        }
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(
            locate_tokenizer(tokenizer), local_files_only=True
        )

    def card(self) -> Card:
        """The file and its hash."""
        return Card(f"mdetr:{self.path.name}", "detector", "", hash_file(self.path), self._notes)

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.5
    ) -> list[Detections]:
        """Boxes (and masks, if the checkpoint has them) of the phrases, best first."""
        if not images or not phrases:
            return [empty_detections() for _ in images]

        def passes(same: list[Array]) -> list[Detections]:
            pixels = IMAGENET.fit(same, self._short, round(self._short * LONG / SHORT))
            inputs = torch.from_numpy(pixels).to(self.device, self.dtype)
            parts = [self._pass(same, inputs, phrase, threshold) for phrase in phrases]
            return [merge(found) for found in zip(*parts)]

        return for_each_size(images, passes)

    def _pass(
        self,
        images: Sequence[Array],
        pixels: torch.Tensor,
        phrase: str,
        threshold: float,
    ) -> list[Detections]:
        ids = self.tokenizer(phrase, return_tensors="pt").input_ids.to(self.device)
        with torch.inference_mode():
            output = self.network(pixels, ids.expand(len(images), -1))
        scores = numbers(1.0 - output.logits.float().softmax(-1)[..., -1])
        edges = corners(numbers(output.boxes))
        found = []
        for row, image in enumerate(images):
            height, width = image.shape[:2]
            boxes = np.clip(edges[row], 0.0, 1.0) * (width, height, width, height)
            good = np.flatnonzero(scores[row] >= threshold)
            same = np.zeros(len(good))
            kept = good[suppress(boxes[good], scores[row][good], same)]
            masks = None
            if output.masks is not None:
                masks = _cut(output.masks[row, kept.tolist()], (height, width))
            labels = (phrase,) * len(kept)
            box = boxes[kept].astype(np.float32)
            found.append(Detections(box, scores[row][kept], labels, masks))
        return found


def _cut(logits: torch.Tensor, size: tuple[int, int]) -> Array:
    """(K, H, W) masks of the frame."""
    if not len(logits):
        return np.zeros((0, *size), bool)
    mask: Array = numbers(F.interpolate(logits[None].float(), size=size, mode="bilinear")[0]) > 0.0
    return mask


def read_checkpoint(path: Path, pickle_sha256: str = "") -> dict[str, torch.Tensor]:
    """The weights of a checkpoint; a pickle is opened only when its hash is pinned."""
    if not path.is_file():
        raise FileFormatError(
            f"{path}: no such file. Get a checkpoint from the MDETR authors' page and give its path"
        )
    if path.suffix == ".safetensors":
        check_safetensors(path)
        from safetensors.torch import load_file

        return _plain(load_file(path))
    check_pickle(path, pickle_sha256)
    try:
        # The authors' files hold their command line; nothing else beyond tensors is allowed.
        with torch.serialization.safe_globals([argparse.Namespace]):
            content: Any = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, pickle.UnpicklingError, OSError, ValueError) as error:
        raise FileFormatError(f"{path}: cannot be opened ({error}). Download it again") from error
    for key in ("model_ema", "model"):
        if isinstance(content, dict) and content.get(key):
            content = content[key]
            break
    return _plain(content)


def _plain(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The segmentation variant wraps the detector; both get the same names."""
    return {key.removeprefix("detr."): value for key, value in weights.items()}


def load(rest: str, **options: Any) -> Mdetr:
    """The detector of ``mdetr:PATH``."""
    return Mdetr(rest, **options)
