"""Cameras in, pictures out: the renderer's public face."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.sim.render import kernels as k
from meadow.sim.render.scene import RenderScene
from meadow.types import Camera, Frames

F32 = NDArray[np.float32]
CameraPose = Sequence[float] | NDArray[np.floating]
"""x, y, z of the eye, yaw and pitch."""


def camera_matrix(camera: CameraPose) -> F32:
    """Twelve floats for the kernels: rows right, down, forward, then the eye."""
    return np.array(_camera_row(camera), np.float32)


def _camera_row(camera: CameraPose) -> tuple[float, ...]:
    x, y, z, yaw, pitch = map(float, camera)
    if not all(map(math.isfinite, (x, y, z, yaw, pitch))):
        raise InvalidValueError(f"camera pose {tuple(camera)}: expected five finite numbers")
    # math, not numpy: its results do not depend on the vector width of the machine.
    cy, sy, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    return sy, -cy, 0.0, sp * cy, sp * sy, -cp, cp * cy, cp * sy, sp, x, y, z


class _Scratch:
    """Buffers of one thread; they grow to what the scenes at hand need."""

    def __init__(self, width: int, height: int, supersample: int) -> None:
        columns, rows = width * supersample, height * supersample
        pixels = columns * rows + k.PADDING
        self._pixels = np.zeros(pixels, np.float32), np.zeros(pixels, np.uint32)
        self.columns = np.zeros(rows + 8, np.int32), np.zeros(rows + 8, np.int32)
        texel, tone, names = np.zeros((3, columns + k.PADDING), np.int32)
        near = np.zeros(columns + k.PADDING, np.float32)
        self.row = near, texel, tone, names, np.zeros(pixels, np.uint32)
        fine = pixels if supersample > 1 else 0
        self.fine = (
            np.zeros(3 * fine, np.uint8),
            np.zeros(fine, np.float32),
            np.zeros(fine, np.int32),
        )
        self._rooms = self._slots = self._vertices = self._faces = 0
        self.fit(512, 16, 8192, 4096)

    def fit(self, slots: int, rooms: int, faces: int, vertices: int) -> None:
        """Make room for scenes of these sizes."""
        if rooms > self._rooms:
            self._rooms = rooms
            low, high = np.zeros((2, rooms), np.float32)
            stack, waiting = np.zeros((2, rooms), np.int32)
            self.flood = low, high, stack, waiting
        if slots > self._slots:
            self._slots = 2 * slots
            left, right = np.zeros((2, self._slots), np.float32)
            order, near = np.zeros((2, self._slots), np.int32)
            self.chosen = order, left, right, near
        if vertices > self._vertices:
            self._vertices = vertices
            self.points = tuple(np.zeros((5, vertices + 8), np.float32))
        if faces > self._faces:
            self._faces = 2 * faces
            terms = np.zeros(k.DRAWN * (self._faces + 1), np.float32)
            looks = np.zeros(4 * (self._faces + 1), np.int32)
            self.target = *self._pixels, terms, looks


class Renderer:
    """Draws scenes at one resolution and field of view.

    Not for several threads at once: give each its own, or let :meth:`render_batch` use threads.
    """

    def __init__(
        self,
        width: int = 224,
        height: int = 224,
        hfov: float = math.radians(79.0),
        *,
        supersample: int = 1,
        portals: bool = True,
        normals: bool = False,
    ) -> None:
        """``supersample`` n averages n x n samples for RGB; depth and ids stay exact per pixel.

        ``portals`` off draws every room inside the view; the pictures are the same, only later.
        """
        self.camera = Camera(width=width, height=height, hfov=hfov)
        if supersample not in (1, 2, 3, 4):
            raise InvalidValueError(f"supersample {supersample}: expected 1, 2, 3 or 4")
        self.supersample = supersample
        self.portals = portals
        self.normals = normals
        self._scratches: list[_Scratch] = []
        self._effort = np.zeros(0, np.int64)
        """Faces drawn for each camera of the last batch."""
        self._pool: ThreadPoolExecutor | None = None
        self._pool_size = 0

    def render(self, scene: RenderScene, camera: CameraPose) -> Frames:
        """One picture from the eye at x, y, z with yaw and pitch."""
        batch = self.render_batch([scene], [camera])
        normals = None if batch.normals is None else batch.normals[0]
        return Frames(batch.rgb[0], batch.depth[0], batch.ids[0], normals)

    def empty(self, count: int) -> Frames:
        """Uninitialised output arrays for a batch, to be reused with ``out``."""
        shape = (count, self.camera.height, self.camera.width)
        return Frames(
            np.empty((*shape, 3), np.uint8),
            np.empty(shape, np.float32),
            np.empty(shape, np.int32),
            np.empty((*shape, 3), np.float32) if self.normals else None,
        )

    def render_batch(
        self,
        scenes: Sequence[RenderScene],
        cameras: Sequence[CameraPose] | NDArray[np.floating],
        out: Frames | None = None,
        threads: int = 1,
    ) -> Frames:
        """One picture for each scene and camera, as arrays with a leading batch axis."""
        count = len(cameras)
        if len(scenes) != count:
            raise InvalidValueError(
                f"{len(scenes)} scenes and {count} cameras: give one scene for each camera"
            )
        out = self.empty(count) if out is None else self._checked(out, count)
        if count == 0:
            return out
        tables = np.array(self._tables(scenes, cameras))
        sizes = tables[:, k.N_SLOTS :].max(axis=0).tolist()
        matrices = np.array([_camera_row(camera) for camera in cameras], np.float32)
        order = self._order(count)
        shared = (np.zeros(1, np.int64), order, self._effort, tables, matrices, *self._lens())
        normals = np.empty((count, 0), np.float32) if out.normals is None else out.normals
        flat = [a.reshape(count, -1) for a in (out.rgb, out.depth, out.ids, normals)]
        threads = max(1, min(threads, count))
        others = [
            self._workers(threads - 1).submit(self._draw, self._scratch(i, sizes), shared, flat)
            for i in range(1, threads)
        ]
        self._draw(self._scratch(0, sizes), shared, flat)
        for other in others:
            other.result()
        return out

    def _tables(
        self, scenes: Sequence[RenderScene], cameras: Sequence[CameraPose] | NDArray[np.floating]
    ) -> list[NDArray[np.int64]]:
        """The tables of scenes, each with what its camera may see."""
        if len({id(scene) for scene in scenes}) < len(scenes):  # one scene seen by several cameras
            return [scene.table for scene in scenes]
        hfov = self.camera.hfov
        return [
            scene.table_for([float(v) for v in camera], hfov)
            for scene, camera in zip(scenes, cameras, strict=True)
        ]

    def visible(self, scene: RenderScene, camera: CameraPose) -> NDArray[np.int32]:
        """Slots that remain after portals and frustum culling, as in ``Triangles.slot``."""
        table = scene.table
        scratch = self._scratch(0, table[k.N_SLOTS :].tolist())
        view = (np.float32(self.camera.focal), self.camera.width, self.camera.height)
        matrix = camera_matrix(camera)
        count = k.select(table, matrix, view, self.portals, scratch.flood, scratch.chosen)
        return scratch.chosen[0][:count].copy()

    def close(self) -> None:
        """Stop the worker threads; calling twice is fine."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool, self._pool_size = None, 0

    def _scratch(self, thread: int, sizes: list[int]) -> _Scratch:
        """The buffers of a thread, large enough for scenes of these sizes."""
        while len(self._scratches) <= thread:
            size = self.camera.width, self.camera.height
            self._scratches.append(_Scratch(*size, self.supersample))
        self._scratches[thread].fit(*sizes)
        return self._scratches[thread]

    def _order(self, count: int) -> NDArray[np.int64]:
        """The order in which to render a batch, so that all threads end at about the same time.

        What took most last time comes first: a camera that moves sees much the same again, and the
        last frames, for which the others wait, are then the quick ones.
        """
        if len(self._effort) != count:
            self._effort = np.zeros(count, np.int64)
        return np.argsort(-self._effort, kind="stable")

    def _workers(self, threads: int) -> ThreadPoolExecutor:
        if self._pool_size < threads:
            self.close()
        if self._pool is None:
            self._pool = ThreadPoolExecutor(threads, thread_name_prefix="render")
            self._pool_size = threads
        return self._pool

    def _lens(self) -> tuple[np.float32, int, int, int, bool]:
        camera = self.camera
        focal = np.float32(camera.focal)
        return focal, camera.width, camera.height, self.supersample, self.portals

    @staticmethod
    def _draw(scratch: _Scratch, shared: tuple[Any, ...], out: list[NDArray[Any]]) -> None:
        """Render what no other thread has taken yet."""
        k.render_frames(
            *shared, scratch.flood, scratch.chosen, scratch.points, scratch.target,
            scratch.columns, scratch.row, scratch.fine, *out,
        )  # fmt: skip

    def _checked(self, out: Frames, count: int) -> Frames:
        """Outputs that the kernel may write to: right shapes, and in one piece."""
        expected = self.empty(0)
        for name in ("rgb", "depth", "ids", "normals"):
            given, wanted = getattr(out, name), getattr(expected, name)
            if wanted is None:
                continue
            shape = (count, *wanted.shape[1:])
            if given is None or given.shape != shape or given.dtype != wanted.dtype:
                raise InvalidValueError(f"out.{name} must be {wanted.dtype} of shape {shape}")
            if not given.flags.c_contiguous:
                raise InvalidValueError(f"out.{name} must be C-contiguous")
        return out
