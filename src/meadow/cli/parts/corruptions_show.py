"""``meadow corruptions show``: a sheet of what each corruption does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.options import NotNegative, Out, Rooms


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw corruptions at all severities: camera pictures, and tracks for wheels and odometry.

    Example: meadow corruptions show spatter motion_drift -o sheet.png
    """

    names: tyro.conf.Positional[tuple[str, ...]] = ()
    """Which ones; all by default (see: meadow corruptions list)."""
    out: Out = Path("corruptions.png")
    """Picture to write, .png, .jpg or .webp."""
    seed: NotNegative = 7
    """Seed of the home, the view and the draws."""
    rooms: Rooms = "5"
    """Rooms of the home: a number, or the fewest and the most."""
    tile: int = 200
    """Side of a picture, pixels."""


def run(config: Config) -> int:
    """Draw and write the sheet."""
    from meadow.cli.terminal.output import PICTURES, check_file, save_picture
    from meadow.corruptions import parse
    from meadow.episodes.houses import parse_rooms
    from meadow.errors import InvalidValueError
    from meadow.scenes.generator import generate_house
    from meadow.viewer.corruption_sheet import corruption_sheet

    check_file(config.out, PICTURES)
    if not 32 <= config.tile <= 400:
        raise InvalidValueError(f"--tile {config.tile}: expected 32 to 400 pixels")
    names = [one.corruption.name for one in parse(config.names)]
    house = generate_house(config.seed, rooms=parse_rooms(config.rooms))
    save_picture(corruption_sheet(house, names, tile=config.tile, seed=config.seed), config.out)
    print(config.out)
    return 0
