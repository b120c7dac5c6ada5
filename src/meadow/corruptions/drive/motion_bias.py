"""Motion bias: steps and turns that are too long or too short, as on another floor."""

from __future__ import annotations

import math
from dataclasses import replace

from meadow.corruptions.kinds import Alter, corruption
from meadow.seeding import Stream
from meadow.sim.motion import Motion
from meadow.types import Action, Embodiment

STEPS = (0.05, 0.1, 0.15)
TURNS = tuple(math.radians(d) for d in (5.0, 10.0, 15.0))
#: Standard deviations of the stochastic bias, metres and radians.
STEP_STD, TURN_STD = 0.1, math.radians(10.0)


@corruption("motion_bias_constant", part="drive", rhythm="episode")
def constant(level: None, rng: Stream, body: Embodiment) -> Alter:
    """Steps off by 0.05, 0.1 or 0.15 m and turns by 5, 10 or 15 degrees, either way, all episode."""
    step = rng.choice((-1.0, 1.0)) * rng.choice(STEPS)
    turn = rng.choice((-1.0, 1.0)) * rng.choice(TURNS)
    return _biased(step, turn)


@corruption("motion_bias_constant_code", part="drive", rhythm="run", source="code")
def constant_code(level: None, rng: Stream, body: Embodiment) -> Alter:
    """As the authors run it: drawn once for a run, steps and turns both too long or both too short."""
    friction = rng.choice((-1.0, 1.0))
    return _biased(friction * rng.choice(STEPS), friction * rng.choice(TURNS))


def _biased(step: float, turn: float) -> Alter:
    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        if action is Action.MOVE_AHEAD:
            return replace(motion, ahead=max(0.0, motion.ahead + step))
        if motion.turn:
            return replace(motion, turn=motion.turn + math.copysign(turn, turn * motion.turn))
        return motion

    return alter


@corruption("motion_bias_stochastic", part="drive", rhythm="episode")
def stochastic(level: None, rng: Stream, body: Embodiment) -> Alter:
    """Steps from N(0.25 m, 0.1 m) and turns from N(30, 10) degrees, in place of the usual noise."""

    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        if action is Action.MOVE_AHEAD:
            return replace(motion, ahead=max(0.0, body.step + rng.normal(0.0, STEP_STD)))
        if motion.turn:
            angle = body.turn + rng.normal(0.0, TURN_STD)
            return replace(motion, turn=math.copysign(1.0, motion.turn) * angle)
        return motion

    return alter
