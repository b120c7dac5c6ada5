"""The suites, and the generator of their episodes."""

from __future__ import annotations

import logging
from dataclasses import replace

from meadow.benchmarks.langnav.homes import langnav_uri
from meadow.benchmarks.langnav.planner import Planner, list_of
from meadow.benchmarks.langnav.task import BODY, FURTHER, MAX_STEPS
from meadow.episodes.generate import Generator, opened_home
from meadow.episodes.recipe import MOST_ATTEMPTS, Recipe
from meadow.episodes.schema import Episode
from meadow.episodes.seeds import DESCRIBED_SUITE
from meadow.errors import GenerationError

log = logging.getLogger(__name__)

LANGNAV = Recipe(
    name="langnav",
    task="langnav",
    seed=DESCRIBED_SUITE,
    houses=20,
    rooms=(4, 6),
    revision=2,
    settings=("described-validation",),
    max_steps=MAX_STEPS,
    min_geodesic=2.5,
    margin=0.1,
    embodiment=BODY,
)
LANGNAV_TEST = replace(
    LANGNAV, name="langnav-test", split="test", houses=15, settings=("described-test",)
)
LANGNAV_MINI = replace(
    LANGNAV,
    name="langnav-mini",
    houses=1,
    rooms=(3, 3),
    goals_per_house=6,
    seed=DESCRIBED_SUITE + 1,
)
#: Forty episodes of each kind of words beyond the paper's, and of five goals each for Goat-Bench's rule.
_FORTY = replace(LANGNAV_TEST, houses=10, goals_per_house=4)
NEGATION, ANCHORS, SIDES, COREFERENCE, COMPARISON = (
    replace(_FORTY, name=f"langnav-{name}", settings=(*LANGNAV_TEST.settings, name))
    for name in FURTHER
)
GOAT_LIKE = replace(
    _FORTY,
    name="goat-like",
    task="goat-like",
    settings=(*LANGNAV_TEST.settings, "goat-like"),
)


def langnav_episodes(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in the n-th home; homes that have too little to describe are passed over."""
    for attempt in range(MOST_ATTEMPTS):
        seed = recipe.house_seed(index, attempt)
        uri = langnav_uri(seed, recipe.rooms, list_of(recipe), recipe.revision)
        try:
            with opened_home(recipe, index, uri) as site:
                return [*Planner(recipe, site).episodes()]
        except GenerationError as error:
            log.info("%s", error)
    raise GenerationError(
        f"recipe {recipe.name!r}: none of {MOST_ATTEMPTS} seeds gives a home number {index} with enough "
        "to describe. Ask for fewer episodes in each home or for more rooms."
    )


GENERATOR = Generator(
    langnav_episodes,
    code=(
        "benchmarks/langnav/homes.py",
        "benchmarks/langnav/descriptions.py",
        "benchmarks/langnav/phrasing.py",
        "benchmarks/langnav/further.py",
        "benchmarks/langnav/planner.py",
        "benchmarks/langnav/episodes.py",
        "benchmarks/langnav/task.py",
    ),
)
