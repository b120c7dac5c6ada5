"""A wrapper that lets any agent notice what its wheels really do, and make the best of it.

No GPS is used: successive depth images tell how the robot moved (``mapping.egomotion``). From that the
wrapper learns, within an episode,

- dead rotations: it then turns the other way round, which leads to the same heading;
- how long steps, how wide turns and in which direction drives truly are. An agent without GPS is given
  the pose that follows; one with a method ``recalibrate(body)`` is told of the body that it has.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meadow.errors import MeadowError
from meadow.mapping.egomotion import Ego, Scan, Search
from meadow.mapping.odometry import advance
from meadow.types import Action, Brief, Embodiment, Observation, Pose, wrap_angle

LEFT, RIGHT, AHEAD = Action.ROTATE_LEFT, Action.ROTATE_RIGHT, Action.MOVE_AHEAD
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
#: A rotation is dead that turned by less than this share, so many times without an exception.
DEAD_SHARE, DEAD_TIMES = 0.2, 2
#: So many measurements make an estimate, and so many of the last ones are used.
FEWEST, KEPT = 3, 15
#: What is measured within this of what is expected only confirms it, metres and radians.
CLOSE, CLOSE_TURN = 0.04, math.radians(3.0)
#: A body that differs by less is not worth telling, as a share.
WORTH_TELLING = 0.1


class SelfCalibrating:
    """An agent whose actions are watched, and translated when they do not do what they should."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def reset(self, brief: Brief) -> None:
        """Trust the body again."""
        self._agent.reset(brief)
        self._body = brief.embodiment
        self._measured: dict[Action, list[Ego]] = {AHEAD: [], LEFT: [], RIGHT: []}
        self._dead: Action | None = None
        self._last: Action | None = None
        self._scan: Scan | None = None
        self._pose = Pose(0.0, 0.0)
        self._told = self._body

    def pursue(self, brief: Brief) -> None:
        """Begin the next leg with the body as it is known by now."""
        begin = getattr(self._agent, "pursue", self._agent.reset)
        begin(brief)
        self._tell()

    def thinking(self) -> float:
        """World time that the inner agent took to choose, in seconds."""
        return float(self._agent.thinking()) if hasattr(self._agent, "thinking") else 0.0

    def answer(self, question: str) -> str:
        """The agent's answer; none from an agent that cannot be asked."""
        said: str = self._agent.answer(question) if hasattr(self._agent, "answer") else ""
        return said

    def attach(self, oracle: Any, goals: Sequence[Any]) -> None:
        """Hand the oracle on to a privileged agent."""
        self._agent.attach(oracle, goals)

    def act(self, observation: Observation) -> Action:
        """Watch what the last action did, then let the agent choose and translate its choice."""
        self._watch(observation)
        if observation.pose is None:
            observation = dataclasses.replace(observation, pose=self._pose)
        wanted = self._agent.act(observation)
        self._last = OTHER[wanted] if wanted == self._dead else Action(wanted)
        return self._last

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent says, and what is known of the wheels."""
        said = dict(getattr(self._agent, "trace", dict)())
        body = self.estimate()
        dead = str(self._dead) if self._dead else None
        return {**said, "dead": dead, "step": round(body.step, 3), "turn": round(body.turn, 4)}

    def estimate(self) -> Embodiment:
        """The body as its motions show it; nominal where too little was measured."""
        step, turn = self._body.step, self._body.turn
        moves = self._measured[AHEAD]
        if len(moves) >= FEWEST:
            step = max(0.01, float(np.median([math.hypot(m.ahead, m.left) for m in moves])))
        turns = [abs(m.turn) for a in (LEFT, RIGHT) if a != self._dead for m in self._measured[a]]
        if len(turns) >= FEWEST:
            turn = max(math.radians(1.0), float(np.median(turns)))
        return dataclasses.replace(self._body, step=step, turn=turn)

    def drift(self) -> float:
        """How far drives go to the left of the heading, radians."""
        moves = self._measured[AHEAD]
        if len(moves) < FEWEST:
            return 0.0
        return float(np.median([math.atan2(m.left, max(m.ahead, 1e-6)) for m in moves]))

    def _watch(self, observation: Observation) -> None:
        """Measure the last action and bring pose and estimates up to date."""
        last, before = self._last, self._scan
        pitch = observation.pose.pitch if observation.pose else self._pose.pitch
        if last in (Action.LOOK_UP, Action.LOOK_DOWN) and observation.moved:
            pitch = advance(self._pose, last, self._body).pitch
        if observation.depth is None:
            raise MeadowError("self-calibration needs depth: run a robot with a depth camera")
        self._scan = Scan(observation.depth, self._body.camera, pitch)
        ego = None
        if last in self._measured and before is not None and observation.moved:
            ego = before.motion_to(self._scan, self._search(last), self._expected(last))
            if ego is not None:
                self._learn(last, ego)
        self._pose = dataclasses.replace(self._moved(last, observation.moved, ego), pitch=pitch)

    def _search(self, action: Action) -> Search:
        """Twice the nominal motion either way; a drive may turn and a rotation shift a little."""
        step, turn = self._body.step, self._body.turn
        if action == AHEAD:
            return Search((0.0, 2.0 * step), (-0.6 * step, 0.6 * step), (-0.4, 0.4))
        return Search((-0.05, 0.05), (-0.05, 0.05), (-1.7 * turn, 1.7 * turn))

    def _learn(self, action: Action, ego: Ego) -> None:
        known = self._measured[action]
        known.append(ego)
        del known[:-KEPT]
        if action != AHEAD and len(known) >= DEAD_TIMES and self._dead is None:
            still = all(abs(m.turn) < DEAD_SHARE * self._body.turn for m in known[-DEAD_TIMES:])
            self._dead = action if still else None
        self._tell()

    def _tell(self) -> None:
        """Tell an agent that wants to know when its body has become another one."""
        body, told = self.estimate(), self._told
        apart = abs(body.step / told.step - 1.0), abs(body.turn / told.turn - 1.0)
        if max(apart) > WORTH_TELLING and hasattr(self._agent, "recalibrate"):
            self._agent.recalibrate(body)
            self._told = body

    def _expected(self, action: Action) -> Ego:
        body = self.estimate()
        if action == self._dead:
            return Ego(0.0, 0.0, 0.0)
        if action == AHEAD:
            drift = self.drift()
            return Ego(body.step * math.cos(drift), body.step * math.sin(drift), 0.0)
        return Ego(0.0, 0.0, body.turn if action == LEFT else -body.turn)

    def _moved(self, last: Action | None, moved: bool, ego: Ego | None) -> Pose:
        """The pose after an action: what is expected of it unless a measurement contradicts."""
        if last not in self._measured or not moved:
            return self._pose
        motion = self._expected(last)
        if ego is not None and not _alike(ego, motion):
            motion = ego
        cos, sin = math.cos(self._pose.yaw), math.sin(self._pose.yaw)
        return Pose(
            self._pose.x + cos * motion.ahead - sin * motion.left,
            self._pose.y + sin * motion.ahead + cos * motion.left,
            wrap_angle(self._pose.yaw + motion.turn),
        )


def _alike(a: Ego, b: Ego) -> bool:
    apart = math.hypot(a.ahead - b.ahead, a.left - b.left)
    return apart <= CLOSE and abs(wrap_angle(a.turn - b.turn)) <= CLOSE_TURN
