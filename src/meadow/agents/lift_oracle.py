"""Lifting with the truth about where things are: shows that a suite can be solved, and what it costs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from meadow.agents import skills
from meadow.agents.oracle import OracleAgent
from meadow.geometry.camera import unproject
from meadow.protocols import Oracle
from meadow.types import Action, Brief, Observation, Pose

#: From how far the thing is gone to with the arm, metres.
NEAR = 1.6

Point3 = tuple[float, float, float]


class LiftOracle:
    """Drives to the thing by the shortest way, then lifts it by the skill that other agents have."""

    def __init__(self) -> None:
        self._driver = OracleAgent(distance=NEAR)
        self._brief = Brief(task="", goal="")
        self._skill: skills.Skill | None = None
        self._over = False
        self._points: list[Point3] = []
        """Where else the thing can be gripped."""
        self._oracle: Oracle | None = None
        self._start = Pose(0.0, 0.0)
        self._things: tuple[str, ...] = ()

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._brief, self._skill, self._over, self._points = brief, None, False, []
        self._driver.reset(brief)

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn where everything is."""
        self._oracle, self._start = oracle, oracle.pose()
        self._things = tuple(goals[-1].objects) if goals else ()
        self._driver.attach(oracle, goals)

    def trace(self) -> dict[str, str]:
        """What it is doing."""
        return {"mode": "drive" if self._skill is None else "lift"}

    def act(self, observation: Observation) -> Action:
        """Drive, then lift, then Stop."""
        assert self._oracle is not None, "attach comes first"
        if self._over:
            return Action.STOP
        pose = self._oracle.pose().relative_to(self._start)
        seen = dataclasses.replace(observation, depth=self._oracle.frames().depth, pose=pose)
        if self._skill is None:
            action = self._driver.act(observation)
            if action is not Action.STOP or self._brief.arm is None or not self._things:
                return action  # without an arm or a thing, getting there is all
            first = self._point(pose)
            self._points = sorted(self._edges(), key=lambda edge: pose.distance(*edge[:2]))
            self._skill = skills.lift(self._brief, first)
        chosen = self._skill.act(seen)
        while chosen is None and self._points and not self._lifted():
            self._skill = skills.lift(self._brief, self._points.pop(0))
            chosen = self._skill.begin(seen)
        self._over = chosen is None
        return Action.STOP if chosen is None else chosen

    def _lifted(self) -> bool:
        """Whether the skill did what it should."""
        assert self._skill is not None
        return self._skill.outcome is not None and self._skill.outcome.done

    def _edges(self) -> list[Point3]:
        """The middles of the upper edges of the thing, where its middle is out of reach."""
        assert self._oracle is not None
        item = next(o for o in self._oracle.house.objects if o.id in self._things)
        x, y, z = item.position
        c, s, top = math.cos(item.yaw), math.sin(item.yaw), z + item.size[2]
        found = []
        for u, v in ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
            a, b = 0.9 * u * item.size[0], 0.9 * v * item.size[1]
            there = Pose(x + c * a - s * b, y + s * a + c * b).relative_to(self._start)
            found.append((there.x, there.y, top))
        return found

    def _point(self, pose: Pose) -> Point3:
        """Of what is in view of the thing, the point nearest to the middle of its top; else that middle."""
        assert self._oracle is not None
        objects, frames = self._oracle.house.objects, self._oracle.frames()
        numbers = [i for i, item in enumerate(objects) if item.id in self._things]
        item = objects[numbers[0]]
        there = Pose(*item.position[:2]).relative_to(self._start)
        top = (there.x, there.y, item.position[2] + item.size[2])
        shown = np.isin(frames.ids, [1 + i for i in numbers])
        if not shown.any():
            return top
        points = unproject(self._brief.embodiment.camera, pose, frames.depth)[shown]
        x, y, z = points[int(np.linalg.norm(points - top, axis=1).argmin())].tolist()
        return (x, y, z) if math.dist((x, y, z), top) < max(item.size) else top
