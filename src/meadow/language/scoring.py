"""How well goals are read: parsed structures against expected ones, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Required, TypedDict

from meadow.errors import InvalidValueError
from meadow.language.goals import Attributes, Description, Noun, Rank
from meadow.language.ranks import rank_phrases
from meadow.language.vocabulary import spaced


class Expected(TypedDict, total=False):
    """An expected goal as JSON; what is missing is empty. Anchors have the fields of nouns only."""

    kind: str
    """What the goal is an example of, for scores by kind."""
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
    worn: list[str]
    parts: list[str]
    others: list[str]
    without: dict[str, Any]
    not_heads: list[str]
    relations: list[dict[str, Any]]
    room: str
    not_room: str
    rank: dict[str, Any]
    """Files that were written before descriptions had ranks have their words in ``others``."""


FIELDS = ("head", "category", "noun", "attributes", "relations", "rooms", "negation", "rank", "all")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misreading:
    """A goal that was read otherwise than expected."""

    text: str
    kind: str
    wrong: tuple[str, ...]
    """Those of FIELDS that are wrong."""
    expected: Mapping[str, Any]
    got: Mapping[str, Any]
    """In the form of ``expected``; {"error": ...} when the text was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingScore:
    """How many goals of a file were read as expected."""

    goals: int
    right: int
    """Goals of which everything is right."""
    noun: int
    """Goals of which head and category are right."""
    fields: Mapping[str, float]
    """Fraction of the goals in which each of FIELDS is right."""
    kinds: Mapping[str, tuple[int, int]]
    """Kind -> goals of which everything is right, and all goals of the kind."""
    failures: tuple[Misreading, ...]


def check(goals: Sequence[Expected], read: Callable[[str], Description]) -> ReadingScore:
    """Read every goal and compare it with what is expected.

    Raises:
        InvalidValueError: There are no goals.
    """
    if not goals:
        raise InvalidValueError("no goals to check; expected a list of at least one goal")
    rows: list[Mapping[str, bool]] = []
    failures: list[Misreading] = []
    kinds: dict[str, tuple[int, int]] = {}
    for expected in goals:
        text, kind = expected.get("text", ""), expected.get("kind", "")
        try:
            goal = read(text)
            right, got = compare(goal, expected), as_json(goal)
        except InvalidValueError as error:
            right, got = dict.fromkeys(FIELDS, False), {"error": str(error)}
        rows.append(right)
        count, of = kinds.get(kind, (0, 0))
        kinds[kind] = (count + right["all"], of + 1)
        if not right["all"]:
            wrong = tuple(name for name in FIELDS[:-1] if not right[name])
            meant = {k: v for k, v in expected.items() if k not in ("kind", "text")}
            failures.append(Misreading(text=text, kind=kind, wrong=wrong, expected=meant, got=got))
    return ReadingScore(
        goals=len(rows),
        right=sum(row["all"] for row in rows),
        noun=sum(row["noun"] for row in rows),
        fields=accuracy(rows),
        kinds={kind: kinds[kind] for kind in sorted(kinds) if kind},
        failures=tuple(failures),
    )


def compare(goal: Description, expected: Expected) -> dict[str, bool]:
    """Field -> whether it is right. Order and hyphens do not matter."""
    anchors = [
        (r["kind"], r.get("negated", False), r["anchors"]) for r in expected.get("relations", [])
    ]
    found = [(r.kind, r.negated, [noun_key(a) for a in r.anchors]) for r in goal.relations]
    wanted = [(kind, negated, [expected_key(a) for a in nouns]) for kind, negated, nouns in anchors]
    if goal.rank is not None and "rank" not in expected:
        goal = _with_rank_in_words(goal, goal.rank, expected.get("others", ()))
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
    right["rank"] = goal.rank == (Rank(**expected["rank"]) if "rank" in expected else None)
    right["noun"] = right["head"] and right["category"]
    return right | {"all": all(right.values())}


def _with_rank_in_words(goal: Description, rank: Rank, others: Sequence[str]) -> Description:
    """The goal with its rank as other words of the target, where these are expected."""
    words = rank_phrases(rank)[0].split()
    if not set(words) <= set(others):
        return goal
    attributes = goal.target.attributes
    attributes = replace(attributes, others=(*attributes.others, *words))
    return replace(goal, target=replace(goal.target, attributes=attributes), rank=None)


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


def as_json(goal: Description) -> dict[str, Any]:
    """A goal in the form of ``Expected``, empty fields left out."""
    relations = [
        {"kind": r.kind, "anchors": [_noun_json(a) for a in r.anchors]}
        | ({"negated": True} if r.negated else {})
        for r in goal.relations
    ]
    places = {"relations": relations, "room": goal.room, "not_room": goal.not_room}
    rank = {} if goal.rank is None else {"rank": asdict(goal.rank)}
    found = {name: value for name, value in places.items() if value}
    return _noun_json(goal.target) | found | rank


def _noun_json(noun: Noun) -> dict[str, Any]:
    parts = {"without": _attributes_json(noun.without), "not_heads": list(noun.not_heads)}
    named = {"head": noun.head} | ({"category": noun.category} if noun.category else {})
    return named | _attributes_json(noun.attributes) | {k: v for k, v in parts.items() if v}


def _attributes_json(attributes: Attributes) -> dict[str, Any]:
    plain = _plain(attributes)
    return plain | ({"counts": dict(plain["counts"])} if "counts" in plain else {})


def accuracy(rows: Sequence[Mapping[str, bool]]) -> dict[str, float]:
    """Fraction of the goals in which each field is right."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in FIELDS}
