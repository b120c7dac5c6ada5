"""``meadow validate`` tells everything that is wrong with homes, and with what people are to do there."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.scenes.schema import Person, Walk, replace, write_house
from meadow.testing.furnished import furnished


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([(1.9, 2.2)], "valid"),
        ([(1.9, 2.2), (2.0, 2.2)], "'person-1' stands in 'person-0'"),
    ],
)
def test_people_who_stand_in_each_other_are_told(
    places: list[tuple[float, float]],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = furnished()
    walk, room = Walk(behaviour="idle"), house.rooms[0].id
    people = tuple(
        Person(f"person-{k}", "kofi", (x, y, 0.0), 0.0, room, walk=walk)
        for k, (x, y) in enumerate(places)
    )
    write_house(replace(house, people=people), tmp_path / "home.json")
    assert run(["validate", str(tmp_path / "home.json")]) == (told != "valid")
    assert told in capsys.readouterr().out
