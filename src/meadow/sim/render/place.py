"""Putting a mesh into a scene: world corners, planes, texture axes and baked light, in one pass.

Light is baked per face: an even share from everywhere, a fixed direction that lets shapes read, and
the lamps of the room. Small faces get one value, large ones a gradient.
"""

from __future__ import annotations

import math

import numpy as np
from numba import carray, njit

from meadow.sim.render.kernels import EVERYWHERE, KERNEL, LOOK, ROOMS, UV, pointer
from meadow.types import Array

f4 = np.float32

# How a face's texture lies: across one of the object's axes, along its own horizontal, or once as a print.
ACROSS_X, ACROSS_Y, ACROSS_Z, UPRIGHT, PRINTED = range(5)

# Columns of a part's look.
TEXEL, BITS, PALETTE, DENSITY, GLOSS, GLOW, PRINT_TEXEL, PRINT_BITS, PRINT_PALETTE, PART = range(10)

LAMP = 4  # x, y, z, strength
# Columns of a mesh for ``place_many``: addresses of the template's arrays and how long they are, addresses
# and lengths of the looks of its parts and of the lamps, the slot, its first vertex and its first face.
(
    VERTICES, QUADS, NORMALS, AXES, PARTS, N_VERTICES, N_QUADS, PART_LOOKS, N_PARTS, LAMPS, N_LAMPS,
    SLOT, FIRST_VERTEX, FIRST_FACE, MESH,
) = range(15)  # fmt: skip
FAR = f4(1e30)
ONE = 128.0
"""The light value that shows a colour as it is."""


@njit(inline="always", **KERNEL)
def brightness(
    x: float, y: float, z: float, nx: float, ny: float, nz: float, lamps: Array, ambient: float,
    gloss: float,
) -> float:  # fmt: skip
    """Light at a point with a normal."""
    # From above and a little from +X -Y: neighbouring sides of a box never look the same.
    value = ambient * (0.86 + 0.06 * nz + 0.11 * nx - 0.06 * ny)
    for k in range(len(lamps)):
        dx, dy, dz = lamps[k, 0] - x, lamps[k, 1] - y, lamps[k, 2] - z
        square = dx * dx + dy * dy + dz * dz + 0.05
        facing = (dx * nx + dy * ny + dz * nz) / math.sqrt(square)
        # Half-Lambert: light that has bounced off the room also reaches what is turned away.
        lit = 0.35 + 0.65 * facing
        if lit > 0.0:
            value += lamps[k, 3] * lit * lit / (1.0 + square / 5.0)
    if gloss > 0.0:
        # Reflections of a bright ceiling and of a side window, seen from nowhere in particular.
        sky = 0.45 * nx - 0.40 * ny + 0.80 * nz
        if sky > 0.0:
            value += gloss * sky**6
        edge = 0.80 * ny + 0.55 * nz - 0.2 * nx
        if edge > 0.0:
            value += 0.6 * gloss * edge**10
        value -= 0.12 * gloss * (1.0 - abs(nz))
    return value


@njit(**KERNEL)
def place(
    vertices: Array, quads: Array, normals: Array, axes: Array, parts: Array, looks_of_parts: Array,
    px: float, py: float, pz: float, yaw_cos: float, yaw_sin: float, lamps: Array, ambient: float,
    smooth: bool, slot: int, v0: int, f0: int, vx: Array, vy: Array, vz: Array, corners: Array,
    planes: Array, shades: Array, looks: Array, boxes: Array,
) -> None:  # fmt: skip
    """Write one mesh at a pose into the scene's arrays."""
    low_x, low_y, low_z = FAR, FAR, FAR
    high_x, high_y, high_z = -FAR, -FAR, -FAR
    for i in range(len(vertices)):
        x = px + yaw_cos * vertices[i, 0] - yaw_sin * vertices[i, 1]
        y = py + yaw_sin * vertices[i, 0] + yaw_cos * vertices[i, 1]
        z = pz + vertices[i, 2]
        vx[v0 + i], vy[v0 + i], vz[v0 + i] = x, y, z
        low_x, low_y, low_z = min(low_x, x), min(low_y, y), min(low_z, z)
        high_x, high_y, high_z = max(high_x, x), max(high_y, y), max(high_z, z)
    box = slot * 6
    boxes[box], boxes[box + 1], boxes[box + 2] = low_x, low_y, low_z
    boxes[box + 3], boxes[box + 4], boxes[box + 5] = high_x, high_y, high_z
    for i in range(len(quads)):
        f = f0 + i
        for k in range(4):
            corners[4 * f + k] = quads[i, k]
        nx = yaw_cos * normals[i, 0] - yaw_sin * normals[i, 1]
        ny = yaw_sin * normals[i, 0] + yaw_cos * normals[i, 1]
        nz = float(normals[i, 2])
        a, b, c, d = v0 + quads[i, 0], v0 + quads[i, 1], v0 + quads[i, 2], v0 + quads[i, 3]
        mx = 0.25 * (vx[a] + vx[b] + vx[c] + vx[d])
        my = 0.25 * (vy[a] + vy[b] + vy[c] + vy[d])
        mz = 0.25 * (vz[a] + vz[b] + vz[c] + vz[d])
        planes[4 * f], planes[4 * f + 1], planes[4 * f + 2] = nx, ny, nz
        planes[4 * f + 3] = nx * mx + ny * my + nz * mz
        look = looks_of_parts[parts[i]]
        t = f * UV
        for k in range(UV):
            shades[t + k] = f4(0.0)
        if axes[i] == PRINTED and look[PRINT_TEXEL] >= 0.0:
            looks[f * LOOK] = int(look[PRINT_TEXEL])
            looks[f * LOOK + 1] = int(look[PRINT_BITS])
            looks[f * LOOK + 2] = int(look[PRINT_PALETTE])
            size = float(1 << int(look[PRINT_BITS]))
            print_axis(vx, vy, vz, a, b, d, size, shades, t)
            # v runs down the picture, from corner 3 to corner 0.
            print_axis(vx, vy, vz, d, a, c, size, shades, t + 4)
        else:
            looks[f * LOOK] = int(look[TEXEL])
            looks[f * LOOK + 1] = int(look[BITS])
            looks[f * LOOK + 2] = int(look[PALETTE])
            tile_axes(
                axes[i],
                nx,
                ny,
                nz,
                normals[i],
                px,
                py,
                pz,
                yaw_cos,
                yaw_sin,
                look[DENSITY],
                shades,
                t,
            )
        glow, gloss = look[GLOW], look[GLOSS]
        if glow > 0.0:
            shades[t + 11] = glow * ONE
        elif smooth:
            gradient(vx, vy, vz, a, b, c, d, nx, ny, nz, lamps, ambient, gloss, shades, t + 8)
        else:
            shades[t + 11] = ONE * brightness(mx, my, mz, nx, ny, nz, lamps, ambient, gloss)


@njit(**KERNEL)
def place_many(
    meshes: Array, poses: Array, ambient: float, vx: Array, vy: Array, vz: Array, corners: Array,
    planes: Array, shades: Array, looks: Array, boxes: Array, outlines: Array, first: Array,
    count: int, rooms: Array,
) -> None:  # fmt: skip
    """Write several small meshes at their poses into the scene's arrays, and tag their slots."""
    for i in range(len(meshes)):
        row = meshes[i]
        vertices, quads = row[N_VERTICES], row[N_QUADS]
        place(
            carray(pointer(row[VERTICES]), (vertices, 3), f4),
            carray(pointer(row[QUADS]), (quads, 4), np.uint16),
            carray(pointer(row[NORMALS]), (quads, 3), f4),
            carray(pointer(row[AXES]), (quads,), np.uint8),
            carray(pointer(row[PARTS]), (quads,), np.int32),
            carray(pointer(row[PART_LOOKS]), (row[N_PARTS], PART), np.float64),
            poses[i, 0], poses[i, 1], poses[i, 2], poses[i, 3], poses[i, 4],
            carray(pointer(row[LAMPS]), (row[N_LAMPS], LAMP), np.float64), ambient, False,
            row[SLOT], row[FIRST_VERTEX], row[FIRST_FACE],
            vx, vy, vz, corners, planes, shades, looks, boxes,
        )  # fmt: skip
        rooms_of_box(row[SLOT], boxes, outlines, first, count, rooms)


@njit(**KERNEL)
def print_axis(
    vx: Array, vy: Array, vz: Array, a: int, b: int, d: int, size: float, shades: Array, t: int
) -> None:
    """Texel coordinate that grows from corner a to corner b and is constant along a-d."""
    ux, uy, uz = vx[b] - vx[a], vy[b] - vy[a], vz[b] - vz[a]
    wx, wy, wz = vx[d] - vx[a], vy[d] - vy[a], vz[d] - vz[a]
    uu = ux * ux + uy * uy + uz * uz
    uw = ux * wx + uy * wy + uz * wz
    ww = wx * wx + wy * wy + wz * wz
    area = uu * ww - uw * uw
    if area <= 0.0:
        return
    # Half a texel is kept clear at the rim, where rounding would fetch from the other side.
    scale = (size - 1.0) / area
    gx = (ux * ww - wx * uw) * scale
    gy = (uy * ww - wy * uw) * scale
    gz = (uz * ww - wz * uw) * scale
    shades[t], shades[t + 1], shades[t + 2] = gx, gy, gz
    shades[t + 3] = 0.5 - (gx * vx[a] + gy * vy[a] + gz * vz[a])


@njit(**KERNEL)
def tile_axes(
    axis: int, nx: float, ny: float, nz: float, own: Array, px: float, py: float, pz: float,
    yaw_cos: float, yaw_sin: float, density: float, shades: Array, t: int,
) -> None:  # fmt: skip
    """Metre-scaled texture axes: of the object's box, or along an upright face."""
    ux, uy, uz, wx, wy, wz = 0.0, 0.0, 0.0, 0.0, 0.0, -1.0
    if axis == UPRIGHT:
        flat = math.sqrt(nx * nx + ny * ny)
        if flat > 0.5:
            ux, uy = -ny / flat, nx / flat
        else:
            ux, uy, wx, wy, wz = 1.0, 0.0, 0.0, -1.0, 0.0
    else:
        box = axis
        if axis == PRINTED:  # a printed face of a part without a print
            box = ACROSS_Z if abs(own[2]) > 0.7 else (ACROSS_X if abs(own[0]) > 0.7 else ACROSS_Y)
        if box == ACROSS_X:
            ux, uy = -yaw_sin, yaw_cos
        elif box == ACROSS_Y:
            ux, uy = yaw_cos, yaw_sin
        else:
            ux, uy = yaw_cos, yaw_sin
            wx, wy, wz = yaw_sin, -yaw_cos, 0.0
    origin_x, origin_y, origin_z = (0.0, 0.0, 0.0) if axis == UPRIGHT else (px, py, pz)
    shades[t], shades[t + 1], shades[t + 2] = ux * density, uy * density, uz * density
    shades[t + 3] = -(ux * origin_x + uy * origin_y + uz * origin_z) * density
    shades[t + 4], shades[t + 5], shades[t + 6] = wx * density, wy * density, wz * density
    shades[t + 7] = -(wx * origin_x + wy * origin_y + wz * origin_z) * density


@njit(**KERNEL)
def gradient(
    vx: Array, vy: Array, vz: Array, a: int, b: int, c: int, d: int, nx: float, ny: float, nz: float,
    lamps: Array, ambient: float, gloss: float, shades: Array, t: int,
) -> None:  # fmt: skip
    """Fit light = g . p + constant to the light at a face's corners."""
    la = brightness(vx[a], vy[a], vz[a], nx, ny, nz, lamps, ambient, gloss)
    lb = brightness(vx[b], vy[b], vz[b], nx, ny, nz, lamps, ambient, gloss)
    lc = brightness(vx[c], vy[c], vz[c], nx, ny, nz, lamps, ambient, gloss)
    ld = brightness(vx[d], vy[d], vz[d], nx, ny, nz, lamps, ambient, gloss)
    ux, uy, uz = vx[b] - vx[a], vy[b] - vy[a], vz[b] - vz[a]
    wx, wy, wz = vx[d] - vx[a], vy[d] - vy[a], vz[d] - vz[a]
    if c == d:  # a triangle
        across, up, mean = lb - la, lc - la, (la + lb + lc) / 3.0
        mx, my, mz = (
            (vx[a] + vx[b] + vx[c]) / 3.0,
            (vy[a] + vy[b] + vy[c]) / 3.0,
            (vz[a] + vz[b] + vz[c]) / 3.0,
        )
    else:
        across, up = 0.5 * (lb - la + lc - ld), 0.5 * (ld - la + lc - lb)
        mean = 0.25 * (la + lb + lc + ld)
        mx = 0.25 * (vx[a] + vx[b] + vx[c] + vx[d])
        my = 0.25 * (vy[a] + vy[b] + vy[c] + vy[d])
        mz = 0.25 * (vz[a] + vz[b] + vz[c] + vz[d])
    uu, ww = ux * ux + uy * uy + uz * uz, wx * wx + wy * wy + wz * wz
    uw = ux * wx + uy * wy + uz * wz
    area = uu * ww - uw * uw
    gx, gy, gz = 0.0, 0.0, 0.0
    if area > 1e-12:
        p, q = (across * ww - up * uw) / area, (up * uu - across * uw) / area
        gx, gy, gz = p * ux + q * wx, p * uy + q * wy, p * uz + q * wz
    shades[t], shades[t + 1], shades[t + 2] = gx * ONE, gy * ONE, gz * ONE
    shades[t + 3] = (mean - (gx * mx + gy * my + gz * mz)) * ONE


@njit(**KERNEL)
def rooms_of_box(
    slot: int, boxes: Array, outlines: Array, first: Array, count: int, rooms: Array
) -> None:
    """Tag a slot with every room whose polygon its box touches."""
    x0, y0 = boxes[slot * 6], boxes[slot * 6 + 1]
    x1, y1 = boxes[slot * 6 + 3], boxes[slot * 6 + 4]
    found = 0
    for k in range(ROOMS):
        rooms[slot * ROOMS + k] = -1
    for r in range(count):
        if touches(x0, y0, x1, y1, outlines, first[r], first[r + 1]):
            if found == ROOMS:
                rooms[slot * ROOMS] = EVERYWHERE
                return
            rooms[slot * ROOMS + found] = r
            found += 1
    if found == 0:
        rooms[slot * ROOMS] = EVERYWHERE


@njit(**KERNEL)
def touches(
    x0: float, y0: float, x1: float, y1: float, outlines: Array, start: int, end: int
) -> bool:
    """Whether a rectangle meets a polygon."""
    inside = False  # the rectangle's first corner within the polygon
    j = end - 1
    for i in range(start, end):
        ax, ay = outlines[2 * j], outlines[2 * j + 1]
        bx, by = outlines[2 * i], outlines[2 * i + 1]
        if (by > y0) != (ay > y0) and x0 < (ax - bx) * (y0 - by) / (ay - by) + bx:
            inside = not inside
        # Clip the edge to the rectangle; what remains, however short, is contact.
        t0, t1 = 0.0, 1.0
        dx, dy = bx - ax, by - ay
        t0, t1 = clip_slab(ax, dx, x0, x1, t0, t1)
        t0, t1 = clip_slab(ay, dy, y0, y1, t0, t1)
        if t0 <= t1:
            return True
        j = i
    return inside


@njit(**KERNEL)
def clip_slab(
    origin: float, step: float, low: float, high: float, t0: float, t1: float
) -> tuple[float, float]:
    """Part of the parameter range in which origin + t step stays within [low, high]."""
    if abs(step) < 1e-9:
        return (t0, t1) if low <= origin <= high else (1.0, 0.0)
    a, b = (low - origin) / step, (high - origin) / step
    return max(t0, min(a, b)), min(t1, max(a, b))


@njit(**KERNEL)
def face_normals(vertices: Array, quads: Array, normals: Array, axes: Array) -> None:
    """Unit normals of faces, and the object's axis that each looks along most."""
    for i in range(len(quads)):
        a, b, c, d = quads[i, 0], quads[i, 1], quads[i, 2], quads[i, 3]
        ux = float(vertices[c, 0]) - float(vertices[a, 0])
        uy = float(vertices[c, 1]) - float(vertices[a, 1])
        uz = float(vertices[c, 2]) - float(vertices[a, 2])
        vx = float(vertices[d, 0]) - float(vertices[b, 0])
        vy = float(vertices[d, 1]) - float(vertices[b, 1])
        vz = float(vertices[d, 2]) - float(vertices[b, 2])
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        length = max(math.sqrt(nx * nx + ny * ny + nz * nz), 1e-12)
        nx, ny, nz = nx / length, ny / length, nz / length
        normals[i, 0], normals[i, 1], normals[i, 2] = nx, ny, nz
        if abs(nx) >= abs(ny) and abs(nx) >= abs(nz):
            axes[i] = ACROSS_X
        else:
            axes[i] = ACROSS_Y if abs(ny) >= abs(nz) else ACROSS_Z


@njit(**KERNEL)
def faces_of_both_sides(
    vertices: Array, quads: Array, parts: Array, printed: Array, two_sided: Array
) -> tuple[Array, Array, Array, Array, int]:
    """Corners, normals, axes and parts of a mesh's faces, and how many are printed.

    Faces with two sides come twice, their backs after all fronts.
    """
    count = len(quads) + two_sided.sum()
    source = np.empty(count, np.int64)
    corners = np.empty((count, 4), np.uint16)
    back = len(quads)
    for i in range(len(quads)):
        source[i] = i
        for k in range(4):
            corners[i, k] = quads[i, k]
        if two_sided[i]:
            source[back] = i
            for k in range(4):
                # A print reads the right way round from behind too: corner 1 becomes the bottom left.
                corners[back, k] = quads[i, k ^ 1]
            back += 1
    normals, axes = np.empty((count, 3), np.float32), np.empty(count, np.uint8)
    face_normals(vertices, corners, normals, axes)
    part = np.empty(count, np.int32)
    prints = 0
    for i in range(count):
        part[i] = parts[source[i]]
        if printed[source[i]]:
            axes[i] = PRINTED
            prints += 1
    return corners, normals, axes, part, prints


@njit(**KERNEL)
def pack_palette(
    colours: Array, red: float, green: float, blue: float, palettes: Array, start: int
) -> None:
    """Tint 256 colours and pack them into a scene's palettes."""
    for i in range(256):
        r = np.uint32(min(max(colours[i, 0] * red, 0.0), 255.0))
        g = np.uint32(min(max(colours[i, 1] * green, 0.0), 255.0))
        b = np.uint32(min(max(colours[i, 2] * blue, 0.0), 255.0))
        palettes[start + i] = r | (g << np.uint32(8)) | (b << np.uint32(16))
