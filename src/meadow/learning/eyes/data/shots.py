"""The pictures that a training takes of a home: whole views, close views, glances, and a robot's views.

A whole view has the field of view and the proportions of any camera and is letterboxed into a square.
A glance is a narrow view of one thing, as a crop of a large frame would show it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from meadow.learning.eyes.data.frames import RESOLUTION, Frame, variety, view_frames
from meadow.learning.eyes.data.scenes import Cameraman, Lens, TrainingScene
from meadow.models.eyes.glances import GLANCE_DEGREES
from meadow.models.eyes.letterbox import PADDING
from meadow.seeding import Stream
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array

#: Height over width of cameras, and how often each comes up.
ASPECTS = ((1.0, 0.5), (0.75, 0.3), (0.5625, 0.2))
WIDE_DEGREES = (60.0, 100.0)
FEWEST_CLOSE, FEWEST_GLANCE = 100, 250
"""A close view or glance that shows fewer pixels of its target is not kept."""
RETREAT = 0.1
"""See ``Lens.retreat``."""
SPARE = 3
"""Whole views that are rendered for each one that is kept: a picture costs little beside a step."""

_ANY_HEIGHT: dict[str, Any] = {"usual_height_fraction": 0.45, "heights": (0.5, 1.6)}
WIDE = Lens(retreat=RETREAT, **_ANY_HEIGHT)
CLOSE = replace(WIDE, pixels=(6_000.0, 60_000.0), distances=(0.25, 3.0), aim=20.0)
GLANCE = Lens(pixels=(400.0, 40_000.0), distances=(0.4, 6.0), tilted_fraction=0.0, **_ANY_HEIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Number of pictures of each kind that are taken in a home."""

    wide: int = 12
    driving: int = 4
    """Views of a robot that drives about."""
    close: int = 6
    glances: int = 10

    @property
    def total(self) -> int:
        """Number of pictures of a home."""
        return self.wide + self.driving + self.close + self.glances


def take(stage: TrainingScene, rng: Stream, mix: Mix) -> list[Frame]:
    """The pictures of a home in the proportions of ``mix``."""
    scene = RenderScene(stage.house)
    frames = _wide(stage, scene, rng, mix.wide, mix.driving)
    frames += _aimed(stage, scene, rng, CLOSE, mix.close, WIDE_DEGREES, FEWEST_CLOSE)
    frames += _aimed(stage, scene, rng, GLANCE, mix.glances, GLANCE_DEGREES, FEWEST_GLANCE)
    # Small homes have few places to look from: whole views make up for what was not found.
    missing = mix.total - len(frames)
    return frames + (_wide(stage, scene, rng, missing, 0) if missing else [])


def _wide(
    stage: TrainingScene, scene: RenderScene, rng: Stream, count: int, driving: int
) -> list[Frame]:
    """Whole views of one camera: those that show most of a larger choice, and a driving robot's."""
    lens = _with_field(WIDE, rng, WIDE_DEGREES, any_aspect=True)
    cameraman, renderer = Cameraman(stage, lens), _renderer(lens)
    views = cameraman.views(rng, SPARE * count)
    frames = view_frames(stage.house, scene, views, renderer)
    frames.sort(key=lambda frame: -variety(frame.ids))
    kept = frames[:count]
    if driving:
        kept += view_frames(stage.house, scene, cameraman.wandering(rng, driving), renderer)
    return [letterboxed(frame) for frame in kept]


def _aimed(
    stage: TrainingScene,
    scene: RenderScene,
    rng: Stream,
    lens: Lens,
    count: int,
    degrees: tuple[float, float],
    fewest: int,
) -> list[Frame]:
    """Views of one target each, of which ``fewest`` pixels show, through lenses of two fields of view."""
    out: list[Frame] = []
    targets = _targets(stage, rng)
    for half, wanted in enumerate((count // 2, count - count // 2)):
        own = _with_field(lens, rng, degrees)
        own = replace(own, aim=0.33 * math.degrees(own.hfov))
        cameraman, renderer = Cameraman(stage, own), _renderer(own)
        aimed = [(cameraman.look_at(rng, t), t) for t in targets[half::2][: 3 * wanted]]
        found = [(view, target) for view, target in aimed if view is not None][: 2 * wanted]
        if not found:
            continue
        frames = view_frames(stage.house, scene, np.array([view for view, _ in found]), renderer)
        out += [
            frame
            for frame, (_, target) in zip(frames, found)
            if np.count_nonzero(frame.ids == target + 1) >= fewest
        ][:wanted]
    return out


def _targets(stage: TrainingScene, rng: Stream) -> list[int]:
    """Targets in turn: two added things, whose categories come up equally often, then one other."""
    added = rng.shuffled(stage.targets[: stage.added])
    others = rng.shuffled(stage.targets[stage.added :])
    out = []
    while added or others:
        out += [*added[:2], *others[:1]]
        added, others = added[2:], others[1:]
    return out


def _with_field(
    lens: Lens, rng: Stream, degrees: tuple[float, float], *, any_aspect: bool = False
) -> Lens:
    """The lens with a field of view that is drawn log-uniformly from the range."""
    field = math.exp(rng.uniform(math.log(degrees[0]), math.log(degrees[1])))
    height = RESOLUTION
    if any_aspect:
        aspect = rng.weighted([a for a, _ in ASPECTS], [weight for _, weight in ASPECTS])
        height = round(RESOLUTION * aspect)
    return replace(lens, hfov=math.radians(field), height=height)


def _renderer(lens: Lens) -> Renderer:
    return Renderer(lens.width, lens.height, lens.hfov)


def letterboxed(frame: Frame) -> Frame:
    """The frame in the middle of a square, with grey bars that show nothing."""
    height, width = frame.ids.shape
    if height == width:
        return frame
    side = max(height, width)
    top, left = (side - height) // 2, (side - width) // 2
    rgb = np.full((side, side, 3), PADDING, np.uint8)
    ids: Array = np.zeros((side, side), frame.ids.dtype)
    rgb[top : top + height, left : left + width] = frame.rgb
    ids[top : top + height, left : left + width] = frame.ids
    return Frame(rgb, ids, frame.room)
