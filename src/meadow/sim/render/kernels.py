"""The compiled heart of the renderer: visible rooms, culling, rasterisation, shading, batches.

All kernels live in one file because numba keys its disk cache on the file of the outermost function:
spread over several files, an edit of an inner kernel would go on running the old machine code.

Why it is fast, in order of effect: flat buffers with unsigned indices (no array views in hot loops);
row spans in whole 16-pixel blocks with a lane mask, so that the inner loop has no remainder and uses
the widest vectors; convex quads; 1/z planes taken from the world planes; doorway portals; shading
after visibility, by runs of equal face, with small indexed textures that stay in the cache.

Only value-safe fast-math flags are used: no contraction, no reciprocal tricks and no reassociation.
Edges shared by two faces therefore get bit-identical intercepts (no cracks), and every CPU type
draws the same bits.
"""

from __future__ import annotations

import math

import numpy as np
from numba import carray, njit, types
from numba.core import cgutils
from numba.extending import intrinsic

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
LANES = 16
"""Pixel buffers are padded to a multiple of this."""
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
    VX,
    VY,
    VZ,
    CORNERS,
    PLANES,
    SHADES,
    LOOKS,
    SLOTS,
    BOXES,
    SLOT_ROOMS,
    PORTALS,
    PORTAL_FIRST,
    PORTAL_LINKS,
    OUTLINES,
    OUTLINE_FIRST,
    TEXELS,
    PALETTES,
    N_SLOTS,
    N_ROOMS,
    N_FACES,
    N_VERTICES,
    TABLE,
) = range(22)
MANY = 1 << 40  # carray wants a length; the kernels stay in bounds by construction


@intrinsic
def _pointer(context, address):  # type: ignore[no-untyped-def]
    """An integer as a void pointer, so that one call can visit many scenes."""

    def emit(_context, builder, _signature, args):  # type: ignore[no-untyped-def]
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(address), emit


@njit(**KERNEL)
def room_at(x, y, outlines, first, rooms):
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
def portal_columns(portal, portals, camera, focal, centre, corner_x, corner_z):
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
def flood_rooms(room, camera, focal, width, portals, first, links, low, high, stack, waiting):
    """Columns [low, high) in which each room can be seen through open doorways.

    Grows the intervals to a fixed point. A straight ray crosses a wall's line once, so an opening is
    only passed away from the camera's side of it. Exact in the sense that nothing visible is lost.
    """
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
            ux = portals[p + 4] - portals[p + 2]
            uy = portals[p + 5] - portals[p + 3]
            t = min(max(-(ax * ux + ay * uy) / (ux * ux + uy * uy), f4(0.0)), f4(1.0))
            gx, gy = ax + t * ux, ay + t * uy
            if gx * gx + gy * gy < f4(0.09):  # standing in the opening: everything may be seen
                left, right = low[here], high[here]
            else:
                if (uy * ax - ux * ay > f4(0.0)) != from_left:
                    continue
                left, right = portal_columns(
                    portal, portals, camera, focal, centre, corner_x, corner_z
                )
                left, right = max(low[here], left - f4(1.0)), min(high[here], right + f4(1.0))
            if left < right and (left < low[there] or right > high[there]):
                low[there], high[there] = min(low[there], left), max(high[there], right)
                if waiting[there] == 0:
                    waiting[there] = 1
                    stack[size] = there
                    size += 1


@njit(inline="always", **KERNEL)
def outside(a, b, c, mx, my, mz, ex, ey, ez):
    """Whether a box (centre, half extents) lies wholly behind a plane through the camera."""
    reach = abs(a) * ex + abs(b) * ey + abs(c) * ez
    return a * mx + b * my + c * mz + reach < f4(0.0)


@njit(**KERNEL)
def cull(camera, focal, width, height, boxes, slots, rooms, count, use_rooms, low, high, order, left, right, near):
    """Slots that may be seen, with the columns they may cover; returns how many."""
    r00, r01, r02 = camera[0], camera[1], camera[2]
    r10, r11, r12 = camera[3], camera[4], camera[5]
    r20, r21, r22 = camera[6], camera[7], camera[8]
    cx, cy = f4(width) * f4(0.5), f4(height) * f4(0.5)
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
        mx = (boxes[b] + boxes[b + 3]) * f4(0.5) - camera[9]
        my = (boxes[b + 1] + boxes[b + 4]) * f4(0.5) - camera[10]
        mz = (boxes[b + 2] + boxes[b + 5]) * f4(0.5) - camera[11]
        ex = (boxes[b + 3] - boxes[b]) * f4(0.5)
        ey = (boxes[b + 4] - boxes[b + 1]) * f4(0.5)
        ez = (boxes[b + 5] - boxes[b + 2]) * f4(0.5)
        z = r20 * mx + r21 * my + r22 * mz
        reach = abs(r20) * ex + abs(r21) * ey + abs(r22) * ez
        if z + reach < NEAR:
            continue
        k = cx - l
        if outside(focal * r00 + k * r20, focal * r01 + k * r21, focal * r02 + k * r22, mx, my, mz, ex, ey, ez):
            continue
        k = h - cx
        if outside(k * r20 - focal * r00, k * r21 - focal * r01, k * r22 - focal * r02, mx, my, mz, ex, ey, ez):
            continue
        if outside(focal * r10 + cy * r20, focal * r11 + cy * r21, focal * r12 + cy * r22, mx, my, mz, ex, ey, ez):
            continue
        if outside(cy * r20 - focal * r10, cy * r21 - focal * r11, cy * r22 - focal * r12, mx, my, mz, ex, ey, ez):
            continue
        order[n] = s
        left[n] = max(f4(0.0), math.floor(l))
        right[n] = min(f4(width), math.ceil(h))
        # A millimetre of slack: vertices round differently from their box.
        near[n] = z - reach < NEAR + f4(0.001)
        n += 1
    return n


@njit(inline="always", **KERNEL)
def span(inverse, faces, a, b, z, slope, face):
    """Depth-test one row from pixel a to b, in whole blocks of 16 with a lane mask."""
    first = (a >> u8(4)) << u8(4)
    blocks = (((b + u8(15)) >> u8(4)) << u8(4)) - first
    start = z - slope * f4(i8(a - first))
    low, high = i4(a - first), i4(b - first)
    for i in range(blocks):
        lane = i4(i)
        value = start + slope * f4(lane)
        x = first + i
        old, old_face = inverse[x], faces[x]
        wins = (value > old) & (lane >= low) & (lane < high)
        inverse[x] = value if wins else old
        faces[x] = face if wins else old_face


@njit(**KERNEL)
def fill(x0, y0, x1, y1, x2, y2, x3, y3, a, b, c, face, inverse, faces, width, height, left, right):
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
    lx0, ly0, ls0, lx1, ly1, ls1, lx2, ly2, ls2 = left, zero, zero, left, zero, zero, left, zero, zero
    rx0, ry0, rs0, rx1, ry1, rs1, rx2, ry2, rs2 = right, zero, zero, right, zero, zero, right, zero, zero
    px, py = x3, y3
    for e in range(4):
        if e == 0:
            qx, qy = x0, y0
        elif e == 1:
            qx, qy = x1, y1
        elif e == 2:
            qx, qy = x2, y2
        else:
            qx, qy = x3, y3
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
    drawn = False
    row = top * width
    for y in range(top, bottom):
        yc = f4(y) + half
        start = max(lx0 + (yc - ly0) * ls0, max(lx1 + (yc - ly1) * ls1, lx2 + (yc - ly2) * ls2))
        end = min(rx0 + (yc - ry0) * rs0, min(rx1 + (yc - ry1) * rs1, rx2 + (yc - ry2) * rs2))
        first = i8(min(max(start, left), right) + half)
        last = i8(min(max(end, left), right) + half)
        if last > first:
            z = a * (f4(first) + half) + (b * yc + c)
            span(inverse, faces, u8(row + first), u8(row + last), z, a, face)
            drawn = True
        row += width
    return drawn


@njit(inline="always", **KERNEL)
def record_face(f, camera, focal, distance, planes, shades, looks, ident, drawn, drawn_looks, n):
    """Store a drawn face's texel, light and mip terms as functions of the pixel (see ``shade``)."""
    inverse_focal = f4(1.0) / focal
    t = f * u8(UV)
    d = n * u8(DRAWN)
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
    density = math.sqrt(shades[t] ** 2 + shades[t + u8(1)] ** 2 + shades[t + u8(2)] ** 2) * inverse_focal
    # Squared texels per pixel at depth z are this times z^3: the mean of both axes of the footprint.
    drawn[d] = density * density / abs(distance)
    p = f * u8(4)
    drawn[d + u8(1)], drawn[d + u8(2)], drawn[d + u8(3)] = planes[p], planes[p + u8(1)], planes[p + u8(2)]
    k = n * u8(4)
    drawn_looks[k] = looks[f * u8(LOOK)]
    drawn_looks[k + u8(1)] = looks[f * u8(LOOK) + u8(1)]
    drawn_looks[k + u8(2)] = looks[f * u8(LOOK) + u8(2)]
    drawn_looks[k + u8(3)] = ident


@njit(**KERNEL)
def draw_slot(slots, slot, camera, focal, width, height, left, right, near, vx, vy, vz, corners, planes, shades,
              looks, px, py, cx, cy, cz, inverse, faces, drawn, drawn_looks, n):
    """Project and rasterise one object; returns the running number of drawn faces."""
    r00, r01, r02 = camera[0], camera[1], camera[2]
    r10, r11, r12 = camera[3], camera[4], camera[5]
    r20, r21, r22 = camera[6], camera[7], camera[8]
    ox, oy, oz = camera[9], camera[10], camera[11]
    half_w, half_h = f4(width) * f4(0.5), f4(height) * f4(0.5)
    inverse_focal = f4(1.0) / focal
    rows = f4(height)
    base = u8(slots[slot * SLOT])
    ident = slots[slot * SLOT + 4]
    if near:
        for i in range(u8(0), u8(slots[slot * SLOT + 1])):
            x, y, z = vx[base + i] - ox, vy[base + i] - oy, vz[base + i] - oz
            cx[i] = r00 * x + r01 * y + r02 * z
            cy[i] = r10 * x + r11 * y + r12 * z
            depth = r20 * x + r21 * y + r22 * z
            cz[i] = depth
            scale = focal / max(depth, NEAR)
            px[i], py[i] = cx[i] * scale + half_w, cy[i] * scale + half_h
    else:
        for i in range(u8(0), u8(slots[slot * SLOT + 1])):
            x, y, z = vx[base + i] - ox, vy[base + i] - oy, vz[base + i] - oz
            scale = focal / (r20 * x + r21 * y + r22 * z)
            px[i] = (r00 * x + r01 * y + r02 * z) * scale + half_w
            py[i] = (r10 * x + r11 * y + r12 * z) * scale + half_h
    for f in range(u8(slots[slot * SLOT + 2]), u8(slots[slot * SLOT + 3])):
        p = f * u8(4)
        n0, n1, n2 = planes[p], planes[p + u8(1)], planes[p + u8(2)]
        distance = planes[p + u8(3)] - (n0 * ox + n1 * oy + n2 * oz)
        if distance >= f4(-1e-5):
            continue  # seen from behind
        c0, c1, c2, c3 = corners[p], corners[p + u8(1)], corners[p + u8(2)], corners[p + u8(3)]
        inside = 4
        if near:
            inside = i8(cz[c0] >= NEAR) + i8(cz[c1] >= NEAR) + i8(cz[c2] >= NEAR) + i8(cz[c3] >= NEAR)
            if inside == 0:
                continue
        # The 1/z plane comes from the world plane: exact for coplanar faces and unmoved by clipping.
        scale = f4(1.0) / distance
        a = (n0 * r00 + n1 * r01 + n2 * r02) * scale * inverse_focal
        b = (n0 * r10 + n1 * r11 + n2 * r12) * scale * inverse_focal
        c = (n0 * r20 + n1 * r21 + n2 * r22) * scale - a * half_w - b * half_h
        face = u4(n)
        if inside == 4:
            hit = fill(px[c0], py[c0], px[c1], py[c1], px[c2], py[c2], px[c3], py[c3], a, b, c, face,
                       inverse, faces, width, rows, left, right)
        else:
            hit = fill_clipped(c0, c1, c2, c3, px, py, cx, cy, cz, focal, half_w, half_h, a, b, c, face,
                               inverse, faces, width, rows, left, right)
        if hit:
            record_face(f, camera, focal, distance, planes, shades, looks, ident, drawn, drawn_looks, u8(n))
            n += 1
    return n


@njit(**KERNEL)
def fill_clipped(c0, c1, c2, c3, px, py, cx, cy, cz, focal, half_w, half_h, a, b, c, face, inverse, faces,
                 width, rows, left, right):
    """Cut a quad at the near plane and rasterise what is left (at most five corners)."""
    m = u8(0)
    base = u8(len(px) - 8)  # the tail of the scratch holds the cut polygon
    scale = focal / NEAR
    for t in range(4):
        if t == 0:
            i, j = c0, c1
        elif t == 1:
            i, j = c1, c2
        elif t == 2:
            i, j = c2, c3
        else:
            i, j = c3, c0
        if cz[i] >= NEAR:
            px[base + m], py[base + m] = px[i], py[i]
            m += u8(1)
        if (cz[i] >= NEAR) != (cz[j] >= NEAR):
            # From the smaller to the larger index, so that neighbours cut their edge at the same point.
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
    hit = fill(px[base], py[base], px[k1], py[k1], px[k2], py[k2], px[k3], py[k3], a, b, c, face,
               inverse, faces, width, rows, left, right)
    if m == u8(5):
        k4 = base + u8(4)
        more = fill(px[base], py[base], px[k3], py[k3], px[k4], py[k4], px[k4], py[k4], a, b, c, face,
                    inverse, faces, width, rows, left, right)
        hit = hit or more
    return hit


@njit(**KERNEL)
def shade(inverse, faces, drawn, drawn_looks, texels, palettes, width, height, depth, ids, packed):
    """Depth, ids and unlit colour with the light in the top byte, by runs of equal face.

    A texel coordinate is an affine function of the world point, hence, with the pixel (x, y) from the
    centre, ``u = u0 + z (ux x + uy y + uc)``; the light likewise.
    """
    half_w, half_h = f4(width) * f4(0.5), f4(height) * f4(0.5)
    for i in range(u8(0), u8(width * height)):
        z = inverse[i]
        depth[i] = f4(1.0) / z if z > f4(0.0) else f4(0.0)
    for y in range(height):
        row, row_end = u8(y * width), u8(y * width + width)
        yc = f4(y) + f4(0.5) - half_h
        x = row
        while x < row_end:
            face = faces[x]
            # A run ends after 32 pixels so that its mip level fits all of it.
            limit = min(row_end, x + u8(32))
            end = x + u8(1)
            while end < limit and faces[end] == face:
                end += u8(1)
            k = u8(face) * u8(4)
            ident = drawn_looks[k + u8(3)]
            if face == u4(0):
                for i in range(x, end):
                    packed[i] = u4(0)
                    ids[i] = ident
                x = end
                continue
            d = u8(face) * u8(DRAWN)
            z = depth[(x + end) >> u8(1)]
            footprint = drawn[d + u8(12)] * z * z * z
            size = drawn_looks[k + u8(1)]
            level = i4(0)
            edge = f4(2.0)
            while footprint > edge and level < size:
                level += i4(1)
                edge *= f4(4.0)
            # Levels follow each other: 4^s + 4^(s-1) + ... texels come before the level.
            skipped = ((i4(4) << (i4(2) * size)) - (i4(4) << (i4(2) * (size - level)))) // i4(3)
            first = u8(drawn_looks[k] + skipped)
            palette = u8(drawn_looks[k + u8(2)])
            bits = u4(size - level)
            mask = (u4(1) << bits) - u4(1)
            shrink = f4(1.0) / f4(i4(1) << level)
            xc = f4(i8(x - row)) + f4(0.5) - half_w
            u0, ux = drawn[d] * shrink, drawn[d + u8(1)] * shrink
            uc = (drawn[d + u8(3)] + yc * drawn[d + u8(2)]) * shrink + ux * xc
            v0, vx = drawn[d + u8(4)] * shrink, drawn[d + u8(5)] * shrink
            vc = (drawn[d + u8(7)] + yc * drawn[d + u8(6)]) * shrink + vx * xc
            l0, lx = drawn[d + u8(8)], drawn[d + u8(9)]
            lc = drawn[d + u8(11)] + yc * drawn[d + u8(10)] + lx * xc
            for i in range(x, end):
                t = f4(i4(i - x))
                z = depth[i]
                u = u4(i4(u0 + z * (uc + ux * t))) & mask
                v = u4(i4(v0 + z * (vc + vx * t))) & mask
                light = u4(i4(min(max(l0 + z * (lc + lx * t), f4(0.0)), f4(255.0))))
                texel = texels[first + u8((v << bits) | u)]
                packed[i] = palettes[palette + u8(texel)] | (light << u4(24))
                ids[i] = ident
            x = end


@njit(**KERNEL)
def light_rgb(packed, pixels, rgb):
    """Multiply by the light (128 is one, so there is room for highlights) and write plain RGB."""
    for i in range(u8(0), u8(pixels)):
        q = packed[i]
        light = q >> u4(24)
        rgb[u8(3) * i] = u1(min(((q & u4(255)) * light) >> u4(7), u4(255)))
        rgb[u8(3) * i + u8(1)] = u1(min((((q >> u4(8)) & u4(255)) * light) >> u4(7), u4(255)))
        rgb[u8(3) * i + u8(2)] = u1(min((((q >> u4(16)) & u4(255)) * light) >> u4(7), u4(255)))


@njit(**KERNEL)
def average_rgb(fine, width, height, factor, rgb):
    """Box-filter a supersampled picture (row length ``width * factor``)."""
    stride = width * factor * 3
    total = factor * factor
    for y in range(height):
        for x in range(width):
            for c in range(3):
                first = y * factor * stride + x * factor * 3 + c
                value = total // 2
                for j in range(factor):
                    for i in range(factor):
                        value += i8(fine[first + j * stride + 3 * i])
                rgb[(y * width + x) * 3 + c] = u1(value // total)


@njit(**KERNEL)
def world_normals(faces, drawn, pixels, normals):
    """Unit normals of what each pixel shows, zero for nothing."""
    for i in range(u8(0), u8(pixels)):
        d = u8(faces[i]) * u8(DRAWN)
        for k in range(u8(3)):
            normals[u8(3) * i + k] = drawn[d + u8(13) + k]


@njit(**KERNEL)
def select(table, camera, focal, width, height, portals_on, low, high, stack, waiting, order, left, right, near):
    """Find the camera's room, flood the portals and cull: the number of slots that may be seen."""
    room = i8(-1)
    rooms = table[N_ROOMS]
    if portals_on:
        outlines = carray(_pointer(table[OUTLINES]), (MANY,), f4)
        outline_first = carray(_pointer(table[OUTLINE_FIRST]), (MANY,), i4)
        room = room_at(camera[9], camera[10], outlines, outline_first, rooms)
    if room >= 0:
        portals = carray(_pointer(table[PORTALS]), (MANY,), f4)
        first = carray(_pointer(table[PORTAL_FIRST]), (rooms + 1,), i4)
        links = carray(_pointer(table[PORTAL_LINKS]), (MANY,), i4)
        flood_rooms(room, camera, focal, width, portals, first, links, low, high, stack, waiting)
    return cull(
        camera, focal, width, height,
        carray(_pointer(table[BOXES]), (MANY,), f4),
        carray(_pointer(table[SLOTS]), (MANY,), i4),
        carray(_pointer(table[SLOT_ROOMS]), (MANY,), i4),
        table[N_SLOTS], room >= 0, low, high, order, left, right, near,
    )


@njit(**KERNEL)
def rasterise(table, camera, focal, width, height, portals_on, rooms_f4, rooms_i4, slots_f4, slots_i4, points,
              inverse, faces, drawn, drawn_looks):
    """Fill the 1/z and face buffers and the table of drawn faces; face 0 is the background."""
    padded = u8((width * height + LANES - 1) // LANES * LANES)
    for i in range(u8(0), padded):
        inverse[i] = f4(0.0)
    for i in range(u8(0), padded):
        faces[i] = u4(0)
    for i in range(u8(DRAWN)):
        drawn[i] = f4(0.0)
    for i in range(u8(4)):
        drawn_looks[i] = i4(0)
    order, near = slots_i4[0], slots_i4[1]
    left, right = slots_f4[0], slots_f4[1]
    count = select(table, camera, focal, width, height, portals_on, rooms_f4[0], rooms_f4[1], rooms_i4[0],
                   rooms_i4[1], order, left, right, near)
    slots = carray(_pointer(table[SLOTS]), (MANY,), i4)
    vx = carray(_pointer(table[VX]), (MANY,), f4)
    vy = carray(_pointer(table[VY]), (MANY,), f4)
    vz = carray(_pointer(table[VZ]), (MANY,), f4)
    corners = carray(_pointer(table[CORNERS]), (MANY,), u2)
    planes = carray(_pointer(table[PLANES]), (MANY,), f4)
    shades = carray(_pointer(table[SHADES]), (MANY,), f4)
    looks = carray(_pointer(table[LOOKS]), (MANY,), i4)
    px, py, cx, cy, cz = points[0], points[1], points[2], points[3], points[4]
    n = 1
    for k in range(count):
        n = draw_slot(slots, order[k], camera, focal, width, height, left[k], right[k], near[k] != 0, vx, vy, vz,
                      corners, planes, shades, looks, px, py, cx, cy, cz, inverse, faces, drawn, drawn_looks, n)


@njit(**KERNEL)
def render_frames(tables, cameras, focal, width, height, factor, portals_on, rooms_f4, rooms_i4, slots_f4, slots_i4,
                  points, inverse, faces, drawn, drawn_looks, packed, fine_rgb, fine_depth, fine_ids, rgb, depth,
                  ids, normals):
    """Render every camera with its own scene; supersampling refines RGB only."""
    want_normals = normals.shape[1] > 0
    for i in range(len(cameras)):
        table, camera = tables[i], cameras[i]
        texels = carray(_pointer(table[TEXELS]), (MANY,), u1)
        palettes = carray(_pointer(table[PALETTES]), (MANY,), u4)
        rasterise(table, camera, focal, width, height, portals_on, rooms_f4, rooms_i4, slots_f4, slots_i4, points,
                  inverse, faces, drawn, drawn_looks)
        shade(inverse, faces, drawn, drawn_looks, texels, palettes, width, height, depth[i], ids[i], packed)
        if want_normals:
            world_normals(faces, drawn, width * height, normals[i])
        if factor == 1:
            light_rgb(packed, width * height, rgb[i])
        else:
            w, h = width * factor, height * factor
            rasterise(table, camera, focal * f4(factor), w, h, portals_on, rooms_f4, rooms_i4, slots_f4, slots_i4,
                      points, inverse, faces, drawn, drawn_looks)
            shade(inverse, faces, drawn, drawn_looks, texels, palettes, w, h, fine_depth, fine_ids, packed)
            light_rgb(packed, w * h, fine_rgb)
            average_rgb(fine_rgb, width, height, factor, rgb[i])
