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
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import FileFormatError

MAGIC = b"MEADOWR1"
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


def encode_replay(record: EpisodeRecord) -> bytes:
    """A record as the bytes of a replay file."""
    columns: list[_Column] = []
    body: list[bytes] = []

    def add(name: str, coding: str, values: Sequence[Any], names: tuple[str, ...] = ()) -> None:
        data = _pack(coding, values, names)
        columns.append(_Column(name, coding, len(data), len(values), names))
        body.append(data)

    actions = tuple(sorted(set(record.actions)))
    add("actions", "names", record.actions, actions)
    add("moved", "bits", record.moved)
    for i, name in enumerate(("x", "y", "yaw", "pitch")):
        add(name, "fixed:1e-06", [p[i] for p in record.poses])
    add("distances", "fixed:0.0001", record.distances)
    add("reached", "bits", record.reached)
    for name, values in sorted(record.trace.items()):
        add(f"trace/{name}", "json", values)
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
    )
    text = serialize.encode(header)
    return MAGIC + struct.pack("<I", len(text)) + text + zlib.compress(b"".join(body), 9)


def decode_replay(data: bytes, source: str = "replay") -> EpisodeRecord:
    """The record in a replay file."""
    if data[:8] != MAGIC:
        raise FileFormatError(f"{source}: not a Meadow replay (it starts with {data[:8]!r})")
    try:
        (length,) = struct.unpack_from("<I", data, 8)
        header = serialize.decode(data[12 : 12 + length], _Header, source)
        body = zlib.decompress(data[12 + length :])
    except (struct.error, zlib.error) as error:
        raise FileFormatError(f"{source}: truncated or damaged replay ({error})") from error
    values: dict[str, Any] = {}
    start = 0
    for column in header.columns:
        values[column.name] = _unpack(column, body[start : start + column.size])
        start += column.size
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
    )


def read_replay(path: str | Path) -> EpisodeRecord:
    """The record in a replay file on disk."""
    return decode_replay(serialize.read_bytes(path), str(path))


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
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=column.count)
        return tuple(bool(b) for b in bits)
    if column.coding == "names":
        return tuple(column.names[i] for i in data)
    if column.coding == "json":
        return tuple(msgspec.json.decode(data))
    unit = float(column.coding.removeprefix("fixed:"))
    digits = round(-np.log10(unit))
    numbers = np.cumsum(np.frombuffer(data, "<i4"), dtype=np.int32)
    return tuple(None if n == _MISSING else round(int(n) * unit, digits) for n in numbers)
