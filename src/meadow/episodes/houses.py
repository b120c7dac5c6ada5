"""From a house reference to the house: generated, read from a file, and proved by its digest.

A relative reference such as "file:homes/home-7.json.gz" starts in the directory of the episode file
that holds it (``base`` below), so that both can be moved together; failing that, in the working
directory.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import meadow
from meadow import serialize
from meadow.episodes.schema import HouseRef
from meadow.errors import FileFormatError, InvalidEpisodeError
from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House, read_house, write_house

#: Scenes whose geometry belongs to other simulators -> what runs them.
FOREIGN = {
    "robothor": "the AI2-THOR adapter (scene geometry is in AI2-THOR's Unity build)",
    "procthor": "the AI2-THOR adapter, or import the house first: meadow import procthor",
    "habitat": "the Habitat adapter (scene geometry is in the Habitat data sets)",
}

_GENERATOR = re.compile(r"generator:seed=(\d+),rooms=(\d+)(?:-(\d+))?")


def cache_directory() -> Path:
    """Where generated data is kept between runs; ``MEADOW_CACHE`` overrides it."""
    import platformdirs

    return Path(os.environ.get("MEADOW_CACHE") or platformdirs.user_cache_dir("meadow"))


def generator_uri(seed: int, rooms: int | tuple[int, int]) -> str:
    """The reference of a generated house."""
    span = f"{rooms[0]}-{rooms[1]}" if isinstance(rooms, tuple) else str(rooms)
    return f"generator:seed={seed},rooms={span}"


def foreign_hint(ref: HouseRef) -> str:
    """What runs a scene of another simulator; empty for homes of our own."""
    return FOREIGN.get(ref.uri.partition(":")[0], "")


def house_file(uri: str, base: str | Path = "") -> Path:
    """The file that a "file:" reference names."""
    path = Path(uri.removeprefix("file:"))
    beside = Path(base) / path
    return beside if beside.is_file() else path


def check_available(refs: Iterable[HouseRef], base: str | Path = "") -> None:
    """Raise now, rather than after an hour, when a house cannot be had."""
    for uri in sorted({ref.uri for ref in refs}):
        scheme = uri.partition(":")[0]
        if scheme in FOREIGN:
            raise InvalidEpisodeError(f"house {uri!r} needs {FOREIGN[scheme]}")
        if scheme == "file" and not house_file(uri, base).is_file():
            places = f"{base} or the working directory" if base else "the working directory"
            raise InvalidEpisodeError(
                f"house {uri!r}: no such file in {places}. Put it there, or generate the episodes anew"
            )
        if scheme == "generator" and not _GENERATOR.fullmatch(uri):
            raise InvalidEpisodeError(f"house {uri!r}: expected generator:seed=N,rooms=N or N-M")
        if scheme not in ("file", "generator"):
            known = ", ".join(["file", "generator", *FOREIGN])
            raise InvalidEpisodeError(f"house {uri!r}: unknown kind {scheme!r}; known: {known}")


def load_house(ref: HouseRef, base: str | Path = "") -> House:
    """The house of a reference; an error when it is not the house that the episode was made in."""
    check_available([ref], base)
    if ref.uri.startswith("file:"):
        house = read_house(house_file(ref.uri, base))
    else:
        house = _generated(ref.uri)
    if ref.digest and house.digest() != ref.digest:
        raise InvalidEpisodeError(
            f"house {ref.uri!r} has digest {house.digest()}, the episode was made in {ref.digest}. "
            "It comes from another version; generate the episodes anew."
        )
    return house


def _generated(uri: str) -> House:
    """Generate, or read what an earlier run generated."""
    match = _GENERATOR.fullmatch(uri)
    assert match is not None
    seed, low, high = int(match[1]), int(match[2]), int(match[3] or match[2])
    path = cache_directory() / "houses" / code_version("scenes") / f"{seed}-{low}-{high}.json.gz"
    if path.is_file():
        try:
            return read_house(path)
        except FileFormatError:
            path.unlink(missing_ok=True)  # a damaged cache is made anew
    house = generate_house(seed, rooms=(low, high))
    write_house(house, path)
    return house


@cache
def code_version(*packages: str) -> str:
    """Hash of the code that makes something, so that changed code never meets an old cache."""
    root = Path(meadow.__file__).parent
    files = sorted(f for p in packages for f in (root / p).rglob("*.py"))
    return serialize.digest(b"".join(f.read_bytes() for f in files))


class HouseCache:
    """The last few houses, ready to use."""

    def __init__(self, base: str | Path = "", size: int = 8) -> None:
        """``base`` is where relative references to files start, ``size`` how many are kept."""
        self._base, self._size = base, size
        self._houses: OrderedDict[str, House] = OrderedDict()

    def load(self, ref: HouseRef) -> House:
        """The house, from memory when it was used lately."""
        key = f"{ref.uri}@{ref.digest}"
        if key not in self._houses:
            self._houses[key] = load_house(ref, self._base)
            if len(self._houses) > self._size:
                self._houses.popitem(last=False)
        self._houses.move_to_end(key)
        return self._houses[key]
