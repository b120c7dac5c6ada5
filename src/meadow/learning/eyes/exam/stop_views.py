"""The exam's stop views: what the eyes see at success positions of goals, facing them.

A stop view is taken by a robot with a square picture of 90 degrees, its disc on free floor and within 1 m
of the goal's outline. The goal is visible by Meadow's one definition (``sim.visibility``). The camera is
level where the goal can be seen so, as most suites have it, else it is tilted by one step. Goals are of
all categories that suites may ask for. They are looked for in homes that no training sees, with things of
these categories added in turn and without people, as in the suites.

The same robot with a picture of three times as many pixels a side may glance, as agents do: at the boxes
of the wide look that may be the goal, the likeliest two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.episodes.categories import ROBOTHOR
from meadow.grounding.eyes_look import EyesVision
from meadow.grounding.look import LookPart, doubtful
from meadow.language.held_out import CATALOGUE_REVISION, GOALS
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.exam.held_out_frames import (
    LOWEST,
    right_of,
    right_score,
    taught_categories,
)
from meadow.models.eyes import Eyes
from meadow.scenes.schema import House, replace
from meadow.seeding import Stream, stream
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.simulator import MeadowSimulator
from meadow.types import FINE_WIDE_ANGLE, WIDE_ANGLE, Array, Pose

BODY = WIDE_ANGLE
FINE_CAMERA = FINE_WIDE_ANGLE.camera
GLANCES = 2
"""The most glances at one view."""
TILTS = (0.0, -BODY.tilt, BODY.tilt)
"""Tilts of the camera, in the order in which they are tried."""
WEAK = 0.05
"""Approximate threshold of agents that were tuned for finding things."""
#: Name of a list -> the categories that a suite may ask for under it.
LISTS: dict[str, tuple[str, ...]] = {"robothor": ROBOTHOR, **GOALS}


@dataclass(frozen=True, slots=True)
class StopView:
    """A picture from a success position, with its goal."""

    category: str
    """Category of the goal, whose name is asked for."""
    id: str
    """Id of the object that is the goal."""
    pose: Pose
    rgb: Array
    """(H, W, 3) uint8."""
    mask: Array
    """(H, W) bool: the pixels that show the goal."""
    fine: Array
    """(3 H, 3 W, 3) uint8: the same view with more pixels."""


@dataclass(frozen=True, slots=True)
class JudgedView:
    """The best scores that the goal's name has with a right box."""

    category: str
    wide: float
    """In the wide look."""
    glanced: float
    """After glances at the view with more pixels."""


def goal_categories() -> tuple[str, ...]:
    """Every category that a suite may ask for, sorted."""
    return tuple(sorted({category for goals in LISTS.values() for category in goals}))


def home_with_goals(index: int) -> House:
    """The held-out home number ``index`` with goals added."""
    house = training_stage(
        0, index, held_out=True, revision=CATALOGUE_REVISION, only=goal_categories()
    ).house
    empty: House = replace(house, people=())
    return empty


def home_views(index: int, most: int | None = None) -> list[StopView]:
    """A stop view of one thing of each category that a home has in reach, of ``most`` at most."""
    house = home_with_goals(index)
    simulator = MeadowSimulator(BODY)
    camera = FINE_CAMERA
    scene, renderer = RenderScene(house), Renderer(camera.width, camera.height, camera.hfov)
    start = simulator.free_pose(house)
    views: list[StopView] = []
    for category in goal_categories():
        if len(views) == most:
            break
        simulator.place(house, start)
        rng = stream(0, "eyes", "stop views", index, category)
        found = _success_position(simulator, category, rng)
        if found is None:
            continue
        id, pose = found
        simulator.place(house, pose)
        mask = simulator.frames.ids == simulator.instance(id)
        eye = (pose.x, pose.y, camera.elevation, pose.yaw, pose.pitch + camera.pitch)
        fine = renderer.render(scene, eye).rgb
        views.append(StopView(category, id, pose, simulator.frames.rgb, mask, fine))
    simulator.close()
    return views


def _success_position(
    simulator: MeadowSimulator, category: str, rng: Stream
) -> tuple[str, Pose] | None:
    """A thing of a category and a pose that faces it, all as likely; None when none can be reached."""
    oracle = simulator.oracle
    for id in rng.shuffled(oracle.instances(category)):
        for tilt in TILTS:
            poses = oracle.viewpoints(id, tilts=(tilt,))
            if len(poses):
                x, y, yaw = rng.choice(poses.tolist())
                return id, Pose(x, y, yaw, tilt)
    return None


def judged(eyes: Eyes, views: Sequence[StopView]) -> list[JudgedView]:
    """Look for the goals of stop views by their names, without and with glances."""
    vision = EyesVision(eyes)
    return [
        JudgedView(
            view.category,
            right_score(eyes, view.rgb, view.mask, view.category),
            _glanced_score(vision, view),
        )
        for view in views
    ]


def _glanced_score(vision: EyesVision, view: StopView) -> float:
    """The best score with a right box after glances at what may be the goal."""
    look = vision.look(view.fine, LookPart.BOXES, FINE_CAMERA)
    name = vision.queries([view.category])
    taken = 0
    for box in doubtful(look, name):
        taken += look.glance(box) is not None
        if taken == GLANCES:
            break
    got = look.detect(name, LOWEST, masks=False)
    enlarged = len(view.fine) // len(view.mask)
    return right_of(got, view.mask.repeat(enlarged, axis=0).repeat(enlarged, axis=1))


def figures(eyes: Eyes, views: Sequence[JudgedView]) -> dict[str, Any]:
    """Compute how often a goal's name is detected with a right box.

    The threshold is the recommended one. A recall is the mean over goals, however many views each has. A
    category counts as taught when the training may have seen it, by the revision of the weights' card.
    """
    wide: dict[str, list[float]] = defaultdict(list)
    glanced: dict[str, list[float]] = defaultdict(list)
    for view in views:
        wide[view.category].append(view.wide)
        glanced[view.category].append(view.glanced)
    known = taught_categories(eyes)
    out: dict[str, Any] = {}
    for suffix, scores in (("", wide), ("_glance", glanced)):
        recall, weak = _recalls(scores, eyes.threshold), _recalls(scores, WEAK)
        parts = {"": set(recall), "_taught": known, "_held_out": set(recall) - known}
        for name, part in parts.items():
            if part & recall.keys():
                out[f"stop_view_recall{name}{suffix}"] = _mean(recall, part)
                out[f"stop_view_recall{name}_weak{suffix}"] = _mean(weak, part)
    recall = _recalls(wide, eyes.threshold)
    return out | {
        "stop_views": len(views),
        "stop_view_recall_by_list": {
            name: _mean(recall, goals)
            for name, goals in LISTS.items()
            if recall.keys() & set(goals)
        },
        "stop_view_recall_by_category": {
            category: (value, len(wide[category])) for category, value in recall.items()
        },
    }


def _recalls(scores: dict[str, list[float]], threshold: float) -> dict[str, float]:
    """Category -> fraction of its views with a score from a threshold on."""
    return {
        category: float(np.mean([score >= threshold for score in scores[category]]))
        for category in sorted(scores)
    }


def _mean(recall: dict[str, float], part: Iterable[str]) -> float:
    return float(np.mean([recall[category] for category in sorted(part) if category in recall]))
