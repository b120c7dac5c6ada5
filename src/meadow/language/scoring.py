"""How well goals are read: parsed structures against expected ones, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Required, TypedDict

from meadow.language.goals import Attributes, Goal, Noun
from meadow.language.vocabulary import spaced


class Expected(TypedDict, total=False):
    """An expected goal as JSON; what is missing is empty. Anchors have the fields of nouns only."""

    text: str
    head: Required[str]
    category: str
    size: str
    colours: list[str]
    materials: list[str]
    patterns: list[str]
    states: list[str]
    counts: dict[str, int]
    prints: list[str]
    texts: list[str]
    others: list[str]
    without: dict[str, Any]
    not_heads: list[str]
    relations: list[dict[str, Any]]
    room: str
    not_room: str


FIELDS = ("head", "category", "attributes", "relations", "rooms", "negation", "all")


def compare(goal: Goal, expected: Expected) -> dict[str, bool]:
    """Field -> whether it is right. Order and hyphens do not matter."""
    anchors = [
        (r["kind"], r.get("negated", False), r["anchors"]) for r in expected.get("relations", [])
    ]
    found = [(r.kind, r.negated, [noun_key(a) for a in r.anchors]) for r in goal.relations]
    wanted = [(kind, negated, [expected_key(a) for a in nouns]) for kind, negated, nouns in anchors]
    target, want = noun_key(goal.target), expected_key(expected)
    right = {
        "head": target[0] == want[0],
        "category": target[1] == want[1],
        "attributes": target[2] == want[2],
        "relations": _sorted(found) == _sorted(wanted),
        "rooms": goal.room == expected.get("room", ""),
        "negation": (*target[3:], goal.not_room, sum(negated for _, negated, _ in found))
        == (*want[3:], expected.get("not_room", ""), sum(negated for _, negated, _ in wanted)),
    }
    return right | {"all": all(right.values())}


def _sorted(relations: list[Any]) -> list[Any]:
    return sorted(((k, n, sorted(map(repr, a))) for k, n, a in relations), key=repr)


def noun_key(noun: Noun) -> tuple[Any, ...]:
    """A noun as plain data in which order does not matter."""
    return (
        spaced(noun.head),
        noun.category,
        _plain(noun.attributes),
        _plain(noun.without),
        sorted(map(spaced, noun.not_heads)),
    )


def expected_key(noun: Mapping[str, Any]) -> tuple[Any, ...]:
    """The same for a noun of the JSON file."""
    return (
        spaced(noun["head"]),
        noun.get("category"),
        _plain_json(noun),
        _plain_json(noun.get("without", {})),
        sorted(map(spaced, noun.get("not_heads", []))),
    )


def _plain(attributes: Attributes) -> dict[str, Any]:
    values = {f.name: getattr(attributes, f.name) for f in fields(Attributes)}
    return {k: v if k == "size" else sorted(v) for k, v in values.items() if v}


def _plain_json(values: Mapping[str, Any]) -> dict[str, Any]:
    known = {f.name for f in fields(Attributes)}
    out = {k: v for k, v in values.items() if k in known}
    if "counts" in out:
        out["counts"] = list(out["counts"].items())
    return {k: v if k == "size" else sorted(v) for k, v in out.items()}


def accuracy(rows: Sequence[Mapping[str, bool]]) -> dict[str, float]:
    """Share of the goals in which each field is right."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in FIELDS}
