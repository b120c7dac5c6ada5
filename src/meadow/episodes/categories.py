"""Sets of target categories that tasks and episode generators share."""

from __future__ import annotations

#: The target categories of the RoboTHOR challenge.
ROBOTHOR = (
    "alarm clock",
    "apple",
    "baseball bat",
    "basketball",
    "bowl",
    "garbage can",
    "house plant",
    "laptop",
    "mug",
    "spray bottle",
    "television",
    "vase",
)
