"""Means with honest intervals.

Episodes in one home are not independent, so intervals come from a bootstrap that resamples homes;
Wilson's interval for rates is shown beside it for comparison with papers that ignore this.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.seeding import stream

RESAMPLES = 2000
LEVEL = 0.95


class Estimate(msgspec.Struct, frozen=True):
    """A mean over episodes with its 95 % interval; all None when nothing could be averaged."""

    mean: float | None
    low: float | None
    high: float | None
    n: int
    """Episodes that had a value."""


def cluster_bootstrap(
    values: Sequence[float],
    clusters: Sequence[str],
    weights: Sequence[float] | None = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> NDArray[np.float64]:
    """Weighted means of ``values`` under resampling of whole clusters, sorted.

    Every resample draws as many clusters as there are, with replacement.
    """
    names = sorted(set(clusters))
    index = {name: i for i, name in enumerate(names)}
    which = np.array([index[c] for c in clusters])
    mass = np.ones(len(which)) if weights is None else np.asarray(weights, np.float64)
    sums = np.bincount(which, weights=mass * np.asarray(values), minlength=len(names))
    counts = np.bincount(which, weights=mass, minlength=len(names))
    draws = stream(seed, "bootstrap", len(names)).array(resamples * len(names))
    picks = (draws.reshape(resamples, len(names)) * len(names)).astype(np.int64)
    return np.sort(sums[picks].sum(axis=1) / counts[picks].sum(axis=1))


def estimate(
    values: Sequence[float | None],
    clusters: Sequence[str],
    weights: Sequence[float] | None = None,
    *,
    seed: int = 0,
) -> Estimate:
    """Mean and 95 % interval, episodes clustered by home; one home alone gives no interval.

    Episodes weigh alike unless ``weights`` says otherwise.
    """
    each = [1.0] * len(values) if weights is None else weights
    known = [(v, c, w) for v, c, w in zip(values, clusters, each, strict=True) if v is not None]
    if not known:
        return Estimate(None, None, None, 0)
    numbers = [v for v, _, _ in known]
    homes = [c for _, c, _ in known]
    mass = [w for _, _, w in known]
    mean = math.fsum(v * w for v, _, w in known) / math.fsum(mass)
    if len(set(homes)) < 2:
        return Estimate(mean, None, None, len(numbers))
    means = cluster_bootstrap(numbers, homes, mass, seed=seed)
    return Estimate(mean, *_interval(means), len(numbers))


def _interval(sorted_means: NDArray[np.float64]) -> tuple[float, float]:
    low, high = np.quantile(sorted_means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def wilson(successes: float, n: int) -> tuple[float, float] | None:
    """Wilson's 95 % interval of a rate; None for n = 0."""
    if n == 0:
        return None
    z = 1.959963984540054
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


class Difference(msgspec.Struct, frozen=True):
    """A paired difference B - A over the same episodes."""

    mean: float | None
    low: float | None
    high: float | None
    p: float | None
    """Two-sided p-value of a sign-flip test over homes; None with fewer than two homes."""
    n: int


def paired_difference(
    a: Sequence[float | None], b: Sequence[float | None], clusters: Sequence[str], *, seed: int = 0
) -> Difference:
    """B - A on episodes where both have a value, with interval and test clustered by home."""
    triples = [
        (y - x, c)
        for x, y, c in zip(a, b, clusters, strict=True)
        if x is not None and y is not None
    ]
    if not triples:
        return Difference(None, None, None, None, 0)
    deltas = [d for d, _ in triples]
    homes = [c for _, c in triples]
    base = estimate(deltas, homes, seed=seed)
    return Difference(base.mean, base.low, base.high, _sign_flip(deltas, homes, seed), base.n)


def _sign_flip(deltas: Sequence[float], homes: Sequence[str], seed: int) -> float | None:
    """Under no effect the sum of a home's differences is as likely positive as negative.

    All sign patterns are enumerated for up to 12 homes, else 20,000 are drawn.
    """
    sums: dict[str, float] = {}
    for delta, home in zip(deltas, homes):
        sums[home] = sums.get(home, 0.0) + delta
    totals = np.array([sums[h] for h in sorted(sums)])
    k = len(totals)
    if k < 2:
        return None
    if k <= 12:
        bits = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
        signs = 1.0 - 2.0 * bits
    else:
        draws = stream(seed, "sign-flip", k).array(20000 * k).reshape(20000, k)
        signs = np.where(draws < 0.5, -1.0, 1.0)
        signs[0] = 1.0  # the observed pattern itself counts
    observed = abs(totals.sum())
    rounding = 1e-12 * max(1.0, float(np.abs(totals).sum()))  # or a pattern could miss itself
    return float(np.mean(np.abs(signs @ totals) >= observed - rounding))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's correction for many comparisons; None stays None."""
    known = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, i) in enumerate(known):
        largest = max(largest, min(1.0, p * (len(known) - rank)))
        corrected[i] = largest
    return corrected
