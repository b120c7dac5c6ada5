"""Drawing a plausible look: which variant, how large, in which colours, with how many drawers.

:func:`sample_object` does it all; the smaller functions serve whoever wants to vary one thing only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

from meadow.errors import UnknownIdError
from meadow.scenes.catalogue.spec import ANY, Category, PartSpec
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.modelling.shape import Form
from meadow.scenes.schema import Object, Part, Point3, mm
from meadow.seeding import Stream

T = TypeVar("T")

#: How often the first value of a list, the usual one, is chosen.
USUAL = 0.4


def sample_object(
    rng: Stream,
    category: Category,
    *,
    id: str,
    variant: str | None = None,
    size: Point3 | None = None,
    finishes: Iterable[Part] = (),
) -> Object:
    """An object of the category with a plausible look, at the origin and in no room yet.

    What is given is kept (``finishes`` by part name), the rest is drawn. Whoever places the object
    fills in position, yaw, room, support and container with ``schema.replace``.
    """
    variant = choose_variant(rng, category) if variant is None else _known(category, variant)
    size = choose_size(rng, category) if size is None else size
    return Object(
        id=id,
        category=category.name,
        variant=variant,
        position=(0.0, 0.0, 0.0),
        yaw=0.0,
        size=size,
        parts=choose_parts(rng, category, finishes),
        room="",
        mass=typical_mass(category, size),
        counts=choose_counts(rng, category),
        states=choose_states(rng, category),
    )


def object_form(item: Object) -> Form:
    """The parameters of an object's shape."""
    return Form(item.size, item.variant, item.counts, item.states, item.openness)


def choose_variant(rng: Stream, category: Category) -> str:
    """One of the category's shapes, all equally likely."""
    return rng.choice(category.variants)


def choose_size(rng: Stream, category: Category) -> Point3:
    """A box within the category's ranges; all sides grow together where the aspect is kept."""
    shared = rng.random()
    x, y, z = (
        mm(low + (high - low) * (shared if category.keep_aspect else rng.random()))
        for low, high in category.size
    )
    return x, y, z


def choose_parts(
    rng: Stream, category: Category, finishes: Iterable[Part] = ()
) -> tuple[Part, ...]:
    """A finish for every part; those given in ``finishes`` are kept, parts that share one do so."""
    chosen = {part.name: part for part in finishes}
    for name in chosen:
        if name not in category.parts:
            raise UnknownIdError(f"part of category {category.name!r}", name, category.parts)
    for name, spec in category.parts.items():
        if name not in chosen and not spec.like:
            chosen[name] = choose_part(rng, name, spec)
    for name, spec in category.parts.items():
        if name not in chosen:
            chosen[name] = _renamed(chosen[spec.like], name)
    return tuple(chosen[name] for name in category.parts)


def choose_part(rng: Stream, name: str, spec: PartSpec) -> Part:
    """A finish for one part; a pattern's second colour differs from its first."""
    material = usually_first(rng, spec.materials)
    colour = choose_colour(rng, spec.colours)
    pattern = usually_first(rng, spec.patterns)
    colour2 = text = image = ""
    if pattern == "printed":
        kind, value = rng.choice(
            [*(("image", i) for i in spec.images), *(("text", t) for t in spec.texts)]
        )
        text, image = (value, "") if kind == "text" else ("", value)
    elif pattern != "plain":
        colour2 = choose_colour(rng, spec.colours, but=colour)
    return Part(name, colour, material, pattern, colour2, text, image)


def choose_colour(rng: Stream, colours: Sequence[str], but: str = "") -> str:
    """A colour other than ``but``; the usual one more often unless any colour will do."""
    others = [c for c in colours if c != but] or [c for c in COLOURS if c != but]
    if tuple(colours) == ANY or others[0] != colours[0]:
        return rng.choice(others)
    return usually_first(rng, others)


def choose_counts(rng: Stream, category: Category) -> dict[str, int]:
    """How many of each repeated part; what opens has at least one door or drawer."""
    counts = {name: rng.integer(low, high) for name, (low, high) in category.counts.items()}
    leaves = [name for name in counts if name in ("door", "drawer") and category.counts[name][1]]
    if category.openable and leaves and not any(counts[name] for name in leaves):
        counts[rng.choice(leaves)] = 1
    return counts


def choose_states(rng: Stream, category: Category) -> dict[str, bool]:
    """Every state true or false with equal odds."""
    return {name: rng.chance(0.5) for name in category.states}


def typical_mass(category: Category, size: Point3) -> float:
    """The mass that fits the size: lightest for the smallest box, heaviest for the largest."""
    low, high = (math.prod(side[end] for side in category.size) for end in (0, 1))
    share = 0.5 if high <= low else (math.prod(size) - low) / (high - low)
    share = min(1.0, max(0.0, share))
    return round(category.mass[0] + share * (category.mass[1] - category.mass[0]), 3)


def usually_first(rng: Stream, values: Sequence[T]) -> T:
    """The first value with probability ``USUAL``, else any of the others."""
    if len(values) == 1 or rng.chance(USUAL):
        return values[0]
    return rng.choice(values[1:])


def _renamed(part: Part, name: str) -> Part:
    return Part(name, part.colour, part.material, part.pattern, part.colour2, part.text, part.image)


def _known(category: Category, variant: str) -> str:
    if variant not in category.variants:
        raise UnknownIdError(f"variant of category {category.name!r}", variant, category.variants)
    return variant
