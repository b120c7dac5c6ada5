"""ProcTHOR's vocabulary in Meadow's: room types and the object types of its asset database."""

from __future__ import annotations

ROOM_TYPES = {
    "Kitchen": "kitchen",
    "LivingRoom": "living room",
    "Bedroom": "bedroom",
    "Bathroom": "bathroom",
}

#: Type in the asset database -> category, for those whose name does not tell (see ``naming``).
OBJECT_TYPES = {
    "Blinds": "curtain",
    "CellPhone": "phone",
    "Cloth": "towel",
    "Cup": "cup",
    "Desktop": "desktop computer",
    "HandTowelHolder": "towel rail",
    "RoomDecor": "statue",
    "ScrubBrush": "toilet brush",
    "ShelvingUnit": "bookshelf",
    "TableTopDecor": "bowl",
    "ToiletPaperHanger": "toilet paper",
    "TowelHolder": "towel rail",
}

#: Type -> category whose shape has one already, so that one on it is left out.
BUILT_IN = {"Faucet": "sink"}

#: Depth of a run of kitchen counter, metres.
COUNTER_DEPTH = 0.61

#: Letter in a counter's asset id -> the legs that stand out from its back run, seen from behind.
COUNTER_LEGS = {"L": ("right",), "C": ("right", "left")}
