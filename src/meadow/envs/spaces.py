"""Spaces and the encoding of text.

Text is a fixed-size byte array, because Gymnasium's shared-memory vector environments return
filler for ``Text`` spaces; the string itself is in ``info["instruction"]`` of
a single environment and in ``instructions`` of a batch.
"""

from __future__ import annotations

import math
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from meadow.types import Action, Array, Camera, Pose

#: Bytes of an encoded instruction, its two-byte length included.
TEXT_BYTES = 258

#: Observation of environments in which not every action is there at all times: 1 for those that are.
ACTION_MASK = "action_mask"

#: What a Discrete action means. Stop ends the episode.
ACTIONS = (
    Action.MOVE_AHEAD,
    Action.ROTATE_LEFT,
    Action.ROTATE_RIGHT,
    Action.LOOK_UP,
    Action.LOOK_DOWN,
    Action.STOP,
)


def encode_text(text: str) -> NDArray[np.uint8]:
    """Two bytes of length, then UTF-8, then zeros; cut at a character when too long."""
    data = text.encode()[: TEXT_BYTES - 2].decode(errors="ignore").encode()
    out = np.zeros(TEXT_BYTES, np.uint8)
    out[:2] = len(data) % 256, len(data) // 256
    out[2 : 2 + len(data)] = np.frombuffer(data, np.uint8)
    return out


def decode_text(data: Array) -> str:
    """The text of :func:`encode_text`."""
    length = int(data[0]) + 256 * int(data[1])
    return bytes(np.asarray(data[2 : 2 + length], np.uint8)).decode()


def observation_space(camera: Camera) -> gym.spaces.Dict:
    """rgb, depth (metres), pose (x, y, yaw from the start), instruction (bytes), moved (0 after a bump)."""
    shape = (camera.height, camera.width)
    reach = np.array([1000.0, 1000.0, math.pi + 1e-3], np.float32)
    return gym.spaces.Dict(
        {
            "rgb": gym.spaces.Box(0, 255, (*shape, 3), np.uint8),
            "depth": gym.spaces.Box(0.0, 1000.0, shape, np.float32),
            "pose": gym.spaces.Box(-reach, reach, dtype=np.float32),
            "instruction": gym.spaces.Box(0, 255, (TEXT_BYTES,), np.uint8),
            "moved": gym.spaces.Box(0, 1, (1,), np.int8),
        }
    )


def pose_array(pose: Pose | None) -> NDArray[np.float32]:
    """x, y, yaw as an observation."""
    pose = pose or Pose(0.0, 0.0)
    return np.array([pose.x, pose.y, pose.yaw], np.float32)


def action_space() -> gym.spaces.Discrete[Any]:
    """One number per entry of :data:`ACTIONS`."""
    return gym.spaces.Discrete(len(ACTIONS))
