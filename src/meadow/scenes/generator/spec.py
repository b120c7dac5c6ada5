"""What to ask of the generator."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.errors import InvalidValueError
from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import ROOM_TYPES

MAX_ROOMS = 10
MAX_PEOPLE = 20
#: Each keeps giving the homes that it gave when it was made.
REVISIONS = (1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSpec:
    """What is asked of one home."""

    rooms: int | tuple[int, int] = 6
    """Number of rooms, 1 to 10, or the smallest and the largest number."""
    types: tuple[str, ...] = ()
    """Room types to use instead of a drawn programme; then ``rooms`` is not used."""
    density: float = 1.0
    """How many small things compared with a usual home; the total stays within 60 to 300."""
    people: int = 0
    """Standing persons on free floor."""
    open_plan: bool = False
    """Whether living space is open from wall to wall and other rooms have a doorway to each neighbour."""
    wall_height: float = 2.6
    """Metres."""
    revision: int = 1
    """Of the generator's rules: 2 puts little under furniture, and says that it is on the floor there."""
    include: tuple[str, ...] = ()
    """Categories of which one must stand in the open, where the robot gets near to it."""

    def __post_init__(self) -> None:
        low, high = self.room_range()
        if not (1 <= low <= high <= MAX_ROOMS):
            raise InvalidValueError(
                f"rooms {self.rooms!r}: expected 1 to {MAX_ROOMS}, or a range within it such as (4, 8)"
            )
        for name in self.types:
            if name not in ROOM_TYPES:
                known = ", ".join(ROOM_TYPES)
                raise InvalidValueError(f"room type {name!r}: expected one of {known}")
        if self.types and set(self.types) == {"hallway"}:
            raise InvalidValueError("types: a home needs a room besides the hallway")
        if self.types.count("hallway") > 1:
            raise InvalidValueError("types: a home has at most one hallway")
        if self.revision not in REVISIONS:
            raise InvalidValueError(f"revision {self.revision!r}: expected one of {REVISIONS}")
        for name in self.include:
            find_category(name)
        limits: tuple[tuple[str, float, float], ...] = (
            ("density", 0.0, 3.0),
            ("people", 0, MAX_PEOPLE),
            ("wall_height", 2.3, 4.0),
        )
        for name, least, most in limits:
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidValueError(f"{name} {value!r}: expected {least} to {most}")

    def room_range(self) -> tuple[int, int]:
        """The fewest and the most rooms."""
        if self.types:
            return len(self.types), len(self.types)
        if isinstance(self.rooms, int):
            return self.rooms, self.rooms
        return self.rooms
