"""People who walk: along their loop, around what is solid, never into anybody, the same in every run."""

from __future__ import annotations

import itertools
import logging
import math

import numpy as np
import pytest
import shapely

from meadow.errors import FileFormatError, InvalidHouseError
from meadow.scenes import schema, validate
from meadow.scenes.people import BEHAVIOURS, drawn_phase
from meadow.scenes.schema import House, Person, Walk, replace
from meadow.seeding import stream
from meadow.sim import walkers
from meadow.sim.built import PERSON_HEIGHT
from meadow.sim.obstacles import PERSON_RADIUS, Obstacles
from meadow.sim.populate import add_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.snapshot import check_walkers
from meadow.sim.walkers import Disc, free_length
from meadow.testing.furnished import furnished, generated, union
from meadow.testing.homes import one_room, thing, two_rooms
from meadow.types import NAVIGATION_AND_LOOK, NO_NOISE, Action, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=32, height=32), noise=NO_NOISE)


def walker(*points: tuple[float, float], id: str = "ann", **walk: object) -> Person:
    (x, y), room = points[0], "room-0" if points[0][0] < 4.0 else "room-1"
    return Person(id, "ada", (x, y, 0.0), 0.0, room, walk=Walk(points, **walk))


def home(*people: Person, house: House | None = None) -> House:
    return replace(house or two_rooms(), people=people)


def waiting(simulator: MeadowSimulator, steps: int) -> list[tuple[Person, ...]]:
    """Everyone after each of some actions that move nothing but them."""
    places = []
    for _ in range(steps):
        simulator.advance(Action.STOP)
        places.append(simulator.world.people)
    return places


def test_a_walker_goes_around_its_loop_through_doors_and_its_room_follows():
    simulator = MeadowSimulator(BODY)
    points = ((1.0, 2.0), (6.0, 2.0), (6.0, 3.5))
    simulator.reset(home(walker(*points)), Pose(1.0, 3.5))
    places = [people[0] for people in waiting(simulator, 40)]
    for point in points:
        assert min(math.dist(point, p.position[:2]) for p in places) < 0.3
    assert {p.room for p in places} == {"room-0", "room-1"}
    assert all(p.room == ("room-0" if p.position[0] < 4.0 else "room-1") for p in places)
    steps = [math.dist(a.position, b.position) for a, b in itertools.pairwise(places)]
    assert max(steps) == pytest.approx(0.5)
    assert len({drawn_phase(p.gait) for p in places}) > 20


def test_a_walker_stands_at_its_way_points_for_as_long_as_it_was_told():
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(walker((1.0, 2.0), (2.0, 2.0), pause=(1.5, 1.5))), Pose(1.0, 3.5))
    places = [people[0] for people in waiting(simulator, 10)]
    assert [p.gait < 0.0 for p in places] == [True] * 3 + [False] * 2 + [True] * 3 + [False] * 2
    assert [p.position[0] for p in places[3:8]] == pytest.approx([1.5, 2.0, 2.0, 2.0, 2.0])


def test_pauses_are_drawn_from_the_seed_of_the_episode():
    simulator = MeadowSimulator(BODY)
    house = home(walker((1.0, 2.0), (2.0, 2.0), pause=(0.0, 5.0)))
    seen = []
    for seed, episode in ((1, "a"), (1, "a"), (2, "a"), (1, "b")):
        simulator.reset(house, Pose(1.0, 3.5), seed=seed, episode=episode)
        seen.append(waiting(simulator, 30))
    assert seen[0] == seen[1]
    assert seen[0] != seen[2]
    assert seen[0] != seen[3]


def test_nobody_walks_through_walls_furniture_the_robot_or_each_other():
    house = add_walkers(generated(3), 5, seed=2)
    assert not validate.check_house(house)
    simulator = MeadowSimulator(BODY)
    pose = next(p for k in range(50) if fits(house, p := simulator.free_pose(house, seed=k)))
    simulator.reset(house, pose)
    walls = union(Obstacles(replace(house, people=()), PERSON_HEIGHT))
    rng = stream(1, "actions")
    for _ in range(300):
        simulator.advance(rng.choice(NAVIGATION_AND_LOOK[:-1]))
        at = [p.position[:2] for p in simulator.world.people]
        for i, place in enumerate(at):
            assert walls.distance(shapely.Point(place)) > PERSON_RADIUS - 1e-5
            assert math.dist(place, (simulator.pose.x, simulator.pose.y)) > 0.18 + PERSON_RADIUS
            assert all(math.dist(place, other) > 2 * PERSON_RADIUS for other in at[:i])
    walked = [walker.walked for walker in simulator._walkers.progress]
    assert min(walked) > 1.0


def fits(house: House, pose: Pose) -> bool:
    return all(math.dist((pose.x, pose.y), p.position[:2]) > 0.6 for p in house.people)


def test_a_walker_waits_for_the_robot_and_goes_on_when_it_has_left():
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(walker((1.0, 2.0), (3.5, 2.0))), Pose(2.5, 2.0, math.pi / 2))
    before = waiting(simulator, 10)[-1][0]
    assert before.position[0] == pytest.approx(2.5 - BODY.radius - walkers.REACH)
    assert before.gait == -1.0
    simulator.step(Action.MOVE_AHEAD)  # the robot is free to leave
    assert simulator.last_result().moved
    simulator.step(Action.MOVE_AHEAD)
    assert max(people[0].position[0] for people in waiting(simulator, 3)) > 3.0


def test_a_walker_leaves_the_robot_a_gap_also_where_it_could_just_pass():
    for beside in (0.0, 0.5):
        person = walker((1.0, 2.0), (3.5, 2.0))
        keeping = replace(person, walk=replace(person.walk, gap=0.45))
        simulator = MeadowSimulator(BODY)
        simulator.reset(home(keeping), Pose(2.5, 2.0 + beside))
        gaps = []
        for _ in range(10):
            simulator.step(Action.ROTATE_LEFT)
            gaps.append(simulator.oracle.gap_to_people())
        assert min(gaps) == pytest.approx(0.45, abs=0.03)


def test_two_walkers_wait_for_each_other_without_touching():
    simulator = MeadowSimulator(BODY)
    two = (walker((1.0, 2.0), (6.0, 2.0)), walker((6.0, 2.0), (1.0, 2.0), id="bob"))
    simulator.reset(home(*two), Pose(1.0, 3.5))
    ann, bob = waiting(simulator, 20)[-1]
    assert math.dist(ann.position, bob.position) == pytest.approx(2 * walkers.REACH)


def test_two_walkers_with_patience_turn_and_go_on():
    simulator = MeadowSimulator(BODY)
    two = (
        walker((1.0, 2.0), (6.0, 2.0), patience=2.0),
        walker((6.0, 2.0), (1.0, 2.0), id="bob", patience=2.0),
    )
    simulator.reset(home(*two), Pose(1.0, 3.5))
    places = waiting(simulator, 200)
    for number in (0, 1):
        xs = [people[number].position[0] for people in places[-60:]]
        assert max(xs) - min(xs) > 1.0, "nobody stands for good"
    assert [w.back for w in simulator._walkers.progress] != [False, False]


def test_patience_is_counted_from_the_moment_when_somebody_is_in_the_way():
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(walker((1.0, 2.0), (3.5, 2.0), patience=3.0)), Pose(2.5, 2.0, math.pi / 2))
    xs = [people[0].position[0] for people in waiting(simulator, 12)]
    nearest = 2.5 - BODY.radius - walkers.REACH
    waited = [x for x in xs if x == pytest.approx(nearest)]
    assert len(waited) in (6, 7)  # three seconds of half a second each
    assert min(xs[-4:]) < 1.5, "it walks back"


def test_a_courteous_walker_goes_around_the_robot():
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(walker((1.0, 2.0), (3.5, 2.0), courtesy=1.0)), Pose(2.2, 2.0))
    places = [people[0].position for people in waiting(simulator, 16)]
    assert max(x for x, _, _ in places) > 3.2, "it gets past"
    gaps = [math.dist(place[:2], (2.2, 2.0)) for place in places]
    assert min(gaps) >= BODY.radius + walkers.REACH - 1e-9


def test_two_courteous_walkers_pass_each_other():
    simulator = MeadowSimulator(BODY)
    two = (
        walker((0.5, 2.0), (3.5, 2.0), courtesy=1.0),
        walker((3.5, 2.0), (0.5, 2.0), id="bob", courtesy=1.0),
    )
    simulator.reset(home(*two), Pose(5.0, 3.5))
    places = waiting(simulator, 14)
    assert max(people[0].position[0] for people in places) > 3.0
    assert min(people[1].position[0] for people in places) < 1.0


def test_a_walker_roams_within_its_area_and_differently_in_each_episode():
    area = ((0.3, 0.3), (2.0, 0.3), (2.0, 3.7), (0.3, 3.7))
    simulator, ways = MeadowSimulator(BODY), []
    roamer = walker((1.0, 2.0), behaviour="roam", area=area, pause=(0.0, 1.0))
    roamer = replace(roamer, walk=replace(roamer.walk, points=()))
    for seed in (1, 2):
        simulator.reset(home(roamer), Pose(6.0, 3.5), seed=seed)
        ways.append([people[0].position for people in waiting(simulator, 80)])
    for x, y, _ in ways[0]:
        assert 0.3 <= x <= 2.0
        assert 0.3 <= y <= 3.7
    ys = [y for _, y, _ in ways[0]]
    assert max(ys) - min(ys) > 1.5
    assert ways[0] != ways[1]


def test_one_who_idles_stays_and_takes_one_stance_after_another():
    simulator = MeadowSimulator(BODY)
    idler = replace(walker((1.0, 2.0)), walk=Walk(behaviour="idle", pause=(1.0, 2.0)))
    idler = replace(idler, stance="reading")
    simulator.reset(home(idler), Pose(3.0, 2.0, math.pi))
    places = [people[0] for people in waiting(simulator, 60)]
    assert {p.position for p in places} == {(1.0, 2.0, 0.0)}
    assert [p.stance for p in places[:2]] == ["reading"] * 2, "its own comes first"
    assert len({p.stance for p in places}) >= 4
    pictures = {p.stance: simulator.scene.people[0] for p in places[-1:]}
    assert pictures[places[-1].stance].stance == places[-1].stance


def test_those_who_idle_may_hide_things_from_viewpoints_and_walkers_do_not():
    idler = replace(walker((2.0, 2.0)), walk=Walk(behaviour="idle"))
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(idler, walker((1.0, 1.0), (1.0, 3.0), id="bob")), Pose(3.0, 3.5))
    assert simulator._loaded.built.walkers == (0, 1)
    assert simulator._loaded.built.passing == (1,)


def ball_home(**walk: object) -> House:
    ball = thing("ball", "basketball", (1.0, 2.0, 0.0), room="room-0")
    return two_rooms([replace(ball, walk=Walk(((1.0, 2.0), (3.0, 2.0)), **walk))])


def test_a_ball_rolls_blocks_the_robot_and_leaves_the_map_as_it_was():
    simulator = MeadowSimulator(BODY)
    simulator.reset(ball_home(speed=0.5), Pose(2.2, 2.0))
    grid, places = simulator.world.navgrid, []
    for _ in range(8):
        simulator.advance(Action.STOP)
        places.append(simulator.world.object("ball").position[0])
    radius = max(simulator.world.object("ball").size[:2]) / 2
    assert places[0] == pytest.approx(1.25)
    assert places[-1] == pytest.approx(2.2 - BODY.radius - radius / math.cos(math.pi / 12) - 0.005)
    assert simulator.world.navgrid is grid
    assert simulator.world.obstacles.blocker(2.2, 2.0, 1.0, 2.0, BODY.radius) == "ball"
    state, picture = simulator.snapshot(), simulator.observe().rgb
    simulator.step(Action.MOVE_AHEAD)
    waiting(simulator, 5)
    assert np.array_equal(simulator.restore(state).rgb, picture)
    assert simulator.snapshot() == state


def test_a_ball_that_is_held_does_not_roll_and_rolls_on_when_it_is_released():
    simulator = MeadowSimulator(BODY)
    simulator.reset(ball_home(), Pose(2.2, 3.0))
    simulator.world.hold("ball", simulator.pose)
    waiting(simulator, 3)
    assert simulator.world.object("ball").support == "robot"
    assert not simulator.world.obstacles.overlapped(1.0, 2.0, 0.1)
    simulator.world.release()
    place = simulator.world.object("ball").position
    waiting(simulator, 3)
    assert math.dist(simulator.world.object("ball").position, place) > 0.3


def test_a_way_blocked_for_good_is_told_once_and_reopens_with_the_door(caplog):
    house = home(walker((1.0, 2.0), (6.0, 2.0)), house=two_rooms(closed=True))
    simulator = MeadowSimulator(BODY)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            simulator.reset(house, Pose(1.0, 3.5))
            people = waiting(simulator, 5)[-1]
    assert people[0].position == (1.0, 2.0, 0.0)
    assert [r.message for r in caplog.records] == [
        "ann in home two-rooms stands still: a person's body has no way from (1.00, 2.00) to way "
        "point 1 at (6.00, 2.00)"
    ]
    simulator.world.set_openness("door-0", 1.0)
    assert waiting(simulator, 8)[-1][0].room == "room-1"
    simulator.reset(house, Pose(1.0, 3.5))
    assert waiting(simulator, 3)[-1][0].room == "room-0"


def test_a_walker_takes_another_way_when_its_own_is_shut():
    table = thing("table-0", "dining table", (2.0, 2.0, 0.0), room="room-0")
    simulator = MeadowSimulator(BODY)
    house = home(walker((0.5, 2.0), (3.5, 2.0)), house=one_room([table]))
    simulator.reset(house, Pose(1.0, 3.5))
    ys = [abs(people[0].position[1] - 2.0) for people in waiting(simulator, 12)]
    assert max(ys) > 0.3


def test_way_points_that_are_one_place_do_not_hang():
    simulator = MeadowSimulator(BODY)
    simulator.reset(home(walker((1.0, 2.0), (1.0, 2.0))), Pose(1.0, 3.5))
    assert waiting(simulator, 3)[-1][0].position == (1.0, 2.0, 0.0)


def test_snapshots_hold_how_far_everyone_has_come():
    house = add_walkers(generated(3), 4, seed=1)
    one, two = MeadowSimulator(BODY), MeadowSimulator(BODY)
    pose = next(p for k in range(50) if fits(house, p := one.free_pose(house, seed=k)))
    one.reset(house, pose, seed=3)
    waiting(one, 37)
    state = one.snapshot()
    future = waiting(one, 60)
    two.reset(house, pose, seed=8)
    for simulator in (one, two):
        frame = simulator.restore(state)
        assert simulator.snapshot() == state
        assert waiting(simulator, 60) == future
        assert np.array_equal(simulator.restore(state).rgb, frame.rgb)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": "nobody"}, "expected"),
        ({"stop": 7}, "nowhere"),
        ({"pause": -1.0}, "nowhere"),
        ({"way": ((1e9, 0.0),)}, "nowhere"),
    ],
)
def test_a_snapshot_with_impossible_walkers_is_refused(fields, message):
    house = home(walker((1.0, 2.0), (2.0, 2.0)))
    with pytest.raises(FileFormatError, match=message):
        check_walkers([walkers.WalkProgress(**{"id": "ann", **fields})], house)


def test_viewpoints_do_not_depend_on_where_walkers_are():
    house = home(walker((2.0, 2.0), (3.4, 2.0)), house=furnished())
    early, late = MeadowSimulator(BODY), MeadowSimulator(BODY)
    empty = MeadowSimulator(BODY)
    empty.reset(furnished(), Pose(1.9, 2.4))
    wanted = empty.oracle.viewpoints("apple-0", 1.5)
    assert len(wanted)
    for simulator, steps in ((early, 0), (late, 3)):
        simulator.reset(house, Pose(3.2, 1.0))
        waiting(simulator, steps)
        before = simulator.observe().rgb
        assert np.array_equal(simulator.oracle.viewpoints("apple-0", 1.5), wanted)
        assert np.array_equal(simulator.observe().rgb, before)


def test_homes_without_walks_are_written_as_before():
    person = Person("ann", "ada", (1.0, 2.0, 0.0), 0.0, "room-0")
    assert b"walk" not in schema.serialize.encode(home(person))
    assert home(person).digest() != home(walker((1.0, 2.0))).digest()


@pytest.mark.parametrize(
    ("walk", "path"),
    [
        (Walk(()), "points"),
        (Walk(((9.0, 9.0),)), r"points\[0\]"),
        (Walk(((1.0, 1.0),), speed=0.0), "speed"),
        (Walk(((1.0, 1.0),), speed=math.nan), "speed"),
        (Walk(((1.0, 1.0),), pause=(2.0, 1.0)), "pause"),
        (Walk(((1.0, 1.0),), seconds=-1.0), "seconds"),
        (Walk(((1.0, 1.0),), behaviour="dance"), "behaviour"),
        (Walk(((1.0, 1.0),), patience=0.0), "patience"),
        (Walk(((1.0, 1.0),), courtesy=-1.0), "courtesy"),
        (Walk(behaviour="roam", area=((0.0, 0.0), (1.0, 1.0))), "area"),
        (Walk(behaviour="roam", area=((0, 0), (1, 1), (1, 0), (0, 1))), "area"),
    ],
)
def test_walks_that_make_no_sense_are_refused(walk, path):
    house = home(replace(walker((1.0, 2.0)), walk=walk))
    problems = validate.check_house(house)
    assert len(problems) == 1
    with pytest.raises(InvalidHouseError, match=rf"people\[0\]\.walk\.{path}"):
        validate.validated(house, "home")
    if path != r"points\[0\]":
        with pytest.raises(InvalidHouseError):
            MeadowSimulator(BODY).reset(house, Pose(1.0, 3.5))


def test_every_behaviour_is_known():
    assert set(walkers.BEHAVIOURS) == set(BEHAVIOURS)


def test_free_length_ends_where_two_discs_touch():
    assert free_length(0.0, 0.0, 1.0, 0.0, 3.0, [Disc(2.0, 0.0, 0.5)]) == pytest.approx(1.5)
    assert free_length(0.0, 0.0, 1.0, 0.0, 3.0, [Disc(2.0, 0.6, 0.5)]) == 3.0
    assert free_length(0.0, 0.0, 1.0, 0.0, 3.0, [Disc(-0.2, 0.0, 0.5)]) == 3.0  # away from them
    assert free_length(0.0, 0.0, 1.0, 0.0, 3.0, [Disc(0.2, 0.0, 0.5)]) == 0.0
    assert free_length(0.0, 0.0, 1.0, 0.0, 3.0, [Disc(2.0, 0.0, 0.5)], 0.3) == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("walk", "support", "path"),
    [
        (Walk(behaviour="idle"), "floor", r"walk\.behaviour"),
        (Walk(((1.0, 2.0),), speed=0.0), "floor", r"walk\.speed"),
        (Walk(((1.0, 2.0),)), "wall", "walk"),
    ],
)
def test_balls_that_cannot_roll_are_refused(walk, support, path):
    ball = thing("ball", "basketball", (1.0, 2.0, 0.0), room="room-0", support=support, walk=walk)
    with pytest.raises(InvalidHouseError, match=rf"objects\[0\]\.{path}"):
        validate.validated(two_rooms([ball]), "home")


def test_an_unknown_stance_is_refused():
    person = replace(walker((1.0, 2.0)), stance="on one leg")
    assert "stance" in validate.check_house(home(person))[0]


def test_walkers_without_a_room_are_not_all_in_that_of_the_first():
    people = add_walkers(generated(3), 4, seed=1).people
    assert len({person.room for person in people}) > 1
