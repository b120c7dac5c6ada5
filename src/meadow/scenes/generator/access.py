"""Who opens onto whom: every room can be reached without walking through a bathroom or an office."""

from __future__ import annotations

from dataclasses import dataclass

from meadow.scenes.generator.rooms import PUBLIC
from meadow.scenes.generator.tiling import OUTSIDE, Border, Tiling
from meadow.seeding import Stream

#: Rooms that one walks through.
PASSAGES = ("hallway", *PUBLIC)
SHORTEST = 13
"""Decimetres of shared wall that a doorway needs."""

#: How gladly a private room opens onto each type.
ONTO = {"hallway": 8.0, "living room": 3.0, "dining room": 1.5, "kitchen": 1.0, "bedroom": 2.0}
#: How gladly two passages are joined.
BETWEEN = {
    frozenset(("kitchen", "dining room")): 9.0,
    frozenset(("living room", "dining room")): 8.0,
    frozenset(("living room", "kitchen")): 7.0,
    frozenset(("hallway", "living room")): 6.0,
    frozenset(("hallway", "kitchen")): 4.0,
    frozenset(("hallway", "dining room")): 4.0,
}
#: Chance of a second way between public rooms that are already connected.
LOOP = 0.5


@dataclass(frozen=True, slots=True)
class Link:
    """A run of wall that gets a doorway."""

    run: Border
    rooms: tuple[int, int]
    """The room one comes from, and the one that needs the doorway."""


def link_rooms(rng: Stream, tiling: Tiling, types: tuple[str, ...]) -> list[Link] | None:
    """Links that make every room reachable, or None when this plan cannot have them."""
    borders: dict[frozenset[int], Border] = {}
    for run in shared_runs(tiling):
        known = borders.get(run.rooms)
        borders[run.rooms] = run if known is None else max(known, run, key=_length)
    passages = [r for r, kind in enumerate(types) if kind in PASSAGES]
    # A home without living space (a bedroom with its bathroom) is entered through its first room.
    reached = [passages[0] if passages else 0]
    links: list[Link] = []
    if not _join(rng, borders, types, passages, reached, links):
        return None
    private = [r for r in range(len(types)) if r not in reached]
    private.sort(key=lambda r: types[r] == "bathroom")
    for room in private:
        doors = [r for r in reached if frozenset((r, room)) in borders]
        doors = [r for r in doors if types[r] in ONTO]
        if types[room] != "bathroom":
            # Only a bathroom may lie behind a bedroom, unless a bedroom is all there is.
            doors = [r for r in doors if types[r] != "bedroom" or not passages]
        if not doors:
            return None
        door = rng.weighted(doors, [ONTO[types[r]] for r in doors])
        links.append(Link(borders[frozenset((door, room))], (door, room)))
        reached.append(room)
    return links


def shared_runs(tiling: Tiling) -> list[Border]:
    """The walls between two rooms in which there is room for a doorway."""
    return [r for r in tiling.runs if OUTSIDE not in r.rooms and r.length >= SHORTEST]


def _length(run: Border) -> int:
    return run.length


def _join(
    rng: Stream,
    borders: dict[frozenset[int], Border],
    types: tuple[str, ...],
    passages: list[int],
    reached: list[int],
    links: list[Link],
) -> bool:
    """Connect all passages, the best pairs first, and close a few loops."""

    def eagerness(a: int, b: int) -> float:
        return BETWEEN.get(frozenset((types[a], types[b])), 3.0)

    while len(reached) < len(passages):
        pairs = [
            (a, b)
            for a in reached
            for b in passages
            if b not in reached and frozenset((a, b)) in borders
        ]
        if not pairs:
            return False
        pair = rng.weighted(pairs, [eagerness(*p) for p in pairs])
        links.append(Link(borders[frozenset(pair)], pair))
        reached.append(pair[1])
    joined = {frozenset(link.rooms) for link in links}
    for border in sorted((p for p in borders if p not in joined), key=sorted):
        a, b = sorted(border)
        if types[a] in PUBLIC and types[b] in PUBLIC and rng.chance(LOOP):
            links.append(Link(borders[border], (a, b)))
    return True
