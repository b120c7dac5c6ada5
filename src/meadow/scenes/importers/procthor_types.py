"""ProcTHOR's vocabulary in Meadow's: room types and the object types of its asset database."""

from __future__ import annotations

ROOM_TYPES = {
    "Kitchen": "kitchen",
    "LivingRoom": "living room",
    "Bedroom": "bedroom",
    "Bathroom": "bathroom",
}

#: Type in the asset database -> category. Types that are missing here go by their name
#: (see ``naming``), so "GarbageCan" needs no line.
OBJECT_TYPES = {
    "AluminumFoil": "aluminum foil",
    "ArmChair": "armchair",
    "BasketBall": "basketball",
    "Boots": "boots",
    "CD": "cd",
    "CellPhone": "phone",
    "Cloth": "cloth",
    "ClothesDryer": "dryer",
    "CoffeeMachine": "coffee maker",
    "CounterTop": "kitchen counter",
    "Cup": "cup",
    "Desktop": "computer",
    "DishSponge": "sponge",
    "DogBed": "pet bed",
    "Footstool": "step stool",
    "HandTowel": "hand towel",
    "HandTowelHolder": "towel rail",
    "HousePlant": "house plant",
    "KeyChain": "keys",
    "LaundryHamper": "laundry basket",
    "Painting": "painting",
    "RoomDecor": "sculpture",
    "ShelvingUnit": "shelf",
    "ShowerHead": "shower head",
    "SideTable": "side table",
    "SoapBar": "soap",
    "TableTopDecor": "bowl",
    "TVStand": "tv stand",
    "TennisRacket": "tennis racket",
    "TowelHolder": "towel rail",
    "ToiletPaperHanger": "toilet paper holder",
    "Watch": "watch",
    "WineBottle": "wine bottle",
}

#: Types that are part of the building and never objects of their own.
BUILDING_TYPES = frozenset({"Doorway", "Doorframe", "Window"})

#: Depth of a run of kitchen counter, metres.
COUNTER_DEPTH = 0.61

#: Letter in a counter's asset id -> the legs that stand out from its back run, seen from behind.
COUNTER_LEGS = {"L": ("right",), "C": ("right", "left")}
