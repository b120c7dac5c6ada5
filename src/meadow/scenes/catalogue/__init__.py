"""Every household thing that Meadow knows: descriptions and shape builders, one file a group."""

from __future__ import annotations

import importlib
import pkgutil

from meadow.scenes.catalogue.spec import CATEGORIES, Category, PartSpec, find_category

# Each module of this package registers its categories when imported.
for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["CATEGORIES", "Category", "PartSpec", "find_category"]
