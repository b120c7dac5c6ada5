"""Disks that are full or can only be read, and names that are too long: one clear error everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meadow import serialize
from meadow.cli.main import run
from meadow.episodes.houses import load_house
from meadow.episodes.schema import HouseRef
from meadow.models.cache import Cache
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> Path:
    return write_tiny_suite(tmp_path_factory.mktemp("suite"), 1, max_steps=2)


@pytest.fixture(scope="module")
def finished(suite, tmp_path_factory) -> Path:
    """A run to film."""
    out = tmp_path_factory.mktemp("finished") / "run"
    command = ["eval", str(suite), "--agent", "random", "--executor", "inline", "-o", str(out)]
    assert run(command) == 0
    return out


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Makes a small disk, full or read-only; only root may."""
    place = tmp_path / "disk"
    place.mkdir()

    def make(kind: str) -> Path:
        mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(place)]
        if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
            pytest.skip("disks cannot be mounted here")
        if kind == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        else:
            with pytest.raises(OSError, match="No space"), open(place / "ballast", "wb", 0) as file:
                while True:
                    file.write(bytes(4096))
        return place

    yield make
    subprocess.run(["umount", str(place)], capture_output=True, check=False)


HOME = ("generator:seed=1,rooms=1", "--width", "640", "--views", "1")
#: Commands that write; {} is where.
COMMANDS = {
    "show": ("show", *HOME, "-o", "{}/home.png"),
    "catalogue": ("catalogue", "mug", "--tile", "64", "-o", "{}/sheet.png"),
    "houses": ("generate", "houses", "-n", "1", "--rooms", "1", "-o", "{}"),
    "video": ("video", "RUN", "EPISODE", "-o", "{}/film.gif"),
    "eval": ("eval", "SUITE", "--agent", "random", "--executor", "inline", "-o", "{}/run"),
}


def refused(capsys, command, place: Path, suite: Path, finished: Path) -> str:
    """What a command says about a place that it cannot write to."""
    episode = next((finished / "replays").iterdir()).stem
    names = {"RUN": str(finished), "SUITE": str(suite), "EPISODE": episode}
    arguments = [names.get(word, word.format(place)) for word in command]
    before = sorted(place.rglob("*")) if os.path.isdir(place) else []
    capsys.readouterr()
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    after = [p for p in place.rglob("*") if p not in before] if os.path.isdir(place) else []
    assert not [p for p in after if p.is_file() and p.name != "lock" and p.stat().st_size]
    return said


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("kind", "words"), [("full", "disk is full"), ("read-only", "only be read|cannot be written")]
)
def test_a_disk_that_takes_nothing(capsys, disk, suite, finished, name, kind, words) -> None:
    said = refused(capsys, COMMANDS[name], disk(kind), suite, finished)
    assert any(word in said for word in words.split("|")), said


@pytest.mark.parametrize("name", COMMANDS)
def test_a_name_of_more_than_255_bytes(capsys, tmp_path, suite, finished, name) -> None:
    said = refused(capsys, COMMANDS[name], tmp_path / ("é" * 130), suite, finished)
    assert "at most 255 bytes" in said
    assert len(said) < 800


@pytest.mark.parametrize("kind", ["full", "read-only", "below a file"])
def test_a_cache_that_cannot_be_written_costs_time_not_the_run(
    caplog, disk, monkeypatch, tmp_path, kind
) -> None:
    place = tmp_path / "file"
    place.touch()
    place = place if kind == "below a file" else disk(kind)
    monkeypatch.setenv("MEADOW_CACHE", str(place))
    monkeypatch.setattr(serialize, "_UNUSABLE", set())
    for _ in range(2):
        load_house(HouseRef("generator:seed=1,rooms=1"))
    assert caplog.text.count("the cache is not used, which costs time") == 1
    cache = Cache(directory=place / "answers")
    cache.put("ab" * 32, "a mug")
    assert cache.get("ab" * 32, str) == "a mug"
