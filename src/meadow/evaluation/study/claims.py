"""Claims of a paper, each with the figure that decides it and a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from meadow.evaluation.report.tables import Cell, Table, interval, p_value
from meadow.metrics.statistics import Difference, Estimate

#: A claim about fewer homes stays open: no test over so few homes can be significant.
FEWEST_HOMES = 6
#: Episodes that are named where a claim does not hold.
EXAMPLES = 8
METHOD = (
    "Differences are paired (the same episode, or the closest that both have; n counts the pairs), and "
    "their intervals are bootstrapped over homes, because episodes in one home are not independent "
    "trials. A claim *holds* when the whole 95 % interval is on its side of zero, *does not hold* when it "
    "is on the other, and is left open in between or with fewer than six homes."
)


class ClaimVerdict(StrEnum):
    """What the rows say of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not enough data"
    UNTESTED = "not tested"
    """Nobody whom it is about has run."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, about whom, and the figure that decides it."""

    claim: str
    who: str
    what: str
    """Which difference ("first - second") or rate is shown."""
    value: Difference | Estimate
    verdict: ClaimVerdict
    metric: str = "success"
    unit: str = "%"
    """Unit of the metric: "%" for fractions, "m" for metres."""
    paper: float | None = None
    """The same figure in the paper, in the unit."""
    against: tuple[str, ...] = ()
    """Episodes, each behind its condition if it has one, whose replays show why it may not hold."""

    @property
    def title(self) -> str:
        """The claim with whom it is about."""
        return f"{self.claim} ({self.who}: {self.what})"

    def figure(self) -> str:
        """The value with its interval."""
        if not self.value.n:
            return "no rows"
        metric = "success" if self.unit == "%" else self.metric
        return interval(metric, self.value, sign=" - " in self.what)


def direction(
    value: Difference, *, above: bool, homes: Iterable[str] | None = None
) -> ClaimVerdict:
    """Whether a difference is above (or below) zero, as far as its interval and its ``homes`` tell."""
    few = homes is not None and len(set(homes)) < FEWEST_HOMES
    if few or value.low is None or value.high is None:
        return ClaimVerdict.OPEN
    low, high = (value.low, value.high) if above else (-value.high, -value.low)
    if low > 0.0:
        return ClaimVerdict.HOLDS
    return ClaimVerdict.FAILS if high < 0.0 else ClaimVerdict.OPEN


def together(claims: Sequence[Claim]) -> list[Claim]:
    """All figures of a claim together, whoever they are about, in the order in which claims first come."""
    order = list(dict.fromkeys(one.claim for one in claims))
    return sorted(claims, key=lambda one: order.index(one.claim))


def claims_table(claims: Sequence[Claim]) -> Table:
    """Every claim in figures."""
    printed = any(one.paper is not None for one in claims)
    rows = []
    for one in claims:
        cells = [one.claim, one.who, one.what, one.metric.replace("_", " ")]
        cells.append(one.figure() + (" m" if one.unit == "m" and one.value.n else ""))
        if printed:
            cells.append("–" if one.paper is None else f"{one.paper:+.1f}")
        cells += [p_value(getattr(one.value, "p", None)), str(one.value.n), str(one.verdict)]
        rows.append(tuple(map(Cell, cells)))
    paper = ("paper",) if printed else ()
    header = (
        "claim",
        "who",
        "figure",
        "of",
        "points or metres [95 %]",
        *paper,
        "p",
        "n",
        "verdict",
    )
    return Table("Each claim in figures", header, tuple(rows))


def in_short(claims: Sequence[Claim]) -> list[str]:
    """A line for each claim: for whom it holds, for whom not."""
    lines = []
    for claim in dict.fromkeys(one.claim for one in claims):
        own = [one for one in claims if one.claim == claim]
        told = []
        for verdict in ClaimVerdict:
            names = [f"{one.who} ({one.what})" for one in own if one.verdict is verdict]
            if len(names) == len(own):
                names = ["all"]
            if names:
                told.append(f"{verdict}: {'; '.join(names)}")
        lines.append(f"- **{claim}.** {'. '.join(told)}.")
    return lines
