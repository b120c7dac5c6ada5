"""Meshes by other makers: read, drawn where they stand, hidden by what is in front."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from meadow import serialize
from meadow.errors import FileFormatError
from meadow.learning.eyes.exam.foreign import ForeignMesh, category_in, draw, read_pack
from meadow.sim.render import Renderer

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.uint16) * 65535
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))], np.uint16)


def write_pack(folder: Path) -> Path:
    rows = [
        {"name": name, "lo": [-0.5, 0.0, -0.5], "hi": [0.5, 1.0, 0.5], "v0": 0, "nv": 8, "f0": 0,
         "nf": 12}
        for name in ("Old chair 2", "Zeppelin hangar")
    ]  # fmt: skip
    serialize.write(folder / "some_index.json", rows)
    rgb, alpha = np.full((12, 3), 200, np.uint8), np.full(12, 255, np.uint8)
    np.savez(folder / "some_pack.npz", verts=CUBE, faces=FACES, rgb=rgb, alpha=alpha)
    return folder / "some_index.json"


def test_a_pack_gives_the_meshes_whose_names_are_known(tmp_path: Path) -> None:
    (mesh,) = read_pack(write_pack(tmp_path))
    assert mesh.category == "chair"
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([1.0, 1.0, 1.0])
    assert mesh.vertices[:, 2].min() == pytest.approx(0.0)


def test_a_file_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match="_index.json"):
        read_pack(tmp_path / "chairs.json")


@pytest.mark.parametrize(
    ("name", "category"),
    [("Bed 140x190", "bed"), ("Corner sofa", "sofa"), ("Seat Leon", ""), ("Flat TV", "television")],
)
def test_the_longest_name_at_the_end_counts(name: str, category: str) -> None:
    assert category_in(name) == category


def test_a_cube_is_drawn_where_it_stands() -> None:
    mesh = ForeignMesh(
        "cube", "box", np.zeros((0, 3)), FACES.astype(np.int64), np.full((12, 3), 200.0)
    )
    points = CUBE / 65535.0 - 0.5 + (2.5, 0.0, 0.0)
    renderer = Renderer(96, 96)
    colour, depth = draw(points, mesh, np.array([0.0, 0.0, 0.0, 0.0, 0.0]), renderer)
    drawn = np.isfinite(depth)
    side = renderer.camera.focal / 2.0  # the front face is a metre wide, two metres away
    assert drawn.sum() == pytest.approx(side**2, rel=0.1)
    assert depth[48, 48] == pytest.approx(2.0, abs=0.01)
    assert (colour[drawn] > 0).all()
    assert (colour[~drawn] == 0).all()
