"""``cow-attributes`` that looks where the embedded prior expects a thing, when no place is told.

    MEADOW_PLUGINS=results/pasture/tried/likely_places.py meadow study pasture run \\
        --split appearance-distract --eyes eyes-s --agents cow-attributes,led --episodes 180 -o runs/led
"""

from __future__ import annotations

from functools import partial
from typing import Any

from meadow.agents import AGENTS
from meadow.agents.attributes import DescribedSeeker, attributes_agent
from meadow.agents.prior import PriorFirst


class Led(DescribedSeeker):
    """Has a look at furniture that things of the kind are usually on, as if it had been told."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prior = PriorFirst(None, "prior")

    def _carriers(self) -> list[str]:
        if self._relations:
            return super()._carriers()
        return self._prior.place_for(self._brief.goal).split(" or ")


AGENTS.register("led", summary=Led.__doc__)(partial(attributes_agent, seeker=Led))
