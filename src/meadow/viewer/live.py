"""An episode while it runs, in the terminal: what the robot sees, where it is, what it is about."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

import msgspec
import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from meadow.episodes.schema import Episode, Goal
from meadow.evaluation.run.rollout import Moment
from meadow.scenes.schema import House
from meadow.types import Array
from meadow.viewer.terminal import TerminalPicture
from meadow.viewer.track_map import TrackMap

MAP_SIDE = 256
"""Pixels that the map is drawn at before it is shrunk to characters."""
WIDEST = 48
"""Characters of each picture."""
MOST_SHARE = 0.15
"""Share of the time that drawing may take: a step is left out when drawing it would take more."""


class LiveView:
    """Shows one episode; ``watch`` is what ``run_episode`` calls after every step."""

    def __init__(
        self,
        house: House,
        episode: Episode,
        console: Console,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._clock, self._began, self._drawing = clock, clock(), 0.0
        self._house, self._episode = house, episode
        self._goal: Goal | None = episode.goal
        self._map = TrackMap(house, episode, MAP_SIDE)
        self._poses = [(*episode.start, episode.pitch)]
        self._width = max(16, min(WIDEST, (console.width - 4) // 2))
        self._live = Live(console=console, auto_refresh=False, transient=True)

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def watch(self, moment: Moment) -> None:
        """Draw the state after a step unless drawing took its share of the time; always a leg's last."""
        pose = moment.pose
        self._poses.append((pose.x, pose.y, pose.yaw, pose.pitch))
        now = self._clock()
        last = moment.verdict.done or moment.verdict.leg_done
        if self._drawing > MOST_SHARE * (now - self._began) and not last:
            return
        self._draw(moment)
        self._drawing += self._clock() - now

    def _draw(self, moment: Moment) -> None:
        if moment.goal != self._goal:  # the next leg
            self._goal = moment.goal
            goals = () if moment.goal is None else (moment.goal,)
            episode = msgspec.structs.replace(self._episode, goals=goals)
            self._map = TrackMap(self._house, episode, MAP_SIDE)
        above = np.asarray(self._map.frame(np.array(self._poses), moment.people))
        self._live.update(self._screen(moment, above), refresh=True)

    def _screen(self, moment: Moment, above: Array) -> Group:
        pictures = Table.grid(padding=(0, 1))
        pictures.add_row(
            TerminalPicture(moment.observation.rgb, self._width),
            TerminalPicture(above, self._width),
        )
        status = Table.grid(padding=(0, 2))
        doing = str(moment.said.get("mode", ""))
        status.add_row(
            Text(f"step {moment.step}"),
            ProgressBar(moment.brief.max_steps, moment.leg_step, width=30),
            Text(doing, style="bold"),
        )
        goal = moment.goal.text if moment.goal else moment.brief.goal
        return Group(Text(f"\u201c{goal}\u201d", style="bold yellow"), pictures, status)
