"""Gymnasium ids, registered without making ``import meadow`` pay for Gymnasium.

Both orders work: Meadow imported after Gymnasium registers at once; imported before, it registers as
soon as Gymnasium is.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

#: id -> (entry point, vector entry point, steps before truncation)
ENVIRONMENTS = {
    "meadow/Explore-v0": (
        "meadow.adapters.gymnasium.explore:ExploreEnv",
        "meadow.adapters.gymnasium.explore:ExploreVectorEnv",
        500,
    ),
    "meadow/PointNav-v0": (
        "meadow.adapters.gymnasium.navigate:PointNavEnv",
        "meadow.adapters.gymnasium.navigate:PointNavVectorEnv",
        500,
    ),
    "meadow/ObjectNav-v0": (
        "meadow.adapters.gymnasium.navigate:ObjectNavEnv",
        "meadow.adapters.gymnasium.navigate:ObjectNavVectorEnv",
        500,
    ),
}


def register() -> None:
    """Make the ids known to Gymnasium; does nothing for those it knows."""
    gymnasium: Any = importlib.import_module("gymnasium")
    for name, (entry, vector, steps) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point=entry, vector_entry_point=vector, max_episode_steps=steps
            )


def register_when_imported() -> None:
    """Register now if Gymnasium is loaded, else right after it will be."""
    if "gymnasium" in sys.modules:
        register()
    else:
        sys.meta_path.insert(0, _AfterGymnasium())


class _AfterGymnasium(importlib.abc.MetaPathFinder):
    """Finds nothing itself; lets the import of Gymnasium happen and registers behind it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Wrap the real loader of Gymnasium, once."""
        if name != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                register()

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
