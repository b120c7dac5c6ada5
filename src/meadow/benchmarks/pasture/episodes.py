"""The suites, their named parts, and the episodes in one home: every object in every setting.

Settings about the same things have the same starts where homes allow it.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace

from meadow.benchmarks.pasture.homes import CODE, Family, build_family, pasture_uri
from meadow.benchmarks.pasture.task import (
    ALL_SETTINGS,
    BODY,
    CATEGORY,
    FINE_BODY,
    FOUR,
    MAX_STEPS,
    SETTINGS,
    VARIANTS,
)
from meadow.episodes.generate import (
    Generator,
    OpenedHome,
    draw_start,
    make_episode,
    opened_home,
    rounded_poses,
    targets_of,
)
from meadow.episodes.houses import keep_house
from meadow.episodes.recipe import MOST_ATTEMPTS, Recipe
from meadow.episodes.schema import Episode, Goal
from meadow.episodes.seeds import TRAIN_SUITE
from meadow.errors import GenerationError, UnknownIdError
from meadow.seeding import stream

log = logging.getLogger(__name__)

PASTURE = Recipe(
    name="pasture",
    task="lzson",
    seed=1,
    rooms=(4, 5),
    max_steps=MAX_STEPS,
    max_geodesic=12.0,
    margin=0.1,
    embodiment=BODY,
)

PASTURE_2 = replace(PASTURE, name="pasture-2", revision=2, embodiment=FINE_BODY)
PASTURE_TRAIN = replace(PASTURE, name="pasture-train", split="train", seed=TRAIN_SUITE)
PASTURE_MINI = replace(
    PASTURE, name="pasture-mini", seed=2, houses=1, goals_per_house=6, per_goal=1
)
ROBOTHOR = replace(PASTURE, name="robothor-objectnav", settings=(CATEGORY,), per_goal=10)

#: Episodes of each setting in the fixed sample.
PER_SETTING = 50


def pasture_episodes(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in the n-th home; homes in which some goal cannot be met are passed over."""
    for name in recipe.settings:
        if name not in ALL_SETTINGS:
            raise UnknownIdError("setting", name, ALL_SETTINGS)
    for attempt in range(MOST_ATTEMPTS):
        seed = recipe.house_seed(index, attempt)
        try:
            return _in_family(recipe, index, build_family(seed, recipe.rooms, recipe.revision))
        except GenerationError as error:
            log.info("%s", error)
    raise GenerationError(
        f"recipe {recipe.name!r}: none of {MOST_ATTEMPTS} seeds gives a home number {index} in which "
        "every object can be placed and described. Loosen the distances or ask for more rooms."
    )


def _in_family(recipe: Recipe, index: int, family: Family) -> list[Episode]:
    names = recipe.settings or tuple(SETTINGS)
    episodes: dict[tuple[str, str, int], Episode] = {}
    # Settings about the same things share their starts, so that they can be compared in pairs.
    for role in dict.fromkeys(ALL_SETTINGS[name].role for name in names):
        group = [name for name in names if ALL_SETTINGS[name].role == role]
        variants = dict.fromkeys(ALL_SETTINGS[name].variant for name in group)
        with ExitStack() as stack:
            sites = {v: stack.enter_context(_opened(recipe, index, family, v)) for v in variants}
            for thing in family.names(role)[: recipe.goals_per_house]:
                _in_settings(recipe, family, sites, group, thing, episodes)
    things = dict.fromkeys(thing for _, thing, _ in episodes)
    return [
        episodes[name, thing, number]
        for name in names
        for thing in things
        for number in range(recipe.per_goal)
        if (name, thing, number) in episodes
    ]


def _opened(
    recipe: Recipe, index: int, family: Family, variant: str
) -> AbstractContextManager[OpenedHome]:
    """The home of a variant, kept so that it is not made again when the episodes are run."""
    uri = pasture_uri(family.seed, recipe.rooms, variant, recipe.revision)
    keep_house(uri, family.house(variant))
    return opened_home(recipe, index, uri)


def _in_settings(
    recipe: Recipe,
    family: Family,
    sites: dict[str, OpenedHome],
    group: list[str],
    thing: str,
    episodes: dict[tuple[str, str, int], Episode],
) -> None:
    """Add the episodes about one thing in all settings that share its starts."""
    goals = {name: _goal(family, name, thing, sites) for name in group}
    first = {ALL_SETTINGS[name].variant: name for name in reversed(group)}
    # The most crowded variant last: what is free there is free in all.
    variants = sorted(sites, key=lambda v: len(VARIANTS[v]))
    for number in range(recipe.per_goal):
        home = f"{recipe.name}-{recipe.split}-h{next(iter(sites.values())).index:03d}"
        role = ALL_SETTINGS[group[0]].role
        rng = stream(recipe.seed, "start", home, role, thing, number)
        ways = [(sites[v], targets_of(goals[first[v]])) for v in variants]
        starts = draw_start(recipe, rng, ways)
        if starts is None:
            raise GenerationError(
                f"PASTURE home {family.seed}: no start is far enough from the {thing}"
            )
        for name in group:
            variant = ALL_SETTINGS[name].variant
            start = starts[variants.index(variant)]
            id = f"{home}-{name}-{thing.replace(' ', '_')}-{number}"
            episodes[name, thing, number] = make_episode(
                recipe, id, sites[variant], goals[name], start, tags={"setting": name}
            )


def _goal(family: Family, name: str, thing: str, sites: dict[str, OpenedHome]) -> Goal:
    """A goal with the objects that count in the variant of its setting, and where they are seen from."""
    setting = ALL_SETTINGS[name]
    meant = family.goal(setting.words, thing)
    if meant is None:
        raise GenerationError(f"PASTURE home {family.seed}: no words for the {thing}")
    id = family.ids[setting.role, thing]
    shown = family.concealer(thing).id if setting.role == "hidden" else id
    counts = family.object_id(setting.variant, shown)
    hidden = family.object_id(setting.variant, id) if setting.role == "hidden" else ""
    return Goal(
        text=meant.text,
        category=family.home.objects[id].category,
        objects=(counts,),
        viewpoints=rounded_poses(sites[setting.variant].oracle.viewpoints(counts)),
        hidden=hidden,
    )


GENERATOR = Generator(pasture_episodes, code=(*CODE, "benchmarks/pasture/episodes.py"))


def by_setting(episodes: list[Episode], setting: str) -> list[Episode]:
    """The episodes of one setting."""
    return [e for e in episodes if e.tags.get("setting") == setting]


def four_categories(episodes: list[Episode]) -> list[Episode]:
    """The categories that zero-shot agents of the literature were not trained on."""
    return [e for e in episodes if e.goal.category in FOUR]


def fixed(episodes: list[Episode]) -> list[Episode]:
    """The same 50 episodes of every setting, whoever asks.

    Settings about the same things contribute the same things and starts, so that they stay pairs.
    """
    picked: set[str] = set()
    for name, setting in SETTINGS.items():
        group = by_setting(episodes, name)
        order = stream(0, "pasture", "fixed", setting.role).shuffled(range(len(group)))
        picked.update(group[i].id for i in order[:PER_SETTING])
    return [e for e in episodes if e.id in picked]
