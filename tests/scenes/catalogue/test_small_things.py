"""Things that a hand can lift: complete, well built, placed where they belong, and able to change."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.catalogue.spec import Category
from meadow.scenes.modelling.shape import Form, Mesh
from meadow.scenes.schema import Point3
from meadow.testing.check_category import check_category

GROUPS = {
    "food.produce": "apple banana orange lemon pear tomato potato carrot lettuce broccoli onion "
    "bell_pepper mushroom watermelon pineapple grapes",
    "food.dishes": "bread baguette croissant egg cheese cake pizza sandwich donut",
    "food.groceries": "cereal_box milk_carton juice_carton can water_bottle wine_bottle soda_can jar "
    "chocolate_bar bag_of_chips",
    "kitchen.tableware": "mug cup glass wine_glass bowl plate teapot pitcher salt_shaker pepper_mill tray",
    "kitchen.cookware": "pot pan cutting_board colander whisk spatula ladle rolling_pin baking_dish "
    "measuring_cup",
    "kitchen.kitchenware": "paper_towel_roll dish_rack spray_bottle dish_soap sponge egg_carton lunch_box "
    "thermos",
    "kitchen.cutlery": "fork knife spoon butter_knife chopsticks scissors",
    "office.stationery": "book notebook pen pencil pencil_cup stapler tape_dispenser calculator envelope "
    "newspaper magazine binder ruler",
    "clothing.personal": "key credit_card wallet watch glasses umbrella",
    "bath.toiletries": "hair_brush comb hair_dryer perfume_bottle toothbrush toothpaste lotion_bottle "
    "shampoo_bottle razor lipstick",
    "leisure.sports": "basketball soccer_ball tennis_ball baseball_bat tennis_racket dumbbell yoga_mat "
    "skateboard",
    "leisure.toys": "teddy_bear doll toy_car toy_train rubber_duck building_blocks toy_robot",
    "leisure.games": "puzzle_box board_game chess_board dice guitar",
    "household.tools": "hammer screwdriver wrench drill saw tape_measure toolbox flashlight paint_can "
    "watering_can light_bulb battery",
    "household.cleaning": "bucket broom mop dustpan",
    "clothing.clothes": "shoe hat cap sock glove scarf shirt jeans",
    "household.containers": "box basket storage_bin tissue_box gift_box bag jewelry_box",
    "clothing.luggage": "backpack handbag suitcase",
}
NAMES = [name.replace("_", " ") for names in GROUPS.values() for name in names.split()]
ROBOTHOR = {"apple", "baseball bat", "basketball", "bowl", "mug", "spray bottle"}
VESSELS = ["mug", "cup", "glass", "wine glass", "bowl", "pot", "pan", "pitcher", "bucket"]
LIDDED = ["lunch box", "toolbox", "gift box", "jewelry box"]


def middle(category: Category) -> Point3:
    """The size in the middle of a category's ranges."""
    x, y, z = ((low + high) / 2 for low, high in category.size)
    return x, y, z


def build(name: str, *, variant: str = "", openness: float = 0.0, **states: bool) -> Mesh:
    """The mesh of one object of middle size."""
    category = find_category(name)
    form = Form(middle(category), variant or category.variants[0], {}, states, openness)
    return category.shape(form).mesh()


def corners_of(mesh: Mesh, part: str) -> np.ndarray:
    """The corners of all faces of a part, (N, 3)."""
    return mesh.vertices[mesh.quads[mesh.part == mesh.parts.index(part)]].reshape(-1, 3)


@pytest.mark.parametrize("name", NAMES)
def test_category_keeps_its_promises(name: str) -> None:
    check_category(find_category(name), max_quads=150)


def test_groups_are_complete() -> None:
    groups = {f"meadow.scenes.catalogue.{group}" for group in GROUPS}
    usual = {name: entry for name, entry in CATEGORIES.items() if entry.rooms}
    built = {name for name, entry in usual.items() if entry.build.__module__ in groups}
    assert built == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_is_light_and_belongs_somewhere(name: str) -> None:
    entry = find_category(name)
    assert "pickupable" in entry.tags
    assert entry.rooms
    assert entry.on
    assert entry.mass[1] <= 15.0


def test_robothor_targets_are_tagged() -> None:
    assert {name for name in NAMES if "robothor" in find_category(name).tags} == ROBOTHOR


@pytest.mark.parametrize("name", VESSELS)
def test_full_vessel_shows_its_contents_inside(name: str) -> None:
    for variant in find_category(name).variants:
        assert "contents" not in build(name, variant=variant).parts
        full = build(name, variant=variant, full=True)
        contents = corners_of(full, "contents")
        assert np.all(contents.min(axis=0) > full.vertices.min(axis=0))
        assert np.all(contents.max(axis=0) < full.vertices.max(axis=0))


@pytest.mark.parametrize("name", ["shirt", "jeans", "scarf"])
def test_folding_makes_all_four_corners_square(name: str) -> None:
    def squareness(mesh: Mesh) -> float:
        """How near the outline comes to the farthest corner of its box, 1 for a rectangle."""
        share = mesh.vertices[:, :2] / np.abs(mesh.vertices[:, :2]).max(axis=0)
        signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
        return min(float((share * sign).min(axis=1).max()) for sign in signs)

    for variant in find_category(name).variants:
        folded = build(name, variant=variant, folded=True)
        assert squareness(folded) > squareness(build(name, variant=variant))


def test_candles_burn_without_growing() -> None:
    dark, lit = build("cake"), build("cake", lit=True)
    assert "flame" in lit.parts
    assert "flame" not in dark.parts
    np.testing.assert_allclose(dark.vertices.max(axis=0), lit.vertices.max(axis=0), atol=1e-6)


@pytest.mark.parametrize("name", LIDDED)
def test_lid_rises_and_uncovers_the_inside(name: str) -> None:
    height = middle(find_category(name))[2]
    tops = [build(name, openness=o).vertices[:, 2].max() for o in (0.0, 0.3, 0.8)]
    assert tops[0] == pytest.approx(height, abs=0.002)
    assert tops[0] < tops[1] < tops[2]


@pytest.mark.parametrize("name", ["book", "notebook"])
def test_book_opens_flat_to_twice_its_width(name: str) -> None:
    _, width, height = middle(find_category(name))
    wide = build(name, openness=1.0).vertices
    assert np.ptp(wide[:, 1]) == pytest.approx(2 * width, abs=0.003)
    assert wide[:, 2].max() == pytest.approx(height / 2, abs=0.003)
    assert wide[:, 2].min() == pytest.approx(0.0, abs=0.001)


def test_print_stays_on_the_cover_of_an_opening_book() -> None:
    for openness in (0.0, 0.4, 1.0):
        mesh = build("book", openness=openness)
        printed = mesh.vertices[mesh.quads[mesh.printed]].reshape(-1, 3)
        cover = corners_of(mesh, "cover")
        assert np.all(printed >= cover.min(axis=0) - 1e-4)
        assert np.all(printed <= cover.max(axis=0) + 1e-4)


def test_flaps_of_a_box_hang_outside_when_open() -> None:
    depth, width, _ = middle(find_category("box"))
    flaps = corners_of(build("box", openness=1.0), "flaps")
    assert np.ptp(flaps[:, 0]) > 1.5 * depth
    assert np.ptp(flaps[:, 1]) > 1.5 * width


@pytest.mark.parametrize("name", ["cereal box", "milk carton", "soda can", "book", "newspaper"])
def test_packages_carry_print(name: str) -> None:
    entry = find_category(name)
    assert any(spec.texts for spec in entry.parts.values())
    assert build(name).printed.any()
