"""Meshes of objects, shared by everyone who looks at the same home (renderer, collisions, exporters)."""

from __future__ import annotations

from functools import lru_cache

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
