"""The paper's takeaways and Meadow's own claims, each checked with differences clustered by home."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from meadow.benchmarks.pasture.endings import CowFailure, blame
from meadow.benchmarks.pasture.paper import SETTINGS, TABLE_1, TABLE_3
from meadow.benchmarks.pasture.study import (
    EYES,
    PAPERS,
    AgentRows,
    Key,
    Results,
    by_episode,
    by_home,
    by_start,
    by_thing,
    contrary,
    difference,
    rate,
)
from meadow.benchmarks.pasture.task import CATEGORY
from meadow.evaluation.run.store import Row
from meadow.evaluation.study.claims import (
    EXAMPLES,
    FEWEST_HOMES,
    Claim,
    ClaimVerdict,
    direction,
    together,
)

#: The paper's best CoW, whose figures stand beside ours.
BEST = "cow-owl-s"
#: The CoW that finds most with the embedded eyes.
OUR_BEST = "cow-owl-s-prior"
VISIBLE = ("uncommon", "appearance", "spatial", "appearance-distract", "spatial-distract")
DISTRACT = ("appearance-distract", "spatial-distract", "hidden-distract")
#: Metres of one step, and the share of the budget that is left for turning and looking around.
STEP, FOR_TURNING = 0.25, 0.5
ORACLE_SHARE, ATTRIBUTES_GAIN = 0.95, 0.10


def check_all(results: Results) -> list[Claim]:
    """Every claim in the order of the paper, then Meadow's own."""
    checks = [one for name, rows in _who(results) for one in _settings_checks(name, rows)]
    checks += [*_owl_best(results), *_priors(results), *_failure_checks(results)]
    return together([*checks, _oracle(results), *_attributes(results)])


def _homes(rows: Sequence[Row]) -> set[str]:
    return {row["home"] for row in rows}


def _compare(
    claim: str,
    who: str,
    names: tuple[str, str],
    rows: tuple[Sequence[Row], Sequence[Row]],
    key: Key,
    *,
    above: bool,
    paper: float | None = None,
) -> Claim:
    """The first minus the second of ``names``."""
    value = difference(rows[1], rows[0], key)
    verdict = direction(value, above=above, homes=min(map(_homes, rows), key=len))
    low, high = (rows[1], rows[0]) if above else (rows[0], rows[1])
    against = tuple(contrary(low, high, key)[:EXAMPLES])
    what = f"{names[0]} - {names[1]}"
    return Claim(claim, who, what, value, verdict, paper=paper, against=against)


def _who(results: Results) -> Iterator[tuple[str, AgentRows]]:
    """All of the paper's CoWs taken together with the first eyes, the best ones, and the one beyond."""
    cows = [e for e in results.entries if PAPERS.get(e.agent) and e.eyes in _firsts()]
    # Learned explorers and priors are other questions than what words do.
    plain = [e for e in cows if "," not in PAPERS[e.agent]]
    yield (
        f"the paper's CoWs ({len(plain)} pooled)",
        AgentRows(
            "pooled",
            "",
            tuple(row for e in plain for row in e.pasture),
            tuple(row for e in plain for row in e.robothor),
        ),
    )
    for agent in (BEST, OUR_BEST, "cow-attributes"):
        yield agent, results.get(agent, EYES[0])


def _firsts() -> tuple[str, str]:
    return EYES[0], EYES[0].replace("-s", "-b")


#: claim, first setting, second setting, what pairs them, whether the first should be above.
_SETTINGS: tuple[tuple[str, str, str, Key, bool], ...] = (
    ("Uncommon objects are found more often than common ones", "uncommon", CATEGORY, by_home, True),
    ("Descriptions do not help", "appearance", CATEGORY, by_thing, False),
    ("Descriptions do not help", "spatial", CATEGORY, by_thing, False),
    ("Distractors hurt", "appearance-distract", "appearance", by_start, False),
    ("Distractors hurt", "spatial-distract", "spatial", by_start, False),
    ("Distractors hurt when things are hidden", "hidden-distract", "hidden", by_start, False),
    ("Appearance is used better than space", "appearance", "spatial", by_start, True),
    (
        "Appearance is used better than space",
        *("appearance-distract", "spatial-distract", by_start, True),
    ),
)


def _settings_checks(who: str, entry: AgentRows) -> list[Claim]:
    found = []
    for claim, first, second, key, above in _SETTINGS:
        rows = (entry.setting(first), entry.setting(second))
        paper = _paper(first) - _paper(second) if who == BEST else None
        found.append(_compare(claim, who, (first, second), rows, key, above=above, paper=paper))
    return found


def _paper(setting: str) -> float:
    """Success of the paper's best CoW."""
    printed = TABLE_1[PAPERS[BEST]]
    assert printed.success is not None, "every CoW has figures for every setting"
    return printed.robothor[1] if setting == CATEGORY else printed.success[SETTINGS.index(setting)]


def _owl_best(results: Results) -> Iterator[Claim]:
    best = results.get(BEST, EYES[0])
    averages = {name: TABLE_1[paper].pasture for name, paper in PAPERS.items() if paper in TABLE_1}
    for name in ("cow-clip-ref-s", "cow-clip-patch-s", "cow-clip-grad-s", "cow-mdetr-s"):
        mine, other = averages[BEST], averages[name]
        yield _compare(
            *("Open-vocabulary boxes are the best localizer", "all settings", (BEST, name)),
            *((best.pasture, results.get(name, EYES[0]).pasture), by_episode),
            above=True,
            paper=mine[1] - other[1] if mine and other else None,
        )


def _priors(results: Results) -> Iterator[Claim]:
    names = (OUR_BEST, BEST)
    without, first = TABLE_3.values()
    for place, setting in enumerate(("uncommon", CATEGORY)):
        rows = [results.get(name, EYES[0]).setting(setting) for name in names]
        yield _compare(
            *("Priors help", setting, names, (rows[0], rows[1]), by_episode),
            above=True,
            paper=first[place][1] - without[place][1],
        )


def _failure_checks(results: Results) -> Iterator[Claim]:
    """Figure 6 in one figure: more of the failures are a localizer's where there are distractors."""
    entry = results.get(BEST, EYES[0])
    for first, second in (("appearance-distract", "appearance"), ("spatial-distract", "spatial")):
        rows = tuple(_blamed(entry.setting(name)) for name in (first, second))
        names = (f"localisation among failures, {first}", second)
        claim = "With distractors more failures are the localizer's"
        yield _compare(claim, BEST, names, (rows[0], rows[1]), by_home, above=True)


def _blamed(rows: Sequence[Row]) -> list[Row]:
    """Failures, as rows whose success is whether the localizer is to blame."""
    failures = [row for row in rows if blame(row) not in (CowFailure.NONE, CowFailure.ERROR)]
    return [
        {**row, "metrics": {"success": float(blame(row) is CowFailure.LOCALISATION)}}
        for row in failures
    ]


def _oracle(results: Results) -> Claim:
    """Visible targets whose shortest way takes at most half of the budget's steps."""
    rows = [row for row in results.get("cow-oracle").settings(VISIBLE) if _fits(row)]
    value = rate(rows)
    verdict = ClaimVerdict.OPEN
    if value.mean is not None and len(_homes(rows)) >= FEWEST_HOMES:
        verdict = ClaimVerdict.HOLDS if value.mean >= ORACLE_SHARE else ClaimVerdict.FAILS
    claim = f"cow-oracle finds at least {ORACLE_SHARE:.0%} of visible targets within its budget"
    missed = [row["episode"] for row in rows if not row["metrics"]["success"]]
    against = tuple(missed[:EXAMPLES])
    return Claim(claim, "cow-oracle", "success", value, verdict, against=against)


def _fits(row: Row) -> bool:
    length, steps = row.get("geodesic"), row.get("max_steps")
    if length is None or steps is None:
        return False
    return bool(length / STEP <= (1.0 - FOR_TURNING) * steps)


def _attributes(results: Results) -> Iterator[Claim]:
    """Against every CoW of the paper: at least ten points, with an interval without zero."""
    best = results.get("cow-attributes", EYES[0])
    claim = (
        f"cow-attributes beats every CoW by {100 * ATTRIBUTES_GAIN:.0f} points among distractors"
    )
    others = [e for e in results.entries if e.agent in PAPERS and e.eyes in _firsts()]
    others = others or [results.get(BEST)]

    def against(entry: AgentRows, who: str, settings: Sequence[str]) -> Claim:
        check = _compare(
            *(claim, who, ("cow-attributes", entry.agent)),
            *((best.settings(settings), entry.settings(settings)), by_episode),
            above=True,
        )
        verdict, mean = check.verdict, check.value.mean
        if mean is not None and verdict is ClaimVerdict.HOLDS and mean < ATTRIBUTES_GAIN:
            verdict = ClaimVerdict.FAILS
        if check.value.high is not None and check.value.high < ATTRIBUTES_GAIN:
            verdict = ClaimVerdict.FAILS
        return replace(check, verdict=verdict)

    yield from (against(entry, "distractor settings", DISTRACT) for entry in others)
    # CoWs hardly find hidden things at all: is it more than that?
    seen = [name for name in DISTRACT if name in VISIBLE]
    visible = [against(entry, "those with a visible target", seen) for entry in others]
    yield min(visible, key=lambda check: math.inf if check.value.mean is None else check.value.mean)
