"""The picture of a suite's words and distances."""

from __future__ import annotations

from pathlib import Path

import matplotlib.image
import numpy as np

from meadow.benchmarks.pasture.figures import draw_words, pasture_statistics
from meadow.episodes.schema import Episode
from meadow.scenes.modelling.finish import COLOURS


def test_words_and_distances_are_drawn(mini: list[Episode], tmp_path: Path) -> None:
    draw_words(mini, tmp_path / "all.png")
    picture = matplotlib.image.imread(tmp_path / "all.png")[..., :3]
    assert picture.shape == (880, 1430, 3)
    colours = pasture_statistics(mini).colours
    assert colours
    # A bar of its own colour for each colour that is named.
    bars = picture[40:440, :480]
    for name in colours:
        tint = np.array(COLOURS[name]) / 255.0
        assert (np.abs(bars - tint).max(axis=-1) < 0.005).sum() > 300, name
