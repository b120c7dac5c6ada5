"""Colours from pixels, materials from what a thing is."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.models.appearance import shipped_appearance


@pytest.mark.parametrize(
    ("pixel", "colour"), [((200, 25, 30), "red"), ((30, 150, 40), "green"), ((12, 12, 13), "black")]
)
def test_plain_colours_are_told(pixel: tuple[int, int, int], colour: str) -> None:
    known = shipped_appearance()
    logs = known.colour_log_probs(np.full((50, 3), pixel, np.uint8))
    assert known.colours[int(np.argmax(logs))] == colour
    assert np.exp(logs).sum() == pytest.approx(1.0)


def test_things_are_mostly_made_of_what_they_are_made_of() -> None:
    known = shipped_appearance()
    assert known.materials[int(np.argmax(known.made_of("towel")))] == "fabric"
    assert known.made_of("flurble").sum() == 0.0
