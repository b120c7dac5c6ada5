"""What the paper says, with the figures that decide it here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from meadow.evaluation.run.summary import finished
from meadow.evaluation.study.claims import FEWEST_HOMES, Claim, ClaimVerdict, direction
from meadow.evaluation.study.kept import KeptRun
from meadow.metrics.statistics import Difference, paired_difference

#: Who goes and looks.
EXPLORERS = (
    *("novelty", "qa", "novelty+qa", "qa-pooled", "qa-detections"),
    *("surveyor", "surveyor-oracle-eyes", "oracle-memory"),
)
#: Accuracies that differ by less are close, as a fraction.
CLOSE = 0.05
#: Claims that two agents are about equally good: the claim, who is better if anybody is, and the other.
ALIKE = (
    ("novelty alone is little better than language", "novelty", "language-only"),
    ("questions teach nearly as well alone as with novelty", "novelty+qa", "qa"),
)
PEOPLE, PEOPLE_WITH_FILM = "person", "person+film"
NOTHING = Difference(None, None, None, None, 0)


def claims_of(runs: Sequence[KeptRun]) -> Iterator[Claim]:
    """Every claim over the kept runs of each test set."""
    suites = dict.fromkeys(run.suite for run in runs)
    for suite in suites:
        own = {run.agent: run for run in runs if run.suite == suite}
        for name in EXPLORERS:
            yield from _about(name, suite, own)
        for claim, better, other in ALIKE:
            yield _alike(claim, suite, own, better, other)
        yield _people(suite, own)
    if not suites:
        for claim, better, other in ALIKE:
            yield _alike(claim, "nowhere", {}, better, other)
        yield _people("nowhere", {})


def _about(name: str, suite: str, own: Mapping[str, KeptRun]) -> Iterator[Claim]:
    """That it had to explore, and that going back in helped it."""
    if name not in own:
        return
    who = f"{name}, {suite}"
    if "language-only" in own:
        found, homes = _between(own["language-only"], own[name], "acc_exp", "acc_exp")
        verdict = direction(found, above=True, homes=homes)
        what = f"{name} - language-only"
        yield Claim("the questions need exploration", who, what, found, verdict, metric="acc_exp")
    found, homes = _between(own[name], own[name], "acc_exp", "acc_ref")
    verdict = direction(found, above=True, homes=homes)
    yield Claim("going back in helps", who, "acc_ref - acc_exp", found, verdict, metric="acc_ref")


def _alike(claim: str, suite: str, own: Mapping[str, KeptRun], better: str, other: str) -> Claim:
    """That the accuracies of two agents are within CLOSE of each other."""
    what = f"{better} - {other}"
    if better not in own or other not in own:
        return Claim(claim, suite, what, NOTHING, ClaimVerdict.UNTESTED, metric="acc_exp")
    found, homes = _between(own[other], own[better], "acc_exp", "acc_exp")
    verdict = ClaimVerdict.OPEN
    if found.low is not None and found.high is not None and len(set(homes)) >= FEWEST_HOMES:
        if found.low > -CLOSE and found.high < CLOSE:
            verdict = ClaimVerdict.HOLDS
        elif found.low > CLOSE or found.high < -CLOSE:
            verdict = ClaimVerdict.FAILS
    return Claim(claim, suite, what, found, verdict, metric="acc_exp")


def _people(suite: str, own: Mapping[str, KeptRun]) -> Claim:
    """That people gain more by a film of what they did than agents do by going back in."""
    claim = "people explore well and forget, agents the reverse"
    what = f"{PEOPLE_WITH_FILM} - {PEOPLE}"
    if PEOPLE not in own or PEOPLE_WITH_FILM not in own:
        return Claim(claim, suite, what, NOTHING, ClaimVerdict.UNTESTED, metric="acc_exp")
    found, homes = _between(own[PEOPLE], own[PEOPLE_WITH_FILM], "acc_exp", "acc_exp")
    return Claim(
        claim, suite, what, found, direction(found, above=True, homes=homes), metric="acc_exp"
    )


def _between(a: KeptRun, b: KeptRun, first: str, second: str) -> tuple[Difference, list[str]]:
    """A metric of one run minus a metric of another, over the episodes that both have."""
    before = {row["episode"]: row for row in finished(a.rows)}
    after = [row for row in finished(b.rows) if row["episode"] in before]
    homes = [row["home"] for row in after]
    one = [before[row["episode"]]["metrics"].get(first) for row in after]
    other = [row["metrics"].get(second) for row in after]
    return paired_difference(one, other, homes), homes
