"""The furniture of the catalogue keeps its promises."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.catalogue.spec import Category
from meadow.scenes.modelling.shape import Form, Shape
from meadow.testing.check_category import check_category

FURNITURE = sorted(
    name for name, c in CATEGORIES.items() if ".catalogue.furniture." in c.build.__module__
)
EXPECTED = {
    *("chair", "dining chair", "armchair", "office chair", "bar stool", "stool", "bench", "sofa"),
    *("ottoman", "rocking chair", "bean bag", "dining table", "coffee table", "side table"),
    *("console table", "desk", "kitchen island", "counter", "tv stand", "workbench", "bed"),
    *("bunk bed", "crib", "night stand", "dresser", "wardrobe", "cabinet", "wall cabinet"),
    *("bookshelf", "shelf", "shoe rack", "filing cabinet", "sideboard", "chest", "coat rack"),
    *("laundry hamper", "plant stand", "piano", "room divider", "ladder", "pet bed"),
}


def middle_form(category: Category, variant: str = "", **fields: object) -> Form:
    """A form of middle size, with counts, states or openness as given."""
    size = tuple(round((low + high) / 2, 3) for low, high in category.size)
    return Form(size, variant or category.variants[0], **fields)


def reach(shape: Shape) -> float:
    """How far a shape extends to its front."""
    return float(shape.mesh().vertices[:, 0].max())


def test_every_piece_of_furniture_is_there() -> None:
    assert set(FURNITURE) == EXPECTED


@pytest.mark.parametrize("name", FURNITURE)
def test_category_keeps_its_promises(name: str) -> None:
    check_category(find_category(name))


@pytest.mark.parametrize("name", FURNITURE)
def test_furniture_stands_in_a_room(name: str) -> None:
    category = find_category(name)
    assert category.rooms
    assert set(category.on) in ({"floor"}, {"wall"})
    assert "furniture" in category.tags


@pytest.mark.parametrize("name", [n for n in FURNITURE if "drawer" in CATEGORIES[n].counts])
@pytest.mark.parametrize("count", [1, 3])
def test_drawers_are_as_many_as_counted_and_slide_with_their_contents(
    name: str, count: int
) -> None:
    category = find_category(name)
    low, high = category.counts["drawer"]
    count = min(max(count, low), high)
    for variant in category.variants:
        counts = {"drawer": count, "door": 2}
        closed = category.shape(middle_form(category, variant, counts=counts))
        opened = category.shape(middle_form(category, variant, counts=counts, openness=1.0))
        sliding = [s for s in closed.surfaces if any(s.slides)]
        assert len(sliding) == count
        travel = max(s.slides[0] for s in sliding)
        assert 0.2 < travel < category.size[0][1]
        assert reach(opened) > reach(closed) + 0.5 * travel


@pytest.mark.parametrize("name", [n for n in FURNITURE if "door" in CATEGORIES[n].counts])
def test_doors_are_as_many_as_counted_and_hide_their_shelves(name: str) -> None:
    category = find_category(name)
    low, high = category.counts["door"]
    for variant in category.variants:
        for count in range(max(low, 1), high + 1):
            counts = {"door": count, "drawer": 0}
            shape = category.shape(middle_form(category, variant, counts=counts))
            mesh = shape.mesh()
            handles = mesh.primitive[mesh.part == mesh.parts.index("handles")]
            assert len(np.unique(handles)) == count
            assert any(s.enclosed for s in shape.surfaces)


def test_cabinet_without_fronts_is_open() -> None:
    cabinet = find_category("cabinet")
    shape = cabinet.shape(middle_form(cabinet, counts={"door": 0, "drawer": 0}))
    assert not any(s.enclosed for s in shape.surfaces)
    assert len([s for s in shape.surfaces if "shelf" in s.name]) >= 2


@pytest.mark.parametrize("name", ["cabinet", "wardrobe", "counter"])
def test_open_doors_uncover_a_hollow_inside(name: str) -> None:
    """No face may stand in the way between the open front and an enclosed shelf."""
    category = find_category(name)
    counts = {"door": 2, "drawer": 0}
    shape = category.shape(middle_form(category, counts=counts, openness=1.0))
    mesh = shape.mesh()
    corners = mesh.vertices[mesh.quads]
    for surface in (s for s in shape.surfaces if s.enclosed):
        y = (surface.low[1] + surface.high[1]) / 2
        z = surface.z + min(0.1, surface.clearance / 2)
        faces_front = np.ptp(corners[:, :, 0], axis=1) < 1e-4
        x = corners[:, :, 0].mean(axis=1)
        spans = (
            (corners[:, :, 1].min(axis=1) < y)
            & (corners[:, :, 1].max(axis=1) > y)
            & (corners[:, :, 2].min(axis=1) < z)
            & (corners[:, :, 2].max(axis=1) > z)
        )
        assert not (faces_front & spans & (x > surface.low[0] + 0.02)).any()


def test_lid_of_a_chest_turns_up_at_its_back() -> None:
    chest = find_category("chest")
    form = middle_form(chest)
    opened = chest.shape(Form(form.size, form.variant, openness=1.0)).mesh()
    assert opened.vertices[:, 2].max() > 1.5 * form.size[2]
    assert opened.vertices[:, 0].max() < form.size[0] / 2 + 0.001


def test_bed_made_and_unmade_differ_in_its_blanket() -> None:
    bed = find_category("bed")
    tops = []
    for made in (False, True):
        mesh = bed.shape(middle_form(bed, states={"made": made})).mesh()
        faces = mesh.part == mesh.parts.index("blanket")
        tops.append(mesh.vertices[mesh.quads[faces]][..., 2].max())
    assert tops[0] > tops[1] + 0.05


@pytest.mark.parametrize("name", ["bed", "dining table", "desk", "sofa"])
def test_things_can_hide_under(name: str) -> None:
    category = find_category(name)
    under = [
        s
        for variant in category.variants
        for s in category.shape(middle_form(category, variant)).surfaces
        if s.name == "under"
    ]
    assert under
    assert all(s.z == 0.0 and not s.enclosed and s.clearance >= 0.12 for s in under)
