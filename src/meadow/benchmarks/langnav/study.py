"""The study of the LangNavBench paper: what is run, and kept rows sorted by who made them.

Every row of a table is an agent with options: ``mlfm+layers=1``. Samples of the test split contain each
other, so that 45 episodes of an ablation are among the 100 of a method, and those among all 750.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from meadow.benchmarks.langnav.agents import EYES, ROWS
from meadow.benchmarks.langnav.task import FURTHER
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite
from meadow.errors import InvalidValueError
from meadow.evaluation.report.tables import Table
from meadow.evaluation.run.seen import held_out_categories
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import by_tag, goal_rows, trial_name
from meadow.evaluation.study.kept import KeptRun, merged_rows
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import OutOption, Study, StudyPart, Verb
from meadow.evaluation.study.screen import Screen
from meadow.metrics.statistics import Difference, paired_difference

#: Eyes that were taught what the test split asks for; tables call their rows taught.
TAUGHT = "eyes-s"
ORACLES = ("mlfm-oracle", "mlfm-oracle-2d")
#: Our name of a method -> the paper's.
PAPERS = {row.name: row.paper for row in ROWS if row.paper}
#: The methods of Table 3, then ours. Modular Goat is one of Table 10 alone.
METHODS = (
    *(row.name for row in ROWS if row.paper and row.name != "modular-goat"),
    *(row.name for row in ROWS if not row.paper and row.name not in ORACLES),
)
#: Options of mlfm in Tables 5 to 9, other than its own.
LAYERS = tuple(f"mlfm+layers={n}" for n in (1, 2, 4, 5))
COARSE = "mlfm+cell=0.1"
SHARES = {share: f"mlfm+explore_share={share / 100:g}" for share in (20, 60, 80)}
MAP_ONLY = "mlfm+evidence=map"
#: Without the map there is no second phase, and nothing but frontiers to explore by.
DETECTOR_ONLY = "mlfm+evidence=detector+explore_share=1+explorer=frontier"
NO_KERNEL, IMAGE_LEVEL = "mlfm+kernel=False", "mlfm+level=image"
ABLATIONS = (
    *(*LAYERS, COARSE, *SHARES.values()),
    *(MAP_ONLY, DETECTOR_ONLY, NO_KERNEL, IMAGE_LEVEL),
)
#: Another pair of eyes confirms what the map says. YOLO-World is run by the name of its file:
#: ``--part detectors --agent mlfm+detector=yolo-world:FILE.onnx``.
DETECTORS = ("mlfm+detector=eyes-b-zs",)
#: Episodes of each kind of row; of mlfm and of perfect eyes there is the whole test split besides.
METHOD_EPISODES, ABLATION_EPISODES, DETECTOR_EPISODES, FURTHER_EPISODES = 100, 45, 15, 40
SUITE, GOAT = "langnav-test", "goat-like"
#: Goals on one sheet of pictures.
ON_SHEET = 25
#: What is kept of the metrics of a goal.
KEPT = (
    *("success", "success_viewpoint", "spl", "spl_chained", "distance_to_goal"),
    *("path_length", "steps", "oracle_success", "stop_fail_pos"),
)


def kept_row(row: Row) -> Row:
    """A row without what no table shows."""
    goals = [
        {**goal, "metrics": {k: v for k, v in goal["metrics"].items() if k in KEPT}}
        for goal in row.get("goals", ())
    ]
    return {**row, "goals": goals}


def eyes_of(agent: str, eyes: str) -> str:
    """Perfect eyes for the oracles, whatever others see with."""
    return "oracle" if agent in ORACLES else eyes


def _draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    from meadow.benchmarks.langnav.tables import draw

    return draw(collect(runs), out)


def _statistics(episodes: Sequence[Episode]) -> list[Table]:
    from meadow.benchmarks.langnav.statistics import statistics_tables

    return statistics_tables(episodes)


@dataclass(frozen=True, kw_only=True)
class GoalsOptions:
    """Draw goals beside their words, for people who check whether the words are true.

    Half of them are of the test split, half of val. Nothing is drawn twice.
    Example: meadow study langnav goals -o sheets
    """

    out: OutOption = Path("results/langnav")
    """Gets goals-1.webp, goals-2.webp, ... of 25 goals each."""
    goals: int = 100
    """How many goals to draw."""


def _goals(options: GoalsOptions, screen: Screen) -> int:
    from meadow.benchmarks.langnav.figures import draw_sheet, sampled_goals

    if options.goals < 1:
        raise InvalidValueError(f"{options.goals} goals: expected 1 or more")
    half = options.goals // 2
    goals = []
    for suite, count in ((SUITE, options.goals - half), ("langnav", half)):
        with screen.steps(f"homes and episodes of {suite}") as steps:
            goals += sampled_goals(load_suite(suite, progress=steps), count)
    sheets = range(0, len(goals), ON_SHEET)
    with screen.steps("drawing") as steps:
        for number, first in enumerate(sheets, start=1):
            path = options.out / f"goals-{number}.webp"
            draw_sheet(goals[first : first + ON_SHEET], path, first=first + 1)
            steps(number, len(sheets), {})
    screen.say(f"{len(goals)} goals: {options.out}/goals-*.webp")
    return 0


def _on_test(summary: str, episodes: int, agents: tuple[str, ...], *eyes: str) -> StudyPart:
    """A part of the test split that tables are drawn from."""
    return StudyPart(
        suite=SUITE,
        summary=summary,
        episodes=episodes,
        agents=agents,
        eyes=eyes,
        published=True,
    )


def _parts() -> dict[str, StudyPart]:
    parts = {
        "methods": _on_test("every method on the same episodes", METHOD_EPISODES, METHODS),
        "full": _on_test("mlfm on the whole test split", 750, ("mlfm",)),
        "oracles": _on_test("perfect eyes on three layers and on one, all of it", 750, ORACLES),
        "ablations": _on_test(
            "mlfm with other layers, cells, shares, evidence, kernel and features",
            ABLATION_EPISODES,
            ABLATIONS,
        ),
        "detectors": _on_test("mlfm whose detector is another model", DETECTOR_EPISODES, DETECTORS),
        "taught": _on_test(
            "eyes that were taught what the test split asks for",
            METHOD_EPISODES,
            ("onemap-v2", "mlfm", "shepherd"),
            TAUGHT,
        ),
    }
    for name, summary in FURTHER.items():
        parts[name] = StudyPart(
            suite=f"langnav-{name}",
            summary=summary,
            episodes=FURTHER_EPISODES,
            agents=("mlfm", "shepherd"),
            published=True,
        )
    parts["goat"] = StudyPart(
        suite=GOAT,
        summary="five goals in a row, 0.25 m to a viewpoint",
        episodes=FURTHER_EPISODES,
        agents=("mlfm", "modular-goat"),
        published=True,
    )
    parts["val"] = StudyPart(
        suite="langnav", summary="other homes and categories, to set thresholds on", episodes=832
    )
    parts["mini"] = StudyPart(
        suite="langnav-mini", summary="one home, to try things out", episodes=6
    )
    return parts


STUDY = Study(
    name="langnav",
    agents=METHODS,
    eyes=(EYES,),
    eyes_of=eyes_of,
    parts=_parts(),
    tasks=("langnav", "goat-like"),
    kept_row=kept_row,
    seconds=20.0,
    seeing=(16.0, 14.0),
    code=("benchmarks/langnav/agents.py",),
    draw=_draw,
    statistics=_statistics,
    verbs={"goals": Verb("draw goals beside their words", GoalsOptions, _goals)},
)


@dataclass(frozen=True)
class AgentGoals:
    """An agent with one pair of eyes, and a row for each goal that it searched for in one suite."""

    agent: str
    eyes: str
    goals: tuple[Row, ...] = ()
    unseen: frozenset[str] = frozenset()
    """Categories that were held out from the eyes."""

    @property
    def title(self) -> str:
        """The agent's name, and in brackets its eyes unless it has none or perfect ones."""
        if self.eyes in ("", "oracle"):
            return self.agent
        return f"{self.agent} ({self.eyes}{', taught' if self.eyes == TAUGHT else ''})"

    @property
    def homes(self) -> set[str]:
        """The homes of its goals."""
        return {row["home"] for row in self.goals}

    def with_feature(self, feature: str) -> AgentGoals:
        """The same with the goals that have a linguistic feature."""
        return self.only(self._by_feature.get(feature, ()))

    @cached_property
    def _by_feature(self) -> dict[str, list[Row]]:
        return by_tag(self.goals, "features")

    def only(self, goals: Iterable[Row]) -> AgentGoals:
        """The same with some of its goals."""
        return AgentGoals(self.agent, self.eyes, tuple(goals), self.unseen)

    def among(self, others: Sequence[AgentGoals]) -> AgentGoals:
        """The same with the goals that every other one that has any searched for, too."""
        names = [{trial_name(row) for row in other.goals} for other in others if other.goals]
        common = set.intersection(*names) if names else set()
        return self.only(row for row in self.goals if trial_name(row) in common)


@dataclass(frozen=True)
class GoalResults:
    """Everything that tables and claims are drawn from."""

    entries: dict[tuple[str, str, str], AgentGoals]
    """Suite, agent and eyes -> its goals."""
    runs: tuple[KeptRun, ...] = ()

    def get(self, agent: str, eyes: str = EYES, suite: str = SUITE) -> AgentGoals:
        """An agent's goals; none where it was not run."""
        eyes = eyes_of(agent, eyes)
        return self.entries.get((suite, agent, eyes), AgentGoals(agent, eyes))

    def of(self, suite: str) -> list[AgentGoals]:
        """All entries of a suite, in order."""
        return [entry for (name, _, _), entry in self.entries.items() if name == suite]


def collect(runs: Sequence[KeptRun]) -> GoalResults:
    """The goals of each agent and eyes in each suite, from all kept runs."""
    full = any(run.suite == SUITE for run in runs)

    def place(run: KeptRun) -> tuple[str, str, str]:
        # A trial in one home is shown in place of the test split where there is nothing else.
        suite = SUITE if run.suite == "langnav-mini" and not full else run.suite
        return suite, run.agent, run.eyes

    unseen = {place(run): held_out_categories(run.spec, run.eyes) for run in runs}
    entries = {
        key: AgentGoals(key[1], key[2], tuple(goal_rows(rows)), unseen[key])
        for key, rows in sorted(merged_rows(runs, place).items(), key=lambda item: _order(item[0]))
    }
    return GoalResults(entries, tuple(runs))


def _order(key: tuple[str, str, str]) -> tuple[str, int, str, str]:
    """The paper's rows in the paper's order, then ours; an agent with options after it without."""
    suite, agent, eyes = key
    names = [row.name for row in ROWS]
    first = agent.partition("+")[0]
    return suite, names.index(first) if first in names else len(names), agent, eyes


def difference(first: AgentGoals, second: AgentGoals, metric: str = "success") -> Difference:
    """The first minus the second over the goals that both searched for, clustered by home."""
    a, b = ({trial_name(row): row for row in one.goals} for one in (first, second))
    common = [name for name in a if name in b]
    values = [[one[name]["metrics"].get(metric) for name in common] for one in (b, a)]
    return paired_difference(values[0], values[1], [a[name]["home"] for name in common])
