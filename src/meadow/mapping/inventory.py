"""A memory of things: what each is, looks like, measures and weighs, and where it is.

Everything is measured from depth: the box of a thing grows with what was seen of it, along many directions,
so that things that stand askew are not taken for larger ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meadow.language.goals import Attributes
from meadow.language.questions.families import HOLDERS
from meadow.language.things import Thing
from meadow.language.vocabulary import vocabulary
from meadow.mapping.rooms import RoomMap, room_type
from meadow.types import Array, Camera, Observation, Pose

F64 = NDArray[np.float64]
#: Directions along which things are measured, over half a turn.
DIRECTIONS = 12
_ANGLES = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
_AXES = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
#: Every how many pixels a frame is read, and from how many of them a thing is believed.
STRIDE, LEAST = 3, 4
#: Depth beyond this, and nearer than this, is not used, metres: there is the robot's own arm.
FARTHEST, NEAREST = 7.0, 0.4
#: How far beyond a thing's box its contents may reach, metres.
CONTENTS = 0.06
#: Things with a longer side or more litres are taken for fixed.
LONGEST_LIFTED, LARGEST_LIFTED = 0.75, 45.0
#: Kilograms that stand for what cannot be lifted.
FIXED = 1000.0


@dataclass(frozen=True, slots=True)
class Named:
    """What eyes say of one thing in view."""

    category: str
    colours: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()


class InstanceEyes(Protocol):
    """Eyes that tell things in a frame apart, and the same thing in two frames."""

    def see(self, observation: Observation) -> tuple[Array, Mapping[int, Named]]:
        """(H, W) ids, 0 or less for nothing, and what is known of each id in view."""
        ...


@dataclass
class Remembered:
    """One thing."""

    id: int
    named: Named
    low: F64
    """Least coordinate along each of DIRECTIONS, and of the height."""
    high: F64
    first_step: int
    seen_from: tuple[float, float]
    """From where it was last seen well."""
    front: F64 | None = None
    """The point of it that was nearest to the robot, from there."""
    container: int = 0
    weight: tuple[float, float] | None = None
    """Kilograms, more than the first and at most the second."""
    fixed: bool = False
    """The hand could not lift it."""
    opened: bool = False
    tried: dict[str, int] = field(default_factory=dict)
    """Skill -> how often it was tried in vain."""

    @property
    def centre(self) -> tuple[float, float, float]:
        """Of its box along the world's axes, metres."""
        half = DIRECTIONS // 2
        low, high = self.low[[0, half, -1]], self.high[[0, half, -1]]
        x, y, z = 0.5 * (low + high)
        return float(x), float(y), float(z)

    @property
    def extents(self) -> tuple[float, float, float]:
        """Of that box, metres."""
        half = DIRECTIONS // 2
        x, y, z = self.high[[0, half, -1]] - self.low[[0, half, -1]]
        return float(x), float(y), float(z)

    @property
    def sides(self) -> tuple[float, float, float]:
        """Of the smallest box around it: two sides and the height, metres."""
        width = self.high[:-1] - self.low[:-1]
        half = DIRECTIONS // 2
        areas = width[:half] * width[half:]
        best = int(np.argmin(areas))
        height = float(self.high[-1] - self.low[-1])
        return float(width[best]), float(width[best + half]), height

    @property
    def liftable(self) -> bool:
        """Whether a hand may be able to pick it up, by its size."""
        sides = self.sides
        return (
            not self.fixed
            and max(sides) <= LONGEST_LIFTED
            and 1000.0 * math.prod(sides) <= LARGEST_LIFTED
        )

    @property
    def opens(self) -> bool:
        """Whether such things open, and usually hold something."""
        entry = vocabulary().categories.get(self.named.category, {})
        return bool(entry.get("opens")) and self.named.category in HOLDERS


class Inventory:
    """All things that were seen in a home."""

    def __init__(self, camera: Camera) -> None:
        """Begin with nothing; ``camera`` is the robot's."""
        self._camera = camera
        self.things: dict[int, Remembered] = {}
        self.rooms = RoomMap()

    def look(self, eyes: InstanceEyes, observation: Observation, step: int) -> list[int]:
        """Take in a frame; returns the ids of things that are new."""
        assert observation.depth is not None
        assert observation.pose is not None
        ids, named = eyes.see(observation)
        ids = ids[::STRIDE, ::STRIDE]
        depth = observation.depth[::STRIDE, ::STRIDE]
        points = self._points(depth, observation.pose)
        good = ((depth > NEAREST) & (depth < FARTHEST)).ravel()
        self.rooms.add(points[good])
        self.rooms.clear(observation.pose.x, observation.pose.y)
        flat = ids.ravel()
        chosen = good & (flat > 0)
        order = np.argsort(flat[chosen], kind="stable")
        which, where = flat[chosen][order], points[chosen][order]
        if not len(which):
            return []
        starts = np.flatnonzero(np.r_[True, which[1:] != which[:-1]])
        counts = np.diff(np.r_[starts, len(which)])
        spread = np.column_stack([where[:, :2] @ _AXES.T, where[:, 2]])
        low, high = np.minimum.reduceat(spread, starts), np.maximum.reduceat(spread, starts)
        new = []
        for n, start in enumerate(starts.tolist()):
            id = int(which[start])
            if counts[n] < LEAST or id not in named:
                continue
            if id not in self.things:
                new.append(id)
            part = where[start : start + counts[n]]
            self._add(id, named[id], (low[n], high[n]), part, observation.pose, step)
        self._contain(new)
        return new

    def _add(
        self, id: int, named: Named, box: tuple[F64, F64], points: F64, pose: Pose, step: int
    ) -> None:
        known = self.things.get(id)
        away = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
        front = points[int(np.argmin(away))]
        if known is None:
            low, high = box[0].copy(), box[1].copy()
            self.things[id] = Remembered(id, named, low, high, step, (pose.x, pose.y), front)
            return
        np.minimum(known.low, box[0], out=known.low)
        np.maximum(known.high, box[1], out=known.high)
        known.seen_from, known.front = (pose.x, pose.y), front

    def _contain(self, new: Sequence[int]) -> None:
        """Things that show for the first time within something that was opened are its contents."""
        holders = [thing for thing in self.things.values() if thing.opened]
        for id in new:
            x, y, z = self.things[id].centre
            for holder in holders:
                (a, b, c), (d, e, f) = holder.centre, holder.extents
                inside = abs(x - a) < d / 2 + CONTENTS and abs(y - b) < e / 2 + CONTENTS
                if holder.id != id and inside and abs(z - c) < f / 2 + CONTENTS:
                    self.things[id].container = holder.id

    def _points(self, depth: Array, pose: Pose) -> F64:
        """(N, 3) points of all pixels, in the frame of the poses."""
        camera = self._camera
        rows = (np.arange(depth.shape[0]) * STRIDE + 0.5 - camera.height / 2) / camera.focal
        columns = (np.arange(depth.shape[1]) * STRIDE + 0.5 - camera.width / 2) / camera.focal
        d = depth.astype(np.float64)
        pitch, yaw = pose.pitch + camera.pitch, pose.yaw + camera.yaw
        forward = d * (math.cos(pitch) + math.sin(pitch) * rows[:, None])
        up = d * (math.sin(pitch) - math.cos(pitch) * rows[:, None]) + camera.elevation
        left = -d * columns[None, :]
        cos, sin = math.cos(yaw), math.sin(yaw)
        x, y = pose.x + cos * forward - sin * left, pose.y + sin * forward + cos * left
        return np.stack([x.ravel(), y.ravel(), up.ravel()], axis=1)

    # --- facts -----------------------------------------------------------------------------------

    def facts(self, *, guessed: bool = False) -> list[Thing]:
        """What is believed of each thing.

        Args:
            guessed: Whether weights that were not felt are guessed by size and material.
        """
        numbers = {id: self.rooms.room_of(*thing.centre[:2]) for id, thing in self.things.items()}
        inside: dict[int, list[str]] = {}
        for id, thing in self.things.items():
            inside.setdefault(numbers[id], []).append(thing.named.category)
        types = {number: room_type(categories) for number, categories in inside.items()}
        return [
            self._fact(thing, numbers[id], types[numbers[id]], guessed)
            for id, thing in self.things.items()
        ]

    def _fact(self, thing: Remembered, number: int, room: str, guessed: bool) -> Thing:
        named, sides = thing.named, thing.sides
        names = vocabulary().names(named.category) or (named.category,)
        return Thing(
            id=str(thing.id),
            category=named.category,
            names=names,
            attributes=Attributes(colours=named.colours, materials=named.materials),
            centre=thing.centre,
            extents=thing.extents,
            container=str(thing.container) if thing.container else "",
            room=room,
            room_id=str(number) if number else "",
            mass=_mass(thing, guessed),
            volume=math.prod(sides),
            longest_side=max(sides),
        )

    def unweighed(self) -> Iterator[Remembered]:
        """Things that a hand may lift and has not."""
        for thing in self.things.values():
            if thing.weight is None and thing.liftable:
                yield thing


def _mass(thing: Remembered, guessed: bool) -> float | None:
    if thing.weight is not None:
        return 0.5 * sum(thing.weight)
    if not thing.liftable:
        return FIXED
    if not guessed:
        return None
    # Light things are mostly air: what a litre of a box weighs falls with its size.
    density = DENSITIES.get(thing.named.materials[0] if thing.named.materials else "", 0.3)
    litres = 1000.0 * math.prod(thing.sides)
    return float(density * litres**0.8)


#: About what the first litre of the box around a thing of a material weighs, kilograms.
DENSITIES = {
    "metal": 0.6, "wood": 0.4, "plastic": 0.25, "fabric": 0.12, "paper": 0.35, "glass": 0.6,
    "ceramic": 0.6, "organic": 0.5, "leather": 0.3, "rubber": 0.35, "stone": 1.2,
}  # fmt: skip
