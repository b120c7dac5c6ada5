"""An agent without a map: it turns on the spot, tells a language model what it sees, and goes as told.

In each round it looks in all directions, captions what is in front, to the right, behind and to the left,
and asks which way to take (LGX, Dorbala et al. 2023). On its way a detector watches for the goal, to which
it then drives straight, and for people, before whom it turns away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.look import Look, LookPart, VisionModel
from meadow.grounding.model_look import vision_model
from meadow.grounding.prompts import alternatives
from meadow.language.parse import parse
from meadow.models import load_model
from meadow.models.captioner import FURNISHINGS, describe
from meadow.models.common_sense import rank
from meadow.models.protocols import LanguageModel
from meadow.seeding import stream
from meadow.types import Action, Array, Brief, Detections, Observation

#: The directions of a round, from the robot's first heading on, turning right.
DIRECTIONS = ("FRONT", "RIGHT", "BEHIND", "LEFT")
#: What the language model is asked, as by the method's authors.
QUESTION = (
    "I want to find a {goal} in my house. In FRONT of you there is {FRONT}. "
    "To your RIGHT there is {RIGHT}. BEHIND you there is {BEHIND}. To your LEFT there is {LEFT}. {people}"
    "Which direction from [FRONT, RIGHT, BEHIND, LEFT] should I go towards? Reply in ONE word."
)
#: What is seen of an empty direction.
NOTHING = "nothing that I recognise"
#: The middle of a frame that must be free to go on: a share of its width to either side.
LANE = 0.2
#: Rows of a frame that show what a robot would run into, as shares of its height.
LANE_ROWS = (0.35, 0.95)


class LookAround:
    """Goes from look to look without remembering where it was."""

    def __init__(
        self,
        model: str | VisionModel = "eyes-s-zs",
        language: str | LanguageModel = "prior",
        *,
        threshold: float | None = None,
        rounds: int = 12,
        reach: float = 6.0,
        room: float = 0.5,
        people_room: float = 1.2,
        stop_distance: float = 0.9,
        round_seconds: float = 0.0,
    ) -> None:
        """Make it.

        Args:
            model: What it sees goals, people and furniture with, by name or loaded.
            language: A language model by name or loaded.
            threshold: Score from which something is taken for the goal; the model's own by default.
            rounds: How often it asks before it gives up.
            reach: How far it goes in one direction, metres.
            room: It goes on while this much is free ahead, metres.
            people_room: It turns away from people ahead who are nearer than this, metres.
            stop_distance: From how near to the goal it stops, metres.
            round_seconds: World time that passes while the model thinks, seconds for each question.
        """
        if rounds < 1:
            raise InvalidValueError(f"rounds {rounds}: expected at least 1 question in an episode")
        self._vision = vision_model(model) if isinstance(model, str) else model
        self._language: LanguageModel = (
            load_model(language, kind="language-model") if isinstance(language, str) else language
        )
        self._threshold = self._vision.threshold if threshold is None else threshold
        self.rounds, self.reach, self.room, self.people_room = rounds, reach, room, people_room
        self.stop_distance, self.round_seconds = stop_distance, round_seconds
        self._names = self._vision.queries(FURNISHINGS)

    def reset(self, brief: Brief) -> None:
        """It reads the goal of a new episode and begins its first round of looks."""
        self._brief, self._body = brief, brief.embodiment
        self._goal = self._vision.queries(alternatives(brief.goal))
        try:
            self._noun = parse(brief.goal).target.head
        except InvalidValueError:  # nothing that a grammar can make sense of
            self._noun = brief.goal.strip() or "thing"
        self._rng = stream(brief.seed, "look around")
        self._asked = 0
        self._said, self._mode = "", "look"
        self._thinking = 0.0
        self._look: Look | None = None
        self._start_round()

    def _start_round(self) -> None:
        self._views: list[Detections] = []
        self._headings: list[int] = []
        """Of each view, how many turns to the right of the round's first heading it was taken at."""
        self._heading = 0
        """How many turns to the right of that heading the robot is, whatever it turned for."""
        self._turned = 0
        self._queue: list[Action] = []
        self._steps = 0

    def act(self, observation: Observation) -> Action:
        """Stop at the goal, drive to it, turn away from people, or go on with the round."""
        assert observation.depth is not None, "this agent needs depth"
        self._thinking = 0.0
        depth = observation.depth
        look = self._vision.look(observation.rgb, LookPart.MASKS, self._body.camera)
        self._look = look
        action = self._to_goal(look, depth) or self._aside(look, depth)
        if action is None:
            action = self._go_on(look, depth, observation.moved)
        self._heading += (action is Action.ROTATE_RIGHT) - (action is Action.ROTATE_LEFT)
        return action

    def _to_goal(self, look: Look, depth: Array) -> Action | None:
        """Towards the surest detection of the goal; Stop when it is near."""
        found = look.detect(self._goal, self._threshold, masks=True)
        if not len(found):
            return None
        assert found.masks is not None
        best = int(np.argmax(found.scores))
        pixels = found.masks[best] & (depth > 0.0)
        if not pixels.any():
            return None
        self._mode, self._queue = "approach", []
        # Depth is measured along the view; aside of the middle things are farther away than that.
        aside = (np.nonzero(pixels)[1] + 0.5 - 0.5 * depth.shape[1]) / self._body.camera.focal
        away = float(np.percentile(depth[pixels] * np.hypot(1.0, aside), 20))
        if away <= self.stop_distance:
            return Action.STOP
        bearing = self._bearing(found.boxes[best], depth.shape[1])
        if abs(bearing) > 0.6 * self._body.turn:
            return Action.ROTATE_LEFT if bearing > 0 else Action.ROTATE_RIGHT
        return Action.MOVE_AHEAD if self._free(depth) > self._body.step else Action.STOP

    def _aside(self, look: Look, depth: Array) -> Action | None:
        """Away from a person ahead who is too near."""
        people = look.people()
        for mask, box in zip(people.masks if people.masks is not None else (), people.boxes):
            near = depth[mask & (depth > 0.0)]
            if not len(near) or float(np.median(near)) > self.people_room:
                continue
            self._mode, self._queue = "give way", [Action.MOVE_AHEAD]
            left = self._bearing(box, depth.shape[1]) > 0
            return Action.ROTATE_RIGHT if left else Action.ROTATE_LEFT
        return None

    def _go_on(self, look: Look, depth: Array, moved: bool) -> Action:
        """The next action of the round: looks in four directions, a question, and the way."""
        if self._queue:
            action = self._queue.pop(0)
            if action is not Action.MOVE_AHEAD:
                return action
            self._steps += 1
            if moved and self._free(depth) > self.room:
                return action
            self._queue = []  # it cannot go on: look around from here
            self._start_round()
        quarter = max(1, round(0.5 * math.pi / self._body.turn))
        self._mode = "look"
        if self._turned % quarter == 0 and len(self._views) < len(DIRECTIONS):
            self._views.append(look.detect(self._names, 0.3, masks=False))
            self._headings.append(self._heading)
        if len(self._views) < len(DIRECTIONS):
            self._turned += 1
            return Action.ROTATE_RIGHT
        if self._asked >= self.rounds:
            self._mode = "give up"
            return Action.STOP
        return self._set_out(quarter)

    def _set_out(self, quarter: int) -> Action:
        """Ask where to go, and turn to where that view was taken."""
        choice = DIRECTIONS.index(self._ask())
        # Who gave way in the middle of a round took its further views at other headings.
        whole = len(DIRECTIONS) * quarter
        right = (self._headings[choice] - self._heading) % whole
        left = right > whole // 2
        turn = Action.ROTATE_LEFT if left else Action.ROTATE_RIGHT
        turns = [turn] * (whole - right if left else right)
        ahead = [Action.MOVE_AHEAD] * max(1, int(self.reach / self._body.step))
        self._start_round()
        self._mode, self._queue = "go", [*turns, *ahead]
        return self._queue.pop(0)

    def _ask(self) -> str:
        """The direction that the language model chooses."""
        self._asked += 1
        self._thinking = self.round_seconds
        seen = [sorted(set(view.labels) - {"person"}) for view in self._views]
        people = [d for d, view in zip(DIRECTIONS, self._views) if "person" in view.labels]
        captions = {
            direction: _caption(view, self._body.camera)
            for direction, view in zip(DIRECTIONS, self._views)
        }
        note = f"People walk {' and '.join(people)}: avoid them. " if people else ""
        question = QUESTION.format(goal=self._noun, people=note, **captions)
        if hasattr(self._language, "companions"):
            # The prior ranks what is seen; it does not read directions.
            allowed = [n for n, d in enumerate(DIRECTIONS) if d not in people and seen[n]]
            if not allowed:
                self._said = self._rng.choice(
                    [d for d in DIRECTIONS if d not in people] or DIRECTIONS
                )
                return self._said
            told = [" ".join(seen[n]) for n in allowed]
            scores = rank(self._language, "companions", self._noun, told, question).scores
            best = allowed[max(range(len(scores)), key=lambda k: scores[k])]
            self._said = DIRECTIONS[best]
        else:
            self._said = self._language.choose(question, DIRECTIONS).best
        return self._said

    def _free(self, depth: Array) -> float:
        """Metres that are free straight ahead."""
        height, width = depth.shape
        lane = depth[
            int(LANE_ROWS[0] * height) : int(LANE_ROWS[1] * height),
            int((0.5 - LANE) * width) : int((0.5 + LANE) * width) + 1,
        ]
        rows = (np.arange(lane.shape[0]) + int(LANE_ROWS[0] * height) + 0.5 - height / 2)[:, None]
        up = self._body.camera.elevation - lane * rows / self._body.camera.focal
        things = lane[(lane > 0.0) & (up > 0.05)]
        return float(things.min()) if len(things) else math.inf

    def _bearing(self, box: Sequence[float] | Array, width: int) -> float:
        """Direction of a box, left positive."""
        offset = 0.5 * width - 0.5 * (float(box[0]) + float(box[2]))
        return math.atan2(offset, self._body.camera.focal)

    def thinking(self) -> float:
        """Seconds of world time that choosing the last action took."""
        return self._thinking

    def trace(self) -> Mapping[str, Any]:
        """For the replay: what it does, and where the language model sent it."""
        return {"mode": self._mode, "said": self._said, "asked": float(self._asked)}

    def sightings(self, observation: Observation) -> Detections:
        """For films: what is taken for the goal."""
        look = self._vision.look(observation.rgb, LookPart.MASKS, self._body.camera)
        return look.detect(self._goal, self._threshold, masks=False)


def _caption(view: Detections, camera: Any) -> str:
    """What a view shows, as a part of a sentence."""
    if not len(view):
        return NOTHING
    said = describe(view, camera)
    return said[0].lower() + said[1:].rstrip(".")
