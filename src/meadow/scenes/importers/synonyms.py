"""Other names of the catalogue's categories, from the vocabularies of Objaverse and the like.

A category names what a thing is when a robot is sent for it, so only true names belong here: a cigarette
is better a plain box than a pencil.
"""

from __future__ import annotations

OTHER_NAMES = {
    "alarm clock": "clock radio",
    "bag": "satchel",
    "baseball bat": "bat",
    "armchair": "recliner",
    "bed": "bed frame",
    "book": "phonebook, pocketbook",
    "box": "hatbox",
    "building blocks": "blocks, lego",
    "cake": "birthday cake",
    "camera": "camcorder, webcam",
    "can": "canister, cannister",
    "chair": "highchair",
    "chess board": "checkerboard",
    "chopsticks": "chopstick",
    "cup": "chalice, goblet",
    "dresser": "drawers, drawer",
    "game console": "console",
    "glasses": "eyeglass",
    "grapes": "grape",
    "guitar": "ukulele",
    "headphones": "headset, earphone",
    "house plant": "plant, cactus",
    "jar": "jam",
    "key": "keychain, keyring",
    "monitor": "display",
    "painting": "artwork, canvas",
    "phone": "cellphone, cellular telephone, telephone",
    "photo frame": "frame, photo, photograph",
    "plate": "saucer, platter",
    "router": "modem",
    "sandwich": "hamburger, hotdog",
    "shirt": "sweater, sweatshirt",
    "shoe": "boot, sandal, slipper, sneaker",
    "soda can": "pop soda",
    "sofa": "futon, chaise longue",
    "statue": "figure, figurine, bust",
    "suitcase": "briefcase",
    "table lamp": "lamp",
    "thermos": "flask, canteen, thermos bottle",
    "toilet paper": "toilet tissue",
    "toy robot": "robot",
    "vase": "urn",
}

#: Names whose last word would mislead: a license plate is no plate.
MISLEADING = frozenset(
    {
        *("air conditioner", "arrow head", "bottle cap", "bottle opener", "bulletin board"),
        *("circuit board", "cork bottle plug", "foosball table", "football american", "game table"),
        *("license plate", "paper", "pill bottle", "drum", "watering can"),
        *("video game", "wooden block"),
        *("baseball card", "basketball card", "business card", "football card", "game card"),
        *("identity card", "pokemon card", "sports card", "trading card", "trading cards", "card"),
    }
)

#: Last words of a name that only tell it from a namesake, as in "router computer equipment".
EXPLANATIONS = frozenset(
    {
        *("american", "at", "clothing", "computer", "container", "cooking", "cover", "drink"),
        *("equipment", "food", "footwear", "for", "fruit", "headwear", "home", "instrument"),
        *("liquid", "measuring", "medical", "receiver", "vegetable", "vessel", "weapon"),
    }
)
