"""What is known of a thing, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from meadow.language.goals import PLAIN, Attributes

Point3 = tuple[float, float, float]

#: Words for outlines. What is near to round is oval, what is near to square is rectangular.
SHAPES = ("round", "oval", "square", "rectangular")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What is known of one thing; of a home the truth, of an agent's memory what it believes."""

    id: str
    category: str
    names: tuple[str, ...] = ()
    """Its own name first, then synonyms."""
    attributes: Attributes = PLAIN
    """What everybody would agree to; of an empty kind nothing is known."""
    arguable: Attributes = PLAIN
    """What one may say: colours and materials of lesser parts, second colours of patterns."""
    centre: Point3 = (0.0, 0.0, 0.0)
    """Of its box, metres."""
    extents: Point3 = (0.0, 0.0, 0.0)
    """Lengths of its box along the world's axes, metres."""
    front: float | None = None
    """Where it faces, radians; None when unknown."""
    sided: bool = False
    """Everybody agrees on where its front is, so that it has a left and a right of its own; only known
    together with ``place``."""
    support: str = ""
    """"floor", "wall", "ceiling" or the id of what carries it; empty when unknown."""
    place: str = ""
    """Where it stands on its support, by geometry: "top", "shelf" (something of the support is above it),
    "inside" (a rim is around it), or the building's "floor", "wall", "ceiling". Empty when only the
    support is known."""
    beneath: tuple[str, ...] = ()
    """Ids of the things that it lies under; only known together with ``place``."""
    partly_beneath: tuple[str, ...] = ()
    """Ids of the things that cover some of it."""
    container: str = ""
    """Id of what it is shut inside of; empty when in the open."""
    room: str = ""
    """Type of its room; empty when unknown."""
    room_id: str = ""
    """Things in different rooms are never near each other; empty when unknown."""
    kinds: frozenset[str] = field(default_factory=frozenset)
    """Families that it belongs to, such as "furniture" or "food"."""
    mass: float | None = None
    """Kilograms; None when unknown."""
    volume: float | None = None
    """Of its box, cubic metres; None when unknown."""
    longest_side: float | None = None
    """Of its box, metres; None when unknown."""
    shape: str = ""
    """Its outline in one of SHAPES; empty when unknown or in between."""
    modifiers: tuple[str, ...] = ()
    """Words for its variant, which are true of it: "twin bell", "domed"."""
    contrasts: tuple[str, ...] = ()
    """Words for the other variants of its category, which are false of it."""

    @property
    def low(self) -> Point3:
        """The least corner of its box."""
        (x, y, z), (a, b, c) = self.centre, self.extents
        return x - 0.5 * a, y - 0.5 * b, z - 0.5 * c

    @property
    def high(self) -> Point3:
        """The greatest corner of its box."""
        (x, y, z), (a, b, c) = self.centre, self.extents
        return x + 0.5 * a, y + 0.5 * b, z + 0.5 * c
