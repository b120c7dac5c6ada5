"""The suites of RobustNav: 15 homes, the paper's bands of distance, 300 steps.

Chattopadhyay et al. 2021 evaluate 1,100 PointNav and 1,095 ObjectNav episodes; easy, medium and hard are
bands of the shortest path's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from meadow.episodes.houses import home_of
from meadow.episodes.recipe import Recipe
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode

MAX_STEPS = 300
#: The bands meet where the paper's leave a centimetre between them.
POINTNAV = (("easy", 0.0, 2.285, 367), ("medium", 2.285, 4.395, 367), ("hard", 4.395, 9.61, 366))
OBJECTNAV = (("easy", 0.0, 1.505, 214), ("medium", 1.505, 3.785, 446), ("hard", 3.785, 9.0, 435))

_HOMES = Recipe(
    name="",
    task="pointnav",
    seed=6,
    rooms=(4, 6),
    include="robothor",
    max_steps=MAX_STEPS,
    min_geodesic=0.0,
)
#: Both tasks share their homes.
RECIPES = (
    (
        replace(
            _HOMES,
            name="robustnav-pointnav",
            bands=POINTNAV,
            goals_per_house=28,
            per_goal=1,
        ),
        "RobustNav's PointNav: 1,100 episodes in 15 homes, 300 steps",
    ),
    (
        replace(
            _HOMES,
            name="robustnav-objectnav",
            task="robustnav-objectnav",
            bands=OBJECTNAV,
            per_goal=4,
        ),
        "RobustNav's ObjectNav: 1,095 episodes in 15 homes, 300 steps, no GPS",
    ),
)


def banded(recipe: Recipe) -> list[Recipe]:
    """A recipe for each band of distances; the recipe itself where there are none."""
    if not recipe.bands:
        return [recipe]
    return [
        replace(
            recipe, name=f"{recipe.name}-{label}", min_geodesic=low, max_geodesic=high, bands=()
        )
        for label, low, high, _ in recipe.bands
    ]


def balanced(episodes: Sequence[Episode], recipe: Recipe) -> list[Episode]:
    """As many episodes of each band as the recipe asks for, spread over homes and goals.

    In a home the bands take turns, so that the first few episodes of each home are a fair sample.
    """
    homes = list(dict.fromkeys(e.house.uri for e in episodes))
    ranked: list[tuple[int, float, Episode]] = []
    for (label, _, _, count), part in zip(recipe.bands, banded(recipe)):
        found = [e for e in episodes if e.id.startswith(f"{part.name}-{recipe.split}-")]
        # First one start for each goal, then the second: fewer starts, not fewer goals.
        found.sort(key=lambda e: int(e.id.rpartition("-")[2]))
        turns = in_turns(grouped(found, lambda e: home_of(e.house)))
        picked = {e.id for e in turns[:count]}
        kept = [e for e in found if e.id in picked]
        for home, uri in enumerate(homes):
            here = [e for e in kept if e.house.uri == uri]
            for place, episode in enumerate(here):
                labelled = msgspec.structs.replace(episode, difficulty=label)
                ranked.append((home, (place + 0.5) / len(here), labelled))
    ranked.sort(key=lambda item: item[:2])
    return [episode for _, _, episode in ranked]
