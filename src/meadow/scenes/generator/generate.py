"""From a seed to a furnished home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from meadow.errors import GenerationError, InvalidValueError
from meadow.language.describe import with_article
from meadow.scenes.generator.building import draw_building
from meadow.scenes.generator.clutter import add_litter, add_settings, add_small_things
from meadow.scenes.generator.furnish import furnish_room, missing_essential
from meadow.scenes.generator.hang import hang_curtains
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.include import add_included, missing_included
from meadow.scenes.generator.plan import draw_plan
from meadow.scenes.generator.reach import clear_ways
from meadow.scenes.generator.residents import place_people
from meadow.scenes.generator.rooms import choose_types
from meadow.scenes.generator.spec import HouseSpec
from meadow.scenes.schema import House, Person
from meadow.seeding import derived_seed, stream

ATTEMPTS = 24
STRICT = 16
"""Attempts that must have every essential piece; after them almost is good enough."""
PROGRAMMES = 3
"""Other sets of rooms that are tried when a seed's own has no place for everything."""
PROGRAMME_DRAWS = 12
"""Draws of other sets of rooms; most repeat those that are usual."""
PROGRAMME_ATTEMPTS = 4
"""Attempts with each other set of rooms."""
FEWEST, MOST = 60, 300
"""Objects in a home."""


def generate_house(
    seed: int,
    *,
    rooms: int | tuple[int, int] = 6,
    id: str = "",
    spec: HouseSpec | None = None,
) -> House:
    """The home of that seed; the same arguments give the same bytes on every machine.

    Args:
        seed: Any non-negative integer.
        rooms: How many rooms, 1 to 10, or a range; not used when ``spec`` is given.
        id: Name of the home; made from seed and rooms when empty.
        spec: All that is asked of the home at once.
    """
    home, people = furnished_home(seed, HouseSpec(rooms=rooms) if spec is None else spec)
    return finished_house(home, seed, id=id, people=people)


def furnished_home(seed: int, spec: HouseSpec) -> tuple[Home, tuple[Person, ...]]:
    """The home of a seed while more can still be placed in it, and who lives there."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidValueError(f"seed {seed!r}: expected a non-negative integer")
    failure = GenerationError("no attempt was made")
    for types, attempts in _programmes(seed, spec):
        for attempt in range(attempts):
            # A rare plan cannot be furnished; the next one is drawn from other numbers.
            root = derived_seed(seed, "generator", attempt, *types)
            try:
                home = _furnished(root, types, spec, strict=attempt < STRICT)
                return home, place_people(home, spec.people)
            except GenerationError as error:
                failure = error
    raise GenerationError(
        f"seed {seed}: {failure}. Try another seed or more rooms, or ask for less"
    ) from failure


def _programmes(seed: int, spec: HouseSpec) -> Iterator[tuple[tuple[str, ...], int]]:
    """Sets of room types to try and how often: the seed's own, then a few others."""
    own = choose_types(stream(seed, "generator", "programme"), spec)
    yield own, ATTEMPTS
    draws = (stream(seed, "generator", "programme", n) for n in range(1, 1 + PROGRAMME_DRAWS))
    others = dict.fromkeys(choose_types(draw, spec) for draw in draws)
    others.pop(own, None)
    for types in list(others)[:PROGRAMMES]:
        yield types, PROGRAMME_ATTEMPTS


def finished_house(
    home: Home,
    seed: int,
    *,
    id: str = "",
    people: tuple[Person, ...] = (),
    without: Collection[str] = (),
) -> House:
    """The house that a home has become, ``without`` some of its things."""
    building = home.building
    count = len(building.rooms)
    return House(
        id=id or f"house-{count}-{seed}",
        rooms=tuple(building.rooms),
        walls=tuple(building.walls),
        doorways=tuple(building.openings.doorways),
        windows=tuple(building.openings.windows),
        objects=home.finished(without),
        people=people,
        lights=tuple(building.lights),
        source=f"generator/{home.revision} seed={seed} rooms={count}",
    )


def _furnished(root: int, types: tuple[str, ...], spec: HouseSpec, strict: bool) -> Home:
    """One attempt: plan, building, furniture, clear ways, small things."""
    rng = stream(root, "plan")
    tiling, links = draw_plan(rng, types)
    building = draw_building(
        stream(root, "building"),
        types,
        tiling,
        links,
        spec.wall_height,
        open_plan=spec.open_plan,
    )
    home = Home(root, building, spec.revision)
    for site in home.sites.values():
        furnish_room(home, site)
    hang_curtains(home, home.stream("curtains"))
    add_litter(home)
    clear_ways(home)
    missing = [piece for site in home.sites.values() if (piece := missing_essential(home, site))]
    if strict and missing:
        raise GenerationError(f"no room for {with_article(missing[0])}")
    add_settings(home)
    add_included(home, spec.include)
    absent = missing_included(home, spec.include)
    if absent is not None:
        raise GenerationError(f"no place in the open for {with_article(absent)}")
    add_small_things(home, wanted_things(home, spec.density))
    if len(home.objects) < FEWEST:
        raise GenerationError(f"no room for {FEWEST} objects")
    return home


def wanted_things(home: Home, density: float = 1.0) -> int:
    """How many objects the home should hold in the end."""
    usual = (46 + 24 * len(home.sites)) * home.stream("total").uniform(0.88, 1.08)
    furniture = len(home.objects)
    wanted = furniture + round(density * max(0.0, usual - furniture))
    return min(max(wanted, FEWEST + 2), MOST)


def house_statistics(house: House) -> dict[str, int]:
    """How many rooms, objects and objects of each category a home has."""
    counts = Counter(item.category for item in house.objects)
    return {
        "rooms": len(house.rooms),
        "objects": len(house.objects),
        **dict(sorted(counts.items())),
    }
