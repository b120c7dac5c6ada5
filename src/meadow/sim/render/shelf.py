"""Many small pieces of data in one file of the cache, each packed and checked by itself.

The file is the length of the index, the index (name -> start and end) and the pieces. zlib's own check
sums tell damage, so a reader gets a piece as it was written, or none.
"""

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

from meadow import serialize
from meadow.errors import FileFormatError

_LENGTH = struct.Struct("<Q")


class Shelf:
    """What a file held when it was opened; empty when there was none, or a damaged one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._index: dict[str, tuple[int, int]] = {}
        self._pieces = memoryview(b"")
        with contextlib.suppress(OSError, FileFormatError, zlib.error, struct.error):
            data = path.read_bytes()
            start = _LENGTH.size + _LENGTH.unpack_from(data)[0]
            packed = zlib.decompress(data[_LENGTH.size : start])
            index = serialize.decode(packed, dict[str, tuple[int, int]], str(path))
            if max((end for _, end in index.values()), default=0) == len(data) - start:
                self._index, self._pieces = index, memoryview(data)[start:]

    def __len__(self) -> int:
        return len(self._index)

    def get(self, name: str) -> bytes | None:
        """A piece, or None when the shelf does not have it whole."""
        if name not in self._index:
            return None
        start, end = self._index[name]
        try:
            return zlib.decompress(self._pieces[start:end])
        except zlib.error:
            # Whoever fills the shelf next does it anew; until then this reader does without.
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            self._index = {}
            return None


def fill(path: Path, pieces: Iterable[tuple[str, bytes]]) -> None:
    """Write named pieces; a place that cannot be written to is found out before any is made."""
    with serialize.atomic(path) as file:
        index, packed, end = {}, [], 0
        for name, piece in pieces:
            packed.append(zlib.compress(piece))
            index[name] = (end, end + len(packed[-1]))
            end += len(packed[-1])
        head = zlib.compress(serialize.encode(index))
        file.write(_LENGTH.pack(len(head)) + head + b"".join(packed))
