"""Episodes of errands: several goals in a row in one home, and questions whose answers are facts of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from meadow.episodes.generate import Generator, OpenedHome, draw_start, opened_home, rounded_poses
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal, Question
from meadow.episodes.walked import walked_uri
from meadow.language.describe import with_article
from meadow.language.spelling import plural
from meadow.language.things import Thing
from meadow.scenes.facts import house_things
from meadow.scenes.schema import House
from meadow.seeding import Stream, derived_seed, stream

#: What is searched for unless a recipe says otherwise: large things that the embedded eyes know well.
SOUGHT = ("bed", "sofa", "coffee table", "bookshelf", "garbage can", "house plant")
#: What questions are about: things that show from far and differ from home to home.
NOUNS = (
    *SOUGHT,
    *("armchair", "desk", "dining table", "television", "floor lamp", "fridge", "toilet"),
    *("bath tub", "washing machine", "piano", "guitar", "surfboard", "rocking horse"),
)
#: People who walk about in each home.
WALKERS = 1
#: Goals of an episode, in the order in which they are revealed.
GOALS = 2
#: The forms of the questions, in their order; a noun is named in its singular or plural.
FORMS = ("exists", "count", "exists")
#: Numbers of things that are asked for.
MOST_COUNTED = 4


def in_home(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes of one home: each asks for other goals from another start."""
    uri = walked_uri(recipe.house_seed(index), recipe.rooms, WALKERS, recipe.revision)
    with opened_home(recipe, index, uri) as home:
        return [*_episodes(recipe, home)]


def _episodes(recipe: Recipe, home: OpenedHome) -> Iterator[Episode]:
    goals = [*_goals(recipe, home)]
    for number in range(recipe.goals_per_house):
        name = f"{recipe.name}-{recipe.split}-h{home.index:03d}-{number}"
        rng = stream(recipe.seed, "episode", name)
        chosen = rng.shuffled(goals)[:GOALS]
        if len(chosen) < GOALS:
            return
        first = np.array([v[:2] for v in chosen[0].viewpoints])
        starts = draw_start(recipe, rng, [(home, first)])
        if starts is None:
            continue
        yield Episode(
            id=name,
            task=recipe.task,
            house=home.ref,
            start=starts[0].pose,
            goals=tuple(chosen),
            max_steps=recipe.max_steps,
            seed=derived_seed(recipe.seed, name),
            geodesic=starts[0].geodesic,
            euclidean=starts[0].euclidean,
            path=starts[0].path,
            embodiment=recipe.embodiment,
            questions=ask(home.oracle.house, chosen, rng),
        )


def _goals(recipe: Recipe, home: OpenedHome) -> Iterator[Goal]:
    """Categories with all instances in one room, one of which can be seen from enough poses."""
    rooms = _rooms(house_things(home.oracle.house))
    for category in recipe.categories or SOUGHT:
        if len(rooms[category]) != 1:
            continue
        ids = home.oracle.instances(category)
        views = [home.oracle.viewpoints(id) for id in ids]
        if max(map(len, views)) >= recipe.min_viewpoints:
            poses = rounded_poses(np.concatenate(views))
            yield Goal(category, category=category, objects=tuple(ids), viewpoints=poses)


def ask(house: House, goals: Sequence[Goal], rng: Stream) -> tuple[Question, ...]:
    """Questions about things in the open in the goals' rooms, or that the home does not have at all.

    Of the two that are answered by yes or no, one is answered by each.
    """
    things = house_things(house)
    counts = Counter(thing.category for thing in things)
    rooms = _rooms(things)
    seen = {id for goal in goals for id in rooms[goal.category]}
    shut = {thing.category for thing in things if thing.container}
    known = [c for c in NOUNS if c not in shut and _unmistakable(c, things)]
    there = [c for c in known if rooms[c] and rooms[c] <= seen]
    absent = [c for c in known if not rooms[c]]
    asked: list[Question] = []
    first = rng.chance(0.5)
    for form, present in zip(FORMS, (first, True, not first), strict=True):
        pool = there if present or not absent else absent
        pool = [c for c in pool if form == "exists" or counts[c] <= MOST_COUNTED] or there
        category = rng.choice(pool)
        there = [c for c in there if c != category] or there
        absent = [c for c in absent if c != category]
        asked.append(_question(form, category, counts[category]))
    return tuple(asked)


def _rooms(things: Sequence[Thing]) -> defaultdict[str, set[str]]:
    """The ids of the rooms in which things of each category are."""
    rooms: defaultdict[str, set[str]] = defaultdict(set)
    for thing in things:
        rooms[thing.category].add(thing.room_id)
    return rooms


def _unmistakable(category: str, things: Sequence[Thing]) -> bool:
    """Whether nothing of another category goes by this name."""
    return all(category not in thing.names for thing in things if thing.category != category)


def _question(form: str, noun: str, count: int) -> Question:
    tags = {"form": form, "category": noun}
    if form == "exists":
        return Question(f"was there {with_article(noun)}?", "yes" if count else "no", tags)
    return Question(f"how many {_several(noun)}?", str(count), tags)


def _several(noun: str) -> str:
    """A noun in the plural."""
    return f"{noun[:-1]}ves" if noun.endswith("shelf") else plural(noun)


ERRANDS = Generator(in_home)
