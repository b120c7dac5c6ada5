"""Many robots, each in its own home, seen in one call outside the interpreter lock."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.sim.render import Renderer
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Camera, Frames


class BatchCamera:
    """Renders the main camera of several simulators at once."""

    def __init__(self, camera: Camera, threads: int = 1, supersample: int = 1) -> None:
        """``supersample`` n averages n x n samples for each pixel of RGB."""
        self._camera = camera
        self._threads = threads
        size = (camera.width, camera.height, camera.hfov)
        self._renderer = Renderer(*size, supersample=supersample)

    def render(self, simulators: Sequence[MeadowSimulator]) -> tuple[Frames, list[Frames]]:
        """New arrays with a leading batch axis, and the same pictures one by one as views."""
        scenes = [s.scene for s in simulators]
        eyes = [s.eye(self._camera) for s in simulators]
        batch = self._renderer.render_batch(scenes, eyes, threads=self._threads)
        each = [Frames(*arrays) for arrays in zip(batch.rgb, batch.depth, batch.ids)]
        return batch, each

    def close(self) -> None:
        """Stop the rendering threads."""
        self._renderer.close()
