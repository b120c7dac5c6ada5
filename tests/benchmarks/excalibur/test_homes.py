"""The homes drawn by hand."""

from dataclasses import replace

import pytest

from meadow.benchmarks.excalibur.episodes import EXCALIBUR_MINI
from meadow.benchmarks.excalibur.homes import DRAWN, PLANS, can_be_lifted, drawn_uri, scene_of
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_home
from meadow.episodes.suites import splits_of, suite_name
from meadow.errors import GenerationError, MeadowError
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.drawn.drawing import read_drawing
from meadow.scenes.generator.programmes import ESSENTIALS
from meadow.scenes.schema import replace as house_replace
from meadow.scenes.schema import write_house
from meadow.scenes.validate import validated


@pytest.mark.parametrize("name", DRAWN)
def test_every_plan_reads(name):
    drawing = read_drawing(PLANS / f"{name}.txt")
    for room in drawing.rooms.values():
        drawn = {
            group.piece.name
            for entry in room.furniture
            for group in getattr(entry, "elements", (getattr(entry, "group", None),))
            if hasattr(group, "piece")
        }
        for names in ESSENTIALS[room.type]:
            usual = room.type != "living room" or "tv stand" not in names
            assert not usual or drawn & set(names), f"{room.letter} has none of {names}"


def test_homes_have_one_to_ten_rooms():
    rooms = [len(read_drawing(PLANS / f"{name}.txt").rooms) for name in DRAWN]
    assert rooms[0] == 1
    assert max(rooms) == 10
    assert rooms[:-1] == sorted(rooms[:-1])


@pytest.mark.parametrize("name", ["studio", "practice"])
def test_a_drawn_home_is_valid_and_can_be_asked_about(name):
    house = load_home(drawn_uri(name))
    validated(house, name)
    scene = scene_of(house)
    assert sum(can_be_lifted(thing) for thing in scene.askable) >= 5


def test_an_unknown_drawn_home_is_told_of():
    with pytest.raises(MeadowError, match="home drawn by hand 'vila'.*villa"):
        load_home("architect:vila")


def test_splits_are_reached_by_name():
    assert suite_name("excalibur", "architect") == "excalibur-architect"
    assert {"architect", "practice", "test", "train"} <= set(splits_of("excalibur"))


def test_own_homes_can_be_asked_about(tmp_path):
    file = tmp_path / "home.json.gz"
    write_house(load_home("seed:5,rooms=1,revision=2"), file)
    recipe = replace(EXCALIBUR_MINI, house_files=(str(file),), houses=1)
    (episode,) = home_episodes(recipe, 0)
    assert episode.house.uri == f"file:{file}"
    assert len(episode.questions) == 8


def test_a_home_without_small_things_is_asked_about_the_others(tmp_path):
    house = load_home("seed:5,rooms=1,revision=2")
    large = tuple(o for o in house.objects if o.support in ("floor", "wall", "ceiling"))
    fixed = tuple(o for o in large if "pickupable" not in CATEGORIES[o.category].tags)
    scene = scene_of(house_replace(house, objects=fixed))
    assert not any(can_be_lifted(thing) for thing in scene.known.things)
    bare = tmp_path / "bare.json.gz"
    write_house(house_replace(house, objects=()), bare)
    recipe = replace(EXCALIBUR_MINI, house_files=(str(bare),), houses=1)
    with pytest.raises(GenerationError, match="only . questions make sense in this home"):
        home_episodes(recipe, 0)
