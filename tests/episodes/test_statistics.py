"""Statistics of episodes, on numbers that one can check by hand."""

from __future__ import annotations

import msgspec
import pytest

from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.episodes.statistics import describe, ratios, spread_of


def episode(number: int, **fields) -> Episode:
    base = Episode(
        id=f"e{number}",
        task="objectnav",
        house=HouseRef(f"generator:seed={number % 2},rooms=2"),
        start=(0.0, 0.0, 0.0),
        goals=(Goal(text="mug", category="mug", viewpoints=((0.0, 0.0, 0.0),) * number),),
        geodesic=float(number),
        euclidean=1.0,
        difficulty="easy" if number < 3 else "hard",
    )
    return msgspec.structs.replace(base, **fields)


def test_counts_and_ranges():
    vase = (Goal(text="vase", category="vase"),)
    facts = describe([*(episode(n) for n in (1, 2, 3, 6)), episode(4, goals=vase)])
    assert (facts.episodes, facts.homes) == (5, 2)
    assert (facts.geodesic.low, facts.geodesic.high, facts.geodesic.n) == (1.0, 6.0, 5)
    assert facts.geodesic.mean == pytest.approx(3.2)
    assert facts.geodesic.median == 3.0
    assert facts.ratio.high == 6.0
    assert facts.viewpoints.low == 0
    assert dict(facts.categories) == {"mug": 4, "vase": 1}
    assert list(facts.categories) == ["mug", "vase"]
    assert dict(facts.difficulty) == {"easy": 2, "hard": 3}


def test_what_is_unknown_is_left_out():
    unknown = [episode(1, geodesic=None), episode(2, euclidean=0.0), episode(3, euclidean=None)]
    assert ratios(unknown) == []
    facts = describe(unknown)
    assert facts.geodesic.n == 2
    assert facts.ratio == spread_of([])
    assert facts.ratio.mean is None


def test_nothing_at_all():
    facts = describe([])
    assert facts.episodes == 0
    assert facts.geodesic.low is None
    assert dict(facts.categories) == {}


def test_a_picture_is_drawn(tmp_path):
    from PIL import Image

    from meadow.viewer.episode_plots import plot_statistics

    file = tmp_path / "stats.png"
    plot_statistics([episode(n) for n in range(1, 9)], file)
    with Image.open(file) as picture:
        assert picture.width > 800
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 50
    plot_statistics([episode(1, difficulty="", goals=(Goal(text="go", point=(1.0, 1.0)),))], file)
    assert file.stat().st_size > 1000
