"""``meadow parse "a small red mug on the desk"``: how a goal is understood."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import tyro

from meadow.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Config:
    """Show how a goal in words is understood: the thing, how it looks, where it is, what it is not.

    Agents and benchmarks read goals in the same way. Words that the catalogue lacks are kept as
    typed. With --check, read a file of goals with known meanings and say how many are right. With
    --question, read a question about a home and show its program; --home answers it.
    Example: meadow parse --check tests/language/data/everyday.json --json score.json
    """

    text: Annotated[str, tyro.conf.Positional] = ""
    """The goal, in quotes."""
    embedding: bool = True
    """Look for a known name near in meaning to a strange noun."""
    check: Path | None = None
    """Read this JSON file of goals with expected structures and print how many are right."""
    json: Path | None = None
    """With --check: also write the score and every failure to this file."""
    question: bool = False
    """Read the text as a question, e.g. "how many red mugs are there?", and show its program."""
    home: str = ""
    """With --question: answer it by all that is true of this home, e.g. seed:7 or a house file."""


def run(config: Config) -> int:
    """Print the structure of one goal, or the score over a file of them."""
    if config.check is not None:
        return _check(config, config.check)
    if config.json is not None:
        raise InvalidValueError("--json writes a score; name the goals to read with --check FILE")
    if config.question:
        return _question(config)
    if config.home:
        raise InvalidValueError("--home answers a question; add --question")
    if not config.text:
        raise InvalidValueError('no goal given. Try: meadow parse "a small red mug on the desk"')
    goal = _reader(config)(config.text)
    for name, value in summary(goal):
        print(f"{name:<10} {value}")
    return 0


def _question(config: Config) -> int:
    """Print the program of a question, and its answer where a home is given."""
    from meadow import serialize
    from meadow.episodes.houses import load_home
    from meadow.language.questions.encoding import encode
    from meadow.language.questions.execute import KnownThings
    from meadow.language.questions.parse import parse_question
    from meadow.scenes.facts import house_things

    program = parse_question(config.text)
    print(f"{'program':<10} {serialize.encode(encode(program)).decode()}")
    if config.home:
        said = KnownThings(house_things(load_home(config.home))).run(program)
        print(f"{'answer':<10} {said or 'none: nothing there is meant, or it is arguable'}")
    return 0


def _reader(config: Config) -> Any:
    from functools import partial

    from meadow.language import parse
    from meadow.models.text import load_words

    return partial(parse, similar=load_words() if config.embedding else None)


def summary(goal: Any) -> list[tuple[str, str]]:
    """Everything that is said, line by line."""
    from meadow.language import describe, phrases
    from meadow.language.vocabulary import vocabulary

    rows = [("target", _noun(goal.target))]
    candidates = vocabulary().candidates(goal.target.head)
    if len(candidates) > 1:
        rows.append(("may be", ", ".join(candidates)))
    for relation in goal.relations:
        joint = " and " if relation.kind == "between" else ", "
        kind = ("not " if relation.negated else "") + relation.kind
        rows.append((kind, joint.join(_noun(anchor) for anchor in relation.anchors)))
    rows += [
        (name, room) for name, room in (("room", goal.room), ("not room", goal.not_room)) if room
    ]
    rows.append(("in words", describe(goal)))
    rows.append(("phrases", " | ".join(p for group in phrases(goal).values() for p in group)))
    return rows


def _noun(noun: Any) -> str:
    text = f"{noun.head} (category: {noun.category or 'none'})"
    for label, group in (("", noun.attributes), ("not ", noun.without)):
        for field in fields(group):
            value = getattr(group, field.name)
            if value:
                shown = value if isinstance(value, str) else ", ".join(_value(v) for v in value)
                text += f"  {label}{field.name}: {shown}"
    return text + "".join(f"  not a {head}" for head in noun.not_heads)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else f"{value[1]} {value[0]}"


def _check(config: Config, path: Path) -> int:
    from meadow import serialize
    from meadow.cli.terminal.output import check_file
    from meadow.language.scoring import Expected, check

    if config.json is not None:
        check_file(config.json, (".json",))
    score = check(serialize.read(path, list[Expected]), _reader(config))
    for failure in score.failures:
        print(f"{failure.text}  ({', '.join(failure.wrong)})")
        print(f"  expected  {serialize.encode(failure.expected).decode()}")
        print(f"  got       {serialize.encode(failure.got).decode()}")
    print(f"{score.goals} goals, {score.right} fully right, {score.noun} with the right noun")
    for name, fraction in score.fields.items():
        print(f"  {name:<11}{100 * fraction:5.1f} %")
    for kind, (right, count) in score.kinds.items():
        print(f"  {kind:<11}{right:3} of {count}")
    if config.json is not None:
        serialize.write(config.json, score, indent=True)
        print(f"wrote {config.json}")
    return 0
