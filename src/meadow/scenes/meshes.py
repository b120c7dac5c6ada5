"""Meshes of objects, shared by everyone who looks at the same home (renderer, collisions, exporters)."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue import find_category
from meadow.scenes.modelling.shape import Form, Mesh
from meadow.scenes.schema import Object, Point3

FormKey = tuple[str, str, Point3, tuple[tuple[str, int], ...], tuple[tuple[str, bool], ...], float]


def form_key(item: Object) -> FormKey:
    """What an object's shape depends on, to remember things by."""
    counts, states = tuple(sorted(item.counts.items())), tuple(sorted(item.states.items()))
    return item.category, item.variant, item.size, counts, states, item.openness


def object_mesh(item: Object) -> Mesh:
    """The mesh of an object in its own frame and present state. Treat it as read-only."""
    return mesh_of(form_key(item))


# As many as the largest homes hold: the parts of one load share them, older homes do not pile up.
@lru_cache(maxsize=256)
def mesh_of(key: FormKey) -> Mesh:
    """The mesh of all objects with that key."""
    category, variant, size, counts, states, openness = key
    form = Form(size, variant, dict(counts), dict(states), openness)
    return find_category(category).shape(form).mesh()


def surface_points(item: Object, most: int = 96) -> NDArray[np.float64]:
    """(N, 3) centres of an object's faces in the world, at most so many, evenly picked from all."""
    mesh = object_mesh(item)
    centres = mesh.vertices[mesh.quads].astype(np.float64).mean(axis=1)
    centres = centres[:: max(1, -(-len(centres) // most))]
    cos, sin = math.cos(item.yaw), math.sin(item.yaw)
    x, y, z = centres.T
    return np.column_stack([cos * x - sin * y, sin * x + cos * y, z]) + item.position
