"""One agent for all modular baselines: mapper, seeker, explorer and planner in a mode machine.

    spin -> explore -> approach -> stop

Variants are parameters, never subclasses: another localizer, seeker or explorer makes another agent.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.agents.glances import GlancePolicy
from meadow.agents.modular_seek import (
    EpisodeSeeker,
    GlancingSeeker,
    Localizer,
    ScoreSeeker,
    Seeker,
)
from meadow.exploration import EXPLORERS
from meadow.exploration.protocol import Explorer, Point
from meadow.grounding.look import Looks, wanted_by
from meadow.mapping.goal_map import GoalBelief, GoalMap, confidence_layer, floor_layer
from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap
from meadow.mapping.odometry import Odometry, StillTest
from meadow.mapping.people import PeopleTracker
from meadow.mapping.state import AgentState
from meadow.planning.drive import Driver
from meadow.planning.follow import turn_towards
from meadow.planning.give_way import GiveWay
from meadow.types import Action, Array, Brief, Detections, Observation, Pose, empty_detections

#: A cell from which the goal could not be seen rules out its neighbours up to this far, metres.
TRIED_RADIUS = 0.2
#: Two steps that end no farther from each other than this are the same, metres.
SAME_PLACE = 0.1
#: From so many places a goal is looked for in vain before it is set aside.
MOST_TRIES = 5
#: So many places without a way are set aside in one step, when nothing is left to explore.
MOST_AT_LAST = 10
#: Places are tried first that lie no more than this aside of where the goal was seen from, radians.
ASIDE = math.radians(40.0)
#: Factor of the depth range for each restart, and its minimum in metres.
CLOSER, CLOSEST = 0.5, 1.5


class ModularAgent:
    """Explores until the goal is believed to be somewhere, drives near it, faces it and stops."""

    def __init__(
        self,
        localizer: Localizer | None = None,
        *,
        threshold: float = 0.5,
        confirm_share: float | None = None,
        min_share: float = 0.0,
        seeker: Seeker | None = None,
        explorer: Explorer | str = "frontier",
        explorer_options: Mapping[str, Any] | None = None,
        stop_distance: float = 0.95,
        close_distance: float | None = None,
        bump_sensor: bool = True,
        lock_heading: bool = True,
        still: StillTest | Mapping[str, float] | None = None,
        restarts: int = 4,
        glances: int | GlancePolicy = 0,
        people: PeopleTracker | str | None = None,
        give_way: GiveWay | None = None,
        map: OccupancyConfig | Mapping[str, Any] | None = None,
        memory: GoalMap | None = None,
    ) -> None:
        """Put an agent together.

        Args:
            localizer: Finds the goal in frames.
            threshold: Pixels at least this confident are taken for the goal.
            confirm_share: Stop only while the goal fills this share of the frame; None believes the map.
            min_share: Smaller detections are ignored, as a share of the frame.
            seeker: Decides from frames where the goal is, instead of the four above.
            explorer: Where to look next: a registered name or an explorer.
            explorer_options: For an explorer given by name.
            stop_distance: From how near to stop, metres on the floor.
            close_distance: Drive nearer than that, to this distance, where there is room.
            bump_sensor: Whether the robot is told that a step was refused; else depth must show it.
            lock_heading: Whether walls put the heading right that turns without a compass lose.
            still: How depth shows it; like the map also by its parameters, e.g. {"mean": 0.05}.
            restarts: How often to explore anew, looking closer, before it gives up and stops.
            glances: How many parts of a frame to look at closely, at most, where the camera has more
                pixels than the model sees at once; or the policy that chooses them.
            people: What tracks people, or the model by which to track them; they are left out of the map.
            give_way: How the robot drives among the people that it tracks; else it minds walls alone.
            map: Parameters of the map; the body's size is filled in.
            memory: What remembers all frames and is asked for each goal; seeker and explorer share it.
        """
        self.seeker = seeker or _score_seeker(localizer, threshold, confirm_share, min_share)
        self._faces = bool(getattr(self.seeker, "faces", True))
        self.memory = memory
        self.stop_distance = stop_distance
        self.close_distance = close_distance
        self.restarts = restarts
        self._config = map if isinstance(map, OccupancyConfig) else OccupancyConfig(**map or {})
        if not isinstance(still, StillTest):
            still = StillTest(**still or {})
        self._odometry = Odometry(None if bump_sensor else still, lock_heading=lock_heading)
        self.glances = _policy(glances)
        self.people = PeopleTracker(people) if isinstance(people, str) else people
        self.give_way = give_way
        self.explorer = _explorer(explorer, explorer_options or {})

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._body = brief.embodiment
        self._odometry.reset()
        self.explorer.reset(brief)
        if self.people is not None:
            self.people.reset()
        if self.give_way is not None:
            self.give_way.reset()
        if self.memory is not None:
            self.memory.reset()
        self._state: AgentState | None = None
        if isinstance(self.seeker, EpisodeSeeker):
            self.seeker.forget()
        self._last: Action | None = None
        self._asked: Looks | None = None
        """Looks at a frame that somebody asked for before it was acted on."""
        self._begin(brief)
        self._start_over(self._config.max_depth)

    def pursue(self, brief: Brief) -> None:
        """Search for the next goal of an episode.

        Map, pose, tracked people and struck frontiers are kept; what belongs to the goal before is not.
        """
        if hasattr(self.explorer, "pursue"):
            self.explorer.pursue(brief)
        else:
            self.explorer.reset(brief)
        self._begin(brief)
        self._map.clear_goal()

    def _begin(self, brief: Brief) -> None:
        """Forget what belongs to a goal, and read the next one."""
        self._brief = brief
        self._driver = Driver(self._body)
        self._seeks = brief.kind == "search"
        if self.memory is not None:
            self.memory.seek(brief)
        if self._seeks:
            self.seeker.reset(brief, self.stop_distance)
        self._wanted = wanted_by((self.seeker, self.explorer, self.people, self.memory))
        self._looks: Looks | None = None
        self._glances = 0
        if self.glances is not None:
            self.glances.reset()
        self._mode = "spin"
        self._tried = np.zeros((0, 2))
        self._left = self.restarts

    def _start_over(self, max_depth: float) -> None:
        """An empty map and a spin: at the start, and to look closer when no frontier is left."""
        config = dataclasses.replace(self._config, max_depth=max_depth)
        self._map = OccupancyMap(config.fitted(self._body))
        self._bumps: list[Point] = []
        unseen = 2 * math.pi - self._body.camera.hfov
        self._spin_left = math.ceil(unseen / self._body.turn - 1e-6) if self.explorer.spins else 0

    def act(self, observation: Observation) -> Action:
        """Sense, choose a mode, move."""
        state = self._sense(observation)
        if self.memory is not None:
            self.memory.observe(state)
            self._state = state
        if self._seeks:
            self._glances = self._glance(state)
            if self.seeker.see(state):
                return self._do("stop", Action.STOP)
        self.explorer.observe(state)
        for choose in (self._approach, self._spin, self._explore):
            action = choose(state)
            if action is not None:
                return self._mind_people(state, action)
        action = self._approach_at_last(state)
        if action is not None:
            return action
        if not self._left:
            # Where Stop is not allowed there is nothing left to do but to look around.
            stops = Action.STOP in self._brief.actions
            return self._do("give up", Action.STOP if stops else Action.ROTATE_LEFT)
        self._left -= 1
        self._start_over(max(CLOSEST, CLOSER * self._map.config.max_depth))
        if self._seeks:
            self.seeker.start_over()
        self.explorer.start_over()
        return self._do("spin", Action.ROTATE_LEFT)

    def looks_at(self, observation: Observation) -> Looks:
        """The looks at a frame that it will act on next, for others who ask the same models about it."""
        if self._asked is None or self._asked.image is not observation.rgb:
            self._asked = Looks(observation.rgb, wanted=self._wanted, camera=self._body.camera)
        return self._asked

    def pose_at(self, observation: Observation) -> Pose:
        """Where the robot takes itself to be in a frame that it will act on next."""
        return self._odometry.expected(self._last, observation, self._body)

    def instead(self, action: Action) -> Action:
        """Take another action than the one that it chose last."""
        self._driver.forget()
        return self._do(self._mode, action)

    @property
    def pose(self) -> Pose:
        """Where the robot takes itself to be, from where it started."""
        return self._odometry.pose

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about."""
        said = {"mode": self._mode, **(self.seeker.trace() if self._seeks else {})}
        if self.people is not None:
            said["people"] = float(len(self.people.people))
        return {**said, "glances": float(self._glances)} if self.glances is not None else said

    def glanced(self) -> list[Array]:
        """For films: the parts of the last frame that were looked at closely, as x0, y0, x1, y1."""
        if self.glances is None or not self._glances:
            return []
        return [np.asarray(box, np.float64) for box in self.glances.boxes]

    def expected_ways(self) -> list[Array]:
        """For films: ways that tracked people may take, each (N, 2) in metres from the start pose."""
        if self.people is None or not self.people.people:
            return []
        if self.give_way is None or self.give_way.forecast is None:
            return [np.array([[person.x, person.y]]) for person in self.people.people]
        ways = self.give_way.forecast.paths(self.give_way.courtesy.horizon)
        return [way[: self._known_length(way)] for way in ways]

    def _known_length(self, way: Array) -> int:
        """How many places of a way lie on floor that the map knows; the first one always counts."""
        cells = self._map.cells_of(way[1:])
        inside = np.asarray(((cells >= 0) & (cells < self._map.grid.shape)).all(axis=1))
        i, j = np.where(inside[:, None], cells, 0).T
        known = inside & (self._map.grid[i, j] == FREE)
        return 1 + (len(known) if known.all() else int(np.argmin(known)))

    def belief(self) -> GoalBelief:
        """For those who look on: what its map and its memory know about the goal.

        Without a memory it is how sure detections made each place.
        """
        said = self.seeker.trace() if self._seeks else {}
        x, y = said.get("goal_x"), said.get("goal_y")
        goal = (x, y) if isinstance(x, float) and isinstance(y, float) else None
        if self.memory is not None:
            layers = self.memory.layers(self._state) if self._state is not None else []
        else:
            sure = confidence_layer(self._map)
            layers = [] if sure is None else [sure]
        phase = str(said.get("phase") or "")
        return GoalBelief(layers, goal, self.pose, phase, floor_layer(self._map))

    def sightings(self, observation: Observation) -> Detections:
        """For films: what the agent's eyes fire at in a frame; the last one is not looked at again."""
        if not self._seeks:
            return empty_detections()
        looks = self._looks if self._looks and self._looks.image is observation.rgb else None
        return self.seeker.sightings(observation, looks)

    def _sense(self, observation: Observation) -> AgentState:
        """Where the robot is now and what the map has become."""
        assert observation.depth is not None, "modular agents need depth"
        before = self._odometry.pose
        pose = self._odometry.update(self._last, observation, self._body)
        refused = self._last if self._odometry.refused else None
        ahead = _ahead(before, self._body.step)
        if refused == Action.MOVE_AHEAD:
            self._bump(*ahead)
        camera = self._body.camera
        self._looks, self._asked = self.looks_at(observation), None
        depth = observation.depth
        if self.people is not None:
            depth = self.people.update(self._looks, depth, camera, pose)
        self._map.update(depth, camera, pose)
        for person in self.people.people if self.people is not None else ():
            if not person.unseen:
                self._map.stand_at(
                    person.x, person.y
                )  # else there would be frontiers around people
        cost = self._map.cost(pose)
        self._bound_for: NDArray[np.int64] | None = None
        state = AgentState(observation, pose, self._body, self._map, cost, refused, self._looks)
        if self.give_way is None or self.people is None:
            return state
        return dataclasses.replace(state, cost=self.give_way.cost(state, self.people.people))

    def _bump(self, x: float, y: float) -> None:
        """Where the robot was refused to go it does not fit, unless it was a person who was there.

        Whoever is near the second time is not to blame: else it would try the same step for ever.
        """
        again = any(math.hypot(x - u, y - v) < SAME_PLACE for u, v in self._bumps)
        if again or not (self.people and self.people.near(x, y)):
            self._map.forbid(x, y)
        else:
            self._bumps.append((x, y))

    def _mind_people(self, state: AgentState, action: Action) -> Action:
        """What to do instead of an action that would bring the robot too near to people."""
        if self.give_way is None or self.people is None or action is Action.STOP:
            return action
        chosen = self.give_way.choose(state, self.people.people, action, self._bound_for)
        if chosen is action:
            return action
        self._driver.forget()
        return self._do("give way", chosen)

    def _glance(self, state: AgentState) -> int:
        """Look closely at what may be the goal; returns how many parts of the frame that were."""
        if self.glances is None or not isinstance(self.seeker, GlancingSeeker):
            return 0
        doubtful = self.seeker.doubtful(state)
        if doubtful is None:
            return 0
        look, boxes = doubtful
        return self.glances.glance(state, look, boxes)

    def _do(self, mode: str, action: Action) -> Action:
        self._mode, self._last = mode, action
        return action

    def _approach(self, state: AgentState) -> Action | None:
        """Drive to where the goal should be near enough, face it; if it is not there, elsewhere."""
        if not self._seeks:
            return None
        for _ in range(3):
            goal = self.seeker.goal(state)
            if goal is None:
                return None
            for within in (self.close_distance, self.stop_distance):
                if within is None:
                    continue
                action = self._drive("approach", state, self._places_near(goal, state.cost, within))
                if action is not None:
                    return action
            away = np.hypot(*(goal[:, :2] - (state.pose.x, state.pose.y)).T).min()
            if away > self.stop_distance:
                x, y, _ = np.median(goal, axis=0)
                action = self._explore(state, (float(x), float(y)))
                if action is not None:
                    return action
                break
            action = self._face(state.pose, goal) if self._faces else None
            if action is not None:
                return action
            if self.seeker.arrived(state):
                return self._do("stop", Action.STOP)
            self._tried = np.concatenate([self._tried, [(state.pose.x, state.pose.y)]])
            if (_nearest(self._tried, goal[:, :2]) <= self.stop_distance).sum() >= MOST_TRIES:
                self._tried = np.zeros((0, 2))
                break
        self.seeker.set_aside(state)
        return None

    def _approach_at_last(self, state: AgentState) -> Action | None:
        """Drive to a place that the seeker names when nothing is left to explore, if one has a way."""
        for _ in range(MOST_AT_LAST):
            seeker = self.seeker
            if not (self._seeks and isinstance(seeker, EpisodeSeeker) and seeker.exhausted(state)):
                return None
            action = self._approach(state)
            if action is not None:
                return self._mind_people(state, action)
        return None

    def _face(self, pose: Pose, goal: Array) -> Action | None:
        """Turn and tilt the camera to the goal; None when it looks there already."""
        x, y, z = np.median(goal, axis=0)
        turn = turn_towards(pose, float(x), float(y), self._body)
        if turn is not None:
            return self._do("approach", turn)
        rise = math.atan2(z - self._body.camera.elevation, math.hypot(x - pose.x, y - pose.y))
        off = rise - pose.pitch - self._body.camera.pitch
        tilt = Action.LOOK_UP if off > 0 else Action.LOOK_DOWN
        if abs(off) <= 0.6 * self._body.tilt or tilt not in self._brief.actions:
            return None
        return self._do("approach", tilt)

    def _places_near(
        self, goal: Array, cost: NDArray[np.float32], within: float
    ) -> NDArray[np.int64]:
        """Untried cells from which the goal would be near enough and not below the view."""
        cell = self._map.config.cell
        spread = within - 0.25 * cell
        around = np.unique(self._map.cells_of(goal[:, :2]), axis=0)
        low = np.maximum(around.min(axis=0) - round(spread / cell), 0)
        high = np.minimum(around.max(axis=0) + round(spread / cell) + 1, cost.shape)
        cells = np.argwhere(np.isfinite(cost[low[0] : high[0], low[1] : high[1]])) + low
        centres = self._map.centres_of(cells)
        away = _nearest(centres, self._map.centres_of(around))
        fresh = _nearest(centres, self._tried) > TRIED_RADIUS
        fit = (away <= spread) & (away >= self._blind_zone(goal)) & fresh
        in_line = fit & self._in_line(centres, goal)
        places: NDArray[np.int64] = cells[in_line if in_line.any() else fit]
        return places

    def _in_line(self, places: Array, goal: Array) -> NDArray[np.bool_]:
        """Which places lie where the goal was seen from: others may have something before it."""
        if self.seeker.seen_from is None:
            return np.ones(len(places), bool)
        middle = np.median(goal[:, :2], axis=0)
        x, y = (places - middle).T
        u, v = self.seeker.seen_from - middle
        near: NDArray[np.bool_] = np.abs(np.arctan2(u * y - v * x, u * x + v * y)) <= ASIDE
        return near

    def _blind_zone(self, goal: Array) -> float:
        """How near the goal sinks below the view of a camera that cannot be tilted, metres."""
        camera = self._body.camera
        if Action.LOOK_DOWN in self._brief.actions or not self._faces:
            return 0.0
        down = math.atan2(0.5 * camera.height, camera.focal) - camera.pitch
        drop = camera.elevation - float(np.median(goal[:, 2]))
        return min(0.9 * self.stop_distance, max(0.0, drop / math.tan(down)))

    def _spin(self, state: AgentState) -> Action | None:
        if not self._spin_left:
            return None
        self._spin_left -= 1
        return self._do("spin", Action.ROTATE_LEFT)

    def _explore(self, state: AgentState, towards: Point | None = None) -> Action | None:
        for _ in range(20):
            choice = self.explorer.choose(state, towards)
            if choice is None:
                return None
            if isinstance(choice, Action):
                return self._do("explore", choice)
            action = self._drive("explore", state, np.array([self._map.cell_of(*choice)]))
            if action is not None:
                return action
            self.explorer.strike()
        return None

    def _drive(self, mode: str, state: AgentState, places: NDArray[np.int64]) -> Action | None:
        """One step towards the nearest of some cells; None when it cannot get nearer."""
        action = self._driver.towards(mode, state, places)
        if action is None:
            return None
        self._bound_for = places
        if abs(state.pose.pitch) > self._body.tilt / 2:
            action = Action.LOOK_UP if state.pose.pitch < 0 else Action.LOOK_DOWN
            self._driver.forget()
        return self._do(mode, action)


def _score_seeker(
    localizer: Localizer | None, threshold: float, confirm_share: float | None, min_share: float
) -> ScoreSeeker:
    """The seeker of an agent that is given a localizer."""
    assert localizer is not None, "a modular agent needs a localizer or a seeker"
    return ScoreSeeker(
        localizer, threshold=threshold, confirm_share=confirm_share, min_share=min_share
    )


def _explorer(explorer: Explorer | str, options: Mapping[str, Any]) -> Explorer:
    """An explorer by name or as it is."""
    if not isinstance(explorer, str):
        return explorer
    made: Explorer = EXPLORERS.make(explorer, **options)
    return made


def _policy(glances: int | GlancePolicy) -> GlancePolicy | None:
    """A policy by the number of glances in a frame, or as it is."""
    if isinstance(glances, GlancePolicy):
        return glances
    return GlancePolicy(most=glances) if glances else None


def _ahead(pose: Pose, distance: float) -> tuple[float, float]:
    return pose.x + distance * math.cos(pose.yaw), pose.y + distance * math.sin(pose.yaw)


def _nearest(points: Array, others: Array) -> NDArray[np.float64]:
    """Distance from each of (N, 2) points to the nearest of the others; inf without others."""
    if not len(others):
        return np.full(len(points), np.inf)
    offset = points[:, None] - others[None]
    nearest: NDArray[np.float64] = np.hypot(offset[..., 0], offset[..., 1]).min(axis=1)
    return nearest
