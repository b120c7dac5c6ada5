"""Glances: parts of a large frame at full resolution, and what they add to the wide look.

The camera has 672 pixels a side and looks from where the exam's cameras look, with their field of view.
The *wide look* sees the whole frame shrunk to 320 pixels. A *glance* sees a square part of it, 12 to 40
degrees wide. Sizes of things are those in a frame of 224 pixels, as in the rest of the exam.

For AP, the wide look alone decides what is glanced at. Each of its cells has a box and a score, that of
the best of all names. The *candidates* are the boxes with a score of at least ``CANDIDATE`` that no better
one overlaps by more than half, the best ``MOST_GLANCES`` of a frame. Those that fit into the widest glance
are glanced at once each. Larger ones are near enough already and keep the wide look's scores.
``models/eyes/glances.py`` says how the two looks become one, for this exam and for agents.

Naming is asked of true regions, as in the wide look: there is one glance around each thing's true box,
and its names are ranked by the mean of the two looks' cosines. A thing too long for a glance has those of
the wide look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from meadow.learning.eyes.data.frames import RESOLUTION, Frame, home_facts
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.exam import marks
from meadow.learning.eyes.exam.held_out_frames import (
    FRAMES_PER_HOME,
    LOWEST,
    Candidates,
    ExaminedFrame,
    aimed_frames,
    frame_boxes,
    mean_vector,
    name_phrases,
    sight_of,
)
from meadow.models.boxes import overlaps
from meadow.models.eyes import Eyes
from meadow.models.eyes.boxes import cell_boxes
from meadow.models.eyes.eyes import Located
from meadow.models.eyes.glances import (
    Crop,
    Found,
    LookCells,
    candidate_boxes,
    combined,
    crop_around,
)
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array, Camera

ENLARGED = 3
"""Pixels of the camera for each pixel of the wide look, along a side."""
SIDE = ENLARGED * RESOLUTION
MOST_GLANCES = 16
"""Largest number of candidates of a frame."""


@dataclass(frozen=True, slots=True)
class Closer:
    """A frame after the wide look and the glances."""

    wide: ExaminedFrame
    both: ExaminedFrame
    """The frame with the detections of both looks."""
    glances: int
    """Number of candidates that were glanced at."""
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
    boxes = candidate_boxes(eyes, wide.seen, texts, MOST_GLANCES) * (RESOLUTION / wide.seen.side)
    aimed = [
        (box, crop) for box in boxes if (crop := crop_around(ENLARGED * box, camera)) is not None
    ]
    asked = {
        k: crop
        for k in small_regions(wide)
        if (crop := crop_around([ENLARGED * edge for edge in wide.regions[k].box], camera))
    }
    crops = [crop for _, crop in aimed] + list(asked.values())
    seen = eyes.see_part([crop.cut(rgb) for crop in crops], Located)
    pairs = [(box, crop, glance) for (box, crop), glance in zip(aimed, seen)]
    vectors = {
        k: mean_vector(crop.sampled(ids == wide.regions[k].number, glance.side), glance)
        for (k, crop), glance in zip(asked.items(), seen[len(aimed) :])
    }
    both = replace(wide, candidates=_combined(eyes, wide, pairs, texts), seen=None)
    return Closer(replace(wide, seen=None), both, len(aimed), vectors)


def small_regions(sight: ExaminedFrame) -> list[int]:
    """The regions whose naming is asked with a glance."""
    low, high = marks.SMALL
    return [k for k, region in enumerate(sight.regions) if low <= region.pixels < high]


def _combined(
    eyes: Eyes, wide: ExaminedFrame, glances: Sequence[tuple[Array, Crop, Located]], texts: Array
) -> Candidates:
    """The detections of both looks, as ``models.eyes.glances`` says, in pixels of the wide look."""
    assert wide.seen is not None
    score = marks.scorer(eyes.settings.calibration)
    got = wide.candidates
    nowhere = np.full(len(got.phrase), -1)
    found = Found(got.phrase, got.boxes, got.features, nowhere, nowhere)
    far = LookCells(eyes, wide.seen, texts, frame_boxes(wide.seen, RESOLUTION))
    near = [
        (
            box,
            LookCells(
                eyes, seen, texts, crop.to_frame(cell_boxes(seen.boxes), seen.side) / ENLARGED
            ),
        )
        for box, crop, seen in glances
    ]
    both = combined(found, far, near, score, LOWEST)
    truth = np.array([r.box for r in wide.regions], np.float32).reshape(-1, 4)
    return Candidates(both.phrase, both.boxes, both.features, overlaps(both.boxes, truth))


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
