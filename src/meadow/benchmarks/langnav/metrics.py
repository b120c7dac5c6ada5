"""What results are broken down by: linguistic features, place of the goal in its episode, cues."""

from __future__ import annotations

from meadow.benchmarks.langnav.descriptions import FEATURES, NO_FEATURE
from meadow.evaluation.run.summary import Breakdown

#: In the order of the paper's tables.
COLUMNS = (NO_FEATURE, *FEATURES.values())
ATTRIBUTES = ("0", "1", "2", "3+")

BREAKDOWNS = (
    Breakdown("features", "features", COLUMNS),
    Breakdown("goal_position", "leg", ("1", "2", "3")),
    Breakdown("attributes", "attributes", ATTRIBUTES),
)
