"""What an agent saw and believed at each step: its frame, what its detector fires at, layers of its map.

None of it is in a replay. The episode is re-enacted for it, in a thread: first the world alone, whose
frames come fast, then the agent once more. Those who ask get what there is by then.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from PIL import Image

from meadow import secrets
from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord
from meadow.errors import MeadowError
from meadow.evaluation.run.spec import RunSpec
from meadow.mapping.goal_map import GoalBelief, MapLayer
from meadow.types import Array, Detections, Pose
from meadow.viewer.data_address import data_address
from meadow.viewer.goal_maps import colours, value_range
from meadow.viewer.reenact import ReenactedMoment, reenact
from meadow.viewer.video import depth_colours
from meadow.viewer.web.messages import Glimpse, GlimpsedBox, MapPicture, Mark

log = logging.getLogger(__name__)

#: Pixels of the longer side of a frame and of a depth picture that are sent, and their quality.
WIDEST, WIDEST_DEPTH, QUALITY = 384, 224, 80
#: Colours of a layer.
SHADES = 96
#: Seconds that one who asks waits for a frame, and for the agent when all is to be there.
PATIENCE, LONG_PATIENCE = 15.0, 3600.0
#: Seconds after the last question at which a re-enactment rests until the next.
IDLE = 8.0
#: How much the agent yields to those who open pages meanwhile, where the system can tell threads apart.
NICE = 5
#: Episodes that are re-enacted or kept at a time; the one that was asked for longest ago goes first.
KEPT = 4
#: Colours of the floor: free, occupied.
_FLOOR = np.array([(247, 246, 242), (74, 84, 98)], np.uint8)


class Glimpses:
    """The moments of one episode, which fill while it is re-enacted."""

    def __init__(self, record: EpisodeRecord, spec: RunSpec) -> None:
        self._record, self._spec = record, spec
        self._frames: dict[int, tuple[str, str, tuple[int, int]]] = {}
        self._minds: dict[int, Glimpse] = {}
        self._changed = threading.Condition()
        self._over = self._stopped = False
        self._note = ""
        self._asked, self._waiting = time.monotonic(), 0
        self._thread = threading.Thread(target=self._work, name="glimpses", daemon=True)
        self._thread.start()

    def read(self, step: int, *, whole: bool = False) -> Glimpse:
        """What there is of the moment after some actions; ``whole`` waits until all of it is there.

        Raises:
            KeyError: The episode has no such step.
        """
        if not 0 <= step <= self._record.steps:
            raise KeyError(step)
        patience = LONG_PATIENCE if whole else PATIENCE
        with self._changed:
            self._asked = time.monotonic()
            self._waiting += 1
            self._changed.notify_all()
            try:
                self._changed.wait_for(lambda: self._is_there(step, whole), patience)
            finally:
                self._waiting -= 1
            frame, depth, size = self._frames.get(step, ("", "", (0, 0)))
            mind = self._minds.get(step)
            if mind is None:
                done = self._over
                mind = Glimpse(step, done, len(self._minds), note=self._note)
        return _with_frame(mind, frame, depth, size)

    def stop(self) -> None:
        """End the re-enactment: nobody asks any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _is_there(self, step: int, whole: bool) -> bool:
        if self._over or self._stopped or step in self._minds:
            return True
        return step in self._frames and not whole

    def _work(self) -> None:
        try:
            house = load_house(self._record.episode.house, self._spec.houses)
            for moment in reenact(self._record, house, self._spec, agent=False):
                seen = moment.observation
                depth = "" if seen.depth is None else _depth_picture(seen.depth)
                height, width = seen.rgb.shape[:2]
                if not self._keep_frame(moment.total, (_picture(seen.rgb), depth, (width, height))):
                    return
            with contextlib.suppress(OSError, AttributeError):  # other systems, or no right to
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
            for moment in reenact(self._record, house, self._spec):
                if not moment.agent.driven:
                    self._note = moment.agent.problem
                    break
                if not self._keep_mind(self._mind(moment)):
                    return
        except MeadowError as error:
            self._note = secrets.redact(str(error))
        except Exception as error:  # the page must hear of it, whatever it was
            log.exception("an episode could not be re-enacted")
            self._note = f"the re-enactment failed: {type(error).__name__}"
        finally:
            with self._changed:
                self._over = True
                self._changed.notify_all()

    def _keep_frame(self, step: int, frame: tuple[str, str, tuple[int, int]]) -> bool:
        """Keep a frame; where one leg ends and the next begins, the next one's stands."""
        with self._changed:
            self._frames[step] = frame
            self._changed.notify_all()
            return not self._stopped

    def _keep_mind(self, mind: Glimpse) -> bool:
        with self._changed:
            self._minds[mind.step] = mind
            self._changed.notify_all()
            self._changed.wait_for(self._is_wanted)
            return not self._stopped

    def _is_wanted(self) -> bool:
        """Whether to go on: somebody waits, or asked just now."""
        just_now = time.monotonic() - self._asked < IDLE
        return self._stopped or self._waiting > 0 or just_now

    def _mind(self, moment: ReenactedMoment) -> Glimpse:
        """What the agent had to tell at a moment."""
        agent, start = moment.agent, self._record.episode.pose()
        belief = agent.belief()
        chosen = "" if agent.chose is None else str(agent.chose)
        recorded = self._record.actions[moment.total] if chosen else ""
        return Glimpse(
            moment.total,
            True,
            len(self._minds) + 1,
            boxes=_boxes(moment.found, self._goals(moment)),
            glances=tuple(_corners(box) for box in agent.glanced()) if not moment.last else (),
            layers=tuple(_layers(belief)),
            span=_span(belief),
            goal=_in_home(start, belief.goal) if belief is not None and belief.goal else None,
            believed=_pose_in_home(start, belief.pose) if belief is not None else None,
            phase=belief.phase if belief is not None else "",
            chose=chosen if chosen != recorded else "",
        )

    def _goals(self, moment: ReenactedMoment) -> tuple[str, ...]:
        """How the thing that is searched for may be called."""
        goals = self._record.leg(moment.leg).episode.goals
        return ("goal", *(name for goal in goals for name in (goal.text, goal.category)))


class GlimpseShelf:
    """Keeps the glimpses of a few episodes; others are re-enacted anew when they are asked for."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept, self._lock = kept, threading.Lock()
        self._shelf: OrderedDict[str, Glimpses] = OrderedDict()

    def of(self, key: str, record: EpisodeRecord, spec: RunSpec) -> Glimpses:
        """The glimpses of an episode under a key, which begin to fill when they are new."""
        with self._lock:
            found = self._shelf.get(key)
            if found is None:
                found = self._shelf[key] = Glimpses(record, spec)
            self._shelf.move_to_end(key)
            while len(self._shelf) > self._kept:
                self._shelf.popitem(last=False)[1].stop()
            return found

    def find(self, key: str) -> Glimpses | None:
        """The glimpses under a key, if they are kept."""
        with self._lock:
            return self._shelf.get(key)


def chosen_steps(last: int, marks: Iterable[Mark], most: int) -> tuple[int, ...]:
    """At most so many steps of an episode: the ends, marks, and the rest evenly between.

    >>> chosen_steps(3, (), 10)
    (0, 1, 2, 3)
    >>> chosen_steps(100, [Mark(7, "stop", "")], 5)
    (0, 7, 33, 67, 100)
    """
    if most >= last + 1:
        return tuple(range(last + 1))
    if most < 1:
        return ()
    noted = sorted({mark.step for mark in marks} - {0, last})
    room = max(0, most // 2)
    some = [noted[k * len(noted) // room] for k in range(room)] if len(noted) > room else noted
    chosen = {0, last, *some} if most > 1 else {last}
    even = np.linspace(0, last, max(2, most - len(some))).round().astype(int).tolist()
    for step in even:
        if len(chosen) < most:
            chosen.add(step)
    return tuple(sorted(chosen))


def _with_frame(mind: Glimpse, frame: str, depth: str, size: tuple[int, int]) -> Glimpse:
    return msgspec.structs.replace(mind, frame=frame, depth=depth, size=size)


def _picture(rgb: Array) -> str:
    """A picture as the address of its own data."""
    image = Image.fromarray(rgb)
    image.thumbnail((WIDEST, WIDEST), Image.Resampling.BILINEAR)
    return data_address(image, "jpeg", quality=QUALITY)


def _depth_picture(depth: Array) -> str:
    every = -(-max(depth.shape) // WIDEST_DEPTH)
    return _picture(depth_colours(depth[::every, ::every]))


def _boxes(found: Detections, goals: Sequence[str]) -> tuple[GlimpsedBox, ...]:
    rows = zip(found.boxes, found.scores.tolist(), found.labels)
    return tuple(
        GlimpsedBox(_corners(box), round(score, 4), label, label in goals)
        for box, score, label in rows
    )


def _corners(box: Array) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (round(float(side), 1) for side in box)
    return x0, y0, x1, y1


def _span(belief: GoalBelief | None) -> tuple[float, float] | None:
    """The values that are darkest and brightest."""
    return value_range(belief.layers) if belief is not None and belief.layers else None


def _layers(belief: GoalBelief | None) -> Iterable[MapPicture]:
    """The floor and what is known of the goal, as small pictures of one pixel for a cell."""
    if belief is None:
        return
    if belief.floor is not None:
        yield _drawn(belief.floor, "floor", (0.0, 1.0), _FLOOR)
    span = _span(belief)
    if span is not None:
        ramp = colours(np.linspace(0.0, 1.0, SHADES), 0.0, 1.0)
        for layer in belief.layers:
            if np.isfinite(layer.values).any():
                yield _drawn(layer, "goal", span, ramp)


def _drawn(layer: MapLayer, kind: str, span: tuple[float, float], ramp: Array) -> MapPicture:
    """A layer whose first row is the highest y, as pictures lie; what is unknown is clear."""
    known = np.isfinite(layer.values)
    share = (np.nan_to_num(layer.values, nan=span[0]) - span[0]) / (span[1] - span[0])
    shade = np.rint(np.clip(share, 0.0, 1.0) * (len(ramp) - 1)).astype(np.uint8) + 1
    pixels = np.where(known, shade, 0).astype(np.uint8).T[::-1]
    image = Image.fromarray(np.ascontiguousarray(pixels), "P")
    image.putpalette([0, 0, 0, *ramp.reshape(-1).tolist()])
    address = data_address(image, "png", transparency=0)
    corner = (round(layer.corner[0], 4), round(layer.corner[1], 4))
    rows, columns = layer.values.shape
    return MapPicture(layer.name, kind, address, corner, layer.cell, (rows, columns))


def _in_home(start: Pose, point: tuple[float, float]) -> tuple[float, float]:
    """A point of the frame of the start, in the home's own."""
    pose = start.after(Pose(*point))
    return round(pose.x, 3), round(pose.y, 3)


def _pose_in_home(start: Pose, pose: Pose) -> tuple[float, float, float]:
    there = start.after(pose)
    return round(there.x, 3), round(there.y, 3), round(there.yaw, 3)
