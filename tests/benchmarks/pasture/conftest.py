"""Hand-made runs: success is decided by a rule, so every table's figures are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meadow.benchmarks.pasture.homes import build_family
from meadow.benchmarks.pasture.paper import SETTINGS
from meadow.benchmarks.pasture.study import Results, collect
from meadow.episodes.suites import SUITES, load_suite
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.study.kept import KeptRun, RunLog

Rule = Callable[[str, int, str], bool]
THINGS = ("apple", "mug", "vase", "television")
HOMES = 8


def make_row(
    agent: str, suite: str, setting: str, home: int, thing: str, number: int, success: bool
) -> dict[str, Any]:
    """A row of an episode that ended with Stop, in the right place or not."""
    return {
        "episode": f"{suite}-val-h{home:03d}-{setting}-{thing}-{number}",
        "home": f"pasture:seed={home}",
        "agent": agent,
        "goal": thing,
        "tags": {"setting": setting, "category": thing},
        "status": "ok",
        "metrics": {
            "success": float(success),
            "spl": 0.5 * success,
            "steps": 100.0,
            "oracle_success": float(success),
            "stop_fail_pos": float(not success),
        },
        "timings": {"seconds": 2.0, "agent_seconds": 1.5},
        "ending": "success" if success else "stopped elsewhere",
        "geodesic": 4.0,
        "max_steps": 250,
    }


def make_run(
    agent: str, rule: Rule, *, eyes: str = "eyes-s", suite: str = "pasture", revision: int = 2
) -> KeptRun:
    """A run over all settings, or over RoboTHOR's one; ``rule(setting, home, thing)`` is its success.

    ``revision`` is that of the catalogue that the eyes were trained on.
    """
    settings = ("category",) if suite == "robothor-objectnav" else SETTINGS
    rows = tuple(
        make_row(agent, suite, setting, home, thing, number, rule(setting, home, thing))
        for setting in settings
        for home in range(HOMES)
        for thing in THINGS
        for number in range(2)
    )
    spec = RunSpec(
        suite=suite,
        task="lzson",
        definition="Stop where it is.",
        agent=agent,
        episodes=len(rows),
        episodes_digest="0",
        agent_options={"model": eyes} if eyes else {},
        models={f"model {eyes}": f"{eyes}@{revision}.7000 (0123abcd)"} if eyes else {},
    )
    return KeptRun(spec, RunLog(seed=1, workers=2, seconds=60.0, episodes=30, code=("a",)), rows)


def plain_cow(setting: str, home: int, thing: str) -> bool:
    """Finds one thing, two without distractors where looks are told, three by name."""
    known = {"category": 3, "uncommon": 4, "appearance": 2, "hidden": 2, "hidden-distract": 2}
    return THINGS.index(thing) < known.get(setting, 1) - (home == 0)


@pytest.fixture
def results() -> Results:
    """A plain CoW on both suites, with both eyes, and the two agents that claims are made about."""

    def always(setting: str, home: int, thing: str) -> bool:
        return True

    def never(setting: str, home: int, thing: str) -> bool:
        return False

    return collect(
        [
            make_run("cow-owl-s", plain_cow),
            make_run("cow-owl-s", plain_cow, suite="robothor-objectnav"),
            make_run("cow-owl-s", never, eyes="eyes-s-zs"),
            make_run("cow-attributes", always),
            make_run("cow-oracle", always, eyes=""),
        ]
    )


@pytest.fixture
def run_of() -> Callable[..., KeptRun]:
    """Makes runs; see :func:`make_run`."""
    return make_run


@pytest.fixture(scope="session")
def mini(cache):
    """The episodes of the small suite."""
    return load_suite("pasture-mini")


@pytest.fixture(scope="session")
def family(mini):
    """The full home that the small suite comes from."""
    seed = int(mini[0].house.uri.split("seed=")[1].split(",")[0])
    return build_family(seed, SUITES.get("pasture-mini").rooms)
