"""A home that holds what somebody asks for, so that anyone's own words can be tried.

Homes are drawn until one has the things that the goals name, related as they say; then looks are made
to fit. What cannot be had is left missing: a robot may well be sent for a thing that is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields

from meadow.episodes.generate import (
    draw_start,
    make_episode,
    opened_home,
    rounded_poses,
    targets_of,
)
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal
from meadow.errors import GenerationError
from meadow.language.facts import holds, matches
from meadow.language.goals import PLAIN, Attributes, Description, Noun
from meadow.protocols import Progress
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.facts import house_things
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, PATTERNS
from meadow.scenes.schema import House, Object, mm, replace
from meadow.seeding import stream
from meadow.types import FINE_WIDE_ANGLE

DRAWS = 16
"""Homes that are drawn before the best one is taken."""


@dataclass(frozen=True, slots=True)
class RequestedHome:
    """A home and, for each goal, the things in it that fulfil it."""

    house: House
    targets: tuple[tuple[str, ...], ...]
    """Ids in the order of the goals; empty where the home has no such thing."""


def requested_home(
    goals: Sequence[Description],
    seed: int,
    *,
    rooms: int | tuple[int, int] = (3, 4),
    draws: int = DRAWS,
    progress: Progress | None = None,
) -> RequestedHome:
    """The first of some homes in which every goal holds of something, or the one with most."""
    best: RequestedHome | None = None
    include = tuple(dict.fromkeys(c for goal in goals for c in _named(goal)))
    for number in range(draws):
        if progress:
            progress(number, draws, {})
        try:
            house = generate_house(
                seed + number, spec=HouseSpec(rooms=rooms, include=include if number else ())
            )
        except GenerationError:  # not every home has a place for everything
            continue
        home = _fulfilled(house, goals)
        if best is None or _count(home) > _count(best):
            best = home
        if _count(best) == len(goals):
            break
    if best is None:
        raise GenerationError(
            f"none of {draws} homes has a place for {', '.join(include)}: ask for fewer things"
        )
    return best


def _count(home: RequestedHome) -> int:
    return sum(map(bool, home.targets))


def _named(goal: Description) -> list[str]:
    """Categories that a goal needs; what hides in something needs only the place to hide."""
    anchors = [anchor for relation in goal.relations for anchor in relation.anchors]
    found = [noun.category for noun in (goal.target, *anchors)]
    return [c for c in found if c and c in CATEGORIES and "imported" not in CATEGORIES[c].tags]


def _fulfilled(house: House, goals: Sequence[Description]) -> RequestedHome:
    """Restyle things of the right kind at the right place, one for each goal that nothing meets yet."""
    for goal in goals:
        if not _targets(house, goal):
            house = _restyled_for(house, goal)
    return RequestedHome(house, tuple(_targets(house, goal) for goal in goals))


def _targets(house: House, goal: Description) -> tuple[str, ...]:
    sure, _ = matches(goal, house_things(house))
    return tuple(thing.id for thing in sure)


def _restyled_for(house: House, goal: Description) -> House:
    """The home with one thing made to look as the goal says, if something stands where it says."""
    plain = with_fields(goal, target=with_fields(goal.target, attributes=PLAIN, without=PLAIN))
    things = house_things(house)
    for number, thing in enumerate(things):
        if not holds(plain, thing, things):
            continue
        item = restyled(house.objects[number], goal.target)
        objects = (*house.objects[:number], item, *house.objects[number + 1 :])
        changed = replace(house, objects=objects)
        after = house_things(changed)
        if holds(goal, after[number], after):
            return changed
    return house


def restyled(item: Object, noun: Noun) -> Object:
    """A thing with the size, colour, material, pattern and states that a noun asks for."""
    wanted: Attributes = noun.attributes
    main = item.parts[0]
    colour = next((c for c in wanted.colours if c in COLOURS), main.colour)
    if main.colour in noun.without.colours and not wanted.colours:
        colour = next(c for c in COLOURS if c not in noun.without.colours)
    material = next((m for m in wanted.materials if m in MATERIALS), main.material)
    pattern = next((p for p in wanted.patterns if p in PATTERNS and p != "printed"), main.pattern)
    second = main.colour2 or next(c for c in COLOURS if c != colour)
    parts = tuple(
        replace(
            part,
            colour=colour,
            material=material,
            pattern=pattern,
            colour2="" if pattern == "plain" else second,
        )
        if (part.colour, part.material, part.pattern) == (main.colour, main.material, main.pattern)
        else part
        for part in item.parts
    )
    size = item.size
    if wanted.size == "small":  # a larger one might not fit where this one stands
        low = CATEGORIES[item.category].size
        size = tuple(mm(min(side, bounds[0])) for side, bounds in zip(size, low))  # type: ignore[assignment]
    return replace(item, parts=parts, size=size)


def requested_episodes(
    home: RequestedHome,
    goals: Sequence[Description],
    file: str,
    *,
    seed: int = 0,
    max_steps: int = 250,
) -> list[Episode]:
    """An episode for each goal that the home can fulfil, in the home that was written to ``file``."""
    recipe = Recipe(
        name="wish",
        task="lzson",
        seed=seed,
        house_files=(file,),
        per_goal=1,
        min_geodesic=2.0,
        max_steps=max_steps,
        embodiment=FINE_WIDE_ANGLE,
    )
    episodes = []
    with opened_home(recipe, 0, f"file:{file}") as site:
        for number, (goal, ids) in enumerate(zip(goals, home.targets)):
            shown = tuple(_in_view(home.house, id) for id in ids)
            views = [view for id in shown for view in rounded_poses(site.oracle.viewpoints(id))]
            if not views:
                continue
            asked = Goal(
                text=goal.text,
                category=goal.category or "",
                objects=shown,
                viewpoints=tuple(views),
                hidden=ids[0] if shown != ids else "",
            )
            starts = draw_start(recipe, stream(seed, "wish", number), [(site, targets_of(asked))])
            if starts is not None:
                episodes.append(make_episode(recipe, f"goal-{number + 1}", site, asked, starts[0]))
    return episodes


def _in_view(house: House, id: str) -> str:
    """What has to be in view: the thing, or what it is shut in."""
    container = next(o.container for o in house.objects if o.id == id)
    return _in_view(house, container) if container else id
