"""A home from above with a robot driving through it, as pictures for videos."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from meadow.episodes.schema import Episode
from meadow.scenes.schema import House, Person, replace
from meadow.types import Array
from meadow.viewer.plan import PlanShape, object_rings, person_shape, plan_bounds, plan_shapes

Colour = tuple[int, int, int]

PAPER: Colour = (29, 33, 40)
GOAL: Colour = (255, 210, 63)
EARLY: Colour = (88, 104, 232)
LATE: Colour = (250, 158, 50)
COLLISION: Colour = (226, 54, 54)
#: Ink for where people are expected.
EXPECTED = (150, 70, 190)
_INK: dict[str, Colour] = {
    "wall": (195, 202, 214),
    "window": (110, 170, 210),
    "leaf": (154, 122, 88),
    "swing": (90, 80, 70),
    "person": (208, 122, 184),
}
#: How much of a thing's own colour shows.
_STRENGTH = {"floor": 0.24, "rug": 0.34, "furniture": 0.45, "thing": 0.45}
#: Pixels drawn for each pixel of the picture, along each side.
_SAMPLES = 2


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b))
    return red, green, blue


class TrackMap:
    """Draws the home once and then, for every step, the way so far and who walks about."""

    def __init__(self, house: House, episode: Episode, side: int) -> None:
        self._side = side
        x0, y0, x1, y1 = plan_bounds(house)
        self._scale = side * _SAMPLES / max(x1 - x0, y1 - y0)
        self._middle = (x0 + x1) / 2, (y0 + y1) / 2
        self._radius = episode.embodiment.radius
        self._base = Image.new("RGB", (side * _SAMPLES, side * _SAMPLES), PAPER)
        draw = ImageDraw.Draw(self._base)
        self._walkers = [person for person in house.people if person.walk is not None]
        still = tuple(person for person in house.people if person.walk is None)
        for shape in plan_shapes(replace(house, people=still), labels=False):
            self._shape(draw, shape)
        self._goal(draw, house, episode)

    def frame(
        self,
        poses: Array,
        people: Sequence[Person] | None = None,
        collisions: Sequence[tuple[float, ...]] = (),
        ways: Sequence[Array] = (),
    ) -> Image.Image:
        """The map after driving through (K, 4) poses.

        Those of the ``people`` who walk are drawn where they are now; None has them where they began.
        Poses of ``collisions`` are marked, and (N, 2) ``ways`` that the agent expects people to take.
        """
        image = self._base.copy()
        draw = ImageDraw.Draw(image)
        for person in self._walkers if people is None else people:
            if person.walk is not None:
                self._shape(draw, person_shape(person))
        points = self._pixels(poses[:, :2])
        for i in range(1, len(points)):
            colour = mix(EARLY, LATE, i / len(points))
            draw.line(points[i - 1 : i + 1], fill=colour, width=3 * _SAMPLES)
        for way in ways:
            self._way(draw, self._pixels(way))
        for x, y in self._pixels([pose[:2] for pose in collisions]):
            reach = 4 * _SAMPLES
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=COLLISION)
        self._robot(draw, points[-1], float(poses[-1, 2]))
        return image.resize((self._side, self._side), Image.Resampling.BOX)

    def _way(self, draw: ImageDraw.ImageDraw, points: list[tuple[float, float]]) -> None:
        """A ring where somebody is believed to be, and a line along the way from there."""
        (x, y), reach = points[0], self._scale * self._radius
        draw.ellipse(
            (x - reach, y - reach, x + reach, y + reach), outline=EXPECTED, width=2 * _SAMPLES
        )
        draw.line(points, fill=EXPECTED, width=2 * _SAMPLES)

    def _pixels(self, points: Array | Sequence[Sequence[float]]) -> list[tuple[float, float]]:
        half = self._side * _SAMPLES / 2
        x, y = self._middle
        return [(half + self._scale * (px - x), half - self._scale * (py - y)) for px, py in points]

    def _shape(self, draw: ImageDraw.ImageDraw, shape: PlanShape) -> None:
        rings = [self._pixels(ring) for ring in shape.rings]
        if shape.kind == "swing":
            draw.line(rings[0], fill=_INK["swing"], width=_SAMPLES)
            return
        colour = _INK.get(shape.kind)
        if colour is None:
            colour = mix(PAPER, shape.colour or PAPER, _STRENGTH[shape.kind])
        edge = _INK["swing"] if shape.kind in ("furniture", "thing") else None
        if shape.kind == "wall":
            self._walls(rings, colour)
            return
        for ring in rings:
            draw.polygon(ring, fill=colour, outline=edge)

    def _walls(self, rings: list[list[tuple[float, float]]], colour: Colour) -> None:
        """Walls enclose rooms, so every second ring is a hole."""
        mask = Image.new("L", self._base.size)
        draw = ImageDraw.Draw(mask)
        for ring in sorted(rings, key=_area, reverse=True):
            inside = mask.getpixel((round(ring[0][0]), round(ring[0][1])))
            draw.polygon(ring, fill=0 if inside else 255)
        self._base.paste(colour, mask=mask)

    def _goal(self, draw: ImageDraw.ImageDraw, house: House, episode: Episode) -> None:
        spots = [] if episode.goal.point is None else [episode.goal.point]
        for item in house.objects:
            if item.id in episode.goal.objects:
                spots.append(item.position[:2])
                for ring in object_rings(item):
                    draw.polygon(self._pixels(ring), fill=GOAL)
        for x, y in self._pixels(spots):
            reach = 9 * _SAMPLES
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse(box, outline=GOAL, width=2 * _SAMPLES)

    def _robot(self, draw: ImageDraw.ImageDraw, at: tuple[float, float], yaw: float) -> None:
        reach = max(self._scale * self._radius, 5.0 * _SAMPLES)
        (x, y), far = at, 2.2 * reach
        degrees = -math.degrees(yaw)
        view = (x - far, y - far, x + far, y + far)
        draw.pieslice(view, degrees - 35, degrees + 35, fill=mix(PAPER, (255, 255, 255), 0.6))
        body = (x - reach, y - reach, x + reach, y + reach)
        draw.ellipse(body, fill=(255, 255, 255), outline=LATE, width=2 * _SAMPLES)


def _area(ring: list[tuple[float, float]]) -> float:
    pairs = zip(ring, ring[1:] + ring[:1])
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2
