"""The two simplest agents: lower bounds that every other one should beat."""

from __future__ import annotations

from meadow.seeding import Stream, stream
from meadow.types import Action, Brief, Observation


class RandomAgent:
    """Draws its actions uniformly, and Stop with a small chance of its own."""

    def __init__(self, stop: float = 0.01) -> None:
        """Make it.

        Args:
            stop: The chance of Stop at each step.
        """
        self._stop = stop
        self._rng: Stream = stream(0, "random agent")
        self._others: tuple[Action, ...] = ()
        self._may_stop = True

    def reset(self, brief: Brief) -> None:
        """Start the episode's stream of draws."""
        self._rng = stream(brief.seed, "agent", "random")
        self._may_stop = Action.STOP in brief.actions
        self._others = tuple(a for a in brief.actions if a is not Action.STOP)

    def act(self, observation: Observation) -> Action:
        """It draws one of the brief's actions, whatever the robot observes."""
        stops = self._rng.chance(self._stop) and self._may_stop
        return Action.STOP if stops else self._rng.choice(self._others)


class ForwardAgent:
    """Drives ahead; after a bump it turns, to one side until it can move again."""

    def __init__(self) -> None:
        self._rng: Stream = stream(0, "forward agent")
        self._turn = Action.ROTATE_LEFT
        self._last: Action | None = None
        self._steps_left = 0

    def reset(self, brief: Brief) -> None:
        """Its draws begin anew; it turns left after bumps until one of them says otherwise."""
        self._rng = stream(brief.seed, "agent", "forward")
        self._turn = Action.ROTATE_LEFT
        self._last = None
        self._steps_left = brief.max_steps

    def act(self, observation: Observation) -> Action:
        """Ahead, or a turn after a bump, or Stop as the last step."""
        self._steps_left -= 1
        if self._steps_left <= 0:
            return Action.STOP
        if self._last is Action.MOVE_AHEAD and not observation.moved:
            if self._rng.chance(0.2):
                self._turn = self._rng.choice((Action.ROTATE_LEFT, Action.ROTATE_RIGHT))
            self._last = self._turn
        else:
            self._last = Action.MOVE_AHEAD
        return self._last
