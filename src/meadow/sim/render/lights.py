"""The lamps of each room: those of the house and objects that shine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.schema import House, Object

#: States of lamps and candles in which they shine.
SHINING = ("on", "lit")
#: Words in the names of categories that light a room; other things that are "on" only glow.
LAMPS = ("lamp", "light", "candle", "lantern", "chandelier", "fireplace")
AMBIENT = 0.66
"""Light without any lamp."""


@dataclass(frozen=True, slots=True)
class RoomLight:
    """Light in one room."""

    lamps: tuple[tuple[float, float, float, float], ...]
    """x, y, z and strength of each."""
    tint: tuple[float, float, float]
    """Mean colour, the brightest channel near 1."""

    def array(self) -> NDArray[np.float64]:
        """(N, 4) for the kernel."""
        return np.array(self.lamps, np.float64).reshape(-1, 4)


def shines(obj: Object | None) -> bool:
    """Whether an object is switched on or lit."""
    return obj is not None and any(obj.states.get(state, False) for state in SHINING)


def is_lamp(obj: Object | None) -> bool:
    """Whether an object lights its room."""
    return obj is not None and shines(obj) and any(word in obj.category for word in LAMPS)


def room_lights(house: House, objects: Sequence[Object | None]) -> dict[int, RoomLight]:
    """Light of every room by index; -1 is the outside."""
    index = {room.id: i for i, room in enumerate(house.rooms)}
    found: dict[int, list[tuple[tuple[float, float, float, float], NDArray[np.float64]]]] = {}
    for light in house.lights:
        lamp = (*light.position, 0.55 * light.intensity)
        found.setdefault(index.get(light.room, -1), []).append((lamp, np.array(light.colour)))
    for obj in objects:
        if obj is not None and is_lamp(obj):
            x, y, z = obj.position
            small = 0.3 if obj.size[2] > 0.25 else 0.12
            lamp = (x, y, z + obj.size[2] + 0.05, small)
            warm = np.array([1.0, 0.86, 0.66])
            found.setdefault(index.get(obj.room, -1), []).append((lamp, warm))
    return {r: _room_light(found.get(r, [])) for r in range(-1, len(house.rooms))}


def _room_light(
    found: Sequence[tuple[tuple[float, float, float, float], NDArray[np.float64]]],
) -> RoomLight:
    # Daylight of no colour takes part in the mean, so that a red bulb does not paint a room red.
    total, weight = AMBIENT * np.ones(3), AMBIENT
    for lamp, colour in found:
        total = total + lamp[3] * colour
        weight += lamp[3]
    tint = total / weight
    tint = tint / max(float(tint.max()), 1e-6)
    red, green, blue = (round(float(c), 4) for c in tint)
    return RoomLight(tuple(lamp for lamp, _ in found), (red, green, blue))
