"""``meadow import``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import NotNegative, Out, Positive

if TYPE_CHECKING:
    from meadow.scenes.importers import ImportSummary


@dataclass(frozen=True, kw_only=True)
class Config:
    """Convert homes of another format into Meadow's, one .json.gz each, and say what was approximated.

    Example: meadow import procthor houses.jsonl.gz --index 0 -o homes/
    Example: meadow import drawing plan.txt -o homes/
    """

    format: tyro.conf.Positional[str]
    """Format of the file: procthor, or drawing for a home drawn as text (see meadow.scenes.drawn)."""
    file: tyro.conf.Positional[Path]
    """File to import: .json or .jsonl, also .gz; .txt for a drawing."""
    out: Out
    """Directory for the homes; made when the first one is written."""
    assets: Path | None = None
    """The format's asset database. ProcTHOR: databases/asset-database.json of allenai/procthor."""
    index: NotNegative | None = None
    """Import only this house of a file with many, from 0."""
    all: bool = False
    """Import every house of the file."""
    limit: Positive | None = None
    """With --all: at most this many."""


def run(config: Config) -> int:
    """Import the chosen houses; those that fail are named, and the rest is still written."""
    from meadow.cli.terminal.progress import track
    from meadow.errors import MeadowError
    from meadow.scenes.importers import IMPORTERS, ImportSummary
    from meadow.scenes.schema import write_house

    homes = IMPORTERS.get(config.format)(config.file, assets=config.assets)
    chosen = _chosen(config, len(homes))
    total, failed = ImportSummary(), 0
    for index in track(chosen, "importing", len(chosen)):
        try:
            house, summary = homes[index]
        except MeadowError as error:
            if len(chosen) == 1:
                raise
            failed += 1
            sys.stderr.write(f"{error}\n")
            continue
        write_house(house, config.out / f"{house.id}.json.gz")
        total = total + summary
    _print_summary(total, config.out)
    if failed:
        sys.stderr.write(f"{failed} of {len(chosen)} houses could not be imported\n")
    return 1 if failed else 0


def _chosen(config: Config, count: int) -> range:
    from meadow.errors import InvalidValueError

    if config.index is not None:
        if config.all or config.limit is not None:
            raise InvalidValueError("--index picks one house, so --all and --limit make no sense")
        return range(config.index, config.index + 1)
    if config.all or count == 1:
        return range(min(count, config.limit or count))
    raise InvalidValueError(
        f"{config.file} holds {count} houses: choose one with --index N (0 to {count - 1}) "
        "or take them with --all"
    )


def _print_summary(total: ImportSummary, output: Path) -> None:
    from rich.table import Table

    table = Table("objects", "how many", "which", title=f"{total.houses} homes in {output}")
    table.add_row("shapes of the catalogue", str(total.shapes.total()), _top(total.shapes.items()))
    for title, counts in (
        ("plain boxes (type unknown)", total.boxes),
        ("size guessed (asset unknown)", total.guessed_sizes),
        ("levelled (lay tilted)", total.levelled),
        ("moved onto their carrier", total.settled),
        ("left out", total.dropped),
    ):
        table.add_row(title, str(counts.total()), _top(counts.items()))
    make_console().print(table)


def _top(counts: Iterable[tuple[str, int]], shown: int = 6) -> str:
    """The most frequent ones, as text."""
    ranked = sorted(counts, key=lambda pair: (-pair[1], pair[0]))
    text = ", ".join(f"{name} {count}" for name, count in ranked[:shown] if count)
    return text + (", ..." if len(ranked) > shown else "")
