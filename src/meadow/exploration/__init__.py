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
    "random-goals",
    "meadow.exploration.random_goals:RandomGoalExplorer",
    summary="Drives to places drawn at random on the floor that it knows.",
)
EXPLORERS.lazy(
    "common-sense",
    "meadow.exploration.common_sense:CommonSenseExplorer",
    summary="Drives to the frontier near which a language model expects the goal.",
)
for _name, _weights, _where in (
    ("learned", "explore-houses", "generated homes"),
    ("learned-flats", "explore-flats", "smaller homes than those it is used in"),
):
    EXPLORERS.lazy(
        _name,
        "meadow.exploration.learned:LearnedExplorer",
        summary=f"A policy trained to see new places in {_where}.",
        kwargs={"weights": _weights},
    )
