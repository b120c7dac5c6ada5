"""Meshes of objects, shared by everyone who looks at the same home (renderer, collisions, exporters)."""

from __future__ import annotations

from functools import lru_cache

from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import Object, Point3
from meadow.scenes.shape import Form, Mesh


def object_mesh(item: Object) -> Mesh:
    """The mesh of an object in its own frame and present state. Treat it as read-only."""
    counts, states = tuple(sorted(item.counts.items())), tuple(sorted(item.states.items()))
    return _mesh(item.category, item.variant, item.size, counts, states, item.openness)


# As many as the largest homes hold: the parts of one load share them, older homes do not pile up.
@lru_cache(maxsize=256)
def _mesh(
    category: str,
    variant: str,
    size: Point3,
    counts: tuple[tuple[str, int], ...],
    states: tuple[tuple[str, bool], ...],
    openness: float,
) -> Mesh:
    form = Form(size, variant, dict(counts), dict(states), openness)
    return find_category(category).shape(form).mesh()
