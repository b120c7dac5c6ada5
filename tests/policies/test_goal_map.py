"""A policy is told where its goal shows: at the right place, and the same in training and at work."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from meadow.models.eyes.letterbox import Letterbox
from meadow.policies.goal_map import COLUMNS, ROWS, PolicyEyes, policy_eyes
from meadow.policies.pictures import field_of_view
from meadow.types import Camera


class OneCell:
    """Eyes that see the goal in one of 28 x 28 cells."""

    def __init__(self, row: int, column: int) -> None:
        self.chances = np.zeros((28, 28), np.float32)
        self.chances[row, column] = 0.75
        self.asked: list[str] = []

    def letterbox(self, shape) -> Letterbox:
        return Letterbox(shape[0], shape[1], 224)

    def see_part(self, images, part) -> list[SimpleNamespace]:
        return [SimpleNamespace(cells=np.zeros((4, 28, 28))) for _ in images]

    def encode_texts(self, texts) -> np.ndarray:
        self.asked += texts
        return np.zeros((1, 4))

    def scores(self, seen, texts) -> np.ndarray:
        return self.chances.reshape(1, -1)


WHOLE = (0.0, 0.0, 224.0, 224.0)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (13, 14), (27, 27), (20, 3)])
def test_no_cell_is_missed_and_each_keeps_its_place(row: int, column: int) -> None:
    found = PolicyEyes(OneCell(row, column)).goal_maps(
        [np.zeros((224, 224, 3), np.uint8)], ["mug"], WHOLE
    )[0]
    assert found.shape == (ROWS, COLUMNS)
    assert found.dtype == np.float32
    assert found.max() == 0.75
    rows, columns = np.nonzero(found)
    assert np.abs((rows + 0.5) / ROWS - (row + 0.5) / 28).max() < 1.0 / ROWS
    assert np.abs((columns + 0.5) / COLUMNS - (column + 0.5) / 28).max() < 1.0 / COLUMNS


def test_the_map_is_of_what_the_policy_sees() -> None:
    lens = SimpleNamespace(width=64, height=48, hfov=79.0)
    window = field_of_view(Camera(), lens, (224, 224))  # rows 28 to 196
    picture = [np.zeros((224, 224, 3), np.uint8)]
    assert not PolicyEyes(OneCell(1, 5)).goal_maps(picture, ["mug"], window).any()
    top = PolicyEyes(OneCell(4, 5)).goal_maps(picture, ["mug"], window)[0]
    assert top[0].any()


def test_words_are_read_once() -> None:
    eyes = OneCell(3, 3)
    looking = PolicyEyes(eyes)
    for _ in range(2):
        looking.goal_maps([np.zeros((224, 224, 3), np.uint8)] * 2, ["mug", "bowl"], WHOLE)
    assert eyes.asked == ["mug", "bowl"]


def test_the_shipped_model_gives_chances() -> None:
    picture = np.full((224, 224, 3), 120, np.uint8)
    found = policy_eyes().goal_maps([picture], ["television"], WHOLE)
    assert ((found >= 0.0) & (found < 0.5)).all(), "a grey picture shows no television"
    assert policy_eyes().card().sha256


def test_a_picture_that_is_not_square_keeps_its_places() -> None:
    """The eyes see 4:3 between bars of 28 pixels: the first row of the picture is in their fourth row."""
    found = PolicyEyes(OneCell(4, 14)).goal_maps(
        [np.zeros((480, 640, 3), np.uint8)], ["mug"], (0.0, 0.0, 640.0, 480.0)
    )[0]
    rows, columns = np.nonzero(found)
    assert set(rows) == {0}
    assert abs(columns.mean() - 8.0) <= 0.5
    bars = PolicyEyes(OneCell(1, 14)).goal_maps(
        [np.zeros((480, 640, 3), np.uint8)], ["mug"], (0.0, 0.0, 640.0, 480.0)
    )[0]
    assert not bars.any()
