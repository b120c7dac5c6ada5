"""Held-out frames as the model sees them, from which every figure of its evaluation is computed.

Homes come from seeds that no training uses, and half of the added things have shapes that no training
showed. The model sees each frame once; only regions and candidate detections are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from meadow.episodes.seeds import EYES_REPORTED
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.facts import Facts
from meadow.learning.eyes.data.frames import STRIDE, Frame, home_facts, view_frames
from meadow.learning.eyes.data.phrases import LabelledPhrase, categories, truth_table
from meadow.learning.eyes.data.scenes import Cameraman, TrainingScene, training_stage
from meadow.models.boxes import overlaps
from meadow.models.eyes import Eyes
from meadow.models.eyes.boxes import candidates, cell_boxes
from meadow.models.eyes.eyes import Located, Seen
from meadow.seeding import stream
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array, Detections

FRAMES_PER_HOME = 24
WANDERING = 8
"""Number of further frames of a home for naming rooms: views of a robot that drives about."""
LOWEST = 0.001
"""Score below which candidates are dropped."""
RIGHT = 0.5
"""Intersection over union from which a box is right."""


@dataclass(frozen=True, slots=True)
class Region:
    """A thing in a frame."""

    facts: Facts
    category: str
    unseen_shape: bool
    pixels: int
    box: tuple[float, float, float, float]
    vector: Array
    """(D,) mean of its cells' vectors, of length 1."""
    number: int = 0
    """Its instance id."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Detections of the names of all categories in one frame, as parallel arrays."""

    phrase: Array
    boxes: Array
    features: Array
    """(N, 2) phrase logit and box logit."""
    overlap: Array
    """(N, R) overlap with the frame's regions."""


@dataclass(frozen=True, slots=True)
class ExaminedFrame:
    """One frame after the model has looked at it."""

    regions: tuple[Region, ...]
    candidates: Candidates
    truth: Array
    """(R, P) truth of the names of all categories for the regions."""
    tiny: Array
    """(P,) whether the name may hold of a region too small to count."""
    pooled: Array
    room: int
    wandering: bool
    seen: Seen | None = None
    """Dense outputs of the model, kept only on request."""


def name_phrases() -> list[LabelledPhrase]:
    """The names of all categories, in the order of ``phrases.categories``, then "person"."""
    return [LabelledPhrase(c, (f"name:{c}",)) for c in (*categories(False), "person")]


def taught_categories(eyes: Eyes) -> frozenset[str]:
    """The categories that the training may have shown, by the revision of the weights' card."""
    settings = eyes.settings
    return frozenset({*categories(settings.zero_shot, settings.catalogue_revision), "person"})


def look(
    eyes: Eyes,
    frames: int,
    *,
    first_home: int = EYES_REPORTED.start,
    keep: bool = False,
    alter: Callable[[Frame, int], Frame] = lambda frame, number: frame,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[ExaminedFrame]:
    """Let the model look at held-out frames.

    Args:
        eyes: The model.
        frames: Number of frames, without those for rooms.
        first_home: Number of the first held-out home.
        keep: Keep the dense outputs (about 1 MB per frame).
        alter: Changes each frame, given its number, before the model sees it.
        progress: Called with the number of finished homes.
    """
    renderer = Renderer(224, 224)
    names = name_phrases()
    texts = eyes.encode_texts([p.text for p in names])
    sights: list[ExaminedFrame] = []
    homes = home_numbers(frames, first_home)
    for number, index in enumerate(homes):
        stage = training_stage(0, index, held_out=True)
        seen_frames, _ = aimed_frames(stage, index, renderer)
        about = _wander(stage, index, renderer)
        things = home_facts(stage.house)
        for k, frame in enumerate(seen_frames + about):
            wandering = k >= len(seen_frames)
            frame = alter(frame, index * (FRAMES_PER_HOME + WANDERING) + k)
            sights.append(sight_of(eyes, stage, frame, things, names, texts, wandering, keep))
        progress(number + 1, len(homes))
    return sights


def home_numbers(frames: int, first_home: int = 0) -> range:
    """Numbers of the homes that a number of frames is taken in."""
    return range(first_home, first_home - (-frames // FRAMES_PER_HOME))


def aimed_frames(stage: TrainingScene, index: int, renderer: Renderer) -> tuple[list[Frame], Array]:
    """Frames of home ``index`` that look at one thing each, and the camera poses.

    Most frames with hardly anything in view are left out.
    """
    rng = stream(0, "eyes", "exam", index)
    views = Cameraman(stage).views(rng, FRAMES_PER_HOME + FRAMES_PER_HOME // 3)
    frames = view_frames(stage.house, RenderScene(stage.house), views, renderer)
    busy = [np.count_nonzero(frame.ids > 0) > 300 for frame in frames]
    order = sorted(range(len(frames)), key=lambda k: (not busy[k] and k % 8 != 0, k))
    kept = order[:FRAMES_PER_HOME]
    return [frames[k] for k in kept], views[kept]


def _wander(stage: TrainingScene, index: int, renderer: Renderer) -> list[Frame]:
    rng = stream(0, "eyes", "wander", index)
    views = Cameraman(stage).wandering(rng, WANDERING)
    return view_frames(stage.house, RenderScene(stage.house), views, renderer)


def sight_of(
    eyes: Eyes,
    stage: TrainingScene,
    frame: Frame,
    things: list[Facts],
    names: list[LabelledPhrase],
    texts: Array,
    wandering: bool,
    keep: bool,
) -> ExaminedFrame:
    """Let the model look at one frame."""
    seen = eyes.see([frame.rgb])[0]
    regions, tiny = _regions(stage, frame, things, seen)
    truth = truth_table([r.facts for r in regions], names)
    small = truth_table(tiny, names)
    boxes = np.array([r.box for r in regions], np.float32).reshape(-1, 4)
    return ExaminedFrame(
        regions=regions,
        candidates=_candidates(eyes, seen, texts, boxes, len(frame.ids)),
        truth=truth,
        tiny=(small != 0).any(axis=0),
        pooled=seen.pooled / np.linalg.norm(seen.pooled),
        room=frame.room,
        wandering=wandering,
        seen=seen if keep else None,
    )


def _regions(
    stage: TrainingScene, frame: Frame, things: list[Facts], seen: Seen
) -> tuple[tuple[Region, ...], list[Facts]]:
    """The regions that count, and the facts of those that are too small."""
    house = stage.house
    counts = np.bincount(np.maximum(frame.ids, 0).ravel(), minlength=len(things) + 1)
    regions, tiny = [], []
    for number in np.nonzero(counts)[0]:
        if number == 0:
            continue
        if counts[number] < 150:
            tiny.append(things[number - 1])
            continue
        mask = frame.ids == number
        ys, xs = np.nonzero(mask)
        item = house.objects[number - 1] if number <= len(house.objects) else None
        hidden = facts.held_out_variants(item.category) if item else frozenset()
        regions.append(
            Region(
                facts=things[number - 1],
                category=item.category if item else "person",
                unseen_shape=bool(item and item.variant in hidden),
                pixels=int(counts[number]),
                box=(float(xs.min()), float(ys.min()), xs.max() + 1.0, ys.max() + 1.0),
                vector=mean_vector(mask, seen),
                number=int(number),
            )
        )
    return tuple(regions), tiny


def mean_vector(mask: Array, seen: Located) -> Array:
    """The mean vector of a region's cells, weighted by how much of each it covers."""
    d, h, w = seen.cells.shape
    if len(mask) != seen.side:
        at = ((np.arange(seen.side) + 0.5) * len(mask) / seen.side).astype(np.int64)
        mask = mask[np.ix_(at, at)]
    share = mask.reshape(h, STRIDE, w, STRIDE).mean(axis=(1, 3)).ravel()
    share = np.where(share >= min(0.5, share.max()), share, 0.0)
    vector = seen.cells.reshape(d, -1) @ share
    unit: Array = (vector / max(float(np.linalg.norm(vector)), 1e-9)).astype(np.float32)
    return unit


def right_score(eyes: Eyes, image: Array, mask: Array, phrase: str) -> float:
    """The best score that a phrase has with a right box on a masked thing; 0 when there is none."""
    return right_of(eyes.detect([image], [phrase], threshold=LOWEST)[0], mask)


def right_of(got: Detections, mask: Array) -> float:
    """The best score of the detections whose box is right for a masked thing; 0 when there is none."""
    ys, xs = np.nonzero(mask)
    box = np.array([[xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]], np.float32)
    right = got.scores[(overlaps(got.boxes, box) >= RIGHT).any(axis=1)]
    return float(right.max(initial=0.0))


def cell_logits(eyes: Eyes, seen: Located, texts: Array) -> tuple[Array, Array]:
    """(P, cells) logits of phrases and (cells,) logits of boxes."""
    settings = eyes.settings
    logits = (
        settings.scale[0] * (texts @ seen.cells.reshape(len(seen.cells), -1)) + settings.bias[0]
    )
    return logits, seen.quality.ravel()


def frame_boxes(seen: Located, side: int) -> Array:
    """(h*w, 4) boxes of the cells in pixels of a frame with ``side`` pixels a side."""
    boxes: Array = cell_boxes(seen.boxes) * np.float32(side / seen.side)
    return boxes


def _candidates(eyes: Eyes, seen: Seen, texts: Array, truth_boxes: Array, side: int) -> Candidates:
    scores = eyes.scores(seen, texts)
    boxes = frame_boxes(seen, side)
    logits, quality = cell_logits(eyes, seen, texts)
    rows, cells = [], []
    for p in np.nonzero((scores >= LOWEST).any(axis=1))[0]:
        kept = candidates(boxes, scores[p], LOWEST)
        rows += [p] * len(kept)
        cells += kept.tolist()
    phrase, cell = np.array(rows, np.int64), np.array(cells, np.int64)
    features = np.stack([logits[phrase, cell], quality[cell]], axis=1) if rows else np.zeros((0, 2))
    return Candidates(phrase, boxes[cell], features, overlaps(boxes[cell], truth_boxes))
