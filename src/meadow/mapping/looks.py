"""Frames to ask again: what the eyes saw in an episode, kept for goals that are told later.

A look answers any words without the network (``grounding.look``). A remembered one can therefore be asked
for the next goal as if that had been sought all along.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from meadow.grounding.look import Look
from meadow.mapping.state import AgentState
from meadow.types import Array, Camera, Pose, wrap_angle


@dataclass(frozen=True, slots=True)
class View:
    """A frame as it is projected onto a map: a look, its depth, and where it was taken."""

    look: Look | None
    """None where no model looked that can be asked again."""
    depth: Array
    """(h, w) float32, every n-th pixel of the frame in both directions."""
    camera: Camera
    """The camera that such a depth image would come from."""
    pose: Pose

    def thinned(self, masks: Array) -> Array:
        """(..., h, w) of (..., H, W) masks of the frame: the pixels that have a depth here."""
        stride = masks.shape[-1] // self.depth.shape[-1]
        first = stride // 2
        kept: Array = masks[..., first::stride, first::stride]
        return kept


def view_of(state: AgentState, look: Look | None, stride: int = 1) -> View:
    """What a robot sees now, at every n-th pixel of depth."""
    first, camera = stride // 2, state.body.camera
    depth = np.ascontiguousarray(state.depth[first::stride, first::stride])
    thin = replace(camera, width=depth.shape[1], height=depth.shape[0])
    return View(look, depth, thin, state.pose)


class LookMemory:
    """The looks of an episode that show something new, a bounded number of them."""

    def __init__(
        self, *, most: int = 120, apart: float = 0.5, turned: float = math.radians(40.0)
    ) -> None:
        """Make it.

        Args:
            most: Looks that are kept; when there are more, every second one is dropped.
            apart: A look is new that was taken this far from all others, metres...
            turned: ...or in a direction that differs by this much, radians.
        """
        self.most, self.apart, self.turned = most, apart, turned
        self.reset()

    def reset(self) -> None:
        """A new episode."""
        self.views: list[View] = []

    def keep(self, view: View) -> None:
        """Remember a view if it shows something new."""
        if view.look is None or any(self._alike(view.pose, old.pose) for old in self.views):
            return
        self.views.append(replace(view, look=view.look.for_later()))
        if len(self.views) > self.most:
            self.views = self.views[::2]

    def _alike(self, new: Pose, old: Pose) -> bool:
        near = new.distance(old.x, old.y) < self.apart
        return near and abs(wrap_angle(new.yaw - old.yaw)) < self.turned
