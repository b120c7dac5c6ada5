"""Meadow: furnished homes, benchmarks and one harness for language-driven navigation.

    import meadow

    house = meadow.make_home(seed=7, rooms=6)
    simulator = meadow.Simulator()
    observation = simulator.reset(house, simulator.free_pose(house))

``__all__`` is the public interface. Its names are imported when they are first used, so that
``import meadow`` loads neither a simulator nor a model.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

from meadow.adapters.gymnasium import register_when_imported
from meadow.compiled import keep_compiled_code

if TYPE_CHECKING:
    from meadow.api import make_agent, make_home, make_simulator, parse_goal, register
    from meadow.episodes.houses import load_home
    from meadow.episodes.record import EpisodeRecord
    from meadow.episodes.schema import Episode
    from meadow.episodes.suites import load_suite
    from meadow.errors import MeadowError
    from meadow.evaluation.run.store import RunDirectory as Run
    from meadow.evaluation.run.suite import evaluate_suite as evaluate
    from meadow.evaluation.run.suite import load_run
    from meadow.protocols import Agent, Oracle, Task
    from meadow.scenes.schema import House
    from meadow.sim.simulator import MeadowSimulator as Simulator
    from meadow.types import Action, Arm, Brief, Camera, Embodiment, Observation, Pose, Verdict
    from meadow.viewer.video import film_episode as film

__all__ = [
    "Action",
    "Agent",
    "Arm",
    "Brief",
    "Camera",
    "Embodiment",
    "Episode",
    "EpisodeRecord",
    "House",
    "MeadowError",
    "Observation",
    "Oracle",
    "Pose",
    "Run",
    "Simulator",
    "Task",
    "Verdict",
    "evaluate",
    "film",
    "load_home",
    "load_run",
    "load_suite",
    "make_agent",
    "make_home",
    "make_simulator",
    "parse_goal",
    "register",
]

#: Module -> the names that it gives, with the name that each has there where it differs.
_SOURCES: dict[str, dict[str, str]] = {
    "meadow.api": dict.fromkeys(
        ("make_agent", "make_home", "make_simulator", "parse_goal", "register"), ""
    ),
    "meadow.episodes.houses": {"load_home": ""},
    "meadow.episodes.record": {"EpisodeRecord": ""},
    "meadow.episodes.schema": {"Episode": ""},
    "meadow.episodes.suites": {"load_suite": ""},
    "meadow.errors": {"MeadowError": ""},
    "meadow.evaluation.run.store": {"Run": "RunDirectory"},
    "meadow.evaluation.run.suite": {"evaluate": "evaluate_suite", "load_run": ""},
    "meadow.protocols": {"Agent": "", "Oracle": "", "Task": ""},
    "meadow.scenes.schema": {"House": ""},
    "meadow.sim.simulator": {"Simulator": "MeadowSimulator"},
    "meadow.types": dict.fromkeys(
        ("Action", "Arm", "Brief", "Camera", "Embodiment", "Observation", "Pose", "Verdict"), ""
    ),
    "meadow.viewer.video": {"film": "film_episode"},
}


def __getattr__(name: str) -> object:
    for module, names in _SOURCES.items():
        if name in names:
            found: object = getattr(importlib.import_module(module), names[name] or name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'meadow' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


keep_compiled_code()
register_when_imported()
