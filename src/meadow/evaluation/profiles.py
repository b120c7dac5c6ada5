"""Conditions of another benchmark that any suite can be run under."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from meadow.episodes.schema import Episode
from meadow.registry import Registry
from meadow.types import NO_NOISE, Noise


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a run changes about its suite."""

    task_options: Mapping[str, Any] = field(default_factory=dict)
    """Of the task, which must have them."""
    sensors: Mapping[str, float] = field(default_factory=dict)
    """Noise of the senses, the fields of ``sim.sensors.SensorNoise``."""
    noise: Noise | None = None
    """Of the robot's motion; None leaves each episode its own."""

    def apply(self, episodes: Sequence[Episode]) -> list[Episode]:
        """The episodes with this profile's robot."""
        if self.noise is None:
            return list(episodes)
        return [
            msgspec.structs.replace(
                e, embodiment=dataclasses.replace(e.embodiment, noise=self.noise)
            )
            for e in episodes
        ]


PROFILES: Registry[Profile] = Registry("profile")
PROFILES.register("default", summary="The suite as it is.")(Profile())
PROFILES.register(
    "habitat-like",
    summary="Depth noise and holes, exact motion, success within 1.0 m in view or not.",
)(Profile(task_options={"visible": False}, sensors={"depth": 0.01, "holes": 0.05}, noise=NO_NOISE))
