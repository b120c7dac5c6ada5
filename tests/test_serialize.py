"""Reading and writing files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from meadow import serialize
from meadow.errors import FileFormatError


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


def test_missing_files_are_named() -> None:
    with pytest.raises(FileFormatError, match="no-such-file.json: no such file"):
        serialize.read("no-such-file.json", dict)


def test_code_versions_tell_sources_apart() -> None:
    module, package = serialize.code_version("serialize.py"), serialize.code_version("geometry")
    assert len({module, package, serialize.code_version("geometry", "serialize.py")}) == 3
    assert module == serialize.digest(Path(serialize.__file__).read_bytes())


def test_the_cache_goes_where_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEADOW_CACHE", str(tmp_path))
    assert serialize.cache_directory() == tmp_path
    monkeypatch.delenv("MEADOW_CACHE")
    assert serialize.cache_directory().name == "meadow"
