"""Snapshots from elsewhere are checked before anything is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meadow import serialize
from meadow.errors import FileFormatError
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished
from meadow.testing.tiny_suite import BODY
from meadow.types import Action


@pytest.fixture(scope="module")
def simulator():
    made = MeadowSimulator(BODY)
    house = furnished(closed=True)
    made.reset(house, made.free_pose(house))
    made.world.set_openness("fridge-0", 0.5)
    yield made
    made.close()


def set_at(*path: Any, value: Any) -> Callable[[dict], None]:
    def change(kept: dict) -> None:
        for key in path[:-1]:
            kept = kept[key]
        kept[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_at("schema", value="meadow/snapshot/9"), "schema is 'meadow/snapshot/9'"),
        (set_at("step", value=-1), "step is -1"),
        (set_at("pose", "x", value=1e18), r"\$.pose is"),
        (set_at("streams", "actuation", "state", value="xyz"), "not a hexadecimal number"),
        (set_at("streams", "actuation", "half", value=-1), "no number of 32 bits"),
        (set_at("streams", value={}), "streams"),
        (set_at("changes", "objects", 0, "id", value="sofa-9"), "'sofa-9' .* is nothing"),
        (
            set_at("changes", "objects", 0, "size", value=[1e18, 1.0, 1.0]),
            "'fridge-0' .* is nothing",
        ),
        (set_at("changes", "objects", 0, "openness", value=2.0), "'fridge-0' .* is nothing"),
    ],
)
def test_what_cannot_have_been_is_refused(
    simulator: MeadowSimulator, change: Callable[[dict], None], message: str
) -> None:
    before = simulator.snapshot()
    kept = serialize.decode(before, dict)
    change(kept)
    with pytest.raises(FileFormatError, match=message):
        simulator.restore(serialize.encode(kept))
    assert simulator.snapshot() == before
    simulator.step(Action.ROTATE_LEFT)
    simulator.restore(before)


def test_snapshots_of_the_first_version_are_read(simulator: MeadowSimulator) -> None:
    before = simulator.snapshot()
    kept = serialize.decode(before, dict)
    del kept["walkers"]
    kept["schema"] = "meadow/snapshot/1"
    simulator.step(Action.ROTATE_LEFT)
    simulator.restore(serialize.encode(kept))
    assert simulator.snapshot() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_at("changes", "held", value={"id": "x", "grip": [0, 0, 1], "turn": 0}), "held"),
        (
            set_at("changes", "rests", value=[{"id": "x", "position": [0, 0, 0], "openness": 0}]),
            "rests",
        ),
        (set_at("changes", "objects", 0, "support", value="fridge-0"), "stands on itself"),
        (set_at("changes", "objects", 0, "support", value="robot"), "stands nowhere"),
        (set_at("changes", "objects", 0, "room", value="attic"), "stands nowhere"),
        (set_at("walkers", value=[{"id": "ann"}]), "walkers"),
    ],
)
def test_things_that_cannot_have_been_moved_so_are_refused(
    simulator: MeadowSimulator, change: Callable[[dict], None], message: str
) -> None:
    before = simulator.snapshot()
    kept = serialize.decode(before, dict)
    change(kept)
    with pytest.raises(FileFormatError, match=message):
        simulator.restore(serialize.encode(kept))
    assert simulator.snapshot() == before
