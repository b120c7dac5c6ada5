"""What an agent knows at one moment, for the parts that choose what to do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.mapping.occupancy import OccupancyMap
from meadow.types import Action, Embodiment, Observation, Pose


@dataclass(frozen=True, slots=True)
class Sight:
    """The newest observation, where the robot believes it was made, and the map that includes it."""

    observation: Observation
    pose: Pose
    body: Embodiment
    map: OccupancyMap
    cost: NDArray[np.float32]
    """What entering each cell of the map costs; inf where the robot cannot be."""
    refused: Action | None = None
    """The last action when it had no effect: choosing it again would be in vain."""

    @property
    def here(self) -> tuple[int, int]:
        """The robot's cell."""
        return self.map.cell_of(self.pose.x, self.pose.y)
