"""MuJoCo's renderer, the usual choice of robotics on a CPU, on the same triangles."""

from __future__ import annotations

import math
import os
from types import ModuleType

import numpy as np

from meadow import optional
from meadow.adapters.peers.workload import MESA, Eye, Workload
from meadow.errors import MissingDependencyError
from meadow.sim.render import Triangles, camera_matrix
from meadow.types import Array, Camera

EXTENT = 10.0
"""Scale of the clip distances, metres."""


class MuJoCo:
    """A renderer with three passes for RGB, depth and segmentation; no shadows, no multisampling."""

    children = False

    def __init__(self, workload: Workload) -> None:
        os.environ["LP_NUM_THREADS"] = "0"
        os.environ["MUJOCO_GL"] = "egl"
        mujoco = optional.require("mujoco")
        self._mujoco = mujoco
        self.version = f"MuJoCo {mujoco.__version__}"
        self._views = workload.views
        self._stages = []
        width, height = workload.camera.width, workload.camera.height
        for triangles in workload.triangles:
            model = _model(mujoco, triangles, workload.camera)
            try:
                renderer = mujoco.Renderer(model, height, width)
            except Exception as error:  # PyOpenGL raises many kinds
                raise MissingDependencyError(
                    f"no EGL context ({error}). Install it with: {MESA}"
                ) from error
            self._stages.append((model, mujoco.MjData(model), renderer))

    def draw(self, first: int, count: int) -> None:
        """Draw each frame in three passes."""
        for i in range(first, first + count):
            home, eye = self._views[i % len(self._views)]
            model, data, renderer = self._stages[home]
            self._aim(model, data, eye)
            renderer.update_scene(data, camera="eye")
            renderer.render()
            renderer.enable_depth_rendering()
            renderer.render()
            renderer.disable_depth_rendering()
            renderer.enable_segmentation_rendering()
            renderer.render()
            renderer.disable_segmentation_rendering()

    def ids(self, index: int) -> None:
        """Return None: its segmentation names geoms, not instances."""

    def close(self) -> None:
        """The renderers of all homes are closed, which frees their EGL contexts."""
        for _, _, renderer in self._stages:
            renderer.close()

    def _aim(self, model: object, data: object, eye: Eye) -> None:
        right, down, forward, place = camera_matrix(eye).astype(np.float64).reshape(4, 3)
        turn = np.zeros(4)
        axes = np.stack([right, -down, -forward], axis=1)
        self._mujoco.mju_mat2Quat(turn, axes.reshape(-1))
        data.mocap_pos[0], data.mocap_quat[0] = place, turn  # type: ignore[attr-defined]
        self._mujoco.mj_kinematics(model, data)
        self._mujoco.mj_camlight(model, data)


def _model(mujoco: ModuleType, triangles: Triangles, camera: Camera) -> object:
    """A home as one mesh for each slot, in the slot's mean colour."""
    spec = mujoco.MjSpec()
    spec.visual.global_.offwidth, spec.visual.global_.offheight = camera.width, camera.height
    spec.visual.quality.offsamples = 0
    spec.visual.map.znear, spec.visual.map.zfar = 0.02 / EXTENT, 40.0 / EXTENT
    texture = spec.add_texture(
        name="grain", type=mujoco.mjtTexture.mjTEXTURE_2D, width=64, height=64
    )
    texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_CHECKER
    texture.rgb1, texture.rgb2 = [1.0, 1.0, 1.0], [0.8, 0.8, 0.8]
    material = spec.add_material(name="grain")
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "grain"
    for slot in np.unique(triangles.slot):
        _add_mesh(mujoco, spec, triangles, np.flatnonzero(triangles.slot == slot), f"slot-{slot}")
    light = spec.worldbody.add_light(pos=[0, 0, 2.5], dir=[-0.3, -0.2, -1], castshadow=False)
    light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    body = spec.worldbody.add_body(name="eye", mocap=True)
    aspect = camera.height / camera.width
    fovy = math.degrees(2 * math.atan(math.tan(camera.hfov / 2) * aspect))
    body.add_camera(name="eye", fovy=fovy)
    model = spec.compile()
    model.stat.extent = EXTENT
    return model


def _add_mesh(
    mujoco: ModuleType, spec: object, triangles: Triangles, which: Array, name: str
) -> None:
    """Add a geom of the chosen triangles that is drawn but does not collide."""
    used, faces = np.unique(triangles.faces[which], return_inverse=True)
    mesh = spec.add_mesh(name=name)  # type: ignore[attr-defined]
    mesh.uservert = triangles.vertices[used].reshape(-1).tolist()
    mesh.userface = faces.reshape(-1).astype(np.int32).tolist()
    mesh.usertexcoord = triangles.uv[which].reshape(-1).tolist()
    mesh.userfacetexcoord = np.arange(3 * len(which), dtype=np.int32).tolist()
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    geom = spec.worldbody.add_geom(  # type: ignore[attr-defined]
        type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name, material="grain"
    )
    geom.rgba = [*(triangles.colours[which].mean(axis=0) / 255.0), 1.0]
    geom.contype = geom.conaffinity = 0
