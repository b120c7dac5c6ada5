"""The replay file: a JSON header and packed columns.

    8 bytes   b"MEADOWR1"
    4 bytes   length of the header, little endian
    header    JSON: episode, agent, outcome, and for each column its name, coding and byte count
    body      zlib of the columns, one after another

States are stored, not pixels: a simulator renders them again. Numbers are kept as integers of the
unit to which records are rounded, differenced, so that a 500-step episode takes a few kilobytes and
reads back exactly.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from meadow import serialize
from meadow.episodes.record import MAX_THINKING, EpisodeRecord, LegRecord
from meadow.episodes.schema import Episode, check_episode
from meadow.errors import FileFormatError
from meadow.types import Action

MAGIC = b"MEADOWR1"
#: Unpacked bytes beyond this are refused; 500 steps take a few kilobytes.
MAX_BYTES = 1 << 26
#: Column -> its coding, and at which starts it has a value besides those of the actions: none, that of the
#: episode, or those of all legs. Others are "trace/NAME", with none, and "probe/NAME", with all.
_COLUMNS = {
    "actions": ("names", "none"),
    "moved": ("bits", "none"),
    **dict.fromkeys(("x", "y", "yaw", "pitch"), ("fixed:1e-06", "episode")),
    "distances": ("fixed:0.0001", "legs"),
    "reached": ("bits", "legs"),
}
_ACTIONS = frozenset(Action)
_MISSING = np.iinfo(np.int32).min


class _Column(msgspec.Struct, frozen=True):
    name: str
    coding: str
    """"bits", "names", "fixed:<unit>" or "json"."""
    size: int
    count: int
    names: tuple[str, ...] = ()


class _Header(msgspec.Struct, frozen=True):
    episode: Episode
    agent: str
    success: bool
    stopped: bool
    parts: Mapping[str, bool | float]
    seconds: float
    agent_seconds: float
    error: str
    schema: str
    columns: tuple[_Column, ...]
    legs: tuple[LegRecord, ...] = ()


def encode_replay(record: EpisodeRecord) -> bytes:
    """A record as the bytes of a replay file."""
    columns: list[_Column] = []
    body: list[bytes] = []

    def add(name: str, coding: str, values: Sequence[Any], names: tuple[str, ...] = ()) -> None:
        data = _pack(coding, values, names)
        columns.append(_Column(name, coding, len(data), len(values), names))
        body.append(data)

    values: dict[str, Sequence[Any]] = {
        **{name: getattr(record, name) for name in ("actions", "moved", "distances", "reached")},
        **{name: [p[i] for p in record.poses] for i, name in enumerate(("x", "y", "yaw", "pitch"))},
    }
    for name, (coding, _) in _COLUMNS.items():
        names = tuple(sorted(set(values[name]))) if coding == "names" else ()
        add(name, coding, values[name], names)
    if record.thinking:
        add("thinking", "json", record.thinking)
    for name, said in sorted(record.trace.items()):
        add(f"trace/{name}", "json", said)
    for name, measured in sorted(record.probes.items()):
        add(f"probe/{name}", "json", measured)
    header = _Header(
        episode=record.episode,
        agent=record.agent,
        success=record.success,
        stopped=record.stopped,
        parts=record.parts,
        seconds=record.seconds,
        agent_seconds=record.agent_seconds,
        error=record.error,
        schema=record.schema,
        columns=tuple(columns),
        legs=record.legs,
    )
    text = serialize.encode(header)
    return MAGIC + struct.pack("<I", len(text)) + text + zlib.compress(b"".join(body), 9)


def decode_replay(data: bytes, source: str = "replay") -> EpisodeRecord:
    """The record in a replay file."""
    if data[:8] != MAGIC:
        raise FileFormatError(f"{source}: not a Meadow replay (it starts with {data[:8]!r})")
    if len(data) < 12:
        raise FileFormatError(f"{source}: truncated replay")
    (length,) = struct.unpack_from("<I", data, 8)
    header = serialize.decode(data[12 : 12 + length], _Header, source)
    check_episode(header.episode, f"{source}, episode")
    values = _read_columns(header.columns, data[12 + length :], source)
    _check_columns(values, max(1, len(header.legs)), source)
    _check_legs(header, len(values["actions"]), source)
    return EpisodeRecord(
        episode=header.episode,
        agent=header.agent,
        actions=values["actions"],
        moved=values["moved"],
        poses=tuple(zip(values["x"], values["y"], values["yaw"], values["pitch"])),
        distances=values["distances"],
        reached=values["reached"],
        success=header.success,
        stopped=header.stopped,
        parts=header.parts,
        trace={k.removeprefix("trace/"): v for k, v in values.items() if k.startswith("trace/")},
        seconds=header.seconds,
        agent_seconds=header.agent_seconds,
        error=header.error,
        schema=header.schema,
        probes={k.removeprefix("probe/"): v for k, v in values.items() if k.startswith("probe/")},
        legs=header.legs,
        thinking=values.get("thinking", ()),
    )


def read_replay(path: str | Path) -> EpisodeRecord:
    """The record in a replay file on disk."""
    return decode_replay(serialize.read_bytes(path, MAX_BYTES), str(path))


def _read_columns(
    columns: Sequence[_Column], packed: bytes, source: str
) -> dict[str, tuple[Any, ...]]:
    """The values of every column; sizes are checked before anything is unpacked."""
    total = sum(column.size for column in columns)
    if min((column.size for column in columns), default=0) < 0 or total > MAX_BYTES:
        raise FileFormatError(f"{source}: columns of {total} bytes, the limit is {MAX_BYTES}")
    body = serialize.unpack(packed, total, source)
    values: dict[str, tuple[Any, ...]] = {}
    start = 0
    for column in columns:
        where = f"{source}, column {column.name!r}"
        expected, _ = _rule(column.name)
        if column.coding != expected:
            raise FileFormatError(f"{where}: coding {column.coding!r}, expected {expected!r}")
        try:
            values[column.name] = _unpack(column, body[start : start + column.size])
        except (ValueError, IndexError, RecursionError) as error:
            raise FileFormatError(f"{where}: damaged ({error})") from error
        start += column.size
    return values


def _rule(name: str) -> tuple[str, str]:
    """Coding of a column, and at which starts it has a value."""
    others = ("json", "legs" if name.startswith("probe/") else "none")
    return _COLUMNS.get(name, others)


def _check_columns(values: Mapping[str, tuple[Any, ...]], legs: int, source: str) -> None:
    """Raise when columns are missing, or do not have a value for each of the same steps."""
    missing = sorted(_COLUMNS.keys() - values.keys())
    if missing:
        raise FileFormatError(f"{source}: the columns {', '.join(missing)} are missing")
    steps = len(values["actions"])
    starts = {"none": 0, "episode": 1, "legs": legs}
    for name, column in values.items():
        expected = steps + starts[_rule(name)[1]]
        if len(column) != expected:
            raise FileFormatError(
                f"{source}, column {name!r}: {len(column)} values, expected {expected} "
                f"for {steps} actions"
            )
    if unknown := set(values["actions"]) - _ACTIONS:
        raise FileFormatError(f"{source}: unknown action {min(unknown)!r}")
    for seconds in values.get("thinking", ()):
        if not isinstance(seconds, (int, float)) or not 0.0 <= seconds <= MAX_THINKING:
            raise FileFormatError(
                f"{source}, column 'thinking': {seconds!r}, expected 0 to {MAX_THINKING:g} seconds"
            )
    for name in ("x", "y", "yaw", "pitch"):
        if None in values[name]:
            raise FileFormatError(f"{source}, column {name!r}: a value is missing")


def _check_legs(header: _Header, steps: int, source: str) -> None:
    """Raise when legs do not follow each other, or name goals and answers that are not there."""
    first = 0
    for number, leg in enumerate(header.legs):
        where = f"{source}, leg {number}"
        if not first <= leg.first <= steps or (number == 0 and leg.first):
            raise FileFormatError(f"{where}: begins at step {leg.first} of {steps}")
        first = leg.first
        if leg.goal is not None and not 0 <= leg.goal < len(header.episode.goals):
            count = len(header.episode.goals)
            raise FileFormatError(f"{where}: is about goal {leg.goal} of {count}")
        if len(leg.answers) != len(leg.questions):
            raise FileFormatError(
                f"{where}: {len(leg.answers)} answers to {len(leg.questions)} questions"
            )


def _pack(coding: str, values: Sequence[Any], names: tuple[str, ...]) -> bytes:
    if coding == "bits":
        return np.packbits(np.array(values, dtype=bool)).tobytes()
    if coding == "names":
        index = {name: i for i, name in enumerate(names)}
        return bytes(index[v] for v in values)
    if coding == "json":
        return serialize.encode(tuple(values))
    unit = float(coding.removeprefix("fixed:"))
    numbers = [_MISSING if v is None else round(v / unit) for v in values]
    # Differences wrap around in int32 and unwrap exactly on the way back.
    column = np.array(numbers, np.int64).astype(np.int32)
    return np.diff(column, prepend=np.int32(0)).astype("<i4").tobytes()


def _unpack(column: _Column, data: bytes) -> tuple[Any, ...]:
    if column.coding == "bits":
        if len(data) != (column.count + 7) // 8:
            raise ValueError(f"{len(data)} bytes for {column.count} values")
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=column.count)
        return tuple(bool(b) for b in bits)
    if column.coding == "names":
        return tuple(column.names[i] for i in data)
    if column.coding == "json":
        return tuple(msgspec.json.decode(data, type=list[Any]))
    unit = float(column.coding.removeprefix("fixed:"))
    digits = round(-np.log10(unit))
    numbers = np.cumsum(np.frombuffer(data, "<i4"), dtype=np.int32)
    return tuple(None if n == _MISSING else round(int(n) * unit, digits) for n in numbers)
