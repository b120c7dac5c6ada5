"""Furnished versions of the hand-made homes, a generated one, and their obstacles for shapely."""

from __future__ import annotations

from functools import cache

import numpy as np
import shapely

from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House
from meadow.sim.obstacles import Obstacles
from meadow.testing.homes import thing, two_rooms


@cache
def furnished(*, closed: bool = False) -> House:
    """Two rooms with a sofa, a table, chairs, an apple on the table and a refrigerator."""
    table = thing("table-0", "dining table", (2.7, 3.2, 0.0), room="room-0", yaw=np.pi / 2)
    apple = (2.7, 3.0, table.size[2])
    return two_rooms(
        (
            table,
            thing("apple-0", "apple", apple, room="room-0", support="table-0"),
            thing("sofa-0", "sofa", (0.6, 1.2, 0.0), room="room-0"),
            thing("chair-0", "chair", (1.3, 3.1, 0.0), room="room-0", yaw=0.5),
            thing("chair-1", "chair", (2.4, 1.6, 0.0), room="room-0", yaw=2.0),
            thing("fridge-0", "fridge", (6.5, 0.6, 0.0), room="room-1", yaw=np.pi),
        ),
        closed=closed,
    )


@cache
def generated(seed: int = 0, rooms: int = 4) -> House:
    """A home from the generator."""
    return generate_house(seed, rooms=rooms)


def union(obstacles: Obstacles) -> shapely.Geometry:
    """All that blocks, as one shapely geometry."""
    shapes = []
    for outlines in (obstacles.fixed, obstacles.people):
        for i in range(len(outlines)):
            corners = outlines[i]
            shapes.append(
                shapely.Polygon(corners) if len(corners) > 2 else shapely.LineString(corners)
            )
    return shapely.union_all(shapes)
