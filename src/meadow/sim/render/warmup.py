"""Compile the kernels and draw the prints before anything depends on their speed."""

from __future__ import annotations

from meadow.scenes.schema import Finish, House, Room
from meadow.sim.render.prints import keep_prints
from meadow.sim.render.renderer import Renderer
from meadow.sim.render.scene import RenderScene


def warmup() -> None:
    """Compile all kernels and draw all known prints, or find them in the caches on disk.

    Call it once in the parent before starting workers, or each of them compiles for itself.
    """
    keep_prints()
    room = Room(
        "room", "hallway", ((0, 0), (2, 0), (2, 2), (0, 2)), Finish("planks", "brown"),
        Finish("plaster", "white"),
    )  # fmt: skip
    scene = RenderScene(House("warmup", (room,), ()))
    renderer = Renderer(16, 16)
    renderer.render(scene, (1.0, 1.0, 0.9, 0.0, 0.0))
    renderer.visible(scene, (1.0, 1.0, 0.9, 0.0, 0.0))
