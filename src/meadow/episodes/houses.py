"""From the name of a home to the home: generated, read from a file, and proved by its digest.

Episode files hold references such as "generator:seed=7,rooms=6". People may also write "seed:7", or the
name of a file; :func:`home_reference` reads all of these.

A relative reference such as "file:homes/home-7.json.gz" starts in the directory of the episode file
that holds it (``base`` below), so that both can be moved together; failing that, in the working
directory.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from meadow import serialize
from meadow.episodes import FOREIGN, HOUSE_SCHEMES
from meadow.episodes.schema import HouseRef
from meadow.errors import FileFormatError, InvalidEpisodeError, InvalidValueError
from meadow.scenes import validate
from meadow.scenes.catalogue import tagged
from meadow.scenes.drawn.build import DrawnFile
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.schema import House, read_house, write_house
from meadow.serialize import cache_directory, code_version

#: Rooms of a generated home whose name does not say how many.
DEFAULT_ROOMS = "6"
#: A number of rooms, or the fewest and the most.
ROOMS = r"(?P<low>\d{1,3})(?:-(?P<high>\d{1,3}))?"
#: Names that people write for a generated home; the rest of a longer reference is left to its scheme.
_SHORT = re.compile(
    rf"(?:seed:|generator:seed=)(?P<seed>\d{{1,18}})(?:,rooms={ROOMS})?(?P<more>,revision=\d)?"
)
#: Seed, rooms and perhaps a revision in the pattern of a scheme, see :func:`seed_and_rooms`.
SEED_AND_ROOMS = rf"seed=(?P<seed>\d{{1,18}}),rooms={ROOMS}(?:,revision=(?P<revision>\d))?"


@dataclass(frozen=True)
class HouseScheme:
    """A kind of homes that are made from what their references say."""

    pattern: re.Pattern[str]
    """Matches a whole reference."""
    shape: str
    """The same for people, for errors."""
    make: Callable[[re.Match[str]], dict[str, House]]
    """The home of a matched reference, with others that come with it, by their references."""
    code: tuple[str, ...]
    """Code that decides what the homes are like, as ``serialize.code_version`` takes it."""


def home_reference(name: str | Path) -> HouseRef:
    """The reference of the home that somebody named.

    Args:
        name: ``seed:7``, ``seed:7,rooms=4-8`` or ``seed:7,revision=2`` for a generated home, a reference
            as episode files hold them (``generator:seed=7,rooms=6``), a house file or a drawing.
    """
    text = str(name)
    if match := _SHORT.fullmatch(text):
        low = match["low"] or DEFAULT_ROOMS
        span = f"{low}-{match['high']}" if match["high"] else low
        more = match["more"] or ""
        return HouseRef(f"generator:seed={match['seed']},rooms={span}{more}")
    scheme = text.partition(":")[0]
    if scheme == "seed":
        raise InvalidValueError(
            f"{text!r}: expected seed:N, seed:N,rooms=6 or seed:N,rooms=6,revision=2, "
            "e.g. seed:7,rooms=4-8"
        )
    known = ":" in text and (scheme in HOUSE_SCHEMES or scheme in FOREIGN or scheme == "file")
    return HouseRef(text if known else f"file:{text}")


def load_home(name: str | Path) -> House:
    """The home that somebody named, see :func:`home_reference`; files are validated."""
    ref = home_reference(name)
    if ref.uri.startswith("file:"):
        return _read_file(ref.uri.removeprefix("file:"))
    return load_house(ref)


def _read_file(path: str | Path) -> House:
    """The valid home of a house file, or of a drawing (``.txt``, see ``scenes.drawn``)."""
    if Path(path).suffix == ".txt":
        return DrawnFile(path)[0][0]
    return validate.read_valid_house(path)


def parse_rooms(text: str) -> tuple[int, int]:
    """The fewest and the most rooms of ``"6"`` or ``"4-8"``; the generator checks the range."""
    match = re.fullmatch(ROOMS, text.strip())
    if match is None:
        raise InvalidValueError(f"--rooms {text!r}: expected a number such as 6 or a range as 4-8")
    return int(match["low"]), int(match["high"] or match["low"])


def seed_and_rooms(match: re.Match[str]) -> tuple[int, tuple[int, int]]:
    """The seed, and the fewest and most rooms, that ``SEED_AND_ROOMS`` matched."""
    low, high = int(match["low"]), int(match["high"] or match["low"])
    return int(match["seed"]), (low, high)


def revision_of(match: re.Match[str]) -> int:
    """The revision of the generator that ``SEED_AND_ROOMS`` matched; 1 unless a reference names another."""
    return int(match["revision"] or "1")


def seeded(seed: int, rooms: int | tuple[int, int], revision: int = 1) -> str:
    """What ``SEED_AND_ROOMS`` matches; the first revision is not named."""
    span = f"{rooms[0]}-{rooms[1]}" if isinstance(rooms, tuple) else str(rooms)
    return f"seed={seed},rooms={span}" + (f",revision={revision}" if revision != 1 else "")


def generator_uri(
    seed: int, rooms: int | tuple[int, int], include: str = "", revision: int = 1
) -> str:
    """The reference of a generated house; ``include`` is a tag of categories that it must have."""
    named = f"generator:{seeded(seed, rooms, revision)}"
    return named + (f",include={include}" if include else "")


def home_of(ref: HouseRef) -> str:
    """The home that a house is a variant of: results of one home are not independent trials."""
    return re.split(",(?:variant|level)=", ref.uri, maxsplit=1)[0]


def foreign_hint(ref: HouseRef) -> str:
    """What runs a scene of another simulator; empty for homes of our own."""
    return FOREIGN.get(ref.uri.partition(":")[0], "")


def house_file(uri: str, base: str | Path = "") -> Path:
    """The file that a "file:" reference names."""
    path = Path(uri.removeprefix("file:"))
    beside = Path(base) / path
    return beside if os.path.isfile(beside) else path


def check_available(refs: Iterable[HouseRef], base: str | Path = "") -> None:
    """Raise now, rather than after an hour, when a house cannot be had or a file holds none."""
    for uri in sorted({ref.uri for ref in refs}):
        _check_reference(uri, base)
        if uri.startswith("file:"):
            _read_file(house_file(uri, base))


def _check_reference(uri: str, base: str | Path) -> None:
    scheme = uri.partition(":")[0]
    if scheme in FOREIGN:
        raise InvalidEpisodeError(f"house {uri!r} needs {FOREIGN[scheme]}")
    if scheme == "file" and not os.path.isfile(house_file(uri, base)):
        places = f"{base} or the working directory" if base else "the working directory"
        raise InvalidEpisodeError(
            f"house {uri!r}: no such file in {places}. Put it there, or generate the episodes anew"
        )
    if scheme != "file" and scheme not in HOUSE_SCHEMES:
        known = ", ".join(["file", *HOUSE_SCHEMES.names(), *FOREIGN])
        raise InvalidEpisodeError(f"house {uri!r}: unknown kind {scheme!r}; known: {known}")
    if scheme != "file" and not HOUSE_SCHEMES.get(scheme).pattern.fullmatch(uri):
        raise InvalidEpisodeError(f"house {uri!r}: expected {HOUSE_SCHEMES.get(scheme).shape}")


def load_house(ref: HouseRef, base: str | Path = "") -> House:
    """The house of a reference; an error when it is not the house that the episode was made in.

    Houses from files are validated. Those that were generated here are valid, also from the cache.
    """
    _check_reference(ref.uri, base)
    if ref.uri.startswith("file:"):
        house = _read_file(house_file(ref.uri, base))
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
    path = _cache_file(uri)
    with serialize.caching(path):
        if path.is_file():
            try:
                return read_house(path)
            except FileFormatError:
                path.unlink(missing_ok=True)  # a damaged cache is made anew
    made = _make(uri)
    for name, house in made.items():
        keep_house(name, house)
    return made[uri]


def keep_house(uri: str, house: House) -> None:
    """Save a house that was made, so that it need not be made again."""
    path = _cache_file(uri)
    with serialize.caching(path):
        write_house(house, path)


def _cache_file(uri: str) -> Path:
    scheme, _, rest = uri.partition(":")
    name = re.sub(r"[a-z]+=", "", rest.replace("revision=", "r")).replace(",", "-")
    version = code_version(*HOUSE_SCHEMES.get(scheme).code)
    return cache_directory() / "houses" / version / f"{scheme}-{name}.json.gz"


def _make(uri: str) -> dict[str, House]:
    """The house of a reference, with others that come with it."""
    scheme = HOUSE_SCHEMES.get(uri.partition(":")[0])
    match = scheme.pattern.fullmatch(uri)
    assert match is not None, "check_available() comes first"
    return scheme.make(match)


def _generate(match: re.Match[str]) -> dict[str, House]:
    seed, rooms = seed_and_rooms(match)
    include = tagged(match["include"]) if match["include"] else ()
    spec = HouseSpec(rooms=rooms, include=include, revision=revision_of(match))
    return {match[0]: generate_house(seed, spec=spec)}


GENERATED = HouseScheme(
    re.compile(rf"generator:{SEED_AND_ROOMS}(?:,include=(?P<include>[a-z-]+))?"),
    "generator:seed=N,rooms=N or N-M, and perhaps ,revision=N and ,include=TAG of the catalogue",
    _generate,
    code=("scenes",),
)


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
