"""Goals in words, each with what it means, true of one thing only.

Three forms, as in the paper: "small, red, ceramic mug"; "mug on top of a desk, near a lamp, book";
"mug in the dresser" or "mug under the bed". A goal is only used when, by brute force over all things of
the home, it holds for its target and is false, not just arguable, for every other of its category.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from meadow.language.describe import describe
from meadow.language.facts import SURFACES, describes, gap, picks_out, related
from meadow.language.goals import Attributes, Description, Noun, Relation
from meadow.language.likeness import near_colours
from meadow.language.things import Thing
from meadow.seeding import Stream

#: The five materials that the benchmark names.
MATERIALS = ("plastic", "ceramic", "metal", "wood", "glass")
#: Largest number of things that a target is said to be near.
MOST_NEAR = 3
#: Things that are nearer than this to a target are worth naming, metres.
CLOSE = 1.0
#: Sides of the smallest thing worth naming, summed, metres.
NOTABLE = 0.4


def worded(goal: Description) -> Description:
    """A goal with its words."""
    return replace(goal, text=describe(goal))


def appearance(
    target: Thing, others: Sequence[Thing], accents: Sequence[str] = ()
) -> Description | None:
    """Size, colour and material of a thing that tell it from others of its category.

    One of the ``accents``, colours of its lesser parts, is named where the rest does not tell it apart.
    """
    true = target.attributes
    materials = tuple(m for m in true.materials if m in MATERIALS)
    size = "small" if true.size == "small" else ""
    second = [c for c in accents if _clearly_other(c, true.colours)]
    for colours in (true.colours[:1], *((true.colours[0], c) for c in second)):
        noun = Noun(
            head=target.category,
            category=target.category,
            attributes=Attributes(size=size, colours=colours, materials=materials),
        )
        same = [other for other in others if other.category == target.category]
        if describes(noun, target) and all(describes(noun, o) is False for o in same):
            return worded(Description(target=noun))
    return None


def _clearly_other(colour: str, colours: tuple[str, ...]) -> bool:
    return all(colour != c and colour not in near_colours(c) for c in colours)


def spatial(
    rng: Stream, target: Thing, things: Sequence[Thing], kept: set[str]
) -> Description | None:
    """What a thing stands on and is near to; only things of ``kept`` ids are named.

    As many near things as were drawn, fewer where there are not enough, others where those would also
    hold for a second thing of the category.
    """
    support = _support(target, things)
    if support is None:
        return None
    near = _notable(rng, target, things, kept)
    wanted = rng.weighted((1, 2, 3), (0.35, 0.4, 0.25))
    sizes = sorted(range(1, min(MOST_NEAR, len(near)) + 1), key=lambda n: abs(n - wanted))
    for size in sizes:
        for group in combinations(near, size):
            anchors = tuple(Noun(head=name, category=name) for name in group)
            goal = Description(
                target=Noun(head=target.category, category=target.category),
                relations=(Relation("on", (support,)), Relation("near", anchors)),
            )
            if picks_out(goal, target, things):
                return worded(goal)
    return None


def _support(target: Thing, things: Sequence[Thing]) -> Noun | None:
    if target.support in SURFACES:
        return Noun(head=target.support)
    carrier = next((t for t in things if t.id == target.support), None)
    return Noun(head=carrier.category, category=carrier.category) if carrier else None


def _notable(rng: Stream, target: Thing, things: Sequence[Thing], kept: set[str]) -> list[str]:
    """Categories of things close to a target, the most helpful first: large ones, then near ones."""
    found: dict[str, float] = {}
    for thing in things:
        if thing.id not in kept or thing.container or thing.category == target.category:
            continue
        if thing.id == target.support or thing.support == "ceiling":
            continue
        if sum(thing.extents) < NOTABLE or not related("near", target, [thing], near=CLOSE):
            continue
        rank = gap(target, thing) - 0.3 * sum(thing.extents) + rng.uniform(0.0, 0.5)
        found[thing.category] = min(rank, found.get(thing.category, rank))
    return sorted(found, key=lambda name: (found[name], name))[:8]


def hidden(target: Thing, concealer: Thing, things: Sequence[Thing]) -> Description | None:
    """What a thing is in or under; a colour is added where a home has several pieces of that kind."""
    kind = "in" if target.container == concealer.id else "under"
    for anchor in _names(concealer, things):
        goal = Description(
            target=Noun(head=target.category, category=target.category),
            relations=(Relation(kind, (anchor,)),),
        )
        if picks_out(goal, target, things):
            return worded(goal)
    return None


def _names(piece: Thing, things: Sequence[Thing]) -> Iterator[Noun]:
    """Ways to name a piece of furniture that fit no other."""
    for colours in ((), piece.attributes.colours[:1]):
        noun = Noun(
            head=piece.category, category=piece.category, attributes=Attributes(colours=colours)
        )
        others = [t for t in things if t.id != piece.id and t.category == piece.category]
        if all(describes(noun, other) is False for other in others):
            yield noun
