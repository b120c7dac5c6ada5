"""The help of every command, as a newcomer reads it in a terminal of 80 columns."""

from __future__ import annotations

import importlib
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest
import tyro

from meadow.cli.main import COMMANDS, run
from meadow.cli.study.commands import CheckOptions, RunOptions, StatsOptions, TablesOptions
from meadow.cli.terminal.help import (
    METAVARS,
    example_lines,
    help_text,
    options_of,
    parsed,
    split_examples,
)
from meadow.evaluation.study import STUDIES

PAGE = "\f"


@pytest.fixture(scope="module")
def configs() -> dict[str, type]:
    return {
        name: importlib.import_module(f"meadow.cli.{module}").Config
        for name, (module, _) in COMMANDS.items()
    }


@pytest.fixture
def pages(in_terminal, configs) -> dict[str, list[str]]:
    """What each command prints about itself in a terminal; imported once, forked once."""

    def print_all() -> int:
        codes = []
        for name in configs:
            codes.append(run([*name.split(), "--help"]))
            print(PAGE)
        return max(codes)

    ended = in_terminal(print_all)
    assert ended.code == 0, ended.text
    texts = ended.text.split(PAGE)
    assert len(texts) == len(configs) + 1
    return {name: text.strip("\n").split("\n") for name, text in zip(configs, texts)}


def test_every_help_fits_a_terminal_and_breaks_no_word(pages, configs):
    for name, lines in pages.items():
        assert max(map(len, lines)) <= 80, (name, max(lines, key=len))
        assert lines[0].startswith(f"Usage: meadow {name}"), lines[0]
        words = " ".join(lines).split()
        for option in options_of(configs[name]):
            wanted = " ".join([option.meaning, option.default_text()]).split()
            assert _contains(words, wanted), (name, option.name)


def _contains(words: list[str], wanted: list[str]) -> bool:
    return any(words[i : i + len(wanted)] == wanted for i in range(len(words)))


def test_examples_stand_on_lines_of_their_own(pages, configs):
    for name, lines in pages.items():
        _, examples = split_examples(configs[name].__doc__)
        joined = "\n".join(lines).replace("\\\n", " ").split("\n")
        shown = [line.split() for line in joined if line.startswith("  meadow ")]
        assert [example.split() for example in examples] == shown[: len(examples)], name
        # Nothing that looks like a command in the middle of prose.
        assert not [line for line in lines if re.search(r"Examples?:\s+\S", line)], name


def test_every_example_is_a_command_line_that_is_understood(configs):
    for owner in configs.values():
        for example in split_examples(owner.__doc__)[1]:
            words = shlex.split(example)[1:]
            count = 2 if " ".join(words[:2]) in configs else 1
            name = " ".join(words[:count])
            assert isinstance(parsed(name, configs[name], words[count:]), configs[name]), example


def test_placeholders_teach_and_every_option_is_explained(configs):
    for name, config in configs.items():
        for option in options_of(config):
            assert option.meaning, f"meadow {name}: {option.name} is not explained"
            assert not re.search(r"\b(STR|INT|FLOAT|None|OUT|OUTPUT)\b", option.metavar), (
                name,
                option.name,
                option.metavar,
            )


@dataclass(frozen=True)
class Sample:
    """Say what is [bold]shown[/bold].

    Example: meadow sample a b --near 3 --kind short --note "two words" --far 1.5 --out somewhere/else -q
    """

    names: tyro.conf.Positional[tuple[str, ...]]
    """Which ones."""
    near: int = 0
    """How near, e.g. spatter@5,motion_drift."""
    kind: Literal["short", "long"] = "short"
    """How long."""
    far: float | None = None
    """How far."""
    note: str = ""
    """Shown ``as it is``."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("sheet.png")
    """Where."""
    quiet: Annotated[bool, tyro.conf.arg(aliases=["-q"])] = False
    """Say nothing."""
    option: tyro.conf.UseAppendAction[tuple[str, ...]] = field(default_factory=tuple)
    """One of several."""


def test_a_page_is_made_of_a_dataclass():
    text = help_text("sample", Sample, width=80)
    assert text.startswith("Usage: meadow sample NAME ... [options]\n\nSay what is [bold]shown")
    assert "\n  -o, --out FILE.png    Where. (default: sheet.png)\n" in text
    assert "\n  --near N              How near, e.g. spatter@5,motion_drift. (default: 0)\n" in text
    assert "\n  --far NUMBER          How far.\n" in text
    assert "\n  --note NOTE           Shown as it is.\n" in text
    assert "--kind {short,long}" in text
    assert "--option NAME=VALUE" in text


def test_a_config_is_parsed_as_without_placeholders():
    words = ["a", "b", "--near", "3", "--far", "1.5", "--option", "x=1", "--option", "y=2"]
    assert parsed("sample", Sample, words) == tyro.cli(Sample, args=words)


def test_a_long_example_keeps_options_and_values_together():
    lines = example_lines("meadow study toy run -a one,two --only motor_failure --json s.json", 40)
    assert lines.split(" \\\n") == [
        "  meadow study toy run -a one,two",
        "      --only motor_failure",
        "      --json s.json",
    ]


def test_mistakes_are_told_with_the_same_placeholders(capsys):
    with pytest.raises(SystemExit) as end:
        run(["eval"])
    assert end.value.code == 2
    assert "SUITE" in capsys.readouterr().err


def test_an_unknown_option_is_answered_with_the_nearest(capsys):
    with pytest.raises(SystemExit) as end:
        run(["eval", "objectnav", "--episode", "3"])
    assert end.value.code == 2
    assert "--episodes N" in capsys.readouterr().err


def test_every_page_begins_with_a_verb(configs):
    """A page says what the command does: "Draw a home", not "A picture" or "What a home looks like"."""
    wrong = r"(the|a|an|what|how|which|where|one|of|cpu|frames?|speed-up|say)\b"
    for name, config in configs.items():
        assert not re.match(wrong, config.__doc__, re.IGNORECASE), (name, config.__doc__[:60])


def test_every_placeholder_is_of_an_option(configs):
    studies = [entry.load() for entry in STUDIES]
    verbs = [verb.config for study in studies for verb in study.verbs.values()]
    verbs += [RunOptions, TablesOptions, StatsOptions, CheckOptions]
    names = {option.name for config in (*configs.values(), *verbs) for option in options_of(config)}
    names |= {name.removesuffix("s") for name in names}
    assert sorted(METAVARS.keys() - names) == []
