"""Episodes: what is asked of an agent, where, and what it did.

The registries here are those that a benchmark fills. Their entries are lazy, so that listing is quick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.episodes.recipe import Recipe

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

#: Task -> the function that yields the labelled goals of a recipe in a home.
GOALS: Registry[Callable[..., Any]] = Registry("task with generated episodes")
GOALS.lazy("pointnav", "meadow.episodes.generate:point_goals")
GOALS.lazy("objectnav", "meadow.episodes.generate:object_goals")
