"""From rectangles to rooms: polygons, shared walls and who borders whom, in whole decimetres.

Rooms are unions of rectangles with integer corners, so that borders meet exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

Rect = tuple[int, int, int, int]
"""Low x, low y, high x, high y; decimetres."""
Layout = dict[int, tuple[Rect, ...]]
"""Room index -> the rectangles that make it up."""

OUTSIDE = -1


@dataclass(frozen=True, slots=True)
class Border:
    """A straight stretch of border with the same room on the left all along, and on the right."""

    a: tuple[int, int]
    b: tuple[int, int]
    left: int
    right: int

    @property
    def length(self) -> int:
        """The length of the stretch, whole decimetres."""
        return abs(self.b[0] - self.a[0]) + abs(self.b[1] - self.a[1])

    @property
    def rooms(self) -> frozenset[int]:
        """Both sides, without direction."""
        return frozenset((self.left, self.right))


class Tiling:
    """A layout on the grid of all its corner coordinates."""

    def __init__(self, layout: Layout) -> None:
        rects = [(room, rect) for room, pieces in layout.items() for rect in pieces]
        self.xs = sorted({x for _, r in rects for x in (r[0], r[2])})
        self.ys = sorted({y for _, r in rects for y in (r[1], r[3])})
        self._labels = {}
        for room, (x0, y0, x1, y1) in rects:
            for i in range(bisect_left(self.xs, x0), bisect_left(self.xs, x1)):
                for j in range(bisect_left(self.ys, y0), bisect_left(self.ys, y1)):
                    self._labels[i, j] = room
        self.runs = self._vertical_runs() + self._horizontal_runs()

    def label(self, i: int, j: int) -> int:
        """The room of a grid cell, or ``OUTSIDE``."""
        return self._labels.get((i, j), OUTSIDE)

    def _vertical_runs(self) -> list[Border]:
        runs: list[Border] = []
        for i, x in enumerate(self.xs):
            for j in range(len(self.ys) - 1):
                sides = self.label(i - 1, j), self.label(i, j)
                _extend(runs, (x, self.ys[j]), (x, self.ys[j + 1]), sides)
        return runs

    def _horizontal_runs(self) -> list[Border]:
        runs: list[Border] = []
        for j, y in enumerate(self.ys):
            for i in range(len(self.xs) - 1):
                sides = self.label(i, j), self.label(i, j - 1)
                _extend(runs, (self.xs[i], y), (self.xs[i + 1], y), sides)
        return runs

    def outline(self, room: int) -> list[tuple[int, int]]:
        """The room's corners, counter-clockwise."""
        following = {}
        for run in self.runs:
            if run.left == room:
                following[run.a] = run.b
            elif run.right == room:
                following[run.b] = run.a
        start = min(following)
        points = [start]
        while (point := following[points[-1]]) != start:
            points.append(point)
        return [
            p
            for o, p, q in zip([points[-1], *points], points, [*points[1:], start])
            if (p[0] - o[0]) * (q[1] - p[1]) != (p[1] - o[1]) * (q[0] - p[0])
        ]

    def gaps(self, room: int) -> list[Rect]:
        """The parts of the room's bounding box that do not belong to it."""
        cells = [cell for cell, label in self._labels.items() if label == room]
        columns = range(min(i for i, _ in cells), max(i for i, _ in cells) + 1)
        rows = range(min(j for _, j in cells), max(j for _, j in cells) + 1)
        return [
            (self.xs[i], self.ys[j], self.xs[i + 1], self.ys[j + 1])
            for i in columns
            for j in rows
            if self.label(i, j) != room
        ]

    def middle(self, room: int) -> tuple[float, float]:
        """The centre of the room's largest grid cell, metres: a point surely inside."""
        cells = [cell for cell, label in self._labels.items() if label == room]
        boxes = [(self.xs[i], self.ys[j], self.xs[i + 1], self.ys[j + 1]) for i, j in cells]
        x0, y0, x1, y1 = max(boxes, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]))
        return (x0 + x1) / 20, (y0 + y1) / 20


def _extend(
    runs: list[Border], a: tuple[int, int], b: tuple[int, int], sides: tuple[int, int]
) -> None:
    """Append a border edge, joined to the run before it where that continues."""
    left, right = sides
    if left == right:
        return
    if runs and runs[-1].b == a and (runs[-1].left, runs[-1].right) == sides:
        last = runs[-1]
        if (last.a[0] == b[0]) or (last.a[1] == b[1]):
            runs[-1] = Border(last.a, b, left, right)
            return
    runs.append(Border(a, b, left, right))
