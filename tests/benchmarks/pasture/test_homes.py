"""Everything that PASTURE places is where it should be, in every variant of a home."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from meadow.benchmarks.pasture.homes import APART, accents, pasture_uri
from meadow.benchmarks.pasture.props import UNCOMMON
from meadow.benchmarks.pasture.task import BODY, VARIANTS
from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.houses import home_of, load_house
from meadow.episodes.schema import HouseRef
from meadow.errors import InvalidEpisodeError, UnknownIdError
from meadow.geometry.polygons import pack
from meadow.scenes.meshes import object_mesh
from meadow.scenes.validate import check_house
from meadow.sim.obstacles import object_outlines
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Pose


def _gap(a, b):
    """Least distance between the corners of one thing's outlines and the outlines of another."""
    outlines = pack([(0, object_outlines(b))])
    corners = np.concatenate(object_outlines(a))
    return min(outlines.clearance(x, y)[0] for x, y in corners)


def test_variants_have_what_their_settings_need(family):
    for variant, roles in VARIANTS.items():
        house = family.house(variant)
        assert not check_house(house)
        count = {name: sum(o.category == name for o in house.objects) for name in ROBOTHOR}
        expected = sum(role in roles for role in ("target", "second", "hidden"))
        assert set(count.values()) == {expected}, variant
        uncommon = {o.category for o in house.objects} & {c for c, _ in UNCOMMON.values()}
        assert len(uncommon) == (len(UNCOMMON) if "uncommon" in roles else 0)


def test_variants_differ_in_nothing_else(family):
    def others(variant):
        names = family.home.numbered(family.left_out(variant))
        return {id for id in names if id not in family.ids.values()}

    carried = {o.id for o in family.home.objects.values() if o.support in family.ids.values()}
    for a, b in itertools.pairwise(VARIANTS):
        assert others(a) ^ others(b) <= carried


def test_a_second_thing_is_too_far_away_to_count(family):
    for name in ROBOTHOR:
        target, second = family.object("target", name), family.object("second", name)
        assert min(_gap(target, second), _gap(second, target)) >= APART - 0.01
        assert _gap(target, family.concealer(name)) >= APART - 0.01


def test_hidden_things_are_out_of_sight_and_what_conceals_them_is_not(family):
    simulator = MeadowSimulator(BODY)
    house = family.house("hidden")
    simulator.reset(house, simulator.free_pose(house))
    for name in ROBOTHOR[::4]:
        hidden = family.object_id("hidden", family.ids["hidden", name])
        piece = family.object_id("hidden", family.concealer(name).id)
        views = simulator.oracle.viewpoints(piece)
        assert len(views) >= 3
        for view in views[::9]:
            simulator.reset(house, Pose(*view))
            assert not simulator.oracle.visible(hidden)
    simulator.close()


def test_houses_come_from_their_references(family, mini):
    for episode in mini[:: len(mini) // 4]:
        variant = episode.house.uri.rpartition("=")[2]
        assert load_house(episode.house) == family.house(variant)
        assert home_of(episode.house) == home_of(mini[0].house)
    with pytest.raises(UnknownIdError, match="hidden"):
        load_house(HouseRef(pasture_uri(family.seed, (4, 5), "hiden")))
    with pytest.raises(InvalidEpisodeError, match="variant=NAME"):
        load_house(HouseRef("pasture:seed=1"))


def test_accents_are_colours_that_show(family):
    plant = family.object("target", "house plant")
    shown = accents(plant)
    assert {p.colour for p in plant.parts if p.name == "pot"} <= set(shown)
    drawn = object_mesh(plant).parts
    assert set(shown) <= {p.colour for p in plant.parts if p.name in drawn}
