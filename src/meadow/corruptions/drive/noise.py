"""Actuation noise: RoboTHOR's model of the LoCoBot, PyRobot's models of its controllers, and none."""

from __future__ import annotations

import math
from dataclasses import dataclass

from meadow.corruptions.kinds import Alter, corruption
from meadow.seeding import Stream
from meadow.sim.motion import Motion, locobot
from meadow.types import NO_NOISE, Action, Embodiment, Noise

#: Draws are cut off at so many standard deviations.
CUT = 3.0
#: Largest fraction of a step or turn that noise may take away.
MOST_LOST = 0.95


@corruption("locobot_noise", part="drive", levels=(Noise(),), rhythm="episode")
@corruption(
    "no_noise",
    part="drive",
    levels=(NO_NOISE,),
    rhythm="episode",
    source="beyond",
    summary="Exact steps and turns.",
)
def locobot_noise(noise: Noise, rng: Stream, body: Embodiment) -> Alter:
    """Steps from N(0.25 m, 0.005 m) and turns from N(30, 0.5) degrees, whatever the body has."""

    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        noisy = Embodiment(step=body.step, turn=body.turn, noise=noise)
        return locobot(action, noisy, rng)

    return alter


@dataclass(frozen=True, slots=True)
class Errors:
    """Means and variances of a controller's errors for one kind of action."""

    ahead: tuple[float, float]
    """Metres."""
    left: tuple[float, float]
    """Metres."""
    turn: tuple[float, float]
    """Radians."""


@dataclass(frozen=True, slots=True)
class Controller:
    """PyRobot's measurements of one controller."""

    name: str
    move: Errors
    rotate: Errors
    degrees: bool = False
    """Add the turn's error, which is in radians, to a turn in degrees, as a published evaluation does."""


def _controller(name: str, move: tuple, rotate: tuple) -> Controller:  # type: ignore[type-arg]
    return Controller(name, Errors(*move), Errors(*rotate))


#: Murali et al. 2019; each error as (mean, variance): ahead, left, turn.
CONTROLLERS = (
    _controller(
        "ilqr",
        ((0.014, 0.006), (0.009, 0.005), (0.008, 0.004)),
        ((0.003, 0.002), (0.003, 0.003), (0.023, 0.012)),
    ),
    _controller(
        "proportional",
        ((0.017, 0.007), (0.042, 0.023), (0.031, 0.026)),
        ((0.001, 0.001), (0.005, 0.004), (0.043, 0.017)),
    ),
    _controller(
        "movebase",
        ((0.074, 0.019), (0.036, 0.033), (0.189, 0.038)),
        ((0.002, 0.0), (0.003, 0.002), (0.219, 0.019)),
    ),
    _controller(
        "lite_ilqr",
        ((0.142, 0.008), (0.023, 0.008), (0.031, 0.028)),
        ((0.002, 0.001), (0.002, 0.002), (0.122, 0.03)),
    ),
    _controller(
        "lite_proportional",
        ((0.135, 0.007), (0.043, 0.009), (0.049, 0.009)),
        ((0.002, 0.002), (0.002, 0.001), (0.054, 0.061)),
    ),
    _controller(
        "lite_movebase",
        ((0.192, 0.055), (0.117, 0.144), (0.128, 0.143)),
        ((0.002, 0.001), (0.001, 0.001), (0.173, 0.025)),
    ),
)


def truncated(rng: Stream, error: tuple[float, float], lowest: float = -math.inf) -> float:
    """A Gaussian draw within three standard deviations, and not below ``lowest``."""
    mean, std = error[0], math.sqrt(error[1])
    if std == 0.0:
        return mean
    while True:
        value = rng.normal(mean, std)
        if abs(value - mean) <= CUT * std and value >= lowest:
            return value


def pyrobot(controller: Controller, rng: Stream, body: Embodiment) -> Alter:
    """Errors ahead, sideways and in heading that PyRobot measured for a controller."""

    def alter(action: Action, motion: Motion, rng: Stream) -> Motion:
        if action is Action.MOVE_AHEAD:
            errors, step, turn, sign = controller.move, body.step, 0.0, 1.0
        elif action is Action.ROTATE_LEFT or action is Action.ROTATE_RIGHT:
            errors, step, turn = controller.rotate, 0.0, body.turn
            sign = 1.0 if action is Action.ROTATE_LEFT else -1.0
        else:
            return motion
        ahead = truncated(rng, errors.ahead, -MOST_LOST * step if step else -math.inf)
        left = truncated(rng, errors.left)
        off = truncated(rng, errors.turn, -MOST_LOST * turn if turn else -math.inf)
        off = math.radians(off) if controller.degrees else off
        return Motion(ahead=step + ahead, left=left, twist=sign * (turn + off))

    return alter


for _one in CONTROLLERS:
    corruption(
        f"pyrobot_{_one.name}",
        part="drive",
        levels=(_one,),
        rhythm="episode",
        source="paper" if _one.name == "ilqr" else "beyond",
        summary=f"PyRobot's noise of the controller {_one.name.replace('_', ' ')}.",
    )(pyrobot)
corruption(
    "pyrobot_ilqr_code",
    part="drive",
    levels=(Controller("ilqr", CONTROLLERS[0].move, CONTROLLERS[0].rotate, degrees=True),),
    rhythm="episode",
    source="code",
    summary="As the authors run it: the turn's error in radians is added to degrees.",
)(pyrobot)
