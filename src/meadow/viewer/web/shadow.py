"""The world of an episode that is being played, driven along for those who draw it themselves.

A headset needs pictures from where the head is, at its own rate, so its browser draws them. It gets shapes
and looks without names, and where the robot is; what counts stays with the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meadow.episodes.houses import load_house
from meadow.episodes.schema import Episode
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import make_simulator
from meadow.sim.render.arrays import Placement
from meadow.types import Action
from meadow.viewer.web.world import WorldLog, pack_changes


class Shadow:
    """A simulator that does what the run's own has done."""

    def __init__(self, spec: RunSpec, episode: Episode) -> None:
        self.episode = episode
        self._house = load_house(episode.house, spec.houses)
        seed, start = episode.seed, episode.pose()
        simulator: Any = make_simulator(spec, episode)
        simulator.place(self._house, start, seed=seed, episode=episode.id)
        self._simulator = simulator
        self._done = 0
        self._shown: list[Placement | None] = []

    def follow(self, actions: Sequence[Action | None]) -> None:
        """Do what was done since; None stands for coming in again."""
        for action in actions[self._done :]:
            if action is None:
                self._simulator.enter(self.episode.pose())
            else:
                self._simulator.advance(action)
        self._done = len(actions)

    @property
    def robot(self) -> tuple[float, float, float, float]:
        """x, y, yaw and pitch of the robot."""
        pose = self._simulator.pose
        return pose.x, pose.y, pose.yaw, pose.pitch

    def whole(self) -> bytes:
        """The packet of the world as it is now."""
        log = WorldLog(self._house, names=False)
        log.see(self._simulator.scene)
        self._shown = list(self._simulator.scene.placements)
        return log.packet(1)

    def changes(self) -> bytes:
        """The packet of what changed since the last packet."""
        scene = self._simulator.scene
        packet = pack_changes(self._house, scene, self._shown)
        self._shown = list(scene.placements)
        return packet

    def close(self) -> None:
        """The simulator that follows the run is closed, which frees what it holds."""
        self._simulator.close()
