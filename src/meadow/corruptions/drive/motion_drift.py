"""Motion drift: MoveAhead does not lead straight ahead."""

from __future__ import annotations

import math
from dataclasses import replace

from meadow.corruptions.kinds import Alter, corruption
from meadow.seeding import Stream
from meadow.sim.motion import Motion
from meadow.types import Action, Embodiment

ANGLE = math.radians(10.0)


@corruption("motion_drift", part="drive", levels=(ANGLE,), rhythm="episode")
def motion_drift(angle: float, rng: Stream, body: Embodiment) -> Alter:
    """MoveAhead goes off by 10 degrees to one side for the episode; the heading stays."""
    aside = rng.choice((-1.0, 1.0)) * angle

    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        if action is not Action.MOVE_AHEAD:
            return motion
        cos, sin = math.cos(aside), math.sin(aside)
        ahead, left = motion.ahead, motion.left
        return replace(motion, ahead=cos * ahead - sin * left, left=sin * ahead + cos * left)

    return alter


@corruption("motion_drift_code", part="drive", levels=(ANGLE,), rhythm="scene", source="code")
def motion_drift_code(angle: float, rng: Stream, body: Embodiment) -> Alter:
    """As the authors run it: MoveAhead first turns by 10 degrees for good, to one side in a home."""
    aside = rng.choice((-1.0, 1.0)) * angle

    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        return replace(motion, turn=motion.turn + aside) if action is Action.MOVE_AHEAD else motion

    return alter
