"""A house as flat arrays that the kernels draw, and cheap updates of what moves in it.

Everything drawable sits in a *slot*: the panels of the building first, then door leaves, objects and
people. A slot owns a stretch of vertices and faces; an update writes the new mesh into its stretch, or
takes a new one at the end when it has grown.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue import find_category
from meadow.scenes.people import person_parts
from meadow.scenes.schema import Doorway, House, Object, Part, Person
from meadow.scenes.shell import Panel, build_shell, leaf_parts, leaf_pose, seals
from meadow.sim.render import looks, place
from meadow.sim.render.arrays import Faces, Placement, Store
from meadow.sim.render.lights import RoomLight, room_lights, shines
from meadow.sim.render.robot import PARTS, RobotTemplate, placed
from meadow.sim.render.templates import (
    Template,
    leaf_template,
    object_template,
    panel_templates,
    person_template,
)
from meadow.types import ROBOT_ID, SHELL_IDS

I32 = NDArray[np.int32]
F32 = NDArray[np.float32]

#: No part of a person is further from their middle, or higher, than this, metres.
BODY_REACH, BODY_HEIGHT = 1.0, 2.6
#: Parts that shine themselves when their lamp is on.
GLOWING = frozenset({"shade", "bulb", "flame", "screen", "globe", "light"})
PANE = Part("pane", "white", "glass", "printed", image="view")


@dataclass(frozen=True, slots=True)
class Triangles:
    """A scene as plain triangles, for other renderers and exporters."""

    vertices: F32
    """(V, 3)."""
    faces: I32
    """(T, 3)."""
    slot: I32
    """(T,) which slot each triangle belongs to, ascending."""
    ids: I32
    """(T,) instance id."""
    colours: NDArray[np.uint8]
    """(T, 3) mean lit colour."""
    uv: F32
    """(T, 3, 2) texture coordinates of the corners, in tiles."""


class RenderScene:
    """What a renderer needs to know about a house and its present state."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._index = {room.id: i for i, room in enumerate(house.rooms)}
        self._walls = {wall.id: wall for wall in house.walls}
        self._objects: list[Object | None] = list(house.objects)
        self._people: list[Person | None] = list(house.people)
        self._doorways: list[Doorway] = list(house.doorways)
        self._number = {obj.id: i for i, obj in enumerate(house.objects)}
        self._contents: dict[str, list[int]] = {}
        """Positions of what is inside a thing now, by the thing's id."""
        for i, obj in enumerate(house.objects):
            if obj.container:
                self._contents.setdefault(obj.container, []).append(i)
        self._robot: int | None = None
        """The slot of the robot's own body, once it is shown."""
        self._lights = room_lights(house, self._objects)
        self._store = Store(self._outlines())
        self._look_rows: dict[tuple[object, ...], NDArray[np.float64]] = {}
        self._body_rows: dict[tuple[object, ...], NDArray[np.float64]] = {}
        self._robot_rows: dict[RoomLight, NDArray[np.float64]] = {}
        shell = build_shell(house)
        self._openings = shell.openings
        self._panels = shell.panels
        self._panel_templates = panel_templates(shell.panels)
        for panel in shell.panels:
            self._put_panel(self._store.new_slot(SHELL_IDS[panel.kind]), panel)
        self._store.set_portals(self._portals(), len(house.rooms))
        self._first_leaf = self._store.slots
        for doorway in self._doorways:
            self._put_leaf(self._store.new_slot(SHELL_IDS["door"]), doorway)
        self._first_object = self._store.slots
        for i, obj in enumerate(house.objects):
            self._put_object(self._store.new_slot(1 + i), obj)
        self._first_person = self._store.slots
        for j in range(len(house.people)):
            self._store.new_slot(1 + len(house.objects) + j)
        self._late: set[int] = set()
        """Positions of people who are not shown yet where they are: those out of view cost nothing."""
        self.update_people(dict(enumerate(house.people)))
        self._place_people(self._late)

    def copy(self) -> RenderScene:
        """The same scene, which can be updated without a change of this one."""
        twin = object.__new__(RenderScene)
        twin.__dict__.update(self.__dict__)
        twin._objects, twin._people = list(self._objects), list(self._people)
        twin._doorways = list(self._doorways)
        twin._contents = {id: list(inside) for id, inside in self._contents.items()}
        twin._look_rows, twin._body_rows = dict(self._look_rows), dict(self._body_rows)
        twin._robot_rows = dict(self._robot_rows)
        twin._late = set(self._late)
        twin._store = self._store.copy()
        return twin

    # --- updates ---------------------------------------------------------------------------------

    def update_object(self, index: int, obj: Object | None) -> None:
        """Show ``house.objects[index]`` in a new state or pose; None takes it away."""
        before = self._objects[index]
        self._objects[index] = obj
        self._move_in(index, before, obj)
        slot = self._first_object + index
        if obj is None:
            self._store.clear_slot(slot)
        else:
            self._put_object(slot, obj)
            self._show_contents(obj.id)
        if shines(before) or shines(obj):
            self._relight()

    def update_person(self, index: int, person: Person | None) -> None:
        """Show ``house.people[index]`` elsewhere or in another pose; None takes them away."""
        self.update_people({index: person})

    def update_people(self, people: Mapping[int, Person | None]) -> None:
        """Show several of ``house.people`` elsewhere or in other poses, as soon as somebody looks there."""
        for index, person in people.items():
            self._people[index] = person
            self._late.add(index)

    def _place_people(self, numbers: Collection[int]) -> None:
        """Bring people to where they are, in one compiled call."""
        moved = []
        for index in sorted(numbers):
            person, slot = self._people[index], self._first_person + index
            if person is None:
                self._store.clear_slot(slot)
                continue
            light = self._light(person.room)
            template = person_template(person)
            rows = self._rows_of_body(person, template, light)
            moved.append((slot, template, person.position, person.yaw, rows, light))
        if moved:
            self._store.put_many(moved)
        self._late.difference_update(tuple(numbers))

    def update_doorway(self, index: int, doorway: Doorway) -> None:
        """Open or close ``house.doorways[index]``."""
        self._doorways[index] = doorway
        self._put_leaf(self._first_leaf + index, doorway)
        self._store.set_portals(self._portals(), len(self.house.rooms))

    def update_robot(
        self, robot: RobotTemplate | None, frames: NDArray[np.float64], room: str
    ) -> None:
        """Show a robot's own body with its links at (L, 3, 4) frames; None takes it away."""
        if self._robot is None:
            if robot is None:
                return
            self._robot = self._store.new_slot(ROBOT_ID)
        if robot is None:
            self._store.clear_slot(self._robot)
            return
        light = self._light(room)
        rows = self._robot_rows.get(light)
        if rows is None:
            rows = self._robot_rows[light] = self._rows(robot.template, PARTS, light, 0.5)
        self._store.put(
            self._robot, placed(robot, frames), (0.0, 0.0, 0.0), 0.0, rows, light, smooth=False
        )
        self._store.tag_by_box(self._robot)

    # --- what others may ask ---------------------------------------------------------------------

    @property
    def table(self) -> NDArray[np.int64]:
        """Addresses and lengths for the kernels; valid until the next update."""
        return self._settled().table()

    def table_for(self, camera: Sequence[float], hfov: float) -> NDArray[np.int64]:
        """The table for one camera: people out of its view may not be in it."""
        if self._late:
            seen = {i for i in self._late if _may_see(camera, hfov, self._people[i])}
            for index in self._late - seen:
                slot = self._first_person + index
                if self._store.placements[slot] is not None:
                    self._store.clear_slot(slot)  # not where they were either
            self._place_people(seen)
        return self._store.table()

    def _settled(self) -> Store:
        """The arrays with everybody where they are."""
        if self._late:
            self._place_people(self._late)
        return self._store

    @property
    def people(self) -> Sequence[Person | None]:
        """Everyone as they are shown."""
        return self._people

    @property
    def placements(self) -> Sequence[Placement | None]:
        """What stands in each slot, for those who draw the scene elsewhere; None for nothing."""
        return self._settled().placements

    @property
    def texels(self) -> NDArray[np.uint8]:
        """The texels of all textures, to which the parts of placements refer."""
        return self._settled().texels

    @property
    def palettes(self) -> NDArray[np.uint32]:
        """The entries of all palettes, 0xBBGGRR, to which the parts of placements refer."""
        return self._settled().palettes

    @property
    def slot_ids(self) -> I32:
        """(S,) instance id of each slot."""
        return self._store.slot_ids

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return self._store.slots

    @property
    def faces(self) -> int:
        """Faces held, those of emptied stretches included."""
        return self._settled().face_end

    @property
    def largest_mesh(self) -> int:
        """Vertices of the largest slot."""
        return self._settled().largest_mesh

    def is_outside(self, slot: int) -> bool:
        """Whether a slot is a face of the building that only shows from outside the home."""
        return slot < self._first_leaf and not self._panels[slot].rooms

    def faces_of(self, slot: int) -> Faces:
        """The faces of a slot, with all that an exporter needs to know of them."""
        return self._settled().faces_of(slot)

    def slot_of_object(self, index: int) -> int:
        """The slot of ``house.objects[index]``."""
        return self._first_object + index

    def quads(self) -> tuple[F32, I32]:
        """(F, 4, 3) world corners of all faces in use and their (F,) instance ids."""
        return self._settled().quads()

    def triangles(self) -> Triangles:
        """All faces as triangles, slot by slot."""
        return Triangles(*self._settled().triangles())

    # --- building --------------------------------------------------------------------------------

    def _outlines(self) -> list[Sequence[tuple[float, float]]]:
        return [room.polygon for room in self.house.rooms]

    def _portals(self) -> list[tuple[float, ...]]:
        """Rows for the kernels; an opening to the outside is not one, a picture closes it."""
        rows: list[tuple[float, ...]] = []
        for opening in self._openings:
            if min(opening.rooms) >= 0:
                closed = seals(self._doorways[opening.doorway])
                rows.append(
                    (*opening.rooms, *opening.a, *opening.b, opening.top, float(not closed))
                )
        return rows

    def _light(self, room: str | int) -> RoomLight:
        index = self._index.get(room, -1) if isinstance(room, str) else room
        return self._lights[index]

    def _put_panel(self, slot: int, panel: Panel) -> None:
        light = self._light(panel.rooms[0] if panel.rooms else -1)
        template = self._panel_templates[slot]  # panels are the first slots
        row = self._look_row(looks.surface_look(panel.finish), light)[None].copy()
        if panel.pane:
            shape = panel.quads[0]
            aspect = math.dist(shape[0], shape[1]) / math.dist(shape[0], shape[3])
            self._fill_print(row[0], looks.print_look(PANE, round(aspect, 2)), light)
            row[0, place.GLOW] = 1.0
        self._store.put(slot, template, (0.0, 0.0, 0.0), 0.0, row, light, smooth=True)
        self._store.tag(slot, panel.rooms)

    def _show_contents(self, id: str) -> None:
        """Draw, or no longer draw, what is inside an object that was opened or closed."""
        for index in self._contents.get(id, ()):
            obj = self._objects[index]
            if obj is not None:
                self._put_object(self._first_object + index, obj)
                self._show_contents(obj.id)

    def _move_in(self, index: int, before: Object | None, obj: Object | None) -> None:
        """Remember in what an object is now."""
        old, new = (item.container if item is not None else "" for item in (before, obj))
        if old != new:
            if old:
                self._contents[old].remove(index)
            if new:
                self._contents.setdefault(new, []).append(index)

    def _concealed(self, obj: Object) -> bool:
        """Whether it is inside something shut; a fifth of a home's things are, and cost nothing."""
        holder = self._objects[self._number[obj.container]] if obj.container else None
        if holder is None:
            return False
        shut = holder.openness == 0.0 and find_category(holder.category).openable
        return shut or self._concealed(holder)

    def _put_object(self, slot: int, obj: Object) -> None:
        if self._concealed(obj):
            self._store.clear_slot(slot)
            return
        template = object_template(obj)
        self._put(slot, template, obj.parts, obj.position, obj.yaw, obj.room, max(obj.size), obj)

    def _rows_of_body(
        self, person: Person, template: Template, light: RoomLight
    ) -> NDArray[np.float64]:
        """The looks of a person's parts in a light, remembered: they walk at every step."""
        key = (person.body, person.clothes, light)
        rows = self._body_rows.get(key)
        if rows is None:
            rows = self._rows(template, person_parts(person), light, 1.0)
            self._body_rows[key] = rows
        return rows

    def _put_leaf(self, slot: int, doorway: Doorway) -> None:
        if doorway.leaf is None:
            return
        wall = self._walls[doorway.wall]
        (x, y), yaw = leaf_pose(wall, doorway)
        template = leaf_template(doorway.width, doorway.height)
        room = (wall.left or wall.right) if doorway.swings_left else (wall.right or wall.left)
        self._put(slot, template, leaf_parts(doorway.leaf), (x, y, 0.0), yaw, room, 1.0)

    def _put(
        self,
        slot: int,
        template: Template,
        parts: Sequence[Part],
        position: tuple[float, float, float],
        yaw: float,
        room: str,
        extent: float,
        obj: Object | None = None,
    ) -> None:
        light = self._light(room)
        rows = self._rows(template, parts, light, extent, obj is not None and shines(obj))
        self._store.put(slot, template, position, yaw, rows, light, smooth=False)
        self._store.tag_by_box(slot)

    def _rows(
        self,
        template: Template,
        parts: Sequence[Part],
        light: RoomLight,
        extent: float,
        shining: bool = False,
    ) -> NDArray[np.float64]:
        """What ``place`` needs to know of each part of a thing of that extent."""
        by_name = {part.name: part for part in parts}
        # Large things wear large patterns.
        large = min(max(math.sqrt(extent / 0.5), 0.4), 2.0)
        rows = np.empty((len(template.parts), place.PART))
        for row, name, aspect in zip(rows, template.parts, template.aspects):
            part = by_name.get(name) or parts[0]
            look = looks.part_look(part.colour, part.material, part.pattern, part.colour2)
            row[:] = self._look_row(look, light, large if look.pattern else 1.0)
            if aspect > 0.0:
                self._fill_print(row, looks.print_look(part, round(aspect, 2)), light)
            if shining and name in GLOWING:
                row[place.GLOW] = 1.7
        return rows

    def _look_row(
        self, look: looks.SurfaceLook, light: RoomLight, scale: float = 1.0
    ) -> NDArray[np.float64]:
        """What ``place`` needs to know of a part with this look and no print, remembered."""
        key = (look, light.tint, scale)
        row = self._look_rows.get(key)
        if row is None:
            row = self._look_rows[key] = np.zeros(place.PART)
            row[place.TEXEL] = self._store.texture(look.texture)
            row[place.BITS] = look.texture.bits
            row[place.PALETTE] = self._store.palette(look, light)
            row[place.DENSITY] = (1 << look.texture.bits) / (look.texture.tile * scale)
            row[place.GLOSS] = look.gloss
            row[place.PRINT_TEXEL] = -1.0
        return row

    def _fill_print(
        self, row: NDArray[np.float64], look: looks.SurfaceLook | None, light: RoomLight
    ) -> None:
        if look is not None:
            row[place.PRINT_TEXEL] = self._store.texture(look.texture)
            row[place.PRINT_BITS] = look.texture.bits
            row[place.PRINT_PALETTE] = self._store.palette(look, light)

    def _relight(self) -> None:
        """Bake again what stands in rooms whose lamps have changed."""
        before, self._lights = self._lights, room_lights(self.house, self._objects)
        changed = {r for r, light in self._lights.items() if light != before[r]}
        names = {name for name, i in self._index.items() if i in changed}
        for slot, panel in enumerate(self._panels):
            if changed.intersection(panel.rooms):
                self._put_panel(slot, panel)
        for index, doorway in enumerate(self._doorways):
            self._put_leaf(self._first_leaf + index, doorway)
        for index, obj in enumerate(self._objects):
            if obj is not None and obj.room in names:
                self._put_object(self._first_object + index, obj)
        people = dict(enumerate(self._people))
        self.update_people({i: p for i, p in people.items() if p is not None and p.room in names})


def _may_see(camera: Sequence[float], hfov: float, person: Person | None) -> bool:
    """Whether a person may be in a camera's view, whatever their pose; True for one taken away."""
    if person is None:
        return True
    x, y, z, yaw, pitch = camera
    dx, dy = person.position[0] - x, person.position[1] - y
    c, s = math.cos(yaw), math.sin(yaw)
    ahead, aside = c * dx + s * dy + BODY_REACH, abs(c * dy - s * dx) - BODY_REACH
    above = max(abs(person.position[2] - z), abs(person.position[2] + BODY_HEIGHT - z))
    depth = ahead * math.cos(pitch) + above * abs(math.sin(pitch))
    return depth > 0.0 and aside < depth * math.tan(hfov / 2.0)
