"""The rules of exploration, shared by the single and the batched environment."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.envs.homes import Homes, HomesConfig
from meadow.envs.spaces import ACTIONS, encode_text, pose_array
from meadow.envs.teachers import RoamTeacher
from meadow.errors import InvalidValueError
from meadow.types import Action, Array, Frames, Observation

INSTRUCTION = "Explore the home."


@dataclass(frozen=True, kw_only=True)
class ExploreConfig(HomesConfig):
    """Configuration of exploration: homes, robot and rewards, which are CoW's for learned exploration."""

    cell: float = 0.125
    """Side of the squares whose first visit is rewarded, metres."""
    new_cell: float = 0.1
    """Reward for the first visit of a square."""
    failed: float = -0.03
    """Reward for an action that the world refused."""
    step: float = -0.01
    """Reward for every action."""
    teach: bool = False
    """Put the action of a teacher that roams into ``info["teacher"]``: privileged, for imitation."""

    def __post_init__(self) -> None:
        if not self.cell > 0.0:
            raise InvalidValueError(f"cell {self.cell:g}: expected metres above 0")


class Exploration:
    """One robot exploring: the state behind an environment."""

    instruction = INSTRUCTION

    def __init__(self, config: ExploreConfig, homes: Homes | None = None) -> None:
        self.config = config
        self._homes = homes or config.homes()
        self.simulator = self._homes.simulator()
        self._text = encode_text(INSTRUCTION)
        self._visited: set[tuple[int, int]] = set()
        self._seed = 0
        self._teacher: RoamTeacher | None = None

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""
        self._seed = seed
        house = self._homes.house(seed)
        pose = self.simulator.free_pose(house, seed=seed)
        self.simulator.place(house, pose, seed=seed, episode="explore")
        self._visited = {self._cell()}
        self._teacher = RoamTeacher(self.simulator) if self.config.teach else None

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether it was Stop."""
        self.simulator.advance(action)
        config = self.config
        reward = config.step
        if not self.simulator.last_result().moved:
            reward += config.failed
        cell = self._cell()
        if cell not in self._visited:
            self._visited.add(cell)
            reward += config.new_cell
        return reward, action == Action.STOP

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered."""
        return self.simulator.observe(frames)

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return the pose relative to the start, the instruction, and whether the last action worked."""
        return {
            "pose": pose_array(observation.pose),
            "instruction": self._text.copy(),
            "moved": np.array([observation.moved], np.int8),
        }

    def info(self) -> dict[str, Any]:
        """Return the number of squares visited so far, and the teacher's action if it teaches."""
        info: dict[str, Any] = {"cells": len(self._visited)}
        if self._teacher is not None:
            info["teacher"] = ACTIONS.index(self._teacher.action())
        return info

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs to go on from here, as plain JSON values."""
        return {
            "seed": self._seed,
            "snapshot": self.simulator.snapshot().decode(),
            "visited": sorted(self._visited),
            "teacher": self._teacher.state() if self._teacher is not None else {},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.place(state["seed"])
        self.simulator.restore(state["snapshot"].encode())
        self._visited = {(i, j) for i, j in state["visited"]}
        if self._teacher is not None:
            self._teacher.restore(state["teacher"])

    def _cell(self) -> tuple[int, int]:
        pose, cell = self.simulator.pose, self.config.cell
        return math.floor(pose.x / cell), math.floor(pose.y / cell)
