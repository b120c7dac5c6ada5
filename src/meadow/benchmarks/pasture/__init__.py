"""CoW on PASTURE: find objects that language describes, in seven settings.

Gadre et al., "CoWs on PASTURE: Baselines and Benchmarks for Language-Driven Zero-Shot Object
Navigation", CVPR 2023. Importing this package registers the homes, suites, agents and failure classes
of the paper; ``README.md`` beside it says which file holds what.
"""

from __future__ import annotations

from meadow.agents import AGENTS
from meadow.agents.rows import register_rows
from meadow.benchmarks import EXAMPLES, RENAMED
from meadow.benchmarks.pasture.agents import ROWS
from meadow.benchmarks.pasture.task import SETTINGS
from meadow.episodes import GENERATORS, HOUSE_SCHEMES, PARTS, SUITES
from meadow.evaluation.failures import TAXONOMIES
from meadow.evaluation.study import STUDIES

HOUSE_SCHEMES.lazy("pasture", "meadow.benchmarks.pasture.homes:SCHEME")
GENERATORS.lazy("lzson", "meadow.benchmarks.pasture.episodes:GENERATOR")

SUITES.lazy(
    "pasture",
    "meadow.benchmarks.pasture.episodes:PASTURE",
    summary="find what words describe: 7 settings x 12 objects x 15 homes x 2 starts",
)
SUITES.lazy(
    "pasture-2",
    "meadow.benchmarks.pasture.episodes:PASTURE_2",
    summary="PASTURE's second revision: true relations, 672 x 672 pixels",
)
SUITES.lazy(
    "pasture-train",
    "meadow.benchmarks.pasture.episodes:PASTURE_TRAIN",
    summary="PASTURE in 15 other homes, to tune thresholds on",
)
SUITES.lazy(
    "pasture-mini",
    "meadow.benchmarks.pasture.episodes:PASTURE_MINI",
    summary="PASTURE in one home, for demos and tests",
)
SUITES.lazy(
    "robothor-objectnav",
    "meadow.benchmarks.pasture.episodes:ROBOTHOR",
    summary="the 12 categories of RoboTHOR in PASTURE's homes, 10 starts",
)
for _suite in ("pasture", "pasture-2", "pasture-train", "pasture-mini"):
    for _setting in SETTINGS:
        PARTS.lazy(
            f"{_suite}:{_setting}",
            "meadow.benchmarks.pasture.episodes:by_setting",
            kwargs={"setting": _setting},
        )
for _suite in ("pasture", "pasture-2"):
    PARTS.lazy(f"{_suite}:fixed350", "meadow.benchmarks.pasture.episodes:fixed")
PARTS.lazy("robothor-objectnav:four", "meadow.benchmarks.pasture.episodes:four_categories")

register_rows(ROWS, "meadow.benchmarks.pasture.agents:cow", ("cow", "modular"))
AGENTS.lazy(
    "cow-oracle",
    "meadow.agents.frontier_oracle:FrontierOracle",
    tags=("cow-extra", "modular", "privileged"),
    summary="A CoW with perfect detections: the bound of what perception can give.",
    kwargs={"bump_sensor": False},
)
AGENTS.lazy(
    "cow-value",
    "meadow.benchmarks.pasture.agents:cow",
    tags=("cow-extra", "modular"),
    summary="cow-owl-s whose frontiers are chosen by what the views promise.",
    kwargs={
        "localizer": "owl",
        "model": "eyes-s",
        "prompts": "plain",
        "post": "center",
        "explorer": "value",
    },
)
AGENTS.lazy(
    "cow-attributes",
    "meadow.agents.attributes:attributes_agent",
    tags=("cow-extra", "modular"),
    summary="Weighs the words of the description against all candidates seen, and looks twice.",
)

STUDIES.lazy(
    "pasture",
    "meadow.benchmarks.pasture.study:STUDY",
    summary="CoWs on PASTURE: which localizers, explorers and priors find what words describe",
)
TAXONOMIES.lazy(
    "cow", "meadow.benchmarks.pasture.endings:blame", summary="the rule of CoW's authors"
)

EXAMPLES += [
    "meadow eval pasture --split spatial-distract --agent cow-owl-s --workers 2",
    "meadow tasks show pasture",
    "meadow failures runs/pasture-cow-owl-s --by setting",
    "meadow agents show cow-owl-s",
    "meadow study pasture run --agent cow-owl-s,cow-attributes --minutes 60 --workers 2",
    "meadow study pasture run --part robothor,habitat-like --eyes eyes-s",
    "meadow study pasture run --agent cow-owl-s --eyes yolo-world:m.onnx --episodes 100",
]
RENAMED |= {
    "pasture bench": "study pasture run",
    "pasture tables": "study pasture tables",
    "stats pasture": "study pasture stats",
}
