"""RobustNav: how agents break under visual and dynamics corruptions, and how they resist."""

from __future__ import annotations

from meadow.benchmarks import EXAMPLES, RENAMED
from meadow.episodes import GENERATORS, SUITES
from meadow.evaluation.study import STUDIES
from meadow.tasks import TASKS

TASKS.lazy(
    "robustnav-objectnav",
    "meadow.tasks.objectnav:ObjectNav",
    summary="Find any instance of a named category, without GPS or compass.",
    kwargs={"name": "robustnav-objectnav", "gps": False},
)
GENERATORS.lazy("robustnav-objectnav", "meadow.episodes.generate:OBJECT_GOALS")
SUITES.lazy(
    "robustnav-pointnav",
    "meadow.benchmarks.robustnav.episodes:POINTNAV",
    summary="RobustNav's PointNav: 1,100 episodes in 15 homes, 300 steps",
)
SUITES.lazy(
    "robustnav-objectnav",
    "meadow.benchmarks.robustnav.episodes:OBJECTNAV",
    summary="RobustNav's ObjectNav: 1,095 episodes in 15 homes, 300 steps, no GPS",
)
STUDIES.lazy(
    "robustnav",
    "meadow.benchmarks.robustnav.study:STUDY",
    summary="how agents break under visual and dynamics corruptions, and which resist",
)
EXAMPLES += [
    "meadow eval robustnav-pointnav --agent pointnav-map --corrupt spatter@5,motion_drift",
    "meadow study robustnav run --agent pointnav-map --condition motor_failure,spatter@3+motion_drift",
    "meadow study robustnav run --part objectnav --workers 2",
]
RENAMED |= {
    "robust sweep": "study robustnav run",
    "robust tables": "study robustnav tables",
    "robust resist": "study robustnav resist",
    "robust static": "study robustnav static",
}
