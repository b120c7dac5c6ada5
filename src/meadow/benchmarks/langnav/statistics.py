"""What the goals of a suite are like, beside the paper's Table 2 and Figures 5 and 6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meadow.benchmarks.langnav.descriptions import FEATURES
from meadow.benchmarks.langnav.metrics import COLUMNS
from meadow.benchmarks.langnav.paper import TABLE_2
from meadow.episodes.schema import Episode, Goal
from meadow.evaluation.report.tables import Cell, Table
from meadow.evaluation.run.summary import SEVERAL
from meadow.evaluation.study.statistics import count_table
from meadow.language.goals import Description
from meadow.language.modifiers import modifiers
from meadow.language.parse import parse


def statistics_tables(episodes: Sequence[Episode]) -> list[Table]:
    """Everything that the paper says of its goals."""
    return [table_2(episodes), figure_5(episodes), figure_6(episodes), _categories(episodes)]


def read_goals(episodes: Sequence[Episode]) -> list[tuple[Episode, Goal, Description]]:
    """Every goal with what it means, given the goals before it."""
    found = []
    for episode in episodes:
        before: list[Description] = []
        for goal in episode.goals:
            said = parse(goal.text, before=tuple(before))
            found.append((episode, goal, said))
            before.append(said)
    return found


def feature_values(said: Description) -> list[tuple[str, str]]:
    """Each linguistic feature of a description with its value."""
    of = said.target.attributes
    found = [("color", c) for c in of.colours]
    found += [("size", of.size)] if of.size else []
    found += [("texture", p) for p in of.patterns]
    found += [("number", f"{count} {part}") for part, count in of.counts]
    found += [("material", m) for m in of.materials] + [("state", s) for s in of.states]
    found += [("modifier", m) for m in modifiers(said.target)]
    found += [
        ("support", f"{relation.kind} {anchor.head}")
        for relation in said.relations
        if relation.kind in ("on", "in", "on a shelf of") and not relation.negated
        for anchor in relation.anchors
    ]
    return found


def table_2(episodes: Sequence[Episode]) -> Table:
    """Counts beside the paper's."""
    goals = read_goals(episodes)
    values = [value for _, _, said in goals for value in feature_values(said)]
    ours = {
        "scenes": len({e.house.uri for e in episodes}),
        "episodes": len(episodes),
        "distinct object categories": len({goal.category for _, goal, _ in goals}),
        "distinct object instances": len({(e.house.uri, g.objects[0]) for e, g, _ in goals}),
        "goal descriptions": len(goals),
        "descriptions with attributes/relationships": sum(
            bool(feature_values(said)) for *_, said in goals
        ),
        "total linguistic features": len(values),
        "unique linguistic feature values": len(set(values)),
    }
    rows = tuple(
        (Cell(name), Cell(f"{ours[name]:,}"), *(Cell(f"{n:,}") for n in printed))
        for name, printed in TABLE_2.items()
    )
    note = (
        "An instance is the object that words were made for; others may fit them too. A feature is one "
        "phrase: two colours are two."
    )
    header = ("", "here", "paper: validation", "paper: test")
    return Table("Table 2: what there is", header, rows, note)


def figure_5(episodes: Sequence[Episode]) -> Table:
    """Which share of the goals has each linguistic feature."""
    goals = [goal for episode in episodes for goal in episode.goals]
    counts = Counter(v for goal in goals for v in goal.tags["features"].split(SEVERAL))
    rows = tuple(
        (Cell(name), Cell(str(counts[name])), Cell(f"{100 * counts[name] / len(goals):.1f} %"))
        for name in COLUMNS
    )
    note = "The paper draws bars without figures; modifier and support are the highest."
    return Table("Figure 5: goals with each feature", ("feature", "goals", "share"), rows, note)


def figure_6(episodes: Sequence[Episode]) -> Table:
    """How many objects each goal's words are true of."""
    counts = Counter(len(goal.objects) for episode in episodes for goal in episode.goals)
    total = sum(counts.values())
    rows = tuple(
        (Cell(str(n)), Cell(str(counts[n])), Cell(f"{100 * counts[n] / total:.1f} %"))
        for n in sorted(counts)
    )
    note = "The paper draws bars without figures; most goals have one valid object."
    return Table("Figure 6: valid objects", ("objects", "goals", "share"), rows, note)


def _categories(episodes: Sequence[Episode]) -> Table:
    counts = Counter(goal.category for episode in episodes for goal in episode.goals)
    found: dict[str, dict[object, int]] = {"category": dict(counts.most_common())}
    found |= {name: dict(_values(episodes, name).most_common(12)) for name in FEATURES.values()}
    return count_table("What is asked for, and the commonest words", found)


def _values(episodes: Sequence[Episode], feature: str) -> Counter[str]:
    pairs = (pair for *_, said in read_goals(episodes) for pair in feature_values(said))
    return Counter(value for name, value in pairs if name == feature)
