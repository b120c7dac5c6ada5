"""Pieces come back from a shelf as they were put there, or not at all."""

from __future__ import annotations

import pytest

from meadow.sim.render.shelf import Shelf, fill

PIECES = {"one": b"1" * 5000, "two": bytes(range(256)) * 40, "none": b""}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "deep" / "shelf"
    fill(path, PIECES.items())
    return path


def test_pieces_come_back(path):
    shelf = Shelf(path)
    assert len(shelf) == len(PIECES)
    assert {name: shelf.get(name) for name in PIECES} == PIECES
    assert shelf.get("three") is None


def test_a_missing_file_is_an_empty_shelf(tmp_path):
    assert len(Shelf(tmp_path / "nowhere")) == 0
    assert Shelf(tmp_path).get("one") is None  # a directory


@pytest.mark.parametrize("kept", [0, 4, 8, 20, -1])
def test_a_cut_file_is_an_empty_shelf(kept, path):
    path.write_bytes(path.read_bytes()[:kept])
    assert len(Shelf(path)) == 0


def test_a_damaged_piece_is_not_served_and_the_file_is_given_up(path):
    data = bytearray(path.read_bytes())
    data[-20] ^= 255  # within the second piece; the third is 8 bytes of nothing
    path.write_bytes(data)
    shelf = Shelf(path)
    assert shelf.get("one") == PIECES["one"]
    assert shelf.get("two") is None
    assert not path.exists()


def test_a_failed_filling_leaves_what_was_there(path):
    def pieces():
        yield "one", b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        fill(path, pieces())
    assert Shelf(path).get("one") == PIECES["one"]
    assert list(path.parent.iterdir()) == [path]
