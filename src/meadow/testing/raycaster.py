"""A plain ray caster over a scene's quads: slow, obvious, and the reference for the renderer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meadow.sim.render import RenderScene, camera_matrix

F64 = NDArray[np.float64]

#: Rays times faces in one piece, to bound memory.
_CHUNK = 4_000_000


def cast(
    scene: RenderScene, camera: tuple[float, ...], width: int, height: int, hfov: float
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Depth and instance ids of every pixel, by testing every ray against every face."""
    corners, ids = scene.quads()
    matrix = camera_matrix(camera).astype(np.float64)
    axes, eye = matrix[:9].reshape(3, 3), matrix[9:]
    focal = 0.5 * width / np.tan(0.5 * hfov)
    x, y = np.meshgrid(
        (np.arange(width) + 0.5 - width / 2) / focal, (np.arange(height) + 0.5 - height / 2) / focal
    )
    # With a forward component of 1, the distance along a ray is the z-depth.
    rays = (x[..., None] * axes[0] + y[..., None] * axes[1] + axes[2]).reshape(-1, 3)
    facing, numbers = _facing(corners.astype(np.float64) - eye, ids)
    depth, found = np.full(len(rays), np.inf), np.zeros(len(rays), np.int32)
    step = max(1, _CHUNK // max(len(numbers), 1))
    for start in range(0, len(rays), step):
        part = slice(start, start + step)
        depth[part], found[part] = _nearest(rays[part], facing, numbers)
    depth[~np.isfinite(depth)] = 0.0
    return depth.reshape(height, width).astype(np.float32), found.reshape(height, width)


def _facing(corners: F64, ids: NDArray[np.int32]) -> tuple[F64, NDArray[np.int32]]:
    """Faces turned towards an eye at the origin."""
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    seen = np.einsum("fk,fk->f", normals, corners[:, 0]) < 0.0
    return corners[seen], ids[seen]


def _nearest(
    rays: F64, corners: F64, ids: NDArray[np.int32], near: float = 0.02
) -> tuple[F64, NDArray[np.int32]]:
    """Where each ray first meets a face: distance and id."""
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    offsets = np.einsum("fk,fk->f", normals, corners.mean(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = offsets / (rays @ normals.T)
    inside = distance >= near
    for k in range(4):
        # A point is inside when it lies to the left of every edge; the edge and the eye span a plane.
        plane = np.cross(corners[:, k], corners[:, (k + 1) % 4])
        inside &= rays @ plane.T <= 0.0
    distance[~inside] = np.inf
    first = distance.argmin(axis=1)
    best = distance[np.arange(len(rays)), first]
    return best, np.where(np.isfinite(best), ids[first], 0).astype(np.int32)
