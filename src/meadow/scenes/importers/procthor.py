"""ProcTHOR houses (schema 1.0.0) as Meadow homes.

The floor plan is exact. Objects are approximated: each becomes a shape of the catalogue fitted into
the box that the user's asset database gives for it, or a plain box where the catalogue has nothing of
its kind; the :class:`ImportSummary` counts both and whatever else was guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import shapely

from meadow.scenes.importers import procthor_format as thor
from meadow.scenes.importers.house_file import HouseFile, Imported
from meadow.scenes.importers.procthor_building import import_holes, import_rooms, import_walls
from meadow.scenes.importers.procthor_objects import ObjectImporter
from meadow.scenes.importers.summary import ImportSummary
from meadow.scenes.importers.thor_frame import to_point
from meadow.scenes.schema import House, Light, Room, mm, replace
from meadow.scenes.validate import validated


class ProcthorFile(HouseFile):
    """The houses of a ``.json`` or ``.jsonl`` file (``.gz`` accepted), each imported when asked for."""

    def __init__(self, path: str | Path, *, assets: str | Path | None = None) -> None:
        super().__init__(path)
        self._assets = thor.read_assets(assets)
        self._records = thor.read_records(path)

    def __len__(self) -> int:
        return len(self._records)

    def imported(self, index: int) -> Imported:
        """The house of a record."""
        stem = self.path.name.split(".")[0]
        name = stem if len(self) == 1 else f"{stem}-{index:05d}"
        where = str(self.path) if len(self) == 1 else f"{self.path}[{index}]"
        house = thor.decode_house(self._records[index], where)
        return import_house(house, self._assets, id=name, source=where)


def import_house(
    house: thor.ThorHouse, assets: Mapping[str, thor.Asset], *, id: str, source: str
) -> tuple[House, ImportSummary]:
    """One valid house and what was approximated in it; ``source`` names it in errors."""
    summary = ImportSummary(houses=1)
    rooms = import_rooms(house, source)
    walls = import_walls(house, rooms, source)
    doorways, windows = import_holes(house, walls, assets, source)
    home = House(
        id=id,
        rooms=rooms,
        walls=walls,
        doorways=doorways,
        windows=windows,
        source=f"procthor {Path(source).name}",
    )
    validated(home, source)  # before things are fitted into it
    importer = ObjectImporter(assets, rooms, summary)
    for thing in house.objects:
        importer.add(thing)
    lights = _import_lights(house, rooms)
    home = replace(home, objects=tuple(importer.objects), lights=lights)
    return validated(home, source), summary


def _import_lights(house: thor.ThorHouse, rooms: Sequence[Room]) -> tuple[Light, ...]:
    """The point lights, each in the room that it hangs in; the sun stays outside."""
    floors = {room.id: shapely.Polygon(room.polygon) for room in rooms}
    lights = []
    for light in house.proceduralParameters.lights:
        x, y, z = to_point(light.position)
        room = next((n for n, floor in floors.items() if shapely.intersects_xy(floor, x, y)), "")
        if light.type == "point" and room:
            r, g, b = (round(min(1.0, max(0.0, c)), 3) for c in msgspec.structs.astuple(light.rgb))
            position = (mm(x), mm(y), mm(z))
            lights.append(Light(light.id, room, position, round(light.intensity, 3), (r, g, b)))
    return tuple(lights)
