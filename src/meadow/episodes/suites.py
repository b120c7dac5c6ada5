"""Shipped suites: seeds, not files. Episodes are generated on first use, cached and hashed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow import serialize
from meadow.episodes.generate import generate_episodes
from meadow.episodes.houses import cache_directory, code_version
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, read_episodes, write_episodes
from meadow.errors import FileFormatError, InvalidEpisodeError, UnknownIdError
from meadow.protocols import Progress
from meadow.registry import Registry

SUITES: Registry[Recipe] = Registry("suite")

for _recipe, _summary in (
    (Recipe(name="objectnav", task="objectnav"), "ObjectNav in 15 homes, 12 categories, 2 starts"),
    (
        Recipe(name="pointnav", task="pointnav", goals_per_house=20, per_goal=1, min_ratio=1.05),
        "PointNav in 15 homes, 20 episodes each",
    ),
    (
        Recipe(name="objectnav-mini", task="objectnav", houses=3, rooms=(2, 4), goals_per_house=4),
        "ObjectNav in 3 small homes, for demos and tests",
    ),
    (
        Recipe(name="pointnav-mini", task="pointnav", houses=3, rooms=(2, 4), goals_per_house=4),
        "PointNav in 3 small homes, for demos and tests",
    ),
):
    SUITES.register(_recipe.name, summary=_summary)(_recipe)


def load_suite(
    name: str, *, skip_bad: bool = False, progress: Progress | None = None
) -> list[Episode]:
    """Episodes of a shipped suite or of an episode file."""
    if name in SUITES:
        return _cached(SUITES.get(name), progress)
    path = Path(name)
    if path.is_dir() or (path.is_file() and path.name.endswith((".json", ".json.gz"))):
        raise FileFormatError(
            f"{path}: not one of Meadow's episode files (.jsonl, .jsonl.gz). Episodes of other "
            f"simulators are converted first: meadow convert-episodes {path} --from FORMAT -o FILE"
        )
    if path.is_file():
        episodes, _ = read_episodes(path, skip_bad=skip_bad)
        if not episodes:
            raise InvalidEpisodeError(f"{path}: holds no episodes")
        return episodes
    if path.suffix or "/" in name:
        raise FileFormatError(f"{path}: no such episode file")
    raise UnknownIdError("suite", name, SUITES.names(), "Or give an episode file.")


def suite_directory(name: str) -> str:
    """Where relative references to house files start: beside an episode file; "" for a suite."""
    return "" if name in SUITES else str(Path(name).parent)


def _cached(recipe: Recipe, progress: Progress | None) -> list[Episode]:
    key = serialize.digest(recipe)
    folder = cache_directory() / "suites" / code_version("geometry", "scenes", "sim", "episodes")
    path = folder / f"{recipe.name}-{key}.jsonl.gz"
    if path.is_file():
        try:
            return read_episodes(path)[0]
        except (FileFormatError, InvalidEpisodeError):
            path.unlink(missing_ok=True)  # a damaged cache is made anew
    episodes = generate_episodes(recipe, progress)
    write_episodes(path, episodes)
    return episodes


def spread(episodes: Sequence[Episode], count: int) -> list[Episode]:
    """``count`` episodes spread evenly over homes, in the order of the suite.

    Homes take turns, so a subset of any size is as balanced as it can be.
    """
    homes: dict[str, list[Episode]] = {}
    for episode in episodes:
        homes.setdefault(episode.house.uri, []).append(episode)
    picked: set[str] = set()
    turn = 0
    while len(picked) < min(count, len(episodes)):
        for group in homes.values():
            if turn < len(group) and len(picked) < count:
                picked.add(group[turn].id)
        turn += 1
    return [e for e in episodes if e.id in picked]
