"""No text reaches rich as markup, whoever wrote it."""

from __future__ import annotations

import re
from pathlib import Path

from rich.table import Table

import meadow
from meadow.cli.run import demo
from meadow.cli.terminal.console import make_console

SOURCES = Path(meadow.__file__).parent
TEXTS = ["a mug [/b]", "[red]no[/red]", ":boom:", "runs/[1]/x", "\\[bold]"]


def test_every_text_is_printed_as_it_is(capsys):
    for text in TEXTS:
        console = make_console(width=80)
        table = Table(text, title=text)
        table.add_row(text)
        console.print(table)
        console.print(text, style="bold")
        assert capsys.readouterr().out.count(text) == 4


def test_there_is_one_way_to_a_console():
    makers = [
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(
            r"\bConsole\(|rich\.get_console|from rich import print|from_markup", path.read_text()
        )
    ]
    assert makers == ["cli/terminal/console.py"]


def test_no_command_writes_markup():
    tag = re.compile(r"\[/?(?:bold|dim|red|green|yellow|blue|cyan)\]|\[/\]")
    users = [p.name for p in (SOURCES / "cli").glob("*.py") if tag.search(p.read_text())]
    assert not users


def test_the_demo_repeats_the_words_that_it_was_given(capsys):
    """`meadow demo "a mug [/b]"` once ended in a MarkupError."""
    demo.say("looking for a mug [/b]")
    assert "looking for a mug [/b]" in capsys.readouterr().out
