"""Forces of the hand as actions: ``grasp(force)`` is how papers write it, these are the keys for it."""

from __future__ import annotations

from meadow.errors import InvalidValueError
from meadow.types import Action, Arm


def set_force(force: float, now: float = 0.0, arm: Arm | None = None) -> list[Action]:
    """The fewest actions that bring the hand from one force to another, in kilogram-force.

    ``force`` is rounded to the arm's fine step. The force is kept between grasps, so ``now`` is what
    ``observation.arm.force`` says.
    """
    arm = arm or Arm()
    if not 0.0 <= force <= arm.most_force + 1e-9:
        raise InvalidValueError(
            f"force {force:g} kgf: expected 0 to {arm.most_force:g}, the hand's limit"
        )
    per = round(arm.coarse / arm.fine)
    most = round(arm.most_force / arm.fine)
    wanted, at = round(force / arm.fine), round(now / arm.fine)
    ways = (_from(wanted, at, coarse, per, most) for coarse in range(abs(wanted - at) // per + 2))
    return min((way for way in ways if way is not None), key=len)


def grasp(force: float, now: float = 0.0, arm: Arm | None = None) -> list[Action]:
    """The actions that grip with a force, in kilogram-force."""
    return [*set_force(force, now, arm), Action.GRASP]


def _from(wanted: int, at: int, coarse: int, per: int, most: int) -> list[Action] | None:
    """So many coarse steps towards a force, then fine ones; None where the hand cannot go so far."""
    sign = 1 if wanted >= at else -1
    turn = at + sign * coarse * per
    if not 0 <= turn <= most:
        return None
    far = Action.FORCE_UP_COARSE if sign > 0 else Action.FORCE_DOWN_COARSE
    near = Action.FORCE_UP if wanted >= turn else Action.FORCE_DOWN
    return [far] * coarse + [near] * abs(wanted - turn)
