"""Meshes by other makers, set into held-out homes: a test of generalisation to other models of furniture.

A pack is a folder with ``NAME_index.json`` (name, size, slices) and ``NAME_pack.npz`` (vertices, faces
and their colours) as Sweet Home 3D's models come: Y up, the front towards +Z, the base centre at 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from meadow import serialize
from meadow.episodes.seeds import EYES_FOREIGN
from meadow.errors import FileFormatError
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.phrases import categories, truth_table
from meadow.learning.eyes.data.scenes import Cameraman, training_stage
from meadow.learning.eyes.exam.held_out_frames import mean_vector, name_phrases, right_score
from meadow.models.arrays import read_arrays
from meadow.models.eyes import Eyes
from meadow.seeding import Stream, stream
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array

PIXELS = (600.0, 9000.0)
"""Range of the area that a mesh should cover, pixels."""
SEEN_FRACTION = 0.7
"""Fraction of a mesh that must not be hidden by anything else."""
TRIES = 12
SAMPLES = 6.0
"""Number of points that are drawn per pixel of a triangle."""
TABLE = 0.75
"""Height at which small things are shown, metres."""


@dataclass(frozen=True, slots=True)
class ForeignMesh:
    """Triangles with a colour each, Z up, facing +X, in metres."""

    name: str
    category: str
    vertices: Array
    faces: Array
    colours: Array


def read_pack(index: Path) -> list[ForeignMesh]:
    """The meshes of a pack whose names say which category of the catalogue they are."""
    pack = index.with_name(index.name.replace("_index.json", "_pack.npz"))
    if not index.name.endswith("_index.json") or not pack.exists():
        raise FileFormatError(f"{index}: expected NAME_index.json with NAME_pack.npz beside it")
    arrays = read_arrays(serialize.read_bytes(pack), str(pack), ("verts", "faces", "rgb", "alpha"))
    vertices, faces, colours = arrays["verts"], arrays["faces"], arrays["rgb"]
    alpha = arrays["alpha"]
    meshes = []
    for row in serialize.read(index, list):
        category = category_in(row["name"])
        if not category:
            continue
        low, high = np.array(row["lo"]), np.array(row["hi"])
        points = low + vertices[row["v0"] : row["v0"] + row["nv"]] / 65535.0 * (high - low)
        part = slice(row["f0"], row["f0"] + row["nf"])
        solid = alpha[part] > 100
        meshes.append(
            ForeignMesh(
                row["name"],
                category,
                points[:, [2, 0, 1]],
                faces[part][solid].astype(np.int64),
                colours[part][solid].astype(np.float64),
            )
        )
    return meshes


def category_in(name: str) -> str:
    """The category with the longest name that ends a mesh's name, or none."""
    words = [word for word in re.findall(r"\w+", name.lower()) if word.isalpha()]
    best = ("", "")
    for category in categories(False):
        for own in facts.names_of(category):
            part = own.split()
            if words[-len(part) :] == part and len(own) > len(best[1]):
                best = (category, own)
    return best[0]


def shown(
    mesh: ForeignMesh, rng: Stream, cameraman: Cameraman, scene: RenderScene, renderer: Renderer
) -> tuple[Array, Array] | None:
    """A picture of a home with the mesh in it and the mesh's mask, or None when it fits nowhere."""
    extent = np.ptp(mesh.vertices, axis=0)
    area = 0.5 * (extent[0] + extent[1]) * extent[2] + 0.5 * extent[0] * extent[1]
    focal = renderer.camera.focal
    for eye in cameraman.wandering(rng, TRIES):
        wanted = math.exp(rng.uniform(math.log(PIXELS[0]), math.log(PIXELS[1])))
        distance = min(max(focal * math.sqrt(0.6 * area / wanted), 0.6), 4.5)
        bearing = eye[3] + math.radians(rng.uniform(-18.0, 18.0))
        base = TABLE if extent[2] < 0.5 else 0.0
        spot = (eye[0] + distance * math.cos(bearing), eye[1] + distance * math.sin(bearing), base)
        eye[4] = math.atan2(base + 0.5 * extent[2] - eye[2], distance)
        turned = _turned(mesh.vertices, rng.uniform(-math.pi, math.pi)) + spot
        frames = renderer.render(scene, eye)
        colour, depth = draw(turned, mesh, eye, renderer)
        drawn = np.isfinite(depth)
        front = depth < frames.depth
        if drawn.sum() >= 0.4 * PIXELS[0] and front.sum() >= SEEN_FRACTION * drawn.sum():
            return np.where(front[..., None], colour, frames.rgb), front
    return None


def _turned(points: Array, yaw: float) -> Array:
    c, s = math.cos(yaw), math.sin(yaw)
    x, y, z = points.T
    return np.stack([c * x - s * y, s * x + c * y, z], axis=1)


def draw(points: Array, mesh: ForeignMesh, eye: Array, renderer: Renderer) -> tuple[Array, Array]:
    """The mesh alone: (H, W, 3) colours and (H, W) depth, infinite where it is not.

    Triangles are drawn as many points, the nearest of which wins a pixel: slow and simple.
    """
    from meadow.sim.render.renderer import camera_matrix

    camera = renderer.camera
    rows = camera_matrix(eye).astype(np.float64)
    seen = (points - rows[9:]) @ rows[:9].reshape(3, 3).T
    corners = seen[mesh.faces]
    ahead = (corners[..., 2] > 0.05).all(axis=1)
    corners, tint = corners[ahead], mesh.colours[ahead]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    # A lamp behind the camera's shoulder; both sides of a face are lit.
    light = 0.55 + 0.45 * np.abs(normal / length @ np.array([0.36, -0.62, -0.69]))
    flat = camera.focal * corners[..., :2] / corners[..., 2:]
    a, b = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    count = np.ceil(SAMPLES * 0.5 * np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])).astype(int) + 3
    which = np.repeat(np.arange(len(count)), count)
    u, v = _spread(len(which))
    at = (
        corners[which, 0] * (1 - u - v)[:, None]
        + corners[which, 1] * u[:, None]
        + corners[which, 2] * v[:, None]
    )
    x = np.floor(camera.focal * at[:, 0] / at[:, 2] + camera.width / 2).astype(int)
    y = np.floor(camera.focal * at[:, 1] / at[:, 2] + camera.height / 2).astype(int)
    inside = (x >= 0) & (x < camera.width) & (y >= 0) & (y < camera.height)
    order = np.argsort(-at[inside, 2], kind="stable")
    x, y, z, which = x[inside][order], y[inside][order], at[inside, 2][order], which[inside][order]
    colour = np.zeros((camera.height, camera.width, 3), np.uint8)
    depth = np.full((camera.height, camera.width), np.inf, np.float32)
    colour[y, x] = np.clip(tint[which] * light[which, None], 0, 255)
    depth[y, x] = z
    return colour, depth


def _spread(count: int) -> tuple[Array, Array]:
    """Evenly spread barycentric coordinates, from a low-discrepancy sequence."""
    k = np.arange(1, count + 1)
    u, v = (0.7548776662466927 * k) % 1.0, (0.5698402909980532 * k) % 1.0
    over = u + v > 1.0
    return np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)


def examine(
    eyes: Eyes,
    index: Path,
    *,
    views: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[dict[str, float], list[tuple[Array, str, str]]]:
    """Figures over all meshes of a pack that can be named, and pictures with true and predicted name."""
    renderer = Renderer(224, 224)
    names = name_phrases()
    texts = eyes.encode_texts([p.text for p in names])
    meshes = read_pack(index)
    right, top5, found, pictures = [], [], [], []
    for number, mesh in enumerate(meshes):
        if number % 20 == 0:
            stage = training_stage(0, EYES_FOREIGN[number // 20], held_out=True)
            scene, cameraman = RenderScene(stage.house), Cameraman(stage)
        rng = stream(0, "eyes", "foreign", number)
        truth = truth_table([facts.name_facts(mesh.category)], names)[0]
        for _ in range(views):
            if (made := shown(mesh, rng, cameraman, scene, renderer)) is None:
                continue
            image, mask = made
            seen = eyes.see([image])[0]
            similarity = np.where(truth == -1, -2.0, texts @ mean_vector(mask, seen))
            best = np.argsort(-similarity)[:5]
            right.append(truth[best[0]] == 1)
            top5.append((truth[best] == 1).any())
            found.append(right_score(eyes, image, mask, mesh.category) >= eyes.threshold)
            pictures.append((image, mesh.name, names[best[0]].text))
        progress(number + 1, len(meshes))
    figures = {
        "views": float(len(right)),
        "categories": float(len({m.category for m in meshes})),
        "named": float(np.mean(right)),
        "named_top5": float(np.mean(top5)),
        "found_at_threshold": float(np.mean(found)),
    }
    return figures, pictures
