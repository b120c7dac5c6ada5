"""The suites of PASTURE: what their episodes are drawn from."""

from __future__ import annotations

from dataclasses import replace

from meadow.benchmarks.pasture.settings import BODY, CATEGORY, MAX_STEPS
from meadow.episodes.recipe import Recipe
from meadow.episodes.seeds import TRAIN_SUITE

PASTURE = Recipe(
    name="pasture",
    task="lzson",
    seed=1,
    rooms=(4, 5),
    max_steps=MAX_STEPS,
    max_geodesic=12.0,
    margin=0.1,
    embodiment=BODY,
)

PASTURE_TRAIN = replace(PASTURE, name="pasture-train", split="train", seed=TRAIN_SUITE)
PASTURE_MINI = replace(
    PASTURE, name="pasture-mini", seed=2, houses=1, goals_per_house=6, per_goal=1
)
ROBOTHOR = replace(PASTURE, name="robothor-objectnav", settings=(CATEGORY,), per_goal=10)
