"""A plugin adds things to the catalogue without changing what ships."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from meadow.errors import MeadowError
from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.modelling.shape import Form, Shape

PLUGIN = """
from meadow.scenes.catalogue.pieces import small
from meadow.scenes.catalogue.spec import PartSpec

@small(
    "weather vane",
    size=((0.1, 0.2), (0.3, 0.5), (0.4, 0.6)),
    mass=(0.5, 2.0),
    variants=("arrow", "rooster", "ship"),
    parts={"vane": PartSpec(("metal",))},
    on={"floor": 1.0, "desk": 1.0},
    synonyms=("wind vane",),
    tags=("tool",),
)
def weather_vane(s, f):
    s.rod("vane", (0, 0, 0), (0, 0, 1), 0.1)
    s.box("vane", (-0.1, -1, 1), (0.1, 1, 1.2))
"""
SCRIPT = """
from meadow.language.parse import parse
assert parse("a red wind vane").target.category == "weather vane"
from meadow.scenes.catalogue import CATEGORIES, tagged
assert list(CATEGORIES)[-1] == "weather vane" and "weather vane" in tagged("tool")
from meadow.learning.eyes.data.facts import catalogue_names
from meadow.language.held_out import CATALOGUE_REVISION
assert "weather vane" not in catalogue_names(CATALOGUE_REVISION)
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.validate import check_house
house = generate_house(3, spec=HouseSpec(rooms=(1, 1), include=("weather vane",)))
check_house(house)
assert any(item.category == "weather vane" for item in house.objects)
print(generate_house(3, spec=HouseSpec(rooms=(1, 1))).digest())
"""


def test_a_plugins_thing_is_found_named_and_placed_and_changes_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "vanes.py"
    file.write_text(PLUGIN)
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "MEADOW_PLUGINS": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == generate_house(3, spec=HouseSpec(rooms=(1, 1))).digest()


def test_a_plugins_thing_may_not_change_generated_homes() -> None:
    def vane(s: Shape, f: Form) -> None:
        s.box("vane", (0, 0, 0), f.size)

    describe = category(
        "weather vane",
        size=((0.1, 0.2), (0.3, 0.5), (0.4, 0.6)),
        mass=(0.5, 2.0),
        variants=("arrow", "rooster", "ship"),
        parts={"vane": PartSpec(("metal",))},
        rooms={"office": 1.0},
    )
    with pytest.raises(MeadowError, match="on request only"):
        describe(vane)
