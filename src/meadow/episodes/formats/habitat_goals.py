"""Habitat's goals: every instance of a category with the poses from which it counts as found."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

import msgspec

from meadow.episodes.formats import files
from meadow.episodes.houses import foreign_hint, load_house
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.geometry.frames import (
    Quaternion,
    Triple,
    from_habitat,
    pose_from_habitat,
    pose_to_habitat,
    to_habitat,
)
from meadow.types import Pose

NAME = "habitat"

#: Key of a scene and category -> goals, one for each instance.
Goals = dict[str, list[dict[str, Any]]]


class _State(msgspec.Struct):
    position: Triple
    rotation: Quaternion


class _ViewPoint(msgspec.Struct):
    agent_state: _State


class _Entry(msgspec.Struct):
    position: Triple
    object_id: int | str | None = None
    object_name: str | None = None
    view_points: list[_ViewPoint] | None = None

    def poses(self) -> list[Pose]:
        states = [v.agent_state for v in self.view_points or ()]
        return [pose_from_habitat(s.position, s.rotation) for s in states]


def goal_of(entries: Sequence[dict[str, Any]], category: str, source: str) -> Goal:
    """The goal that Habitat's entries mean: a point, or all instances of a category."""
    goals = [files.checked(entry, _Entry, f"{source}, goals") for entry in entries]
    if not category:
        return Goal(text="go to the given point", point=from_habitat(goals[0].position)[:2])
    words = category.replace("_", " ")
    return Goal(
        text=words,
        category=words,
        objects=tuple(str(g.object_name or g.object_id) for g in goals),
        viewpoints=tuple((p.x, p.y, p.yaw) for g in goals for p in g.poses()),
    )


def category_name(episode: Episode) -> str:
    """The goal's category, spelled as Habitat does."""
    return episode.goal.category.replace(" ", "_")


def goals_key(episode: Episode) -> str:
    """Under which key Habitat looks for an episode's goals."""
    scene = files.scene_name(NAME, episode.house)
    return f"{PurePosixPath(scene).name}_{category_name(episode)}"


def goal_entries(episodes: Iterable[Episode]) -> Goals:
    """Entries for episodes that do not come from Habitat; equal ones are written once."""
    goals: Goals = {}
    for episode in episodes:
        if not episode.goal.category:
            continue
        known = goals.setdefault(goals_key(episode), [])
        for entry in _entries(episode):
            if all({**entry, "object_id": old["object_id"]} != old for old in known):
                known.append({**entry, "object_id": len(known)})
    return goals


def _entries(episode: Episode) -> list[dict[str, Any]]:
    """One entry per instance; a viewpoint belongs to the nearest one.

    Where the home is not ours its things are not known: the poses then form one instance.
    """
    poses = [Pose(*v) for v in episode.goal.viewpoints] or _end(episode)
    places = _places(episode.house, episode.goal.objects)
    if not places:
        name = f"{category_name(episode)}_{episode.id}"
        return [_entry(episode, name, (poses[0].x, poses[0].y, 0.0), poses)] if poses else []
    nearest: dict[str, list[Pose]] = {id: [] for id in places}
    for pose in poses:
        nearest[min(places, key=lambda id: pose.distance(*places[id][:2]))].append(pose)
    return [_entry(episode, id, places[id], nearest[id]) for id in places]


def _end(episode: Episode) -> list[Pose]:
    """Where the shortest path ends, looking on."""
    if len(episode.path) < 2:
        return [Pose(x, y) for x, y in episode.path]
    (x0, y0), (x1, y1) = episode.path[-2:]
    return [Pose(x1, y1, math.atan2(y1 - y0, x1 - x0))]


@lru_cache(maxsize=64)
def _places(house: HouseRef, ids: tuple[str, ...]) -> dict[str, Triple]:
    """The middle of each object; empty for scenes of other simulators."""
    if foreign_hint(house):
        return {}
    things = {o.id: o for o in load_house(house).objects}
    return {
        id: (*things[id].position[:2], things[id].position[2] + things[id].size[2] / 2)
        for id in ids
        if id in things
    }


def _entry(episode: Episode, name: str, place: Triple, poses: Sequence[Pose]) -> dict[str, Any]:
    views = []
    for pose in poses:
        position, rotation = pose_to_habitat(pose)
        views.append({"agent_state": {"position": position, "rotation": rotation}, "iou": 0.0})
    return {
        "position": to_habitat(place),
        "radius": None,
        "object_id": None,
        "object_name": name,
        "object_name_id": None,
        "object_category": category_name(episode),
        "room_id": None,
        "room_name": None,
        "view_points": views,
    }


def closest(episode: Episode, entries: Sequence[dict[str, Any]]) -> int | str | None:
    """Which instance the shortest path leads to."""
    if not entries or not episode.path:
        return None
    end = episode.path[-1]

    def away(entry: dict[str, Any]) -> float:
        poses = msgspec.convert(entry, _Entry).poses()
        return min((p.distance(*end) for p in poses), default=math.inf)

    id: int | str | None = min(entries, key=away)["object_id"]
    return id
