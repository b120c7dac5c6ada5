"""The rules of exploration, shared by the single and the batched environment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from meadow.errors import InvalidValueError
from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Embodiment, Frames, Observation

INSTRUCTION = "Explore the home."


@dataclass(frozen=True, kw_only=True)
class ExploreConfig:
    """Which homes, which robot, which rewards. The rewards are CoW's for learned exploration."""

    houses: Sequence[House | int] = tuple(range(10))
    """Homes, or seeds of the generator; each episode draws one."""
    rooms: tuple[int, int] = (4, 6)
    """Fewest and most rooms of generated homes."""
    embodiment: Embodiment = Embodiment()  # noqa: RUF009 (immutable)
    """The robot and its camera."""
    cell: float = 0.125
    """Side of the squares whose first visit is rewarded, metres."""
    new_cell: float = 0.1
    """Reward for the first visit of a square."""
    failed: float = -0.03
    """Reward for an action that the world refused."""
    step: float = -0.01
    """Reward for every action."""

    def __post_init__(self) -> None:
        if not self.houses:
            raise InvalidValueError("houses is empty: give at least one home or seed")


class Exploration:
    """One robot exploring: the state behind an environment."""

    def __init__(self, config: ExploreConfig) -> None:
        self.config = config
        self.simulator = MeadowSimulator(config.embodiment, houses=2)
        self._visited: set[tuple[int, int]] = set()
        self._generated: dict[int, House] = {}

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""
        choice = self.config.houses[seed % len(self.config.houses)]
        house = choice if isinstance(choice, House) else self._generate(choice)
        pose = self.simulator.free_pose(house, seed=seed)
        self.simulator.place(house, pose, seed=seed, episode="explore")
        self._visited = {self._cell()}

    def _generate(self, seed: int) -> House:
        if seed not in self._generated:
            self._generated[seed] = generate_house(seed, rooms=self.config.rooms)
        return self._generated[seed]

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without looking; the reward, and whether the robot said Stop."""
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
        """Look, or take frames that a batch rendered."""
        return self.simulator.observe(frames)

    @property
    def cells(self) -> int:
        """Squares visited so far."""
        return len(self._visited)

    def _cell(self) -> tuple[int, int]:
        pose, cell = self.simulator.pose, self.config.cell
        return math.floor(pose.x / cell), math.floor(pose.y / cell)
