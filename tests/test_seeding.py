"""Named random streams."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.seeding import derived_seed, stream


def test_the_bits_are_the_same_on_every_machine() -> None:
    # Written down once: a change here would change every house and episode.
    rng = stream(7, "episode", 3)
    assert [rng.integer(0, 9) for _ in range(8)] == GOLDEN_INTEGERS
    assert round(stream(7, "episode", 3).normal(), 12) == GOLDEN_NORMAL


GOLDEN_INTEGERS = [9, 8, 4, 1, 8, 8, 9, 9]
GOLDEN_NORMAL = -0.152641805432


def test_names_separate_streams() -> None:
    assert stream(0, "a", "b").bits() != stream(0, "ab").bits()
    assert stream(0, "a").bits() != stream(1, "a").bits()
    assert derived_seed(0, "a") != derived_seed(0, "b")


def test_state_continues_exactly() -> None:
    rng = stream(0, "x")
    rng.normal()
    state = rng.state()
    expected = [rng.normal() for _ in range(5)]
    other = stream(1, "y")
    other.restore(state)
    assert [other.normal() for _ in range(5)] == expected


@given(st.integers(-50, 50), st.integers(0, 100), st.integers(0, 2**32))
def test_integers_stay_in_range(low: int, width: int, seed: int) -> None:
    rng = stream(seed, "range")
    assert all(low <= rng.integer(low, low + width) <= low + width for _ in range(20))


def test_distributions_have_their_moments() -> None:
    rng = stream(0, "moments")
    normals = [rng.normal(2.0, 3.0) for _ in range(20000)]
    assert abs(statistics.mean(normals) - 2.0) < 0.08
    assert abs(statistics.stdev(normals) - 3.0) < 0.08
    picks = [rng.weighted("ab", (1.0, 3.0)) for _ in range(20000)]
    assert abs(picks.count("b") / 20000 - 0.75) < 0.02
    many = stream(0, "array").normals(20000)
    assert abs(many.mean()) < 0.03
    assert abs(many.std() - 1.0) < 0.03


def test_shuffles_keep_all_items() -> None:
    rng = stream(0, "shuffle")
    assert sorted(rng.shuffled(range(50))) == list(range(50))
    assert len(set(rng.sample(range(50), 10))) == 10


def test_impossible_choices_are_errors() -> None:
    rng = stream(0, "none")
    with pytest.raises(ValueError):
        rng.choice([])
    with pytest.raises(ValueError):
        rng.weighted("ab", (0.0, 0.0))
    with pytest.raises(ValueError):
        rng.integer(3, 2)
