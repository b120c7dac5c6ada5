"""What the decorator takes is what a category has."""

from __future__ import annotations

import dataclasses
import inspect
from typing import get_type_hints

import pytest

from meadow.errors import UnknownIdError
from meadow.language.held_out import GOALS
from meadow.scenes.catalogue import CATEGORIES, tagged
from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import Category, Details, category


def test_descriptions_can_say_all_that_a_category_has() -> None:
    named = set(inspect.signature(category).parameters) - {"details"}
    fields = {field.name for field in dataclasses.fields(Category)}
    assert named | set(Details.__annotations__) | {"build"} == fields
    assert inspect.signature(small).parameters == inspect.signature(category).parameters
    kinds = get_type_hints(Category)
    assert all(kinds[name] == kind for name, kind in get_type_hints(Details).items())


def test_tags_and_lists_of_goals_name_categories() -> None:
    assert tagged("robothor") == tuple(
        sorted(n for n, c in CATEGORIES.items() if "robothor" in c.tags)
    )
    assert tagged("open-vocabulary") == GOALS["open-vocabulary"]
    with pytest.raises(UnknownIdError, match="Did you mean 'uncommon'"):
        tagged("uncomon")
