"""The page about the environments says what the registry has."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.vector import AutoresetMode

import meadow  # noqa: F401 (registers the environments)
from meadow import benchmarks, optional
from meadow.adapters import gymnasium as adapter
from meadow.envs.corrupted import Breakage
from meadow.envs.explore import ExploreVectorEnv
from meadow.envs.options import BATCH, SINGLE, task_options
from meadow.envs.vector import WorldVectorEnv
from meadow.types import ARM_BODY, Arm, Camera, Embodiment

FOLDER = optional.clone()
assert FOLDER is not None
PAGE = (FOLDER / "docs" / "environments.md").read_text()
SECTIONS = {
    part.partition("\n")[0]: part for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
}
NAMES = {
    "ARM_BODY": ARM_BODY,
    "Arm": Arm,
    "AutoresetMode": AutoresetMode,
    "Camera": Camera,
    "Embodiment": Embodiment,
    "replace": dataclasses.replace,
}
#: Meadow's own environments, then those of its benchmarks.
ENVIRONMENTS = {**adapter.ENVIRONMENTS, **benchmarks.ENVIRONMENTS}


def rows(section: str, first: str) -> Iterator[list[str]]:
    """The rows of the table whose first column has that title, without code marks."""
    table = section.partition(f"| {first} |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def options(section: str) -> dict[str, Any]:
    """Each option that a section lists, with its default."""
    return {name: eval(default, NAMES) for name, default, _ in rows(section, "option")}


def defaults(function: Any) -> dict[str, Any]:
    """The defaults of a function's parameters."""
    found = inspect.signature(function).parameters.items()
    return {name: parameter.default for name, parameter in found}


def test_every_environment_has_a_section() -> None:
    assert list(SECTIONS) == [*ENVIRONMENTS, "Batches"]
    assert [id for id, *_ in rows(PAGE, "environment")] == list(ENVIRONMENTS)
    assert FOLDER is not None
    assert "docs/environments.md" in (FOLDER / "README.md").read_text()


@pytest.mark.parametrize("id", ENVIRONMENTS)
def test_spaces_are_those_of_the_environment(id: str) -> None:
    env = gym.make(id, disable_env_checker=True).unwrapped
    told = {name: (shape, kind) for name, shape, kind, _ in rows(SECTIONS[id], "observation")}
    spaces = env.observation_space.spaces.items()
    assert told == {name: (str(space.shape), str(space.dtype)) for name, space in spaces}
    actions = ", ".join(f"{i} {action.value}" for i, action in enumerate(env.actions))
    assert f"Actions: {actions}." in SECTIONS[id]
    assert f"Truncated after {ENVIRONMENTS[id][2]} steps." in SECTIONS[id]


@pytest.mark.parametrize("id", ENVIRONMENTS)
def test_options_and_their_defaults_are_those_of_the_environment(id: str) -> None:
    config = gym.make(id, disable_env_checker=True).unwrapped.config
    told = options(SECTIONS[id])
    assert sorted(told) == sorted([*task_options(type(config)), *SINGLE])
    apart = {**defaults(Breakage), "render_mode": None}
    for name, value in told.items():
        assert value == (apart[name] if name in apart else getattr(config, name)), name


def test_options_of_batches_are_those_of_the_batch() -> None:
    told = options(SECTIONS["Batches"])
    assert sorted(told) == sorted(BATCH)
    known = {**defaults(WorldVectorEnv.__init__), **defaults(ExploreVectorEnv.__init__)}
    assert told == {name: known[name] for name in BATCH}
