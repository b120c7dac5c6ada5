"""Check that a catalogue category keeps its promises; authors of categories call it in their tests.

    check_category(find_category("stool"))

builds the category in every variant, over its sizes, counts, states and openness, and fails with a
list of all broken promises: the box is filled, faces are flat, convex and turned outwards, parts are
declared, surfaces carry things, and every parameter does something. :func:`check_references` looks
at the words between categories (names, synonyms, supports) of a whole catalogue.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue.spec import Category
from meadow.scenes.modelling.shape import Form, Mesh, Shape, Surface
from meadow.scenes.schema import ROOM_TYPES
from meadow.types import Array

MAX_QUADS = 400
OUTSIDE = 0.001
"""How far a closed shape may stick out of its box, metres."""
SHORT = (0.002, 0.01)
"""How far it may fall short of it: metres, plus a fraction of the dimension."""
FLATNESS = 0.0005
"""How far a quad's last corner may lie off the plane of the others, metres."""
SETTLE = 0.015
"""How far a thing may sink into or hover over its surface (soft cushions), metres."""
LOOK_ONLY_STATES = frozenset({"on", "lit", "dirty"})
"""States that the renderer shows by colour, so that the shape may stay the same."""
PLACES = frozenset({"floor", "wall", "ceiling"})

Vectors = NDArray[np.float64]


def check_category(category: Category, *, max_quads: int = MAX_QUADS) -> None:
    """Fail with everything that is wrong with a category."""
    problems = list(dict.fromkeys(category_problems(category, max_quads=max_quads)))
    if problems:
        shown = "\n".join(f"  - {p}" for p in problems[:30])
        raise AssertionError(f"category {category.name!r}: {len(problems)} problems\n{shown}")


def category_problems(category: Category, *, max_quads: int = MAX_QUADS) -> Iterator[str]:
    """Every broken promise of a category, one sentence each."""
    yield from _description_problems(category)
    used: set[str] = set()
    for form in forms(category):
        for openness in (0.0, 0.6, 1.0) if category.openable else (0.0,):
            opened = replace(form, openness=openness)
            shape = category.shape(opened)
            mesh = shape.mesh()
            used.update(mesh.parts)
            found = itertools.chain(
                _box_problems(mesh, opened),
                face_problems(mesh),
                _part_problems(mesh, category),
                _surface_problems(shape, mesh, opened, category),
            )
            yield from (f"{_label(opened)}: {p}" for p in found)
            if len(mesh.quads) > max_quads:
                yield f"{_label(opened)}: {len(mesh.quads)} quads, at most {max_quads}"
    if unused := set(category.parts) - used:
        yield f"parts declared but never built: {sorted(unused)}"
    yield from _parameter_problems(category)


def forms(category: Category) -> Iterator[Form]:
    """Closed forms that cover variants x sizes, and counts and states at middle size."""
    sizes = list(_sizes(category))
    middle = sizes[1]
    usual = _counts_between(category)
    for variant in category.variants:
        for size in sizes:
            yield Form(size, variant, usual)
        for counts in _count_corners(category):
            yield Form(middle, variant, counts)
        for state in category.states:
            yield Form(middle, variant, usual, {state: True})


def _sizes(category: Category) -> Iterator[tuple[float, float, float]]:
    """Small, middle, large, then mixtures that stretch the proportions."""
    mixes = [(0.0, 0.0, 0.0), (0.5, 0.5, 0.5), (1.0, 1.0, 1.0)]
    if not category.keep_aspect:
        mixes += [(0.0, 1.0, 0.5), (1.0, 0.0, 1.0), (0.5, 1.0, 0.0)]
    for mix in mixes:
        x, y, z = (round(lo + (hi - lo) * t, 3) for (lo, hi), t in zip(category.size, mix))
        yield x, y, z


def _counts_between(category: Category) -> dict[str, int]:
    return {name: (low + high + 1) // 2 for name, (low, high) in category.counts.items()}


def _count_corners(category: Category) -> Iterator[dict[str, int]]:
    """All combinations of fewest and most."""
    names = list(category.counts)
    for values in itertools.product(*(sorted(set(category.counts[n])) for n in names)):
        if names:
            yield dict(zip(names, values))


def _label(form: Form) -> str:
    words = [form.variant, "x".join(f"{v:g}" for v in form.size)]
    words += [f"{k}={v}" for k, v in (*form.counts.items(), *form.states.items())]
    return " ".join(words) + (f" open {form.openness:g}" if form.openness else "")


def _description_problems(category: Category) -> Iterator[str]:
    if unknown := set(category.rooms) - set(ROOM_TYPES):
        yield f"unknown rooms {sorted(unknown)}; there are {', '.join(ROOM_TYPES)}"
    if category.rooms and not (category.on or category.inside):
        yield "belongs in rooms but says neither `on` nor `inside`"
    if "wall" in category.on and category.mount[1] <= 0.0:
        yield "hangs on a wall but `mount` is not set"
    for weights in (category.rooms, category.on, category.inside):
        if any(weight <= 0.0 for weight in weights.values()):
            yield "weights of rooms, on and inside must be positive"
    if category.name in category.synonyms:
        yield "is its own synonym"
    if category.name != category.name.lower():
        yield "its name must be lower case"


def _box_problems(mesh: Mesh, form: Form) -> Iterator[str]:
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        yield "vertices are not finite"
        return
    if low[2] < -OUTSIDE:
        yield f"reaches {-low[2]:.3f} m below its base"
    if form.openness:
        return
    half = (form.size[0] / 2, form.size[1] / 2)
    sides = (
        ("-X", -low[0], half[0], form.size[0]),
        ("+X", high[0], half[0], form.size[0]),
        ("-Y", -low[1], half[1], form.size[1]),
        ("+Y", high[1], half[1], form.size[1]),
        ("bottom", -low[2], 0.0, form.size[2]),
        ("top", high[2], form.size[2], form.size[2]),
    )
    for name, reach, wanted, size in sides:
        if not wanted - SHORT[0] - SHORT[1] * size <= reach <= wanted + OUTSIDE:
            yield f"side {name} of the box is missed by {reach - wanted:+.4f} m"


def face_problems(mesh: Mesh) -> Iterator[str]:
    """Quads that are degenerate, bent, not convex, or turned inwards."""
    corners = mesh.vertices.astype(np.float64)[mesh.quads]
    triangle = mesh.quads[:, 3] == mesh.quads[:, 2]
    normal = _normals(corners)
    area = np.linalg.norm(normal, axis=1)
    if (area < 1e-8).any():
        yield f"{_parts_of(mesh, area < 1e-8)}: faces without area"
    unit = normal / np.maximum(area, 1e-12)[:, None]
    offset = np.abs(np.einsum("ij,ij->i", corners[:, 3] - corners[:, 0], unit))
    for corner in (1, 2):
        gap = np.abs(np.einsum("ij,ij->i", corners[:, corner] - corners[:, 0], unit))
        offset = np.maximum(offset, gap)
    if (bent := offset > FLATNESS).any():
        yield f"{_parts_of(mesh, bent)}: faces bent by up to {offset.max():.4f} m"
    edge = np.roll(corners, -1, axis=1) - corners
    turn = np.cross(edge, np.roll(edge, -1, axis=1))
    along = np.einsum("ikj,ij->ik", turn, unit)
    if (hollow := (along < -1e-6).any(axis=1) & ~triangle).any():
        yield f"{_parts_of(mesh, hollow)}: faces that are not convex"
    inverted = _closed_primitives(mesh) & (_volumes(mesh, corners) <= 0.0)
    if inverted.any():
        faces = inverted[mesh.primitive]
        yield f"{_parts_of(mesh, faces)}: a closed primitive is turned inside out or flat"


def _normals(corners: Vectors) -> Vectors:
    """Twice the area along the normal, by the diagonals (right for triangles too)."""
    across: Vectors = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    return across


def _parts_of(mesh: Mesh, faces: NDArray[np.bool_]) -> str:
    return "part " + ", ".join(sorted({mesh.parts[p] for p in mesh.part[faces]}))


def _closed_primitives(mesh: Mesh) -> NDArray[np.bool_]:
    """Which primitives have each edge shared by two faces that run it in opposite directions."""
    start = mesh.quads.astype(np.int64)
    end = np.roll(start, -1, axis=1)
    real = start != end
    there, back = start * len(mesh.vertices) + end, end * len(mesh.vertices) + start
    edges, first, times = np.unique(there[real], return_index=True, return_counts=True)
    owner = np.broadcast_to(mesh.primitive[:, None], start.shape)[real]
    closed = np.ones(int(mesh.primitive.max()) + 1, bool)
    closed[owner[~np.isin(back[real], edges)]] = False
    closed[owner[first[times > 1]]] = False
    return closed


def _volumes(mesh: Mesh, corners: Vectors) -> Vectors:
    a, b, c, d = (corners[:, k] for k in range(4))
    cone = np.einsum("ij,ij->i", a, np.cross(b, c) + np.cross(c, d)) / 6.0
    volumes: Array = np.bincount(mesh.primitive, weights=cone)
    return volumes


def _part_problems(mesh: Mesh, category: Category) -> Iterator[str]:
    if missing := set(mesh.parts) - set(category.parts):
        yield f"parts built but not declared: {sorted(missing)}"
        return
    main = next(iter(category.parts))
    if main not in mesh.parts:
        yield f"the main part {main!r} is missing"
    for index in set(mesh.part[mesh.printed].tolist()):
        name = mesh.parts[index]
        source = category.parts[name].like or name
        if "printed" not in category.parts[source].patterns:
            yield f"part {name} has printed faces but not the pattern 'printed'"


def _surface_problems(shape: Shape, mesh: Mesh, form: Form, category: Category) -> Iterator[str]:
    names = [surface.name for surface in shape.surfaces]
    if len(set(names)) < len(names):
        yield f"surfaces share a name: {names}"
    flat = _Level(mesh)
    for surface in shape.surfaces:
        where = f"surface {surface.name!r}"
        if surface.enclosed and not category.openable:
            yield f"{where} is enclosed but the category is not openable"
        if any(surface.slides) and not surface.enclosed:
            yield f"{where} slides but is not enclosed"
        yield from (f"{where} {p}" for p in _extent_problems(surface, form))
        yield from (f"{where} {p}" for p in flat.problems(surface, form.openness))


def _extent_problems(surface: Surface, form: Form) -> Iterator[str]:
    (x0, y0), (x1, y1) = surface.low, surface.high
    if not (x0 < x1 and y0 < y1):
        yield f"has no extent: {surface.low} to {surface.high}"
    half_x, half_y = form.size[0] / 2 + OUTSIDE, form.size[1] / 2 + OUTSIDE
    if max(-x0, x1) > half_x or max(-y0, y1) > half_y:
        yield f"leaves the box: {surface.low} to {surface.high}"
    if not 0.0 <= surface.z <= form.size[2] + OUTSIDE:
        yield f"is at height {surface.z:.3f}, outside the box"
    if not surface.clearance > 0.0:
        yield f"has clearance {surface.clearance:g}"
    if surface.enclosed and surface.z + surface.clearance > form.size[2] + OUTSIDE:
        yield f"is enclosed, so z + clearance must stay within the height {form.size[2]:g}"


class _Level:
    """The faces of a mesh that carry or block things from above, for probing along Z."""

    def __init__(self, mesh: Mesh) -> None:
        corners = mesh.vertices.astype(np.float64)[mesh.quads]
        normal = _normals(corners)
        unit = normal / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)[:, None]
        keep = np.abs(unit[:, 2]) > 0.3
        self.corners, self.unit = corners[keep], unit[keep]

    def heights(self, x: float, y: float) -> tuple[Vectors, Vectors]:
        """Heights of the faces over and under a point: those that look up, and all."""
        if not len(self.corners):
            return np.zeros(0), np.zeros(0)
        start = self.corners[:, :, :2]
        edge = np.roll(start, -1, axis=1) - start
        to = np.array([x, y]) - start
        side = edge[..., 0] * to[..., 1] - edge[..., 1] * to[..., 0]
        up = self.unit[:, 2] > 0
        hit = np.where(up, (side >= -1e-9).all(axis=1), (side <= 1e-9).all(axis=1))
        base, n = self.corners[hit, 0], self.unit[hit]
        z = base[:, 2] - (n[:, 0] * (x - base[:, 0]) + n[:, 1] * (y - base[:, 1])) / n[:, 2]
        return z[up[hit]], z

    def problems(self, surface: Surface, openness: float) -> Iterator[str]:
        """A surface must have something under it, and nothing within its clearance.

        Five points are probed and three must do, so that round tops and posts are fine.
        """
        shift = np.multiply(surface.slides, openness)
        low, high = np.add(surface.low, shift[:2]), np.add(surface.high, shift[:2])
        z = surface.z + float(shift[2])
        carried = free = 0
        for u, v in ((0.5, 0.5), (0.15, 0.15), (0.85, 0.15), (0.15, 0.85), (0.85, 0.85)):
            up, every = self.heights(*(low + (high - low) * (u, v)))
            carried += bool(z < 0.001 or (np.abs(up - z) <= SETTLE).any())
            ceiling = z + surface.clearance - SETTLE
            free += not ((every > z + SETTLE) & (every < ceiling)).any()
        if carried < 3:
            yield f"at height {z:.3f} is carried at {carried} of 5 points"
        if free < 3 and (not openness or not surface.enclosed):
            yield f"at height {z:.3f} is free at {free} of 5 points (clearance too large?)"


def _parameter_problems(category: Category) -> Iterator[str]:
    """Variants, counts, states and openness must each change the shape, and only they."""
    size = list(_sizes(category))[1]
    usual = _counts_between(category)
    built = {v: Form(size, v, usual) for v in category.variants}
    for (a, form_a), (b, form_b) in itertools.combinations(built.items(), 2):
        if _same(category, form_a, form_b):
            yield f"variants {a} and {b} have the same shape"
    for variant, form in built.items():
        if not _same(category, form, form):
            yield f"{variant}: building it twice gives two shapes"
        moves = not _same(category, form, replace(form, openness=1.0))
        if moves != category.openable:
            word = (
                "nothing moves when it opens" if category.openable else "opens but is not openable"
            )
            yield f"{variant}: {word}"
        for state in set(category.states) - LOOK_ONLY_STATES:
            if _same(category, form, replace(form, states={state: True})):
                yield f"{variant}: the state {state!r} changes nothing"
        yield from _count_problems(category, form)


def _count_problems(category: Category, form: Form) -> Iterator[str]:
    for name, (low, high) in category.counts.items():
        for few in range(low, high):
            fewer, more = ({**form.counts, name: n} for n in (few, few + 1))
            if _same(category, replace(form, counts=fewer), replace(form, counts=more)):
                yield f"{form.variant}: {few} and {few + 1} {name} have the same shape"


def _same(category: Category, a: Form, b: Form) -> bool:
    first, second = category.shape(a).mesh(), category.shape(b).mesh()
    return np.array_equal(first.vertices, second.vertices) and np.array_equal(
        first.quads, second.quads
    )


def check_references(categories: Mapping[str, Category]) -> None:
    """Fail when categories name each other wrongly; ``categories`` is the whole catalogue."""
    problems = [*_name_problems(categories.values()), *_carrier_problems(categories)]
    if problems:
        raise AssertionError("catalogue:\n" + "\n".join(f"  - {p}" for p in problems))


def _name_problems(categories: Iterable[Category]) -> Iterator[str]:
    owner: dict[str, str] = {}
    for category in categories:
        for word in (category.name, *category.synonyms):
            if word in owner:
                yield f"{word!r} means both {owner[word]!r} and {category.name!r}"
            owner[word] = category.name


def _carrier_problems(categories: Mapping[str, Category]) -> Iterator[str]:
    for category in categories.values():
        for field, enclosed in ((category.on, False), (category.inside, True)):
            for name in set(field) - (set() if enclosed else PLACES):
                if name not in categories:
                    yield f"{category.name}: carrier {name!r} is not a category"
                elif not _offers(categories[name], enclosed):
                    kind = "enclosed" if enclosed else "open"
                    yield f"{category.name}: carrier {name!r} has no {kind} surface"


def _offers(category: Category, enclosed: bool) -> bool:
    shapes = (category.shape(form) for form in forms(category))
    return any(s.enclosed == enclosed for shape in shapes for s in shape.surfaces)
