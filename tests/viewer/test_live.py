"""The live view shows the goal, both pictures and how far the search is."""

from __future__ import annotations

import io

from rich.console import Console

from meadow.evaluation.rollout import run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action
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


def test_every_step_is_drawn() -> None:
    episode = tiny_episodes(1, "pointnav")[0]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    console = Console(file=io.StringIO(), width=60, force_terminal=True, color_system="truecolor")
    with LiveView(house, episode, console) as view:
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
