"""The live view shows the goal, both pictures and how far the search is."""

from __future__ import annotations

import io

import numpy as np
from rich.console import Console

from meadow.evaluation.run.rollout import Moment, run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action, Brief, Observation, Verdict
from meadow.viewer.live import LiveView
from meadow.viewer.terminal import UPPER_HALF


class Turner:
    """Turns twice and stops."""

    def reset(self, brief):
        self._left = [Action.ROTATE_LEFT, Action.ROTATE_LEFT, Action.STOP]

    def act(self, observation):
        return self._left.pop(0)

    def trace(self):
        return {"mode": "turning"}


class Clock:
    """A second goes by whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_drawing_takes_at_most_a_fifth_of_the_time() -> None:
    """Every step was once drawn, which made a search take four times as long."""
    episode = tiny_episodes(1, "pointnav")[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    console = Console(file=io.StringIO(), width=60, force_terminal=True, color_system="truecolor")
    clock, drawn, pose = Clock(), [], episode.pose()
    rgb = np.zeros((4, 4, 3), np.uint8)
    brief = Brief(task="pointnav", goal="go")
    with LiveView(house, episode, console, clock=clock) as view:
        slow = view._draw

        def draw(moment: Moment) -> None:
            drawn.append(moment.step)
            clock.now += 4.0
            slow(moment)

        view._draw = draw  # type: ignore[method-assign]
        for step in range(1, 201):
            clock.now += 1.0
            verdict = Verdict(step == 200, False, {})
            seen = Observation(rgb, None, None, True, step)
            view.watch(Moment(step, seen, pose, {}, verdict, brief, episode.goal, step))
    assert 5.0 * len(drawn) <= 0.2 * clock.now + 5.0
    assert len(drawn) > 5
    assert drawn[0] == 1
    assert drawn[-1] == 200


def test_what_is_drawn_shows_goal_pictures_and_mode() -> None:
    episode = tiny_episodes(1, "pointnav")[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    console = Console(file=io.StringIO(), width=60, force_terminal=True, color_system="truecolor")
    with LiveView(house, episode, console, clock=lambda: 0.0) as view:
        run_episode(
            MeadowSimulator(BODY),
            TASKS.make("pointnav"),
            Turner(),
            episode,
            house,
            watch=view.watch,
        )
    text = console.file.getvalue()
    assert text.count(UPPER_HALF) > 3 * 28 * 10
    assert all(f"step {n}" in text for n in (1, 2, 3))
    assert episode.goal.text in text
    assert "turning" in text
