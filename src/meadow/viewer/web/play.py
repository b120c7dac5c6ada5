"""A person at the page drives: the page is the controls of the agent ``person`` in an ordinary run.

Every action and answer is written to ``play.jsonl`` in the run's directory before it is done. A closed page
just asks for the present state; after a killed server the same command does the written actions again and
goes on from there. The file is gone once its episode has a row.
"""

from __future__ import annotations

import base64
import io
import logging
import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from PIL import Image

from meadow import serialize
from meadow.agents.person import driven_by
from meadow.episodes.schema import Episode
from meadow.errors import MeadowError
from meadow.evaluation.run.rollout import LONGEST_ANSWER
from meadow.evaluation.run.runner import evaluate, is_wanted
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory
from meadow.tasks import TASKS
from meadow.types import HAND, Action, Array, Brief, Observation
from meadow.viewer.video import depth_colours
from meadow.viewer.web.follow import next_action
from meadow.viewer.web.messages import (
    ArmView,
    FollowState,
    PlayAct,
    PlayAnswer,
    PlayFollow,
    PlayState,
)
from meadow.viewer.web.server import Refused
from meadow.viewer.web.shadow import Shadow

log = logging.getLogger(__name__)

JOURNAL = "play.jsonl"
#: Seconds that an answer to the page waits for the robot; the page asks again after that.
PATIENCE = 20.0


class JournalEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the journal."""

    episode: str
    act: str = ""
    answer: str | None = None


class Journal:
    """What was done in the episode that is being played."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, episode: str) -> list[JournalEntry]:
        """The entries of an episode; a torn last line is left out."""
        if not self._path.is_file():
            return []
        entries = []
        for line in serialize.read_bytes(self._path).split(b"\n"):
            try:
                entries.append(msgspec.json.decode(line, type=JournalEntry))
            except msgspec.DecodeError:
                break
        return [entry for entry in entries if entry.episode == episode]

    def add(self, entry: JournalEntry) -> None:
        """Write an entry to the disk before it is acted upon."""
        with open(self._path, "ab") as file:
            file.write(msgspec.json.encode(entry) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def keep(self, entries: Sequence[JournalEntry]) -> None:
        """Write a journal of these entries alone; without any there is none."""
        if entries:
            lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
            serialize.write_bytes(self._path, lines)
        else:
            self._path.unlink(missing_ok=True)


class PlaySession:
    """Implements ``agents.person.Controls`` between a run and a page."""

    def __init__(
        self,
        spec: RunSpec,
        episodes: Sequence[Episode],
        out: str | Path,
        *,
        when_over: Callable[[], None] = lambda: None,
        practice: bool = False,
    ) -> None:
        """``when_over`` is called once all episodes are played; ``practice`` is told to the person."""
        self._spec, self._episodes, self._when_over = spec, episodes, when_over
        self._film_open = bool(spec.agent_options.get("film"))
        task = TASKS.make(spec.task, **spec.task_options)
        self._constant: dict[str, Any] = {
            "phases": tuple(task.phases()) if hasattr(task, "phases") else (),
            "film_open": self._film_open,
            "practice": practice,
        }
        self.run = RunDirectory(out)
        self._journal = Journal(self.run.path / JOURNAL)
        rows = {row["episode"]: row for row in self.run.rows()}
        self._left = [e for e in episodes if is_wanted(rows.get(e.id))]
        self._number = 0
        self._fresh = True
        self._began = False
        self._written: list[JournalEntry] = []
        self._again: list[JournalEntry] = []
        self._brief: Brief | None = None
        self._leg = -1
        self._asked = 0
        self._observation: Observation | None = None
        self._done: list[Action | None] = []
        self._shadow: Shadow | None = None
        self._refused: set[str] = set()
        self._following = threading.Lock()
        self._frames: list[bytes] = []
        self._film: list[bytes] = []
        self._changed = threading.Condition()
        self._choice: Action | str | None = None
        self._closing = False
        self._state = PlayState(0, "wait", 1, len(self._left), 0)
        self._thread = threading.Thread(target=self._work, name="play", daemon=True)

    # --- the run's side --------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or go on, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Stop waiting for the person; what was done stays written."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(10.0)

    @property
    def episode(self) -> Episode | None:
        """The episode that is being played; None after the last."""
        return self._left[self._number] if self._number < len(self._left) else None

    def begin(self, brief: Brief) -> None:
        """A leg begins; the film of an exam, where it is open, has the frames of the leg before."""
        if self._fresh:
            self._begin_episode()
        self._leg += 1
        self._asked = 0
        if brief.enters:
            self._done.append(None)
        exam = brief.kind == "exam"
        self._film = self._frames if exam and self._film_open else []
        if not exam:
            self._frames = []
        self._brief = brief

    def choose(self, observation: Observation) -> Action:
        """Show what the robot senses and wait for an action, or do what was written before."""
        assert self._brief is not None
        self._observation = observation
        if self._film_open:
            self._frames.append(_png(observation.rgb))
        if self._again and self._again[0].act in self._brief.actions:
            self._done.append(Action(self._again[0].act))
            return Action(self._again.pop(0).act)
        self._forget_rest()
        choice = self._wait(self._acting(observation))
        assert isinstance(choice, Action)
        self._journal.add(JournalEntry(self._current(), act=str(choice)))
        self._done.append(choice)
        return choice

    def answer(self, question: str) -> str:
        """Show a question and wait for words, or take those that were written before."""
        self._asked += 1
        if self._again and self._again[0].answer is not None:
            return self._again.pop(0).answer or ""
        self._forget_rest()
        told = self._told("ask")
        told |= {"question": question, "asked": self._asked, "film": len(self._film)}
        choice = self._wait(told)
        self._journal.add(JournalEntry(self._current(), answer=str(choice)))
        return str(choice)

    def _work(self) -> None:
        try:
            with driven_by(self):
                evaluate(self._spec, self._episodes, self.run.path, progress=self._progress)
            note = f"All episodes are played. Your run is in {self.run.path}"
            self._when_over()
            self._show({"phase": "over", "note": note})
        except KeyboardInterrupt:
            log.info("play was stopped; what was done is kept")
        except MeadowError as error:
            self._show({"phase": "failed", "note": str(error)})
        except Exception as error:  # the page must hear of it, whatever it was
            log.exception("play ended")
            self._show({"phase": "failed", "note": f"{type(error).__name__}: {error}"})

    def _progress(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        """An episode has its row: the next one begins. The first call tells of earlier rows."""
        if not self._began:
            self._began = True
            return
        self._journal.keep(())
        self._number += 1
        self._fresh, self._leg = True, -1
        self._show({"phase": "wait"})

    def _begin_episode(self) -> None:
        self._fresh = False
        self._written = self._journal.read(self._current())
        self._journal.keep(self._written)  # without a torn line, which would spoil those after it
        self._again = list(self._written)
        self._frames, self._film = [], []
        self._done = []

    def _current(self) -> str:
        return self._left[self._number].id if self._number < len(self._left) else ""

    def _forget_rest(self) -> None:
        """Drop what was written and does not fit any more, e.g. after a change of the suite."""
        if self._again:
            self._written = self._written[: -len(self._again)]
            self._again = []
            self._journal.keep(self._written)

    def _wait(self, told: dict[str, Any]) -> Action | str:
        """Show a state and wait for what the person does about it."""
        self._choice = None
        self._show(told)
        with self._changed:
            while self._choice is None:
                if self._closing:
                    raise KeyboardInterrupt
                self._changed.wait(1.0)
            choice = self._choice
            self._state = msgspec.structs.replace(self._state, phase="wait")
            return choice

    def _show(self, told: dict[str, Any]) -> None:
        with self._changed:
            number = min(self._number + 1, max(1, len(self._left)))
            counts: dict[str, Any] = {"seq": self._state.seq + 1, "resumed": len(self._written)}
            counts |= {"episode": number, "episodes": len(self._left)}
            self._state = PlayState(**counts, **self._constant, **told)
            self._changed.notify_all()

    def _told(self, phase: str) -> dict[str, Any]:
        brief = self._brief
        assert brief is not None
        return {
            "phase": phase,
            "task": brief.task,
            "rule": self._spec.definition if brief.kind == "search" else "",
            "goal": brief.goal,
            "kind": brief.kind,
            "leg": self._leg,
            "max_steps": brief.max_steps,
            "questions": brief.questions,
            "answers": brief.answers,
        }

    def _acting(self, observation: Observation) -> dict[str, Any]:
        assert self._brief is not None
        pose, arm = observation.pose, observation.arm
        felt = None
        if arm is not None:
            felt = ArmView(str(arm.touch), arm.force, arm.lift, arm.grip)
        picture = base64.b64encode(_png(observation.rgb)).decode()
        return self._told("act") | {
            "step": observation.step,
            "actions": tuple(str(action) for action in self._brief.actions),
            "moved": observation.moved,
            "pose": None if pose is None else (pose.x, pose.y, pose.yaw, pose.pitch),
            "polar": observation.goal,
            "arm": felt,
            "frame": f"data:image/png;base64,{picture}",
            "views": tuple(_views(observation)),
        }

    # --- the page's side -------------------------------------------------------------------------

    def __call__(self, path: str, body: bytes | None) -> tuple[str, bytes]:
        """Answer the page: ``state``, ``act``, ``answer``, ``view/NAME.png`` and ``film/K.png``."""
        if path == "state" and body is None:
            return _json(self._after(-1))
        if path == "act" and body is not None:
            act = _decode(body, PlayAct)
            return _json(self._do(act.seq, "act", self._action(act.action)))
        if path == "answer" and body is not None:
            answer = _decode(body, PlayAnswer)
            if len(answer.text) >= LONGEST_ANSWER:
                raise Refused(400, f"an answer has at most {LONGEST_ANSWER - 1} characters")
            return _json(self._do(answer.seq, "ask", answer.text.strip()))
        if path == "follow" and body is not None:
            return _json(self._follow(_decode(body, PlayFollow)))
        if path in ("world.bin", "changes.bin") and body is None:
            with self._following:
                shadow = self._shadowed()
                packet = shadow.whole() if path == "world.bin" else shadow.changes()
                return "application/octet-stream", packet
        group, _, name = path.partition("/")
        if body is None and group in ("view", "film") and name.endswith(".png"):
            return "image/png", self._picture(group, name.removesuffix(".png"))
        raise Refused(404, f"there is nothing at {'play/' + path[:100]!r}")

    def _shadowed(self) -> Shadow:
        """The world of the present episode, after all that was done in it."""
        episode = self.episode
        if episode is None:
            raise Refused(409, "all episodes are played")
        if self._shadow is None or self._shadow.episode is not episode:
            if self._shadow is not None:
                self._shadow.close()
            self._shadow, self._refused = Shadow(self._spec, episode), set()
        self._shadow.follow(list(self._done))
        return self._shadow

    def _follow(self, wanted: PlayFollow) -> FollowState:
        """Do the action that brings the robot nearest to a person with a headset, if one does."""
        numbers = (wanted.yaw, wanted.pitch, wanted.squeeze, *(wanted.hand or ()))
        if not all(math.isfinite(number) for number in numbers):
            raise Refused(400, "poses are finite numbers")
        with self._following:
            if self.episode is None:
                last = (0.0, 0.0, 0.0, 0.0) if self._shadow is None else self._shadow.robot
                return FollowState(self._state, last, "")
            shadow, episode, seen = self._shadowed(), self.episode, self._observation
            state, action = self._state, None
            if state.phase == "act" and wanted.seq == state.seq and episode and seen:
                action = next_action(
                    wanted, shadow.robot, episode.embodiment, episode.arm, seen.arm, state.actions,
                    self._refused,
                )  # fmt: skip
            if action is not None:
                state = self._do(wanted.seq, "act", action)
                if not state.moved:
                    self._refused.add(action)
                elif action not in (*HAND, Action.LOOK_UP, Action.LOOK_DOWN):
                    self._refused = set()  # from here it may be possible
                shadow = self._shadowed() if self.episode is episode else shadow
            return FollowState(state, shadow.robot, str(action or ""))

    def _action(self, name: str) -> Action:
        allowed = self._state.actions
        if self._state.phase == "act" and name not in allowed:
            raise Refused(400, f"action {name[:40]!r}: expected one of {', '.join(allowed)}")
        try:
            return Action(name)
        except ValueError:
            raise Refused(400, f"action {name[:40]!r}: there is no such action") from None

    def _do(self, seq: int, phase: str, choice: Action | str) -> PlayState:
        """Hand over a choice and wait for what comes of it.

        A choice about something that is not shown any more, as from a second page, changes nothing.
        """
        with self._changed:
            if seq != self._state.seq or self._state.phase != phase or self._choice is not None:
                return self._state
            self._choice = choice
            self._changed.notify_all()
        return self._after(seq)

    def _after(self, seq: int) -> PlayState:
        """The first state after a number, or the present one when it takes long."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.seq > seq or self._closing, PATIENCE)
            return self._state

    def _picture(self, group: str, name: str) -> bytes:
        """A further view of now, or a frame of the film that is open."""
        if group == "film":
            film = self._film if self._state.phase == "ask" else []
            if not name.isdecimal() or len(name) > 6 or int(name) >= len(film):
                raise Refused(404, f"the film has no frame {name[:20]!r}; it has {len(film)} now")
            return film[int(name)]
        views = {} if self._observation is None else _views(self._observation)
        if name not in views:
            raise Refused(404, f"there is no view {name[:40]!r}")
        return _png(views[name])


def _views(observation: Observation) -> dict[str, Array]:
    """Further pictures of an observation, by name."""
    views: dict[str, Array] = {}
    if observation.depth is not None:
        views["depth"] = depth_colours(observation.depth)
    for name, value in observation.extras.items():
        rgb = getattr(value, "rgb", None)
        if isinstance(rgb, np.ndarray):
            views[name] = rgb
    return views


def _png(rgb: Array) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(rgb).save(buffer, "png", compress_level=1)
    return buffer.getvalue()


def _json(message: msgspec.Struct) -> tuple[str, bytes]:
    return "application/json", msgspec.json.encode(message)


def _decode(body: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, f"the message is not understood: {str(error)[:200]}") from None
