"""Bands of distance: a suite with as many easy, medium and hard episodes as its recipe asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from meadow.episodes.houses import home_of
from meadow.episodes.recipe import Recipe
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode


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
