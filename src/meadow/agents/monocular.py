"""Depth and pose for a robot that has neither: depth told from pictures, the pose from its own actions."""

from __future__ import annotations

from dataclasses import replace

from meadow.grounding.look import LookPart
from meadow.grounding.model_look import vision_model
from meadow.mapping.odometry import Odometry
from meadow.models.eyes.depth import shipped_depth
from meadow.types import Action, Brief, Embodiment, Observation


class MonocularSenses:
    """Completes observations with estimates.

    The pose is the sum of the robot's own actions, of which the bump sensor says whether they took place.
    Depth comes from a small network over the cells that the embedded eyes see.
    """

    def __init__(self, eyes: str = "eyes-s-zs") -> None:
        """Load the eyes and the network; ``eyes`` are those that it was taught with."""
        self._vision = vision_model(eyes, kind="detector")
        self._depth = shipped_depth()
        self._odometry = Odometry(lock_heading=False)
        self._body = Embodiment()

    def reset(self, brief: Brief) -> None:
        """A new home: here is the origin."""
        self._body = brief.embodiment
        self._depth.check(self._vision.card().sha256, brief.embodiment.camera)
        self._odometry.reset()

    def enter(self) -> None:
        """The robot comes in again where it began."""
        self._odometry.reset()

    def completed(self, observation: Observation, last: Action | None) -> Observation:
        """An observation with a depth image and a pose; ``last`` is the action that led to it."""
        bare = replace(observation, depth=None, pose=None)
        pose = self._odometry.update(last, bare, self._body)
        cells = self._vision.look(observation.rgb, LookPart.BOXES).cells()
        depth = self._depth(cells, self._body.camera, pose.pitch)
        return replace(observation, depth=depth, pose=pose)
