"""Which confidence is enough: chosen by ``meadow tune`` in training homes, shipped as data.

Where nothing was tuned, as for models that do not ship, the thresholds of CoW's authors hold.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from meadow import serialize
from meadow.grounding.heads import head_of, squash
from meadow.provenance import note

#: The authors' thresholds for patches of 32 and of 16 pixels; relevance is theirs before the squash.
_AUTHORS = {
    "clip-ref": (0.25, 0.125),
    "clip-patch": (0.875, 0.75),
    "clip-grad": (float(squash(0.625)), float(squash(0.375))),
    "owl": (0.125, 0.125),
    "mdetr": (0.95, 0.95),
}


class Tuned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chosen threshold and how it was chosen."""

    threshold: float
    success: float
    """Share of tuning episodes whose first firing is the goal, at this threshold."""
    fired: float
    """Share in which anything fires."""
    confirmed: float
    """The same success on homes that the choice did not see."""
    weights: str
    """Hash of the model's weights."""


class ThresholdTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thresholds by localizer, model, prompts and post-processing."""

    source: str = ""
    """Homes, episodes and steps that all rows were tuned on alike."""
    rows: dict[str, Tuned] = {}


def key_of(localizer: str, model: str, prompts: str, post: str) -> str:
    """The name of a row."""
    return f"{localizer}/{model}/{prompts}/{post}"


def table_file() -> Path:
    """Where the shipped table is."""
    return Path(__file__).with_name("thresholds.json")


@cache
def shipped() -> ThresholdTable:
    """The table that comes with the package; empty when there is none yet."""
    path = table_file()
    return serialize.read(path, ThresholdTable) if path.exists() else ThresholdTable()


def threshold_for(localizer: str, model: str, prompts: str, post: str) -> float:
    """The tuned threshold of a localizer, else the one of CoW's authors."""
    head_of(localizer)
    key = key_of(localizer, model, prompts, post)
    row = shipped().rows.get(key)
    if row is not None:
        enough = row.threshold
    else:
        coarse, fine = _AUTHORS[localizer]
        enough = fine if "patch16" in model or model.startswith("eyes-b") else coarse
    note(f"threshold {key}", f"{enough:g}")
    return enough
