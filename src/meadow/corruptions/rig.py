"""A corrupted robot: what stands between a simulator and an agent in one run.

    rig = Rig(parse("lower_fov,spatter@3,motor_failure"))
    simulator = rig.simulator(embodiment)
    observation = simulator.reset(house, pose, seed=seed, episode=id)
    rig.begin(simulator, seed=seed, episode=id, scene=house.id)  # once an episode
    observation = rig.observe(observation)                       # each observation, in order

The agent is told of the sound body: that its camera or wheels differ is for it to notice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from meadow.corruptions.compose import Chosen
from meadow.corruptions.kinds import WIDTH, Alter, Filter, Sense
from meadow.errors import InvalidValueError
from meadow.seeding import Stream, stream
from meadow.sim.motion import Drive, Motion, locobot
from meadow.sim.sensors import Sensors
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Camera, Embodiment, Observation

#: Name of the camera that renders frames of 400 pixels.
WIDE = "corrupted"
#: Height and width of the picture that corruptions are tried on.
BLANK = (96, 96)


@dataclass(frozen=True, kw_only=True)
class Options:
    """How corruptions are drawn; part of a run's identity."""

    redraw: Literal["frame", "episode"] = "frame"
    """Draw spatter, streaks and grain anew for each frame, as the authors do, or once an episode."""
    frame: Literal["scaled", "rendered"] = "scaled"
    """Corrupt the agent's frame with kernels scaled by its width / 400, or render a frame 400 pixels
    wide, corrupt it with the authors' kernels and shrink it."""

    def __post_init__(self) -> None:
        for name, known in (("redraw", ("frame", "episode")), ("frame", ("scaled", "rendered"))):
            if getattr(self, name) not in known:
                raise InvalidValueError(
                    f"corruption option {name} {getattr(self, name)!r}: expected {' or '.join(known)}"
                )

    def as_dict(self) -> dict[str, str]:
        """For the spec of a run."""
        return dataclasses.asdict(self)


class Rig:
    """Applies a composition of corruptions to one robot."""

    def __init__(self, chosen: Sequence[Chosen] = (), options: Options | None = None) -> None:
        self.chosen = tuple(chosen)
        self.options = options or Options()
        self._filters: dict[str, tuple[Any, Filter]] = {}
        self._senses: list[Sense] = []
        self._names: dict[str, tuple[int, tuple[str | int, ...]]] = {}
        self.step = 0
        """Observations made in this episode."""

    def _of(self, part: str) -> list[Chosen]:
        return [c for c in self.chosen if c.corruption.part == part]

    def body(self, embodiment: Embodiment) -> Embodiment:
        """The body with its corrupted camera, for the simulator."""
        return dataclasses.replace(embodiment, camera=self.camera(embodiment.camera))

    def camera(self, camera: Camera) -> Camera:
        """A camera after its corruptions."""
        for one in self._of("camera"):
            camera = one.corruption.make(one.level, camera)
        return camera

    def sensors(self, body: Embodiment, sensors: Sensors | None = None) -> Sensors:
        """What a simulator with the corrupted ``body`` must sense: frames of 400 pixels if asked for."""
        sensors = sensors or Sensors()
        if self.options.frame == "scaled" or not self._of("rgb"):
            return sensors
        camera = body.camera
        height = max(1, round(WIDTH * camera.height / camera.width))
        wide = dataclasses.replace(camera, width=WIDTH, height=height)
        return dataclasses.replace(sensors, cameras={**sensors.cameras, WIDE: wide})

    def simulator(self, embodiment: Embodiment, sensors: Sensors | None = None) -> MeadowSimulator:
        """A simulator for a robot corrupted like this; ``sensors`` are those of the sound one."""
        body = self.body(embodiment)
        return MeadowSimulator(body, self.sensors(body, sensors))

    def rehearse(self) -> None:
        """Corrupt a blank picture of each kind once, so that missing packages show before a run begins."""
        blank = {"rgb": np.zeros((*BLANK, 3), np.uint8), "depth": np.ones(BLANK, np.float32)}
        for part, image in blank.items():
            for one in self._of(part):
                rng = stream(0, "rehearsal", one.name)
                one.corruption.make(one.level, rng, BLANK, BLANK[1] / WIDTH)(image)

    def begin(self, simulator: Any, *, seed: int, episode: str, scene: str) -> None:
        """Draw what lasts for an episode; call it before its first action and observation."""
        self.step = 0
        self._filters = {k: v for k, v in self._filters.items() if v[0] == ("scene", scene)}
        self._names = {
            "episode": (seed, (episode,)),
            "scene": (0, (scene,)),
            "run": (0, ("run",)),
        }
        self._senses = [c.corruption.make(c.level, self._stream(c)) for c in self._of("senses")]
        alters = [
            c.corruption.make(c.level, self._stream(c), simulator.embodiment)
            for c in self._of("drive")
        ]
        simulator.drive = _driven(alters) if alters else locobot

    def observe(self, observation: Observation) -> Observation:
        """What the agent gets to see of an observation; call it once for each, in order."""
        if not self.chosen:
            return observation
        rgb, depth, extras = observation.rgb, observation.depth, observation.extras
        if WIDE in extras:
            size = rgb.shape[:2]
            rgb = shrunk(self._filtered("rgb", extras[WIDE].rgb, 1.0), size)
            extras = {k: v for k, v in extras.items() if k != WIDE}
        else:
            rgb = self._filtered("rgb", rgb, rgb.shape[1] / WIDTH)
        if depth is not None:
            depth = self._filtered("depth", depth, depth.shape[1] / WIDTH)
        observation = dataclasses.replace(observation, rgb=rgb, depth=depth, extras=extras)
        for sense in self._senses:
            observation = sense(observation)
        self.step += 1
        return observation

    def _filtered(self, part: str, image: Array, scale: float) -> Array:
        for one in self._of(part):
            image = self._filter(one, image.shape[:2], scale)(image)
        return image

    def _filter(self, one: Chosen, shape: tuple[int, int], scale: float) -> Filter:
        """The filter of a corruption, drawn anew when its time is over."""
        rhythm = one.corruption.rhythm
        if rhythm == "frame" and self.options.redraw == "frame":
            rng = self._stream(one, self.step)
            return one.corruption.make(one.level, rng, shape, scale)
        kept = self._filters.get(one.name)
        if kept is None:
            key = ("scene", self._names["scene"][1][0]) if rhythm == "scene" else ("episode",)
            kept = key, one.corruption.make(one.level, self._stream(one), shape, scale)
            self._filters[one.name] = kept
        return kept[1]

    def _stream(self, one: Chosen, *step: int) -> Stream:
        rhythm = one.corruption.rhythm
        seed, names = self._names["episode" if rhythm == "frame" else rhythm]
        return stream(seed, *names, "corruption", one.corruption.name, *step)


def _driven(alters: Sequence[Alter]) -> Drive:
    """The body's own motion, altered by each corruption in turn."""

    def drive(action: Action, body: Embodiment, noise: Stream) -> Motion:
        motion = locobot(action, body, noise)
        for alter in alters:
            motion = alter(action, motion, noise)
        return motion

    return drive


def shrunk(rgb: Array, size: tuple[int, int]) -> Array:
    """A picture of another size, smoothed like torchvision's resizing."""
    from PIL import Image

    if rgb.shape[:2] == size:
        return rgb
    picture = Image.fromarray(rgb).resize((size[1], size[0]), Image.Resampling.BILINEAR)
    return np.asarray(picture)
