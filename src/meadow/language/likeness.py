"""What people confuse or call by each other's names."""

from __future__ import annotations

from functools import cache

#: Colours that people confuse or use for each other.
NEAR_COLOURS = (
    ("white", "cream", "silver"),
    ("cream", "beige"),
    ("beige", "tan"),
    ("tan", "brown", "bronze"),
    ("brown", "maroon"),
    ("grey", "silver"),
    ("gold", "yellow"),
    ("gold", "bronze"),
    ("red", "maroon"),
    ("red", "orange"),
    ("green", "lime", "olive"),
    ("blue", "navy"),
    ("black", "navy"),
    ("turquoise", "blue"),
    ("turquoise", "green"),
    ("purple", "navy"),
)

#: Categories that look alike; calling one by the other's name is no clear mistake.
ALIKE = (
    ("mug", "cup"),
    ("hat", "cap"),
    ("painting", "poster", "photo frame"),
    ("monitor", "television"),
    ("cabinet", "sideboard", "counter", "dresser", "tv stand", "chest"),
    ("chair", "dining chair"),
    ("dining table", "desk", "workbench", "console table"),
    ("coffee table", "side table"),
    ("side table", "night stand", "plant stand"),
    ("pot", "pan"),
    ("box", "gift box", "storage bin"),
    ("basket", "laundry basket", "laundry hamper"),
    ("house plant", "flower pot"),
    ("vase", "porcelain vase"),
    ("pillow", "printed pillow"),
    ("can", "soda can"),
    ("book", "notebook", "binder"),
    ("magazine", "newspaper", "poster"),
    ("rug", "bath mat", "door mat"),
    ("fork", "spoon"),
    ("knife", "butter knife"),
    ("shampoo bottle", "lotion bottle", "soap dispenser"),
    ("statue", "lion statue"),
    ("guitar", "electric guitar"),
    ("milk carton", "juice carton"),
    ("phone", "tablet"),
    ("pen", "pencil"),
    ("blanket", "towel"),
    ("bag", "handbag"),
    ("fan", "heater"),
    ("stool", "bar stool"),
    ("bookshelf", "shelf", "shoe rack"),
    ("armchair", "sofa"),
    ("box", "shoe box"),
    ("jar", "biscuit jar"),
    ("basket", "picnic basket"),
    ("hint board", "chalkboard", "flip chart"),
    ("statue", "moai statue", "totem pole", "suit of armour"),
    ("doll", "nesting dolls"),
)

#: Words for whole families: all things with a name that ends in one are called by it.
GENERAL = (
    "table", "lamp", "chair", "ball", "bottle", "clock", "box", "basket", "cabinet", "knife", "glass",
    "carton", "rack", "stool", "bed", "guitar", "pillow", "statue", "plant", "brush", "can",
)  # fmt: skip

#: Words for anything at all.
ANYTHING = frozenset({"thing", "object", "item", "something", "one"})


@cache
def near_colours(colour: str) -> frozenset[str]:
    """Colours that one may take this one for."""
    return _companions(NEAR_COLOURS, colour)


@cache
def alike(category: str) -> frozenset[str]:
    """Categories that one may take this one for."""
    return _companions(ALIKE, category)


def _companions(groups: tuple[tuple[str, ...], ...], name: str) -> frozenset[str]:
    return frozenset(c for group in groups if name in group for c in group if c != name)
