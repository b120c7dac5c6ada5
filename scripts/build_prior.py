"""Count where things are in generated training homes: ``src/meadow/models/prior.json``.

    python scripts/build_prior.py --homes 240

Only seeds of the training split are used, so no home of an evaluation is counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow import serialize
from meadow.episodes.recipe import SPLITS
from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House

OUT = Path(__file__).parents[1] / "src/meadow/models/prior.json"

#: Well away from the first seeds of the split, which suites of the training split use.
FIRST_SEED = SPLITS["train"] + 5_000_000


@dataclass(frozen=True, kw_only=True)
class Config:
    """How much is counted."""

    homes: int = 240
    companions: int = 16
    """Things kept for each thing, those it shares most rooms with."""


def main(config: Config) -> None:
    """Generate, count and write."""
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    carriers: dict[str, Counter[str]] = defaultdict(Counter)
    company: dict[str, Counter[str]] = defaultdict(Counter)
    for index in range(config.homes):
        house = generate_house(FIRST_SEED + index, rooms=3 + index % 6)
        _count(house, rooms, carriers, company)
    table = {
        "source": f"{config.homes} generated homes, seeds from {FIRST_SEED}",
        "rooms": {thing: dict(sorted(counts.items())) for thing, counts in sorted(rooms.items())},
        "carriers": {thing: dict(sorted(c.items())) for thing, c in sorted(carriers.items())},
        "company": {
            thing: dict(sorted(counts.most_common(config.companions)))
            for thing, counts in sorted(company.items())
        },
    }
    serialize.write(OUT, table)
    print(f"{OUT.name}: {len(rooms)} things, {OUT.stat().st_size / 1e3:.0f} kB")


def _count(
    house: House,
    rooms: dict[str, Counter[str]],
    carriers: dict[str, Counter[str]],
    company: dict[str, Counter[str]],
) -> None:
    types = {room.id: room.type for room in house.rooms}
    categories = {item.id: item.category for item in house.objects}
    together: dict[str, set[str]] = defaultdict(set)
    for item in house.objects:
        rooms[item.category][types[item.room]] += 1
        carrier = item.container or item.support
        carriers[item.category][categories.get(carrier, carrier)] += 1
        together[item.room].add(item.category)
    for present in together.values():
        for thing in present:
            company[thing].update(present - {thing})


if __name__ == "__main__":
    main(tyro.cli(Config))
