"""What an agent knows at one moment, for the parts that choose what to do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.grounding.look import Look, LookPart, Looks, VisionModel
from meadow.mapping.occupancy import OccupancyMap
from meadow.types import Action, Array, Embodiment, Observation, Pose


@dataclass(frozen=True, slots=True)
class AgentState:
    """The newest observation, where the robot believes it was made, and the map that includes it."""

    observation: Observation
    pose: Pose
    body: Embodiment
    map: OccupancyMap
    cost: NDArray[np.float32]
    """What entering each cell of the map costs; inf where the robot cannot be."""
    refused: Action | None = None
    """The last action when it had no effect: choosing it again would be in vain."""
    looks: Looks | None = None
    """What models see in the frame; made anew for each model that asks when there are none."""

    @property
    def here(self) -> tuple[int, int]:
        """The cell of the map in which the robot believes it is."""
        return self.map.cell_of(self.pose.x, self.pose.y)

    @property
    def depth(self) -> Array:
        """The depth image of the observation."""
        assert self.observation.depth is not None, "agents with a map need depth"
        return self.observation.depth

    def look(self, model: VisionModel, parts: LookPart) -> Look:
        """What a model sees in the frame: the same look for all who ask."""
        if self.looks is None:
            return model.look(self.observation.rgb, parts, self.body.camera)
        return self.looks.by(model, parts)
