"""Episodes for a person in a headset: one to turn the head in, one to open and one to lift something.

In the last two the robot stands where it can reach; each is tried here with the rule by which the server
follows a hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from meadow.episodes.houses import load_house
from meadow.episodes.schema import Episode, Goal, write_episodes
from meadow.episodes.suites import load_suite
from meadow.scenes.schema import Point3
from meadow.sim.reach import ReachPose, find_grip, find_pull
from meadow.sim.simulator import MeadowSimulator
from meadow.types import MANIPULATION, Action, Arm, Pose
from meadow.viewer.web.follow import next_action
from meadow.viewer.web.messages import PlayFollow

#: How hard the hand squeezes, and how far it then rises, metres.
SQUEEZE, RISE = 0.3, 0.15
#: Solvable things of which the one with the shortest way of the hand is taken.
TRIED = 5
#: Actions after which a hand has not come where it should.
PATIENCE = 120
#: How near the robot's hand comes at least, metres.
NEAR = 0.06


def write(path: str) -> dict[str, dict[str, object]]:
    """Write the episodes; returns thing and place of the hand before the robot, where there is one."""
    first = templates()[0]
    goal = Goal(text="head", objects=first.goal.objects)
    chosen = [msgspec.structs.replace(first, id="hand-head-0", goals=(goal,))]
    told: dict[str, dict[str, object]] = {}
    for kind, find, act in (("open", find_pull_of, opens), ("lift", find_grip_of, lifts)):
        _, episode, hand, thing = min(
            islice(solvable(kind, find, act), TRIED), key=lambda one: one[0]
        )
        chosen.append(episode)
        told[kind] = {"hand": hand, "thing": thing}
    write_episodes(path, chosen)
    return told


def templates() -> list[Episode]:
    """The episodes of ``lift-mini``, with small pictures: a headset draws its own."""
    found = []
    for episode in load_suite("lift-mini"):
        camera = replace(episode.embodiment.camera, width=160, height=120)
        body = replace(episode.embodiment, camera=camera)
        found.append(msgspec.structs.replace(episode, embodiment=body))
    return found


def solvable(
    kind: str, find: Callable[..., ReachPose | None], act: Callable[..., bool]
) -> Iterator[tuple[int, Episode, Point3, str]]:
    """Episodes in the homes of ``lift-mini`` in which following a hand does what it should.

    Each with how many actions it takes to reach there, and where the hand then is.
    """
    seen = set()
    for template in templates():
        if template.house in seen:
            continue
        seen.add(template.house)
        house = load_house(template.house)
        simulator = MeadowSimulator(template.embodiment, arm=template.arm)
        simulator.reset(house, template.pose(), seed=template.seed)
        for id in candidates(simulator, kind):
            reach = find(simulator.world, template.arm, id, template.pose())
            if reach is None:
                continue
            start = (round(reach.base.x, 3), round(reach.base.y, 3), round(reach.base.yaw, 3))
            # A door is no object: whoever opens one may have any goal.
            lifted = (id,) if kind == "lift" else template.goal.objects
            goal = Goal(text=kind, objects=lifted)
            episode = msgspec.structs.replace(
                template, id=f"hand-{kind}-{id}", start=start, goals=(goal,), path=(), geodesic=0.0
            )
            simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
            hand = in_frame(reach.grip, episode.pose())
            steps = follow(simulator, episode, hand)
            if steps is not None and act(simulator, episode, hand, id):
                yield steps, episode, hand, id
            simulator.reset(house, template.pose(), seed=template.seed)


def candidates(simulator: MeadowSimulator, kind: str) -> list[str]:
    """What could be opened or lifted."""
    world = simulator.world
    if kind == "open":
        return [item.id for item in world.openables() if item.openness == 0.0]
    items = world.original.objects
    return [i.id for i in items if world.pickupable(i.id) and 0.05 < i.mass < 1.0]


def find_pull_of(world: object, arm: Arm, id: str, start: Pose) -> ReachPose | None:
    """Where the robot could open something."""
    return find_pull(world, arm, id, 1.0, start)  # type: ignore[arg-type]


def find_grip_of(world: object, arm: Arm, id: str, start: Pose) -> ReachPose | None:
    """Where the robot could grip something."""
    return find_grip(world, arm, id, start)  # type: ignore[arg-type]


def opens(simulator: MeadowSimulator, episode: Episode, hand: Point3, id: str) -> bool:
    """Whether the trigger opens it."""
    simulator.step(Action.OPEN)
    return simulator.world.openable(id).openness > 0.0


def lifts(simulator: MeadowSimulator, episode: Episode, hand: Point3, id: str) -> bool:
    """Whether a squeeze grips it, and it rises with the hand."""
    follow(simulator, episode, hand, SQUEEZE)
    before = simulator.world.object(id).position[2]
    follow(simulator, episode, (hand[0], hand[1], hand[2] + RISE), SQUEEZE)
    held = simulator.world.held
    return held is not None and held.id == id and simulator.world.object(id).position[2] > before


def follow(
    simulator: MeadowSimulator, episode: Episode, hand: Point3, squeeze: float = 0.0
) -> int | None:
    """Follow a still hand until nothing brings the robot nearer; the actions, None if it is not there."""
    refused: set[str] = set()
    x, y, yaw = episode.start
    cos, sin = math.cos(yaw), math.sin(yaw)
    at = (x + cos * hand[0] - sin * hand[1], y + sin * hand[0] + cos * hand[1], hand[2])
    wanted = PlayFollow(0, yaw, 0.0, at, squeeze)
    observation = simulator.observe()
    steps = 0
    while steps < PATIENCE:
        pose = simulator.pose
        action = next_action(
            wanted, (pose.x, pose.y, pose.yaw, pose.pitch), episode.embodiment, episode.arm,
            observation.arm, MANIPULATION, refused,
        )  # fmt: skip
        if action is None:
            break
        observation = simulator.step(action)
        steps += 1
        if not observation.moved:
            refused.add(action)
    assert observation.arm is not None
    return steps if math.dist(observation.arm.grip, hand) < NEAR else None


def in_frame(point: Point3, pose: Pose) -> Point3:
    """A point of the home in the robot's frame."""
    there = Pose(point[0], point[1]).relative_to(pose)
    return round(there.x, 3), round(there.y, 3), round(point[2], 3)
