"""What the paper says, with the figures that decide it here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.evaluation.run.summary import finished
from meadow.evaluation.study.claims import Claim, ClaimVerdict, direction
from meadow.evaluation.study.kept import KeptRun
from meadow.metrics.statistics import Difference, paired_difference

#: Claims about learned agents, and about people, that no kept run decides.
UNTESTED = (
    ("novelty alone is little better than language", "novelty - language-only"),
    ("questions teach nearly as well alone as with novelty", "novelty+qa - qa"),
    ("people explore well and forget, agents the reverse", "people - agents"),
)


def claims_of(runs: Sequence[KeptRun]) -> Iterator[Claim]:
    """Every claim over the kept runs of each test set."""
    for suite in dict.fromkeys(run.suite for run in runs):
        own = {run.agent: run for run in runs if run.suite == suite}
        base = own.get("language-only")
        for name in ("oracle-memory", "surveyor-oracle-eyes"):
            if name not in own:
                continue
            if base is not None:
                found, homes = _between(base, own[name], "acc_exp", "acc_exp")
                yield Claim(
                    "the questions need exploration",
                    f"{name}, {suite}",
                    f"{name} - language-only",
                    found,
                    direction(found, above=True, homes=homes),
                    metric="acc_exp",
                )
            found, homes = _between(own[name], own[name], "acc_exp", "acc_ref")
            yield Claim(
                "going back in helps",
                f"{name}, {suite}",
                "acc_ref - acc_exp",
                found,
                direction(found, above=True, homes=homes),
                metric="acc_ref",
            )
    nothing = Difference(None, None, None, None, 0)
    for claim, what in UNTESTED:
        yield Claim(claim, "not tested", what, nothing, ClaimVerdict.OPEN, metric="exqa")


def _between(a: KeptRun, b: KeptRun, first: str, second: str) -> tuple[Difference, list[str]]:
    """A metric of one run minus a metric of another, over the episodes that both have."""
    before = {row["episode"]: row for row in finished(a.rows)}
    after = [row for row in finished(b.rows) if row["episode"] in before]
    homes = [row["home"] for row in after]
    one = [before[row["episode"]]["metrics"].get(first) for row in after]
    other = [row["metrics"].get(second) for row in after]
    return paired_difference(one, other, homes), homes
