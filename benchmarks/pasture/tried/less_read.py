"""``cow-attributes`` that reads less of a description, to see what each part of it is worth.

    MEADOW_PLUGINS=benchmarks/pasture/tried/less_read.py meadow pasture bench --split spatial-distract \\
        --eyes eyes-s --agents unled,unrelated --episodes 180 -o runs/less
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meadow.agents import AGENTS
from meadow.agents.attributes import DescribedSeeker, Word
from meadow.agents.attributes_eyes import DetectorSpotter
from meadow.agents.modular import ModularAgent
from meadow.language import Noun
from meadow.types import Brief


class Unled(DescribedSeeker):
    """Weighs relations on the map, but neither looks at furniture that is told nor guesses at it."""

    def _carriers(self) -> list[str]:
        return []


class Unrelated(Unled):
    """Reads no relation at all."""

    def reset(self, brief: Brief, stop_distance: float) -> None:
        super().reset(brief, stop_distance)
        self._relations = ()


class Unattributed(DescribedSeeker):
    """Reads no colour, material, pattern or size."""

    def _words_of(self, noun: Noun) -> list[Word]:
        return []


def _agent(seeker: type[DescribedSeeker]) -> Callable[..., ModularAgent]:
    def make(model: str = "eyes-s", **options: Any) -> ModularAgent:
        spotter = DetectorSpotter(model, threshold=0.05)
        return ModularAgent(
            seeker=seeker(spotter, look=-1.0), explorer="frontier", bump_sensor=False, **options
        )

    return make


AGENTS.register("unled")(_agent(Unled))
AGENTS.register("unrelated")(_agent(Unrelated))
AGENTS.register("unattributed")(_agent(Unattributed))
