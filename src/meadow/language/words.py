"""Words that people use for how things look and where they are, and what each stands for.

The left-hand sides are what may be typed (any number of words), the right-hand sides Meadow's own.
"""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


COLOUR_WORDS = {
    "gray": "grey", "greyish": "grey", "charcoal": "grey", "dark gray": "grey", "dark grey": "grey",
    "light gray": "grey", "light grey": "grey", "silvery": "silver", "golden": "gold", "brass": "gold",
    "copper": "bronze", "crimson": "red", "scarlet": "red", "ruby": "red", "dark red": "maroon",
    "burgundy": "maroon", "wine red": "maroon", "amber": "orange", "peach": "orange",
    "mustard": "yellow", "sand": "beige", "off white": "cream", "ivory": "cream", "light brown": "tan",
    "dark brown": "brown", "chestnut": "brown", "caramel": "tan", "khaki": "olive",
    "olive green": "olive", "emerald": "green", "dark green": "green", "forest green": "green",
    "mint": "lime", "lime green": "lime", "light green": "lime", "teal": "turquoise",
    "aqua": "turquoise", "cyan": "turquoise", "azure": "blue", "light blue": "blue",
    "sky blue": "blue", "baby blue": "blue", "royal blue": "blue", "dark blue": "navy",
    "navy blue": "navy", "indigo": "purple", "violet": "purple", "lilac": "purple",
    "lavender": "purple", "mauve": "purple", "rose": "pink", "magenta": "pink", "fuchsia": "pink",
    "light pink": "pink", "hot pink": "pink", "reddish": "red", "bluish": "blue", "greenish": "green",
    "brownish": "brown", "jet black": "black", "snow white": "white", "bright red": "red",
    "bright yellow": "yellow", "light yellow": "yellow", "bright green": "green",
    "bright blue": "blue", "bright orange": "orange", "dark purple": "purple",
}  # fmt: skip

MATERIAL_WORDS = {
    "wooden": "wood", "oak": "wood", "pine": "wood", "bamboo": "wood", "walnut": "wood",
    "mahogany": "wood", "plywood": "wood", "teak": "wood", "metallic": "metal", "steel": "metal",
    "stainless steel": "metal", "aluminium": "metal", "aluminum": "metal", "iron": "metal",
    "cast iron": "metal", "chrome": "metal", "brass": "metal", "crystal": "glass",
    "porcelain": "ceramic", "china": "ceramic", "clay": "ceramic", "earthenware": "ceramic",
    "terracotta": "ceramic", "cloth": "fabric", "textile": "fabric", "cotton": "fabric",
    "wool": "fabric", "woollen": "fabric", "woolen": "fabric", "linen": "fabric", "silk": "fabric",
    "velvet": "fabric", "denim": "fabric", "felt": "fabric", "suede": "leather", "marble": "stone",
    "granite": "stone", "concrete": "stone", "slate": "stone", "cardboard": "paper",
    "silicone": "rubber", "plasticky": "plastic", "acrylic": "plastic",
}  # fmt: skip

PATTERN_WORDS = {
    "stripes": "striped", "stripe": "striped", "stripy": "striped", "stripey": "striped",
    "stripped": "striped", "pinstriped": "striped", "checkered": "checked", "chequered": "checked",
    "plaid": "checked", "tartan": "checked", "gingham": "checked", "checks": "checked",
    "dots": "dotted", "dotty": "dotted", "polka dot": "dotted", "polka dots": "dotted",
    "polka dotted": "dotted", "spotted": "dotted", "spotty": "dotted", "spots": "dotted",
    "knit": "knitted", "crocheted": "knitted", "flowery": "floral", "flowered": "floral",
    "flower patterned": "floral", "tie dye": "tie-dye", "tie dyed": "tie-dye", "tiedye": "tie-dye",
    "zig zag": "zigzag", "chevron": "zigzag", "woven": "wicker", "rattan": "wicker",
    "patterned": "printed", "unpatterned": "plain", "solid": "plain",
}  # fmt: skip

SIZE_WORDS = {
    "small": "small", "little": "small", "tiny": "small", "mini": "small", "miniature": "small",
    "compact": "small", "petite": "small", "wee": "small", "large": "large", "big": "large",
    "huge": "large", "giant": "large", "enormous": "large", "massive": "large", "oversized": "large",
    "smallish": "small", "largish": "large", "gigantic": "large", "larger": "large",
}  # fmt: skip

STATE_WORDS = {
    "switched on": "on", "turned on": "on", "powered on": "on", "running": "on",
    "switched off": "off", "turned off": "off", "powered off": "off", "lit": "lit",
    "burning": "lit", "lit up": "lit", "lighted": "lit", "unlit": "unlit", "full": "full",
    "filled": "full", "empty": "empty", "with nothing": "empty", "folded": "folded", "folded up": "folded",
    "unfolded": "unfolded", "made": "made", "unmade": "unmade", "messy": "unmade", "open": "open",
    "opened": "open", "ajar": "open", "closed": "closed", "shut": "closed", "shut tight": "closed",
}  # fmt: skip

#: Adjectives that say nothing our lists know; encoders may.
ADJECTIVES = _set(
    """old new ugly nice pretty beautiful lovely cute shiny dull bright dark light round square oval
    rectangular tall short long thin thick wide narrow low high heavy dirty clean dusty broken vintage
    modern retro fancy cheap expensive soft hard fluffy fuzzy warm cold fresh ripe rotten comfy cosy
    cozy favourite favorite spare folding portable electric digital analog handmade colourful colorful
    colored transparent clear opaque curved flat pointed rusty smallest largest biggest tallest
    shortest nearest closest farthest front back top bottom upper lower middle first second third last
    matching antique rustic elegant sturdy sleek odd weird funny same different other main double
    single lone sole three-legged four-legged leftmost rightmost upright geometric oriental persian
    chinese italian french english ethnic classic leafy woolly furry hairy curly wavy bumpy shabby
    sparkly glossy tidy wobbly slim slender plush deep shallow steep wet dry damp sharp blunt loose
    tight smooth rough sweet sour stale strange unusual ordinary typical special formal casual royal
    medieval tropical vertical horizontal diagonal ancient brilliant grand posh smart neat crisp
    quaint"""
)

#: Endings that make adjectives of words that no list knows: padded, spacious, colourless.
ADJECTIVE_ENDINGS = ("ed", "ous", "ful", "less", "able", "ible", "ive", "like", "ian", "iest")
#: Nouns in spite of their endings.
_NOUN_ENDINGS = ("bed", "eed", "cable", "table")

#: How somebody holds the body. Before a relation ("sitting on the sofa") they say no more than "is".
POSTURES = {
    "sitting": "sitting", "seated": "sitting", "standing": "standing", "lying": "lying",
    "hanging": "hanging", "leaning": "leaning", "kneeling": "kneeling", "crouching": "crouching",
    "squatting": "squatting", "reclining": "reclining", "sleeping": "sleeping", "asleep": "sleeping",
}  # fmt: skip

#: Sides seen by whoever speaks: "the left lamp", "the chair on the left side".
SIDES = {
    f"{side}{more}": side
    for side in ("left", "right")
    for more in ("", " hand", " side", " hand side", "hand")
}

ROOM_WORDS = {
    "kitchenette": "kitchen", "kitchen area": "kitchen", "kitchen room": "kitchen",
    "lounge": "living room", "sitting room": "living room", "livingroom": "living room",
    "living area": "living room", "family room": "living room", "front room": "living room",
    "bed room": "bedroom", "master bedroom": "bedroom", "guest room": "bedroom",
    "sleeping room": "bedroom", "nursery": "bedroom", "bath room": "bathroom", "washroom": "bathroom",
    "restroom": "bathroom", "powder room": "bathroom", "dining area": "dining room",
    "diningroom": "dining room", "study": "office", "home office": "office", "office room": "office",
    "study room": "office", "workroom": "office", "corridor": "hallway", "hall": "hallway",
    "entrance hall": "hallway", "entryway": "hallway", "foyer": "hallway", "passage": "hallway",
}  # fmt: skip

RELATION_WORDS = {
    "on a shelf of": "on a shelf of", "on the shelf of": "on a shelf of",
    "on one of the shelves of": "on a shelf of",
    "on top of": "on", "atop": "on", "upon": "on", "onto": "on", "on to": "on", "resting on": "on",
    "up on": "on", "on top": "on", "off of": "on", "mounted on": "on", "inside": "in", "inside of": "in",
    "within": "in", "into": "in", "underneath": "under", "beneath": "under", "below": "under",
    "under": "under", "down under": "under", "over": "above", "above": "above", "near": "near",
    "near to": "near", "nearby": "near", "close to": "near", "close by": "near", "around": "near",
    "closest to": "near", "nearest to": "near",
    "at": "near", "not far from": "near", "in the vicinity of": "near", "among": "near",
    "amongst": "near", "at the foot of": "near", "at the end of": "near", "next to": "next to",
    "nextto": "next to", "beside": "next to", "besides": "next to", "by": "next to",
    "right by": "next to", "right next to": "next to", "adjacent to": "next to",
    "alongside": "next to", "against": "next to", "at the side of": "next to",
    "by the side of": "next to", "on the side of": "next to", "on either side of": "next to",
    "behind": "behind", "in back of": "behind", "at the back of": "behind",
    "in front of": "in front of", "before": "in front of", "across from": "in front of",
    "opposite": "in front of", "opposite to": "in front of", "facing": "in front of",
    "left of": "left of", "to the left of": "left of", "on the left of": "left of",
    "on the left side of": "left of", "at the left of": "left of", "right of": "right of",
    "to the right of": "right of", "on the right of": "right of", "on the right side of": "right of",
    "at the right of": "right of", "between": "between", "in between": "between", "with": "with",
    "that has": "with", "which has": "with", "that have": "with", "having": "with", "has": "with",
    "holding": "with", "containing": "with", "carrying": "with", "on": "on", "in": "in",
    "from": "from", "out of": "in", "off": "on",
}  # fmt: skip

WEAR_WORDS = frozenset(
    {
        "wearing", "wears", "that wears", "which wears", "who wears", "dressed in", "dressed up in",
        "clad in",
    }
)  # fmt: skip

#: What is worn, besides the catalogue's clothing.
GARMENTS = _set(
    """clothes clothing outfit costume uniform suit tuxedo dress skirt gown robe bathrobe coat raincoat
    overcoat jacket blazer waistcoat vest sweater pullover jumper cardigan hoodie sweatshirt jersey shirt
    pajamas pyjamas nightgown shorts overalls dungarees tights leggings swimsuit bikini apron cape cloak
    kimono poncho sari toga armor armour tie crown helmet mask glasses sunglasses goggles boot slipper
    necklace mitten bonnet tiara turban veil wig headscarf bandana tutu onesie"""
)

#: Who wears things: people, animals and figures of them.
WEARERS = _set(
    """person man woman boy girl child kid baby lady gentleman guy people men women mannequin figure
    figurine statue sculpture bust doll puppet dummy snowman scarecrow gnome elf dwarf santa angel fairy
    princess prince king queen knight soldier sailor pirate clown ballerina dancer astronaut spaceman
    robot buddha monk witch wizard bear teddy rabbit bunny cat kitten dog puppy mouse monkey ape gorilla
    frog duck goose penguin owl pig sheep goat cow horse donkey fox wolf lion tiger elephant dinosaur
    stegosaurus panda koala animal plushie skeleton alien mascot nutcracker model"""
)

NEGATIONS = frozenset(
    {
        "not", "no", "non", "neither", "nor", "never", "except", "except for", "excluding", "but not",
        "other than", "apart from", "rather than", "instead of", "is not", "are not", "isnt", "arent",
    }
)  # fmt: skip

PICTURE_WORDS = frozenset(
    {
        "showing", "shows", "that shows", "which shows", "depicting", "depicts", "featuring",
        "decorated with", "printed with", "with a picture of", "with a photo of", "with an image of",
        "with a drawing of", "with a print of", "with the picture of", "with the image of",
        "picture of", "pictures of", "photo of", "image of", "drawing of", "with a printed",
        "with printed", "that has a picture of", "painted with", "pattern of", "with a pattern of",
        "with a design of", "print of",
    }
)  # fmt: skip

TEXT_WORDS = frozenset(
    {
        "saying", "says", "that says", "which says", "reading", "that reads", "labelled", "labeled",
        "with the text", "with the words", "with the word", "with text", "titled", "called", "marked",
    }
)  # fmt: skip

#: What a picture on a thing is called; the word before says what it shows: "a deer pattern".
MOTIFS = _set("pattern patterns print prints design designs motif motifs logo logos")

#: What people see printed on things, besides the catalogue's pictures.
PICTURED = _set(
    """deer elephant bird owl parrot unicorn butterfly bee ladybird ladybug dragonfly lion tiger leopard
    zebra giraffe panda koala bear wolf fox rabbit bunny squirrel hedgehog horse cow sheep pig goat
    monkey penguin shark whale dolphin octopus turtle frog snake dragon crocodile flamingo swan
    rooster leaf skull rainbow snowflake cloud feather clover pumpkin reindeer raccoon hippo rhino
    kangaroo camel llama alpaca"""
)

#: Parts that are no things of their own: what is said of them is said of the whole.
PARTS = _set(
    """drawer door handle leg lid shade seat back armrest knob wheel button screen cover base frame top
    bulb burner panel rung blade rib socket fold brush shelf arm cushion"""
)

#: Further words for parts after "with"; elsewhere they are things of their own ("a guitar stand").
ATTACHED = _set(
    """stand top shelf bulb headboard footboard backrest footrest canopy castor caster zipper zip strap
    pocket buckle spout rim hinge lock latch antenna display dial compartment sleeve hood collar
    tassel fringe ruffle trim pedestal rail hook slot keyhole headrest seatback tabletop nozzle
    bristle hair ear eye tail wing nose beard mane horn paw beak"""
)

#: Parts that come off, so that a thing with one is a thing that carries another.
LOOSE = frozenset({"lid", "cushion", "cover"})

#: Nouns that name nothing in the catalogue, but that people use of what it has.
NOUNS = GARMENTS | WEARERS | PICTURED | ATTACHED | {"stairs", "staircase"}

#: Adjectives that count: "with a single drawer".
SINGLE = frozenset({"single", "lone", "sole"})

NUMBERS = {
    word: number
    for number, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
}

#: Other words for numbers.
AMOUNTS = {"pair of": 2, "couple of": 2, "couple": 2, "dozen": 12, "half a dozen": 6}

#: Places in a row.
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip

#: Comparative -> the word for the one that has most of it.
SUPERLATIVES = {
    "larger": "largest", "smaller": "smallest", "heavier": "heaviest", "lighter": "lightest",
    "longer": "longest", "shorter": "shortest",
}  # fmt: skip

#: Words for ranks -> the comparative, and whether the word is a superlative.
RANK_WORDS = {
    **{word: (word, False) for word in SUPERLATIVES},
    **{word: (by, True) for by, word in SUPERLATIVES.items()},
    "bigger": ("larger", False), "biggest": ("larger", True), "littlest": ("smaller", True),
    "tiniest": ("smaller", True),
}  # fmt: skip

#: Determiners that speak of something not known yet.
INDEFINITE = frozenset({"a", "an", "some", "any", "another"})

DETERMINERS = _set(
    """a an the my your his her our their its this that these those some any every each all both
    another"""
)

#: What follows says something about the noun before.
PREDICATES = frozenset({"that", "which", "who", "made of", "made from", "made out of"})

#: What a word means here that alone would name a thing, or nothing.
FILLER_PHRASES = frozenset(
    {
        "can you", "can i", "can we", "you can", "i can", "can see", "one of",
        "kind of", "sort of", "type of", "a lot of", "set of",
        "i saw", "we saw", "last saw", "from the left", "from the right",
    }
)  # fmt: skip

#: Verbs of being somewhere: after one of them "on" says where and not that something is switched on.
PLACING = _set(
    """sit sits sitting stand stands standing lie lies lying lay laying sleep sleeps put puts placed rest
    rests resting hang hangs hanging kept stored located situated walk step"""
)

#: Words that carry no meaning here: politeness, verbs of asking, helpers.
FILLERS = _set(
    """please pls plz kindly thanks thank you thx hey hi hello ok okay now just maybe perhaps probably
    somewhere anywhere around here there also very really quite rather bit kind sort type of find
    locate search seek spot see look looking fetch bring get grab give take show navigate go going
    head walk drive move come reach approach lead guide tell help point pick hand collect detect i me
    we us he she they it im ill want wants need needs like would could should will shall may might
    must do does did done have had has left leave lost put placed think believe guess know seen
    remember where what which who whose when is are was were be been being am to for and or so then up
    down out away over laying located situated kept stored hidden hiding sits stands lies hangs found
    resting written next let lets try if as well still supposed usually currently ones else only
    someone somebody anyone anybody everyone everybody sit turn room colour color coloured shape
    shaped size sized stop check enter"""
)


def is_adjectival(word: str) -> bool:
    """Whether a word that no list knows reads like an adjective.

    >>> is_adjectival("padded"), is_adjectival("garden"), is_adjectival("sunbed")
    (True, False, False)
    """
    return len(word) > 4 and word.endswith(ADJECTIVE_ENDINGS) and not word.endswith(_NOUN_ENDINGS)
