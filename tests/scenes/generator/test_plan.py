"""Floor plans: rooms tile the home, walls lie on their borders, and ways lead where they should."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon

from meadow.errors import GenerationError
from meadow.scenes.generator.building import Building, draw_building
from meadow.scenes.generator.plan import draw_plan
from meadow.scenes.generator.rooms import EXTENTS, choose_types
from meadow.scenes.generator.spec import HouseSpec
from meadow.scenes.generator.tiling import OUTSIDE, Tiling
from meadow.seeding import stream

SEEDS = range(40)


def _building(seed: int, rooms: int) -> Building:
    rng = stream(seed, "plan test", rooms)
    types = choose_types(rng, HouseSpec(rooms=rooms))
    tiling, links = draw_plan(rng, types)
    return draw_building(rng, types, tiling, links, 2.6)


@pytest.mark.parametrize("rooms", range(1, 11))
def test_rooms_tile_the_home_and_walls_lie_on_their_borders(rooms: int) -> None:
    for seed in SEEDS:
        building = _building(seed, rooms)
        shapes = {room.id: Polygon(room.polygon) for room in building.rooms}
        assert len(shapes) == rooms
        assert all(shape.is_valid and shape.exterior.is_ccw for shape in shapes.values())
        area = sum(shape.area for shape in shapes.values())
        border = 0.0
        for wall in building.walls:
            dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
            length = abs(dx) + abs(dy)
            border += length * sum(1 for side in (wall.left, wall.right) if side)
            x, y = (wall.a[0] + wall.b[0]) / 2, (wall.a[1] + wall.b[1]) / 2
            for side, sign in ((wall.left, 1), (wall.right, -1)):
                point = Point(x - sign * 0.01 * dy / length, y + sign * 0.01 * dx / length)
                found = [id for id, shape in shapes.items() if shape.covers(point)]
                assert found == ([side] if side else [])
        assert border == pytest.approx(sum(shape.length for shape in shapes.values()))
        x0, y0 = building.tiling.xs[0], building.tiling.ys[0]
        x1, y1 = building.tiling.xs[-1], building.tiling.ys[-1]
        assert area <= (x1 - x0) * (y1 - y0) / 100 + 1e-9


@pytest.mark.parametrize("rooms", range(1, 11))
def test_rooms_have_the_sides_of_their_type(rooms: int) -> None:
    for seed in SEEDS:
        for room in _building(seed, rooms).rooms:
            xs, ys = [p[0] for p in room.polygon], [p[1] for p in room.polygon]
            low, high = EXTENTS[room.type].side
            sides = max(xs) - min(xs), max(ys) - min(ys)
            assert low / 10 <= min(sides) + 1e-9
            assert max(sides) <= high / 10 + 1e-9


@pytest.mark.parametrize("rooms", range(2, 11))
def test_every_room_is_reached_and_nobody_walks_through_bathrooms(rooms: int) -> None:
    for seed in SEEDS:
        building = _building(seed, rooms)
        kinds = {room.id: room.type for room in building.rooms}
        walls = {wall.id: wall for wall in building.walls}
        ways = [(walls[d.wall].left, walls[d.wall].right) for d in building.openings.doorways]
        inner = [way for way in ways if all(way)]
        reached = {building.rooms[0].id}
        for _ in kinds:
            reached |= {room for way in inner if set(way) & reached for room in way}
        assert reached == set(kinds)
        for id, kind in kinds.items():
            if kind in ("bathroom", "office"):
                assert sum(id in way for way in inner) == 1


@pytest.mark.parametrize("rooms", [1, 4, 7])
def test_holes_fit_their_walls_and_do_not_meet(rooms: int) -> None:
    for seed in SEEDS:
        building = _building(seed, rooms)
        walls = {wall.id: wall for wall in building.walls}
        holes = [*building.openings.doorways, *building.openings.windows]
        for hole in holes:
            wall = walls[hole.wall]
            length = abs(wall.b[0] - wall.a[0]) + abs(wall.b[1] - wall.a[1])
            assert hole.offset > 0.05
            assert hole.offset + hole.width < length - 0.05
            for other in holes:
                apart = (
                    hole.offset >= other.offset + other.width
                    or other.offset >= hole.offset + hole.width
                )
                assert other is hole or other.wall != hole.wall or apart


def test_an_l_shaped_room_has_six_corners_and_one_gap() -> None:
    tiling = Tiling({0: ((0, 0, 20, 40), (20, 0, 40, 20)), 1: ((20, 20, 40, 40),)})
    assert tiling.outline(0) == [(0, 0), (40, 0), (40, 20), (20, 20), (20, 40), (0, 40)]
    assert tiling.gaps(0) == [(20, 20, 40, 40)]
    assert tiling.gaps(1) == []
    between = [run for run in tiling.runs if OUTSIDE not in run.rooms]
    assert sorted(run.length for run in between) == [20, 20]


def test_a_programme_that_cannot_work_is_refused() -> None:
    with pytest.raises(GenerationError, match="no floor plan found for bathroom, bathroom"):
        draw_plan(stream(0), ("bathroom", "bathroom"))
