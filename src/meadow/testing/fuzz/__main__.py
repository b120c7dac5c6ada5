"""``python -m meadow.testing.fuzz``: run cases of every target and write what failed."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from meadow import serialize
from meadow.errors import UnknownIdError
from meadow.testing.fuzz import TARGETS, Tally, fuzz
from meadow.testing.fuzz.runner import mutant


@dataclass(frozen=True, kw_only=True)
class Config:
    """Change valid files at random and read them; exit code 1 if any but Meadow's errors came of it."""

    cases: int = 200
    """Cases for each target."""
    seed: int = 1
    """Decides what is changed."""
    target: tuple[str, ...] = ()
    """Targets to run; all unless given."""
    moves: int = 0
    """Also take this many random steps in worlds whose things are moved and whose people walk."""
    people: int = 0
    """Also take this many random steps in homes whose people idle, loop and roam."""
    arm: int = 0
    """Also take this many random steps of a robot with an arm, in ten homes, half of them with people."""
    questions: int = 0
    """Also say this many questions and read them back, and answer those of a fiftieth as many homes in two
    ways."""
    case: int | None = None
    """Run this case alone, here, so that its traceback shows."""
    out: Annotated[Path | None, tyro.conf.arg(aliases=["-o"])] = None
    """File for commit, seed, cases and failures as JSON."""


def main(config: Config) -> int:
    """Fuzz, say how each target fared, write the file."""
    names = config.target or tuple(TARGETS.names())
    for name in names:
        try:
            TARGETS.entry(name)
        except UnknownIdError as error:
            sys.stderr.write(f"error: {error}\n")
            return 2
    if config.case is not None:
        return _one(names[0], config.seed, config.case)
    tallies = []
    for name in names:
        tallies.append(fuzz(name, seed=config.seed, cases=config.cases))
        sys.stdout.write(_line(tallies[-1]))
        sys.stdout.flush()
    moved = _moves(config.moves, config.seed) if config.moves else {}
    lived = _people(config.people, config.seed) if config.people else {}
    reached = _arm(config.arm, config.seed) if config.arm else {}
    asked = _questions(config.questions, config.seed) if config.questions else {}
    failures = [failure for tally in tallies for failure in tally.failures]
    for failure in failures:
        sys.stdout.write(
            f"{failure.kind}: {failure.error} ({failure.place})\n  {failure.reproduce}\n"
        )
    if config.out is not None:
        result = {
            "commit": _commit(),
            "seed": config.seed,
            "cases": sum(tally.cases for tally in tallies),
            "failures": len(failures),
            "targets": {
                t.target: {**t.outcomes, "cases": t.cases, "failures": len(t.failures)}
                for t in tallies
            },
            "failed": failures,
            "moves": moved,
            "people": lived,
            "arm": reached,
            "questions": asked,
        }
        serialize.write(config.out, result, indent=True)
    return 1 if failures else 0


def _moves(steps: int, seed: int) -> dict[str, int]:
    """Random steps in two worlds; the first unsound one ends the program with its error."""
    from meadow.testing.fuzz.moves import check_same_in_any_order, home_of_moves, run_moves

    logging.disable(logging.WARNING)  # people are often shut in here
    houses = [home_of_moves(seed + k) for k in range(2)]
    done = sum((run_moves(house, steps // 2, seed) for house in houses), Counter[str]())
    check_same_in_any_order([houses[0], houses[0], houses[1]], 200, seed)
    sys.stdout.write(f"{'moves':<20} {steps:>6} steps, all sound: {dict(done)}\n")
    return dict(done)


def _people(steps: int, seed: int) -> dict[str, int]:
    """Random steps in five homes of people; the first unsound one ends the program with its error."""
    from meadow.testing.fuzz.people import home_of_people, run_people

    houses = [home_of_people(seed + k) for k in range(5)]
    done = sum((run_people(house, steps // 5, seed) for house in houses), Counter[str]())
    sys.stdout.write(f"{'people':<20} {steps:>6} steps, all sound: {dict(done)}\n")
    return dict(done)


def _arm(steps: int, seed: int) -> dict[str, int]:
    """Random steps of an arm in ten homes; the first unsound one ends the program with its error."""
    from meadow.testing.fuzz.arm import home_of_arms, run_arm, same_arms_in_any_order

    logging.disable(logging.WARNING)  # people are often shut in here
    houses = [home_of_arms(seed + k, people=4 * (k % 2)) for k in range(10)]
    done = sum((run_arm(house, steps // 10, seed) for house in houses), Counter[str]())
    same_arms_in_any_order([houses[0], houses[0], houses[1]], 200, seed)
    told = {str(name): count for name, count in done.items()}
    refused = told.get("refused", 0)
    sys.stdout.write(f"{'arm':<20} {steps:>6} steps, all sound, {refused} refused\n")
    return told


def _questions(count: int, seed: int) -> dict[str, int]:
    """Questions said and read, and answered in two ways; the first that differs ends the program."""
    from meadow.testing.fuzz.questions import run_parser, run_programs

    read = run_parser(count, seed)
    homes = max(1, count // 50)
    done = run_programs(homes, seed)
    sys.stdout.write(
        f"{'questions':<20} {read:>6} read back, {done.total()} of {homes} homes answered twice alike\n"
    )
    return {"read": read, "homes": homes, **done}


def _one(name: str, seed: int, case: int) -> int:
    """A single case in this process."""
    with tempfile.TemporaryDirectory(prefix="meadow-fuzz-") as folder:
        target = TARGETS.get(name)(Path(folder))
        target.feed(mutant(target, name, seed, case))
    return 0


def _line(tally: Tally) -> str:
    read, refused = tally.outcomes["read"], tally.outcomes["refused"]
    return (
        f"{tally.target:<20} {tally.cases:>6} cases {read:>6} read {refused:>6} refused "
        f"{len(tally.failures):>5} failed {tally.seconds:>7.1f} s\n"
    )


def _commit() -> str:
    """The commit that was fuzzed; with "+" when files differ from it."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=+"]
    command += ["--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Config, prog="python -m meadow.testing.fuzz")))
