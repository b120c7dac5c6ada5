"""Where things are hidden: shut in drawers and behind doors, or under beds and sofas."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.clutter import stand_on
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.space import to_world
from meadow.scenes.meshes import object_mesh
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Object, Point3, mm
from meadow.seeding import Stream

UNDER = ("bed", "sofa", "armchair", "bunk bed")
"""What has room beneath that one does not look into."""
LOWEST = 0.45
"""Height of the smallest piece that conceals; things in small boxes are not hidden in furniture."""
TRIES = 12
"""Spots tried beneath a piece."""
INSET = 0.2
"""Things under a piece lie this far within its outline, metres."""
AIR = 0.01
"""Left above what lies under a piece."""
SCALES = (1.0, 0.75, 0.55)
"""Of the smallest usual size: large things come smaller to be hidden, such as a portable television."""
FINER_SCALES = (*SCALES, 0.4, 0.3)
"""The same in revision 2: a plant or a television under a bed is a very small one."""


@dataclass(frozen=True, slots=True)
class Nook:
    """A place to hide something."""

    concealer: Object
    surface: Surface | None
    """The shut surface; None for the floor beneath."""


def nooks(home: Home, rng: Stream) -> list[Nook]:
    """All places to hide something in a home, in random order."""
    found: list[Nook] = []
    for item in home.objects.values():
        if item.support != "floor" or item.size[2] < LOWEST:
            continue
        if item.category in (UNDER if home.revision >= 2 else UNDER[:3]):
            found.append(Nook(item, None))
        elif CATEGORIES[item.category].openable:
            shut = [surface for surface in home.surfaces(item) if surface.enclosed]
            found += [Nook(item, surface) for surface in shut]
    return rng.shuffled(found)


def hidden_size(name: str, scale: float) -> Point3:
    """The smallest box of a category, scaled."""
    x, y, z = (mm(scale * side[0]) for side in CATEGORIES[name].size)
    return x, y, z


def hide(home: Home, rng: Stream, draft: Object, nook: Nook) -> Object | None:
    """Put a draft into a place to hide, if it fits."""
    if nook.surface is not None:
        return stand_on(home, rng, nook.concealer, nook.surface, draft)
    return _put_under(home, rng, draft, nook.concealer)


def _put_under(home: Home, rng: Stream, draft: Object, piece: Object) -> Object | None:
    boxes = _primitives(piece)
    turn = rng.choice((0.0, math.pi / 2))
    across = draft.size[:2] if turn == 0.0 else draft.size[1::-1]
    reach = [piece.size[k] / 2 - INSET - across[k] / 2 for k in (0, 1)]
    if min(reach) < 0.0:
        return None
    for _ in range(TRIES):
        x, y = (rng.uniform(-r, r) for r in reach)
        low = np.array([x - across[0] / 2, y - across[1] / 2, 0.0])
        high = np.array([x + across[0] / 2, y + across[1] / 2, draft.size[2] + AIR])
        if ((boxes[:, 0] < high) & (low < boxes[:, 1])).all(axis=1).any():
            continue
        site = home.sites[piece.room]
        placed = home.place(
            site,
            draft,
            to_world(piece, x, y),
            piece.yaw + turn,
            carriers=(piece.id,),
            near=(piece.id,),
        )
        if placed:
            return placed
    return None


def _primitives(piece: Object) -> NDArray[np.float64]:
    """(N, 2, 3) least and greatest corners of the solids that a piece is made of, in its own frame."""
    mesh = object_mesh(piece)
    points = mesh.vertices[mesh.quads].astype(np.float64)
    count = int(mesh.primitive.max()) + 1
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, mesh.primitive, points.min(axis=1))
    np.maximum.at(high, mesh.primitive, points.max(axis=1))
    return np.stack([low, high], axis=1)
