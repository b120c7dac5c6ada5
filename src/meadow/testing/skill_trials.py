"""Trials of the skills of the hand: open things and weigh things, given a true point, in homes never seen.

A trial counts where the thing is reachable at all: the oracle finds a free base and a pose of the arm that
touches nothing (``sim.reach``). The skill itself gets pixels, depth, pose and the point.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from meadow.agents import skills
from meadow.scenes.schema import House, Object, Point3
from meadow.seeding import Stream, stream
from meadow.sim.arm import handles
from meadow.sim.contact import object_solid
from meadow.sim.reach import ReachPose, find_grip, find_pull
from meadow.sim.simulator import MeadowSimulator
from meadow.types import ARM_BODY, MANIPULATION, Action, Arm, Brief, Observation, Pose

Kind = Literal["open", "lift"]

#: The robot of the trials: the arm's body with a smaller picture, for speed.
BODY = dataclasses.replace(
    ARM_BODY, camera=dataclasses.replace(ARM_BODY.camera, width=320, height=240)
)
#: Weights of things that are lifted, kilograms.
LIGHTEST, HEAVIEST = 0.1, 3.0
#: How near and how far from the thing a trial begins, metres.
BEGINS = (0.7, 2.0)
#: Points along each side of a face among which that nearest to the hand is chosen.
GRID = 6
#: Actions after which a skill is stopped.
PATIENCE = 400


@dataclass(frozen=True, slots=True)
class SkillTrial:
    """How a skill did with one thing."""

    kind: Kind
    home: str
    thing: str
    reachable: bool
    done: bool = False
    why: str = ""
    """What the skill said, and what the world said to its last refused action of that kind."""
    actions: int = 0
    hand_steps: int = 0
    """Of the hand alone: reach, grip, lift and put back."""
    off: float | None = None
    """By how much the felt weight misses the true one, kilograms; 0 within the felt bounds."""


def trials(house: House, kind: Kind, count: int, seed: int) -> Iterator[SkillTrial]:
    """At most so many trials with things of one home, drawn by a seed."""
    simulator = MeadowSimulator(BODY, arm=Arm())
    start = simulator.free_pose(house)
    simulator.reset(house, start)
    rng = stream(seed, "skill trials", kind, house.id)
    for id in rng.shuffled(_candidates(simulator, kind))[:count]:
        yield _trial(simulator, house, start, kind, id, rng)
    simulator.close()


def _candidates(simulator: MeadowSimulator, kind: Kind) -> list[str]:
    world = simulator.world
    if kind == "open":
        shut = [item.id for item in world.openables() if item.openness == 0.0]
        return [id for id in shut if id in world.built.doorways or not world.shut_in(id)]
    return [
        item.id
        for item in world.original.objects
        if world.pickupable(item.id)
        and not world.shut_in(item.id)
        and LIGHTEST <= sum(world.object(part).mass for part in world.carried(item.id)) <= HEAVIEST
    ]


def _trial(
    simulator: MeadowSimulator, house: House, start: Pose, kind: Kind, id: str, rng: Stream
) -> SkillTrial:
    simulator.reset(house, start)
    world, arm = simulator.world, Arm()
    if kind == "open":
        reach = find_pull(world, arm, id, 1.0, start)
    else:
        reach = find_grip(world, arm, id, start)
    if reach is None:
        return SkillTrial(kind, house.id, id, reachable=False)
    point = _point(simulator, kind, id, reach)
    pose = _begin(simulator, id, point, start, rng)
    observation = simulator.reset(house, pose)
    there = Pose(point[0], point[1]).relative_to(pose)
    brief = Brief(task="skill", goal=kind, actions=MANIPULATION, embodiment=BODY, arm=arm)
    make = skills.pull if kind == "open" else skills.weigh
    skill = make(brief, (there.x, there.y, point[2]))
    actions, refused = _run(simulator, skill, observation, kind)
    return _judged(simulator, skill, SkillTrial(kind, house.id, id, True, actions=actions), refused)


def _run(
    simulator: MeadowSimulator, skill: skills.Skill, observation: Observation, kind: Kind
) -> tuple[int, str]:
    """Let a skill act; how many actions it took, and why the last that matters was refused."""
    action, actions, refused = skill.begin(observation), 0, ""
    matters = (Action.OPEN,) if kind == "open" else (Action.GRASP, Action.RELEASE)
    while action is not None and actions < PATIENCE:
        observation = simulator.step(action)
        actions += 1
        result = simulator.last_result()
        if not result.moved and (action in matters or action is Action.MOVE_AHEAD):
            refused = result.reason
        action = skill.act(observation)
    return actions, refused


def _judged(
    simulator: MeadowSimulator, skill: skills.Skill, trial: SkillTrial, refused: str
) -> SkillTrial:
    """What came of it, by ground truth."""
    world, outcome, id = simulator.world, skill.outcome, trial.thing
    said = "it ran out of actions" if outcome is None else outcome.why
    why = "; ".join(text for text in (said, refused) if text)
    if trial.kind == "open":
        done = world.openable(id).openness == 1.0
    else:
        done = (
            outcome is not None
            and outcome.done
            and any(rest.id == id for rest in world.changes().rests)
        )
        why = why if outcome is None or not outcome.done or done else "another thing was lifted"
    off = None
    if done and outcome is not None and outcome.weight is not None:
        weight = sum(world.object(part).mass for part in world.carried(id))
        low, high = outcome.weight
        off = max(0.0, low - weight, weight - high - 1e-9)
    steps = 0 if outcome is None else outcome.hand_steps
    return dataclasses.replace(trial, done=done, why="" if done else why, hand_steps=steps, off=off)


def _point(simulator: MeadowSimulator, kind: Kind, id: str, reach: ReachPose) -> Point3:
    """The true point: the middle of a handle, or a point of a thing next to where it can be gripped."""
    world = simulator.world
    if kind == "open":
        middles = [handle.middle for handle in handles(world, world.openable(id))]
        return min(middles, key=lambda middle: math.dist(middle, reach.grip))
    return surface_point(world.object(id), reach.grip)


def surface_point(item: Object, near: Point3) -> Point3:
    """The point of a thing's faces that is nearest to a point of the world, on a fine grid of each face."""
    corners = object_solid(item).triangles.reshape(-1, 3, 3)
    u, v = np.meshgrid(np.linspace(0.0, 1.0, GRID), np.linspace(0.0, 1.0, GRID))
    inside = u + v <= 1.0 + 1e-9
    weights = np.stack([1.0 - u - v, u, v], axis=-1)[inside]
    points = np.einsum("wk,tkx->twx", weights, corners).reshape(-1, 3)
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    x, y, z = item.position
    placed = np.column_stack(
        [
            x + c * points[:, 0] - s * points[:, 1],
            y + s * points[:, 0] + c * points[:, 1],
            z + points[:, 2],
        ]
    )
    a, b, height = placed[int(np.linalg.norm(placed - near, axis=1).argmin())].tolist()
    return a, b, height


def _begin(simulator: MeadowSimulator, id: str, point: Point3, start: Pose, rng: Stream) -> Pose:
    """A pose from which the thing is in view, or else one near it that looks its way."""
    turn, world = BODY.turn, simulator.world
    if id in world.built.objects:
        views = simulator.viewpoints(id, BEGINS[1], (0.0, -2.0 * BODY.tilt))
        far = views[np.hypot(views[:, 0] - point[0], views[:, 1] - point[1]) >= BEGINS[0]]
        if len(far):
            x, y, yaw = far[rng.integer(0, len(far) - 1)].tolist()
            return Pose(x, y, round(yaw / turn) * turn)
    grid = world.navgrid
    places = grid.points(grid.part_at(start.x, start.y) or 1)
    away = np.hypot(places[:, 0] - point[0], places[:, 1] - point[1])
    near = places[(away >= BEGINS[0]) & (away <= BEGINS[1])]
    x, y = near[rng.integer(0, len(near) - 1)].tolist() if len(near) else (start.x, start.y)
    return Pose(x, y, round(math.atan2(point[1] - y, point[0] - x) / turn) * turn)
