"""The class of corruptions, and the registry of all of them.

A corruption works on one *part* of what lies between the world and an agent. Its function gets its
``level`` (the parameters of the chosen severity) and a random stream, and returns what to do:

    part      signature                                     returns
    rgb       (level, rng, shape, scale)                    filter: (H, W, 3) uint8 -> the same
    depth     (level, rng, shape, scale)                    filter: (H, W) float32 -> the same
    camera    (level, camera)                               Camera
    drive     (level, rng, body)                            alter: (action, Motion, Stream) -> Motion
    senses    (level, rng)                                  sense: Observation -> Observation

``rng`` is fresh for each frame, episode or home, as its ``rhythm`` says. ``scale`` is the frame's
width over 400 pixels, the width for which the published parameters are meant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from meadow.registry import Registry
from meadow.seeding import Stream
from meadow.sim.motion import Motion
from meadow.types import Action, Array, Observation

Part = Literal["rgb", "depth", "camera", "drive", "senses"]
Rhythm = Literal["frame", "episode", "scene", "run"]
Source = Literal["paper", "code", "beyond"]

#: Width in pixels of the frames for which the published parameters are meant.
WIDTH = 400
#: Name of the camera that renders frames of that width.
WIDE = "corrupted"
SEVERITIES = (1, 2, 3, 4, 5)

Filter = Callable[[Array], Array]
Alter = Callable[[Action, Motion, Stream], Motion]
Sense = Callable[[Observation], Observation]


@dataclass(frozen=True, slots=True)
class Corruption:
    """One way to break a robot."""

    name: str
    part: Part
    make: Callable[..., Any]
    levels: tuple[Any, ...]
    """Parameters of the severities 1 to 5, or of the only one."""
    rhythm: Rhythm
    """How long one draw lasts; the user may turn "frame" into "episode"."""
    source: Source
    """Where the parameters come from: a paper, its authors' code where that differs, or beyond both."""

    @property
    def graded(self) -> bool:
        """Whether it has severities."""
        return len(self.levels) > 1

    @property
    def visual(self) -> bool:
        """Whether it works on pictures."""
        return self.part in ("rgb", "depth", "camera")

    def level(self, severity: int) -> Any:
        """The parameters of a severity."""
        return self.levels[severity - 1] if self.graded else self.levels[0]


CORRUPTIONS: Registry[Corruption] = Registry("corruption")


def corruption(
    name: str,
    *,
    part: Part,
    levels: tuple[Any, ...] = (None,),
    rhythm: Rhythm = "frame",
    source: Source = "paper",
    summary: str = "",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function under a name; its docstring's first line is the summary."""

    def add(make: Callable[..., Any]) -> Callable[..., Any]:
        made = Corruption(name, part, make, levels, rhythm, source)
        line = summary or (make.__doc__ or "").strip().partition("\n")[0]
        CORRUPTIONS.register(name, tags=(part, source), summary=line)(made)
        return make

    return add
