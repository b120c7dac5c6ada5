"""Bodies of a pack walk, stand and are drawn like Meadow's own; broken packs are refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from meadow.errors import FileFormatError, InvalidValueError
from meadow.scenes import people, validate
from meadow.scenes.body_packs import load_bodies
from meadow.scenes.people import PACKED, PHASES
from meadow.scenes.schema import Person, Walk, replace
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import two_rooms
from meadow.types import Action, Camera, Embodiment, Pose


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Other tests know Meadow's own bodies alone."""
    yield
    PACKED.clear()
    people._standing_size.cache_clear()


def tetrahedron(frames: int = 5) -> dict[str, np.ndarray]:
    """A body of four triangles, 1.6 m tall, that leans further forward with each frame."""
    feet = [(-200, 0, -100), (200, 0, -100), (0, 0, 200)]
    shapes = [[*feet, (0, 1600, 40 * frame)] for frame in range(frames - 1)]
    shapes.append([*feet, (0, 1600, 0)])
    triangles = [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)]
    colours = [(250, 20, 20), (30, 30, 30), (30, 30, 30), (235, 235, 235)]
    return {
        "tetra__v": np.array(shapes, np.int16),
        "tetra__f": np.array(triangles, np.uint16),
        "tetra__c": np.array(colours, np.uint8),
    }


def pack(folder: Path, **changed: np.ndarray) -> Path:
    file = folder / "pack.npz"
    np.savez(file, **{**tetrahedron(), **changed})
    return file


def person(**fields: object) -> Person:
    return replace(Person("ann", "tetra", (1.0, 2.0, 0.0), 0.0, "room-0"), **fields)


def test_a_body_of_a_pack_stands_walks_and_has_colours_with_names(tmp_path: Path) -> None:
    assert load_bodies(pack(tmp_path)) == ("tetra",)
    assert people.find_body("tetra").height == pytest.approx(1.6)
    assert {part.colour for part in people.person_parts(person())} == {"red", "black", "white"}
    meshes = [people.person_mesh(person(gait=k / PHASES)) for k in range(PHASES)]
    assert len({id(mesh) for mesh in meshes}) == 4, "one for each frame of the cycle"
    assert people.person_mesh(person(stance="reading")) is people.person_mesh(person())
    for mesh in meshes:
        assert mesh.vertices[:, 2].min() == 0.0
    assert people.person_size(person()) == pytest.approx((0.4, 0.4, 1.6))
    assert meshes[-1].vertices[:, 0].max() == pytest.approx(0.2), "it faces +X"


def test_a_body_of_a_pack_is_simulated_and_drawn(tmp_path: Path) -> None:
    house = replace(two_rooms(), people=(person(walk=Walk(((1.0, 2.0), (1.0, 3.0)))),))
    assert "body" in validate.check_house(house)[0]
    load_bodies(pack(tmp_path))
    assert not validate.check_house(house)
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=64, height=64)))
    simulator.reset(house, Pose(3.0, 2.0, np.pi))
    shares = []
    for _ in range(3):
        simulator.step(Action.STOP)
        shares.append((simulator.frames.ids == simulator.instance("ann")).mean())
    assert min(shares) > 0.01


def test_generated_homes_have_meadows_own_bodies_alone(tmp_path: Path) -> None:
    load_bodies(pack(tmp_path))
    assert "tetra" not in people.BODIES


def test_a_pack_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="no such pack"):
        load_bodies(tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("no pack")
    with pytest.raises(FileFormatError, match="not a pack of bodies"):
        load_bodies(tmp_path / "text.npz")
    with pytest.raises(InvalidValueError, match="no body 'bob': expected one of tetra"):
        load_bodies(pack(tmp_path), ["bob"])


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"tetra__v": np.zeros((4, 3), np.int16)}, "frames, V, 3"),
        ({"tetra__f": np.full((4, 3), 9, np.uint16)}, "vertices that are not there"),
        ({"tetra__c": np.zeros((3, 3), np.uint8)}, "expected both"),
        ({"tetra__v": tetrahedron()["tetra__v"] * 3}, "m tall, expected"),
    ],
)
def test_a_damaged_body_is_refused(
    tmp_path: Path, changed: dict[str, np.ndarray], problem: str
) -> None:
    with pytest.raises(FileFormatError, match=problem):
        load_bodies(pack(tmp_path, **changed))
    assert not PACKED
