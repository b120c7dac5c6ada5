"""The agent that answers from what it saw."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from meadow.agents.errand_oracle import OracleDetector
from meadow.agents.errand_runner import ErrandRunner
from meadow.types import Action, Brief, Detections, Embodiment, Observation, Pose

BODY = Embodiment()
SHAPE = (BODY.camera.height, BODY.camera.width)


class Still:
    """Stands at the start."""

    pose = Pose(0.0, 0.0, 0.0)

    def reset(self, brief):
        self.told = [brief.goal]

    def pursue(self, brief):
        self.told.append(brief.goal)

    def act(self, observation):
        return Action.ROTATE_LEFT


class Eyes:
    """See two lamps far apart in each picture, and one bookshelf twice."""

    def detect(self, images, phrases, *, threshold):
        wide, tall = SHAPE[1], SHAPE[0]
        boxes = {
            "lamp": [(0, 0, wide / 8, tall), (wide * 7 / 8, 0, wide, tall)],
            "bookshelf": [(0, 0, wide / 8, tall), (0, tall / 4, wide / 8, tall)],
        }.get(phrases[0], [])
        found = np.array(boxes, np.float32).reshape(-1, 4)
        scores = np.ones(len(found), np.float32)
        return [Detections(found, scores, (phrases[0],) * len(found)) for _ in images]


@pytest.fixture
def runner():
    agent = ErrandRunner(searcher=Still(), eyes=Eyes(), most=3, every=1)
    agent.reset(Brief(task="errands", goal="sofa", embodiment=BODY))
    rgb, depth = np.zeros((*SHAPE, 3), np.uint8), np.full(SHAPE, 3.0, np.float32)
    for step in range(10):
        agent.act(Observation(rgb, depth, None, True, step))
    return agent


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("was there a lamp?", "yes"),
        ("Was there an armchair? ", "no"),
        ("how many lamps?", "2"),
        ("how many bookshelves?", "1"),
        ("how many sofas?", "0"),
        ("why is the sofa red?", ""),
    ],
)
def test_things_at_different_places_are_counted(runner, question, answer):
    assert runner.answer(question) == answer


def test_frames_are_thinned_out_and_the_exam_is_no_goal(runner):
    assert len(runner._frames) <= 3
    runner.pursue(Brief(task="errands", goal="bed", embodiment=BODY))
    runner.pursue(Brief(task="errands", goal="", kind="exam", questions=("how many lamps?",)))
    assert runner._searcher.told == ["sofa", "bed"]


def test_perfect_eyes_find_by_category_what_is_large_enough():
    things = [SimpleNamespace(category=name) for name in ("mug", "sofa", "mug")]
    eyes = OracleDetector()
    eyes.attach(SimpleNamespace(house=SimpleNamespace(objects=things)))
    ids = np.zeros((40, 50), np.int32)
    ids[10:20, 5:15], ids[30:32, 40:42], ids[0:5], ids[39, 49] = 1, 2, 9, 3
    (found,) = eyes.detect([ids], ["mug"])
    assert found.labels == ("mug",)
    assert found.boxes.tolist() == [[5, 10, 15, 20]]
    assert found.masks.sum() == 100
    assert len(eyes.detect([ids], ["bed"])[0]) == 0
