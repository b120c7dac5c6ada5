"""Meadow itself, in the role of a peer."""

from __future__ import annotations

import meadow
from meadow.adapters.peers.workload import Workload
from meadow.types import Array

BATCH = 16


class Meadow:
    """Meadow's renderer in batches on one thread: RGB, depth and ids, textures with mip levels."""

    children = False

    def __init__(self, workload: Workload) -> None:
        self.version = f"Meadow {meadow.__version__}"
        self._workload = workload
        self._views = workload.views
        self._scenes = workload.scenes
        self._renderer = workload.renderer()
        self._out = self._renderer.empty(BATCH)

    def draw(self, first: int, count: int) -> None:
        """Draw frames in whole batches where possible."""
        for start in range(first, first + count, BATCH):
            size = min(BATCH, first + count - start)
            views = [self._views[i % len(self._views)] for i in range(start, start + size)]
            out = self._out if size == BATCH else None
            scenes = [self._scenes[home] for home, _ in views]
            self._renderer.render_batch(scenes, [eye for _, eye in views], out)

    def ids(self, index: int) -> Array:
        """Return the instance ids of one frame."""
        home, eye = self._views[index]
        return self._renderer.render(self._scenes[home], eye).ids

    def close(self) -> None:
        """The renderer stops its worker threads, where it has any."""
        self._renderer.close()
