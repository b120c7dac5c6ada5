"""From a seed to a furnished home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from meadow.errors import GenerationError, InvalidValueError
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

VERSION = 1
ATTEMPTS = 24
STRICT = 16
"""Attempts that must have every essential piece; after them almost is good enough."""
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
        spec: All wishes at once.
    """
    home, people = furnished_home(seed, HouseSpec(rooms=rooms) if spec is None else spec)
    return finished_house(home, seed, id=id, people=people)


def furnished_home(seed: int, spec: HouseSpec) -> tuple[Home, tuple[Person, ...]]:
    """The home of a seed while more can still be placed in it, and who lives there."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidValueError(f"seed {seed!r}: expected a non-negative integer")
    types = choose_types(stream(seed, "generator", "programme"), spec)
    for attempt in range(ATTEMPTS):
        # A rare plan cannot be furnished; the next one is drawn from other numbers.
        root = derived_seed(seed, "generator", attempt, *types)
        try:
            home = _furnished(root, types, spec, strict=attempt < STRICT)
            people = place_people(home, spec.people)
        except GenerationError:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        if len(home.objects) >= FEWEST:
            return home, people
    raise GenerationError(f"seed {seed}: could not place {FEWEST} objects: try another seed")


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
        source=f"generator/{VERSION} seed={seed} rooms={count}",
    )


def _furnished(root: int, types: tuple[str, ...], spec: HouseSpec, strict: bool) -> Home:
    """One attempt: plan, building, furniture, clear ways, small things."""
    rng = stream(root, "plan")
    tiling, links = draw_plan(rng, types)
    building = draw_building(stream(root, "building"), types, tiling, links, spec.wall_height)
    home = Home(root, building)
    for site in home.sites.values():
        furnish_room(home, site)
    hang_curtains(home, home.stream("curtains"))
    add_litter(home)
    clear_ways(home)
    missing = [piece for site in home.sites.values() if (piece := missing_essential(home, site))]
    if strict and missing:
        raise GenerationError(f"no room for a {missing[0]}: try another seed")
    add_settings(home)
    add_included(home, spec.include)
    absent = missing_included(home, spec.include)
    if absent is not None:
        raise GenerationError(f"no place in the open for a {absent}: try another seed")
    add_small_things(home, _wanted(home, spec))
    return home


def _wanted(home: Home, spec: HouseSpec) -> int:
    """How many objects the home should hold in the end."""
    usual = (46 + 24 * len(home.sites)) * home.stream("total").uniform(0.88, 1.08)
    furniture = len(home.objects)
    wanted = furniture + round(spec.density * max(0.0, usual - furniture))
    return min(max(wanted, FEWEST + 2), MOST)


def house_statistics(house: House) -> dict[str, int]:
    """How many rooms, objects and objects of each category a home has."""
    counts = Counter(item.category for item in house.objects)
    return {
        "rooms": len(house.rooms),
        "objects": len(house.objects),
        **dict(sorted(counts.items())),
    }
