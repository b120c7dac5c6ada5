"""An option's name means the same in every command."""

from __future__ import annotations

import importlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from meadow.cli.main import COMMANDS, RENAMED, run
from meadow.cli.study.commands import CheckOptions, RunOptions, StatsOptions, TablesOptions
from meadow.cli.terminal.help import options_of, parsed, plain_type
from meadow.cli.terminal.options import Agents, Duration, NotNegative, Out, Positive, single
from meadow.errors import InvalidValueError
from meadow.evaluation.study import STUDIES

#: Name -> its type and how it is typed, wherever a command has it.
SPELLINGS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "agent": (tuple[str, ...], ("-a", "--agent")),
    "rooms": (str, ("--rooms",)),
    "out": (Path, ("-o", "--out")),
    "episodes": (int, ("--episodes",)),
    "workers": (int, ("--workers",)),
    "seed": (int, ("--seed",)),
    "json": (Path, ("--json",)),
}


def configs() -> dict[str, type]:
    """Command -> its options, with what every study can be asked."""
    found = {
        name: importlib.import_module(f"meadow.cli.{module}").Config
        for name, (module, _) in COMMANDS.items()
    }
    for config in (RunOptions, TablesOptions, StatsOptions, CheckOptions):
        found[f"study NAME {config.__name__}"] = config
    for study in STUDIES:
        for verb, own in STUDIES.get(study.name).verbs.items():
            found[f"study {study.name} {verb}"] = own.config
    return found


def general_options() -> list[tuple[str, Any]]:
    """Command and option, for all commands."""
    return [
        (name, option)
        for name, config in configs().items()
        for option in options_of(config)
        if option.flags
    ]


def kind(hint: Any) -> Any:
    """The type of a value; a choice of texts is a text."""
    plain = plain_type(hint)
    return type(get_args(plain)[0]) if get_origin(plain) is Literal else plain


def test_an_option_has_one_type_and_one_spelling_over_all_commands() -> None:
    found: dict[str, dict[Any, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, option in general_options():
        found[option.flags[0]][(kind(option.hint), option.flags)].append(name)
        found[option.name][(kind(option.hint), option.flags)].append(name)
    several = {option: dict(kinds) for option, kinds in found.items() if len(kinds) > 1}
    # A page is exported to a directory; a training exports its model, or not (--no-export).
    # The conditions of a benchmark's own command are one text with commas, which is typed the same.
    assert set(several) <= {"--export", "export", "--condition", "condition"}


def test_the_common_options_are_spelt_as_documents_say() -> None:
    seen = set()
    flags: dict[str, set[str]] = defaultdict(set)
    for name, option in general_options():
        flags[name] |= set(option.flags)
    for name, option in general_options():
        if option.name in SPELLINGS:
            seen.add(option.name)
            assert (kind(option.hint), option.flags) == SPELLINGS[option.name], name
        present = RENAMED.get(f"--{option.name}")
        assert present not in flags[name], f"meadow {name} has an old option beside {present}"
    assert seen == set(SPELLINGS)


@pytest.mark.parametrize(
    "words",
    [
        "show seed:1 --output a.png",
        "eval objectnav --agents random",
        "generate houses --output=homes",
        "train policy pointnav-rgb --envs 4",
        "train policy pointnav-rgb --teacher-share=0.5",
        "train encoder --rate 0.1",
    ],
)
def test_an_old_option_is_answered_with_the_present_one(
    assert_refused: Callable[[list[str], str], None], words: str
) -> None:
    assert_refused(words.split(), "` is now `--")


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A command."""

    out: Out | None = None
    """Where."""
    agent: Agents = ()
    """Who."""
    workers: Positive = 1
    """How many."""
    episodes: Positive | None = None
    """How many."""
    seed: NotNegative = 0
    """Which."""
    minutes: Duration | None = None
    """How long."""


def parse(words: str) -> Sample:
    config: Sample = parsed("sample", Sample, words.split())
    return config


def test_names_are_repeated_or_separated_by_commas() -> None:
    assert parse("").agent == ()
    assert parse("--agent a,b -a c --agent a").agent == ("a", "b", "c")
    assert parse("-o there --agent a") == Sample(out=Path("there"), agent=("a",))


@pytest.mark.parametrize(
    "words",
    ["--workers 0", "--episodes -3", "--seed -1", "--minutes 0", "--minutes nan"],
)
def test_numbers_that_are_too_small_are_refused(words: str) -> None:
    with pytest.raises(InvalidValueError, match=f"{words.split()[0]} .*expected"):
        parse(words)


def test_one_name_where_one_is_expected() -> None:
    assert single((), "a") == "a"
    assert single(("b",), "a") == "b"
    with pytest.raises(InvalidValueError, match="--agent b,c: expected one name"):
        single(("b", "c"), "a")


def test_several_agents_are_evaluated_one_after_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "eval pointnav-mini --agent forward,random --episodes 1 --max-steps 5 --executor inline"
    assert run([*words.split(), "-o", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert text.index("forward on pointnav-mini") < text.index("random on pointnav-mini")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["forward", "random"]
