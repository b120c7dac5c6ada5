"""A memory of things: what each is, looks like, measures and weighs, and where it is.

Everything is measured from depth: the box of a thing grows with what was seen of it, along many directions,
so that things that stand askew are not taken for larger ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.language.goals import Attributes
from meadow.language.questions.families import HOLDERS
from meadow.language.things import Thing
from meadow.language.vocabulary import vocabulary
from meadow.mapping.occupancy import project_mask
from meadow.mapping.rooms import RoomMap, room_type
from meadow.types import Array, Brief, Camera, Observation, Pose

F64 = NDArray[np.float64]
#: Directions along which things are measured, over half a turn.
DIRECTIONS = 12
_ANGLES = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
_AXES = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
#: Every how many pixels a frame is read, and from how many of them a thing is believed.
STRIDE, LEAST = 3, 4
#: Depth beyond this, and nearer than this, is not used, metres: there is the robot's own arm.
FARTHEST, NEAREST = 7.0, 0.4
#: From how many of these pixels, and how far ahead (a cosine), a thing is looked at.
LOOKED_AT, AHEAD = 60, 0.8
#: From how near what opens is looked at closely, metres, once from each direction and distance.
CLOSELY, SECTOR, BUCKET = 2.2, math.radians(25.0), 0.5
#: How far before a thing its contents may be, in a drawer, and how far below its top at least, metres.
PULLED_OUT, BELOW_TOP = 0.45, 0.03
#: How far a thing may be beyond the edge of what carries it, and its base off the top of that, metres.
EDGE, RESTS = 0.04, 0.06
#: Bases lower than this are on the floor, metres.
FLOOR = 0.08
#: What is worth opening.
OPENING = HOLDERS | {"sink"}
#: What stands within these is in them, not on them.
RIMMED = HOLDERS | {"sink", "bathtub", "shower"}
#: Things with a longer side or more litres are taken for fixed.
LONGEST_LIFTED, LARGEST_LIFTED = 0.75, 45.0
#: Which part of a difference a box grows and shrinks by with each inexact view, and how far it grows at
#: most, metres.
FASTER, SLOWER, GROWTH = 0.35, 0.05, 0.08
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

    every: int
    """While driving, every how many frames are looked at."""
    misses: bool
    """Whether things that are in view may be missed."""

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        ...

    def see(self, observation: Observation) -> tuple[Array, Mapping[int, Named]]:
        """(H, W) ids, 0 or less for nothing, and what is known of each id in view."""
        ...


@dataclass
class Remembered:
    """What is known of one thing: its box, its looks, and what the hand found out."""

    id: int
    named: Named
    low: F64
    """Least coordinate along each of DIRECTIONS, and of the height."""
    high: F64
    first_step: int
    looked: float = math.inf
    """From how near it was looked at, metres."""
    container: int = 0
    weight: tuple[float, float] | None = None
    """Kilograms, more than the first and at most the second."""
    fixed: bool = False
    """The hand could not lift it."""
    opened: bool = False
    handled: bool = False
    """The hand was at it: its box is not measured any more, because parts of it, or all of it, may move."""
    tried: dict[str, int] = field(default_factory=dict)
    """Skill -> how often it was tried in vain."""
    views: dict[tuple[int, int], F64] = field(default_factory=dict)
    """(N, 3) points of it, from each direction and distance that it was seen from; of what opens only."""

    @property
    def surface(self) -> F64:
        """(N, 3) points of it; of what opens only."""
        return np.vstack([*self.views.values(), np.zeros((0, 3))])

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

    def box(self, heading: int) -> tuple[F64, F64]:
        """Least and greatest corner in a frame that is turned by so many of the directions."""
        axes = [heading, heading + DIRECTIONS // 2, -1]
        return self.low[axes], self.high[axes]

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
        return bool(entry.get("opens")) and self.named.category in OPENING


class Inventory:
    """All things that were seen in a home."""

    def __init__(self, camera: Camera, *, exact: bool = True) -> None:
        """Begin with nothing.

        Args:
            camera: The robot's.
            exact: Whether eyes tell exactly which pixels show a thing. If so, a thing is as large as all
                that was ever seen of it; if not, about as large as it looks in most views.
        """
        self._camera, self._exact = camera, exact
        self.things: dict[int, Remembered] = {}
        self.rooms = RoomMap()
        self._seen: Array = np.zeros((camera.height, camera.width), np.int32)

    def mask(self, id: int) -> Array:
        """(H, W) which pixels of the last frame show a thing."""
        shown: Array = self._seen == id
        return shown

    def look(self, eyes: InstanceEyes, observation: Observation, step: int) -> list[int]:
        """Take in a frame; returns the ids of things that are new."""
        assert observation.depth is not None
        assert observation.pose is not None
        self._seen, named = eyes.see(observation)
        ids = np.ascontiguousarray(self._seen[::STRIDE, ::STRIDE], np.int32)
        depth = np.ascontiguousarray(observation.depth[::STRIDE, ::STRIDE], np.float32)
        pose = observation.pose
        points, which, counts, low, high, away = _measured(ids, depth, *self._view(pose), _AXES)
        self.rooms.add(points)
        self.rooms.clear(pose.x, pose.y)
        new = []
        for n, id in enumerate(which.tolist()):
            if counts[n] < LEAST or id not in named:
                continue
            if id not in self.things:
                new.append(id)
            self._add(id, named[id], (low[n], high[n]), step)
            if counts[n] >= LOOKED_AT:
                self._near(id, float(away[n]), observation)
        self._contain(new)
        return new

    def _view(self, pose: Pose) -> tuple[tuple[float, ...], Array, Array]:
        """Where the camera is, and the slopes of the rows and columns of pixels that are read."""
        camera = self._camera
        rows = (np.arange(camera.height)[::STRIDE] + 0.5 - camera.height / 2) / camera.focal
        columns = (np.arange(camera.width)[::STRIDE] + 0.5 - camera.width / 2) / camera.focal
        yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
        return (pose.x, pose.y, camera.elevation, yaw, pitch), rows, columns

    def _add(self, id: int, named: Named, box: tuple[F64, F64], step: int) -> None:
        known = self.things.get(id)
        if known is None:
            self.things[id] = Remembered(id, named, box[0].copy(), box[1].copy(), step)
            return
        known.named = named
        if known.handled:
            return
        if self._exact:
            np.minimum(known.low, box[0], out=known.low)
            np.maximum(known.high, box[1], out=known.high)
        else:
            known.low, known.high = adjusted((known.low, known.high), box)

    def _near(self, id: int, away: float, observation: Observation) -> None:
        """Note from how near a thing was looked at; what opens is looked at closely, for its handles."""
        thing, pose = self.things[id], observation.pose
        assert pose is not None
        x, y, _ = thing.centre
        bearing = math.atan2(y - pose.y, x - pose.x)
        if math.cos(bearing - pose.yaw) >= AHEAD:
            thing.looked = min(thing.looked, away)
        if thing.opens and not thing.handled and away < CLOSELY:
            view = round(bearing / SECTOR), round(away / BUCKET)
            if view not in thing.views:
                assert observation.depth is not None
                depth = observation.depth
                thing.views[view] = project_mask(self.mask(id), depth, self._camera, pose)[0]

    def _contain(self, new: Sequence[int]) -> None:
        """Things that show for the first time in or before something that was opened are its contents."""
        holders = [thing for thing in self.things.values() if thing.opened]
        for id in new if holders else ():
            x, y, z = self.things[id].centre
            best = math.inf
            for holder in holders:
                (a, b, c), (d, e, f) = holder.centre, holder.extents
                away = math.hypot(max(0.0, abs(x - a) - d / 2), max(0.0, abs(y - b) - e / 2))
                within = abs(z - c) < f / 2 - BELOW_TOP
                if holder.id != id and within and away < min(best, PULLED_OUT):
                    self.things[id].container, best = holder.id, away

    # --- facts -----------------------------------------------------------------------------------

    def facts(self) -> list[Thing]:
        """What is believed of each thing."""
        things = list(self.things.values())
        numbers = [self.rooms.room_of(*thing.centre[:2]) for thing in things]
        for n, thing in enumerate(things):  # what is shut in is where its container is
            if thing.container:
                numbers[n] = self.rooms.room_of(*self.things[thing.container].centre[:2])
        inside: dict[int, list[str]] = {}
        for number, thing in zip(numbers, things):
            inside.setdefault(number, []).append(thing.named.category)
        types = {number: room_type(categories) for number, categories in inside.items()}
        boxes = [thing.box(self.rooms.heading) for thing in things]
        low, high = (np.array([box[k] for box in boxes]).reshape(-1, 3) for k in (0, 1))
        carried = _supports(things, np.array(numbers), low, high)
        return [
            self._fact(thing, (low[n], high[n]), numbers[n], types[numbers[n]], carried[n])
            for n, thing in enumerate(things)
        ]

    def _fact(
        self,
        thing: Remembered,
        box: tuple[F64, F64],
        number: int,
        room: str,
        carried: tuple[str, str],
    ) -> Thing:
        named, sides = thing.named, thing.sides
        x, y, z = (0.5 * (box[0] + box[1])).tolist()
        a, b, c = (box[1] - box[0]).tolist()
        return Thing(
            id=str(thing.id),
            category=named.category,
            names=vocabulary().names(named.category) or (named.category,),
            attributes=Attributes(colours=named.colours, materials=named.materials),
            centre=(x, y, z),
            extents=(a, b, c),
            support=carried[0],
            place=carried[1],
            container=str(thing.container) if thing.container else "",
            room=room,
            room_id=str(number) if number else "",
            mass=_mass(thing),
            volume=math.prod(sides),
            longest_side=max(sides),
        )


def adjusted(old: tuple[F64, F64], new: tuple[F64, F64]) -> tuple[F64, F64]:
    """The lower and upper bounds of a box after another view, which may be wrong, or show a part only.

    A box grows towards what a view shows faster than it shrinks, but by no more than GROWTH at a time:
    masks that spill over what stands around would otherwise make it larger and larger.
    """
    lower, upper = new[0] - old[0], new[1] - old[1]
    low = np.where(lower < 0.0, np.maximum(FASTER * lower, -GROWTH), SLOWER * lower)
    high = np.where(upper > 0.0, np.minimum(FASTER * upper, GROWTH), SLOWER * upper)
    return old[0] + low, old[1] + high


@njit(cache=True, nogil=True)
def _measured(ids, depth, view, rows, columns, axes):  # type: ignore[no-untyped-def]
    """What a depth image shows, measured.

    Returns:
        (N, 3) points of all pixels that are neither too near nor too far, and for each id among them, in
        rising order: the id, its pixels, its least and greatest coordinates along the axes and of the
        height, and how near it comes to the camera in the plan.
    """
    x0, y0, z0, yaw, pitch = view
    cos_yaw, sin_yaw, cos_pitch, sin_pitch = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    most = max(0, ids.max())
    points, found = np.empty((depth.size, 3)), 0
    counts, near = np.zeros(most + 1, np.int64), np.full(most + 1, np.inf)
    low = np.full((most + 1, len(axes) + 1), np.inf)
    high = np.full((most + 1, len(axes) + 1), -np.inf)
    for i in range(depth.shape[0]):
        for j in range(depth.shape[1]):
            d = float(depth[i, j])
            if not NEAREST < d < FARTHEST:
                continue
            forward, left = d * (cos_pitch + sin_pitch * rows[i]), -d * columns[j]
            z = d * (sin_pitch - cos_pitch * rows[i]) + z0
            x, y = x0 + cos_yaw * forward - sin_yaw * left, y0 + sin_yaw * forward + cos_yaw * left
            points[found, 0], points[found, 1], points[found, 2] = x, y, z
            found += 1
            id = ids[i, j]
            if id <= 0:
                continue
            counts[id] += 1
            near[id] = min(near[id], np.hypot(x - x0, y - y0))
            for k in range(len(axes)):
                along = x * axes[k, 0] + y * axes[k, 1]
                low[id, k], high[id, k] = min(low[id, k], along), max(high[id, k], along)
            low[id, -1], high[id, -1] = min(low[id, -1], z), max(high[id, -1], z)
    which = np.flatnonzero(counts)
    return points[:found], which, counts[which], low[which], high[which], near[which]


def _supports(
    things: Sequence[Remembered], rooms: NDArray[np.int64], low: F64, high: F64
) -> list[tuple[str, str]]:
    """What carries each thing and where on it, by boxes; empty texts where that is not known."""
    found = []
    areas = np.prod(high[:, :2] - low[:, :2], axis=1) if len(things) else np.zeros(0)
    for n, thing in enumerate(things):
        if thing.container:
            found.append((str(thing.container), "inside"))
            continue
        middle, base = 0.5 * (low[n] + high[n]), low[n, 2]
        below = ((middle[:2] > low[:, :2] - EDGE) & (middle[:2] < high[:, :2] + EDGE)).all(axis=1)
        below &= (rooms == rooms[n]) & (areas > areas[n])
        below[n] = False
        on_top = below & (np.abs(high[:, 2] - base) <= RESTS)
        within = below & (base >= low[:, 2] + EDGE) & (base < high[:, 2])
        if on_top.any():
            best = int(np.argmax(np.where(on_top, high[:, 2], -np.inf)))
            found.append((str(things[best].id), "top"))
        elif within.any():
            best = int(np.argmin(np.where(within, areas, np.inf)))
            found.append((str(things[best].id), _place(things[best])))
        else:
            found.append(("floor", "floor") if base < FLOOR else ("", ""))
    return found


def _place(carrier: Remembered) -> str:
    """Where something is that stands lower than the top of what carries it."""
    category = carrier.named.category
    if category in RIMMED:
        return "inside"
    parts = vocabulary().categories.get(category, {}).get("parts", ())
    return "shelf" if "shelf" in parts else "top"


def _mass(thing: Remembered) -> float | None:
    if thing.weight is not None:
        return 0.5 * sum(thing.weight)
    return None if thing.liftable else FIXED
