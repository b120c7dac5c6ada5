"""The two suites: 15 homes, the paper's bands of distance, 300 steps.

The paper evaluates 1,100 PointNav and 1,095 ObjectNav episodes; easy, medium and hard are bands of the
shortest path's length.
"""

from __future__ import annotations

from dataclasses import replace

from meadow.episodes.recipe import Recipe
from meadow.episodes.seeds import CORRUPTED_SUITE

MAX_STEPS = 300
#: Difficulty, least and most metres, episodes. The bands meet where the paper's leave a centimetre.
POINTNAV_BANDS = (
    ("easy", 0.0, 2.285, 367),
    ("medium", 2.285, 4.395, 367),
    ("hard", 4.395, 9.61, 366),
)
OBJECTNAV_BANDS = (
    ("easy", 0.0, 1.505, 214),
    ("medium", 1.505, 3.785, 446),
    ("hard", 3.785, 9.0, 435),
)

POINTNAV = Recipe(
    name="robustnav-pointnav",
    task="pointnav",
    seed=CORRUPTED_SUITE,
    rooms=(4, 6),
    include="robothor",
    max_steps=MAX_STEPS,
    min_geodesic=0.0,
    bands=POINTNAV_BANDS,
    goals_per_house=28,
    per_goal=1,
)
#: In the same homes.
OBJECTNAV = replace(
    POINTNAV,
    name="robustnav-objectnav",
    task="robustnav-objectnav",
    bands=OBJECTNAV_BANDS,
    goals_per_house=12,
    per_goal=4,
)
