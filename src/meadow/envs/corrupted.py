"""Environments with a corrupted robot: ``gymnasium.make("meadow/PointNav-v0", corrupt="spatter@5")``."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, cast

from meadow.corruptions import CorruptedSimulator, CorruptionOptions, corrupted_body, parse
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Embodiment

Config = TypeVar("Config")


class Breakage:
    """The corruptions of an environment's robots."""

    def __init__(
        self, corrupt: str = "", redraw: str = "frame", corrupt_frame: str = "scaled"
    ) -> None:
        """``corrupt`` names corruptions as in ``meadow eval --corrupt``; empty for sound robots."""
        self._chosen = parse(corrupt)
        self._options = CorruptionOptions(redraw=redraw, frame=corrupt_frame)  # type: ignore[arg-type]

    def config(self, config: Config) -> Config:
        """The configuration with the corrupted camera."""
        body = self.body(config.embodiment)  # type: ignore[attr-defined]
        changes: dict[str, Any] = {"embodiment": body}
        return dataclasses.replace(config, **changes)  # type: ignore[type-var]

    def body(self, embodiment: Embodiment) -> Embodiment:
        """The robot with its corrupted camera."""
        return corrupted_body(self._chosen, embodiment)

    def simulator(self, simulator: MeadowSimulator) -> MeadowSimulator:
        """The simulator of one robot, wrapped if it is corrupted."""
        if not self._chosen:
            return simulator
        # The wrapper passes on all that it does not corrupt.
        return cast(MeadowSimulator, CorruptedSimulator(simulator, self._chosen, self._options))
