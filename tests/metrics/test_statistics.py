"""Intervals, paired tests and corrections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.metrics.statistics import estimate, holm, paired_difference, wilson
from meadow.seeding import stream


def test_nothing_to_average_is_null_with_its_n() -> None:
    result = estimate([None, None], ["a", "b"])
    assert (result.mean, result.low, result.high, result.n) == (None, None, None, 0)


def test_one_home_gives_a_mean_without_an_interval() -> None:
    result = estimate([1.0, 0.0], ["a", "a"])
    assert (result.mean, result.low, result.n) == (0.5, None, 2)


def test_weights_count_as_repeated_episodes_would() -> None:
    homes = ["a", "a", "b", "b"]
    weighted = estimate([1.0, 0.0, None, 1.0], homes, [3.0, 1.0, 5.0, 2.0])
    repeated = estimate([1.0, 1.0, 1.0, 0.0, 1.0, 1.0], ["a"] * 4 + ["b"] * 2)
    assert (weighted.mean, weighted.low, weighted.high) == (
        repeated.mean,
        repeated.low,
        repeated.high,
    )
    assert weighted.n == 3


def test_clustering_widens_the_interval() -> None:
    # Ten homes, each all-success or all-failure: 200 episodes but ten independent facts.
    values = [float(h % 2) for h in range(10) for _ in range(20)]
    homes = [f"h{h}" for h in range(10) for _ in range(20)]
    clustered = estimate(values, homes)
    naive = wilson(sum(values), len(values))
    assert naive is not None
    assert clustered.low is not None
    assert clustered.high is not None
    assert clustered.high - clustered.low > 2 * (naive[1] - naive[0])


def test_coverage_of_the_clustered_interval() -> None:
    """About 95 % of intervals hold the true mean when homes differ."""
    hits = 0
    for trial in range(120):
        rng = stream(trial, "coverage")
        values, homes = [], []
        for h in range(30):
            rate = rng.uniform(0.2, 0.8)
            for _ in range(10):
                values.append(float(rng.chance(rate)))
                homes.append(str(h))
        result = estimate(values, homes)
        assert result.low is not None
        assert result.high is not None
        hits += result.low <= 0.5 <= result.high
    assert hits >= 105


def test_wilson_known_value() -> None:
    low, high = wilson(8, 10) or (0, 0)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)
    assert wilson(0, 0) is None


def test_paired_difference_finds_a_consistent_gain_and_no_gain() -> None:
    homes = [str(i // 5) for i in range(50)]
    a = [0.0] * 50
    better = paired_difference(a, [0.5] * 50, homes)
    assert better.mean == 0.5
    assert better.p is not None
    assert better.p < 0.01
    same = paired_difference(a, a, homes)
    assert same.mean == 0.0
    assert same.p == 1.0
    assert paired_difference([None], [1.0], ["x"]).n == 0


def test_sign_flip_is_exact_for_few_homes() -> None:
    result = paired_difference([0.0] * 4, [1.0] * 4, ["a", "b", "c", "d"])
    assert result.p == pytest.approx(2 / 16)


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, None, 0.03]) == [
        pytest.approx(0.03),
        pytest.approx(0.06),
        None,
        pytest.approx(0.06),
    ]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_estimates_stay_within_the_data(values: list[float]) -> None:
    result = estimate(values, [str(i % 7) for i in range(len(values))])
    assert min(values) - 1e-9 <= (result.mean or 0.0) <= max(values) + 1e-9
    if result.low is not None and result.high is not None:
        assert result.low <= result.high


def test_a_difference_of_one_sign_in_all_homes_never_has_a_smaller_p_than_there_are_patterns() -> (
    None
):
    """Sums of large figures differ in their last digits from order to order: once p was 0."""
    rng = stream(0, "large figures")
    for homes in (6, 8, 10):
        names = [f"h{k}" for k in range(homes) for _ in range(10)]
        before = [rng.uniform(5.0, 40.0) for _ in names]
        after = [value + rng.uniform(1.0, 30000.0) for value in before]
        assert paired_difference(before, after, names).p == 2.0 / 2**homes
