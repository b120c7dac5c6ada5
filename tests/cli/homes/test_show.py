"""Pictures of homes from the command line, and what it says about files that are no homes."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from meadow import serialize
from meadow.cli.main import run
from meadow.scenes.schema import House, write_house
from meadow.testing.homes import thing, two_rooms

Fields = dict[str, Any]


@pytest.fixture
def house() -> House:
    sofa = thing("sofa-0", "sofa", (1.2, 2.0, 0.0), room="room-0")
    fridge = thing("fridge-0", "fridge", (6.2, 3.2, 0.0), room="room-1")
    return two_rooms([sofa, fridge])


def test_a_picture_of_a_file(tmp_path: Path, house: House) -> None:
    file, picture = tmp_path / "home.json.gz", tmp_path / "home.png"
    write_house(house, file)
    assert run(["show", str(file), "-o", str(picture), "--width", "640", "--views", "2"]) == 0
    image = Image.open(picture)
    assert image.width == 640
    pixels = np.asarray(image.convert("RGB"))
    # The plan is on the left, the view into the home on the right, frames below: none is blank.
    middle = pixels[60:200]
    for part in (middle[:, 100:220], middle[:, 420:540], pixels[-150:, :300], pixels[-150:, 340:]):
        assert len(np.unique(part.reshape(-1, 3), axis=0)) > 4


def test_a_picture_of_a_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "home.jpg"
    assert (
        run(["show", "seed:3,rooms=1", "-o", str(picture), "--width", "640", "--views", "1"]) == 0
    )
    assert Image.open(picture).format == "JPEG"
    assert "1 room," in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["seed:x", "-o", "a.png"], "expected seed:N"),
        (["generator:seed=1,rooms=0", "-o", "a.png"], "expected 1 to 10"),
        (["seed:1", "-o", "a.txt"], "ends in .png"),
        (["seed:1,rooms=1", "-o", "a.png", "--width", "0"], "width 0"),
        (["seed:1,rooms=1", "-o", "a.png", "--views", "0"], "views 0"),
        (["nowhere.json", "-o", "a.png"], "no such file"),
    ],
)
def test_bad_arguments_draw_nothing(
    assert_refused: Callable[[list[str], str], None], arguments: list[str], words: str
) -> None:
    assert_refused(["show", *arguments], words)


def _sofa(fields: Fields, **changes: object) -> None:
    fields["objects"][0].update(changes)


#: What is wrong -> (how to break a home, words of the message)
BROKEN: dict[str, tuple[Callable[[Fields], object], str]] = {
    "schema": (lambda f: f.update(schema="meadow/house/9"), "$.schema"),
    "huge coordinate": (lambda f: _sofa(f, position=[1e12, 2.0, 0.0]), "position"),
    "crossing room": (
        lambda f: f["rooms"][0].update(polygon=[[0, 0], [4, 4], [4, 0], [0, 4]]),
        "rooms[0]",
    ),
    "outside": (lambda f: _sofa(f, position=[50.0, 50.0, 0.0]), "objects[0]"),
    "unknown category": (lambda f: _sofa(f, category="sofaa"), "sofaa"),
    "negative size": (lambda f: _sofa(f, size=[-1.0, 1.0, 1.0]), "size"),
    "no rooms": (lambda f: f.update(rooms=[]), "rooms"),
    "too many objects": (
        lambda f: f.update(objects=[f["objects"][0] | {"id": f"o{i}"} for i in range(100_000)]),
        "objects",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_home_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], house: House, name: str
) -> None:
    spoil, words = BROKEN[name]
    fields = msgspec.json.decode(serialize.encode(house))
    spoil(fields)
    file, picture = tmp_path / "home.json", tmp_path / "home.png"
    file.write_bytes(msgspec.json.encode(fields))
    assert run(["show", str(file), "-o", str(picture)]) == 2
    message = capsys.readouterr().err
    assert message.startswith("meadow: ")
    assert words in message
    assert "Traceback" not in message
    assert run(["validate", str(file)]) == 1
    assert words in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["home.json"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"plain text", "not gzip"),
        (gzip.compress(b'{"schema": "meadow/house/1"}', mtime=0)[:-12], "truncated"),
        (gzip.compress(b'{"schema": "meadow/hou', mtime=0), "not valid JSON"),
        (
            gzip.compress(b'{"schema": "meadow/house/1", "id": "a", "rooms": NaN}', mtime=0),
            "not valid JSON",
        ),
        (b"", "not gzip"),
    ],
)
def test_a_damaged_file_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    file, picture = tmp_path / "home.json.gz", tmp_path / "home.png"
    file.write_bytes(content)
    assert run(["show", str(file), "-o", str(picture)]) == 2
    assert words in capsys.readouterr().err
    assert not picture.exists()


def test_an_import_needs_its_asset_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "procthor.json"
    file.write_text('{"metadata": {"schema": "1.0.0"}, "rooms": [], "walls": [], "objects": []}')
    missing = str(tmp_path / "asset-database.json")
    out = tmp_path / "homes"
    assert run(["import", "procthor", str(file), "-o", str(out), "--assets", missing]) == 2
    assert "asset-database.json" in capsys.readouterr().err
    assert not out.exists()
