"""``meadow study excalibur balance``: which questions are asked, chosen by their answers in training homes.

Candidates are made in some homes of the train split and answered in others. Each home is a line of a work
file, so that an interrupted command goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.benchmarks.excalibur.homes import asked_things, scene_of
from meadow.benchmarks.excalibur.paper import MIX
from meadow.benchmarks.excalibur.table import TABLE
from meadow.episodes.houses import load_house
from meadow.episodes.lift import randomised_uri
from meadow.episodes.schema import HouseRef
from meadow.episodes.seeds import ASKED_SUITE, suite_homes
from meadow.errors import InvalidValueError
from meadow.evaluation.study.plan import OutOption
from meadow.evaluation.study.screen import Screen
from meadow.language.questions.balance import (
    MOST_SHARE,
    TableEntry,
    calibrated,
    encode_entry,
    tally,
    weighted,
)
from meadow.language.questions.encoding import decode, encode
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import FAMILIES, answer_type, instance
from meadow.language.questions.graph import Thresholds
from meadow.language.questions.program import Program
from meadow.scenes.schema import House
from meadow.seeding import stream

#: Rooms of a home.
ROOMS = (1, 10)
#: Homes of the train split in which candidates are made, after those in which they are answered.
FIRST_SOURCE = 5000
#: Homes of the train split that are asked to correct the mix, and the first of them.
CALIBRATION, FIRST_CALIBRATION = 80, 6000
#: How often the mix is corrected.
ROUNDS = 30
#: Candidates of each family in a home; rarer ones are tried more often.
TRIED = {
    "colour": 1,
    "place": 2,
    "count": 4,
    "existence": 14,
    "weight": 6,
    "chain": 14,
    "logic": 10,
}
TRIED |= {"size": 12, "material": 3}
TRIED_OTHERWISE = 5
#: Homes that tell how prominent categories are: how often a home has one thing of it.
LOOKED_AT = 60
#: Homes after which a candidate is given up, and the least share of them in which it must make sense, and
#: the greatest share that one answer may have there.
SIFTED, LEAST_SENSE, MOST_ALIKE = 120, 0.01, 0.85


@dataclass(frozen=True)
class Config:
    """Choose the questions of the benchmark: those whose answers differ over homes of training."""

    homes: int = 1000
    """Homes of the train split in which every candidate is answered."""
    sources: int = 110
    """Other homes of the train split, in which candidates are made."""
    work: Path = Path("runs/excalibur-balance")
    """Directory for what is known so far; an interrupted command goes on there."""
    out: OutOption = TABLE
    """The table to write."""


def run(config: Config, screen: Screen) -> int:
    """Make candidates, answer them, keep the balanced ones with weights for the paper's mix."""
    if config.homes < 1 or config.sources < 1:
        raise InvalidValueError(
            f"{config.homes} homes and {config.sources} sources: expected 1 or more of each"
        )
    config.work.mkdir(parents=True, exist_ok=True)
    programs = dict(_candidates(config, screen))
    screen.say(f"{len(programs):,} candidates")
    answers = _answers(programs, config, screen)
    entries = [
        TableEntry(key.partition(" ")[0], programs[key], counted)
        for key, counted in answers.items()
    ]
    balanced = [entry for entry in entries if entry.balanced]
    if not balanced:
        raise InvalidValueError(
            f"none of {len(entries):,} candidates is balanced over {config.homes} homes: ask for more "
            "homes (--homes) or candidates (--sources)"
        )
    asked = [
        KnownThings(asked_things(train_home(FIRST_CALIBRATION + n))) for n in range(CALIBRATION)
    ]
    kept = calibrated(weighted(balanced, MIX), asked, MIX, rounds=ROUNDS)
    _write(config, kept, len(entries))
    families = Counter(entry.family for entry in kept)
    types = Counter(answer_type(entry.program) for entry in kept)
    screen.say(f"{len(kept):,} are balanced: {dict(families)}; {dict(types)}")
    return 0


def train_home(index: int) -> House:
    """The n-th home of the train split, with weights and sizes drawn anew."""
    seed = suite_homes("train", ASKED_SUITE)[index]
    return load_house(HouseRef(randomised_uri(seed, ROOMS)))


def _candidates(config: Config, screen: Screen) -> Iterator[tuple[str, Program]]:
    """Different programs by key, which begins with the family."""
    file = config.work / f"candidates-{config.sources}.jsonl"
    done = kept_lines(file)
    common = _prominence() if len(done) < config.sources else {}
    with screen.steps("candidates") as progress:
        for number in range(config.sources):
            if number >= len(done):
                line = serialize.encode(list(_in_home(number, common)))
                with file.open("ab") as out:
                    out.write(line + b"\n")
                done.append(msgspec.json.decode(line))
            progress(number + 1, config.sources, {})
    seen: set[str] = set()
    for found in done:
        for family, said in found:
            key = f"{family} {serialize.encode(said).decode()}"
            if key not in seen:
                seen.add(key)
                yield key, decode(said)


def _prominence() -> dict[str, float]:
    """Category -> share of homes that have exactly one thing of it."""
    single: Counter[str] = Counter()
    for number in range(LOOKED_AT):
        house = train_home(FIRST_SOURCE + number)
        counts = Counter(item.category for item in house.objects)
        single.update(category for category, count in counts.items() if count == 1)
    return {category: count / LOOKED_AT for category, count in single.items()}


def _in_home(number: int, common: Mapping[str, float]) -> Iterator[tuple[str, Any]]:
    scene = scene_of(train_home(FIRST_SOURCE + number), common)
    for family in FAMILIES:
        rng = stream(ASKED_SUITE, "candidates", number, family)
        for _ in range(TRIED.get(family, TRIED_OTHERWISE)):
            program = instance(family, scene, rng, tries=20)
            if program is not None:
                yield family, encode(program)


def _answers(
    programs: Mapping[str, Program], config: Config, screen: Screen
) -> dict[str, Counter[str]]:
    """How each candidate was answered over all homes; hopeless ones are given up early."""
    file = config.work / f"answers-{serialize.digest(sorted(programs))[:12]}.jsonl"
    done = kept_lines(file)
    keys = list(programs)
    numbers = {key: number for number, key in enumerate(keys)}
    counted: dict[str, Counter[str]] = {key: Counter() for key in keys}
    for home in done[: config.homes]:
        for number, answer in home:
            counted[keys[number]][answer] += 1
    left = dict(programs)
    with screen.steps("homes") as progress:
        for index in range(len(done), config.homes):
            if index >= SIFTED and len(left) == len(programs):
                left = {key: program for key, program in left.items() if _hopeful(counted[key])}
            (found,) = tally(left, [KnownThings(asked_things(train_home(index)))])
            with file.open("ab") as out:
                line = [[numbers[key], answer] for key, answer in found.items()]
                out.write(serialize.encode(line) + b"\n")
            for key, answer in found.items():
                counted[key][answer] += 1
            progress(index + 1, config.homes, {"candidates": len(left)})
    return counted


def _hopeful(answers: Counter[str]) -> bool:
    """Whether a candidate may turn out balanced, by the first homes."""
    total = sum(answers.values())
    return total >= LEAST_SENSE * SIFTED and max(answers.values()) <= max(2, MOST_ALIKE * total)


def kept_lines(file: Path) -> list[Any]:
    """The whole lines of a work file, decoded; a torn last one is cut off."""
    if not file.is_file():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        file.write_bytes(whole)
    return [msgspec.json.decode(line) for line in whole.splitlines()]


def _write(config: Config, kept: Sequence[TableEntry], candidates: int) -> None:
    thresholds = Thresholds()
    content = {
        "about": "Questions whose answers differ over homes of training, with those answers.",
        "homes": config.homes,
        "candidates": candidates,
        "most_share": MOST_SHARE,
        "adjacent": thresholds.adjacent,
        "arguable": thresholds.arguable,
        "margin": thresholds.margin,
        "questions": [encode_entry(entry) for entry in kept],
    }
    serialize.write_bytes(config.out, serialize.encode(content))
