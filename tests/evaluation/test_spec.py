"""Specs say when two runs are the same, also those that earlier versions wrote."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meadow import serialize
from meadow.evaluation.run.spec import RunSpec, changes

KEPT = sorted((Path(__file__).parents[2] / "results").rglob("spec.json"))
SPEC = RunSpec("suite", "objectnav", "stop near it", "someone", 3, "three", suite_digest="ten")


def spec(**changed) -> RunSpec:
    return msgspec.structs.replace(SPEC, **changed)


def test_the_number_of_episodes_makes_no_other_run() -> None:
    more = spec(episodes=5, episodes_digest="five")
    assert changes(SPEC, more) == {}
    assert more.digest() == SPEC.digest()


@pytest.mark.parametrize(
    ("field", "value"),
    [("suite_digest", "eleven"), ("agent_source", "mine.py 22"), ("agent_options", {"seed": 1})],
)
def test_what_makes_another_run(field: str, value: object) -> None:
    before = spec(agent_source="mine.py 11")
    assert list(changes(before, msgspec.structs.replace(before, **{field: value}))) == [field]


def test_specs_of_earlier_versions_are_compared_by_what_they_say() -> None:
    old = spec(suite_digest="", agent_source="")
    whole = spec(suite_digest="three", agent_source="mine.py 11")
    assert changes(old, whole) == {}
    part = spec(suite_digest="ten", agent_source="mine.py 11")
    assert list(changes(old, part)) == ["suite_digest"]


def test_kept_specs_load_and_are_the_same_run_as_before() -> None:
    assert KEPT
    for file in KEPT:
        kept = serialize.read(file, RunSpec)
        written = serialize.read(file, dict)
        beside = {"environment", "houses"}
        if written.get("suite_digest"):  # of the whole suite, however many episodes were run
            beside |= {"episodes", "episodes_digest"}
        identity = {k: v for k, v in written.items() if k not in beside}
        assert kept.digest() == serialize.digest(identity), file
        assert changes(kept, kept) == {}


def test_an_option_that_is_a_tuple_is_the_same_when_it_is_read_back() -> None:
    """A run whose agent was given one could not be resumed."""
    made = spec(agent_options={"heights": (0.5, 1.5)})
    read = serialize.decode(serialize.encode(made), RunSpec)
    assert changes(read, made) == {}
    assert read.digest() == made.digest()
