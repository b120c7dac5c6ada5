"""The agent that reads descriptions tells things apart, with eyes that err."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.agents.attributes import DescribedSeeker, sought
from meadow.agents.attributes_eyes import Spotted
from meadow.agents.attributes_memory import ObjectMemory
from meadow.agents.modular import ModularAgent
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.run.rollout import run_episode
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ObjectNav
from meadow.testing.homes import one_room, thing
from meadow.types import Camera, Embodiment

BODY = Embodiment(camera=Camera(width=112, height=112, hfov=math.radians(90.0)))


class TrueSpotter:
    """Ground truth about categories and colours, wrong with a given probability in each frame."""

    def __init__(self, simulator, error=0.0, fewest=8):
        self._simulator, self._error, self._fewest = simulator, error, fewest
        self._rng = stream(0, "spotter", str(error))

    def reset(self, nouns, phrases):
        self._nouns, self._phrases = nouns, phrases

    def spot(self, observation):
        oracle = self._simulator.oracle
        ids = oracle.frames().ids
        spotted = []
        for number, item in enumerate(oracle.house.objects, start=1):
            mask = ids == number
            small = item.category == "mug" and mask.sum() < self._fewest
            if item.category in self._nouns and mask.sum() >= 8 and not small:
                fits = np.array([self._fit(p, item) for p in self._phrases], np.float32)
                spotted.append(Spotted(self._nouns.index(item.category), 0.8, mask, fits))
        return spotted

    def _fit(self, phrase, item):
        true = any(part.colour in phrase.split() for part in item.parts)
        if self._rng.chance(self._error):
            true = not true
        return 0.7 if true else 0.2


def search(text, goal, objects, *, error=0.0, fewest=8, max_steps=200, start=(3.0, 0.6, 1.5708)):
    simulator = MeadowSimulator(BODY)
    spotter = TrueSpotter(simulator, error, fewest)
    agent = ModularAgent(seeker=DescribedSeeker(spotter), bump_sensor=False)
    episode = Episode(
        id=f"{text}-{error}",
        task="lzson",
        house=HouseRef("file:none"),
        start=start,
        goals=(Goal(text, objects=(goal,)),),
        max_steps=max_steps,
        embodiment=BODY,
    )
    task = ObjectNav(name="lzson", gps=False, look=False, categories=())
    return run_episode(simulator, task, agent, episode, one_room(objects, side=6.0))


def basket(id, colour, x, y):
    return thing(id, "laundry basket", (x, y, 0.0), room="room-0", colour=colour)


RED, BLUE = basket("red", "red", 1.0, 5.0), basket("blue", "blue", 5.0, 5.0)


@pytest.mark.parametrize("error", [0.0, 0.2])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_of_two_alike_the_described_one_is_found(colour, error):
    record = search(f"{colour} laundry basket", colour, [RED, BLUE], error=error)
    assert record.success
    assert max(record.trace["candidates"]) == 2.0


def test_things_on_the_map_are_told_apart_by_identity():
    memory, mask = ObjectMemory(), np.ones((4, 4), bool)
    for x in (1.0, 3.0, 5.0):
        points = np.array([[x, 0.0, 0.1], [x, 0.1, 0.3]])
        memory.add(Spotted(0, 0.8, mask, np.zeros(2)), points, (0.0, 0.0))
    assert memory.known[2] in memory.known
    assert memory.known[2] not in memory.known[:2]


def test_what_stands_on_the_floor_is_told_from_what_stands_higher():
    table = thing("table-0", "dining table", (1.2, 5.0, 0.0), room="room-0")
    high = thing("high", "laundry basket", (1.2, 5.0, 0.75), room="room-0", colour="red")
    record = search(
        "laundry basket on the floor", "low", [table, high, basket("low", "red", 5.0, 5.0)]
    )
    assert record.success


def test_relations_tell_twins_apart():
    twins = [basket("a", "red", 1.0, 5.0), basket("b", "red", 5.0, 5.0)]
    sofa = thing("sofa-0", "sofa", (5.0, 3.6, 0.0), room="room-0")
    assert search("laundry basket near a sofa", "b", [*twins, sofa]).success


def test_a_hidden_thing_is_looked_for_at_what_hides_it():
    fridge = thing("fridge-0", "fridge", (1.0, 5.2, 0.0), room="room-0")
    record = search("laundry basket in the fridge", "fridge-0", [fridge, BLUE])
    assert record.success


def test_small_things_are_looked_for_where_they_are_said_to_be():
    table = thing("table-0", "dining table", (4.8, 4.6, 0.0), room="room-0")
    mug = thing("mug-0", "mug", (4.4, 4.2, 0.75), room="room-0")
    record = search("mug on top of a dining table", "mug-0", [table, mug], fewest=40)
    assert record.success
    first = next(k for k, fired in enumerate(record.trace["fired"]) if fired)
    assert "approach" in record.trace["mode"][:first]  # it went to the table before it saw a mug
    untold = search("mug", "mug-0", [table, mug], fewest=40)
    first = next(k for k, fired in enumerate(untold.trace["fired"]) if fired)
    assert "approach" not in untold.trace["mode"][:first]


def test_what_is_never_seen_is_guessed_to_be_where_it_is_said_to_be():
    table = thing("table-0", "dining table", (4.8, 4.6, 0.0), room="room-0")
    mug = thing("mug-0", "mug", (4.3, 4.2, 0.75), room="room-0")
    record = search("mug on top of a dining table", "mug-0", [table, mug], fewest=9999)
    assert record.stopped
    assert max(record.trace["candidates"]) == 0.0
    assert record.distances[-1] < 0.5


def test_views_that_should_show_a_thing_and_do_not_speak_against_it():
    memory, mask = ObjectMemory(), np.ones((4, 4), bool)
    points = np.array([[2.0, 0.0, 0.1], [2.0, 0.1, 0.3]])
    known = memory.add(Spotted(0, 0.6, mask, np.zeros(2)), points, (0.0, 0.0))
    memory.overlook(known, 0.02, (-6.0, 0.0))
    far = known.score
    memory.overlook(known, 0.02, (1.0, 0.0))
    assert 0.6 > far > 0.5  # from afar little is said
    assert known.score < 0.4


def test_when_nothing_fits_it_settles_for_the_best_before_the_steps_run_out():
    record = search("green laundry basket", "blue", [BLUE], max_steps=150)
    assert record.stopped
    assert record.success


def test_without_any_candidate_it_gives_up_cleanly():
    stool = thing("x", "stool", (1.0, 5.0, 0.0), room="room-0")
    record = search("red laundry basket", "x", [stool], max_steps=900)
    assert record.trace["mode"][-1] == "give up"
    assert set(record.trace["candidates"]) == {0.0}


@pytest.mark.parametrize("text", ["", "???", "word " * 500, "a flux capacitor of gigawatts"])
def test_strange_words_are_no_reason_to_fail(text):
    noun, relations = sought(text)
    assert noun.head
    assert isinstance(relations, tuple)
