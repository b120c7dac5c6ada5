"""How two things stand to each other, from their boxes and from what carries or contains them.

Every answer is True, False, or None where people would argue. Where a thing's ``place`` is known, support
relations follow the geometry of the home: on top, on a shelf, inside or beneath. Where it is not, they
follow its ``support`` alone, which suites of the first revision do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from meadow.language.things import Thing

#: Gap between two things that are near each other, metres; up to half as much again is arguable.
NEAR = 1.0
#: Gap between two things side by side, metres; up to NEAR is arguable.
BESIDE = 0.5
#: How far a base may be off the top of what carries it, metres.
TOUCHING = 0.1
#: Share of the smaller outline that must overlap for one thing to be under another.
COVERED = 0.5


def gap(a: Thing, b: Thing) -> float:
    """Shortest distance between two boxes, metres; 0 when they touch."""
    return math.hypot(*(_apart(a, b, axis) for axis in range(3)))


def related(
    kind: str, thing: Thing, anchors: Sequence[Thing], *, near: float = NEAR
) -> bool | None:
    """Whether ``thing`` stands so to ``anchors``: two for "between", else one."""
    if kind == "between":
        return _between(thing, anchors[0], anchors[1])
    anchor = anchors[0]
    if thing.id == anchor.id:
        return False
    if kind == "near":
        return _near(thing, anchor, near)
    return _TESTS[kind](thing, anchor)


def on_surface(kind: str, thing: Thing, surface: str) -> bool | None:
    """Whether a thing is on or beside the "floor", "wall" or "ceiling"."""
    if thing.support and kind in ("on", "above"):
        return thing.support == surface and not thing.container
    if surface == "floor" and kind == "on":
        return thing.low[2] < TOUCHING
    return None


def _apart(a: Thing, b: Thing, axis: int) -> float:
    return max(a.low[axis] - b.high[axis], b.low[axis] - a.high[axis], 0.0)


def _level_gap(a: Thing, b: Thing) -> float:
    return math.hypot(_apart(a, b, 0), _apart(a, b, 1))


def _same_room(a: Thing, b: Thing) -> bool:
    return not (a.room_id and b.room_id) or a.room_id == b.room_id


def _overlap(a: Thing, b: Thing) -> float:
    """Share of the smaller outline that lies within the other's."""
    shared = 1.0
    for axis in (0, 1):
        shared *= max(0.0, min(a.high[axis], b.high[axis]) - max(a.low[axis], b.low[axis]))
    areas = [max(t.extents[0] * t.extents[1], 1e-9) for t in (a, b)]
    return shared / min(areas)


def _on(a: Thing, b: Thing) -> bool | None:
    if a.container == b.id:
        return False
    if a.support == b.id:
        # "on top of" a bookcase is not "on a shelf of" it; "on" may be either.
        return True if a.place in ("", "top") else None
    rests = _overlap(a, b) >= COVERED and a.low[2] >= b.low[2] + TOUCHING
    if a.support:
        # A mug on a tray on the desk is on the desk for some.
        stacked = a.support not in ("floor", "wall", "ceiling") and not a.container
        return None if stacked and rests and a.low[2] >= b.high[2] - TOUCHING else False
    if not rests or a.low[2] > b.high[2] + TOUCHING:
        return False
    # Seats and shelves carry things below the top of the box.
    return True if a.low[2] >= b.high[2] - TOUCHING else None


def _on_shelf(a: Thing, b: Thing) -> bool | None:
    """On a lower board of something, with more of it above."""
    if a.support == b.id and a.place:
        return a.place == "shelf"
    return None if _on(a, b) is not False and a.low[2] < b.high[2] - TOUCHING else False


def _in(a: Thing, b: Thing) -> bool | None:
    if a.container:
        return a.container == b.id
    if a.support == b.id:
        # A book is in or on a bookcase, an apple in or on a bowl where no more is known.
        return {"top": False, "inside": True}.get(a.place)
    inside = all(
        b.low[i] - TOUCHING <= a.low[i] and a.high[i] <= b.high[i] + TOUCHING for i in range(3)
    )
    return None if inside and not a.support else False


def _under(a: Thing, b: Thing) -> bool | None:
    if b.support == a.id:
        return True
    if a.container == b.id or a.support == b.id or not _same_room(a, b):
        return False
    if a.place:
        return True if b.id in a.beneath else None if b.id in a.partly_beneath else False
    below = a.centre[2] < b.centre[2] and a.high[2] < b.high[2]
    return below and _overlap(a, b) >= COVERED


def _above(a: Thing, b: Thing) -> bool | None:
    if a.container == b.id or not _same_room(a, b) or a.low[2] < b.high[2] - TOUCHING:
        return False
    if a.support == b.id:
        return None
    # A picture above a sofa hangs on the wall behind it.
    return _level_gap(a, b) <= 0.3 and a.support != "floor"


def _near(a: Thing, b: Thing, near: float) -> bool | None:
    if not _same_room(a, b):
        return False
    distance = gap(a, b)
    return True if distance <= near else None if distance <= 1.5 * near else False


def _next_to(a: Thing, b: Thing) -> bool | None:
    if not _same_room(a, b) or gap(a, b) > NEAR:
        return False
    if b.id in (a.support, a.container) or a.id in (b.support, b.container):
        return False
    beside = _level_gap(a, b) <= BESIDE and _apart(a, b, 2) == 0.0 and _overlap(a, b) < COVERED
    return True if beside else None


def _ahead(a: Thing, b: Thing) -> tuple[float, float] | None:
    """Where a is in the frame of b: forward and left, metres."""
    if b.front is None:
        return None
    dx, dy = a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]
    cos, sin = math.cos(b.front), math.sin(b.front)
    return cos * dx + sin * dy, cos * dy - sin * dx


def _facing(sign: float) -> Callable[[Thing, Thing], bool | None]:
    """Before (+1) or behind (-1) a thing, by its own front; by the viewer's is arguable."""

    def test(a: Thing, b: Thing) -> bool | None:
        if not _near(a, b, NEAR) or b.id in (a.support, a.container):
            return False
        ahead = _ahead(a, b)
        if ahead is None or _overlap(a, b) >= COVERED:
            return None
        return True if sign * ahead[0] > abs(ahead[1]) else None

    return test


def _sideways(sign: float) -> Callable[[Thing, Thing], bool | None]:
    """Left (+1) or right (-1) of a thing, by its own front if it has one; by the viewer's is arguable."""

    def test(a: Thing, b: Thing) -> bool | None:
        if not _near(a, b, NEAR) or b.id in (a.support, a.container):
            return False
        ahead = _ahead(a, b)
        if not b.sided or ahead is None or _overlap(a, b) >= COVERED:
            return None
        return True if sign * ahead[1] > abs(ahead[0]) else None

    return test


def _with(a: Thing, b: Thing) -> bool | None:
    carried = [_on(b, a), _in(b, a)]
    return True if True in carried else None if None in carried else False


def _between(a: Thing, b: Thing, c: Thing) -> bool | None:
    if len({a.id, b.id, c.id}) < 3 or not (_same_room(a, b) and _same_room(a, c)):
        return False
    dx, dy = c.centre[0] - b.centre[0], c.centre[1] - b.centre[1]
    length = math.hypot(dx, dy)
    if length < 1e-6:
        return False
    px, py = a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]
    along = (px * dx + py * dy) / length**2
    aside = abs(px * dy - py * dx) / length
    if not 0.0 < along < 1.0 or aside > NEAR:
        return False
    return True if aside <= max(BESIDE, 0.5 * min(a.extents[:2])) else None


_TESTS: dict[str, Callable[[Thing, Thing], bool | None]] = {
    "on": _on,
    "on a shelf of": _on_shelf,
    "in": _in,
    "under": _under,
    "above": _above,
    "next to": _next_to,
    "behind": _facing(-1.0),
    "in front of": _facing(1.0),
    "left of": _sideways(1.0),
    "right of": _sideways(-1.0),
    "with": _with,
}
