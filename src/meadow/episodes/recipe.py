"""What a suite of episodes is made of: a task, a seed, homes and constraints. No files are needed."""

from __future__ import annotations

from dataclasses import dataclass, field

from meadow.episodes.seeds import HOMES_PER_SUITE, SPLITS, SUITE_SEEDS, suite_homes
from meadow.errors import GenerationError, InvalidValueError
from meadow.types import Embodiment

#: Seeds that may be tried for one home, where not every home will do.
MOST_ATTEMPTS = 20


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How the episodes of a suite are generated."""

    name: str
    """Prefix of the episode ids."""
    task: str
    """Name of the task."""
    split: str = "val"
    """train, val or test; homes of different splits are disjoint."""
    seed: int = 0
    """Root of all draws; another seed gives other homes and episodes."""
    houses: int = 15
    """Number of generated homes."""
    house_files: tuple[str, ...] = ()
    """Use these homes instead of generated ones."""
    rooms: tuple[int, int] = (4, 8)
    """Fewest and most rooms of a home."""
    revision: int = 1
    """Of the generator of homes; 2 puts little under furniture, and relations follow geometry."""
    include: str = ""
    """Tag of the catalogue, e.g. robothor: every generated home has all its categories in the open."""
    settings: tuple[str, ...] = ()
    """Settings of a task whose episodes come in several, by name; empty takes the task's default."""
    per_goal: int = 2
    """Start poses for each goal (ObjectNav: each category present in a home)."""
    goals_per_house: int = 12
    """Goals in one home at the most (PointNav: exactly; with settings: exactly, in each)."""
    categories: tuple[str, ...] = ()
    """ObjectNav: goal categories; empty takes the task's default."""
    min_geodesic: float = 1.0
    """Metres from the start to the nearest success position, at least."""
    max_geodesic: float = 30.0
    """The same, at most."""
    bands: tuple[tuple[str, float, float, int], ...] = ()
    """Difficulty, least and most metres, and number of episodes in the suite; replaces the two above."""
    min_ratio: float = 1.0
    """Geodesic over Euclidean distance, at least; 1.05 leaves out straight drives."""
    margin: float = 0.0
    """Room that the shortest way leaves beyond the robot's radius, metres: through a gap as wide as itself
    a robot with coarse, noisy steps may not get."""
    min_viewpoints: int = 3
    """An instance must be visible from at least so many poses to count as a goal."""
    max_steps: int = 500
    """Step budget."""
    embodiment: Embodiment = field(default_factory=Embodiment)
    """The robot."""

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise InvalidValueError(f"split {self.split!r}: expected one of {', '.join(SPLITS)}")
        for name in ("houses", "per_goal", "goals_per_house", "max_steps", "min_viewpoints"):
            if getattr(self, name) < 1:
                raise InvalidValueError(f"{name} is {getattr(self, name)}: expected 1 or more")
        if not 1 <= self.houses <= HOMES_PER_SUITE:
            raise InvalidValueError(f"houses is {self.houses}: expected 1 to {HOMES_PER_SUITE}")
        if not 0.0 <= self.min_geodesic < self.max_geodesic:
            raise InvalidValueError(
                f"geodesic distances from {self.min_geodesic} to {self.max_geodesic} m: "
                "expected 0 or more and the first below the second"
            )
        if self.seed not in SUITE_SEEDS:
            raise InvalidValueError(f"seed is {self.seed}: expected 0 to {SUITE_SEEDS[-1]}")
        if self.min_ratio < 0.0:
            raise InvalidValueError(f"min_ratio is {self.min_ratio}: expected 0 or more")

    @property
    def home_count(self) -> int:
        """How many homes the recipe has."""
        return len(self.house_files) or self.houses

    @property
    def redraws(self) -> bool:
        """Whether there are seeds to draw a home again; suites of very many homes need them all."""
        return self.houses * MOST_ATTEMPTS <= HOMES_PER_SUITE

    def house_seed(self, index: int, attempt: int = 0) -> int:
        """The generator's seed of the n-th home; unique to split, suite seed and attempt."""
        if attempt and not self.redraws:
            raise GenerationError(
                f"recipe {self.name!r}: home number {index} will not do, and a suite of {self.houses} "
                "homes has no seeds to draw it again. "
                f"Ask for {HOMES_PER_SUITE // MOST_ATTEMPTS} homes or fewer."
            )
        place = index + attempt * HOMES_PER_SUITE // MOST_ATTEMPTS
        if place >= HOMES_PER_SUITE:
            raise GenerationError(
                f"recipe {self.name!r}: home number {index}, attempt {attempt}, is beyond the "
                f"{HOMES_PER_SUITE:,} house seeds of its suite. Ask for fewer homes."
            )
        return suite_homes(self.split, self.seed)[place]
