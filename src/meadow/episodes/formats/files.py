"""What the foreign formats share: finding files, checked values, scene names, unchanged originals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meadow import serialize
from meadow.episodes import FOREIGN, HOUSE_SCHEMES
from meadow.episodes.schema import Episode, HouseRef, check_episode
from meadow.errors import FileFormatError, InvalidEpisodeError

T = TypeVar("T")

_SUFFIXES = (".json", ".json.gz")
_SCHEMES = ("generator", "file", *FOREIGN)


def is_file_name(path: Path) -> bool:
    """Whether a path is meant as one JSON file rather than as a directory."""
    return path.name.endswith(_SUFFIXES)


def json_files(path: Path) -> list[Path]:
    """The JSON files of a directory, sorted; dot-files are left out."""
    files = [f for f in sorted(path.iterdir()) if is_file_name(f) and not f.name.startswith(".")]
    if not files:
        raise FileFormatError(f"{path}: holds no .json or .json.gz file")
    return files


def checked(value: Any, kind: type[T], source: str) -> T:
    """A JSON value as ``kind``; unknown fields are fine, missing ones are named."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise FileFormatError(f"{source}: {error}") from error


def scene_ref(kind: str, scene: str, digest: str = "") -> HouseRef:
    """The reference of a scene; names that are references already, such as ours, stay."""
    scheme = scene.partition(":")[0]
    own = scheme in _SCHEMES or (":" in scene and scheme in HOUSE_SCHEMES)
    return HouseRef(scene if own else f"{kind}:{scene}", digest)


def scene_name(kind: str, house: HouseRef) -> str:
    """What a format calls a scene: the inverse of :func:`scene_ref`."""
    return house.uri.removeprefix(f"{kind}:")


def file_name(scene: str) -> str:
    """A scene's name as the name of a packed JSON file."""
    plain = re.sub(r"[^\w.=-]+", "-", scene)
    return serialize.output_name(f"{plain}.json.gz", f"scene {scene[:80]!r}")


def by_scene(kind: str, episodes: Iterable[Episode]) -> dict[str, list[Episode]]:
    """Episodes grouped by scene, in order of first appearance."""
    scenes: dict[str, list[Episode]] = {}
    for episode in episodes:
        scenes.setdefault(scene_name(kind, episode.house), []).append(episode)
    return scenes


def check_one_goal(kind: str, episodes: Iterable[Episode]) -> None:
    """Raise for episodes that a format of one goal cannot hold."""
    for episode in episodes:
        if len(episode.goals) != 1 or episode.questions:
            raise InvalidEpisodeError(
                f"episode {episode.id!r} has {len(episode.goals)} goals and {len(episode.questions)} "
                f"questions: the {kind} format holds episodes of one goal. Write it as .jsonl"
            )


def distinct(episodes: list[Episode], path: Path) -> list[Episode]:
    """The episodes, when all could be run and no two share an id."""
    seen: set[str] = set()
    for episode in episodes:
        check_episode(episode, f"{path}, episode {episode.id!r}")
        if episode.id in seen:
            raise FileFormatError(f"{path}: the id {episode.id!r} was used twice")
        seen.add(episode.id)
    if not episodes:
        raise FileFormatError(f"{path}: holds no episodes")
    return episodes
