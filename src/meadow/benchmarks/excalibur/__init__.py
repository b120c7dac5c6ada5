"""EXCALIBUR: explore a home, answer twenty questions about it, go back in, answer again.

Zhu et al., "EXCALIBUR: Encouraging and Evaluating Embodied Exploration", CVPR 2023. Importing this package
registers the homes, suites, metrics, agents and the task of the paper; ``README.md`` beside it says which
file holds what.
"""

from __future__ import annotations

from meadow.agents.rows import register_rows
from meadow.benchmarks import ENVIRONMENTS, EXAMPLES
from meadow.benchmarks.excalibur.agents import ROWS
from meadow.episodes import GENERATORS, HOUSE_SCHEMES, SUITES
from meadow.evaluation.study import STUDIES
from meadow.learning.policy import FURTHER_PRESETS
from meadow.metrics import METRICS
from meadow.tasks import TASKS
from meadow.tasks.probes import PROBES

TASKS.lazy(
    "excalibur",
    "meadow.benchmarks.excalibur.task:ExploreAndAnswer",
    summary="Explore a home, answer questions about it, go back in, and answer again.",
)
PROBES.lazy(
    "evidence",
    "meadow.benchmarks.excalibur.evidence:EvidenceProbe",
    summary="In an exam, for each question whether what was seen and lifted decides it: 1 or 0.",
)
GENERATORS.lazy("excalibur", "meadow.benchmarks.excalibur.episodes:GENERATOR")
HOUSE_SCHEMES.lazy("architect", "meadow.benchmarks.excalibur.homes:SCHEME")
for _name, _attribute, _summary in (
    ("excalibur", "EXCALIBUR", "explore and answer 20 questions: 60 of the 1,000 homes to tune on"),
    ("excalibur-test", "EXCALIBUR_TEST", "the same in 60 of the 1,000 homes to test in"),
    ("excalibur-val-full", "EXCALIBUR_VAL_FULL", "all 1,000 homes to tune on"),
    ("excalibur-test-full", "EXCALIBUR_TEST_FULL", "all 1,000 homes to test in"),
    ("excalibur-train", "EXCALIBUR_TRAIN", "10,000 homes to learn in"),
    ("excalibur-architect", "EXCALIBUR_ARCHITECT", "3 episodes in each of 9 homes drawn by hand"),
    ("excalibur-practice", "EXCALIBUR_PRACTICE", "3 episodes in a tenth, for people to practise"),
    ("excalibur-mini", "EXCALIBUR_MINI", "two small homes and 8 questions, for demos and tests"),
):
    SUITES.lazy(_name, f"meadow.benchmarks.excalibur.episodes:{_attribute}", summary=_summary)

_RATE = ("rate", "episode", "special")
for _name, _function, _tags, _summary in (
    (
        "acc_exp",
        "acc_exp",
        (*_RATE, "headline"),
        "Share of questions answered right after exploring.",
    ),
    ("acc_ref", "acc_ref", (*_RATE, "headline"), "The same after going back in."),
    (
        "exqa",
        "exqa_score",
        (*_RATE, "headline"),
        "acc_exp plus the discounted gain of going back in.",
    ),
    ("t3", "t3", _RATE[1:], "Actions before Stop, after going back in."),
    (
        "grounded_exp",
        "grounded_exp",
        _RATE,
        "acc_exp of answers that evidence from the run decides.",
    ),
    ("grounded_ref", "grounded_ref", _RATE, "The same after going back in."),
    ("area", "area", _RATE[1:], "Square metres around where the robot has been while exploring."),
    ("objects_seen", "objects_seen", _RATE[1:], "Things that were in view while exploring."),
    ("opened", "opened", _RATE[1:], "Things that were opened while exploring."),
    ("lifted", "lifted", _RATE[1:], "Things that were lifted while exploring."),
):
    _target = f"meadow.benchmarks.excalibur.metrics:{_function}"
    METRICS.lazy(_name, _target, tags=_tags, summary=_summary)

register_rows(ROWS, "meadow.benchmarks.excalibur.surveyors:surveyor", ("excalibur",))
for _name, _attribute in (("novelty", "NOVELTY"), ("qa", "QA"), ("novelty+qa", "NOVELTY_QA")):
    FURTHER_PRESETS.lazy(
        f"excalibur-{_name}",
        f"meadow.benchmarks.excalibur.training:{_attribute}",
        summary=f"explore and answer, rewarded by {_name}",
    )
STUDIES.lazy(
    "excalibur",
    "meadow.benchmarks.excalibur.study:STUDY",
    summary="who can answer questions about a home after exploring it, and after going back in",
)

ENVIRONMENTS["meadow/Excalibur-v0"] = (
    "meadow.benchmarks.excalibur.envs:ExcaliburEnv",
    "meadow.benchmarks.excalibur.envs:ExcaliburVectorEnv",
    12_500,
)

EXAMPLES += [
    "meadow eval excalibur --split test --agent surveyor-oracle-eyes",
    "meadow eval excalibur-mini --agent oracle-memory",
]
