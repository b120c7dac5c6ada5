"""Every household thing that Meadow knows: description and shape builder side by side, in folders by kind.

``spec`` has the description of a category and the decorator that registers one, ``pieces`` what many
builders share.
"""

from __future__ import annotations

import importlib
import pkgutil

from meadow.language.vocabulary import category_names
from meadow.scenes.catalogue.spec import CATEGORIES, Category, PartSpec, find_category, tagged

# Each module registers its categories when it is imported.
for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

# Trainings number categories, so their order must not depend on the files that they stand in.
_registered = CATEGORIES.registered
_numbered = [name for name in category_names() if name in _registered]
CATEGORIES.registered = {name: _registered[name] for name in (*_numbered, *_registered)}

__all__ = ["CATEGORIES", "Category", "PartSpec", "find_category", "tagged"]
