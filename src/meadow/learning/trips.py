"""Recorded exploration in training homes with ground truth, on which thresholds are tuned.

In a trip a robot explores without a goal. Its frames serve every goal and every localizer, so that all rows
are tuned on the same pictures. Goals are the twelve categories of RoboTHOR: with a threshold that suits
furniture, which is large and easy, an agent that looks for a mug stops at anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import HouseRef
from meadow.episodes.seeds import TUNING_SUITE
from meadow.geometry.polygons import rectangle
from meadow.grounding.localizer import Blind
from meadow.scenes.schema import House
from meadow.seeding import Stream, derived_seed, stream
from meadow.sim.simulator import MeadowSimulator
from meadow.types import NAVIGATION, WIDE_ANGLE, Action, Array, Brief, Pose

#: Fraction of a frame that a thing must fill to count as seen.
SEEN = 0.001
#: Fraction of the goals that also name the colour.
DESCRIBED = 0.5

#: Recipes of homes by the name of their split; both are in the train split, and do not overlap.
RECIPES = {
    name: Recipe(
        name=name, task="objectnav", split="train", seed=seed, rooms=(4, 5), include="robothor"
    )
    for name, seed in (("tune", TUNING_SUITE), ("train", 0))
}


@dataclass(frozen=True, slots=True)
class Shot:
    """A frame with its ground truth."""

    rgb: Array
    depth: Array
    ids: Array
    pose: Pose


@dataclass(frozen=True, slots=True)
class Wanted:
    """A goal of a trip: a text, and the outlines of the things that it is true of."""

    text: str
    outlines: tuple[Array, ...]
    """(4, 2) corners of the things seen from above."""


@dataclass(frozen=True, slots=True)
class Trip:
    """One exploration and its possible goals."""

    home: int
    shots: list[Shot]
    goals: list[Wanted]


def trips(
    split: str, homes: int, per_home: int, goals: int, steps: int, seed: int = 0
) -> Iterator[Trip]:
    """Yield ``per_home`` trips of ``steps`` steps in each home, with ``goals`` goals each."""
    simulator = MeadowSimulator(WIDE_ANGLE)
    recipe = RECIPES[split]
    for home in range(homes):
        house_seed = recipe.house_seed(home)
        uri = generator_uri(house_seed, recipe.rooms, recipe.include, recipe.revision)
        house = load_house(HouseRef(uri))
        for number in range(per_home):
            name = f"tune-{home}-{number}"
            pose = simulator.free_pose(house, seed=derived_seed(seed, name))
            shots = _explore(simulator, house, pose, name, steps)
            rng = stream(seed, name, "goals")
            yield Trip(home, shots, _goals(house, shots, goals, rng))
    simulator.close()


def _explore(
    simulator: MeadowSimulator, house: House, pose: Pose, name: str, steps: int
) -> list[Shot]:
    agent = ModularAgent(Blind())
    brief = Brief(
        task="explore", goal=name, actions=NAVIGATION, max_steps=steps, embodiment=WIDE_ANGLE
    )
    agent.reset(brief)
    observation = simulator.reset(house, pose, episode=name)
    shots = []
    for _ in range(steps):
        truth = simulator.oracle.frames()
        shots.append(Shot(truth.rgb, truth.depth, truth.ids, simulator.oracle.pose()))
        action = agent.act(observation)
        if action is Action.STOP:
            break
        observation = simulator.step(action)
    return shots


def _goals(house: House, shots: list[Shot], count: int, rng: Stream) -> list[Wanted]:
    """Goals for things that came into view, by name or by colour and name; each name once."""
    least = SEEN * shots[0].ids.size
    seen: set[int] = set()
    for shot in shots:
        numbers, pixels = np.unique(shot.ids[shot.ids > 0], return_counts=True)
        seen.update(int(n) - 1 for n, p in zip(numbers, pixels) if p >= least)
    things = [house.objects[i] for i in sorted(seen) if i < len(house.objects)]
    things = [thing for thing in things if thing.category in ROBOTHOR]
    goals: dict[str, Wanted] = {}
    for thing in rng.shuffled(things):
        if thing.category in goals or len(goals) == count:
            continue
        same = [o for o in house.objects if o.category == thing.category]
        text, colour = thing.category, thing.parts[0].colour if thing.parts else ""
        if colour and rng.chance(DESCRIBED):
            text = f"{colour} {text}"
            same = [o for o in same if o.parts[0].colour == colour]
        outlines = tuple(rectangle(o.position[:2], o.size[:2], o.yaw) for o in same)
        goals[thing.category] = Wanted(text, outlines)
    return list(goals.values())
