"""The second revision says nothing untrue, by rays over the triangles of its homes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from meadow.benchmarks.pasture.homes import Family, build_family, pasture_uri
from meadow.episodes import SUITES
from meadow.episodes.categories import ROBOTHOR
from meadow.scenes.facts import relation_rule

RAYS = Path(__file__).parents[2] / "scenes" / "test_standing.py"


@pytest.fixture(scope="module")
def family() -> Family:
    recipe = SUITES.get("pasture-2")
    return build_family(recipe.house_seed(12), recipe.rooms, recipe.revision)


def test_on_top_of_and_under_are_true(family: Family) -> None:
    spec = importlib.util.spec_from_file_location("rays", RAYS)
    rays = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rays)
    on = under = 0
    for role, words in (("target", "spatial"), ("hidden", "hidden")):
        house = family.house("distract" if role == "target" else "hidden-distract")
        cast = rays.Rays(house)
        for name in ROBOTHOR:
            goal = family.goal(words, name)
            variant = "distract" if role == "target" else "hidden-distract"
            item = house.object(family.object_id(variant, family.ids[role, name]))
            relation = goal.relations[0]
            pieces = [
                o for o in house.objects if o.category == relation.anchors[0].category and o != item
            ]
            if relation.kind == "on" and pieces:
                assert any(cast.is_on_top(item, piece) for piece in pieces), goal.text
                on += 1
            elif relation.kind == "under":
                assert any(cast.is_under(item, piece) for piece in pieces), goal.text
                under += 1
    assert on >= 4
    assert under >= 1


def test_homes_say_their_revision(family: Family) -> None:
    assert relation_rule(family.house("plain")) == 2
    uri = pasture_uri(family.seed, (4, 5), "plain", 2)
    assert uri == f"pasture:seed={family.seed},rooms=4-5,revision=2,variant=plain"
    assert pasture_uri(7, (4, 5), "plain") == "pasture:seed=7,rooms=4-5,variant=plain"


def test_the_camera_is_the_authors() -> None:
    camera = SUITES.get("pasture-2").embodiment.camera
    assert (camera.width, camera.height) == (672, 672)
