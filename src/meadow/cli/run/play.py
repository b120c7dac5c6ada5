"""``meadow play``: drive the robot yourself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.options import Out, Positive
from meadow.cli.terminal.signals import stopped
from meadow.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Config:
    """Drive the robot through episodes of a suite yourself. Your run is an ordinary one: it has rows,
    replays and films, and the same command resumes it.

    Example: meadow play lift-mini --terminal
    Example: meadow play objectnav-mini --terminal --episodes 2
    """

    suite: tyro.conf.Positional[str]
    """A suite by name (see: meadow tasks list) or an episode file (.jsonl, .jsonl.gz)."""
    terminal: bool = False
    """Draw the frames in this terminal, and read single keys."""
    split: str = ""
    """A part of the suite (see: meadow tasks show SUITE)."""
    episodes: Positive = 1
    """Play only N episodes, balanced over settings, difficulties, homes and goals."""
    max_steps: Positive | None = None
    """Override the step budget of every episode."""
    out: Out | None = None
    """Run directory; by default runs/SUITE-person."""


def run(config: Config) -> int:
    """Run episodes with a person at the controls, and print the table."""
    from rich.console import Console

    from meadow.agents.person import driven_by
    from meadow.cli.terminal.tables import print_summary
    from meadow.evaluation.run.suite import Evaluation, evaluate_suite
    from meadow.evaluation.run.summary import summarise
    from meadow.viewer.controls import TerminalControls, keyboard

    if not config.terminal:
        raise InvalidValueError("say where to play: meadow play SUITE --terminal")
    asked = Evaluation(
        suite=config.suite,
        agent="person",
        split=config.split,
        episodes=config.episodes,
        max_steps=config.max_steps,
    )
    out = config.out or Path("runs") / asked.name()
    try:
        with keyboard() as read, driven_by(TerminalControls(Console(), read)):
            played = evaluate_suite(
                config.suite,
                "person",
                out,
                split=config.split,
                episodes=config.episodes,
                max_steps=config.max_steps,
            )
    except KeyboardInterrupt as stop:
        return stopped(stop, out)
    rows = played.rows()
    print_summary(played.spec(), rows, summarise(rows))
    print(f"rows, replays and summary: {out}\nreport:  meadow report {out}")
    return 0
