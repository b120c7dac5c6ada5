"""The arm in its world: what it grips, lifts, opens and meets, and what a robot feels of it."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from meadow.errors import FileFormatError, InvalidValueError
from meadow.planning.grip import grasp, set_force
from meadow.scenes.schema import House, replace
from meadow.sim.reach import find_grip, find_pull
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.fuzz.arm import (
    BODY,
    check_arm,
    home_of_arms,
    run_arm,
    same_arms_in_any_order,
)
from meadow.types import ARM_BODY, MANIPULATION, ROBOT_ID, Action, Arm, Camera, Pose

A = Action


@pytest.fixture(scope="module")
def house() -> House:
    return home_of_arms(3, rooms=3)


@pytest.fixture
def robot(house: House) -> MeadowSimulator:
    simulator = MeadowSimulator(BODY, arm=Arm())
    simulator.reset(house, simulator.free_pose(house))
    return simulator


def loose(simulator: MeadowSimulator) -> list[str]:
    world = simulator.world
    ids = [o.id for o in world.original.objects if world.pickupable(o.id)]
    return [id for id in ids if not world.shut_in(id)]


def stand_at(simulator: MeadowSimulator, id: str) -> bool:
    """Put the robot and its hand where a thing can be gripped."""
    found = find_grip(simulator.world, Arm(), id, simulator.pose)
    if found is None:
        return False
    simulator.enter(found.base)
    simulator._robot_arm.bring(found.lift, found.joints)
    return simulator._robot_arm.within_grasp(simulator.pose) == id


def do(simulator: MeadowSimulator, *actions: Action) -> list[bool]:
    moved = []
    for action in actions:
        simulator.advance(action)
        moved.append(simulator.last_result().moved)
    return moved


def gripped(simulator: MeadowSimulator) -> str:
    """Take the first thing that can be taken."""
    for id in loose(simulator):
        if simulator._robot_arm.weight(id) <= 4.0 and stand_at(simulator, id):
            do(simulator, *grasp(5.0, simulator.observe().arm.force))
            return id
    raise AssertionError("nothing can be gripped in this home")


def test_the_first_look_has_the_arm_folded(robot):
    felt = robot.observe().arm
    assert (felt.touch, felt.force) == ("nothing", 0.0)
    assert felt.lift == Arm().rest_lift
    assert felt.joints == Arm().rest
    assert math.hypot(*felt.grip[:2]) < BODY.radius
    assert felt.fingers[2] == pytest.approx(-1.0)


def test_actions_move_the_hand_by_their_step(robot):
    start = np.array(robot.observe().arm.grip)
    assert all(do(robot, A.ARM_AHEAD, A.ARM_AHEAD, A.ARM_UP, A.ARM_LEFT))
    np.testing.assert_allclose(robot.observe().arm.grip - start, (0.1, 0.05, 0.05), atol=1e-9)
    fingers = robot.observe().arm.fingers
    do(robot, A.WRIST_UP)
    np.testing.assert_allclose(robot.observe().arm.grip - start, (0.1, 0.05, 0.05), atol=1e-9)
    turned = math.acos(np.clip(np.dot(fingers, robot.observe().arm.fingers), -1.0, 1.0))
    assert turned == pytest.approx(math.radians(15.0))
    do(robot, A.LIFT_DOWN)
    assert robot.observe().arm.lift == pytest.approx(Arm().rest_lift - 0.05)


def test_what_is_out_of_reach_or_limits_is_refused(robot):
    while do(robot, A.LIFT_UP)[0]:
        pass
    assert robot.last_result().reason == "the arm would hit the robot"  # its elbow is at the camera
    do(robot, *[A.JOINT_2_MINUS] * 5)
    while do(robot, A.LIFT_UP)[0]:
        pass
    assert robot.last_result().reason == "the lift is at its end"
    assert robot.observe().arm.lift == pytest.approx(Arm().lift[1])
    for _ in range(30):
        before = robot.observe().arm
        if not do(robot, A.ARM_UP)[0]:
            break
    assert not robot.observe().moved
    assert robot.observe().arm == before
    while do(robot, A.JOINT_6_PLUS)[0]:
        pass
    assert "joint 6" in robot.last_result().reason


def test_forces_keep_within_the_hand(robot):
    assert do(robot, A.FORCE_DOWN) == [False]
    assert all(do(robot, *[A.FORCE_UP_COARSE] * 20))
    assert robot.observe().arm.force == 10.0
    assert do(robot, A.FORCE_UP, A.FORCE_UP_COARSE) == [False, False]
    assert "the hand's limit" in robot.last_result().reason


def test_grasp_and_release_of_nothing_are_told(robot):
    assert do(robot, A.GRASP) == [False]
    assert robot.observe().arm.touch == "nothing"
    assert do(robot, A.RELEASE) == [False]
    assert "holds nothing" in robot.last_result().reason
    assert do(robot, A.OPEN) == [False]
    assert "no handle" in robot.last_result().reason


def test_a_grasp_with_no_force_slips(robot):
    for id in loose(robot):
        if stand_at(robot, id):
            break
    assert do(robot, A.GRASP) == [False]
    assert robot.observe().arm.touch == "slipped"
    assert "raise it" in robot.last_result().reason


def test_a_grasp_lifts_from_the_weight_on():
    """On fifty things, bisection of the force finds the weight to the hand's step."""
    tried = 0
    for seed in range(3, 9):
        home = home_of_arms(seed, rooms=3)
        simulator = MeadowSimulator(BODY, arm=Arm())
        simulator.reset(home, simulator.free_pose(home))
        for id in loose(simulator):
            weight = simulator._robot_arm.weight(id)
            if weight > 5.0 or not stand_at(simulator, id):
                continue
            low, high = 0, 100
            while high - low > 1:
                middle = (low + high) // 2
                state = simulator.snapshot()
                do(simulator, *grasp(0.05 * middle, simulator.observe().arm.force))
                held = simulator.observe().arm.touch == "holding"
                low, high = (low, middle) if held else (middle, high)
                simulator.restore(state)
            assert 0.05 * low < weight <= 0.05 * high + 1e-9, id
            tried += 1
            if tried == 50:
                return
    assert tried == 50


def test_what_is_too_heavy_is_never_lifted(robot, house):
    id = next(id for id in loose(robot) if stand_at(robot, id))
    heavy = [replace(o, mass=5.001) if o.id == id else o for o in house.objects]
    simulator = MeadowSimulator(BODY, arm=Arm())
    home = replace(house, objects=tuple(heavy))
    simulator.reset(home, simulator.free_pose(home))
    assert stand_at(simulator, id)
    do(simulator, *grasp(10.0))
    assert simulator.observe().arm.touch == "slipped"


def test_what_is_held_follows_and_falls_to_what_is_below(robot):
    id = gripped(robot)
    world = robot.world
    assert robot.oracle.held() == id
    before = world.object(id)
    assert any(do(robot, A.LIFT_UP, A.ARM_UP))
    raised = robot.oracle.raised(id)
    assert raised >= 0.05 - 1e-9
    assert world.object(id).yaw == before.yaw
    assert do(robot, A.RELEASE) == [True]
    assert robot.observe().arm.touch == "nothing"
    assert world.object(id).position == pytest.approx(before.position, abs=0.011)


def test_a_thing_falls_when_the_force_gets_less_than_its_weight(robot):
    gripped(robot)
    while robot.observe().arm.touch == "holding":
        assert do(robot, A.FORCE_DOWN) == [True]
    assert robot.observe().arm.touch == "slipped"
    assert robot.oracle.held() == ""


def test_snapshots_hold_the_arm_and_what_it_holds(robot):
    gripped(robot)
    do(robot, A.LIFT_UP, A.JOINT_1_PLUS)
    state, seen = robot.snapshot(), robot.observe()
    ends = []
    for _ in range(2):
        again = robot.restore(state)
        assert np.array_equal(again.rgb, seen.rgb)
        assert again.arm == seen.arm
        do(robot, A.ROTATE_LEFT, A.MOVE_BACK, A.RELEASE, A.ARM_BACK)
        ends.append(robot.snapshot())
    assert ends[0] == ends[1]


def test_snapshots_of_other_robots_are_refused(robot, house):
    state = robot.snapshot()
    bare = MeadowSimulator(BODY)
    bare.reset(house, robot.pose)
    with pytest.raises(FileFormatError, match="with an arm"):
        bare.restore(state)
    with pytest.raises(FileFormatError, match="without an arm"):
        robot.restore(bare.snapshot())
    bent = state.replace(b'"lift":0.9', b'"lift":9.9')
    assert bent != state
    with pytest.raises(FileFormatError, match="within the arm's limits"):
        robot.restore(bent)


def test_the_home_stays_as_it_was_left(robot, house):
    id, start = gripped(robot), robot._start
    do(robot, A.LIFT_UP, A.MOVE_BACK, A.RELEASE)
    left = robot.world.changes()
    robot.enter(start)
    assert robot.world.changes() == left
    assert robot.observe().arm.joints == Arm().rest
    robot.reset(house, start)
    assert robot.world.changes().objects == ()
    assert robot.oracle.raised(id) == 0.0


def test_entering_puts_down_what_is_held(robot):
    gripped(robot)
    robot.enter(robot._start)
    assert robot.oracle.held() == ""
    assert robot.observe().arm.touch == "nothing"


def test_who_comes_in_beside_a_thing_knows_how_far_beside(robot):
    gripped(robot)
    robot.enter(robot._start)
    blocked = next(
        Pose(o.position[0], o.position[1])
        for o in robot.oracle.house.objects
        if o.support == "floor" and not robot.world.navigable(*o.position[:2])
    )
    felt = robot.enter(blocked).pose
    stands = robot.oracle.pose()
    assert (stands.x, stands.y) != (blocked.x, blocked.y)
    assert (felt.x, felt.y) == pytest.approx((stands.x - blocked.x, stands.y - blocked.y), abs=1e-6)
    kept = robot.snapshot()
    robot.step(A.ROTATE_LEFT)
    robot.restore(kept)
    assert robot.observe().pose == felt


def test_handles_open_and_close_and_contents_come_to_light():
    for seed in range(3, 8):
        home = home_of_arms(seed, rooms=3)
        simulator = MeadowSimulator(BODY, arm=Arm())
        simulator.reset(home, simulator.free_pose(home))
        world = simulator.world
        full = {o.container for o in home.objects if o.container}
        for id in sorted(full):
            if world.object(id).openness or not any(o.id == id for o in world.openables()):
                continue
            found = find_pull(world, Arm(), id, 1.0, simulator.pose)
            inside = [o.id for o in home.objects if o.container == id]
            if found is None:
                continue
            _, drawn = simulator.scene.quads()
            assert all(simulator.instance(thing) not in drawn for thing in inside)
            assert find_grip(world, Arm(), inside[0], simulator.pose) is None
            simulator.enter(found.base)
            simulator._robot_arm.bring(found.lift, found.joints)
            assert do(simulator, A.OPEN) == [True], simulator.last_result()
            assert world.object(id).openness == 1.0
            _, drawn = simulator.scene.quads()
            assert all(simulator.instance(thing) in drawn for thing in inside)
            check_arm(simulator)
            places = {thing: world.object(thing).position for thing in inside}
            again = find_pull(world, Arm(), id, 0.0, simulator.pose)
            if again is None:
                continue
            simulator.enter(again.base)
            simulator._robot_arm.bring(again.lift, again.joints)
            assert do(simulator, A.CLOSE) == [True], simulator.last_result()
            assert not simulator.world.changes().objects  # drawers have carried all of it back
            assert places.keys() == set(inside)
            return
    raise AssertionError("no full thing could be opened and closed")


def test_a_thing_taken_out_of_a_drawer_stays_taken():
    for seed in range(3, 12):
        home = home_of_arms(seed, rooms=3)
        simulator = MeadowSimulator(BODY, arm=Arm())
        simulator.reset(home, simulator.free_pose(home))
        world = simulator.world
        for thing in (o for o in home.objects if o.container):
            if not world.pickupable(thing.id) or thing.container not in {
                o.id for o in world.openables()
            }:
                continue
            world.apply(type(world.changes())())
            world.set_openness(thing.container, 1.0)
            if not stand_at(simulator, thing.id):
                continue
            do(simulator, *grasp(5.0, simulator.observe().arm.force))
            if simulator.oracle.held() != thing.id or not any(do(simulator, A.LIFT_UP, A.ARM_UP)):
                continue
            where = world.object(thing.id).position
            world.set_openness(thing.container, 0.0)
            assert world.object(thing.id).position == where
            assert world.object(thing.id).container == ""
            return
    raise AssertionError("nothing could be taken out of a drawer")


def test_the_arm_stops_the_base(robot):
    """With the arm stretched ahead, the base is stopped before its disc meets the wall."""
    do(robot, *[A.ARM_AHEAD] * 9)
    for _ in range(60):
        if not do(robot, A.MOVE_AHEAD)[0]:
            break
    check_arm(robot)
    assert not robot.observe().moved


def test_the_robot_is_seen_by_itself_alone(robot, house):
    wide = dataclasses.replace(ARM_BODY, camera=Camera(width=160, height=120, elevation=1.45))
    simulator = MeadowSimulator(wide, arm=Arm())
    pose = simulator.free_pose(house)
    simulator.reset(house, pose)
    do(simulator, *[A.LOOK_DOWN] * 4, *[A.ARM_AHEAD] * 4)
    assert (simulator.frames.ids == ROBOT_ID).mean() > 0.01
    bare = MeadowSimulator(wide)
    bare.reset(house, pose)
    item = house.objects[0].id
    poses = np.array([[pose.x, pose.y, pose.yaw, -0.5]])
    assert np.array_equal(simulator.shares(item, poses), bare.shares(item, poses))
    assert (bare.frames.ids != ROBOT_ID).all()


def test_arm_actions_need_an_arm(house):
    bare = MeadowSimulator(BODY)
    bare.reset(house, bare.free_pose(house))
    assert do(bare, A.ARM_UP, A.GRASP) == [False, False]
    assert "needs an arm" in bare.last_result().reason


def test_batches_draw_what_single_robots_draw(house):
    from meadow.sim.batch import BatchCamera

    robots = [MeadowSimulator(BODY, arm=Arm()) for _ in range(3)]
    for k, simulator in enumerate(robots):
        simulator.place(house, simulator.free_pose(house, seed=k))
        do(simulator, A.LOOK_DOWN, A.LOOK_DOWN, *[A.ARM_AHEAD] * k)
    _, each = BatchCamera(BODY.camera).render(robots)
    for simulator, frames in zip(robots, each, strict=True):
        assert np.array_equal(simulator.observe().rgb, frames.rgb)


def test_random_steps_stay_sound(house):
    done = run_arm(house, 500, seed=5)
    assert done["visited: Grasp"] + done["visited: Open"] > 2
    same_arms_in_any_order([house, house], 60, seed=5)


def test_people_walk_around_the_arm_or_wait_for_it():
    """On random steps with people about; the looks of ``run_arm`` would tell who is in the arm."""
    done = run_arm(home_of_arms(50, rooms=3, people=4), 400, seed=50)
    assert done["refused"] < 300


def test_a_ball_rolls_below_the_arm(robot):
    do(robot, *[A.ARM_AHEAD] * 9)
    discs = robot._robot_arm.discs(robot.pose)
    reach = max(robot.pose.distance(x, y) + radius for x, y, radius, _ in discs)
    assert reach > math.hypot(*robot.observe().arm.grip[:2])
    assert min(low for *_, low in discs) > 0.25


def test_grasp_with_a_force_is_the_fewest_keys():
    assert grasp(0.0) == [A.GRASP]
    assert set_force(1.05) == [A.FORCE_UP_COARSE] * 2 + [A.FORCE_UP]
    assert set_force(0.95) == [A.FORCE_UP_COARSE] * 2 + [A.FORCE_DOWN]
    assert set_force(0.1, now=3.0) == [A.FORCE_DOWN_COARSE] * 6 + [A.FORCE_UP] * 2
    assert len(set_force(10.0)) == 20
    with pytest.raises(InvalidValueError, match="the hand's limit"):
        grasp(10.5)
    with pytest.raises(InvalidValueError, match="expected 0 to 10"):
        grasp(-1.0)


def test_every_action_is_there_once():
    assert len(set(MANIPULATION)) == len(MANIPULATION) == len(Action)


def test_bad_arms_are_told():
    with pytest.raises(InvalidValueError, match="rest_lift"):
        Arm(rest_lift=2.0)
    with pytest.raises(InvalidValueError, match="in this order"):
        Arm(fine=1.0, coarse=0.5)
    with pytest.raises(InvalidValueError, match="joints within"):
        Arm(rest=(9.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    with pytest.raises(InvalidValueError, match="joints within"):
        Arm(rest=(0.0,))
    for payload in (-1.0, math.nan):
        with pytest.raises(InvalidValueError, match="payload"):
            Arm(payload=payload)


def test_a_pose_of_numpy_numbers_can_be_kept(house):
    simulator = MeadowSimulator(BODY, arm=Arm())
    pose = simulator.free_pose(house)
    simulator.reset(house, Pose(np.float64(pose.x), np.float64(pose.y), np.float64(pose.yaw)))
    assert simulator.snapshot()
