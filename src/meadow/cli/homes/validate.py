"""``meadow validate``."""

from __future__ import annotations

from dataclasses import dataclass

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Find everything that is wrong with homes; the exit code is 1 if anything is.

    Example: meadow validate homes/house-6-0.json.gz
    """

    houses: tyro.conf.Positional[tuple[str, ...]]
    """Homes: house files (.json or .json.gz), or generated ones such as seed:7,rooms=6."""


def run(config: Config) -> int:
    """Print every problem of every home, then how many are valid."""
    from meadow.errors import InvalidValueError

    if not config.houses:
        raise InvalidValueError("no homes given, expected: meadow validate FILE...")
    bad = 0
    for name in config.houses:
        problems = _problems(name)
        bad += bool(problems)
        count = len(problems)
        print(f"{name}: " + (f"{count} problem{'s'[: count != 1]}" if problems else "valid"))
        for problem in problems:
            print(f"  {problem}")
    if len(config.houses) > 1:
        print(f"{len(config.houses) - bad} of {len(config.houses)} homes are valid")
    return 1 if bad else 0


def _problems(name: str) -> list[str]:
    from meadow.episodes.houses import load_home
    from meadow.errors import FileFormatError, InvalidHouseError
    from meadow.sim.populate import walk_problems

    try:
        return walk_problems(load_home(name))
    except InvalidHouseError as error:
        return list(error.problems)
    except FileFormatError as error:
        return [str(error).removeprefix(f"{name}: ")]
