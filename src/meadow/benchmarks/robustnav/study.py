"""The study of RobustNav (Chattopadhyay et al. 2021): conditions, what is run, and sweeps of kept rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meadow.corruptions import parse
from meadow.evaluation.run.seen import trained_under
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row
from meadow.evaluation.study.kept import KeptRun
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import CLEAN, Study, StudyPart, Verb

#: The metrics that tables, figures and claims are drawn from.
METRICS = (
    *("success", "spl", "oracle_success", "failed_actions", "distance_to_goal"),
    *("min_distance_to_goal", "stop_fail_pos", "stop_fail_neg", "steps"),
)
#: In the order of the paper's Table 2; those of the first row have severities.
GRADED = ("low_lighting", "motion_blur", "defocus_blur", "speckle_noise", "spatter")
VISUAL = (
    "low_lighting",
    "motion_blur",
    "camera_crack",
    "defocus_blur",
    "speckle_noise",
    "lower_fov",
    "spatter",
)
DYNAMICS = (
    "motion_bias_constant",
    "motion_bias_stochastic",
    "motion_drift",
    "pyrobot_ilqr",
    "motor_failure",
)
PAIRED = ("defocus_blur", "speckle_noise", "spatter")
#: Partners of these; the last one only in the paper's Table 5.
PARTNERS = ("motion_bias_stochastic", "motion_drift", "pyrobot_ilqr")
#: The paper's Table 4: without noise, then with the noise of the Habitat Challenge.
CHALLENGE = (
    "no_noise",
    "low_lighting@5,no_noise",
    "spatter@5,no_noise",
    "gaussian_noise@3,depth_noise@2,pyrobot_proportional",
    "low_lighting@5,depth_noise@2,pyrobot_proportional",
    "spatter@5,depth_noise@2,pyrobot_proportional",
)
#: Figures 4, 7 and 8 show these.
BEHAVIOUR = (
    CLEAN,
    "defocus_blur@5",
    "speckle_noise@5",
    "motion_drift",
    "defocus_blur@5,motion_drift",
    "speckle_noise@5,motion_drift",
)
#: Rows of Tables 6 and 7.
BY_DIFFICULTY = (
    CLEAN,
    "low_lighting@5",
    "camera_crack",
    "spatter@5",
    "speckle_noise@5,motion_bias_stochastic",
    "spatter@5,motion_bias_stochastic",
    "speckle_noise@5,motion_drift",
    "spatter@5,motion_drift",
)
_TITLES = {
    "motion_bias_constant": "Motion Bias (C)",
    "motion_bias_stochastic": "Motion Bias (S)",
    "pyrobot_ilqr": "PyRobot (ILQR)",
    "pyrobot_proportional": "PyRobot (Proportional)",
    "lower_fov": "Lower FOV",
}


def conditions(severities: Sequence[int] = (5,), *, challenge: bool = False) -> list[str]:
    """Clean, all visual, all dynamics, and the pairs of both; Table 2 for severity 5 alone."""
    found = [CLEAN]
    for name in VISUAL:
        found += [f"{name}@{s}" for s in severities] if name in GRADED else [name]
    found += DYNAMICS
    partners = PARTNERS if len(severities) > 1 else PARTNERS[:2]
    for partner in partners:
        found += [f"{name}@{s},{partner}" for name in PAIRED for s in severities]
    return found + list(CHALLENGE if challenge else ())


def title(condition: str) -> str:
    """A condition in words, as the paper's tables have it."""
    if condition == CLEAN:
        return "Clean"
    words = []
    for one in parse(condition):
        name = one.corruption.name
        severity = f" (S{one.severity})" if one.corruption.graded else ""
        words.append(_TITLES.get(name, name.replace("_", " ").title()) + severity)
    return " + ".join(words)


def kind(condition: str) -> str:
    """clean, vis, dyn or vis+dyn; other senses count as vis."""
    parts = {"dyn" if c.corruption.part == "drive" else "vis" for c in parse(condition)}
    return "+".join(sorted(parts, reverse=True)) or CLEAN


def kept_row(row: Row) -> Row:
    """What tables are drawn from: nine metrics and the difficulty."""
    return {
        **{name: row[name] for name in ("episode", "home", "status")},
        "tags": {k: v for k, v in row["tags"].items() if k == "difficulty"},
        "metrics": {name: row["metrics"].get(name) for name in METRICS},
    }


def _draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    from meadow.benchmarks.robustnav.tables import draw

    return draw(sweeps_of(runs), out)


def _verbs() -> dict[str, Verb]:
    from meadow.benchmarks.robustnav import resist, static

    return {
        "resist": Verb("which trainings resist corruption: Table 3", resist.Config, resist.run),
        "static": Verb("what corruptions cost a detector: Table 1", static.Config, static.run),
    }


STUDY = Study(
    name="robustnav",
    agents=("pointnav-rgb", "pointnav-rgbd", "pointnav-depth", "pointnav-map"),
    conditions={
        "table-5": tuple(conditions((3, 5))),
        "table-2": tuple(conditions()),
        "table-4": (CLEAN, *CHALLENGE),
        "dynamics": (CLEAN, *DYNAMICS),
        "clean": (CLEAN,),
    },
    parts={
        "pointnav": StudyPart(
            suite="robustnav-pointnav",
            summary="drive to a point; 150 episodes of each corrupted condition",
            episodes=1100,
            corrupted=150,
            published=True,
        ),
        "objectnav": StudyPart(
            suite="robustnav-objectnav",
            summary="find a category without GPS; 150 episodes of each corrupted condition",
            episodes=1095,
            corrupted=150,
            agents=("objectnav-rgb", "objectnav-rgbd"),
            conditions="table-2",
            published=True,
        ),
        "mini": StudyPart(
            suite="pointnav-mini", summary="three homes, to try things out", episodes=12
        ),
    },
    kept_row=kept_row,
    seconds=1.0,
    draw=_draw,
    verbs=_verbs(),
)


@dataclass
class Sweep:
    """An agent's rows in every condition."""

    agent: str
    """The agent's name, with ``+self-calibrate`` where it watched its own motion."""
    spec: RunSpec
    """What all conditions have in common."""
    rows: dict[str, list[Row]] = field(default_factory=dict)

    @property
    def suite(self) -> str:
        """The suite's name as part of a path."""
        return self.spec.suite.partition(".")[0].replace(":", "-")

    @property
    def task(self) -> str:
        """pointnav or objectnav, whatever suite they are of."""
        return self.spec.task.rpartition("-")[2]

    @property
    def trained_under(self) -> tuple[str, ...]:
        """Corruptions that the agent had seen in training."""
        return trained_under(self.spec)

    def alike(self) -> dict[str, list[Row]]:
        """The rows of every condition, over episodes that were corrupted: nothing where none was.

        The clean cell may have more episodes than the others, and harder or easier ones.
        """
        tried = {row["episode"] for c, found in self.rows.items() if c != CLEAN for row in found}
        if not tried:
            return {}
        return {c: [r for r in rows if r["episode"] in tried] for c, rows in self.rows.items()}


def sweeps_of(runs: Sequence[KeptRun]) -> list[Sweep]:
    """Kept runs by suite and task, RGB before RGB-D before others; conditions in the paper's order."""
    known = conditions((1, 2, 3, 4, 5), challenge=True)
    senses = ("rgb", "rgbd", "depth", "map")

    def rank(condition: str) -> tuple[int, str]:
        return known.index(condition) if condition in known else len(known), condition

    def place(sweep: Sweep) -> tuple[bool, int, str]:
        sense = sweep.agent.rpartition("-")[2]
        return sweep.task != "pointnav", senses.index(sense) if sense in senses else 9, sweep.agent

    sweeps = []
    for run in runs:
        rows = run.by_condition()
        sweeps.append(Sweep(run.agent, run.spec, {c: rows[c] for c in sorted(rows, key=rank)}))
    return sorted(sweeps, key=place)


def by_suite(sweeps: Sequence[Sweep]) -> Mapping[str, list[Sweep]]:
    """The sweeps of each suite."""
    found: dict[str, list[Sweep]] = {}
    for sweep in sweeps:
        found.setdefault(sweep.suite, []).append(sweep)
    return found
