"""Environments with a broken robot: ``gymnasium.make("meadow/PointNav-v0", corrupt="spatter@5")``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from meadow.corruptions import Options, Rig, parse
from meadow.envs.world import World
from meadow.errors import MeadowError
from meadow.types import Action, Array, Frames, Observation

Config = TypeVar("Config")


class Breakage:
    """What is wrong with the robots of an environment."""

    def __init__(
        self, corrupt: str = "", redraw: str = "frame", corrupt_frame: str = "scaled"
    ) -> None:
        """``corrupt`` names corruptions as in ``meadow eval --corrupt``; empty for sound robots."""
        self._chosen = parse(corrupt)
        self._options = Options(redraw=redraw, frame=corrupt_frame)  # type: ignore[arg-type]

    def config(self, config: Config) -> Config:
        """A config whose robot has the corrupted camera."""
        body = Rig(self._chosen).body(config.embodiment)  # type: ignore[attr-defined]
        return dataclasses.replace(config, embodiment=body)  # type: ignore[type-var]

    def world(self, world: World) -> World:
        """A world that goes on behind corrupted senses and wheels."""
        return CorruptedWorld(world, Rig(self._chosen, self._options)) if self._chosen else world


class CorruptedWorld:
    """A world whose robot is corrupted; see :class:`~meadow.envs.world.World`."""

    def __init__(self, world: World, rig: Rig) -> None:
        self._world, self._rig = world, rig
        self._seed = 0
        self.simulator = world.simulator
        self.simulator.sensors = rig.sensors(self.simulator.embodiment)

    @property
    def instruction(self) -> str:
        """What the robot is told."""
        return self._world.instruction

    def place(self, seed: int) -> None:
        """Begin an episode and draw its corruptions."""
        self._world.place(seed)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self._seed = seed
        scene = self.simulator.world.house.id
        self._rig.begin(self.simulator, seed=seed, episode=self.instruction, scene=scene)

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action with corrupted wheels."""
        return self._world.act(action)

    def observe(self, frames: Frames | None = None) -> Observation:
        """What the corrupted senses make of what is there."""
        return self._rig.observe(self._world.observe(frames))

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Entries of the observation besides pictures."""
        return self._world.senses(observation)

    def info(self) -> dict[str, Any]:
        """What Gymnasium's ``info`` tells of this moment, as numbers."""
        return self._world.info()

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs."""
        if any(one.corruption.part == "senses" for one in self._rig.chosen):
            raise MeadowError(
                "late frames and drifting poses remember what was: an environment with them cannot "
                "be saved. Train without them, or end the episodes first"
            )
        return {**self._world.state(), "corrupted": {"seed": self._seed, "step": self._rig.step}}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self._world.restore({k: v for k, v in state.items() if k != "corrupted"})
        self._begin(state["corrupted"]["seed"])
        # The last observation is made once more, as it was.
        self._rig.step = max(0, state["corrupted"]["step"] - 1)
