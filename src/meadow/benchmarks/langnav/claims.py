"""The paper's claims one by one, and ours, each with the figure that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from meadow.benchmarks.langnav.agents import EYES
from meadow.benchmarks.langnav.paper import TABLE_3, TABLE_6, TABLE_7, TABLE_8, TABLE_9
from meadow.benchmarks.langnav.study import (
    COARSE,
    DETECTOR_ONLY,
    IMAGE_LEVEL,
    MAP_ONLY,
    METHODS,
    NO_KERNEL,
    ORACLES,
    PAPERS,
    SHARES,
    AgentGoals,
    GoalResults,
    difference,
)
from meadow.evaluation.failures.beliefs import Blame
from meadow.evaluation.run.summary import by_tag, trial_name
from meadow.evaluation.study.claims import EXAMPLES, Claim, ClaimVerdict, direction, together
from meadow.metrics.statistics import Difference, Estimate

#: "About as good" is no more than this worse.
ABOUT = 0.05
#: By how much ``shepherd`` is to beat ``mlfm``.
SHEPHERD_GAIN = 0.08
_PRINTED = {row.name: row.success for row in TABLE_3}


def check_all(results: GoalResults) -> list[Claim]:
    """Every claim in the order of the paper, then ours."""
    return together(
        [
            *_first(results),
            *_two_phases(results),
            *_layers(results),
            *_cells_and_shares(results),
            *_errors_by_share(results),
            *_map_and_detector(results),
            *_kernel_and_features(results),
            *_states(results),
            *_attributes(results),
            *_ours(results),
        ]
    )


def _compare(
    claim: str,
    first: AgentGoals,
    second: AgentGoals,
    *,
    above: bool = True,
    who: str = "all goals",
    paper: float | None = None,
) -> Claim:
    """Success of the first minus the second, over the goals of both."""
    value = difference(first, second)
    homes = min((first.homes, second.homes), key=len)
    verdict = direction(value, above=above, homes=homes)
    worse, better = (second, first) if above else (first, second)
    what = f"{first.agent} - {second.agent}"
    return Claim(claim, who, what, value, verdict, paper=paper, against=_against(worse, better))


def _against(worse: AgentGoals, better: AgentGoals) -> tuple[str, ...]:
    """Episodes with a goal that the better one did not find and the worse one did."""
    found = {trial_name(row) for row in worse.goals if row["metrics"]["success"]}
    missed = [
        row["episode"]
        for row in better.goals
        if not row["metrics"]["success"] and trial_name(row) in found
    ]
    return tuple(dict.fromkeys(missed))[:EXAMPLES]


def _first(results: GoalResults) -> Iterator[Claim]:
    best = results.get("mlfm")
    for name in METHODS:
        if PAPERS.get(name) and name != "mlfm":
            gain = _PRINTED[PAPERS["mlfm"]] - _PRINTED[PAPERS[name]]
            yield _compare("mlfm is first", best, results.get(name), paper=gain)


def _two_phases(results: GoalResults) -> Iterator[Claim]:
    for name in ("onemap", "vlfm"):
        gain = _PRINTED[PAPERS[f"{name}-v2"]] - _PRINTED[PAPERS[name]]
        first, second = results.get(f"{name}-v2"), results.get(name)
        yield _compare("Two phases help", first, second, paper=gain)


def _layers(results: GoalResults) -> Iterator[Claim]:
    claim = "Layers beat one layer"
    mlfm, flat = results.get("mlfm"), results.get("mlfm+layers=1")
    gain = TABLE_6[6, 3].success - TABLE_6[6, 1].success
    yield _compare(claim, mlfm, flat, paper=gain)
    high, low = (results.get(name) for name in ORACLES)
    yield _compare(claim, high, low, who="perfect eyes")
    high, low = (entry.with_feature("support") for entry in (high, low))
    yield _compare(claim, high, low, who="perfect eyes, goals with support")
    yield _compare(
        *("Four layers are worse than three", results.get("mlfm+layers=4"), mlfm),
        above=False,
        paper=TABLE_6[6, 4].success - TABLE_6[6, 3].success,
    )


def _cells_and_shares(results: GoalResults) -> Iterator[Claim]:
    mlfm = results.get("mlfm")
    gain = TABLE_6[6, 3].success - TABLE_6[10, 3].success
    yield _compare("Cells of 6 cm beat 10 cm", mlfm, results.get(COARSE), paper=gain)
    for share, agent in SHARES.items():
        gain = TABLE_7[40].success - TABLE_7[share].success
        yield _compare("A share of 40 % is best", mlfm, results.get(agent), paper=gain)


def _errors_by_share(results: GoalResults) -> Iterator[Claim]:
    """Errors of the longest phase minus those of the shortest, as shares of all goals of both."""
    long, short = results.get(SHARES[80]), results.get(SHARES[20])
    for claim, error, above in (
        ("Exploring longer means fewer wrong goals on the map", Blame.WRONG_ON_MAP, False),
        ("Exploring longer means more time-outs", Blame.OUT_OF_TIME, True),
    ):
        first, second = (_as_success(entry, error) for entry in (long, short))
        claimed = _compare(claim, first, second, above=above)
        yield replace(claimed, metric=str(error), against=())


def _as_success(entry: AgentGoals, error: Blame) -> AgentGoals:
    """Goals whose success is whether they ended in an error."""
    goals = [
        {**row, "metrics": {"success": float(row.get("blame") == str(error))}}
        for row in entry.goals
    ]
    return entry.only(goals)


def _map_and_detector(results: GoalResults) -> Iterator[Claim]:
    mlfm, alone = results.get("mlfm"), results.get(MAP_ONLY)
    both = TABLE_8["both"].success
    claimed = _compare(
        "The map alone is about as good as the whole",
        alone,
        mlfm,
        paper=TABLE_8["map"].success - both,
    )
    yield replace(claimed, verdict=_about(claimed.value))
    yield _compare(
        *("The detector alone is worse", results.get(DETECTOR_ONLY), mlfm),
        above=False,
        paper=TABLE_8["detector"].success - both,
    )


def _about(value: Difference | Estimate) -> ClaimVerdict:
    """Whether a difference is surely above -ABOUT, or surely below it."""
    if value.low is None or value.high is None:
        return ClaimVerdict.OPEN
    if value.low > -ABOUT:
        return ClaimVerdict.HOLDS
    return ClaimVerdict.FAILS if value.high < -ABOUT else ClaimVerdict.OPEN


def _kernel_and_features(results: GoalResults) -> Iterator[Claim]:
    mlfm, plain, image = (results.get(a) for a in ("mlfm", NO_KERNEL, IMAGE_LEVEL))
    place = 8  # of support among the columns
    yield _compare(
        *("Text as a kernel helps support relations", mlfm.with_feature("support")),
        plain.with_feature("support"),
        who="goals with support",
        paper=TABLE_9[True].features[place] - TABLE_9[False].features[place],
    )
    yield _compare("Patches beat images", mlfm, image, paper=11.8)
    for feature, gain in (("number", 7.1), ("state", 14.3)):
        yield _compare(
            *("Images are better on number and state", image.with_feature(feature)),
            mlfm.with_feature(feature),
            who=f"goals with {feature}",
            paper=gain,
        )


def _states(results: GoalResults) -> Iterator[Claim]:
    yield _compare(
        *(
            "OneMap-v2 is better than mlfm on states",
            results.get("onemap-v2").with_feature("state"),
        ),
        results.get("mlfm").with_feature("state"),
        who="goals with a state",
        paper=57.1 - 14.3,
    )


def _attributes(results: GoalResults) -> Iterator[Claim]:
    """Other goals with three attributes or more than with none, so that homes are what is paired."""
    for name in ("mlfm", "mlfm-oracle"):
        entry = results.get(name)
        groups = by_tag(entry.goals, "attributes")
        many, none = (_by_home(entry.only(groups.get(k, ()))) for k in ("3+", "0"))
        claimed = _compare("Success falls with the number of attributes", many, none, above=False)
        yield replace(claimed, who=name, what="3 or more attributes - none", against=())


def _by_home(entry: AgentGoals) -> AgentGoals:
    """One row for each home, whose success is the mean over its goals."""
    homes: dict[str, list[float]] = {}
    for row in entry.goals:
        homes.setdefault(row["home"], []).append(row["metrics"]["success"])
    return entry.only(
        {"home": home, "episode": home, "metrics": {"success": sum(v) / len(v)}}
        for home, v in homes.items()
    )


def _ours(results: GoalResults) -> Iterator[Claim]:
    claim = f"shepherd beats mlfm by {100 * SHEPHERD_GAIN:.0f} points"
    claimed = _compare(claim, results.get("shepherd", EYES), results.get("mlfm", EYES))
    value, verdict = claimed.value, claimed.verdict
    if verdict is ClaimVerdict.HOLDS and value.mean is not None and value.mean < SHEPHERD_GAIN:
        verdict = ClaimVerdict.FAILS
    yield replace(claimed, verdict=verdict)
