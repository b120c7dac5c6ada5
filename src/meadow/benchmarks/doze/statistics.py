"""What the homes and episodes are like, beside Table I of the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean

import msgspec
import numpy as np

from meadow.benchmarks.doze.paper import TABLE_1
from meadow.benchmarks.doze.people import floor_area
from meadow.benchmarks.doze.task import AMOUNTS, BODY, KINDS, LEVELS, level_name
from meadow.episodes.houses import home_of, load_house
from meadow.episodes.schema import Episode, HouseRef
from meadow.evaluation.report.tables import Table
from meadow.evaluation.study.statistics import PaperFigure, count_table, paper_table
from meadow.scenes.schema import House
from meadow.sim.world import World

#: Cells between two places among which detours are measured, of 5 cm each.
SPACING = 6
#: Metres between the two places of a detour, at least.
LEAST_APART = 1.0


class HomeStatistics(msgspec.Struct, frozen=True):
    """What Table I says of one home."""

    home: str
    area: float
    """Square metres on which the robot can be."""
    complexity: float
    categories: tuple[str, ...]
    """Of its objects, sorted."""
    objects: int
    walkers: dict[str, int]
    """Level -> people who walk."""


def navigation_complexity(world: World, spacing: int = SPACING) -> float:
    """The largest ratio of shortest path and straight line between two places at least 1 m apart."""
    grid = world.navgrid
    cells = np.argwhere(grid.parts == 1)
    places = grid.centres(cells[(cells % spacing == 0).all(axis=1)])
    paths, worst = grid.geodesics(), 1.0
    for place in places:
        lengths = paths.field(place[None]).distances(places)
        straight = np.hypot(*(places - place).T)
        far = (straight >= LEAST_APART) & np.isfinite(lengths)
        worst = max(worst, float((lengths[far] / straight[far]).max(initial=1.0)))
    return worst


def home_statistics(houses: dict[int, House]) -> HomeStatistics:
    """Of one home, by its houses of each level."""
    first = next(iter(houses.values()))
    world = World(first, BODY)
    return HomeStatistics(
        home=first.id.rpartition("-level")[0],
        area=round(floor_area(world), 2),
        complexity=round(navigation_complexity(world), 2),
        categories=tuple(sorted({item.category for item in first.objects})),
        objects=len(first.objects),
        walkers={
            level_name(level): sum(
                p.walk is not None and p.walk.behaviour != "idle" for p in house.people
            )
            for level, house in houses.items()
        },
    )


def all_homes(
    episodes: Sequence[Episode], progress: Callable[[int, int], None] | None = None
) -> list[HomeStatistics]:
    """Of each home of some episodes, whose levels all of them are looked at."""
    homes = list(dict.fromkeys(home_of(e.house) for e in episodes))
    found = []
    for number, home in enumerate(homes, start=1):
        houses = {level: load_house(HouseRef(f"{home},level={level}")) for level in LEVELS}
        found.append(home_statistics(houses))
        if progress:
            progress(number, len(homes))
    return found


def table_1(homes: Sequence[HomeStatistics], goals: dict[str, float]) -> Table:
    """Table I with ours beside; ``goals`` are things of each kind for a home."""

    def density(level: int) -> float:
        return fmean(100.0 * h.walkers[level_name(level)] / h.area for h in homes)

    ours = {
        "homes": float(len(homes)),
        "objects": float(len({category for home in homes for category in home.categories})),
        "navigable area": fmean(home.area for home in homes),
        "navigation complexity": fmean(home.complexity for home in homes),
        "density level 2": density(2),
        "density level 3": density(3),
        **goals,
    }
    names = {
        "homes": "homes",
        "objects": "distinct objects",
        "navigable area": "navigable area of a home (m2)",
        "navigation complexity": "navigation complexity",
        "density level 2": "people on fixed ways for 100 m2",
        "density level 3": "people on random ways for 100 m2",
        "open": "open-vocabulary things of a home",
        "spatial": "things told apart by place",
        "appearance": "things told apart by look",
        "hint": "boards that tell of a goal",
    }
    figures = [PaperFigure(names[key], ours[key], TABLE_1[key]) for key in TABLE_1]
    note = (
        "Distinct objects are categories here, and models in the paper. Navigation complexity is the "
        "largest ratio of shortest path and straight line between places at least 1 m apart."
    )
    return paper_table("Table I: the homes", figures, note)


def goals_per_home(episodes: Sequence[Episode]) -> dict[str, float]:
    """Kind -> how many goals a home has of it."""
    homes = len({home_of(e.house) for e in episodes})
    goals = {(e.tags["kind"], home_of(e.house), e.goal.objects) for e in episodes}
    counts = Counter(kind for kind, _, _ in goals)
    return {kind: counts[kind] / homes for kind in KINDS}


def statistics_tables(episodes: Sequence[Episode]) -> list[Table]:
    """Table I, the sizes of the twelve tasks, and what descriptions say."""
    sizes = Counter((e.tags["level"], e.tags["kind"]) for e in episodes)
    levels = list(dict.fromkeys(e.tags["level"] for e in episodes))
    figures = [
        PaperFigure(f"{level}, {kind}", sizes[level, kind], AMOUNTS[kind].episodes, 0)
        for level in levels
        for kind in KINDS
    ]
    first = [e for e in episodes if e.tags["level"] == levels[0]]
    details: dict[str, dict[object, int]] = {
        kind: dict(Counter(e.tags["detail"] for e in first if e.tags["kind"] == kind).most_common())
        for kind in KINDS
    }
    return [
        table_1(all_homes(episodes), goals_per_home(episodes)),
        paper_table("Episodes of each task", figures),
        count_table("What goals say, in episodes of one level", details),
    ]
