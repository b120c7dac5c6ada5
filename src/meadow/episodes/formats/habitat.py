"""Habitat's episodes: ``SPLIT.json.gz`` and ``content/SCENE.json.gz``; ObjectNav v1/v2 and PointNav.

The goals of an ObjectNav scene stand once in its file (``goals_by_category``), however many episodes
share them. So the first episode of a file carries what the file says besides its episodes.
Habitat numbers episodes within a scene; numbers become ``SCENE-NUMBER``, other ids stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from meadow import serialize
from meadow.episodes.formats import EpisodeFormat, files
from meadow.episodes.formats.habitat_goals import (
    NAME,
    Goals,
    category_name,
    closest,
    goal_entries,
    goal_of,
    goals_key,
)
from meadow.episodes.schema import Episode
from meadow.errors import FileFormatError, InvalidEpisodeError
from meadow.geometry.frames import pose_from_habitat, pose_to_habitat, to_habitat
from meadow.seeding import derived_seed

_MAPS = ("category_to_task_category_id", "category_to_scene_annotation_category_id")


class _Info(msgspec.Struct):
    geodesic_distance: float | None = None
    euclidean_distance: float | None = None
    difficulty: str | None = None


class _Episode(msgspec.Struct):
    episode_id: str | int
    scene_id: str
    start_position: tuple[float, float, float]
    start_rotation: tuple[float, float, float, float]
    info: _Info | None = None
    object_category: str | None = None
    goals: list[dict[str, Any]] | None = None
    house_digest: str = ""


class _Kept(msgspec.Struct):
    """What an episode keeps of the file that it was read from."""

    episode: dict[str, Any]
    file: str
    rest: dict[str, Any] | None = None
    splits: dict[str, dict[str, Any]] = {}


class _Goals(msgspec.Struct):
    goals_by_category: Goals = {}


class _File(_Goals, kw_only=True):
    episodes: list[dict[str, Any]]


def _episode(kept: dict[str, Any], shared: Goals, source: str = "episode") -> Episode:
    """An episode from ``{"episode": ..., ...}`` and the goals that its file holds for all."""
    raw = files.checked(kept["episode"], _Episode, source)
    scene = PurePosixPath(raw.scene_id).name
    number = str(raw.episode_id)
    id = f"{scene.partition('.')[0]}-{number}" if number.isdecimal() else number
    pose = pose_from_habitat(raw.start_position, raw.start_rotation)
    entries = raw.goals or shared.get(f"{scene}_{raw.object_category}") or []
    if not entries:
        raise FileFormatError(f"{source}: no goals, here or in goals_by_category")
    info = raw.info or _Info()
    return Episode(
        id=id,
        task="objectnav" if raw.object_category else "pointnav",
        house=files.scene_ref(NAME, raw.scene_id, raw.house_digest),
        start=(pose.x, pose.y, pose.yaw),
        goals=(goal_of(entries, raw.object_category or "", source),),
        seed=derived_seed(0, id),
        geodesic=info.geodesic_distance,
        euclidean=info.euclidean_distance,
        difficulty=info.difficulty or "",
        extras={NAME: kept},
    )


def read(path: Path) -> list[Episode]:
    """Episodes of a split: its directory, or its file with the ``content/`` beside it."""
    documents = {file: serialize.read(file, dict[str, Any]) for file in _sources(path)}
    splits = {file.name: d for file, d in documents.items() if not d.get("episodes")}
    episodes: list[Episode] = []
    for file, document in documents.items():
        shared = files.checked(document, _File, str(file)).goals_by_category
        for index, raw in enumerate(document["episodes"]):
            kept: dict[str, Any] = {"episode": raw, "file": file.name}
            if index == 0:
                kept["rest"] = {k: v for k, v in document.items() if k != "episodes"}
            if not episodes:
                kept["splits"] = splits
            episodes.append(_episode(kept, shared, f"{file}, episode {index}"))
    return files.distinct(episodes, path)


def _sources(path: Path) -> list[Path]:
    top = files.json_files(path) if path.is_dir() else [path]
    content = top[0].parent / "content"
    return [*top, *files.json_files(content)] if content.is_dir() else top


def write(path: Path, episodes: Sequence[Episode]) -> None:
    """One file when the path is named like one, else a split's directory with ``content/``."""
    files.check_one_goal(NAME, episodes)
    if files.is_file_name(path):
        serialize.write(path, _document(episodes))
        return
    groups: dict[str, list[Episode]] = {}
    splits: dict[str, Any] = {}
    for episode in episodes:
        if NAME in episode.extras:
            kept, source = _kept(episode), f"episode {episode.id!r}, extras of {NAME}"
            splits |= {serialize.output_name(k, source): v for k, v in kept.splits.items()}
            name = serialize.output_name(kept.file, source)
        else:
            name = files.file_name(files.scene_name(NAME, episode.house))
        groups.setdefault(name, []).append(episode)
    splits = splits or {f"{path.name}.json.gz": {"episodes": [], **_maps(episodes)}}
    for name, document in splits.items():
        serialize.write(path / name, document)
    for name, group in groups.items():
        serialize.write(path / "content" / name, _document(group))


def _kept(episode: Episode) -> _Kept:
    return files.checked(episode.extras[NAME], _Kept, f"episode {episode.id!r}, extras of {NAME}")


def _document(episodes: Sequence[Episode]) -> dict[str, Any]:
    """A file's JSON: what it said when it was read, with what the episodes add."""
    kept = [_kept(e) for e in episodes if NAME in e.extras]
    rests = [k.rest for k in kept if k.rest is not None]
    if kept and not rests:
        raise InvalidEpisodeError(
            f"episode {episodes[0].id!r} was read from Habitat's {kept[0].file}, whose goals the "
            "first episode of that file carries, and it is not among these. Write all of them."
        )
    document: dict[str, Any] = {} if rests else _maps(episodes)
    goals = goal_entries(e for e in episodes if NAME not in e.extras)
    for rest in rests:
        document |= rest
        goals |= files.checked(rest, _Goals, "extras of habitat").goals_by_category
    if goals:
        document["goals_by_category"] = goals
    return {**document, "episodes": [_json(e, goals) for e in episodes]}


def _maps(episodes: Iterable[Episode]) -> dict[str, Any]:
    """Numbers of the categories, which Habitat's goal sensor reads."""
    categories = sorted({category_name(e) for e in episodes if e.goal.category})
    numbers = {name: i for i, name in enumerate(categories)}
    return dict.fromkeys(_MAPS, numbers)


def _json(episode: Episode, shared: Goals) -> Any:
    kept = episode.extras.get(NAME)
    if kept is None:
        return _made(episode, shared)
    if _episode(kept, shared) == episode:
        return kept["episode"]
    return {**kept["episode"], **_made(episode, shared)}


def _made(episode: Episode, shared: Goals) -> dict[str, Any]:
    """An episode as Habitat writes it."""
    position, rotation = pose_to_habitat(episode.pose())
    point = episode.goal.point
    info = {
        "geodesic_distance": episode.geodesic,
        "euclidean_distance": episode.euclidean,
        "difficulty": episode.difficulty,
    }
    made = {
        "episode_id": episode.id,
        "scene_id": files.scene_name(NAME, episode.house),
        "scene_dataset_config": "default",
        "additional_obj_config_paths": [],
        "start_position": position,
        "start_rotation": rotation,
        "info": info,
        "goals": [{"position": to_habitat((*point, 0.0)), "radius": None}] if point else [],
        "start_room": None,
        "shortest_paths": None,
        "house_digest": episode.house.digest,
    }
    if episode.goal.category:
        made["object_category"] = category_name(episode)
        info["closest_goal_object_id"] = closest(episode, shared.get(goals_key(episode), []))
    return made


FORMAT = EpisodeFormat(read, write)
