"""JSON in and out: strict decoding, deterministic bytes, atomic files, content hashes, the cache."""

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
from typing import IO, Any, TypeVar

import msgspec

from meadow import secrets
from meadow.errors import FileFormatError, MeadowError, StorageError, storage_problem

T = TypeVar("T")
log = logging.getLogger(__name__)

#: Directories of the cache that somebody was told cannot be used.
_UNUSABLE: set[str] = set()

#: Files beyond this are refused before they are parsed (a home is far below 10 MB).
MAX_BYTES = 1 << 30


def encode(value: Any) -> bytes:
    """Compact JSON with stable key order, without secrets."""
    return secrets.redact_bytes(msgspec.json.encode(value, order="deterministic"))


def pretty(value: Any) -> bytes:
    """Indented JSON for people."""
    return msgspec.json.format(encode(value), indent=2) + b"\n"


def decode(data: bytes, kind: type[T], source: str = "input") -> T:
    """Parse and validate ``data``; the error names the JSON path."""
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

    ``sources`` are packages or modules by their paths within Meadow: "scenes", "sim/warmup.py".
    """
    root = Path(__file__).parent
    files = [
        f for s in sources for f in ([root / s] if s.endswith(".py") else (root / s).rglob("*.py"))
    ]
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


def read_bytes(path: str | Path) -> bytes:
    """The content of a file, unpacked when its name ends in ``.gz``."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise FileFormatError(f"{path}: no such file") from None
    except OSError as error:
        raise FileFormatError(f"{path}: cannot be read ({error.strerror})") from error
    if len(data) > MAX_BYTES:
        raise FileFormatError(f"{path}: {len(data)} bytes is more than the limit of {MAX_BYTES}")
    if path.suffix == ".gz":
        return _gunzip(data, path)
    return data


def _gunzip(data: bytes, path: Path) -> bytes:
    if data.startswith(b"version https://git-lfs"):
        raise FileFormatError(
            f"{path}: a Git LFS pointer, not the data. Fetch it with: git lfs pull"
        )
    if not data.startswith(b"\x1f\x8b"):
        raise FileFormatError(f"{path}: named .gz but not gzip data")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            out = file.read(MAX_BYTES + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise FileFormatError(f"{path}: truncated or damaged gzip data ({error})") from error
    if len(out) > MAX_BYTES:
        raise FileFormatError(f"{path}: unpacks to more than {MAX_BYTES} bytes")
    return out


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
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
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
