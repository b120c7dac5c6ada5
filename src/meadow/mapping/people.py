"""Where people are on the robot's map and how they move, from detections in frames."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from meadow.grounding.look import LookPart, Looks, VisionModel, Wanted
from meadow.grounding.model_look import vision_model
from meadow.mapping.occupancy import in_view, project_mask
from meadow.types import Array, Camera, Detections, Pose

#: Masks with fewer pixels that have a depth show too little of a person.
FEWEST_PIXELS = 30
#: What is this much farther than most of a mask is not the person, metres.
BEHIND = 0.5
#: Two detections are of one body when their middles are nearer than this, metres: people do not come so
#: near to each other, but detectors box a body and its upper half.
ONE_BODY = 0.4
#: The middle of a body lies this far behind what is seen of it, metres.
HALF_BODY = 0.12
#: A detection this near to where a person was expected is of that person, metres...
GATE = 0.6
#: ...and this much farther for each step that has passed since the person was seen.
GATE_PER_STEP = 0.4
#: Weights of a new detection for the position and for the velocity (alpha-beta filter).
ALPHA, BETA = 0.7, 0.4
#: The weight for the position of a person whom the frame's edge cuts in two...
CUT = 0.6
#: ...who has walked only if the place is farther than this from the last one, metres...
HALF_SEEN = 0.4
#: ...and is expected to be slower by this factor until then...
STAYS = 0.6
#: ...where nearer than this to the edge is cut, pixels.
EDGE = 1
#: A detection this far from where a person was expected says that the pace has changed: it counts alone.
SURPRISE = 0.15
#: Masks are grown by so many pixels, of 224 in a row, before they are taken out of the depth.
RIM = 2
#: Who is nearer than this to where a robot wants to go may be what stopped it, metres.
IN_THE_WAY = 1.0
#: The same for those who have stood for so many steps: where they are is known.
STOOD_IN_THE_WAY, STOOD = 0.6, 5
#: By this factor people who are out of sight are expected to be slower with each step.
SLOWER = 0.85
#: Nobody walks nearer than this to the robot's middle, metres.
TOUCHING = 0.65
#: Who moves less than this with a step stands, metres.
STANDING = 0.08
#: The pace at which somebody walks freely is forgotten by this factor with each slower step.
HELD_UP = 0.9
#: Heights at which a frame must show what is behind a person who is not there any more, metres.
BODY_HEIGHTS = (0.6, 0.9, 1.2)
#: By how much more than the way to a person the depth must be there, metres.
SEEN_THROUGH = 0.4


@dataclass(slots=True)
class TrackedPerson:
    """A person on the map."""

    number: int
    """The same for as long as the person is tracked."""
    x: float
    y: float
    """Where the person is now, by the last detection and the velocity since; metres."""
    vx: float = 0.0
    vy: float = 0.0
    """Metres a step."""
    detections: int = 1
    unseen: int = 0
    """Steps since the last detection."""
    still: int = 0
    """Steps for which the person has stood."""
    seen: tuple[float, float] = (0.0, 0.0)
    """Where the person was by the last detection that showed all of the body's width..."""
    age: int = 0
    """...and how many steps ago."""
    way: tuple[float, float] = (0.0, 0.0)
    """The velocity at which the person last walked, metres a step."""

    @property
    def stands(self) -> bool:
        """Whether the person does not walk now."""
        return math.hypot(self.vx, self.vy) < STANDING

    def after(self, steps: float) -> tuple[float, float]:
        """Where the person will be after some steps at the same velocity."""
        return self.x + steps * self.vx, self.y + steps * self.vy


class PeopleTracker:
    """Follows the people that a model detects: positions and velocities in the frame of the map."""

    def __init__(
        self, model: str | VisionModel = "eyes-s", *, forget: int = 8, forget_standing: int = 8
    ) -> None:
        """Make it.

        Args:
            model: Whose detections of people count, by name or loaded.
            forget: Steps without a detection after which a person who walked is not tracked any more.
            forget_standing: The same for a person who stood.
        """
        self.vision = vision_model(model) if isinstance(model, str) else model
        self.forget, self.forget_standing = forget, forget_standing
        self.reset()

    def reset(self) -> None:
        """Another episode begins; nobody is tracked, and people are numbered anew."""
        self.people: list[TrackedPerson] = []
        self._count = 0

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self.vision: LookPart.MASKS}

    def update(self, looks: Looks, depth: Array, camera: Camera, pose: Pose) -> Array:
        """Count a frame in, one step after the last; returns its depth, 0 where people are."""
        found = looks.by(self.vision, LookPart.MASKS).people()
        for person in self.people:
            _walk_on(person, pose)
            person.unseen += 1
            person.age += 1
        self._assign(_places(found, depth, camera, pose))
        for person in self.people:
            _pace(person)
        self.people = [p for p in self.people if self._remembered(p, depth, camera, pose)]
        return _without(depth, found)

    def _remembered(self, person: TrackedPerson, depth: Array, camera: Camera, pose: Pose) -> bool:
        """Whether a person is tracked on: seen not long ago, and not known to be elsewhere."""
        if not person.unseen:
            return True
        if person.unseen > (self.forget_standing if person.stands else self.forget):
            return False
        body = np.array([(person.x, person.y, height) for height in BODY_HEIGHTS])
        return not in_view(body, depth, camera, pose, tolerance=-SEEN_THROUGH).any()

    def near(self, x: float, y: float) -> bool:
        """Whether somebody may be in the way of a robot that goes to a point."""
        return any(
            math.hypot(p.x - x, p.y - y) <= (STOOD_IN_THE_WAY if p.still >= STOOD else IN_THE_WAY)
            for p in self.people
        )

    def _assign(self, places: list[_Place]) -> None:
        """Give each place to the nearest person it may be of, the nearest pairs first."""
        pairs = sorted(
            (math.hypot(place.x - person.x, place.y - person.y), i, j)
            for i, person in enumerate(self.people)
            for j, place in enumerate(places)
        )
        free_people, free_places = set(range(len(self.people))), set(range(len(places)))
        for apart, i, j in pairs:
            gate = GATE + GATE_PER_STEP * self.people[i].unseen
            if i in free_people and j in free_places and apart <= gate:
                _correct(self.people[i], places[j])
                free_people.remove(i)
                free_places.remove(j)
        for j in sorted(free_places):
            self._count += 1
            x, y = places[j].x, places[j].y
            self.people.append(TrackedPerson(self._count, x, y, seen=(x, y)))


def _walk_on(person: TrackedPerson, robot: Pose) -> None:
    """Expect a person one step further; nobody walks through the robot, and out of sight all may turn."""
    if person.unseen:
        slower = 0.0 if person.stands else SLOWER
        person.vx, person.vy = slower * person.vx, slower * person.vy
    x, y = person.after(1.0)
    if robot.distance(x, y) < min(TOUCHING, robot.distance(person.x, person.y)):
        x, y = person.x, person.y
    person.x, person.y = x, y


def _correct(person: TrackedPerson, place: _Place) -> None:
    """Mix a detection into a prediction, and the way since the last one into the velocity."""
    person.detections, person.unseen = person.detections + 1, 0
    dx, dy = place.x - person.x, place.y - person.y
    moved = math.hypot(place.x - person.seen[0], place.y - person.seen[1])
    if place.cut and moved < HALF_SEEN:
        person.x, person.y = person.x + CUT * dx, person.y + CUT * dy
        # Whoever walked on would be farther, or out of the frame.
        person.vx, person.vy = STAYS * person.vx, STAYS * person.vy
        return
    steps = max(1, person.age)
    u, v = (place.x - person.seen[0]) / steps, (place.y - person.seen[1]) / steps
    # The first two detections are all that is known of the velocity; later ones only correct it.
    news = person.detections == 2 or math.hypot(u - person.vx, v - person.vy) > SURPRISE
    alpha, beta = (1.0, 1.0) if news else (ALPHA, BETA)
    person.x, person.y = person.x + alpha * dx, person.y + alpha * dy
    person.vx, person.vy = person.vx + beta * (u - person.vx), person.vy + beta * (v - person.vy)
    person.seen, person.age = (person.x, person.y), 0


def _pace(person: TrackedPerson) -> None:
    """Note whether a person walks, and how."""
    if person.detections > 1 and not person.stands:
        # Whom somebody holds up is not slower for good.
        pace = max(math.hypot(person.vx, person.vy), HELD_UP * math.hypot(*person.way))
        scale = pace / math.hypot(person.vx, person.vy)
        person.way, person.still = (scale * person.vx, scale * person.vy), 0
    else:
        person.still += 1


@dataclass(frozen=True, slots=True)
class _Place:
    """Where somebody was detected."""

    x: float
    y: float
    cut: bool
    """The frame's edge cuts the person in two, so that the middle is not well known."""


def _places(found: Detections, depth: Array, camera: Camera, pose: Pose) -> list[_Place]:
    """Where detected people stand; of detections of one body that which shows most of it counts."""
    places: list[_Place] = []
    sizes: list[int] = []
    for mask in found.masks if found.masks is not None else ():
        points, _, columns = project_mask(mask, depth, camera, pose)
        if len(points) < FEWEST_PIXELS:
            continue
        away = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
        body = points[away <= np.median(away) + BEHIND]
        x, y = (float(v) for v in np.median(body[:, :2], axis=0))
        distance = max(pose.distance(x, y), 1e-6)
        reach = 1.0 + HALF_BODY / distance
        x, y = pose.x + reach * (x - pose.x), pose.y + reach * (y - pose.y)
        cut = int(columns.min()) <= EDGE or int(columns.max()) >= mask.shape[1] - 1 - EDGE
        places.append(_Place(x, y, cut))
        sizes.append(len(points))
    return [place for n, place in enumerate(places) if not _is_double(n, places, sizes)]


def _is_double(n: int, places: Sequence[_Place], sizes: Sequence[int]) -> bool:
    """Whether another place is of the same body and shows more of it; of equal ones the first counts."""
    own = places[n]
    return any(
        math.hypot(own.x - other.x, own.y - other.y) < ONE_BODY and (size, -k) > (sizes[n], -n)
        for k, (other, size) in enumerate(zip(places, sizes))
    )


def _without(depth: Array, found: Detections) -> Array:
    """The depth image, 0 where people are: they are no part of the building."""
    if found.masks is None or not len(found):
        return depth
    rim = max(1, round(RIM * depth.shape[1] / 224))
    covered = ndimage.binary_dilation(found.masks.any(axis=0), iterations=rim)
    return np.where(covered, depth.dtype.type(0.0), depth)
