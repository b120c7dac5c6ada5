"""Make episodes: draw goals and starts in generated homes until the recipe's constraints hold."""

from __future__ import annotations

import math
import multiprocessing
from collections import abc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import numpy as np

from meadow.episodes import GENERATORS
from meadow.episodes.bands import balanced, banded
from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import GenerationError
from meadow.protocols import Oracle, Progress
from meadow.scenes import validate
from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import mm, mrad
from meadow.seeding import Stream, derived_seed, stream
from meadow.sim.navgrid import NavGrid
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Array

_TRIES = 200
#: A way with a margin may be so much longer than the shortest, metres.
DETOUR = 0.25


@dataclass(frozen=True)
class Generator:
    """How the episodes of a task are generated."""

    in_home: Callable[[Recipe, int], list[Episode]]
    """The episodes in the n-th home of a recipe, without their difficulty."""
    code: tuple[str, ...] = ()
    """Code outside ``episodes`` that decides what they are like, as ``serialize.code_version`` takes it."""


@dataclass(frozen=True)
class OpenedHome:
    """A home made ready for drawing episodes."""

    ref: HouseRef
    index: int
    oracle: Oracle
    grid: NavGrid
    simulator: MeadowSimulator


Goals = Callable[[Recipe, OpenedHome], Iterator[tuple[str, Goal]]]
"""The labelled goals in a home."""


def generate_episodes(
    recipe: Recipe, progress: Progress | None = None, *, workers: int = 1
) -> list[Episode]:
    """All episodes of a recipe, in order of homes; equal recipes give equal episodes."""
    GENERATORS.entry(recipe.task)  # an unknown task is told of before any work is done
    for category in recipe.categories:
        find_category(category)
    for file in recipe.house_files:
        validate.read_valid_house(file)  # says everything that is wrong, before any work is done
    episodes: list[Episode] = []
    with closing(_by_home(recipe, workers)) as homes:
        for done, found in enumerate(homes, start=1):
            episodes += found
            if progress:
                progress(done, recipe.home_count, {"episodes": len(episodes)})
    if not episodes:
        raise GenerationError(
            f"recipe {recipe.name!r} gives no episode: no goal in {recipe.home_count} homes meets "
            "its constraints. Loosen the distances, or add homes or categories."
        )
    return balanced(episodes, recipe) if recipe.bands else _with_difficulty(episodes)


def _by_home(recipe: Recipe, workers: int) -> abc.Generator[list[Episode], None, None]:
    """The episodes of each home, in order; homes are independent of each other."""
    homes = range(recipe.home_count)
    if workers == 1:
        yield from (home_episodes(recipe, index) for index in homes)
        return
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        yield from pool.map(partial(home_episodes, recipe), homes)
    finally:
        pool.shutdown(cancel_futures=True)


def home_episodes(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in one home, without their difficulty, which is a matter of the whole suite."""
    return GENERATORS.get(recipe.task).in_home(recipe, index)


@contextmanager
def opened_home(recipe: Recipe, index: int, uri: str) -> Iterator[OpenedHome]:
    """A home made ready for drawing episodes."""
    house = load_house(HouseRef(uri))
    simulator = MeadowSimulator(recipe.embodiment)
    simulator.reset(house, simulator.free_pose(house))
    ref = HouseRef(uri, house.digest())
    yield OpenedHome(ref, index, simulator.oracle, simulator.world.navgrid, simulator)
    simulator.close()


def _to_goals(goals: Goals, recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in one home to each of its goals, from starts drawn apart from each other."""
    if recipe.house_files:
        uri = f"file:{recipe.house_files[index]}"
    else:
        seed = recipe.house_seed(index)
        uri = generator_uri(seed, recipe.rooms, recipe.include, recipe.revision)
    with opened_home(recipe, index, uri) as site:
        return [e for part in banded(recipe) for e in _in_house(goals, part, site)]


def _in_house(goals: Goals, recipe: Recipe, site: OpenedHome) -> Iterator[Episode]:
    for label, goal in goals(recipe, site):
        for number in range(recipe.per_goal):
            name = f"{recipe.name}-{recipe.split}-h{site.index:03d}-{label}-{number}"
            rng = stream(recipe.seed, "episode", name)
            starts = draw_start(recipe, rng, [(site, targets_of(goal))])
            if starts is not None:
                yield make_episode(recipe, name, site, goal, starts[0])


def make_episode(
    recipe: Recipe, name: str, site: OpenedHome, goal: Goal, start: StartPose, **fields: Any
) -> Episode:
    """An episode of a recipe."""
    return Episode(
        id=name,
        task=recipe.task,
        house=site.ref,
        start=start.pose,
        goals=(goal,),
        max_steps=recipe.max_steps,
        seed=derived_seed(recipe.seed, name),
        geodesic=start.geodesic,
        euclidean=start.euclidean,
        path=start.path,
        embodiment=recipe.embodiment,
        **fields,
    )


def targets_of(goal: Goal) -> Array:
    """(N, 2) positions at which a goal is reached."""
    return np.array([goal.point] if goal.point else [v[:2] for v in goal.viewpoints])


def object_goals(recipe: Recipe, site: OpenedHome) -> Iterator[tuple[str, Goal]]:
    """Categories of the recipe of which an instance can be seen from enough reachable poses."""
    present = set(site.oracle.categories())
    wanted = [c for c in recipe.categories or ROBOTHOR if c in present]
    rng = stream(recipe.seed, recipe.split, site.index, "goals")
    # The task lets the robot look up and down: things on the floor are found at its feet.
    tilt = recipe.embodiment.tilt
    tilts, found = (0.0, -tilt, tilt), 0
    for category in rng.shuffled(wanted):
        if found == recipe.goals_per_house:
            return
        ids = site.oracle.instances(category)
        views = [site.oracle.viewpoints(id, tilts=tilts) for id in ids]
        if max(map(len, views)) < recipe.min_viewpoints:
            continue
        found += 1
        poses = rounded_poses(np.concatenate(views))
        yield (
            category.replace(" ", "_"),
            Goal(text=category, category=category, objects=tuple(ids), viewpoints=poses),
        )


def rounded_poses(poses: Array) -> tuple[tuple[float, float, float], ...]:
    """(N, 3) x, y, yaw as an episode stores them."""
    return tuple((mm(x), mm(y), mrad(yaw)) for x, y, yaw in poses.tolist())


def point_goals(recipe: Recipe, site: OpenedHome) -> Iterator[tuple[str, Goal]]:
    """As many points on the free floor as the recipe asks for."""
    for number in range(recipe.goals_per_house):
        rng = stream(recipe.seed, recipe.split, site.index, "point", number)
        x, y = site.grid.sample(rng)
        yield f"p{number:02d}", Goal(text="go to the given point", point=(mm(x), mm(y)))


def episodes_to(goals: Goals, code: tuple[str, ...] = ()) -> Generator:
    """A generator of one-goal episodes, from a function that names the goals in a home."""
    return Generator(partial(_to_goals, goals), code)


#: Episodes to points, and to any instance of a category.
POINT_GOALS = episodes_to(point_goals)
OBJECT_GOALS = episodes_to(object_goals)


@dataclass(frozen=True)
class StartPose:
    """Where an episode begins and how far it is to its goal."""

    pose: tuple[float, float, float]
    geodesic: float
    euclidean: float
    path: tuple[tuple[float, float], ...]


def draw_start(
    recipe: Recipe,
    rng: Stream,
    ways: Sequence[tuple[OpenedHome, Array]],
    *,
    allowed: Callable[[float, float], bool] | None = None,
) -> list[StartPose] | None:
    """A start within the recipe's constraints on the way to every (site, targets); None if there is none.

    Several sites are variants of one home: the pose is the same in all, the distances may differ. It is
    drawn on the free floor of the last, where it is ``allowed``.
    """
    turns = round(2.0 * math.pi / recipe.embodiment.turn)
    for _ in range(_TRIES):
        x, y = (mm(v) for v in ways[-1][0].grid.sample(rng))
        pose = x, y, mrad(rng.integer(0, turns - 1) * recipe.embodiment.turn)
        if allowed is not None and not allowed(x, y):
            continue
        starts = [_start_at(recipe, site, targets, pose) for site, targets in ways]
        if all(starts):
            return [start for start in starts if start is not None]
    return None


def _start_at(
    recipe: Recipe, site: OpenedHome, targets: Array, pose: tuple[float, float, float]
) -> StartPose | None:
    """The way from a pose, when it is within the recipe's constraints."""
    x, y, _ = pose
    geodesic = site.oracle.geodesic((x, y), targets)
    euclidean = float(np.hypot(targets[:, 0] - x, targets[:, 1] - y).min())
    fits = recipe.min_geodesic <= geodesic <= recipe.max_geodesic
    if not fits or geodesic < recipe.min_ratio * euclidean or not site.oracle.navigable(x, y):
        return None
    if recipe.margin:
        wide = site.oracle.distances(np.array([[x, y]]), targets, recipe.margin)
        if wide[0] > geodesic + DETOUR:
            return None
    path = tuple((mm(u), mm(v)) for u, v in site.oracle.path((x, y), targets).tolist())
    return StartPose(pose, round(geodesic, 4), round(euclidean, 4), path)


def _with_difficulty(episodes: Sequence[Episode]) -> list[Episode]:
    """Terciles of the geodesic distance over the whole suite: easy, medium, hard."""
    lengths = sorted(e.geodesic or 0.0 for e in episodes)
    low, high = lengths[len(lengths) // 3], lengths[2 * len(lengths) // 3]

    def level(length: float) -> str:
        return "easy" if length < low else "medium" if length < high else "hard"

    return [msgspec.structs.replace(e, difficulty=level(e.geodesic or 0.0)) for e in episodes]
