"""Levels, kinds of goals, the robot, and how much of each the paper has."""

from __future__ import annotations

import math
from dataclasses import dataclass

from meadow.tasks.probes import DISTANCE
from meadow.types import Camera, Embodiment

#: A LoCoBot with a RealSense camera, level.
BODY = Embodiment(
    radius=0.18,
    height=0.9,
    camera=Camera(width=640, height=480, hfov=math.radians(79.0), elevation=0.88),
)
#: Steps of an episode.
MAX_STEPS = 500
#: Metres from the goal's outline within which Done succeeds, whether the goal is in view or not.
DISTANCE_TO_GOAL = 1.0
#: Metres between a walker and the robot when an episode begins, at least.
START_GAP = 2.0

#: Metres between the middles of the robot and of somebody who stands, when an episode begins.
STANDING_GAP = 1.0

#: The goals of Table II, then those of Table III.
KINDS = ("spatial", "appearance", "open", "hint")
TABLE_KINDS = KINDS[:3]

#: What the task is made with.
TASK_OPTIONS = {
    "name": "doze",
    "distance": DISTANCE_TO_GOAL,
    "look": False,
    "visible": False,
    "categories": [],
    "probes": [DISTANCE, "in_view", "beside", "person_gap"],
}


@dataclass(frozen=True, slots=True)
class DozeLevel:
    """What the people of a home do at one level."""

    density: float
    """People for each 100 square metres of floor on which the robot can be."""
    behaviour: str
    summary: str


#: The paper does not say how many people stand about at level 1; there are as many as walk at level 2.
LEVELS: dict[int, DozeLevel] = {
    1: DozeLevel(5.57, "idle", "people stand beside things and hide them in part"),
    2: DozeLevel(5.57, "loop", "people walk along fixed ways and pause"),
    3: DozeLevel(4.07, "roam", "people walk to random points of an area"),
}


@dataclass(frozen=True, slots=True)
class Amount:
    """How many goals of a kind all homes have together, and how many episodes each level has."""

    goals: int
    episodes: int


#: The paper's counts: 52.45, 48.24, 8.62 and 4.1 things for each of ten homes.
AMOUNTS = {
    "spatial": Amount(524, 2693),
    "appearance": Amount(482, 2583),
    "open": Amount(86, 497),
    "hint": Amount(41, 410),
}
#: Homes of the paper.
HOMES = 10


def level_name(level: int) -> str:
    """The name of a level in splits, tags and tables."""
    return f"level{level}"


def episodes_of(kind: str, index: int) -> int:
    """Episodes of a kind in the n-th home of ten at each level, in proportion to its goals."""
    amount = AMOUNTS[kind]
    ends = (sum(share(amount.goals, n) for n in range(last)) for last in (index, index + 1))
    before, after = (amount.episodes * goals // amount.goals for goals in ends)
    return after - before


def share(total: int, index: int, parts: int = HOMES) -> int:
    """The share of the n-th of some parts that divide a total as evenly as they can."""
    return total * (index + 1) // parts - total * index // parts
