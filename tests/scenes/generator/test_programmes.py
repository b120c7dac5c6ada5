"""The furnishing data speaks of things that exist and that can be where it puts them."""

from __future__ import annotations

import pytest

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.clutter import candidates
from meadow.scenes.generator.programmes import (
    CURTAIN,
    ESSENTIALS,
    PROGRAMMES,
    TOP_ITEMS,
    Desk,
    Flanked,
    Hang,
    KitchenRun,
    Lay,
    Lounge,
    Names,
    Others,
    Overhead,
    Stand,
    TableWithSeats,
    named_categories,
)
from meadow.scenes.generator.rooms import EXTENTS, SMALL
from meadow.scenes.schema import ROOM_TYPES


def test_every_named_category_exists() -> None:
    assert named_categories() <= set(CATEGORIES)


def test_every_room_type_is_described() -> None:
    for table in (PROGRAMMES, ESSENTIALS, EXTENTS):
        assert set(table) == set(ROOM_TYPES)
    assert {kind for homes in SMALL.values() for home in homes for kind in home} <= set(ROOM_TYPES)


@pytest.mark.parametrize("kind", ROOM_TYPES)
def test_pieces_can_be_where_the_programme_puts_them(kind: str) -> None:
    for step in PROGRAMMES[kind]:
        for support, names in _uses(step):
            for name in names:
                assert support in CATEGORIES[name].on, f"{name} on the {support} of a {kind}"


def _uses(step: object) -> list[tuple[str, Names]]:
    """Which names a step puts on the floor, the wall and the ceiling."""
    match step:
        case Stand(names=names, above=above):
            return [("floor", names), ("wall", above)]
        case Flanked(names=names, flanks=flanks, foot=foot, above=above):
            return [("floor", (*names, *flanks, *foot)), ("wall", above)]
        case TableWithSeats(names=names, seats=seats) | Desk(names=names, seats=seats):
            return [("floor", (*names, *seats))]
        case Lounge():
            pieces = (step.stands, step.sofas, step.tables, step.seats, step.ends, step.rugs)
            return [("floor", tuple(name for names in pieces for name in names))]
        case KitchenRun(units=units, overhead=overhead, hood=hood):
            return [("floor", units), ("wall", (overhead, hood))]
        case Lay(names=names):
            return [("floor", names)]
        case Hang(names=names):
            return [("wall", names)]
        case Overhead(names=names):
            return [("ceiling", names)]
        case Others():
            return []
    raise AssertionError(f"unknown step {step}")


def test_curtains_hang_on_walls() -> None:
    assert "wall" in CATEGORIES[CURTAIN].on


def test_seats_of_tables_are_group_things() -> None:
    for steps in PROGRAMMES.values():
        for step in steps:
            if isinstance(step, TableWithSeats | Desk):
                assert all(CATEGORIES[name].place == "group" for name in step.seats)


def test_essentials_are_part_of_their_programme() -> None:
    for kind, wanted in ESSENTIALS.items():
        placed = {name for step in PROGRAMMES[kind] for _, names in _uses(step) for name in names}
        assert all(placed & set(names) for names in wanted)


def test_settings_name_places_that_exist() -> None:
    assert {s.where for group in TOP_ITEMS.values() for s in group} <= {"back", "middle", "any"}


def test_candidates_respect_room_and_carrier() -> None:
    names, weights = candidates("night stand", False, "bedroom")
    assert names
    assert all(weight > 0.0 for weight in weights)
    assert all(
        "bedroom" in CATEGORIES[n].rooms and "night stand" in CATEGORIES[n].on for n in names
    )
    assert candidates("night stand", False, "no such room") == ((), ())
