"""A software renderer for homes: RGB, depth and instance ids, thousands of frames a second on one core.

    scene = RenderScene(house)
    renderer = Renderer(224, 224)
    frames = renderer.render(scene, (x, y, 0.87, yaw, pitch))

Importing this package loads numba; the kernels are compiled once and kept on disk (``warmup``).
"""

from __future__ import annotations

from meadow.sim.render.renderer import Renderer, camera_matrix
from meadow.sim.render.scene import RenderScene, Triangles
from meadow.sim.render.warmup import warmup

__all__ = ["RenderScene", "Renderer", "Triangles", "camera_matrix", "warmup"]
