"""Text that must fit."""

from __future__ import annotations

import pytest

from meadow.viewer.labels import shortened, text_size

LONG = "television on top of a tv stand, near a bookshelf, shelf, book"


@pytest.mark.parametrize("width", [60.0, 200.0, 400.0])
def test_long_texts_are_cut_to_their_room(width: float) -> None:
    text = shortened(LONG, 26, width)
    assert text_size(text, 26)[0] <= width
    assert text.endswith("…")
    assert LONG.startswith(text.removesuffix("…"))


def test_texts_that_fit_stay() -> None:
    assert shortened("mug", 26, 200.0) == "mug"
