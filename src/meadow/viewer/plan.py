"""A home seen from above: what to draw, and the drawing as SVG.

    Path("home.svg").write_text(plan_svg(house))

:func:`plan_shapes` says what there is to draw in metres, for any medium; :func:`plan_body` is the
drawing without its frame, so that a page can hold each home once and use it under many paths.
Drawings are in centimetres with y down; colours of the building are CSS classes that a page may set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import shapely
from numpy.typing import NDArray

from meadow.geometry.polygons import disc, rectangle
from meadow.scenes.doors import along, leaf_outline
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.schema import Doorway, House, Object, Person, Room, Wall
from meadow.sim.obstacles import PERSON_RADIUS, object_outlines, wall_outlines
from meadow.types import Embodiment

F64 = NDArray[np.float64]

#: Outlines are simplified so far, metres.
DETAIL = 0.01
#: Things on furniture are drawn from this footprint on, square metres.
SMALLEST = 0.06
#: Things below this are flat and lie under the others, metres.
FLAT = 0.05
#: Free space around a home, metres.
MARGIN = 0.3

#: How the building looks where no page says otherwise; kinds of shapes are class names.
STYLE = """
.wall{fill:#3d4450}
.floor{fill-opacity:.2}
.rug{fill-opacity:.3}
.window{fill:#9ccbe8}
.leaf{fill:#8a6f52}
.swing{fill:none;stroke:#8a6f52;stroke-width:1.5;stroke-dasharray:4 4}
.furniture,.thing{fill-opacity:.45;stroke:#3d4450;stroke-opacity:.55;stroke-width:1.5}
.person{fill:#d07ab8;stroke:#3d4450}
.label{fill:#3d4450;fill-opacity:.6;font:600 24px system-ui,sans-serif;text-anchor:middle}
"""


@dataclass(frozen=True, slots=True)
class PlanShape:
    """One thing to draw: rings with holes, an open line, or a text."""

    kind: str
    """"floor", "rug", "furniture", "thing", "person", "wall", "window", "leaf", "swing", "label"."""
    rings: tuple[F64, ...]
    """(N, 2) corners in metres; holes by the even-odd rule; one point for a text."""
    colour: tuple[int, int, int] | None = None
    """sRGB, or None where the kind decides."""
    text: str = ""


def plan_shapes(house: House, *, labels: bool = True) -> list[PlanShape]:
    """Everything to draw, from the floor up."""
    shapes = [_floor(room) for room in house.rooms]
    things = [s for o in house.objects if (s := _object_shape(o)) is not None]
    rank = {"rug": 0, "furniture": 1, "thing": 2}
    shapes += sorted(things, key=lambda s: rank[s.kind])
    shapes += [person_shape(person) for person in house.people]
    shapes += _building(house)
    if labels:
        shapes += [_label(room) for room in house.rooms]
    return shapes


def person_shape(person: Person) -> PlanShape:
    """The disc of floor that somebody takes up."""
    return PlanShape("person", (disc(*person.position[:2], PERSON_RADIUS),))


def plan_bounds(house: House, margin: float = MARGIN) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 around all rooms, metres."""
    corners = np.array([p for room in house.rooms for p in room.polygon])
    (x0, y0), (x1, y1) = corners.min(axis=0) - margin, corners.max(axis=0) + margin
    return float(x0), float(y0), float(x1), float(y1)


def plan_svg(house: House, *, labels: bool = True, overlay: str = "") -> str:
    """A whole SVG file; ``overlay`` is markup in the plan's own centimetres, drawn on top."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(house)}">'
        f"<style>{STYLE}</style>{plan_body(house, labels=labels)}{overlay}</svg>\n"
    )


def plan_body(house: House, *, labels: bool = True) -> str:
    """The drawing without its frame and style."""
    return "".join(_markup(shape) for shape in plan_shapes(house, labels=labels))


def view_box(house: House) -> str:
    """The frame of a home's drawing, as SVG wants it."""
    x0, y0, x1, y1 = plan_bounds(house)
    return f"{_cm(x0)} {_cm(-y1)} {_cm(x1 - x0)} {_cm(y1 - y0)}"


def path_data(rings: Iterable[F64 | Sequence[Sequence[float]]], *, closed: bool = True) -> str:
    """Rings in metres as the ``d`` of an SVG path, in centimetres with y down."""
    parts = []
    for ring in rings:
        points = [f"{_cm(x)} {_cm(-y)}" for x, y in ring]
        if points:
            parts.append("M" + "L".join(points) + ("Z" if closed else ""))
    return "".join(parts)


def object_rings(item: Object) -> tuple[F64, ...]:
    """The outline of a whole object from above."""
    parts = [shapely.Polygon(o) for o in object_outlines(item) if len(o) > 2]
    return _rings(shapely.union_all(parts)) if parts else ()


def _cm(metres: float) -> int:
    return round(100 * float(metres))


def _rings(shape: shapely.Geometry) -> tuple[F64, ...]:
    """Exteriors and holes, a little simplified; narrow gaps between parts close."""
    merged = shape.buffer(DETAIL, join_style="mitre").buffer(-DETAIL, join_style="mitre")
    found = []
    for part in shapely.get_parts(merged.simplify(DETAIL)):
        if part.geom_type == "Polygon" and not part.is_empty:
            found += [part.exterior, *part.interiors]
    return tuple(np.array(ring.coords)[:-1] for ring in found)


def _floor(room: Room) -> PlanShape:
    return PlanShape("floor", (np.array(room.polygon, float),), COLOURS[room.floor.colour])


def _label(room: Room) -> PlanShape:
    inside = shapely.Polygon(room.polygon)
    centre = inside.centroid if inside.contains(inside.centroid) else inside.representative_point()
    return PlanShape("label", (np.array([[centre.x, centre.y]]),), text=room.type)


def _object_shape(item: Object) -> PlanShape | None:
    """None for what hangs, lies inside something or is too small to see."""
    if item.support in ("wall", "ceiling") or item.container:
        return None
    if item.support != "floor" and item.size[0] * item.size[1] < SMALLEST:
        return None
    rings = object_rings(item)
    if not rings:
        return None
    kind = "furniture" if item.support == "floor" else "thing"
    if item.support == "floor" and item.size[2] <= FLAT:
        kind = "rug"
    colour = COLOURS[item.parts[0].colour] if item.parts else COLOURS["grey"]
    return PlanShape(kind, rings, colour)


def _building(house: House) -> Iterator[PlanShape]:
    walls = {w.id: w for w in house.walls}
    height = Embodiment().height
    outlines = [shapely.Polygon(o) for w in house.walls for o in wall_outlines(house, w, height)]
    yield PlanShape("wall", _rings(shapely.union_all(outlines)))
    for window in house.windows:
        wall = walls[window.wall]
        yield PlanShape("window", (_in_wall(wall, window.offset, window.width),))
    for doorway in house.doorways:
        if doorway.leaf is not None:
            wall = walls[doorway.wall]
            yield PlanShape("leaf", (leaf_outline(wall, doorway),))
            yield PlanShape("swing", (_swing(wall, doorway),))


def _in_wall(wall: Wall, offset: float, width: float) -> F64:
    """A pane in the middle of a wall."""
    yaw = math.atan2(wall.b[1] - wall.a[1], wall.b[0] - wall.a[0])
    return rectangle(along(wall, offset + width / 2), (width, wall.thickness * 0.4), yaw)


def _swing(wall: Wall, doorway: Doorway) -> F64:
    """The arc that the tip of a door's leaf describes."""
    steps = np.linspace(0.0, 1.0, 9)
    return np.array([leaf_outline(wall, doorway, t)[1:3].mean(axis=0) for t in steps])


def _markup(shape: PlanShape) -> str:
    if shape.kind == "label":
        x, y = shape.rings[0][0]
        return f'<text class="label" x="{_cm(x)}" y="{_cm(-y)}">{escape(shape.text)}</text>'
    fill = ' fill="#{:02x}{:02x}{:02x}"'.format(*shape.colour) if shape.colour else ""
    data = path_data(shape.rings, closed=shape.kind != "swing")
    return f'<path class="{shape.kind}"{fill} fill-rule="evenodd" d="{data}"/>'
