"""Whether a goal holds of a thing."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from meadow.language import Attributes, Thing, holds, matches, parse
from meadow.language.facts import describes
from meadow.language.goals import Noun
from meadow.language.relations import gap, related


def thing(
    name: str, at: tuple[float, float, float], size: tuple[float, float, float], **more: object
) -> Thing:
    fields = {"category": name, "names": (name,), "room": "office", "room_id": "office-1"}
    return Thing(id=f"{name}-1", centre=at, extents=size, **(fields | more))  # type: ignore[arg-type]


DESK = thing("desk", (0, 0, 0.4), (1.4, 0.7, 0.8), support="floor", front=0.0)
MUG = thing(
    "mug",
    (0, 0.2, 0.85),
    (0.1, 0.1, 0.1),
    support="desk-1",
    attributes=Attributes(size="small", colours=("red",), materials=("ceramic",)),
    arguable=Attributes(colours=("white",)),
)
BALL = thing("basketball", (0.1, 0, 0.12), (0.24, 0.24, 0.24), support="floor")
CHAIR = thing(
    "office chair",
    (1.1, 0, 0.5),
    (0.5, 0.5, 1.0),
    support="floor",
    names=("office chair", "desk chair"),
)
PEN = thing("pen", (0, 0, 0.6), (0.1, 0.02, 0.02), support="desk-1", container="desk-1")
PICTURE = thing("painting", (-0.75, 0, 1.6), (0.05, 0.6, 0.4), support="wall")
PLANT = thing(
    "house plant", (9, 9, 0.5), (0.4, 0.4, 1.0), support="floor", names=("house plant", "plant")
)
THINGS = (DESK, MUG, BALL, CHAIR, PEN, PICTURE, PLANT)


@pytest.mark.parametrize(
    ("text", "item", "answer"),
    [
        ("mug", MUG, True),
        ("mug", BALL, False),
        ("cup", MUG, None),  # mugs are called cups
        ("small red mug", MUG, True),
        ("large mug", MUG, False),
        ("maroon mug", MUG, None),  # almost red
        ("white mug", MUG, None),  # its handle is
        ("red and white mug", MUG, True),
        ("green mug", MUG, False),
        ("striped mug", MUG, None),  # nobody knows
        ("a mug, not the red one", MUG, False),
        ("a mug, not the green one", MUG, True),
        ("mug on the desk", MUG, True),
        ("mug on the floor", MUG, False),
        ("mug that is not on the floor", MUG, True),
        ("mug in the desk", MUG, None),
        ("pen in the desk", PEN, True),
        ("pen on the desk", PEN, False),
        ("basketball under the desk", BALL, True),
        ("mug under the desk", MUG, False),
        ("basketball on the floor", BALL, True),
        ("office chair near the desk", CHAIR, True),
        ("office chair in front of the desk", CHAIR, True),
        ("office chair next to the desk", CHAIR, True),
        ("desk chair left of the desk", CHAIR, None),
        ("plant near the desk", PLANT, False),
        ("mug above the desk", MUG, None),  # it stands on it
        ("painting above the desk", PICTURE, True),
        ("painting on the wall", PICTURE, True),
        ("desk with a mug on it", DESK, True),
        ("mug in the office", MUG, True),
        ("mug in the kitchen", MUG, False),
        ("mug near the harpsichord", MUG, False),  # there is none
        ("mug near the window", MUG, None),  # windows are not listed
        ("mug in the drawer", MUG, False),
        ("something red", MUG, True),
        ("thing between the painting and the desk chair", DESK, True),
    ],
)
def test_holds(text: str, item: Thing, answer: bool | None) -> None:
    assert holds(parse(text), item, THINGS) is answer


def test_general_words_hold_of_all_their_kind() -> None:
    assert holds(parse("chair"), CHAIR, THINGS) is None  # "chair" is a category of its own
    lamp = thing("floor lamp", (0, 0, 0), (1, 1, 1))
    assert holds(parse("a lamp"), lamp, (lamp,)) is True


def test_matches_sorts_sure_from_arguable() -> None:
    sure, arguable = matches(parse("cup"), THINGS)
    assert sure == ()
    assert arguable == (MUG,)


def test_believed_things_without_support_go_by_their_boxes() -> None:
    desk = thing("desk", (0, 0, 0.4), (1.4, 0.7, 0.8))
    mug = thing("mug", (0, 0.2, 0.85), (0.1, 0.1, 0.1))
    floating = thing("mug", (0, 0.2, 1.5), (0.1, 0.1, 0.1))
    low = thing("mug", (0, 0.2, 0.5), (0.1, 0.1, 0.1))
    assert related("on", mug, [desk]) is True
    assert related("on", floating, [desk]) is False
    assert related("on", low, [desk]) is None  # a shelf of it, perhaps


def test_near_is_a_gap_between_boxes_within_a_room() -> None:
    assert gap(CHAIR, DESK) == pytest.approx(0.15)
    assert related("near", CHAIR, [DESK], near=0.12) is None
    assert related("near", CHAIR, [DESK], near=0.05) is False
    elsewhere = thing("lamp", (1.1, 0, 0.5), (0.5, 0.5, 1.0), room_id="kitchen-1")
    assert related("near", elsewhere, [DESK]) is False


def test_counts_are_of_parts_or_companions() -> None:
    bed = thing("bed", (0, 0, 0.3), (2, 1.6, 0.6), attributes=Attributes(counts=(("drawer", 2),)))
    pillow = thing("pillow", (0, 0, 0.7), (0.5, 0.4, 0.1), support="bed-1")
    world = (bed, pillow)
    assert holds(parse("bed with two drawers"), bed, world) is True
    assert holds(parse("bed with three drawers"), bed, world) is False
    assert holds(parse("bed with one pillow"), bed, world) is True
    assert holds(parse("bed with two pillows"), bed, world) is False
    assert holds(parse("bed with two cushions"), bed, world) is None


def test_parts_and_clothes() -> None:
    desk = replace(DESK, attributes=Attributes(counts=(("drawer", 2), ("door", 0))))
    assert holds(parse("desk with drawers"), desk, (desk,)) is True
    assert holds(parse("desk with doors"), desk, (desk,)) is False
    assert holds(parse("desk with wheels"), desk, (desk,)) is None  # nobody knows
    assert holds(parse("desk with no drawers"), desk, (desk,)) is False
    bear = thing("teddy bear", (0, 0, 0), (1, 1, 1), attributes=Attributes(worn=("hat",)))
    assert holds(parse("teddy bear wearing a hat"), bear, (bear,)) is True
    assert holds(parse("teddy bear in a raincoat"), bear, (bear,)) is False
    assert (
        holds(parse("teddy bear in a raincoat"), replace(bear, attributes=Attributes()), ()) is None
    )


def test_left_and_right_are_those_of_an_anchor_with_a_front() -> None:
    """A sofa that looks along +X has its left at +Y."""
    sofa = thing("sofa", (0, 0, 0.4), (0.9, 2.0, 0.8), front=0.0, sided=True)
    turned = replace(sofa, centre=(0, 2.8, 0.4), front=math.pi)
    lamp = thing("floor lamp", (0, 1.4, 0.8), (0.3, 0.3, 1.6))
    rug = thing("rug", (1.4, 0.2, 0.0), (0.9, 2.0, 0.01))
    for anchor in (sofa, turned):
        assert related("left of", lamp, [anchor]) is True
        assert related("right of", lamp, [anchor]) is None, "it is so for who looks at the sofa"
    assert related("left of", rug, [sofa]) is None
    assert related("left of", lamp, [replace(sofa, sided=False)]) is None
    assert related("left of", replace(lamp, centre=(0, 9, 0.8)), [sofa]) is False


def test_what_has_no_print_does_not_say_anything():
    plain = Thing(id="a", category="mug", attributes=Attributes(patterns=("plain",)))
    unknown = Thing(id="b", category="mug")
    cat = Noun(head="mug", category="mug", attributes=Attributes(prints=("cat",)))
    tea = Noun(head="mug", category="mug", attributes=Attributes(texts=("tea",)))
    assert describes(cat, plain) is False
    assert describes(tea, plain) is False
    assert describes(cat, unknown) is None
