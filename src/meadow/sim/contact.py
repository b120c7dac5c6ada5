"""What an arm touches: capsules against the faces that are drawn, with boxes around things first."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.scenes.meshes import FormKey, form_key, mesh_of
from meadow.scenes.modelling.shape import Mesh
from meadow.scenes.schema import Doorway, House, Object
from meadow.scenes.shell import build_shell, leaf_pose, leaf_shape
from meadow.sim.obstacles import PERSON_RADIUS

if TYPE_CHECKING:
    from meadow.sim.world import World

F64 = NDArray[np.float64]

#: Shapes may stand out of their boxes by so much, metres.
LOOSE = 0.03
#: Height of a person, metres.
PERSON_TOP = 1.9
#: The least distance that is taken for a touch although it is not one: rounding, metres.
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Solid:
    """The faces of a thing as triangles, in groups with a box around each."""

    triangles: F64
    """(T, 9) corners."""
    start: NDArray[np.int64]
    """(P + 1,) the first triangle of each group."""
    boxes: F64
    """(P, 6) lowest and highest corner of each group."""


def solid_of(quads: F64, group: NDArray[np.int64]) -> Solid:
    """Triangles of (F, 4, 3) quads, in the groups that ascending numbers give them."""
    first, second = quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]
    whole = np.stack([first, second], axis=1)  # (F, 2, 3, 3)
    real = np.stack([np.ones(len(quads), bool), (quads[:, 2] != quads[:, 3]).any(axis=1)], axis=1)
    triangles = whole[real].reshape(-1, 9)
    owner = np.repeat(group, 2).reshape(-1, 2)[real]
    edges = np.flatnonzero(np.diff(owner)) + 1
    start = np.concatenate([[0], edges, [len(owner)]]).astype(np.int64)
    if not len(triangles):
        return Solid(np.zeros((0, 9)), np.zeros(1, np.int64), np.zeros((0, 6)))
    corners = triangles.reshape(-1, 3, 3)
    low = np.minimum.reduceat(corners.min(axis=1), start[:-1])
    high = np.maximum.reduceat(corners.max(axis=1), start[:-1])
    return Solid(np.ascontiguousarray(triangles), start, np.hstack([low, high]))


def _mesh_solid(mesh: Mesh) -> Solid:
    return solid_of(mesh.vertices[mesh.quads].astype(np.float64), mesh.primitive.astype(np.int64))


@lru_cache(maxsize=2048)
def _form_solid(key: FormKey) -> Solid:
    return _mesh_solid(mesh_of(key))


def object_solid(item: Object) -> Solid:
    """The faces of an object in its own frame and present state."""
    return _form_solid(form_key(item))


@lru_cache(maxsize=256)
def leaf_solid(width: float, height: float) -> Solid:
    """The faces of a door leaf in its own frame."""
    return _mesh_solid(leaf_shape(Doorway("", "", 0.0, width, height)).mesh())


def shell_solid(house: House) -> Solid:
    """The faces of the building, each a group of its own."""
    quads = np.concatenate([panel.quads for panel in build_shell(house).panels])
    return solid_of(quads, np.arange(len(quads)))


@dataclass(frozen=True, slots=True)
class Capsules:
    """Rounded rods in the world, at one moment or at several."""

    ends: F64
    """(N, 6) the two ends of each axis."""
    radii: F64
    """(N,)."""

    @property
    def box(self) -> F64:
        """(6,) the lowest and the highest corner around all."""
        ends, r = self.ends.reshape(-1, 2, 3), self.radii[:, None]
        return np.concatenate(
            [(ends.min(axis=1) - r).min(axis=0), (ends.max(axis=1) + r).max(axis=0)]
        )


@njit(cache=True, nogil=True)
def _segments(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz):  # type: ignore[no-untyped-def]
    """Square of the distance between two segments."""
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = dx - cx, dy - cy, dz - cz
    wx, wy, wz = ax - cx, ay - cy, az - cz
    a, e = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
    f = vx * wx + vy * wy + vz * wz
    if a <= 1e-18 and e <= 1e-18:
        s, t = 0.0, 0.0
    elif a <= 1e-18:
        s, t = 0.0, min(max(f / e, 0.0), 1.0)
    else:
        c = ux * wx + uy * wy + uz * wz
        if e <= 1e-18:
            s, t = min(max(-c / a, 0.0), 1.0), 0.0
        else:
            b = ux * vx + uy * vy + uz * vz
            d = a * e - b * b
            s = min(max((b * f - c * e) / d, 0.0), 1.0) if d > 1e-18 else 0.0
            t = (b * s + f) / e
            if t < 0.0:
                s, t = min(max(-c / a, 0.0), 1.0), 0.0
            elif t > 1.0:
                s, t = min(max((b - c) / a, 0.0), 1.0), 1.0
    px, py, pz = wx + s * ux - t * vx, wy + s * uy - t * vy, wz + s * uz - t * vz
    return px * px + py * py + pz * pz


@njit(cache=True, nogil=True)
def _over(t, nx, ny, nz, x, y, z):  # type: ignore[no-untyped-def]
    """Whether a point is straight above or below a triangle with that normal."""
    for k in range(3):
        i, j = 3 * k, 3 * ((k + 1) % 3)
        ex, ey, ez = t[j] - t[i], t[j + 1] - t[i + 1], t[j + 2] - t[i + 2]
        qx, qy, qz = x - t[i], y - t[i + 1], z - t[i + 2]
        cx, cy, cz = ey * qz - ez * qy, ez * qx - ex * qz, ex * qy - ey * qx
        if cx * nx + cy * ny + cz * nz < 0.0:
            return False
    return True


@njit(cache=True, nogil=True)
def segment_triangle(ax, ay, az, bx, by, bz, t):  # type: ignore[no-untyped-def]
    """Square of the distance between a segment and a triangle."""
    ux, uy, uz = t[3] - t[0], t[4] - t[1], t[5] - t[2]
    vx, vy, vz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    size = nx * nx + ny * ny + nz * nz
    best = np.inf
    if size > 1e-24:
        da = (ax - t[0]) * nx + (ay - t[1]) * ny + (az - t[2]) * nz
        db = (bx - t[0]) * nx + (by - t[1]) * ny + (bz - t[2]) * nz
        if (da <= 0.0) != (db <= 0.0):
            s = da / (da - db)
            x, y, z = ax + s * (bx - ax), ay + s * (by - ay), az + s * (bz - az)
            if _over(t, nx, ny, nz, x, y, z):
                return 0.0
        if _over(t, nx, ny, nz, ax, ay, az):
            best = da * da / size
        if _over(t, nx, ny, nz, bx, by, bz):
            best = min(best, db * db / size)
    for k in range(3):
        i, j = 3 * k, 3 * ((k + 1) % 3)
        best = min(
            best,
            _segments(ax, ay, az, bx, by, bz, t[i], t[i + 1], t[i + 2], t[j], t[j + 1], t[j + 2]),
        )
    return best


@njit(cache=True, nogil=True)
def _touched(triangles, start, boxes, place, ends, radii, first, last):  # type: ignore[no-untyped-def]
    """Whether capsules first to last touch faces of a solid that stands at x, y, z, cos, sin."""
    x, y, z, c, s = place
    for n in range(first, last):
        px, py, qx, qy = ends[n, 0] - x, ends[n, 1] - y, ends[n, 3] - x, ends[n, 4] - y
        ax, ay, az = c * px + s * py, c * py - s * px, ends[n, 2] - z
        bx, by, bz = c * qx + s * qy, c * qy - s * qx, ends[n, 5] - z
        r = radii[n]
        x0, x1 = min(ax, bx) - r, max(ax, bx) + r
        y0, y1 = min(ay, by) - r, max(ay, by) + r
        z0, z1 = min(az, bz) - r, max(az, bz) + r
        for p in range(len(boxes)):
            if boxes[p, 0] > x1 or boxes[p, 3] < x0 or boxes[p, 1] > y1 or boxes[p, 4] < y0:
                continue
            if boxes[p, 2] > z1 or boxes[p, 5] < z0:
                continue
            for i in range(start[p], start[p + 1]):
                t = triangles[i]
                if min(t[0], t[3], t[6]) > x1 or max(t[0], t[3], t[6]) < x0:
                    continue
                if min(t[1], t[4], t[7]) > y1 or max(t[1], t[4], t[7]) < y0:
                    continue
                if min(t[2], t[5], t[8]) > z1 or max(t[2], t[5], t[8]) < z0:
                    continue
                if segment_triangle(ax, ay, az, bx, by, bz, t) < r * r - ROUNDING:
                    return True
    return False


@njit(cache=True, nogil=True)
def _nearest_face(triangles, place, point):  # type: ignore[no-untyped-def]
    """Distance from a point to the nearest face of a solid that stands at x, y, z, cos, sin."""
    x, y, z, c, s = place
    px, py, pz = point[0] - x, point[1] - y, point[2] - z
    ax, ay = c * px + s * py, c * py - s * px
    best = np.inf
    for i in range(len(triangles)):
        best = min(best, segment_triangle(ax, ay, pz, ax, ay, pz, triangles[i]))
    return math.sqrt(best)


@njit(cache=True, nogil=True)
def _boxes_near(rows, box, slack, out):  # type: ignore[no-untyped-def]
    """Numbers of upright boxes that may meet a box along the axes; returns how many there are."""
    count = 0
    for i in range(len(rows)):
        if rows[i, 6] > box[5] + slack or rows[i, 7] < box[2] - slack:
            continue
        c, s = abs(rows[i, 2]), abs(rows[i, 3])
        ex, ey = c * rows[i, 4] + s * rows[i, 5] + slack, s * rows[i, 4] + c * rows[i, 5] + slack
        if rows[i, 0] - ex > box[3] or rows[i, 0] + ex < box[0]:
            continue
        if rows[i, 1] - ey > box[4] or rows[i, 1] + ey < box[1]:
            continue
        out[count] = i
        count += 1
    return count


def things_near(world: World, box: F64, slack: float = LOOSE) -> Iterator[Object]:
    """The objects in the open whose boxes may meet a box along the axes."""
    boxes = world.boxes
    found = np.empty(len(boxes.rows), np.int64)
    for i in found[: _boxes_near(boxes.rows, box, slack, found)].tolist():
        id = boxes.names[i]
        if not world.shut_in(id):
            yield world.object(id)


def place_of(item: Object) -> tuple[float, float, float, float, float]:
    """Where an object stands, for the kernels: x, y, z, cosine and sine of its yaw."""
    return (*item.position, math.cos(item.yaw), math.sin(item.yaw))


def touches(solid: Solid, place: tuple[float, ...], rods: Capsules, first: int, last: int) -> bool:
    """Whether some of the capsules touch a solid at a place."""
    faces = (solid.triangles, solid.start, solid.boxes)
    return bool(_touched(*faces, place, rods.ends, rods.radii, first, last))


def face_distance(item: Object, point: tuple[float, float, float]) -> float:
    """Distance from a point to the nearest drawn face of an object, metres."""
    return float(_nearest_face(object_solid(item).triangles, place_of(item), point))


_ORIGIN = (0.0, 0.0, 0.0, 1.0, 0.0)


def touched(
    world: World, rods: Capsules, *, light: int = 0, without: Collection[str] = ()
) -> list[str]:
    """Ids of what capsules touch: things, doors, people, "the building".

    The last ``light`` capsules touch no pickupable things: they are fingers. ``without`` are things that
    are looked at elsewhere.
    """
    box, count = rods.box, len(rods.radii)
    found = []
    for item in things_near(world, box):
        if item.id in without:
            continue
        last = count - light if world.pickupable(item.id) else count
        if touches(object_solid(item), place_of(item), rods, 0, last):
            found.append(item.id)
    for door in world.leaves_near(box):
        (x, y), yaw = leaf_pose(world.built.walls[door.wall], door)
        place = (x, y, 0.0, math.cos(yaw), math.sin(yaw))
        if touches(leaf_solid(door.width, door.height), place, rods, 0, count):
            found.append(door.id)
    for person in world.people:
        x, y, z = person.position
        axis = (x, y, z + PERSON_RADIUS, x, y, z + PERSON_TOP - PERSON_RADIUS)
        if any(_rods_meet(axis, end, r + PERSON_RADIUS) for end, r in zip(rods.ends, rods.radii)):
            found.append(person.id)
    if touches(world.built.shell_solid, _ORIGIN, rods, 0, count):
        found.append("the building")
    return found


def _rods_meet(one: tuple[float, ...], other: F64, reach: float) -> bool:
    return bool(_segments(*one, *other) < reach * reach)
