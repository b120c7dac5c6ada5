"""Homes as glTF: whole, named and turned the right way up."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from meadow.cli.main import run as meadow
from meadow.testing.furnished import furnished
from meadow.viewer.gltf import encode_gltf


def parts(data: bytes) -> tuple[dict, bytes]:
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + size]), data[28 + size :]


def test_a_home_has_every_thing_by_name_and_place() -> None:
    house = furnished()
    header, body = parts(encode_gltf(house))
    nodes = {node["name"]: node for node in header["nodes"]}
    shown = [item for item in house.objects if not item.container]
    for item in shown:
        node = nodes[item.id]
        assert node["extras"]["category"] == item.category
        mesh = header["meshes"][node["mesh"]]
        low = np.min([_bounds(header, p, "min") for p in mesh["primitives"]], axis=0)
        high = np.max([_bounds(header, p, "max") for p in mesh["primitives"]], axis=0)
        assert (low[:2] <= np.array(item.position[:2]) + 1e-3).all()
        assert (high[:2] >= np.array(item.position[:2]) - 1e-3).all()
    assert len(body) == header["buffers"][0]["byteLength"]
    assert header["images"]
    assert encode_gltf(house) == encode_gltf(furnished())


def _bounds(header: dict, primitive: dict, which: str) -> list[float]:
    return header["accessors"][primitive["attributes"]["POSITION"]][which]


def test_indices_stay_in_bounds_and_normals_are_unit() -> None:
    header, body = parts(encode_gltf(furnished()))

    def array(number: int, kind: str, width: int) -> np.ndarray:
        accessor = header["accessors"][number]
        view = header["bufferViews"][accessor["bufferView"]]
        return np.frombuffer(body, kind, accessor["count"] * width, view["byteOffset"])

    for mesh in header["meshes"]:
        for primitive in mesh["primitives"]:
            count = header["accessors"][primitive["attributes"]["POSITION"]]["count"]
            assert array(primitive["indices"], "<u4", 1).max() < count
            normals = array(primitive["attributes"]["NORMAL"], "<f4", 3).reshape(-1, 3)
            assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-4)


def test_show_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "home.glb"
    assert meadow(["show", "seed:3,rooms=2", "--gltf", str(file)]) == 0
    assert file.read_bytes()[:4] == b"glTF"
    assert meadow(["show", "seed:3,rooms=2"]) != 0
    assert "--gltf" in capsys.readouterr().err
