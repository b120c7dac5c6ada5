"""An agent that surveys a home: goes everywhere, opens what opens, weighs what can be lifted, remembers.

Asked about the home, it reads each question as a program and runs it on its memory. What that does not
decide it guesses. Sent back in with the questions, it goes to what decides most of them.

    spin -> explore frontiers -> open and weigh -> (questions) -> go to what decides them -> Stop
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from meadow.agents.skills import Skill, pull, weigh
from meadow.errors import InvalidValueError, MeadowError
from meadow.exploration.frontier import FrontierExplorer
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.graph import Thresholds
from meadow.language.questions.parse import parse_question
from meadow.language.questions.program import Program, references, selections
from meadow.mapping.handles import grip_point, handle_point, sides_of
from meadow.mapping.inventory import NEAREST, InstanceEyes, Inventory, Named, Remembered
from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap, project_mask
from meadow.mapping.state import AgentState
from meadow.planning.drive import Driver
from meadow.planning.follow import turn_towards
from meadow.protocols import Oracle
from meadow.types import Action, Array, Brief, Observation, Pose

#: Steps of phase I that are left for a skill to be begun.
SKILL_STEPS = 60
#: Actions after which a skill is broken off; it ends by itself before, with the arm folded.
PATIENCE = 400
#: Steps on the way to one thing before it is given up.
LONGEST_WAY = 90
#: A skill on one thing is tried so often.
TRIES, MOST_TRIES = 1, 3
#: Steps of going back in, at most: what is gained is worth less with each.
MOST_BACK = 700
#: Open questions that one thing must be expected to decide to be worth its steps.
LEAST_WORTH = 0.15
#: About how many steps a skill takes besides the way.
SKILL_PRICE = 45.0
#: From how far a thing is worked on at first, metres.
APPROACH = 0.95
#: Turns and tilts towards a thing before it is given up.
MOST_FACING = 24
#: Pixels of a thing from which the hand is told where to go.
FEWEST_POINTS = 6
#: Where measures are as good as equal, the larger one is still the larger one.
SURE = Thresholds()
LENIENT = Thresholds(margin=0.0, adjacent=0.4, arguable=0.4)
#: Which comparatives ask for weights.
WEIGHT = frozenset({"heavier", "lighter"})


class OracleEyes:
    """Perfect eyes: instance, category, colours and materials of the pixels in view. Privileged."""

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self._named: dict[int, Named] = {}

    def attach(self, oracle: Oracle) -> None:
        """Learn what the ids of pixels stand for."""
        self._oracle = oracle
        self._named = {
            number + 1: Named(item.category, (item.parts[0].colour,), (item.parts[0].material,))
            for number, item in enumerate(oracle.house.objects)
        }

    def see(self, observation: Observation) -> tuple[Array, Mapping[int, Named]]:
        """The ids in the frame that the robot sees now."""
        assert self._oracle is not None, "perfect eyes were not attached to an oracle"
        return self._oracle.frames().ids, self._named


class Surveyor:
    """Explores, opens and weighs; answers by programs on what it remembers."""

    def __init__(
        self,
        eyes: str | InstanceEyes = "oracle",
        *,
        guess: Callable[[str], str] = lambda question: "yes",
        opens: bool = True,
        weighs: bool = True,
        most_back: int = MOST_BACK,
    ) -> None:
        """Make it.

        Args:
            eyes: "oracle" for perfect ones, or eyes that tell instances apart.
            guess: Answers what the memory does not decide.
            opens: Whether to open what opens.
            weighs: Whether to weigh what can be lifted.
            most_back: Steps of going back in, at most.
        """
        if isinstance(eyes, str) and eyes != "oracle":
            raise InvalidValueError(f"eyes {eyes!r}: expected oracle, or eyes as an object")
        self._eyes: InstanceEyes = OracleEyes() if isinstance(eyes, str) else eyes
        self._guess = guess
        self._opens, self._weighs = opens, weighs
        self._most_back = most_back

    # --- phases ----------------------------------------------------------------------------------

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        self._body = brief.embodiment
        self.inventory = Inventory(brief.embodiment.camera)
        body = {"radius": self._body.radius, "ceiling": self._body.height + 0.05}
        self._map = OccupancyMap(OccupancyConfig(cell=0.1, comfort=0.1, stride=2, **body))
        self._explorer = FrontierExplorer()
        self._explorer.reset(brief)
        self._last: Action | None = None
        self._steps = 0
        self._last_pose = Pose(0.0, 0.0)
        self._explored = False
        self._facts: dict[tuple[bool, bool], KnownThings] = {}
        self._begin(brief)
        self._spin_left = round(2.0 * math.pi / self._body.turn) - 4

    def pursue(self, brief: Brief) -> None:
        """Begin the next phase with all that is remembered."""
        self._begin(brief)

    def _begin(self, brief: Brief) -> None:
        self._brief = brief
        self._driver = Driver(self._body)
        self._skill: Skill | None = None
        self._doing: tuple[str, Remembered] | None = None
        self._skill_steps = self._faced = self._way = 0
        self._bound: tuple[str, int] | None = None
        self._tries = TRIES
        self._leg_steps = 0
        self._spin_left = 0
        self._mode = "explore"
        self._targets: list[tuple[str, int]] | None = None

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Hand the oracle to perfect eyes; other eyes never get it."""
        if isinstance(self._eyes, OracleEyes):
            self._eyes.attach(oracle)

    @property
    def _going_back(self) -> bool:
        return bool(self._brief.questions) and self._brief.kind == "free"

    # --- acting ----------------------------------------------------------------------------------

    def act(self, observation: Observation) -> Action:
        """Go on with a skill, or look and decide what to do next."""
        self._steps += 1
        self._leg_steps += 1
        if self._skill is not None:
            action = self._go_on(observation)
            if action is not None:
                return self._do(action)
        state = self._sense(observation)
        for choose in (self._spin, self._next_errand, self._explore, self._leave):
            action = choose(state)
            if action is not None:
                return self._do(action)
        self._mode = "done"
        stops = Action.STOP in self._brief.actions
        return self._do(Action.STOP if stops else Action.ROTATE_LEFT)

    def _do(self, action: Action) -> Action:
        self._last = action
        return action

    def trace(self) -> Mapping[str, str | float | None]:
        """For the replay: what the agent is about, and how much it remembers."""
        return {"mode": self._mode, "remembered": float(len(self.inventory.things))}

    def _sense(self, observation: Observation) -> AgentState:
        if observation.depth is None or observation.pose is None:
            raise MeadowError("a surveyor needs depth and pose: run with --senses depth,pose")
        pose = observation.pose
        refused = None if observation.moved or self._last is None else self._last
        if refused is Action.MOVE_AHEAD:
            step = self._body.step
            x, y = pose.x + step * math.cos(pose.yaw), pose.y + step * math.sin(pose.yaw)
            self._map.forbid(x, y)
        if refused is None:
            depth = np.where(observation.depth > NEAREST, observation.depth, 0.0)
            self._map.update(depth.astype(np.float32), self._body.camera, pose)
            self.inventory.look(self._eyes, observation, self._steps)
            self._facts.clear()
        return AgentState(observation, pose, self._body, self._map, self._map.cost(pose), refused)

    def _spin(self, state: AgentState) -> Action | None:
        if self._spin_left <= 0:
            return None
        self._spin_left -= 1
        self._mode = "look around"
        return Action.ROTATE_LEFT

    def _explore(self, state: AgentState) -> Action | None:
        if self._explored:
            return None
        if self._going_back and (self._leg_steps >= self._most_back or not self._open()):
            return None
        self._mode = "explore"
        for _ in range(20):
            choice = self._explorer.choose(state)
            if choice is None:
                self._explored = True
                return None
            action = self._drive("explore", state, np.array([self._map.cell_of(*choice)]))
            if action is not None:
                return action
            self._explorer.strike()
        return None

    def _leave(self, state: AgentState) -> Action | None:
        """Errands once more when all was explored."""
        return self._next_errand(state) if self._explored else None

    def _drive(self, mode: str, state: AgentState, places: Array) -> Action | None:
        action = self._driver.towards(mode, state, places)
        if action is None:
            return None
        if abs(state.pose.pitch) > self._body.tilt / 2:
            self._driver.forget()
            return Action.LOOK_UP if state.pose.pitch < 0 else Action.LOOK_DOWN
        return action

    # --- skills ----------------------------------------------------------------------------------

    def _go_on(self, observation: Observation) -> Action | None:
        """The next action of the skill; None when it is over."""
        assert self._skill is not None
        assert self._doing is not None
        self._skill_steps += 1
        action = self._skill.act(observation) if self._skill_steps < PATIENCE else None
        if action is None:
            self._settle()
        return action

    def _settle(self) -> None:
        """Remember how a skill went."""
        assert self._skill is not None
        assert self._doing is not None
        kind, thing = self._doing
        outcome = self._skill.outcome
        if outcome is not None and outcome.weight is not None:
            thing.weight = outcome.weight
        elif outcome is not None and outcome.done and kind == "open":
            thing.opened = True
        else:
            thing.tried[kind] = thing.tried.get(kind, 0) + 1
            if outcome is not None and "too heavy" in outcome.why:
                thing.fixed = True
        self._skill = self._doing = None
        self._driver.forget()
        self._facts.clear()

    def _next_errand(self, state: AgentState) -> Action | None:
        """Begin to open or weigh something, where that is due."""
        if self._skill is not None:
            return None
        if self._going_back:
            self._tries = MOST_TRIES
            chosen = self._deciding(state)
        elif self._explored and self._leg_steps < self._brief.max_steps - SKILL_STEPS:
            chosen = self._nearest(state)
            if chosen is None and self._tries < MOST_TRIES:
                self._tries += 1  # what failed from one side may do from another
                chosen = self._nearest(state)
        else:
            chosen = None
        if chosen is None:
            return None
        kind, thing = chosen
        if self._bound != (kind, thing.id):
            self._bound, self._way = (kind, thing.id), 0
        self._way += 1
        if self._way > LONGEST_WAY:
            thing.tried[kind] = thing.tried.get(kind, 0) + 1
            self._bound = None
            return self._next_errand(state)
        action = self._approach(state, kind, thing) or self._face(state, thing)
        if action is not None:
            self._mode = f"go to {kind}"
            return action
        point = self._point(kind, thing, state)
        if point is None:  # it is not where it was, or something stands before it
            thing.tried[kind] = thing.tried.get(kind, 0) + 1
            self._bound = None
            return self._next_errand(state)
        self._skill = (pull if kind == "open" else weigh)(self._brief, point)
        self._doing, self._skill_steps, self._mode = (kind, thing), 0, kind
        action = self._skill.begin(state.observation)
        if action is None:
            self._settle()
            return self._next_errand(state)
        return action

    def _approach(self, state: AgentState, kind: str, thing: Remembered) -> Action | None:
        """A step towards where a thing can be worked on; None when the robot is there, or cannot be."""
        x, y, _ = thing.centre
        reach = APPROACH + 0.5 * max(thing.extents[:2])
        if kind == "open":
            middle, normal = self._front(thing)
            (x, y), reach = middle + APPROACH * normal, 0.3
        if state.pose.distance(x, y) <= reach + 0.1:
            return None
        cells = np.argwhere(np.isfinite(state.cost))
        centres = self._map.centres_of(cells)
        away = np.hypot(centres[:, 0] - x, centres[:, 1] - y)
        near = cells[away <= reach]
        return self._drive(f"to {thing.id}", state, near) if len(near) else None

    def _front(self, thing: Remembered) -> tuple[Array, Array]:
        """The middle of the side of a thing before which most floor is free, and the way out of it."""
        best, most = sides_of(thing)[0], -1
        for middle, normal in sides_of(thing):
            aside = np.array([-normal[1], normal[0]])
            spots = [
                middle + out * normal + off * aside
                for out in (0.3, 0.5, 0.7, 0.9)
                for off in (-0.2, 0.0, 0.2)
            ]
            free = sum(self._map.grid[self._map.cell_of(*spot)] == FREE for spot in spots)
            if free > most:
                best, most = (middle, normal), int(free)
        return best

    def _face(self, state: AgentState, thing: Remembered) -> Action | None:
        """Turn and tilt until a thing is well in view; None when it is."""
        x, y, z = thing.centre
        pose = state.pose
        turn = turn_towards(pose, x, y, self._body)
        if turn is not None and turn is not state.refused and self._faced < MOST_FACING:
            self._faced += 1
            return turn
        rise = math.atan2(z - self._body.camera.elevation, max(pose.distance(x, y), 0.3))
        off = rise - pose.pitch
        if abs(off) <= 0.75 * self._body.tilt or self._faced >= MOST_FACING:
            return None
        self._faced += 1
        action = Action.LOOK_UP if off > 0.0 else Action.LOOK_DOWN
        return None if action is state.refused else action

    def _point(
        self, kind: str, thing: Remembered, state: AgentState
    ) -> tuple[float, float, float] | None:
        """Where to put the hand: at the top of what is weighed, at the handle of what is opened.

        None when the thing is not in view.
        """
        self._faced = 0
        ids, _ = self._eyes.see(state.observation)
        camera = self._body.camera
        points, _, _ = project_mask(ids == thing.id, state.depth, camera, state.pose)
        if len(points) < FEWEST_POINTS:
            return None
        if kind == "open":
            return handle_point(points, thing, self._front(thing)[1], state.pose)
        return grip_point(points, state.pose)

    def _candidates(self) -> list[tuple[str, Remembered]]:
        """What can be done to which things."""
        found: list[tuple[str, Remembered]] = []
        for thing in self.inventory.things.values():
            if (
                self._opens
                and thing.opens
                and not thing.opened
                and thing.tried.get("open", 0) < self._tries
            ):
                found.append(("open", thing))
            if (
                self._weighs
                and thing.weight is None
                and thing.liftable
                and thing.tried.get("weigh", 0) < self._tries
            ):
                found.append(("weigh", thing))
        return found

    def _nearest(self, state: AgentState) -> tuple[str, Remembered] | None:
        """What is nearest; opening comes first, because it shows what can be weighed."""
        best, least = None, math.inf
        for kind, thing in self._candidates():
            if self._bound == (kind, thing.id):
                return kind, thing  # on the way around a wall others may be nearer for a while
            x, y, _ = thing.centre
            price = state.pose.distance(x, y) + (0.0 if kind == "open" else 2.0)
            if price < least:
                best, least = (kind, thing), price
        return best

    # --- questions -------------------------------------------------------------------------------

    def _known(self, *, lenient: bool = False, guessed: bool = False) -> KnownThings:
        key = lenient, guessed
        if key not in self._facts:
            facts = self.inventory.facts(guessed=guessed)
            self._facts[key] = KnownThings(facts, thresholds=LENIENT if lenient else SURE)
        return self._facts[key]

    def answer(self, question: str) -> str:
        """What the memory decides, as surely as it can; else what is guessed."""
        program = _read(question)
        if program is None:
            return self._guess(question)
        for lenient, guessed in ((False, False), (True, False), (True, True)):
            said = self._known(lenient=lenient, guessed=guessed).run(program)
            if said is not None:
                return said
        return self._guess(question)

    def _deciding(self, state: AgentState) -> tuple[str, Remembered] | None:
        """What decides most open questions per step; None when nothing is worth its steps."""
        if self._leg_steps >= self._most_back:
            return None
        worth: dict[tuple[str, int], float] = {}
        known = self._known()
        possible = {(kind, thing.id): thing for kind, thing in self._candidates()}
        for program in self._open():
            keys = set(self._decides(program, known, possible))
            for key in keys:
                worth[key] = worth.get(key, 0.0) + 1.0 / len(keys)
        best, most = None, 0.0
        if self._bound is not None and self._bound in worth:
            return self._bound[0], possible[self._bound]
        for key, value in worth.items():
            if value < LEAST_WORTH:
                continue
            x, y, _ = possible[key].centre
            steps = SKILL_PRICE + 6.0 * state.pose.distance(x, y)
            if value / steps > most:
                best, most = (key[0], possible[key]), value / steps
        return best

    def _open(self) -> list[Program]:
        """The questions that the memory does not decide."""
        programs = (_read(question) for question in self._brief.questions)
        known = self._known()
        return [p for p in programs if p is not None and known.run(p) is None]

    def _decides(
        self,
        program: Program,
        known: KnownThings,
        possible: Mapping[tuple[str, int], Remembered],
    ) -> list[tuple[str, int]]:
        """The things whose weights, or contents, an open question waits for."""
        weights = [key for key in possible if key[0] == "weigh"]
        opens = [key for key in possible if key[0] == "open"]
        asked: list[tuple[str, int]] = []
        missing = [s for s in references(program) if not known.members(s)]
        if missing:
            rooms = {s.room for s in missing if s.room}
            facts = {thing.id: thing for thing in known.things}
            asked += [k for k in opens if not rooms or facts[str(k[1])].room in rooms]
        for selection in selections(program):
            for id in known.members(selection):
                if ("weigh", int(id)) in weights:
                    asked.append(("weigh", int(id)))
                if ("open", int(id)) in opens:
                    asked.append(("open", int(id)))
        if _about_weight(program) or missing:
            return asked
        return [key for key in asked if key[0] == "open"]


def _about_weight(program: Program) -> bool:
    word = getattr(program, "word", "")
    links = (link.kind for s in selections(program) for link in s.links)
    return word in WEIGHT or bool(WEIGHT & set(links)) or _parts_about_weight(program)


def _parts_about_weight(program: Program) -> bool:
    fields = (f.name for f in dataclasses.fields(program))
    parts = (getattr(program, name) for name in fields)
    return any(getattr(part, "word", "") in WEIGHT for part in parts)


def _read(question: str) -> Program | None:
    try:
        return parse_question(question)
    except InvalidValueError:
        return None
