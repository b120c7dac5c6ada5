"""The words for how things look: 22 colours, 11 materials, patterns and printed pictures.

Language, catalogue and renderer share these names; how each looks is drawn in ``sim/render``.
"""

from __future__ import annotations

#: name -> sRGB 0..255
COLOURS: dict[str, tuple[int, int, int]] = {
    "white": (240, 240, 236),
    "black": (32, 32, 34),
    "grey": (132, 134, 138),
    "silver": (186, 190, 196),
    "gold": (204, 164, 60),
    "bronze": (150, 108, 62),
    "red": (196, 36, 36),
    "maroon": (112, 24, 36),
    "orange": (230, 126, 34),
    "yellow": (238, 204, 48),
    "beige": (214, 198, 166),
    "cream": (244, 232, 204),
    "brown": (118, 74, 42),
    "tan": (184, 144, 98),
    "green": (52, 138, 62),
    "lime": (150, 204, 56),
    "olive": (112, 112, 48),
    "turquoise": (50, 176, 168),
    "blue": (38, 88, 188),
    "navy": (28, 40, 92),
    "purple": (120, 56, 156),
    "pink": (232, 140, 172),
}

MATERIALS = (
    "wood",
    "metal",
    "plastic",
    "glass",
    "ceramic",
    "fabric",
    "leather",
    "stone",
    "rubber",
    "paper",
    "organic",
)

#: All but "plain" and "printed" use the part's second colour.
PATTERNS = (
    "plain",
    "striped",
    "checked",
    "dotted",
    "knitted",
    "floral",
    "tie-dye",
    "zigzag",
    "wicker",
    "printed",
)

#: Pictures that a "printed" part can show; any other value of ``image`` is an error.
IMAGES = (
    "cat",
    "dog",
    "fish",
    "flower",
    "star",
    "heart",
    "sun",
    "moon",
    "tree",
    "mountain",
    "boat",
    "rocket",
    "dinosaur",
    "guitar",
    "face",
    "abstract",
    "screen",
    "clock-face",
    "keyboard",
    "book-cover",
)

#: Finishes of floors and walls; a surface has one of these and a colour.
SURFACES = ("planks", "parquet", "tiles", "carpet", "concrete", "plaster", "wallpaper", "brick")
