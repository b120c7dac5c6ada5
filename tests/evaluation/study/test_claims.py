"""When the interval of a difference decides a claim."""

from __future__ import annotations

from meadow.evaluation.study.claims import ClaimVerdict, direction
from meadow.metrics.statistics import Difference


def test_direction_needs_the_whole_interval() -> None:
    assert direction(Difference(0.1, 0.02, 0.2, 0.01, 9), above=True) is ClaimVerdict.HOLDS
    assert direction(Difference(0.1, 0.02, 0.2, 0.01, 9), above=False) is ClaimVerdict.FAILS
    assert direction(Difference(0.1, -0.1, 0.3, 0.4, 9), above=True) is ClaimVerdict.OPEN
    assert direction(Difference(0.1, None, None, None, 9), above=True) is ClaimVerdict.OPEN
