"""``meadow show``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

if TYPE_CHECKING:
    from meadow.scenes.schema import House

_SEED = re.compile(r"(?:seed:|generator:seed=)(\d{1,18})(?:,rooms=(\d{1,3}(?:-\d{1,3})?))?")
DEFAULT_ROOMS = "6"


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
    from meadow.cli.output import PICTURES, check_file, save_picture
    from meadow.viewer.show import draw_part

    check_file(config.output, PICTURES)
    house = find_house(config.house)
    save_picture(draw_part(house, config.part, config.width, config.views), config.output)
    print(f"{house.id}: {len(house.rooms)} rooms, {len(house.objects)} objects -> {config.output}")
    return 0


def find_house(name: str) -> House:
    """The home of a file or of a seed, checked."""
    from meadow.cli.generate_houses import parse_rooms
    from meadow.errors import InvalidValueError
    from meadow.scenes.generator import generate_house
    from meadow.scenes.validate import load_house

    if match := _SEED.fullmatch(name):
        return generate_house(int(match[1]), rooms=parse_rooms(match[2] or DEFAULT_ROOMS))
    if name.startswith(("seed:", "generator:")):
        raise InvalidValueError(
            f"{name!r}: expected seed:N or seed:N,rooms=6, e.g. seed:7,rooms=4-8"
        )
    return load_house(name)
