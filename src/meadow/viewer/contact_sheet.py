"""Contact sheets: the whole catalogue, or everyone who may live in a home, rendered side by side.

    contact_sheet().save("catalogue.png")
    contact_sheet(["mug", "tent"], all_variants=True, framing=Framing(distance=3.0))
    people_sheet().save("people.png")

Each tile is a photo from the simulator's own renderer in an empty studio, so the sheet shows what
robots see.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from meadow.errors import InvalidValueError
from meadow.protocols import Progress
from meadow.scenes.appearance import sample_object
from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.people import BODIES, person_size
from meadow.scenes.schema import (
    Finish,
    House,
    Light,
    Object,
    Person,
    Point3,
    Room,
    Wall,
    replace,
)
from meadow.seeding import stream
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Camera

STUDIO = 40.0
"""Half the side of the studio, metres: walls too far away to be noticed."""
FAR = 20.0
"""Nothing can be made out beyond, metres."""
CAPTION = 14
"""Height of the line with the name, pixels."""
_NARROW = math.radians(30.0)
"""Field of view for portraits: little perspective."""
_TABLE = 0.75
"""Where small things stand when a robot looks at them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """How the photos are taken."""

    tile: int = 176
    """Side of a photo, pixels."""
    distance: float = 0.0
    """Metres from a robot's default camera; 0 moves close enough to fill the tile."""
    azimuth: float = math.radians(32.0)
    """Where the camera stands, counter-clockwise from the thing's front."""
    elevation: float = math.radians(18.0)
    """How far above the horizon, for photos that fill the tile."""
    seed: int = 0
    """Which looks are drawn."""

    def __post_init__(self) -> None:
        if not 32 <= self.tile <= 1024:
            raise InvalidValueError(f"tile of {self.tile} pixels: expected 32 to 1024")
        if not 0.0 <= self.distance <= FAR:
            raise InvalidValueError(f"distance {self.distance:g} m: expected 0 to {FAR:g}")


def contact_sheet(
    categories: Iterable[str] | None = None,
    *,
    columns: int = 12,
    all_variants: bool = False,
    framing: Framing | None = None,
    progress: Progress | None = None,
) -> Image.Image:
    """One photo for each category (or each of its variants), with its name.

    Args:
        categories: Names, in this order; the whole catalogue by default.
        columns: Photos in a row.
        all_variants: Show every shape of a category, not only the first.
        framing: How the photos are taken.
        progress: Told after each photo how many are taken.
    """
    framing = framing or Framing()
    names = list(CATEGORIES if categories is None else categories)
    photos = _things(names, all_variants, framing)
    if progress is not None:
        shapes = (len(find_category(name).variants) for name in names)
        photos = _counted(photos, sum(shapes) if all_variants else len(names), progress)
    return _sheet(photos, columns, framing)


def _counted(
    photos: Iterator[tuple[str, Image.Image]], total: int, progress: Progress
) -> Iterator[tuple[str, Image.Image]]:
    for done, photo in enumerate(photos, start=1):
        yield photo
        progress(done, total, {})


def people_sheet(
    *,
    columns: int = 7,
    gaits: Sequence[float] = (-1.0, 0.2),
    framing: Framing | None = None,
) -> Image.Image:
    """One photo for each body and gait (negative stands, else the phase of the walk)."""
    framing = framing or Framing()
    return _sheet(_residents(gaits, framing), columns, framing)


def _things(
    names: Sequence[str], all_variants: bool, framing: Framing
) -> Iterator[tuple[str, Image.Image]]:
    camera = _Photographer(framing)
    for name in names:
        category = find_category(name)
        low = 0.0 if not framing.distance or "floor" in category.on else _TABLE
        for variant in category.variants if all_variants else category.variants[:1]:
            rng = stream(framing.seed, "contact sheet", name, variant)
            item = sample_object(rng, category, id="thing", variant=variant)
            item = replace(item, position=(0.0, 0.0, low), room="studio")
            label = f"{name}, {variant}" if all_variants else name
            yield label, camera.photo(_studio(objects=(item,)), item.size, low)


def _residents(gaits: Sequence[float], framing: Framing) -> Iterator[tuple[str, Image.Image]]:
    camera = _Photographer(framing)
    for gait in gaits:
        for body in BODIES:
            person = Person("person", body, (0.0, 0.0, 0.0), 0.0, "studio", gait)
            label = body if gait < 0 else f"{body}, walking"
            yield label, camera.photo(_studio(people=(person,)), person_size(person), 0.0)


def _studio(objects: tuple[Object, ...] = (), people: tuple[Person, ...] = ()) -> House:
    """A large bright room around the origin."""
    corners = ((-STUDIO, -STUDIO), (STUDIO, -STUDIO), (STUDIO, STUDIO), (-STUDIO, STUDIO))
    room = Room(
        "studio", "hallway", corners, Finish("plaster", "white"), Finish("plaster", "white")
    )
    walls = tuple(
        Wall(f"wall-{i}", corners[i], corners[(i + 1) % 4], left="studio", height=8.0)
        for i in range(4)
    )
    lights = (
        Light("key", "studio", (2.5, 1.0, 3.5), 2.0),
        Light("fill", "studio", (1.0, -3.0, 3.0), 1.0),
    )
    return House("studio", (room,), walls, objects=objects, people=people, lights=lights)


class _Photographer:
    """Takes square photos in the studio."""

    def __init__(self, framing: Framing) -> None:
        self._framing = framing
        self._fov = Camera().hfov if framing.distance else _NARROW
        self._renderer = Renderer(framing.tile, framing.tile, self._fov, supersample=3)

    def photo(self, house: House, size: Point3, low: float) -> Image.Image:
        """A picture of what stands at the origin with its base at ``low``."""
        framing = self._framing
        if framing.distance:
            reach, z, pitch = framing.distance, Camera().elevation, 0.0
        else:
            away = 0.52 * math.hypot(*size) / math.sin(self._fov / 2)
            reach, pitch = away * math.cos(framing.elevation), -framing.elevation
            z = low + size[2] / 2 + away * math.sin(framing.elevation)
        x, y = reach * math.cos(framing.azimuth), reach * math.sin(framing.azimuth)
        eye = (x, y, z, framing.azimuth + math.pi, pitch)
        return Image.fromarray(self._renderer.render(RenderScene(house), eye).rgb)


def _sheet(
    photos: Iterator[tuple[str, Image.Image]], columns: int, framing: Framing
) -> Image.Image:
    """Photos in rows with their names below."""
    if columns < 1:
        raise InvalidValueError(f"columns {columns}: a sheet needs at least 1")
    taken = list(photos)
    if not taken:
        raise InvalidValueError("nothing to show: name at least one category")
    columns = min(columns, len(taken))
    rows = math.ceil(len(taken) / columns)
    tile, height = framing.tile, framing.tile + CAPTION
    sheet = Image.new("RGB", (columns * tile, rows * height), "white")
    draw = ImageDraw.Draw(sheet)
    for k, (label, photo) in enumerate(taken):
        x, y = k % columns * tile, k // columns * height
        sheet.paste(photo, (x, y))
        draw.text((x + tile / 2, y + tile + 1), label, fill="black", anchor="ma")
    return sheet
