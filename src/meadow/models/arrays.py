"""Reading ``.npz`` files: what they claim to hold is checked before it is unpacked."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterable, Sequence
from typing import IO

import numpy as np

from meadow.errors import FileFormatError
from meadow.types import Array

#: Bytes that the arrays of one file may take.
MAX_BYTES = 1 << 29


def read_arrays(data: bytes, source: str, names: Iterable[str] = ()) -> dict[str, Array]:
    """The arrays of an npz file by name; only ``names``, or all when there are none.

    Raises:
        FileFormatError: The file is damaged, too large, holds Python objects, or lacks a name.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sizes = {i.filename.removesuffix(".npy"): i.file_size for i in archive.infolist()}
            wanted = list(names) or list(sizes)
            if missing := [name for name in wanted if name not in sizes]:
                raise FileFormatError(f"{source}: has no array {missing[0]!r}")
            if sum(sizes[name] for name in wanted) > MAX_BYTES:
                raise FileFormatError(f"{source}: arrays of more than {MAX_BYTES} bytes")
            found = {}
            for name in wanted:
                with archive.open(f"{name}.npy") as file:
                    found[name] = _read_array(file, sizes[name])
    except FileFormatError:
        raise
    except Exception as error:  # zipfile and NumPy raise a dozen kinds for damaged files
        raise FileFormatError(f"{source}: not a whole npz file ({error})") from error
    return found


def read_names(array: Array, source: str) -> list[str]:
    """Names that are stored as UTF-8 bytes, one per line."""
    if array.dtype != np.uint8 or array.ndim != 1:
        raise FileFormatError(f"{source}: names of {array.dtype}, expected bytes of UTF-8")
    try:
        return bytes(array).decode().split("\n")
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{source}: names that are not UTF-8 ({error})") from error


def check_array(array: Array, shape: Sequence[int | None], source: str) -> None:
    """Raise unless an array holds finite numbers and has this shape; None stands for any length but 0."""
    fits = len(array.shape) == len(shape) and all(
        have == want if want is not None else have > 0 for have, want in zip(array.shape, shape)
    )
    if not fits:
        wanted = " x ".join("N" if n is None else str(n) for n in shape)
        raise FileFormatError(f"{source}: shape {array.shape}, expected {wanted}")
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise FileFormatError(f"{source}: values of {array.dtype} that are not all finite numbers")


def _read_array(file: IO[bytes], size: int) -> Array:
    """One array; its header must claim what is there, because NumPy allocates what it claims."""
    version = np.lib.format.read_magic(file)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }[version]
    shape, fortran, dtype = read_header(file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects")
    claimed = math.prod(shape) * dtype.itemsize
    if min(shape, default=0) < 0 or claimed != size - file.tell():
        raise ValueError(f"shape {shape} of {dtype} does not fit {size} bytes")
    flat = np.frombuffer(file.read(claimed), dtype)
    return flat.reshape(shape, order="F" if fortran else "C").copy()
