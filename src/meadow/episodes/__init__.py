"""Episodes: what is asked of an agent, where, and what it did.

The registries here are those that a benchmark fills. Their entries are lazy, so that listing is quick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.episodes.generate import Generator
    from meadow.episodes.houses import HouseScheme
    from meadow.episodes.recipe import Recipe
    from meadow.episodes.schema import Episode

SUITES: Registry[Recipe] = Registry("suite")
SUITES.lazy(
    "objectnav",
    "meadow.episodes.suites:OBJECTNAV",
    summary="ObjectNav in 15 homes, 12 categories, 2 starts",
)
SUITES.lazy(
    "pointnav",
    "meadow.episodes.suites:POINTNAV",
    summary="PointNav in 15 homes, 20 episodes each",
)
SUITES.lazy(
    "objectnav-mini",
    "meadow.episodes.suites:OBJECTNAV_MINI",
    summary="ObjectNav in 3 small homes, for demos and tests",
)
SUITES.lazy(
    "pointnav-mini",
    "meadow.episodes.suites:POINTNAV_MINI",
    summary="PointNav in 3 small homes, for demos and tests",
)

SUITES.lazy(
    "errands-mini",
    "meadow.episodes.suites:ERRANDS_MINI",
    summary="two goals in a row and three questions in a home where somebody walks, for demos",
)

SUITES.lazy(
    "lift-mini",
    "meadow.episodes.suites:LIFT_MINI",
    summary="lift a named thing with an arm, in 2 small homes, for demos and tests",
)

#: Name of a part, "suite:part" -> the function that takes its episodes from those of the suite.
PARTS: Registry[Callable[..., list[Episode]]] = Registry("part of a suite")

#: Task -> how its episodes are generated in one home of a recipe.
GENERATORS: Registry[Generator] = Registry("task with generated episodes")
GENERATORS.lazy("pointnav", "meadow.episodes.generate:POINT_GOALS")
GENERATORS.lazy("objectnav", "meadow.episodes.generate:OBJECT_GOALS")
GENERATORS.lazy("lift", "meadow.episodes.lift:LIFT")
GENERATORS.lazy("errands", "meadow.episodes.errands:ERRANDS")

#: Scheme of a reference such as "generator:seed=7,rooms=6" -> how its homes are made.
HOUSE_SCHEMES: Registry[HouseScheme] = Registry("kind of home")
HOUSE_SCHEMES.lazy("generator", "meadow.episodes.houses:GENERATED")
HOUSE_SCHEMES.lazy("randomised", "meadow.episodes.lift:RANDOMISED")
HOUSE_SCHEMES.lazy("walked", "meadow.episodes.walked:WALKED")

#: Scenes whose geometry belongs to other simulators -> what runs them.
FOREIGN: dict[str, str] = {
    "robothor": "the AI2-THOR adapter (scene geometry is in AI2-THOR's Unity build)",
    "procthor": "the AI2-THOR adapter, or import the house first: meadow import procthor",
    "habitat": "the Habitat adapter (scene geometry is in the Habitat data sets)",
}
