"""The paper's findings, each checked with paired differences clustered by home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from meadow.benchmarks.robustnav.study import DYNAMICS, GRADED, VISUAL, Sweep, kind
from meadow.evaluation.run.store import Row
from meadow.evaluation.study.claims import Claim, ClaimVerdict, direction, together
from meadow.evaluation.study.plan import CLEAN
from meadow.metrics.statistics import Difference, paired_difference

#: What an oracle that says Stop would add to success.
ORACLE_GAIN = "oracle_gain"
#: Replays that are named where a finding does not hold.
EXAMPLES = 6
#: Agents without and with depth, of the same training.
DEPTH = (("pointnav-rgb", "pointnav-rgbd"), ("objectnav-rgb", "objectnav-rgbd"))

Pairs = Sequence[tuple[str, str]]
"""Conditions to compare, the first with the second."""


def check_all(sweeps: Sequence[Sweep]) -> list[Claim]:
    """Every finding of the paper, in its order, for every agent that was run in what it is about."""
    own = [claim for sweep in sweeps for claim in _of_agent(sweep) if claim.value.n]
    return together([*_depth(sweeps), *own])


def visual(sweep: Sweep) -> list[str]:
    """The visual corruptions of Table 2 that were run."""
    return [c for c in sweep.rows if kind(c) == "vis" and c in _worst(VISUAL)]


def _worst(names: Sequence[str]) -> list[str]:
    return [f"{name}@5" if name in GRADED else name for name in names]


def _of_agent(sweep: Sweep) -> Iterator[Claim]:
    rows, seen = sweep.rows, visual(sweep)
    dynamics = [c for c in rows if c in DYNAMICS]
    both = [c for c in rows if kind(c) == "vis+dyn" and "@5" in c and "," in c]
    parts = [(c, *c.split(",", 1)) for c in both]
    from_clean = {"visual": [(c, CLEAN) for c in seen], "dynamics": [(c, CLEAN) for c in dynamics]}
    joined = {
        "visual": [(c, first) for c, first, _ in parts],
        "dynamics": [(c, second) for c, _, second in parts],
    }
    yield _compare(
        *(
            "Motor failure is the worst of the dynamics corruptions",
            sweep,
            "motor failure - others",
        ),
        *([("motor_failure", c) for c in dynamics if c != "motor_failure"], "success"),
        above=False,
    )
    for name, pairs in joined.items():
        claim = "Visual and dynamics corruption together are worse than either alone"
        yield _compare(claim, sweep, f"both - {name} alone", pairs, "success", above=False)
    graded = [(f"{name}@5", f"{name}@3") for name in GRADED]
    yield _compare(
        *("The worse the severity, the lower the success", sweep, "severity 5 - severity 3"),
        *(graded, "success"),
        above=False,
    )
    yield _harder(sweep, seen)
    for name, pairs in from_clean.items():
        claim = "Corrupted agents collide more often"
        yield _compare(claim, sweep, f"{name} - clean", pairs, "failed_actions", above=True)
    for name, pairs in from_clean.items():
        claim = "Corrupted agents stay farther from the target"
        yield _compare(claim, sweep, f"{name} - clean", pairs, "min_distance_to_goal", above=True)
    if sweep.task == "objectnav":
        yield from _stopping(sweep, from_clean["visual"])


def _stopping(sweep: Sweep, pairs: Pairs) -> Iterator[Claim]:
    claim = "Visual corruption hurts stopping in ObjectNav"
    for metric, what in (
        ("stop_fail_pos", "Stops out of range, visual - clean"),
        ("stop_fail_neg", "chances to Stop let go, visual - clean"),
        (ORACLE_GAIN, "gain by an oracle's Stop, visual - clean"),
    ):
        yield _compare(claim, sweep, what, pairs, metric, above=True)


def _compare(
    claim: str, sweep: Sweep, what: str, pairs: Pairs, metric: str, *, above: bool
) -> Claim:
    """The mean over the first conditions minus that over the second, episode by episode."""
    pairs = [(a, b) for a, b in pairs if a in sweep.rows and b in sweep.rows]
    first = level(sweep, [a for a, _ in pairs], metric)
    second = level(sweep, [b for _, b in pairs], metric)
    value, verdict = _difference(second, first, _homes(sweep), above=above)
    against = tuple(_contrary(sweep, pairs, metric, above=above))
    return _claim(claim, sweep.agent, what, metric, value, verdict, against)


def _claim(
    claim: str,
    who: str,
    what: str,
    metric: str,
    value: Difference,
    verdict: ClaimVerdict,
    against: Sequence[tuple[str, str]] = (),
) -> Claim:
    """A claim whose counter-examples are conditions with episodes."""
    named = tuple(" ".join(pair) for pair in against)
    unit = "m" if "distance" in metric else "%"
    return Claim(claim, who, what, value, verdict, metric, unit, against=named)


def _difference(
    a: Mapping[str, float], b: Mapping[str, float], homes: Mapping[str, str], *, above: bool
) -> tuple[Difference, ClaimVerdict]:
    """B - A over what both have, and whether it is on the side that is claimed."""
    common = [key for key in a if key in b]
    clusters = [homes[key] for key in common]
    value = paired_difference([a[k] for k in common], [b[k] for k in common], clusters)
    return value, direction(value, above=above, homes=clusters)


def level(sweep: Sweep, conditions: Sequence[str], metric: str) -> dict[str, float]:
    """Episode -> mean of a metric over conditions; without those that it is not defined in."""
    found: dict[str, list[float]] = {}
    for condition in conditions:
        for row in sweep.rows.get(condition, ()):
            value = _value(row, metric)
            if value is not None:
                found.setdefault(row["episode"], []).append(value)
    return {episode: fsum(values) / len(values) for episode, values in found.items()}


def _value(row: Row, metric: str) -> float | None:
    metrics = row["metrics"]
    if metric == ORACLE_GAIN:
        best = metrics.get("oracle_success")
        return None if best is None else float(best - metrics["success"])
    found: float | None = metrics.get(metric)
    return found


def _homes(sweep: Sweep) -> dict[str, str]:
    return {row["episode"]: row["home"] for rows in sweep.rows.values() for row in rows}


def _contrary(sweep: Sweep, pairs: Pairs, metric: str, *, above: bool) -> Iterator[tuple[str, str]]:
    """The condition and episode of single differences that point the other way most."""
    found = []
    for first, second in pairs:
        a, b = level(sweep, [second], metric), level(sweep, [first], metric)
        for episode in a.keys() & b.keys():
            delta = (b[episode] - a[episode]) * (1.0 if above else -1.0)
            if delta < 0.0:
                found.append((delta, episode, first))
    # Each episode once, or one that is odd in every condition would fill the list.
    named: set[str] = set()
    for _, episode, condition in sorted(found):
        if episode not in named and len(named) < EXAMPLES:
            named.add(episode)
            yield condition, episode


def _harder(sweep: Sweep, seen: Sequence[str]) -> Claim:
    """Success in hard minus easy episodes of a home, under visual corruption."""
    means: dict[str, dict[str, float]] = {}
    for difficulty in ("easy", "hard"):
        homes: dict[str, list[float]] = {}
        for condition in seen:
            for row in sweep.rows[condition]:
                if row["tags"].get("difficulty") == difficulty:
                    homes.setdefault(row["home"], []).append(row["metrics"]["success"])
        means[difficulty] = {home: fsum(v) / len(v) for home, v in homes.items()}
    itself = {home: home for home in means["easy"]}
    value, verdict = _difference(means["easy"], means["hard"], itself, above=False)
    claim = "Under visual corruption harder episodes fail more often"
    return _claim(claim, sweep.agent, "hard - easy", "success", value, verdict)


def _depth(sweeps: Sequence[Sweep]) -> Iterator[Claim]:
    """What visual corruption takes from an agent without depth, minus what it takes from one with depth."""
    known = {sweep.agent: sweep for sweep in sweeps}
    for blind, sighted in DEPTH:
        if blind not in known or sighted not in known:
            continue
        without, with_depth = (_change(known[name]) for name in (blind, sighted))
        value, verdict = _difference(without, with_depth, _homes(known[blind]), above=True)
        against = tuple(_lost_with_depth(known[sighted], without, with_depth))
        claim = "A clean depth sensor helps to resist visual corruption"
        who, what = f"{blind}, {sighted}", "loss without depth - loss with depth"
        yield _claim(claim, who, what, "success", value, verdict, against)


def _change(sweep: Sweep) -> dict[str, float]:
    """Episode -> success under visual corruption minus clean success."""
    clean, broken = level(sweep, [CLEAN], "success"), level(sweep, visual(sweep), "success")
    return {e: broken[e] - clean[e] for e in broken if e in clean}


def _lost_with_depth(
    sweep: Sweep, without: Mapping[str, float], with_depth: Mapping[str, float]
) -> Iterator[tuple[str, str]]:
    """Failures of the agent with depth in episodes where corruption took more from it."""
    worst = sorted(
        (with_depth[e] - without[e], e)
        for e in with_depth
        if e in without and with_depth[e] < without[e]
    )
    for _, episode in worst[:EXAMPLES]:
        for condition in visual(sweep):
            if level(sweep, [condition], "success").get(episode) == 0.0:
                yield condition, episode
                break
