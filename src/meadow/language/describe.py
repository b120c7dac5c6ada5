"""Goals back to words: descriptions for suites, phrases for encoders.

They follow three templates, and ``parse`` reads all of them back:

    {size}, {color}, {material} {object}       small, red, ceramic mug
    {object} on top of {x}, near {y}, {z}      mug on top of a dresser, near a bowl, vase
    {object} under/in {x}                      mug under the bed
"""

from __future__ import annotations

from dataclasses import replace

from meadow.language.goals import Attributes, Description, Noun, Rank, Relation
from meadow.language.ranks import rank_phrases
from meadow.language.spelling import plural
from meadow.language.vocabulary import vocabulary
from meadow.language.words import NUMBERS

_MATERIALS = {"wood": "wooden", "metal": "metallic"}
#: How each relation begins, and whether its anchor is "the" one or "a" one.
_RELATIONS = {
    "on": ("on top of", False),
    "on a shelf of": ("on a shelf of", True),
    "in": ("in", True),
    "under": ("under", True),
    "above": ("above", True),
    "near": ("near", False),
    "next to": ("next to", False),
    "behind": ("behind", True),
    "in front of": ("in front of", True),
    "left of": ("to the left of", True),
    "right of": ("to the right of", True),
    "between": ("between", True),
    "with": ("with", False),
}
_SURFACES = ("floor", "ground", "wall", "ceiling")
_COUNT_WORDS = {number: word for word, number in NUMBERS.items()}
_STATE_WORDS = {"on": "switched on", "off": "switched off"}


def describe(goal: Description) -> str:
    """The goal in words."""
    text = describe_noun(goal.target) if goal.rank is None else _ranked(goal.target, goal.rank)
    for index, relation in enumerate(goal.relations):
        text += (", " if index else " ") + _describe_relation(relation)
    if goal.room:
        text += f" in the {goal.room}"
    if goal.not_room:
        text += f", not in the {goal.not_room}"
    return text + _exclusions(goal.target)


def describe_noun(noun: Noun) -> str:
    """A noun with its attributes, without an article; what it is not is left out."""
    said = noun.attributes
    text = ", ".join(_adjectives(said)) + " " + noun.head
    counts = [f"{_number(count)} {_several(part, count)}" for part, count in said.counts]
    if counts:
        text += " with " + " and ".join(counts)
    text += "".join(f" with a printed {picture}" for picture in said.prints)
    text += "".join(f" with {with_article(part)}" for part in said.parts)
    if said.worn:
        text += " wearing " + " and ".join(map(with_article, said.worn))
    for words in said.texts:
        text += f' saying "{words}"'
    return text.strip()


def _ranked(noun: Noun, rank: Rank) -> str:
    """ "second largest red mug", "larger of the two mugs", "second mug from the left" """
    before, after = rank_phrases(rank)
    if rank.of:
        noun = replace(noun, head=_several(noun.head, rank.of))
        before += f" of the {_number(rank.of)}"
    return " ".join(part for part in (before, describe_noun(noun), after) if part)


def phrases(goal: Description) -> dict[str, tuple[str, ...]]:
    """What to send to encoders, by use.

    ``full`` is the whole description; ``target`` the noun with attributes, then without, then the
    catalogue's name for it; ``anchors`` the same for each anchor in turn; ``without`` what the
    target must not look like.
    """
    anchors = [a for relation in goal.relations for a in relation.anchors]
    return {
        "full": (goal.text.strip() or describe(goal),),
        "target": _noun_phrases(goal.target),
        "anchors": tuple(dict.fromkeys(p for a in anchors for p in _noun_phrases(a))),
        "without": _excluded_phrases(goal.target),
    }


def _noun_phrases(noun: Noun) -> tuple[str, ...]:
    return tuple(dict.fromkeys((describe_noun(noun), noun.head, noun.category or noun.head)))


def _excluded_phrases(noun: Noun) -> tuple[str, ...]:
    found = list(noun.not_heads)
    if noun.without:
        found.append(describe_noun(Noun(head=noun.head, attributes=noun.without)))
    return tuple(found)


def _adjectives(said: Attributes) -> list[str]:
    """Size, colours, materials, patterns, states and the rest, each with its adjective."""
    colours = " and ".join(said.colours)
    words = [said.size, colours, *(_MATERIALS.get(m, m) for m in said.materials), *said.patterns]
    words += [_STATE_WORDS.get(state, state) for state in said.states]
    return [word for word in (*words, *said.others) if word]


def _describe_relation(relation: Relation) -> str:
    opener, definite = _RELATIONS[relation.kind]
    anchors = [describe_noun(anchor) for anchor in relation.anchors]
    if relation.anchors[0].head in _SURFACES:
        opener, definite = ("on" if relation.kind == "on" else opener), True
    if relation.kind == "between":
        listed = " and ".join(f"the {anchor}" for anchor in anchors)
    else:
        first = f"the {anchors[0]}" if definite else with_article(anchors[0])
        listed = ", ".join([first, *anchors[1:]])
    return f"{'not ' if relation.negated else ''}{opener} {listed}"


def _exclusions(noun: Noun) -> str:
    text = "".join(f", not {with_article(head)}" for head in noun.not_heads)
    for word in _adjectives(noun.without):
        text += f", not the {word} one"
    for picture in noun.without.prints:
        text += f", without a {picture} on it"
    for worn in noun.without.worn:
        text += f", not wearing {with_article(worn)}"
    return text


def with_article(phrase: str) -> str:
    """The phrase with "a" or "an", or bare when it is a plural."""
    noun = phrase.partition(" with ")[0].partition(" wearing ")[0]
    last = noun.rpartition(" ")[2]
    if last.endswith("s") and not last.endswith(("ss", "us", "is")):
        return phrase
    return f"{'an' if phrase[:1] in 'aeiou' else 'a'} {phrase}"


def _number(count: int) -> str:
    return _COUNT_WORDS.get(count, str(count))


def _several(part: str, count: int) -> str:
    if count == 1:
        return part
    return vocabulary().categories.get(part, {}).get("plural") or plural(part)
