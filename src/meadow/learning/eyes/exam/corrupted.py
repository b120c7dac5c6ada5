"""How well ``eyes`` detect things in corrupted frames."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np

from meadow.corruptions import Chosen, parse
from meadow.corruptions.draw import shrunk
from meadow.corruptions.kinds import WIDTH
from meadow.learning.eyes.data.frames import Frame
from meadow.learning.eyes.exam import marks
from meadow.learning.eyes.exam.held_out_frames import look
from meadow.models.eyes import Eyes
from meadow.seeding import stream
from meadow.types import Array, Camera


def detection(
    eyes: Eyes,
    condition: str,
    frames: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> float:
    """Mean AP50 over categories of large things, in held-out frames that were corrupted."""
    chosen = parse(condition)

    def alter(frame: Frame, number: int) -> Frame:
        for one in chosen:
            frame = _altered(frame, one, number)
        return frame

    sights = look(eyes, frames, alter=alter, progress=progress)
    aimed = [sight for sight in sights if not sight.wandering]
    found = marks.average_precision(aimed, marks.scorer(eyes.settings.calibration), marks.LARGE)
    return float(np.mean(list(found.values()))) if found else math.nan


def _altered(frame: Frame, one: Chosen, number: int) -> Frame:
    if one.corruption.part == "camera":
        return _cropped(frame, one)
    if one.corruption.part != "rgb":
        return frame
    rng = stream(number, "static", one.corruption.name)
    shape = frame.rgb.shape[:2]
    apply = one.corruption.make(one.level, rng, shape, shape[1] / WIDTH)
    return dataclasses.replace(frame, rgb=apply(frame.rgb))


def _cropped(frame: Frame, one: Chosen) -> Frame:
    """Imitate a narrower field of view in a stored frame by enlarging its middle."""
    camera = Camera(width=frame.rgb.shape[1], height=frame.rgb.shape[0])
    narrow = one.corruption.make(one.level, camera)
    fraction = math.tan(0.5 * narrow.hfov) / math.tan(0.5 * camera.hfov)
    return dataclasses.replace(
        frame, rgb=_middle(frame.rgb, fraction, True), ids=_middle(frame.ids, fraction, False)
    )


def _middle(picture: Array, fraction: float, smooth: bool) -> Array:
    """The middle of a picture at the size of the whole."""
    height, width = picture.shape[:2]
    rows, columns = (max(1, round(fraction * side)) for side in (height, width))
    top, left = (height - rows) // 2, (width - columns) // 2
    part = np.ascontiguousarray(picture[top : top + rows, left : left + columns])
    if smooth:
        return shrunk(part, (height, width))
    y, x = (np.arange(n) * m // n for n, m in ((height, rows), (width, columns)))
    return part[np.ix_(y, x)]
