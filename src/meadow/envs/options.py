"""Options of the environments; unknown ones are refused."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from meadow.envs.corrupted import Breakage
from meadow.envs.homes import HomesConfig
from meadow.errors import InvalidValueError
from meadow.types import Action

Config = TypeVar("Config", bound=HomesConfig)

#: Options that corrupt the robot.
BREAKAGE = ("corrupt", "redraw", "corrupt_frame")
#: Options of a single environment besides those of its task.
SINGLE = ("render_mode",)
#: Options of a batch besides those of its task.
BATCH = ("autoreset_mode", "max_episode_steps", "render_mode", "supersample", "threads")


def task_options(kind: type[Any]) -> tuple[str, ...]:
    """Names of the options that configure a task."""
    return (*(field.name for field in dataclasses.fields(kind)), *BREAKAGE)


def settled(
    kind: type[Config], options: Mapping[str, Any], further: Sequence[str]
) -> tuple[Config, Breakage]:
    """:func:`parsed`, with the corrupted camera in the config."""
    config, breakage = parsed(kind, options, further)
    return breakage.config(config), breakage


def parsed(
    kind: type[Any], options: Mapping[str, Any], further: Sequence[str]
) -> tuple[Any, Breakage]:
    """Make a task's configuration and its robots' corruptions; an error also lists ``further`` options."""
    known = task_options(kind)
    unknown = [name for name in options if name not in known]
    if unknown:
        raise InvalidValueError(
            f"unknown option {', '.join(map(repr, unknown))}: expected some of "
            f"{', '.join(sorted({*known, *further}))}"
        )
    breakage = Breakage(**{name: options[name] for name in BREAKAGE if name in options})
    config = kind(**{name: value for name, value in options.items() if name not in BREAKAGE})
    return config, breakage


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that the environments do not have."""
    if render_mode not in (None, "rgb_array"):
        raise InvalidValueError(f"render_mode {render_mode!r}: expected None or 'rgb_array'")


def chosen_action(action: Any, actions: Sequence[Action]) -> Action:
    """The action of a number, which must be an integer within the action space."""
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < len(actions):
        raise InvalidValueError(f"action {action!r}: expected {_numbers(actions)}")
    return actions[number]


def chosen_actions(numbers: Any, count: int, actions: Sequence[Action]) -> list[Action]:
    """The action of each environment of a batch; all are refused when one is not valid."""
    array: NDArray[Any] = np.asarray(numbers)
    if array.shape != (count,) or not np.issubdtype(array.dtype, np.integer):
        raise InvalidValueError(
            f"actions of shape {array.shape} and type {array.dtype}: expected {count} whole numbers, "
            "one for each environment"
        )
    wrong = np.flatnonzero((array < 0) | (array >= len(actions)))
    if len(wrong):
        i = int(wrong[0])
        raise InvalidValueError(
            f"action {array[i]} of environment {i}: expected {_numbers(actions)}"
        )
    return [actions[number] for number in array.tolist()]


def _numbers(actions: Sequence[Action]) -> str:
    return ", ".join(f"{i} ({action.value})" for i, action in enumerate(actions))
