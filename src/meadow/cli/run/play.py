"""``meadow play``: drive the robot yourself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

from meadow.cli.terminal.options import NotNegative, Out, Positive
from meadow.cli.terminal.signals import stopped
from meadow.errors import InvalidValueError

if TYPE_CHECKING:
    from meadow.evaluation.run.suite import Evaluation


@dataclass(frozen=True, kw_only=True)
class Config:
    """Take the robot's place in episodes of a suite: in the browser, or in the terminal.

    You see what an agent sees. Your run is an ordinary one: it has rows, replays and films, and the same
    command resumes it.

    Example: meadow play objectnav-mini
    Example: meadow play objectnav --practice
    Example: meadow play errands-mini --film
    Example: meadow play lift-mini --terminal
    """

    suite: tyro.conf.Positional[str]
    """A suite by name (see: meadow tasks list) or an episode file (.jsonl, .jsonl.gz)."""
    terminal: bool = False
    """Draw the frames in this terminal, and read single keys."""
    split: str = ""
    """A part of the suite (see: meadow tasks show SUITE)."""
    episodes: Positive = 1
    """Play only N episodes, balanced over settings, difficulties, homes and goals."""
    practice: bool = False
    """Play in a practice home of this kind instead, which is in no table."""
    max_steps: Positive | None = None
    """Override the step budget of every episode."""
    film: bool = False
    """Watch your own last leg again while you answer the questions after it (in the browser)."""
    vr: bool = False
    """Play with a headset: its browser reaches this machine by https (see docs/people.md)."""
    out: Out | None = None
    """Run directory; by default runs/SUITE-person, or runs/SUITE-person-film."""
    port: NotNegative = 8330
    """Port of the page; the next free one where it is taken, any for 0."""
    host: str = "127.0.0.1"
    """Address of the page; any but the loopback needs the token that is printed."""
    certificate: Path | None = None
    """Serve by https with this certificate (PEM), as headsets in the local network need it."""
    key: Path | None = None
    """The certificate's private key (PEM), where it is a file of its own."""
    no_browser: bool = False
    """Do not open the browser."""


def run(config: Config) -> int:
    """Run episodes with a person at the controls, and print the table."""
    from meadow.cli.terminal.tables import print_summary
    from meadow.evaluation.run.store import RunDirectory
    from meadow.evaluation.run.suite import Evaluation
    from meadow.evaluation.run.summary import summarise

    if config.terminal and config.film:
        raise InvalidValueError("--film: a terminal shows no film; play in the browser")
    if config.vr and not config.certificate and config.host not in ("127.0.0.1", "localhost"):
        raise InvalidValueError(
            "--vr from another device needs https: make a certificate as docs/people.md says, and give it "
            "with --certificate and --key"
        )
    suite, split = config.suite, config.split
    if config.practice:
        suite, split = practice_suite(suite), ""
    asked = Evaluation(
        suite=suite,
        agent="person",
        split=split,
        episodes=config.episodes,
        max_steps=config.max_steps,
        agent_options={"film": True} if config.film else {},
    )
    name = asked.name() + "-practice" * config.practice + "-film" * config.film
    out = config.out or Path("runs") / name
    try:
        (_play_in_terminal if config.terminal else _play_in_browser)(config, asked, out)
    except KeyboardInterrupt as stop:
        return stopped(stop, out)
    played = RunDirectory(out)
    rows = played.rows()
    wanted = config.episodes
    if rows:
        print_summary(played.spec(), rows, summarise(rows))
        wanted = min(wanted, played.spec().episodes)  # a suite may have fewer
    if len(rows) < wanted:
        print(f"{len(rows)} of {wanted} episodes are played; the same command goes on")
    print(f"rows, replays and summary: {out}\nlook at it:  meadow view {out}")
    return 0


def practice_suite(suite: str) -> str:
    """Where one practises for a suite: its split of that name, else a small suite of its kind.

    Raises:
        InvalidValueError: There is none, as for the task of somebody's own file.
    """
    from meadow.episodes import SUITES
    from meadow.episodes.suites import splits_of, suite_name

    if suite not in SUITES:
        raise InvalidValueError(
            f"--practice: {suite!r} is no suite by name, see: meadow tasks list"
        )
    if "practice" in splits_of(suite):
        return suite_name(suite, "practice")
    task = SUITES.get(suite).task
    small = [name for name in SUITES.names() if name.endswith("-mini")]
    of_task = [name for name in small if SUITES.get(name).task == task]
    return next(iter([*of_task, "objectnav-mini"]))


def _play_in_terminal(config: Config, asked: Evaluation, out: Path) -> None:
    from meadow.agents.person import driven_by
    from meadow.cli.terminal.console import make_console
    from meadow.evaluation.run.runner import evaluate
    from meadow.viewer.controls import TerminalControls, keyboard

    spec, episodes = asked.plan()
    with keyboard() as (read, ask), driven_by(TerminalControls(make_console(), read, ask)):
        evaluate(spec, episodes, out)


def _play_in_browser(config: Config, asked: Evaluation, out: Path) -> None:
    from meadow import optional
    from meadow.cli.run.view import serve_site
    from meadow.cli.terminal.progress import StepProgress

    optional.require("uvicorn")
    from meadow.viewer.web.play import PlaySession
    from meadow.viewer.web.site import WindowSite

    with StepProgress(f"homes and episodes of {config.suite}") as loading:
        spec, episodes = asked.plan(progress=loading)
    site = WindowSite(())
    session = PlaySession(
        spec, episodes, out, when_over=lambda: site.add(str(out)), practice=config.practice
    )
    session.start()
    try:
        serve_site(
            site,
            config.host,
            config.port,
            browser=not config.no_browser,
            page="#/play",
            player=session,
            certificate=config.certificate,
            key=config.key,
        )
    finally:
        session.close()
