"""``cow-attributes`` that reads less of a description, to see what each part of it is worth.

    MEADOW_PLUGINS=results/pasture/tried/less_read.py meadow study pasture run --part spatial-distract \\
        --eyes eyes-s --agents unled,unrelated --episodes 180 -o runs/less
"""

from __future__ import annotations

from functools import partial

from meadow.agents import AGENTS
from meadow.agents.attributes import DescribedSeeker, Word, attributes_agent
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


for name, seeker in {"unled": Unled, "unrelated": Unrelated, "unattributed": Unattributed}.items():
    AGENTS.register(name, summary=seeker.__doc__)(partial(attributes_agent, seeker=seeker))
