"""Every registered probe measures what a record can hold, the same each time, and changes nothing."""

from __future__ import annotations

import pytest

from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.probes import PROBES
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action, Brief

BRIEF = Brief(task="errands", goal="sofa")


@pytest.mark.parametrize("name", PROBES.names())
@pytest.mark.parametrize("kind", ["search", "free"])
def test_probe(name, kind):
    episode = tiny_episodes(1)[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    simulator = MeadowSimulator(BODY)
    columns = []
    for _ in range(2):
        simulator.reset(house, episode.pose(), seed=1, episode="e")
        probe, oracle = PROBES.make(name), simulator.oracle
        brief = Brief(task="errands", goal="sofa", kind=kind)
        probe.begin(brief, episode.goal if kind == "search" else None, oracle)
        column = [probe.measure(None, oracle)]
        for action in (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.STOP):
            simulator.step(action)
            before = simulator.snapshot()
            column.append(probe.measure(action, oracle))
            assert simulator.snapshot() == before, "measuring changes the world"
        columns.append(column)
    simulator.close()
    assert columns[0] == columns[1]
    assert all(value is None or isinstance(value, str | float | bool) for value in columns[0])


@pytest.mark.parametrize("name", PROBES.names())
def test_it_says_what_it_measures(name):
    assert PROBES.entry(name).summary.endswith(".")
