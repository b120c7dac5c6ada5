"""How an agent takes people: as furniture, or as people who walk."""

from __future__ import annotations

from typing import Any

from meadow.errors import UnknownIdError
from meadow.grounding.look import VisionModel
from meadow.mapping.people import PeopleTracker
from meadow.planning.give_way import Courtesy, GiveWay

#: ``static`` maps whatever stands or walks as an obstacle that stays; ``dynamic`` keeps people out of the
#: map, tracks them, and waits for them or walks around them.
WAYS = ("static", "dynamic")
#: Steps without a detection after which people are not tracked any more: who walked, and who stood.
FORGET, FORGET_STANDING = 10, 60


def people_options(
    people: str, model: str | VisionModel, courtesy: Courtesy | None = None
) -> dict[str, Any]:
    """Options of :class:`meadow.agents.modular.ModularAgent` for one of :data:`WAYS`.

    ``model`` is what people are seen with.
    """
    if people not in WAYS:
        raise UnknownIdError("way to take people", people, WAYS)
    if people == "static":
        return {}
    tracker = PeopleTracker(model, forget=FORGET, forget_standing=FORGET_STANDING)
    return {"people": tracker, "give_way": GiveWay(courtesy)}
