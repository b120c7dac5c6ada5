"""``meadow show``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from meadow.cli.terminal.options import Out, Positive


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw a home: labelled plan, cut-away 3-D view and what a robot sees in it; or export it as glTF.

    Example: meadow show homes/house-6-0.json.gz -o home.png
    Example: meadow show seed:7,rooms=8 -o home.png
    Example: meadow show seed:7,rooms=8 --gltf home.glb
    """

    house: tyro.conf.Positional[str]
    """A home: a house file (.json, .json.gz), a plan drawn as text (.txt), or seed:7 or seed:7,rooms=4-8
    for a generated one."""
    out: Annotated[Out | None, tyro.conf.arg(metavar="FILE.png")] = None
    """The picture: .png, .jpg or .webp."""
    gltf: Annotated[Path | None, tyro.conf.arg(metavar="FILE.glb")] = None
    """Export shapes, textures, names and ids for Blender, MuJoCo, Isaac and others."""
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
    from meadow.errors import InvalidValueError
    from meadow.viewer.gltf import write_gltf
    from meadow.viewer.show import about, draw_part

    if config.out is None and config.gltf is None:
        raise InvalidValueError("say what to write: -o FILE.png for a picture, --gltf FILE.glb")
    if config.out is not None:
        check_file(config.out, PICTURES)
    if config.gltf is not None:
        check_file(config.gltf, (".glb",))
    house = load_home(config.house)
    if config.out is not None:
        save_picture(draw_part(house, config.panel, config.width, config.views), config.out)
        print(f"{about(house)} -> {config.out}")
    if config.gltf is not None:
        write_gltf(house, config.gltf)
        print(f"{about(house)} -> {config.gltf}")
    return 0
