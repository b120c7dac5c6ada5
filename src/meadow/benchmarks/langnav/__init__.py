"""LangNavBench: three goals in a row in free language.

Raychaudhuri et al., "LangNavBench: Evaluation of Natural Language Understanding in Semantic Navigation",
2025. Importing this package registers the homes, suites and agents of the paper; ``README.md`` beside it
says which file holds what.
"""

from __future__ import annotations

from meadow.agents.rows import register_rows
from meadow.benchmarks import EXAMPLES
from meadow.benchmarks.langnav.agents import ROWS
from meadow.benchmarks.langnav.task import FURTHER
from meadow.episodes import GENERATORS, HOUSE_SCHEMES, SUITES
from meadow.episodes.formats import FORMATS
from meadow.evaluation.run import BREAKDOWNS
from meadow.evaluation.study import STUDIES
from meadow.tasks import TASKS

BREAKDOWNS.lazy("langnav", "meadow.benchmarks.langnav.metrics:BREAKDOWNS")
HOUSE_SCHEMES.lazy("langnav", "meadow.benchmarks.langnav.homes:SCHEME")
GENERATORS.lazy("langnav", "meadow.benchmarks.langnav.episodes:GENERATOR")
TASKS.lazy(
    "langnav",
    "meadow.benchmarks.langnav.task:GoalSequence",
    summary="Find what sentences describe, three goals one after another.",
)
TASKS.lazy(
    "goat-like",
    "meadow.benchmarks.langnav.task:GoalSequence",
    summary="Find what sentences describe, five goals one after another, each to 0.25 m of a viewpoint.",
    kwargs={"name": "goat-like", "rule": "viewpoint", "viewpoint": 0.25},
)
GENERATORS.lazy("goat-like", "meadow.benchmarks.langnav.episodes:GENERATOR")
BREAKDOWNS.lazy("goat-like", "meadow.benchmarks.langnav.metrics:BREAKDOWNS")
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

for _name, _summary in FURTHER.items():
    SUITES.lazy(
        f"langnav-{_name}",
        f"meadow.benchmarks.langnav.episodes:{_name.upper()}",
        summary=f"beyond the paper, 40 episodes of {_summary}",
    )
SUITES.lazy(
    "goat-like",
    "meadow.benchmarks.langnav.episodes:GOAT_LIKE",
    summary="40 episodes of five described goals in a row, 0.25 m to a viewpoint",
)

FORMATS.lazy(
    "langnav",
    "meadow.benchmarks.langnav.formats:LANGNAV",
    summary="LangNav: SPLIT.json.gz and content/SCENE.json.gz, the first three goals",
)
FORMATS.lazy(
    "goat",
    "meadow.benchmarks.langnav.formats:GOAT",
    summary="GOAT-Bench: SPLIT.json.gz and content/SCENE.json.gz, goals in words",
)

register_rows(ROWS, "meadow.benchmarks.langnav.agents:langnav_agent", ("langnav", "modular"))

STUDIES.lazy(
    "langnav",
    "meadow.benchmarks.langnav.study:STUDY",
    summary="LangNavBench: which maps find what sentences describe, goal after goal",
)
EXAMPLES += [
    "meadow eval langnav --split test --agent mlfm --workers 2",
    "meadow tasks show langnav",
]
