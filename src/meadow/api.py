"""The functions that ``import meadow`` offers and that no other module has.

Each imports what it needs when it is called, so that ``import meadow`` stays light.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from meadow.errors import UnknownIdError
from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.corruptions import CorruptedSimulator
    from meadow.language.goals import Description
    from meadow.protocols import Agent
    from meadow.scenes.schema import House
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Arm, Embodiment

T = TypeVar("T")

#: What can be registered -> its registry.
REGISTRIES = {
    "agent": "meadow.agents:AGENTS",
    "task": "meadow.tasks:TASKS",
    "metric": "meadow.metrics:METRICS",
    "suite": "meadow.episodes:SUITES",
    "part": "meadow.episodes:PARTS",
    "generator": "meadow.episodes:GENERATORS",
    "homes": "meadow.episodes:HOUSE_SCHEMES",
    "model": "meadow.models:MODELS",
    "probe": "meadow.tasks.probes:PROBES",
    "study": "meadow.evaluation.study:STUDIES",
    "taxonomy": "meadow.evaluation.failures:TAXONOMIES",
    "importer": "meadow.scenes.importers:IMPORTERS",
}


def register(
    kind: str, name: str, *, tags: tuple[str, ...] = (), summary: str = "", **options: Any
) -> Callable[[T], T]:
    """Register a class, function or value under a name, so that commands and runs know it.

        @meadow.register("agent", "stands-still")
        class StandsStill:
            def reset(self, brief): ...
            def act(self, observation): return meadow.Action.STOP

    Args:
        kind: ``"agent"``, ``"task"``, ``"metric"``, ``"suite"``, ``"part"``, ``"generator"``, ``"homes"``,
            ``"model"``, ``"probe"``, ``"study"``, ``"taxonomy"`` or ``"importer"``.
        name: What it is called in commands and files.
        tags: Words to list it by; an agent tagged ``"privileged"`` is given ground truth.
        summary: One line about it; the first of its docstring by default.
        options: Arguments that it is made with.
    """
    if kind not in REGISTRIES:
        raise UnknownIdError("kind of part", kind, REGISTRIES)
    module, _, attribute = REGISTRIES[kind].partition(":")
    registry: Registry[Any] = getattr(importlib.import_module(module), attribute)
    return registry.register(name, tags=tags, summary=summary, **options)


def make_agent(name: str, **options: Any) -> Agent:
    """An agent by its name, as ``meadow agents list`` shows it, with options of its own."""
    from meadow.agents import AGENTS

    agent: Agent = AGENTS.make(name, **options)
    return agent


def make_home(
    seed: int = 0,
    *,
    rooms: int | tuple[int, int] = 6,
    people: int = 0,
    include: Sequence[str] = (),
) -> House:
    """Generate a furnished home. The same arguments give the same home on every machine.

    Args:
        seed: Another number gives another home.
        rooms: How many rooms, 1 to 10, or the fewest and the most.
        people: How many people stand in it.
        include: Categories of which one must stand in the open, e.g. ``["mug", "sofa"]``.
    """
    from meadow.scenes.generator import HouseSpec, generate_house

    spec = HouseSpec(rooms=rooms, people=people, include=tuple(include))
    return generate_house(seed, spec=spec)


def make_simulator(
    corruptions: str | Sequence[str] = (),
    embodiment: Embodiment | None = None,
    arm: Arm | None = None,
) -> MeadowSimulator | CorruptedSimulator:
    """A simulator whose robot is broken, e.g. by ``"spatter@5,motion_drift"``; sound by default.

    Args:
        corruptions: Names with severities, see ``meadow corruptions list``.
        embodiment: The robot: its body, camera and motion; with an arm a body for one by default.
        arm: Its arm; None for a robot without.
    """
    from meadow.corruptions import corrupted, parse
    from meadow.types import ARM_BODY, Embodiment

    body = embodiment or (Embodiment() if arm is None else ARM_BODY)
    return corrupted(body, parse(corruptions), arm=arm)


def parse_goal(text: str) -> Description:
    """Read a goal in words: the object, its attributes, its relations to others, its room.

    Nouns that the catalogue lacks are matched to names near in meaning, as agents do it.
    """
    from meadow.language import parse
    from meadow.models.text import load_words

    return parse(text, similar=load_words())
