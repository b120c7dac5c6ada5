"""Episodes of lifting: things by name, in homes whose weights and sizes are drawn anew."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from meadow.episodes.generate import (
    Generator,
    OpenedHome,
    draw_start,
    make_episode,
    opened_home,
    rounded_poses,
)
from meadow.episodes.houses import (
    SEED_AND_ROOMS,
    HouseScheme,
    revision_of,
    seed_and_rooms,
    seeded,
)
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal
from meadow.scenes.catalogue import find_category
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.randomise import randomised
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.reach import find_grip
from meadow.sim.world import World
from meadow.types import Arm, Pose

#: Things of so many kilograms are asked for: less is not felt, more is for two hands.
LIGHTEST, HEAVIEST = 0.1, 3.0


def randomised_uri(seed: int, rooms: int | tuple[int, int], revision: int = 2) -> str:
    """The reference of a generated home with weights and sizes drawn anew."""
    return f"randomised:{seeded(seed, rooms, revision)}"


def _make(match: re.Match[str]) -> dict[str, House]:
    seed, rooms = seed_and_rooms(match)
    house = generate_house(seed, spec=HouseSpec(rooms=rooms, revision=revision_of(match)))
    return {match[0]: randomised(house, seed)}


RANDOMISED = HouseScheme(
    re.compile(rf"randomised:{SEED_AND_ROOMS}"),
    "randomised:seed=N,rooms=N or N-M, and perhaps ,revision=N",
    _make,
    code=("scenes",),
)


def in_home(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes of one home: each asks for things of another category."""
    uri = randomised_uri(recipe.house_seed(index), recipe.rooms, recipe.revision)
    with opened_home(recipe, index, uri) as home:
        return [*_episodes(recipe, home)]


def _episodes(recipe: Recipe, home: OpenedHome) -> Iterator[Episode]:
    for category, goal in _goals(recipe, home):
        for number in range(recipe.per_goal):
            label = category.replace(" ", "_")
            name = f"{recipe.name}-{recipe.split}-h{home.index:03d}-{label}-{number}"
            rng = stream(recipe.seed, "episode", name)
            targets = np.array([v[:2] for v in goal.viewpoints])
            starts = draw_start(recipe, rng, [(home, targets)])
            if starts is not None:
                yield make_episode(recipe, name, home, goal, starts[0], arm=Arm())


def _goals(recipe: Recipe, home: OpenedHome) -> Iterator[tuple[str, Goal]]:
    """Categories with one instance, which the hand can reach and lift; where the robot would stand."""
    house = home.oracle.house
    world = World(house, recipe.embodiment)
    by_category: dict[str, list[str]] = {}
    for item in house.objects:
        if "pickupable" in find_category(item.category).tags:
            by_category.setdefault(item.category, []).append(item.id)
    single = [c for c, ids in by_category.items() if len(ids) == 1]
    wanted = [c for c in single if not recipe.categories or c in recipe.categories]
    found = 0
    for category in stream(recipe.seed, recipe.split, home.index, "goals").shuffled(wanted):
        if found == recipe.goals_per_house:
            return
        id = by_category[category][0]
        weight = sum(world.object(part).mass for part in world.carried(id))
        if not LIGHTEST <= weight <= HEAVIEST:
            continue
        pose = home.oracle.pose()
        reach = find_grip(world, Arm(), id, Pose(pose.x, pose.y))
        if reach is None:
            continue
        found += 1
        base = np.array([[reach.base.x, reach.base.y, reach.base.yaw]])
        yield category, Goal(category, category, (id,), viewpoints=rounded_poses(base))


LIFT = Generator(in_home)
