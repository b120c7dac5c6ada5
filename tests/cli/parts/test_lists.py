"""Lists and cards of what there is: agents, metrics, tasks, suites."""

from __future__ import annotations

import inspect

import pytest

from meadow.agents import AGENTS
from meadow.cli.main import run
from meadow.cli.terminal.signatures import parameters_of
from meadow.episodes.suites import SUITES
from meadow.metrics import METRICS


def check_printed(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """What a command prints, which must succeed and fit 80 columns."""
    assert run(command.split()) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80, command
    return text


@pytest.mark.parametrize(
    "command",
    ["agents list", "tasks list", "models list --fakes", "corruptions list", "metrics list"],
)
def test_lists_fit_a_terminal(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    check_printed(capsys, command)


def test_a_tag_lists_its_kinds_too(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = check_printed(capsys, "agents list --tag cow").splitlines()
    names = {line.split()[0] for line in lines if line and line[0] != " "}
    assert {"cow-owl-s", "cow-attributes", "cow-oracle"} <= names
    assert "random" not in names


def test_a_tag_that_there_is_not_is_told(capsys):
    assert run(["agents", "list", "--tag", "cwo"]) == 2
    assert "Did you mean 'cow'" in capsys.readouterr().err


@pytest.mark.parametrize("name", [entry.name for entry in AGENTS])
def test_every_option_of_every_agent_is_explained(name):
    entry = AGENTS.entry(name)
    for one in parameters_of(entry.load(), entry.kwargs):
        assert one.meaning, f"{name}: {one.name}"
        assert one.default is not inspect.Parameter.empty, f"{name}: {one.name}"


def test_an_agents_card_shows_the_values_it_is_made_with(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    card = check_printed(capsys, "agents show cow-owl-s")
    assert 'localizer="owl"' in card
    assert "restarts=4" in card  # of the class that it passes options on to
    card = check_printed(capsys, "agents show cow-oracle")
    assert "bump_sensor=false" in card
    assert "stop_distance=0.995" in card
    assert "no options" in check_printed(capsys, "agents show forward")


def test_an_agents_card_has_its_slips_corrected(capsys):
    assert run(["agents", "show", "cow-olw-s"]) == 2
    assert "Did you mean 'cow-owl-s'" in capsys.readouterr().err


def test_every_metric_is_explained(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = check_printed(capsys, "metrics list")
    words = " ".join(text.split())
    for entry in METRICS:
        first = " ".join(inspect.getdoc(entry.load()).split("\n\n")[0].split())
        assert f"\n{entry.name} " in f"\n{text}"
        assert first in words


@pytest.mark.parametrize("name", [entry.name for entry in SUITES])
def test_a_suite_is_shown_with_its_task(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = check_printed(capsys, f"tasks show {name}")
    assert f"Suite   {name}" in text
    assert "Success, exactly:" in text


def test_neither_task_nor_suite(capsys):
    assert run(["tasks", "show", "pastrue"]) == 2
    assert "Did you mean 'pasture'" in capsys.readouterr().err
