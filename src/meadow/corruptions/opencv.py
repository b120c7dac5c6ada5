"""OpenCV as corruptions use it."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from meadow.optional import require


@cache
def opencv() -> ModuleType:
    """The module ``cv2``, limited to one thread: frames are small, and workers run side by side."""
    cv2 = require("cv2")
    cv2.setNumThreads(1)
    return cv2
