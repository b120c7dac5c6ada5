"""LangNavBench: three goals in a row in free language.

Raychaudhuri et al., "LangNavBench: Evaluation of Natural Language Understanding in Semantic Navigation",
2025. Importing this package registers the homes, suites and agents of the paper; ``README.md`` beside it
says which file holds what.
"""

from __future__ import annotations

from meadow.agents import AGENTS
from meadow.benchmarks import EXAMPLES
from meadow.benchmarks.langnav.agents import ROWS
from meadow.episodes import GENERATORS, HOUSE_SCHEMES, SUITES
from meadow.evaluation.run import BREAKDOWNS
from meadow.tasks import TASKS

BREAKDOWNS.lazy("langnav", "meadow.benchmarks.langnav.metrics:BREAKDOWNS")
HOUSE_SCHEMES.lazy("langnav", "meadow.benchmarks.langnav.homes:SCHEME")
GENERATORS.lazy("langnav", "meadow.benchmarks.langnav.episodes:GENERATOR")
TASKS.lazy(
    "langnav",
    "meadow.benchmarks.langnav.task:GoalSequence",
    summary="Find what sentences describe, three goals one after another.",
)
SUITES.lazy(
    "langnav",
    "meadow.benchmarks.langnav.episodes:LANGNAV",
    summary="three described goals in a row, to tune on: 832 episodes in 20 homes, 19 categories",
)
SUITES.lazy(
    "langnav-test",
    "meadow.benchmarks.langnav.episodes:LANGNAV_TEST",
    summary="three described goals in a row: 750 episodes in 15 homes, 12 other categories",
)
SUITES.lazy(
    "langnav-mini",
    "meadow.benchmarks.langnav.episodes:LANGNAV_MINI",
    summary="three described goals in a row in one home, for demos and tests",
)

for _row in ROWS:
    AGENTS.lazy(
        _row.name,
        "meadow.benchmarks.langnav.agents:langnav_agent",
        tags=("langnav", "modular", *_row.tags),
        summary=_row.summary,
        kwargs=_row.options,
    )

EXAMPLES += [
    "meadow eval langnav --split test --agent mlfm --workers 2",
    "meadow tasks show langnav",
]
