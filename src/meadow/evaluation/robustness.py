"""The tables of RobustNav (Chattopadhyay et al. 2021): which conditions, and what became of an agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.corruptions import parse, text
from meadow.errors import UnknownIdError
from meadow.evaluation.store import Row
from meadow.evaluation.summary import by_tag, summarise
from meadow.metrics.statistics import Estimate

CLEAN = "clean"
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

Summary = Mapping[str, Mapping[str, Estimate]]
"""Condition -> metric -> estimate: the JSON file of a sweep."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as text, for the terminal and for Markdown."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [f"### {self.title}", "", "| " + " | ".join(self.head) + " |"]
        lines.append("|" + "---|" * len(self.head))
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


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


def chosen(known: Sequence[str], only: str) -> list[str]:
    """The conditions of a list such as ``clean,spatter@5,motion_drift+spatter@3``.

    Parts of a composition are joined by "+". Names that are not among the usual conditions are run too;
    clean always is, because everything is compared with it.
    """
    if not only:
        return list(known)
    names = [text(parse(item.split("+"))) for item in only.split(",")]
    return [CLEAN, *(name for name in dict.fromkeys(names) if name != CLEAN)]


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


def summary_of(rows: Mapping[str, Sequence[Row]]) -> dict[str, dict[str, Estimate]]:
    """{condition: {metric: {mean, low, high, n}}} with intervals clustered by home."""
    return {condition: summarise(found) for condition, found in rows.items()}


def degradation(agents: Mapping[str, Summary], trained: Mapping[str, Sequence[str]]) -> Table:
    """Tables 2 and 5: success and SPL of each agent in every condition, in per cent.

    ``trained`` has the corruptions that an agent has seen in training; those rows are marked.
    """
    head = ["#", "corruption", "V", "D"]
    for agent in agents:
        head += [f"{agent} SR", f"{agent} SPL"]
    rows = []
    for number, condition in enumerate(_conditions(agents), start=1):
        kinds = kind(condition)
        row = [str(number), title(condition), "x" * ("vis" in kinds), "x" * ("dyn" in kinds)]
        for agent, summary in agents.items():
            mark = "*" if _seen(condition, trained.get(agent, ())) else ""
            cell = summary.get(condition, {})
            row += [percent(cell.get("success")) + mark, percent(cell.get("spl"))]
        rows.append(tuple(row))
    note = "; * seen in training" if any(trained.values()) else ""
    return Table(f"Success and SPL, % [95 % interval]{note}", tuple(head), tuple(rows))


def by_difficulty(agents: Mapping[str, Mapping[str, Sequence[Row]]]) -> Table:
    """Tables 6 and 7: the same by easy, medium and hard episodes."""
    levels = ("easy", "medium", "hard")
    head = ["agent", "corruption", *(f"{level} {m}" for level in levels for m in ("SR", "SPL"))]
    rows = []
    for agent, found in agents.items():
        for condition in found:
            if condition not in BY_DIFFICULTY and len(found) > len(BY_DIFFICULTY):
                continue
            groups = by_tag(found[condition], "difficulty")
            cells = []
            for level in levels:
                summary = summarise(groups.get(level, []))
                cells += [percent(summary.get("success")), percent(summary.get("spl"))]
            rows.append((agent, title(condition), *cells))
    return Table("By difficulty, % [95 % interval]", tuple(head), tuple(rows))


def behaviour(agents: Mapping[str, Summary]) -> Table:
    """The numbers behind figures 4, 7 and 8."""
    shown = {
        "failed_actions": "failed actions %",
        "distance_to_goal": "distance at end m",
        "min_distance_to_goal": "least distance m",
        "stop_fail_pos": "Stop-Fail (Pos) %",
        "stop_fail_neg": "Stop-Fail (Neg) %",
        "success": "SR %",
        "oracle_success": "SR with oracle Stop %",
    }
    rows = []
    for agent, summary in agents.items():
        for condition in (c for c in summary if c in BEHAVIOUR or len(summary) <= len(BEHAVIOUR)):
            cells = [
                metres(summary[condition].get(m))
                if "distance" in m
                else percent(summary[condition].get(m))
                for m in shown
            ]
            rows.append((agent, title(condition), *cells))
    return Table("Behaviour [95 % interval]", ("agent", "corruption", *shown.values()), tuple(rows))


def percent(value: Estimate | None) -> str:
    """``93.4 [90.1, 96.2]``."""
    return _interval(value, 100.0, 1)


def metres(value: Estimate | None) -> str:
    """``0.21 [0.18, 0.25]``."""
    return _interval(value, 1.0, 2)


def _interval(value: Estimate | None, times: float, digits: int) -> str:
    if value is None or value.mean is None:
        return "-"
    shown = f"{times * value.mean:.{digits}f}"
    if value.low is None or value.high is None:
        return shown
    return f"{shown} [{times * value.low:.{digits}f}, {times * value.high:.{digits}f}]"


def _conditions(agents: Mapping[str, Summary]) -> list[str]:
    return list(dict.fromkeys(c for summary in agents.values() for c in summary))


def _seen(condition: str, augmentations: Sequence[str]) -> bool:
    names = {c.corruption.name for c in parse(condition)}
    return bool(names & {a.partition("@")[0] for a in augmentations})


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three pairs or when one side is constant."""
    if len(a) < 3 or len(set(a)) < 2 or len(set(b)) < 2:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(a, b).statistic)


def static_against_embodied(static: Mapping[str, float], agents: Mapping[str, Summary]) -> Table:
    """Table 1: what each corruption costs a detector beside what it costs agents, with rank correlation.

    Args:
        static: Condition -> average precision of the detector, "clean" included.
        agents: Sweeps of the agents.
    """
    if CLEAN not in static:
        raise UnknownIdError("condition", CLEAN, static, "The clean frames are the reference.")
    head = ["corruption", "AP50 %", "relative AP drop %"]
    head += [f"{agent}: relative SR drop %" for agent in agents]
    drops: dict[str, list[float | None]] = {}
    for condition, precision in static.items():
        if condition == CLEAN:
            continue
        drop = 1.0 - precision / max(static[CLEAN], 1e-9)
        drops[condition] = [drop, *(_drop(summary, condition) for summary in agents.values())]
    rows = [("Clean", f"{100 * static[CLEAN]:.1f}", *("" for _ in range(len(agents) + 1)))]
    for condition, values in sorted(drops.items(), key=lambda item: item[1][0] or 0.0):
        cells = ["-" if v is None else f"{100 * v:.1f}" for v in values]
        rows.append((title(condition), f"{100 * static[condition]:.1f}", *cells))
    last = ["rank correlation with AP drop", "", ""]
    for column in range(1, len(agents) + 1):
        pairs = [(v[0], v[column]) for v in drops.values() if v[column] is not None]
        found = rank_correlation([a for a, _ in pairs], [b for _, b in pairs])  # type: ignore[misc]
        last.append("-" if found is None else f"{found:.2f}")
    return Table("Static against embodied", tuple(head), (*rows, tuple(last)))


def _drop(summary: Summary, condition: str) -> float | None:
    """The share of clean success that a condition takes."""
    clean, here = (summary.get(c, {}).get("success") for c in (CLEAN, condition))
    if clean is None or here is None or not clean.mean or here.mean is None:
        return None
    return 1.0 - here.mean / clean.mean
