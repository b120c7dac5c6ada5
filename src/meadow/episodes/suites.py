"""Shipped suites: seeds, not files. Episodes are generated on first use, cached and hashed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from meadow import serialize
from meadow.episodes import GENERATORS, PARTS, SUITES
from meadow.episodes.generate import generate_episodes
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, read_episodes, write_episodes
from meadow.errors import FileFormatError, InvalidEpisodeError, UnknownIdError
from meadow.protocols import Progress
from meadow.serialize import cache_directory, code_version
from meadow.types import ARM_BODY, WIDE_ANGLE

#: Packages whose code decides what the episodes of every suite are like.
_CODE = ("geometry", "language", "scenes", "sim", "episodes")

OBJECTNAV = Recipe(name="objectnav", task="objectnav", include="robothor")
POINTNAV = Recipe(name="pointnav", task="pointnav", goals_per_house=20, per_goal=1, min_ratio=1.05)
OBJECTNAV_MINI = replace(
    OBJECTNAV, name="objectnav-mini", houses=3, rooms=(2, 4), goals_per_house=4
)
POINTNAV_MINI = Recipe(
    name="pointnav-mini", task="pointnav", houses=3, rooms=(2, 4), goals_per_house=4
)

ERRANDS_MINI = Recipe(
    name="errands-mini",
    task="errands",
    seed=1,
    houses=1,
    rooms=(3, 4),
    revision=2,
    goals_per_house=4,
    per_goal=1,
    max_steps=250,
    embodiment=WIDE_ANGLE,
)

LIFT_MINI = Recipe(
    name="lift-mini",
    task="lift",
    seed=2,
    houses=2,
    rooms=(2, 3),
    revision=2,
    goals_per_house=6,
    per_goal=1,
    min_geodesic=0.5,
    max_steps=400,
    embodiment=ARM_BODY,
)


def load_suite(
    name: str, *, skip_bad: bool = False, progress: Progress | None = None, workers: int = 1
) -> list[Episode]:
    """Episodes of a shipped suite, of a part of one ("suite:part") or of an episode file."""
    suite, _, part = name.partition(":")
    if suite in SUITES:
        return _part(suite, part, _cached(SUITES.get(suite), progress, workers))
    path = Path(name)
    is_file = os.path.isfile(path)  # unlike Path.is_file, takes names that no file can have
    if os.path.isdir(path) or (is_file and path.name.endswith((".json", ".json.gz"))):
        raise FileFormatError(
            f"{path}: not one of Meadow's episode files (.jsonl, .jsonl.gz). Episodes of other "
            f"simulators are converted first: meadow convert-episodes {path} --from FORMAT -o FILE"
        )
    if is_file:
        episodes, _ = read_episodes(path, skip_bad=skip_bad)
        if not episodes:
            raise InvalidEpisodeError(f"{path}: holds no episodes")
        return episodes
    if path.suffix or "/" in name:
        raise FileFormatError(f"{path}: no such episode file")
    raise UnknownIdError("suite", name, SUITES.names(), "Or give an episode file.")


def suite_name(suite: str, split: str) -> str:
    """The suite that a split of a suite is: a part of it, or a suite of its own.

    Raises:
        UnknownIdError: There is no such split.
    """
    if not split or split == "val":
        return suite
    if f"{suite}:{split}" in PARTS:
        return f"{suite}:{split}"
    if f"{suite}-{split}" in SUITES:
        return f"{suite}-{split}"
    raise UnknownIdError(f"split of {suite!r}", split, splits_of(suite))


def splits_of(suite: str) -> list[str]:
    """The names, besides ``val``, that :func:`suite_name` accepts as splits of a suite."""
    siblings = [n.removeprefix(f"{suite}-") for n in SUITES.names() if n.startswith(f"{suite}-")]
    return [*_parts_of(suite), *siblings]


def _parts_of(suite: str) -> list[str]:
    """The names of its parts, without its own."""
    return [n.removeprefix(f"{suite}:") for n in PARTS.names() if n.startswith(f"{suite}:")]


def _part(suite: str, part: str, episodes: list[Episode]) -> list[Episode]:
    if not part:
        return episodes
    if f"{suite}:{part}" not in PARTS:
        raise UnknownIdError(f"part of {suite!r}", part, _parts_of(suite))
    chosen: list[Episode] = PARTS.make(f"{suite}:{part}", episodes=episodes)
    return chosen


def suite_directory(name: str) -> str:
    """Where relative references to house files start: beside an episode file; "" for a suite."""
    return "" if name.partition(":")[0] in SUITES else str(Path(name).parent)


def _cached(recipe: Recipe, progress: Progress | None, workers: int) -> list[Episode]:
    key = serialize.digest(recipe)
    version = code_version(*_CODE, *GENERATORS.get(recipe.task).code)
    folder = cache_directory() / "suites" / version
    path = folder / f"{recipe.name}-{key}.jsonl.gz"
    with serialize.caching(path):
        if path.is_file():
            try:
                return read_episodes(path)[0]
            except (FileFormatError, InvalidEpisodeError):
                path.unlink(missing_ok=True)  # a damaged cache is made anew
    episodes = generate_episodes(recipe, progress, workers=workers)
    with serialize.caching(path):
        write_episodes(path, episodes)
    return episodes
