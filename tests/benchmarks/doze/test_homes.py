"""What is placed in a home: boards that can be read, people who hide things, and hints that are true."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from difflib import SequenceMatcher

import numpy as np
import pytest

from meadow.benchmarks.doze.boards import LONGEST, STYLES, hint_text
from meadow.benchmarks.doze.episodes import CHOSEN
from meadow.benchmarks.doze.homes import HINTS, build_home, reading_poses
from meadow.benchmarks.doze.people import floor_area, head_count, ways_open
from meadow.benchmarks.doze.task import BODY, LEVELS
from meadow.episodes.seeds import suite_homes
from meadow.errors import MissingDependencyError
from meadow.language.facts import holds
from meadow.language.hints import read_hints
from meadow.models.ocr import RapidReader
from meadow.scenes.facts import house_things
from meadow.scenes.schema import replace
from meadow.scenes.validate import check_house
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.world import World
from meadow.types import Pose


def test_homes_are_valid(made):
    for level in LEVELS:
        assert not check_house(made.house(level))


def test_each_hint_is_true_and_on_one_board(made):
    house, ids = made.empty(), made.home.numbered()
    things = house_things(house)
    texts = [
        o.parts[0].text for o in house.objects if o.category == "whiteboard" and o.parts[0].text
    ]
    boards = [house.object(ids[board]).parts[0].text for board in made.boards]
    assert boards == [hint.text for hint in made.hints]
    assert len(made.hints) == HINTS
    for hint in made.hints:
        target = next(t for t in things if t.id == ids[hint.thing])
        [said] = read_hints(hint.text)
        assert holds(said, target, things) is True, hint.text
        assert sum(t.category == target.category for t in things) == 1
        assert sum(target.category in text for text in texts) == 1


def test_boards_speak_in_five_styles(made):
    assert Counter(hint.style for hint in made.hints) == dict.fromkeys(STYLES, 1)


def test_a_board_has_room_for_little_text():
    rng = stream(0, "test")
    assert hint_text(rng, "note", "key", "under", "sofa")
    assert hint_text(rng, "note", "key", "under", "sofa" * 250) is None
    assert LONGEST < 1000
    assert read_hints("") == []


def test_a_board_with_a_thousand_letters_is_refused(made):
    house = made.empty()
    number = next(i for i, o in enumerate(house.objects) if o.category == "whiteboard")
    board = house.objects[number]
    long = replace(board, parts=(replace(board.parts[0], text="a" * 1000), *board.parts[1:]))
    objects = (*house.objects[:number], long, *house.objects[number + 1 :])
    [problem] = check_house(replace(house, objects=objects))
    assert "1000 letters, expected at most" in problem


def test_people_stand_before_things_and_leave_the_ways_open(made):
    empty, level1 = made.empty(), made.house(1)
    world = World(empty, BODY)
    assert len(level1.people) == head_count(world, 1, made.seed)
    assert ways_open(world, [person.position[:2] for person in level1.people])
    wanted = [made.home.numbered()[id] for id in (*made.open, *(h.thing for h in made.hints))]
    with closing(MeadowSimulator(BODY)) as simulator:
        hidden = [_hides(simulator, empty, level1, person, wanted) for person in level1.people]
    assert all(hidden)


def _hides(simulator, empty, level1, person, wanted) -> bool:
    """Whether a thing shows fewer pixels from somewhere because of a person."""
    x, y, _ = person.position
    near = sorted(
        wanted, key=lambda id: np.hypot(*np.subtract(empty.object(id).position[:2], (x, y)))
    )
    for id in near[:2]:
        ox, oy, _ = empty.object(id).position
        away = np.arctan2(y - oy, x - ox)
        shares = []
        for house in (empty, level1):
            simulator.reset(house, simulator.free_pose(house))
            px, py = simulator.world.navgrid.nearest(x + 0.9 * np.cos(away), y + 0.9 * np.sin(away))
            yaw = np.arctan2(oy - py, ox - px)
            shares.append(simulator.shares(id, np.array([[px, py, yaw, 0.0]]))[0])
        if shares[1] < shares[0]:
            return True
    return False


def test_densities_round_to_the_paper_on_average(made):
    world = World(made.empty(), BODY)
    for level, described in LEVELS.items():
        exact = described.density * floor_area(world) / 100.0
        counts = [head_count(world, level, seed) for seed in range(200)]
        assert np.mean(counts) == pytest.approx(exact, abs=0.15)


@pytest.mark.parametrize("number", [0, 1])
def test_boards_are_read_from_one_and_a_half_metres(number):
    try:
        reader = RapidReader()
    except MissingDependencyError as error:
        pytest.skip(str(error))
    home = build_home(suite_homes("val", 40)[CHOSEN[number]])
    house, ids = home.empty(), home.home.numbered()
    with closing(MeadowSimulator(BODY)) as simulator:
        for hint, board in zip(home.hints, home.boards, strict=True):
            pose = reading_poses(simulator, house, ids[board])[0]
            rgb = simulator.reset(house, Pose(*pose[:3], 0.0)).rgb
            _, columns = np.nonzero(simulator.frames.ids == simulator.instance(ids[board]))
            board_lines = [
                line.text
                for line in reader.read([rgb])[0]
                if columns.min() <= line.box[0] and line.box[2] <= columns.max()
            ]
            likeness = SequenceMatcher(None, _letters("".join(board_lines)), _letters(hint.text))
            assert likeness.ratio() > 0.93, (board_lines, hint.text)


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isascii() and c.isalnum())
