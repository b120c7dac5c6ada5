"""An episode: one robot, one home, one or more goals. Immutable, versioned, one JSON line each."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError, InvalidEpisodeError
from meadow.types import Arm, Embodiment, Pose

SCHEMA = "meadow/episode/1"


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Immutable, strict about unknown fields, compact on disk."""


class HouseRef(_Data, frozen=True):
    """A home by reference; the digest proves that it is the same home."""

    uri: str
    """"generator:seed=7,rooms=6", "file:homes/home-7.json.gz", or a scene of another simulator
    such as "robothor:FloorPlan_Val1_1" and "habitat:hm3d/.../x.glb"."""
    digest: str = ""
    """``House.digest()``; empty for scenes whose geometry is not ours."""


class Goal(_Data, frozen=True):
    """Something to find or a place to go."""

    text: str
    """What the agent is told."""
    category: str = ""
    objects: tuple[str, ...] = ()
    """Ids of the objects that count."""
    point: tuple[float, float] | None = None
    """Where to go, for PointNav."""
    tags: Mapping[str, str] = {}
    """What reports break results down by, e.g. {"setting": "spatial"}."""
    viewpoints: tuple[tuple[float, float, float], ...] = ()
    """x, y, yaw of poses at which Stop would succeed."""
    hidden: str = ""
    """Id of the thing itself where it is out of sight and ``objects`` are what conceals it."""
    within: float = 0.0
    """Metres from an object's outline within which Stop succeeds, seen or not; 0 where a view is needed."""
    geodesic: float | None = None
    """In episodes of several goals: length of the shortest way to its nearest success position from that of
    the goal before, or from the start, metres."""


class Question(_Data, frozen=True):
    """Something that an agent is asked about the home."""

    text: str
    answer: str
    """The true answer, which the agent is not told."""
    tags: Mapping[str, str] = {}
    """What reports break results down by, e.g. {"form": "count"}."""


class Episode(_Data, frozen=True):
    """All that defines one trial."""

    id: str
    """Stable and unique in its suite; never renumbered."""
    task: str
    house: HouseRef
    start: tuple[float, float, float]
    """x, y, yaw (radians)."""
    goals: tuple[Goal, ...]
    """In the order in which they are revealed, one for each search."""
    max_steps: int = 500
    seed: int = 0
    geodesic: float | None = None
    """Length of the shortest path to the nearest success position of the first goal, metres."""
    euclidean: float | None = None
    path: tuple[tuple[float, float], ...] = ()
    """Way points of that shortest path, from the start to the success position."""
    pitch: float = 0.0
    """Start tilt of the camera, radians."""
    difficulty: str = ""
    """"easy", "medium" or "hard" by terciles of geodesic distance in its suite."""
    tags: Mapping[str, str] = {}
    embodiment: Embodiment = msgspec.field(default_factory=Embodiment)
    arm: Arm | None = None
    """The robot's arm; None for a robot without."""
    questions: tuple[Question, ...] = ()
    """What is asked after or between the searches, in tasks with exams."""
    extras: Mapping[str, Any] = {}
    """What a file of another format says besides, by format, so that it can be written as it was."""
    schema: str = SCHEMA

    @property
    def goal(self) -> Goal:
        """The first goal; one without text where the episode has none."""
        return self.goals[0] if self.goals else _NO_GOAL

    def pose(self) -> Pose:
        """Where the robot starts."""
        return Pose(*self.start, self.pitch)


_NO_GOAL = Goal(text="")


class _Body(msgspec.Struct):
    """The part of an episode that Episode would decode without a word about unknown fields."""

    embodiment: dict[str, Any] = {}


def decode_episode(data: bytes, source: str = "episode") -> Episode:
    """An episode of its JSON; unknown fields are refused everywhere but in ``extras``."""
    episode = serialize.decode(data, Episode, source)
    body = serialize.decode(data, _Body, source).embodiment
    unknown = [*_unknown(body, Embodiment, "$.embodiment")]
    if unknown:
        raise FileFormatError(f"{source}: unknown field {unknown[0]}")
    return episode


def _unknown(raw: dict[str, Any], kind: type, path: str) -> Iterator[str]:
    """What a dataclass lacks of the fields of its JSON, with what it has instead."""
    fields = {f.name: f for f in dataclasses.fields(kind)}
    for name, value in raw.items():
        if name not in fields:
            yield f"{path}.{name}; known: {', '.join(fields)}"
        elif isinstance(value, dict):
            inner = _types(kind)[name]
            yield from _unknown(value, inner, f"{path}.{name}")


@cache
def _types(kind: type) -> dict[str, Any]:
    """The types of the fields of a dataclass."""
    return get_type_hints(kind)


def check_episode(episode: Episode, source: str = "episode") -> Episode:
    """Raise for values that no run could use; returns the episode."""
    problems = []
    if episode.schema != SCHEMA:
        problems.append(f"$.schema is {episode.schema!r}, expected {SCHEMA!r}")
    if not episode.id:
        problems.append("$.id is empty")
    if not episode.goals and not episode.questions:
        problems.append("$.goals is empty, expected at least one, or questions")
    if episode.max_steps < 1:
        problems.append(f"$.max_steps is {episode.max_steps}, expected at least 1")
    if not all(math.isfinite(v) and abs(v) < 1e4 for v in episode.start):
        problems.append(f"$.start is {episode.start}, expected finite metres and radians")
    if episode.geodesic is not None and not episode.geodesic >= 0.0:
        problems.append(f"$.geodesic is {episode.geodesic}, expected 0 or more")
    if problems:
        raise InvalidEpisodeError(f"{source}: " + "; ".join(problems))
    return episode


def read_episodes(path: str | Path, *, skip_bad: bool = False) -> tuple[list[Episode], list[str]]:
    """Episodes of a ``.jsonl`` or ``.jsonl.gz`` file, and what was wrong with the lines left out.

    A bad line is an error that names its number, or is left out with ``skip_bad``.
    """
    episodes: list[Episode] = []
    problems: list[str] = []
    seen: set[str] = set()
    for number, line in serialize.read_lines(path):
        source = f"{path}, line {number}"
        try:
            episode = check_episode(decode_episode(line, source), source)
            if episode.id in seen:
                raise InvalidEpisodeError(f"{source}: the id {episode.id!r} was used before")
        except (FileFormatError, InvalidEpisodeError) as error:
            if not skip_bad:
                message = f"{error}. Run the others with --skip-bad"
                raise type(error)(message) from error
            problems.append(str(error))
            continue
        seen.add(episode.id)
        episodes.append(episode)
    return episodes, problems


def write_episodes(path: str | Path, episodes: Iterable[Episode]) -> None:
    """Write episodes one per line; equal episodes give equal bytes."""
    serialize.write_bytes(path, b"".join(serialize.encode(e) + b"\n" for e in episodes))


def episodes_digest(episodes: Iterable[Episode]) -> str:
    """Content hash of a list of episodes."""
    return serialize.digest(b"\n".join(serialize.encode(e) for e in episodes))
