"""JSON in and out: strict decoding, deterministic bytes, atomic files, content hashes, the cache.

Files come from anywhere, so what they may cost is bounded: their size before they are read, what they
unpack to while they are unpacked, the memory of their JSON before it is decoded. Names of output files
that come from inside a file pass :func:`output_name`.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import hashlib
import io
import logging
import os
import tempfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import msgspec

from meadow import secrets
from meadow.errors import (
    FileFormatError,
    InvalidValueError,
    MeadowError,
    StorageError,
    storage_problem,
)

T = TypeVar("T")
log = logging.getLogger(__name__)

#: Directories of the cache that somebody was told cannot be used.
_UNUSABLE: set[str] = set()

#: Documents beyond this are refused, packed or unpacked; files of lines may have twice as much.
MAX_BYTES = 1 << 29
#: Packed files may unpack to this many times their size. JSON seldom reaches a tenth of it.
MAX_RATIO = 300
#: Bytes of memory that the values of one JSON document may take, roughly.
MAX_MEMORY = 3 << 29
#: Below this many bytes neither ratio nor memory is a danger.
_SMALL = 1 << 24
_CHUNK = 1 << 20
#: Names of files that are not finished begin so.
TEMPORARY = ".meadow-tmp-"


def encode(value: Any) -> bytes:
    """Compact JSON with stable key order, without secrets."""
    return secrets.redact_bytes(msgspec.json.encode(value, order="deterministic"))


def pretty(value: Any) -> bytes:
    """Indented JSON for people."""
    return msgspec.json.format(encode(value), indent=2) + b"\n"


def decode(data: bytes, kind: type[T], source: str = "input") -> T:
    """Parse and validate ``data``; the error names the JSON path."""
    if len(data) > _SMALL:
        _check_memory(data, source)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise FileFormatError(f"{source}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileFormatError(f"{source}: not valid JSON ({error})") from error


def digest(value: Any) -> str:
    """The first 16 hex digits of the SHA-256 of the value's JSON (bytes are hashed as they are)."""
    data = value if isinstance(value, bytes) else encode(value)
    return hashlib.sha256(data).hexdigest()[:16]


@cache
def code_version(*sources: str) -> str:
    """Hash of the code that makes something, so that changed code never meets an old cache.

    ``sources`` are packages, modules or data files by their paths within Meadow ("scenes",
    "sim/warmup.py"), or by full paths where they are somebody else's.
    """
    root = Path(__file__).parent
    files: list[Path] = []
    for source in sources:
        found = [root / source] if Path(source).suffix else [*(root / source).rglob("*.py")]
        if not found or not found[0].is_file():
            raise MeadowError(f"the version of {source!r}: there is no such code in {root}")
        files += found
    return digest(b"".join(f.read_bytes() for f in sorted(files)))


def cache_directory() -> Path:
    """Where generated data is kept between runs; ``MEADOW_CACHE`` overrides it."""
    import platformdirs

    return Path(os.environ.get("MEADOW_CACHE") or platformdirs.user_cache_dir("meadow"))


def compress(data: bytes) -> bytes:
    """gzip without a time stamp or file name, so that equal input gives equal bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def _check_memory(data: bytes, source: str) -> None:
    """Refuse JSON of countless tiny values, which take many times the memory of their text."""
    # Bytes of an object, a list and a value in CPython; brackets within strings only make it more.
    memory = 200 * data.count(b"{") + 72 * data.count(b"[") + 48 * data.count(b",")
    if memory > MAX_MEMORY:
        raise FileFormatError(
            f"{source}: its values would take about {memory >> 20} MB of memory, the limit is "
            f"{MAX_MEMORY >> 20} MB. Split the file"
        )


def read_bytes(path: str | Path, limit: int = MAX_BYTES) -> bytes:
    """The content of a file, unpacked when its name ends in ``.gz``; at most ``limit`` bytes."""
    return b"".join(_chunks(Path(path), limit))


def read_lines(path: str | Path, limit: int = 2 * MAX_BYTES) -> Iterator[tuple[int, bytes]]:
    """Number and content of every line that is not blank, without holding the others in memory."""
    number, parts = 1, [b""]
    for chunk in _chunks(Path(path), limit):
        if chunk.isspace() and not any(parts):
            number += chunk.count(b"\n")  # line by line, a file of line breaks would take minutes
            continue
        first, *lines = chunk.split(b"\n")
        parts.append(first)
        for line in lines:
            if whole := b"".join(parts).strip():
                yield number, whole
            number, parts = number + 1, [line]
    if whole := b"".join(parts).strip():
        yield number, whole


def _chunks(path: Path, limit: int) -> Iterator[bytes]:
    """The content of a file piece by piece; every way in which reading fails is one clear error."""
    try:
        with open(path, "rb") as file:
            _check_size(path, os.fstat(file.fileno()).st_size, limit)
            if path.suffix == ".gz":
                _check_gzip(path, file.read(64))
                file.seek(0)
                unpacked = cast("IO[bytes]", gzip.GzipFile(fileobj=file))
                yield from _bounded(path, unpacked, limit, file)
            else:
                yield from _bounded(path, file, limit)
    except FileNotFoundError:
        raise FileFormatError(f"{path}: no such file") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FileFormatError(f"{path}: truncated or damaged gzip data ({error})") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        why = getattr(error, "strerror", None) or error
        raise FileFormatError(f"{path}: cannot be read ({why})") from error


def _bounded(
    path: Path, file: IO[bytes], limit: int, packed: IO[bytes] | None = None
) -> Iterator[bytes]:
    """Pieces of a file until its end; ``packed`` is the file that it is unpacked from."""
    total = 0
    while chunk := file.read(_CHUNK):
        total += len(chunk)
        _check_size(path, total, limit)
        if packed and total > max(_SMALL, MAX_RATIO * packed.tell()):
            raise FileFormatError(
                f"{path}: unpacks to more than {MAX_RATIO} times its size, which no file of Meadow does. "
                "Unpack it first if it is what it should be"
            )
        yield chunk


def _check_size(path: Path, size: int, limit: int) -> None:
    if size > limit:
        raise FileFormatError(f"{path}: more than the limit of {limit} bytes")


def _check_gzip(path: Path, start: bytes) -> None:
    if start.startswith(b"version https://git-lfs"):
        raise FileFormatError(
            f"{path}: a Git LFS pointer, not the data. Fetch it with: git lfs pull"
        )
    if not start.startswith(b"\x1f\x8b"):
        raise FileFormatError(f"{path}: named .gz but not gzip data")


def unpack(data: bytes, size: int, source: str) -> bytes:
    """The ``size`` bytes that zlib packed into ``data``; neither more nor less may be there."""
    unpacker = zlib.decompressobj()
    try:
        out = unpacker.decompress(data, size + 1)
    except zlib.error as error:
        raise FileFormatError(f"{source}: truncated or damaged ({error})") from error
    if len(out) != size or not unpacker.eof:
        raise FileFormatError(f"{source}: truncated or damaged (expected {size} bytes in it)")
    return out


def output_name(name: str, source: str) -> str:
    """A name from inside a file, as the name of a file or directory to write.

    Raises:
        InvalidValueError: It would lead out of the output directory, or cannot be a file's name.
    """
    problem = ""
    if name in ("", ".", "..") or any(c in name for c in "/\\\0"):
        problem = "a plain name without / or \\ or .."
    try:
        if len(os.fsencode(name)) > 255:
            problem = "at most 255 bytes"
    except UnicodeEncodeError:
        problem = "valid Unicode"
    if problem:
        shown = repr(name if len(name) < 80 else name[:77] + "...")
        raise InvalidValueError(f"{source}: {shown} cannot name an output file: expected {problem}")
    return name


def read(path: str | Path, kind: type[T]) -> T:
    """Read a JSON file (``.gz`` accepted) as ``kind``."""
    return decode(read_bytes(path), kind, str(path))


@contextlib.contextmanager
def atomic(path: str | Path, mode: str = "wb", *, sync: bool = True) -> Iterator[IO[Any]]:
    """Open a temporary file that becomes ``path`` on success and vanishes on any error.

    When this returns, content and name are on the disk, also if the power fails; caches can do without
    (``sync``). A disk or place that does not take them is a :class:`StorageError`.
    """
    path = Path(path)
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
        with os.fdopen(handle, mode) as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
        if sync:
            _sync_directory(path.parent)
    except BaseException as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        ours = (None, temporary, str(path), *map(str, path.parents))
        if not isinstance(error, OSError) or isinstance(error, MeadowError):
            raise
        if error.filename not in ours:  # of another file that was read meanwhile
            raise
        raise StorageError(path, error) from error


def _sync_directory(path: Path) -> None:
    """Put the names in a directory onto the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network disks cannot
            raise
    finally:
        os.close(handle)


def write_bytes(path: str | Path, data: bytes, *, sync: bool = True) -> None:
    """Write a file in one piece, packed when its name ends in ``.gz``."""
    data = compress(data) if Path(path).suffix == ".gz" else data
    with atomic(path, sync=sync) as file:
        file.write(data)


@contextlib.contextmanager
def caching(path: Path) -> Iterator[None]:
    """Read or write a cache inside: where that fails it costs time, not the run."""
    try:
        yield
    except OSError as error:
        known = str(path.parent) in _UNUSABLE
        _UNUSABLE.add(str(path.parent))
        level = logging.DEBUG if known else logging.WARNING
        log.log(level, "the cache is not used, which costs time. %s", storage_problem(error))


def write(path: str | Path, value: Any, *, indent: bool = False) -> None:
    """Write a value as JSON (``.gz`` packs it)."""
    write_bytes(path, pretty(value) if indent else encode(value))
