"""What the paper prints: Tables 1 and 2 of "EXCALIBUR: Encouraging and Evaluating Embodied Exploration"."""

from __future__ import annotations

from dataclasses import dataclass

#: Table 1: share of the questions with each type of answer, and about each property or relation. A
#: question may be about several; lighter counts as heavier, smaller, longer and shorter as larger.
MIX = {
    "yes-no": 0.788,
    "count": 0.123,
    "query": 0.089,
    "colour": 0.267,
    "material": 0.662,
    "contained": 0.082,
    "adjacent": 0.395,
    "on top": 0.008,
    "heavier": 0.306,
    "larger": 0.189,
}


@dataclass(frozen=True)
class Published:
    """A row of Table 2, in percent and steps; None where the paper has a dash."""

    acc_exp: float | None
    acc_ref: float | None
    t3: float | None
    exqa: float | None


#: Table 2: method -> test set -> row. People were asked in the second test set only.
TABLE_2: dict[str, dict[str, Published]] = {
    "random-answer": {
        "test": Published(41.7, 41.7, None, 41.7),
        "architect": Published(39.1, 39.1, None, 39.1),
    },
    "language-only": {
        "test": Published(53.5, 53.5, None, 53.5),
        "architect": Published(49.2, 49.2, None, 49.2),
    },
    "qa": {
        "test": Published(58.5, 60.2, 131.2, 60.0),
        "architect": Published(52.4, 56.0, 159.1, 55.7),
    },
    "novelty": {
        "test": Published(54.2, 56.5, 99.6, 56.4),
        "architect": Published(49.9, 54.5, 125.7, 54.1),
    },
    "novelty+qa": {
        "test": Published(58.7, 63.1, 203.2, 62.4),
        "architect": Published(53.5, 56.3, 211.7, 55.9),
    },
    "people": {"architect": Published(63.6, 87.1, 759.4, 79.4)},
    "people, with a film of what they did": {"architect": Published(81.3, 94.3, 782.1, 90.1)},
}
#: What the authors say of k, which they do not print: least squares over Table 2 gives 5.2e-4.
ENERGY = 5e-4
#: Phase I, questions of an exam, and a bound for phase III, which the paper does not limit.
EXPLORATION_STEPS, QUESTIONS, MOST_REENTRY_STEPS = 2500, 20, 10_000
