"""The workload of the render benchmark, and the interface of its renderers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House
from meadow.sim.render import Renderer, RenderScene, Triangles
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Array, Camera

Eye = tuple[float, float, float, float, float]

#: Debian and Ubuntu packages behind the renderers that draw through Mesa.
MESA = "apt install libegl1 libgl1-mesa-dri"


class Contestant(Protocol):
    """A renderer at work on a workload."""

    version: str
    """Name and version of what draws."""
    children: bool
    """Whether it works in processes of its own, whose CPU time counts."""

    def draw(self, first: int, count: int) -> None:
        """Draw ``count`` frames from number ``first`` on, wrapping around; all outputs in memory."""

    def ids(self, index: int) -> Array | None:
        """Instance ids of one frame of the workload, or None when it draws scenes of its own."""

    def close(self) -> None:
        """Free what it holds."""


@dataclass(frozen=True)
class Workload:
    """Random free poses in generated homes; equal in every process."""

    homes: int = 3
    """Seeds 0 to ``homes`` - 1 of the generator."""
    rooms: int = 6
    poses: int = 120
    """Number of camera poses in each home."""
    camera: Camera = Camera()  # noqa: RUF009 (immutable)

    @property
    def frames(self) -> int:
        """Number of frames before they repeat."""
        return self.homes * self.poses

    @cached_property
    def houses(self) -> list[House]:
        """The generated homes in which frames are drawn, one for each seed from 0 on."""
        return [generate_house(seed, rooms=self.rooms) for seed in range(self.homes)]

    @cached_property
    def scenes(self) -> list[RenderScene]:
        """The homes, ready to be drawn."""
        return [RenderScene(house) for house in self.houses]

    @cached_property
    def triangles(self) -> list[Triangles]:
        """The homes as plain triangles."""
        return [scene.triangles() for scene in self.scenes]

    @cached_property
    def views(self) -> list[tuple[int, Eye]]:
        """Home and camera of each frame; homes alternate, as in a batch of environments."""
        simulator = MeadowSimulator(houses=1)
        by_home = []
        for house in self.houses:
            poses = [simulator.free_pose(house, seed=seed) for seed in range(self.poses)]
            by_home.append([(p.x, p.y, self.camera.elevation, p.yaw, 0.0) for p in poses])
        simulator.close()
        return [(home, eyes[i]) for i in range(self.poses) for home, eyes in enumerate(by_home)]

    @cached_property
    def visible(self) -> list[Array]:
        """Slots that each frame can show, from Meadow's own portals and culling, far to near."""
        renderer = self.renderer()
        return [renderer.visible(self.scenes[home], eye) for home, eye in self.views]

    def renderer(self) -> Renderer:
        """Meadow's renderer for this camera."""
        return Renderer(self.camera.width, self.camera.height, self.camera.hfov)
