"""The suites, their parts, and the episodes of one home: the same goals and starts at each level."""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from meadow.benchmarks.doze import descriptions
from meadow.benchmarks.doze.homes import CODE, DozeHome, build_home, doze_uri
from meadow.benchmarks.doze.task import (
    AMOUNTS,
    BODY,
    DISTANCE_TO_GOAL,
    KINDS,
    LEVELS,
    MAX_STEPS,
    STANDING_GAP,
    START_GAP,
    TABLE_KINDS,
    episodes_of,
    level_name,
    share,
)
from meadow.episodes.generate import (
    Generator,
    OpenedHome,
    StartPose,
    draw_start,
    make_episode,
    opened_home,
)
from meadow.episodes.houses import keep_house
from meadow.episodes.recipe import MOST_ATTEMPTS, Recipe
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.episodes.seeds import suite_homes
from meadow.errors import GenerationError
from meadow.language.things import Thing
from meadow.scenes.facts import house_things
from meadow.scenes.schema import House
from meadow.seeding import stream

log = logging.getLogger(__name__)

DOZE = Recipe(
    name="doze",
    task="doze",
    seed=40,
    houses=10,
    revision=2,
    goals_per_house=60,
    per_goal=10,
    min_geodesic=0.5,
    max_geodesic=40.0,
    margin=0.1,
    max_steps=MAX_STEPS,
    embodiment=BODY,
)
DOZE_MINI = replace(DOZE, name="doze-mini", houses=1, goals_per_house=3, per_goal=1)
#: Which seeds of the suite's block the ten homes have: those whose homes are most like the paper's in floor
#: and in navigation complexity.
CHOSEN: tuple[int, ...] = (1, 14, 18, 19, 22, 25, 35, 39, 68, 69)
#: Poses around a thing that are tried to see it, how far they may be, and how many must show it.
GLANCES, SIGHT, FEWEST_VIEWS = 16, 3.0, 3
#: Share of the wanted goals that a home must have.
FEWEST_GOALS = 0.85
#: Points of floor around a thing from which Done succeeds, at least.
LEAST_FLOOR = 5


@dataclass(frozen=True, slots=True)
class DozeGoal:
    """A goal of a home."""

    kind: str
    goal: Goal
    detail: str
    """Which relation, kind of attribute or style of hint."""


def doze_episodes(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in the n-th home: those of level 1, then the same of levels 2 and 3."""
    if (recipe.split, recipe.seed) == (DOZE.split, DOZE.seed) and index < len(CHOSEN):
        seed = suite_homes(recipe.split, recipe.seed)[CHOSEN[index]]
        return _in_home(recipe, index, build_home(seed))
    for attempt in range(MOST_ATTEMPTS):
        try:
            return _in_home(recipe, index, build_home(recipe.house_seed(index, attempt)))
        except GenerationError as error:
            log.info("%s", error)
    raise GenerationError(
        f"recipe {recipe.name!r}: none of {MOST_ATTEMPTS} seeds gives a home number {index} in which "
        "everything has a place. Ask for fewer goals in each home."
    )


def _in_home(recipe: Recipe, index: int, made: DozeHome) -> list[Episode]:
    houses = {level: made.house(level) for level in LEVELS}
    for level, house in houses.items():
        keep_house(doze_uri(made.seed, level), house)
    with opened_home(recipe, index, doze_uri(made.seed, 1)) as site:
        drawn = _Starts(recipe, site, houses)
        goals = {kind: [*_goals(recipe, made, site, drawn, kind)] for kind in KINDS}
        starts = {kind: [*drawn.of(kind, goals[kind])] for kind in KINDS}
    episodes = []
    for level, house in houses.items():
        ref = replace(site, ref=HouseRef(doze_uri(made.seed, level), house.digest()))
        for kind in KINDS:
            for number, goal, start in starts[kind]:
                name = f"{recipe.name}-{recipe.split}-h{index:02d}-l{level}-{kind}-{number:03d}"
                tags = {"level": level_name(level), "kind": kind, "detail": goal.detail}
                episodes.append(make_episode(recipe, name, ref, goal.goal, start, tags=tags))
    return episodes


def _goals(
    recipe: Recipe, made: DozeHome, site: OpenedHome, starts: _Starts, kind: str
) -> Iterator[DozeGoal]:
    """The goals of a kind in a home, as many as it should have; an error when there are fewer."""
    wanted = min(share(AMOUNTS[kind].goals, site.index), recipe.goals_per_house)
    found = 0
    view = _View(site)
    for thing, detail, text in _described(made, site, kind):
        if found == wanted:
            return
        if not view.reached(thing.id) or not (kind == "hint" or view.shows(thing.id)):
            continue
        goal = Goal(
            text=text, category=thing.category, objects=(thing.id,), within=DISTANCE_TO_GOAL
        )
        if starts.draw(kind, goal, 0) is None:
            continue
        found += 1
        yield DozeGoal(kind, goal, detail)
    if found < FEWEST_GOALS * wanted:
        raise GenerationError(
            f"DOZE home {made.seed}: {found} of {wanted} goals of the kind {kind!r}; try another seed"
        )


def _described(made: DozeHome, site: OpenedHome, kind: str) -> Iterator[tuple[Thing, str, str]]:
    """Things with words that pick them out, in random order; those of a kind that has look-alikes."""
    things = house_things(site.oracle.house)
    ids, known = made.home.numbered(), {t.id: t for t in things}
    if kind == "hint":
        for hint in made.hints:
            thing = known[ids[hint.thing]]
            yield thing, hint.style, descriptions.named(thing).text
        return
    if kind == "open":
        for id in made.open:
            thing = known[ids[id]]
            yield thing, "name", descriptions.named(thing).text
        return
    counts = Counter(t.category for t in things)
    taken = {ids[id] for id in (*made.boards, *made.open, *(hint.thing for hint in made.hints))}
    say = descriptions.spatial if kind == "spatial" else descriptions.appearance
    for thing in made.stream("goals", kind).shuffled(things):
        shut = thing.container or thing.support == "ceiling" or thing.id in taken
        if shut or counts[thing.category] < 2:
            continue
        said = say(made.stream("words", kind, thing.id), thing, things)
        if said is not None:
            yield thing, said[0], said[1].text


class _View:
    """Whether a thing can be reached and seen in a home."""

    def __init__(self, site: OpenedHome) -> None:
        self._site = site

    def reached(self, id: str) -> bool:
        """Whether there is floor from which Done succeeds."""
        return len(self._site.oracle.free_floor(id, DISTANCE_TO_GOAL)) >= LEAST_FLOOR

    def shows(self, id: str) -> bool:
        """Whether it is visible from a few places near by."""
        oracle, (x, y, _) = self._site.oracle, self._site.oracle.house.object(id).position
        points = self._site.grid.points()
        near = points[np.hypot(points[:, 0] - x, points[:, 1] - y) < SIGHT]
        near = near[:: max(1, len(near) // GLANCES)]
        yaw = np.arctan2(y - near[:, 1], x - near[:, 0])
        poses = np.column_stack([near, yaw, np.zeros(len(near))])
        return int(oracle.sees(id, poses, SIGHT).sum()) >= FEWEST_VIEWS


class _Starts:
    """Draws where episodes begin: the same at each level, and far enough from everybody at each."""

    def __init__(self, recipe: Recipe, site: OpenedHome, houses: dict[int, House]) -> None:
        self._recipe, self._site = recipe, site
        self._walkers = [p.position for n, h in houses.items() if n > 1 for p in h.people]
        self._standing = [p.position for p in houses[1].people]
        self._known: dict[tuple[str, str, int], StartPose | None] = {}

    def of(self, kind: str, goals: list[DozeGoal]) -> Iterator[tuple[int, DozeGoal, StartPose]]:
        """As many starts as the kind has episodes in a home, dealt evenly to its goals."""
        index, number = self._site.index, 0
        total = min(episodes_of(kind, index), len(goals) * self._recipe.per_goal)
        for place, goal in enumerate(goals):
            for turn in range(share(total, place, len(goals))):
                start = self.draw(kind, goal.goal, turn) or self.draw(kind, goal.goal, 0)
                assert start is not None, "a goal has at least its first start"
                yield number, goal, start
                number += 1

    def draw(self, kind: str, goal: Goal, turn: int) -> StartPose | None:
        """The start of a turn, or None when none is found."""
        key = (kind, goal.objects[0], turn)
        if key not in self._known:
            rng = stream(self._recipe.seed, "start", self._site.index, *key)
            targets = self._site.oracle.free_floor(goal.objects[0], DISTANCE_TO_GOAL)
            ways = [(self._site, targets)]
            found = draw_start(self._recipe, rng, ways, allowed=self._allowed)
            self._known[key] = found[0] if found else None
        return self._known[key]

    def _allowed(self, x: float, y: float) -> bool:
        far = all(math.hypot(x - px, y - py) >= START_GAP for px, py, _ in self._walkers)
        near = all(math.hypot(x - px, y - py) >= STANDING_GAP for px, py, _ in self._standing)
        return far and near


GENERATOR = Generator(doze_episodes, code=(*CODE, "benchmarks/doze/episodes.py"))


def by_level(episodes: list[Episode], level: int, kind: str = "") -> list[Episode]:
    """The episodes of a level: those of the three kinds of Table II, or of one kind."""
    kinds = (kind,) if kind else TABLE_KINDS
    return [e for e in episodes if e.tags["level"] == level_name(level) and e.tags["kind"] in kinds]
