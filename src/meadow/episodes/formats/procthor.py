"""ProcTHOR's object-nav-eval episodes: one JSON line each.

``{"scene" or "houseIndex", "agentPose": {"position", "rotation", "horizon", "standing"},
"targetObjectType", "targetObjectIds", "shortestPathLength", "difficulty"}``; the last two may be
absent, and so may ids: episodes are then numbered within their scene and type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.episodes.formats import EpisodeFormat, files, thor
from meadow.episodes.schema import Episode, Goal
from meadow.errors import FileFormatError, InvalidEpisodeError
from meadow.geometry.frames import pose_from_thor, pose_to_thor
from meadow.seeding import derived_seed

NAME = "procthor"


class _AgentPose(msgspec.Struct):
    position: thor.Point
    rotation: thor.Point
    horizon: float = 0.0


class _Episode(msgspec.Struct):
    agentPose: _AgentPose
    targetObjectType: str
    targetObjectIds: tuple[str, ...] = ()
    scene: int | str | None = None
    houseIndex: int | None = None
    id: str = ""
    goal: str = ""
    shortestPathLength: float | None = None
    difficulty: str | None = None
    house_digest: str = ""


def _episode(original: Any, id: str, source: str = "episode") -> Episode:
    raw = files.checked(original, _Episode, source)
    position, pose = raw.agentPose.position, raw.agentPose
    at = pose_from_thor((position.x, position.y, position.z), pose.rotation.y, pose.horizon)
    category = thor.category(raw.targetObjectType)
    goal = Goal(text=raw.goal or category, category=category, objects=raw.targetObjectIds)
    return Episode(
        id=id,
        task="objectnav",
        house=_house(raw, source),
        start=(at.x, at.y, at.yaw),
        pitch=at.pitch,
        goals=(goal,),
        seed=derived_seed(0, id),
        geodesic=raw.shortestPathLength,
        difficulty=raw.difficulty or "",
        extras={NAME: original},
    )


def _house(raw: _Episode, source: str) -> Any:
    scene = raw.houseIndex if raw.scene is None else raw.scene
    if scene is None:
        raise FileFormatError(f"{source}: expected scene or houseIndex")
    # The same files also hold episodes in RoboTHOR's and iTHOR's hand-made scenes.
    kind = "robothor" if str(scene).startswith("FloorPlan") else NAME
    return files.scene_ref(kind, str(scene), raw.house_digest)


def _made(episode: Episode) -> dict[str, Any]:
    """An episode as object-nav-eval writes it."""
    pose = episode.pose()
    _, rotation, horizon = pose_to_thor(pose)
    scene = episode.house.uri.removeprefix("procthor:").removeprefix("robothor:")
    made: dict[str, Any] = {
        "id": episode.id,
        "scene": int(scene) if scene.isdecimal() else scene,
        "agentPose": {
            "position": thor.point(pose.x, pose.y, thor.AGENT_HEIGHT),
            "rotation": {"x": 0.0, "y": thor.degrees(rotation), "z": 0.0},
            "horizon": round(horizon, 3) + 0.0,
            "standing": True,
        },
        "targetObjectType": thor.type_name(episode.goal.category),
        "targetObjectIds": list(episode.goal.objects),
        "goal": episode.goal.text,
        "shortestPathLength": episode.geodesic,
    }
    if episode.difficulty:
        made["difficulty"] = episode.difficulty
    if episode.house.digest:
        made["house_digest"] = episode.house.digest
    return made


def read(path: Path) -> list[Episode]:
    """Episodes of a ``.jsonl`` or ``.jsonl.gz`` file."""
    episodes: list[Episode] = []
    counts: Counter[str] = Counter()
    for number, line in serialize.read_lines(path):
        source = f"{path}, line {number}"
        original = serialize.decode(line, dict[str, Any], source)
        scene = original.get("scene", original.get("houseIndex"))
        stem = f"{scene}_{original.get('targetObjectType')}"
        id = original.get("id") or f"{stem}_{counts[stem]}"
        counts[stem] += 1
        episodes.append(_episode(original, id, source))
    return files.distinct(episodes, path)


def write(path: Path, episodes: Sequence[Episode]) -> None:
    """Write ObjectNav episodes one per line; other tasks have no place in this format."""
    files.check_one_goal(NAME, episodes)
    for episode in episodes:
        if not episode.goal.category:
            raise InvalidEpisodeError(
                f"episode {episode.id!r} has no goal category: ProcTHOR's format holds ObjectNav "
                "only. Write PointNav as robothor or habitat."
            )
    serialize.write_bytes(path, b"".join(serialize.encode(_json(e)) + b"\n" for e in episodes))


def _json(episode: Episode) -> Any:
    original = episode.extras.get(NAME)
    if original is not None and _episode(original, episode.id) == episode:
        return original
    return {**(original or {}), **_made(episode)}


FORMAT = EpisodeFormat(read, write)
