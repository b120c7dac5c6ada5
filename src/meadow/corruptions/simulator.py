"""A corrupted robot is a simulator: it is reset, stepped and observed like a sound one.

    simulator = corrupted(Embodiment(), parse("lower_fov,spatter@3,motor_failure"))
    observation = simulator.reset(house, pose, seed=seed, episode=id)
    observation = simulator.step(Action.MOVE_AHEAD)

Its oracle tells the truth. The agent gets the sound body in its brief, and has to notice that camera or
wheels differ.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from meadow import serialize
from meadow.corruptions.compose import Chosen
from meadow.corruptions.draw import CorruptionOptions, EpisodeCorruptions
from meadow.corruptions.kinds import WIDE, WIDTH
from meadow.errors import MeadowError
from meadow.protocols import Oracle
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.sensors import Sensors
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Arm, Camera, Embodiment, Frames, Observation, Pose, StepResult

#: Height and width of the picture that corruptions are tried on.
BLANK = (96, 96)


def corrupted(
    embodiment: Embodiment,
    chosen: Sequence[Chosen] = (),
    options: CorruptionOptions | None = None,
    sensors: Sensors | None = None,
    arm: Arm | None = None,
) -> MeadowSimulator | CorruptedSimulator:
    """A simulator of a robot with these corruptions; without any, of the sound robot.

    ``embodiment`` and ``sensors`` are those of the sound robot.
    """
    simulator = MeadowSimulator(corrupted_body(chosen, embodiment), sensors, arm=arm)
    return CorruptedSimulator(simulator, chosen, options) if chosen else simulator


def corrupted_camera(chosen: Sequence[Chosen], camera: Camera) -> Camera:
    """The camera with its corruptions applied."""
    for one in chosen:
        if one.corruption.part == "camera":
            camera = one.corruption.make(one.level, camera)
    return camera


def corrupted_body(chosen: Sequence[Chosen], embodiment: Embodiment) -> Embodiment:
    """The body with its camera's corruptions applied."""
    return dataclasses.replace(embodiment, camera=corrupted_camera(chosen, embodiment.camera))


def rehearse(chosen: Sequence[Chosen]) -> None:
    """Corrupt a blank picture of each kind once, so that missing packages show before a run begins."""
    blank = {"rgb": np.zeros((*BLANK, 3), np.uint8), "depth": np.ones(BLANK, np.float32)}
    for one in chosen:
        if one.corruption.part in blank:
            rng = stream(0, "rehearsal", one.name)
            filter = one.corruption.make(one.level, rng, BLANK, BLANK[1] / WIDTH)
            filter(blank[one.corruption.part])


class _Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot: the simulator's own, and which episode's corruptions are in force."""

    simulator: str
    seed: int
    episode: str
    scene: str


class CorruptedSimulator:
    """Wraps a simulator and corrupts what its robot senses and does.

    Implements ``protocols.Simulator``. Whatever else the wrapped simulator offers is passed on unchanged.
    """

    def __init__(
        self,
        simulator: MeadowSimulator,
        chosen: Sequence[Chosen],
        options: CorruptionOptions | None = None,
    ) -> None:
        """``simulator`` already has the :func:`corrupted_body`."""
        self._simulator, self.chosen = simulator, tuple(chosen)
        self.embodiment = simulator.embodiment
        self.options = options or CorruptionOptions()
        simulator.sensors = self._sensors(simulator.sensors)
        self._episode: EpisodeCorruptions | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._simulator, name)

    @property
    def oracle(self) -> Oracle:
        """Privileged: the truth about the world, whatever the robot senses of it."""
        return self._simulator.oracle

    def reset(self, house: House, pose: Pose, *, seed: int = 0, episode: str = "") -> Observation:
        """Load a home, place the robot and draw what is wrong with it in this episode."""
        self.place(house, pose, seed=seed, episode=episode)
        return self.observe()

    def place(self, house: House, pose: Pose, *, seed: int = 0, episode: str = "") -> None:
        """:meth:`reset` without looking, for callers that render many simulators at once."""
        self._simulator.place(house, pose, seed=seed, episode=episode)
        self._draw(seed, episode, house.id)

    def step(self, action: Action, target: str = "") -> Observation:
        """Do one action with corrupted wheels and look with corrupted senses."""
        self._simulator.advance(action, target)
        return self.observe()

    def wait(self, seconds: float) -> None:
        """Let time pass in which the robot does nothing."""
        self._simulator.wait(seconds)

    def enter(self, pose: Pose) -> Observation:
        """Come in again at a pose; the home stays as it was left, and the corruptions as drawn."""
        if self._episode is None:
            raise MeadowError("the simulator holds no home: call reset() first")
        return self._episode.observe(self._simulator.enter(pose))

    def observe(self, frames: Frames | None = None) -> Observation:
        """Observe with corrupted senses; call it once after each step, in order."""
        if self._episode is None:
            raise MeadowError("the simulator holds no home: call reset() first")
        return self._episode.observe(self._simulator.observe(frames))

    def last_result(self) -> StepResult:
        """The result of the last action."""
        return self._simulator.last_result()

    def snapshot(self) -> bytes:
        """The exact state, for :meth:`restore`; refused where corrupted senses remember the past."""
        if any(one.corruption.part == "senses" for one in self.chosen):
            raise MeadowError(
                "late frames and drifting poses remember what was: a robot with them cannot be saved. "
                "Train without them, or end the episodes first"
            )
        assert self._episode is not None
        state = self._simulator.snapshot().decode()
        seed, episode, scene = self._episode.seed, self._episode.episode, self._episode.scene
        return serialize.encode(_Saved(state, seed, episode, scene))

    def restore(self, state: bytes) -> Observation:
        """Return to a snapshot and observe from there."""
        saved = serialize.decode(state, _Saved, "snapshot")
        observation = self._simulator.restore(saved.simulator.encode())
        self._draw(saved.seed, saved.episode, saved.scene)
        assert self._episode is not None
        return self._episode.observe(observation)

    def close(self) -> None:
        """Free what it holds; calling twice is fine."""
        self._simulator.close()

    def _draw(self, seed: int, episode: str, scene: str) -> None:
        self._episode = EpisodeCorruptions(
            self.chosen,
            self.options,
            self.embodiment,
            seed=seed,
            episode=episode,
            scene=scene,
            before=self._episode,
        )
        self._simulator.drive = self._episode.drive

    def _sensors(self, sensors: Sensors) -> Sensors:
        """The sensors of the wrapped simulator, with a camera of 400 pixels if the options need one."""
        pictures = any(one.corruption.part == "rgb" for one in self.chosen)
        if self.options.frame == "scaled" or not pictures:
            return sensors
        camera = self.embodiment.camera
        height = max(1, round(WIDTH * camera.height / camera.width))
        wide = dataclasses.replace(camera, width=WIDTH, height=height)
        return dataclasses.replace(sensors, cameras={**sensors.cameras, WIDE: wide})
