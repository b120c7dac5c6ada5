"""A search that failed says what it stopped at, or what was missing when its steps ran out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from meadow.episodes.record import EpisodeRecord
from meadow.evaluation.failures.explain import explain, stopped_at
from meadow.scenes.schema import House
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.tiny_suite import tiny_episodes, tiny_homes


@pytest.fixture(scope="module")
def search() -> tuple[EpisodeRecord, House]:
    """A search for a thing that ended with Stop where it can be seen."""
    episode = tiny_episodes(1, "objectnav")[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    record = EpisodeRecord(
        episode=episode,
        agent="a",
        actions=("RotateLeft", "Stop"),
        moved=(True, True),
        poses=((*episode.start, 0.0),) * 3,
        distances=(2.0, 2.0, 2.0),
        reached=(False,) * 3,
        success=False,
        stopped=True,
        trace={"mode": ("explore", "stop"), "seen": (0.0, 0.0), "beside": (None, None)},
    )
    return record, house


def at(record: EpisodeRecord, house: House, object_id: str) -> EpisodeRecord:
    """The record with its end before an object, looking at it."""
    simulator = MeadowSimulator(record.episode.embodiment)
    simulator.reset(house, record.episode.pose())
    x, y, yaw = simulator.oracle.viewpoints(object_id)[0].tolist()
    simulator.close()
    return replace(record, poses=(*record.poses[:-1], (x, y, yaw, 0.0)))


def test_a_stop_names_the_thing_that_is_in_the_way(search) -> None:
    record, house = search
    others = [o for o in house.objects if o.id not in record.episode.goal.objects]
    named = []
    for item in others:
        try:
            ended = at(record, house, item.id)
        except IndexError:  # nowhere to stand before it
            continue
        thing = stopped_at(ended, house)
        text = explain(ended, house)
        named.append(thing is not None and thing.id == item.id)
        assert text.startswith(("stopped at", "said Stop"))
        assert text.endswith("2.0 m from where the goal counts")
        if thing is not None:
            assert thing.category in text
            assert thing.id not in record.episode.goal.objects
    assert any(named)


def test_another_of_the_kind_is_the_wrong_one(search) -> None:
    record, house = search
    item = house.objects[0]
    goals = (replace(record.episode.goal, category=item.category, objects=("elsewhere",)),)
    ended = replace(
        record,
        episode=replace(record.episode, goals=goals),
        trace={**record.trace, "beside": (None, item.id)},
    )
    assert explain(ended, house).startswith(f"stopped at the wrong {item.category}, a")


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        ({"seen": (0.0, 0.0)}, "out of steps after 2: the goal was never in view"),
        ({"seen": (1.0, 0.0)}, "out of steps after 2: the goal was in view and not recognised"),
        (
            {"seen": (1.0, 1.0), "fired": (0.1, 0.0)},
            "out of steps after 2: the goal was recognised and not reached in time",
        ),
    ],
)
def test_steps_that_run_out_say_how_far_the_search_came(search, trace, said) -> None:
    record, house = search
    ended = replace(record, actions=("RotateLeft",) * 2, stopped=False, trace=trace)
    assert explain(ended, house) == said


def test_success_and_faults(search) -> None:
    record, house = search
    assert explain(replace(record, success=True), house) == "found in 2 steps"
    nowhere = replace(record, success=True, distances=(None,) * len(record.distances))
    assert explain(nowhere, house) == "done in 2 steps"  # e.g. a thing was lifted
    assert (
        explain(replace(record, error="KeyError: 'x'"), house) == "could not be run: KeyError: 'x'"
    )


def test_a_point_is_reached_or_missed(search) -> None:
    record, house = search
    goals = (replace(record.episode.goal, point=(0.0, 0.0)),)
    ended = replace(record, episode=replace(record.episode, goals=goals))
    assert explain(ended, house) == "said Stop after 2: 2.0 m from the point"
    assert explain(replace(ended, success=True), house) == "reached in 2 steps"
