"""What the robot senses of a rendered frame and of its own motion, with optional noise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from meadow.errors import InvalidValueError
from meadow.seeding import Stream, stream
from meadow.types import ArmSense, Array, Camera, Frames, Observation, Pose, StepResult, wrap_angle

#: Names of the noise streams of an episode.
STREAMS = ("rgb", "depth", "holes", "gps", "compass", "bump")
#: The most that makes sense of each: levels, metres, a share, metres, radians, a chance.
MOST = (255.0, 10.0, 1.0, 100.0, 7.0, 1.0)
#: Side of the patches that are missing from a depth picture with holes, pixels.
PATCH = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorNoise:
    """How far each sense is off; zero means exact."""

    rgb: float = 0.0
    """Standard deviation of every channel, in 8-bit levels."""
    depth: float = 0.0
    """Standard deviation at 1 m, metres; it grows with the square of the depth, as stereo does."""
    holes: float = 0.0
    """Share of the depth picture that is missing, in patches; the depth there is 0."""
    gps: float = 0.0
    """Standard deviation of each coordinate of the pose, metres."""
    compass: float = 0.0
    """Standard deviation of the heading, radians."""
    bump: float = 0.0
    """Chance that the bump sensor says the opposite of what happened."""

    def __post_init__(self) -> None:
        for name, most in zip(STREAMS, MOST, strict=True):
            value = getattr(self, name)
            if not 0.0 <= value <= most:
                raise InvalidValueError(f"sensor noise {name} {value!r}: expected 0 to {most:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensors:
    """Which senses the robot has besides its main RGB camera (``embodiment.camera``)."""

    depth: bool = True
    pose: bool = True
    """GPS + compass relative to the start."""
    ids: bool = False
    """Instance ids in ``extras["ids"]``: ground truth, for learning with semantic supervision."""
    normals: bool = False
    """Surface normals in ``extras["normals"]``."""
    cameras: Mapping[str, Camera] = field(default_factory=dict)
    """Further cameras; their :class:`CameraView` is in ``extras`` under their name."""
    noise: SensorNoise = field(default_factory=SensorNoise)

    def __post_init__(self) -> None:
        taken = {"ids", "normals"} & set(self.cameras)
        if taken:
            raise InvalidValueError(f"camera name {taken.pop()!r} is reserved; choose another")


@dataclass(frozen=True, slots=True)
class CameraView:
    """What a further camera delivers."""

    rgb: Array
    depth: Array | None
    ids: Array | None = None
    normals: Array | None = None


def noise_streams(seed: int, episode: str) -> dict[str, Stream]:
    """The named noise streams of one episode."""
    return {name: stream(seed, episode, "sensor", name) for name in STREAMS}


def observe(
    sensors: Sensors,
    streams: Mapping[str, Stream],
    frames: Frames,
    views: Mapping[str, Frames],
    pose: Pose,
    result: StepResult,
    step: int,
    arm: ArmSense | None = None,
) -> Observation:
    """Turn ground truth into an observation. ``pose`` is relative to the start."""
    noise = sensors.noise
    main = _view(sensors, streams, frames)
    extras: dict[str, Any] = {name: _view(sensors, streams, f) for name, f in views.items()}
    if main.ids is not None:
        extras["ids"] = main.ids
    if main.normals is not None:
        extras["normals"] = main.normals
    moved = result.moved
    if noise.bump and streams["bump"].chance(noise.bump):
        moved = not moved
    return Observation(
        rgb=main.rgb,
        depth=main.depth,
        pose=_felt_pose(pose, noise, streams) if sensors.pose else None,
        moved=moved,
        step=step,
        arm=arm,
        extras=extras,
    )


def _view(sensors: Sensors, streams: Mapping[str, Stream], frames: Frames) -> CameraView:
    noise = sensors.noise
    rgb, depth = frames.rgb, frames.depth if sensors.depth else None
    if noise.rgb:
        grain = streams["rgb"].normals(rgb.size).reshape(rgb.shape) * noise.rgb
        rgb = np.clip(np.rint(rgb + grain), 0, 255).astype(np.uint8)
    if depth is not None and noise.depth:
        grain = streams["depth"].normals(depth.size).reshape(depth.shape) * noise.depth
        depth = np.maximum(depth + grain * depth * depth, 0.0).astype(np.float32)
    if depth is not None and noise.holes:
        depth = np.where(_patches(streams["holes"], depth.shape, noise.holes), np.float32(0), depth)
    ids = frames.ids if sensors.ids else None
    return CameraView(rgb, depth, ids, frames.normals if sensors.normals else None)


def _patches(rng: Stream, shape: tuple[int, ...], share: float) -> Array:
    """A mask of missing patches that covers about a share of the picture."""
    rows, columns = (-(-side // PATCH) for side in shape)
    lost = (rng.array(rows * columns) < share).reshape(rows, columns)
    return lost.repeat(PATCH, axis=0).repeat(PATCH, axis=1)[: shape[0], : shape[1]]


def _felt_pose(pose: Pose, noise: SensorNoise, streams: Mapping[str, Stream]) -> Pose:
    x, y, yaw = pose.x, pose.y, pose.yaw
    if noise.gps:
        x, y = x + streams["gps"].normal(0.0, noise.gps), y + streams["gps"].normal(0.0, noise.gps)
    if noise.compass:
        yaw = wrap_angle(yaw + streams["compass"].normal(0.0, noise.compass))
    return Pose(x, y, yaw, pose.pitch)
