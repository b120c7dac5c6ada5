"""The live view shows the goal, both pictures and how far the search is."""

from __future__ import annotations

import contextlib
import io
import os
import threading

import numpy as np
from rich.console import Console

from meadow.episodes.houses import load_house
from meadow.episodes.suites import load_suite
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


class Stopper(Turner):
    """Turns twice and stops, goal after goal; has seen nothing."""

    def pursue(self, brief):
        self.reset(brief)

    def answer(self, question):
        return "no"


def test_a_change_of_legs_is_shown_in_a_terminal() -> None:
    """The next goal is named and marked, and whoever walks is drawn where they are."""
    episode = load_suite("errands-mini")[0]
    house = load_house(episode.house)
    ours, theirs = os.openpty()
    written = bytearray()

    def read() -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while chunk := os.read(ours, 65536):
                written.extend(chunk)

    reader = threading.Thread(target=read)
    reader.start()
    drawn = []
    with open(theirs, "w") as terminal:
        console = Console(file=terminal, width=60, height=40, color_system="truecolor")
        assert console.is_terminal
        with LiveView(house, episode, console, clock=lambda: 0.0) as view:

            def watch(moment: Moment) -> None:
                view.watch(moment)
                drawn.append((moment.goal, moment.people, view._map))

            simulator = MeadowSimulator(episode.embodiment)
            run_episode(simulator, TASKS.make("errands"), Stopper(), episode, house, watch=watch)
            simulator.close()
    reader.join(timeout=60.0)
    os.close(ours)
    text = written.decode()
    first, second = (goal.text for goal in episode.goals)
    assert text.index(f"\u201c{first}\u201d") < text.index(f"\u201c{second}\u201d")
    assert "step 6" in text
    assert [goal for goal, _, _ in drawn] == [g for g in episode.goals for _ in range(3)]
    assert drawn[0][2] is not drawn[-1][2], "another goal is marked on the map"
    poses = np.array([(*episode.start, 0.0)])
    maps = [np.asarray(drawn[-1][2].frame(poses, people)) for _, people, _ in drawn]
    assert (maps[0] != maps[-1]).any(), "somebody walks"
