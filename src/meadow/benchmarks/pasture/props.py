"""The uncommon things of PASTURE's homes and the fixed look of each ("white electric guitar")."""

from __future__ import annotations

from meadow.scenes.schema import Part

#: What the benchmark calls each thing -> its category and the finishes that the name fixes.
UNCOMMON: dict[str, tuple[str, tuple[Part, ...]]] = {
    "gingerbread house": ("gingerbread house", (Part("walls", "tan", "organic"),)),
    "espresso machine": ("espresso machine", ()),
    "green plastic crate": ("plastic crate", (Part("body", "green", "plastic"),)),
    "white electric guitar": ("electric guitar", (Part("body", "white", "wood"),)),
    "rice cooker": ("rice cooker", ()),
    "llama wicker basket": ("llama basket", (Part("body", "tan", "organic", "wicker", "brown"),)),
    "whiteboard with text": (
        "whiteboard",
        (Part("board", "white", "plastic", "printed", text="CVPR"),),
    ),
    "tie-dye surfboard": ("surfboard", (Part("deck", "purple", "plastic", "tie-dye", "yellow"),)),
    "red and blue tricycle": (
        "tricycle",
        (Part("frame", "red", "metal"), Part("seat", "blue", "plastic")),
    ),
    "graphics card": ("graphics card", ()),
    "mate gourd": ("mate gourd", ()),
    "wooden toy airplane": (
        "toy airplane",
        (Part("body", "tan", "wood"), Part("wings", "tan", "wood")),
    ),
}
