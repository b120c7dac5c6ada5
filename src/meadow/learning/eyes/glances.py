"""Glances: parts of a large frame at full resolution, and what they add to the wide look.

The camera has 672 pixels a side and looks from where the exam's cameras look, with their field of view.
The *wide look* sees the whole frame shrunk to 224 pixels (means of 3x3). A *glance* sees a square part of
it, 12 to 40 degrees wide, brought to 224 pixels. Sizes of things are those in the wide look.

For AP, the wide look alone decides what is glanced at. Each of its cells has a box and a score, that of
the best of all names. The *candidates* are the boxes with a score of at least ``CANDIDATE`` that no better
one overlaps by more than half, the best ``MOST_GLANCES`` of a frame. Those that fit into the widest glance
are glanced at once each. Larger ones are near enough already and keep the wide look's scores.

A glance speaks of its candidate alone. For each name, either look gives its best cell among those whose
boxes overlap the candidate by half or more. The detection has the mean of the two looks' logits, of the
phrase and of the box, from which the card's calibration makes one score, and the glance's box. It replaces
all detections of the wide look that overlap the candidate by half or more. A glance without such a cell
changes nothing.

Naming is asked of true regions, as in the wide look: there is one glance around each thing's true box,
and its names are ranked by the mean of the two looks' cosines. A thing too long for a glance has those of
the wide look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from meadow.learning.eyes import marks
from meadow.learning.eyes.exam import (
    FRAMES_PER_HOME,
    LOWEST,
    Candidates,
    ExaminedFrame,
    aimed_frames,
    cell_logits,
    mean_vector,
    name_phrases,
    sight_of,
)
from meadow.learning.eyes.frames import RESOLUTION, Frame, home_facts
from meadow.learning.eyes.scenes import training_stage
from meadow.learning.eyes.shots import GLANCE_DEGREES
from meadow.models.boxes import SAME_THING, overlaps, suppress
from meadow.models.eyes import Eyes
from meadow.models.eyes.boxes import cell_boxes
from meadow.models.eyes.eyes import Located
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array, Camera

ENLARGED = 3
"""Pixels of the camera for each one of the wide look, along a side."""
SIDE = ENLARGED * RESOLUTION
CANDIDATE = 0.02
"""Lowest score of what is glanced at."""
MOST_GLANCES = 16
"""Candidates of a frame."""
MARGIN = 1.6
"""Width of a glance over the longer side of the box that it is aimed at."""


@dataclass(frozen=True, slots=True)
class GlanceWindow:
    """A square part of a frame, in whole pixels."""

    x: int
    y: int
    side: int

    def cut(self, picture: Array) -> Array:
        """That part of a picture."""
        return picture[self.y : self.y + self.side, self.x : self.x + self.side]

    def sampled(self, picture: Array) -> Array:
        """That part at the resolution of a look, nearest pixels."""
        at = ((np.arange(RESOLUTION) + 0.5) * self.side / RESOLUTION).astype(np.int64)
        return self.cut(picture)[at][:, at]

    def to_frame(self, boxes: Array) -> Array:
        """(N, 4) boxes of a look at this part, in the frame's pixels."""
        moved: Array = boxes * (self.side / RESOLUTION) + np.array([self.x, self.y] * 2)
        return moved


def window_around(box: Sequence[float], camera: Camera) -> GlanceWindow | None:
    """The glance at a box of a frame, moved to lie within the frame; None for a box too large for one."""
    x0, y0, x1, y1 = box
    narrow, wide = (2.0 * camera.focal * math.tan(math.radians(d) / 2.0) for d in GLANCE_DEGREES)
    longest = max(x1 - x0, y1 - y0)
    if longest > wide:
        return None
    side = min(max(round(MARGIN * longest), math.ceil(narrow)), math.floor(wide))
    left, top = (round((low + high - side) / 2.0) for low, high in ((x0, x1), (y0, y1)))
    return GlanceWindow(
        min(max(left, 0), camera.width - side), min(max(top, 0), camera.height - side), side
    )


@dataclass(frozen=True, slots=True)
class Closer:
    """A frame after the wide look and the glances."""

    wide: ExaminedFrame
    both: ExaminedFrame
    """The same with the detections of both looks."""
    glances: int
    """How many candidates were glanced at."""
    vectors: dict[int, Array]
    """Region of 150 to 600 pixels -> its vector in a glance of its own, unless it fits into none."""


def home_looks(eyes: Eyes, index: int, count: int = FRAMES_PER_HOME) -> list[Closer]:
    """The exam's first aimed frames of a home, taken with the large camera and looked at closely."""
    stage = training_stage(0, index, held_out=True)
    _, views = aimed_frames(stage, index, Renderer(RESOLUTION, RESOLUTION))
    scene, renderer = RenderScene(stage.house), Renderer(SIDE, SIDE)
    names, things = name_phrases(), home_facts(stage.house)
    texts = eyes.encode_texts([p.text for p in names])
    looks = []
    for view in views[:count]:
        large = renderer.render(scene, view)
        # The middle of 3x3 pixels is where the small camera has its one.
        middle = large.ids[ENLARGED // 2 :: ENLARGED, ENLARGED // 2 :: ENLARGED]
        frame = Frame(large.rgb, middle.astype(np.int16), 0)
        wide = sight_of(eyes, stage, frame, things, names, texts, False, True)
        looks.append(look_closer(eyes, wide, large.rgb, large.ids, texts, renderer.camera))
    return looks


def look_closer(
    eyes: Eyes, wide: ExaminedFrame, rgb: Array, ids: Array, texts: Array, camera: Camera
) -> Closer:
    """Glance at the candidates of a wide look, and at the things whose naming is asked."""
    assert wide.seen is not None, "a wide look whose dense outputs were not kept"
    aimed = [
        (box, window)
        for box in candidate_boxes(eyes, wide.seen, texts)
        if (window := window_around(ENLARGED * box, camera)) is not None
    ]
    asked = {
        k: window
        for k in small_regions(wide)
        if (window := window_around([ENLARGED * edge for edge in wide.regions[k].box], camera))
    }
    windows = [window for _, window in aimed] + list(asked.values())
    seen = eyes.see_part([window.cut(rgb) for window in windows], Located)
    pairs = [(box, window, glance) for (box, window), glance in zip(aimed, seen)]
    vectors = {
        k: mean_vector(window.sampled(ids == wide.regions[k].number), glance)
        for (k, window), glance in zip(asked.items(), seen[len(aimed) :])
    }
    both = replace(wide, candidates=_combined(eyes, wide, pairs, texts), seen=None)
    return Closer(replace(wide, seen=None), both, len(aimed), vectors)


def small_regions(sight: ExaminedFrame) -> list[int]:
    """The regions whose naming is asked with a glance."""
    low, high = marks.SMALL
    return [k for k, region in enumerate(sight.regions) if low <= region.pixels < high]


def candidate_boxes(eyes: Eyes, seen: Located, texts: Array) -> Array:
    """(N, 4) boxes of a wide look that are worth a glance, best first."""
    best = eyes.scores(seen, texts).max(axis=0)
    boxes = cell_boxes(seen.boxes)
    likely = np.nonzero(best >= CANDIDATE)[0]
    kept: Array = boxes[likely[suppress(boxes[likely], best[likely])[:MOST_GLANCES]]]
    return kept


def _combined(
    eyes: Eyes,
    wide: ExaminedFrame,
    glances: Sequence[tuple[Array, GlanceWindow, Located]],
    texts: Array,
) -> Candidates:
    """The detections of both looks, as the module's docstring says."""
    assert wide.seen is not None
    score = marks.scorer(eyes.settings.calibration)
    got = wide.candidates
    kept = np.ones(len(got.phrase), bool)
    phrase, boxes, features = [], [], []
    far = _Cells(eyes, wide.seen, texts, cell_boxes(wide.seen.boxes))
    for box, window, seen in glances:
        near = _Cells(eyes, seen, texts, window.to_frame(cell_boxes(seen.boxes)) / ENLARGED)
        if not near.on(box).any():
            continue
        kept &= overlaps(got.boxes, box[None])[:, 0] < SAME_THING
        near_features, near_boxes = near.best(box, score)
        both = (near_features + far.best(box, score)[0]) / 2.0
        found = np.nonzero(score(both) >= LOWEST)[0]
        phrase.append(found)
        boxes.append(near_boxes[found])
        features.append(both[found])
    phrases = np.concatenate([got.phrase[kept], *phrase])
    every = np.concatenate([got.boxes[kept], *boxes]).astype(np.float32)
    values = np.concatenate([got.features[kept], *features])
    order = suppress(every, score(values), phrases)
    truth = np.array([r.box for r in wide.regions], np.float32).reshape(-1, 4)
    return Candidates(phrases[order], every[order], values[order], overlaps(every[order], truth))


class _Cells:
    """The cells of one look, with their boxes in the pixels of the wide look."""

    def __init__(self, eyes: Eyes, seen: Located, texts: Array, boxes: Array) -> None:
        self._logits, self._quality = cell_logits(eyes, seen, texts)
        self._boxes = boxes

    def on(self, box: Array) -> Array:
        """Which cells have a box that is the same thing as a given one."""
        same: Array = overlaps(self._boxes, box[None])[:, 0] >= SAME_THING
        return same

    def best(self, box: Array, score: marks.Scorer) -> tuple[Array, Array]:
        """(P, 2) logits and (P, 4) boxes of each name's best cell there."""
        here = np.nonzero(self.on(box))[0]
        logits, quality = self._logits[:, here], self._quality[here]
        pairs = np.stack([logits, np.broadcast_to(quality, logits.shape)], axis=-1)
        top = score(pairs.reshape(-1, 2)).reshape(logits.shape).argmax(axis=1)
        return pairs[np.arange(len(logits)), top], self._boxes[here[top]]


def figures(eyes: Eyes, looks: Sequence[Closer]) -> dict[str, float]:
    """AP and naming with glances, and the large camera's AP without them."""
    score = marks.scorer(eyes.settings.calibration)
    out = {}
    for suffix, sights in (
        ("glance", [look.both for look in looks]),
        ("no_glance", [look.wide for look in looks]),
    ):
        for size, pixels in (("", marks.LARGE), ("_small", marks.SMALL)):
            found = marks.average_precision(sights, score, pixels)
            out[f"category_ap50{size}_{suffix}"] = marks.mean_of(found)
    texts = eyes.encode_texts([p.text for p in name_phrases()])
    right = []
    for look in looks:
        for k in small_regions(look.wide):
            wide = look.wide.regions[k].vector
            cosines = texts @ (wide + look.vectors.get(k, wide)) / 2.0
            right.append(marks.name_rank(cosines, look.wide.truth[k]) == 0)
    return {
        **out,
        "name_top1_150_600_glance": float(np.mean(right)) if right else float("nan"),
        "glances_per_frame": float(np.mean([look.glances for look in looks])),
    }
