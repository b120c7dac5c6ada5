"""An agent that surveys a home: goes everywhere, opens what opens, weighs what can be lifted, remembers.

Asked about the home, it reads each question as a program and runs it on its memory. What that does not
decide it guesses. Sent back in with the questions, it goes to what decides most of them.

    spin -> explore frontiers -> look, open and weigh -> (questions) -> go to what decides them -> Stop

``survey_answers`` has the questions, ``mapping.inventory`` the memory, ``skills`` the hand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from meadow.agents.monocular import MonocularSenses
from meadow.agents.skills import Skill, fold, pull, weigh
from meadow.agents.survey_answers import Answers, Errand, load_of
from meadow.agents.survey_eyes import OracleEyes
from meadow.errors import MeadowError
from meadow.exploration.frontier import FrontierExplorer
from meadow.language.questions.program import Program
from meadow.language.things import Thing
from meadow.language.vocabulary import vocabulary
from meadow.mapping.goal_map import GoalBelief, floor_layer
from meadow.mapping.handles import Grip, grip_point, grips_of, sides_of
from meadow.mapping.inventory import NEAREST, InstanceEyes, Inventory, Remembered
from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap, project_mask
from meadow.mapping.state import AgentState
from meadow.planning.drive import Driver
from meadow.planning.follow import turn_towards
from meadow.protocols import Oracle
from meadow.types import Action, Array, Brief, Observation, Pose

#: Actions after which the hand's work is broken off, and the arm folded.
PATIENCE = 130
#: How often a thing may not open at one handle before another is tried.
MOST_REFUSED = 3
#: Steps on the way to one thing before it is given up.
LONGEST_WAY = 80
#: How often one errand is tried in vain, at first and at last.
TRIES, MOST_TRIES = 1, 3
#: Steps of going back in, at most: what is gained is worth less with each.
MOST_BACK = 1000
#: Which fraction of what was gained by going back in each step costs.
STEP_PRICE = 5e-4
#: Open questions that an errand must be expected to decide to be worth its steps.
LEAST_WORTH = 0.12
#: About how many steps errands take besides the way, and how many a metre of way takes.
PRICES = {"look": 10.0, "open": 75.0, "weigh": 65.0}
STEPS_PER_METRE = 6.0
#: How many answers errands are worth while no questions are known: for each thing that such furniture
#: usually carries, and for each question about the weight of such a thing.
VALUES = {"look": 0.02, "open": 0.04, "weigh": 0.45}
#: The map of who senses depth.
EXACT = OccupancyConfig(cell=0.1, comfort=0.1, stride=2)
#: That of estimated depth: points so high may still be floor, and only near ones are believed, metres.
ESTIMATED: dict[str, Any] = {"estimated": True, "floor_tolerance": 0.3, "max_depth": 2.5}
#: From how far a thing is worked on at first, and furniture is looked at, metres.
APPROACH, NEAR = 0.95, 1.35
#: How much further off it may begin where it has to, metres.
FURTHER = (0.0, 0.3, 0.6)
#: What is so near to the robot's axis is the robot, metres.
OWN = 0.32
#: Turns and tilts towards a thing before it is given up.
MOST_FACING = 24
#: Pixels of a thing from which the hand is told where to go.
FEWEST_POINTS = 6
#: How far beyond the box of a thing its points may be, metres.
SLACK = 0.02
#: Furniture that carries fewer things than this on average is not looked at from near.
LEAST_LOAD = 0.3


class Surveyor:
    """Explores, opens and weighs; answers by programs on what it remembers."""

    def __init__(
        self,
        eyes: InstanceEyes,
        *,
        senses: MonocularSenses | None = None,
        guess: Callable[[str, float], str] = lambda question, floor: "yes",
        believe: Callable[[Program, str, float], str] = lambda program, said, floor: said,
        weight_asked: Callable[[str], float] = lambda category: 0.1,
        contents_asked: Callable[[str], float] = lambda category: 0.0,
        opens: bool = True,
        weighs: bool = True,
        most_back: int = MOST_BACK,
    ) -> None:
        """Make it.

        Args:
            eyes: What it sees with.
            senses: Estimates depth and pose where the robot does not sense them; needs no hand.
            guess: Answers what the memory does not decide, given the floor that is known, m2.
            believe: Answers a question of which the memory says something, which may be wrong.
            weight_asked: How many questions to expect about the weight of the only thing of a category.
            contents_asked: How many questions to expect about what is in it.
            opens: Whether to open what opens.
            weighs: Whether to weigh what can be lifted.
            most_back: Steps of going back in, at most.
        """
        self._eyes, self._senses = eyes, senses
        self._guess, self._believe = guess, believe
        self._weight_asked, self._contents_asked = weight_asked, contents_asked
        self._opens, self._weighs = opens, weighs
        self._most_back = most_back

    # --- phases ----------------------------------------------------------------------------------

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        self._body = brief.embodiment
        self._pose = Pose(0.0, 0.0)
        self._eyes.reset(brief)
        if self._senses is not None:
            self._senses.reset(brief)
        self.inventory = Inventory(brief.embodiment.camera, exact=not self._eyes.misses)
        self.answers = Answers(
            self.inventory,
            lambda question: self._guess(question, self.known_floor),
            lambda program, said: self._believe(program, said, self.known_floor),
        )
        exact = EXACT.fitted(self._body)
        self._map = OccupancyMap(exact if self._senses is None else replace(exact, **ESTIMATED))
        self._most_floor = 0.0
        self._away: dict[float, Array] = {}
        """Pitch -> (H, W) depth up to which a pixel shows the robot itself."""
        self._known_grips: dict[int, tuple[int, list[Grip]]] = {}
        self._explorer = FrontierExplorer()
        self._explorer.reset(brief)
        self._steps = 0
        self._explored = False
        self._begin(brief)
        self._spin_left = self._whole_turn

    def pursue(self, brief: Brief) -> None:
        """Begin the next phase with all that is remembered."""
        if brief.enters and self._senses is not None:
            self._senses.enter()
        self._begin(brief)

    def _begin(self, brief: Brief) -> None:
        self._brief = brief
        self._driver = Driver(self._body)
        self._last: Action | None = None
        self._skill: Skill | None = None
        self._doing: tuple[str, Remembered] | None = None
        self._skill_steps = self._faced = self._way = self._refused = 0
        self._bound: Errand | None = None
        self._tries = TRIES
        self._leg_steps = 0
        self._spin_left = 0
        self._map.forgive()
        self._decided = self.answers.decided(brief.questions) if self._going_back else 0
        """Questions that were decided when the phase began."""
        self._mode = "explore"

    @property
    def _whole_turn(self) -> int:
        """Turns to look around: what the last few would show is in view already."""
        return round(2.0 * math.pi / self._body.turn) - 4

    @property
    def _going_back(self) -> bool:
        return bool(self._brief.questions) and self._brief.kind == "free"

    @property
    def _steps_left(self) -> int:
        most = self._most_back if self._going_back else self._brief.max_steps
        return most - self._leg_steps

    @property
    def known_floor(self) -> float:
        """Floor that is known to be free, m2, or was before a map was given up."""
        known = float((self._map.grid == FREE).sum()) * self._map.config.cell**2
        return max(known, self._most_floor)

    def facts(self) -> list[Thing]:
        """What it remembers of things, for those who look on."""
        return self.inventory.facts()

    def answer(self, question: str) -> str:
        """What the memory decides, or a guess."""
        return self.answers.answer(question)

    # --- acting ----------------------------------------------------------------------------------

    def act(self, observation: Observation) -> Action:
        """Go on with the hand's work, or look and decide what to do next."""
        if self._senses is not None:
            observation = self._senses.completed(observation, self._last)
        self._steps += 1
        self._leg_steps += 1
        if self._skill is None and self._leg_steps == 1:
            self._fold_first(observation)
        if self._skill is not None:
            action = self._go_on(observation)
            if action is not None:
                return self._do(action)
        state = self._sense(observation)
        for choose in (self._spin, self._explore, self._next_errand, self._start_over):
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

    def belief(self) -> GoalBelief:
        """For those who look on: the floor that it knows."""
        return GoalBelief([], None, self._pose, "", floor_layer(self._map))

    def _sense(self, observation: Observation) -> AgentState:
        if observation.depth is None or observation.pose is None:
            raise MeadowError("a surveyor needs depth and pose: run with --senses depth,pose")
        pose = self._pose = observation.pose
        refused = None if observation.moved or self._last is None else self._last
        if refused is Action.MOVE_AHEAD:
            step = self._body.step
            x, y = pose.x + step * math.cos(pose.yaw), pose.y + step * math.sin(pose.yaw)
            self._map.forbid(x, y)
        if refused is None:
            self._map.update(self._without_robot(observation.depth, pose), self._body.camera, pose)
            facing = self._bound is not None and self._last is not Action.MOVE_AHEAD
            if facing or self._steps % self._eyes.every == 0:
                self._take_in(observation)
        return AgentState(observation, pose, self._body, self._map, self._map.cost(pose), refused)

    def _without_robot(self, depth: Array, pose: Pose) -> Array:
        """A depth image without what is at the robot itself: its base and its folded arm."""
        pitch = round(pose.pitch + self._body.camera.pitch, 6)
        if pitch not in self._away:
            camera = self._body.camera
            rows = (np.arange(camera.height) + 0.5 - camera.height / 2) / camera.focal
            columns = (np.arange(camera.width) + 0.5 - camera.width / 2) / camera.focal
            ahead = math.cos(pitch) + math.sin(pitch) * rows
            away = np.hypot(ahead[:, None], columns[None, :])
            self._away[pitch] = np.maximum(NEAREST, OWN / np.maximum(away, 1e-6)).astype(np.float32)
        kept: Array = np.where(depth > self._away[pitch], depth, np.float32(0.0))
        return kept

    def _take_in(self, observation: Observation) -> None:
        """Remember what is in view."""
        if self.inventory.look(self._eyes, observation, self._steps) or not self._going_back:
            self.answers.forget()

    def _spin(self, state: AgentState) -> Action | None:
        if self._spin_left <= 0:
            return None
        self._spin_left -= 1
        self._mode = "look around"
        return Action.ROTATE_LEFT

    def _explore(self, state: AgentState) -> Action | None:
        if self._explored or self._going_back or self._bound is not None:
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

    def _start_over(self, state: AgentState) -> Action | None:
        """Where estimated depth leaves nowhere to go, explore with a new map: its walls may be none."""
        if self._senses is None or self._going_back:
            return None
        self._most_floor = self.known_floor
        x, y = state.pose.x, state.pose.y
        self._map.reset()
        self._map.cover((x - 1.0, y - 1.0, x + 1.0, y + 1.0))
        self._map.stand_at(x, y)
        self._explorer.reset(self._brief)
        self._driver.forget()
        self._explored, self._spin_left = False, self._whole_turn
        return self._spin(state)

    def _drive(self, mode: str, state: AgentState, places: Array) -> Action | None:
        """The next action on a way, with the camera tilted a little down: things are mostly below it."""
        action = self._driver.towards(mode, state, places)
        if action is None:
            return None
        off = state.pose.pitch + self._body.tilt
        if abs(off) > self._body.tilt / 2:
            tilt = Action.LOOK_UP if off < 0 else Action.LOOK_DOWN
            if tilt is not state.refused and tilt in self._brief.actions:
                self._driver.forget()
                return tilt
        return action

    # --- the hand --------------------------------------------------------------------------------

    def _fold_first(self, observation: Observation) -> None:
        """A phase may have ended while the arm was stretched out."""
        arm = self._brief.arm
        if arm is None or observation.arm is None:
            return
        if math.dist(observation.arm.joints, arm.rest) > 1e-3:
            self._skill, self._doing, self._skill_steps = fold(self._brief), None, 0

    def _go_on(self, observation: Observation) -> Action | None:
        """The next action of the hand's work; None when it is over."""
        assert self._skill is not None
        self._skill_steps += 1
        kind, thing = self._doing or ("fold", None)
        if thing is not None:
            thing.handled |= self._last in (Action.GRASP, Action.OPEN)
            if kind == "open" and self._last is Action.OPEN:
                thing.opened |= observation.moved
                self._refused += not observation.moved
        held = observation.arm is not None and observation.arm.touch == "holding"
        if observation.pose is not None and not held and self._steps % self._eyes.every == 0:
            self._take_in(observation)
        patient = self._skill_steps < PATIENCE and self._refused < MOST_REFUSED
        if patient or self._doing is None:
            action = self._skill.act(observation)
        else:  # it takes too long: let go and fold the arm
            action = None
            self._settle()
            self._skill, self._skill_steps = fold(self._brief), 0
            return Action.RELEASE if held else self._go_on(observation)
        if action is None:
            self._settle()
        return action

    def _settle(self) -> None:
        """Remember how the hand's work went."""
        assert self._skill is not None
        outcome = self._skill.outcome
        inside: Remembered | None = None
        if self._doing is not None:
            kind, thing = self._doing
            if outcome is not None and outcome.weight is not None:
                thing.weight = outcome.weight
            elif thing.opened and kind == "open":
                inside = thing
            else:
                _tried(kind, thing)
                thing.fixed |= outcome is not None and "too heavy" in outcome.why
        self._skill = self._doing = self._bound = None
        if inside is not None:  # see what it holds
            inside.looked, inside.tried["look"] = math.inf, 0
            self._bound, self._way, self._faced = ("look", inside.id), 0, 0
        self._driver.forget()
        self.answers.forget()

    # --- errands ---------------------------------------------------------------------------------

    def _next_errand(self, state: AgentState) -> Action | None:
        """Go to look at, open or weigh something, where that is due."""
        for _ in range(20):
            chosen = self._chosen(state)
            if chosen is None:
                return None
            kind, thing = chosen
            if self._bound != (kind, thing.id):
                self._bound, self._way, self._faced = (kind, thing.id), 0, 0
            self._way += 1
            action = None
            if self._way <= LONGEST_WAY and not self._is_seen(kind, thing):
                action = self._approach(state, kind, thing) or self._face(state, thing)
            if action is not None:
                self._mode = f"go to {kind}"
                return action
            self._bound = None
            if self._is_far(state, thing):  # no way leads there: perhaps one does that was closed
                self._map.forgive()
            if kind == "look":
                thing.looked = min(thing.looked, NEAR)
                _tried(kind, thing)
                continue
            point = self._point(kind, thing, state) if self._way <= LONGEST_WAY else None
            if point is None:  # it is not where it was, or something stands before it
                _tried(kind, thing)
                continue
            self._skill = (pull if kind == "open" else weigh)(self._brief, point)
            self._doing, self._mode = (kind, thing), kind
            self._skill_steps = self._refused = 0
            action = self._skill.begin(state.observation)
            if action is not None:
                return action
            self._settle()
        return None

    def _chosen(self, state: AgentState) -> tuple[str, Remembered] | None:
        """What to do next: what is worth most for each step."""
        if self._bound is not None:  # others may be nearer for a while
            kind, id = self._bound
            if self._is_due(kind, self.inventory.things[id]):
                return kind, self.inventory.things[id]
        if self._going_back:
            self._tries = MOST_TRIES
        possible = self._possible()
        if self._going_back:
            worth = self.answers.worth(self._brief.questions, possible)
            worth = {errand: value for errand, value in worth.items() if value >= LEAST_WORTH}
            gained = self.answers.decided(self._brief.questions) - self._decided
        else:
            gained = 0
            worth = self._general_worth(possible)
            if not worth and self._tries < MOST_TRIES:
                self._tries += 1  # what failed from one side may do from another
                worth = self._general_worth(self._possible())
        best, most = None, 0.0
        for (kind, id), value in worth.items():
            thing = self.inventory.things[id]
            x, y, _ = thing.centre
            steps = PRICES[kind] + STEPS_PER_METRE * state.pose.distance(x, y)
            if value <= STEP_PRICE * steps * gained:
                continue  # what was gained so far would lose more
            if value / steps > most and steps <= self._steps_left:
                best, most = (kind, thing), value / steps
        return best

    def _possible(self) -> dict[Errand, Remembered]:
        """What can be done to which things."""
        return {
            (kind, thing.id): thing
            for thing in self.inventory.things.values()
            for kind in PRICES
            if self._is_due(kind, thing)
        }

    def _is_due(self, kind: str, thing: Remembered) -> bool:
        if thing.tried.get(kind, 0) >= (1 if kind == "look" else self._tries):
            return False
        if kind == "look":
            return thing.opened or (thing.looked > NEAR and self._is_furniture(thing))
        if kind == "open":
            return self._opens and not thing.opened and thing.opens and bool(self._grips(thing))
        if self._eyes.misses and "furniture" in _kinds(thing):  # it was seen in part only
            return False
        return self._weighs and thing.weight is None and thing.liftable

    def _is_furniture(self, thing: Remembered) -> bool:
        return load_of(thing.named.category) >= LEAST_LOAD

    def _general_worth(self, possible: Mapping[Errand, Remembered]) -> dict[Errand, float]:
        """What errands are worth to somebody who does not know the questions."""
        kinds = Counter(thing.named.category for thing in self.inventory.things.values())
        worth = {}
        for (kind, id), thing in possible.items():
            category = thing.named.category
            if kind == "weigh":
                value = VALUES[kind] * self._weight_asked(category) / kinds[category]
            else:
                value = VALUES[kind] * max(load_of(category), LEAST_LOAD)
                if kind == "open":
                    value += VALUES["weigh"] * self._contents_asked(category) / kinds[category]
            worth[kind, id] = value
        return worth

    def _approach(self, state: AgentState, kind: str, thing: Remembered) -> Action | None:
        """A step towards where a thing can be worked on; None when the robot is there, or cannot be."""
        if kind == "weigh":
            x, y, _ = thing.centre
            reach = APPROACH + 0.5 * max(thing.extents[:2])
        else:
            opens = (thing.opened or kind == "open") and self._grips(thing)
            middle, normal = self._before(thing) if opens else self._front(thing)
            (x, y), reach = middle + APPROACH * normal, 0.35
        rooms = self.inventory.rooms
        own = rooms.room_of(*thing.centre[:2])
        widest = reach + FURTHER[-1]
        low, high = (np.array(self._map.cell_of(x + r, y + r)) for r in (-widest, widest))
        around = state.cost[low[0] : high[0] + 1, low[1] : high[1] + 1]
        cells = low + np.argwhere(np.isfinite(around))
        centres = self._map.centres_of(cells)
        away = np.hypot(centres[:, 0] - x, centres[:, 1] - y)
        for further in FURTHER:  # what stands around it may keep the robot off
            near = np.flatnonzero(away <= reach + further)
            # A wall may be between, so places in the same room are better.
            same = near[rooms.rooms_of(centres[near]) == own]
            if len(same):
                break
        pose = state.pose
        if pose.distance(x, y) <= reach + further + 0.1 and rooms.room_of(pose.x, pose.y) == own:
            return None
        there = cells[same if len(same) else near]
        return self._drive(f"to {thing.id}", state, there) if len(there) else None

    def _before(self, thing: Remembered) -> tuple[Array, Array]:
        """Where the handle is that is tried next, and the way out of the side that it is on."""
        grip = self._grip(thing)
        return np.array(grip.point[:2]), np.array(grip.normal)

    def _is_seen(self, kind: str, thing: Remembered) -> bool:
        """Whether furniture was looked at on the way; what was opened is looked into from before it."""
        return kind == "look" and not thing.opened and thing.looked <= NEAR

    def _is_far(self, state: AgentState, thing: Remembered) -> bool:
        x, y, _ = thing.centre
        return state.pose.distance(x, y) > 2.0 * APPROACH + 0.5 * max(thing.extents[:2])

    def _grips(self, thing: Remembered) -> list[Grip]:
        """The handles of a thing, found anew when it was seen from elsewhere."""
        views, grips = self._known_grips.get(thing.id, (0, []))
        if views != len(thing.views):
            views, grips = len(thing.views), grips_of(thing)
            self._known_grips[thing.id] = views, grips
        return grips

    def _grip(self, thing: Remembered) -> Grip:
        """Where to open a thing next: at one handle after the other."""
        grips = self._grips(thing)
        return grips[thing.tried.get("open", 0) % len(grips)]

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
        return None if action is state.refused or action not in self._brief.actions else action

    def _point(
        self, kind: str, thing: Remembered, state: AgentState
    ) -> tuple[float, float, float] | None:
        """Where to put the hand: at the top of what is weighed, at the handle of what is opened.

        None when the thing is not in view.
        """
        shown = self.inventory.mask(thing.id)
        points, _, _ = project_mask(shown, state.depth, self._body.camera, state.pose)
        if len(points) < FEWEST_POINTS and self._eyes.misses:
            points = self._points_in(thing, state)
        if len(points) < FEWEST_POINTS:
            return None
        if kind == "open":
            return self._grip(thing).point if self._grips(thing) else None
        return grip_point(points, state.pose)

    def _points_in(self, thing: Remembered, state: AgentState) -> Array:
        """(N, 3) what depth shows where a thing is remembered."""
        everything = np.ones(state.depth.shape, np.bool_)
        points, _, _ = project_mask(everything, state.depth, self._body.camera, state.pose)
        off = np.abs(points - thing.centre) - 0.5 * np.array(thing.extents)
        within: Array = points[(off <= SLACK).all(axis=1)]
        return within


class PerfectSurveyor(Surveyor):
    """A :class:`Surveyor` whose perfect eyes are handed the oracle. Privileged."""

    _eyes: OracleEyes

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """The eyes are handed the oracle, which tells them what each pixel shows."""
        self._eyes.attach(oracle, goals)


def _kinds(thing: Remembered) -> Sequence[str]:
    entry = vocabulary().categories.get(thing.named.category, {})
    kinds: Sequence[str] = entry.get("kinds", ())
    return kinds


def _tried(kind: str, thing: Remembered) -> None:
    thing.tried[kind] = thing.tried.get(kind, 0) + 1
