"""Where to stand to show a home: views that hold many things, from as many rooms as possible."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from meadow.geometry.polygons import in_polygon
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.world import World
from meadow.types import Array, Camera, Embodiment

TRIED = 60
"""Positions looked from."""
HEADINGS = 8
SMALL = (96, 72)
"""Size of the pictures that are judged, pixels."""
NEAR = 1.1
"""What is nearer than this is in the way, metres."""
CLEAR = 0.004
"""Share of a picture from which on a thing counts as shown."""


@dataclass(frozen=True, slots=True)
class View:
    """A camera and what it shows."""

    eye: tuple[float, float, float, float, float]
    room: str
    """Type of the room it stands in."""
    shown: frozenset[int]
    """Instance ids."""
    worth: float


def best_views(
    scene: RenderScene, count: int, camera: Camera | None = None, *, seed: int = 0
) -> list[View]:
    """Up to ``count`` views; each shows much that the ones before it do not."""
    camera = camera or Camera()
    views = _candidates(scene, camera, seed)
    chosen: list[View] = []
    seen: set[int] = set()
    stood: dict[int, int] = {}
    for _ in range(min(count, len(views))):
        house = scene.house
        best = max(
            views,
            key=lambda v: (v.worth + len(v.shown - seen)) / (1 + 2 * stood.get(_room(house, v), 0)),
        )
        chosen.append(best)
        views.remove(best)
        seen |= best.shown
        room = _room(house, best)
        stood[room] = stood.get(room, 0) + 1
    return chosen


def _candidates(scene: RenderScene, camera: Camera, seed: int) -> list[View]:
    """Every position and heading tried, with what is to be seen there."""
    house = scene.house
    rng = stream(seed, house.id, "views")
    points = rng.sample(_places(house).tolist(), TRIED)
    eyes = [
        (x, y, camera.elevation, 2 * math.pi * k / HEADINGS, 0.0)
        for x, y in points
        for k in range(HEADINGS)
    ]
    renderer = Renderer(*SMALL, camera.hfov)
    views = []
    for eye in eyes:
        frames = renderer.render(scene, eye)
        room = house.rooms[_room_at(house, eye[0], eye[1])].type
        shown, worth = _judge(frames.ids, frames.depth)
        views.append(View(eye, room, shown, worth))
    return views


def _places(house: House) -> Array:
    """Free floor of a robot, or the middles of the rooms where there is none."""
    points: Array = World(house, Embodiment()).navgrid.points()
    if len(points):
        return points
    return np.array([np.mean(room.polygon, axis=0) for room in house.rooms])


def _judge(ids: Array, depth: Array) -> tuple[frozenset[int], float]:
    """Things shown, and a worth: depth of field and a picture that nothing near blocks."""
    numbers, counts = np.unique(ids[ids > 0], return_counts=True)
    shares = counts / ids.size
    shown = frozenset(int(n) for n in numbers[shares >= CLEAR])
    blocked = max(0.0, float(shares.max(initial=0.0)) - 0.2) + float((depth < NEAR).mean())
    return shown, 6.0 * min(float(np.median(depth)) / 3.0, 1.0) - 20.0 * blocked


def _room(house: House, view: View) -> int:
    return _room_at(house, view.eye[0], view.eye[1])


def _room_at(house: House, x: float, y: float) -> int:
    for index, room in enumerate(house.rooms):
        if in_polygon(np.array(room.polygon, float), x, y):
            return index
    return 0
