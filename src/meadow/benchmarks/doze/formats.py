"""The episode files that DOZE's authors publish: ``episodes/KIND/DOZE_N.json``, one JSON list each.

``{"id", "scene", "initial_position", "initial_orientation", "initial_horizon", "goal_object",
"shortest_path", "shortest_path_length"}``. Ids of one kind repeat, so those that do get a number. The files
name no object, no hint and nobody who walks, and scenes are Unity programs of their own; what is missing is
told when they are read.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.benchmarks.doze.task import BODY, DISTANCE_TO_GOAL, MAX_STEPS
from meadow.episodes.formats import EpisodeFormat, files, thor
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.geometry.frames import pose_from_thor, pose_to_thor
from meadow.seeding import derived_seed

log = logging.getLogger(__name__)

NAME = "doze"
#: Kind of a reference to one of the authors' scenes.
SCENES = "doze-unity"
#: Folder of the files -> our name of the kind.
FOLDERS = {"Spacial": "spatial", "Appearance": "appearance", "OV": "open", "Hint": "hint"}


class _Episode(msgspec.Struct):
    id: str
    scene: str
    initial_position: thor.Point
    goal_object: str
    initial_orientation: float = 90.0
    initial_horizon: float = 10.0
    shortest_path: tuple[thor.Point, ...] = ()
    shortest_path_length: float | None = None


def _episode(original: Any, kind: str, id: str, source: str = "episode") -> Episode:
    raw = files.checked(original, _Episode, source)
    place = raw.initial_position
    pose = pose_from_thor((place.x, place.y, place.z), raw.initial_orientation, raw.initial_horizon)
    path = tuple(point.plan() for point in raw.shortest_path)
    return Episode(
        id=id,
        task="doze",
        house=HouseRef(f"{SCENES}:{raw.scene}"),
        start=(pose.x, pose.y, pose.yaw),
        pitch=pose.pitch,
        goals=(Goal(text=raw.goal_object, within=DISTANCE_TO_GOAL),),
        max_steps=MAX_STEPS,
        seed=derived_seed(0, id),
        geodesic=raw.shortest_path_length,
        euclidean=pose.distance(*path[-1]) if path else None,
        path=path,
        tags={"kind": kind} if kind else {},
        embodiment=BODY,
        extras={NAME: original},
    )


def read(path: Path) -> list[Episode]:
    """Episodes of a file, of a folder of files, or of a folder with one folder for each kind."""
    episodes: list[Episode] = []
    used: Counter[str] = Counter()
    for kind, file in _sources(path):
        for number, original in enumerate(serialize.read(file, list[dict[str, Any]])):
            named = (
                f"{kind}-{original.get('id', number)}" if kind else str(original.get("id", number))
            )
            used[named] += 1
            id = named if used[named] == 1 else f"{named}-{used[named]}"
            episodes.append(_episode(original, kind, id, f"{file}, episode {number}"))
    _tell(episodes, sum(count - 1 for count in used.values()))
    return files.distinct(episodes, path)


def _sources(path: Path) -> list[tuple[str, Path]]:
    """Files with the kinds that their folders say."""
    if not path.is_dir():
        return [(FOLDERS.get(path.parent.name, ""), path)]
    root = path / "episodes" if (path / "episodes").is_dir() else path
    kinds = [(kind, root / name) for name, kind in FOLDERS.items() if (root / name).is_dir()]
    kinds = kinds or [(FOLDERS.get(root.name, ""), root)]
    return [(kind, file) for kind, folder in kinds for file in _once(files.json_files(folder))]


def _once(found: Sequence[Path]) -> list[Path]:
    """Without packed twins of files that are there unpacked."""
    plain = {file.name for file in found}
    return [file for file in found if file.name.removesuffix(".gz") not in plain - {file.name}]


def _tell(episodes: Sequence[Episode], repeated: int) -> None:
    """Say what the files do not have."""
    without = sum(not episode.geodesic for episode in episodes)
    hints = sum(episode.tags.get("kind") == "hint" for episode in episodes)
    log.warning(
        "%d DOZE episodes: %d had an id that was used before and got a number; %d have a shortest path of "
        "no length; none names the goal's object or says who walks; %d are about hints, whose sentences "
        "are not in the files",
        *(len(episodes), repeated, without, hints),
    )


def write(path: Path, episodes: Sequence[Episode]) -> None:
    """One file when the path is named like one, else a file for each scene in a folder."""
    files.check_one_goal(NAME, episodes)
    scenes = files.by_scene(SCENES, episodes)
    if files.is_file_name(path):
        serialize.write(path, [_json(e) for group in scenes.values() for e in group])
        return
    for scene, group in scenes.items():
        serialize.write(path / files.file_name(scene), [_json(e) for e in group])


def _json(episode: Episode) -> Any:
    original = episode.extras.get(NAME)
    if original is not None:
        again = _episode(original, episode.tags.get("kind", ""), episode.id)
        if again == episode:
            return original
    pose = episode.pose()
    _, orientation, horizon = pose_to_thor(pose)
    return {
        **(original or {}),
        "id": episode.id,
        "scene": files.scene_name(SCENES, episode.house),
        "initial_position": thor.point(pose.x, pose.y, thor.AGENT_HEIGHT),
        "initial_orientation": thor.degrees(orientation),
        "initial_horizon": round(horizon, 3) + 0.0,
        "goal_object": episode.goal.text,
        "shortest_path": [thor.point(x, y) for x, y in episode.path],
        "shortest_path_length": episode.geodesic,
    }


FORMAT = EpisodeFormat(read, write)
