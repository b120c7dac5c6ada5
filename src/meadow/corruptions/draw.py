"""The corruptions of a robot's senses and wheels in one episode, drawn from named streams."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from meadow.corruptions.compose import Chosen
from meadow.corruptions.kinds import WIDE, WIDTH, Alter, Filter, Sense
from meadow.errors import InvalidValueError
from meadow.seeding import Stream, stream
from meadow.sim.motion import Drive, Motion, locobot
from meadow.types import Action, Array, Embodiment, Observation


@dataclass(frozen=True, kw_only=True)
class CorruptionOptions:
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
        """The options as they stand in the spec of a run."""
        return dataclasses.asdict(self)


class EpisodeCorruptions:
    """The corruptions of one robot in one episode."""

    def __init__(
        self,
        chosen: Sequence[Chosen],
        options: CorruptionOptions,
        body: Embodiment,
        *,
        seed: int,
        episode: str,
        scene: str,
        before: EpisodeCorruptions | None = None,
    ) -> None:
        """Draw what lasts for an episode; draws that last for a home are copied from ``before``."""
        self._chosen, self._options = chosen, options
        self.seed, self.episode, self.scene = seed, episode, scene
        self._filters: dict[str, tuple[Any, Filter]] = {}
        if before is not None:
            kept = before._filters.items()
            self._filters = {k: v for k, v in kept if v[0] == ("scene", scene)}
        self._names: dict[str, tuple[int, tuple[str | int, ...]]] = {
            "episode": (seed, (episode,)),
            "scene": (0, (scene,)),
            "run": (0, ("run",)),
        }
        senses = self._of("senses")
        self._senses: list[Sense] = [c.corruption.make(c.level, self._stream(c)) for c in senses]
        drive = self._of("drive")
        alters = [c.corruption.make(c.level, self._stream(c), body) for c in drive]
        self.drive: Drive = _driven(alters) if alters else locobot
        """Turns an action into the motion of the wheels."""

    def _of(self, part: str) -> list[Chosen]:
        return [c for c in self._chosen if c.corruption.part == part]

    def observe(self, observation: Observation) -> Observation:
        """Corrupt an observation; call it once for each, in order."""
        rgb, depth, extras = observation.rgb, observation.depth, observation.extras
        step = observation.step
        if WIDE in extras:
            size = rgb.shape[:2]
            rgb = shrunk(self._filtered("rgb", extras[WIDE].rgb, 1.0, step), size)
            extras = {k: v for k, v in extras.items() if k != WIDE}
        else:
            rgb = self._filtered("rgb", rgb, rgb.shape[1] / WIDTH, step)
        if depth is not None:
            depth = self._filtered("depth", depth, depth.shape[1] / WIDTH, step)
        observation = dataclasses.replace(observation, rgb=rgb, depth=depth, extras=extras)
        for sense in self._senses:
            observation = sense(observation)
        return observation

    def _filtered(self, part: str, image: Array, scale: float, step: int) -> Array:
        for one in self._of(part):
            image = self._filter(one, image.shape[:2], scale, step)(image)
        return image

    def _filter(self, one: Chosen, shape: tuple[int, int], scale: float, step: int) -> Filter:
        """The filter of a corruption, drawn again when its period is over."""
        rhythm = one.corruption.rhythm
        if rhythm == "frame" and self._options.redraw == "frame":
            filter: Filter = one.corruption.make(one.level, self._stream(one, step), shape, scale)
            return filter
        kept = self._filters.get(one.name)
        if kept is None:
            key = ("scene", self.scene) if rhythm == "scene" else ("episode",)
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
