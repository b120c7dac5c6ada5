"""Floor plans: how the rooms of a home share its footprint.

Homes without a hallway are sliced: the footprint is cut in two again and again, sometimes leaving an
L-shaped room around a corner. Homes with one are two rows of rooms along a corridor, which may end
at a pair of rooms or inside an L-shaped one. Many candidates are drawn; the best valid one is taken.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from meadow.errors import GenerationError
from meadow.scenes.generator.access import Link, link_rooms
from meadow.scenes.generator.rooms import EXTENTS, PUBLIC, choose_area
from meadow.scenes.generator.tiling import Layout, Rect, Tiling
from meadow.seeding import Stream

TRIES = 2000
GOOD = 8
"""Valid candidates among which the best is taken."""
ARM = 19
"""Narrowest arm of an L-shaped room, decimetres."""


def draw_plan(rng: Stream, types: tuple[str, ...]) -> tuple[Tiling, list[Link]]:
    """A tiling of rooms with these types and the links by which all can be reached."""
    draw = _corridor if "hallway" in types else _sliced
    best: tuple[float, Tiling, list[Link]] | None = None
    valid = 0
    for _ in range(TRIES):
        layout = draw(rng, types)
        if layout is None or not _fits(layout, types):
            continue
        tiling = Tiling(layout)
        links = link_rooms(rng, tiling, types)
        if links is None:
            continue
        valid += 1
        score = _score(tiling, types)
        if best is None or score > best[0]:
            best = score, tiling, links
        if valid == GOOD:
            break
    if best is None:
        raise GenerationError(f"no floor plan found for {', '.join(types)}")
    return best[1], best[2]


def _fits(layout: Layout, types: tuple[str, ...]) -> bool:
    """Whether every room keeps within the sides of its type."""
    for room, pieces in layout.items():
        low, high = EXTENTS[types[room]].side
        x0, y0 = min(r[0] for r in pieces), min(r[1] for r in pieces)
        x1, y1 = max(r[2] for r in pieces), max(r[3] for r in pieces)
        if min(x1 - x0, y1 - y0) < low or max(x1 - x0, y1 - y0) > high:
            return False
        if len(pieces) > 1 and min(min(r[2] - r[0], r[3] - r[1]) for r in pieces) < ARM:
            return False
    return True


def _score(tiling: Tiling, types: tuple[str, ...]) -> float:
    """Public rooms that border each other and windows for all make a good home."""
    score = 0.0
    for run in tiling.runs:
        kinds = {types[room] for room in run.rooms if room >= 0}
        if len(kinds) == 2 and kinds <= set(PUBLIC):
            score += min(run.length, 30) / 30
        if len(kinds) == 1 and run.length >= 15:
            score += 0.3
    return score


@dataclass(frozen=True, slots=True)
class Want:
    """What a room asks for."""

    area: float
    """Square metres."""
    low: int
    """Shortest side, decimetres."""


def _wants(rng: Stream, types: tuple[str, ...]) -> list[Want]:
    alone = len(types) == 1
    return [Want(choose_area(rng, kind, alone), EXTENTS[kind].side[0]) for kind in types]


def _area(rooms: list[int], wants: list[Want]) -> float:
    return sum(wants[r].area for r in rooms)


def _sliced(rng: Stream, types: tuple[str, ...]) -> Layout:
    wants = _wants(rng, types)
    rooms = rng.shuffled(range(len(types)))
    total = 100.0 * _area(rooms, wants)
    aspect = rng.uniform(1.0, 1.35 if len(types) == 1 else 1.7)
    sides = round(math.sqrt(total * aspect)), round(math.sqrt(total / aspect))
    width, height = sides if rng.chance(0.5) else sides[::-1]
    layout: Layout = {}
    _slice(rng, (0, 0, width, height), rooms, wants, layout)
    return layout


def _slice(rng: Stream, rect: Rect, rooms: list[int], wants: list[Want], layout: Layout) -> None:
    """Divide a rectangle among rooms in proportion to their areas, but none too narrow."""
    if len(rooms) == 1:
        layout[rooms[0]] = (rect,)
        return
    if rng.chance(0.3) and _cut_corner(rng, rect, rooms, wants, layout):
        return
    cut = rng.integer(1, len(rooms) - 1)
    parts = rooms[:cut], rooms[cut:]
    x0, y0, x1, y1 = rect
    across = (x1 - x0) > (y1 - y0) if rng.chance(0.85) else rng.chance(0.5)
    first, _ = _lengths(parts, wants, x1 - x0 if across else y1 - y0)
    if across:
        rects = (x0, y0, x0 + first, y1), (x0 + first, y0, x1, y1)
    else:
        rects = (x0, y0, x1, y0 + first), (x0, y0 + first, x1, y1)
    for piece, part in zip(rects, parts):
        _slice(rng, piece, part, wants, layout)


def _lengths(units: Sequence[list[int]], wants: list[Want], length: int) -> list[int]:
    """Shares of a length by area, each at least the narrowest that its rooms can be.

    When even those do not fit, the plan is refused later for its narrow rooms.
    """
    total = sum(_area(unit, wants) for unit in units)
    lows = [max(wants[r].low for r in unit) for unit in units]
    ideal = [_area(unit, wants) / total * length for unit in units]
    extra = [max(0.0, share - low) for share, low in zip(ideal, lows)]
    spare = (length - sum(lows)) / (sum(extra) or 1.0)
    ends = list(itertools.accumulate(low + spare * more for low, more in zip(lows, extra)))
    marks = [0, *(round(end) for end in ends[:-1]), length]
    return [after - before for before, after in itertools.pairwise(marks)]


def _cut_corner(
    rng: Stream, rect: Rect, rooms: list[int], wants: list[Want], layout: Layout
) -> bool:
    """Give a corner to all rooms but the largest, which becomes an L; False when that is no good."""
    big = max(rooms, key=lambda r: wants[r].area)
    rest = [r for r in rooms if r != big]
    share = _area(rest, wants) / _area(rooms, wants)
    if not 0.1 <= share <= 0.45:
        return False
    x0, y0, x1, y1 = rect
    part = math.sqrt(share) * rng.uniform(0.8, 1.25)
    w, h = round(part * (x1 - x0)), round(share / part * (y1 - y0))
    left, low = rng.chance(0.5), rng.chance(0.5)
    xa, xb = (x0, x0 + w) if left else (x1 - w, x1)
    ya, yb = (y0, y0 + h) if low else (y1 - h, y1)
    if x1 - x0 - w < ARM or y1 - y0 - h < ARM:
        return False
    _slice(rng, (xa, ya, xb, yb), rest, wants, layout)
    beside = (x0 + w, y0, x1, y1) if left else (x0, y0, x1 - w, y1)
    over = (xa, yb, xb, y1) if low else (xa, y0, xb, ya)
    layout[big] = (beside, over)
    return True


def _corridor(rng: Stream, types: tuple[str, ...]) -> Layout | None:
    """Rows of rooms on both sides of a hallway, and perhaps two rooms across its end."""
    hall = types.index("hallway")
    wants = _wants(rng, types)
    units = _units(rng, types)
    end: list[list[int]] = []
    if len(units) >= 5 and rng.chance(0.7):
        public = [u for u in units if types[u[0]] in PUBLIC]
        end = public[:2] if len(public) >= 2 else []
        units = [u for u in units if u not in end]
    above, below = _two_rows(rng, units, wants)
    deep, wide = (rng.integer(30, 46), rng.integer(30, 46)), rng.integer(16, 20)
    lengths = [_row_length(row, wants, d) for row, d in zip((below, above), deep) if row]
    length = round(sum(lengths) / len(lengths))
    if min(lengths) < 0.75 * length:
        return None
    y1 = deep[0] if below else 0
    y2 = y1 + wide
    layout: Layout = {hall: ((0, y1, length, y2),)}
    if below:
        _fill_row(rng, below, wants, (0, 0, length, y1), False, layout)
    _fill_row(rng, above, wants, (0, y2, length, y2 + deep[1]), True, layout)
    if end:
        top = y2 + deep[1]
        across = round(sum(_area(u, wants) for u in end) * 100 / top)
        cut, _ = _lengths(end, wants, top)
        _slice(rng, (length, 0, length + across, cut), end[0], wants, layout)
        _slice(rng, (length, cut, length + across, top), end[1], wants, layout)
    elif rng.chance(0.6):
        _end_inside(rng, above, hall, layout)
    return layout


def _row_length(row: list[list[int]], wants: list[Want], depth: int) -> float:
    """How long a row of that depth wants to be, decimetres."""
    return sum(max(_area(unit, wants) * 100 / depth, wants[unit[0]].low) for unit in row)


def _units(rng: Stream, types: tuple[str, ...]) -> list[list[int]]:
    """The rooms along a hallway in random order, one each or a bedroom with its own bathroom."""
    rooms = rng.shuffled([r for r, kind in enumerate(types) if kind != "hallway"])
    baths = [r for r in rooms if types[r] == "bathroom"]
    beds = [r for r in rooms if types[r] == "bedroom"]
    own = dict(zip(beds, baths[1:])) if rng.chance(0.6) else {}
    return [[r, own[r]] if r in own else [r] for r in rooms if r not in own.values()]


def _two_rows(
    rng: Stream, units: list[list[int]], wants: list[Want]
) -> tuple[list[list[int]], list[list[int]]]:
    """Deal the units to two rows of about equal area, each in random order."""
    rows: tuple[list[list[int]], list[list[int]]] = ([], [])
    for unit in sorted(units, key=lambda u: -_area(u, wants)):
        totals = [sum(_area(u, wants) for u in row) for row in rows]
        rows[0 if totals[0] <= totals[1] else 1].append(unit)
    return rng.shuffled(rows[0]), rng.shuffled(rows[1])


def _fill_row(
    rng: Stream,
    row: list[list[int]],
    wants: list[Want],
    rect: Rect,
    up: bool,
    layout: Layout,
) -> None:
    """Stand units side by side; the first may be less deep, which gives the house a step."""
    x, y0, x1, y1 = rect
    for k, (unit, width) in enumerate(zip(row, _lengths(row, wants, x1 - x))):
        step = rng.integer(4, 10) if k == 0 and len(row) > 1 and rng.chance(0.35) else 0
        low, high = (y0, y1 - step) if up else (y0 + step, y1)
        _slice(rng, (x, low, x + width, high), unit, wants, layout)
        x += width


def _end_inside(rng: Stream, row: list[list[int]], hall: int, layout: Layout) -> None:
    """Let the row's last room take the end of the corridor, as a rectangle or an L."""
    unit = row[-1]
    if len(unit) > 1 or len(row) < 2:
        return
    ((x0, y0, x1, y1),) = layout[unit[0]]
    ((_, low, _, high),) = layout[hall]
    start = x0 if rng.chance(0.4) else rng.integer(x0, x1 - ARM) if x1 - ARM > x0 else x0
    layout[hall] = ((0, low, start, high),)
    if start == x0:
        layout[unit[0]] = ((x0, min(y0, low), x1, max(y1, high)),)
    else:
        layout[unit[0]] = ((x0, y0, x1, y1), (start, low, x1, high))
