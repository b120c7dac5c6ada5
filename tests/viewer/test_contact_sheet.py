"""Contact sheets show every thing, in its frame, with its name."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.scenes.people import BODIES
from meadow.viewer.contact_sheet import CAPTION, Framing, contact_sheet, people_sheet

SMALL = Framing(tile=64)


def tiles(sheet, columns: int, tile: int) -> list[np.ndarray]:
    pixels = np.asarray(sheet)
    rows = pixels.shape[0] // (tile + CAPTION)
    return [
        pixels[r * (tile + CAPTION) :][:tile, c * tile : (c + 1) * tile]
        for r in range(rows)
        for c in range(columns)
    ]


def test_one_photo_for_each_category() -> None:
    sheet = contact_sheet(["tricycle", "snowman", "tent"], columns=2, framing=SMALL)
    assert sheet.size == (2 * 64, 2 * (64 + CAPTION))
    photos = tiles(sheet, 2, 64)
    assert all(photo.std() > 5.0 for photo in photos[:3]), "each photo shows something"
    assert (photos[3] == 255).all(), "the last place stays empty"


def test_all_variants() -> None:
    sheet = contact_sheet(["surfboard"], all_variants=True, framing=SMALL)
    assert sheet.width == 3 * 64


def coloured(category: str, framing: Framing) -> np.ndarray:
    """Pixels of a colourful thing: the studio itself is grey."""
    photo = tiles(contact_sheet([category], framing=framing), 1, framing.tile)[0].astype(int)
    return photo.max(axis=2) - photo.min(axis=2) > 40


def test_portraits_fill_the_tile_but_stay_inside() -> None:
    shown = coloured("plastic crate", Framing(tile=96))
    rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
    assert 0 < rows[0] < rows[-1] < 95
    assert 0 < columns[0] < columns[-1] < 95
    assert max(np.ptp(rows), np.ptp(columns)) > 60


def test_a_robot_sees_things_smaller_from_afar() -> None:
    near, far = (coloured("tricycle", Framing(tile=96, distance=d)).sum() for d in (1.5, 3.0))
    assert 0 < 2 * far < near


def test_people() -> None:
    sheet = people_sheet(columns=7, gaits=(0.25,), framing=Framing(tile=32))
    assert sheet.size == (7 * 32, math.ceil(len(BODIES) / 7) * (32 + CAPTION))


def test_same_seed_same_picture() -> None:
    first, second, other = (
        np.asarray(contact_sheet(["tricycle"], framing=Framing(tile=48, seed=seed)))
        for seed in (1, 1, 2)
    )
    assert (first == second).all()
    assert (first != other).any()


def test_bad_input() -> None:
    with pytest.raises(UnknownIdError, match="tricycle"):
        contact_sheet(["trycicle"], framing=SMALL)
    with pytest.raises(InvalidValueError, match="columns 0"):
        contact_sheet(["tent"], columns=0, framing=SMALL)
    with pytest.raises(InvalidValueError, match="at least one category"):
        contact_sheet([], framing=SMALL)
    with pytest.raises(InvalidValueError, match="5 pixels"):
        Framing(tile=5)
    with pytest.raises(InvalidValueError, match="distance 40"):
        Framing(distance=40.0)
