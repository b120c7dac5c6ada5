"""``meadow failures``: where the searches of a run went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Sort every episode of a run by where its search went wrong, from the stored replays.

    The tree: never seen; seen, never fired; fired, not reached; stopped at a distractor; stopped elsewhere.
    Beside it the three classes of CoW's authors (exploration, localisation, planning).

    Example: meadow failures runs/pasture-cow-owl-s --by setting
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    by: str = ""
    """A tag of the episodes to break the counts down by, e.g. setting or difficulty."""
    examples: int = 3
    """How many episodes of each kind of failure to name."""


def run(config: Config) -> int:
    """Print the counts and some examples of each kind."""
    from rich.console import Console
    from rich.table import Table

    from meadow.evaluation.failures_search import FINDINGS, Finding, count
    from meadow.evaluation.trials import load_findings

    found = load_findings(config.run)
    groups: dict[str, list[tuple[str, Finding, str]]] = {"all": found}
    if config.by:
        from meadow.evaluation.store import RunDirectory

        tags = {r["episode"]: r["tags"].get(config.by) for r in RunDirectory(config.run).rows()}
        for value in sorted({str(v) for v in tags.values() if v is not None}):
            groups[value] = [f for f in found if str(tags[f[0]]) == value]
    table = Table("ending", *groups, "meaning")
    counts = {name: count(f for _, f, _ in group) for name, group in groups.items()}
    for finding in Finding:
        cells = [
            f"{counts[name][finding]} ({100.0 * counts[name][finding] / max(1, len(group)):.1f} %)"
            for name, group in groups.items()
        ]
        table.add_row(str(finding), *cells, FINDINGS[finding])
    console = Console(highlight=False)
    console.print(table)
    classes: dict[str, int] = {}
    for _, _, blamed in found:
        classes[blamed] = classes.get(blamed, 0) + 1
    told = ", ".join(f"{name} {n}" for name, n in sorted(classes.items()))
    console.print(f"By the authors' rule: {told}", markup=False)
    for finding in list(Finding)[1:]:
        names = [episode for episode, f, _ in found if f is finding][: config.examples]
        if names:
            console.print(f"{finding}: {', '.join(names)}", markup=False)
    return 0
