"""The seven settings, the homes that they take place in, and the body that drives there."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.types import FINE_WIDE_ANGLE, WIDE_ANGLE

#: A square picture with 90 degrees, level.
BODY = WIDE_ANGLE
#: The same with as many pixels as the authors render, from the second revision on.
FINE_BODY = FINE_WIDE_ANGLE
#: Step budget of the authors' code; RoboTHOR's own challenge has 500.
MAX_STEPS = 250

#: Variant of a home -> which of the placed things it has besides all others: the "target"s, a "second" of
#: each target's category, the "uncommon" things, and "hidden" ones of the targets' categories.
VARIANTS: dict[str, tuple[str, ...]] = {
    "plain": ("target",),
    "uncommon": ("target", "uncommon"),
    "distract": ("target", "second"),
    "hidden": ("hidden",),
    "hidden-distract": ("target", "hidden"),
}
ROLES = ("target", "second", "uncommon", "hidden")


@dataclass(frozen=True, slots=True)
class PastureSetting:
    """What is looked for in which variant of a home, and by which words."""

    variant: str
    role: str
    words: str
    """"name", "category", "appearance", "spatial" or "hidden"."""


SETTINGS: dict[str, PastureSetting] = {
    "uncommon": PastureSetting("uncommon", "uncommon", "name"),
    "appearance": PastureSetting("plain", "target", "appearance"),
    "spatial": PastureSetting("plain", "target", "spatial"),
    "appearance-distract": PastureSetting("distract", "target", "appearance"),
    "spatial-distract": PastureSetting("distract", "target", "spatial"),
    "hidden": PastureSetting("hidden", "hidden", "hidden"),
    "hidden-distract": PastureSetting("hidden-distract", "hidden", "hidden"),
}

#: The homes without anything added: RoboTHOR's own ObjectNav.
CATEGORY = "category"
ALL_SETTINGS = {**SETTINGS, CATEGORY: PastureSetting("plain", "target", "category")}
#: The categories of zero-shot agents that were trained on the other eight.
FOUR = ("apple", "basketball", "house plant", "television")
