"""What PASTURE's words are like, counted from the texts themselves, beside the paper's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from meadow.episodes.houses import home_of
from meadow.episodes.schema import Episode
from meadow.language.goals import Description
from meadow.language.parse import parse


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity here and in the paper (section 5.2)."""

    name: str
    value: float
    paper: float
    digits: int = 2


@dataclass(frozen=True)
class PastureStatistics:
    """Counts over a suite; every description counts once, not once for each start."""

    figures: tuple[Figure, ...]
    settings: Mapping[str, int]
    """Episodes in each setting."""
    colours: Mapping[str, int]
    materials: Mapping[str, int]
    near: Mapping[int, int]
    """Number of things that an object is near to -> objects."""
    anchors: Mapping[str, int]
    """What objects stand on or are hidden in or under."""


def pasture_statistics(episodes: Sequence[Episode]) -> PastureStatistics:
    """The statistics of the whole suite or of a part with appearance and spatial descriptions."""
    looks = [goal.target.attributes for goal in _goals(episodes, "appearance")]
    places = _goals(episodes, "spatial")
    near = [_count(goal, "near") for goal in places]
    settings = Counter(e.tags["setting"] for e in episodes)
    anchors = Counter(
        anchor.head
        for setting in ("spatial", "hidden")
        for goal in _goals(episodes, setting)
        for relation in goal.relations
        if relation.kind != "near"
        for anchor in relation.anchors
    )
    colours = Counter(c for look in looks for c in look.colours)
    materials = Counter(m for look in looks for m in look.materials)
    figures = (
        Figure("episodes", len(episodes), 2520, 0),
        Figure("homes", len({home_of(e.house) for e in episodes}), 15, 0),
        Figure("called small (%)", 100.0 * _mean(look.size == "small" for look in looks), 47, 0),
        Figure("colours per object", _mean(len(look.colours) for look in looks), 1.2, 1),
        Figure("different colours", len(colours), 22, 0),
        Figure("materials per object", _mean(len(look.materials) for look in looks), 0.6, 1),
        Figure("different materials", len(materials), 5, 0),
        Figure("things it is on", _mean(_count(goal, "on") for goal in places), 1.0, 1),
        Figure("things it is near", _mean(near), 1.9, 1),
    )
    return PastureStatistics(
        figures=figures,
        settings=dict(settings),
        colours=dict(colours.most_common()),
        materials=dict(materials.most_common()),
        near=dict(sorted(Counter(near).items())),
        anchors=dict(anchors.most_common()),
    )


def _goals(episodes: Sequence[Episode], setting: str) -> list[Description]:
    """What each description of a setting means, once for every object of every home."""
    texts = {
        (home_of(e.house), e.goal.category): e.goal.text
        for e in episodes
        if e.tags.get("setting") == setting
    }
    return [parse(text) for text in texts.values()]


def _count(goal: Description, kind: str) -> int:
    return sum(len(r.anchors) for r in goal.relations if r.kind == kind)


def _mean(values: Iterable[float]) -> float:
    """The mean of some numbers, 0 of none."""
    found = list(values)
    return fmean(found) if found else 0.0
