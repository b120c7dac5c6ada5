"""A run directory: spec first, one flushed row per finished episode, safe against any kill.

spec.json      what is run, written before the first episode
rows.jsonl     one line per finished episode
replays/       one file per finished episode, written before its row
summary.json   {metric: {mean, low, high, n}} over the rows
lock           who is writing
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError, RunError
from meadow.evaluation.spec import RunSpec

Row = dict[str, Any]


class RunDirectory:
    """Reading a run; :meth:`writing` for the one process that may add to it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @property
    def rows_path(self) -> Path:
        return self.path / "rows.jsonl"

    def spec(self) -> RunSpec:
        """The spec, or an error that says this is no run directory."""
        file = self.path / "spec.json"
        if not file.is_file():
            raise RunError(f"{self.path}: not a run directory (no spec.json)")
        return serialize.read(file, RunSpec)

    def rows(self) -> list[Row]:
        """All complete rows; a torn last line is left out."""
        if not self.rows_path.is_file():
            return []
        return [row for row, _ in _complete_rows(self.rows_path)]

    def replay_path(self, episode: str) -> Path:
        """Where an episode's replay lies; long or odd ids are replaced by their hash."""
        plain = episode.replace("-", "").replace("_", "").replace(".", "")
        odd = len(episode) > 100 or not plain.isalnum() or not episode.isascii()
        name = serialize.digest(episode.encode()) if odd else episode
        return self.path / "replays" / f"{name}.mrp"

    @contextlib.contextmanager
    def writing(self, spec: RunSpec) -> Iterator[RunWriter]:
        """Lock the directory, write or compare the spec, repair a torn row, hand out a writer."""
        _make(self.path)
        with _locked(self.path / "lock"):
            self._settle_spec(spec)
            _repair(self.rows_path)
            _sweep(self.path)
            with RunWriter(self) as writer:
                yield writer

    def _settle_spec(self, spec: RunSpec) -> None:
        file = self.path / "spec.json"
        if not file.is_file():
            if self.rows_path.exists():
                raise RunError(f"{self.path}: has rows but no spec.json; choose another directory")
            serialize.write(file, spec, indent=True)
            return
        before, now = self.spec().identity(), spec.identity()
        if before == now:
            return
        if not self.rows():  # nothing was run yet, so nothing can be mixed
            serialize.write(file, spec, indent=True)
            return
        changed = [f"{k}: {before[k]!r} -> {now[k]!r}" for k in now if before[k] != now[k]]
        raise RunError(
            f"{self.path} holds another run and results are never mixed. Changed: "
            + "; ".join(changed)
            + ". Choose another directory with -o, or delete this one."
        )


class RunWriter:
    """Appends rows; everything that it returned from is on disk."""

    def __init__(self, run: RunDirectory) -> None:
        self.run = run
        self.done: set[str] = {row["episode"] for row in run.rows()}

    def __enter__(self) -> RunWriter:
        with _disk_errors(self.run.path):
            (self.run.path / "replays").mkdir(exist_ok=True)
            # Unbuffered: what a full disk refused must not reappear when the file is closed.
            self._file = open(self.run.rows_path, "ab", buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, row: Row, replay: bytes | None) -> None:
        """Store a finished episode: its replay first, so that a row implies a replay."""
        if row["episode"] in self.done:
            return
        with _disk_errors(self.run.path):
            if replay is not None:
                serialize.write_bytes(self.run.replay_path(row["episode"]), replay)
            line = serialize.encode(row) + b"\n"
            before = self._file.tell()
            try:
                while line:
                    line = line[self._file.write(line) :]
                os.fsync(self._file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    self._file.truncate(before)
                raise
        self.done.add(row["episode"])

    def finish(self, order: Sequence[str], summary: Any) -> None:
        """Put the rows in the order of the episodes and write the summary."""
        rank = {episode: i for i, episode in enumerate(order)}
        rows = sorted(self.run.rows(), key=lambda r: rank.get(r["episode"], len(rank)))
        with _disk_errors(self.run.path):
            lines = b"".join(serialize.encode(r) + b"\n" for r in rows)
            serialize.write_bytes(self.run.rows_path, lines)
            serialize.write(self.run.path / "summary.json", summary, indent=True)


def _make(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise RunError(f"{path} is a file; a run needs a directory: choose another with -o")
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise RunError(
            f"{path}: cannot be written ({error.strerror}); choose another -o"
        ) from error


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file; the kernel drops it when the process dies in any way."""
    file = open(path, "a+")  # noqa: SIM115 (closed below)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise RunError(
                f"{path.parent} is in use by {holder}. Wait for it, or choose another -o."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()}")
        file.flush()
        yield
    finally:
        file.close()


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise RunError(
                f"{path}: the disk is full. Every finished episode is kept; make room and run the "
                "same command to go on."
            ) from error
        raise RunError(
            f"{path}: cannot be written ({error}). Finished episodes are kept."
        ) from error


def _complete_rows(path: Path) -> Iterator[tuple[Row, int]]:
    """Rows with the offset behind each; a torn last line ends the iteration."""
    data = path.read_bytes()
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            return
        number += 1
        try:
            row = msgspec.json.decode(data[start:end])
        except msgspec.DecodeError as error:
            if data.find(b"\n", end + 1) < 0:
                return  # the last line: a torn write that happened to hold a line break
            raise FileFormatError(f"{path}, line {number}: not valid JSON ({error})") from error
        start = end + 1
        yield row, start


def _sweep(path: Path) -> None:
    """Remove half-written files, left by a kill in the middle of ``serialize.atomic``."""
    for folder in (path, path / "replays"):
        for file in folder.glob(".*.????????"):
            file.unlink(missing_ok=True)


def _repair(path: Path) -> None:
    """Cut off a torn last line, left by a kill in the middle of a write."""
    if not path.is_file():
        return
    good = 0
    for _, end in _complete_rows(path):
        good = end
    if good < path.stat().st_size:
        os.truncate(path, good)
