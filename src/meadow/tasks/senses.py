"""Senses that a task gives or withholds by option: depth and pose."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from meadow.errors import InvalidValueError
from meadow.types import Observation

#: What can be given besides the camera's RGB and what the hand feels.
SENSES = ("depth", "pose")


def check_senses(senses: Sequence[str]) -> None:
    """Raise for a sense that there is not."""
    unknown = [name for name in senses if name not in SENSES]
    if unknown:
        raise InvalidValueError(f"sense {unknown[0]!r}: expected some of {', '.join(SENSES)}")


def given(observation: Observation, senses: Sequence[str]) -> Observation:
    """An observation with only those of these senses that a task gives."""
    return dataclasses.replace(
        observation,
        depth=observation.depth if "depth" in senses else None,
        pose=observation.pose if "pose" in senses else None,
    )


def named(senses: Sequence[str], *, arm: bool) -> list[str]:
    """The names of all sensors, as rows tell them."""
    return ["rgb", *(name for name in SENSES if name in senses), *(["hand"] if arm else [])]
