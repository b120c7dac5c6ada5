"""People from a pack of scanned or modelled walk cycles, which can be used instead of Meadow's own bodies.

A pack is an ``.npz`` file with, for each body, ``NAME__v`` (F, V, 3) int16 millimetres (Y up, facing +Z,
feet at 0, F - 1 frames of one walking cycle and then a standing one), ``NAME__f`` (T, 3) triangles and
``NAME__c`` (T, 3) uint8 colours. Colours become the nearest ones that Meadow has a name for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meadow.errors import FileFormatError, InvalidValueError, MeadowError
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.modelling.shape import Mesh
from meadow.scenes.people import BODIES, PACKED, Body, PackedBody
from meadow.scenes.schema import Part

#: Most frames and vertices of a body, and heights of people, metres.
MAX_FRAMES, MAX_VERTICES, HEIGHTS = 65, 65_535, (0.4, 2.5)
_SUFFIXES = ("v", "f", "c")


def load_bodies(path: str | Path, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Make bodies of a pack known under their names, for ``Person.body``; those of generated homes stay.

    Call it in a plugin, so that the processes that run episodes know them too.

    Args:
        path: The ``.npz`` file.
        names: Which bodies; all unless given.

    Returns:
        The names that are known now.
    """
    try:
        with np.load(path, allow_pickle=False) as pack:
            known = [name[:-3] for name in pack.files if name.endswith("__v")]
            missing = [name for name in names if name not in known]
            if missing:
                told = ", ".join(sorted(known))
                raise InvalidValueError(
                    f"{path} has no body {missing[0]!r}: expected one of {told}"
                )
            found = {
                name: _packed(
                    [pack[f"{name}__{suffix}"] for suffix in _SUFFIXES], f"{path}: {name}"
                )
                for name in names or known
            }
    except MeadowError:
        raise
    except FileNotFoundError:
        raise InvalidValueError(f"{path}: there is no such pack of bodies") from None
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise FileFormatError(f"{path}: not a pack of bodies ({error})") from error
    taken = [name for name in found if name in BODIES]
    if taken:
        raise InvalidValueError(f"{path}: {taken[0]!r} is the name of one of Meadow's own bodies")
    PACKED.update(found)
    return tuple(found)


def _packed(arrays: list[NDArray[np.generic]], source: str) -> PackedBody:
    """One body of a pack, checked."""
    vertices, triangles, rgb = arrays
    if vertices.ndim != 3 or vertices.shape[2] != 3 or not 2 <= len(vertices) <= MAX_FRAMES:
        raise FileFormatError(
            f"{source}: vertices of shape {vertices.shape}, expected (frames, V, 3)"
        )
    count = vertices.shape[1]
    if triangles.ndim != 2 or triangles.shape[1] != 3 or rgb.shape != triangles.shape:
        raise FileFormatError(
            f"{source}: triangles {triangles.shape} and colours {rgb.shape}, expected both (T, 3)"
        )
    if not 3 <= count <= MAX_VERTICES or int(triangles.max(initial=0)) >= count:
        raise FileFormatError(f"{source}: its triangles name vertices that are not there")
    metres = vertices[..., [2, 0, 1]].astype(np.float32) / 1000.0  # facing +X, Z up
    metres[..., 2] -= metres[..., 2].min(axis=1, keepdims=True)  # a foot is always on the floor
    height = round(float(metres[-1, :, 2].max()), 3)
    if not HEIGHTS[0] <= height <= HEIGHTS[1]:
        raise FileFormatError(
            f"{source}: {height:g} m tall, expected {HEIGHTS[0]} to {HEIGHTS[1]} m"
        )
    colours, part = _named(rgb)
    parts = tuple(Part(name, name, "fabric") for name in colours)
    quads = np.ascontiguousarray(triangles[:, [0, 1, 2, 2]], np.int32)
    faces = len(quads)
    frames = tuple(
        Mesh(
            np.ascontiguousarray(frame),
            quads,
            part,
            np.zeros(faces, np.bool_),
            np.zeros(faces, np.bool_),
            np.zeros(faces, np.int32),
            np.ones(faces, np.bool_),
            colours,
        )
        for frame in metres
    )
    return PackedBody(Body(height=height, parts=parts), frames)


def _named(rgb: NDArray[np.generic]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The names of the colours nearest to those of faces, and which of them each face has."""
    names = tuple(COLOURS)
    palette = np.array([COLOURS[name] for name in names], np.float64)
    own, inverse = np.unique(rgb.astype(np.float64), axis=0, return_inverse=True)
    nearest = ((own[:, None] - palette) ** 2).sum(axis=2).argmin(axis=1)[inverse.ravel()]
    used, part = np.unique(nearest, return_inverse=True)
    return tuple(names[i] for i in used), part.astype(np.int32)
