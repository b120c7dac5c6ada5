"""``meadow convert-episodes``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Turn episodes of one file format into another: meadow, robothor, habitat, procthor.

    What is read and not changed is written with the same values.
    Example: meadow convert-episodes val/ --from habitat --to meadow -o val.jsonl.gz
    """

    input: tyro.conf.Positional[Path]
    """File or directory to read."""
    source: Annotated[str, tyro.conf.arg(name="from")]
    """Its format."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
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
    target.write(config.output, episodes)
    houses = {e.house.uri for e in episodes}
    tasks = " and ".join(sorted({e.task for e in episodes}))
    print(f"{len(episodes)} {tasks} episodes in {len(houses)} homes: {config.output}")
    hint = foreign_hint(episodes[0].house)
    if hint:
        print(f"To run them one needs {hint}")
    return 0
