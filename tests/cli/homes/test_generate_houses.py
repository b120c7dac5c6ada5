"""Homes from the command line: complete files, the same bytes, clear refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.scenes.generator import generate_house
from meadow.scenes.validate import read_valid_house


def test_one_valid_file_for_each_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "homes"
    assert (
        run(["generate", "houses", "-n", "3", "--rooms", "2-3", "--seed", "5", "-o", str(out)]) == 0
    )
    files = sorted(out.iterdir())
    houses = [read_valid_house(file) for file in files]
    expected = [generate_house(seed, rooms=(2, 3)) for seed in (5, 6, 7)]
    assert sorted(h.digest() for h in houses) == sorted(h.digest() for h in expected)
    assert {file.name for file in files} == {f"{house.id}.json.gz" for house in expected}
    printed = capsys.readouterr().out
    assert "3 homes" in printed
    assert "categories" in printed


def test_workers_write_the_same_bytes(tmp_path: Path) -> None:
    common = ["generate", "houses", "-n", "2", "--rooms", "1"]
    assert run([*common, "-o", str(tmp_path / "alone")]) == 0
    assert run([*common, "--workers", "2", "-o", str(tmp_path / "together")]) == 0
    alone, together = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}
        for name in ("alone", "together")
    )
    assert alone == together


def test_people_can_be_asked_for(tmp_path: Path) -> None:
    assert (
        run(["generate", "houses", "-n", "1", "--rooms", "3", "--people", "2", "-o", str(tmp_path)])
        == 0
    )
    (file,) = tmp_path.iterdir()
    assert len(read_valid_house(file).people) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rooms", "six"], "such as 6"),
        (["--rooms", "0"], "expected 1 to 10"),
        (["--rooms", "8-4"], "expected 1 to 10"),
        (["--rooms", "4-11"], "expected 1 to 10"),
        (["--count", "0"], "--count 0"),
        (["--seed", "-1"], "--seed -1"),
        (["--workers", "0"], "--workers 0"),
        (["--people", "-3"], "people -3"),
    ],
)
def test_bad_options_write_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    out = tmp_path / "homes"
    assert run(["generate", "houses", *options, "-o", str(out)]) == 2
    assert words in capsys.readouterr().err
    assert not out.exists()


def test_a_file_in_the_place_of_the_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "homes"
    place.write_text("mine")
    assert run(["generate", "houses", "-n", "1", "-o", str(place)]) == 2
    assert "expected a directory" in capsys.readouterr().err
    assert place.read_text() == "mine"


def test_an_interrupt_leaves_only_complete_homes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import meadow.scenes.generator as generator

    def interrupted(seed: int, **options: object) -> object:
        if seed == 2:
            raise KeyboardInterrupt
        return generate_house(seed, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(generator, "generate_house", interrupted)
    assert run(["generate", "houses", "-n", "5", "--rooms", "1", "-o", str(tmp_path)]) == 130
    files = list(tmp_path.iterdir())
    assert len(files) == 2
    for file in files:
        read_valid_house(file)
