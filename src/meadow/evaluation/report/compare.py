"""Two runs on the same episodes: paired differences with tests, and the episodes that flipped."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from meadow.episodes.schema import Episode
from meadow.errors import RunError
from meadow.evaluation.failures.trials import LoadedRun, Trial
from meadow.evaluation.run.store import is_finished
from meadow.evaluation.run.summary import counted, metric_names, trial_name, values_of
from meadow.metrics.statistics import Difference, holm, paired_difference


@dataclass(frozen=True, slots=True)
class Flip:
    """An episode that one run solved and the other did not."""

    before: Trial
    after: Trial

    @property
    def won(self) -> bool:
        """The second run solved it, the first did not."""
        solved: bool = self.after.row["metrics"]["success"] == 1.0
        return solved

    @property
    def distance(self) -> float | None:
        """Length of the shortest path, metres."""
        known = self.before.geodesic
        return known if known is not None else self.after.geodesic


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a second run differs from a first on the episodes that both have."""

    first: LoadedRun
    second: LoadedRun
    common: int
    """Episodes that both runs finished."""
    differences: dict[str, Difference]
    """Second - first, by metric."""
    corrected: dict[str, float | None]
    """p-values after Holm's correction over the metrics."""
    flips: tuple[Flip, ...]
    warnings: tuple[str, ...]


def paired_trials(first: LoadedRun, second: LoadedRun) -> list[tuple[Trial, Trial]]:
    """Trials of the episodes that both runs finished, in the order of the first run."""
    others = {id: t for id, t in second.by_name().items() if is_finished(t.row)}
    own = [t for t in first.trials if is_finished(t.row)]
    return [(t, others[name]) for t in own if (name := trial_name(t.row)) in others]


def paired_differences(pairs: list[tuple[Trial, Trial]]) -> dict[str, Difference]:
    """Second - first for every metric that both runs have."""
    a, b = [p.row for p, _ in pairs], [q.row for _, q in pairs]
    homes = [row["home"] for row in a]
    both = [name for name in metric_names(a) if name in metric_names(b)]
    return {m: paired_difference(values_of(a, m), values_of(b, m), homes) for m in both}


def compare_runs(first: LoadedRun, second: LoadedRun) -> Comparison:
    """Compare two runs; an error when they have no episode in common."""
    pairs = paired_trials(first, second)
    if not pairs:
        raise RunError(
            f"{first.path} and {second.path} share no episodes: the first ran {first.spec.suite!r} "
            f"(e.g. {first.rows[0]['episode']}), the second {second.spec.suite!r} "
            f"(e.g. {second.rows[0]['episode']}). Compare runs of the same suite"
        )
    differences = paired_differences(pairs)
    corrected = holm([d.p for d in differences.values()])
    flips = [
        Flip(a, b) for a, b in pairs if a.row["metrics"]["success"] != b.row["metrics"]["success"]
    ]
    return Comparison(
        first,
        second,
        len(pairs),
        differences,
        dict(zip(differences, corrected)),
        tuple(sorted(flips, key=lambda f: f.won)),
        tuple(warnings(first, second, pairs)),
    )


def warnings(first: LoadedRun, second: LoadedRun, pairs: list[tuple[Trial, Trial]]) -> list[str]:
    """What makes two runs less comparable than they look."""
    out = []
    a, b = first.spec, second.spec
    names = f"{first.label} and {second.label}"
    if a.task != b.task:
        out.append(f"{names} ran different tasks: {a.task} and {b.task}.")
    elif a.definition != b.definition:
        out.append(f"{names} define success differently: {a.definition!r} and {b.definition!r}.")
    if a.corruptions != b.corruptions:
        out.append(
            f"{names} had different corruptions: {_words(a.corruptions)} and {_words(b.corruptions)}."
        )
    if a.meadow != b.meadow:
        out.append(f"{names} come from Meadow {a.meadow} and {b.meadow}.")
    every = [trial.row for trial in (*first.trials, *second.trials)]
    unit = counted(every)
    differing = sum(_differ(p, q) for p, q in pairs)
    if differing:
        out.append(
            f"{differing} of the common {unit}s differ between {names} in home, start, goal, robot or "
            "budget although their ids are equal."
        )
    left_out = len({trial_name(row) for row in every}) - len(pairs)
    if left_out:
        out.append(
            f"Differences between {names} use the {len(pairs)} {unit}s that both finished; "
            f"{left_out} are left out."
        )
    return out


def _words(items: tuple[str, ...]) -> str:
    return ", ".join(items) or "none"


def _differ(a: Trial, b: Trial) -> bool:
    if a.episode is None or b.episode is None:
        differ: bool = a.row["home"] != b.row["home"] or a.row["goal"] != b.row["goal"]
        return differ
    return _comparable(a) != _comparable(b)


def _comparable(trial: Trial) -> Episode | None:
    """The episode; where a later goal begins is the agent's own doing."""
    if trial.episode is None or trial.row.get("leg", 1) == 1:
        return trial.episode
    return msgspec.structs.replace(trial.episode, start=(0.0, 0.0, 0.0), pitch=0.0)
