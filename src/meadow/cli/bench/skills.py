"""``meadow bench skills``."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.testing.skill_trials import Kind, SkillTrial

PER_HOME = 8
"""Things of each kind that are tried in one home."""
WANTED = 0.9
"""The rate that each skill should have."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Measure how often the scripted skills of the hand succeed, given a true point: open at a handle, lift
    and weigh things of 0.1 to 3 kg. Only things count that are reachable at all.

    Example: meadow bench skills --trials 200 --json skills.json
    """

    trials: Positive = 200
    """Trials of each skill with reachable things."""
    split: Literal["train", "val", "test"] = "test"
    """Homes to try in; skills were written while looking at those of train."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Try, print the rates and why the others failed, write the file."""
    from meadow import serialize
    from meadow.cli.terminal.output import check_file

    if config.json is not None:
        check_file(config.json, (".json",))
    found = {"open": _tried("open", config), "lift": _tried("lift", config)}
    figures = figures_of(found)
    for name in ("open_rate", "lift_rate"):
        print(f"{name:<12} {figures[name]:.3f}  (expected {WANTED:g} or more)")
    for kind, told in figures["reachable"].items():
        print(f"{kind}: {told['reachable']} of {told['tried']} things were reachable")
    told = figures["weigh_in"]
    print(f"a weigh-in took {told['mean']:.1f} actions of the hand, at most {told['most']}")
    for failure in figures["failures"]:
        print(
            f"failed: {failure['kind']} {failure['thing']} in {failure['home']}: {failure['why']}"
        )
    if config.json is not None:
        serialize.write(config.json, figures, indent=True)
    return 0


def _tried(kind: Kind, config: Config) -> list[SkillTrial]:
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.houses import load_house
    from meadow.episodes.lift import randomised_uri
    from meadow.episodes.schema import HouseRef
    from meadow.episodes.seeds import HAND_SUITE, suite_homes
    from meadow.testing.skill_trials import trials

    found: list[SkillTrial] = []
    counted = 0
    with StepProgress(f"{kind}: trials") as progress:
        for seed in suite_homes(config.split, HAND_SUITE):
            house = load_house(HouseRef(randomised_uri(seed, (2, 5))))
            for trial in trials(house, kind, PER_HOME, seed):
                found.append(trial)
                counted += trial.reachable
                progress(min(counted, config.trials), config.trials, {})
                if counted == config.trials:
                    return found
    return found


def figures_of(found: dict[str, list[SkillTrial]]) -> dict[str, Any]:
    """Rates over reachable things, how many were reachable, what failed and why."""
    reached = {kind: [t for t in trials if t.reachable] for kind, trials in found.items()}
    rates = {
        kind: sum(t.done for t in trials) / max(1, len(trials)) for kind, trials in reached.items()
    }
    weighed = [t for t in reached["lift"] if t.done]
    failures = [asdict(t) for trials in reached.values() for t in trials if not t.done]
    return {
        "open_rate": round(rates["open"], 4),
        "lift_rate": round(rates["lift"], 4),
        "reachable": {
            kind: {
                "tried": len(trials),
                "reachable": len(reached[kind]),
                "share": round(len(reached[kind]) / max(1, len(trials)), 4),
            }
            for kind, trials in found.items()
        },
        "weigh_in": {
            "mean": round(statistics.fmean([t.hand_steps for t in weighed] or [0]), 2),
            "most": max((t.hand_steps for t in weighed), default=0),
            "under_60": sum(t.hand_steps < 60 for t in weighed),
            "weighed": len(weighed),
            "off_by_most_kg": max((t.off or 0.0 for t in weighed), default=0.0),
        },
        "reasons": dict(Counter(f"{f['kind']}: {f['why'].partition(';')[0]}" for f in failures)),
        "failures": failures,
    }
