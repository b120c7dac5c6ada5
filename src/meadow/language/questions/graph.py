"""A home as a graph: things as nodes with their facts, and how they stand to each other as edges.

    CONTAINEDBY "in", ADJACENTTO "next to", ONTOPOF "on", and the comparatives
    HEAVIERTHAN, LARGERTHAN, LONGERTHAN with their opposites.

Edges are three-valued: yes, no, or within a margin, where people would have to measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadow.language.compare import COMPARATIVES, MARGIN, compare
from meadow.language.relations import gap, related
from meadow.language.things import Thing
from meadow.language.truth import Truth

#: Relations of the graph besides comparatives, as goals name them.
PLACES = ("in", "next to", "on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """From where on things stand so to each other."""

    adjacent: float = 0.35
    """Gap between things that are next to each other, metres; it gives about three neighbours a thing."""
    arguable: float = 0.45
    """Gap up to which that is arguable, metres."""
    margin: float = MARGIN
    """Fraction of the greater weight, volume or length by which two things must differ to be told apart."""

    def stands(self, kind: str, thing: Thing, other: Thing) -> Truth:
        """Whether a thing stands so to another: an edge of the graph."""
        if kind in COMPARATIVES:
            return compare(kind, thing, other, margin=self.margin)
        if kind == "next to":
            return self._adjacent(thing, other)
        return related(kind, thing, [other])

    def _adjacent(self, thing: Thing, other: Thing) -> Truth:
        if thing.id == other.id or thing.container != other.container:
            return False
        if thing.room_id and other.room_id and thing.room_id != other.room_id:
            return False
        if other.id == thing.support or thing.id == other.support:
            return False
        reach = self.arguable
        (x, y, z), (a, b, c) = thing.centre, thing.extents
        (u, v, w), (d, e, f) = other.centre, other.extents
        far = abs(x - u) - 0.5 * (a + d) > reach or abs(y - v) - 0.5 * (b + e) > reach
        if far or abs(z - w) - 0.5 * (c + f) > reach:
            return False
        distance = gap(thing, other)
        return True if distance <= self.adjacent else None if distance <= reach else False


def edges(
    things: Sequence[Thing], kinds: Sequence[str] = PLACES, thresholds: Thresholds | None = None
) -> Iterator[tuple[str, str, str, Truth]]:
    """The edges of a home: relation, thing, other, and True, or None where one may argue."""
    thresholds = thresholds or Thresholds()
    for kind in kinds:
        for thing in things:
            for other in things:
                truth = thresholds.stands(kind, thing, other)
                if truth is not False:
                    yield kind, thing.id, other.id, truth
