"""MiniWorld, a small indoor simulator on OpenGL 2."""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import os
from typing import Any

import gymnasium as gym

from meadow import optional
from meadow.adapters.peers.workload import MESA, Workload
from meadow.errors import MissingDependencyError
from meadow.seeding import stream

ENDLESS = 10**9
"""Number of steps of an episode, so large that it never ends."""


class MiniWorld:
    """MiniWorld's FourRooms with RGB and depth; it has no instance ids and no furniture."""

    children = False

    def __init__(self, workload: Workload) -> None:
        os.environ["LP_NUM_THREADS"] = "0"
        # EGL instead of an X server; to be said before MiniWorld opens its window.
        optional.require("pyglet").options["headless"] = True
        camera = workload.camera
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # it prints about multisampling
                optional.require("miniworld")
                made = gym.make(
                    "MiniWorld-FourRooms-v0",
                    obs_width=camera.width,
                    obs_height=camera.height,
                    max_episode_steps=ENDLESS,
                )
                self._env: Any = made.unwrapped
                self._env.reset(seed=0)
        except Exception as error:  # pyglet raises many kinds when there is no display
            raise MissingDependencyError(
                f"cannot open a display ({error}). Install it with: {MESA} xvfb"
            ) from error
        self.version = f"MiniWorld {importlib.metadata.version('miniworld')}"
        self._stream = stream(0, "bench", "miniworld")

    def draw(self, first: int, count: int) -> None:
        """Take one random step for each frame."""
        for _ in range(count):
            self._env.step(self._stream.integer(0, 2))
            self._env.render_depth()

    def ids(self, index: int) -> None:
        """Return None: it draws scenes of its own."""

    def close(self) -> None:
        """MiniWorld is told that no more frames are drawn, so that it can close its window."""
        self._env.close()
