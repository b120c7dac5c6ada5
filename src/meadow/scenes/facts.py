"""What is true of the things of a home, for goals to be checked against."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from meadow.errors import InvalidValueError
from meadow.geometry.polygons import area, convex_hull
from meadow.language.goals import PLAIN, Attributes
from meadow.language.modifiers import modifiers
from meadow.language.parse import parse
from meadow.language.things import Thing
from meadow.language.vocabulary import STATES, spaced
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.catalogue.spec import KINDS, Category
from meadow.scenes.meshes import FormKey, form_key, mesh_of
from meadow.scenes.schema import House, Object, Part, mm
from meadow.scenes.standing import Standing, standings

#: An openable thing is open or closed beyond these; in between one may argue.
OPEN_FROM, CLOSED_TO = 0.5, 0.05
#: Sides of an outline that differ by less are even: round and not oval, square and not rectangular.
EVEN = 0.9
#: A thing is flat when it is thinner than this fraction of its other sides.
THIN = 0.25


def house_things(house: House, *, revision: int | None = None) -> tuple[Thing, ...]:
    """Every object of a home, in its order, with all that is true of it.

    ``revision`` is that of the rule for support relations: 1 takes what is recorded as an object's support,
    2 decides by geometry. None takes the rule that belongs to the home.
    """
    types = {room.id: room.type for room in house.rooms}
    revision = relation_rule(house) if revision is None else revision
    return tuple(things_of(house.objects, types, revision))


def relation_rule(house: House) -> int:
    """The revision of the rule for support relations; homes of the generator's revision 2 have rule 2."""
    found = re.match(r"generator/(\d+)\b", house.source)
    return min(int(found[1]), 2) if found else 1


def things_of(
    objects: Sequence[Object], rooms: Mapping[str, str], revision: int
) -> Iterator[Thing]:
    """What is true of objects among each other; ``rooms`` are the types of rooms by their ids."""
    found = standings(objects) if revision >= 2 else {}
    for item in objects:
        yield object_thing(item, rooms.get(item.room, ""), found.get(item.id))


def object_thing(item: Object, room: str = "", standing: Standing | None = None) -> Thing:
    """What is true of one object; ``room`` is the type of its room."""
    category = CATEGORIES[item.category]
    main, accents = _finish(item.parts)
    x, y, z = item.position
    depth, width, height = item.size
    cos, sin = abs(math.cos(item.yaw)), abs(math.sin(item.yaw))
    return Thing(
        id=item.id,
        category=item.category,
        names=names_of(category),
        attributes=Attributes(
            size=size_word(category, item.size),
            colours=main.colours,
            materials=main.materials,
            patterns=main.patterns,
            prints=main.prints,
            texts=main.texts,
            states=_states(category, item),
            counts=tuple(sorted(item.counts.items())),
        ),
        arguable=accents,
        centre=(x, y, mm(z + 0.5 * height)),
        extents=(mm(cos * depth + sin * width), mm(sin * depth + cos * width), height),
        front=item.yaw,
        sided=standing is not None and has_front(category),
        support=standing.support if standing else item.support,
        place=standing.place if standing else "",
        beneath=standing.beneath if standing else (),
        partly_beneath=standing.partly_beneath if standing else (),
        container=item.container,
        room=room,
        room_id=item.room,
        kinds=category.tags & set(KINDS),
        mass=item.mass,
        volume=math.prod(item.size),
        longest_side=max(item.size),
        shape=outline_word(form_key(item)),
        modifiers=_modifier(category, item.variant),
        contrasts=_contrasts(category, item.variant),
    )


def names_of(category: Category) -> tuple[str, ...]:
    """The category's own name, then its synonyms."""
    return (category.name, *(s for s in category.synonyms if s != category.name))


def size_word(category: Category, size: tuple[float, float, float]) -> str:
    """ "small" or "large" within its category, empty in between or where all are alike."""
    low, high = (math.prod(side[end] for side in category.size) for end in (0, 1))
    if high < 1.5 * low:
        return ""
    share = (math.prod(size) - low) / (high - low)
    return "small" if share < 0.25 else "large" if share > 0.6 else ""


def has_front(category: Category) -> bool:
    """Whether everybody agrees on where its front is: what one sits on, or uses with its back to a wall."""
    return category.front > 0.0 and (category.place != "free" or "seat" in category.parts)


@lru_cache(maxsize=65536)
def outline_word(key: FormKey) -> str:
    """The outline of a shape from above, or of a flat upright one from its front, as one of ``SHAPES``.

    Its convex hull fills a rectangle, or its corners lie on an ellipse; empty for what is neither.
    """
    vertices = mesh_of(key).vertices.astype(np.float64)
    sides = np.ptp(vertices, axis=0)
    thin = int(np.argmin(sides))
    upright = thin != 2 and sides[thin] < THIN * np.delete(sides, thin).min()
    axes = [k for k in range(3) if k != (thin if upright else 2)]
    points = np.ascontiguousarray(vertices[:, axes])
    box = sides[axes]
    if box.min() <= 0.0:
        return ""
    hull, even = convex_hull(points), box.min() >= EVEN * box.max()
    if area(hull) >= 0.97 * box.prod():
        return "square" if even else "rectangular"
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    radii = np.hypot(*((hull - middle) / (0.5 * box)).T)
    on_ellipse = len(hull) >= 8 and radii.min() >= 0.96 and radii.max() <= 1.04
    return ("round" if even else "oval") if on_ellipse else ""


def _modifier(category: Category, variant: str) -> tuple[str, ...]:
    return (variant,) if variant in variant_words(category.name) else ()


def _contrasts(category: Category, variant: str) -> tuple[str, ...]:
    own = set(variant.split())
    return tuple(w for w in variant_words(category.name) if not set(w.split()) <= own)


@cache
def variant_words(name: str) -> tuple[str, ...]:
    """The variants of a category that are modifiers: said before its name, they are read as nothing else.

    A "glass" wall cabinet is one of that material, and "with lid" is a part.
    """
    return tuple(v for v in CATEGORIES[name].variants if _reads_as_modifier(v, name))


def _reads_as_modifier(variant: str, name: str) -> bool:
    try:
        said = parse(f"{variant} {name}")
    except InvalidValueError:
        return False
    plain = replace(said.target.attributes, others=()) == PLAIN
    words = {word for phrase in modifiers(said.target) for word in spaced(phrase).split()}
    alone = not (said.relations or said.room or said.negated)
    return plain and alone and said.category == name and words == set(spaced(variant).split())


@lru_cache(maxsize=65536)
def _finish(parts: tuple[Part, ...]) -> tuple[Attributes, Attributes]:
    """What the main part looks like, and what lesser parts add."""
    main, others = parts[0], parts[1:]
    plain = all(part.pattern == "plain" for part in parts)
    patterned = main.pattern not in ("plain", "printed")
    accents = [part.colour for part in others] + [part.colour2 for part in parts if part.colour2]
    pictures = tuple(part.image for part in parts if part.image)
    texts = tuple(part.text.lower() for part in parts if part.text)
    true = Attributes(
        colours=(main.colour,),
        materials=(main.material,),
        patterns=(main.pattern,) if patterned or main.pattern == "printed" or plain else (),
        prints=pictures,
        texts=texts,
    )
    return true, Attributes(
        colours=_distinct(accents),
        materials=_distinct([part.material for part in others]),
        patterns=_distinct([part.pattern for part in others]),
    )


def _states(category: Category, item: Object) -> tuple[str, ...]:
    words = [STATES[s][not item.states.get(s, False)] for s in category.states if s in STATES]
    if category.openable and item.openness >= OPEN_FROM:
        words.append("open")
    elif category.openable and item.openness <= CLOSED_TO:
        words.append("closed")
    return tuple(words)


def _distinct(words: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
