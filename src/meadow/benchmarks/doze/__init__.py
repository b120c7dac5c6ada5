"""DOZE: find things by words among people who stand and walk, with hints on whiteboards.

Ma et al., "DOZE: A Dataset for Open-Vocabulary Zero-Shot Object Navigation in Dynamic Environments", 2024.
Importing this package registers the homes, suites and task of the paper; ``README.md`` beside it says which
file holds what.
"""

from __future__ import annotations

from meadow.agents.rows import register_rows
from meadow.benchmarks import ENVIRONMENTS, EXAMPLES
from meadow.benchmarks.doze.agents import ROWS
from meadow.benchmarks.doze.task import KINDS, LEVELS, TASK_OPTIONS
from meadow.episodes import FOREIGN, GENERATORS, HOUSE_SCHEMES, PARTS, SUITES
from meadow.episodes.formats import FORMATS
from meadow.evaluation.study import STUDIES
from meadow.tasks import TASKS

TASKS.lazy(
    "doze",
    "meadow.tasks.objectnav:ObjectNav",
    summary="Find the object that words describe among people, with GPS and a budget of 500 steps.",
    kwargs=TASK_OPTIONS,
)
FOREIGN["doze-unity"] = "the AI2-THOR adapter with DOZE's own builds (scenes_static and others)"
FORMATS.lazy(
    "doze",
    "meadow.benchmarks.doze.formats:FORMAT",
    summary="DOZE's published files: episodes/KIND/DOZE_N.json, or one .json(.gz)",
)
HOUSE_SCHEMES.lazy("doze", "meadow.benchmarks.doze.homes:SCHEME")
GENERATORS.lazy("doze", "meadow.benchmarks.doze.episodes:GENERATOR")
SUITES.lazy(
    "doze",
    "meadow.benchmarks.doze.episodes:DOZE",
    summary="four kinds of goals in ten homes at three levels of moving people",
)
SUITES.lazy(
    "doze-mini",
    "meadow.benchmarks.doze.episodes:DOZE_MINI",
    summary="DOZE in one home, for demos and tests",
)
for _suite in ("doze", "doze-mini"):
    for _level in LEVELS:
        for _kind in ("", *KINDS):
            PARTS.lazy(
                f"{_suite}:level{_level}" + (f"-{_kind}" if _kind else ""),
                "meadow.benchmarks.doze.episodes:by_level",
                kwargs={"level": _level, "kind": _kind},
            )

register_rows(ROWS, "meadow.benchmarks.doze.agents:searcher", ("doze",))

STUDIES.lazy(
    "doze",
    "meadow.benchmarks.doze.study:STUDY",
    summary="DOZE: how robots that look for things fare among people who stand, loop and roam",
)

ENVIRONMENTS["meadow/Doze-v0"] = (
    "meadow.benchmarks.doze.envs:doze_env",
    "meadow.benchmarks.doze.envs:doze_vector_env",
    500,
)

EXAMPLES += [
    "meadow eval doze --split level3 --agent doze-oracle",
    "meadow eval doze --split level1-hint --agent doze-frontier --episodes 20",
    "meadow study doze run --part level1,level2,level3 --episodes 20",
    "meadow study doze run --missing --minutes 60",
]
