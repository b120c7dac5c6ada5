"""The suites, and the episodes in one home: a start, and questions whose answers differ over homes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from meadow.benchmarks.excalibur.homes import CODE, DRAWN, drawn_uri, questions_of
from meadow.benchmarks.excalibur.paper import EXPLORATION_STEPS, QUESTIONS
from meadow.episodes.generate import Generator, OpenedHome, opened_home
from meadow.episodes.lift import randomised_uri
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Question
from meadow.episodes.seeds import ASKED_SUITE
from meadow.errors import GenerationError
from meadow.language.questions.balance import AskedQuestion
from meadow.language.questions.families import answer_type, properties
from meadow.language.questions.phrase import phrase
from meadow.scenes.schema import mm, mrad
from meadow.seeding import Stream, derived_seed, stream
from meadow.types import ARM_BODY, Arm, Embodiment

#: The paper's robot with a smaller picture, for speed; the paper's own has 800 by 600 pixels.
BODY = replace(ARM_BODY, camera=replace(ARM_BODY.camera, width=320, height=240))
#: Fewest questions that make an exam; a home that cannot be asked so many is an error.
FEWEST_QUESTIONS = 5
#: Starts that are tried, and places of which such a share must be reachable from one by ways that leave the
#: robot so much room beyond its radius, metres.
STARTS, REACHED_PLACES, REACHED, WAY_MARGIN = 30, 16, 0.8, 0.05

EXCALIBUR = Recipe(
    name="excalibur",
    task="excalibur",
    seed=ASKED_SUITE,
    houses=60,
    rooms=(1, 10),
    revision=2,
    per_goal=1,
    goals_per_house=QUESTIONS,
    max_steps=EXPLORATION_STEPS,
    embodiment=BODY,
)
EXCALIBUR_TEST = replace(EXCALIBUR, name="excalibur-test", split="test")
EXCALIBUR_VAL_FULL = replace(EXCALIBUR, name="excalibur-val-full", houses=1000)
EXCALIBUR_TEST_FULL = replace(EXCALIBUR_TEST, name="excalibur-test-full", houses=1000)
EXCALIBUR_TRAIN = replace(EXCALIBUR, name="excalibur-train", split="train", houses=10_000)
#: Three episodes in each of nine homes drawn by hand; ``settings`` are their names.
EXCALIBUR_ARCHITECT = replace(
    EXCALIBUR_TEST, name="excalibur-architect", settings=DRAWN[:-1], houses=9, per_goal=3
)
EXCALIBUR_PRACTICE = replace(
    EXCALIBUR_ARCHITECT, name="excalibur-practice", split="val", settings=DRAWN[-1:], houses=1
)
EXCALIBUR_MINI = replace(
    EXCALIBUR,
    name="excalibur-mini",
    seed=ASKED_SUITE + 1,
    houses=2,
    rooms=(1, 2),
    goals_per_house=8,
    max_steps=120,
)


def in_home(recipe: Recipe, index: int) -> list[Episode]:
    """The episodes in the n-th home."""
    if recipe.house_files:
        uri = f"file:{recipe.house_files[index]}"
    elif recipe.settings:
        uri = drawn_uri(recipe.settings[index])
    else:
        uri = randomised_uri(recipe.house_seed(index), recipe.rooms, recipe.revision)
    with opened_home(recipe, index, uri) as home:
        return [*_episodes(recipe, home)]


def _episodes(recipe: Recipe, home: OpenedHome) -> Iterator[Episode]:
    for number in range(recipe.per_goal):
        name = f"{recipe.name}-{recipe.split}-h{home.index:04d}-{number}"
        rng = stream(recipe.seed, "episode", name)
        asked = questions_of(home.oracle.house, rng, recipe.goals_per_house)
        if len(asked) < min(FEWEST_QUESTIONS, recipe.goals_per_house):
            raise GenerationError(
                f"{home.ref.uri}: only {len(asked)} questions make sense in this home, expected "
                f"{FEWEST_QUESTIONS} or more"
            )
        yield Episode(
            id=name,
            task=recipe.task,
            house=home.ref,
            start=_start(recipe.embodiment, home, rng),
            goals=(),
            max_steps=recipe.max_steps,
            seed=derived_seed(recipe.seed, name),
            embodiment=recipe.embodiment,
            arm=Arm(),
            questions=tuple(_question(question, rng) for question in asked),
        )


def _start(body: Embodiment, home: OpenedHome, rng: Stream) -> tuple[float, float, float]:
    """A free place with a random heading, from which most of the home can be reached with some room."""
    places = np.array([home.grid.sample(rng) for _ in range(REACHED_PLACES)])
    turns = round(2.0 * math.pi / body.turn)
    best, most = (0.0, 0.0), -1.0
    for _ in range(STARTS):
        x, y = home.grid.sample(rng)
        ways = home.oracle.distances(places, np.array([[x, y]]), WAY_MARGIN)
        share = float(np.isfinite(ways).mean())
        if share > most:
            best, most = (x, y), share
        if share >= REACHED:
            break
    return mm(best[0]), mm(best[1]), mrad(rng.integer(0, turns - 1) * body.turn)


def _question(asked: AskedQuestion, rng: Stream) -> Question:
    about = ", ".join(sorted(properties(asked.program)))
    tags = {"family": asked.family, "type": answer_type(asked.program), "about": about}
    return Question(phrase(asked.program, rng.choice), asked.answer, tags)


GENERATOR = Generator(
    in_home,
    code=(*CODE, "benchmarks/excalibur/episodes.py", "benchmarks/excalibur/paper.py"),
)
