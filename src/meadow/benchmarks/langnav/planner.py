"""Draws the episodes of one home: what is asked for, in which words, from where.

Rules of the paper's section 3.2, for the start pose and every goal: (i) a viewpoint within 1.5 m of the
object; (ii) one floor, which all homes here have; (iii) a way; (iv) 2 m to the goal; (v) a way that is
longer than the straight line; (vi) 2.5 m of way to the first goal.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.benchmarks.langnav import descriptions, further, phrasing
from meadow.benchmarks.langnav.descriptions import WEIGHTS, Cue
from meadow.benchmarks.langnav.task import GOALS_SCORED
from meadow.episodes.generate import DETOUR, OpenedHome, rounded_poses
from meadow.episodes.recipe import Recipe
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode, Goal
from meadow.errors import GenerationError
from meadow.language.goals import Description
from meadow.language.held_out import GOALS
from meadow.language.parse import parse
from meadow.language.tags import tags
from meadow.language.things import Thing
from meadow.scenes.facts import house_things
from meadow.scenes.schema import mm, mrad
from meadow.seeding import Stream, derived_seed, stream

F64 = NDArray[np.float64]


@dataclass(frozen=True)
class Size:
    """How many of each a split is to have in all, from the paper's Table 2."""

    episodes: int
    targets: int
    """Objects that descriptions are made for."""
    described: int
    """Goals with at least one cue."""
    cues: int
    """Cues of all goals together."""


#: Suite -> its size; other suites take ``goals_per_house`` episodes in each home.
SIZES = {
    "langnav": Size(episodes=832, targets=160, described=1659, cues=2534),
    "langnav-test": Size(episodes=750, targets=91, described=1874, cues=3108),
}

#: A goal's outline is at least so far from the start, metres; the same for two goals in a row.
FROM_START, FROM_LAST = 2.0, 1.0
#: A viewpoint lies within this distance of the outline, metres.
NEAR = 1.5
#: A way is longer than the straight line by at least this factor.
DETOURS = 1.001
#: Viewpoints that are stored for each object, at most.
VIEWPOINTS = 24
#: Start poses that are tried in a home, and choices of goals for each episode.
STARTS, CHOICES = 192, 200
#: An object is asked for when at least so many of the tried starts are far enough from it.
FEWEST_STARTS = 16
#: How often other cues are drawn for a thing before another thing is asked for.
DRAWS = 16
#: Which of the objects that are chosen one after another are to be carried by something.
CARRIED = (True, False, True, False, True)
#: What stands on a rug is not higher above the floor than this, metres.
ON_RUG = 0.1
#: How often words that mean several things are put aside for words that mean one.
ONE_MEANT = 0.7
#: Kind of words that speak of earlier goals.
COREFERENCE = "coreference"
#: Goals of an episode, by kind of words, where there are not three.
GOALS_OF = {"goat-like": 5}
#: Share of goals with cues, and further cues for each goal, by kind of words.
DESCRIBED = {"goat-like": (1.0, 1.4)}
#: Most cues of one goal.
MOST_CUES = 4


def list_of(recipe: Recipe) -> str:
    """The list of categories that a recipe asks for."""
    return recipe.settings[0] if recipe.settings else "described-validation"


def kind_of(recipe: Recipe) -> str:
    """The kind of words that a recipe asks for; empty for the paper's own."""
    return recipe.settings[1] if len(recipe.settings) > 1 else ""


def share_of(total: int, parts: int, index: int) -> int:
    """How much of a total the n-th of some parts gets, when it is spread evenly."""
    return total * (index + 1) // parts - total * index // parts


@dataclass(frozen=True, slots=True)
class Target:
    """An object that can be a goal, and where it can be seen from."""

    thing: Thing
    viewpoints: F64
    """(N, 3) x, y, yaw."""
    geodesic: F64
    """Metres of way from each tried start to the nearest viewpoint."""
    euclidean: F64
    """The same in a straight line."""
    away: F64
    """Metres from each tried start to its outline."""
    roomy: NDArray[np.bool_]
    """From which starts the robot need not squeeze through."""


@dataclass
class Planner:
    """Draws the episodes of one home."""

    recipe: Recipe
    site: OpenedHome
    known: dict[Description, tuple[str, ...] | None] = field(default_factory=dict)
    """What descriptions mean that were tried already."""
    uses: Counter[str] = field(default_factory=Counter)
    """How often each object was asked for."""

    def __post_init__(self) -> None:
        self.name = f"{self.recipe.name}-{self.recipe.split}-h{self.site.index:03d}"
        self.things = house_things(self.site.oracle.house)
        self.kind = kind_of(self.recipe)
        self.length = GOALS_OF.get(self.kind, GOALS_SCORED)

    @cached_property
    def starts(self) -> F64:
        """(N, 3) poses on free floor."""
        rng = stream(self.recipe.seed, "starts", self.name)
        turn = self.recipe.embodiment.turn
        turns = round(2.0 * math.pi / turn)
        poses = []
        for _ in range(STARTS):
            x, y = self.site.grid.sample(rng)
            poses.append((mm(x), mm(y), mrad(rng.integer(0, turns - 1) * turn)))
        return np.array(poses)

    @cached_property
    def targets(self) -> dict[str, Target]:
        """Everything in the open that may be asked for and has a viewpoint, by id."""
        found = {}
        for thing in self.things:
            if thing.category in self.categories and not thing.container and _usual(thing):
                target = self._target(thing)
                if target is not None:
                    found[thing.id] = target
        return found

    @cached_property
    def categories(self) -> frozenset[str]:
        """What may be asked for."""
        return frozenset(self.recipe.categories or GOALS[list_of(self.recipe)])

    def _target(self, thing: Thing) -> Target | None:
        oracle = self.site.oracle
        outline = self.site.simulator.outline(thing.id)
        views = self.site.simulator.radial_viewpoints(thing.id, NEAR)
        near = [outline.clearance(x, y)[0] <= NEAR for x, y, _ in views.tolist()]
        views = views[np.array(near, np.bool_)] if len(views) else views
        if not len(views):
            return None
        views = views[:: -(-len(views) // VIEWPOINTS)]
        starts, ends = self.starts[:, :2], np.ascontiguousarray(views[:, :2])
        geodesic = oracle.distances(starts, ends)
        wide = oracle.distances(starts, ends, self.recipe.margin)
        gaps = starts[:, None] - ends[None]
        away = np.array([outline.clearance(x, y)[0] for x, y in starts.tolist()])
        straight = np.sqrt((gaps**2).sum(axis=2)).min(axis=1)
        return Target(thing, views, geodesic, straight, away, wide <= geodesic + DETOUR)

    def episodes(self) -> Iterator[Episode]:
        """All episodes of the home."""
        count, planned = self._plan()
        pool = self._pool()
        for number in range(count):
            name = f"{self.name}-{number:02d}"
            if self.kind == COREFERENCE:
                yield self._coreferent(name, pool)
            else:
                first = number * self.length
                yield self._episode(name, pool, planned[first : first + self.length])

    def _plan(self) -> tuple[int, list[int]]:
        """How many episodes, and the number of cues of each goal."""
        recipe, index = self.recipe, self.site.index
        size = SIZES.get(recipe.name)
        rng = stream(recipe.seed, "plan", self.name)
        if size is None:
            count = recipe.goals_per_house
            goals = count * self.length
            share, more = DESCRIBED.get(self.kind, (0.75, 0.45))
            described, extra = round(share * goals), round(more * goals)
        else:
            count = share_of(size.episodes, recipe.houses, index)
            described = share_of(size.described, recipe.houses, index)
            extra = share_of(size.cues, recipe.houses, index) - described
            goals = count * self.length
        planned = [1] * described + [0] * (goals - described)
        while extra:
            slot = rng.integer(0, described - 1)
            if planned[slot] < MOST_CUES:
                planned[slot] += 1
                extra -= 1
        return count, rng.shuffled(planned)

    def _pool(self) -> list[Target]:
        """The objects that descriptions are made for: as many categories as there are, in turns."""
        rng = stream(self.recipe.seed, "pool", self.name)
        size = SIZES.get(self.recipe.name)
        wanted = 8 if size is None else share_of(size.targets, self.recipe.houses, self.site.index)
        able = [t for t in self.targets.values() if self._suits(t, rng)]
        pool = self._mixed(rng.shuffled(able))[:wanted]
        if len(pool) < (wanted if size else self.length):
            raise GenerationError(f"{self.name}: {len(pool)} objects to describe, wanted {wanted}")
        return pool

    def _mixed(self, able: Sequence[Target]) -> list[Target]:
        """Objects of which one can say what carries them among others, and categories in turns."""
        queues: list[list[Target]] = [[], []]
        for target in able:
            rests = descriptions.support_of(target.thing, self.things) is not None
            queues[rests].append(target)
        others, carried = (
            in_turns(grouped(queue, lambda target: target.thing.category)) for queue in queues
        )
        mixed: list[Target] = []
        while others or carried:
            first, second = (
                (carried, others) if CARRIED[len(mixed) % len(CARRIED)] else (others, carried)
            )
            mixed.append((first or second).pop(0))
        return mixed

    def _suits(self, target: Target, rng: Stream) -> bool:
        """Whether something can be said of an object, and enough starts are far from it."""
        goal = self._goal(target, 1, rng)
        return goal is not None and int(self._fitting([goal]).sum()) >= FEWEST_STARTS

    def _episode(self, name: str, pool: Sequence[Target], counts: Sequence[int]) -> Episode:
        rng = stream(self.recipe.seed, "episode", name)
        for _ in range(CHOICES):
            targets = self._drawn_targets(pool, rng)
            goals = [self._goal(t, n, rng) for t, n in zip(targets, counts)]
            said = [goal for goal in goals if goal is not None]
            if len(said) < self.length or not self._apart(said):
                continue
            fits = np.flatnonzero(self._fitting(said)).tolist()
            if not fits:
                continue
            episode = self._made(name, said, rng.choice(fits))
            if all(
                goal.geodesic >= FROM_LAST for goal in episode.goals if goal.geodesic is not None
            ):
                self.uses.update(target.thing.id for target in targets)
                return episode
        raise GenerationError(f"{name}: no goals that are far enough from any start")

    def _drawn_targets(self, pool: Sequence[Target], rng: Stream) -> list[Target]:
        """Objects for an episode, those first that were seldom asked for."""
        left, drawn = list(pool), []
        for _ in range(self.length):
            weights = [1.0 / (1.0 + self.uses[t.thing.id]) ** 2 for t in left]
            drawn.append(rng.weighted(left, weights))
            left.remove(drawn[-1])
        return drawn

    def _goal(self, target: Target, count: int, rng: Stream) -> Goal | None:
        """A goal for a thing in words with so many cues; None where that cannot be said."""
        if self.kind in further.PHRASES:
            return self._phrased(target.thing, rng)
        several = None
        for draw in range(DRAWS):
            made = self._described(target.thing, count, rng)
            if made is None:
                continue
            if not count or len(made.objects) == 1 or not rng.chance(ONE_MEANT):
                return made
            several = made
            if draw >= DRAWS // 2:
                break
        # Words for several things are taken when those for one are hard to find.
        return several

    def _described(self, thing: Thing, count: int, rng: Stream) -> Goal | None:
        """Words with so many cues, drawn at random; None where they are arguable or cannot be read."""
        chosen = _drawn(descriptions.cues(thing, self.things), count, rng)
        if len(chosen) < count:
            return None
        counted = any(cue.feature == "number" for cue in chosen)
        head = phrasing.call(thing.category, rng, counted=counted)
        said = descriptions.combined(head, thing.category, chosen)
        if said not in self.known:
            self.known[said] = descriptions.meant(said, self.things)
        objects = self.known[said]
        if not objects or thing.id not in objects:
            return None
        text = phrasing.instruction(said, rng, definite=len(objects) == 1)
        if not self._reads(text, said, objects):
            return None
        return self._as_goal(thing, text, said, objects)

    def _as_goal(
        self, thing: Thing, text: str, said: Description, objects: Sequence[str]
    ) -> Goal | None:
        """A goal with where it can be seen from; the thing that the words were made for comes first."""
        ordered = (thing.id, *(id for id in objects if id != thing.id))
        views = [self.targets[id].viewpoints for id in ordered if id in self.targets]
        if not views:
            return None
        more = {"kind": self.kind} if self.kind else {}
        return Goal(
            text=text,
            category=thing.category,
            objects=ordered,
            tags={**descriptions.goal_tags(said), **more},
            viewpoints=rounded_poses(np.concatenate(views)),
        )

    def _phrased(self, thing: Thing, rng: Stream) -> Goal | None:
        """A goal in words of the recipe's kind; None where nothing of the kind is true of it alone."""
        phrases = [*dict.fromkeys(further.PHRASES[self.kind](thing, self.things))]
        for phrase in rng.shuffled(phrases)[:DRAWS]:
            goal = self._read(thing, phrase, rng, ())
            if goal is not None:
                return goal
        return None

    def _read(
        self, thing: Thing, phrase: str, rng: Stream, before: Sequence[Description]
    ) -> Goal | None:
        """A phrase as a goal, if it is read as meaning a thing and nothing about it is arguable."""
        text = f"{rng.choice(phrasing.OPENERS)} the {phrase}."
        read = parse(text, before=before)
        objects = descriptions.meant(read, self.things)
        wanted = further.TAGGED.get(self.kind)
        if not objects or thing.id not in objects or (wanted and wanted not in tags(read)):
            return None
        if len(objects) > 1:
            text = text.replace(" the ", " another " if phrase.startswith("other ") else " a ", 1)
            text = text.replace(" another other ", " another ")
            if descriptions.meant(parse(text, before=before), self.things) != objects:
                return None
        return self._as_goal(thing, text, read, objects)

    def _coreferent(self, name: str, pool: Sequence[Target]) -> Episode:
        """A thing, what it stands on, and another of its kind or what is next to that."""
        rng = stream(self.recipe.seed, "episode", name)
        for _ in range(CHOICES):
            first = rng.choice(pool)
            goal = self._goal(first, rng.integer(1, 2), rng)
            if goal is None or len(goal.objects) > 1:
                continue
            goals = self._referring(first.thing, goal, rng)
            fits = np.flatnonzero(self._fitting(goals)).tolist() if goals else []
            if fits:
                return self._made(name, goals, rng.choice(fits))
        raise GenerationError(f"{name}: nothing that words for earlier goals can be said of")

    def _referring(self, thing: Thing, goal: Goal, rng: Stream) -> list[Goal]:
        """The goal and two that speak of those before; empty where there are none."""
        before = [parse(goal.text)]
        for carrier, phrase in further.carriers(thing, self.things):
            second = self._read(self._seen(carrier), phrase, rng, before)
            if second is None or second.objects != (carrier.id,):
                continue
            said = [*before, parse(second.text, before=before)]
            third = [*further.companions(thing, carrier, self.things)]
            for other, words in rng.shuffled(third)[:DRAWS]:
                last = self._read(self._seen(other), words, rng, said)
                if last is not None and not {*goal.objects, carrier.id} & {*last.objects}:
                    return [goal, second, last]
        return []

    def _seen(self, thing: Thing) -> Thing:
        """A thing, whose viewpoints are known from now on."""
        if thing.id not in self.targets:
            target = self._target(thing)
            if target is not None:
                self.targets[thing.id] = target
        return thing

    def _reads(self, text: str, said: Description, objects: Sequence[str]) -> bool:
        """Whether a text is read back as what was to be said."""
        read = parse(text)
        same = descriptions.features(read) == descriptions.features(said)
        return same and descriptions.meant(read, self.things) == tuple(objects)

    def _apart(self, goals: Sequence[Goal]) -> bool:
        """Whether no two goals share an object, and two in a row are not side by side."""
        ids = [id for goal in goals for id in goal.objects]
        if len(set(ids)) < len(ids):
            return False
        centres = [self.targets[goal.objects[0]].thing.centre for goal in goals]
        return all(math.dist(a[:2], b[:2]) >= FROM_LAST for a, b in itertools.pairwise(centres))

    def _fitting(self, goals: Sequence[Goal]) -> NDArray[np.bool_]:
        """Which starts keep to the rules for all goals."""
        fits = np.ones(len(self.starts), np.bool_)
        for number, goal in enumerate(goals):
            targets = [self.targets[id] for id in goal.objects if id in self.targets]
            way = np.min([t.geodesic for t in targets], axis=0)
            straight = np.min([t.euclidean for t in targets], axis=0)
            fits &= np.isfinite(way) & (way <= self.recipe.max_geodesic)
            fits &= way > DETOURS * straight
            fits &= np.min([t.away for t in targets], axis=0) >= FROM_START
            fits &= np.any([t.roomy & (t.geodesic <= way + 1e-9) for t in targets], axis=0)
            if number == 0:
                fits &= way >= self.recipe.min_geodesic
        return fits

    def _made(self, name: str, goals: Sequence[Goal], start: int) -> Episode:
        x, y, yaw = self.starts[start].tolist()
        first = [self.targets[id] for id in goals[0].objects if id in self.targets]
        nearest = min(float(t.euclidean[start]) for t in first)
        path, chained = self._chain((x, y), goals)
        return Episode(
            id=name,
            task=self.recipe.task,
            house=self.site.ref,
            start=(x, y, yaw),
            goals=tuple(chained),
            max_steps=self.recipe.max_steps,
            seed=derived_seed(self.recipe.seed, name),
            geodesic=chained[0].geodesic,
            euclidean=round(nearest, 4),
            path=path,
            embodiment=self.recipe.embodiment,
        )

    def _chain(
        self, start: tuple[float, float], goals: Sequence[Goal]
    ) -> tuple[tuple[tuple[float, float], ...], list[Goal]]:
        """The way to the first goal, and goals with the way from the one before to each."""
        oracle, place = self.site.oracle, start
        first: tuple[tuple[float, float], ...] = ()
        chained = []
        for goal in goals:
            ends = np.array([v[:2] for v in goal.viewpoints])
            path = oracle.path(place, ends)
            first = first or tuple((mm(u), mm(v)) for u, v in path.tolist())
            length = round(oracle.geodesic(place, ends), 4)
            chained.append(msgspec.structs.replace(goal, geodesic=length))
            place = (float(path[-1][0]), float(path[-1][1]))
        return first, chained


def _usual(thing: Thing) -> bool:
    """Whether furniture stands on the floor, perhaps on a rug, and not on other furniture."""
    small = thing.category in descriptions.SMALL or thing.place == "wall"
    return small or thing.place == "floor" or thing.low[2] < ON_RUG


def _drawn(cues: list[Cue], count: int, rng: Stream) -> list[Cue]:
    """So many cues, those of common features first."""
    left, chosen = list(cues), list[Cue]()
    while left and len(chosen) < count:
        cue = rng.weighted(left, [WEIGHTS[c.feature] for c in left])
        chosen.append(cue)
        left.remove(cue)
    return chosen
