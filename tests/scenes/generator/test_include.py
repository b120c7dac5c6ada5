"""What a home must have stands in the open and within reach; other wishes change nothing else."""

from __future__ import annotations

import pytest

from meadow.episodes.houses import tagged
from meadow.errors import GenerationError, UnknownIdError
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.generator.generate import finished_house, furnished_home
from meadow.scenes.generator.include import Ground, in_open, put_in_open
from meadow.scenes.generator.reach import ways_are_clear
from meadow.scenes.validate import check_house

WANTED = ("baseball bat", "apple", "laptop", "surfboard", "alarm clock")


@pytest.mark.parametrize("seed", [0, 3, 10_000_005])
def test_wanted_things_stand_in_the_open(seed):
    spec = HouseSpec(rooms=(3, 5), include=WANTED)
    house = generate_house(seed, spec=spec)
    assert not check_house(house)
    for name in WANTED:
        found = [o for o in house.objects if o.category == name]
        assert any(not o.container for o in found), name
    home, _ = furnished_home(seed, spec)
    assert ways_are_clear(home)
    assert all(in_open(home, name) for name in WANTED)


def test_a_home_without_wishes_is_as_before():
    assert generate_house(7, rooms=6).digest() == "29361e6e315306d0"
    assert generate_house(7, rooms=6) == generate_house(7, spec=HouseSpec(rooms=6, include=()))


def test_unknown_wishes_are_refused():
    with pytest.raises(UnknownIdError, match="category"):
        HouseSpec(include=("aple",))


def test_what_is_refused_is_taken_away_again():
    home, _ = furnished_home(4, HouseSpec(rooms=3))
    before = dict(home.objects)
    rng = home.stream("test")
    assert put_in_open(home, rng, lambda: home.draft(rng, "apple"), lambda item: False) is None
    assert home.objects == before


def test_a_house_can_be_finished_without_some_things():
    home, _ = furnished_home(4, HouseSpec(rooms=3))
    carrier = next(o for o in home.objects.values() if o.category == "coffee table")
    carried = [o.id for o in home.objects.values() if o.support == carrier.id]
    house = finished_house(home, 4, without=[carrier.id])
    assert len(house.objects) <= len(home.objects) - 1 - len(carried)
    assert not check_house(house)
    assert carrier.id in home.objects


def test_ground_measures_to_the_outline():
    home, _ = furnished_home(4, HouseSpec(rooms=3))
    ground = Ground(home)
    boxes = [box for site in home.sites.values() for id, box in site.solids.items()]
    assert any(ground.near(box) for box in boxes)
    assert not any(ground.near(box, reach=0.0) for box in boxes if box.z0 < 0.5 < box.z1)


def test_a_seed_whose_rooms_have_no_place_for_everything_gets_other_rooms():
    """A bedroom and a bathroom have too few tables for all of RoboTHOR's things."""
    spec = HouseSpec(rooms=2, include=tagged("robothor"))
    own = generate_house(3, rooms=2)
    house = generate_house(3, spec=spec)
    assert [room.type for room in own.rooms] == ["bedroom", "bathroom"]
    assert [room.type for room in house.rooms] != ["bedroom", "bathroom"]
    assert len(house.rooms) == 2
    assert not check_house(house)
    assert set(spec.include) <= {o.category for o in house.objects if not o.container}


def test_homes_that_hold_their_wishes_at_once_stay_as_they_were():
    spec = HouseSpec(rooms=2, include=tagged("robothor"))
    assert generate_house(0, spec=spec).digest() == "aef4938c862bf767"
    assert generate_house(15, spec=spec).digest() == "311de0fef32413a1", "found by a second attempt"


def test_what_has_no_place_anywhere_is_named():
    spec = HouseSpec(types=("bedroom", "bathroom"), include=tagged("robothor"))
    with pytest.raises(GenerationError, match=r"seed 27: .* an alarm clock\. Try another seed"):
        generate_house(27, spec=spec)
