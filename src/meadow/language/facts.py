"""Does a goal hold of a thing? Evaluated by brute force over plain facts.

A home states true things (``scenes.facts.house_things``), an agent's memory the believed ones, and
the same goal is evaluated on either. Answers are True, False, or None where people would argue or
where nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meadow.language.goals import Attributes, Description, Noun, Relation
from meadow.language.likeness import ANYTHING, alike, near_colours
from meadow.language.modifiers import is_compound, modified, modifiers
from meadow.language.ranks import placed
from meadow.language.relations import NEAR, gap, on_surface, related
from meadow.language.things import Thing
from meadow.language.truth import all_of, any_of, negate
from meadow.language.vocabulary import OPPOSITES

__all__ = ["Thing", "describes", "gap", "holds", "matches", "picks_out", "related"]

#: Anchors that are no things.
SURFACES = {"floor": "floor", "ground": "floor", "wall": "wall", "ceiling": "ceiling"}
#: Parts of the building that are not listed as things, so that nothing is known about them.
UNLISTED = frozenset({"door", "doorway", "window", "windowsill", "entrance", "corner", "stairs"})


def holds(
    goal: Description, thing: Thing, things: Sequence[Thing], *, near: float = NEAR
) -> bool | None:
    """Whether ``thing``, one of ``things``, is what the goal asks for."""
    if goal.rank is not None:
        return placed(goal.rank, thing, _fitting(goal, things, near))
    answers = [describes(goal.target, thing, things)]
    if answers[0] is False:
        return False
    if goal.room:
        answers.append(_same(goal.room, thing.room))
    if goal.not_room:
        answers.append(negate(_same(goal.not_room, thing.room)))
    answers += [_stands(relation, thing, things, near) for relation in goal.relations]
    if goal.other_than is not None:
        answers.append(_other(goal.other_than, thing, things, near))
    return all_of(answers)


def _fitting(
    goal: Description, things: Sequence[Thing], near: float
) -> list[tuple[Thing, bool | None]]:
    """Each thing with whether all but the rank of a description holds of it."""
    rest = replace(goal, rank=None)
    return [(thing, holds(rest, thing, things, near=near)) for thing in things]


def _other(earlier: Description, thing: Thing, things: Sequence[Thing], near: float) -> bool | None:
    """Whether a thing is another one than what an earlier description means."""
    if holds(earlier, thing, things, near=near) is False:
        return True
    sure, arguable = matches(earlier, things, near=near)
    # "the lamp", then "the other one": of two lamps either may have been meant first.
    return False if [*sure, *arguable] == [thing] else None


def matches(
    goal: Description, things: Sequence[Thing], *, near: float = NEAR
) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """The things that the goal holds of, and those of which it is arguable."""
    answers = _fitting(goal, things, near)
    if goal.rank is not None:
        answers = [(thing, placed(goal.rank, thing, answers)) for thing in things]
    sure = tuple(thing for thing, answer in answers if answer)
    return sure, tuple(thing for thing, answer in answers if answer is None)


def picks_out(goal: Description, target: Thing, things: Sequence[Thing]) -> bool:
    """Whether a goal holds for its target, for nothing else, and for no other of its kind arguably."""
    for thing in things:
        answer = holds(goal, thing, things)
        if thing.id == target.id:
            if answer is not True:
                return False
        elif answer or (answer is None and thing.category == target.category):
            return False
    return True


def describes(noun: Noun, thing: Thing, things: Sequence[Thing] = ()) -> bool | None:
    """Whether a noun with its attributes fits a thing, wherever it is."""
    named = _named(noun.head, noun.category, thing)
    if named is False:
        return False
    excluded = [negate(_named(head, None, thing)) for head in noun.not_heads]
    wanted = list(_attribute_answers(noun.attributes, thing, things))
    said = [word for word in noun.attributes.others if not is_compound(word, noun.category)]
    wanted += [modified(word, thing) for word in said]
    # A compound ("gas oven") names the category; it can only be refuted by another variant.
    wanted += [False for word in modifiers(noun) if modified(word, thing) is False]
    unwanted = [negate(answer) for answer in _attribute_answers(noun.without, thing, things)]
    unwanted += [negate(modified(word, thing)) for word in noun.without.others]
    return all_of([named, *excluded, *wanted, *unwanted])


def _named(head: str, category: str | None, thing: Thing) -> bool | None:
    if head in ANYTHING or head in thing.names or head in thing.kinds:
        return True
    if category is not None and category == thing.category:
        return True
    general = any(name.endswith(f" {head}") for name in thing.names)
    if category is None:
        # What is in a drawer is in the thing that has the drawer.
        return True if general else None if head in dict(thing.attributes.counts) else False
    return None if general or thing.category in alike(category) else False


def _attribute_answers(
    said: Attributes, thing: Thing, things: Sequence[Thing]
) -> Iterable[bool | None]:
    true, arguable = thing.attributes, thing.arguable
    if said.size:
        yield _same(said.size, true.size)
    if said.colours:
        yield _coloured(said.colours, true.colours, arguable.colours)
    for name in ("materials", "patterns", "prints", "texts", "worn"):
        for word in getattr(said, name):
            if name in ("prints", "texts") and _unprinted(true, arguable):
                yield False
            else:
                yield _among(word, getattr(true, name), getattr(arguable, name))
    for state in said.states:
        yield (
            True if state in true.states else None if OPPOSITES[state] not in true.states else False
        )
    for part, count in said.counts:
        yield _counted(part, count, thing, things)
    for part in said.parts:
        yield _has(part, true)


def _coloured(
    said: tuple[str, ...], true: tuple[str, ...], accents: tuple[str, ...]
) -> bool | None:
    """Of several colours one must be the main one, the others may be those of lesser parts."""
    if not true:
        return None
    if set(said) & set(true) and set(said) <= {*true, *accents}:
        return True if len(said) > 1 or said[0] in true else None
    seen = {*true, *accents}
    seen |= {near for colour in seen for near in near_colours(colour)}
    return None if set(said) <= seen else False


def _among(word: str, true: tuple[str, ...], arguable: tuple[str, ...]) -> bool | None:
    if word in true:
        return True
    return None if not true or word in arguable else False


def _unprinted(true: Attributes, arguable: Attributes) -> bool:
    """Whether the patterns of all its parts are known, and none of them is a print."""
    patterns = {*true.patterns, *arguable.patterns}
    return bool(patterns) and "printed" not in patterns


def _has(part: str, true: Attributes) -> bool | None:
    """Whether it has such a part; of parts that are not counted nothing is known."""
    counts = dict(true.counts)
    return counts[part] > 0 if part in counts else True if part in true.parts else None


def _counted(part: str, count: int, thing: Thing, things: Sequence[Thing]) -> bool | None:
    """Parts that the thing has, or companions on and in it ("a bed with two pillows")."""
    parts = dict(thing.attributes.counts)
    if part in parts:
        return parts[part] == count
    carried = [t for t in things if thing.id in (t.support, t.container) and part in t.names]
    return len(carried) == count if carried else None


def _stands(relation: Relation, thing: Thing, things: Sequence[Thing], near: float) -> bool | None:
    if relation.kind == "between" and len(relation.anchors) == 2:
        answers = [_between(relation, thing, things)]
    else:
        answers = [_to(relation.kind, thing, a, things, near) for a in relation.anchors]
    # "on neither the table nor the floor": a negated relation holds of none of its anchors.
    return all_of([negate(answer) for answer in answers] if relation.negated else answers)


def _to(kind: str, thing: Thing, anchor: Noun, things: Sequence[Thing], near: float) -> bool | None:
    if anchor.head in SURFACES:
        return on_surface(kind, thing, SURFACES[anchor.head])
    if anchor.head in UNLISTED and not any(anchor.head in other.names for other in things):
        return None
    # One "between" needs two anchors; with a plural ("between the chairs") any two of them.
    if kind == "between":
        return _between(Relation(kind, (anchor, anchor)), thing, things)
    return any_of(
        all_of([fits, related(kind, thing, [other], near=near)])
        for other in things
        if (fits := describes(anchor, other, things)) is not False
    )


def _between(relation: Relation, thing: Thing, things: Sequence[Thing]) -> bool | None:
    first, second = (
        [(other, fits) for other in things if (fits := describes(a, other, things)) is not False]
        for a in relation.anchors
    )
    return any_of(
        all_of([a, b, related("between", thing, [one, two])])
        for one, a in first
        for two, b in second
    )


def _same(said: str, known: str) -> bool | None:
    return said == known if known else None
