"""Many moved copies of small solids put together as one mesh."""

from __future__ import annotations

import numpy as np
from numba import njit

# Columns of a solid's numbers: how much it has, its part and the flags of its faces.
VERTICES, FACES, PART, PRINTED, TWO_SIDED, SOLID = range(6)


@njit(cache=True, nogil=True)
def assemble(points, faces, numbers, moves):  # type: ignore[no-untyped-def]
    """Corners, faces and columns per face of solids that follow one another in ``points`` and ``faces``.

    ``moves`` has the rows of a 3x3 matrix and an offset for each; a matrix that mirrors turns the faces.
    """
    vertices = np.empty((len(points), 3), np.float32)
    quads = np.empty((len(faces), 4), np.int32)
    part = np.empty(len(faces), np.int32)
    owner = np.empty(len(faces), np.int32)
    printed = np.empty(len(faces), np.bool_)
    two_sided = np.empty(len(faces), np.bool_)
    solid = np.empty(len(faces), np.bool_)
    first = face = 0
    for n in range(len(numbers)):
        m, row = moves[n], numbers[n]
        for v in range(first, first + row[VERTICES]):
            x, y, z = points[v, 0], points[v, 1], points[v, 2]
            for k in range(3):
                # Leading zeros keep -0.0 out of the corners.
                turned = (0.0 + m[3 * k] * x + m[3 * k + 2] * z) + m[3 * k + 1] * y
                vertices[v, k] = turned + m[9 + k]
        mirrors = (
            m[0] * (m[4] * m[8] - m[5] * m[7])
            - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6])
        ) < 0.0
        for f in range(face, face + row[FACES]):
            for k in range(4):
                # Left and right swap in a mirror; prints stay upright, triangles keep their form.
                quads[f, k] = faces[f, k ^ 1 if mirrors else k] + first
            part[f], owner[f] = row[PART], n
            printed[f], two_sided[f] = row[PRINTED] != 0, row[TWO_SIDED] != 0
            solid[f] = row[SOLID] != 0
        first += row[VERTICES]
        face += row[FACES]
    return vertices, quads, part, printed, two_sided, owner, solid
