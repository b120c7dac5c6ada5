"""What the rows of a study say of a claim: it holds, it does not, or there is not enough data."""

from __future__ import annotations

from enum import StrEnum

from meadow.metrics.statistics import Difference

#: A claim about fewer homes stays open: no test over so few homes can be significant.
FEWEST_HOMES = 6


class Verdict(StrEnum):
    """What the rows say of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not enough data"


def direction(value: Difference, *, above: bool) -> Verdict:
    """Whether a difference is above (or below) zero, as far as its interval tells."""
    if value.low is None or value.high is None:
        return Verdict.OPEN
    low, high = (value.low, value.high) if above else (-value.high, -value.low)
    if low > 0.0:
        return Verdict.HOLDS
    return Verdict.FAILS if high < 0.0 else Verdict.OPEN
