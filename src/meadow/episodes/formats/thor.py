"""What RoboTHOR's and ProcTHOR's files share: points, headings and names of types."""

from __future__ import annotations

import re

import msgspec

from meadow.geometry.frames import from_thor, to_thor

#: Height of THOR's agents above the floor (their middle, not their base), metres.
AGENT_HEIGHT = 0.9009996652603149
#: Types whose words THOR separates in its own way.
_IRREGULAR = {"BasketBall": "basketball", "CD": "CD", "TVStand": "TV stand"}


class Point(msgspec.Struct):
    """A position in THOR's axes."""

    x: float
    y: float
    z: float

    def plan(self) -> tuple[float, float]:
        """The point in Meadow's plan."""
        return from_thor((self.x, self.y, self.z))[:2]


def point(x: float, y: float, height: float = 0.0) -> dict[str, float]:
    """A point of Meadow's plan as THOR writes it."""
    return dict(zip("xyz", to_thor((x, y, height)), strict=True))


def degrees(angle: float) -> float:
    """Without the rounding of radians: 30.0, not 29.99998."""
    return round(angle, 3) % 360.0


def category(type_name: str) -> str:
    """``"AlarmClock"`` as ``"alarm clock"``."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type_name).lower()
    return _IRREGULAR.get(type_name, spaced)


def type_name(words: str) -> str:
    """``"alarm clock"`` as ``"AlarmClock"``."""
    known = {spoken: name for name, spoken in _IRREGULAR.items()}
    return known.get(words) or "".join(w[:1].upper() + w[1:] for w in re.findall(r"\w+", words))
