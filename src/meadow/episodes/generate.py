"""Make episodes: draw goals and starts in generated homes until the recipe's constraints hold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import GenerationError
from meadow.protocols import Oracle, Progress
from meadow.scenes.schema import mm, mrad
from meadow.seeding import Stream, derived_seed, stream
from meadow.sim.navgrid import NavGrid
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ROBOTHOR
from meadow.types import Array

_TRIES = 200


@dataclass(frozen=True)
class Site:
    """A home made ready for drawing episodes."""

    ref: HouseRef
    index: int
    oracle: Oracle
    grid: NavGrid


def generate_episodes(recipe: Recipe, progress: Progress | None = None) -> list[Episode]:
    """All episodes of a recipe, in order of homes; equal recipes give equal episodes."""
    simulator = MeadowSimulator(recipe.embodiment)
    episodes: list[Episode] = []
    for index in range(recipe.houses):
        site = _site(simulator, recipe, index)
        episodes += _in_house(recipe, site)
        if progress:
            progress(index + 1, recipe.houses, {"episodes": len(episodes)})
    simulator.close()
    if not episodes:
        raise GenerationError(
            f"recipe {recipe.name!r} gives no episode: no goal in {recipe.houses} homes meets its "
            "constraints. Loosen the distances, or add homes or categories."
        )
    return _with_difficulty(episodes)


def _site(simulator: MeadowSimulator, recipe: Recipe, index: int) -> Site:
    uri = generator_uri(recipe.house_seed(index), recipe.rooms)
    house = load_house(HouseRef(uri))
    simulator.reset(house, simulator.free_pose(house, seed=0))
    ref = HouseRef(uri, house.digest())
    return Site(ref, index, simulator.oracle, simulator.world.navgrid)


def _in_house(recipe: Recipe, site: Site) -> Iterator[Episode]:
    goals = _point_goals(recipe, site) if recipe.task == "pointnav" else _object_goals(recipe, site)
    for label, goal in goals:
        targets = np.array([goal.point] if goal.point else [v[:2] for v in goal.viewpoints])
        for number in range(recipe.per_goal):
            name = f"{recipe.name}-{recipe.split}-h{site.index:03d}-{label}-{number}"
            rng = stream(recipe.seed, "episode", name)
            start = _start(recipe, site, rng, targets)
            if start is None:
                continue
            pose, geodesic, euclidean = start
            yield Episode(
                id=name,
                task=recipe.task,
                house=site.ref,
                start=pose,
                goals=(goal,),
                max_steps=recipe.max_steps,
                seed=derived_seed(recipe.seed, name),
                geodesic=geodesic,
                euclidean=euclidean,
                embodiment=recipe.embodiment,
            )


def _object_goals(recipe: Recipe, site: Site) -> Iterator[tuple[str, Goal]]:
    """Categories of the recipe that can be seen from enough reachable poses in this home."""
    present = set(site.oracle.categories())
    wanted = [c for c in recipe.categories or ROBOTHOR if c in present]
    rng = stream(recipe.seed, recipe.split, site.index, "goals")
    found = 0
    for category in rng.shuffled(wanted):
        if found == recipe.goals_per_house:
            return
        ids, views = [], []
        for id in site.oracle.instances(category):
            poses = site.oracle.viewpoints(id)
            if len(poses) >= recipe.min_viewpoints:
                ids.append(id)
                views.append(poses)
        if not ids:
            continue
        found += 1
        rounded = [(mm(x), mm(y), mrad(yaw)) for x, y, yaw in np.concatenate(views).tolist()]
        yield (
            category.replace(" ", "_"),
            Goal(text=category, category=category, objects=tuple(ids), viewpoints=tuple(rounded)),
        )


def _point_goals(recipe: Recipe, site: Site) -> Iterator[tuple[str, Goal]]:
    for number in range(recipe.goals_per_house):
        rng = stream(recipe.seed, recipe.split, site.index, "point", number)
        x, y = site.grid.sample(rng)
        yield f"p{number:02d}", Goal(text="go to the given point", point=(mm(x), mm(y)))


def _start(
    recipe: Recipe, site: Site, rng: Stream, targets: Array
) -> tuple[tuple[float, float, float], float, float] | None:
    """A start pose within the constraints, its geodesic and Euclidean distance; None if none."""
    field = site.grid.geodesics.field(targets)
    turns = round(2.0 * math.pi / recipe.embodiment.turn)
    for _ in range(_TRIES):
        x, y = (mm(v) for v in site.grid.sample(rng))
        yaw = mrad(rng.integer(0, turns - 1) * recipe.embodiment.turn)
        geodesic = float(field.distances(np.array([[x, y]]))[0])
        euclidean = float(np.hypot(targets[:, 0] - x, targets[:, 1] - y).min())
        fits = recipe.min_geodesic <= geodesic <= recipe.max_geodesic
        if fits and geodesic >= recipe.min_ratio * euclidean and site.oracle.navigable(x, y):
            return (x, y, yaw), round(geodesic, 4), round(euclidean, 4)
    return None


def _with_difficulty(episodes: Sequence[Episode]) -> list[Episode]:
    """Terciles of the geodesic distance over the whole suite: easy, medium, hard."""
    lengths = sorted(e.geodesic or 0.0 for e in episodes)
    low, high = lengths[len(lengths) // 3], lengths[2 * len(lengths) // 3]

    def level(length: float) -> str:
        return "easy" if length < low else "medium" if length < high else "hard"

    return [msgspec.structs.replace(e, difficulty=level(e.geodesic or 0.0)) for e in episodes]
