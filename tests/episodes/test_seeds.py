"""The table of seeds: what must not meet does not meet, and no range stands anywhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import meadow
from meadow.episodes import seeds
from meadow.episodes.recipe import MOST_ATTEMPTS, Recipe
from meadow.episodes.seeds import SPLITS, TRAIN, suite_homes
from meadow.episodes.suites import SUITES
from meadow.errors import GenerationError
from meadow.learning.trips import RECIPES

#: Ranges of one line must not meet; the first line has the whole of what the others divide.
APART = (
    ("TRAIN", "VAL", "TEST"),
    ("EYES_TRAINING", "EYES_HELD_OUT", "TUNING", "VAL", "TEST"),
    ("POLICY_TRAINING", "ENCODER_EXAM", "TUNING", "VAL", "TEST"),
    ("EYES_HELD_OUT", "ENCODER_EXAM"),
    ("EYES_REPORTED", "EYES_CALIBRATION", "EYES_FOREIGN", "EYES_VALIDATION"),
)
#: Parts of the train split.
LEARNING = ("EYES_TRAINING", "EYES_HELD_OUT", "POLICY_TRAINING", "ENCODER_EXAM", "TUNING")
TINY = Recipe(name="tiny", task="pointnav", houses=1)

SOURCE = Path(meadow.__file__).parent
PACKAGES = ("adapters", "benchmarks", "cli", "envs", "episodes", "evaluation", "learning")
FILES = [f for package in PACKAGES for f in sorted((SOURCE / package).rglob("*.py"))]
#: What large numbers are given to that count something else: frames and steps of trainings.
COUNTS = re.compile(r"frames|steps|budget|_navigate$|PriorArt$", re.I)


def ranges() -> dict[str, range]:
    named = {name: value for name, value in vars(seeds).items() if isinstance(value, range)}
    return {name: value for name, value in named.items() if name != "SUITE_SEEDS"}


def meet(one: range, other: range) -> bool:
    return max(one.start, other.start) < min(one.stop, other.stop)


@pytest.mark.parametrize("names", APART, ids=" ".join)
def test_ranges_that_guard_a_claim_do_not_meet(names):
    table = ranges()
    assert not [pair for pair in combinations(names, 2) if meet(*(table[name] for name in pair))]


def test_every_range_is_held_against_another():
    assert set().union(*APART) == set(ranges())
    assert all(len(value) and value.step == 1 for value in ranges().values())


def test_everything_that_learns_stays_in_the_train_split():
    for name in LEARNING:
        assert ranges()[name].start in TRAIN
        assert ranges()[name][-1] in TRAIN
    assert seeds.FIRST_POLICY_HOME in seeds.POLICY_TRAINING


def test_suites_divide_their_split_without_rest():
    for split, whole in SPLITS.items():
        blocks = [suite_homes(split, seed) for seed in seeds.SUITE_SEEDS]
        assert blocks[0].start == whole.start
        assert blocks[-1].stop == whole.stop
        assert all(one.stop == other.start for one, other in pairwise(blocks))


def test_homes_of_a_recipe_are_those_of_its_block():
    for split in SPLITS:
        for seed in (0, 1, 999):
            recipe = replace(TINY, split=split, seed=seed)
            block = suite_homes(split, seed)
            assert (recipe.house_seed(0), recipe.house_seed(9_999)) == (block[0], block[-1])
            with pytest.raises(GenerationError, match="beyond the 10,000 house seeds"):
                recipe.house_seed(9_999, attempt=1)


@pytest.mark.parametrize("name", SUITES.names())
def test_shipped_suites_have_homes_that_nothing_learnt_in(name):
    """However many attempts a home may take."""
    recipe = SUITES.get(name)
    attempts = MOST_ATTEMPTS if recipe.redraws else 1
    places = [(i, k) for i in range(recipe.houses) for k in range(attempts)]
    homes = {recipe.house_seed(index, attempt) for index, attempt in places}
    assert homes <= set(suite_homes(recipe.split, recipe.seed))
    assert len(homes) == len(places)
    if recipe.split == "train":
        assert not homes & set(seeds.TUNING)
    else:
        assert all(home in SPLITS[recipe.split] for home in homes)


def test_a_suite_of_very_many_homes_takes_each_as_it_is():
    many = replace(TINY, houses=1000)
    assert many.house_seed(999) == suite_homes("val", 0)[999]
    with pytest.raises(GenerationError, match="1000 homes"):
        many.house_seed(0, attempt=1)


def test_thresholds_are_tuned_in_homes_for_tuning():
    assert RECIPES["tune"].house_seed(0) == seeds.TUNING.start


def literals(node: ast.AST, name: str = "") -> Iterator[tuple[str, int, int]]:
    """Whole numbers in a file: what they are given to, the number, its line."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield name, node.value, node.lineno
    elif isinstance(node, ast.Assign):
        yield from literals(node.value, ast.unparse(node.targets[0]))
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield from literals(node.value, ast.unparse(node.target))
    elif isinstance(node, ast.keyword):
        yield from literals(node.value, node.arg or name)
    elif isinstance(node, ast.arguments):
        places = [*node.posonlyargs, *node.args][-len(node.defaults) or None :]
        for arg, default in [*zip(places, node.defaults), *zip(node.kwonlyargs, node.kw_defaults)]:
            if default is not None:
                yield from literals(default, arg.arg)
    else:
        inner = ast.unparse(node.func) if isinstance(node, ast.Call) else name
        for child in ast.iter_child_nodes(node):
            yield from literals(child, inner)


def stray(text: str) -> list[tuple[str, int, int]]:
    """Numbers that look like seeds of homes: large ones that count nothing, and seeds beyond a few."""
    return [
        (name, value, line)
        for name, value, line in literals(ast.parse(text))
        if (value >= 100_000 and not COUNTS.search(name)) or ("seed" in name and value >= 100)
    ]


def test_no_seed_range_stands_outside_the_table():
    """What this finds imports its range from ``meadow.episodes.seeds``, or counts something else."""
    files = [f for f in FILES if f != Path(seeds.__file__)]
    found = {str(f.relative_to(SOURCE)): stray(f.read_text()) for f in files}
    assert {file: numbers for file, numbers in found.items() if numbers} == {}


@pytest.mark.parametrize(
    "line",
    [
        "HELD_OUT = 9_000_000",
        "def look(eyes, *, first_home: int = 1_000_000): ...",
        "class Config:\n    first_home: int = 100_000",
        "training_stage(0, 2_000_000 + number // 20)",
        "make_environment(course, 100_000)",
        "replace(PASTURE, split='train', seed=990)",
        "SPLITS = {'val': 10_000_000}",
    ],
)
def test_the_search_for_ranges_finds_them(line):
    assert stray(line)
    assert not stray(
        "def train(frames=600_000): ...\nBUDGET = 166_000\nPlan(steps=200_000, seed=6)"
    )
