"""A home from above at an angle, its walls cut at table height, drawn by the simulator's renderer."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image

from meadow.scenes.schema import House, Object, replace
from meadow.sim.render import Renderer, RenderScene, camera_matrix
from meadow.types import SHELL_IDS, Array

CUT = 1.3
"""Height of what is left of the walls, metres."""
FIELD = math.radians(24.0)
"""Horizontal field of view: narrow, so that parallel walls stay nearly parallel."""
SAMPLES = 3
"""Pixels drawn for each pixel of the picture along each side, where the renderer can."""
LARGEST = 4096
"""Pixels that the renderer draws along a side."""
WALL_TOP = (58, 62, 70)
MARGIN = 1.03
"""Air around the home."""


def cut_house(house: House, height: float = CUT) -> House:
    """The home with low walls, and without what then would hang in the air."""
    walls = tuple(replace(wall, height=min(wall.height, height)) for wall in house.walls)
    doorways = tuple(replace(door, height=min(door.height, height)) for door in house.doorways)
    windows = tuple(window for window in house.windows if window.sill < height - 0.05)
    kept = _standing(house.objects, height)
    return replace(house, walls=walls, doorways=doorways, windows=windows, objects=kept)


def _standing(objects: tuple[Object, ...], height: float) -> tuple[Object, ...]:
    """Objects but for those fixed to a ceiling or to a wall's upper part, and what these carry."""
    gone: set[str] = set()
    for item in objects:
        high = item.position[2] + item.size[2] > height
        if item.support == "ceiling" or (item.support == "wall" and high):
            gone.add(item.id)
    while True:
        carried = {o.id for o in objects if o.id not in gone and {o.support, o.container} & gone}
        if not carried:
            return tuple(item for item in objects if item.id not in gone)
        gone |= carried


def cutaway(
    house: House,
    width: int = 960,
    height: int = 720,
    *,
    yaw: float = math.radians(112.0),
    pitch: float = math.radians(-56.0),
    background: tuple[int, int, int] = (255, 255, 255),
) -> Image.Image:
    """A picture of the whole home without ceilings."""
    samples = max(1, min(SAMPLES, LARGEST // max(width, height)))
    size = (width * samples, height * samples)
    low = cut_house(house)
    eye = _eye(low, width / height, yaw, pitch)
    # From outside the home there is no room to look through doors from.
    renderer = Renderer(*size, FIELD, portals=False, normals=True)
    frames = renderer.render(RenderScene(low), eye)
    rgb = frames.rgb
    rgb[frames.ids == 0] = background
    rgb[_tops(frames.ids, frames.normals)] = WALL_TOP
    return Image.fromarray(rgb).resize((width, height), Image.Resampling.BOX)


def _tops(ids: Array, normals: Array | None) -> Array:
    """Pixels of the cut faces of walls; sills are as level, but they belong to windows' reveals."""
    assert normals is not None
    tops: Array = (ids == SHELL_IDS["wall"]) & (normals[..., 2] > 0.9)
    return tops


def _eye(house: House, aspect: float, yaw: float, pitch: float) -> tuple[float, ...]:
    """The nearest camera of this direction that sees the whole home."""
    points = np.array(
        [(*p, z) for room in house.rooms for p in room.polygon for z in (0.0, CUT)]
        + [
            (o.position[0] + dx, o.position[1] + dy, o.position[2] + o.size[2])
            for o in house.objects
            for dx in (-o.size[0] / 2, o.size[0] / 2)
            for dy in (-o.size[1] / 2, o.size[1] / 2)
        ]
    )
    rows = camera_matrix((0.0, 0.0, 0.0, yaw, pitch)).astype(np.float64).reshape(4, 3)
    across, down, ahead = rows[:3] @ points.T
    tangent = math.tan(FIELD / 2) / MARGIN
    # Along each axis the picture's edges touch the outermost points: two planes meet in the eye.
    away_x, x = _between(across, ahead, tangent)
    away_y, y = _between(down, ahead, tangent / aspect)
    away = max(away_x, away_y)
    place = rows[0] * x + rows[1] * y - rows[2] * away
    return (*place, yaw, pitch)


def _between(side: Array, ahead: Array, tangent: float) -> tuple[float, float]:
    """How far back the eye must be along one axis, and where across."""
    right = float(np.max(side - tangent * ahead))
    left = float(np.max(-side - tangent * ahead))
    return (right + left) / (2 * tangent), (right - left) / 2
