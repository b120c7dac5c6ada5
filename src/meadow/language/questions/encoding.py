"""Programs as plain JSON and back, as files of questions hold them.

    {"count": {"head": "object", "colours": ["silver"], "relations": [
        {"kind": "heavier", "anchors": [{"head": "egg", "category": "egg", "room": "kitchen"}]}]}}

A selection has the fields of a noun (``language.goals.Attributes``), ``relations``, ``room``, ``not_room``
and ``rank``; what is empty is left out. ``many`` stands in a selection of which all things are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import singledispatch
from typing import Any

from meadow.errors import FileFormatError
from meadow.language.goals import Attributes, Noun, Rank
from meadow.language.questions import program as nodes

Json = dict[str, Any]

#: Head of a selection that names no kind of thing.
ANY = "object"
#: Comparative -> the word of "as ... as".
ALIKE = {"heavier": "as heavy", "larger": "as large", "longer": "as long"}
_LISTS = tuple(f.name for f in fields(Attributes) if f.name not in ("size", "counts"))


@singledispatch
def encode(program: nodes.Program) -> Json:
    """A program as JSON."""
    raise TypeError(f"{type(program).__name__} is no program")


@encode.register
def _(program: nodes.Exist) -> Json:
    things = _things(program.things)
    return {"exist": things} if program.least == 1 else {"at_least": [program.least, things]}


@encode.register
def _(program: nodes.Count) -> Json:
    return {"count_rooms" if program.rooms else "count": _things(program.things)}


@encode.register
def _(program: nodes.Query) -> Json:
    things = _things(program.things)
    return {"query": [program.asked, things | {"many": True} if program.several else things]}


@encode.register
def _(program: nodes.Is) -> Json:
    if program.check.rank is not None:
        among = _things(program.check)
        return {"is_rank": [_things(program.things), among.pop("rank"), among]}
    name = "all" if program.every else "is"
    return {name: [_things(program.things), _check(program.check)]}


@encode.register
def _(program: nodes.Choose) -> Json:
    ways = [link.kind for check in program.checks for link in check.links]
    if program.names == tuple(ways) and len(ways) == 2:
        anchor = _things(program.checks[0].links[0].anchor)
        return {"which_way": [*ways, _things(program.things), anchor]}
    return {"choose": [_things(program.things), *map(_check, program.checks)]}


@encode.register
def _(program: nodes.Compare) -> Json:
    word = ALIKE.get(program.word, program.word) if program.alike else program.word
    return {"compare": [word, _things(program.first), _things(program.second)]}


@encode.register
def _(program: nodes.Which) -> Json:
    return {"which": [program.word, _things(program.first), _things(program.second)]}


@encode.register
def _(program: nodes.CompareCounts) -> Json:
    return {"compare_counts": [program.word, _things(program.first), _things(program.second)]}


@encode.register
def _(program: nodes.Same) -> Json:
    second = None if program.second is None else _things(program.second)
    return {"same": [program.asked, _things(program.first), second]}


@encode.register
def _(program: nodes.Matching) -> Json:
    name = "count_same" if program.count else "exist_same"
    return {name: [program.asked, _things(program.thing), _things(program.among)]}


@encode.register
def _(program: nodes.Both) -> Json:
    return {"or" if program.either else "and": [encode(program.first), encode(program.second)]}


@encode.register
def _(program: nodes.Not) -> Json:
    return {"not": encode(program.program)}


def _check(selection: nodes.Selection) -> Json:
    """What is said of a thing: the same without a head that names nothing."""
    said = _things(selection)
    if said["head"] == ANY:
        del said["head"]
    return said


def _things(things: nodes.Things) -> Json:
    if isinstance(things, nodes.Union):
        return {"or": [_things(part) for part in things.parts]}
    said: Json = {"head": things.noun.head}
    if things.noun.category:
        said["category"] = things.noun.category
    said |= _attributes(things.noun.attributes)
    if things.noun.without:
        said["without"] = _attributes(things.noun.without)
    if things.noun.not_heads:
        said["not_heads"] = list(things.noun.not_heads)
    if things.rank is not None:
        rank = things.rank
        said["rank"] = {"by": rank.by} | ({"place": rank.place} if rank.place != 1 else {})
        said["rank"] |= {"of": rank.of} if rank.of else {}
    if things.links:
        said["relations"] = [
            {"kind": link.kind, "anchors": [_things(link.anchor)]}
            | ({"negated": True} if link.negated else {})
            for link in things.links
        ]
    return said | {
        name: value
        for name, value in (("room", things.room), ("not_room", things.not_room))
        if value
    }


def _attributes(attributes: Attributes) -> Json:
    said: Json = {"size": attributes.size} if attributes.size else {}
    said |= {name: list(words) for name in _LISTS if (words := getattr(attributes, name))}
    return said | ({"counts": dict(attributes.counts)} if attributes.counts else {})


# --- reading -------------------------------------------------------------------------------------


def decode(said: Mapping[str, Any]) -> nodes.Program:
    """The program of its JSON.

    Raises:
        FileFormatError: It is none; the message names what is wrong.
    """
    if len(said) != 1:
        raise FileFormatError(f"program {said!r}: expected one of {', '.join(_READERS)}")
    ((name, value),) = said.items()
    if name not in _READERS:
        raise FileFormatError(f"program {name!r}: expected one of {', '.join(_READERS)}")
    try:
        return _READERS[name](value)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise FileFormatError(f"program {name!r} of {value!r}: {error}") from error


def _read_query(value: list[Any]) -> nodes.Program:
    asked, things = value
    return nodes.Query(asked, _selected(things), several=bool(things.get("many")))


def _read_rank(value: list[Any]) -> nodes.Program:
    thing, rank, among = value
    return nodes.Is(_selected(thing), _selection(among | {"rank": rank}))


def _read_compare(value: list[Any]) -> nodes.Program:
    word, first, second = value
    like = {said: by for by, said in ALIKE.items()}
    alike = word in like
    return nodes.Compare(like.get(word, word), _selected(first), _selected(second), alike)


def _read_choose(value: list[Any]) -> nodes.Program:
    things, *checks = value
    read = tuple(map(_selection, checks))
    return nodes.Choose(_selected(things), read, tuple(map(said_of, read)))


def _read_way(value: list[Any]) -> nodes.Program:
    first, second, things, other = value
    return which_way(first, second, _selected(things), _selection(other))


def _read_same(value: list[Any]) -> nodes.Program:
    asked, first, second = value
    return nodes.Same(asked, _selected(first), None if second is None else _selected(second))


def _matching(count: bool) -> Callable[[list[Any]], nodes.Program]:
    def read(value: list[Any]) -> nodes.Program:
        asked, thing, among = value
        return nodes.Matching(asked, _selection(thing), _selected(among), count)

    return read


_READERS: dict[str, Callable[[Any], nodes.Program]] = {
    "exist": lambda value: nodes.Exist(_selected(value)),
    "at_least": lambda value: nodes.Exist(_selected(value[1]), least=value[0]),
    "count": lambda value: nodes.Count(_selected(value)),
    "count_rooms": lambda value: nodes.Count(_selected(value), rooms=True),
    "query": _read_query,
    "is": lambda value: nodes.Is(_selected(value[0]), _selection(value[1])),
    "all": lambda value: nodes.Is(_selected(value[0]), _selection(value[1]), every=True),
    "is_rank": _read_rank,
    "choose": _read_choose,
    "which_way": _read_way,
    "compare": _read_compare,
    "which": lambda value: nodes.Which(value[0], _selection(value[1]), _selection(value[2])),
    "compare_counts": lambda value: nodes.CompareCounts(
        value[0], _selected(value[1]), _selected(value[2])
    ),
    "same": _read_same,
    "exist_same": _matching(False),
    "count_same": _matching(True),
    "and": lambda value: nodes.Both(decode(value[0]), decode(value[1])),
    "or": lambda value: nodes.Both(decode(value[0]), decode(value[1]), either=True),
    "not": lambda value: nodes.Not(decode(value)),
}


def which_way(
    first: str, second: str, things: nodes.Things, other: nodes.Selection
) -> nodes.Choose:
    """ "Is the box heavier or lighter than the chair?" """
    words = (first, second)
    checks = (
        nodes.Selection(noun=Noun(head=ANY), links=(nodes.SelectionLink(w, other),)) for w in words
    )
    return nodes.Choose(things, tuple(checks), words)


def said_of(check: nodes.Selection) -> str:
    """The words that answer which of several checks holds: "red", "kitchen", "desk"."""
    attributes = check.noun.attributes
    words = [word for name in ("colours", "materials") for word in getattr(attributes, name)]
    words += [check.room] if check.room else []
    words += [link.anchor.noun.head for link in check.links]
    return ", ".join(words) or check.noun.head


def _selected(said: Mapping[str, Any]) -> nodes.Things:
    if "or" in said:
        return nodes.Union(tuple(_selection(part) for part in said["or"]))
    return _selection(said)


def _selection(said: Mapping[str, Any]) -> nodes.Selection:
    rank = said.get("rank")
    return nodes.Selection(
        noun=Noun(
            head=said.get("head", ANY),
            category=said.get("category"),
            attributes=_read_attributes(said),
            without=_read_attributes(said.get("without", {})),
            not_heads=tuple(said.get("not_heads", ())),
        ),
        links=tuple(
            nodes.SelectionLink(link["kind"], _selection(anchor), bool(link.get("negated")))
            for link in said.get("relations", ())
            for anchor in link["anchors"]
        ),
        room=said.get("room", ""),
        not_room=said.get("not_room", ""),
        rank=None if rank is None else Rank(rank["by"], rank.get("place", 1), rank.get("of", 0)),
    )


def _read_attributes(said: Mapping[str, Any]) -> Attributes:
    lists = {name: tuple(said.get(name, ())) for name in _LISTS}
    counts = tuple(sorted(said.get("counts", {}).items()))
    return Attributes(size=said.get("size", ""), counts=counts, **lists)
