"""From where a person's head and hand are to the action that brings the robot nearest to them.

A headset tells free poses; a robot has flat actions. One is chosen at a time, and only what it then does
counts: first the camera follows the head, then the person walks, then the hand follows the hand.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from meadow.types import Action, Arm, ArmSense, Embodiment, wrap_angle
from meadow.viewer.web.messages import PlayFollow

#: Share of an action's reach from which on it brings the robot nearer.
WORTH = 0.6
#: How hard a squeeze closes the hand, and how loose one opens it.
CLOSES, OPENS = 0.15, 0.05
#: Kilogram-force of a full squeeze.
STRONGEST = 5.0


def next_action(
    wanted: PlayFollow,
    robot: tuple[float, float, float, float],
    body: Embodiment,
    arm: Arm | None,
    felt: ArmSense | None,
    allowed: Collection[str],
    refused: Collection[str] = (),
) -> Action | None:
    """The action that brings the robot nearest to a person's pose; None when it is near enough.

    Args:
        wanted: Where head and hand are, and what is pressed.
        robot: x, y, yaw and pitch of the robot.
        body: Its body, which says how far an action goes.
        arm: Its arm, if it has one.
        felt: What it feels of the arm.
        allowed: Actions that the task allows.
        refused: Actions that were refused since the last one that was not; others are tried first.
    """
    choices = [*_buttons(wanted), *_head(wanted, robot, body)]
    if wanted.walk:
        choices.append(Action.MOVE_AHEAD if wanted.walk > 0 else Action.MOVE_BACK)
    if arm is not None and felt is not None:
        choices += _grip(wanted, arm, felt)
        choices += _hand(wanted, robot, arm, felt)
    return next((one for one in choices if one in allowed and one not in refused), None)


def _buttons(wanted: PlayFollow) -> list[Action]:
    pressed = ((wanted.stop, Action.STOP), (wanted.open, Action.OPEN), (wanted.close, Action.CLOSE))
    return [action for down, action in pressed if down]


def _head(
    wanted: PlayFollow, robot: tuple[float, float, float, float], body: Embodiment
) -> list[Action]:
    turn = wrap_angle(wanted.yaw - robot[2])
    tilt = max(-body.max_pitch, min(body.max_pitch, wanted.pitch)) - robot[3]
    choices = []
    if abs(turn) > WORTH * body.turn:
        choices.append(Action.ROTATE_LEFT if turn > 0 else Action.ROTATE_RIGHT)
    if body.tilt and abs(tilt) > WORTH * body.tilt:
        choices.append(Action.LOOK_UP if tilt > 0 else Action.LOOK_DOWN)
    return choices


def _hand(
    wanted: PlayFollow, robot: tuple[float, float, float, float], arm: Arm, felt: ArmSense
) -> list[Action]:
    """Along the axes on which the hand is farthest from the person's, the farthest first."""
    if wanted.hand is None:
        return []
    ahead, left = wanted.hand[0] - robot[0], wanted.hand[1] - robot[1]
    cos, sin = math.cos(robot[2]), math.sin(robot[2])
    place: Sequence[float] = (cos * ahead + sin * left, cos * left - sin * ahead, wanted.hand[2])
    pairs = (
        (Action.ARM_BACK, Action.ARM_AHEAD),
        (Action.ARM_RIGHT, Action.ARM_LEFT),
        (Action.ARM_DOWN, Action.ARM_UP),
    )
    gaps = [(place[k] - felt.grip[k], pair) for k, pair in enumerate(pairs)]
    far = sorted((g for g in gaps if abs(g[0]) > WORTH * arm.step), key=lambda g: -abs(g[0]))
    choices = [pair[gap > 0] for gap, pair in far]
    # Where the arm does not reach up or down, its lift does.
    lift = {Action.ARM_UP: Action.LIFT_UP, Action.ARM_DOWN: Action.LIFT_DOWN}
    return choices + [lift[action] for action in choices if action in lift]


def _grip(wanted: PlayFollow, arm: Arm, felt: ArmSense) -> list[Action]:
    """Close, open, or grip harder or softer."""
    holding = felt.touch == "holding"
    if wanted.squeeze < OPENS:
        return [Action.RELEASE] if holding else []
    gap = min(STRONGEST, arm.most_force) * wanted.squeeze - felt.force
    if abs(gap) > WORTH * arm.fine:
        coarse = abs(gap) >= arm.coarse
        up, down = Action.FORCE_UP, Action.FORCE_DOWN
        if coarse:
            up, down = Action.FORCE_UP_COARSE, Action.FORCE_DOWN_COARSE
        return [up if gap > 0 else down]
    return [Action.GRASP] if wanted.squeeze > CLOSES and not holding else []
