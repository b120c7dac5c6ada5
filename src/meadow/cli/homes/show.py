"""``meadow show``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw a home: labelled plan, cut-away 3-D view and what a robot sees in it.

    Examples: meadow show homes/house-6-0.json.gz -o home.png
    Example: meadow show seed:7,rooms=8 -o home.png
    """

    house: tyro.conf.Positional[str]
    """A house file (.json, .json.gz), or seed:N or seed:N,rooms=6 for a generated home."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"], metavar="FILE.png")]
    """The picture: .png, .jpg or .webp."""
    width: int = 1920
    """Of the picture, pixels."""
    views: int = 5
    """First-person frames."""
    part: Literal["all", "plan", "cutaway", "frames"] = "all"
    """Draw only this part."""


def run(config: Config) -> int:
    """Draw it and say where it is."""
    from meadow.cli.terminal.output import PICTURES, check_file, save_picture
    from meadow.episodes.houses import load_home
    from meadow.viewer.show import draw_part

    check_file(config.output, PICTURES)
    house = load_home(config.house)
    save_picture(draw_part(house, config.part, config.width, config.views), config.output)
    print(f"{house.id}: {len(house.rooms)} rooms, {len(house.objects)} objects -> {config.output}")
    return 0
