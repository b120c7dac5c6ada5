"""Sentences are grammatical and read back as what they say."""

from __future__ import annotations

import pytest

from meadow.benchmarks.langnav.descriptions import Cue, combined, cues, features, meant
from meadow.benchmarks.langnav.phrasing import instruction
from meadow.language.goals import Attributes, Noun, Relation
from meadow.language.parse import parse
from meadow.language.things import Thing
from meadow.seeding import stream


def said(*parts: Cue, head: str = "candle"):
    return combined(head, "candle", parts)


RED = Cue("color", "red", Attributes(colours=("red",)))
SMALL = Cue("size", "small", Attributes(size="small"))
ON = Cue("state", "on", Attributes(states=("on",)))
DRAWERS = Cue("number", "3 drawer", Attributes(counts=(("drawer", 3),)))
STAND = Cue("support", "on night stand", relation=Relation("on", (Noun(head="night stand"),)))


@pytest.mark.parametrize("seed", range(40))
def test_every_way_of_saying_it_is_read_back(seed):
    rng = stream(seed, "words")
    for parts in ((), (RED,), (SMALL, RED), (RED, STAND), (ON,), (ON, STAND), (DRAWERS, RED)):
        wanted = said(*parts)
        text = instruction(wanted, rng, definite=seed % 2 == 0)
        read = parse(text)
        assert features(read) == features(wanted), text
        assert text[0].isupper()
        assert text.endswith(".")
        assert "  " not in text
        assert read.category == "candle"


def test_articles():
    rng = stream(0, "words")
    text = instruction(said(head="chest of drawers"), rng, definite=False)
    assert " a chest of drawers." in text
    olive = Cue("color", "olive", Attributes(colours=("olive",)))
    assert " an olive candle." in instruction(said(olive), rng, definite=False)


def test_what_is_arguable_is_not_said():
    red = Thing(id="a", category="candle", names=("candle",), attributes=RED.attributes)
    maroon = Thing(
        id="b", category="candle", names=("candle",), attributes=Attributes(colours=("maroon",))
    )
    green = Thing(
        id="c", category="candle", names=("candle",), attributes=Attributes(colours=("green",))
    )
    assert meant(said(RED), [red, green]) == ("a",)
    assert meant(said(RED), [red, maroon]) is None
    unknown = Thing(id="d", category="candle", names=("candle",))
    assert meant(said(RED), [red, unknown]) is None


def test_what_nothing_satisfies_means_nothing():
    green = Thing(
        id="c", category="candle", names=("candle",), attributes=Attributes(colours=("green",))
    )
    assert meant(said(RED), [green]) == ()


def test_cues_of_a_thing():
    table = Thing(
        id="t", category="night stand", names=("night stand",), support="floor", place="floor"
    )
    candle = Thing(
        id="c",
        category="candle",
        names=("candle",),
        attributes=Attributes(
            colours=("red",), size="small", states=("lit",), materials=("organic",)
        ),
        support="t",
        place="top",
        modifiers=("pillar",),
    )
    found = {(cue.feature, cue.value) for cue in cues(candle, [table, candle])}
    assert found == {
        ("color", "red"),
        ("size", "small"),
        ("state", "lit"),
        ("modifier", "pillar"),
        ("support", "on night stand"),
    }
