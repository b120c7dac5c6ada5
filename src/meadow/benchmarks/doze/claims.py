"""The paper's findings and Meadow's own claims, each checked with paired differences clustered by home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.benchmarks.doze.paper import TABLE_2, TABLE_3
from meadow.benchmarks.doze.study import HINTED, METHODS, ORACLES, OURS, TAUGHT, LevelRows, pair_of
from meadow.benchmarks.doze.task import LEVELS
from meadow.evaluation.run.store import Row
from meadow.evaluation.study.claims import (
    EXAMPLES,
    FEWEST_HOMES,
    Claim,
    ClaimVerdict,
    direction,
    together,
)
from meadow.metrics.statistics import Difference, paired_difference

#: Points of success that the robot with perfect eyes may lose from level 1 to level 3, and the share of the
#: other one's collision rate that it may have.
MOST_LOST, COLLISION_SHARE = 0.03, 1.0 / 3.0
#: The share of the frontier robot's collision rate that ours may have at level 3 with its own eyes.
FRONTIER_SHARE = 0.5


def check_all(entries: Sequence[LevelRows]) -> list[Claim]:
    """Every claim in the order of the paper, then Meadow's own."""
    named = {entry.agent: entry for entry in entries if entry.eyes != TAUGHT}
    claims = [claim for entry in entries for claim in _over_levels(entry)]
    claims += [*_between_methods(named), *_hints(named), *_oracles(named), *_ours(named)]
    return together([claim for claim in claims if claim.value.n])


def difference(first: Sequence[Row], second: Sequence[Row], metric: str) -> Difference:
    """The second minus the first over episodes that both have, whatever their level."""
    a, b = ({pair_of(row["episode"]): row for row in rows} for rows in (first, second))
    common = [key for key in a if key in b]
    return paired_difference(
        [a[key]["metrics"].get(metric) for key in common],
        [b[key]["metrics"].get(metric) for key in common],
        [a[key]["home"] for key in common],
    )


def _compare(
    claim: str,
    who: str,
    what: str,
    rows: tuple[Sequence[Row], Sequence[Row]],
    metric: str,
    *,
    above: bool,
    paper: float | None = None,
) -> Claim:
    """The second minus the first of ``rows``."""
    value = difference(*rows, metric)
    homes = {row["home"] for row in rows[0]} & {row["home"] for row in rows[1]}
    against = tuple(_contrary(*rows, metric, above=above)[:EXAMPLES])
    verdict = direction(value, above=above, homes=homes)
    return Claim(claim, who, what, value, verdict, metric, paper=paper, against=against)


def _contrary(
    first: Sequence[Row], second: Sequence[Row], metric: str, *, above: bool
) -> list[str]:
    """Episodes of the second whose value is on the other side of the first's than is claimed."""
    before = {pair_of(row["episode"]): row["metrics"].get(metric) for row in first}
    found = []
    for row in second:
        then, now = before.get(pair_of(row["episode"])), row["metrics"].get(metric)
        if then is not None and now is not None and (now < then if above else now > then):
            found.append((abs(now - then), row["episode"]))
    return [episode for _, episode in sorted(found, reverse=True)]


def _over_levels(entry: LevelRows) -> Iterator[Claim]:
    """Collisions rise and SPL falls from each level to the next."""
    printed = TABLE_2.get(entry.paper)
    for low, high in ((1, 2), (2, 3), (1, 3)):
        rows = (entry.level(low), entry.level(high))
        what = f"level {high} - level {low}"
        for claim, metric, column, above in (
            ("Collisions rise from level to level", "collision_rate", 2, True),
            ("SPL falls from level to level", "spl", 1, False),
        ):
            paper = None
            if printed is not None:
                paper = round(printed[high - 1][column] - printed[low - 1][column], 1)
            yield _compare(claim, entry.title, what, rows, metric, above=above, paper=paper)


def _between_methods(entries: dict[str, LevelRows]) -> Iterator[Claim]:
    """Which method is better at which level."""
    pairs = [("doze-frontier", "doze-random", "Frontiers beat random points", tuple(LEVELS))]
    pairs += [
        ("c-l3mvn", other, "C-L3MVN leads at levels 1 and 2", (1, 2))
        for other in METHODS
        if other != "c-l3mvn"
    ]
    pairs += [("c-lgx", "c-l3mvn", "Without a map level 3 is survived better", (3,))]
    for better, worse, claim, levels in pairs:
        if better not in entries or worse not in entries:
            continue
        for level in levels:
            rows = (entries[worse].level(level), entries[better].level(level))
            ours = [TABLE_2[entries[name].paper][level - 1][0] for name in (worse, better)]
            yield _compare(
                *(claim, f"level {level}", f"{better} - {worse}", rows, "success"),
                above=True,
                paper=round(ours[1] - ours[0], 1),
            )


def _hints(entries: dict[str, LevelRows]) -> Iterator[Claim]:
    plain, hinted = (entries.get(name) for name in HINTED)
    if plain is None or hinted is None:
        return
    rows = (plain.hinted, hinted.hinted)
    for metric, column in (("spl", 1), ("success", 0)):
        paper = round(TABLE_3["H-L3MVN"][column] - TABLE_3["L3MVN"][column], 1)
        yield _compare(
            *("Hints on boards raise SPL", "level 1", " - ".join(reversed(HINTED)), rows, metric),
            above=True,
            paper=paper,
        )


def _oracles(entries: dict[str, LevelRows]) -> Iterator[Claim]:
    """With perfect eyes: a robot that gives way keeps its success, and collides far less."""
    dynamic, static = (entries.get(name) for name in ORACLES)
    if dynamic is None:
        return
    yield _at_least(
        "Giving way costs at most 3 points of success from level 1 to level 3",
        dynamic.title,
        "level 3 - level 1",
        difference(dynamic.level(1), dynamic.level(3), "success"),
        -MOST_LOST,
        {row["home"] for row in dynamic.level(3)},
    )
    if static is None:
        return
    homes = {row["home"] for row in static.level(1)}
    yield _at_least(
        "Giving way costs no success at level 1",
        dynamic.title,
        "dynamic - static",
        difference(static.level(1), dynamic.level(1), "success"),
        0.0,
        homes,
    )
    for level in (2, 3):
        yield _share(
            "Giving way leaves at most a third of the collisions",
            *(dynamic, static, level, COLLISION_SHARE, "a third of static - dynamic"),
        )


def _ours(entries: dict[str, LevelRows]) -> Iterator[Claim]:
    """With its own eyes: giving way collides half as often as driving to frontiers, and costs nothing."""
    static, dynamic = (entries.get(name) for name in OURS)
    frontier = entries.get("doze-frontier")
    if dynamic is None:
        return
    if frontier is not None:
        yield _share(
            "Giving way leaves at most half of the collisions of driving to frontiers",
            *(dynamic, frontier, 3, FRONTIER_SHARE, f"half of {frontier.agent} - {dynamic.agent}"),
        )
    if static is None:
        return
    for metric in ("success", "spl"):
        yield _at_least(
            "Giving way costs neither success nor SPL at level 3",
            dynamic.title,
            "dynamic - static",
            difference(static.level(3), dynamic.level(3), metric),
            0.0,
            {row["home"] for row in dynamic.level(3)},
            metric,
        )


def _at_least(
    claim: str,
    who: str,
    what: str,
    value: Difference,
    least: float,
    homes: set[str],
    metric: str = "success",
) -> Claim:
    """A claim that the mean of a difference is not below a figure, as a requirement is put."""
    if len(homes) < FEWEST_HOMES or value.mean is None:
        verdict = ClaimVerdict.OPEN
    else:
        verdict = ClaimVerdict.HOLDS if value.mean >= least else ClaimVerdict.FAILS
    return Claim(claim, who, what, value, verdict, metric)


def _share(
    claim: str, better: LevelRows, worse: LevelRows, level: int, share: float, what: str
) -> Claim:
    """A share of one robot's collisions minus those of another, in the same episodes."""
    a = {pair_of(row["episode"]): row for row in worse.level(level)}
    b = {pair_of(row["episode"]): row for row in better.level(level)}
    common = [key for key in a if key in b]
    allowed = [a[key]["metrics"].get("collision_rate") for key in common]
    value = paired_difference(
        [b[key]["metrics"].get("collision_rate") for key in common],
        [None if rate is None else share * rate for rate in allowed],
        [a[key]["home"] for key in common],
    )
    homes = {a[key]["home"] for key in common}
    return _at_least(claim, f"level {level}", what, value, 0.0, homes, "collision_rate")
