"""``meadow show``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import tyro

from meadow.cli.terminal.options import Out, Positive


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw a home: labelled plan, cut-away 3-D view and what a robot sees in it.

    Example: meadow show homes/house-6-0.json.gz -o home.png
    Example: meadow show seed:7,rooms=8 -o home.png
    """

    house: tyro.conf.Positional[str]
    """A home: a house file (.json, .json.gz), or seed:7 or seed:7,rooms=4-8 for a generated one."""
    out: Annotated[Out, tyro.conf.arg(metavar="FILE.png")]
    """The picture: .png, .jpg or .webp."""
    width: Positive = 1920
    """Width of the picture, pixels."""
    views: Positive = 5
    """First-person frames."""
    panel: Literal["all", "plan", "cutaway", "frames"] = "all"
    """Draw only this panel."""


def run(config: Config) -> int:
    """Draw it and say where it is."""
    from meadow.cli.terminal.output import PICTURES, check_file, save_picture
    from meadow.episodes.houses import load_home
    from meadow.viewer.show import draw_part

    check_file(config.out, PICTURES)
    house = load_home(config.house)
    save_picture(draw_part(house, config.panel, config.width, config.views), config.out)
    print(f"{house.id}: {len(house.rooms)} rooms, {len(house.objects)} objects -> {config.out}")
    return 0
