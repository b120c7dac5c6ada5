"""People in generated homes."""

from __future__ import annotations

from meadow.scenes.generator import HouseSpec, generate_house


def test_nobody_stands_in_an_opening_between_rooms() -> None:
    """This home once chose a threshold, which belongs to no room, and failed."""
    house = generate_house(108, spec=HouseSpec(rooms=4, people=3))
    assert {person.room for person in house.people} <= {room.id for room in house.rooms}
    assert len(house.people) == 3
