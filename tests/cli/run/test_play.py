"""Where people practise for a suite."""

from __future__ import annotations

import pytest

from meadow.cli.main import run as meadow
from meadow.cli.run.play import practice_suite
from meadow.episodes import SUITES
from meadow.errors import InvalidValueError


def test_a_suite_with_a_practice_split_is_practised_there() -> None:
    assert practice_suite("excalibur") == "excalibur-practice"


def test_others_have_a_small_suite_of_their_task() -> None:
    assert practice_suite("langnav-test") == "langnav-mini"
    assert practice_suite("pasture") == "pasture-mini"
    assert practice_suite("pointnav") == "pointnav-mini"


@pytest.mark.parametrize("suite", SUITES.names())
def test_every_suite_can_be_practised_for(suite: str) -> None:
    assert practice_suite(suite) in SUITES


def test_a_file_has_no_practice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidValueError, match="is no suite by name"):
        practice_suite("mine.jsonl")
    assert meadow(["play", "mine.jsonl", "--practice", "--no-browser"]) != 0
    assert "mine.jsonl" in capsys.readouterr().err
