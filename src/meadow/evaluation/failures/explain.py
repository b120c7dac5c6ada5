"""How a search ended, in a sentence: what it stopped at, or what was missing when its steps ran out."""

from __future__ import annotations

import numpy as np

from meadow.episodes.record import EpisodeRecord
from meadow.evaluation.failures.search import Finding, find
from meadow.language.describe import with_article
from meadow.scenes.schema import House, Object
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Pose

#: What a robot stands before lies within this distance of its centre, metres.
BEFORE = 1.5
#: What is said of a search that ran out of steps.
_OUT_OF_STEPS = {
    Finding.NEVER_SEEN: "the goal was never in view",
    Finding.NEVER_FIRED: "the goal was in view and not recognised",
    Finding.NOT_REACHED: "the goal was recognised and not reached in time",
}


def explain(record: EpisodeRecord, house: House) -> str:
    """Why a search ended as it did, by the classes of ``failures.search``."""
    finding = find(record)
    if finding is Finding.ERROR:
        return f"could not be run: {record.error}"
    if finding is Finding.SUCCESS:
        return f"{_done(record)} in {record.steps} steps"
    if record.episode.goal.point is not None:
        ended = "said Stop" if record.stopped else "out of steps"
        far = record.distances[-1]
        where = "no way leads to the point" if far is None else f"{far:.1f} m from the point"
        return f"{ended} after {record.steps}: {where}"
    if finding in _OUT_OF_STEPS:
        gave_up = "gave up" if record.stopped else "out of steps"
        return f"{gave_up} after {record.steps}: {_OUT_OF_STEPS[finding]}"
    where = "said Stop with nothing before it"
    thing = stopped_at(record, house)
    if thing is not None:
        same = thing.category == record.episode.goal.category
        name = f"{thing.parts[0].colour} {thing.category}"
        where = f"stopped at the wrong {thing.category}, " if same else "stopped at "
        where += with_article(name)
    far = record.distances[-1]
    return where if far is None else f"{where}; {far:.1f} m from where the goal counts"


def _done(record: EpisodeRecord) -> str:
    """What somebody did who succeeded: reached a point, found a thing, or did what has no distance."""
    if record.episode.goal.point is not None:
        return "reached"
    return "found" if any(d is not None for d in record.distances) else "done"


def stopped_at(record: EpisodeRecord, house: House) -> Object | None:
    """What a robot stands before at its end: another thing of the goal's kind, else what fills its view.

    The home is looked at as the episode began in it; goals are left out, they were no mistake.
    """
    objects = {item.id: item for item in house.objects}
    beside = record.last("beside")
    if beside in objects:
        return objects[beside]
    simulator = MeadowSimulator(record.episode.embodiment)
    try:
        x, y, yaw, pitch = record.poses[-1]
        simulator.reset(house, Pose(x, y, yaw, pitch))
        ids = simulator.frames.ids
        height, width = ids.shape
        # What a robot drives to is before it, not at the edge of its view.
        middle = ids[height // 6 : height - height // 6, width // 4 : width - width // 4]
        numbers, pixels = np.unique(middle, return_counts=True)
        for number in numbers[np.argsort(-pixels)].tolist():
            if not 0 < number <= len(house.objects):
                continue
            item: Object = house.objects[number - 1]
            near = simulator.oracle.distance_to(item.id) <= BEFORE
            if near and item.id not in record.episode.goal.objects and item.category != "rug":
                return item
    finally:
        simulator.close()
    return None
