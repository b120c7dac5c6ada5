"""The catalogue as a whole: its order, and where its files stand."""

from __future__ import annotations

from pathlib import Path

from meadow.language.vocabulary import category_names
from meadow.scenes import catalogue
from meadow.scenes.catalogue import CATEGORIES


def test_the_order_does_not_depend_on_files() -> None:
    """Trainings number categories: moving one to another file must not renumber the rest."""
    assert tuple(CATEGORIES) == category_names()
    by_file = sorted(CATEGORIES, key=lambda name: CATEGORIES[name].build.__module__)
    assert by_file != list(CATEGORIES)


def test_machinery_stands_apart_from_things() -> None:
    folder = Path(catalogue.__file__).parent
    assert {file.name for file in folder.glob("*.py")} == {"__init__.py", "pieces.py", "spec.py"}
    assert not any(c.build.__module__.count(".") < 4 for c in CATEGORIES.values())
