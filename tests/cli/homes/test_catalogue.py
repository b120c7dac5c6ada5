"""The catalogue as a picture, a list and facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from meadow.cli.main import run
from meadow.language.held_out import GOALS
from meadow.scenes.catalogue import CATEGORIES


def test_a_sheet_of_some_categories(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    assert (
        run(["catalogue", "mug", "tent", "-o", str(sheet), "--tile", "64", "--columns", "2"]) == 0
    )
    assert Image.open(sheet).width == 128


def test_variants_take_more_room(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    options = ["--variants", "--tile", "32", "--columns", "1"]
    assert run(["catalogue", "mug", *options, "-o", str(sheet)]) == 0
    assert Image.open(sheet).height > len(CATEGORIES["mug"].variants) * 32


def test_facts_of_a_tag_as_json(tmp_path: Path) -> None:
    assert run(["catalogue", "--tag", "robothor", "--json", str(tmp_path / "facts.json")]) == 0
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert len(facts) == 12
    assert all("robothor" in fact["tags"] and len(fact["variants"]) >= 3 for fact in facts)


def test_facts_of_a_list_of_goals(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    assert run(["catalogue", "--tag", "uncommon", "--json", str(file)]) == 0
    names = {fact["name"] for fact in json.loads(file.read_text())}
    assert names == set(GOALS["uncommon"])


def test_the_list_counts_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["catalogue"]) == 0
    assert f"{len(CATEGORIES)} categories" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mugg"], "Did you mean 'mug'"),
        (["--tag", "robotor"], "Did you mean 'robothor'"),
        (["mug", "-o", "sheet.gif"], "ends in .png"),
        (["mug", "-o", "sheet.png", "--tile", "20"], "expected 32 to 1024"),
        (["mug", "-o", "sheet.png", "--columns", "0"], "columns 0"),
    ],
)
def test_bad_arguments_draw_nothing(
    assert_refused: Callable[[list[str], str], None], arguments: list[str], words: str
) -> None:
    assert_refused(["catalogue", *arguments], words)


def test_photos_are_counted_in_a_terminal(in_terminal, tmp_path):
    ended = in_terminal(
        lambda: run(["catalogue", "mug", "sofa", "-o", str(tmp_path / "sheet.png")])
    )
    assert ended.code == 0, ended.text
    assert "photos" in ended.raw
    assert "2/2" in ended.raw
