"""Driving among people: a search over poses and time that keeps clear of where they will be.

A map of walls says nothing about who walks. Around the robot, for the next steps, this search knows where
each tracked person may be at each step and what being near would cost; beyond that the cost to go of the
ordinary planner leads on. Turning on the spot is how a robot without a brake waits, so waiting, walking
around somebody and stepping aside are one search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.mapping.occupancy import OCCUPIED, OccupancyMap
from meadow.mapping.people import TrackedPerson
from meadow.mapping.state import AgentState
from meadow.planning.drive import GREED, TURN_PRICE, crossing, value_at
from meadow.planning.grid import CostToGo
from meadow.types import Action, Pose

F64 = NDArray[np.float64]

_ACTIONS = (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)
#: Poses closer together than this share of a step, at the same heading and time, are taken as one.
SAME = 0.4
#: How many poses are kept for each moment.
BREADTH = 4000
#: How much less likely forecasts are for each step since a person was seen.
TRUST = 0.95
#: From so many detections on it is known whether somebody walks.
KNOWN = 3
#: Who is somewhere with this likelihood or more is an obstacle there.
LIKELY = 0.45
#: How much better another action must be than the one that was planned before, in steps.
HABIT = 0.3


@dataclass(frozen=True, kw_only=True)
class Courtesy:
    """How a robot behaves among people."""

    radius: float = 0.25
    """Of a person, metres."""
    gap: float = 0.2
    """Nearer than this to a person the robot must not be, metres between the discs..."""
    margin: float = 0.12
    """...and it stays this much farther off where it can, metres..."""
    spread: float = 0.04
    """...and by so much more for each step that a walk lies ahead, metres."""
    horizon: int = 12
    """How many steps a forecast covers."""
    reach: float = 3.0
    """People who come no nearer than this within the forecast are left alone, metres."""
    price: float = 10.0
    """What a step nearer than the gap costs, in steps."""
    shell: float = 1.0
    """Who walks, or did so lately, may turn: nearer than this the robot is ill at ease, metres..."""
    unease: float = 0.15
    """...by this share of the price at the gap, less with distance."""
    room: float = 0.6
    """Around people the robot takes another way if it is not much longer, metres between the discs..."""
    detour: float = 4.0
    """...where crossing a cell costs this much more."""
    patience: int = 12
    """Steps of waiting after which it begins to squeeze past."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Where people may be in the next steps."""

    paths: F64
    """(K, T + 1, 2) places in metres, from now on; a person may have several."""
    weights: F64
    """(K,) how likely each is."""
    lively: F64
    """(K,) 1 for people who walk, less for those who have stood for long."""
    walks: NDArray[np.bool_]
    """(K,) whether it is a walk; else the person stays."""


def forecast(
    people: Sequence[TrackedPerson], map: OccupancyMap, steps: int, robot: Pose, touch: float
) -> Forecast:
    """Each person goes on as before, as far as the map is free, or stays; who just stopped may go on.

    Somebody whose way leads over the robot may also wait there, ``touch`` metres from its middle.
    """
    paths: list[F64] = []
    weights: list[float] = []
    lively: list[float] = []
    walks: list[bool] = []

    def add(path: F64, weight: float, walk: bool) -> None:
        if weight > 0.0:
            paths.append(path)
            weights.append(weight * TRUST**person.unseen)
            lively.append(life)
            walks.append(walk)

    for person in people:
        walking, resuming = _odds(person)
        life = 0.95**person.still if any(person.way) or person.detections < KNOWN else 0.3
        add(np.repeat([[person.x, person.y]], steps + 1, axis=0), 1.0 - walking, False)
        for velocity, odds in (((person.vx, person.vy), walking), (person.way, resuming)):
            path = _ahead(person, velocity, map, steps)
            waits = _until(path, robot, touch)
            share = 0.5 if waits is not None else 0.0
            add(path, (1.0 - share) * odds, True)
            if waits is not None:
                add(waits, share * odds, True)
    shaped = np.array(paths).reshape(-1, steps + 1, 2)
    return Forecast(shaped, np.array(weights), np.array(lively), np.array(walks, bool))


def _until(path: F64, robot: Pose, touch: float) -> F64 | None:
    """The way of somebody who waits before the robot; None for a way that does not lead there."""
    near = np.hypot(path[:, 0] - robot.x, path[:, 1] - robot.y) < touch
    if near[0] or not near.any():
        return path[:1].repeat(len(path), axis=0) if near[0] else None
    first = int(np.argmax(near))
    waits = path.copy()
    waits[first:] = path[first - 1]
    return waits


def _odds(person: TrackedPerson) -> tuple[float, float]:
    """How likely a person walks on at the present velocity, or takes up the former one again."""
    if not person.stands:
        return 0.8, 0.0
    return 0.0, 0.5 * 0.9**person.still if any(person.way) else 0.0


def _ahead(
    person: TrackedPerson, velocity: tuple[float, float], map: OccupancyMap, steps: int
) -> F64:
    """A straight way that ends before the first obstacle of the map."""
    times = np.arange(steps + 1)[:, None]
    path: F64 = np.array([person.x, person.y]) + times * np.array(velocity)
    cells = map.cells_of(path)
    inside = ((cells >= 0) & (cells < map.grid.shape)).all(axis=1)
    clamped = np.clip(cells, 0, np.array(map.grid.shape) - 1)
    blocked = inside & (map.grid[clamped[:, 0], clamped[:, 1]] == OCCUPIED)
    blocked[0] = False
    if blocked.any():
        first = int(np.argmax(blocked))
        path[first:] = path[first - 1]
    return path


class GiveWay:
    """Changes what a robot was about to do where people would be too near."""

    def __init__(self, courtesy: Courtesy | None = None) -> None:
        self.courtesy = courtesy or Courtesy()
        self.reset()

    def reset(self) -> None:
        """Another episode."""
        self._waited = 0
        self._plan: list[Action] = []
        self.path: F64 = np.zeros((0, 2))
        """Where the robot means to be in the next steps; empty while nobody is near."""
        self.forecast = Forecast(np.zeros((0, 1, 2)), np.zeros(0), np.zeros(0), np.zeros(0, bool))

    def cost(self, state: AgentState, people: Sequence[TrackedPerson]) -> NDArray[np.float32]:
        """The costs of cells with those around people who stand."""
        cost, c = state.cost.copy(), self.courtesy
        body = state.body.radius + c.radius
        reach = math.ceil((body + c.room) / state.map.config.cell)
        for person in people:
            if not person.stands:
                continue
            i, j = state.map.cell_of(person.x, person.y)
            low = max(i - reach, 0), max(j - reach, 0)
            window = cost[low[0] : i + reach + 1, low[1] : j + reach + 1]
            cells = np.argwhere(np.ones(window.shape, bool)) + low
            away = np.hypot(*(state.map.centres_of(cells) - (person.x, person.y)).T) - body
            near = np.clip((c.room - away) / (c.room - c.gap), 0.0, 1.0).reshape(window.shape)
            window *= 1.0 + c.detour * near.astype(np.float32)
        return cost

    def choose(
        self,
        state: AgentState,
        people: Sequence[TrackedPerson],
        wanted: Action,
        places: NDArray[np.int64] | None = None,
    ) -> Action:
        """The action to take: the one that was ``wanted``, or a better one with regard to people.

        ``places`` are cells that the robot drives to; without any it would stay where it is.
        """
        c = self.courtesy
        touch = state.body.radius + c.radius + c.gap
        self.forecast = forecast(people, state.map, c.horizon, state.pose, touch)
        self.path = np.zeros((0, 2))
        away = np.hypot(*(self.forecast.paths - (state.pose.x, state.pose.y)).transpose(2, 0, 1))
        if not away.size or away.min() > c.reach:
            self._waited, self._plan = 0, []
            return wanted
        action, self.path = self._search(state, wanted, places)
        if action is wanted:
            self._plan = []
        self._waited = 0 if action is Action.MOVE_AHEAD else self._waited + 1
        return action

    def _search(
        self, state: AgentState, wanted: Action, places: NDArray[np.int64] | None
    ) -> tuple[Action, F64]:
        c, map, body = self.courtesy, state.map, state.body
        cell, step = map.config.cell, body.step / map.config.cell
        if places is None or not len(places):
            way = np.zeros(state.cost.shape, np.float32)
        else:
            around = (c.horizon + 4) * step
            way = CostToGo(state.cost, places, until=state.here, beyond=around).distance
        habit = self._plan[0] if self._plan else wanted
        shift = np.array(map.position_of(0.0, 0.0))
        weights = self.forecast.weights * 0.8 ** max(0, self._waited - c.patience)
        discs = (body.radius + c.radius) / cell
        plan, path = _search(
            way,
            state.cost,
            *map.position_of(state.pose.x, state.pose.y),
            state.pose.yaw,
            round(2.0 * math.pi / body.turn),
            step,
            np.ascontiguousarray(self.forecast.paths / cell + shift),
            weights * c.price,
            weights * c.price * c.unease * self.forecast.lively,
            self.forecast.weights > LIKELY,
            discs,
            self.forecast.walks * c.spread / cell,
            (c.gap / cell, c.margin / cell, c.shell / cell),
            c.horizon,
            _ACTIONS.index(habit) if habit in _ACTIONS else -1,
            state.refused is Action.MOVE_AHEAD,
        )
        if not len(plan):
            return wanted, np.zeros((0, 2))
        self._plan = [_ACTIONS[a] for a in plan]
        return self._plan.pop(0), (path - shift) * cell


@njit(cache=True, nogil=True)
def _risk(paths, prices, unease, spread, t, x, y, near, margin, shell):  # type: ignore[no-untyped-def]
    """What being at a point at a time costs: the full price nearer than ``near``, less up to the margin."""
    total = 0.0
    for k in range(len(paths)):
        away = math.hypot(paths[k, t, 0] - x, paths[k, t, 1] - y) - near
        if away <= 0.0:
            total += prices[k] * (1.0 - 0.1 * away)
        elif away < margin + spread[k] * t:
            share = 1.0 - away / (margin + spread[k] * t)
            total += prices[k] * share * share
        if away < shell:
            total += unease[k] * (1.0 - max(away, 0.0) / shell)
    return total


@njit(cache=True, nogil=True)
def _touches(paths, solid, t, x, y, discs):  # type: ignore[no-untyped-def]
    """Whether a robot that comes to a point would overlap somebody who is likely there.

    People walk after the robot has moved, so those of the moment before are in its way.
    """
    for k in range(len(paths)):
        if (solid[k] or t == 0) and math.hypot(paths[k, t, 0] - x, paths[k, t, 1] - y) < discs:
            return True
    return False


@njit(cache=True, nogil=True)
def _search(  # type: ignore[no-untyped-def]
    way,
    cost,
    x,
    y,
    yaw,
    headings,
    step,
    paths,
    prices,
    unease,
    solid,
    discs,
    spread,
    gaps,
    horizon,
    habit,
    stuck,
):
    """The actions of the best plan, none without one, and the places that it leads through."""
    gap, margin, shell = gaps
    near = discs + gap
    side = SAME * step
    span = int(horizon / SAME) + 2
    columns = 2 * span + 1
    px = np.empty((horizon + 1, BREADTH))
    py = np.empty((horizon + 1, BREADTH))
    heading = np.empty((horizon + 1, BREADTH), np.int64)
    spent = np.empty((horizon + 1, BREADTH))
    parent = np.empty((horizon + 1, BREADTH), np.int64)
    did = np.empty((horizon + 1, BREADTH), np.int64)
    px[0, 0], py[0, 0], heading[0, 0], spent[0, 0] = x, y, 0, 0.0
    count = 1
    best_total, best_t, best_n = np.inf, -1, -1
    slot = np.empty(columns * columns * headings, np.int64)
    for t in range(horizon):
        slot[:] = -1
        made = 0
        for n in range(count):
            for a in range(3):
                x1, y1, h, price = px[t, n], py[t, n], heading[t, n], TURN_PRICE
                if a == 0:
                    angle = yaw + h * 2.0 * math.pi / headings
                    x1, y1 = x1 + step * math.cos(angle), y1 + step * math.sin(angle)
                    price = crossing(cost, px[t, n], py[t, n], x1, y1)
                    if not math.isfinite(price):
                        continue
                    if (t == 0 and stuck) or _touches(paths, solid, t, x1, y1, discs):
                        continue
                else:
                    h = (h + (1 if a == 1 else headings - 1)) % headings
                total = spent[t, n] + price
                total += _risk(paths, prices, unease, spread, t + 1, x1, y1, near, margin, shell)
                if t == 0 and a == habit:
                    total -= HABIT
                i, j = round((x1 - x) / side) + span, round((y1 - y) / side) + span
                key = (i * columns + j) * headings + h
                m = slot[key]
                if m < 0:
                    if made >= BREADTH:
                        continue
                    m = made
                    made += 1
                    slot[key] = m
                elif total >= spent[t + 1, m]:
                    continue
                px[t + 1, m], py[t + 1, m], heading[t + 1, m] = x1, y1, h
                spent[t + 1, m], parent[t + 1, m], did[t + 1, m] = total, n, a
        count = made
        if count == 0:
            break
        last = t + 1 == horizon
        for n in range(count):
            left = value_at(way, px[t + 1, n], py[t + 1, n])
            if not math.isfinite(left) or not (last or 0.0 < left <= 0.7):
                continue
            total = spent[t + 1, n] + GREED * left / step
            if total >= best_total:
                continue
            if left > 0.7:
                total += TURN_PRICE * _turns(
                    way, px[t + 1, n], py[t + 1, n], heading[t + 1, n], yaw, headings, step
                )
            if total < best_total:
                best_total, best_t, best_n = total, t + 1, n
    if best_t < 0:
        return np.zeros(0, np.int64), np.zeros((0, 2))
    plan, path = np.empty(best_t, np.int64), np.empty((best_t + 1, 2))
    t, n = best_t, best_n
    while t > 0:
        plan[t - 1], path[t, 0], path[t, 1] = did[t, n], px[t, n], py[t, n]
        n, t = parent[t, n], t - 1
    path[0, 0], path[0, 1] = x, y
    return plan, path


@njit(cache=True, nogil=True)
def _turns(way, x, y, heading, yaw, headings, step):  # type: ignore[no-untyped-def]
    """How many turns lie between a heading and the one in which a field falls most."""
    best, turns = np.inf, 0
    for k in range(headings):
        angle = yaw + k * 2.0 * math.pi / headings
        left = value_at(way, x + step * math.cos(angle), y + step * math.sin(angle))
        if left < best:
            away = abs(k - heading)
            best, turns = left, min(away, headings - away)
    return turns
