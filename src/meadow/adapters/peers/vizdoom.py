"""ViZDoom, the fastest first-person simulator in wide use: a 2.5-D engine in a process of its own."""

from __future__ import annotations

import os
import tempfile

from meadow import optional
from meadow.adapters.peers.workload import Workload
from meadow.seeding import stream


class VizDoom:
    """The scenario my_way_home at 256x192 (2 % fewer pixels than 224x224) with depth and labels."""

    children = True

    def __init__(self, workload: Workload) -> None:
        optional.require("psutil")  # counts the CPU time of the engine's process
        vizdoom = optional.require("vizdoom")
        self.version = f"ViZDoom {vizdoom.__version__}"
        self._game = vizdoom.DoomGame()
        self._game.load_config(os.path.join(vizdoom.scenarios_path, "my_way_home.cfg"))
        self._game.set_screen_resolution(vizdoom.ScreenResolution.RES_256X192)
        self._game.set_screen_format(vizdoom.ScreenFormat.RGB24)
        self._game.set_depth_buffer_enabled(True)
        self._game.set_labels_buffer_enabled(True)
        self._game.set_window_visible(False)
        self._game.set_mode(vizdoom.Mode.PLAYER)
        self._game.set_episode_timeout(0)
        self._game.set_seed(0)
        self._folder = tempfile.TemporaryDirectory()  # else it writes into the working directory
        self._game.set_doom_config_path(os.path.join(self._folder.name, "vizdoom.ini"))
        self._game.init()
        buttons = self._game.get_available_buttons_size()
        self._actions = [[int(i == j) for j in range(buttons)] for i in range(buttons)]
        self._stream = stream(0, "bench", "vizdoom")

    def draw(self, first: int, count: int) -> None:
        """Take one random action for each frame."""
        game = self._game
        for _ in range(count):
            if game.is_episode_finished():
                game.new_episode()
            state = game.get_state()
            _ = state.screen_buffer, state.depth_buffer, state.labels_buffer
            game.make_action(self._stream.choice(self._actions), 1)

    def ids(self, index: int) -> None:
        """Return None: it draws scenes of its own."""

    def close(self) -> None:
        """The game engine is stopped, and the folder with its settings is deleted."""
        self._game.close()
        self._folder.cleanup()
