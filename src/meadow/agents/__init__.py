"""Everything that drives a robot, by name. Listing the names imports no agent."""

from __future__ import annotations

from typing import Any

from meadow.registry import Registry

AGENTS: Registry[Any] = Registry("agent")

AGENTS.lazy(
    "random",
    "meadow.agents.reference:RandomAgent",
    tags=("reference",),
    summary="Draws its actions; says Stop once in a while.",
)
AGENTS.lazy(
    "forward",
    "meadow.agents.reference:ForwardAgent",
    tags=("reference",),
    summary="Drives ahead and turns when it bumps.",
)
AGENTS.lazy(
    "oracle",
    "meadow.agents.oracle:OracleAgent",
    tags=("reference", "privileged"),
    summary="Knows the home and takes the shortest way; the upper bound.",
)
AGENTS.lazy(
    "frontier-oracle",
    "meadow.agents.frontier_oracle:FrontierOracle",
    tags=("reference", "modular", "privileged"),
    summary="Explores frontiers on a map from depth; a perfect detector says where the goal is.",
)
AGENTS.lazy(
    "pointnav-map",
    "meadow.agents.pointnav_map:PointNavMap",
    tags=("modular", "pointnav"),
    summary="PointNav on a map from depth: treats unseen space as free and drives to the point.",
)
AGENTS.lazy(
    "errand-runner",
    "meadow.agents.errand_runner:ErrandRunner",
    tags=("modular", "errands", "models"),
    summary="Searches for goal after goal on one map with the embedded eyes; answers from what it saw.",
)
AGENTS.lazy(
    "errand-oracle",
    "meadow.agents.errand_oracle:ErrandOracle",
    tags=("modular", "errands", "privileged"),
    summary="The errand-runner with perfect eyes: shows what can be found and answered on the way.",
)
AGENTS.lazy(
    "lift-oracle",
    "meadow.agents.lift_oracle:LiftOracle",
    tags=("lift", "privileged"),
    summary="Knows where things are, and lifts them by the skills that every agent has.",
)
AGENTS.lazy(
    "person",
    "meadow.agents.person:PersonAgent",
    tags=("person",),
    summary="You: drives as the keys say; see meadow play.",
)
for _task in ("pointnav", "objectnav"):
    for _senses in ("depth", "rgbd", "rgb"):
        if (_task, _senses) == ("objectnav", "depth"):
            continue  # what a thing is called does not show in its depth
        AGENTS.lazy(
            f"{_task}-{_senses}",
            "meadow.policies.policy:PolicyAgent",
            tags=("policy", _task),
            summary=f"A recurrent policy from {_senses.replace('rgbd', 'rgb-d').upper()}; --option "
            "weights=FILE.onnx runs another.",
            kwargs={"weights": f"{_task}-{_senses}"},
        )
