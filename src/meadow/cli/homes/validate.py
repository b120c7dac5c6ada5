"""``meadow validate``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Say everything that is wrong with house files; the exit code is 1 if anything is."""

    files: tyro.conf.Positional[tuple[Path, ...]]
    """House files (.json or .json.gz)."""


def run(config: Config) -> int:
    """Print every problem of every file, then how many files are valid."""
    from meadow.errors import InvalidValueError

    if not config.files:
        raise InvalidValueError("no files given, expected: meadow validate FILE...")
    bad = 0
    for path in config.files:
        problems = _problems(path)
        bad += bool(problems)
        count = len(problems)
        print(f"{path}: " + (f"{count} problem{'s'[: count != 1]}" if problems else "valid"))
        for problem in problems:
            print(f"  {problem}")
    if len(config.files) > 1:
        print(f"{len(config.files) - bad} of {len(config.files)} files are valid")
    return 1 if bad else 0


def _problems(path: Path) -> list[str]:
    from meadow.errors import FileFormatError
    from meadow.scenes.schema import read_house
    from meadow.scenes.validate import check_house

    try:
        return check_house(read_house(path))
    except FileFormatError as error:
        return [str(error).removeprefix(f"{path}: ")]
