"""Gymnasium ids, registered without importing Gymnasium in ``import meadow``.

If Gymnasium is already imported, they are registered at once. Otherwise they are registered at the end of
Gymnasium's own import, in whatever thread that is, and however often its presence was probed before.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

#: id -> (entry point, vector entry point, steps before truncation); benchmarks add theirs.
ENVIRONMENTS = {
    "meadow/Explore-v0": (
        "meadow.envs.explore:ExploreEnv",
        "meadow.envs.explore:ExploreVectorEnv",
        500,
    ),
    "meadow/PointNav-v0": (
        "meadow.envs.navigate:PointNavEnv",
        "meadow.envs.navigate:PointNavVectorEnv",
        500,
    ),
    "meadow/ObjectNav-v0": (
        "meadow.envs.navigate:ObjectNavEnv",
        "meadow.envs.navigate:ObjectNavVectorEnv",
        500,
    ),
    "meadow/Lift-v0": (
        "meadow.envs.lift:LiftEnv",
        "meadow.envs.lift:LiftVectorEnv",
        300,
    ),
    "meadow/Suite-v0": (
        "meadow.envs.suite:SuiteEnv",
        "meadow.envs.suite:SuiteVectorEnv",
        5000,
    ),
}


def register() -> None:
    """Register the ids with Gymnasium, except those that it already has."""
    from meadow import benchmarks, registry

    registry.load_plugins()
    gymnasium: Any = importlib.import_module("gymnasium")
    for name, (entry, vector, steps) in {**ENVIRONMENTS, **benchmarks.ENVIRONMENTS}.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point=entry, vector_entry_point=vector, max_episode_steps=steps
            )


def register_when_imported() -> None:
    """Register now if Gymnasium is loaded, else at the end of its import."""
    # First the finder: another thread may be about to import Gymnasium.
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    if "gymnasium" in sys.modules:
        register()


class _GymnasiumFinder:
    """A finder that lets the others find Gymnasium, and registers Meadow's ids once it is loaded.

    It keeps no state: each search for Gymnasium gets a spec of its own.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec that the finders after this one give, with a loader that registers at the end."""
        if name != "gymnasium":
            return None
        behind = sys.meta_path[sys.meta_path.index(self) + 1 :]
        found = (finder.find_spec(name, path, target) for finder in behind)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                load(module)
                register()

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


_FINDER = _GymnasiumFinder()
