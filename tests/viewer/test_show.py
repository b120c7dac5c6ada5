"""Pictures of homes say what is in them."""

from __future__ import annotations

import msgspec

from meadow.testing.furnished import furnished
from meadow.viewer.show import about


def test_one_room_is_not_called_rooms() -> None:
    house = furnished()
    one = msgspec.structs.replace(house, rooms=house.rooms[:1])
    assert about(one).startswith(f"{house.id}: 1 room, {len(house.objects)} objects")
    two = msgspec.structs.replace(house, rooms=house.rooms[:1] * 2)
    assert ": 2 rooms, " in about(two)
