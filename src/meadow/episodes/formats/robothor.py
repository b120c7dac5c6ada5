"""RoboTHOR episodes: a JSON list per scene, ObjectNav and PointNav.

``{"id", "scene", "initial_position", "initial_orientation", "initial_horizon", "object_type" or
"target_position", "shortest_path", "shortest_path_length", "difficulty"}``; all but the first four
and the goal may be absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.episodes.formats import EpisodeFormat, files, thor
from meadow.episodes.schema import Episode, Goal
from meadow.errors import FileFormatError
from meadow.geometry.frames import pose_from_thor, pose_to_thor
from meadow.seeding import derived_seed

NAME = "robothor"


class _Episode(msgspec.Struct):
    id: str
    scene: str
    initial_position: thor.Point
    initial_orientation: float
    initial_horizon: float = 0.0
    object_type: str = ""
    target_position: thor.Point | None = None
    shortest_path: tuple[thor.Point, ...] | None = None
    shortest_path_length: float | None = None
    difficulty: str | None = None
    goal: str = ""
    house_digest: str = ""


def _episode(original: Any, source: str = "episode") -> Episode:
    raw = files.checked(original, _Episode, source)
    place = raw.initial_position
    position = (place.x, place.y, place.z)
    pose = pose_from_thor(position, raw.initial_orientation, raw.initial_horizon)
    path = tuple(p.plan() for p in raw.shortest_path or ())
    target = raw.target_position.plan() if raw.target_position else None
    if target is None and not raw.object_type:
        raise FileFormatError(f"{source}: expected object_type or target_position")
    end = target or (path[-1] if path else None)
    return Episode(
        id=raw.id,
        task="pointnav" if target else "objectnav",
        house=files.scene_ref(NAME, raw.scene, raw.house_digest),
        start=(pose.x, pose.y, pose.yaw),
        pitch=pose.pitch,
        goals=(_goal(raw, target),),
        seed=derived_seed(0, raw.id),
        geodesic=raw.shortest_path_length,
        euclidean=pose.distance(*end) if end else None,
        path=path,
        difficulty=raw.difficulty or "",
        extras={NAME: original},
    )


def _goal(raw: _Episode, target: tuple[float, float] | None) -> Goal:
    if target:
        return Goal(text=raw.goal or "go to the given point", point=target)
    category = thor.category(raw.object_type)
    return Goal(text=raw.goal or category, category=category)


def _made(episode: Episode) -> dict[str, Any]:
    """An episode as RoboTHOR writes it."""
    pose = episode.pose()
    _, orientation, horizon = pose_to_thor(pose)
    made: dict[str, Any] = {
        "id": episode.id,
        "scene": files.scene_name(NAME, episode.house),
        "initial_position": thor.point(pose.x, pose.y, thor.AGENT_HEIGHT),
        "initial_orientation": thor.degrees(orientation),
        "initial_horizon": round(horizon, 3) + 0.0,
        "goal": episode.goal.text,
        "shortest_path": [thor.point(x, y) for x, y in episode.path],
        "shortest_path_length": episode.geodesic,
    }
    if episode.goal.point is not None:
        made["target_position"] = thor.point(*episode.goal.point, thor.AGENT_HEIGHT)
    else:
        made["object_type"] = thor.type_name(episode.goal.category)
    if episode.difficulty:
        made["difficulty"] = episode.difficulty
    if episode.house.digest:
        made["house_digest"] = episode.house.digest
    return made


def read(path: Path) -> list[Episode]:
    """Episodes of a file, or of all files of a directory or of its ``episodes/``."""
    episodes = []
    for file in _sources(path):
        for index, original in enumerate(serialize.read(file, list[dict[str, Any]])):
            episodes.append(_episode(original, f"{file}, episode {index}"))
    return files.distinct(episodes, path)


def _sources(path: Path) -> list[Path]:
    inside = path / "episodes"
    if not path.is_dir():
        return [path]
    return files.json_files(inside if inside.is_dir() else path)


def write(path: Path, episodes: Sequence[Episode]) -> None:
    """One file when the path is named like one, else ``episodes/SCENE.json.gz`` in a directory."""
    files.check_one_goal(NAME, episodes)
    scenes = files.by_scene(NAME, episodes)
    if files.is_file_name(path):
        serialize.write(path, [_json(e) for group in scenes.values() for e in group])
        return
    for scene, group in scenes.items():
        serialize.write(path / "episodes" / files.file_name(scene), [_json(e) for e in group])


def _json(episode: Episode) -> Any:
    original = episode.extras.get(NAME)
    if original is not None and _episode(original) == episode:
        return original
    return {**(original or {}), **_made(episode)}


FORMAT = EpisodeFormat(read, write)
