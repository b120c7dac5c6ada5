"""Changes that damage a file: at random bytes, in the values of its JSON, and in how it is packed."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from meadow import serialize
from meadow.seeding import Stream

Mutator = Callable[[bytes, Stream], bytes]

#: File names that lead out of a directory; no file of such a name may ever be written.
ESCAPED = "escaped"
#: Values that programs tend to handle wrongly.
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30),
    *(0.5, 1e-9, 5e-324, 1e4, 1e9, 1e18, -1e18, 1e308, float("nan"), float("inf")),
    *("", " ", ".", "..", "\x00", "\ud800", "x" * 300, "1e9999", "③", "\n", "a/b"),
    *(f"../{ESCAPED}", f"../../{ESCAPED}", f"a/../../../{ESCAPED}"),
    *([], {}, [[]], {"": None}, [0.0, 0.0], [[[[[[[[]]]]]]]]),
)
#: Bytes of a bomb when it is unpacked: beyond what a case may use.
BOMB_BYTES = 3 << 30
_BLOCK = 1 << 20


def damage(data: bytes, rng: Stream) -> bytes:
    """Flip, cut, repeat or insert bytes, one to four times."""
    for _ in range(rng.integer(1, 4)):
        at = rng.integer(0, len(data))
        end = min(len(data), at + rng.integer(1, 64))
        how = rng.integer(0, 6)
        if how == 0 and at < len(data):
            data = data[:at] + bytes([data[at] ^ (1 << rng.integer(0, 7))]) + data[at + 1 :]
        elif how == 1:
            data = data[:at] + bytes(rng.integer(0, 255) for _ in range(end - at)) + data[end:]
        elif how == 2:
            data = data[:at]
        elif how == 3:
            data = data[:at] + data[end:]
        elif how == 4:
            data = data[:end] + data[at:end] * rng.integer(1, 50) + data[end:]
        elif how == 5:
            data = (
                data[:at] + rng.choice((b"\xff", b"\x00", b"[" * 50_000, b"9" * 5000)) + data[at:]
            )
        else:
            data = data[:at] + data[at:end][::-1] + data[end:]
    return data


def change_json(data: bytes, rng: Stream) -> bytes:
    """Replace, remove, repeat or rename one to three values of a JSON document."""
    root = [json.loads(data)]
    for _ in range(rng.integer(1, 3)):
        places = [*_places(root)]
        if not places:
            break  # the whole document was removed
        _change(*rng.choice(places), places, rng)
    return json.dumps(root[0] if root else None, separators=(",", ":")).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key or index) of a document, outermost first."""
    todo = [value]
    while todo:
        held = todo.pop()
        for key in [*held] if isinstance(held, dict) else range(len(held)):
            yield held, key
            if isinstance(held[key], dict | list):
                todo.append(held[key])


def _change(held: Any, key: Any, places: list[tuple[Any, Any]], rng: Stream) -> None:
    value, how = held[key], rng.integer(0, 9)
    if how <= 5:
        held[key] = _alike(value, places, rng)
    elif how == 6:
        held[key] = copy.deepcopy(rng.choice(VALUES))
    elif how == 7:
        del held[key]
    elif how == 8 and isinstance(held, list):
        held.insert(key, copy.deepcopy(value))
    elif how == 8:
        held[rng.choice((f"{key}2", "", "schema"))] = held.pop(key)
    else:
        other, its = rng.choice(places)
        if _holds(other, its):
            held[key] = copy.deepcopy(other[its])


def _alike(value: Any, places: list[tuple[Any, Any]], rng: Stream) -> Any:
    """Another value of the same type: strict readers let it through, so it gets further."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        others = [v for v in VALUES if type(v) is type(value)]
        scaled = [value * k for k in (-1, 2, 10, 1000, 10**6)]
        return rng.choice([*others, *scaled])
    if isinstance(value, str):
        if rng.chance(0.4):
            return damage(value.encode(errors="replace"), rng)[:500].decode(errors="replace")
        words = [held[k] for held, k in places if _holds(held, k) and isinstance(held[k], str)]
        return rng.choice(words if rng.chance(0.4) else [v for v in VALUES if isinstance(v, str)])
    if isinstance(value, list):
        return rng.choice(([], value[:1], value[1:], value[::-1], value * 2, value * 30))
    if isinstance(value, dict):
        kept = [k for k in value if rng.chance(0.7)]
        return {k: value[k] for k in kept}
    return value


def _holds(held: Any, key: Any) -> bool:
    """Whether a place is still there; an earlier change may have removed it."""
    return key in held if isinstance(held, dict) else key < len(held)


def change_lines(data: bytes, rng: Stream) -> bytes:
    """Change the JSON of one line, or remove, repeat, swap or damage lines."""
    lines = data.splitlines()
    at, how = rng.integer(0, len(lines) - 1), rng.integer(0, 9)
    if how <= 6:
        lines[at] = change_json(lines[at], rng)
    elif how == 7:
        lines[at] = damage(lines[at], rng)
    elif how == 8:
        lines.insert(at, rng.choice(lines))
    else:
        lines[at] = rng.choice((b"", b"{}", b"[]", b"null", b"7", b'"row"', b"\xff\xfe"))
    return b"\n".join(lines) + b"\n"


def packed(mutator: Mutator) -> Mutator:
    """A mutator of gzip files: it changes what is inside, the file itself, or makes a bomb of it."""

    def change(data: bytes, rng: Stream) -> bytes:
        how = rng.integer(0, 19)
        if how == 0:
            return bomb(rng.choice((b"\n", b"[", b" ", b"{},")), gzip=True)
        if how <= 4:
            return damage(data, rng)
        return serialize.compress(mutator(zlib.decompress(data, wbits=31), rng))

    return change


def bomb(pattern: bytes, *, gzip: bool = False, head: bytes = b"") -> bytes:
    """A few megabytes that unpack to :data:`BOMB_BYTES` of a repeated pattern."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if gzip else 15)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress((pattern * _BLOCK)[:_BLOCK]) + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush a block depends on nothing before it, so its bytes can be repeated.
    return start + block * (BOMB_BYTES // _BLOCK)


def either(*mutators: Mutator) -> Mutator:
    """One of several mutators, all equally likely."""
    return lambda data, rng: rng.choice(mutators)(data, rng)
