"""The homes of a batch of robots: each home is generated and loaded once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.schema import HouseRef
from meadow.errors import InvalidValueError
from meadow.scenes.generator import HouseSpec
from meadow.scenes.schema import House, Walk
from meadow.scenes.validate import validated
from meadow.sim.populate import add_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Arm, Embodiment

#: What people of generated homes do, how fast they walk, metres a second, and how many there are at most.
ROAMING = Walk(behaviour="roam", pause=(0.0, 4.0), patience=3.0)
SPEEDS, MAX_PEOPLE = (0.5, 1.2), 20
#: Homes that stay loaded, about 3 MB each.
KEPT = 512

Wrap = Callable[[MeadowSimulator], MeadowSimulator]


class Homes:
    """A list of homes, given or generated on first use, and simulators that share them."""

    def __init__(
        self,
        houses: Sequence[House | int],
        rooms: tuple[int, int],
        body: Embodiment,
        wrap: Wrap | None = None,
        arm: Arm | None = None,
        people: int = 0,
    ) -> None:
        """Choose homes.

        Args:
            houses: Homes or seeds of the generator.
            rooms: Fewest and most rooms of generated homes.
            body: The robot.
            wrap: Wraps each robot's simulator, e.g. in a corrupted one.
            arm: The robot's arm; None for one without.
            people: How many people roam in each generated home.
        """
        if not 0 <= people <= MAX_PEOPLE:
            raise InvalidValueError(f"people is {people}: expected 0 to {MAX_PEOPLE}")
        if isinstance(houses, str) or not hasattr(houses, "__len__"):
            raise InvalidValueError(
                f"houses is {houses!r}: expected a sequence of homes or seeds, e.g. range(10)"
            )
        if not len(houses):
            raise InvalidValueError("houses is empty: give at least one home or seed")
        for i, house in enumerate(houses):
            if isinstance(house, House):
                validated(house, f"houses[{i}]")
            elif isinstance(house, bool) or not isinstance(house, int | np.integer):
                raise InvalidValueError(f"houses[{i}] is {house!r}: expected a House or a seed")
        HouseSpec(rooms=rooms)  # refuses numbers of rooms that no home has
        self._houses = list(houses)
        self._rooms = rooms
        self._body = body
        self._wrap = wrap
        self._arm = arm
        self._people = people
        self._keeper = MeadowSimulator(body, houses=min(KEPT, len(self._houses)))

    def __len__(self) -> int:
        return len(self._houses)

    def simulator(self) -> MeadowSimulator:
        """Make the simulator of one more robot in these homes."""
        simulator = MeadowSimulator(self._body, arm=self._arm, share=self._keeper)
        return self._wrap(simulator) if self._wrap else simulator

    def houses_from(self, index: int) -> Iterator[House]:
        """Every home once, the one with an index first."""
        return (self.house(index + step) for step in range(len(self)))

    def house(self, index: int) -> House:
        """The home with an index; indices beyond the last home begin again."""
        index %= len(self._houses)
        choice = self._houses[index]
        if isinstance(choice, House):
            return choice
        house = load_house(HouseRef(generator_uri(choice, self._rooms)))
        if self._people:
            house = add_walkers(house, self._people, seed=int(choice), like=ROAMING, speeds=SPEEDS)
        self._houses[index] = house
        return house


@dataclass(frozen=True, kw_only=True)
class HomesConfig:
    """Configuration that every environment has: its homes and its robot."""

    houses: Sequence[House | int] = tuple(range(10))
    """Homes, or seeds of the generator; each episode draws one."""
    rooms: tuple[int, int] = (4, 6)
    """Fewest and most rooms of generated homes."""
    embodiment: Embodiment = Embodiment()  # noqa: RUF009 (immutable)
    """The robot and its camera."""

    def homes(self, wrap: Wrap | None = None) -> Homes:
        """Make the homes for one robot or for many; ``wrap`` is applied to each robot's simulator."""
        return Homes(self.houses, self.rooms, self.embodiment, wrap)
