"""Conditions of another benchmark that any suite can be run under."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from meadow.agents import AGENTS
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
    mapping: Mapping[str, float] = field(default_factory=dict)
    """What agents that make a map are told of these conditions, fields of ``OccupancyConfig``."""

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

    def agent_options(self, agent: str) -> dict[str, Any]:
        """Options of an agent under these conditions: none for one that makes no map."""
        if not self.mapping:
            return {}
        parameters = inspect.signature(AGENTS.entry(agent).load()).parameters.values()
        maps = any(p.name == "map" or p.kind is p.VAR_KEYWORD for p in parameters)
        return {"map": dict(self.mapping)} if maps else {}


PROFILES: Registry[Profile] = Registry("profile")
PROFILES.register("default", summary="The suite as it is.")(Profile())
PROFILES.register(
    "habitat-like",
    summary="Depth noise and holes, exact motion, success within 1.0 m in view or not.",
)(
    Profile(
        task_options={"visible": False},
        sensors={"depth": 0.01, "holes": 0.05},
        noise=NO_NOISE,
        # With the 5 cm that do for exact depth the noise on the floor is an obstacle everywhere. The
        # authors of CoW take 15 cm in Habitat.
        mapping={"floor_tolerance": 0.15},
    )
)


def profile_of(task_options: Mapping[str, Any], sensors: Mapping[str, float]) -> str | None:
    """The name of the profile that gives a run these task options and sensors; None if none does."""
    for entry in PROFILES:
        profile = entry.load()
        if (dict(profile.task_options), dict(profile.sensors)) == (
            dict(task_options),
            dict(sensors),
        ):
            return entry.name
    return None
