"""Things that move: put, held, released; what is on and in them comes along; drawers carry things."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.scenes.schema import Object, replace
from meadow.sim.placing import stands_on, surfaces_of
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.world import HELD, World
from meadow.testing.furnished import furnished, generated
from meadow.testing.homes import one_room, thing
from meadow.types import NO_NOISE, Action, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=32, height=32), noise=NO_NOISE)
TABLE = thing("table", "dining table", (2.0, 3.2, 0.0), room="room-0")
TOP = TABLE.size[2]


def room(*objects: Object) -> World:
    return World(one_room(objects), BODY)


def mug(x: float = 1.0, y: float = 1.0, z: float = 0.0, **fields: object) -> Object:
    return thing("mug", "mug", (x, y, z), room="room-0", **fields)


def chest_of_drawers() -> tuple[World, Object, Object]:
    """A generated home with something in a drawer, the drawer's thing and what is in it."""
    for seed in range(20):
        world = World(generated(seed), BODY)
        for item in world.house.objects:
            holder = world.built.objects.get(item.container)
            if holder is None or item.support != holder.id:
                continue
            world.set_openness(holder.id, 1.0)
            if world.object(item.id).position != item.position:
                world.set_openness(holder.id, 0.0)
                return world, holder, item
            world.set_openness(holder.id, 0.0)
    raise AssertionError("no home has a drawer with something in it")


def test_a_thing_falls_to_the_highest_support_below():
    world = room(TABLE, mug())
    world.put("mug", (2.0, 3.2, 1.5))
    item = world.object("mug")
    assert (item.support, item.position) == ("table", (2.0, 3.2, pytest.approx(TOP)))
    world.put("mug", (2.0, 3.2, 0.3))  # from beneath the top
    assert (world.object("mug").support, world.object("mug").position[2]) == ("floor", 0.0)
    world.put("mug", (3.0, 1.0, 2.0), 1.0)
    assert (world.object("mug").support, world.object("mug").yaw) == ("floor", 1.0)


def test_nothing_is_put_into_a_flat_thing_that_stands_open():
    laptop = thing("laptop", "laptop", (2.0, 3.2, TOP), room="room-0", size=(0.26, 0.37, 0.028))
    world = room(TABLE, replace(laptop, support="table"), mug())
    world.put("mug", (2.0, 3.2, TOP + 0.05), support="table")  # on a closed one, which is flat
    world.put("mug", (1.0, 1.0, 0.0))
    world.set_openness("laptop", 1.0)
    with pytest.raises(InvalidValueError, match="laptop is in the way"):
        world.put("mug", (1.9, 3.2, TOP + 0.05), support="table")


def test_a_thing_is_put_on_a_support_by_name():
    world = room(TABLE, mug())
    world.put("mug", (2.1, 3.2, 0.0), support="table")
    assert world.object("mug").position[2] == pytest.approx(TOP)
    with pytest.raises(InvalidValueError, match="no surface of table"):
        world.put("mug", (0.5, 0.5, 0.0), support="table")
    with pytest.raises(UnknownIdError):
        world.put("mug", (0.5, 0.5, 0.0), support="tabel")


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ((0.03, 2.0, 0.0), "wall-3 is in the way"),
        ((9.0, 9.0, 0.0), "outside the home"),
        ((1.0, 3.0, 0.0), "fridge is in the way"),
        ((0.6, 0.6, 0.0), "the robot is in the way"),
        ((math.nan, 0.6, 0.0), "finite"),
    ],
)
def test_where_a_thing_cannot_stand_is_explained_and_nothing_moves(place, reason):
    world = room(TABLE, mug(), thing("fridge", "fridge", (1.0, 3.0, 0.0), room="room-0"))
    world.robot = (0.6, 0.6)
    with pytest.raises(InvalidValueError, match=reason):
        world.put("mug", place, support="floor")
    assert world.house is world.original


def test_what_is_on_a_thing_comes_along_and_what_is_under_it_stays():
    on = mug(2.1, 3.2, TOP, support="table")
    under = thing("ball", "basketball", (2.0, 3.2, 0.0), room="room-0", support="table")
    world = room(TABLE, on, under)
    world.put("table", (2.0, 1.5, 0.0), TABLE.yaw + math.pi / 2)
    assert world.object("mug").position == pytest.approx((2.0, 1.6, TOP))
    assert world.object("mug").support == "table"
    assert (world.object("ball").position, world.object("ball").support) == (
        (2.0, 3.2, 0.0),
        "floor",
    )


def test_held_things_follow_the_robot_and_block_nobody():
    simulator = MeadowSimulator(BODY)
    simulator.reset(one_room([TABLE, mug(1.6, 1.0)]), Pose(1.0, 1.0))
    world = simulator.world
    simulator.step(Action.MOVE_AHEAD)
    simulator.step(Action.MOVE_AHEAD)
    assert not simulator.last_result().moved
    world.hold("mug", simulator.pose)
    assert world.object("mug").support == HELD
    for _ in range(4):
        simulator.step(Action.MOVE_AHEAD)
        assert simulator.last_result().moved
        assert world.object("mug").position[:2] == (simulator.pose.x, simulator.pose.y)
    with pytest.raises(InvalidValueError, match="already holds mug"):
        world.hold("table", simulator.pose)
    assert world.release() == "mug"
    item = world.object("mug")
    assert (item.support, item.position[2]) == ("floor", 0.0)  # slid aside: the robot stands there
    assert math.dist(item.position[:2], (simulator.pose.x, simulator.pose.y)) > BODY.radius
    with pytest.raises(InvalidValueError, match="holds nothing"):
        world.release()


def test_drawers_carry_what_is_in_them_now():
    world, holder, item = chest_of_drawers()
    shut = world.object(item.id)
    with pytest.raises(InvalidValueError, match="shut in"):
        world.hold(item.id, Pose(0.0, 0.0))
    world.set_openness(holder.id, 1.0)
    opened = world.object(item.id)
    world.hold(item.id, Pose(0.0, 0.0))
    world.set_openness(holder.id, 0.0)
    assert world.object(item.id).support == HELD, "it does not jump back into the drawer"
    world.set_openness(holder.id, 1.0)
    world.put(item.id, opened.position, opened.yaw, support=holder.id)
    back = world.object(item.id)
    assert (back.support, back.container) == (holder.id, holder.id)
    world.set_openness(holder.id, 0.0)
    assert world.object(item.id).position == pytest.approx(shut.position, abs=1e-3)
    assert world.shut_in(item.id)
    world.set_openness(holder.id, 1.0)
    assert world.object(item.id).position == back.position
    world.set_openness(holder.id, 0.0)
    with pytest.raises(InvalidValueError, match="shut in"):
        world.hold(item.id, Pose(0.0, 0.0))


def test_contents_of_a_closed_thing_are_not_drawn():
    world, holder, item = chest_of_drawers()
    simulator = MeadowSimulator(BODY)
    house = world.original
    simulator.reset(house, simulator.free_pose(house))
    world, number = simulator.world, simulator.instance(item.id)

    def drawn() -> bool:
        return number in simulator.scene.quads()[1]

    assert not drawn()
    world.set_openness(holder.id, 1.0)
    assert drawn()
    world.hold(item.id, simulator.pose)
    world.set_openness(holder.id, 0.0)
    assert drawn(), "it is no longer in there"


def test_ways_change_with_things_that_stand_in_them_only():
    world = World(furnished(), BODY)
    grid = world.navgrid
    world.put("apple-0", (2.6, 3.1, 1.5))
    assert world.object("apple-0").support == "table-0"
    assert world.navgrid is grid, "an apple on a table is in nobody's way"
    world.put("apple-0", (3.2, 2.0, 0.0))
    assert world.navgrid is not grid
    assert not world.navigable(3.2, 2.0)


def test_a_door_does_not_swing_into_what_was_put_in_its_way():
    world = World(furnished(closed=True), BODY)
    far = Pose(1.9, 2.4)
    assert world.swing_blocker("door-0", 1.0, far) == ""
    leaf = world.built.doorways["door-0"]
    side = -0.4 if leaf.swings_left else 0.4
    world.put("apple-0", (4.0 + side, 1.75, 0.0))
    assert world.swing_blocker("door-0", 1.0, far) == "apple-0"


def test_snapshots_hold_moved_and_held_things_bit_for_bit():
    house = furnished()
    one, two = MeadowSimulator(BODY), MeadowSimulator(BODY)
    for simulator in (one, two):
        simulator.reset(house, Pose(3.2, 2.0))
    one.world.put("chair-1", (1.9, 2.4, 0.0), 0.7)
    one.world.hold("apple-0", one.pose)
    seen = one.step(Action.ROTATE_LEFT)
    state = one.snapshot()
    assert np.array_equal(two.restore(state).rgb, seen.rgb)
    assert two.snapshot() == state
    assert two.world.house == one.world.house
    assert two.world.release() == one.world.release() == "apple-0"
    assert two.snapshot() == one.snapshot()
    one.reset(house, Pose(3.2, 2.0))
    assert one.world.house is house
    assert one.world.held is None


def test_what_stands_on_something_in_a_generated_home_is_on_one_of_its_surfaces():
    world = World(generated(2), BODY)
    for item in world.house.objects:
        carrier = world.built.objects.get(item.support)
        if carrier is None or item.container or not surfaces_of(carrier):
            continue
        if item.position[2] <= carrier.position[2] + 1e-3:
            continue
        found = [surface.z for surface in surfaces_of(carrier)]
        assert min(abs(carrier.position[2] + z - item.position[2]) for z in found) < 0.002
        assert stands_on(item, carrier)


def test_what_was_held_blocks_again_once_it_is_put_down():
    world = room(TABLE, mug())
    assert world.person_obstacles.of("mug")
    world.hold("mug", Pose(1.5, 1.5))
    assert not world.obstacles.of("mug")
    world.put("mug", (3.0, 1.0, 0.0))
    assert world.held is None
    assert not world.navigable(3.0, 1.0)
    assert world.person_obstacles.overlapped(3.0, 1.0, 0.2) == "mug"


def test_a_thing_beneath_another_opens_no_further_than_there_is_room():
    board = thing("board", "skateboard", (1.0, 1.0, 0.0), room="room-0")
    book = thing("book", "book", (3.0, 3.0, 0.0), room="room-0")
    world, far = room(board, book), Pose(3.5, 0.5)
    world.put("book", (1.0, 1.0, 0.0), math.pi / 2, support="floor")
    assert world.swing_blocker("book", 1.0, far) == "board"
    world.put("book", (3.0, 3.0, 0.0), support="floor")
    assert world.swing_blocker("book", 1.0, far) == ""


def test_what_stands_on_a_held_thing_blocks_nobody_after_a_snapshot():
    world = room(
        mug(),
        thing("plate", "plate", (1.5, 1.0, 0.0), room="room-0"),
        thing("tray", "tray", (2.0, 2.0, 0.0), room="room-0"),
    )
    world.put("plate", (2.0, 2.0, 1.0), support="tray")
    world.put("mug", (2.0, 2.0, 1.0), support="plate")
    world.hold("tray", Pose(3.0, 3.0))
    again = World(world.original, BODY)
    assert again.person_obstacles.of("mug")
    again.apply(world.changes())
    for id in ("mug", "plate", "tray"):
        assert again.is_held(id)
        assert world.person_obstacles.of(id) == again.person_obstacles.of(id) == []


def test_an_unknown_thing_is_named_and_nothing_moves():
    world = room(TABLE, mug())
    for act in (lambda: world.put("mgu", (1.0, 1.0, 0.0)), lambda: world.hold("mgu", Pose(1, 1))):
        with pytest.raises(UnknownIdError, match=r"mgu.*mug"):
            act()
    with pytest.raises(InvalidValueError, match="holds nothing.*hold something first"):
        world.release()
    assert world.house is world.original


def test_a_thing_that_is_again_as_it_was_built_is_written_as_it_was():
    one, two = MeadowSimulator(BODY), MeadowSimulator(BODY)
    house = one_room([TABLE, thing("oven", "microwave", (1.0, 3.0, 0.0), room="room-0")])
    for simulator in (one, two):
        simulator.reset(house, Pose(3.0, 1.0))
    one.world.set_openness("oven", 1.0)
    one.world.set_openness("oven", float("0"))  # another zero than the default
    for simulator in (one, two):
        simulator.world.hold("oven", simulator.pose)
    assert one.snapshot() == two.snapshot()


def test_a_thing_that_touches_another_closes_but_opens_no_further_into_it():
    book = thing("book", "book", (3.0, 3.0, 0.0), room="room-0", variant="paperback")
    binder = thing("binder", "binder", (2.0, 1.0, 0.0), room="room-0", variant="ring")
    sized = replace(book, size=(0.24, 0.174, 0.041)), replace(binder, size=(0.058, 0.266, 0.312))
    world, far = room(*sized), Pose(3.5, 3.5)
    world.put("binder", (0.9932, 0.7983, 0.0), -2.1148, support="floor")
    world.put("book", (1.0, 1.0, 0.0), 0.3501, support="floor")  # a part sticks out of its box
    assert world.swing_blocker("book", 1.0, far) == "binder"
    world.set_openness("book", 1.0)
    assert world.swing_blocker("book", 0.0, far) == ""
