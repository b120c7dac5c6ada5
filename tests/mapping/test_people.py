"""People who are seen become tracks on the map, and no part of it."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from meadow.agents import AGENTS
from meadow.agents.modular import ModularAgent
from meadow.grounding.localizer import Blind
from meadow.grounding.look import Looks
from meadow.mapping.occupancy import FREE, OCCUPIED
from meadow.mapping.people import PeopleTracker, TrackedPerson, _Place
from meadow.models.eyes import available
from meadow.planning.give_way import forecast
from meadow.scenes.schema import Person
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room
from meadow.types import Brief, Camera, Detections, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=160, height=160, hfov=math.radians(90.0)))
START = Pose(1.0, 4.0)


class TrueVision:
    """Sees the true pixels of people."""

    def __init__(self, simulator: MeadowSimulator) -> None:
        self._simulator = simulator

    def look(self, image, parts, camera=None):
        return self

    def people(self) -> Detections:
        oracle = self._simulator.oracle
        ids, first = oracle.frames().ids, len(oracle.house.objects) + 1
        masks = [ids == first + k for k in range(len(oracle.house.people))]
        masks = [mask for mask in masks if mask.any()]
        boxes = np.zeros((len(masks), 4), np.float32)
        stack = np.array(masks, bool).reshape(-1, *ids.shape)
        return Detections(boxes, np.ones(len(masks), np.float32), ("person",) * len(masks), stack)


def home(*people: tuple[float, float]):
    """A large room with people who stand in it."""
    standing = tuple(
        Person(f"person-{k}", "ada", (x, y, 0.0), 0.0, "room-0") for k, (x, y) in enumerate(people)
    )
    return msgspec.structs.replace(one_room(side=8.0), people=standing)


def watch(frames, pose: Pose = START) -> PeopleTracker:
    """Track people through frames, each given by where they are; the map's frame is the robot's start."""
    simulator = MeadowSimulator(BODY)
    tracker = PeopleTracker(TrueVision(simulator))
    for people in frames:
        seen = simulator.reset(home(*people), pose)
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0))
    return tracker


def test_a_person_who_walks_has_a_place_and_a_velocity() -> None:
    tracker = watch([[(4.0, 3.0 + 0.2 * k)] for k in range(8)])
    (person,) = tracker.people
    assert (person.number, person.detections, person.unseen) == (1, 8, 0)
    assert person.x == pytest.approx(3.0, abs=0.15)
    assert person.y == pytest.approx(0.4, abs=0.15)
    assert person.vx == pytest.approx(0.0, abs=0.05)
    assert person.vy == pytest.approx(0.2, abs=0.05)


class DoubleVision(TrueVision):
    """Also boxes the upper half of everybody, as detectors do, now before and now after the whole."""

    def people(self) -> Detections:
        found = super().people()
        halves = found.masks.copy()
        for half in halves:
            rows = np.flatnonzero(half.any(axis=1))
            half[rows[len(rows) // 2] :] = False
        first = self._simulator.oracle.house.people[0].position[0] % 0.2 < 0.1
        masks = np.concatenate([halves, found.masks] if first else [found.masks, halves])
        count = len(masks)
        boxes = np.zeros((count, 4), np.float32)
        return Detections(boxes, np.ones(count, np.float32), ("person",) * count, masks)


def test_who_is_detected_twice_in_a_frame_is_one_person() -> None:
    simulator = MeadowSimulator(BODY)
    tracker = PeopleTracker(DoubleVision(simulator))
    for x in np.arange(3.0, 5.0, 0.25).tolist():
        observation = simulator.reset(home((x, 3.5), (x, 5.0)), START)
        depth = observation.depth
        tracker.update(Looks(observation.rgb), depth, BODY.camera, observation.pose)
        assert len(tracker.people) == 2
    assert {person.number for person in tracker.people} == {1, 2}
    for person in tracker.people:
        assert (person.vx, person.vy) == pytest.approx((0.25, 0.0), abs=0.05)


def test_two_people_keep_their_numbers_when_they_pass_each_other() -> None:
    tracker = watch([[(3.0, 3.0 + 0.25 * k), (5.0, 5.0 - 0.25 * k)] for k in range(9)])
    near, far = sorted(tracker.people, key=lambda p: p.x)
    assert len(tracker.people) == 2
    assert near.vy > 0.15 > -0.15 > far.vy


def turned_away(steps: int, **options) -> PeopleTracker:
    """Somebody walks by, then the robot turns its back and looks at a wall for some steps."""
    simulator = MeadowSimulator(BODY)
    tracker = PeopleTracker(TrueVision(simulator), **options)
    for k in range(5):
        seen = simulator.reset(home((4.0, 3.0 + 0.2 * k)), START)
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0))
    away = replace(START, yaw=math.pi)
    for _ in range(steps):
        seen = simulator.reset(home((4.0, 4.0)), away)
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0, math.pi))
    return tracker


def test_who_is_out_of_sight_is_expected_to_go_on_and_then_forgotten() -> None:
    (person,) = turned_away(2).people
    assert person.unseen == 2
    assert person.y == pytest.approx(0.2, abs=0.2)
    assert turned_away(9).people == []


def test_who_stands_is_remembered_for_longer() -> None:
    simulator = MeadowSimulator(BODY)
    tracker = PeopleTracker(TrueVision(simulator), forget=2, forget_standing=6)
    for yaw in [0.0] * 4 + [math.pi] * 5:
        seen = simulator.reset(home((4.0, 4.0)), replace(START, yaw=yaw))
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0, yaw))
    (person,) = tracker.people
    assert person.stands
    assert person.unseen == 5
    assert (person.x, person.y) == pytest.approx((3.0, 0.0), abs=0.15)


def test_who_is_not_where_the_robot_looks_is_forgotten_at_once() -> None:
    assert watch([[(4.0, 4.0)], [(4.0, 4.0)], []]).people == []


def test_people_out_of_view_are_unknown() -> None:
    assert watch([[(1.0, 1.0)], [(1.2, 1.0)]]).people == []


def test_somebody_who_stops_is_known_to_stand_with_the_next_frame() -> None:
    walk = [[(4.0, 3.0 + 0.4 * k)] for k in range(4)]
    (person,) = watch([*walk, walk[-1]]).people
    assert person.stands
    assert person.still == 1
    assert person.way[1] == pytest.approx(0.4, abs=0.1)


def test_somebody_whom_the_edge_of_the_frame_cuts_is_soon_known_to_have_stopped() -> None:
    walk = [[(3.0, 3.4 + 0.35 * k)] for k in range(7)]
    ways = watch(walk).people
    (person,) = watch([*walk, *[walk[-1]] * 5]).people
    assert math.hypot(ways[0].vx, ways[0].vy) > 0.2
    assert person.stands


def test_somebody_whom_the_edge_cuts_elsewhere_has_not_walked() -> None:
    """What shows of a body that is half out of the frame lies up to a third of a metre off its middle."""
    tracker = PeopleTracker(TrueVision(MeadowSimulator(BODY)))
    tracker.people = [TrackedPerson(1, 1.0, 0.0, detections=5, still=9, seen=(1.0, 0.0), age=1)]
    tracker._assign([_Place(1.05, 0.33, cut=True)])
    assert tracker.people[0].stands
    tracker._assign([_Place(1.05, 0.6, cut=False)])
    assert not tracker.people[0].stands


def test_who_stands_a_metre_away_is_not_what_stopped_the_robot() -> None:
    tracker = PeopleTracker(TrueVision(MeadowSimulator(BODY)))
    tracker.people = [TrackedPerson(1, 0.9, 0.0, still=30)]
    assert not tracker.near(0.0, 0.0)
    assert tracker.near(0.4, 0.0)
    tracker.people = [TrackedPerson(1, 0.9, 0.0, vx=0.3)]
    assert tracker.near(0.0, 0.0)


def test_nobody_is_expected_to_walk_through_the_robot() -> None:
    simulator = MeadowSimulator(BODY)
    tracker = PeopleTracker(TrueVision(simulator))
    for k in range(3):
        seen = simulator.reset(home((3.4 - 0.4 * k, 4.0)), START)
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0))
    for _ in range(4):
        seen = simulator.reset(home((1.9, 4.0)), replace(START, yaw=math.pi))
        tracker.update(Looks(seen.rgb), seen.depth, BODY.camera, Pose(0.0, 0.0, math.pi))
    (person,) = tracker.people
    assert 0.4 <= person.x <= 1.2


def test_velocity_says_where_somebody_will_be() -> None:
    assert TrackedPerson(1, 1.0, 2.0, vx=0.5, vy=-0.25).after(4) == (3.0, 1.0)


def test_people_are_no_part_of_the_map() -> None:
    occupied = []
    for tracked in (False, True):
        simulator = MeadowSimulator(BODY)
        people = PeopleTracker(TrueVision(simulator)) if tracked else None
        agent = ModularAgent(Blind(), people=people)
        agent.reset(Brief(task="", goal="mug", embodiment=BODY))
        agent.act(replace(simulator.reset(home((3.0, 4.0)), START), pose=Pose(0.0, 0.0)))
        i, j = agent._map.cell_of(2.0, 0.0)
        occupied.append(bool((agent._map.grid[i - 4 : i + 5, j - 4 : j + 5] == OCCUPIED).any()))
    assert occupied == [True, False]


def test_films_show_expected_ways_on_known_floor_alone() -> None:
    """A way once led out of the house, through a wall that had not been seen yet."""
    agent = AGENTS.make("doze-oracle")
    agent.reset(Brief(task="", goal="mug", embodiment=BODY))
    simulator = MeadowSimulator(BODY)
    seen = simulator.reset(home((3.0, 4.0)), START)
    agent._map.update(seen.depth, BODY.camera, Pose(0.0, 0.0))
    agent.people.people = [TrackedPerson(1, 1.0, 1.0, 0.0, 0.6, detections=5, way=(0.0, 0.6))]
    agent.give_way.forecast = forecast(agent.people.people, agent._map, 12, Pose(0.0, 0.0))
    ways = agent.expected_ways()
    whole = agent.give_way.forecast.paths(agent.give_way.courtesy.horizon)
    assert min(map(len, ways)) < whole.shape[1]
    floor = [agent._map.cell_of(x, y) for way in ways for x, y in way[1:]]
    assert {agent._map.grid[cell] for cell in floor} == {FREE}


@pytest.mark.skipif("eyes-s" not in available(), reason="the eyes' weights are not here")
def test_the_eyes_see_and_place_a_person() -> None:
    body = Embodiment(camera=Camera(hfov=math.radians(79.0)))
    simulator, tracker = MeadowSimulator(body), PeopleTracker("eyes-s")
    for _ in range(2):
        seen = simulator.reset(home((3.5, 4.0)), START)
        depth = tracker.update(Looks(seen.rgb), seen.depth, body.camera, Pose(0.0, 0.0))
    assert any(math.hypot(p.x - 2.5, p.y) < 0.3 and p.detections == 2 for p in tracker.people)
    assert (depth == 0.0).sum() > 500
