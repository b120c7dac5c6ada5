"""Stop views: taken where an episode would succeed, judged by the goal's own name."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from meadow.episodes.categories import ROBOTHOR
from meadow.grounding.eyes_look import EyesVision
from meadow.language.held_out import GOALS
from meadow.learning.eyes.exam import stop_views
from meadow.learning.eyes.exam.held_out_frames import right_score, taught_categories
from meadow.learning.eyes.exam.stop_views import (
    BODY,
    StopView,
    goal_categories,
    home_views,
    home_with_goals,
)
from meadow.models.eyes import load_eyes
from meadow.models.eyes.glances import CANDIDATE, SURE
from meadow.sim.simulator import MeadowSimulator

HOME = 1


@pytest.fixture(scope="module")
def views() -> list[StopView]:
    return home_views(HOME, most=10)


def test_goals_are_those_of_all_suites() -> None:
    every = set(goal_categories())
    assert every == set(ROBOTHOR).union(*GOALS.values())
    house = home_with_goals(HOME)
    assert len(every & {o.category for o in house.objects}) > 20


def test_stop_views_show_their_goal_from_within_a_metre(views: list[StopView]) -> None:
    house = home_with_goals(HOME)
    simulator = MeadowSimulator(BODY)
    assert len(views) == 10
    for view in views:
        simulator.place(house, view.pose)
        oracle = simulator.oracle
        assert oracle.visible(view.id, 1.0)
        assert oracle.distance_to(view.id) <= 1.0
        assert view.mask.mean() == pytest.approx(oracle.share(view.id))
        assert np.array_equal(view.rgb, simulator.frames.rgb)
        # The middle of 3x3 pixels is where the camera with fewer pixels has its one.
        assert view.fine.shape == (672, 672, 3)
        apart = np.abs(view.fine[1::3, 1::3].astype(int) - view.rgb)
        assert np.median(apart) == 0
        points = oracle.outline(view.id).points
        x, y = (points.min(axis=0) + points.max(axis=0)) / 2
        turn = math.atan2(y - view.pose.y, x - view.pose.x) - view.pose.yaw
        assert math.cos(turn) == pytest.approx(1.0)


def test_recall_is_the_mean_over_goals_taught_and_held_out(views: list[StopView]) -> None:
    eyes = load_eyes("eyes-s-zs", threads=1)
    # A threshold that a few of so few views reach.
    eyes.settings = msgspec.structs.replace(eyes.settings, threshold=0.005)
    # One goal has two views, of which each counts half.
    some = [*views, views[0]]
    found = stop_views.figures(eyes, stop_views.judged(eyes, some))
    scores = {v.category: right_score(eyes, v.rgb, v.mask, v.category) for v in views}
    right = {category: score >= eyes.threshold for category, score in scores.items()}
    assert len(right) == len(views)
    assert found["stop_views"] == len(some)
    assert 0.0 < found["stop_view_recall"] < 1.0
    assert found["stop_view_recall"] == pytest.approx(np.mean(list(right.values())))
    weak = np.mean([score >= stop_views.WEAK for score in scores.values()])
    assert found["stop_view_recall_weak"] == pytest.approx(weak)
    assert found["stop_view_recall_by_category"][views[0].category][1] == 2
    assert 0.0 < found["stop_view_recall_weak_glance"] <= found["stop_view_recall_glance"] < 1.0
    known = taught_categories(eyes)
    for key, part in (("taught", right.keys() & known), ("held_out", right.keys() - known)):
        assert part
        expected = np.mean([right[c] for c in part])
        assert found[f"stop_view_recall_{key}"] == pytest.approx(expected)


def test_glances_at_a_stop_view_are_few_and_at_what_may_be_the_goal(
    views: list[StopView], monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = load_eyes("eyes-s-zs", threads=1)
    seen: list[int] = []
    original = type(eyes).see_part
    monkeypatch.setattr(
        type(eyes), "see_part", lambda *args: seen.append(1) or original(*args), raising=True
    )
    taken = []
    for view in views:
        seen.clear()
        stop_views._glanced_score(EyesVision(eyes), view)
        taken.append(len(seen) - 1)
        scores = eyes.detect([view.fine], [view.category], threshold=CANDIDATE)[0].scores
        assert taken[-1] <= min(stop_views.GLANCES, int((scores < SURE).sum()))
    assert max(taken) > 0
