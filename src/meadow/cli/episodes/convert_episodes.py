"""``meadow convert-episodes``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from meadow.cli.terminal.options import Out


@dataclass(frozen=True, kw_only=True)
class Config:
    """Convert episodes between file formats: meadow, robothor, habitat, procthor.

    Values that both formats have are written as they were read.
    Example: meadow convert-episodes val/ --from habitat --to meadow -o val.jsonl.gz
    """

    input: tyro.conf.Positional[Path]
    """File or directory to read."""
    source: Annotated[str, tyro.conf.arg(name="from")]
    """Its format."""
    out: Annotated[Out, tyro.conf.arg(metavar="PATH")]
    """File to write, or a directory for formats of several files."""
    target: Annotated[str, tyro.conf.arg(name="to")] = "meadow"
    """The format to write."""


def run(config: Config) -> int:
    """Read, write, and say what there was."""
    from meadow.episodes.formats import FORMATS
    from meadow.episodes.houses import foreign_hint
    from meadow.errors import FileFormatError

    source, target = FORMATS.get(config.source), FORMATS.get(config.target)
    if not config.input.exists():
        raise FileFormatError(f"{config.input}: no such file or directory")
    episodes = source.read(config.input)
    if not episodes:
        raise FileFormatError(f"{config.input}: holds no episodes")
    target.write(config.out, episodes)
    houses = {e.house.uri for e in episodes}
    tasks = " and ".join(sorted({e.task for e in episodes}))
    print(f"{len(episodes)} {tasks} episodes in {len(houses)} homes: {config.out}")
    hint = foreign_hint(episodes[0].house)
    if hint:
        print(f"To run them one needs {hint}")
    return 0
