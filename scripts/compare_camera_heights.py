"""Measure how well eyes name things from cameras of different heights, in homes that no training sees.

    python scripts/compare_camera_heights.py results/langnav/heights.json --homes 20

For each category that a suite may ask for, a thing of a held-out home is looked at from one place near it
(within 1.5 m of its outline) and from one farther away (2 to 4 m), by a level camera of 640 x 640 pixels
and 90 degrees that faces it, once from each height. A thing counts as in view where it fills 0.1 % of the
picture. Recalls are paired: they are over views in which all heights see the thing.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro

from meadow.episodes.seeds import EYES_REPORTED
from meadow.language.held_out import GOALS
from meadow.learning.eyes.exam.held_out_frames import mean_vector, name_phrases, right_score
from meadow.learning.eyes.exam.stop_views import goal_categories, home_with_goals
from meadow.models.eyes import Eyes, load_eyes
from meadow.models.eyes.eyes import Located
from meadow.seeding import Stream, stream
from meadow.sim.simulator import MeadowSimulator
from meadow.types import NO_NOISE, Array, Camera, Embodiment, Pose

SIDE = 640
RANGES = {"near": (0.3, 1.5), "far": (2.0, 4.0)}
LISTS = ("described-validation", "described-test")
IN_VIEW = 0.001
WEAK = 0.05


@dataclass(frozen=True)
class Config:
    """What is measured."""

    output: Annotated[Path, tyro.conf.Positional]
    """Where the figures go, as JSON."""
    homes: int = 20
    """Number of held-out homes."""
    eyes: tuple[str, ...] = ("eyes-s-zs", "eyes-s")
    """Names of the models."""
    heights: tuple[float, ...] = (0.87, 1.5)
    """Heights of the camera, metres."""


@dataclass(frozen=True)
class View:
    """A thing looked at from one place, from each height."""

    category: str
    distance: str
    pictures: tuple[Array, ...]
    masks: tuple[Array, ...]


def bodies(heights: tuple[float, ...]) -> list[Embodiment]:
    """One robot for each height of the camera."""
    camera = Camera(width=SIDE, height=SIDE, hfov=math.radians(90.0))
    return [
        Embodiment(camera=replace(camera, elevation=h), height=max(heights), noise=NO_NOISE)
        for h in heights
    ]


def place(simulator: MeadowSimulator, category: str, span: tuple[float, float], rng: Stream):
    """A thing and a pose that faces it from a distance within a span; None when there is none."""
    low, high = span
    for id in rng.shuffled(simulator.oracle.instances(category)):
        item = next(o for o in simulator.oracle.house.objects if o.id == id)
        floor = simulator.oracle.free_floor(id, high)
        if low > 1.0:
            too_near = {tuple(p) for p in simulator.oracle.free_floor(id, low).tolist()}
            floor = np.array([p for p in floor.tolist() if tuple(p) not in too_near])
        for x, y in rng.shuffled(floor.tolist())[:12]:
            pose = Pose(x, y, math.atan2(item.position[1] - y, item.position[0] - x))
            simulator.place(simulator.oracle.house, pose)
            if (simulator.frames.ids == simulator.instance(id)).mean() >= IN_VIEW:
                return id, pose
    return None


def home_views(index: int, robots: list[Embodiment]) -> list[View]:
    """The views of a home; the place is chosen by the first robot or the last, in turn."""
    house = home_with_goals(index)
    simulators = [MeadowSimulator(robot) for robot in robots]
    for simulator in simulators:
        simulator.place(house, simulator.free_pose(house))
    views = []
    for n, category in enumerate(goal_categories()):
        for name, span in RANGES.items():
            chooser = simulators[0 if (n + index) % 2 else -1]
            rng = stream(0, "heights", index, category, name)
            found = place(chooser, category, span, rng)
            if found is None:
                continue
            id, pose = found
            pictures, masks = [], []
            for simulator in simulators:
                simulator.place(house, pose)
                pictures.append(simulator.frames.rgb)
                masks.append(simulator.frames.ids == simulator.instance(id))
            views.append(View(category, name, tuple(pictures), tuple(masks)))
    return views


class Names:
    """Which of all names fits a thing best."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.names = [p.text for p in name_phrases()]
        self.texts = eyes.encode_texts(self.names)

    def right(self, picture: Array, mask: Array, category: str) -> bool:
        """Whether the thing's own name is the best."""
        seen = self.eyes.see_part([picture], Located)[0]
        at = ((np.arange(224) + 0.5) * len(mask) / 224).astype(np.int64)
        small = mask[np.ix_(at, at)]
        if not small.any():
            return False
        return self.names[int(np.argmax(self.texts @ mean_vector(small, seen)))] == category


def figures(eyes: Eyes, views: list[View], heights: tuple[float, ...]) -> dict[str, object]:
    """In-view shares, recalls and naming by distance and height."""
    names, out = Names(eyes), {}
    for distance in RANGES:
        rows: dict[str, list[tuple[str, list[float], list[bool]]]] = defaultdict(list)
        chosen = [v for v in views if v.distance == distance]
        shown = [[float(m.mean()) >= IN_VIEW for m in v.masks] for v in chosen]
        for view, seen in zip(chosen, shown):
            if not all(seen):
                continue
            pairs = list(zip(view.pictures, view.masks))
            scores = [right_score(eyes, p, m, view.category) for p, m in pairs]
            named = [names.right(p, m, view.category) for p, m in pairs]
            for list_name in ("all", *(k for k in LISTS if view.category in GOALS[k])):
                rows[list_name].append((view.category, scores, named))
        part: dict[str, object] = {
            "views": len(chosen),
            "in_view": dict(zip(map(str, heights), np.mean(shown, axis=0).round(3).tolist())),
        }
        for list_name, found in rows.items():
            scores = np.array([s for _, s, _ in found])
            named = np.array([n for _, _, n in found])
            part[list_name] = {
                "views": len(found),
                **{
                    str(h): {
                        "recall": round(float((scores[:, k] >= eyes.threshold).mean()), 3),
                        "recall_weak": round(float((scores[:, k] >= WEAK).mean()), 3),
                        "named": round(float(named[:, k].mean()), 3),
                    }
                    for k, h in enumerate(heights)
                },
            }
        out[distance] = part
    return out


def main(config: Config) -> None:
    """Take the views, let each model look at them, and write the figures."""
    robots = bodies(config.heights)
    views: list[View] = []
    for index in EYES_REPORTED[: config.homes]:
        views += home_views(index, robots)
        print(f"home {index + 1}: {len(views)} views", flush=True)
    result = {
        "homes": config.homes,
        "pixels": SIDE,
        "eyes": {name: figures(load_eyes(name), views, config.heights) for name in config.eyes},
    }
    config.output.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main(tyro.cli(Config))
