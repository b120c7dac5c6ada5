"""The compiled heart of the renderer: visible rooms, culling, rasterisation, shading, batches.

All kernels live in one file because numba keys its disk cache on the file of the outermost function:
spread over several files, an edit of an inner kernel would go on running the old machine code.
Only what writes the machine code of vectors is elsewhere (``emitter``).

Why it is fast, in order of effect: flat buffers with unsigned indices (no array views in hot loops);
row spans in whole 16-pixel blocks with a lane mask, so that the inner loop has no remainder; convex
quads; 1/z planes taken from the world planes; doorway portals; shading after visibility, by runs of
equal face, with small indexed textures that stay in the cache; the few innermost blocks spelt out as
vectors of 16, which the compiler would otherwise halve.

Only value-safe fast-math flags are used: no contraction, no reciprocal tricks and no reassociation.
Edges shared by two faces therefore get bit-identical intercepts (no cracks), and every CPU type
draws the same bits.
"""

from __future__ import annotations

import math

import numpy as np
from llvmlite import ir
from numba import carray, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from meadow.sim.render.emitter import BYTE, FLOAT, INT, LANES, WORD, Emitter, constants, vectorised
from meadow.types import Array

f4 = np.float32
i4 = np.int32
i8 = np.int64
u1 = np.uint8
u2 = np.uint16
u4 = np.uint32
u8 = np.uint64

KERNEL = {
    "fastmath": {"nnan", "ninf", "nsz"},
    "nogil": True,
    "cache": True,
    "error_model": "numpy",
    "boundscheck": False,
}

NEAR = f4(0.02)
"""Nothing nearer than this is drawn, metres."""
LONGEST_RUN = 32
"""Pixels of a run of equal face: few enough for one mip level to fit all of them."""
PADDING = LONGEST_RUN + LANES
"""Spare elements behind a pixel buffer, for blocks that reach beyond the last pixel."""
FAR_COLUMN = f4(1e9)

# Columns of the tables; every one is a flat array with a fixed stride.
SLOT = 5  # first vertex, vertices, first face, face end, instance id
ROOMS = 4  # rooms of a slot: up to four indices, then -1; EVERYWHERE in front for more
EVERYWHERE = -2
PORTAL = 8  # left room, right room, ax, ay, bx, by, top, open
UV = 12  # gradients and constants of texel u, texel v and light, as functions of the world point
LOOK = 3  # first texel, log2 of the texture's size, first palette entry
DRAWN = 16  # per drawn face: u, v, light as functions of the pixel (4 each), mip factor, normal

# The address table of a scene: pointers first, then lengths.
(
    VX, VY, VZ, CORNERS, PLANES, SHADES, LOOKS, SLOTS, BOXES, SLOT_ROOMS, PORTALS, PORTAL_FIRST,
    PORTAL_LINKS, OUTLINES, OUTLINE_FIRST, TEXELS, PALETTES, N_SLOTS, N_ROOMS, N_FACES, N_VERTICES,
    TABLE,
) = range(22)  # fmt: skip
MANY = 1 << 40  # carray wants a length; the kernels stay in bounds by construction

# Arguments that travel together, as tuples:
#   view      (focal length, width, height)
#   flood     (low column, high column, stack, waiting) of each room
#   chosen    (slot, left column, right column, crosses the near plane) of what may be seen
#   geometry  (vx, vy, vz, corners, planes, shades, looks) of the scene
#   points    projected and camera coordinates of one slot's vertices
#   target    (1/z, face) of each pixel, (terms, looks) of each drawn face
#   columns   (first, last) of each row of the face being drawn
#   scratch   (depth, texel, tone, id) of one row of pixels, and the packed colours of all
#   picture   (rgb, depth, ids), the output
View = tuple[f4, int, int]
Arrays = tuple[Array, ...]


@intrinsic
def pointer(context, address):  # type: ignore[no-untyped-def]
    """An integer as a void pointer, so that one call can visit many scenes."""

    def emit(_context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(address), emit


@intrinsic
def depth_block(context, inverse, faces, x, column, first, count, start, slope, face):  # type: ignore[no-untyped-def]
    """Depth-test 16 pixels from ``x`` on, of which ``count`` columns from ``first`` are the face's.

    1/z comes from the column alone, so that it has the same bits however a face was cut or scissored.
    """

    @vectorised
    def emit(e):  # type: ignore[no-untyped-def]
        b, (_, _, x, column, first, count, start, slope, face) = e.builder, e.args
        columns = b.add(e.splat(column), constants(INT, range(LANES)))
        floats = b.sitofp(columns, ir.VectorType(FLOAT, LANES))
        value = b.fadd(e.splat(start), b.fmul(e.splat(slope), floats))
        depth_at, face_at = e.at(0, x, FLOAT), e.at(1, x, INT)
        old, old_face = e.load(depth_at), e.load(face_at)
        # Columns before the first wrap around to large numbers.
        inside = b.icmp_unsigned("<", b.sub(columns, e.splat(first)), e.splat(count))
        wins = b.and_(b.fcmp_ordered(">", value, old), inside)
        e.store(b.select(wins, value, old), depth_at)
        e.store(b.select(wins, e.splat(face), old_face), face_at)

    return types.void(inverse, faces, x, column, first, count, start, slope, face), emit


@intrinsic
def run_length(context, faces, x, face):  # type: ignore[no-untyped-def]
    """How many pixels from ``x`` on show the face, at most ``LONGEST_RUN``."""

    def emit(context, builder, signature, args):  # type: ignore[no-untyped-def]
        e = Emitter(context, builder, signature, args)
        shown = e.load(e.at(0, args[1], INT, LONGEST_RUN))
        differs = builder.icmp_unsigned("!=", shown, e.splat(args[2], LONGEST_RUN))
        bits = builder.bitcast(differs, ir.IntType(LONGEST_RUN))
        count = builder.cttz(bits, ir.Constant(ir.IntType(1), 0))
        return builder.zext(count, ir.IntType(64))

    return types.uint64(faces, x, face), emit


@intrinsic
def shade_block(context, depth, texel, tone, ids, x, at, shift, terms, tiles):  # type: ignore[no-untyped-def]
    """Texel, palette, light and id of 16 pixels from ``x`` on; see ``locate`` for the terms."""

    @vectorised
    def emit(e):  # type: ignore[no-untyped-def]
        b, (_, _, _, _, x, at, shift, _, _) = e.builder, e.args
        u0, ux, uc, v0, vx, vc, l0, lx, lc = e.unpacked(7)
        first, palette, bits, mask, ident = e.unpacked(8)
        whole = mask.type
        zero, full = (constants(FLOAT, [value] * LANES) for value in (0.0, 255.0))
        lane = b.fadd(e.splat(shift), constants(FLOAT, range(LANES)))
        z = e.load(e.at(0, x, FLOAT))

        def at_pixel(constant: ir.Value, gradient: ir.Value, offset: ir.Value) -> ir.Value:
            return b.fadd(constant, b.fmul(z, b.fadd(offset, b.fmul(gradient, lane))))

        u = b.and_(b.fptosi(at_pixel(u0, ux, uc), whole), mask)
        v = b.and_(b.fptosi(at_pixel(v0, vx, vc), whole), mask)
        light = at_pixel(l0, lx, lc)
        light = b.select(b.fcmp_ordered(">", light, zero), light, zero)
        light = b.select(b.fcmp_ordered("<", light, full), light, full)
        e.store(b.add(first, b.or_(b.shl(v, bits), u)), e.at(1, x, INT))
        e.store(b.or_(palette, b.fptosi(light, whole)), e.at(2, x, INT))
        e.store(ident, e.at(3, at, INT))

    return types.void(depth, texel, tone, ids, x, at, shift, terms, tiles), emit


@intrinsic
def light_block(context, packed, rgb, x):  # type: ignore[no-untyped-def]
    """Plain RGB of 16 pixels: their colours times their light, where 128 is one."""

    @vectorised
    def emit(e):  # type: ignore[no-untyped-def]
        b, (_, _, x) = e.builder, e.args
        packed, wide = e.load(e.at(0, x, BYTE, 4 * LANES)), ir.VectorType(WORD, 3 * LANES)
        nothing = ir.Constant(packed.type, ir.Undefined)
        # Three of four bytes are colours, the fourth is the light of the three.
        colour, light = (
            b.zext(b.shuffle_vector(packed, nothing, constants(INT, index)), wide)
            for index in (
                [4 * i + c for i in range(LANES) for c in range(3)],
                [4 * i + 3 for i in range(LANES) for _ in range(3)],
            )
        )
        lit = b.lshr(b.mul(colour, light), constants(WORD, [7] * 3 * LANES))
        full = constants(WORD, [255] * 3 * LANES)
        lit = b.select(b.icmp_unsigned("<", lit, full), lit, full)
        first = b.mul(x, ir.Constant(x.type, 3))
        e.store(b.trunc(lit, ir.VectorType(BYTE, 3 * LANES)), e.at(1, first, BYTE, 3 * LANES))

    return types.void(packed, rgb, x), emit


@intrinsic
def take_turn(context, counter):  # type: ignore[no-untyped-def]
    """The counter's first element, to which one is added before any other thread looks."""

    def emit(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.atomic_rmw("add", data, ir.Constant(ir.IntType(64), 1), "monotonic")

    return types.int64(counter), emit


@njit(**KERNEL)
def room_at(x: f4, y: f4, outlines: Array, first: Array, rooms: int) -> int:
    """Index of the room whose polygon holds the point, or -1."""
    for r in range(rooms):
        inside = False
        start, end = first[r], first[r + 1]
        j = end - 1
        for i in range(start, end):
            xi, yi = outlines[2 * i], outlines[2 * i + 1]
            xj, yj = outlines[2 * j], outlines[2 * j + 1]
            if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
                inside = not inside
            j = i
        if inside:
            return r
    return -1


@njit(**KERNEL)
def portal_columns(
    portal: int, portals: Array, camera: Array, focal: f4, centre: f4, corner_x: Array, corner_z: Array
) -> tuple[f4, f4]:  # fmt: skip
    """Pixel columns that an opening covers, clipped at the near plane; (FAR, -FAR) when behind."""
    p = portal * PORTAL
    ax, ay = portals[p + 2] - camera[9], portals[p + 3] - camera[10]
    bx, by = portals[p + 4] - camera[9], portals[p + 5] - camera[10]
    for c in range(4):
        x, y = (ax, ay) if c == 0 or c == 3 else (bx, by)
        z = (f4(0.0) if c < 2 else portals[p + 6]) - camera[11]
        corner_x[c] = camera[0] * x + camera[1] * y + camera[2] * z
        corner_z[c] = camera[6] * x + camera[7] * y + camera[8] * z
    low, high = FAR_COLUMN, -FAR_COLUMN
    for c in range(4):
        e = (c + 1) & 3
        if corner_z[c] >= NEAR:
            column = corner_x[c] / corner_z[c] * focal + centre
            low, high = min(low, column), max(high, column)
        if (corner_z[c] >= NEAR) != (corner_z[e] >= NEAR):
            t = (NEAR - corner_z[c]) / (corner_z[e] - corner_z[c])
            column = (corner_x[c] + (corner_x[e] - corner_x[c]) * t) / NEAR * focal + centre
            low, high = min(low, column), max(high, column)
    return low, high


@njit(**KERNEL)
def flood_rooms(
    room: int, camera: Array, view: View, portals: Array, first: Array, links: Array, flood: Arrays
) -> None:
    """Columns [low, high) in which each room can be seen through open doorways.

    Grows the intervals to a fixed point. A straight ray crosses a wall's line once, so an opening is
    only passed away from the camera's side of it. Exact in the sense that nothing visible is lost.
    """
    focal, width, _ = view
    low, high, stack, waiting = flood
    centre = f4(0.5) * f4(width)
    corner_x, corner_z = np.empty(4, f4), np.empty(4, f4)
    for r in range(len(first) - 1):
        low[r], high[r], waiting[r] = FAR_COLUMN, -FAR_COLUMN, 0
    low[room], high[room] = f4(0.0), f4(width)
    stack[0] = room
    size = 1
    while size > 0:
        size -= 1
        here = stack[size]
        waiting[here] = 0
        for k in range(first[here], first[here + 1]):
            portal = links[k]
            p = portal * PORTAL
            if portals[p + 7] == f4(0.0):
                continue
            from_left = i8(portals[p]) == here
            there = i8(portals[p + 1]) if from_left else i8(portals[p])
            ax, ay = portals[p + 2] - camera[9], portals[p + 3] - camera[10]
            ux, uy = portals[p + 4] - portals[p + 2], portals[p + 5] - portals[p + 3]
            t = min(max(-(ax * ux + ay * uy) / (ux * ux + uy * uy), f4(0.0)), f4(1.0))
            gx, gy = ax + t * ux, ay + t * uy
            left, right = low[here], high[here]
            if gx * gx + gy * gy >= f4(0.09):  # nearer is standing in it: everything may be seen
                if (uy * ax - ux * ay > f4(0.0)) != from_left:
                    continue
                a, b = portal_columns(portal, portals, camera, focal, centre, corner_x, corner_z)
                left, right = max(left, a - f4(1.0)), min(right, b + f4(1.0))
            if left < right and (left < low[there] or right > high[there]):
                low[there], high[there] = min(low[there], left), max(high[there], right)
                if waiting[there] == 0:
                    waiting[there] = 1
                    stack[size] = there
                    size += 1


@njit(inline="always", **KERNEL)
def behind(
    camera: Array, row: int, scale: f4, k: f4, middle: tuple[f4, f4, f4], reach: tuple[f4, f4, f4]
) -> np.bool_:
    """Whether a box lies wholly behind the plane ``scale * row + k * forward`` through the eye."""
    a: f4 = scale * camera[row] + k * camera[6]
    b: f4 = scale * camera[row + 1] + k * camera[7]
    c: f4 = scale * camera[row + 2] + k * camera[8]
    far = abs(a) * reach[0] + abs(b) * reach[1] + abs(c) * reach[2]
    return a * middle[0] + b * middle[1] + c * middle[2] + far < f4(0.0)


@njit(**KERNEL)
def cull(
    camera: Array, view: View, boxes: Array, slots: Array, rooms: Array, count: int,
    use_rooms: bool, flood: Arrays, chosen: Arrays,
) -> int:  # fmt: skip
    """Choose the slots that may be seen, with the columns they may cover; returns how many."""
    focal, width, height = view
    low, high, _, _ = flood
    order, left, right, near = chosen
    cx, cy = f4(width) * f4(0.5), f4(height) * f4(0.5)
    half = f4(0.5)
    k: int | f4
    n = 0
    for s in range(count):
        if slots[s * SLOT + 2] == slots[s * SLOT + 3]:
            continue
        l, h = f4(0.0), f4(width)
        if use_rooms and rooms[s * ROOMS] != EVERYWHERE:
            l, h = FAR_COLUMN, -FAR_COLUMN
            for k in range(ROOMS):
                r = rooms[s * ROOMS + k]
                if r < 0:
                    break
                l, h = min(l, low[r]), max(h, high[r])
            if l >= h:
                continue
        b = s * 6
        middle = (
            (boxes[b] + boxes[b + 3]) * half - camera[9],
            (boxes[b + 1] + boxes[b + 4]) * half - camera[10],
            (boxes[b + 2] + boxes[b + 5]) * half - camera[11],
        )
        reach = (
            (boxes[b + 3] - boxes[b]) * half,
            (boxes[b + 4] - boxes[b + 1]) * half,
            (boxes[b + 5] - boxes[b + 2]) * half,
        )
        z = camera[6] * middle[0] + camera[7] * middle[1] + camera[8] * middle[2]
        far = abs(camera[6]) * reach[0] + abs(camera[7]) * reach[1] + abs(camera[8]) * reach[2]
        if z + far < NEAR:
            continue
        sides = ((0, focal, cx - l), (0, -focal, h - cx), (3, focal, cy), (3, -focal, cy))
        outside = False
        for row, scale, k in sides:
            outside |= behind(camera, row, scale, k, middle, reach)
        if outside:
            continue
        order[n] = s
        left[n], right[n] = max(f4(0.0), math.floor(l)), min(f4(width), math.ceil(h))
        # A millimetre of slack: vertices round differently from their box.
        near[n] = z - far < NEAR + f4(0.001)
        n += 1
    return n


@njit(**KERNEL)
def fill(
    x0: f4, y0: f4, x1: f4, y1: f4, x2: f4, y2: f4, x3: f4, y3: f4, a: f4, b: f4, c: f4,
    face: u4, inverse: Array, faces: Array, columns: Arrays, width: int, height: f4,
    left: f4, right: f4,
) -> bool:  # fmt: skip
    """Rasterise a convex quad (counter-clockwise to the eye) with 1/z = a x + b y + c."""
    half, zero = f4(0.5), f4(0.0)
    top = i8(min(max(min(min(y0, y1), min(y2, y3)), zero), height) + half)
    bottom = i8(min(max(max(max(y0, y1), max(y2, y3)), zero), height) + half)
    if top >= bottom:
        return False
    least, most = min(min(x0, x1), min(x2, x3)), max(max(x0, x1), max(x2, x3))
    if i8(min(max(least, left), right) + half) >= i8(min(max(most, left), right) + half):
        return False
    # Each edge starts from its upper end, so that two faces sharing it get the same intercepts.
    lefts, rights = 0, 0
    lx0, ly0, ls0, lx1, ly1, ls1 = left, zero, zero, left, zero, zero
    rx0, ry0, rs0, rx1, ry1, rs1 = right, zero, zero, right, zero, zero
    lx2, ly2, ls2, rx2, ry2, rs2 = left, zero, zero, right, zero, zero
    px, py = x3, y3
    for qx, qy in ((x0, y0), (x1, y1), (x2, y2), (x3, y3)):
        if py < qy:  # downwards: a left edge
            s = (qx - px) / (qy - py)
            if lefts == 0:
                lx0, ly0, ls0 = px, py, s
            elif lefts == 1:
                lx1, ly1, ls1 = px, py, s
            else:
                lx2, ly2, ls2 = px, py, s
            lefts += 1
        elif py > qy:
            s = (px - qx) / (py - qy)
            if rights == 0:
                rx0, ry0, rs0 = qx, qy, s
            elif rights == 1:
                rx1, ry1, rs1 = qx, qy, s
            else:
                rx2, ry2, rs2 = qx, qy, s
            rights += 1
        px, py = qx, qy
    # The columns of all rows first, eight rows at once: most faces have a dozen.
    firsts, lasts = columns
    end: f4 | u8
    rows, top_row = u8(bottom - top), f4(top) + half
    for j in range((rows + u8(7)) >> u8(3) << u8(3)):
        yc = top_row + f4(i4(j))
        start = max(lx0 + (yc - ly0) * ls0, max(lx1 + (yc - ly1) * ls1, lx2 + (yc - ly2) * ls2))
        end = min(rx0 + (yc - ry0) * rs0, min(rx1 + (yc - ry1) * rs1, rx2 + (yc - ry2) * rs2))
        firsts[j] = i4(min(max(start, left), right) + half)
        lasts[j] = i4(min(max(end, left), right) + half)
    drawn = False
    row = u8(top * width)
    for j in range(rows):
        first, count = firsts[j], i4(lasts[j] - firsts[j])
        if count > i4(0):
            start = a * half + (b * (top_row + f4(i4(j))) + c)
            x, column, end = row + u8(first), first, row + u8(lasts[j])
            while x < end:
                depth_block(inverse, faces, x, column, first, count, start, a, face)
                x += u8(LANES)
                column = i4(column + i4(LANES))
            drawn = True
        row += u8(width)
    return drawn


@njit(inline="always", **KERNEL)
def record_face(
    f: u8, camera: Array, focal: f4, distance: f4, geometry: Arrays, ident: i4, drawn: Array,
    drawn_looks: Array, n: u8,
) -> None:  # fmt: skip
    """Store a drawn face's texel, light and mip terms as functions of the pixel (see ``locate``)."""
    planes, shades, looks = geometry[4], geometry[5], geometry[6]
    inverse_focal = f4(1.0) / focal
    t, d = f * u8(UV), n * u8(DRAWN)
    for k in range(u8(3)):
        g0, g1, g2 = shades[t], shades[t + u8(1)], shades[t + u8(2)]
        drawn[d] = shades[t + u8(3)] + (g0 * camera[9] + g1 * camera[10] + g2 * camera[11])
        drawn[d + u8(1)] = (g0 * camera[0] + g1 * camera[1] + g2 * camera[2]) * inverse_focal
        drawn[d + u8(2)] = (g0 * camera[3] + g1 * camera[4] + g2 * camera[5]) * inverse_focal
        drawn[d + u8(3)] = g0 * camera[6] + g1 * camera[7] + g2 * camera[8]
        if k < u8(2):
            drawn[d] += f4(65536.0)  # keeps texel coordinates positive when cut to integers
        t += u8(4)
        d += u8(4)
    t = f * u8(UV)
    g0, g1, g2 = shades[t], shades[t + u8(1)], shades[t + u8(2)]
    # Squared texels per pixel at depth z are this times z^3: the mean of both axes of the footprint.
    drawn[d] = (g0 * g0 + g1 * g1 + g2 * g2) * inverse_focal * inverse_focal / abs(distance)
    for k in range(u8(3)):
        drawn[d + u8(1) + k] = planes[f * u8(4) + k]
        drawn_looks[n * u8(4) + k] = looks[f * u8(LOOK) + k]
    drawn_looks[n * u8(4) + u8(3)] = ident


@njit(**KERNEL)
def project(
    camera: Array, view: View, base: u8, count: u8, near: bool, geometry: Arrays, points: Arrays
) -> None:
    """Screen coordinates of a slot's vertices, and camera coordinates when it must be clipped."""
    focal, width, height = view
    vx, vy, vz = geometry[0], geometry[1], geometry[2]
    px, py, cx, cy, cz = points
    r00, r01, r02 = camera[0], camera[1], camera[2]
    r10, r11, r12 = camera[3], camera[4], camera[5]
    r20, r21, r22 = camera[6], camera[7], camera[8]
    ox, oy, oz = camera[9], camera[10], camera[11]
    half_w, half_h = f4(width) * f4(0.5), f4(height) * f4(0.5)
    for i in range(u8(0), count):
        x, y, z = vx[base + i] - ox, vy[base + i] - oy, vz[base + i] - oz
        scale = focal / max(r20 * x + r21 * y + r22 * z, NEAR)
        px[i] = (r00 * x + r01 * y + r02 * z) * scale + half_w
        py[i] = (r10 * x + r11 * y + r12 * z) * scale + half_h
    if near:
        for i in range(u8(0), count):
            x, y, z = vx[base + i] - ox, vy[base + i] - oy, vz[base + i] - oz
            cx[i] = r00 * x + r01 * y + r02 * z
            cy[i] = r10 * x + r11 * y + r12 * z
            cz[i] = r20 * x + r21 * y + r22 * z


@njit(**KERNEL)
def draw_slot(
    slots: Array, slot: i4, camera: Array, view: View, left: f4, right: f4, near: bool,
    geometry: Arrays, points: Arrays, target: Arrays, columns: Arrays, n: int,
) -> int:  # fmt: skip
    """Project and rasterise one slot; returns the running number of drawn faces."""
    focal, width, height = view
    corners, planes = geometry[3], geometry[4]
    px, py, cz = points[0], points[1], points[4]
    inverse, faces, drawn, drawn_looks = target
    r00, r01, r02 = camera[0], camera[1], camera[2]
    r10, r11, r12 = camera[3], camera[4], camera[5]
    r20, r21, r22 = camera[6], camera[7], camera[8]
    ox, oy, oz = camera[9], camera[10], camera[11]
    half_w, half_h, rows = f4(width) * f4(0.5), f4(height) * f4(0.5), f4(height)
    inverse_focal = f4(1.0) / focal
    row = slot * SLOT
    project(camera, view, u8(slots[row]), u8(slots[row + 1]), near, geometry, points)
    for f in range(u8(slots[row + 2]), u8(slots[row + 3])):
        p = f * u8(4)
        n0, n1, n2 = planes[p], planes[p + u8(1)], planes[p + u8(2)]
        distance = planes[p + u8(3)] - (n0 * ox + n1 * oy + n2 * oz)
        if distance >= f4(-1e-5):
            continue  # seen from behind
        c0, c1, c2, c3 = corners[p], corners[p + u8(1)], corners[p + u8(2)], corners[p + u8(3)]
        inside: int | i8 = 4
        if near:
            inside = i8(cz[c0] >= NEAR) + i8(cz[c1] >= NEAR)
            inside += i8(cz[c2] >= NEAR) + i8(cz[c3] >= NEAR)
            if inside == 0:
                continue
        # The 1/z plane comes from the world plane: exact for coplanar faces, unmoved by clipping.
        scale = f4(1.0) / distance
        a = (n0 * r00 + n1 * r01 + n2 * r02) * scale * inverse_focal
        b = (n0 * r10 + n1 * r11 + n2 * r12) * scale * inverse_focal
        c = (n0 * r20 + n1 * r21 + n2 * r22) * scale - a * half_w - b * half_h
        face = u4(n)
        if inside == 4:
            hit = fill(
                px[c0], py[c0], px[c1], py[c1], px[c2], py[c2], px[c3], py[c3], a, b, c, face,
                inverse, faces, columns, width, rows, left, right,
            )  # fmt: skip
        else:
            hit = fill_clipped(
                (c0, c1, c2, c3), points, view, a, b, c, face, inverse, faces, columns, left, right
            )
        if hit:
            ident = slots[row + 4]
            record_face(f, camera, focal, distance, geometry, ident, drawn, drawn_looks, u8(n))
            n += 1
    return n


@njit(**KERNEL)
def fill_clipped(
    quad: tuple[u2, u2, u2, u2], points: Arrays, view: View, a: f4, b: f4, c: f4, face: u4,
    inverse: Array, faces: Array, columns: Arrays, left: f4, right: f4,
) -> bool:  # fmt: skip
    """Cut a quad at the near plane and rasterise what is left (at most five corners)."""
    focal, width, height = view
    px, py, cx, cy, cz = points
    half_w, half_h, rows = f4(width) * f4(0.5), f4(height) * f4(0.5), f4(height)
    m = u8(0)
    base = u8(len(px) - 8)  # the tail of the scratch holds the cut polygon
    scale = focal / NEAR
    for t in range(4):
        i, j = quad[t], quad[(t + 1) & 3]
        if cz[i] >= NEAR:
            px[base + m], py[base + m] = px[i], py[i]
            m += u8(1)
        if (cz[i] >= NEAR) != (cz[j] >= NEAR):
            # From the smaller to the larger index, so that neighbours cut their edge alike.
            if i > j:
                i, j = j, i
            w = (NEAR - cz[i]) / (cz[j] - cz[i])
            px[base + m] = (cx[i] + (cx[j] - cx[i]) * w) * scale + half_w
            py[base + m] = (cy[i] + (cy[j] - cy[i]) * w) * scale + half_h
            m += u8(1)
    if m < u8(3):
        return False
    k1, k2 = base + u8(1), base + u8(2)
    k3 = base + u8(3) if m >= u8(4) else k2
    hit: bool = fill(
        px[base], py[base], px[k1], py[k1], px[k2], py[k2], px[k3], py[k3], a, b, c, face,
        inverse, faces, columns, width, rows, left, right,
    )  # fmt: skip
    if m == u8(5):
        k4 = base + u8(4)
        more = fill(
            px[base], py[base], px[k3], py[k3], px[k4], py[k4], px[k4], py[k4], a, b, c, face,
            inverse, faces, columns, width, rows, left, right,
        )  # fmt: skip
        hit = hit or more
    return hit


#: Texels before each level of a texture of 2^size, as [16 * size + level]: 4^size + 4^(size - 1) + ...
LEVELS = np.array(
    [((4 << 2 * size) - (4 << 2 * size >> 2 * level)) // 3 for size in range(15) for level in range(16)],
    np.int32,
)  # fmt: skip


@njit(**KERNEL)
def locate(
    target: Arrays, y: int, width: int, height: int, depth: Array, texel: Array, tone: Array,
    ids: Array, at: u8,
) -> None:  # fmt: skip
    """The texels that a row of pixels shows, their palettes and light, and the instance ids.

    A texel coordinate is an affine function of the world point, hence, with the pixel (x, y) from the
    centre, ``u = u0 + z (ux x + uy y + uc)``; the light likewise. Runs of equal face are worked on in
    whole blocks of 16: what a block writes beyond its run, the next run overwrites.
    """
    _, faces, drawn, drawn_looks = target
    half_w = f4(width) * f4(0.5)
    row, row_end, x = u8(y * width), u8(width), u8(0)
    yc = f4(y) + f4(0.5) - f4(height) * f4(0.5)
    while x < row_end:
        face = faces[row + x]
        end = min(x + run_length(faces, row + x, face), row_end)
        k, d = u8(face) * u8(4), u8(face) * u8(DRAWN)
        z = depth[((row + row + x + end) >> u8(1)) - row]
        footprint = max(drawn[d + u8(12)] * z * z * z, f4(0.5))
        size = drawn_looks[k + u8(1)]
        # Level 1 from 2 squared texels on, level 2 from 8, ...: half the float's exponent.
        exponent = (f4(footprint).view(i4) >> i4(23)) - i4(127)
        level = i4(min(max((exponent + i4(1)) >> i4(1), i4(0)), size))
        bits = i4(size - level)
        first = i4(drawn_looks[k] + LEVELS[u8(i4(16) * size + level)])
        mask = i4((i4(1) << bits) - i4(1))
        tiles = (first, drawn_looks[k + u8(2)], bits, mask, drawn_looks[k + u8(3)])
        shrink = i4((i4(127) - level) << i4(23)).view(f4)  # two to the minus level
        xc = f4(i8(x)) + f4(0.5) - half_w
        u0, ux = drawn[d] * shrink, drawn[d + u8(1)] * shrink
        uc = (drawn[d + u8(3)] + yc * drawn[d + u8(2)]) * shrink + ux * xc
        v0, vx = drawn[d + u8(4)] * shrink, drawn[d + u8(5)] * shrink
        vc = (drawn[d + u8(7)] + yc * drawn[d + u8(6)]) * shrink + vx * xc
        l0, lx = drawn[d + u8(8)], drawn[d + u8(9)]
        lc = drawn[d + u8(11)] + yc * drawn[d + u8(10)] + lx * xc
        terms = (u0, ux, uc, v0, vx, vc, l0, lx, lc)
        shade_block(depth, texel, tone, ids, x, at + x, f4(0.0), terms, tiles)
        if end - x > u8(LANES):
            x += u8(LANES)
            shade_block(depth, texel, tone, ids, x, at + x, f4(LANES), terms, tiles)
        x = end


@njit(**KERNEL)
def light_rgb(packed: Array, pixels: int, rgb: Array) -> None:
    """Multiply by the light (128 is one, so there is room for highlights) and write plain RGB."""
    whole = u8(pixels) >> u8(4)
    for block in range(whole):
        light_block(packed, rgb, block << u8(4))
    for i in range(whole << u8(4), u8(pixels)):
        q = packed[i]
        light = q >> u4(24)
        for c in range(u8(3)):
            colour = (q >> u4(u8(8) * c)) & u4(255)
            rgb[u8(3) * i + c] = u1(min((colour * light) >> u4(7), u4(255)))


@njit(**KERNEL)
def average_rgb(fine: Array, width: int, height: int, factor: int, rgb: Array) -> None:
    """Box-filter a supersampled picture (row length ``width * factor``)."""
    stride, total = width * factor * 3, factor * factor
    for y in range(height):
        for x in range(width):
            for c in range(3):
                first = y * factor * stride + x * factor * 3 + c
                value: int | i8 = total // 2
                for j in range(factor):
                    for i in range(factor):
                        value += i8(fine[first + j * stride + 3 * i])
                rgb[(y * width + x) * 3 + c] = u1(value // total)


@njit(**KERNEL)
def world_normals(faces: Array, drawn: Array, pixels: int, normals: Array) -> None:
    """Unit normals of what each pixel shows, zero for nothing."""
    for i in range(u8(0), u8(pixels)):
        d = u8(faces[i]) * u8(DRAWN)
        for k in range(u8(3)):
            normals[u8(3) * i + k] = drawn[d + u8(13) + k]


@njit(**KERNEL)
def select(
    table: Array, camera: Array, view: View, portals_on: bool, flood: Arrays, chosen: Arrays
) -> int:
    """Find the camera's room, flood the portals and cull: the number of slots that may be seen."""
    room, rooms = i8(-1), table[N_ROOMS]
    if portals_on:
        outlines = carray(pointer(table[OUTLINES]), (MANY,), f4)
        outline_first = carray(pointer(table[OUTLINE_FIRST]), (MANY,), i4)
        room = room_at(camera[9], camera[10], outlines, outline_first, rooms)
    if room >= 0:
        portals = carray(pointer(table[PORTALS]), (MANY,), f4)
        first = carray(pointer(table[PORTAL_FIRST]), (rooms + 1,), i4)
        links = carray(pointer(table[PORTAL_LINKS]), (MANY,), i4)
        flood_rooms(room, camera, view, portals, first, links, flood)
    boxes = carray(pointer(table[BOXES]), (MANY,), f4)
    slots = carray(pointer(table[SLOTS]), (MANY,), i4)
    slot_rooms = carray(pointer(table[SLOT_ROOMS]), (MANY,), i4)
    n: int = cull(camera, view, boxes, slots, slot_rooms, table[N_SLOTS], room >= 0, flood, chosen)
    return n


@njit(**KERNEL)
def rasterise(
    table: Array, camera: Array, view: View, portals_on: bool, flood: Arrays, chosen: Arrays,
    points: Arrays, target: Arrays, columns: Arrays,
) -> int:  # fmt: skip
    """Fill the 1/z and face buffers and the table of drawn faces, and count these.

    Face 0 is the background. Expects the buffers clear, as ``paint`` leaves them.
    """
    drawn, drawn_looks = target[2], target[3]
    drawn[:DRAWN], drawn_looks[:4] = f4(0.0), i4(0)
    geometry = (
        carray(pointer(table[VX]), (MANY,), f4),
        carray(pointer(table[VY]), (MANY,), f4),
        carray(pointer(table[VZ]), (MANY,), f4),
        carray(pointer(table[CORNERS]), (MANY,), u2),
        carray(pointer(table[PLANES]), (MANY,), f4),
        carray(pointer(table[SHADES]), (MANY,), f4),
        carray(pointer(table[LOOKS]), (MANY,), i4),
    )
    slots = carray(pointer(table[SLOTS]), (MANY,), i4)
    order, left, right, near = chosen
    n = 1
    for k in range(select(table, camera, view, portals_on, flood, chosen)):
        n = draw_slot(
            slots, order[k], camera, view, left[k], right[k], near[k] != 0, geometry, points,
            target, columns, n,
        )  # fmt: skip
    return n


@njit(**KERNEL)
def paint(table: Array, target: Arrays, view: View, scratch: Arrays, picture: Arrays) -> None:
    """Colour what ``rasterise`` found row by row, and clear its buffers for the next frame."""
    inverse, faces, _, _ = target
    near, texel, tone, names, packed = scratch
    rgb, depth, ids = picture
    texels = carray(pointer(table[TEXELS]), (MANY,), u1)
    palettes = carray(pointer(table[PALETTES]), (MANY,), u4)
    width, pixels = u8(view[1]), view[1] * view[2]
    for y in range(view[2]):
        row = u8(y) * width
        for i in range(width):
            z = inverse[row + i]
            distance = f4(1.0) / z if z > f4(0.0) else f4(0.0)
            near[i] = distance
            depth[row + i] = distance
            inverse[row + i] = f4(0.0)
        # The last blocks reach beyond the picture, which ends where the caller's array does.
        if row + width + u8(LANES) <= u8(pixels):
            locate(target, y, view[1], view[2], near, texel, tone, ids, row)
        else:
            locate(target, y, view[1], view[2], near, texel, tone, names, u8(0))
            for i in range(width):
                ids[row + i] = names[i]
        for i in range(width):
            t = tone[i]
            colour = palettes[u8((t & i4(~255)) + i4(texels[u8(texel[i])]))]
            packed[row + i] = colour | (u4(t) << u4(24))
        for i in range(width):
            faces[row + i] = u4(0)
    light_rgb(packed, pixels, rgb)


@njit(**KERNEL)
def render_frames(
    turn: Array, order: Array, effort: Array, tables: Array, cameras: Array, focal: f4, width: int,
    height: int, factor: int, portals_on: bool, flood: Arrays, chosen: Arrays, points: Arrays,
    target: Arrays, columns: Arrays, scratch: Arrays, fine_picture: Arrays, rgb: Array,
    depth: Array, ids: Array, normals: Array,
) -> None:  # fmt: skip
    """Render cameras in an order, each with its own scene, until all have had their turn.

    Threads share ``turn`` and so the work; ``effort`` tells what each camera took, in drawn faces.
    """
    view = (focal, width, height)
    fine = (focal * f4(factor), width * factor, height * factor)
    drawing = (portals_on, flood, chosen, points, target, columns)
    k = take_turn(turn)
    while k < len(order):
        i = order[k]
        table, camera = tables[i], cameras[i]
        effort[i] = rasterise(table, camera, view, *drawing)
        if normals.shape[1] > 0:
            world_normals(target[1], target[2], width * height, normals[i])
        paint(table, target, view, scratch, (rgb[i], depth[i], ids[i]))
        if factor > 1:
            rasterise(table, camera, fine, *drawing)
            paint(table, target, fine, scratch, fine_picture)
            average_rgb(fine_picture[0], width, height, factor, rgb[i])
        k = take_turn(turn)
