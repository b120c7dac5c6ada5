"""Mesa's llvmpipe through moderngl: OpenGL on a CPU at its best.

It gets the lists of visible objects that Meadow computes for itself, and their cost is not counted. It
draws with flat light and one draw call. Without ``mip`` its textures are sampled at the nearest texel,
which is cheapest and flickers on far floors; with ``mip`` they are filtered like Meadow's own.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any

import numpy as np

from meadow import optional
from meadow.adapters.peers.workload import MESA, Eye, Workload
from meadow.errors import MissingDependencyError
from meadow.sim.render import Triangles, camera_matrix
from meadow.types import Array

NEAR, FAR = 0.02, 40.0
GRAIN = 64
"""Side of the textures, pixels."""

VERTEX = """#version 330
uniform mat4 view; in vec3 place; in vec4 colour; in int ident; in vec2 texel;
flat out vec4 tone; flat out int name; out float depth; out vec2 uv;
void main() {
    gl_Position = view * vec4(place, 1); tone = colour; name = ident;
    depth = gl_Position.w; uv = texel;
}"""
FRAGMENT = """#version 330
flat in vec4 tone; flat in int name; in float depth; in vec2 uv; uniform sampler2DArray grain;
layout(location=0) out vec4 rgb; layout(location=1) out float z; layout(location=2) out int id;
void main() { rgb = tone * texture(grain, vec3(uv, name & 7)); z = depth; id = name; }"""


class Llvmpipe:
    """A renderer with one draw list, three attachments and three read-backs."""

    children = False

    def __init__(self, workload: Workload, *, mip: bool = False) -> None:
        os.environ["LP_NUM_THREADS"] = "0"  # draw on the calling thread
        moderngl = optional.require("moderngl")
        try:
            self._gl = moderngl.create_context(standalone=True, backend="egl")
        except Exception as error:  # moderngl raises whatever the loader of libEGL does
            raise MissingDependencyError(
                f"no EGL context ({error}). Install it with: {MESA}"
            ) from error
        self.version = f"{self._gl.info['GL_RENDERER']}, {self._gl.info['GL_VERSION']}"
        if "llvmpipe" not in self.version:
            raise MissingDependencyError(
                f"OpenGL runs on {self.version}, not on llvmpipe. Set LIBGL_ALWAYS_SOFTWARE=1"
            )
        self._gl.enable(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self._gl.front_face = "cw"  # the picture is upside down for GL, so that row 0 is its top
        self._program = self._gl.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self._arrays = [self._upload(triangles) for triangles in workload.triangles]
        self._textures(moderngl, mip)
        self._targets(workload.camera.width, workload.camera.height)
        lens = _lens(workload.camera.focal, workload.camera.width, workload.camera.height)
        self._frames = []
        for (home, eye), slots in zip(workload.views, workload.visible):
            commands = _commands(workload.triangles[home].slot, slots)
            buffer = self._gl.buffer(commands.tobytes())
            self._frames.append((home, _view(lens, eye), buffer, len(commands)))

    def draw(self, first: int, count: int) -> None:
        """Draw frames and read them back one by one."""
        for i in range(first, first + count):
            home, view, commands, number = self._frames[i % len(self._frames)]
            self._program["view"].write(view)
            self._target.clear()
            self._arrays[home].render_indirect(commands, count=number)
            for attachment, (array, components, kind) in enumerate(self._outputs):
                self._target.read_into(
                    array, components=components, attachment=attachment, dtype=kind
                )

    def ids(self, index: int) -> Array:
        """Return the instance ids of one frame."""
        self.draw(index, 1)
        ids: Array = self._outputs[2][0].copy()
        return ids

    def close(self) -> None:
        """The OpenGL context is released; the renderer cannot draw afterwards."""
        self._gl.release()

    def _upload(self, triangles: Triangles) -> Any:
        count = 3 * len(triangles.faces)
        kinds = [("place", "f4", 3), ("colour", "u1", 4), ("ident", "i4"), ("texel", "f4", 2)]
        vertices = np.zeros(count, kinds)
        vertices["place"] = triangles.vertices[triangles.faces].reshape(-1, 3)
        vertices["colour"][:, :3] = triangles.colours.repeat(3, axis=0)
        vertices["colour"][:, 3] = 255
        vertices["ident"] = triangles.ids.repeat(3)
        vertices["texel"] = triangles.uv.reshape(-1, 2)
        buffer = self._gl.buffer(vertices.tobytes())
        names = [kind[0] for kind in kinds]
        return self._gl.vertex_array(self._program, [(buffer, "3f 4f1 1i 2f", *names)])

    def _textures(self, moderngl: ModuleType, mip: bool) -> None:
        y, x = np.mgrid[:GRAIN, :GRAIN]
        layers = [200 + 55 * ((x >> k % 4) + (y >> k // 4) & 1) for k in range(2, 10)]
        grey = np.stack(layers).astype(np.uint8)[..., None].repeat(4, axis=-1)
        self._grain = self._gl.texture_array((GRAIN, GRAIN, 8), 4, grey.tobytes())
        smaller = moderngl.NEAREST
        if mip:
            self._grain.build_mipmaps()
            smaller = moderngl.NEAREST_MIPMAP_NEAREST
        self._grain.filter = (smaller, moderngl.NEAREST)
        self._grain.use(0)

    def _targets(self, width: int, height: int) -> None:
        size = (width, height)
        attachments = [
            self._gl.texture(size, 4),
            self._gl.texture(size, 1, dtype="f4"),
            self._gl.texture(size, 1, dtype="i4"),
        ]
        self._target = self._gl.framebuffer(attachments, self._gl.depth_renderbuffer(size))
        self._target.use()
        self._outputs = (
            (np.zeros((height, width, 4), np.uint8), 4, "f1"),
            (np.zeros((height, width), np.float32), 1, "f4"),
            (np.zeros((height, width), np.int32), 1, "i4"),
        )


def _commands(slot_of: Array, slots: Array) -> Array:
    """One draw command for each visible slot: vertices, instances, first vertex, two zeros."""
    start, end = (3 * np.searchsorted(slot_of, slots + step) for step in (0, 1))
    commands = np.zeros((len(slots), 5), np.uint32)
    commands[:, 0], commands[:, 1], commands[:, 2] = end - start, 1, start
    return commands


def _lens(focal: float, width: int, height: int) -> Array:
    """The projection from the camera's frame (x right, y down, z forward) to clip space."""
    lens = np.zeros((4, 4))
    lens[0, 0], lens[1, 1] = 2 * focal / width, 2 * focal / height
    lens[2, 2], lens[2, 3] = (FAR + NEAR) / (FAR - NEAR), -2 * FAR * NEAR / (FAR - NEAR)
    lens[3, 2] = 1.0
    return lens


def _view(lens: Array, eye: Eye) -> bytes:
    """The matrix from world to clip space, in the shader's layout."""
    rows = camera_matrix(eye).astype(np.float64).reshape(4, 3)
    world = np.eye(4)
    world[:3, :3] = rows[:3]
    world[:3, 3] = -rows[:3] @ rows[3]
    return np.ascontiguousarray((lens @ world).T, np.float32).tobytes()
