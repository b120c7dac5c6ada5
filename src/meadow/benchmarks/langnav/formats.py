"""Episode files of LangNav and of GOAT-Bench, in and out: ``SPLIT.json.gz`` and ``content/SCENE.json.gz``.

LangNav's goals have linguistic properties in one of two layouts, the released one and an older one; both
are read. Of its goals the first three are scored. Of GOAT-Bench's goals those in words are taken, however
many. What is read and not changed is written with the same JSON values.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from meadow import serialize
from meadow.benchmarks.langnav.descriptions import FEATURES, NO_FEATURE
from meadow.benchmarks.langnav.statistics import feature_values
from meadow.benchmarks.langnav.task import BODY, GOALS_SCORED
from meadow.episodes.formats import EpisodeFormat, files
from meadow.episodes.houses import foreign_hint, load_house
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import FileFormatError, InvalidEpisodeError, InvalidValueError
from meadow.evaluation.run.summary import SEVERAL
from meadow.geometry.frames import (
    Quaternion,
    Triple,
    pose_from_habitat,
    pose_to_habitat,
    to_habitat,
)
from meadow.language.parse import parse
from meadow.seeding import derived_seed
from meadow.types import Pose

log = logging.getLogger(__name__)
HABITAT = "habitat"
#: Key of a scene and category -> entries, one for each instance.
_GoatGoals = dict[str, list[dict[str, Any]]]
ALL_FEATURES = tuple(FEATURES.values())


class _Object(msgspec.Struct):
    """An instance that counts."""

    object_id: str | int
    navigable_points: list[Triple] = []
    navigable_points_rotation: list[Quaternion] = []


class _Extras(msgspec.Struct):
    geodesic: float | None = None
    language_properties: dict[str, Any] | None = None


class _LangGoal(msgspec.Struct):
    language_instruction: str
    object_category: str = ""
    object_id: str | int | None = None
    spatial_rel_type: str | None = None
    goal_object: list[_Object] = []
    extras: _Extras = msgspec.field(default_factory=_Extras)


class _Info(msgspec.Struct):
    geodesic_distance: float | None = None
    euclidean_distance: float | None = None
    house_digest: str = ""


class _LangEpisode(msgspec.Struct):
    episode_id: str | int
    scene_id: str
    start_position: Triple
    start_rotation: Quaternion
    goals: list[_LangGoal]
    info: _Info | None = None


class _View(msgspec.Struct):
    position: Triple
    rotation: Quaternion


class _ViewPoint(msgspec.Struct):
    agent_state: _View


class _GoatGoal(msgspec.Struct):
    object_id: str | int
    object_category: str = ""
    lang_desc: str | None = None
    view_points: list[_ViewPoint] = []


class _GoatEpisode(msgspec.Struct):
    episode_id: str | int
    scene_id: str
    start_position: Triple
    start_rotation: Quaternion
    tasks: list[list[Any]]


class _Kept(msgspec.Struct):
    """What an episode keeps of the file that it was read from."""

    episode: dict[str, Any]
    file: str = ""
    rest: dict[str, Any] | None = None
    """Of GOAT-Bench, in the first episode of a file: what the file says besides its episodes."""


def _kept(episode: Episode, name: str) -> _Kept | None:
    if name not in episode.extras:
        return None
    return files.checked(episode.extras[name], _Kept, f"episode {episode.id!r}, extras of {name}")


def _sources(path: Path) -> list[Path]:
    """The files of a split: its own and those of its ``content/``, or one file."""
    top = files.json_files(path) if path.is_dir() else [path]
    content = top[0].parent / "content"
    return [*top, *files.json_files(content)] if content.is_dir() else top


def _document(file: Path) -> dict[str, Any]:
    document = serialize.read(file, dict[str, Any])
    if not isinstance(document.get("episodes"), list):
        raise FileFormatError(f"{file}: has no list `episodes`")
    return document


def _id(scene: str, number: str | int) -> str:
    text = str(number)
    return f"{PurePosixPath(scene).name.partition('.')[0]}-{text}" if text.isdecimal() else text


# LangNav


def read_langnav(path: Path) -> list[Episode]:
    """Episodes of a split's directory or of one file."""
    episodes: list[Episode] = []
    lengths: set[int] = set()
    layouts: set[str] = set()
    for file in _sources(path):
        for index, raw in enumerate(_document(file)["episodes"]):
            source = f"{file}, episode {index}"
            told = files.checked(raw, _LangEpisode, source)
            episodes.append(_langnav(raw, told, file.name, source))
            layouts |= {_layout(goal) for goal in told.goals}
            lengths.add(len(told.goals))
    if other := sorted(lengths - {GOALS_SCORED}):
        log.warning(
            "%s: episodes have %s goals; the first %d of each are scored",
            *(path, SEVERAL.join(map(str, other)), GOALS_SCORED),
        )
    if len(layouts - {""}) > 1:
        log.warning("%s: language_properties have two layouts; each goal is read by its own", path)
    if "" in layouts:
        log.warning("%s: goals without language_properties have the tags of their words", path)
    return files.distinct(episodes, path)


def _langnav(raw: dict[str, Any], told: _LangEpisode, file: str, source: str) -> Episode:
    id = _id(told.scene_id, told.episode_id)
    pose = pose_from_habitat(told.start_position, told.start_rotation)
    goals = told.goals[:GOALS_SCORED]
    if not goals:
        raise FileFormatError(f"{source}: has no goals")
    info = told.info or _Info()
    return Episode(
        id=id,
        task="langnav",
        house=files.scene_ref(HABITAT, told.scene_id, info.house_digest),
        start=(pose.x, pose.y, pose.yaw),
        goals=tuple(_langnav_goal(goal, f"{source}, goal {k}") for k, goal in enumerate(goals)),
        seed=derived_seed(0, id),
        geodesic=info.geodesic_distance,
        euclidean=info.euclidean_distance,
        embodiment=BODY,
        extras={"langnav": {"episode": raw, "file": file}},
    )


def _langnav_goal(goal: _LangGoal, source: str) -> Goal:
    if not goal.language_instruction.strip():
        raise FileFormatError(f"{source}: language_instruction is empty")
    objects = sorted(goal.goal_object, key=lambda o: o.object_id != goal.object_id)
    poses = [pose for thing in objects for pose in _poses(thing, source)]
    return Goal(
        text=goal.language_instruction,
        category=goal.object_category.replace("_", " "),
        objects=tuple(str(thing.object_id) for thing in objects),
        tags=_tags(goal, source),
        viewpoints=tuple((p.x, p.y, p.yaw) for p in poses),
        geodesic=goal.extras.geodesic,
    )


def _poses(thing: _Object, source: str) -> list[Pose]:
    """The viewpoints of an object; without rotations they look ahead."""
    points = thing.navigable_points
    rotations = thing.navigable_points_rotation or [(0.0, 0.0, 0.0, 1.0)] * len(points)
    if len(rotations) != len(points):
        raise FileFormatError(
            f"{source}: {thing.object_id!r} has {len(points)} navigable_points and {len(rotations)} "
            "navigable_points_rotation, expected as many of both, or no rotations"
        )
    return [pose_from_habitat(*pose) for pose in zip(points, rotations)]


def _layout(goal: _LangGoal) -> str:
    """Which of the two layouts a goal's properties have: "released", "older" or none."""
    told = goal.extras.language_properties or {}
    return "released" if "features" in told else "older" if "attributes" in told else ""


def _tags(goal: _LangGoal, source: str) -> dict[str, str]:
    """What results are broken down by, from the properties, or from the words where there are none."""
    told = goal.extras.language_properties or {}
    layout = _layout(goal)
    if not layout:
        return _tags_of(goal.language_instruction, source)
    try:
        if layout == "released":
            kinds = [kind for each in told["features"] for kind in each.values()]
        else:
            kinds = [told["attributes"]["num_attribute_type"]]
        counts = {
            name: max(1, len(kind[name].get("explanation") or ()))
            for kind in kinds
            for name in kind
            if kind[name].get("exists")
        }
        rests = "on" in (told.get("relationships") or [])
    except (AttributeError, KeyError, TypeError) as error:
        raise FileFormatError(f"{source}: language_properties: {error!r}") from error
    if rests or goal.spatial_rel_type:
        counts["support"] = 1
    return _goal_tags(counts)


def _tags_of(text: str, source: str) -> dict[str, str]:
    """What results are broken down by, from the words."""
    try:
        said = parse(text)
    except InvalidValueError as error:
        raise FileFormatError(f"{source}: {error}") from error
    found = [name for name, _ in feature_values(said)]
    return _goal_tags({name: found.count(name) for name in found})


def _goal_tags(counts: Mapping[str, int]) -> dict[str, str]:
    known = [name for name in ALL_FEATURES if counts.get(name)]
    total = sum(counts[name] for name in known)
    return {
        "features": SEVERAL.join(known) or NO_FEATURE,
        "attributes": str(total) if total < 3 else "3+",
    }


def write_langnav(path: Path, episodes: Sequence[Episode]) -> None:
    """A split's directory, or one file when the path is named like one."""
    _write(path, episodes, "langnav", lambda group: {"episodes": [*map(_langnav_json, group)]})


def _langnav_json(episode: Episode) -> dict[str, Any]:
    kept = _kept(episode, "langnav")
    if kept is not None:
        told = files.checked(kept.episode, _LangEpisode, f"episode {episode.id!r}")
        if _langnav(kept.episode, told, kept.file, "episode") == episode:
            return kept.episode
    position, rotation = pose_to_habitat(episode.pose())
    made = [_langnav_goal_json(episode, goal) for goal in episode.goals]
    return {
        "episode_id": episode.id,
        "scene_id": files.scene_name(HABITAT, episode.house),
        "scene_dataset_config": "default",
        "start_position": position,
        "start_rotation": rotation,
        "goals": made,
        "shortest_paths": None,
        "object_category": [goal["object_category"] for goal in made],
        "info": {
            "geodesic_distance": episode.geodesic,
            "euclidean_distance": episode.euclidean,
            "house_digest": episode.house.digest,
        },
    }


def _langnav_goal_json(episode: Episode, goal: Goal) -> dict[str, Any]:
    if not goal.objects:
        raise InvalidEpisodeError(
            f"episode {episode.id!r}: the goal {goal.text!r} is of no object. LangNav's format holds "
            "goals that objects satisfy"
        )
    said = parse(goal.text)
    values = feature_values(said)
    attributes = {
        name: {
            "exists": any(feature == name for feature, _ in values),
            "explanation": [value for feature, value in values if feature == name],
        }
        for name in ALL_FEATURES
        if name != "support"
    }
    support = [value for feature, value in values if feature == "support"]
    objects = _objects_json(episode.house, goal)
    category = goal.category.replace(" ", "_")
    return {
        "position": objects[0]["centroid"],
        "object_id": goal.objects[0],
        "object_category": category,
        "object_name": goal.objects[0],
        "language_instruction": goal.text,
        "spatial_rel": support[0] if support else None,
        "spatial_rel_type": "support" if support else None,
        "goal_object": objects,
        "extras": {
            "object_category": category,
            "geodesic": goal.geodesic,
            "language_properties": {"features": [{category: attributes}]},
        },
    }


@lru_cache(maxsize=64)
def _places(house: HouseRef) -> dict[str, Triple]:
    """The middle of each object; empty for scenes of other simulators."""
    if foreign_hint(house):
        return {}
    return {
        o.id: (o.position[0], o.position[1], o.position[2] + o.size[2] / 2)
        for o in load_house(house).objects
    }


def _objects_json(house: HouseRef, goal: Goal) -> list[dict[str, Any]]:
    """One entry for each object; a viewpoint belongs to the nearest one."""
    places = {id: _places(house).get(id) for id in goal.objects}
    poses: dict[str, list[Pose]] = {id: [] for id in places}
    known = {id: place for id, place in places.items() if place is not None}
    for view in goal.viewpoints:
        pose = Pose(*view)
        nearest = min(known, key=lambda id: pose.distance(*known[id][:2]), default=goal.objects[0])
        poses[nearest].append(pose)
    made = []
    for id, place in places.items():
        views = [pose_to_habitat(pose) for pose in poses[id]]
        made.append(
            {
                "object_id": id,
                "centroid": None if place is None else to_habitat(place),
                "navigable_points": [position for position, _ in views],
                "navigable_points_rotation": [rotation for _, rotation in views],
                "nearest_nav_point": views[0][0] if views else None,
            }
        )
    return made


# GOAT-Bench


def read_goat(path: Path) -> list[Episode]:
    """The language goals of a split's episodes; goals of other kinds are skipped and counted."""
    episodes: list[Episode] = []
    skipped = 0
    for file in _sources(path):
        document = _document(file)
        shared = files.checked(document.get("goals") or {}, _GoatGoals, f"{file}, goals")
        for index, raw in enumerate(document["episodes"]):
            episode, left = _goat(raw, shared, file.name, f"{file}, episode {index}")
            skipped += left
            if episode is not None:
                if not any(e.extras["goat"]["file"] == file.name for e in episodes):
                    rest = {k: v for k, v in document.items() if k != "episodes"}
                    episode.extras["goat"]["rest"] = rest
                episodes.append(episode)
    if skipped:
        log.warning("%s: %d goals that are no descriptions were skipped", path, skipped)
    return files.distinct(episodes, path)


def _goat(
    raw: dict[str, Any], shared: Mapping[str, Any], file: str, source: str
) -> tuple[Episode | None, int]:
    """An episode of the described goals, if it has any, and how many goals were skipped."""
    told = files.checked(raw, _GoatEpisode, source)
    goals = []
    for number, task in enumerate(told.tasks):
        if len(task) < 3 or task[1] != "description":
            continue
        goals.append(_goat_goal(told, task, shared, f"{source}, task {number}"))
    skipped = len(told.tasks) - len(goals)
    if not goals:
        return None, skipped
    id = _id(told.scene_id, told.episode_id)
    pose = pose_from_habitat(told.start_position, told.start_rotation)
    episode = Episode(
        id=id,
        task="goat-like",
        house=files.scene_ref(HABITAT, told.scene_id, str(raw.get("house_digest", ""))),
        start=(pose.x, pose.y, pose.yaw),
        goals=tuple(goals),
        seed=derived_seed(0, id),
        embodiment=BODY,
        extras={"goat": {"episode": raw, "file": file}},
    )
    return episode, skipped


def _goat_goal(
    told: _GoatEpisode, task: Sequence[Any], shared: Mapping[str, Any], source: str
) -> Goal:
    category, instance = str(task[0]), task[2]
    key = f"{PurePosixPath(told.scene_id).name}_{category}"
    entries = [files.checked(e, _GoatGoal, f"{source}, goals {key!r}") for e in shared.get(key, ())]
    entry = next((e for e in entries if str(e.object_id) == str(instance)), None)
    if entry is None:
        raise FileFormatError(f"{source}: goals[{key!r}] has no object {instance!r}")
    if not entry.lang_desc:
        raise FileFormatError(f"{source}: {instance!r} is to be described and has no lang_desc")
    poses = [
        pose_from_habitat(view.agent_state.position, view.agent_state.rotation)
        for view in entry.view_points
    ]
    return Goal(
        text=entry.lang_desc,
        category=category.replace("_", " "),
        objects=(str(instance),),
        tags=_tags_of(entry.lang_desc, source),
        viewpoints=tuple((p.x, p.y, p.yaw) for p in poses),
    )


def write_goat(path: Path, episodes: Sequence[Episode]) -> None:
    """A split's directory, or one file when the path is named like one."""
    _write(path, episodes, "goat", _goat_document)


def _goat_document(episodes: Sequence[Episode]) -> dict[str, Any]:
    """A file's JSON: what it said when it was read, with what the episodes add."""
    document: dict[str, Any] = {}
    goals: _GoatGoals = {}
    made = []
    for episode in episodes:
        kept = _kept(episode, "goat")
        if kept is not None:
            made.append(kept.episode)
            rest = kept.rest or {}
            document |= {k: v for k, v in rest.items() if k != "goals"}
            goals |= files.checked(rest.get("goals", {}), _GoatGoals, "extras of goat")
            continue
        made.append(_goat_json(episode, goals))
    return {**document, "episodes": made, "goals": goals}


def _goat_json(episode: Episode, goals: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """An episode as GOAT-Bench writes it; its goals are added to those of the file."""
    scene = files.scene_name(HABITAT, episode.house)
    position, rotation = pose_to_habitat(episode.pose())
    tasks = []
    for number, goal in enumerate(episode.goals):
        category = goal.category.replace(" ", "_")
        objects = _objects_json(episode.house, goal)
        # Words that fit several things make an entry of their own: the format has one thing for each.
        name = goal.objects[0] if len(goal.objects) == 1 else f"{episode.id}-{number}"
        views = [
            {"agent_state": {"position": p, "rotation": r}, "iou": 0.0}
            for thing in objects
            for p, r in zip(thing["navigable_points"], thing["navigable_points_rotation"])
        ]
        entry = {
            "object_id": name,
            "object_category": category,
            "lang_desc": goal.text,
            "position": objects[0]["centroid"] if objects else None,
            "view_points": views,
        }
        known = goals.setdefault(f"{PurePosixPath(scene).name}_{category}", [])
        if any(old["object_id"] == name and old != entry for old in known):
            entry["object_id"] = name = f"{episode.id}-{number}"
        if entry not in known:
            known.append(entry)
        tasks.append([category, "description", name])
    return {
        "episode_id": episode.id,
        "scene_id": scene,
        "start_position": position,
        "start_rotation": rotation,
        "tasks": tasks,
        "house_digest": episode.house.digest,
    }


def _write(
    path: Path,
    episodes: Sequence[Episode],
    name: str,
    document: Callable[[Sequence[Episode]], dict[str, Any]],
) -> None:
    """One file, or a directory with ``content/`` by the files that episodes came from or by scene."""
    if files.is_file_name(path):
        serialize.write(path, document(episodes))
        return
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(_file_of(episode, name), []).append(episode)
    serialize.write(path / f"{path.name}.json.gz", {"episodes": []})
    for file, group in groups.items():
        serialize.write(path / "content" / file, document(group))


def _file_of(episode: Episode, name: str) -> str:
    kept = _kept(episode, name)
    if kept is not None and kept.file:
        return serialize.output_name(kept.file, f"episode {episode.id!r}, extras of {name}")
    return files.file_name(files.scene_name(HABITAT, episode.house))


LANGNAV = EpisodeFormat(read_langnav, write_langnav)
GOAT = EpisodeFormat(read_goat, write_goat)
