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

from meadow.mapping.occupancy import ESCAPE_COST, OCCUPIED, OccupancyMap
from meadow.mapping.people import TrackedPerson
from meadow.mapping.state import AgentState
from meadow.planning.drive import GREED, TURN_PRICE, crossing, value_at
from meadow.planning.grid import CostToGo
from meadow.types import Action, Array, Pose

F64 = NDArray[np.float64]

_ACTIONS = (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)
#: Poses closer together than this share of a step, at the same heading and time, are taken as one.
SAME = 0.4
#: How many poses are made for each moment at most, and how many of them, the best, are followed up.
BREADTH, BEAM = 5000, 600
#: How much less likely forecasts are for each step since a person was seen.
TRUST = 0.95
#: How likely somebody who walks goes straight on, and somebody who has just stopped takes it up again.
GOES_ON, RESUMES = 0.8, 0.7
#: How likely somebody who walks about turns to where the robot is, and how fast, metres a step.
TURNS_HERE, USUAL_PACE = 0.15, 0.4
#: How likely somebody out of view is still at the place of the last detection.
LINGERS = 0.5
#: From so many detections on it is known whether somebody walks.
KNOWN = 3
#: The robot is there when no more than this is left, sides of a cell.
ARRIVAL = 0.7
#: People are not touched from this far, metres beyond both discs: where they are is known less exactly.
SPARE = -0.06
#: What it costs to be a little farther off than the gap, as a share of being nearer.
MARGIN_SHARE = 0.4
#: Who is somewhere with this likelihood or more is an obstacle there.
LIKELY = 0.45
#: For so many steps the robot stays where it drove to: it turns there, and looks.
AT_END = 4.0
#: What each step that is left costs with each step that passes: what must be waited for is waited for late.
EAGER = 0.02
#: A robot that has come no farther than this waits, metres.
AWAY = 1.0
#: By how much, in steps, another action must be better than the one that was planned a step before...
HABIT = 0.4
#: ...and its risks smaller than those of the one that was wanted.
SAFE = 0.5


@dataclass(frozen=True, kw_only=True)
class Courtesy:
    """How a robot behaves among people."""

    radius: float = 0.25
    """Of a person, metres."""
    gap: float = 0.25
    """Nearer than this to a person the robot must not be, metres between the discs..."""
    margin: float = 0.18
    """...and it stays this much farther off where it can, metres..."""
    spread: float = 0.04
    """...and by so much more for each step that a walk lies ahead, metres."""
    berth: float = 0.4
    """People are expected to stop this far before the robot, metres between the discs."""
    horizon: int = 12
    """How many steps a forecast covers."""
    reach: float = 3.0
    """People who come no nearer than this within the forecast are left alone, metres."""
    price: float = 20.0
    """What a step nearer than the gap costs, in steps."""
    shell: float = 1.0
    """Who walks, or did so lately, may turn: nearer than this the robot is ill at ease, metres..."""
    unease: float = 0.08
    """...by this share of the price at the gap, less with distance."""
    patience: int = 8
    """Steps of waiting for somebody who stands after which it begins to squeeze past."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Ways that people may take in the next steps, straight on as far as the map is free.

    A person may have several. Whoever meets the robot on the way waits there until it is gone.
    """

    starts: F64
    """(K, 2) where they are now, metres."""
    directions: F64
    """(K, 2) of length 1; 0 for those who stay."""
    paces: F64
    """(K,) metres a step."""
    lengths: F64
    """(K,) metres until something of the map is in the way."""
    weights: F64
    """(K,) how likely each is."""
    lively: F64
    """(K,) 1 for people who walk, less for those who have stood for long."""
    still: F64
    """(K,) steps for which they have stood."""

    def paths(self, steps: int) -> F64:
        """(K, steps + 1, 2) places, if nobody is in the way."""
        gone = np.minimum(np.arange(steps + 1) * self.paces[:, None], self.lengths[:, None])
        paths: F64 = self.starts[:, None] + gone[..., None] * self.directions[:, None]
        return paths


def forecast(
    people: Sequence[TrackedPerson], map: OccupancyMap, steps: int, robot: Pose
) -> Forecast:
    """Each person goes on as before or stays; who has just stopped may take up the former way.

    Whoever walks about may also turn to where the robot is.
    """
    rows: list[tuple[float, ...]] = []
    for person in people:
        trust, life, still = TRUST**person.unseen, liveliness(person), person.still
        if person.stands:
            (vx, vy), goes, stays = person.way, RESUMES * 0.9**person.still, 1.0
        else:
            (vx, vy), goes, stays = (person.vx, person.vy), GOES_ON, 1.0 - GOES_ON
        pace = math.hypot(vx, vy)
        if pace > 0.0 and goes > 0.01:
            # Whom the robot held up goes on as fast as before.
            pace = max(pace, math.hypot(*person.way))
            ux, uy = vx / math.hypot(vx, vy), vy / math.hypot(vx, vy)
            free = _free(map, person.x, person.y, ux, uy, steps * pace)
            rows.append((person.x, person.y, ux, uy, pace, free, goes * trust, life, still))
        rows.append((person.x, person.y, 0.0, 0.0, 0.0, 0.0, stays * trust, life, still))
        if person.unseen:
            # Whoever met the robot waits for it, so the last place is as likely as any farther on.
            rows.append((*person.seen, 0.0, 0.0, 0.0, 0.0, LINGERS * trust, life, still))
        away = robot.distance(person.x, person.y)
        if TURNS_HERE * life > 0.02 and away > 0.0:
            ux, uy = (robot.x - person.x) / away, (robot.y - person.y) / away
            free = _free(map, person.x, person.y, ux, uy, steps * USUAL_PACE)
            odds = TURNS_HERE * life * trust
            pace = max(pace, USUAL_PACE)
            rows.append((person.x, person.y, ux, uy, pace, free, odds, life, still))
    table = np.array(rows, np.float64).reshape(-1, 9)
    return Forecast(table[:, :2], table[:, 2:4], *table[:, 4:].T)


def _free(map: OccupancyMap, x: float, y: float, ux: float, uy: float, length: float) -> float:
    """How far a straight way is free of obstacles of the map, metres."""
    along = np.arange(0.0, length, 0.5 * map.config.cell)
    cells = map.cells_of(np.array([x, y]) + along[:, None] * np.array([ux, uy]))
    inside = np.asarray(((cells >= 0) & (cells < map.grid.shape)).all(axis=1))
    held = np.where(inside[:, None], cells, 0)
    # People stand beside furniture: what is right at the start is no end.
    blocked = inside & (map.grid[held[:, 0], held[:, 1]] == OCCUPIED) & (along > 0.3)
    return float(along[np.argmax(blocked)]) if blocked.any() else length


def liveliness(person: TrackedPerson) -> float:
    """How much a person is to be expected to walk off: 1 for one who walks, less for one who stands."""
    known = 0.3 if not any(person.way) and person.detections >= KNOWN else 1.0
    return float(known * 0.95**person.still)


def _number(action: Action) -> int:
    return _ACTIONS.index(action) if action in _ACTIONS else -1


class GiveWay:
    """Changes what a robot was about to do where people would be too near."""

    def __init__(self, courtesy: Courtesy | None = None) -> None:
        self.courtesy = courtesy or Courtesy()
        self.reset()

    def reset(self) -> None:
        """Another episode begins; the plan and how long the robot waited are forgotten."""
        self._waited = 0
        self._place: tuple[float, float] | None = None
        self._plan: list[Action] = []
        self.path: F64 = np.zeros((0, 2))
        """Where the robot means to be in the next steps; empty while nobody is near."""
        self.forecast: Forecast | None = None
        """Where people were expected when the last action was chosen."""

    def cost(self, state: AgentState, people: Sequence[TrackedPerson]) -> NDArray[np.float32]:
        """The costs of cells, with what it costs to pass people who stand.

        It is what the search counts for the same way, so that both agree on whether to pass.
        """
        c, map = self.courtesy, state.map
        cost, body = state.cost.copy(), state.body.radius + c.radius
        steps_per_cell = map.config.cell / state.body.step
        reach = math.ceil((body + c.gap + max(c.margin, c.shell)) / map.config.cell)
        for person in people:
            if not person.stands:
                continue
            i, j = map.cell_of(person.x, person.y)
            low = max(i - reach, 0), max(j - reach, 0)
            window = cost[low[0] : i + reach + 1, low[1] : j + reach + 1]
            cells = np.argwhere(np.ones(window.shape, bool)) + low
            away = np.hypot(*(map.centres_of(cells) - (person.x, person.y)).T) - body - c.gap
            weight = c.price * TRUST**person.unseen
            near = MARGIN_SHARE * np.clip(1.0 - away / c.margin, 0.0, 1.0) ** 2
            near[away <= 0.0] = 1.0
            ease = c.unease * liveliness(person) * np.clip(1.0 - away / c.shell, 0.0, 1.0)
            window += (weight * steps_per_cell * (near + ease)).reshape(window.shape)
            if person.still > c.patience:
                window[(away + c.gap < SPARE).reshape(window.shape)] = np.inf
        cost[state.here] = min(float(cost[state.here]), ESCAPE_COST)
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
        self.forecast = forecast(people, state.map, c.horizon, state.pose)
        ways = self.forecast.paths(c.horizon) - (state.pose.x, state.pose.y)
        if not ways.size or np.hypot(ways[..., 0], ways[..., 1]).min() > c.reach:
            self._place, self._plan, self.path = None, [], np.zeros((0, 2))
            return wanted
        self._waited += 1
        if self._place is None or state.pose.distance(*self._place) > AWAY:
            self._place, self._waited = (state.pose.x, state.pose.y), 0
        self._search(state, wanted, places)
        return self._plan.pop(0) if self._plan else wanted

    def _search(self, state: AgentState, wanted: Action, places: NDArray[np.int64] | None) -> None:
        """Find a plan, and where it leads."""
        c, map, body, ahead = self.courtesy, state.map, state.body, self.forecast
        assert ahead is not None
        cell, step = map.config.cell, body.step / map.config.cell
        if places is None or not len(places):
            way, arrival = np.zeros(state.cost.shape, np.float32), -1.0
        else:
            arrival = ARRIVAL
            around = (c.horizon + 4) * step
            way = CostToGo(state.cost, places, until=state.here, beyond=around).distance
        # Without a way the robot only keeps out of people's ways.
        if not np.isfinite(way[state.here]):
            way[:], arrival = 0.0, -1.0
        shift = np.array(map.position_of(0.0, 0.0))
        # Who has stood all the while that the robot waited will stand on.
        waited = np.minimum(ahead.still, self._waited)
        prices = ahead.weights * c.price * 0.8 ** np.maximum(0.0, waited - c.patience)
        ghosts = np.column_stack(
            [
                ahead.starts / cell + shift,
                ahead.directions,
                ahead.paces / cell,
                ahead.lengths / cell,
                prices,
                prices * c.unease * ahead.lively,
                (ahead.paces > 0.0) * c.spread / cell,
                ahead.weights > LIKELY,
            ]
        )
        touch = body.radius + c.radius + SPARE
        habit = _number(self._plan[0]) if self._plan else -1
        best: tuple[Array, Array, float] | None = None
        for forced in (-1, _number(wanted)):
            plan, path, danger = _search(
                way,
                map.cost(state.pose),
                *map.position_of(state.pose.x, state.pose.y),
                state.pose.yaw,
                round(2.0 * math.pi / body.turn),
                step,
                ghosts,
                touch / cell,
                ((c.gap - SPARE) / cell, c.margin / cell, c.shell / cell, c.berth / cell),
                c.horizon,
                arrival,
                habit,
                forced,
                state.refused is Action.MOVE_AHEAD,
            )
            # What was wanted is done unless something else is safer.
            if best is None or danger <= best[2] + SAFE:
                best = plan, path, danger
            if len(plan) and plan[0] == _number(wanted):
                break  # the best plan of all begins with it
        assert best is not None
        self._plan = [_ACTIONS[a] for a in best[0]]
        self.path = (best[1] - shift) * cell


@njit(cache=True, nogil=True)
def _advance(ghosts, k, gone, x, y, near):  # type: ignore[no-untyped-def]
    """How far somebody has come after a step, who waits so near before a robot at a point."""
    wanted = min(ghosts[k, 4], ghosts[k, 5] - gone)
    if wanted <= 0.0:
        return gone
    ux, uy = ghosts[k, 2], ghosts[k, 3]
    dx, dy = x - ghosts[k, 0] - gone * ux, y - ghosts[k, 1] - gone * uy
    along = dx * ux + dy * uy
    square = near * near - (dx * dx + dy * dy - along * along)
    if along > 0.0 and square > 0.0:
        wanted = min(wanted, max(0.0, along - math.sqrt(square)))
    return gone + wanted


@njit(cache=True, nogil=True)
def _risk(ghosts, k, gone, t, x, y, near, margin, shell):  # type: ignore[no-untyped-def]
    """What being at a point costs: the full price nearer than ``near``, less up to the margin."""
    dx, dy = ghosts[k, 0] + gone * ghosts[k, 2] - x, ghosts[k, 1] + gone * ghosts[k, 3] - y
    away = math.hypot(dx, dy) - near
    wide = margin + ghosts[k, 8] * t
    total = 0.0
    if away <= 0.0:
        total += ghosts[k, 6] * (1.0 - 0.1 * away)
    elif away < wide:
        share = 1.0 - away / wide
        total += MARGIN_SHARE * ghosts[k, 6] * share * share
    if away < shell:
        total += ghosts[k, 7] * (1.0 - max(away, 0.0) / shell)
    return total


@njit(cache=True, nogil=True)
def _touches(ghosts, gone, t, x0, y0, x, y, touch):  # type: ignore[no-untyped-def]
    """Whether a robot that comes to a point would run into somebody who is likely there."""
    for k in range(len(ghosts)):
        if ghosts[k, 9] > 0.0 or t == 0:
            px, py = ghosts[k, 0] + gone[k] * ghosts[k, 2], ghosts[k, 1] + gone[k] * ghosts[k, 3]
            away = math.hypot(px - x, py - y)
            if away < touch and away < math.hypot(px - x0, py - y0):
                return True
    return False


# Arguments of the search that travel together, as tuples; lengths are in sides of a cell:
#   robot  (x, y, yaw, headings, step) where it is, in how many directions it turns, how far it drives
#   reach  (touch, near, margin, shell, berth) distances from people at which something changes
#   poses  (x, y, heading, spent, danger, parent, did), each by moment and number of the pose
#   first  (habit, forced, stuck) what is said of the first action


@njit(cache=True, nogil=True)
def _search(  # type: ignore[no-untyped-def]
    way,
    cost,
    x,
    y,
    yaw,
    headings,
    step,
    ghosts,
    touch,
    gaps,
    horizon,
    arrival,
    habit,
    forced,
    stuck,
):
    """The actions of the best plan, none without one, the places on its way, and the price of its risks.

    With an action that is ``forced`` it is the best plan that begins with that one.
    """
    gap, margin, shell, berth = gaps
    robot, first = (x, y, yaw, headings, step), (habit, forced, stuck)
    reach = touch, touch + gap, margin, shell, berth
    span = int(horizon / SAME) + 2
    columns = 2 * span + 1
    px, py = np.empty((horizon + 1, BREADTH)), np.empty((horizon + 1, BREADTH))
    heading = np.empty((horizon + 1, BREADTH), np.int64)
    spent = np.empty((horizon + 1, BREADTH))
    danger = np.zeros((horizon + 1, BREADTH))
    parent = np.empty((horizon + 1, BREADTH), np.int64)
    did = np.empty((horizon + 1, BREADTH), np.int64)
    poses = px, py, heading, spent, danger, parent, did
    total_of, risk_of = np.zeros(BREADTH), np.zeros(BREADTH)
    gone = np.zeros((2, BREADTH, len(ghosts)))
    slot = np.empty(columns * columns * headings, np.int64)
    px[0, 0], py[0, 0], heading[0, 0], spent[0, 0] = x, y, 0, 0.0
    count = 1
    best, best_t, best_n = np.inf, -1, -1
    for t in range(horizon):
        count = _expand(
            t, count, span, poses, total_of, risk_of, gone, slot, cost, ghosts, robot, reach, first
        )
        if count == 0:
            break
        last = t + 1 == horizon
        total, n = _best_end(
            t + 1, count, last, poses, total_of, risk_of, way, robot, arrival, best
        )
        if n >= 0:
            best, best_t, best_n = total, t + 1, n
    if best_t < 0:
        return np.zeros(0, np.int64), np.zeros((0, 2)), np.inf
    plan, path = np.empty(best_t, np.int64), np.empty((best_t + 1, 2))
    t, n = best_t, best_n
    while t > 0:
        plan[t - 1], path[t, 0], path[t, 1] = did[t, n], px[t, n], py[t, n]
        n, t = parent[t, n], t - 1
    path[0, 0], path[0, 1] = x, y
    return plan, path, danger[best_t, best_n]


@njit(cache=True, nogil=True)
def _expand(  # type: ignore[no-untyped-def]
    t, count, span, poses, total_of, risk_of, gone, slot, cost, ghosts, robot, reach, first
):
    """Make the poses of the next moment from the best of moment ``t``, and say how many there are.

    Of poses that are nearly the same, the one that cost least is kept.
    """
    px, py, heading, spent, danger, parent, did = poses
    x, y, yaw, headings, step = robot
    touch, near, margin, shell, berth = reach
    habit, forced, stuck = first
    now, then, people = t % 2, (t + 1) % 2, len(ghosts)
    side, columns = SAME * step, 2 * span + 1
    moved = np.zeros(people)
    slot[:] = -1
    made = 0
    limit = np.partition(total_of[:count], BEAM)[BEAM] if count > BEAM else np.inf
    for n in range(count):
        if total_of[n] > limit:
            continue
        for a in range(3):
            if t == 0 and forced >= 0 and a != forced:
                continue
            x1, y1, h, price = px[t, n], py[t, n], heading[t, n], TURN_PRICE
            if a == 0:
                angle = yaw + h * 2.0 * math.pi / headings
                x1, y1 = x1 + step * math.cos(angle), y1 + step * math.sin(angle)
                price = crossing(cost, px[t, n], py[t, n], x1, y1)
                if not math.isfinite(price) or (t == 0 and stuck):
                    continue
                if _touches(ghosts, gone[now, n], t, px[t, n], py[t, n], x1, y1, touch):
                    continue
            else:
                h = (h + (1 if a == 1 else headings - 1)) % headings
            risk = 0.0
            for k in range(people):
                moved[k] = _advance(ghosts, k, gone[now, n, k], x1, y1, touch + berth)
                risk += _risk(ghosts, k, moved[k], t + 1, x1, y1, near, margin, shell)
            total = spent[t, n] + price + risk
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
            danger[t + 1, m], risk_of[m] = danger[t, n] + risk, risk
            gone[then, m] = moved
    return made


@njit(cache=True, nogil=True)
def _best_end(  # type: ignore[no-untyped-def]
    t, count, last, poses, total_of, risk_of, way, robot, arrival, best
):
    """Total and number of the pose of moment ``t`` where the best plan ends, if it is below ``best``.

    Without one the number is -1. Every pose is charged for the way that is left, and gets its total.
    """
    px, py, heading, spent, _, _, _ = poses
    _, _, yaw, headings, step = robot
    best_n = -1
    for n in range(count):
        left = value_at(way, px[t, n], py[t, n])
        spent[t, n] += EAGER * left / step
        total = spent[t, n] + GREED * left / step
        total_of[n] = total
        if not math.isfinite(left) or not (last or left <= arrival):
            continue
        if left <= arrival:
            total += AT_END * risk_of[n]
        if total < best and left > ARRIVAL:
            total += TURN_PRICE * _turns(
                way, px[t, n], py[t, n], heading[t, n], yaw, headings, step
            )
        if total < best:
            best, best_n = total, n
    return best, best_n


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
