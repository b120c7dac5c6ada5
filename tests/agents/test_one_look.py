"""No agent runs its network twice on a frame, and none runs further than its parts need."""

from __future__ import annotations

import pytest

import meadow.benchmarks.pasture  # noqa: F401 (registers the agents)
from meadow.agents import AGENTS
from meadow.agents.hints import HintFollower
from meadow.models.eyes import Eyes, available
from meadow.models.eyes.eyes import Encoded, Located, Outlined, Seen
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room, thing
from meadow.types import WIDE_ANGLE, Brief, Pose

pytestmark = pytest.mark.skipif(
    "eyes-s" not in available(), reason="the eyes' weights are not here"
)

#: Agent, its options, and how far the network has to run for it.
ROWS = [
    ("cow-owl-s", {}, Located),
    ("cow-mdetr-s", {}, Outlined),
    ("cow-clip-ref-s", {}, Encoded),
    ("cow-clip-grad-s", {}, Seen),
    ("cow-value", {}, Encoded),
    ("cow-mdetr-s", {"explorer": "value"}, Seen),
    ("cow-attributes", {}, Outlined),
    ("cow-attributes", {"explorer": "value"}, Seen),
    ("cow-owl-s-prior", {}, Located),
    ("cow-owl-s", {"people": "eyes-s"}, Outlined),
    ("cow-value", {"people": "eyes-s"}, Seen),
]


class Illiterate:
    """A reader that reads nothing."""

    def read(self, images):
        return [[] for _ in images]


@pytest.mark.parametrize(("name", "options", "part"), [*ROWS, ("hints", {}, Outlined)])
def test_a_frame_is_looked_at_once(monkeypatch, name: str, options: dict, part: type) -> None:
    runs: list[type] = []
    original = Eyes._run

    def counted(self, stack, part):
        runs.extend([part] * len(stack))
        return original(self, stack, part)

    monkeypatch.setattr(Eyes, "_run", counted)
    if name == "hints":
        agent = HintFollower(AGENTS.make("cow-mdetr-s"), "eyes-s", Illiterate(), "prior")
    else:
        agent = AGENTS.make(name, **options)
    agent.reset(Brief(task="", goal="the red mug on the table", embodiment=WIDE_ANGLE))
    simulator = MeadowSimulator(WIDE_ANGLE)
    observation = simulator.reset(
        one_room([thing("mug-1", "mug", (2.0, 1.0, 0.0), room="room-0")]), Pose(1.0, 1.0)
    )
    for step in range(1, 4):
        action = agent.act(observation)
        assert runs == [part] * step
        agent.sightings(observation)
        assert runs == [part] * step, "films ask for a frame that was looked at"
        observation = simulator.step(action)
