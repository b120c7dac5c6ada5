"""House references: generated, from files, and of other simulators."""

from __future__ import annotations

import pytest

from meadow.episodes import houses
from meadow.episodes.houses import (
    HouseCache,
    check_available,
    generator_uri,
    home_reference,
    load_home,
    load_house,
    parse_rooms,
)
from meadow.episodes.schema import HouseRef
from meadow.errors import InvalidEpisodeError, InvalidHouseError, InvalidValueError
from meadow.scenes import validate
from meadow.scenes.schema import replace, write_house
from meadow.testing.furnished import furnished


def test_generated_homes_come_from_their_uri(cache):
    ref = HouseRef(generator_uri(5, 1))
    house = load_house(ref)
    assert len(house.rooms) == 1
    assert load_house(HouseRef(ref.uri, house.digest())) == house
    assert generator_uri(5, (2, 4)) == "generator:seed=5,rooms=2-4"


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("seed:7", "generator:seed=7,rooms=6"),
        ("seed:7,rooms=3", "generator:seed=7,rooms=3"),
        ("seed:7,rooms=4-8", "generator:seed=7,rooms=4-8"),
        ("seed:7,revision=2", "generator:seed=7,rooms=6,revision=2"),
        ("seed:7,rooms=4-8,revision=2", "generator:seed=7,rooms=4-8,revision=2"),
        ("generator:seed=7", "generator:seed=7,rooms=6"),
        ("generator:seed=7,rooms=6", "generator:seed=7,rooms=6"),
        (
            "generator:seed=7,rooms=4-8,include=robothor",
            "generator:seed=7,rooms=4-8,include=robothor",
        ),
        ("homes/a.json.gz", "file:homes/a.json.gz"),
        ("file:homes/a.json.gz", "file:homes/a.json.gz"),
        ("C:/homes/a.json", "file:C:/homes/a.json"),
    ],
)
def test_every_spelling_of_a_home_is_one_reference(name, uri):
    assert home_reference(name).uri == uri


def test_a_home_is_loaded_by_name_or_from_its_file(cache, tmp_path):
    house = load_home("seed:5,rooms=1")
    assert house == load_house(HouseRef(generator_uri(5, 1)))
    write_house(house, tmp_path / "h.json.gz")
    assert load_home(tmp_path / "h.json.gz") == house


def test_a_home_may_be_a_drawing(tmp_path):
    drawing = tmp_path / "shed.txt"
    drawing.write_text("plan 0.5\n" + "SSSSSSSS\n" * 8 + "\nS bedroom\n  front door south 1.5\n")
    house = load_home(drawing)
    assert [room.type for room in house.rooms] == ["bedroom"]
    assert load_house(HouseRef("file:shed.txt", house.digest()), base=tmp_path) == house


def test_a_home_names_the_revision_of_its_generator(cache):
    """The first revision keeps its references; the second is another home, in another file."""
    assert generator_uri(5, (2, 6)) == "generator:seed=5,rooms=2-6"
    assert generator_uri(5, 2, revision=2) == "generator:seed=5,rooms=2,revision=2"
    first, second = load_home("seed:5,rooms=2"), load_home("seed:5,rooms=2,revision=2")
    assert first == load_home("seed:5,rooms=2,revision=1")
    assert (first.source[:11], second.source[:11]) == ("generator/1", "generator/2")
    assert load_home("seed:5,rooms=2,revision=2") == second
    with pytest.raises(InvalidValueError, match="revision 7: expected one of"):
        load_home("seed:5,rooms=2,revision=7")


@pytest.mark.parametrize("name", ["seed:", "seed:x", "seed:7,room=6", "seed:7,rooms=4-"])
def test_a_slip_in_the_name_of_a_home_is_explained(name):
    with pytest.raises(InvalidValueError, match="expected seed:N, seed:N,rooms=6"):
        home_reference(name)


def test_rooms_are_a_number_or_a_range():
    assert parse_rooms("6") == (6, 6)
    assert parse_rooms(" 4-8 ") == (4, 8)
    with pytest.raises(InvalidValueError, match="expected a number such as 6"):
        parse_rooms("4,8")


def test_a_damaged_cache_is_made_anew(cache):
    ref = HouseRef(generator_uri(6, 1))
    house = load_house(ref)
    (file,) = (cache / "houses").rglob("generator-6-1.json.gz")
    file.write_bytes(file.read_bytes()[:100])
    assert load_house(ref) == house


def test_homes_from_files(tmp_path):
    write_house(furnished(), tmp_path / "h.json.gz")
    ref = HouseRef(f"file:{tmp_path / 'h.json.gz'}", furnished().digest())
    assert load_house(ref) == furnished()


def huge():
    """A home with a thing that no home holds."""
    house = furnished()
    first = replace(house.objects[0], size=(1e18, 1e18, 1e18))
    return replace(house, objects=(first, *house.objects[1:]))


def test_homes_from_files_are_validated_before_anything_is_built_from_them(tmp_path):
    write_house(huge(), tmp_path / "h.json.gz")
    ref = HouseRef(f"file:{tmp_path / 'h.json.gz'}", huge().digest())
    for act in (lambda ref: check_available([ref]), load_house, HouseCache().load):
        with pytest.raises(InvalidHouseError, match=r"objects\[0\]\.size\[0\]: 1e\+18, expected"):
            act(ref)


def test_homes_that_were_generated_are_not_validated_again(monkeypatch):
    ref = HouseRef(generator_uri(7, 1))
    house = load_house(ref)
    monkeypatch.setattr(validate, "check_house", None)  # calling it would fail
    assert load_house(ref) == house


def test_another_home_under_the_same_name_is_refused():
    with pytest.raises(InvalidEpisodeError, match="digest .* made in 0badc0de"):
        load_house(HouseRef(generator_uri(5, 1), "0badc0de"))


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("robothor:FloorPlan_Val1_1", "AI2-THOR adapter"),
        ("procthor:17", "meadow import procthor"),
        ("habitat:hm3d/x.basis.glb", "Habitat adapter"),
        ("file:nowhere/house.json", "no such file"),
        ("generator:seed=x", "seed=N,rooms=N"),
        (f"generator:seed={'9' * 5000},rooms=2", "seed=N,rooms=N"),
        (f"generator:seed=1,rooms={'9' * 5000}", "seed=N,rooms=N"),
        ("gibson:Adrian", "unknown kind 'gibson'"),
        ("", "unknown kind"),
    ],
)
def test_homes_that_cannot_be_had_say_why(uri, words):
    for act in (lambda ref: check_available([ref]), load_house):
        with pytest.raises(InvalidEpisodeError, match=words):
            act(HouseRef(uri))


def test_the_cache_keeps_the_last_few(monkeypatch):
    loaded = []
    monkeypatch.setattr(houses, "load_house", lambda ref, *_: loaded.append(ref.uri) or furnished())
    cache = HouseCache(size=2)
    for uri in ("a", "b", "a", "c", "a", "b"):
        cache.load(HouseRef(uri))
    assert loaded == ["a", "b", "c", "b"]


@pytest.mark.parametrize("name", ["x" * 5000 + ".json", "a\0b.json"])
def test_names_that_no_file_can_have_are_no_homes(name):
    with pytest.raises(InvalidEpisodeError, match="no such file"):
        load_house(HouseRef(f"file:{name}"))
