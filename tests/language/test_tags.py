"""Tags of descriptions follow from their structure."""

from __future__ import annotations

import pytest

from meadow.language import Attributes, Description, Noun, Relation, parse
from meadow.language.tags import TAGS, tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mug", {}),
        ("a red and white ceramic mug", {"colour": 2, "material": 1}),
        ("small striped towel", {"size": 1, "texture": 1}),
        ("the switched off lamp", {"state": 1}),
        ("a cabinet with two doors", {"number": 1}),
        ("a twin bell alarm clock on a night stand", {"modifier": 1, "support": 1}),
        ("a vase in the cabinet, near a lamp, book", {"support": 1, "relation": 2}),
        ("the chair between the table and the sofa", {"relation": 1}),
        ("a mug with a printed cat in the kitchen", {"print": 1, "room": 1}),
        ("a chair that is not black", {"negation": 1}),
        ("the common cushion", {"modifier": 1}),
    ],
)
def test_tags(text: str, expected: dict[str, int]) -> None:
    assert tags(parse(text)) == expected


def test_a_description_that_is_built_knows_its_tags() -> None:
    goal = Description(
        target=Noun(
            head="alarm clock",
            category="alarm clock",
            attributes=Attributes(others=("twin bell",), colours=("red",)),
        ),
        relations=(Relation("on", (Noun(head="desk"),), negated=True),),
        not_room="kitchen",
    )
    assert tags(goal) == {"colour": 1, "modifier": 1, "negation": 2}
    assert list(tags(goal)) == [tag for tag in TAGS if tag in tags(goal)]
