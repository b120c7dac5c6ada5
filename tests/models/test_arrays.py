"""Files of arrays: what they claim is checked before it is unpacked."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
import pytest

from meadow.errors import FileFormatError
from meadow.models.arrays import check_array, read_arrays, read_names


def packed(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def claiming(shape: str) -> bytes:
    """A file whose only array has nine numbers and a header that says otherwise."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}".ljust(117) + "\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.npy", start + np.arange(9.0).tobytes())
    return file.getvalue()


def test_arrays_come_back() -> None:
    arrays = {
        "a": np.arange(6.0).reshape(2, 3),
        "b": np.asfortranarray(np.arange(6).reshape(2, 3)),
        "c": np.float32(7),
        "d": np.zeros((0, 4)),
    }
    found = read_arrays(packed(**arrays), "f.npz")
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype
    assert read_arrays(packed(**arrays), "f.npz", ["b"]).keys() == {"b"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a whole npz file"),
        (packed(a=np.arange(9.0))[:-40], "not a whole npz file"),
        (claiming("(8,)"), "does not fit"),
        (claiming("(9999999999,)"), "does not fit"),
        (claiming("(-1,)"), "does not fit"),
        (claiming("'nine'"), "not a whole npz file"),
        (packed(a=np.array([{}], object)), "Python objects"),
        (packed(b=np.arange(9.0)), "has no array 'a'"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(FileFormatError, match=f"f.npz: .*{message}"):
        read_arrays(data, "f.npz", ["a"])


def test_large_arrays_are_refused_before_they_are_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("meadow.models.arrays.MAX_BYTES", 1000)
    assert read_arrays(packed(a=np.zeros(100)), "f.npz")["a"].size == 100
    with pytest.raises(FileFormatError, match="f.npz: arrays of more than 1000 bytes"):
        read_arrays(packed(a=np.zeros(60), b=np.zeros(60)), "f.npz")


def test_names_and_shapes_are_checked() -> None:
    assert read_names(np.frombuffer(b"mug\nbed", np.uint8), "f") == ["mug", "bed"]
    with pytest.raises(FileFormatError, match="not UTF-8"):
        read_names(np.frombuffer(b"\xff", np.uint8), "f")
    with pytest.raises(FileFormatError, match="expected bytes"):
        read_names(np.zeros(3), "f")
    check_array(np.zeros((3, 2)), (3, None), "f")
    with pytest.raises(FileFormatError, match=r"shape \(3, 2\), expected 4 x N"):
        check_array(np.zeros((3, 2)), (4, None), "f")
    with pytest.raises(FileFormatError, match="finite"):
        check_array(np.full((3, 2), np.nan), (3, 2), "f")
