"""Descriptions follow the templates, and the parser reads back what they say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.language import Attributes, Description, Noun, Relation, describe, parse, phrases
from meadow.language.goals import RELATIONS
from meadow.language.vocabulary import OPPOSITES, vocabulary
from meadow.seeding import Stream, stream

WORDS = vocabulary()
COLOURS = ("red", "black", "beige", "navy", "silver", "orange", "lime")
MATERIALS = ("wood", "metal", "plastic", "glass", "ceramic", "fabric", "leather", "paper")
PATTERNS = ("striped", "checked", "dotted", "floral", "zigzag", "tie-dye")
ROOMS = ("kitchen", "living room", "bedroom", "office", "hallway")
ANCHORS = ("desk", "dining table", "sofa", "bed", "bookshelf", "television", "house plant", "box")


def noun(category: str, draws: Stream | None = None) -> Noun:
    said = Attributes() if draws is None else attributes(draws)
    return Noun(head=category, category=category, attributes=said)


def attributes(draws: Stream) -> Attributes:
    def some(words: tuple[str, ...], share: float) -> tuple[str, ...]:
        return (draws.choice(words),) if draws.random() < share else ()

    counts = ((("door", 1), ("drawer", 3)), (("door", 2),), (("pillow", 1),), (), ())
    return Attributes(
        size=draws.choice(("small", "large", "")),
        colours=some(COLOURS, 0.6),
        materials=some(MATERIALS, 0.5),
        patterns=some(PATTERNS, 0.2),
        states=some(tuple(sorted(OPPOSITES)), 0.2),
        counts=draws.choice(counts),
        prints=some(("cat", "rocket", "heart"), 0.1),
        texts=some(("cvpr", "best mug ever"), 0.1),
    )


def anchor(category: str, draws: Stream) -> Noun:
    said = Attributes(
        size=draws.choice(("small", "", "")),
        colours=draws.choice((("red",), ("blue", "white"), (), ())),
        materials=draws.choice((("wood",), (), ())),
    )
    counts = draws.choice(((("pillow", 1),), (("drawer", 2),), (), (), ()))
    return Noun(head=category, category=category, attributes=replace(said, counts=counts))


def excluding(target: Noun, draws: Stream) -> Noun:
    """Sometimes the target with something that it must not be."""
    without = draws.choice(
        (
            Attributes(),
            Attributes(colours=("purple",)),
            Attributes(materials=("rubber",)),
            Attributes(size="large", patterns=("knitted",)),
            Attributes(prints=("boat",)),
        )
    )
    heads = draws.choice(((), (), ("stapler",)))
    if not (without or heads) or target.head == "stapler":
        return target
    return replace(target, without=without, not_heads=heads)


def relations(draws: Stream) -> tuple[Relation, ...]:
    kinds = [k for k in RELATIONS if k not in ("with", "between")]
    kind, count = draws.choice(kinds), draws.integer(1, 3)
    # Two anchors in a row must differ, or the second would be a mention of the first.
    start = draws.integer(0, len(ANCHORS) - 1)
    picked = [ANCHORS[(start + i) % len(ANCHORS)] for i in range(count)]
    first = Relation(kind, tuple(anchor(a, draws) for a in picked), draws.random() < 0.2)
    second = Relation("between", (noun("bed"), noun("night stand")))
    return ((), (first,), (first, second), (second,))[draws.integer(0, 3)]


@pytest.mark.parametrize("category", sorted(WORDS.categories))
def test_what_is_described_is_read_back(category: str) -> None:
    for draw in range(12):
        draws = stream(0, "round trip", category, draw)
        goal = Description(
            target=excluding(noun(category, draws), draws),
            relations=relations(draws),
            room=draws.choice((*ROOMS, "", "")),
            not_room=draws.choice(("bathroom", "", "", "")),
        )
        assert parse(describe(goal)) == goal, describe(goal)


@pytest.mark.parametrize("category", sorted(WORDS.categories))
def test_synonyms_and_plurals_name_their_category(category: str) -> None:
    assert parse(category).category == category
    entry = WORDS.categories[category]
    for name in (*entry["synonyms"], *filter(None, [entry["plural"]])):
        found = parse(f"the {name}").category
        # A name that two categories share goes to the one whose own name it is, or the first.
        shared = [c for c in WORDS.categories if name in (*WORDS.names(c), _plural(c))]
        assert found in shared


def _plural(category: str) -> str:
    return str(WORDS.categories[category]["plural"])


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (
            Description(
                target=Noun(
                    head="alarm clock",
                    attributes=Attributes(size="small", colours=("black",), materials=("metal",)),
                )
            ),
            "small, black, metallic alarm clock",
        ),
        (
            Description(
                target=Noun(head="house plant"),
                relations=(
                    Relation("on", (Noun(head="dresser"),)),
                    Relation("near", (Noun(head="spray bottle"), Noun(head="bed"))),
                ),
            ),
            "house plant on top of a dresser, near a spray bottle, bed",
        ),
        (
            Description(
                target=Noun(head="vase"), relations=(Relation("under", (Noun(head="sofa"),)),)
            ),
            "vase under the sofa",
        ),
        (
            Description(
                target=Noun(head="mug", without=Attributes(colours=("red",))), not_room="kitchen"
            ),
            "mug, not in the kitchen, not the red one",
        ),
    ],
)
def test_templates(goal: Description, text: str) -> None:
    assert describe(goal) == text


@pytest.mark.parametrize(
    "text",
    [
        "teddy bear wearing a yellow raincoat and a hat",
        "doll, not wearing a scarf",
        "desk with a drawer with a stand",
        "mug next to a bear wearing glasses",
        "vase on top of a desk with a drawer, near a bed with zero pillows",
        "left lamp",
        "sitting bear",
    ],
)
def test_what_is_worn_and_which_parts_there_are_is_read_back(text: str) -> None:
    goal = parse(text)
    assert describe(goal) == text
    assert parse(describe(goal)) == goal


def test_phrases_for_encoders() -> None:
    found = phrases(parse("the little red couch near the harpsichord, not the striped one"))
    assert found["target"] == ("small, red couch", "couch", "sofa")
    assert found["anchors"] == ("harpsichord",)
    assert found["without"] == ("striped couch",)
