"""``sentence``: what a detector sees and where, as a sentence. No language model is involved."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from meadow.models.eyes import load_eyes
from meadow.models.protocols import Card, Detector
from meadow.types import Array, Camera, Detections

#: What is looked for unless told otherwise: what rooms are furnished with.
FURNISHINGS = (
    "sofa", "armchair", "chair", "table", "desk", "bed", "wardrobe", "shelf", "cabinet", "fridge",
    "oven", "sink", "toilet", "bathtub", "television", "lamp", "plant", "door", "window", "painting",
    "rug", "person",
)  # fmt: skip

#: Bearings nearer to the middle than this part of the half field of view are ahead.
AHEAD = 1.0 / 3.0

_NUMBERS = ("no", "a", "two", "three", "four", "five", "six")
_SIDES = (("to the left", 1), ("ahead", 0), ("to the right", -1))


class SentenceCaptioner:
    """Phrases detections with their side and, given depth, their distance.

    Args:
        detector: Finds ``phrases``; the embedded ``eyes-s`` by default.
        phrases: What may be mentioned.
        camera: Turns pixels into bearings.
        threshold: Least score of what is mentioned.
    """

    def __init__(
        self,
        *,
        detector: Detector | None = None,
        phrases: Sequence[str] = FURNISHINGS,
        camera: Camera | None = None,
        threshold: float = 0.3,
    ) -> None:
        self.detector = detector or load_eyes("eyes-s")
        self.phrases = tuple(phrases)
        self.camera = camera or Camera()
        self.threshold = threshold

    def card(self) -> Card:
        """Names the detector behind it."""
        behind = self.detector.card()
        return Card("sentence", "captioner", "1", behind.sha256, {"detector": behind.summary()})

    def caption(self, images: Sequence[Array]) -> list[str]:
        """One sentence per image."""
        found = self.detector.detect(images, self.phrases, threshold=self.threshold)
        return [
            describe(detections, self.camera, image.shape[1])
            for detections, image in zip(found, images)
        ]


def describe(
    detections: Detections, camera: Camera, width: int | None = None, depth: Array | None = None
) -> str:
    """A sentence such as ``To the left there are two chairs; ahead there is a sofa, 2.1 m away.``

    Args:
        detections: Of one image.
        camera: That took it.
        width: Of the image in pixels, the camera's own by default.
        depth: (H, W) metres; adds the distance of the nearest of each kind.
    """
    if not len(detections):
        return "There is nothing I recognise."
    sides = [side_of(box, camera, width or camera.width) for box in detections.boxes]
    parts = []
    for words, side in _SIDES:
        here = [i for i, s in enumerate(sides) if s == side]
        if here:
            things = _things(detections, here, depth)
            parts.append(f"{words} there {_verb(detections, here)} {_listed(things)}")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def bearing(box: Array, camera: Camera, width: int) -> float:
    """Direction of a box's centre relative to the camera's axis, radians, left positive."""
    offset = 0.5 * width - 0.5 * (float(box[0]) + float(box[2]))
    return math.atan2(offset * camera.width / width, camera.focal)


def side_of(box: Array, camera: Camera, width: int) -> int:
    """1 for the left, 0 ahead, -1 for the right."""
    angle = bearing(box, camera, width)
    return 0 if abs(angle) <= AHEAD * 0.5 * camera.hfov else (1 if angle > 0 else -1)


def _things(detections: Detections, rows: Sequence[int], depth: Array | None) -> list[str]:
    counts = Counter(detections.labels[i] for i in rows)
    things = []
    for label, count in counts.items():
        thing = _counted(label, count)
        if depth is not None:
            ranges = [_range(depth, detections, i) for i in rows if detections.labels[i] == label]
            known = [r for r in ranges if r > 0.0]
            thing += f", {min(known):.1f} m away" if known else ""
        things.append(thing)
    return things


def _range(depth: Array, detections: Detections, row: int) -> float:
    """Median depth inside the mask or the middle of the box; 0 when nothing was measured."""
    if detections.masks is not None:
        values = depth[detections.masks[row]]
    else:
        x0, y0, x1, y1 = detections.boxes[row]
        dx, dy = (x1 - x0) / 4.0, (y1 - y0) / 4.0
        values = depth[int(y0 + dy) : int(y1 - dy) + 1, int(x0 + dx) : int(x1 - dx) + 1].ravel()
    values = values[values > 0.0]
    return float(np.median(values)) if len(values) else 0.0


def _counted(label: str, count: int) -> str:
    if count == 1:
        return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {plural(label)}"


def plural(noun: str) -> str:
    """The plural of a household noun; the last word changes, or the one before " of ".

    >>> plural("shelf"), plural("glass of water"), plural("person")
    ('shelves', 'glasses of water', 'people')
    """
    head, of, rest = noun.partition(" of ")
    irregular = {"person": "people", "mouse": "mice", "knife": "knives", "child": "children"}
    for ending, many in irregular.items():
        if head.endswith(ending):
            return head[: -len(ending)] + many + of + rest
    if head.endswith("f") and not head.endswith("ff"):
        return f"{head[:-1]}ves{of}{rest}"
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        return f"{head[:-1]}ies{of}{rest}"
    return head + ("es" if head.endswith(("s", "x", "ch", "sh")) else "s") + of + rest


def _verb(detections: Detections, rows: Sequence[int]) -> str:
    first = detections.labels[rows[0]]
    return "is" if sum(detections.labels[i] == first for i in rows) == 1 else "are"


def _listed(things: Sequence[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"
