"""PointNav and ObjectNav as worlds to learn in: drawn episodes, a shaped reward, a teacher."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from meadow.envs.homes import Homes, HomesConfig, Wrap
from meadow.envs.spaces import pose_array
from meadow.envs.teachers import ObjectTeacher, PointTeacher, Teacher
from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import GenerationError
from meadow.metrics.navigation import COLLISION
from meadow.policies.goal_map import COLUMNS, ROWS
from meadow.protocols import Task
from meadow.scenes.schema import House
from meadow.seeding import Stream, stream
from meadow.sim.geodesic import Field
from meadow.sim.populate import clear_of_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ObjectNav
from meadow.tasks.pointnav import PointNav
from meadow.types import Action, Array, Frames, Observation, Pose

#: Draws of goal and start in one home before the next home is tried.
TRIES = 40
#: The teacher stops within this fraction of the task's success radius.
STOP_FRACTION = 0.9
#: Largest number of viewpoints of one object that serve as goals: more only cost time.
VIEWPOINTS = 24
#: Distance to an object within which viewpoints are looked for first, metres. Success needs 1 m, so a
#: robot that stops a little off one of them still succeeds.
NEAR = 0.8

#: How ``privileged_goal_map`` imitates the embedded model, fitted to the answers of eyes-s to 240 pictures,
#: in log-odds: it is half sure of a thing that fills this fraction of a picture, and surer by the slope of
#: one e times as large;
SLOPE, HALF = 1.75, 0.02
#: things differ by about this;
UNSURE = 1.2
#: where the goal is not, and at the one place of each picture that looks a little like it.
NOTHING, MISTAKEN = -9.5, -6.5
#: Fraction of a cell of the goal map that an object must fill to be shown there.
FILLED = 0.1


@dataclass(frozen=True, kw_only=True)
class NavigateConfig(HomesConfig):
    """Configuration of a navigation environment: its homes, its robot and its rewards."""

    rooms: tuple[int, int] = (1, 3)
    min_geodesic: float = 0.5
    """Shortest distance from start to goal, metres."""
    max_geodesic: float = 20.0
    """Longest distance from start to goal, metres."""
    success: float = 10.0
    """Reward for a successful Stop."""
    closer: float = 1.0
    """Reward for each metre by which the shortest path to the goal became shorter."""
    step: float = -0.01
    """Reward for every action."""
    collision: float = 0.0
    """Reward for every action after which a person is closer than 0.2 m."""
    people: int = 0
    """How many people roam in each generated home; the robot begins 2 m away from them."""
    teach: bool = False
    """Put the teacher's action into ``info["teacher"]``: privileged, for imitation."""
    privileged_goal_map: bool = False
    """ObjectNav: observe where the goal is in the picture as ``goal_map``, about as surely as the embedded
    model sees it: privileged, for a first stage of training."""

    def homes(self, wrap: Wrap | None = None) -> Homes:
        """Make the homes for one robot or for many, with their people."""
        return Homes(self.houses, self.rooms, self.embodiment, wrap, people=self.people)


@dataclass(frozen=True)
class EpisodeTarget:
    """The goal of one episode, with the distance to it from anywhere."""

    goal: Goal
    way: Field
    """Exact distances, for the reward."""
    number: int = 0
    """Index of the goal's category among those of the task."""
    views: Mapping[str, Array] = field(default_factory=dict)
    """For each object (N, 5): x, y and pitch of a viewpoint, and x and y of the object."""


def _field(simulator: MeadowSimulator, goals: Array) -> Field:
    return simulator.world.navgrid.geodesics().field(goals)


def draw_point(simulator: MeadowSimulator, rng: Stream) -> EpisodeTarget | None:
    """Draw a free point as the goal."""
    x, y = simulator.world.navgrid.sample(rng)
    point = np.array([[x, y]])
    return EpisodeTarget(Goal(text="go to the given point", point=(x, y)), _field(simulator, point))


def draw_object(simulator: MeadowSimulator, rng: Stream) -> EpisodeTarget | None:
    """Draw a category of the task with an instance in the home that can be seen from near."""
    oracle, tilt = simulator.oracle, simulator.embodiment.tilt
    present = [c for c in ROBOTHOR if oracle.instances(c)]
    if not present:
        return None
    category = rng.choice(present)
    ids = oracle.instances(category)
    views = {id: found for id in ids if len(found := _views(simulator, id, tilt))}
    if not views:
        return None
    goal = Goal(text=category, category=category, objects=tuple(ids))
    way = _field(simulator, np.concatenate([found[:, :2] for found in views.values()]))
    return EpisodeTarget(goal, way, ROBOTHOR.index(category), views)


def _views(simulator: MeadowSimulator, id: str, tilt: float) -> Array:
    """Where to look at an object from: level if possible, from near if possible."""
    for pitch in (0.0, -tilt, tilt):
        for distance in (NEAR, 1.0):
            found = simulator.viewpoints(id, distance, (pitch,))
            if len(found):
                found = found[:: -(-len(found) // VIEWPOINTS)]
                place = np.array([pitch, *simulator.world.object(id).position[:2]])
                return np.column_stack([found[:, :2], np.tile(place, (len(found), 1))])
    return np.zeros((0, 5))


@dataclass(frozen=True)
class NavigationTask:
    """What sets a task apart: its judge, its goals and how its goal is sensed."""

    task: Task
    draw: Callable[[MeadowSimulator, Stream], EpisodeTarget | None]
    sense: Callable[[Observation, EpisodeTarget], Array]
    teach: Callable[[Navigation], Teacher]


def _polar(observation: Observation, target: EpisodeTarget) -> Array:
    distance, bearing = observation.goal or (0.0, 0.0)
    return np.array([distance, bearing], np.float32)


def _category(observation: Observation, target: EpisodeTarget) -> Array:
    return np.array([target.number], np.int64)


def _point_teacher(world: Navigation) -> Teacher:
    point = world.target.goal.point
    assert point is not None
    return PointTeacher(world.simulator, point, STOP_FRACTION * PointNav().radius)


def _object_teacher(world: Navigation) -> Teacher:
    return ObjectTeacher(world.simulator, world.target.views, world.reached)


TASKS = {
    "pointnav": NavigationTask(PointNav(), draw_point, _polar, _point_teacher),
    "objectnav": NavigationTask(ObjectNav(gps=False), draw_object, _category, _object_teacher),
}


class Navigation:
    """One robot on its way to a goal: the state behind an environment."""

    def __init__(self, task: str, config: NavigateConfig, homes: Homes | None = None) -> None:
        self.config = config
        self.instruction = ""
        self._rules = TASKS[task]
        self._homes = homes or config.homes()
        self.simulator = self._homes.simulator()
        self._actions: tuple[Action, ...] = ()
        self._seed = 0
        self._won = False
        self._teacher: Teacher | None = None

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""
        self._seed = seed
        if not any(self._place_in(house, seed) for house in self._homes.houses_from(seed)):
            raise GenerationError(
                f"no home of {len(self._homes)} has a goal {self.config.min_geodesic:g} to "
                f"{self.config.max_geodesic:g} m away: loosen the distances or add homes"
            )
        self.instruction = self.target.goal.text
        self._left = self._distance()
        self._won = False
        self._teacher = self._rules.teach(self) if self.config.teach else None

    def _place_in(self, house: House, seed: int) -> bool:
        config, simulator = self.config, self.simulator
        rng = stream(seed, house.id, "episode")
        simulator.place(house, simulator.free_pose(house, seed=seed), seed=seed, episode="navigate")
        turns = round(2.0 * math.pi / config.embodiment.turn)
        for _ in range(TRIES):
            target = self._rules.draw(simulator, rng)
            if target is None:
                continue
            x, y = simulator.world.navgrid.sample(rng)
            left = float(target.way.distances(np.array([[x, y]]))[0])
            if not config.min_geodesic <= left <= config.max_geodesic:
                continue
            if not clear_of_walkers(house, x, y):
                continue
            pose = Pose(x, y, rng.integer(0, turns - 1) * config.embodiment.turn)
            simulator.place(house, pose, seed=seed, episode="navigate")
            self.target = target
            self._episode = Episode(
                id=f"{house.id}-{seed}",
                task=self._rules.task.name,
                house=HouseRef(""),
                start=(pose.x, pose.y, pose.yaw),
                goals=(target.goal,),
                seed=seed,
                embodiment=config.embodiment,
            )
            self._begin()
            return True
        return False

    def _begin(self) -> None:
        brief = self._rules.task.begin(self._episode, self.simulator.oracle)
        assert brief is not None, "navigation tasks have a first leg"
        self._actions = brief.actions

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether it was Stop."""
        config, simulator = self.config, self.simulator
        if action == Action.STOP:
            # Stop is judged before the world advances, while the last picture is valid.
            verdict = self._rules.task.judge(self._episode, action, 1, simulator.oracle)
            self._won = verdict.success
            simulator.advance(action)
            return config.step + config.success * self._won, True
        simulator.advance(action)
        before, self._left = self._left, self._distance()
        hit = config.collision if self._collided() else 0.0
        return config.step + config.closer * (before - self._left) + hit, False

    def _collided(self) -> bool:
        """Whether a person is too close, where that is rewarded or told."""
        return bool(self.config.collision) and self.simulator.oracle.gap_to_people() < COLLISION

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered; the task adds and withholds senses."""
        seen = self.simulator.observe(frames)
        if self._teacher is not None:
            self._teacher.look()
        return self._rules.task.observe(seen, self._episode, self.simulator.oracle)

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return the goal, the pose if the task gives it, and whether the last action had an effect."""
        senses = {
            "goal": self._rules.sense(observation, self.target),
            "pose": pose_array(observation.pose),
            "moved": np.array([observation.moved], np.int8),
        }
        if self.config.privileged_goal_map:
            senses["goal_map"] = self._goal_map(observation.step)
        return senses

    def _goal_map(self, step: int) -> Array:
        """The probability of the goal in each cell of the picture, as unsure as the embedded model."""
        simulator = self.simulator
        ids = simulator.frames.ids
        height, width = ids.shape
        rng = stream(self._seed, "goal map", step)
        logits = NOTHING + rng.normals(ROWS * COLUMNS).reshape(ROWS, COLUMNS)
        logits.flat[rng.integer(0, logits.size - 1)] = rng.normal(MISTAKEN, UNSURE)
        for id in self.target.goal.objects:
            shows = ids == simulator.instance(id)
            if not shows.any():
                continue
            parts = shows.reshape(ROWS, height // ROWS, COLUMNS, width // COLUMNS)
            usual = stream(self._seed, "goal map", id).normal(0.0, UNSURE)
            sure = SLOPE * math.log(shows.mean() / HALF) + usual + rng.normal(0.0, 0.5 * UNSURE)
            logits = np.where(parts.mean(axis=(1, 3)) >= FILLED, np.maximum(logits, sure), logits)
        chances: Array = (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)
        return chances

    def info(self) -> dict[str, Any]:
        """Return success so far, the remaining metres, and the teacher's action if it teaches."""
        info: dict[str, Any] = {"success": self._won, "left": self._left}
        if self._teacher is not None:
            info["teacher"] = self._actions.index(self._teacher.action())
        return info

    def _distance(self) -> float:
        pose = self.simulator.pose
        left = float(self.target.way.distances(np.array([[pose.x, pose.y]]))[0])
        # No path begins where the robot touches something; its last distance is kept.
        return left if math.isfinite(left) else self._left

    def reached(self) -> bool:
        """Whether Stop would succeed now."""
        verdict = self._rules.task.judge(self._episode, None, 0, self.simulator.oracle)
        return bool(verdict.parts["reached"])

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs to go on from here, as plain JSON values."""
        return {
            "seed": self._seed,
            "snapshot": self.simulator.snapshot().decode(),
            "left": self._left,
            "won": self._won,
            "teacher": self._teacher.state() if self._teacher is not None else {},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.place(state["seed"])
        self.simulator.restore(state["snapshot"].encode())
        self._left, self._won = state["left"], state["won"]
        if self._teacher is not None:
            self._teacher.restore(state.get("teacher", {}))
