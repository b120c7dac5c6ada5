"""Episode files of other simulators, in and out. One short module each.

What is read and not changed is written with the same JSON values: the original lies in
``Episode.extras`` under the format's name, and its ids are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.episodes.schema import Episode
from meadow.registry import Registry


@dataclass(frozen=True)
class EpisodeFormat:
    """How episodes are read from a path and written to one."""

    read: Callable[[Path], list[Episode]]
    write: Callable[[Path, Sequence[Episode]], None]


FORMATS: Registry[EpisodeFormat] = Registry("episode format")

for _name, _summary in (
    ("meadow", "Meadow's own: one JSON line per episode (.jsonl, .jsonl.gz)"),
    ("robothor", "RoboTHOR: episodes/SCENE.json.gz, or one .json(.gz)"),
    ("habitat", "Habitat ObjectNav v1/v2 and PointNav: SPLIT.json.gz and content/SCENE.json.gz"),
    ("procthor", "ProcTHOR object-nav-eval: one .jsonl(.gz)"),
):
    FORMATS.lazy(_name, f"meadow.episodes.formats.{_name}:FORMAT", summary=_summary)
