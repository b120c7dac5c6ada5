"""A run directory: spec first, one flushed row per finished episode, safe against any kill.

spec.json      what is run, written before the first episode
rows.jsonl     one line per episode that was run
replays/       one file per finished episode, written before its row
errors/        the traceback of each episode that failed in Python
summary.json   {metric: {mean, low, high, n}} over the finished rows, and how many episodes are missing
lock           who is writing

None of these may be a symbolic link: what it points to would be overwritten.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.episodes.record import EpisodeRecord
from meadow.errors import FileFormatError, RunError, UnknownIdError
from meadow.evaluation.run.spec import RunSpec, changes
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate
from meadow.replay import read_replay

Row = dict[str, Any]

#: What a run directory holds.
FILES, FOLDERS = ("spec.json", "rows.jsonl", "summary.json", "lock"), ("replays", "errors")
#: Values of a metric beyond this come from no episode, and their squares are not finite.
LARGEST = 1e12


class _GoalShape(msgspec.Struct):
    """What rows of several legs say of each search."""

    goal: str
    tags: dict[str, str]
    metrics: dict[str, float | None]
    ending: str = ""


class _Shape(msgspec.Struct):
    """What every reader of rows counts on; rows may have more."""

    episode: str
    home: str
    status: str
    tags: dict[str, str]
    metrics: dict[str, float | None]
    agent: str = ""
    goal: str = ""
    error: str = ""
    timings: dict[str, float] = {}
    attempts: int = 1
    traceback: str = ""
    goals: list[_GoalShape] | None = None
    answers: list[list[str]] = []


def decode_row(line: bytes, source: str) -> Row:
    """A line of rows; the error says what is wrong with it."""
    shape = serialize.decode(line, _Shape, source)
    places = {"$.metrics": shape.metrics}
    if shape.goals:
        places = {f"$.goals[{k}].metrics": goal.metrics for k, goal in enumerate(shape.goals)}
    for place, metrics in places.items():
        if shape.status == "ok" and metrics.get("success") is None:
            raise FileFormatError(f"{source}: {place}.success is missing")
    for place, metrics in {"$.metrics": shape.metrics, **places}.items():
        _check_metrics(metrics, f"{source}: {place}")
    return serialize.decode(line, Row, source)


def _check_metrics(metrics: dict[str, float | None], source: str) -> None:
    for name, value in metrics.items():
        binary = name in METRICS and "binary" in METRICS.entry(name).tags
        low, high = (0.0, 1.0) if binary else (-LARGEST, LARGEST)
        if value is not None and not low <= value <= high:
            raise FileFormatError(f"{source}.{name} is {value:g}, expected {low:g} to {high:g}")


def is_finished(row: Row) -> bool:
    """Whether the episode was run to its end; other rows say what went wrong and have no metrics."""
    return bool(row.get("status", "ok") == "ok")


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
        """All complete rows; a torn last line is left out.

        The row of a later attempt takes the place of one that was not finished.
        """
        if not self.rows_path.is_file():
            return []
        rows: list[Row] = []
        unfinished: dict[str, int] = {}
        for row, _ in _complete_rows(self.rows_path):
            place = unfinished.pop(row["episode"], len(rows))
            rows[place : place + 1] = [row]
            if not is_finished(row):
                unfinished[row["episode"]] = place
        return rows

    def summary(self) -> dict[str, Estimate]:
        """The mean of every metric over the finished rows, with its 95 % interval."""
        from meadow.evaluation.run.summary import summarise

        return summarise(self.rows())

    def record(self, episode: str) -> EpisodeRecord:
        """What happened in an episode: its poses, actions and outcome.

        Raises:
            UnknownIdError: The run has no such episode.
            RunError: The episode has no replay, e.g. because the agent failed.
        """
        rows = {row["episode"]: row for row in self.rows()}
        if episode not in rows:
            raise UnknownIdError("episode", episode, rows)
        file = self.replay_path(episode)
        if not file.is_file():
            reason = rows[episode].get("error") or "its file is missing"
            raise RunError(f"{episode} has no replay: {reason}")
        return read_replay(file)

    def replay_path(self, episode: str) -> Path:
        """Where an episode's replay lies."""
        return self.path / "replays" / f"{file_name(episode)}.mrp"

    def traceback_path(self, episode: str) -> Path:
        """Where the traceback of an episode lies that failed."""
        return self.path / "errors" / f"{file_name(episode)}.txt"

    @contextlib.contextmanager
    def writing(self, spec: RunSpec) -> Iterator[RunWriter]:
        """Lock the directory, write or compare the spec, repair a torn row, hand out a writer."""
        _make(self.path)
        _refuse_links(self.path)
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
        changed = changes(self.spec(), spec)
        if not changed:
            return
        if not self.rows():  # nothing was run yet, so nothing can be mixed
            serialize.write(file, spec, indent=True)
            return
        if list(changed) == ["agent_source"]:
            was, is_now = changed["agent_source"]
            raise RunError(
                f"{self.path}: the code of agent {spec.agent!r} has changed since these rows were made "
                f"(it was {was}, it is {is_now}), and results are never mixed. Choose another directory "
                "with -o for the changed agent, or delete this one to start afresh."
            )
        told = "; ".join(f"{k}: {was!r} -> {is_now!r}" for k, (was, is_now) in changed.items())
        raise RunError(
            f"{self.path} holds another run and results are never mixed. Changed: {told}. "
            "Choose another directory with -o, or delete this one."
        )


class RunWriter:
    """Appends rows; everything that it returned from is on disk."""

    def __init__(self, run: RunDirectory) -> None:
        self.run = run
        self.rows: dict[str, Row] = {row["episode"]: row for row in run.rows()}
        """What is there, by episode."""

    @property
    def done(self) -> set[str]:
        """Episodes that need not be run again."""
        return {id for id, row in self.rows.items() if is_finished(row)}

    def plan(self, spec: RunSpec, episodes: Sequence[str]) -> None:
        """Write down which episodes the run is meant to have: those of the spec, or more it has already.

        Raises:
            RunError: Rows of other episodes are there, and not because the run was meant to have more.
        """
        stored = self.run.spec()
        more = self.rows.keys() - set(episodes)
        if more and len(more) + len(episodes) > stored.episodes:
            raise RunError(
                f"{self.run.path}: holds {len(more)} rows of episodes of {spec.suite!r} other than these "
                f"{len(episodes)}, e.g. {min(more)}. Choose another directory with -o."
            )
        asked = (spec.episodes, spec.episodes_digest)
        if not more and asked != (stored.episodes, stored.episodes_digest):
            extended = msgspec.structs.replace(
                stored, episodes=spec.episodes, episodes_digest=spec.episodes_digest
            )
            with _disk_errors(self.run.path):
                self._forget_summary()
                serialize.write(self.run.path / "spec.json", extended, indent=True)

    def __enter__(self) -> RunWriter:
        with _disk_errors(self.run.path):
            (self.run.path / "replays").mkdir(exist_ok=True)
            # Unbuffered: what a full disk refused must not reappear when the file is closed.
            self._file = open(self.run.rows_path, "ab", buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, row: Row, replay: bytes | None, traceback: str = "") -> None:
        """Store what became of an episode: replay or traceback first, so that the row implies it.

        A row that is not finished counts its attempts, and makes room for that of the next one.
        """
        id = row["episode"]
        before = self.rows.get(id)
        if before is not None and is_finished(before):
            return
        with _disk_errors(self.run.path):
            if not is_finished(row):
                row["attempts"] = 1 if before is None else before.get("attempts", 1) + 1
            if replay is not None:
                serialize.write_bytes(self.run.replay_path(id), replay)
            file = self.run.traceback_path(id)
            if traceback:
                file.parent.mkdir(exist_ok=True)
                serialize.write_bytes(file, traceback.encode(errors="replace"))
                row["traceback"] = f"{file.parent.name}/{file.name}"
            elif before is not None:
                file.unlink(missing_ok=True)
            self._forget_summary()
            self._append(serialize.encode(row) + b"\n")
        self.rows[id] = row

    def _forget_summary(self) -> None:
        """A summary is of all rows or is not there."""
        (self.run.path / "summary.json").unlink(missing_ok=True)

    def _append(self, line: bytes) -> None:
        """A whole line or nothing."""
        before = self._file.tell()
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(before)
            raise

    def in_order(self, order: Sequence[str]) -> list[Row]:
        """All rows as the order of the episodes has them; as they are when it does not name them all."""
        rank = {episode: i for i, episode in enumerate(order)}
        rows = self.run.rows()
        if all(row["episode"] in rank for row in rows):
            rows.sort(key=lambda row: rank[row["episode"]])
        return rows

    def finish(self, order: Sequence[str], summary: Any) -> None:
        """Put the rows in the order of the episodes and write the summary."""
        with _disk_errors(self.run.path):
            lines = b"".join(serialize.encode(row) + b"\n" for row in self.in_order(order))
            serialize.write_bytes(self.run.rows_path, lines)
            serialize.write(self.run.path / "summary.json", summary, indent=True)


def file_name(episode: str) -> str:
    """An episode's id as part of a file's name; long or odd ids are replaced by their hash."""
    plain = episode.replace("-", "").replace("_", "").replace(".", "")
    odd = len(episode) > 100 or not plain.isalnum() or not episode.isascii()
    return serialize.digest(episode.encode()) if odd else episode


def _make(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise RunError(f"{path} is a file; a run needs a directory: choose another with -o")
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise RunError(
            f"{path}: cannot be written ({error.strerror}); choose another -o"
        ) from error


def _refuse_links(path: Path) -> None:
    """Raise when a file of the run is a link: appending and truncating would reach what it points to."""
    folders = [path / name for name in FOLDERS]
    inside = [f for folder in folders if not folder.is_symlink() for f in folder.glob("*")]
    for file in (*(path / name for name in FILES), *folders, *inside):
        if file.is_symlink():
            raise RunError(
                f"{file} is a symbolic link, and what it points to would be overwritten. Put a copy in "
                "its place, or choose another -o"
            )


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
    data = serialize.read_bytes(path)
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            return
        number += 1
        last = data.find(b"\n", end + 1) < 0
        if last and not _is_json(data[start:end]):
            return  # a torn write that happened to hold a line break
        row = decode_row(data[start:end], f"{path}, line {number}")
        start = end + 1
        yield row, start


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (ValueError, RecursionError):  # DecodeError and UnicodeDecodeError are ValueErrors
        return False
    return True


def _sweep(path: Path) -> None:
    """Remove files that ``serialize.atomic`` had not finished when it was killed; no others."""
    for folder in (path, *(path / name for name in FOLDERS)):
        for file in folder.glob(f"{serialize.TEMPORARY}*"):
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
