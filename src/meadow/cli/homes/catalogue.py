"""``meadow catalogue``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import Out, Positive

if TYPE_CHECKING:
    from meadow.scenes.catalogue.spec import Category


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw the catalogue of objects as a contact sheet, or list it.

    Example: meadow catalogue -o sheet.png
    Example: meadow catalogue --tag robothor --variants -o robothor.png
    Example: meadow catalogue mug sofa --json facts.json
    """

    names: tyro.conf.Positional[tuple[str, ...]] = ()
    """Categories; all by default."""
    out: Annotated[Out | None, tyro.conf.arg(metavar="FILE.png")] = None
    """The picture: .png, .jpg or .webp; without it a list is printed."""
    tag: str = ""
    """Only categories with this tag or of this list of goals, e.g. robothor, furniture, uncommon."""
    variants: bool = False
    """Show every shape of a category, not only the first."""
    bodies: bool = False
    """Draw the people instead of the things."""
    json: Path | None = None
    """Write the facts to this file: sizes, masses, parts, states, places."""
    tile: Positive = 176
    """Side of a photo, pixels."""
    columns: Positive = 12
    """Photos in a row."""
    distance: float = 0.0
    """Look from a robot's camera this many metres away; 0 fills the tile."""


def run(config: Config) -> int:
    """Draw, write the facts, or list."""
    from meadow import serialize
    from meadow.cli.terminal.output import PICTURES, check_file

    if config.out is not None:
        check_file(config.out, PICTURES)
    if config.json is not None:
        check_file(config.json, (".json",))
    chosen = _chosen(config)
    if config.json is not None:
        serialize.write(config.json, [_facts(category) for category in chosen], indent=True)
        print(f"{len(chosen)} categories -> {config.json}")
    if config.out is not None:
        _draw(config, chosen)
    elif config.json is None:
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

    assert config.out is not None
    framing = Framing(tile=config.tile, distance=config.distance)
    with StepProgress("photos") as progress:
        if config.bodies:
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
    save_picture(sheet, config.out)
    print(f"{what} -> {config.out}")


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
