"""Where to look next: explorers by name."""

from __future__ import annotations

from typing import Any

from meadow.registry import Registry

EXPLORERS: Registry[Any] = Registry("explorer")

EXPLORERS.lazy(
    "frontier",
    "meadow.exploration.frontier:FrontierExplorer",
    summary="Drives to the border between known floor and the unknown.",
)
EXPLORERS.lazy(
    "value",
    "meadow.exploration.value:ValueExplorer",
    summary="Drives to the frontier where the views look most like the goal.",
)
EXPLORERS.lazy(
    "learned",
    "meadow.exploration.learned:LearnedExplorer",
    summary="A trained policy over a frozen encoder, from a file.",
)
