"""The whole simulator: contract, determinism, snapshots, opening, visibility, caching."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from meadow.errors import InvalidHouseError, InvalidValueError, MeadowError, UnknownIdError
from meadow.protocols import Oracle, Simulator
from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import Person, Walk, replace
from meadow.seeding import stream
from meadow.sim.populate import add_walkers
from meadow.sim.sensors import SensorNoise, Sensors
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished, generated
from meadow.testing.homes import one_room, thing, two_rooms
from meadow.types import (
    MANIPULATION,
    NAVIGATION_AND_LOOK,
    NO_NOISE,
    Action,
    Arm,
    Camera,
    Embodiment,
    Pose,
)

SMALL = Camera(width=48, height=48)
BODY = Embodiment(camera=SMALL)
STILL = Embodiment(camera=SMALL, noise=NO_NOISE)
NOISY = Sensors(noise=SensorNoise(rgb=5.0, depth=0.01, gps=0.02, compass=0.02, bump=0.2))
START = Pose(3.2, 2.0, 0.0)


def same(a, b) -> bool:
    """Bit-equal observations."""
    arrays = np.array_equal(a.rgb, b.rgb) and np.array_equal(a.depth, b.depth)
    return arrays and (a.pose, a.moved, a.step) == (b.pose, b.moved, b.step)


def actions(count: int, name: str = "actions") -> list[Action]:
    rng = stream(0, name)
    choices = (*NAVIGATION_AND_LOOK[:-1], Action.MOVE_AHEAD, Action.OPEN, Action.CLOSE)
    return [rng.choice(choices) for _ in range(count)]


def test_it_keeps_the_contracts():
    simulator = MeadowSimulator(STILL)
    assert isinstance(simulator, Simulator)
    observation = simulator.reset(furnished(), START)
    assert isinstance(simulator.oracle, Oracle)
    assert observation.rgb.shape == (48, 48, 3)
    assert observation.rgb.dtype == np.uint8
    assert observation.depth.dtype == np.float32
    assert observation.pose == Pose(0.0, 0.0, 0.0, 0.0)
    assert (observation.moved, observation.step, dict(observation.extras)) == (True, 0, {})
    simulator.close()
    simulator.close()
    with pytest.raises(MeadowError, match="reset"):
        simulator.step(Action.STOP)


def test_pose_is_relative_to_the_start():
    simulator = MeadowSimulator(STILL)
    simulator.reset(furnished(), Pose(3.2, 2.0, math.pi / 2))
    observation = simulator.step(Action.MOVE_AHEAD)
    assert (observation.pose.x, observation.pose.y) == pytest.approx((0.25, 0.0))
    assert simulator.oracle.pose().y == pytest.approx(2.25)


@pytest.mark.parametrize("sensors", [Sensors(), NOISY])
def test_twins_see_the_same(sensors):
    one, two = MeadowSimulator(BODY, sensors), MeadowSimulator(BODY, sensors)
    house = furnished(closed=True)
    a, b = (s.reset(house, START, seed=5, episode="e") for s in (one, two))
    assert same(a, b)
    for action in actions(150):
        assert same(one.step(action), two.step(action))
        assert one.last_result() == two.last_result()


def test_episodes_do_not_depend_on_what_came_before():
    fresh, used = MeadowSimulator(BODY, NOISY), MeadowSimulator(BODY, NOISY)
    used.reset(generated(1), used.free_pose(generated(1)))
    used.reset(furnished(closed=True), START)
    for action in [Action.OPEN, *actions(60)]:
        used.step(action)
    seen = [s.reset(furnished(closed=True), START, seed=1, episode="x") for s in (fresh, used)]
    assert same(*seen)
    for action in actions(60, "again"):
        assert same(fresh.step(action), used.step(action))
    other = MeadowSimulator(BODY, NOISY).reset(furnished(closed=True), START, seed=2, episode="x")
    assert not same(seen[0], other)


@pytest.mark.parametrize("sensors", [Sensors(), NOISY])
def test_snapshots_continue_bit_for_bit(sensors):
    simulator = MeadowSimulator(BODY, sensors)
    house = furnished(closed=True)
    simulator.reset(house, START, seed=3, episode="e")
    for action in [Action.OPEN, *actions(40)]:
        last = simulator.step(action)
    state = simulator.snapshot()
    result = simulator.last_result()
    future = [simulator.step(action) for action in actions(60, "future")]
    elsewhere = MeadowSimulator(BODY, sensors)
    elsewhere.reset(house, Pose(5.5, 2.2, 1.0), seed=99)
    for other in (simulator, elsewhere):
        assert same(other.restore(state), last)
        assert other.last_result() == result
        assert other.snapshot() == state
        for action, expected in zip(actions(60, "future"), future, strict=True):
            assert same(other.step(action), expected)


@pytest.mark.parametrize("people", [0, 2])
def test_what_is_seen_is_always_what_a_new_picture_would_show(people):
    """Pictures are kept while nothing changes; whatever the robot and others do, none is out of date."""
    house = generated(3)
    house = add_walkers(house, people, seed=2, like=Walk(behaviour="roam")) if people else house
    simulator = MeadowSimulator(BODY, arm=Arm())
    rng = stream(1, "test", "pictures")
    simulator.reset(house, simulator.free_pose(house, seed=1))
    thing = next(o.id for o in house.objects if find_category(o.category).openable)
    for step in range(150):
        if step % 40 == 20:
            simulator.world.set_openness(thing, float(step % 80 == 20))
        seen = simulator.step(rng.choice(MANIPULATION[:-1]))
        assert np.array_equal(seen.rgb, simulator._render(SMALL).rgb), step


def test_nothing_is_drawn_again_for_a_robot_that_does_nothing(monkeypatch):
    simulator = MeadowSimulator(BODY, arm=Arm())
    house = generated(3)
    simulator.reset(house, simulator.free_pose(house, seed=1))
    for _ in range(6):  # up to where it cannot look higher
        simulator.step(Action.LOOK_UP)
    drawn = []
    monkeypatch.setattr(simulator, "_render", lambda camera: drawn.append(camera))
    seen = [simulator.step(Action.LOOK_UP) for _ in range(3)]
    assert not any(one.moved for one in seen)
    assert drawn == []
    assert not np.shares_memory(seen[0].rgb, seen[1].rgb)  # they are kept by those who get them


def test_a_snapshot_of_an_unknown_house():
    simulator = MeadowSimulator(BODY)
    simulator.reset(furnished(), START)
    with pytest.raises(MeadowError, match="reset"):
        MeadowSimulator(BODY).restore(simulator.snapshot())
    with pytest.raises(MeadowError, match="snapshot"):
        simulator.restore(b"{}")


def test_a_home_made_by_hand_is_bounded_before_anything_is_built_from_it():
    home = one_room([thing("mug-1", "mug", (1.0, 1.0, 0.0), room="room-0")])
    giant = replace(home, objects=(replace(home.objects[0], size=(1e18, 0.1, 0.1)),))
    lost = replace(home, objects=(replace(home.objects[0], position=(math.nan, 0.0, 0.0)),))
    for house, path in ((giant, "size"), (lost, "position")):
        with pytest.raises(InvalidHouseError, match=rf"objects\[0\].{path}"):
            MeadowSimulator().reset(house, Pose(0.5, 0.5, 0.0))


def test_doors_open_and_close_and_reset_undoes_it():
    house = two_rooms(closed=True)
    simulator = MeadowSimulator(STILL)
    shut = simulator.reset(house, Pose(4.9, 2.0, math.pi))
    goals = np.array([(1.0, 2.0)])
    assert simulator.oracle.geodesic((4.9, 2.0), goals) == math.inf
    simulator.step(Action.CLOSE)
    assert not simulator.last_result().moved
    opened = simulator.step(Action.OPEN)
    assert simulator.last_result().moved, simulator.last_result()
    assert opened.depth[24, 24] > shut.depth[24, 24] + 2.0
    assert simulator.oracle.house.doorways[0].openness == 1.0
    assert simulator.oracle.geodesic((4.9, 2.0), goals) == pytest.approx(3.9, abs=0.1)
    for _ in range(8):
        simulator.step(Action.MOVE_AHEAD)
        assert simulator.last_result().moved, simulator.last_result()
    assert same(simulator.reset(house, Pose(4.9, 2.0, math.pi)), shut)
    assert simulator.oracle.geodesic((4.9, 2.0), goals) == math.inf


def test_a_door_does_not_swing_through_the_robot():
    simulator = MeadowSimulator(STILL)
    simulator.reset(two_rooms(closed=True), Pose(3.5, 2.0, 0.0))
    simulator.step(Action.OPEN, "door-0")
    assert simulator.last_result().reason == "door-0 would hit the robot"
    assert simulator.oracle.house.doorways[0].openness == 0.0


def test_opening_a_thing_shows_and_blocks():
    fridge = thing("fridge-0", "fridge", (2.0, 2.0, 0.0), room="room-0")
    simulator = MeadowSimulator(STILL)
    before = simulator.reset(one_room([fridge]), Pose(3.4, 2.3, math.pi))
    after = simulator.step(Action.OPEN)
    assert simulator.last_result().moved, simulator.last_result()
    assert not np.array_equal(before.rgb, after.rgb)
    assert simulator.oracle.house.object("fridge-0").openness == 1.0
    simulator.step(Action.OPEN, "fridge-0")
    assert simulator.last_result().reason == "fridge-0 is already open"
    simulator.step(Action.OPEN, "sofa-9")
    assert "nothing that opens" in simulator.last_result().reason
    assert np.array_equal(simulator.step(Action.CLOSE).rgb, before.rgb)


def test_what_is_far_or_behind_cannot_be_opened():
    fridge = thing("fridge-0", "fridge", (0.5, 2.0, 0.0), room="room-0")
    simulator = MeadowSimulator(STILL)
    simulator.reset(one_room([fridge]), Pose(3.4, 2.0, math.pi))
    simulator.step(Action.OPEN, "fridge-0")
    assert "further than 1.5 m" in simulator.last_result().reason
    simulator.step(Action.OPEN)
    assert "nothing to open" in simulator.last_result().reason
    simulator.reset(one_room([fridge]), Pose(1.6, 2.0, 0.0))
    simulator.step(Action.OPEN, "fridge-0")
    assert "not in view" in simulator.last_result().reason


def test_drawers_take_their_contents_along():
    dresser = thing("dresser-0", "dresser", (1.0, 2.0, 0.0), room="room-0", yaw=0.4)
    from meadow.scenes.appearance import object_form
    from meadow.scenes.catalogue import find_category

    surfaces = find_category("dresser").shape(object_form(dresser)).surfaces
    drawer = next(s for s in surfaces if any(s.slides))
    x, y = ((a + b) / 2 for a, b in zip(drawer.low, drawer.high))
    c, s = math.cos(0.4), math.sin(0.4)
    place = (1.0 + c * x - s * y, 2.0 + s * x + c * y, drawer.z)
    key = thing("key-0", "key", place, room="room-0", support="dresser-0", container="dresser-0")
    simulator = MeadowSimulator(STILL)
    simulator.reset(one_room([dresser, key]), Pose(2.4, 2.5, math.pi + 0.4))
    world = simulator.world
    world.set_openness("dresser-0", 1.0)
    moved = np.subtract(world.object("key-0").position, place)
    travel = math.hypot(*drawer.slides)
    assert moved == pytest.approx((c * travel, s * travel, 0.0), abs=1e-9)
    world.set_openness("dresser-0", 0.0)
    assert world.object("key-0").position == pytest.approx(place)


def test_visible_needs_pixels_and_nearness():
    ball = thing("sofa-0", "sofa", (2.0, 2.0, 0.0), room="room-0")
    simulator = MeadowSimulator(STILL)
    simulator.reset(one_room([ball]), Pose(3.3, 2.0, math.pi))
    oracle = simulator.oracle
    assert oracle.distance_to("sofa-0") == pytest.approx(1.3 - ball.size[0] / 2, abs=0.02)
    assert oracle.visible("sofa-0")
    assert not oracle.visible("sofa-0", oracle.distance_to("sofa-0") - 0.01)
    assert oracle.share("sofa-0") > 0.1
    simulator.reset(one_room([ball]), Pose(3.3, 2.0, 0.0))
    assert not oracle.visible("sofa-0")
    with pytest.raises(UnknownIdError, match="sofa-0"):
        oracle.visible("sofa-7")


def test_viewpoints_are_free_near_and_see_the_object():
    simulator = MeadowSimulator(STILL)
    house = furnished()
    simulator.reset(house, START)
    oracle = simulator.oracle
    for id in ("apple-0", "fridge-0"):
        found = oracle.viewpoints(id)
        assert len(found) > 3
        for x, y, yaw in found:
            simulator.reset(house, Pose(x, y, yaw))
            assert oracle.visible(id), (id, x, y, yaw)
    assert len(oracle.viewpoints("apple-0", 0.2)) == 0
    closed = furnished(closed=True)
    simulator.reset(closed, START)
    assert len(oracle.viewpoints("fridge-0")) == 0, "behind a closed door"


def test_oracle_facts():
    simulator = MeadowSimulator(STILL)
    simulator.reset(furnished(), START)
    oracle = simulator.oracle
    assert oracle.categories() == ["apple", "chair", "dining table", "fridge", "sofa"]
    assert oracle.instances("chair") == ["chair-0", "chair-1"]
    assert oracle.navigable(3.2, 2.0)
    assert not oracle.navigable(4.0, 0.5)
    assert not oracle.navigable(-3.0, 0.5)
    assert oracle.clear(3.2, 2.0, 5.0, 2.0)
    assert not oracle.clear(3.2, 1.0, 5.0, 1.0)
    assert oracle.geodesic((3.2, 2.0), np.zeros((0, 2))) == math.inf
    assert len(oracle.path((3.2, 2.0), np.array([(6.0, 3.0)]))) >= 2


def test_sensors_can_be_chosen():
    back = Camera(width=32, height=24, yaw=math.pi)
    sensors = Sensors(depth=False, pose=False, ids=True, normals=True, cameras={"back": back})
    simulator = MeadowSimulator(STILL, sensors)
    observation = simulator.reset(furnished(), START)
    assert observation.depth is None
    assert observation.pose is None
    assert observation.extras["ids"].shape == (48, 48)
    lengths = np.linalg.norm(observation.extras["normals"], axis=-1)
    assert lengths[observation.extras["ids"] != 0] == pytest.approx(1.0, abs=1e-3)
    view = observation.extras["back"]
    assert view.rgb.shape == (24, 32, 3)
    turned = MeadowSimulator(replace_camera(STILL, Camera(width=32, height=24)))
    facing = turned.reset(furnished(), Pose(3.2, 2.0, math.pi))
    assert np.array_equal(facing.rgb, view.rgb)
    with pytest.raises(InvalidValueError, match="reserved"):
        Sensors(cameras={"ids": back})
    with pytest.raises(InvalidValueError, match="0 to 100"):
        SensorNoise(gps=-1.0)


def replace_camera(body: Embodiment, camera: Camera) -> Embodiment:
    return Embodiment(camera=camera, noise=body.noise)


def test_sensor_noise_has_the_stated_spread():
    exact = MeadowSimulator(STILL).reset(furnished(), START)
    simulator = MeadowSimulator(STILL, NOISY)
    seen = [simulator.reset(furnished(), START, seed=k) for k in range(200)]
    xs = np.array([o.pose.x for o in seen])
    assert np.std(xs) == pytest.approx(0.02, rel=0.2)
    assert np.std([o.pose.yaw for o in seen]) == pytest.approx(0.02, rel=0.2)
    assert 0.1 < np.mean([not o.moved for o in seen]) < 0.3
    errors = np.stack([o.depth for o in seen]) - exact.depth
    ratio = errors.std(axis=0) / np.maximum(exact.depth, 0.1) ** 2
    assert np.median(ratio) == pytest.approx(0.01, rel=0.1)


def test_bad_starts_are_explained():
    simulator = MeadowSimulator(STILL)
    with pytest.raises(InvalidValueError, match=r"overlap wall-6.*nearest free point"):
        simulator.reset(furnished(), Pose(4.0, 0.5))
    with pytest.raises(InvalidValueError, match="outside the home"):
        simulator.reset(furnished(), Pose(40.0, 0.5))
    with pytest.raises(InvalidValueError, match="finite"):
        simulator.reset(furnished(), Pose(math.nan, 0.5))
    with pytest.raises(InvalidValueError, match="at least 1"):
        MeadowSimulator(STILL, houses=0)


def test_homes_are_kept_and_forgotten():
    simulator = MeadowSimulator(STILL, houses=2)
    first = furnished()
    simulator.reset(first, START)
    built = simulator.world.built
    simulator.reset(two_rooms(), START)
    simulator.reset(replace(first), START)
    assert simulator.world.built is built, "an equal home is the same home"
    simulator.reset(two_rooms(closed=True), START)
    simulator.reset(one_room(), Pose(2.0, 2.0))
    simulator.reset(first, START)
    assert simulator.world.built is not built, "only two homes are kept"


def test_a_home_is_prepared_once_for_a_pose_and_its_reset(monkeypatch):
    digests = []
    house = two_rooms()
    monkeypatch.setattr(type(house), "digest", lambda self: digests.append(self.id) or self.id)
    simulator = MeadowSimulator()
    simulator.reset(house, simulator.free_pose(house))
    built = simulator.world.built
    assert digests == [house.id]
    simulator.reset(one_room(), simulator.free_pose(one_room()))
    simulator.reset(house, simulator.free_pose(house))
    assert simulator.world.built is built


def test_free_poses_are_free():
    simulator = MeadowSimulator(STILL)
    house = generated(1)
    poses = {simulator.free_pose(house, seed=k) for k in range(20)}
    assert len(poses) > 15
    for pose in poses:
        simulator.reset(house, pose)


def test_memory_stays_bounded_over_many_homes():
    import gc
    import tracemalloc

    simulator = MeadowSimulator(STILL, houses=2)
    homes = [generated(k, 2) for k in range(10)]

    def tour() -> int:
        for house in homes:
            simulator.reset(house, simulator.free_pose(house))
            for action in actions(5):
                simulator.step(action)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tour()
    tracemalloc.start()
    first, second = tour(), tour()
    tracemalloc.stop()
    assert second - first < 2_000_000


def test_simulators_that_share_homes_change_their_own_world_alone():
    house = furnished(closed=True)
    keeper = MeadowSimulator(STILL)
    one, two = (MeadowSimulator(STILL, share=keeper) for _ in range(2))
    shut = [simulator.reset(house, START) for simulator in (one, two)]
    assert one.scene is two.scene  # nothing was changed yet
    assert one.world.navgrid is two.world.navgrid
    one.world.set_openness("door-0", 1.0)
    one.world.set_openness("fridge-0", 1.0)
    assert two.world.house is house
    assert two.world.object("fridge-0").openness == 0.0
    assert not np.array_equal(one.observe().rgb, shut[0].rgb)
    assert same(two.observe(), shut[1])
    goals = np.array([(3.2, 2.0)])
    assert math.isfinite(one.oracle.geodesic((4.9, 2.0), goals))
    assert two.oracle.geodesic((4.9, 2.0), goals) == math.inf
    fresh = MeadowSimulator(STILL, share=keeper)
    assert same(fresh.reset(house, START), shut[0])
    assert same(one.reset(house, START), shut[0])
    assert one.world.navgrid is two.world.navgrid


def test_a_free_pose_is_where_nobody_stands():
    simulator = MeadowSimulator(BODY)
    empty = two_rooms()
    poses = [simulator.free_pose(empty, seed=seed) for seed in range(5)]
    for pose in poses:
        person = Person("ann", "ada", (pose.x, pose.y, 0.0), 0.0, "room-0")
        home = replace(empty, people=(person,))
        with pytest.raises(InvalidValueError, match="overlap ann") as refused:
            simulator.reset(home, pose)
        x, y = re.search(r"free point is \(([\d.]+), ([\d.]+)\)", str(refused.value)).groups()
        simulator.reset(home, Pose(float(x), float(y)))
        free = [simulator.free_pose(home, seed=seed) for seed in range(5)]
        for before, now in zip(poses, free, strict=True):
            simulator.reset(home, now)
            far = before.distance(*person.position[:2]) > BODY.radius + 0.3
            assert now == before or not far
