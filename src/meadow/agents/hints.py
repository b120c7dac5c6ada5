"""An agent that reads boards: what they say about the goal comes before its own search.

It searches as it always does, with an eye on boards. What can be read from where the robot is, it reads;
a board that the eyes detect is driven to and read there. If a text says where the goal is, the thing named
there is searched for first; there the robot turns once all around, and then looks for the goal itself,
beginning where it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.errors import InvalidValueError, MeadowError
from meadow.grounding.look import LookPart, VisionModel
from meadow.grounding.model_look import vision_model
from meadow.language.goals import Description
from meadow.language.hints import read_hints
from meadow.language.parse import parse
from meadow.mapping.goal_map import GoalBelief
from meadow.mapping.occupancy import project_mask
from meadow.models import load_model
from meadow.models.protocols import LanguageModel, Reader, TextLine
from meadow.types import Action, Array, Brief, Detections, Observation, Pose

#: What boards are looked for by.
BOARDS = ("whiteboard", "board with writing on it")
#: Boards this near to each other are one, metres.
SAME_BOARD = 1.0
#: Lines read less surely than this are left out.
LEGIBLE = 0.5
#: Every how many steps the frame is read: the view is wider than two turns.
READ_EVERY = 3
#: Lines that overlap by this share of the shorter one, and are no farther apart than so many of their
#: heights, are on one board.
BESIDE, BELOW = 0.4, 1.2
#: Shorter texts are no sentence, words.
FEWEST_WORDS = 3
#: A board is read at once from this near, metres; from farther the robot goes there first.
READABLE = 1.7
#: A language model's answer that names nothing.
NOTHING = "nothing"


class HintFollower:
    """A modular agent that follows written hints."""

    def __init__(
        self,
        agent: ModularAgent,
        model: str | VisionModel = "eyes-s-zs",
        reader: str | Reader = "rapidocr",
        language: str | LanguageModel = "prior",
        *,
        threshold: float | None = None,
        share: float = 0.5,
        most_boards: int = 4,
    ) -> None:
        """Make it.

        Args:
            agent: What drives and searches.
            model: What it sees boards with, by name or loaded.
            reader: What reads them, by name or loaded.
            language: The language model that is asked where no sentence was understood; a prior is not.
            threshold: Score from which something is taken for a board; the model's own by default.
            share: Share of the steps after which boards and hints are given up.
            most_boards: How many boards it goes to in an episode.
        """
        self._agent = agent
        self._vision = vision_model(model) if isinstance(model, str) else model
        self._reader: Reader = (
            load_model(reader, kind="reader") if isinstance(reader, str) else reader
        )
        self._language: LanguageModel = (
            load_model(language, kind="language-model") if isinstance(language, str) else language
        )
        self._threshold = self._vision.threshold if threshold is None else threshold
        self._share, self._most = share, most_boards
        self._queries = self._vision.queries(BOARDS)

    def reset(self, brief: Brief) -> None:
        """Begin with a search for the goal itself."""
        self._brief = brief
        self._boards: list[tuple[float, float]] = []
        self._read, self._hint, self._looking_for = "", "", "goal"
        self._asked: set[str] = set()
        self._spin = 0
        self._left = round(self._share * brief.max_steps)
        self._agent.reset(brief)

    def act(self, observation: Observation) -> Action:
        """The next action of the search that is on."""
        self._left -= 1
        if self._looking_for == "goal" and self._left > 0 and not self._hint:
            self._watch(observation)
        elif self._looking_for != "goal" and self._left <= 0:
            self._seek("goal", self._brief.goal)
        if self._spin:
            self._spin -= 1
            action = self._turn(observation)
        else:
            action = self._agent.act(observation)
        if action is not Action.STOP or self._looking_for == "goal":
            return action
        return self._arrived(observation)

    def _turn(self, observation: Observation) -> Action:
        """Turn on the spot; what the agent sees meanwhile is what it drives to next."""
        action = self._agent.act(observation)
        if action is Action.STOP or self._agent.trace().get("mode") == "approach":
            self._spin = 0  # the goal is in sight
            return action
        return self._agent.instead(Action.ROTATE_LEFT)

    def _arrived(self, observation: Observation) -> Action:
        """At a board: read it. At what a hint named: look around, then for the goal."""
        if self._looking_for == "board":
            self._understand(observation)
        else:
            self._seek("goal", self._brief.goal)
            body = self._brief.embodiment
            self._spin = round(2.0 * np.pi / body.turn) - 1
        return self._agent.instead(Action.ROTATE_LEFT)

    def _watch(self, observation: Observation) -> None:
        """Read what can be read from here, or go to a board that was not read yet."""
        if self._left % READ_EVERY == 0 and self._understand(observation):
            return
        if len(self._boards) >= self._most:
            return
        assert observation.depth is not None, "this agent needs depth"
        look = self._agent.looks_at(observation).by(self._vision, LookPart.MASKS)
        found = look.detect(self._queries, self._threshold, masks=True)
        pose = self._agent.pose_at(observation)
        for n in range(len(found)):
            place = self._place(found, n, observation.depth, pose)
            if place is None or self._is_known(place):
                continue
            self._boards.append(place)
            if pose.distance(*place) <= READABLE and self._understand(observation):
                return
            self._seek("board", BOARDS[0])
            return

    def _is_known(self, place: tuple[float, float]) -> bool:
        return any(np.hypot(place[0] - x, place[1] - y) < SAME_BOARD for x, y in self._boards)

    def _place(
        self, found: Detections, n: int, depth: Array, pose: Pose
    ) -> tuple[float, float] | None:
        assert found.masks is not None
        points, _, _ = project_mask(found.masks[n], depth, self._brief.embodiment.camera, pose)
        if not len(points):
            return None
        x, y = np.median(points[:, :2], axis=0)
        return float(x), float(y)

    def _understand(self, observation: Observation) -> bool:
        """Read the frame; True when it says where the goal is, which is then searched for there."""
        for text in self.texts_in(observation.rgb):
            self._read = text
            place = self.place_named(text)
            if place:
                self._hint = place
                self._seek("place", place)
                return True
        if self._looking_for != "goal":
            self._seek("goal", self._brief.goal)
        return False

    def texts_in(self, picture: Array) -> list[str]:
        """What is written on each board in a picture, line by line; nothing where nothing can be read."""
        lines = [line for line in self._reader.read([picture])[0] if line.score >= LEGIBLE]
        texts = ("\n".join(line.text.strip() for line in board) for board in _boards(lines))
        return [text for text in texts if len(text.split()) >= FEWEST_WORDS]

    def place_named(self, text: str) -> str:
        """Near what the goal is according to a text; empty when the text does not say so."""
        # Lines of a list stand for themselves; on a narrow board the others end within a name.
        for hint in [*read_hints(text), *read_hints(" ".join(text.split()))]:
            if self._is_about(hint) and hint.relations and hint.relations[0].anchors:
                return hint.relations[0].anchors[0].head
        return self._ask(text)

    def _is_about(self, hint: Description) -> bool:
        """Whether a hint speaks of the goal."""
        try:
            goal = parse(self._brief.goal)
        except InvalidValueError:  # nothing that a grammar can make sense of
            return bool(hint.target.head) and hint.target.head in self._brief.goal
        same = hint.target.category is not None and hint.target.category == goal.target.category
        return same or hint.target.head == goal.target.head

    def _ask(self, text: str) -> str:
        """The thing that a language model names; a prior has no words, and is not asked."""
        if hasattr(self._language, "companions") or text in self._asked:
            return ""
        self._asked.add(text)
        question = (
            f"A board says: {text!r}. I look for a {self._brief.goal}. Near which piece of furniture does "
            f"the board say that it is? Reply with its name alone, or with {NOTHING!r} if it does not say."
        )
        try:
            said = self._language.chat([{"role": "user", "content": question}], max_tokens=12).text
        except MeadowError:
            return ""
        said = said.strip().strip(".").lower()
        return "" if not said or NOTHING in said or len(said) > 40 else said

    def _seek(self, what: str, goal: str) -> None:
        self._looking_for = what
        self._agent.pursue(dataclasses.replace(self._brief, goal=goal))

    def trace(self) -> Mapping[str, Any]:
        """For the replay: what it searches for, what it read and where that sends it."""
        said = {**self._agent.trace(), "search": self._looking_for}
        return {**said, "read": self._read.replace("\n", " / "), "hint": self._hint}

    def expected_ways(self) -> list[Array]:
        """For films: ways that tracked people may take."""
        return self._agent.expected_ways()

    def belief(self) -> GoalBelief:
        """For those who look on: what its map knows about what it searches for."""
        return self._agent.belief()

    def sightings(self, observation: Observation) -> Detections:
        """For films: what fires in a frame, by the search that is on."""
        return self._agent.sightings(observation)


def _boards(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines from top to bottom, those of each board by themselves."""
    boards: list[list[TextLine]] = []
    for line in lines:
        board = next((board for board in boards if _continues(board[-1], line)), None)
        if board is None:
            boards.append([line])
        else:
            board.append(line)
    return boards


def _continues(above: TextLine, line: TextLine) -> bool:
    """Whether a line stands right below another."""
    (a0, _, a1, bottom), (b0, top, b1, end) = above.box, line.box
    shared = min(a1, b1) - max(a0, b0)
    return shared >= BESIDE * min(a1 - a0, b1 - b0) and top - bottom <= BELOW * (end - top)


__all__: Sequence[str] = ["HintFollower"]
