"""Look first where a thing is likely to be: a language model's common sense before the search."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.grounding.prompts import phrase_of
from meadow.language.parse import parse
from meadow.mapping.goal_map import GoalBelief
from meadow.models import Choice, load_model
from meadow.protocols import Agent
from meadow.types import Action, Brief, Detections, Observation

#: What the language model chooses from.
PLACES: dict[str, tuple[str, ...]] = {
    "rooms": (
        *("kitchen", "living room", "bedroom", "bathroom", "dining room", "office", "hallway"),
        *("laundry room", "garage"),
    ),
    "receptacles": (
        *("dining table", "coffee table", "side table", "desk", "workbench", "counter", "sink"),
        *("kitchen island", "cabinet", "bookshelf", "shelf", "dresser", "night stand", "bed"),
        *("sofa", "armchair", "tv stand", "shoe rack", "bath tub", "toilet"),
    ),
}

#: The question of CoW's authors.
QUESTION = "Where can one usually find a {} in a house?"
#: A second place is named too when it is at least this likely compared with the first.
RUNNER_UP = 0.5


class PriorFirst:
    """Searches for a likely place first; having reached it, or in vain, for the thing itself.

    As in the paper, the second search starts with an empty map and a look around.
    """

    def __init__(self, agent: Any, model: str, *, over: str = "receptacles", share: float = 0.4):
        """``model`` is a language model by name, ``share`` the part of the steps for the first search."""
        if over not in PLACES:
            raise UnknownIdError("kind of place", over, PLACES)
        if not 0.0 <= share <= 1.0:
            raise InvalidValueError(f"prior_share {share}: expected 0 to 1")
        self._agent: Agent = agent
        self._model = load_model(model, kind="language-model")
        self._over, self._share = over, share
        self._answers: dict[str, str] = {}

    def reset(self, brief: Brief) -> None:
        """Ask where the thing may be, and set out for that place."""
        self._set_out(brief, self._agent.reset)

    def pursue(self, brief: Brief) -> None:
        """Begin the next leg with what the inner agent remembers."""
        self._set_out(brief, getattr(self._agent, "pursue", self._agent.reset))

    def thinking(self) -> float:
        """World time that the inner agent took to choose, in seconds."""
        return float(self._agent.thinking()) if hasattr(self._agent, "thinking") else 0.0

    def answer(self, question: str) -> str:
        """The inner agent's answer; none from an agent that cannot be asked."""
        said: str = self._agent.answer(question) if hasattr(self._agent, "answer") else ""
        return said

    def _set_out(self, brief: Brief, begin: Callable[[Brief], None]) -> None:
        """Search for a likely place first, if anything is searched for."""
        self._brief, self._begin = brief, begin
        if brief.kind != "search":
            self._left = -1
            begin(brief)
            return
        self._left = round(self._share * brief.max_steps)
        begin(dataclasses.replace(brief, goal=self.place_for(brief.goal)))

    def place_for(self, goal: str) -> str:
        """The likeliest place for a goal, or the two likeliest: "desk or side table"."""
        thing = _name(goal)
        if thing not in self._answers:
            choice = self._choose(thing)
            ranked = sorted(zip(choice.scores, choice.options), key=lambda pair: -pair[0])
            best = ranked[0][0]
            likely = [place for score, place in ranked[:2] if score >= RUNNER_UP * best]
            self._answers[thing] = " or ".join(likely)
        return self._answers[thing]

    def _choose(self, thing: str) -> Choice:
        # The embedded prior counted both kinds of places; others answer a question.
        ranks = getattr(self._model, self._over, None)
        options = PLACES[self._over]
        choice: Choice = (
            ranks(thing, options) if ranks else self._model.choose(QUESTION.format(thing), options)
        )
        return choice

    def act(self, observation: Observation) -> Action:
        """The next action of the search that is on."""
        if self._left > 0:
            self._left -= 1
            action = self._agent.act(observation)
            if action is not Action.STOP:
                return action
            self._left = 0
        if self._left == 0:
            self._left = -1
            self._begin(self._brief)
        return self._agent.act(observation)

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: the inner agent's words, and which search it is."""
        said: Mapping[str, str | float | None] = getattr(self._agent, "trace", dict)()
        return {**said, "search": "thing" if self._left < 0 else "place"}

    def belief(self) -> GoalBelief | None:
        """For those who look on: what the inner agent's map knows, if it has one."""
        show: Callable[[], GoalBelief | None] = getattr(self._agent, "belief", lambda: None)
        return show()

    def sightings(self, observation: Observation) -> Detections:
        """For films: what fires in a frame, by the search that is on."""
        found: Detections = self._agent.sightings(observation)  # type: ignore[attr-defined]
        return found


def _name(goal: str) -> str:
    """What kind of thing a goal is about; how it looks does not change where it is kept."""
    try:
        return parse(goal).target.head
    except InvalidValueError:  # nothing that a grammar can make sense of
        return phrase_of(goal)
