"""Appliances, bathroom, lamps, decor, textiles and electronics keep their promises."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.catalogue.spec import Category
from meadow.scenes.modelling.finish import IMAGES
from meadow.scenes.modelling.shape import Form, Mesh
from meadow.testing.check_category import check_category

EXPECTED = {
    "kitchen.appliances": "fridge oven dishwasher washing_machine dryer range_hood",
    "kitchen.small_appliances": "microwave toaster kettle coffee_maker blender stand_mixer air_fryer",
    "household.machines": "vacuum_cleaner ironing_board iron fan heater sewing_machine",
    "bath.fixtures": "toilet sink bath_tub shower towel_rail mirror",
    "bath.accessories": "toilet_paper toilet_brush bathroom_scale soap_dispenser soap_bar "
    "toothbrush_holder plunger laundry_basket",
    "decor.lamps": "floor_lamp table_lamp desk_lamp ceiling_lamp candle",
    "decor.plants": "house_plant flower_pot vase wreath",
    "decor.pictures": "painting poster wall_clock photo_frame",
    "decor.ornaments": "statue globe fireplace garbage_can umbrella_stand fish_tank bird_cage",
    "decor.textiles": "rug bath_mat door_mat curtain pillow blanket towel",
    "electronics.computers": "television laptop desktop_computer monitor keyboard mouse printer "
    "phone tablet",
    "electronics.devices": "speaker game_console remote_control camera headphones alarm_clock router "
    "radio power_strip",
}
NAMES = sorted(n.replace("_", " ") for names in EXPECTED.values() for n in names.split())


def middle_form(name: str, variant: str = "", **fields: object) -> Form:
    """A form of middle size, with counts, states or openness as given."""
    category = find_category(name)
    size = tuple(round((low + high) / 2, 3) for low, high in category.size)
    return Form(size, variant or category.variants[0], **fields)


def mesh_of(name: str, variant: str = "", **fields: object) -> Mesh:
    return find_category(name).shape(middle_form(name, variant, **fields)).mesh()


def area_of(mesh: Mesh, part: str, *, printed: bool = False) -> float:
    """Surface of a part, or of its printed faces alone."""
    if part not in mesh.parts:
        return 0.0
    chosen = mesh.part == mesh.parts.index(part)
    a, b, c, d = np.moveaxis(
        mesh.vertices[mesh.quads[chosen & (mesh.printed | (not printed))]], 1, 0
    )
    return float(np.linalg.norm(np.cross(c - a, d - b), axis=1).sum() / 2)


def variants_of(names: str) -> list[tuple[str, str]]:
    return [(n, v) for n in names.split(", ") for v in find_category(n).variants]


def test_every_group_holds_what_it_should() -> None:
    for group, names in EXPECTED.items():
        found = {c.build.__name__ for c in CATEGORIES.values() if c.rooms and _group(c) == group}
        assert found == set(names.split())


def _group(category: Category) -> str:
    return category.build.__module__.partition(".catalogue.")[2]


@pytest.mark.parametrize("name", NAMES)
def test_the_category_keeps_its_promises(name: str) -> None:
    check_category(find_category(name), max_quads=200)


@pytest.mark.parametrize("name", NAMES)
def test_pictures_and_texts_are_printable(name: str) -> None:
    for part in find_category(name).parts.values():
        assert set(part.images) <= set(IMAGES)
        assert ("printed" in part.patterns) == bool(part.images or part.texts)


def test_targets_of_object_navigation_are_marked() -> None:
    targets = {"house plant", "vase", "garbage can", "television", "laptop", "alarm clock"}
    assert targets == {n for n in NAMES if "robothor" in find_category(n).tags}


@pytest.mark.parametrize(
    ("name", "variant"), variants_of("television, laptop, monitor, phone, tablet, printer")
)
def test_a_screen_shows_its_picture_only_while_it_is_on(name: str, variant: str) -> None:
    off, on = (mesh_of(name, variant, states={"on": value}) for value in (False, True))
    assert area_of(off, "screen") > 0.0
    assert area_of(off, "screen", printed=True) == 0.0
    assert area_of(on, "screen", printed=True) == pytest.approx(area_of(on, "screen"))


@pytest.mark.parametrize(
    ("name", "variant"), variants_of("painting, poster, wall clock, photo frame, bathroom scale")
)
def test_printed_things_always_show_their_print(name: str, variant: str) -> None:
    mesh = mesh_of(name, variant)
    assert mesh.printed.any()
    x = mesh.vertices[mesh.quads[mesh.printed]]
    normal = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
    assert (normal[:, 0] + normal[:, 2] > 0).all(), "it looks to the front or up"


@pytest.mark.parametrize(
    ("name", "variant", "part", "state"),
    [
        *((*nv, "flame", "lit") for nv in variants_of("candle, fireplace")),
        *((*nv, "flame", "on") for nv in variants_of("oven")),
        *(
            (*nv, "bulb", "on")
            for nv in variants_of("kettle, coffee maker, iron, router, range hood")
        ),
        *((*nv, "water", "full") for nv in variants_of("bath tub")),
        *((*nv, "trash", "full") for nv in variants_of("garbage can")),
        *((*nv, "clothes", "full") for nv in variants_of("laundry basket")),
        *((*nv, "toast", "on") for nv in variants_of("toaster")),
    ],
)
def test_a_state_shows_as_a_part(name: str, variant: str, part: str, state: str) -> None:
    assert part not in mesh_of(name, variant).parts
    assert area_of(mesh_of(name, variant, states={state: True}), part) > 0.0


@pytest.mark.parametrize(
    ("name", "variant"), variants_of("floor lamp, table lamp, desk lamp, ceiling lamp")
)
def test_lamps_have_what_shines(name: str, variant: str) -> None:
    assert {"shade", "bulb"} & set(mesh_of(name, variant).parts)
    assert "on" in find_category(name).states


@pytest.mark.parametrize(("name", "variant"), variants_of("blanket, towel"))
def test_folded_cloth_lies_in_flat_layers(name: str, variant: str) -> None:
    loose, folded = (mesh_of(name, variant, states={"folded": value}) for value in (False, True))
    size = middle_form(name).size
    for mesh in (loose, folded):
        np.testing.assert_allclose(np.ptp(mesh.vertices, axis=0), size, atol=0.004)
    normals = [_flat_share(mesh) for mesh in (loose, folded)]
    assert normals[1] > normals[0]


def _flat_share(mesh: Mesh) -> float:
    """Share of the surface that lies level."""
    a, b, c, d = np.moveaxis(mesh.vertices[mesh.quads], 1, 0)
    area = np.cross(c - a, d - b)
    return float(
        np.abs(area[:, 2])[np.abs(area[:, :2]).max(axis=1) < 1e-6].sum() / np.abs(area).sum()
    )


@pytest.mark.parametrize("variant", find_category("laptop").variants)
def test_an_open_laptop_holds_its_screen_upright_to_the_front(variant: str) -> None:
    mesh = mesh_of("laptop", variant, openness=0.9, states={"on": True})
    (screen,) = mesh.quads[(mesh.part == mesh.parts.index("screen"))]
    bottom_left, bottom_right, top_right, _ = mesh.vertices[screen]
    normal = np.cross(bottom_right - bottom_left, top_right - bottom_left)
    assert normal[0] > 0.9 * np.linalg.norm(normal)
    assert top_right[2] > bottom_right[2] + 0.15
    assert bottom_right[1] > bottom_left[1]


@pytest.mark.parametrize(
    "name", ["fridge", "oven", "microwave", "dishwasher", "washing machine", "dryer"]
)
def test_machines_that_open_hold_things_behind_their_doors(name: str) -> None:
    category = find_category(name)
    for variant in category.variants:
        form = middle_form(name, variant, counts={k: hi for k, (_, hi) in category.counts.items()})
        inside = [s for s in category.shape(form).surfaces if s.enclosed]
        assert inside
        for surface in inside:
            assert (surface.high[0] - surface.low[0]) * (surface.high[1] - surface.low[1]) > 0.01
            assert surface.clearance > 0.08


def test_more_shelves_mean_more_room_for_things() -> None:
    for count in (2, 3, 4):
        form = middle_form("fridge", "single door", counts={"shelf": count})
        assert len(find_category("fridge").shape(form).surfaces) == count + 1


def test_flat_things_do_not_stop_a_robot() -> None:
    for name in ("rug", "bath mat", "door mat"):
        for variant in find_category(name).variants:
            assert not mesh_of(name, variant).solid.any()


def test_sinks_offer_a_basin_each() -> None:
    for variant, count in (("vanity", 1), ("double", 2), ("pedestal", 1), ("kitchen", 1)):
        surfaces = find_category("sink").shape(middle_form("sink", variant)).surfaces
        basins = [s for s in surfaces if s.name.startswith("basin")]
        assert len(basins) == count
        assert all(math.isinf(s.clearance) and not s.enclosed for s in basins)
