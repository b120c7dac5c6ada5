"""``meadow catalogue``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from meadow.cli.terminal.console import make_console

if TYPE_CHECKING:
    from meadow.scenes.catalogue.spec import Category


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw the catalogue of objects as a contact sheet, or list it.

    Example: meadow catalogue -o sheet.png
    Example: meadow catalogue --tag pasture --variants -o pasture.png
    Example: meadow catalogue mug sofa --json
    """

    names: tyro.conf.Positional[tuple[str, ...]] = ()
    """Categories; all by default."""
    output: Annotated[Path | None, tyro.conf.arg(aliases=["-o"], metavar="FILE.png")] = None
    """The picture: .png, .jpg or .webp; without it a list is printed."""
    tag: str = ""
    """Only categories with this tag or of this list of goals, e.g. robothor, furniture, uncommon."""
    variants: bool = False
    """Show every shape of a category, not only the first."""
    people: bool = False
    """Draw the people instead of the things."""
    json: bool = False
    """Print the facts as JSON: sizes, masses, parts, states, places."""
    tile: int = 176
    """Side of a photo, pixels."""
    columns: int = 12
    """Photos in a row."""
    distance: float = 0.0
    """Look from a robot's camera this many metres away; 0 fills the tile."""


def run(config: Config) -> int:
    """Draw, list, or print the facts."""
    import sys

    from meadow import serialize
    from meadow.cli.terminal.output import PICTURES, check_file

    chosen = _chosen(config)
    if config.output is not None:
        check_file(config.output, PICTURES)
        _draw(config, chosen)
    elif config.json:
        facts = [_facts(category) for category in chosen]
        sys.stdout.write(serialize.pretty(facts).decode())
    else:
        _list(chosen)
    return 0


def _chosen(config: Config) -> list[Category]:
    from meadow.scenes.catalogue import CATEGORIES, find_category, tagged

    found = [find_category(name) for name in config.names] or list(CATEGORIES.values())
    if config.tag:
        names = tagged(config.tag)
        found = [category for category in found if category.name in names]
    return found


def _draw(config: Config, chosen: list[Category]) -> None:
    from meadow.cli.terminal.output import save_picture
    from meadow.cli.terminal.progress import StepProgress
    from meadow.viewer.contact_sheet import Framing, contact_sheet, people_sheet

    assert config.output is not None
    framing = Framing(tile=config.tile, distance=config.distance)
    with StepProgress("photos") as progress:
        if config.people:
            sheet = people_sheet(framing=framing)
            what = "people"
        else:
            names = [category.name for category in chosen]
            sheet = contact_sheet(
                names,
                columns=config.columns,
                all_variants=config.variants,
                framing=framing,
                progress=progress,
            )
            what = f"{len(names)} categories"
    save_picture(sheet, config.output)
    print(f"{what} -> {config.output}")


def _facts(category: Category) -> dict[str, Any]:
    """A category as plain data, without its builder."""
    import dataclasses

    fields = {f.name: getattr(category, f.name) for f in dataclasses.fields(category)}
    del fields["build"]
    fields["parts"] = {name: dataclasses.asdict(part) for name, part in category.parts.items()}
    return fields


def _list(chosen: list[Category]) -> None:
    from rich.table import Table

    table = Table("category", "variants", "parts", "states", "tags")
    for category in chosen:
        states = [*category.states, *(["open"] if category.openable else [])]
        table.add_row(
            category.name,
            ", ".join(category.variants),
            ", ".join(category.parts),
            ", ".join(states),
            ", ".join(sorted(category.tags)),
        )
    console = make_console()
    console.print(table)
    console.print(f"{len(chosen)} categories. Draw them: meadow catalogue -o sheet.png")
