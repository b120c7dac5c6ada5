"""``meadow failures``: where the searches of a run went wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import NotNegative


@dataclass(frozen=True, kw_only=True)
class Config:
    """Sort every episode of a run by where its search went wrong, from the stored replays.

    An episode fails because its goal was never seen, was seen but not detected, was detected but not
    reached, or because the robot stopped at a distractor or elsewhere. Below are the classes of the same
    episodes by the rules of papers' authors.

    Example: meadow failures runs/objectnav-cow-owl-s --by difficulty
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    by: str = ""
    """A tag of the episodes to break the counts down by, e.g. setting or difficulty."""
    examples: NotNegative = 3
    """How many episodes of each kind of failure to name."""


def run(config: Config) -> int:
    """Print the counts and some examples of each kind."""
    from rich.table import Table

    from meadow.errors import UnknownIdError
    from meadow.evaluation.failures import TAXONOMIES
    from meadow.evaluation.failures.search import FINDINGS, Finding, count
    from meadow.evaluation.failures.trials import load_findings
    from meadow.evaluation.run.store import RunDirectory
    from meadow.evaluation.run.summary import by_tag, counted, goal_rows, trial_name, value_order

    found = load_findings(config.run)
    rows = goal_rows(RunDirectory(config.run).rows())
    unit = counted(rows)
    groups: dict[str, list[tuple[str, Finding, dict[str, str]]]] = {"all": found}
    if config.by:
        tagged = by_tag(rows, config.by)
        if not tagged:
            raise UnknownIdError("tag", config.by, {tag for row in rows for tag in row["tags"]})
        for value in sorted(tagged, key=value_order):
            episodes = {trial_name(row) for row in tagged[value]}
            groups[value] = [f for f in found if f[0] in episodes]
    counts = {name: count(f for _, f, _ in group) for name, group in groups.items()}
    seen = [finding for finding in Finding if counts["all"][finding]]
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(config.by, no_wrap=True)
    for heading in (f"{unit}s", *(str(finding) for finding in seen)):
        table.add_column(heading, justify="right", width=max(map(len, heading.split())))
    for name, group in groups.items():
        shares = [f"{100.0 * counts[name][finding] / max(1, len(group)):.1f}" for finding in seen]
        table.add_row(name, str(len(group)), *shares)
    console = make_console()
    console.print(table)
    console.print(f"\nPer cent of the {unit}s of a line.\n")
    for finding in seen:
        console.print(f"{finding}: {FINDINGS[finding]}")
        names = [episode for episode, f, _ in found if f is finding]
        for name in names[: config.examples if finding is not Finding.SUCCESS else 0]:
            console.print(f"  {name}")
    for taxonomy in TAXONOMIES:
        classes = Counter(classes[taxonomy.name] for _, _, classes in found)
        told = ", ".join(f"{name} {n}" for name, n in sorted(classes.items()))
        console.print(f"\nBy {taxonomy.summary}: {told}.")
    return 0
