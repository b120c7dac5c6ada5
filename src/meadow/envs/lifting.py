"""Lifting as a world to learn in: a thing near by, and a reward that leads the hand to it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.envs.homes import Homes, HomesConfig, Wrap
from meadow.envs.spaces import pose_array
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import GenerationError
from meadow.scenes.schema import House, Point3
from meadow.seeding import Stream, stream
from meadow.sim.reach import find_grip
from meadow.tasks.lift import Lift
from meadow.types import ARM_BODY, Action, Arm, Array, Camera, Embodiment, Frames, Observation, Pose

#: Things that are tried in one home before the next home is.
TRIES = 12
#: A thing is fully raised from here on, metres.
RAISED = 0.1
#: Numbers of what the robot feels of its arm: place, fingers, lift, six joints, force, three touches.
FELT = 17
_TOUCHES = ("nothing", "slipped", "holding")
_BODY = Embodiment(
    radius=ARM_BODY.radius,
    height=ARM_BODY.height,
    camera=Camera(width=96, height=72, hfov=ARM_BODY.camera.hfov, elevation=1.45),
    turn=ARM_BODY.turn,
    tilt=ARM_BODY.tilt,
    noise=ARM_BODY.noise,
)


@dataclass(frozen=True, kw_only=True)
class LiftConfig(HomesConfig):
    """Configuration of lifting: its homes, its robot and its rewards."""

    rooms: tuple[int, int] = (1, 3)
    embodiment: Embodiment = _BODY
    arm: Arm = Arm()  # noqa: RUF009 (immutable)
    """The robot's arm."""
    max_start: float = 1.5
    """Metres from the thing within which the robot begins."""
    closer: float = 1.0
    """Reward for each metre that the hand came nearer to the thing; taken back when it goes away."""
    held: float = 2.0
    """Reward for taking the thing into the hand; taken back when it is lost."""
    raised: float = 2.0
    """Reward for raising it to 0.1 m, in parts on the way."""
    success: float = 10.0
    """Reward for a Stop that succeeds."""
    step: float = -0.01
    """Reward for every action."""

    def homes(self, wrap: Wrap | None = None) -> Homes:
        """Make the homes for one robot or for many, each with an arm."""
        return Homes(self.houses, self.rooms, self.embodiment, wrap, arm=self.arm)


class Lifting:
    """One robot that is to lift a thing: the state behind an environment."""

    def __init__(self, config: LiftConfig, homes: Homes | None = None) -> None:
        self.config = config
        self.instruction = ""
        self._task = Lift()
        self._homes = homes or config.homes()
        self.simulator = self._homes.simulator()
        self._seed = 0
        self._won = False
        self._potential = 0.0

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""
        self._seed = seed
        if not any(self._place_in(house, seed) for house in self._homes.houses_from(seed)):
            raise GenerationError(
                f"no home of {len(self._homes)} has a thing that the arm can lift: add homes"
            )
        self._won = False
        self._potential = self._worth()

    def _place_in(self, house: House, seed: int) -> bool:
        simulator, config = self.simulator, self.config
        rng = stream(seed, house.id, "lift")
        start = simulator.free_pose(house, seed=seed)
        simulator.place(house, start, seed=seed, episode="lift")
        world = simulator.world
        loose = [o.id for o in house.objects if world.pickupable(o.id) and not world.shut_in(o.id)]
        for id in rng.shuffled(loose)[:TRIES]:
            weight = sum(world.object(part).mass for part in world.carried(id))
            reach = None if weight > config.arm.payload else find_grip(world, config.arm, id, start)
            if reach is None:
                continue
            self._thing = id
            pose = self._start(world.object(id).position, reach.base, rng)
            simulator.place(house, pose, seed=seed, episode="lift")
            category = world.object(id).category
            self.instruction = f"lift the {category}"
            self._episode = Episode(
                id=f"{house.id}-{seed}",
                task="lift",
                house=HouseRef(""),
                start=(pose.x, pose.y, pose.yaw),
                goals=(Goal(self.instruction, category, (id,)),),
                seed=seed,
                embodiment=config.embodiment,
                arm=config.arm,
            )
            return True
        return False

    def _start(self, thing: Point3, base: Pose, rng: Stream) -> Pose:
        """A free pose near the thing that looks its way."""
        grid = self.simulator.world.navgrid
        points = grid.points(grid.part_at(base.x, base.y) or 1)
        away = np.hypot(points[:, 0] - thing[0], points[:, 1] - thing[1])
        near = points[away <= self.config.max_start]
        x, y = near[rng.integer(0, len(near) - 1)].tolist() if len(near) else (base.x, base.y)
        turn = self.config.embodiment.turn
        heading = math.atan2(thing[1] - y, thing[0] - x) + rng.uniform(-0.5, 0.5)
        return Pose(x, y, round(heading / turn) * turn)

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether it was Stop."""
        config, simulator = self.config, self.simulator
        simulator.advance(action)
        if action == Action.STOP:
            verdict = self._task.judge(self._episode, action, 1, simulator.oracle)
            self._won = verdict.success
            return config.step + config.success * self._won, True
        before, self._potential = self._potential, self._worth()
        return config.step + self._potential - before, False

    def _worth(self) -> float:
        """How good it is to be here: near the thing, with it in the hand, with it raised."""
        config, oracle = self.config, self.simulator.oracle
        worth = -config.closer * math.hypot(*self._goal())
        if oracle.held() == self._thing:
            raised = min(max(oracle.raised(self._thing), 0.0), RAISED) / RAISED
            worth += config.held + config.raised * raised
        return worth

    def _goal(self) -> Point3:
        """The middle of the thing seen from the hand, along the robot's axes."""
        item, pose = self.simulator.world.object(self._thing), self.simulator.pose
        hand = self.simulator.hand()
        assert hand is not None
        x, y, z = (a - b for a, b in zip(item.position, hand, strict=True))
        c, s = math.cos(pose.yaw), math.sin(pose.yaw)
        return c * x + s * y, c * y - s * x, z + item.size[2] / 2

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered."""
        return self.simulator.observe(frames)

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return where the thing is from the hand, what the robot feels of its arm, and its pose."""
        felt = observation.arm
        assert felt is not None
        touch = [float(felt.touch == name) for name in _TOUCHES]
        arm = (*felt.grip, *felt.fingers, felt.lift, *felt.joints, felt.force, *touch)
        return {
            "goal": np.array(self._goal(), np.float32),
            "arm": np.array(arm, np.float32),
            "pose": pose_array(observation.pose),
            "moved": np.array([observation.moved], np.int8),
        }

    def info(self) -> dict[str, Any]:
        """Return success, whether the thing is held, and the metres between it and the hand."""
        held = self.simulator.oracle.held() == self._thing
        return {"success": self._won, "held": held, "left": math.hypot(*self._goal())}

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs to go on from here, as plain JSON values."""
        snapshot = self.simulator.snapshot().decode()
        return {"seed": self._seed, "snapshot": snapshot, "won": self._won}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.place(state["seed"])
        self.simulator.restore(state["snapshot"].encode())
        self._won = state["won"]
        self._potential = self._worth()
