"""Families of questions: what each asks, its type of answer, and which properties it is about.

A family is instantiated on a home depth first: slots are filled one after another, and a branch is left as
soon as what it speaks of is not one thing, is nothing, or says more than is needed. What is asked of a home
therefore makes sense there. Whether its answer has to be looked for is a matter of many homes and measured
apart (``balance``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from meadow.language.goals import PLAIN, Attributes, Noun
from meadow.language.questions import program as nodes
from meadow.language.questions.encoding import ANY
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.noun_phrases import attribute_words
from meadow.language.things import Thing
from meadow.language.vocabulary import vocabulary
from meadow.seeding import Stream

WEIGHT = ("heavier", "lighter")
SIZE = ("larger", "smaller", "longer", "shorter")
#: Types of answers.
YES_NO, COUNT, QUERY = "yes-no", "count", "query"
#: Kinds of links that questions are made of, with how often each is tried.
LINKS = ("next to",) * 9 + WEIGHT * 3 + SIZE + ("in",) * 2 + ("on",)
#: Materials that one cannot say "made of" with.
ADJECTIVES = frozenset({"organic"})
#: How often things are spoken of by their looks, where they need that.
RARE = 0.15
#: Most links in a row.
MOST_HOPS = 3
#: Greatest number that is asked for.
MOST_COUNTED = 12


class Scene:
    """A home that questions are made for."""

    def __init__(
        self,
        known: KnownThings,
        askable: Sequence[Thing],
        prominence: Mapping[str, float] | None = None,
    ) -> None:
        """Take what is known.

        Args:
            known: All that is true of the home.
            askable: The things that questions may name.
            prominence: Category -> how often its things are spoken of, compared with others: questions
                about what most homes have one of make sense in most homes.
        """
        self.known = known
        self._prominence = prominence or {}
        self.askable = tuple(askable)
        self.materials = tuple(sorted({m for t in askable for m in t.attributes.materials}))
        self.made_of = tuple(m for m in self.materials if m not in ADJECTIVES)
        self.colours = tuple(sorted({c for t in askable for c in t.attributes.colours}))
        self.rooms = tuple(sorted({t.room for t in askable if t.room}))

    def shuffled(self, rng: Stream, things: Sequence[Thing] = ()) -> list[Thing]:
        """Things in random order, those that are spoken of more often rather first."""
        chosen = list(things or self.askable)
        if not self._prominence:
            return rng.shuffled(chosen)
        weights = np.array([self._prominence.get(thing.category, 1e-3) for thing in chosen])
        keys = -np.log(1.0 - rng.array(len(chosen))) / weights
        return [chosen[index] for index in np.argsort(keys, kind="stable").tolist()]

    def means_one(self, selection: nodes.Selection) -> bool:
        """Whether exactly one thing is meant, for sure."""
        return self.known.one(selection) is not None


def can_be_named(thing: Thing) -> bool:
    """Whether questions can speak of one and of several: not of scissors, nor of a wine glass, which a
    glass is too."""
    words = thing.category.split()
    several = words[-1].endswith("s") and not words[-1].endswith(("ss", "us", "is"))
    return not several and not any(word in attribute_words() for word in words)


Instances = Callable[[Scene, Stream], Iterator[nodes.Program]]


@dataclass(frozen=True)
class QuestionFamily:
    """A kind of questions."""

    name: str
    instances: Instances
    """Depth-first instances in a home, in random order; there may be very many."""


# --- noun phrases --------------------------------------------------------------------------------


def noun_of(
    category: str | None, colours: tuple[str, ...] = (), materials: tuple[str, ...] = ()
) -> Noun:
    """A noun of a category, or "object"."""
    looks = Attributes(colours=colours, materials=materials)
    return Noun(head=category or ANY, category=category, attributes=looks)


def mentions(
    scene: Scene, rng: Stream, hops: int = 0, things: Sequence[Thing] = ()
) -> Iterator[nodes.Selection]:
    """Noun phrases that mean one thing each and say no more than is needed for that."""
    if hops:
        yield from _linked_mentions(scene, rng, hops)
        return
    for thing in scene.shuffled(rng, things):
        found = _mention(scene, rng, thing)
        if found is not None:
            yield found


def _mention(scene: Scene, rng: Stream, thing: Thing) -> nodes.Selection | None:
    """The shortest phrase for a thing without links, if there is one."""
    looks = thing.attributes
    plain = nodes.Selection(noun=noun_of(thing.category))
    options = [replace(plain, room=thing.room)] if thing.room else []
    for said in ({"materials": looks.materials[:1]}, {"colours": looks.colours[:1]}):
        options.append(nodes.Selection(noun=noun_of(thing.category, **said)))
    both = noun_of(thing.category, colours=looks.colours[:1], materials=looks.materials[:1])
    for selection in (plain, *rng.shuffled(options), nodes.Selection(noun=both)):
        if scene.means_one(selection):
            # Few homes have the same red vase, so what needs more words is mostly left out.
            rare = selection.noun.attributes != PLAIN and not rng.chance(RARE)
            return None if rare else selection
    return None


def _linked_mentions(scene: Scene, rng: Stream, hops: int) -> Iterator[nodes.Selection]:
    """Things by what they stand next to, are in or are heavier than, which has a phrase of its own."""
    for anchor in mentions(scene, rng, hops - 1):
        kind = rng.choice(("next to", "next to", "in", *WEIGHT, *SIZE[:2]))
        linked = nodes.Selection(noun=noun_of(None), links=(nodes.SelectionLink(kind, anchor),))
        found = scene.known.members(linked)
        if len(found) == 1:
            options = [linked]
        else:
            held = {m for t in scene.askable if t.id in found for m in t.attributes.materials}
            options = [replace(linked, noun=noun_of(None, materials=(m,))) for m in sorted(held)]
        for selection in rng.shuffled(options):
            if scene.means_one(selection):
                yield selection
                break


def sets(
    scene: Scene, rng: Stream, hops: int, *, category: bool | None = None
) -> Iterator[nodes.Selection]:
    """Noun phrases that speak of any number of things, with so many links in a row."""
    while True:
        thing = rng.choice(scene.askable)
        named = rng.chance(0.1) if category is None else category
        looks: dict[str, tuple[str, ...]] = {}
        if rng.chance(0.8):
            looks["materials"] = (rng.choice(scene.materials),)
        if rng.chance(0.15 if looks else 0.9):
            looks["colours"] = (rng.choice(scene.colours),)
        if not looks and not named:
            continue
        selection = nodes.Selection(noun=noun_of(thing.category if named else None, **looks))
        if hops == 0:
            yield replace(selection, room=rng.choice(scene.rooms)) if rng.chance(0.7) else selection
            continue
        kind = rng.choice(LINKS)
        pool = [t for t in scene.askable if _anchors(kind, t)]
        if not pool:
            continue
        for anchor in islice(mentions(scene, rng, hops - 1, pool), 1):
            yield replace(selection, links=(nodes.SelectionLink(kind, anchor),))


def _anchors(kind: str, thing: Thing) -> bool:
    """Whether it makes sense to place or compare something with a thing."""
    if kind == "in":
        return "container" in thing.kinds or thing.category in HOLDERS
    if kind == "on":
        return thing.category in CARRIERS
    return True


#: Things that hold others, and that carry others.
HOLDERS = frozenset(
    {
        "fridge", "cabinet", "dresser", "night stand", "wardrobe", "desk", "box", "oven", "microwave",
        "dishwasher", "washing machine", "chest", "basket", "laundry basket", "toolbox", "tv stand",
        "counter", "sideboard", "bowl", "wall cabinet", "safe", "suitcase", "storage bin",
    }
)  # fmt: skip
CARRIERS = frozenset(
    {
        "desk", "dining table", "coffee table", "side table", "counter", "bed", "sofa", "shelf",
        "bookshelf", "night stand", "dresser", "tv stand", "stool", "sideboard", "console table",
    }
)  # fmt: skip


# --- families ------------------------------------------------------------------------------------


def _existence(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    for things in sets(scene, rng, 1 if rng.chance(0.8) else 0):
        yield nodes.Exist(things)


def _count(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    for things in sets(scene, rng, 1 if rng.chance(0.7) else 0, category=False):
        yield nodes.Count(things)


def _colour(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    for thing in mentions(scene, rng, int(rng.chance(0.2))):
        if thing.noun.attributes.colours:
            continue
        yield nodes.Query("colour", thing)
        yield nodes.Is(
            thing, nodes.Selection(noun=noun_of(None, colours=(rng.choice(scene.colours),)))
        )


def _material(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    for thing in mentions(scene, rng, int(rng.chance(0.3))):
        if thing.noun.attributes.materials:
            continue
        yield nodes.Query("material", thing)
        if scene.made_of:
            own = scene.known.one(thing)
            made = own.attributes.materials[:1] if own else ()
            if rng.chance(0.5) or not made or made[0] in ADJECTIVES:
                made = (rng.choice(scene.made_of),)
            yield nodes.Is(thing, nodes.Selection(noun=noun_of(None, materials=made)))


def _place(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    held = [t for t in scene.askable if t.container]
    for thing in mentions(scene, rng):
        if not thing.room:
            yield nodes.Query("room", thing)
        for inside in islice(mentions(scene, rng, 0, held), 1) if held else ():
            yield nodes.Query("container", inside)


def _compare(words: Sequence[str]) -> Instances:
    def instances(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
        for first in mentions(scene, rng, int(rng.chance(0.1))):
            word = rng.choice(words)
            if any(link.kind in WEIGHT + SIZE for link in first.links):
                continue
            one = scene.known.one(first)
            alike = [t for t in scene.askable if one and _comparable(word, one, t)]
            for second in islice(mentions(scene, rng, 0, alike), 1) if alike else ():
                yield nodes.Compare(word, first, second)
                if not first.links and first.noun.head != second.noun.head and rng.chance(0.1):
                    yield nodes.Which(word, first, second)

    return instances


def _comparable(word: str, one: Thing, other: Thing) -> bool:
    """Whether two things are near enough to each other in what is compared that homes may differ."""
    a, b = (
        (one.mass, other.mass)
        if word in WEIGHT
        else (one.volume, other.volume)
        if word in SIZE[:2]
        else (one.longest_side, other.longest_side)
    )
    return one.id != other.id and bool(a and b) and 0.4 < (a or 1.0) / (b or 1.0) < 2.5


def _counts(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    first, second = (sets(scene, rng, 0, category=False) for _ in range(2))
    placed = (sets(scene, rng, 1, category=False) for _ in range(2))
    pairs = [zip(first, second, strict=False), zip(*placed, strict=False)]
    for one, other in pairs[rng.chance(0.25)]:
        if one == other or any(link.kind in WEIGHT + SIZE for link in one.links):
            continue
        if bool(one.room) != bool(other.room):
            continue  # "chairs than tables in the kitchen" would place both
        yield nodes.CompareCounts(rng.choice(("more", "fewer", "equal")), one, other)


def _same(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    for first in mentions(scene, rng):
        asked = rng.choice(("material", "material", "colour", "room"))
        if _says(first, asked):
            continue
        for second in islice(mentions(scene, rng), 2):
            if second == first or _says(second, asked):
                continue
            yield nodes.Same(asked, first, second)
        if asked != "room":
            among = nodes.Selection(noun=noun_of(None), room="")
            yield nodes.Matching(asked, first, among, count=rng.chance(0.5))


def _says(selection: nodes.Selection, asked: str) -> bool:
    """Whether a phrase gives away what is asked."""
    said = selection.noun.attributes
    given = {"material": said.materials, "colour": said.colours, "room": selection.room}
    return bool(given[asked])


def _logic(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    many = sets(scene, rng, 1)
    for one, other in zip(many, many, strict=False):
        if one == other:
            continue
        yield nodes.Both(nodes.Exist(one), nodes.Exist(other), either=rng.chance(0.5))
        for thing in islice(mentions(scene, rng), 1):
            word = rng.choice((*WEIGHT, *SIZE))
            own = scene.known.one(thing)
            alike = [t for t in scene.askable if own and _comparable(word, own, t)]
            for second in islice(mentions(scene, rng, 0, alike), 1) if alike else ():
                if thing.noun.attributes.materials or second == thing or not scene.made_of:
                    continue
                look = nodes.Selection(noun=noun_of(None, materials=(rng.choice(scene.made_of),)))
                is_, than = nodes.Is(thing, look), nodes.Compare(word, thing, second)
                yield nodes.Both(is_, than, either=rng.chance(0.5))


def _chain(scene: Scene, rng: Stream) -> Iterator[nodes.Program]:
    hops = rng.integer(2, MOST_HOPS)
    for things in sets(scene, rng, hops):
        yield nodes.Count(things) if rng.chance(0.25) else nodes.Exist(things)


FAMILIES: dict[str, QuestionFamily] = {
    family.name: family
    for family in (
        QuestionFamily("existence", _existence),
        QuestionFamily("count", _count),
        QuestionFamily("colour", _colour),
        QuestionFamily("material", _material),
        QuestionFamily("place", _place),
        QuestionFamily("weight", _compare(WEIGHT)),
        QuestionFamily("size", _compare(SIZE)),
        QuestionFamily("counts", _counts),
        QuestionFamily("same", _same),
        QuestionFamily("logic", _logic),
        QuestionFamily("chain", _chain),
    )
}


# --- what a question is about ----------------------------------------------------------------------


def makes_sense(program: nodes.Program, known: KnownThings) -> bool:
    """Whether each thing that is spoken of as one is exactly one thing of the home, which has the rooms."""
    rooms = {selection.room for selection in nodes.selections(program) if selection.room}
    if not rooms <= known.rooms:
        return False
    return all(known.one(selection) is not None for selection in nodes.references(program))


def answer_type(program: nodes.Program) -> str:
    """yes-no, count or query."""
    if isinstance(program, nodes.Count) or (isinstance(program, nodes.Matching) and program.count):
        return COUNT
    return QUERY if isinstance(program, nodes.Query | nodes.Which) else YES_NO


def properties(program: nodes.Program) -> frozenset[str]:
    """Which of colour, material and relations a question is about; lighter counts as heavier, and so on."""
    found: set[str] = set()
    for selection in nodes.selections(program):
        attributes = selection.noun.attributes
        found |= {"colour"} if attributes.colours else set()
        found |= {"material"} if attributes.materials else set()
        found |= {RELATION_NAMES[link.kind] for link in selection.links}
    for part in (program.first, program.second) if isinstance(program, nodes.Both) else (program,):
        if isinstance(part, nodes.Query | nodes.Same | nodes.Matching):
            found |= {part.asked} & {"colour", "material"}
            found |= {"contained"} if part.asked == "container" else set()
        if isinstance(part, nodes.Compare | nodes.Which):
            found.add(RELATION_NAMES[part.word])
    return frozenset(found)


RELATION_NAMES = {
    "in": "contained", "next to": "adjacent", "on": "on top", "heavier": "heavier", "lighter": "heavier",
    "larger": "larger", "smaller": "larger", "longer": "larger", "shorter": "larger",
}  # fmt: skip


def instance(family: str, scene: Scene, rng: Stream, *, tries: int = 60) -> nodes.Program | None:
    """A question of a family that makes sense in a home and is not degenerate there, if one is found."""
    for program in islice(FAMILIES[family].instances(scene, rng), tries):
        if is_misleading(program) or not makes_sense(program, scene.known):
            continue
        said = scene.known.run(program)
        if said is None or (answer_type(program) == COUNT and int(said) > MOST_COUNTED):
            continue
        if not degenerate(program, scene.known, said):
            return program
    return None


def is_misleading(program: nodes.Program) -> bool:
    """Whether an attribute and a noun together are the name of something else: a towel of paper."""
    for selection in nodes.selections(program):
        noun = selection.noun
        for word in (*noun.attributes.colours, *noun.attributes.materials):
            if "name" in (vocabulary().find(f"{word} {noun.head}") or ()):
                return True
    return False


def degenerate(program: nodes.Program, known: KnownThings, said: str) -> bool:
    """Whether the answer is the same without its link, so that the link need not be looked at."""
    if not isinstance(program, nodes.Exist | nodes.Count) or isinstance(
        program.things, nodes.Union
    ):
        return False
    if not program.things.links:
        return False
    without = replace(program.things, links=())
    if isinstance(program, nodes.Count):
        return known.run(nodes.Count(without)) == said
    return said == "no" and known.run(nodes.Exist(without)) == "no"
