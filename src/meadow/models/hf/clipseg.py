"""CLIPSeg: a heat map for each phrase, cut into masks and boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from PIL import Image
from scipy import ndimage

from meadow.models.boxes import merge
from meadow.models.hf.base import HFModel, numbers
from meadow.models.hf.images import checked
from meadow.types import Array, Detections, empty_detections

#: Where a map is beyond this part of its peak, it belongs to the thing.
EDGE = 0.5

#: Specks smaller than this part of the image are noise.
SPECK = 0.0005


class ClipSeg(HFModel):
    """Finds phrases by CLIPSeg, whose heat map of each phrase is cut into regions."""

    architecture = "CLIPSegForImageSegmentation"
    kind = "detector"

    def heat(self, images: Sequence[Array], phrases: Sequence[str]) -> Array:
        """(N, P, S, S) probabilities at the resolution of the model."""
        side = self.preprocessing.side or self.model.config.vision_config.image_size
        pixels = self.tensor(self.preprocessing.squash(checked(images), side, side))
        length = self.model.config.text_config.max_position_embeddings
        batch = self.tokens(phrases, padding="max_length", max_length=length)
        maps = []
        with torch.inference_mode():
            for row in range(len(phrases)):
                text = {key: value[row].repeat(len(images), 1) for key, value in batch.items()}
                logits = self.model(pixel_values=pixels, **text).logits
                maps.append(logits.reshape(len(images), *logits.shape[-2:]).sigmoid())
        result: Array = numbers(torch.stack(maps, dim=1))
        return result

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.3
    ) -> list[Detections]:
        """One detection with its mask for each connected region of a phrase's map."""
        if not phrases or not images:
            return [empty_detections() for _ in images]
        maps = self.heat(images, phrases)
        return [
            merge(
                [
                    regions(heat, phrase, image.shape[:2], threshold)
                    for heat, phrase in zip(rows, phrases)
                ]
            )
            for image, rows in zip(images, maps)
        ]


def regions(heat: Array, phrase: str, size: tuple[int, int], threshold: float) -> Detections:
    """The connected regions of a heat map, as masks of an image of (height, width) ``size``."""
    height, width = size
    full = np.asarray(Image.fromarray(heat).resize((width, height), Image.Resampling.BILINEAR))
    peak = float(full.max())
    if peak < threshold:
        return empty_detections()
    parts, count = ndimage.label(full >= max(threshold, EDGE * peak))
    boxes, scores, masks = [], [], []
    for index, (rows, columns) in enumerate(ndimage.find_objects(parts, count), start=1):
        mask = parts == index
        if mask.sum() >= SPECK * mask.size:
            boxes.append((columns.start, rows.start, columns.stop, rows.stop))
            scores.append(full[mask].max())
            masks.append(mask)
    if not boxes:
        return empty_detections()
    labels = (phrase,) * len(boxes)
    return Detections(
        np.array(boxes, np.float32), np.array(scores, np.float32), labels, np.array(masks)
    )
