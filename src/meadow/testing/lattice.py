"""The shortest drive with discrete actions, by a search over every pose that they can reach.

Turning costs no path length, so the shortest successful drive is the one with the fewest moves ahead.
Positions after each number of moves are expanded level by level. They are kept only where a lower bound of
the remaining length still fits, so nothing shorter is overlooked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.spatial import KDTree

from meadow.episodes.schema import Episode
from meadow.geometry.polygons import free_way
from meadow.protocols import Task
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Embodiment, Pose

F64 = NDArray[np.float64]

#: Positions closer than this count as equal, metres.
SAME = 0.001
#: The search gives up when a level grows beyond this many positions.
WIDEST = 400_000
#: Geodesics go around corners by tangents; a bound may be too long by this, metres.
SLACK = 0.03
#: Radius of success of a point goal, metres.
AT_POINT = 0.2
#: Viewpoints are found on a grid of 0.2 m; success is looked for within this of one, metres.
NEAR_VIEW = 0.3


@dataclass(frozen=True)
class Lattice:
    """Positions that a body reaches from a start by whole turns and moves."""

    body: Embodiment
    clear: Callable[[F64], NDArray[np.bool_]]
    """Returns which of (N, 4) straight segments (x0, y0, x1, y1) are free."""
    bound: Callable[[F64], F64]
    """Returns a lower bound of the remaining length from each of (N, 2) points to success."""
    reached: Callable[[float, float], bool]
    """Returns whether some heading and tilt at a point makes Stop succeed."""

    def fewest_moves(self, start: Pose, most: int = 200) -> int | None:
        """Number of moves ahead of the shortest successful drive; None when the search gives up."""
        origin = np.array([[start.x, start.y]])
        left = float(self.bound(origin)[0])
        if not math.isfinite(left):
            return None
        for moves in range(math.ceil(left / self.body.step - 1e-9), most + 1):
            ends = self._ends(origin, start.yaw, moves)
            if ends is None:
                return None
            near = ends[self.bound(ends) <= 0.0]
            if any(self.reached(float(x), float(y)) for x, y in near):
                return moves
        return None

    def _ends(self, points: F64, yaw: float, moves: int) -> F64 | None:
        """Positions after ``moves`` moves at which Stop may succeed."""
        step = self.body.step
        turns = round(2.0 * math.pi / self.body.turn)
        angles = yaw + np.arange(turns) * self.body.turn
        headings = step * np.column_stack([np.cos(angles), np.sin(angles)])
        for done in range(1, moves + 1):
            ways = np.hstack(
                [np.repeat(points, turns, axis=0), np.tile(headings, (len(points), 1))]
            )
            ways[:, 2:] += ways[:, :2]
            ways = ways[self.clear(ways)]
            cells = np.rint(ways[:, 2:] / SAME).astype(np.int64)
            _, first = np.unique(cells, axis=0, return_index=True)
            points = ways[np.sort(first), 2:]
            points = points[self.bound(points) <= (moves - done) * step + 1e-9]
            if len(points) > WIDEST:
                return None
        return points


def best_drive(simulator: MeadowSimulator, task: Task, episode: Episode) -> float | None:
    """Length of the shortest drive after which Stop succeeds, metres; None when the search gives up.

    The simulator holds the episode's home; its noise plays no part.
    """
    world, body = simulator.world, simulator.embodiment
    packed = world.obstacles.fixed.packed

    def clear(ways: F64) -> NDArray[np.bool_]:
        free: NDArray[np.bool_] = _clear(*packed, np.ascontiguousarray(ways), body.radius)
        return free

    tested: dict[tuple[int, int], bool] = {}

    def reached(x: float, y: float) -> bool:
        key = round(x / SAME), round(y / SAME)
        if key not in tested:
            looks = _looks(simulator, episode, x, y)
            tested[key] = any(_succeeds(simulator, task, episode, p) for p in looks)
        return tested[key]

    moves = Lattice(body, clear, _bound(simulator, episode), reached).fewest_moves(episode.pose())
    return None if moves is None else moves * body.step


def _succeeds(simulator: MeadowSimulator, task: Task, episode: Episode, pose: Pose) -> bool:
    simulator.reset(simulator.world.original, pose)
    return task.judge(episode, Action.STOP, 1, simulator.oracle).success


def _looks(simulator: MeadowSimulator, episode: Episode, x: float, y: float) -> list[Pose]:
    """Headings and tilts at a point that could show an object; any one does for a point goal."""
    body, start = simulator.embodiment, episode.pose()
    if episode.goal.point is not None:
        return [Pose(x, y, start.yaw)]
    turns = round(2.0 * math.pi / body.turn)
    poses = []
    for id in episode.goal.objects:
        corners = simulator.outline(id).points
        bearings = np.arctan2(corners[:, 1] - y, corners[:, 0] - x)
        for pitch in _tilts(body):
            for k in range(turns):
                yaw = start.yaw + k * body.turn
                off = np.abs((bearings - yaw + math.pi) % (2.0 * math.pi) - math.pi)
                if off.min() <= 0.5 * body.camera.hfov + body.turn:
                    poses.append(Pose(x, y, yaw, pitch))
    return poses


def _bound(simulator: MeadowSimulator, episode: Episode) -> Callable[[F64], F64]:
    """A lower bound of the remaining drive to a circle around the goal or around a viewpoint."""
    oracle, goal = simulator.oracle, episode.goal
    if goal.point is not None:
        targets, reach = np.array([goal.point]), AT_POINT
    else:
        tilts = _tilts(simulator.embodiment)
        views = [oracle.viewpoints(id, tilts=tilts)[:, :2] for id in goal.objects]
        targets, reach = np.concatenate(views), NEAR_VIEW
    tree = KDTree(targets)

    def bound(points: F64) -> F64:
        left = np.zeros(len(points))
        far = tree.query(points)[0] > reach
        if far.any():
            left[far] = oracle.distances(points[far], targets) - reach - SLACK
            left[far] = np.maximum(left[far], 1e-6)
        return left

    return bound


def _tilts(body: Embodiment) -> list[float]:
    """All tilts that the camera can take from level, the likeliest first."""
    steps = math.floor(body.max_pitch / body.tilt + 1e-9)
    return sorted((k * body.tilt for k in range(-steps, steps + 1)), key=lambda t: (abs(t), t))


@njit(cache=True, nogil=True)
def _clear(points, start, boxes, ways, radius):  # type: ignore[no-untyped-def]
    """Which straight ways a disc can drive."""
    out = np.empty(len(ways), np.bool_)
    for i in range(len(ways)):
        x0, y0, x1, y1 = ways[i]
        out[i] = free_way(points, start, boxes, x0, y0, x1, y1, radius)
    return out
