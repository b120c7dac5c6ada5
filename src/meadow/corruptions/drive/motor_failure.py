"""Motor failure: one of the two rotations has no effect, and the robot is not informed."""

from __future__ import annotations

from meadow.corruptions.kinds import Alter, corruption
from meadow.seeding import Stream
from meadow.sim.motion import Motion
from meadow.types import Action, Embodiment

LEFT, RIGHT = Action.ROTATE_LEFT, Action.ROTATE_RIGHT


def _dead(rotation: Action) -> Alter:
    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        return Motion() if action is rotation else motion

    return alter


@corruption("motor_failure", part="drive", rhythm="episode")
def motor_failure(level: None, rng: Stream, body: Embodiment) -> Alter:
    """RotateLeft or RotateRight is dead for the episode; the bump sensor does not notice."""
    return _dead(rng.choice((LEFT, RIGHT)))


@corruption("motor_failure_code", part="drive", rhythm="scene", source="code")
def motor_failure_code(level: None, rng: Stream, body: Embodiment) -> Alter:
    """As the authors run it: the dead rotation is drawn anew with each home only."""
    return _dead(rng.choice((LEFT, RIGHT)))


@corruption("motor_failure_left", part="drive", rhythm="episode", source="beyond")
def motor_failure_left(level: None, rng: Stream, body: Embodiment) -> Alter:
    """RotateLeft is dead in every episode; the bump sensor does not notice."""
    return _dead(LEFT)


@corruption("motor_failure_right", part="drive", rhythm="episode", source="beyond")
def motor_failure_right(level: None, rng: Stream, body: Embodiment) -> Alter:
    """RotateRight is dead in every episode; the bump sensor does not notice."""
    return _dead(RIGHT)
