"""Where to stand to show a home: views that hold many things, from as many rooms as possible."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import shapely

from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.world import World
from meadow.types import Array, Camera, Embodiment

TRIED = 16
"""Positions looked from in each room."""
HEADINGS = 12
SMALL = (96, 72)
"""Size of the pictures that are judged, pixels."""
NEAR = 1.0
"""What is nearer than this is in the way, metres."""
CLEAR = 0.004
"""Share of a picture from which on a thing counts as shown."""
ELSEWHERE = 0.3
"""What a thing beyond the room's doors counts: a caption names the room that the camera stands in."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A camera and what it shows."""

    eye: tuple[float, float, float, float, float]
    room: int
    """Index of the room it stands in."""
    shown: frozenset[int]
    """Instance ids."""
    worth: float
    """Apart from what it shows."""


def best_views(
    scene: RenderScene, count: int, camera: Camera | None = None, *, seed: int = 0
) -> list[Viewpoint]:
    """Up to ``count`` views; each shows much that the ones before it do not."""
    views = _candidates(scene, camera or Camera(), seed)
    rooms = [0, *(_index(scene.house, o.room) for o in scene.house.objects)]
    chosen: list[Viewpoint] = []
    seen: set[int] = set()
    stood: Counter[int] = Counter()

    def gain(view: Viewpoint) -> float:
        fresh = [number for number in view.shown - seen if number < len(rooms)]
        things = sum(1.0 if rooms[number] == view.room else ELSEWHERE for number in fresh)
        return (view.worth + things) / (1 + 2 * stood[view.room])

    for _ in range(min(count, len(views))):
        best = max(views, key=gain)
        chosen.append(best)
        views.remove(best)
        seen |= best.shown
        stood[best.room] += 1
    return chosen


def _index(house: House, room: str) -> int:
    return next(i for i, r in enumerate(house.rooms) if r.id == room)


def _candidates(scene: RenderScene, camera: Camera, seed: int) -> list[Viewpoint]:
    """Every position and heading tried, with what is to be seen there."""
    renderer = Renderer(*SMALL, camera.hfov)
    free = World(scene.house, Embodiment()).navgrid.points()
    views = []
    for index, room in enumerate(scene.house.rooms):
        outline = shapely.Polygon(room.polygon)
        inside = free[shapely.contains_xy(outline, free[:, 0], free[:, 1])]
        # A room without free floor is still worth a look from its middle.
        places = inside.tolist() or [outline.representative_point().coords[0]]
        rng = stream(seed, scene.house.id, "views", room.id)
        for x, y in rng.sample(places, TRIED):
            for k in range(HEADINGS):
                eye = (x, y, camera.elevation, 2 * math.pi * k / HEADINGS, 0.0)
                frames = renderer.render(scene, eye)
                views.append(Viewpoint(eye, index, *_judge(frames.ids, frames.depth)))
    return views


def _judge(ids: Array, depth: Array) -> tuple[frozenset[int], float]:
    """Things shown, and a worth: depth of field and a picture that nothing near blocks."""
    numbers, counts = np.unique(ids[ids > 0], return_counts=True)
    shares = counts / ids.size
    shown = frozenset(int(n) for n in numbers[shares >= CLEAR])
    blocked = max(0.0, float(shares.max(initial=0.0)) - 0.2) + float((depth < NEAR).mean())
    return shown, 6.0 * min(float(np.median(depth)) / 3.0, 1.0) - 20.0 * blocked
