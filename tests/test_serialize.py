"""Reading and writing files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from meadow import serialize
from meadow.errors import FileFormatError, InvalidValueError, MeadowError
from meadow.testing.fuzz.mutate import bomb


def test_equal_values_give_equal_bytes(tmp_path: Path) -> None:
    serialize.write(tmp_path / "a.json.gz", {"b": 1, "a": [1.5, "x"]})
    serialize.write(tmp_path / "b.json.gz", {"a": [1.5, "x"], "b": 1})
    assert (tmp_path / "a.json.gz").read_bytes() == (tmp_path / "b.json.gz").read_bytes()
    assert serialize.read(tmp_path / "a.json.gz", dict) == {"a": [1.5, "x"], "b": 1}


def test_a_failed_write_leaves_the_old_file_and_no_debris(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(RuntimeError), serialize.atomic(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json.gz", b"{}", "not gzip"),
        ("a.json.gz", gzip.compress(b"[1, 2, 3]" * 100, mtime=0)[:30], "truncated"),
        ("a.json.gz", b"version https://git-lfs.github.com/spec/v1\n", "LFS pointer"),
        ("a.json", b"{", "not valid JSON"),
        ("a.json", b'{"a": NaN}', "not valid JSON"),
        ("a.json", b"\xff\xfe", "not valid JSON"),
        ("a.json", b"[1]", "Expected `object`"),
    ],
)
def test_bad_files_say_what_is_wrong(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileFormatError, match=message) as error:
        serialize.read(path, dict)
    assert name in str(error.value)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../a", "/etc/passwd", "a/b", "a\\b", "a\0b", "x" * 256, "é" * 128, "\ud800"],
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(InvalidValueError, match="spec.json: .* cannot name an output file"):
        serialize.output_name(name, "spec.json")


@pytest.mark.parametrize("name", ["a", "cow-owl-s@eyes-s", ".hidden", "a b", "x" * 255, "..."])
def test_plain_names_pass(name: str) -> None:
    assert serialize.output_name(name, "spec.json") == name


@pytest.mark.parametrize("pattern", [b"\n", b"[", b"{},"])
def test_bombs_are_refused_before_they_are_unpacked(tmp_path: Path, pattern: bytes) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(bomb(pattern, gzip=True))
    with pytest.raises(FileFormatError, match="a.jsonl.gz: unpacks to more than 300 times"):
        serialize.read_bytes(path)
    with pytest.raises(FileFormatError, match="a.jsonl.gz: unpacks to more than 300 times"):
        list(serialize.read_lines(path))


def test_sizes_are_checked_before_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with open(path, "wb") as file:
        file.truncate(serialize.MAX_BYTES + 1)  # takes no room on the disk
    with pytest.raises(FileFormatError, match="a.json: more than the limit"):
        serialize.read_bytes(path)


def test_json_of_countless_tiny_values_is_refused() -> None:
    data = b"[" + b"{}," * 8_000_000 + b"{}]"
    with pytest.raises(FileFormatError, match="some file: its values would take about"):
        serialize.decode(data, list, "some file")


def test_lines_are_numbered_and_blank_ones_left_out(tmp_path: Path) -> None:
    long = b"x" * 3_000_000  # longer than what is read at once
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([b"a", b"", b"  ", long, b"b\r", b"", b"c"]))
    assert [*serialize.read_lines(path)] == [(1, b"a"), (4, long), (5, b"b"), (7, b"c")]


def test_missing_files_are_named() -> None:
    with pytest.raises(FileFormatError, match="no-such-file.json: no such file"):
        serialize.read("no-such-file.json", dict)


def test_code_versions_tell_sources_apart() -> None:
    module, package = serialize.code_version("serialize.py"), serialize.code_version("geometry")
    assert len({module, package, serialize.code_version("geometry", "serialize.py")}) == 3
    assert module == serialize.digest(Path(serialize.__file__).read_bytes())


@pytest.mark.parametrize("source", ["geometri", "geometry/polygon.py"])
def test_code_that_is_not_there_has_no_version(source: str) -> None:
    """A moved package must not drop out of the key of a cache unseen."""
    with pytest.raises(MeadowError, match=source):
        serialize.code_version("geometry", source)


def test_the_cache_goes_where_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEADOW_CACHE", str(tmp_path))
    assert serialize.cache_directory() == tmp_path
    monkeypatch.delenv("MEADOW_CACHE")
    assert serialize.cache_directory().name == "meadow"
