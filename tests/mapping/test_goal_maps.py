"""Maps that are asked for goals: what they say, what they keep from goal to goal, what they forget."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.grounding.model_look import ModelVision
from meadow.mapping.features import FeatureMapConfig
from meadow.mapping.goal_map import outside, thing_and_support
from meadow.mapping.instances import InstanceMap
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap
from meadow.mapping.similarity import SimilarityMap
from meadow.mapping.state import AgentState
from meadow.mapping.value import ValueMap
from meadow.models.fakes import PAINTS, FakeDetector, FakeImageTextEncoder
from meadow.types import Brief, Camera, Embodiment, Observation, Pose

BODY = Embodiment(
    camera=Camera(width=64, height=64, hfov=math.radians(90.0), elevation=1.5), height=1.5
)


def brief(goal: str, kind: str = "search") -> Brief:
    return Brief(task="", goal=goal, kind=kind, embodiment=BODY)


class World:
    """A robot that looks along the axes at walls two metres away, each of one colour."""

    def __init__(self) -> None:
        self.map = OccupancyMap(OccupancyConfig())

    def look(self, yaw: float, colour: str) -> AgentState:
        rgb = np.empty((64, 64, 3), np.uint8)
        rgb[:] = PAINTS[colour]
        depth = np.full((64, 64), 2.0, np.float32)
        pose = Pose(0.0, 0.0, yaw)
        self.map.update(depth, BODY.camera, pose)
        observation = Observation(rgb, depth, None, True, 0)
        return AgentState(observation, pose, BODY, self.map, self.map.cost(pose))


def similarity(**options) -> SimilarityMap:
    config = FeatureMapConfig(extent=6.0, cell=0.1)
    made = SimilarityMap(ModelVision(FakeImageTextEncoder()), config, **options)
    made.reset()
    return made


def things() -> InstanceMap:
    vision = ModelVision(FakeDetector())
    made = InstanceMap(vision, names=("red mug", "blue mug"), threshold=0.1)
    made.reset()
    return made


MAPS = {
    "patches": similarity,
    "frames": lambda: similarity(level="image"),
    "words": lambda: similarity(reading="words"),
    "values": lambda: ValueMap(ModelVision(FakeImageTextEncoder()), whole=True, prompt="{}"),
}


@pytest.mark.parametrize("kind", MAPS)
def test_what_was_seen_before_is_found_when_a_later_goal_asks_for_it(kind: str) -> None:
    world, made = World(), MAPS[kind]()
    made.seek(brief("red wall"))
    made.observe(world.look(0.0, "red"))
    state = world.look(math.pi, "blue")
    made.observe(state)
    best = made.best(state)
    assert best is not None
    assert best.middle[0] > 0.0
    assert made.agrees(state, best.points)
    assert made.score_at(state, best.points) == pytest.approx(best.score, abs=1e-5)
    made.seek(brief("blue wall"))
    if kind == "values":  # a layer of the robot's map, which is emptied for each goal
        state.map.clear_goal()
        state = world.look(0.5 * math.pi, "green")
        made.observe(state)
    best = made.best(state)
    assert best is not None
    assert best.middle[0] < -0.5
    assert not made.agrees(state, np.array([[1.9, 0.0, 1.0]]))
    without = made.best(state, [(*best.middle, 20.0)])
    assert without is None


@pytest.mark.parametrize("kind", MAPS)
def test_the_way_to_what_looks_like_the_goal_is_promising(kind: str) -> None:
    world, made = World(), MAPS[kind]()
    made.seek(brief("red wall"))
    made.observe(world.look(0.0, "red"))
    state = world.look(math.pi, "blue")
    made.observe(state)
    promise = made.promise(state)
    assert promise.shape == state.map.grid.shape
    here, _ = state.map.cell_of(0.0, 0.0)
    assert np.nanmax(promise[here + 2 :]) > np.nanmax(promise[: here - 1])
    assert made.layers(state)
    assert all(np.isfinite(layer.values).any() for layer in made.layers(state)[-1:])


def test_a_new_episode_forgets_and_a_replayed_one_gives_the_same_map() -> None:
    made, kept = similarity(), []
    for _ in range(2):
        world = World()
        made.reset()
        made.seek(brief("red wall"))
        assert made.best(world.look(0.0, "green")) is None
        for n in range(6):
            made.observe(world.look(n * math.pi / 3, ("red", "blue", "green")[n % 3]))
        count = made.features.count
        kept.append((made.features.sums[:count].copy(), made.features.weights[:count].copy()))
    assert np.array_equal(kept[0][0], kept[1][0])
    assert np.array_equal(kept[0][1], kept[1][1])


def test_a_view_is_compared_with_what_is_looked_for_and_not_with_the_order_to_go_there() -> None:
    asked = []

    def score(picture: np.ndarray, text: str) -> float:
        asked.append(text)
        return 0.5

    made = ValueMap(score, whole=True, prompt="a room with {}")
    for goal in ("Find the red wall.", "Go to the red wall."):
        made.seek(brief(goal))
        made.observe(World().look(0.0, "red"))
    assert set(asked) == {"a room with red wall"}


def test_without_a_goal_the_map_is_filled_all_the_same() -> None:
    made, world = similarity(), World()
    made.seek(brief("look around", kind="free"))
    made.observe(world.look(0.0, "red"))
    assert made.features.count
    assert made.best(world.look(0.0, "red")) is None


def test_things_are_remembered_once_and_found_by_name() -> None:
    world, made = World(), things()
    made.seek(brief("red mug"))
    for _ in range(3):
        made.observe(world.look(0.0, "red"))
    state = world.look(math.pi, "blue")
    made.observe(state)
    assert [thing.name for thing in made.things] == ["red mug", "blue mug"]
    made._wanted_name = "blue mug"
    best = made.best(state)
    assert best is not None
    assert best.middle[0] < 0.0
    assert made.agrees(state, best.points)
    assert made.score_at(state, best.points) == pytest.approx(best.score)


def test_goals_are_split_into_thing_and_support() -> None:
    assert thing_and_support("Go to the towel hanging on the wall.") == ("towel hanging", "wall")
    assert thing_and_support("Find the lamp that is switched on.") == ("lamp that is switched on",)


def test_discs_are_left_out() -> None:
    points = np.array([[0.0, 0.0], [1.0, 0.0]])
    assert outside(points, [(0.0, 0.0, 0.5)]).tolist() == [False, True]


def test_bad_options_are_named() -> None:
    vision = SimpleNamespace()
    with pytest.raises(InvalidValueError, match="patch"):
        SimilarityMap(vision, level="pixel")
    with pytest.raises(InvalidValueError, match="words"):
        SimilarityMap(vision, reading="letters")
    with pytest.raises(InvalidValueError, match="views"):
        InstanceMap(vision, by="smell")
