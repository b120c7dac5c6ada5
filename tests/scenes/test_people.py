"""People stand on the floor, walk in a symmetric gait, and look different from each other."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from meadow.errors import UnknownIdError
from meadow.scenes import people
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, PATTERNS
from meadow.scenes.people import BODIES, PHASES
from meadow.scenes.schema import Part, Person, replace
from meadow.testing.check_category import face_problems

ALL = sorted(BODIES)
PARTS = ("skin", "hair", "top", "bottom", "shoes", "eyes")


def person(body: str, gait: float = -1.0, clothes: tuple[Part, ...] = ()) -> Person:
    return Person("p", body, (1.0, 2.0, 0.0), 0.5, "room", gait, clothes)


def lowest(body: str, gait: float) -> float:
    return float(people.person_mesh(person(body, gait)).vertices[:, 2].min())


@pytest.mark.parametrize("body", ALL)
def test_body_is_well_formed(body: str) -> None:
    mesh = people.person_mesh(person(body))
    assert len(mesh.quads) <= 300
    assert set(mesh.parts) <= set(PARTS)
    assert not list(face_problems(mesh))
    assert BODIES[body].hair in people.HAIR_STYLES
    assert BODIES[body].garment in people.GARMENTS


@pytest.mark.parametrize("body", ALL)
def test_size_encloses_the_standing_body(body: str) -> None:
    x, y, z = people.person_size(person(body, 0.3))
    assert (x, y, z) == people.person_size(person(body))
    corners = people.person_mesh(person(body)).vertices
    assert np.abs(corners[:, 0]).max() == pytest.approx(x / 2, abs=0.001)
    assert np.abs(corners[:, 1]).max() == pytest.approx(y / 2, abs=0.001)
    assert corners[:, 2].max() == pytest.approx(z, abs=0.002)
    assert z == BODIES[body].height


@pytest.mark.parametrize("body", ALL)
def test_feet_stay_on_the_floor(body: str) -> None:
    assert lowest(body, -1.0) == pytest.approx(0.0, abs=1e-5)
    for k in range(PHASES):
        assert lowest(body, k / PHASES) == pytest.approx(0.0, abs=1e-5)


def test_only_shoes_touch_the_floor() -> None:
    for k in range(0, PHASES, 4):
        mesh = people.person_mesh(person("ada", k / PHASES))
        low = mesh.vertices[:, 2][mesh.quads].min(axis=1) < 0.02
        assert {mesh.parts[p] for p in mesh.part[low]} == {"shoes"}


@pytest.mark.parametrize("phase", [0.0, 0.125, 0.25, 0.4375])
def test_half_a_cycle_later_is_the_mirror_image(phase: float) -> None:
    def corners(gait: float, flip: float) -> list[tuple[float, ...]]:
        # Round off the floating point noise of the mirrored sums before sorting.
        points = people.person_mesh(person("farah", gait)).vertices * (1.0, flip, 1.0)
        return sorted(tuple(p) for p in (np.round(points, 3) + 0.0).tolist())

    first, second = corners(phase, 1.0), corners(phase + 0.5, -1.0)
    assert np.abs(np.subtract(first, second)).max() < 0.002


def test_legs_swing_and_knees_bend() -> None:
    def feet(gait: float) -> np.ndarray:
        mesh = people.person_mesh(person("ada", gait))
        shoes = mesh.part == mesh.parts.index("shoes")
        points = mesh.vertices[mesh.quads[shoes].ravel()]
        return np.array([points[points[:, 1] * side > 0].mean(axis=0) for side in (1, -1)])

    left, right = feet(0.25)
    assert left[0] - right[0] > 0.4, "the left foot is ahead a quarter into the cycle"
    left, right = feet(0.0)
    assert left[2] - right[2] > 0.05, "the foot that swings forward is lifted"


def test_gait_wraps_around() -> None:
    assert people.person_mesh(person("ada", 0.999)) is people.person_mesh(person("ada", 0.0))


def test_at_least_twelve_bodies_that_differ() -> None:
    assert len(BODIES) >= 12
    for a, b in itertools.combinations(BODIES.values(), 2):
        features = ("hair", "garment", "beard", "long_sleeves")
        looks = sum(getattr(a, f) != getattr(b, f) for f in features)
        looks += sum(p != q for p, q in zip(a.parts, b.parts))
        looks += abs(a.height - b.height) > 0.1
        assert looks >= 3
    styles = {body.hair for body in BODIES.values()}
    assert styles == set(people.HAIR_STYLES)


@pytest.mark.parametrize("body", ALL)
def test_finishes_are_known(body: str) -> None:
    parts = people.person_parts(person(body))
    assert tuple(part.name for part in parts) == PARTS
    for part in parts:
        assert part.colour in COLOURS
        assert part.material in MATERIALS
        assert part.pattern in PATTERNS
        assert (part.colour2 in COLOURS) == (part.pattern != "plain")


def test_clothes_override_the_body() -> None:
    shirt = Part("top", "lime", "fabric", "striped", "black")
    parts = {p.name: p for p in people.person_parts(person("ada", clothes=(shirt,)))}
    assert parts["top"] == shirt
    assert parts["skin"] == BODIES["ada"].parts[0]


def test_unknown_names_are_errors() -> None:
    with pytest.raises(UnknownIdError, match="Did you mean 'ada'"):
        people.person_shape(person("adda"))
    with pytest.raises(UnknownIdError, match="'hat'"):
        people.person_parts(person("ada", clothes=(Part("hat", "red", "fabric"),)))


@pytest.mark.parametrize("body", ["ada", "emil", "dina"])
def test_stances_differ_in_the_arms_alone(body):
    meshes = {
        stance: people.person_mesh(replace(person(body), stance=stance))
        for stance in people.STANCES
    }
    assert len({mesh.vertices.tobytes() for mesh in meshes.values()}) == len(people.STANCES)
    still = meshes[""]
    for mesh in meshes.values():
        assert mesh.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-6)
        assert mesh.vertices[:, 2].max() == pytest.approx(BODIES[body].height, abs=1e-3)
        assert abs(mesh.vertices[:, :2]).max() < 0.5, "nobody reaches far out"
        low = still.vertices[:, 2] < 0.3 * BODIES[body].height
        assert np.array_equal(mesh.vertices[low], still.vertices[low])


def test_walking_people_have_no_stance():
    walking = person("ada", 0.25)
    assert people.person_mesh(replace(walking, stance="reading")) is people.person_mesh(walking)


def test_an_unknown_stance_names_the_nearest():
    with pytest.raises(UnknownIdError, match="reading"):
        people.person_mesh(replace(person("ada"), stance="readin"))
