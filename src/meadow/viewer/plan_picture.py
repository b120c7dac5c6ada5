"""A labelled plan of a home as a picture: rooms by type, walls, openings, furniture, legend."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely
import shapely.affinity
from PIL import Image, ImageChops, ImageDraw

from meadow.scenes.schema import House, Object
from meadow.types import Array
from meadow.viewer.labels import Labels, around, font, text_size
from meadow.viewer.plan import FLAT, PlanShape, plan_bounds, plan_shapes

WIDTH = 960
"""Of the sheet that everything is laid out on, before it is scaled, pixels."""
SAMPLES = 2
"""Pixels drawn for each of these, along each side."""
LEGEND = 30
"""Height of the line below the plan, pixels."""
NAMED = 0.03
"""Footprint from which on furniture is named, square metres."""
TINTS = {
    "kitchen": (255, 226, 178),
    "living room": (203, 226, 196),
    "bedroom": (203, 214, 240),
    "bathroom": (190, 229, 235),
    "dining room": (246, 208, 200),
    "office": (224, 208, 236),
    "hallway": (232, 230, 222),
}
INK = {
    "wall": (52, 58, 68),
    "window": (120, 186, 226),
    "leaf": (138, 108, 76),
    "person": (206, 96, 168),
}
EDGE = (96, 100, 108)


def plan_picture(house: House, width: int = 960, height: int = 720) -> Image.Image:
    """The plan with a legend, north (+y) up; texts keep their size relative to the picture."""
    sheet = _Sheet(house, WIDTH * SAMPLES, round(WIDTH * height / width) * SAMPLES)
    for shape in plan_shapes(house, labels=False):
        if shape.kind != "floor":
            sheet.add(shape)
    sheet.name_rooms()
    sheet.name_furniture()
    sheet.legend()
    return sheet.image.resize((width, height), Image.Resampling.LANCZOS)


class _Sheet:
    """A drawing in progress; sizes below are in its own, finer pixels."""

    def __init__(self, house: House, width: int, height: int) -> None:
        self._house = house
        self.image = Image.new("RGB", (width, height), "white")
        self._draw = ImageDraw.Draw(self.image)
        self._labels = Labels(self._draw)
        x0, y0, x1, y1 = plan_bounds(house)
        space = height - LEGEND * SAMPLES
        self._scale = min(width / (x1 - x0), space / (y1 - y0))
        self._left = (width - self._scale * (x1 - x0)) / 2 - self._scale * x0
        self._top = (space - self._scale * (y1 - y0)) / 2 + self._scale * y1
        for room in house.rooms:
            self._draw.polygon(self._pixels(room.polygon), fill=TINTS[room.type])

    def _pixels(self, points: Array | tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(self._left + self._scale * x, self._top - self._scale * y) for x, y in points]

    def add(self, shape: PlanShape) -> None:
        """One shape of the plan."""
        rings = [self._pixels(ring) for ring in shape.rings]
        if shape.kind == "swing":
            self._draw.line(rings[0], fill=INK["leaf"], width=SAMPLES)
            return
        colour = INK.get(shape.kind) or _pale(shape.colour or EDGE)
        if len(rings) == 1:
            self._draw.polygon(rings[0], fill=colour)
        else:
            self.image.paste(colour, mask=self._mask(rings))
        if shape.kind in ("furniture", "thing", "rug"):
            for ring in rings:
                self._draw.line([*ring, ring[0]], fill=EDGE, width=SAMPLES)

    def _mask(self, rings: list[list[tuple[float, float]]]) -> Image.Image:
        """Inside an odd number of rings."""
        mask = Image.new("1", self.image.size)
        for ring in rings:
            layer = Image.new("1", self.image.size)
            ImageDraw.Draw(layer).polygon(ring, fill=1)
            mask = ImageChops.logical_xor(mask, layer)
        return mask

    def name_rooms(self) -> None:
        """Type and area of every room, where the least furniture is."""
        blocked = shapely.union_all([_footprint(item) for item in _standing(self._house)])
        for room in self._house.rooms:
            inside = shapely.Polygon(room.polygon)
            text = f"{room.type}\n{inside.area:.1f} sq m"
            for size in (15 * SAMPLES, 12 * SAMPLES, 9 * SAMPLES):
                places = self._calm_places(inside, blocked, text_size(text, size))
                if self._labels.put(text, places, size, "#1d2733"):
                    break

    def _calm_places(
        self, inside: shapely.Polygon, blocked: shapely.Geometry, size: tuple[float, float]
    ) -> list[tuple[float, float]]:
        """Where a text lies within a room, those over free floor near the middle first."""
        half_x, half_y = (0.5 * length / self._scale + 0.06 for length in size)
        x0, y0, x1, y1 = inside.bounds
        ranked = []
        for x in np.linspace(x0 + half_x, x1 - half_x, 24):
            for y in np.linspace(y0 + half_y, y1 - half_y, 24):
                box = shapely.box(x - half_x, y - half_y, x + half_x, y + half_y)
                if inside.contains(box):
                    covered = box.intersection(blocked).area / box.area
                    away = math.dist((x, y), inside.centroid.coords[0])
                    ranked.append((covered + 0.004 * away, (float(x), float(y))))
        return self._pixels(tuple(place for _, place in sorted(ranked)))

    def name_furniture(self) -> None:
        """The category of everything that stands on the floor, largest first, while there is room."""
        for item in sorted(_standing(self._house), key=lambda o: -o.size[0] * o.size[1]):
            shape = _footprint(item)
            x0, y0, x1, y1 = shape.bounds
            ((x, y),) = self._pixels((shape.centroid.coords[0],))
            wide, high = self._scale * (x1 - x0), self._scale * (y1 - y0)
            for text, size in _wordings(item.category, wide):
                width, tall = text_size(text, size)
                reach = (wide + width) / 2 + 4, (high + tall) / 2 + 4
                if self._labels.put(
                    text, self._within(around(x, y, *reach)), size, "#39424e", halo="white"
                ):
                    break

    def _within(self, places: Iterator[tuple[float, float]]) -> Iterator[tuple[float, float]]:
        """Places on the sheet, off its edges."""
        width, height = self.image.size
        for x, y in places:
            if 60 < x < width - 60 and 20 < y < height - (LEGEND + 10) * SAMPLES:
                yield x, y

    def legend(self) -> None:
        """Room types in this home, door, window, and a scale."""
        size = 11 * SAMPLES
        y = self.image.height - LEGEND * SAMPLES / 2
        x = 12.0 * SAMPLES
        present = [kind for kind in TINTS if any(r.type == kind for r in self._house.rooms)]
        entries = [(TINTS[kind], kind) for kind in present]
        entries += [(INK["wall"], "wall"), (INK["window"], "window"), (INK["leaf"], "door")]
        if self._house.people:
            entries.append((INK["person"], "person"))
        for colour, text in entries:
            box = (x, y - size / 2, x + size, y + size / 2)
            self._draw.rectangle(box, fill=colour, outline=EDGE)
            self._draw.text((x + 1.4 * size, y), text, "#1d2733", font(size), anchor="lm")
            x += 1.4 * size + font(size).getlength(text) + 0.9 * size
        self._scale_bar(y, size)

    def _scale_bar(self, y: float, size: int) -> None:
        end = self.image.width - 12 * SAMPLES
        start = end - self._scale
        self._draw.line([(start, y + 0.3 * size), (end, y + 0.3 * size)], fill=INK["wall"], width=4)
        for x in (start, end):
            self._draw.line([(x, y), (x, y + 0.6 * size)], fill=INK["wall"], width=4)
        self._draw.text(((start + end) / 2, y), "1 m", "#1d2733", font(size), anchor="mb")


def _pale(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """A thing's own colour, light enough to read a label on."""
    red, green, blue = (round(0.55 * 255 + 0.45 * c) for c in colour)
    return red, green, blue


def _standing(house: House) -> list[Object]:
    """Furniture: what stands on the floor or on a rug and is not small."""
    rugs = {o.id for o in house.objects if o.support == "floor" and o.size[2] <= FLAT}
    return [
        o
        for o in house.objects
        if o.support in {"floor", *rugs} and o.size[2] > FLAT and o.size[0] * o.size[1] >= NAMED
    ]


def _footprint(item: Object) -> shapely.Polygon:
    """The box of an object from above."""
    x, y, _ = item.position
    depth, width, _ = item.size
    box = shapely.box(-depth / 2, -width / 2, depth / 2, width / 2)
    turned = shapely.affinity.rotate(box, item.yaw, origin=(0, 0), use_radians=True)
    return shapely.affinity.translate(turned, x, y)


def _wordings(category: str, wide: float) -> Iterator[tuple[str, int]]:
    """Ways to write a name: on one line or broken, large or small."""
    broken = category.replace(" ", "\n")
    for size in (10 * SAMPLES, 8 * SAMPLES):
        fits = text_size(category, size)[0] <= wide
        yield from (
            ((category, size), (broken, size)) if fits else ((broken, size), (category, size))
        )
